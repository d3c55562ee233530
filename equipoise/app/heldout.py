"""Whether a repair holds on people it was not chosen on."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app import frontiers
from equipoise.app.charts import draw_chart
from equipoise.app.tasks import predict_first
from equipoise.charts import heldout as charts
from equipoise.charts.frontier_choice import Choice
from equipoise.frontiers.heldout import HeldOut

NEARLY_ALL, MOST, FEW = "in nearly all of them", "in most", "in half of them or fewer"


def held_out_fold(slug: str, choice: Choice) -> None:
    """Fold away the trial on random halves; nothing is computed until it is opened."""
    folded = st.expander(
        "Does the repair hold on people it was not chosen on?",
        icon=":material/group_work:",
        key="held-out fold",
        on_change="rerun",
    )
    if folded.open:
        with folded:
            _bench(slug, choice)


def _bench(slug: str, choice: Choice) -> None:
    limit = words.number(choice.gap)
    st.markdown(
        "The frontier is found on the same people on whom it is judged. Here the people are split "
        f"at random into two halves, {frontiers.REPEATS} times (seed 0). On one half, the most "
        f"accurate thresholds within the chosen point's gap of {limit} are looked for; on the "
        "other half they are judged. Halves are smaller than the whole, so chance is larger here "
        "than for all the people together."
    )
    trials = frontiers.held_out_of(slug, choice.front.gap, choice.gap)
    guess = predict_first(
        f"In how many of the {frontiers.REPEATS} other halves is a gap of {limit} kept?",
        _comments(trials),
        answer=answer(trials),
        key="held-out guess",
    )
    if guess is None:
        return
    draw_chart(
        charts.trial_spec(choice.front.gap),
        charts.trial_tables(trials, choice.gap),
        title="Crosses were promised, circles came of it",
        alt="Accuracy against gap for fifty random halves: a cross for what was promised on the "
        "half where thresholds were chosen, a circle for what they gave on the other half, and a "
        "line at the promised gap.",
        takeaway=charts.verdict(trials),
        key="held out",
    )


def answer(trials: HeldOut) -> str:
    """Return which of the three guesses is right."""
    held, _, n = charts.kept(trials)
    if held >= charts.NEARLY_ALL * n:
        return NEARLY_ALL
    return MOST if held > n / 2 else FEW


def _comments(trials: HeldOut) -> dict[str, str]:
    held, _, n = charts.kept(trials)
    right = answer(trials)
    why = (
        "The search takes the thresholds that look best on one half, and part of that look is "
        "luck, which the other half does not share."
    )
    if right == NEARLY_ALL:
        why = "The limit asks so little that luck plays no part."
    said = f"in {held} of {n}. {why} Walk along the frontier and see how that changes."
    return {
        name: f"{'Right' if name == right else 'Not quite'}: {said}"
        for name in (NEARLY_ALL, MOST, FEW)
    }
