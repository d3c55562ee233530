"""All measures of some answers, a strategy at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import pandas as pd

from equipoise.invariance.measures.agreement import agreement
from equipoise.invariance.measures.counterfactual import CIProbability, ci_probability
from equipoise.invariance.measures.intervals import SIInterval, interval
from equipoise.invariance.measures.noise import NOISE, PERMUTATIONS, NullBand, Verdict, null_band
from equipoise.invariance.measures.performance import MacroF1, macro_f1, positive_rate
from equipoise.invariance.measures.report import report
from equipoise.invariance.measures.stratified import Bounds, SIBias, missing_bounds, si_bias
from equipoise.invariance.tables.answers import STATUSES, Answers
from equipoise.invariance.tables.items import Items

_M = TypeVar("_M", SIBias, CIProbability, MacroF1)

_ON_ALL_ROWS = "There is no population sample; this is on all rows."


@dataclass(frozen=True, eq=False)
class Scored:
    """What one strategy's answers measure.

    Attributes
    ----------
    strategy : str
    si_bias : SIBias
        On the balanced rows that were asked, as are all but `f1` and `positive_rate`.
    null : NullBand
        What noise alone would show; permuted within units where they are crossed.
    p_value : float
        How often noise alone reaches this SI-bias; NaN where undefined.
    verdict : str
        As `NullBand.verdict` has it.
    interval : SIInterval
    bounds : Bounds
        SI-bias over all ways the missing answers could have come out.
    ci : CIProbability
    f1 : MacroF1
        On the population rows; without any, on all rows.
    positive_rate : float
        On the same rows.
    remark : str
        Which rows these are, if not the population; "" otherwise.
    n : int
        Balanced rows that were asked.
    n_not_asked : int
        Balanced rows that were not.
    counts : dict of str to int
        Answers by status, over all rows asked.
    s_agreement : float
        Share of rows where the stratum that the model saw is the given one; NaN if no row has
        both, or for the reason.
    n_s_agreement : int
        How many rows have both.
    s_agreement_reason : str
        Why they can't be compared; "" where they can.
    si_bias_by_model_s : SIBias or None
        SI-bias within the strata the model saw; None where it saw none.
    """

    strategy: str
    si_bias: SIBias
    null: NullBand
    p_value: float
    verdict: Verdict
    interval: SIInterval
    bounds: Bounds
    ci: CIProbability
    f1: MacroF1
    positive_rate: float
    remark: str
    n: int
    n_not_asked: int
    counts: dict[str, int]
    s_agreement: float
    n_s_agreement: int
    s_agreement_reason: str
    si_bias_by_model_s: SIBias | None

    def row(self) -> dict[str, object]:
        """Return the measures as one row of a table; NaN where undefined.

        No context is named as the highest or the lowest where there is no gap.
        """
        by_model = self.si_bias_by_model_s
        gap = self.si_bias.value > 0
        return {
            "strategy": self.strategy,
            "n": self.n,
            "n_missing": self.si_bias.n_missing,
            "si_bias": self.si_bias.value,
            "stratum": self.si_bias.stratum if gap else "",
            "z_hi": self.si_bias.contexts[0] if gap else "",
            "z_lo": self.si_bias.contexts[1] if gap else "",
            "null_mean": self.null.mean,
            "null_upper": self.null.upper,
            "p_value": self.p_value,
            "verdict": self.verdict,
            "interval_low": self.interval.low,
            "interval_high": self.interval.high,
            "bound_low": self.bounds.low,
            "bound_high": self.bounds.high,
            "ci_probability": self.ci.value,
            "n_units": self.ci.n_units,
            "coverage": self.ci.coverage,
            "macro_f1": self.f1.value,
            "n_f1": self.f1.n,
            "positive_rate": self.positive_rate,
            "s_agreement": self.s_agreement,
            "si_bias_by_model_s": by_model.value if by_model else float("nan"),
        }

    def notes(self) -> list[str]:
        """Return what must be said beside the numbers: why one is undefined, which rows."""
        undefined = {
            "SI-bias": self.si_bias.reason,
            "CI probability": self.ci.reason,
            "Macro F1": self.f1.reason,
        }
        said = [f"{name} is not defined: {why}." for name, why in undefined.items() if why]
        if self.verdict == "cannot tell":
            said.append(
                "SI-bias: there are too few rows to tell. Even answers that depend on the context "
                "and nothing else would not stand out from noise."
            )
        if self.verdict == "borderline":
            said.append(
                f"SI-bias: the p-value is too close to {NOISE:g} to call. Other permutations "
                "could put it on the other side; more of them tell more."
            )
        if self.remark and not self.f1.reason:
            said.append(f"Macro F1: {self.remark}")
        if self.s_agreement_reason:
            said.append(
                "The strata that the model saw cannot be compared with the given ones: "
                f"{self.s_agreement_reason}. Write them alike, or give the label y, which tells "
                "which is which."
            )
        if self.n_not_asked:
            said.append(f"{self.n_not_asked} of {self.n + self.n_not_asked} rows were not asked.")
        return said


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
        return report(self)

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
