"""Test time: whether a text model answers by a word that should not matter."""

import streamlit as st

from equipoise.app import next_page, open_page
from equipoise.app.invariance.asking import ask_room
from equipoise.app.invariance.lessons import lesson_or_stop
from equipoise.app.invariance.measure import measure
from equipoise.app.invariance.noise import noise
from equipoise.app.invariance.result import result
from equipoise.app.invariance.see import see
from equipoise.app.invariance.steps import steps

ROOMS = {
    "result": "Before and after",
    "see": "1 See it",
    "measure": "2 Measure it",
    "noise": "3 Is it noise?",
    "steps": "4 Step by step",
}

open_page(
    "Test time",
    "Does the answer hang on a word that should not matter?",
    "Look for answers that flip when one word is exchanged, and for whether asking in another way "
    "stops them.",
)
st.caption(":material/info: " + lesson_or_stop().provenance.note)
room = ask_room(ROOMS)
if room == "see":
    see()
elif room == "measure":
    measure()
elif room == "noise":
    noise()
elif room == "steps":
    steps()
else:
    result()

next_page("Metrics", "audit a model's decisions about people instead of texts")
