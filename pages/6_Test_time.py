"""Test time: whether a text model answers by a word that should not matter."""

import streamlit as st

from equipoise.app import next_page, open_page
from equipoise.app.invariance.choices import ask_room
from equipoise.app.invariance.compare import before_after
from equipoise.app.invariance.endpoint import own_endpoint
from equipoise.app.invariance.lesson import lesson_or_stop
from equipoise.app.invariance.limits import limits
from equipoise.app.invariance.measure import measure
from equipoise.app.invariance.noise import noise
from equipoise.app.invariance.predictions import own_predictions
from equipoise.app.invariance.recorded import real_model
from equipoise.app.invariance.result import result
from equipoise.app.invariance.see import see
from equipoise.app.invariance.sets import six_sets
from equipoise.app.invariance.steps import steps


def yours() -> None:
    """Draw all that readers bring themselves."""
    own_predictions()
    own_endpoint()
    six_sets()


# Each of the lesson's rooms is a fragment: a choice in it leaves the rest of the page alone.
ROOMS = {
    "result": ("Overview", result),
    "see": ("See it", see),
    "measure": ("Measure it", measure),
    "noise": ("Is it noise?", noise),
    "steps": ("Step by step", steps),
    "model": ("A real model", real_model),
    "compare": ("Before and after", before_after),
    "own": ("Your own", yours),
}

open_page(
    "Test time",
    "Does the answer depend on a word that should not matter?",
    "Look for answers that flip when one word is exchanged, and for whether asking in another way "
    "stops them.",
    audits=False,
)
st.caption(":material/info: " + lesson_or_stop().provenance.note)
room = ask_room({name: title for name, (title, _) in ROOMS.items()})
ROOMS[room][1]()
limits()
next_page("Metrics", "audit a model's decisions about people instead of texts")
