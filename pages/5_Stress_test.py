"""Stress test: bias the data of a made-up world, repair the model, and see what is undone."""

import streamlit as st

from equipoise.app import next_page, open_page
from equipoise.app.stress.bench import bench
from equipoise.app.stress.controls import setting
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
    "Does a repair undo the bias?",
    "Look for where the full line, the repair, comes closer to what was learned without the bias "
    "than the dashed one, doing nothing. And where it does not.",
    audits=False,
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

- *Fidelity* is the share of test rows decided as a reference decides them. The reference is a
  model, a logistic regression learned on the training rows before the bias. It has seen noisy
  labels and is not the truth; how often it agrees with the truth stands beside the pictures. On
  the bench the true classifier, known because the world was made, can take its place.
- *Accuracy* is the share of test rows decided as labelled, noise and all.
- *Disparity* is the largest distance of a group's true- or false-positive rate (the share
  selected among its rows labelled positive, or negative) from everybody's.
- *Equalized odds* asks that both of these rates be equal in all groups; *demographic parity* asks
  that the share selected be equal.
- *Grid search* trains a model for each of several weightings of the rows and keeps the one with
  the best balance of errors and disparity on the training rows; the rates may still differ.
  *Exponentiated gradient* weighs and trains again and again, until the rates of a mixture of its
  models nearly agree there. *Post-processing* leaves the model and gives each group thresholds of
  its own; between them a coin may decide. *Reweighing* weighs rows so that group and label are
  independent.
- A sandbox is not the world. In real data nobody knows the truth, nor the bias and its amount.
  A repair that helps here has been shown to help here, with this bias in this amount.
- With fewer than about 1,000 rows the extreme levels are mostly chance. One repeat is one draw:
  look at several before you believe a difference.
- With a table of your own, accuracy is counted by its labels, right or wrong, and fidelity by a
  model that learned from them.
"""
    )
next_page("Metrics", "audit a real model's decisions, where no truth is known")
next_page("Test time", "is an answer about a text the same whoever it is about?")
