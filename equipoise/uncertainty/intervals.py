"""How far every rate and gap could be from what these rows show."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd

from equipoise.rates import RATES, Confusion, confusion
from equipoise.resampling import check_draws, null_rates, require_counts
from equipoise.tally import Tally, Thresholds
from equipoise.uncertainty.comparisons import ERROR, compare, compare_calibration, span
from equipoise.uncertainty.contrasts import Array, Contrast, contrasts
from equipoise.uncertainty.proportions import check_level, is_sparse, share


class _Row(NamedTuple):
    """One row of the table that `intervals` returns, where its columns are described."""

    statistic: str
    group: str
    other: str
    estimate: float
    low: float
    high: float
    method: str
    people: int
    bias: str = ""
    null_median: float = np.nan
    null_95: float = np.nan


def intervals(
    tally: Tally,
    thresholds: Thresholds,
    *,
    n_boot: int = 1000,
    level: float = 0.95,
    seed: int = 0,
    favourable_label: Literal[0, 1] = 1,
) -> pd.DataFrame:
    """Return an interval for every rate, difference, ratio and calibration error.

    Over many audits of this size, drawn from the same people, each interval contains the value
    for everybody in `level` of them or more. Counts come in steps, so that at 95 % it can be 93
    for some rates, and 92 for the difference of two of them that lie at opposite ends. The
    percentiles of a bootstrap fall far shorter: replicates of a largest gap, or of a calibration
    error, carry the noise twice.

    Parameters
    ----------
    tally : Tally
        Of counted, not weighted, rows.
    thresholds : float or mapping from group to float
    n_boot : int
        Draws of the null bands. Intervals need none.
    level : float
        The confidence, between 0 and 1.
    seed : int
        The same seed gives the same draws.
    favourable_label : {1, 0}
        As in `equipoise.criteria`.

    Returns
    -------
    DataFrame
        statistic
            A name in `RATES` or `contrasts`, or "expected_calibration_error".
        group, other
            The group; the two groups of a signed difference (group minus other); both ""
            for everybody together and for a gap over groups.
        estimate, low, high
            NaN where undefined, as in `equipoise.criteria`. There are no rows for calibration
            errors where the grid has no ten equal bins.
        method
            "wilson" for a single rate, "clopper-pearson" where fewer than
            `proportions.SPARSE` people have the outcome, or lack it. "newcombe" for a
            difference and "mover-r" for a ratio, built from the same limits. With more than
            one pair of groups, or two rates, these are wide enough for all pairs together,
            and the largest gap lies between the largest of their least and the largest of
            their most: see `comparisons`. "residuals" for a calibration error, all groups
            together: see `calibration_limits`. The rows of criteria agree with `judge`.
        people
            In the denominator; of a comparison, in the smallest denominator with anybody.
        bias
            "up" or "down" where the statistic is a largest or smallest value or a sum of
            absolute values: on average, noise pushes the estimate away from equality. The
            interval allows for it.
        null_median, null_95
            The size of a difference (for the ratio, the ratio) that chance alone produces:
            its median, and what it exceeds (falls below) in at most one draw of twenty; see
            `null_rates`. NaN for single rates; for calibration errors see `noise_floor`.

    Raises
    ------
    ValueError
        If the tally is weighted, an option is out of range, or the thresholds do not fit.
    """
    require_counts(tally, "An interval")
    check_level(level)
    check_draws(n_boot, seed)
    cells = confusion(tally, thresholds)
    compared = contrasts(favourable_label)
    # Each rate is drawn once: contrasts of the same rate share its draws.
    rng = np.random.default_rng([seed, 1])
    rates = dict.fromkeys(rate for contrast in compared.values() for rate in contrast.rates)
    null = {rate: null_rates(cells, rate, n_boot=n_boot, rng=rng) for rate in rates}
    rows = [*_single_rates(cells, level)]
    for name, contrast in compared.items():
        rows.append(_comparison(name, contrast, cells, null, level))
    columns = zip(*rows, *_calibration_errors(tally, level), strict=True)
    return pd.DataFrame(dict(zip(_Row._fields, map(list, columns), strict=True)))


def _single_rates(cells: Confusion, level: float) -> Iterator[_Row]:
    """Yield the rows of each rate, of every group and of everybody together."""
    totals = (
        np.stack([cells.total(getattr(rate, part)) for rate in RATES.values()])
        for part in ("numerator", "denominator")
    )
    # A last column for everybody: counts add up where rates would not.
    hits, people = (
        np.concatenate((total, total.sum(axis=1, keepdims=True)), axis=1) for total in totals
    )
    found = share(hits, people, level=level)
    method = np.where(is_sparse(hits, people), "clopper-pearson", "wilson")
    ends = (np.where(people > 0, end, np.nan) for end in (found.low, found.high))
    columns = (found.value, *ends, method, people)
    who = [(name, group, "") for name in RATES for group in (*cells.groups, "")]
    for first, *rest in zip(who, *(column.ravel().tolist() for column in columns), strict=True):
        yield _Row(*first, *rest)


def _comparison(
    name: str, contrast: Contrast, cells: Confusion, null: dict[str, Array], level: float
) -> _Row:
    """Return the row of one comparison, over the groups that criteria compare."""
    kept = {rate: cells.has_people(rate) for rate in contrast.rates}
    signed = contrast.is_signed(len(cells.groups))
    observed = [cells.rate(rate)[k, None] for rate, k in kept.items()]
    by_chance = contrast.measure([null[rate][k] for rate, k in kept.items()])
    people = [cells.total(RATES[rate].denominator) for rate in kept]
    people = [total[total > 0] for total in people]
    estimate = contrast.measure(observed, signed=signed)[0]
    # NaN alone is not itself: where nothing can be compared there are no limits.
    low, high = span(compare(cells, contrast, level)) if estimate == estimate else (np.nan, np.nan)
    group, other = cells.groups if signed else ("", "")
    # What `np.quantile(..., method="inverted_cdf")` returns, in a fraction of its time: at most
    # 1 - at of the draws lie above, at most `at` below.
    last = len(by_chance) - 1
    at = (0.5, 0.05 if contrast.is_ratio else 0.95)
    places = [max(math.ceil(len(by_chance) * share - 1), 0) for share in at]
    # NaN goes last; where some draws have none, nobody is in a denominator in any of them.
    ordered = np.partition(by_chance, [*places, last])
    median, extreme = (
        float(ordered[last if np.isnan(ordered[last]) else place]) for place in places
    )
    return _Row(
        name,
        group,
        other,
        estimate=estimate,
        low=low,
        high=high,
        method="mover-r" if contrast.is_ratio else "newcombe",
        people=int(np.concatenate(people).min()) if all(map(len, people)) else 0,
        bias="" if signed else "down" if contrast.is_ratio else "up",
        null_median=median,
        null_95=extreme,
    )


def _calibration_errors(tally: Tally, level: float) -> Iterator[_Row]:
    try:
        compared = compare_calibration(tally, level)
    except ValueError:  # The grid is too coarse for the bins.
        return
    for one in compared:
        (group,), (people,) = one.pair, one.people
        low, high = (one.low, one.high) if people else (np.nan, np.nan)
        yield _Row(ERROR, group, "", one.value, low, high, "residuals", people, bias="up")
