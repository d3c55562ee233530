"""A language model's recorded answers: SI-bias over noise, and how often it says yes."""

from __future__ import annotations

from equipoise import words
from equipoise.datasets.discrim.artifact import Discrim
from equipoise.figures.figure import Figure
from equipoise.figures.invariance.axes import legend
from equipoise.figures.invariance.bands import band_rows, bands_of, bands_spec, top_of
from equipoise.figures.invariance.shares import shares_rows, shares_spec
from equipoise.figures.invariance.words import band_words, called, measures_table, named
from equipoise.invariance import Scores
from equipoise.invariance.judging import cells_table
from equipoise.keeping import kept


@kept()
def recorded_bands(found: Scores, known: Discrim) -> Figure:
    """Show the SI-bias of each way of asking over what noise alone shows."""
    measures, n = named(found.table()), known.items.table["unit"].nunique()
    sizes = sorted({one.ci.n_units for one in found.values()})
    top = top_of(measures["si_bias"], measures["null_upper"])
    return Figure(
        title="Does any way of asking stand out from noise?",
        alt="SI-bias of each strategy as a mark over a grey bar that shows what noise alone does.",
        takeaway="SI-bias is the widest gap between two genders in how often the answer is yes. "
        f"{band_words(measures)} Counted: {' to '.join(map(words.count, sizes))} of "
        f"{words.count(n)} questions.",
        spec=bands_spec(tuple(measures["strategy"]), top, told=False),
        data=band_rows(bands_of(measures)),
        table=lambda: measures_table(measures),
    )


@kept()
def recorded_shares(found: Scores, known: Discrim) -> Figure:
    """Show how often the answer is yes for each gender, a line a way of asking."""
    contexts = known.items.contexts
    return Figure(
        title="How often the answer is yes",
        alt="The share of yes for each gender, a line a strategy.",
        takeaway=f"{legend(contexts)}. A way of asking may close the gap by saying yes, or no, "
        "to nearly everybody.",
        spec=shares_spec(tuple(map(called, found)), contexts, "answered yes"),
        data={"shares": shares_rows(named(cells_table(found)))},
    )
