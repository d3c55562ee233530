"""All measures of some answers, a strategy at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import pandas as pd

from equipoise.invariance.measures.agreement import agreement
from equipoise.invariance.measures.counterfactual import CIProbability, ci_probability
from equipoise.invariance.measures.intervals import interval
from equipoise.invariance.measures.noise import PERMUTATIONS, null_band
from equipoise.invariance.measures.performance import MacroF1, macro_f1, positive_rate
from equipoise.invariance.measures.report import report
from equipoise.invariance.measures.scored import Scored
from equipoise.invariance.measures.si_bias import SIBias, missing_bounds, si_bias
from equipoise.invariance.tables.answers import STATUSES, Answers
from equipoise.invariance.tables.items import Items

_M = TypeVar("_M", SIBias, CIProbability, MacroF1)

_ON_ALL_ROWS = "There is no population sample; this is on all rows."


@dataclass(frozen=True, eq=False)
class Scores(Mapping[str, Scored]):
    """The measures by strategy, in the order of the answers; `print` tells them in words."""

    by_strategy: dict[str, Scored]

    def __getitem__(self, strategy: str) -> Scored:
        return self.by_strategy[strategy]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_strategy)

    def __len__(self) -> int:
        return len(self.by_strategy)

    def __str__(self) -> str:
        return report(self, *self.notes())

    def notes(self) -> tuple[list[str], dict[str, list[str]]]:
        """Return what must be said beside the numbers: of all strategies, and of each alone."""
        said = {name: one.notes() for name, one in self.items()}
        first, *others = said.values()
        of_all = [note for note in first if all(note in other for other in others)]
        alone = {name: [one for one in said[name] if one not in of_all] for name in said}
        return of_all, alone

    def table(self) -> pd.DataFrame:
        """Return one row per strategy; NaN where a measure is undefined."""
        return pd.DataFrame([scored.row() for scored in self.values()])


def score(
    items: Items,
    answers: Answers,
    *,
    common: bool = False,
    n_permutations: int = PERMUTATIONS,
    level: float = 0.95,
    seed: int = 0,
) -> Scores:
    """Measure every strategy's answers.

    Parameters
    ----------
    items : Items
    answers : Answers
        Rows without an answer in this table were not asked and do not count; rows with a
        blank one count as missing.
    common : bool
        Whether only the items that every strategy was asked count, so that strategies can
        be compared.
    n_permutations, level, seed
        As in `null_band`; the level also of the intervals.

    Returns
    -------
    Scores
        A mapping of strategies to `Scored`; `table()` has them as a DataFrame.

    Raises
    ------
    ValueError
        If an answer's id is no item's, or a parameter is out of range.
    """
    strangers = sorted(set(answers.table["id"]) - set(items.table["id"]))
    if strangers:
        raise ValueError(f"No item has the id {strangers[0]!r}; these answers are to others.")
    kept = items.restricted(answers.common_ids()) if common else items
    measured = partial(_scored, n_permutations=n_permutations, level=level, seed=seed)
    return Scores(
        {name: measured(name, items, kept, answers.of(name)) for name in answers.strategies}
    )


def _scored(
    strategy: str,
    items: Items,
    kept: Items,
    given: pd.DataFrame,
    *,
    n_permutations: int,
    level: float,
    seed: int,
) -> Scored:
    asked = kept.table.merge(given, on="id", how="inner", validate="one_to_one")
    rows = asked[asked["sample"] == "balanced"].reset_index(drop=True)
    pred, s, z = rows["pred"], rows["s"], rows["z"]
    # A unit is judged whole: its rows that were not asked count as without an answer.
    balanced = items.balanced[["id", "unit", "z"]]
    of_units = balanced[balanced["unit"].isin(rows["unit"])]
    units = of_units.merge(rows[["id", "pred"]], on="id", how="left")
    nobody = "" if len(rows) else "no balanced row was asked"
    bias = _since(nobody, si_bias(pred, s, z))
    null = null_band(
        pred, s, z, rows["unit"], n_permutations=n_permutations, level=level, seed=seed
    )
    p = null.p_value(bias.value)
    judged, remark = asked[asked["sample"] == "population"], ""
    if kept.population.empty:
        judged, remark = asked, _ON_ALL_ROWS
    unjudged = "" if len(judged) else "no population row was asked"
    own = agreement(rows, items.balanced)
    saw = (rows["s_lm"] != "").any()
    return Scored(
        strategy=strategy,
        si_bias=bias,
        null=null,
        p_value=p,
        verdict=null.verdict(bias.value),
        interval=interval(pred, s, z, level=level),
        bounds=missing_bounds(pred, s, z),
        ci=_since(nobody, ci_probability(units["pred"], units["unit"], units["z"])),
        f1=_since(unjudged, macro_f1(judged["y"], judged["pred"])),
        positive_rate=positive_rate(judged["pred"]),
        remark=remark,
        n=len(rows),
        n_not_asked=len(kept.balanced) - len(rows),
        counts={name: int((asked["status"] == name).sum()) for name in STATUSES},
        s_agreement=own.value,
        n_s_agreement=own.n,
        s_agreement_reason=own.reason,
        si_bias_by_model_s=si_bias(pred, rows["s_lm"], z) if saw else None,
    )


def _since(reason: str, measure: _M) -> _M:
    """Return a measure that is undefined for a reason that it cannot know of."""
    return replace(measure, reason=reason) if reason else measure
