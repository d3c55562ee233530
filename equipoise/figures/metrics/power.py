"""Picture of the Metrics page: which gaps chance produces, and which show, as groups grow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.figures.figure import Figure
from equipoise.figures.theme import INK, QUIET, source, specification
from equipoise.keeping import kept, once
from equipoise.rates import RATES
from equipoise.tally import Tally
from equipoise.uncertainty.power import Power, power
from equipoise.vocabulary import Vocabulary

CASES = ("smaller group differs", "larger group differs")
"""Whose rate departs from the typical one: what shows is not the same for both."""

SERIES = (
    *(f"seen in 4 of 5, {case}" for case in CASES),
    "by chance in 1 of 20",
    "by chance, typically",
)
"""The lines, about from the highest down, by their names."""

FACTORS = (1 / 32, 1 / 8, 1 / 2, 2, 8, 32)
"""The sizes drawn, as multiples of those asked about."""

SMALLEST, LARGEST = 20, 300_000
"""Between how many people of a group curves are drawn."""

Columns = dict[str, list[Any]]


# A tuple of tuples, so that what follows from a plan can be kept under it.
class Plan(NamedTuple):
    """An audit of two groups, such as one might make.

    Attributes
    ----------
    groups : tuple of str
    people : tuple of int
        How many each has.
    shares : tuple of float
        Of them, with a positive label.
    gap : str
        One of `equipoise.uncertainty.power.EXPLORED`: what is compared.
    """

    groups: tuple[str, ...]
    people: tuple[int, ...]
    shares: tuple[float, ...]
    gap: str

    @property
    def sizes(self) -> dict[str, int]:
        """How many people each group has."""
        return dict(zip(self.groups, self.people, strict=True))

    @property
    def base_rates(self) -> dict[str, float]:
        """The share of positive labels of each."""
        return dict(zip(self.groups, self.shares, strict=True))


def as_it_is(tally: Tally, gap: str) -> Plan:
    """Return the audit of the two groups with the fewest and the most people, as they are."""
    order = tally.n.argsort(kind="stable")
    ends = [int(order[0]), int(order[-1])]
    return Plan(
        tuple(tally.groups[place] for place in ends),
        tuple(int(tally.n[place]) for place in ends),
        tuple(float(tally.base_rates[place]) for place in ends),
        gap,
    )


@kept(maxsize=64)
def explored(tally: Tally, plan: Plan) -> tuple[Power, Columns]:
    """Return what an audit of groups of a tally is likely to see, and the same as groups grow."""
    sizes, base_rates = plan.sizes, plan.base_rates
    return power(sizes, base_rates, gap=plan.gap), curves(sizes, base_rates, plan.gap)


def gaps_that_show(view: View, plan: Plan) -> Figure:
    """Return which gaps chance makes and which show, at the sizes asked about and at others."""
    found, gaps = explored(view.tally, plan)
    about = words.listed(
        f"{words.listed(words.count(n) for n in found.people[rate])} people for the "
        f"{RATES[rate].title.lower()} ({words.percent(shared, 0)} in both groups)"
        for rate, shared in found.rates.items()
    )
    # A gap of nobody is NaN, of which nothing is true.
    said = f"{about}: a rate of nobody has no value, so there is no gap."
    if found.chance_high >= 0:
        said = (
            f"{about}. Chance alone makes a gap of {words.number(found.chance_median)} typically, "
            f"and of more than {words.number(found.chance_high)} in at most 1 of 20 audits. "
            f"{in_words(view.vocabulary, plan.sizes, found)}"
        )
    return Figure(
        title="Four times the people, half the gap",
        takeaway=said,
        alt="Gaps against the size of the smaller group, both groups growing together: the "
        "smallest that show in 4 of 5 audits, if the smaller or the larger group differs, and "
        "what chance alone makes once in twenty and typically.",
        spec=power_spec(),
        data={"gaps": gaps, "present": gap_rows(plan.sizes, found)},
        table=lambda: gap_table(gaps),
        table_title="The gaps at each size",
    )


@once()
def power_spec() -> dict[str, Any]:
    """Return gaps against the size of the smaller group, for "gaps" and "present"."""
    x = alt.X(
        "people:Q",
        scale=alt.Scale(type="log", nice=False),
        axis=alt.Axis(title="people in the smaller group", format="~s", grid=False, tickCount=4),
    )
    y = alt.Y(
        "gap:Q",
        scale=alt.Scale(domainMin=0),
        axis=alt.Axis(title="gap between the two groups", format=".2f", tickCount=5),
    )
    legend = alt.Legend(
        title=None, orient="top", direction="vertical", labelLimit=320, symbolStrokeColor=INK,
        symbolSize=500, labelFontSize=13,
    )  # fmt: skip
    dash = alt.StrokeDash(
        "series:N",
        scale=alt.Scale(domain=list(SERIES), range=[[1, 0], [14, 3], [8, 4], [2, 3]]),
        legend=legend,
    )
    lines = (
        alt.Chart(source("gaps"))
        .mark_line(color=INK, interpolate="monotone")
        .encode(x=x, y=y, strokeDash=dash)
    )
    here = alt.Chart(source("present"))
    rule = here.mark_rule(color=QUIET).encode(x=x)
    points = here.mark_point(color=INK, size=60).encode(
        x=x,
        y=y,
        tooltip=[alt.Tooltip("series:N", title="gap"), alt.Tooltip("gap:Q", format=".3f")],
    )
    return specification(alt.layer(rule, lines, points).properties(height=240))


def seen(sizes: Mapping[str, int], found: Power) -> dict[str, float]:
    """Return the gap from which on a difference shows in 4 of 5 audits, by group.

    The gap by which the group's rate departs from the typical one, which the other group has;
    of two rates the larger gap. NaN where not even the largest shows so often. The group with
    the fewer people comes first.
    """
    gaps = dict(zip(found.detectable.index, found.detectable.to_numpy().max(axis=1), strict=True))
    return {group: float(gaps[group]) for group in sorted(gaps, key=sizes.__getitem__)}


def gap_rows(sizes: Mapping[str, int], found: Power) -> Columns:
    """Return the gaps at one size, undefined ones left out."""
    gaps = (*seen(sizes, found).values(), found.chance_high, found.chance_median)
    known = [(name, gap) for name, gap in zip(SERIES, gaps, strict=True) if np.isfinite(gap)]
    return {
        "people": [min(sizes.values())] * len(known),
        "series": [name for name, _ in known],
        "gap": [gap for _, gap in known],
    }


def curves(sizes: Mapping[str, int], base_rates: Mapping[str, float], gap: str) -> Columns:
    """Return the gaps at multiples of the sizes asked about, these included."""
    columns: Columns = {"people": [], "series": [], "gap": []}
    for factor in sorted((*FACTORS, 1)):
        scaled = {group: round(n * factor) for group, n in sizes.items()}
        # The sizes asked about are drawn whatever they are.
        drawn = min(scaled.values()) >= SMALLEST and max(scaled.values()) <= LARGEST
        if factor != 1 and not drawn:
            continue
        rows = gap_rows(scaled, power(scaled, base_rates, gap=gap))
        for name, column in columns.items():
            column += rows[name]
    return columns


def gap_table(gaps: Columns) -> pd.DataFrame:
    """Return the gaps of each series at each size, in words."""
    wide = pd.DataFrame(gaps).pivot(index="people", columns="series", values="gap")
    wide = wide.reindex(columns=list(SERIES)).map(words.number)
    return wide.set_axis(wide.index.map(words.count)).rename_axis("Smaller group", axis=0)


def in_words(vocabulary: Vocabulary, sizes: Mapping[str, int], found: Power) -> str:
    """Return from which gap on a difference shows, whichever group it is that differs."""

    def case(rate: str, group: str) -> str:
        """Say which gap shows if this group is the one that departs, or that none does."""
        lower = "lower" if found.furthest(rate) == 0 else "higher"
        has = f"{foreign.people(vocabulary, group)} have the {lower} rate"
        gap, reached = (
            table[rate].to_dict()[group] for table in (found.detectable, found.departing)
        )
        if np.isfinite(gap):
            return f"from **{words.number(gap)}** on if {has} ({words.percent(reached)})"
        return f"in fewer, even at {words.percent(found.furthest(rate), 0)}, if {has}"

    said = []
    for rate, shared in found.rates.items():
        cases = words.listed(case(rate, group) for group in seen(sizes, found))
        said.append(
            f"A true gap in {RATES[rate].title.lower()}s, with the other group at "
            f"{words.percent(shared, 0)}, rises above that in 4 of 5 audits {cases}."
        )
    return f"{' '.join(said)} A smaller gap shows less often."
