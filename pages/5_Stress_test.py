"""Stress test: bias the data of a world whose truth is known, repair, and see what comes back."""

import streamlit as st

from equipoise.app import next_page, open_page
from equipoise.app.stress.asking import setting
from equipoise.app.stress.bench import bench
from equipoise.app.stress.gallery import gallery
from equipoise.app.stress.larger import larger_runs
from equipoise.app.stress.stories import stories

ROOMS = {
    "paper": "The paper's figures",
    "stories": "Four findings",
    "bench": "The bench: try it",
}

open_page(
    "Stress test",
    "Does a repair bring the truth back?",
    "Look for where the full line, the repair, comes closer to the truth than the dashed one, "
    "doing nothing. And where it does not.",
)
room = st.segmented_control(
    "What to look at",
    list(ROOMS),
    format_func=ROOMS.__getitem__,
    key=setting("room", list(ROOMS)),
    required=True,
    wrap=True,
    persist_state="session",
    label_visibility="collapsed",
)
if room == "bench":
    bench()
    larger_runs()
elif room == "stories":
    stories()
else:
    gallery()

with st.expander("Where this comes from, and what it cannot show"):
    st.markdown(
        """
After Akpinar, Nagireddy, Stapleton, Cheng, Zhu, Wu and Heidari, *A Sandbox Tool to
Bias(Stress)-Test Fairness Algorithms* (2022), and Theorem 4.1 of Blum and Stangl, *Recovering
from Biased Data* (2019). Rows have three features and a group. Two true classifiers, one for
each group, say who is positive; then labels are flipped by chance. A bias is put into the half
that is learned from; the other half is left as it is and judges the outcome.

- *Fidelity* is the share of test rows decided as the best classifier would decide them; the best
  one is learned on the data before the bias, or known because the world was made.
- *Disparity* is the largest distance of a group's true- or false-positive rate from everybody's.
- A sandbox is not the world. In real data nobody knows the truth, nor the bias and its amount.
  What helps here helps only if the data went wrong in this way.
- With fewer than about 1,000 rows the extreme levels are nonsense. One repeat is one draw: look
  at several before you believe a difference.
- With a table of your own, its labels are taken as the truth, which they may not be.
"""
    )
next_page("Metrics", "audit a real model's decisions, where no truth is known")
next_page("Test time", "is an answer about a text the same whoever it is about?")
