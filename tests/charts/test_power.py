"""The chart of gaps that chance makes, and gaps that show, as groups grow."""

import math

import pytest

from equipoise import power
from equipoise.charts import power as charts

SIZES = {"a": 400, "b": 1600}
RATES = {"a": 0.25, "b": 0.5}


def test_curves_hold_the_sizes_asked_about() -> None:
    drawn = charts.curves(SIZES, RATES, "equal_opportunity")
    here = charts.gap_rows(SIZES, power(SIZES, RATES))
    rows = list(zip(*drawn.values(), strict=True))
    assert set(zip(*here.values(), strict=True)) <= set(rows)
    assert len(set(drawn["people"])) > 4
    assert set(drawn["series"]) == set(charts.SERIES)


def test_more_people_see_smaller_gaps() -> None:
    drawn = charts.curves(SIZES, RATES, "demographic_parity")
    for name in charts.SERIES:
        gaps = [g for g, s in zip(drawn["gap"], drawn["series"], strict=True) if s == name]
        assert gaps == sorted(gaps, reverse=True)


def test_four_times_the_people_halve_the_gap() -> None:
    small, large = (
        charts.seen(power({group: factor * n for group, n in SIZES.items()}, RATES))
        for factor in (4, 16)
    )
    assert large == pytest.approx(small / 2, rel=0.05)


@pytest.mark.parametrize("gap", ["demographic_parity", "equal_opportunity", "equalized_odds"])
@pytest.mark.parametrize("sizes", [{"a": 1, "b": 1}, {"a": 3, "b": 1_000_000}])
def test_extreme_sizes_draw_what_there_is(gap: str, sizes: dict[str, int]) -> None:
    drawn = charts.curves(sizes, RATES, gap)
    assert all(map(math.isfinite, drawn["gap"]))


def test_nobody_to_count_draws_nothing() -> None:
    nobody = {"a": 0.0, "b": 0.5}
    assert charts.curves(SIZES, nobody, "equal_opportunity")["gap"] == []
    assert math.isnan(charts.seen(power(SIZES, nobody)))


def test_the_drawing_is_built_once() -> None:
    assert charts.power_spec() is charts.power_spec()
    assert "datasets" not in charts.power_spec()
