"""How far every rate and gap could be from what these rows show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.calibration import calibration
from equipoise.rates import RATES, Confusion, confusion
from equipoise.tally import Tally, Thresholds
from equipoise.uncertainty.contrasts import Array, Contrast, contrasts
from equipoise.uncertainty.proportions import check_level, difference, wilson
from equipoise.uncertainty.resampling import Resample, bootstrap, null_rates

FEW = 10
"""With fewer people than this on one side of a rate, bootstrap replicates vary too little."""


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
    n_undefined: int
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

    Parameters
    ----------
    tally : Tally
        Of counted, not weighted, rows.
    thresholds : float or mapping from group to float
    n_boot : int
        Bootstrap replicates, and draws of the null bands.
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
            NaN where undefined.
        method
            "wilson" for a single rate; "percentile" of the bootstrap for the rest, but
            "newcombe" for a signed difference where a group has fewer than `FEW` people
            with or without the outcome: there, replicates agree by accident.
        people
            In the denominator; of a comparison, in the smallest denominator.
        n_boot, n_undefined
            Replicates drawn, and those in which the statistic had no value because a group
            had an empty denominator. Percentiles are over the others.
        bias
            "up" or "down" where the statistic is a largest or smallest value or a sum of
            absolute values. Noise pushes it away from equality, in the data and once more
            in each replicate, and the interval with it: read it beside the null band.
        null_median, null_95
            The size of a difference (for the ratio, the ratio) that chance alone produces:
            its median, and what it exceeds (falls below) in one draw of twenty; see
            `null_rates`. NaN for single rates; for calibration errors see `noise_floor`.

    Raises
    ------
    ValueError
        If the tally is weighted, an option is out of range, or the thresholds do not fit.
    """
    check_level(level)
    draws = bootstrap(tally, thresholds, n_boot=n_boot, seed=seed)
    cells = confusion(tally, thresholds)
    compared = contrasts(favourable_label)
    null = _null(cells, compared, n_boot, np.random.default_rng([seed, 1]))
    rows = [*_single_rates(cells, draws.confusion, level)]
    for name, contrast in compared.items():
        rows.append(_comparison(name, contrast, cells, draws.confusion, null, level))
    table = pd.DataFrame([*rows, *_calibration_errors(tally, draws, level)])
    return table.assign(n_boot=n_boot)


def _null(
    cells: Confusion, compared: dict[str, Contrast], n_boot: int, rng: np.random.Generator
) -> dict[str, Array]:
    """Draw every rate that is compared under chance alone; contrasts share the draws."""
    rates = dict.fromkeys(rate for contrast in compared.values() for rate in contrast.rates)
    return {rate: null_rates(cells, rate, n_boot=n_boot, rng=rng) for rate in rates}


def _single_rates(cells: Confusion, draws: Confusion, level: float) -> Iterator[_Row]:
    """Yield the rows of each rate, of every group and of everybody together."""
    for name, rate in RATES.items():
        hits, people = cells.total(rate.numerator), cells.total(rate.denominator)
        hits, people = np.append(hits, hits.sum()), np.append(people, people.sum())
        share = np.divide(hits, people, out=np.full(len(hits), np.nan), where=people > 0)
        low, high = wilson(hits, people, level=level)
        drawn = draws.total(rate.denominator)
        n_undefined = (np.vstack((drawn, drawn.sum(axis=0))) == 0).sum(axis=1)
        for i, group in enumerate((*cells.groups, "")):
            yield _Row(
                name, group, "", share[i], low[i], high[i], "wilson", people[i], n_undefined[i]
            )


def _comparison(
    name: str,
    contrast: Contrast,
    cells: Confusion,
    draws: Confusion,
    null: dict[str, Array],
    level: float,
) -> _Row:
    """Return the row of one comparison, over the groups that have the rates at all."""
    kept = {rate: ~np.isnan(cells.rate(rate)) for rate in contrast.rates}
    signed = contrast.is_signed(len(cells.groups))
    observed = [cells.rate(rate)[k, None] for rate, k in kept.items()]
    replicates = [draws.rate(rate)[k] for rate, k in kept.items()]
    by_chance = contrast.measure([null[rate][k] for rate, k in kept.items()])
    people = [_hits_and_people(cells, rate)[1][k] for rate, k in kept.items()]
    measured = contrast.measure(replicates, signed=signed)
    group, other = cells.groups if signed else ("", "")
    sparse = signed and _is_sparse(cells, contrast.rates[0])
    low, high = _newcombe(cells, contrast.rates[0], level) if sparse else _middle(measured, level)
    return _Row(
        name,
        group,
        other,
        estimate=contrast.measure(observed, signed=signed)[0],
        low=low,
        high=high,
        method="newcombe" if sparse else "percentile",
        people=int(np.concatenate(people).min()) if all(map(len, people)) else 0,
        n_undefined=int(np.isnan(measured).sum()),
        bias="" if signed else "down" if contrast.is_ratio else "up",
        null_median=_quantile(by_chance, 0.5),
        null_95=_quantile(by_chance, 0.05 if contrast.is_ratio else 0.95),
    )


def _calibration_errors(tally: Tally, draws: Resample, level: float) -> Iterator[_Row]:
    estimates = calibration(tally).expected_calibration_error
    for i, measured in enumerate(draws.expected_calibration_error):
        low, high = _middle(measured, level)
        yield _Row(
            "expected_calibration_error",
            tally.groups[i],
            other="",
            estimate=estimates[i],
            low=low,
            high=high,
            method="percentile",
            people=tally.n[i],
            n_undefined=int(np.isnan(measured).sum()),
            bias="up",
        )


def _is_sparse(cells: Confusion, rate: str) -> bool:
    hits, people = _hits_and_people(cells, rate)
    return bool(np.minimum(hits, people - hits).min() < FEW)


def _newcombe(cells: Confusion, rate: str, level: float) -> tuple[float, float]:
    (hit, other_hit), (n, other_n) = _hits_and_people(cells, rate)
    low, high = difference(hit, n, other_hit, other_n, level=level)
    return float(low), float(high)


def _hits_and_people(cells: Confusion, rate: str) -> tuple[NDArray[Any], NDArray[Any]]:
    return cells.total(RATES[rate].numerator), cells.total(RATES[rate].denominator)


def _middle(measured: Array, level: float) -> tuple[float, float]:
    """Return the limits of the middle `level` of the replicates."""
    return _quantile(measured, (1 - level) / 2), _quantile(measured, (1 + level) / 2)


def _quantile(measured: Array, at: float) -> float:
    """Return a quantile over the replicates that have a value; NaN where none has."""
    defined = measured[~np.isnan(measured)]
    return float(np.quantile(defined, at)) if len(defined) else np.nan
