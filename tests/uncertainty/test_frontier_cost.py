"""The cost of a frontier's points: counted by rows, bootstrapped, and held against the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import multivariate_normal

from equipoise import Predictions, Tally, frontier, tally
from equipoise.frontiers.gaps import GAPS
from equipoise.uncertainty.frontier_cost import frontier_cost

VIEWS = ("sex", "race", "race_five", ("sex", "race"), ("sex", "race_five"))


def correct(counts: Tally, points: pd.DataFrame) -> np.ndarray:
    """Return how many people each point judges rightly, less those that 0.50 does."""
    negatives, positives = counts.selected.swapaxes(0, 1)
    groups = np.arange(len(counts.groups))
    at = np.searchsorted(counts.grid, points[list(counts.groups)].to_numpy())
    baseline = np.searchsorted(counts.grid, 0.5)
    gained = (positives - negatives)[groups, at].sum(axis=1)
    return gained - (positives - negatives)[:, baseline].sum()


def redrawn(counts: Tally, n: int, seed: int) -> Iterator[Tally]:
    """Yield bootstrap replicates."""
    rng = np.random.default_rng(seed)
    cells = counts.counts.ravel()
    for drawn in rng.multinomial(cells.sum(), cells / cells.sum(), size=n):
        yield replace(counts, counts=drawn.reshape(counts.counts.shape))


@pytest.fixture(scope="module")
def by_hand(adult):
    """Who is judged wrongly at 0.50, and what else the rows hold, row by row."""
    women = np.array(adult.groups["sex"].names)[adult.groups["sex"].codes] == "Female"
    return women, adult.y_score, adult.y_true.astype(bool)


def test_people_are_counted_row_by_row(by_sex, by_hand) -> None:
    women, scores, labels = by_hand
    front = frontier(by_sex)
    costs = frontier_cost(by_sex, front)
    before = (scores >= 0.5) != labels
    for row in (0, 33, 40, front.first_shown, len(front.points) - 1):
        point, cost = front.points.iloc[row], costs.iloc[row]
        after = (scores >= np.where(women, point["Female"], point["Male"])) != labels
        assert cost["newly_wrong"] == (after & ~before).sum()
        assert cost["newly_right"] == (before & ~after).sum()
        assert cost["cost"] == pytest.approx(front.baseline_accuracy - point["accuracy"])
        assert cost["gap"] == point["gap"]


def test_the_point_that_was_called_free(by_sex) -> None:
    """0.55 for women and 0.64 for men: figures recomputed elsewhere from rows."""
    front = frontier(by_sex)
    row = int(np.flatnonzero((front.points["Female"] == 0.55) & (front.points["Male"] == 0.64))[0])
    alone = frontier_cost(by_sex, front, together=False).iloc[row]
    assert (alone["newly_wrong"], alone["newly_right"]) == (487, 379)
    assert 100 * alone["cost"] == pytest.approx(0.72, abs=0.005)
    assert 100 * alone["low"] == pytest.approx(0.33, abs=0.01)
    assert 100 * alone["high"] == pytest.approx(1.10, abs=0.01)
    assert frontier_cost(by_sex, front)["low"].iloc[row] > 0


@pytest.mark.parametrize("by", ["sex", "race_five"])
def test_alone_it_is_what_redrawn_rows_give(adult, by) -> None:
    counts = tally(adult, by)
    front = frontier(counts)
    alone = frontier_cost(counts, front, level=0.9, together=False)
    costs = -np.array([correct(one, front.points) for one in redrawn(counts, 1500, 2)])
    costs = costs / counts.n.sum()
    few = alone["newly_wrong"] + alone["newly_right"] < 30
    # A quantile of 1,500 draws is known to .055 of their spread: four of these, and a person.
    near = 4 * 0.055 * costs.std(axis=0) + 1 / counts.n.sum()
    for name, share in (("low", 0.05), ("high", 0.95)):
        away = np.abs(alone[name].to_numpy() - np.quantile(costs, share, axis=0))
        assert (away < near)[~few].all()


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_together_they_hold_all_points_of_a_redraw(adult, level: float) -> None:
    """Had the points been named beforehand: all of a redraw's costs, in so many redraws."""
    counts = tally(adult, "race")
    front = frontier(counts)
    together = frontier_cost(counts, front, level=level)
    reach = ((together["high"] - together["low"]) / 2).to_numpy()
    costs = -np.array([correct(one, front.points) for one in redrawn(counts, 1000, 4)])
    away = np.abs(costs / counts.n.sum() - together["cost"].to_numpy())
    inside = (away <= reach).all(axis=1)
    assert np.mean(inside) == pytest.approx(level, abs=0.035)


def test_the_width_of_all_is_that_of_a_multivariate_normal() -> None:
    """Two points that each harm another 40 in 100, so that their costs vary against each other."""
    labels, scores = [1] * 8000 + [0] * 2000, [0.55] * 4000 + [0.65] * 4000 + [0.1] * 2000
    counts = tally(Predictions(labels, scores, {"g": ["a"] * 4000 + ["b"] * 6000}), "g")
    points = pd.DataFrame({"accuracy": 0.6, "gap": [0.1, 0.2], "a": [0.6, 0.5], "b": [0.5, 0.7]})
    front = replace(frontier(counts), points=points)
    costs = frontier_cost(counts, front, n_draws=100_000)
    assert costs["newly_wrong"].tolist() == [4000, 4000]
    both = multivariate_normal(cov=[[1, -2 / 3], [-2 / 3, 1]])
    reach = (costs["high"] - costs["low"]) / 2 / np.sqrt(0.4 * 0.6 / 10_000)
    inside = both.cdf([reach[0]] * 2, lower_limit=[-reach[0]] * 2)
    assert inside == pytest.approx(0.95, abs=0.002)


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", VIEWS, ids=str)
def test_intervals_hold_the_cost_and_are_wider_together(adult, by, gap: str) -> None:
    counts = tally(adult, by)
    front = frontier(counts, gap=gap)
    together, alone = (frontier_cost(counts, front, together=both) for both in (True, False))
    assert (together["low"] <= alone["low"]).all()
    assert (together["high"] >= alone["high"]).all()
    for costs in (together, alone):
        assert (costs["low"] <= costs["cost"]).all()
        assert (costs["cost"] <= costs["high"]).all()
    assert -correct(counts, front.points) == pytest.approx(together["cost"] * counts.n.sum())


def covered(adult, by, gap: str, audits: int) -> dict[str, float]:
    """Return how often audits' intervals hold the cost of their own thresholds among everybody.

    Of the point shown first; of the smallest gap whose interval includes 0; of all points; and
    of all points, each with the interval of one point alone.
    """
    everybody = tally(adult, by)
    found: dict[str, list[float]] = {"shown": [], "undecided": [], "all": [], "alone": []}
    for audit in redrawn(everybody, audits, 11):
        front = frontier(audit, gap=gap)
        truth = -correct(everybody, front.points) / everybody.n.sum()
        together = frontier_cost(audit, front, n_draws=500)
        alone = frontier_cost(audit, front, together=False)
        inside, inside_alone = (
            ((costs["low"] <= truth) & (truth <= costs["high"])).to_numpy()
            for costs in (together, alone)
        )
        undecided = (together["low"] <= 0) & (together["high"] >= 0)
        found["shown"].append(inside[front.first_shown])
        found["undecided"] += inside[undecided].tolist()[:1]
        found["all"].append(inside.mean())
        found["alone"].append(inside_alone.mean())
    return {name: float(np.mean(values)) for name, values in found.items()}


@pytest.mark.parametrize(
    ("by", "gap", "audits"),
    [
        ("sex", "equalized_odds", 40),
        ("race", "demographic_parity", 40),
        ("race_five", "equal_opportunity", 40),
        (("sex", "race_five"), "equal_opportunity", 20),
    ],
    ids=str,
)
def test_they_hold_the_cost_of_what_an_audit_picks(adult, by, gap: str, audits: int) -> None:
    found = covered(adult, by, gap, audits)
    assert min(found["shown"], found["undecided"], found["all"]) >= 0.93


def test_of_one_point_alone_they_would_hold_it_too_seldom(adult) -> None:
    """Why they are widened: ten groups' thresholds were picked on the rows they are judged on."""
    found = covered(adult, ("sex", "race_five"), "demographic_parity", 16)
    assert found["alone"] < 0.88
    assert found["all"] >= 0.93


def test_the_baselines_own_thresholds_cost_nothing() -> None:
    rows = Predictions([0, 1, 0, 1], [0.2, 0.8, 0.3, 0.9], {"g": list("AABB")})
    front = frontier(tally(rows, "g", grid=[0, 0.5]))
    assert front.points[["A", "B"]].to_numpy().tolist() == [[0.5, 0.5]]
    costs = frontier_cost(tally(rows, "g", grid=[0, 0.5]), front)
    assert costs[["cost", "low", "high"]].to_numpy().tolist() == [[0, 0, 0]]


def test_other_thresholds_that_move_nobody_have_an_interval() -> None:
    """0.6 selects whom 0.5 selects; among everybody it may not."""
    rows = Predictions([0, 1, 0, 1], [0.2, 0.8, 0.3, 0.9], {"g": list("AABB")})
    counts = tally(rows, "g", grid=[0, 0.5, 0.6])
    points = pd.DataFrame({"accuracy": 1.0, "gap": 0.0, "A": [0.5, 0.6], "B": [0.5, 0.5]})
    costs = frontier_cost(counts, replace(frontier(counts), points=points))
    assert costs["cost"].tolist() == [0, 0]
    assert costs["low"].tolist()[0] == costs["high"].tolist()[0] == 0
    assert costs["high"][1] == pytest.approx(-costs["low"][1])
    assert 0.4 < costs["high"][1] < 0.6


def test_without_0_5_the_baseline_is_the_nearest_threshold(adult) -> None:
    counts = tally(adult, "race", grid=[0, 0.2, 0.4, 0.7])
    front = frontier(counts)
    costs = frontier_cost(counts, front, n_draws=200)
    assert costs["cost"].to_numpy() == pytest.approx(
        front.baseline_accuracy - front.points["accuracy"].to_numpy()
    )


def test_every_score_may_be_a_threshold(adult) -> None:
    counts = tally(adult, "race", grid=None)
    front = frontier(counts)
    costs = frontier_cost(counts, front, n_draws=200)
    assert len(costs) == len(front.points)
    assert -correct(counts, front.points) == pytest.approx(costs["cost"] * counts.n.sum())


def test_a_seed_gives_the_same_and_draws_hardly_matter(by_race) -> None:
    front = frontier(by_race)
    costs = frontier_cost(by_race, front)
    assert costs.equals(frontier_cost(by_race, front, seed=0, n_draws=4000, level=0.95))
    other = frontier_cost(by_race, front, seed=5)
    assert not costs.equals(other)
    assert np.allclose(costs["high"] - costs["low"], other["high"] - other["low"], rtol=0.04)


def test_no_frontier_no_costs() -> None:
    counts = tally(Predictions([1, 1, 0], [0.2, 0.4, 0.6], {"g": ["a", "a", "b"]}), "g")
    costs = frontier_cost(counts, frontier(counts))
    assert costs.empty
    assert list(costs) == ["gap", "cost", "low", "high", "newly_wrong", "newly_right"]


def test_refuses_what_it_cannot_do(by_sex) -> None:
    front = frontier(by_sex)
    for options, words in (
        ({"level": 1}, "level"),
        ({"n_draws": 0}, "number of draws"),
        ({"seed": 0.5}, "seed"),
    ):
        with pytest.raises(ValueError, match=words):
            frontier_cost(by_sex, front, **options)
    weighted = Predictions([0, 1], [0.1, 0.9], {"g": ["a", "b"]}, sample_weight=[0.5, 2])
    with pytest.raises(ValueError, match="needs counts of rows"):
        frontier_cost(tally(weighted, "g"), front)
