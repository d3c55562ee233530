"""Two choices on the same people: against rows drawn one by one, McNemar, and the likelihood."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import multinomial, norm

from equipoise import Predictions, tally
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.uncertainty.paired import PairedRedraws, paired_difference, paired_redraws

TENTHS = np.arange(11) / 10


@pytest.fixture(scope="module")
def small() -> Predictions:
    rng = np.random.default_rng(0)
    scores = rng.beta(1, 2, 600)
    names = rng.choice(["a", "b", "c"], 600, p=[0.5, 0.4, 0.1])
    return Predictions((rng.random(600) < scores).astype(int), scores, {"g": names})


# --- redraws -------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", GAPS)
def test_redraws_are_those_of_rows(small, gap: str) -> None:
    counts = tally(small, "g", grid=TENTHS)
    first, second = {"a": 0.5, "b": 0.5, "c": 0.5}, {"a": 0.6, "b": 0.3, "c": 0.5}
    ours = paired_redraws(counts, first, second, gap=gap, n_boot=2000)
    rng = np.random.default_rng(1)
    names = np.array(small.groups["g"].names)[small.groups["g"].codes]
    plain = np.empty((2, 2, 400))
    for b in range(400):
        i = rng.integers(0, 600, 600)
        rows = Predictions(small.y_true[i], small.y_score[i], {"g": names[i]})
        again = tally(rows, "g", grid=TENTHS)
        for place, thresholds in enumerate((first, second)):
            plain[:, place, b] = accuracy_and_gap(again, thresholds, gap=gap)
    theirs = PairedRedraws(*plain)
    for name in ("accuracy", "gap"):
        both = (getattr(redraws, name) for redraws in (ours, theirs))
        found, wanted = (np.vstack([values, values[1] - values[0]]) for values in both)
        for column, other in zip(found, wanted, strict=True):
            error = other.std() / 20
            assert column.mean() == pytest.approx(other.mean(), abs=4.5 * error + 1e-12)
            assert column.std() == pytest.approx(other.std(), rel=0.2)
    for count in ("smaller_gap", "dominates"):
        assert getattr(ours, count) / ours.n == pytest.approx(
            getattr(theirs, count) / theirs.n, abs=0.1
        )
    assert ours.n == 2000


def test_the_same_thresholds_never_differ(by_race_five) -> None:
    same = paired_redraws(by_race_five, 0.4, 0.4, n_boot=50)
    assert np.array_equal(same.accuracy[0], same.accuracy[1])
    assert np.array_equal(same.gap[0], same.gap[1])
    assert same.smaller_gap == same.dominates == same.n_undefined == 0
    assert len(set(same.gap[0])) > 40


def test_the_order_of_the_two_matters_to_their_names_only(by_sex) -> None:
    higher = {"Female": 0.6, "Male": 0.3}
    one, other = paired_redraws(by_sex, 0.5, higher), paired_redraws(by_sex, higher, 0.5)
    assert np.array_equal(one.accuracy, other.accuracy[::-1])
    assert np.array_equal(one.gap, other.gap[::-1])


def test_what_a_redraw_of_everybody_says() -> None:
    """Counted by hand: smaller, better in both, better in one, worse in one, undefined."""
    nan = math.nan
    accuracy = np.array([[0.8, 0.8, 0.8, 0.8, 0.8, 0.8], [0.8, 0.9, 0.8, 0.7, 0.8, 0.9]])
    gap = np.array([[0.2, 0.2, 0.2, 0.2, 0.2, nan], [0.1, 0.2, 0.2, 0.1, 0.3, 0.1]])
    found = PairedRedraws(accuracy, gap)
    assert (found.n, found.smaller_gap, found.dominates, found.n_undefined) == (6, 2, 2, 1)


@pytest.mark.parametrize(
    ("by", "gap", "second", "dominates", "smaller"),
    [
        ("sex", "equalized_odds", (0.47, 0.49), 0.84, 0.90),
        ("sex", "equalized_odds", (0.55, 0.64), 0.0, 0.99),
        ("sex", "equal_opportunity", (0.43, 0.49), None, 0.99),
    ],
)
def test_the_audit_redrawn(adult, by, gap, second, dominates, smaller) -> None:
    """Shares recomputed elsewhere from rows; the third point is the one shown first."""
    counts = tally(adult, by)
    thresholds = dict(zip(counts.groups, second, strict=True))
    found = paired_redraws(counts, 0.5, thresholds, gap=gap, n_boot=2000, seed=9)
    if dominates is not None:
        assert found.dominates / found.n == pytest.approx(dominates, abs=0.03)
    assert found.smaller_gap / found.n == pytest.approx(smaller, abs=0.015)


def test_a_redraw_without_a_group_is_counted() -> None:
    """One positive in group b, so none in 37 % of redraws: the gap of two groups is gone."""
    rows = Predictions(
        [0, 1] * 60 + [0, 0, 1], np.linspace(0, 1, 123), {"g": ["a"] * 120 + ["b"] * 3}
    )
    found = paired_redraws(tally(rows, "g"), 0.5, 0.6, gap="equal_opportunity", n_boot=600)
    assert found.n_undefined / 600 == pytest.approx((1 - 1 / 123) ** 123, abs=0.08)


@pytest.mark.parametrize("n_positive", [0, 1])
def test_a_group_that_may_lose_its_rate(n_positive: int) -> None:
    """With no positives a third group is not compared at all; with one it is, where drawn."""
    labels = [0, 1] * 60 + [1] * n_positive + [0] * (4 - n_positive)
    names = list("ab") * 30 + list("ba") * 30 + ["c"] * 4
    counts = tally(Predictions(labels, np.linspace(0, 1, 124), {"g": names}), "g")
    found = paired_redraws(counts, 0.5, 0.6, gap="equal_opportunity", n_boot=600)
    lost = n_positive * (1 - 1 / 124) ** 124
    assert found.n_undefined / 600 == pytest.approx(lost, abs=0.08)
    assert np.isnan(found.gap[0]).tolist() == np.isnan(found.gap[1]).tolist()
    assert not np.isnan(found.accuracy).any()


def test_fewer_than_two_groups_to_compare_have_no_gap() -> None:
    rows = Predictions([0, 1, 0, 0], [0.2, 0.8, 0.3, 0.6], {"g": list("aabb")})
    found = paired_redraws(tally(rows, "g"), 0.5, 0.7, n_boot=20)
    assert found.n_undefined == 20
    assert found.smaller_gap == found.dominates == 0


def test_refuses_what_it_cannot_do(by_sex) -> None:
    for options, words in (
        ({"gap": "nonsense"}, "Unknown gap"),
        ({"n_boot": 0}, "number of draws"),
        ({"seed": -1}, "seed"),
    ):
        with pytest.raises(ValueError, match=words):
            paired_redraws(by_sex, 0.5, 0.4, **options)
    with pytest.raises(ValueError, match="No threshold for: Male"):
        paired_redraws(by_sex, 0.5, {"Female": 0.4})
    weighted = Predictions([0, 1], [0.1, 0.9], {"g": ["a", "b"]}, sample_weight=[0.5, 2])
    with pytest.raises(ValueError, match="needs counts of rows"):
        paired_redraws(tally(weighted, "g"), 0.5, 0.4)


# --- the interval of a difference ----------------------------------------------------------


def most_likely_lost(b: int, c: int, n: int, difference: float) -> float:
    """Return the likeliest share of those lost, given the difference, by plain search."""

    def minus_log_likelihood(lost: float) -> float:
        parts = ((b, lost + difference), (c, lost), (n - b - c, 1 - 2 * lost - difference))
        return -sum(k * math.log(max(p, 1e-300)) for k, p in parts if k)

    ends = (max(0.0, -difference), (1 - difference) / 2)
    return minimize_scalar(minus_log_likelihood, bounds=ends, options={"xatol": 1e-11}).x


@pytest.mark.parametrize(("b", "c", "n"), [(9, 3, 44), (487, 379, 15060), (1, 0, 20), (5, 12, 30)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_ends_are_where_a_score_test_turns(b: int, c: int, n: int, level: float) -> None:
    z = norm.ppf((1 + level) / 2)
    low, high = paired_difference(b, c, n, level=level)
    for end, sign in ((low, 1), (high, -1)):
        lost = most_likely_lost(b, c, n, float(end))
        spread = math.sqrt(n * (2 * lost + float(end) * (1 - float(end))))
        assert (b - c - n * float(end)) / spread == pytest.approx(sign * z, rel=1e-3)


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 5000), st.floats(0.5, 0.999))
def test_it_holds_0_where_mcnemar_does_not_reject(b: int, c: int, more: int, level: float) -> None:
    n = b + c + more + 1
    low, high = paired_difference(b, c, n, level=level)
    z = norm.ppf((1 + level) / 2)
    distance = abs(b - c) - z * math.sqrt(b + c)
    if abs(distance) > 1e-6:
        assert (low <= 0 <= high) == (distance < 0)
    assert low <= (b - c) / n <= high
    mirrored = paired_difference(c, b, n, level=level)
    assert -mirrored.high == pytest.approx(low, abs=1e-9)


def test_nobody_differs_is_not_certainty() -> None:
    low, high = paired_difference(0, 0, 100)
    z = norm.ppf(0.975)
    assert high == pytest.approx(z**2 / (100 + z**2))
    assert low == pytest.approx(-high)


def test_everybody_differs() -> None:
    low, high = paired_difference([5, 0], [0, 5], 5)
    assert high[0] == pytest.approx(1)
    assert low[1] == pytest.approx(-1)
    assert low[0] == pytest.approx(-high[1])
    assert 0 < low[0] < 1


@pytest.mark.parametrize("p", [(0.1, 0.1), (0.02, 0.05), (0.3, 0.1)])
def test_it_covers_what_it_says(p: tuple[float, float]) -> None:
    """Over all outcomes of 40 people, each as often as it comes out."""
    n = 40
    b, c = np.array([(b, c) for b in range(n + 1) for c in range(n + 1 - b)]).T
    low, high = paired_difference(b, c, n)
    odds = multinomial(n, [*p, 1 - sum(p)]).pmf(np.stack([b, c, n - b - c], axis=1))
    inside = (low <= p[0] - p[1]) & (p[0] - p[1] <= high)
    assert 0.93 < odds[inside].sum() < 0.99


def test_refuses_impossible_counts() -> None:
    for b, c in ((-1, 0), (0, -1), (60, 41)):
        with pytest.raises(ValueError, match="counts among n"):
            paired_difference(b, c, 100)
    with pytest.raises(ValueError, match="level"):
        paired_difference(1, 2, 100, level=1)
