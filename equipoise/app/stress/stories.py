"""The paper's setting in four short stories, each with a number to find out by oneself.

What they say of a number holds for the draws behind it; what was recorded at the paper's size
is folded away below each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw
from equipoise.app.stress.controls import NOISES, SHARES, offer_bench, setting
from equipoise.app.stress.live import BusyError, curves
from equipoise.app.stress.measures import draw_holes, reference_words
from equipoise.app.tasks import draw_task
from equipoise.datasets import ArtifactError
from equipoise.figures.stress.curves import Curves
from equipoise.figures.stress.measures import order_words, story_figure
from equipoise.figures.stress.theorem import condition_words
from equipoise.foreign import plain
from equipoise.stress.bench import Setup
from equipoise.stress.choices import BIASES, Choices
from equipoise.stress.study.recorded import Finding, load_findings
from equipoise.stress.theory import base_rate
from equipoise.tasks.stress import BEYOND, FIRST_ROW, LITTLE_HARM, NO_INTERCEPT

DRAWS = 5
"""Repeats behind every story."""


def stories() -> None:
    """Let the reader choose a finding; draw it, and what was recorded at the paper's size."""
    chosen = st.segmented_control(
        "Finding",
        list(STORIES),
        format_func=lambda name: STORIES[name][0],
        key=setting("story", list(STORIES)),
        required=True,
        wrap=True,
        persist_state="session",
    )
    name = chosen or next(iter(STORIES))
    title, tell = STORIES[name]
    st.header(title, anchor=False)
    try:
        tell()
    except BusyError as error:
        st.info(plain(error), icon=":material/hourglass_empty:")
    number = list(STORIES).index(name) + 1
    try:
        finding = recorded().get(number)
    except ArtifactError as error:
        st.info(
            f"What was recorded at the paper's size cannot be shown: {error.problem}. Whoever "
            "runs the app can establish each finding anew with the command below.",
            icon=":material/info:",
        )
        st.code(error.command, language=None)
        return
    if finding is None:
        return
    folded = st.expander(
        "What was recorded at the paper's size", key="recorded", on_change="rerun"
    )
    if folded.open:
        source = finding.provenance
        folded.markdown(
            f"{finding.found}\n\n*Setting.* {finding.setting} {words.count(source.n)} rows a "
            f"repeat, seed {source.seed}, {source.date[:10]}. To run it again:"
        )
        folded.code(f"python -m equipoise.stress finding {number}", language=None)


@st.cache_resource(show_spinner=False)
def recorded() -> Mapping[int, Finding]:
    """Return the recorded findings, read once; ArtifactError if they cannot be read."""
    return load_findings()


@st.fragment
def intercept() -> None:
    """Show that recovery comes from the missing intercept."""
    st.markdown(
        "Positive rows of the minority are missing from the training data. The paper compares a "
        "repaired model with one that is not, and the repaired one comes close to what is "
        "learned without the bias. But the two differ in a second thing: the repaired model has "
        "**no intercept** (the constant that moves a boundary away from the origin), the other "
        "has one. Which of the two differences does the work? Hold the model the same on both "
        "sides."
    )
    model = st.segmented_control(
        "Model, on both sides",
        ["shared", "none"],
        format_func={"shared": "with an intercept", "none": "without an intercept"}.__getitem__,
        key=setting("intercept", ["shared", "none"]),
        required=True,
        persist_state="session",
    )
    setup = Setup(Choices(model=model or "shared", first="A0"), 0.9, DRAWS)
    found = curves(setup)
    _draw(found, setup, "With nine tenths of them removed,", key="intercept")
    st.markdown(order_words(found, setup))
    draw_task(NO_INTERCEPT, found, setup)
    offer_bench(setup, "intercept")


@st.fragment
def theorem() -> None:
    """Show post-processing where the theorem's condition holds and where it fails."""
    st.markdown(
        "Post-processing chooses thresholds on a trained model's scores, for each group its own, "
        "so that both have equal error rates (*equalized odds*). The theorem says when equal "
        "error rates undo missing positives. The larger the minority, the more of its positives "
        "missing and the noisier the labels, the sooner its condition fails. Make the minority "
        "larger, and more of its positives missing, until it does."
    )
    with st.grid(2, min_column_width=260, gap=("xsmall", "medium")):
        share = st.select_slider(
            "Share of the minority", SHARES,
            key=setting("story r", SHARES), persist_state="session",
        )  # fmt: skip
        levels = [f"{level:.2f}" for level in BIASES["positives-removed"].levels]
        removed = st.select_slider(
            "Share of positive minority rows removed", levels,
            format_func=lambda level: words.percent(float(level), 0),
            key=setting("story removed", levels), persist_state="session",
        )  # fmt: skip
    r, amount = float(share), float(removed)
    setup = Setup(Choices(repair="post", model="shared", r=r), amount, DRAWS)
    st.markdown(condition_words(r, setup.choices.eta, 1 - amount))
    found = curves(setup)
    where = f"With {words.percent(amount, 0)} removed,"
    _draw(found, setup, where, "after post-processing", key="theorem")
    draw_task(BEYOND, found, setup)
    offer_bench(setup, "theorem")


@st.fragment
def first_row() -> None:
    """Show that what a grid search finds depends on the first row."""
    d = 1.15
    high = words.percent(base_rate(d, (-0.7, 0.5, 1.5)), 0)
    st.markdown(
        f"Here the majority's share of positives is {high}, the minority's is one half. The paper "
        "reports a minority fidelity of .423 after repair: worse than a coin. The repair is a "
        "*grid search*: it trains a model for each of several weights and keeps the one with the "
        "best balance of errors and disparity. A grid of 10 is the first 10 of 13 points. **Which "
        "three are left out depends on the group and label of the first training row**, which "
        "nobody thinks of as a setting. All 13 points leave none out; but the search still gives "
        "its weights to the group it meets first."
    )
    cells = {"A0": "A, negative", "A1": "A, positive", "B0": "B, negative", "B1": "B, positive"}
    with st.grid(2, min_column_width=260, gap=("xsmall", "medium")):
        cell = st.segmented_control(
            "First training row: its group and label", list(cells), format_func=cells.__getitem__,
            key=setting("first cell", list(cells)), required=True, wrap=True,
            persist_state="session",
        )  # fmt: skip
        size = st.segmented_control(
            "Grid", ["grid-published", "grid"],
            format_func={"grid-published": "10 points", "grid": "all 13"}.__getitem__,
            key=setting("grid", ["grid-published", "grid"]), required=True,
            persist_state="session",
        )  # fmt: skip
    choices = Choices(repair=size or "grid-published", model="none", d=d, first=cell or "A0")
    setup = Setup(choices, 0.4, DRAWS)
    found = curves(setup)
    where = "With two fifths of the positive minority rows removed,"
    _draw(found, setup, where, key="first row")
    draw_task(FIRST_ROW, found, setup)
    offer_bench(setup, "first row")
    turned = Setup(Choices(repair="grid", model="none", d=-1.7, first="A0"), 0.4, DRAWS)
    low = words.percent(base_rate(turned.choices.d, (-0.7, 0.5, 1.5)), 0)
    st.markdown(
        f"**All 13 points are no cure.** Let the majority's share of positives be {low} instead, "
        "with the same two fifths removed and all 13 points. "
        f"{order_words(curves(turned, level=turned.amount), turned)} (Means of {DRAWS} draws.)"
    )
    offer_bench(turned, "turned round")


@st.fragment
def wrong_constraint() -> None:
    """Show that the constraint hurts under label noise that differs by group."""
    st.markdown(
        "Labels of the majority are wrong at one rate, labels of the minority at another: say, "
        "the minority was looked at more carefully. Equalized odds compares groups *by their "
        "labels*. Where labels are noisy in one group and clean in the other, equal error "
        "rates by the labels are unequal error rates by the truth."
    )
    eta = st.select_slider(
        "Label noise of the majority", NOISES,
        format_func=lambda value: words.percent(float(value), 0),
        key=setting("story eta", NOISES), persist_state="session",
    )  # fmt: skip
    choices = Choices(bias="noise", model="none", eta=float(eta), first="A0")
    setup = Setup(choices, 0.0, DRAWS)
    found = curves(setup)
    _draw(found, setup, "With clean minority labels,", key="noise")
    st.markdown(order_words(found, setup))
    draw_task(LITTLE_HARM, found, setup)
    offer_bench(setup, "noise")


def _draw(
    found: Curves, setup: Setup, where: str, when: str = "when repaired", *, key: str
) -> None:
    """Draw what a finding is about, and say what fidelity means there."""
    draw(story_figure(found, setup, where, when), key=f"story {key}")
    draw_holes(found)
    st.markdown(reference_words(setup))


STORIES: Mapping[str, tuple[str, Callable[[], None]]] = {
    "intercept": ("1. The missing intercept did it", intercept),
    "theorem": ("2. The theorem's condition", theorem),
    "first-row": ("3. The first row decides", first_row),
    "noise": ("4. When repair does harm", wrong_constraint),
}
"""The findings by name: title, and what tells it."""
