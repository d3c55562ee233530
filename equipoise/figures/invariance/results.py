"""What a reader's own answers measure: SI-bias over noise, and shares by context.

All of it is kept with the results, which live in one session: names that a reader brought are
in no picture, table or specification that outlasts it.
"""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.invariance.axes import legend
from equipoise.figures.invariance.bands import band_rows, bands_of, bands_spec, top_of
from equipoise.figures.invariance.shares import shares_rows, shares_spec
from equipoise.figures.invariance.words import band_words, gap_words, measures_table
from equipoise.foreign import plain
from equipoise.keeping import kept


@dataclass(frozen=True, eq=False)
class Results:
    """Measures of some ways of asking, by the names that these are shown under.

    Attributes
    ----------
    measures : DataFrame
        As `Scores.table` has them.
    cells : DataFrame
        As `judging.cells_table` has them.
    contexts : tuple of str
    """

    measures: pd.DataFrame
    cells: pd.DataFrame
    contexts: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The ways of asking."""
        return tuple(self.measures["strategy"])

    @property
    def top(self) -> float:
        """Where an axis of SI-bias ends."""
        return top_of(self.measures["si_bias"], self.measures["null_upper"])


@kept()
def bands_figure(results: Results) -> Figure:
    """Show the SI-bias of each way of asking over what noise alone shows."""
    measures = results.measures
    return Figure(
        title="SI-bias over what noise alone shows",
        alt="SI-bias of each strategy as a mark over a grey bar that shows what noise alone does.",
        takeaway="SI-bias (stratified invariance) is the widest gap between two contexts, in any "
        f"stratum, in the share of 1s. {band_words(measures)}",
        spec=bands_spec(results.names, results.top, told=False),
        data=band_rows(bands_of(measures)),
        table=lambda: measures_table(measures),
        table_title="All measures as a table",
    )


@kept()
def shares_figure(results: Results, strategy: str) -> Figure:
    """Show one way of asking: the share of 1s in each context, a line a stratum."""
    cells = results.cells
    mine = cells[cells["strategy"] == strategy].replace({"stratum": {"": "all"}})
    one = next(row for _, row in results.measures.iterrows() if row["strategy"] == strategy)
    lines = tuple(dict.fromkeys(mine["stratum"]))
    return Figure(
        title="Positive answers by stratum and context",
        alt="The share of positive answers in each context, a line a stratum.",
        takeaway=f"{_widest(one)}\n\n{legend(results.contexts)}",
        spec=shares_spec(lines, results.contexts, "answered 1"),
        data={"shares": shares_rows(mine, "stratum")},
        table=lambda: _cells(mine),
        table_title="The cells as a table",
    )


def _widest(one: pd.Series) -> str:
    """Say where a strategy's gap is widest, and how sure that is."""
    if one["verdict"] == "undefined":
        return "SI-bias is not defined."
    if one["si_bias"] == 0:
        said = "No gap: every context has the same share of 1s within its stratum."
    else:
        within = f" in the stratum {plain(one['stratum'])}" if one["stratum"] else ""
        size = gap_words(one["si_bias"])
        said = f"Widest{within}: {plain(one['z_hi'])} over {plain(one['z_lo'])}, by {size}."
    if one["verdict"] != "cannot tell":
        said += (
            f" The 95 % interval, for all differences at once and rows taken as independent, is "
            f"{words.interval(one['interval_low'], one['interval_high'])}."
        )
    if one["n_missing"]:
        said += (
            f" The {words.plural(one['n_missing'], 'missing answer')} could make it anything from "
            f"{words.number(one['bound_low'])} to {words.number(one['bound_high'])}."
        )
    return said


def _cells(cells: pd.DataFrame) -> pd.DataFrame:
    """Return cells in words."""
    return pd.DataFrame(
        {
            "context": cells["context"].map(plain).tolist(),
            "positive": [
                words.of(k, n, "answers")
                for k, n in zip(cells["positives"], cells["n"], strict=True)
            ],
            "share": cells["rate"].map(words.percent).tolist(),
            "missing": cells["n_missing"].map(words.count).tolist(),
        },
        index=pd.Index(cells["stratum"], name="stratum"),
    )
