"""An audit and a view of it follow from predictions alone."""

import numpy as np
import pytest

from equipoise import Predictions, criteria, group_rates, tally
from equipoise.audit import Audit, Comparison
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.vocabulary import NEUTRAL


@pytest.fixture
def own() -> Audit:
    """Predictions of one's own, of 14 groups."""
    random = np.random.default_rng(0)
    groups = {"site": [f"site {i % 14}" for i in range(700)]}
    predictions = Predictions(random.integers(0, 2, 700), random.random(700), groups)
    return Audit("Own", predictions, {"site": Comparison("Site", "site")})


@pytest.mark.parametrize("key", COMPARISONS)
def test_a_view_computes_what_the_core_does(key: str, adult: Predictions) -> None:
    view = adult_audit().view(key, 0.4, tolerance=0.1)
    counts = tally(adult, COMPARISONS[key].by)
    assert view.groups == counts.groups
    assert view.title == COMPARISONS[key].title
    assert view.rates.equals(group_rates(counts, 0.4))
    assert [c.value for c in view.criteria] == pytest.approx(
        [c.value for c in criteria(counts, 0.4, tolerance=0.1)], nan_ok=True
    )


def test_counts_are_made_once(own: Audit) -> None:
    assert own.view().tally is own.tally("site")
    assert own.view(thresholds=0.1).exact_tally is own.exact_tally("site")


def test_some_groups_of_a_view_are_counted_once(own: Audit) -> None:
    view = own.view(thresholds=0.3, tolerance=0.1, uncertainty=True)
    few = view.narrowed("site 3", "site 1")
    assert few.groups == tuple(few.thresholds) == ("site 3", "site 1")
    assert few.rates.equals(view.rates.loc[["site 3", "site 1"]])
    assert (few.tolerance, few.uncertainty, few.key) == (0.1, True, "site")
    assert own.view(thresholds=0.7).narrowed("site 3", "site 1").tally is few.tally


def test_own_predictions_are_spoken_of_neutrally(own: Audit) -> None:
    view = own.view()
    assert (view.key, len(view.groups), view.vocabulary) == ("site", 14, NEUTRAL)


def test_an_unknown_comparison_is_named(own: Audit) -> None:
    with pytest.raises(KeyError, match="sex"):
        own.view("sex")
