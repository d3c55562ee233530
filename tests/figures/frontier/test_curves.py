"""Further curves in words, whose numbers are theirs."""

import pytest

from equipoise import frontier, randomised_frontier, tally
from equipoise.datasets.adult.audit import adult_audit
from equipoise.figures.frontier import curves
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.single import closest_shared, shared_path
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.uncertainty.frontier_cost import frontier_cost
from equipoise.uncertainty.paired import paired_redraws
from equipoise.words import NARROW


@pytest.fixture(scope="module")
def front(by_sex):
    return frontier(by_sex)


@pytest.fixture(scope="module")
def exact(adult):
    return tally(adult, "sex", grid=None)


@pytest.fixture(scope="module")
def costs(by_sex, front):
    return frontier_cost(by_sex, front)


def test_each_curve_that_is_drawn_is_explained_in_their_order() -> None:
    audit = adult_audit()
    view = audit.view("sex")
    against = Tradeoff(view.tally, view.exact_tally, "equalized_odds")
    assert curves.explained(view, against, against.choice(3), ("grid",)) == ""
    said = curves.explained(view, against, against.choice(3), ("shared", "coin", "exact", "grid"))
    assert [line.partition(" (")[0] for line in said.splitlines()] == [
        "- **every score**",
        "- **with a coin",
        "- **one threshold**",
    ]
    said = curves.explained(audit.view("sex", uncertainty=True), against, against.choice(3), ())
    assert said.startswith("- **The grey band** is the")


@pytest.mark.parametrize("gap", GAPS)
def test_a_curve_that_is_not_drawn_says_why(gap: str) -> None:
    view = adult_audit().view("race-five")
    against = Tradeoff(view.tally, view.tally, gap)
    said = curves.explained(view, against, against.choice(0), ("exact", "coin"))
    assert "trying every score of each would take minutes" in said
    assert ("linear construction does not allow" in said) == (gap == "predictive_parity")
    assert ("solved point by point" in said) == (gap == "disparate_impact")


def test_every_score_in_words(front, exact) -> None:
    said = curves.exact_line(frontier(exact), front, 0.05, 0.7543)
    assert said.startswith("254 points where the grid has 63")
    assert "most, +0.39 points, at a gap of 0.0004 (leaving out points" in said
    assert curves.exact_line(frontier(exact), front, 0.05, 1.0).endswith("points of accuracy.")


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", ["sex", "race"])
def test_every_score_is_not_praised_for_selecting_nobody(adult, by, gap) -> None:
    """Against everybody selected, at the left end, it would be 50 points."""
    counts, fine = tally(adult, by), tally(adult, by, grid=None)
    said = curves.exact_line(frontier(fine, gap=gap), frontier(counts, gap=gap), 0.05, 0.7543)
    most = float(said.partition("most, +")[2].partition(" points")[0])
    assert most < 10


def test_a_coin_in_words(exact) -> None:
    said = curves.coin_line(randomised_frontier(exact), frontier(exact), 0.01, 0.0199)
    assert (
        f"With the gap of the average rates within 0.010, 83.50{NARROW}% on average, +1.63 points "
        "against"
    ) in said
    assert "the average gap of a toss is then 0.020" in said
    assert said.endswith(f"With equal average rates, 83.18{NARROW}%.")


def test_one_threshold_in_words(by_sex, front) -> None:
    path = shared_path(by_sex)
    threshold, gap = closest_shared(path)
    good = path[path["accuracy"] >= path["accuracy"].max() - 0.01]
    assert gap == good["gap"].min()
    assert threshold == 0.58
    assert "its smallest gap is 0.062, at 0.58" in curves.shared_line(path, front)


def test_the_band_in_words(costs) -> None:
    assert costs.iloc[33][["newly_wrong", "newly_right"]].tolist() == [487, 379]
    said = curves.band_line(costs, 33)
    assert "Here 487 people are newly judged wrongly and 379 newly judged rightly" in said
    low, high = (100 * costs[end].iloc[33] for end in ("low", "high"))
    assert f"a cost between {low:.2f} and {high:.2f} points" in said
    assert curves.cost_interval(costs, 33) == f"[{low:.2f},\N{NO-BREAK SPACE}{high:.2f}]"
    own = costs.assign(low=0.0, high=0.0)
    assert "the thresholds are the baseline's own" in curves.band_line(own, 0)


def test_the_band_is_not_compared_with_a_fixed_number(by_sex, front, costs) -> None:
    """At the gap once called free, the cost is above 0 in every redraw of the rows."""
    row = 33
    thresholds = front.points.iloc[row].drop(["accuracy", "gap"]).to_dict()
    redraws = paired_redraws(by_sex, 0.5, thresholds)
    assert (redraws.accuracy[0] > redraws.accuracy[1]).mean() > 0.999
    assert costs["low"].iloc[row] > 0
