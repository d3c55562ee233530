"""What is measured of one strategy's answers."""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.invariance.measures.counterfactual import CIProbability
from equipoise.invariance.measures.intervals import SIInterval
from equipoise.invariance.measures.noise import NOISE, NullBand, Verdict
from equipoise.invariance.measures.performance import MacroF1
from equipoise.invariance.measures.si_bias import Bounds, SIBias


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
