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
from equipoise.invariance.measures.scored import Scored
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


def widest_genders(one: Scored) -> str:
    """Say between which genders the gap is widest, with the counts behind it."""
    high, low = one.si_bias.contexts
    cells = one.si_bias.cells.set_index("context")
    if one.si_bias.value == 0:
        each = f"{cells['positives'][high]:.0f} of {cells['n'][high]:.0f}"
        return f"no gap: {each} yes for every gender"
    return (
        f"{high}: {cells['positives'][high]:.0f} of {cells['n'][high]:.0f} yes; "
        f"{low}: {cells['positives'][low]:.0f} of {cells['n'][low]:.0f}"
    )


def yes_of(one: Scored) -> str:
    """Say how many of the readable answers are yes, and how many could be read."""
    readable, asked = one.counts["ok"], sum(one.counts.values())
    yes = round(one.positive_rate * readable) if readable else 0
    if readable == asked:
        return words.of(yes, readable, "answers")
    return f"{words.of(yes, readable, 'readable answers')}, of {words.count(asked)} asked for"
