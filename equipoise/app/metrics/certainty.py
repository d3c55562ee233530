"""The six criteria with what the data can tell of them: cards, a task and the numbers behind."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from equipoise.app.cards import criterion_cards
from equipoise.app.draw import draw_table
from equipoise.app.tasks import draw_task
from equipoise.audit import View
from equipoise.figures.metrics import uncertainty as sentences
from equipoise.keeping import kept
from equipoise.rates import confusion
from equipoise.tally import Tally
from equipoise.tasks.metrics import CONFIDENT_OPPORTUNITY
from equipoise.uncertainty.comparisons import ERROR
from equipoise.uncertainty.noise_floor import NoiseFloor, noise_floor


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
    floor = _noise_floor(view.tally)
    remarks = {ERROR: [sentences.above_noise(floor)]}
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
    draw_task(CONFIDENT_OPPORTUNITY, view)
    st.caption(sentences.FOLDED)
    draw_table(
        lambda: sentences.comparisons_table(view.intervals, floor),
        key="comparisons",
        title="Every comparison, beside chance alone",
    )


# Of the scores alone: no threshold changes it, and it is found once.
@kept()
def _noise_floor(tally: Tally) -> NoiseFloor:
    return noise_floor(tally)
