"""The six criteria with what the data can tell of them: cards, a task and the numbers behind."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from equipoise import foreign, words
from equipoise.app.cards import criterion_cards, criterion_interval
from equipoise.app.draw import draw_table
from equipoise.app.tasks import try_this
from equipoise.app.views import View, kept_noise_floor
from equipoise.figures.metrics import uncertainty as sentences
from equipoise.figures.metrics.words import alike, by_group
from equipoise.rates import confusion
from equipoise.uncertainty.judgements import Judgement

_OPPORTUNITY = "equal_opportunity_difference"


def plain_cards(view: View, details: Mapping[str, str]) -> None:
    """Draw the criteria as the rows have them, with a word where they rest on few people."""
    judged = view.judgements if fewest(view) < sentences.FEW else {}
    few = {name: [sentences.few_people(one)] for name, one in judged.items()}
    criterion_cards(view.criteria, view.vocabulary, details=details, remarks=few)
    if any(map(any, few.values())):
        st.caption("To see what so few people can tell, switch on *Show uncertainty* in Options.")


def fewest(view: View) -> int:
    """Return over how few people a rate is at present; to judge is needed only of few."""
    cells, tally = confusion(view.tally, view.thresholds), view.tally
    return int(np.min([tally.positives, tally.negatives, cells.tp + cells.fp]))


def unsure_cards(view: View, details: Mapping[str, str]) -> None:
    """Draw the criteria with their intervals, and what stands behind them."""
    st.markdown(sentences.HOW_TO_READ)
    floor = kept_noise_floor(view.tally)
    remarks = {"expected_calibration_error": [sentences.above_noise(floor)]}
    for name, row in sentences.by_name(view.intervals).items():
        if name in view.judgements:
            surest = sentences.surest(view.judgements[name])
            remarks[name] = [surest, sentences.by_chance(row)]
    criterion_cards(
        view.criteria,
        view.vocabulary,
        details=details,
        remarks=remarks,
        judgements=view.judgements,
    )
    _be_sure(view)
    st.caption(sentences.FOLDED)
    draw_table(
        lambda: sentences.comparisons_table(view.intervals, floor),
        key="comparisons",
        title="Every comparison, beside chance alone",
    )


def _be_sure(view: View) -> None:
    """Set the task of meeting a criterion with the whole interval."""
    judgement = view.judgements[_OPPORTUNITY]
    try_this(
        "Find thresholds at which equal opportunity holds with 95 % confidence: the whole bracket "
        f"within {words.number(view.tolerance, 2)}.",
        done=judgement.verdict == "holds",
        comment=_met(view),
        not_yet=_not_met(view, judgement),
    )


def _met(view: View) -> str:
    same = alike(by_group(view.rates))
    if same:
        return (
            f"But only because {same}: rates have hardly any room to differ. Find thresholds that "
            "still tell people apart."
        )
    return (
        "Chance would hide a gap beyond the tolerance in at most 1 of 20 audits of this size. A "
        "gap that only just met the tolerance would not have been enough."
    )


def _not_met(view: View, judgement: Judgement) -> str:
    """Say how far the bracket reaches, and whether the tolerance has any room for it."""
    widest = judgement.decisive
    if widest is None:
        return foreign.plain(judgement.criterion.reason)
    said = f"The gap may lie anywhere in {criterion_interval(judgement)}."
    if widest.high - widest.low <= 2 * view.tolerance:
        return said
    people = words.listed(map(words.count, widest.people))
    pair = words.listed(map(foreign.who, widest.pair))
    return (
        f"{said} Between {pair} alone, {people} people, the "
        f"bracket is {words.number(widest.high - widest.low)} wide, where the tolerance has room "
        f"for {words.number(2 * view.tolerance, 2)}. It fits only with more people, or where "
        "rates are nearer 0 or 1."
    )
