"""Measures in words, as the command line and `print` tell them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from equipoise.invariance.measures.scored import Scored
from equipoise.words import UNDEFINED, count, interval, number, of, percent, plural

_LOST = {"missing": "left blank", "error": "failed"}


def report(
    scores: Mapping[str, Scored], of_all: Sequence[str], alone: Mapping[str, list[str]]
) -> str:
    """Return measures in words, a paragraph a strategy; what is true of all stands last.

    Parameters
    ----------
    scores : mapping from strategy to Scored
    of_all, alone : sequence of str, mapping from strategy to list of str
        The notes on all of them, and on each.
    """
    told = [_told_of(scored, alone[name]) for name, scored in scores.items()]
    return "\n\n".join([*told, *of_all])


def status_words(counts: Mapping[str, int]) -> str:
    """Return how many answers were lost, and how: 2 unreadable, 1 refused; "" for none."""
    lost = {_LOST.get(status, status): n for status, n in counts.items() if n and status != "ok"}
    return ", ".join(f"{count(n)} {said}" for said, n in lost.items())


def _told_of(scored: Scored, notes: list[str]) -> str:
    bias, null = scored.si_bias, scored.null
    where = f" in stratum {bias.stratum}" if bias.stratum else ""
    pair = f": {bias.contexts[0]} above {bias.contexts[1]}{where}" if bias.value > 0 else ""
    lost = status_words(scored.counts)
    limits = scored.interval.low, scored.interval.high
    n = scored.ci.n_units
    told_alike = of(n - len(scored.ci.flips), n, "complete units") if n else ""
    alike = f": {told_alike} answered alike" if n else ""
    lines = [
        f"{scored.strategy}: {plural(scored.n, 'row')}, {count(bias.n_missing)} without an answer"
        + (f" (of all asked: {lost})" if lost else ""),
        f"  SI-bias         {number(bias.value)}{pair}",
        f"    noise alone   {number(null.mean)} on average, above {number(null.upper)} in at most "
        f"{percent(1 - null.level)} of permutations",
        f"    p-value       {number(scored.p_value, 4)}, {scored.verdict}",
        f"    {100 * null.level:g} % interval {interval(*limits) or UNDEFINED}",
        f"  CI probability  {number(scored.ci.value)}{alike}",
        f"  Macro F1        {number(scored.f1.value)} of {plural(scored.f1.n, 'row')}; "
        f"{percent(scored.positive_rate)} positive",
    ]
    if bias.n_missing and scored.bounds.low >= 0:
        lines.insert(5, f"    missing answers could make it {interval(*scored.bounds)}")
    if scored.si_bias_by_model_s is not None:
        within = number(scored.si_bias_by_model_s.value)
        if math.isnan(scored.s_agreement):
            lines.append(f"  SI-bias within the model's own strata {within}")
        else:
            same = round(scored.s_agreement * scored.n_s_agreement)
            lines.append(
                f"  The model's own strata agree with the given in {percent(scored.s_agreement)} "
                f"({of(same, scored.n_s_agreement, 'rows')}); SI-bias within them {within}"
            )
    return "\n".join([*lines, *(f"  {note}" for note in notes)])
