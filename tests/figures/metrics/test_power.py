"""The chart of gaps that chance makes, and gaps that show, as groups grow."""

import math

import pytest

from equipoise.datasets.adult.audit import adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.figures.metrics import power as charts
from equipoise.uncertainty.power import power

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
    for group in SIZES:
        small, large = (
            charts.seen(sizes, power(sizes, RATES))[group]
            for sizes in ({name: factor * n for name, n in SIZES.items()} for factor in (4, 16))
        )
        assert large == pytest.approx(small / 2, rel=0.05)


TINY = {"Male": 8982, "Female": 39}
EARN = {"Male": 2884 / 8982, "Female": 5 / 39}


def test_the_smaller_group_comes_first_and_has_its_own_line() -> None:
    found = power(TINY, EARN)
    gaps = charts.seen(TINY, found)
    assert list(gaps) == ["Female", "Male"]
    assert gaps["Female"] == pytest.approx(0.542, abs=0.001)
    assert math.isnan(gaps["Male"])
    drawn = charts.gap_rows(TINY, found)
    assert drawn["series"] == [charts.SERIES[0], *charts.SERIES[2:]]
    assert drawn["gap"] == [gaps["Female"], found.chance_high, found.chance_median]
    assert set(drawn["people"]) == {39}


def test_of_two_rates_the_gap_that_shows_in_both() -> None:
    found = power(SIZES, RATES, gap="equalized_odds")
    assert charts.seen(SIZES, found)["a"] == found.detectable.loc["a"].max()


def test_both_cases_are_said() -> None:
    said = charts.in_words(VOCABULARY, TINY, power(TINY, EARN))
    assert "with the other group at 60" in said
    assert "from **0.542** on if women have the lower rate (5.8" in said
    assert "and in fewer, even at 0" in said
    assert said.endswith("if men have the lower rate. A smaller gap shows less often.")
    other = charts.in_words(VOCABULARY, SIZES, power(SIZES, RATES, gap="demographic_parity"))
    assert other.count("have the higher rate") == 2
    assert "in fewer" not in other
    both = charts.in_words(VOCABULARY, SIZES, power(SIZES, RATES, gap="equalized_odds"))
    assert both.count("rises above that in 4 of 5 audits") == 2
    assert "sure" not in said + other + both


@pytest.mark.parametrize("gap", ["demographic_parity", "equal_opportunity", "equalized_odds"])
@pytest.mark.parametrize("sizes", [{"a": 1, "b": 1}, {"a": 3, "b": 1_000_000}])
def test_extreme_sizes_draw_what_there_is(gap: str, sizes: dict[str, int]) -> None:
    drawn = charts.curves(sizes, RATES, gap)
    assert all(map(math.isfinite, drawn["gap"]))


def test_nobody_to_count_draws_nothing() -> None:
    nobody = {"a": 0.0, "b": 0.5}
    assert charts.curves(SIZES, nobody, "equal_opportunity")["gap"] == []
    assert all(map(math.isnan, charts.seen(SIZES, power(SIZES, nobody)).values()))


def test_the_drawing_is_built_once() -> None:
    assert charts.power_spec() is charts.power_spec()
    assert "datasets" not in charts.power_spec()


def test_the_smallest_and_the_largest_group_are_explored_as_they_are() -> None:
    counts = adult_audit().tally("sex-race-five")
    plan = charts.as_it_is(counts, "equal_opportunity")
    assert plan.sizes == {"Female × Other": 39, "Male × White": 8982}
    assert plan.base_rates == pytest.approx(
        {"Female × Other": 5 / 39, "Male × White": 2884 / 8982}
    )


def test_a_plan_is_explored_once_for_a_tally() -> None:
    view = adult_audit().view("sex")
    plan = charts.as_it_is(view.tally, "demographic_parity")
    assert charts.explored(view.tally, plan) is charts.explored(view.tally, plan)
    first, second = (charts.gaps_that_show(view, plan) for _ in range(2))
    assert first.data["gaps"] is second.data["gaps"]


def test_the_figure_says_what_chance_makes_and_has_a_row_for_each_size() -> None:
    view = adult_audit().view("sex")
    plan = charts.as_it_is(view.tally, "equal_opportunity")
    figure = charts.gaps_that_show(view, plan)
    assert figure.takeaway.startswith("557 and 3,143 people for the true-positive rate (60")
    assert "Chance alone makes a gap of 0.0" in figure.takeaway
    assert figure.table is not None
    assert list(figure.table().columns) == list(charts.SERIES)
    assert "4,913" in figure.table().index


def test_a_rate_of_nobody_is_said_to_have_no_gap() -> None:
    view = adult_audit().view("sex")
    plan = charts.as_it_is(view.tally, "equal_opportunity")._replace(shares=(0.0, 0.5))
    figure = charts.gaps_that_show(view, plan)
    assert figure.takeaway.endswith("a rate of nobody has no value, so there is no gap.")
