"""Each criterion is one row of a table, from which everything else about it follows."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from equipoise import Predictions, Tally, criteria, tally
from equipoise.criteria import CRITERIA, ENFORCED_BY, TITLES
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.frontiers.gaps import GAPS
from equipoise.rates import RATES, confusion
from equipoise.uncertainty.contrasts import contrasts
from equipoise.vocabulary import NEUTRAL


@pytest.mark.parametrize("name", CRITERIA)
def test_each_row_is_whole(name: str) -> None:
    row = CRITERIA[name]
    assert row.name == name
    assert row.title
    assert row.short
    assert row.icon.islower()
    assert row.formula
    assert row.in_words
    assert row.demand.endswith(".")
    assert RATES.keys() >= set(row.rates)
    assert bool(row.gap) == bool(row.rates)


def test_what_is_said_for_adult() -> None:
    said = [row.demands(VOCABULARY) for row in CRITERIA.values()]
    assert said == [
        "Each group is selected equally often.",
        "The least selected group is selected at least four fifths as often as the most selected.",
        "Of those who earn more than 50K, each group is selected equally often.",
        "Both error rates are the same in each group: high earners missed, and others selected in "
        "error.",
        "Being selected means the same in each group: the same share turn out to earn more than "
        "50K.",
        "Within each group, scores are right on average: of those who score about 0.7, about 70 "
        "in 100 earn more than 50K.",
    ]


def test_without_words_of_its_own_nothing_speaks_of_income() -> None:
    said = " ".join(row.demands(NEUTRAL) for row in CRITERIA.values())
    assert "earn" not in said
    assert "50K" not in said
    assert "the same share turn out to be positive." in said
    assert "Of those who are positive, each group" in said


def test_gaps_and_contrasts_are_those_of_the_criteria() -> None:
    assert list(GAPS) == list(ENFORCED_BY.values())
    for name, gap in ENFORCED_BY.items():
        assert GAPS[gap].title == TITLES[name]
        assert GAPS[gap].rates == CRITERIA[name].rates == contrasts()[name].rates
        assert GAPS[gap].is_ratio == CRITERIA[name].is_ratio == contrasts()[name].is_ratio


def test_only_a_plain_difference_has_a_sign() -> None:
    assert {name for name, row in CRITERIA.items() if row.is_signed} == {
        "demographic_parity_difference",
        "equal_opportunity_difference",
        "predictive_parity_difference",
    }


def test_a_criterion_is_found_by_its_name(by_sex: Tally) -> None:
    found = criteria(by_sex, 0.5)
    for one in found:
        assert getattr(found, one.name) is one is found[one.name]
        assert one.name in dir(found)
    with pytest.raises(AttributeError, match=r"no criterion 'parity'; there are: demographic"):
        found.parity  # noqa: B018
    with pytest.raises(KeyError):
        found["parity"]


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_a_copy_is_the_same(by_sex: Tally, again) -> None:
    found = criteria(by_sex, 0.5)
    assert again(found) == found


def test_a_ratio_of_another_rate_says_what_is_missing(by_sex: Tally) -> None:
    """A row that compares another rate needs no other function to judge it."""
    row = replace(CRITERIA["disparate_impact_ratio"], rates=("true_positive_rate",))
    found = row.judge(row, by_sex, confusion(by_sex, 0.5), 0.05)
    rates = confusion(by_sex, 0.5).rate("true_positive_rate")
    assert found.value == pytest.approx(rates.min() / rates.max())
    assert found.verdict == ("holds" if found.value >= 0.8 else "fails")
    nobody = tally(Predictions([1, 0, 1, 0], [0.1] * 4, {"g": list("aabb")}), "g")
    none = row.judge(row, nobody, confusion(nobody, 0.5), 0.05)
    said = "The true-positive rate is not above 0 in any group, so the ratio is 0/0."
    assert (none.verdict, none.reason) == ("undefined", said)


def test_the_worst_of_any_number_of_rates_counts(by_sex: Tally) -> None:
    names = ("true_positive_rate", "false_positive_rate", "positive_predictive_value", "accuracy")
    row = replace(CRITERIA["equalized_odds_difference"], rates=names)
    cells = confusion(by_sex, 0.5)
    found = row.judge(row, by_sex, cells, 0.05)
    apart = {name: abs(float(np.diff(cells.rate(name))[0])) for name in names}
    assert found.rate == max(apart, key=apart.__getitem__)
    assert found.value == pytest.approx(max(apart.values()))
    assert (
        cells.rate(found.rate)[by_sex.groups.index(found.pair[0])] == cells.rate(found.rate).max()
    )


def test_which_rates_only_fall() -> None:
    falling = {name for name, rate in RATES.items() if rate.falls}
    assert falling == {"selection_rate", "true_positive_rate", "false_positive_rate"}
