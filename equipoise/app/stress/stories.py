"""The paper's setting in four short stories, each with a number to find out by oneself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from equipoise import words
from equipoise.app.charts import draw_chart
from equipoise.app.stress.asking import NOISES, SHARES, set_bench, setting
from equipoise.app.stress.bench import ARMS
from equipoise.app.stress.choices import BIASES, NOTHING, REPAIRED, Choices
from equipoise.app.stress.live import BusyError, curves
from equipoise.app.stress.theorem import condition_words
from equipoise.app.tasks import try_this
from equipoise.charts import stress as charts
from equipoise.charts.stress_curves import Curves
from equipoise.datasets import ArtifactError
from equipoise.stress import base_rate, condition
from equipoise.stress.study.recorded import Finding, load_findings

RECOVERED, COIN = 0.9, 0.6
_GROUPS = ("A", "B")


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
        st.info(str(error), icon=":material/hourglass_empty:")
    _recorded(list(STORIES).index(chosen or next(iter(STORIES))) + 1)


@st.cache_resource(show_spinner=False)
def recorded() -> Mapping[int, Finding]:
    """Return the recorded findings, read once; none where the file is missing."""
    try:
        return load_findings()
    except ArtifactError:
        return {}


def _recorded(number: int) -> None:
    """Say what was recorded at the paper's size, and how to run it again."""
    finding = recorded().get(number)
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
        "repaired model with one that is not, and the repaired one recovers the truth. But the "
        "two differ in a second thing: the repaired model has **no intercept**, the other has "
        "one. Which of the two differences does the work? Hold the model the same on both sides."
    )
    model = st.segmented_control(
        "Model, on both sides",
        ["shared", "none"],
        format_func={"shared": "with an intercept", "none": "without an intercept"}.__getitem__,
        key=setting("intercept", ["shared", "none"]),
        required=True,
        persist_state="session",
    )
    choices = Choices(model=model or "shared")
    found = curves(choices, 1)
    nothing, repaired = _fidelities(found, 0.9)
    lowest = min(_fidelities(found, level)[0] for level in choices.levels)
    _draw(found, choices, 0.9, "intercept", [
        f"With nine tenths of them removed, the minority is decided as it should be "
        f"{_percent(repaired)} when repaired and {_percent(nothing)} when nothing is done."
    ])  # fmt: skip
    try_this(
        "Make *doing nothing* recover the truth, at every amount.",
        done=lowest > RECOVERED,
        comment="Without an intercept a boundary must pass through the origin, and so does the "
        "true one. Removing positives can only move an intercept that is not there. The "
        "constraint adds nothing; and with the intercept kept, it does not recover.",
        not_yet=f"At worst, doing nothing agrees in {words.percent(lowest)} of cases. There is "
        "one switch to turn.",
    )
    _to_bench({"model": "shared"}, 0.9, "intercept")


@st.fragment
def theorem() -> None:
    """Show post-processing where the theorem's condition holds and where it fails."""
    st.markdown(
        "Post-processing chooses thresholds for each group so that both have equal error rates. "
        "The theorem says when that undoes missing positives: there must be enough of everything "
        "else to outweigh them. Make the minority larger, or more of its positives missing, until "
        "the condition turns."
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
    found = curves(choices, 1)
    nothing, repaired = _fidelities(found, amount)
    _draw(found, choices, amount, "theorem", [
        f"The minority is decided as it should be {_percent(repaired)} after post-processing and "
        f"{_percent(nothing)} when nothing is done."
    ])  # fmt: skip
    fails = condition(r, choices.eta, 1 - amount) <= 0
    try_this(
        "Make the condition fail, while some positives are left, and look at the full line.",
        done=fails and amount < 1,
        comment=_beyond(repaired),
        not_yet="With a minority of half of all rows it turns soonest.",
    )
    _to_bench({"repair": "post", "model": "shared", "r": "0.50"}, 0.8, "theorem")


def _beyond(repaired: float) -> str:
    """Say what became of the repair beyond the condition."""
    said = f"Agreement is {words.percent(repaired)}. "
    if repaired < COIN:
        return said + "A coin would give a half. Beyond the condition the repaired model is lost."
    return said + "Close to the turn, few rows decide either way: remove more, and it falls."


@st.fragment
def first_row() -> None:
    """Show that a grid with points left out depends on the first row."""
    d = 1.15
    high = words.percent(base_rate(d, (-0.7, 0.5, 1.5)), 0)
    st.markdown(
        f"Here the majority's share of positives is {high}, the minority's is one half. The paper "
        "reports a minority fidelity of .423 after repair: worse than chance. The search tries "
        "weights on a grid, and a grid of 10 is the first 10 of 13 points. **Which three are left "
        "out depends on the group and label of the first training row**, which nobody thinks of "
        "as a setting."
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
    choices = Choices(
        repair=size or "grid-published", model="none", d=d, first=cell or "A0", n=10_000
    )
    found = curves(choices, 3)
    level = 0.4
    _, repaired = _fidelities(found, level)
    _draw(found, choices, level, "first row", [
        "With two fifths of the positive minority rows removed, the minority is decided as it "
        f"should be {_percent(repaired)}, on average over three repeats (dots)."
    ])  # fmt: skip
    try_this(
        "Send the minority's fidelity below one fifth by choosing nothing but the first row.",
        done=bool(repaired < 0.2),
        comment="The same rows in another order. A mean of many shuffled runs hides it: it lies "
        "between two clouds of dots, where no run ever is. Now take all 13 points.",
        not_yet=f"It is {words.percent(repaired)} now.",
    )
    values = {"repair": "grid-published", "d": "1.15", "repeats": "5", "first": "any"}
    _to_bench(values, level, "first row")


@st.fragment
def wrong_constraint() -> None:
    """Show that the constraint hurts under label noise that differs by group."""
    st.markdown(
        "Labels of the majority are wrong at one rate, labels of the minority at another: say, "
        "the minority was looked at more carefully. Equalized odds compares groups *by their "
        "labels*. Where labels are noisy in one group and clean in the other, equal error "
        "rates against the labels are unequal error rates against the truth."
    )
    eta = st.select_slider(
        "Label noise of the majority", NOISES,
        format_func=lambda value: words.percent(float(value), 0),
        key=setting("story eta", NOISES), persist_state="session",
    )  # fmt: skip
    choices = Choices(bias="noise", model="none", eta=float(eta))
    found = curves(choices, 1)
    nothing, repaired = _fidelities(found, 0.0)
    _draw(found, choices, 0.0, "noise", [
        "With clean minority labels, the minority is decided as it should be "
        f"{_percent(repaired)} when repaired and {_percent(nothing)} when nothing is done."
    ])  # fmt: skip
    try_this(
        "Find a noise of the majority at which the repair does no harm to a minority with clean "
        "labels.",
        done=bool(repaired > nothing - 0.02),
        comment="The closer the two groups' noise, the less the constraint distorts. It is the "
        "right one only for the bias it was made for.",
        not_yet=f"The repair costs {words.number(100 * (nothing - repaired), 1)} points.",
    )
    _to_bench({"bias": "noise"}, 0.0, "noise")


STORIES: Mapping[str, tuple[str, Callable[[], None]]] = {
    "intercept": ("1. The missing intercept did it", intercept),
    "theorem": ("2. The theorem's condition", theorem),
    "first-row": ("3. The first row decides", first_row),
    "noise": ("4. When repair does harm", wrong_constraint),
}
"""The findings by name: title, and what tells it."""


def _fidelities(found: Curves, level: float) -> list[float]:
    return [found.at("fidelity", "B", level, arm) for arm in (NOTHING, REPAIRED)]


def _percent(value: float) -> str:
    return f"in {words.percent(value)} of cases"


def _draw(found: Curves, choices: Choices, level: float, key: str, said: Sequence[str]) -> None:
    """Draw the fidelity of both groups against the amount of bias."""
    amount = BIASES[choices.bias].amount
    span = (choices.levels[0], choices.levels[-1])
    data = {
        "lines": found.lines("fidelity", _GROUPS),
        "dots": found.dots("fidelity", _GROUPS),
        "holes": found.holes(),
        "here": {"level": [level]},
        "published": charts.NONE,
    }
    draw_chart(
        charts.curves_spec("fidelity", amount, _GROUPS, ARMS, span, height=250),
        data,
        title=charts.TITLES["fidelity"],
        alt=f"Agreement with the best classifier against the {amount}, for groups A and B; "
        "dashed where nothing is done, full where repaired.",
        takeaway=" ".join(said) + f" {words.count(choices.n / 2)} test rows, never biased.",
        key=f"story {key}",
    )
    for line in found.hole_lines():
        st.markdown(f":material/close: {line}")


def _to_bench(values: Mapping[str, str], amount: float, key: str) -> None:
    if st.button(
        "Take this to the bench", key=f"bench {key}", icon=":material/arrow_forward:",
        on_click=set_bench, args=(values, amount),
    ):  # fmt: skip
        st.rerun()
