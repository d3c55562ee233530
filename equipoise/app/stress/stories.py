"""The paper's setting in four short stories, each with a number to find out by oneself.

What they say of a number holds for the draws behind it; what was recorded at the paper's size
is folded away below each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from equipoise import words
from equipoise.app.stress.asking import NOISES, SHARES, setting
from equipoise.app.stress.choices import BIASES, NOTHING, REPAIRED, Choices
from equipoise.app.stress.live import BusyError, curves
from equipoise.app.stress.telling import (
    DRAWS,
    added,
    draw_fidelity,
    gain_at,
    order_words,
    to_bench,
)
from equipoise.app.stress.theorem import condition_words, turning_point
from equipoise.app.tasks import try_this
from equipoise.datasets import ArtifactError
from equipoise.foreign import plain
from equipoise.stress import base_rate, condition
from equipoise.stress.gains import reach
from equipoise.stress.study.recorded import Finding, load_findings

RECOVERED, COIN, LOW, HARM = 0.9, 0.6, 0.2, 0.02


def stories() -> None:
    """Let the reader choose one of the findings and draw it."""
    chosen = st.segmented_control(
        "Finding",
        list(STORIES),
        format_func=lambda name: STORIES[name][0],
        key=setting("story", list(STORIES)),
        required=True,
        wrap=True,
        persist_state="session",
    )
    title, tell = STORIES[chosen or next(iter(STORIES))]
    st.header(title, anchor=False)
    try:
        tell()
    except BusyError as error:
        st.info(plain(error), icon=":material/hourglass_empty:")
    _recorded(list(STORIES).index(chosen or next(iter(STORIES))) + 1)


@st.cache_resource(show_spinner=False)
def recorded() -> Mapping[int, Finding]:
    """Return the recorded findings, read once; ArtifactError if they cannot be read."""
    return load_findings()


def _recorded(number: int) -> None:
    """Say what was recorded at the paper's size, and how to run it again."""
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
    choices = Choices(model=model or "shared", first="A0")
    level = 0.9
    found = curves(choices, DRAWS)
    lowest = min(found.at("fidelity", "B", at, NOTHING) for at in choices.levels)
    where = "With nine tenths of them removed,"
    draw_fidelity(found, choices, level, where, "when repaired", key="intercept")
    st.markdown(order_words(found, level))
    try_this(
        "Bring *doing nothing* to nine tenths of agreement or more, at every amount.",
        done=lowest > RECOVERED,
        comment="Without an intercept a boundary must pass through the origin, and so does the "
        "true one. Removing positives mostly moves the intercept, and here there is none to be "
        f"moved. What the constraint adds at nine tenths: {added(found, level)}.",
        not_yet=f"At worst, doing nothing agrees in {words.percent(lowest)} of the minority's "
        "rows. There is one switch to turn.",
    )
    to_bench(choices, level, "intercept")


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
    choices = Choices(repair="post", model="shared", r=r)
    st.markdown(condition_words(r, choices.eta, 1 - amount))
    found = curves(choices, DRAWS)
    where = f"With {words.percent(amount, 0)} removed,"
    draw_fidelity(found, choices, amount, where, "after post-processing", key="theorem")
    fails = condition(r, choices.eta, 1 - amount) <= 0
    try_this(
        "Make the condition fail, while some positives are left, and look at the full line.",
        done=fails and amount < 1,
        comment=lambda: beyond(found.at("fidelity", "B", amount, REPAIRED)),
        not_yet=how_to_turn(r, choices.eta, amount),
    )
    to_bench(choices, amount, "theorem")


def beyond(repaired: float) -> str:
    """Say what became of the repair beyond the condition."""
    agreed = f"The minority is decided as by the reference in {words.percent(repaired)} of rows"
    if repaired < COIN:
        return f"{agreed}; a coin would do so in half of them."
    return (
        f"{agreed}, still more than the half of a coin: where the condition fails nothing is "
        "promised, but not all need be lost."
    )


def how_to_turn(r: float, eta: float, amount: float) -> str:
    """Say what is missing for the condition to fail with some positives left."""
    turning = turning_point(r, eta)
    if turning is None:
        return "With this share it holds at every amount short of all: make the minority larger."
    if amount >= 1:
        return "No positive row is left: remove fewer."
    return f"With this share it turns where {words.percent(turning)} are removed: remove more."


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
    found = curves(choices, DRAWS)
    level = 0.4
    repaired = found.at("fidelity", "B", level, REPAIRED)
    where = "With two fifths of the positive minority rows removed,"
    draw_fidelity(found, choices, level, where, "when repaired", key="first row")
    try_this(
        "Send the minority's fidelity below one fifth by choosing nothing but the first row.",
        done=bool(repaired < LOW),
        comment="The same rows in another order. A mean of many shuffled runs hides it: it lies "
        "between two clouds of dots, where hardly any run is. Now take all 13 points; and then "
        "look at what is below.",
        not_yet=f"It is {words.percent(repaired)} now.",
    )
    to_bench(choices, level, "first row")
    _turned_round()


def _turned_round() -> None:
    """Show that all 13 points do not mend the order of rows where base rates are turned."""
    d, level = -1.7, 0.4
    low = words.percent(base_rate(d, (-0.7, 0.5, 1.5)), 0)
    choices = Choices(repair="grid", model="none", d=d, first="A0")
    found = curves(choices, DRAWS, level=level)
    st.markdown(
        f"**All 13 points are no cure.** Let the majority's share of positives be {low} instead, "
        "with the same two fifths removed and all 13 points. "
        f"{order_words(found, level)} (Means of {DRAWS} draws.)"
    )
    to_bench(choices, level, "turned round")


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
    found = curves(choices, DRAWS)
    one = gain_at(found, 0.0)
    draw_fidelity(found, choices, 0.0, "With clean minority labels,", "when repaired", key="noise")
    st.markdown(order_words(found, 0.0))
    try_this(
        "Find a noise of the majority at which the repair costs a minority with clean labels less "
        "than two points, also allowing for chance between draws.",
        done=bool(one.mean - reach(DRAWS) * one.error > -HARM),
        comment="The closer the noise of the two groups, the less equal error rates by the labels "
        "differ from equal error rates by the truth.",
        not_yet=f"The repair changes fidelity by {added(found, 0.0)}.",
    )
    to_bench(choices, 0.0, "noise")


STORIES: Mapping[str, tuple[str, Callable[[], None]]] = {
    "intercept": ("1. The missing intercept did it", intercept),
    "theorem": ("2. The theorem's condition", theorem),
    "first-row": ("3. The first row decides", first_row),
    "noise": ("4. When repair does harm", wrong_constraint),
}
"""The findings by name: title, and what tells it."""
