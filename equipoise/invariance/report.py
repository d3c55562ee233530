"""Measures in words, as the command line and `print` tell them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.words import UNDEFINED, count, interval, number, percent, plural

if TYPE_CHECKING:
    from equipoise.invariance.scoring import Scored, Scores


def report(scores: Scores) -> str:
    """Return measures in words, a paragraph a strategy; what is true of all stands last."""
    of_all, alone = scores.notes()
    told = [_told_of(scored, alone[name]) for name, scored in scores.items()]
    return "\n\n".join([*told, *of_all])


def _told_of(scored: Scored, notes: list[str]) -> str:
    bias, ci = scored.si_bias, scored.ci
    where = f" in stratum {bias.stratum}" if bias.stratum else ""
    pair = f": {bias.contexts[0]} above {bias.contexts[1]}{where}" if bias.value > 0 else ""
    lines = [
        f"{scored.strategy}: {plural(scored.n, 'row')}, {count(bias.n_missing)} without an answer",
        f"  SI-bias         {number(bias.value)}{pair}",
        f"    noise alone   {number(scored.null.mean)} on average, "
        f"95th percentile {number(scored.null.upper)}",
        f"    p-value       {number(scored.p_value, 4)}, {scored.verdict}",
        f"    95 % interval {interval(*_limits(scored)) or UNDEFINED}",
        f"  CI probability  {number(ci.value)} of {plural(ci.n_units, 'complete unit')}",
        f"  Macro F1        {number(scored.f1.value)} of {plural(scored.f1.n, 'row')}; "
        f"{percent(scored.positive_rate)} positive",
    ]
    if bias.n_missing and scored.bounds.low >= 0:
        lines.insert(5, f"    missing answers could make it {interval(*scored.bounds)}")
    if scored.si_bias_by_model_s is not None:
        lines.append(
            f"  The model's own strata agree with the given in {percent(scored.s_agreement)} of "
            f"{plural(scored.n_s_agreement, 'row')}; SI-bias within them "
            f"{number(scored.si_bias_by_model_s.value)}"
        )
    return "\n".join([*lines, *(f"  {note}" for note in notes)])


def _limits(scored: Scored) -> tuple[float, float]:
    return scored.interval.low, scored.interval.high
