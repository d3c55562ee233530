"""Each criterion is one row of a table, from which everything else about it follows."""

import copy
import pickle

import pytest

from equipoise import Tally, criteria
from equipoise.criteria import CRITERIA, ENFORCED_BY, TITLES
from equipoise.datasets.adult.audit import VOCABULARY
from equipoise.frontiers.gaps import GAPS
from equipoise.rates import RATES
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
