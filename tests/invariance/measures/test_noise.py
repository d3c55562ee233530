"""The null band beside permutations made one at a time, and p-values that keep their word."""

from itertools import permutations, product
from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from equipoise.invariance import exact_null, null_band, p_value, si_bias
from equipoise.invariance.measures.noise import NullBand, _placed, _shuffled
from tests.invariance.witnesses import gap_by_loops, permuted_by_loops

RNG = np.random.default_rng(1)
S = np.repeat(["0", "1"], 60)
Z = np.tile(["A", "B", "C", "D"], 30)
UNIT = np.repeat(np.arange(30), 4).astype(str)
PRED = (RNG.random(120) < 0.4).astype(float)


def test_as_permutations_one_at_a_time_have_it() -> None:
    loops = permuted_by_loops(PRED, S, Z, n_permutations=3000, seed=0)
    band = null_band(PRED, S, Z, n_permutations=20_000)
    assert band.mean == pytest.approx(np.mean(loops), abs=0.006)
    for x in (0.2, 0.3, 0.4):
        assert (band.draws >= x - 1e-9).mean() == pytest.approx(
            np.mean(np.array(loops) >= x - 1e-9), abs=0.03
        )


def test_a_small_case_in_full() -> None:
    pred, z = [1, 1, 0, 0, 0], list("AABBC")
    every = [gap_by_loops(pred, [""] * 5, order) for order in permutations(z)]
    band = null_band(pred, None, z, n_permutations=50_000)
    assert band.mean == pytest.approx(np.mean(every), abs=0.01)
    assert p_value(pred, None, z, n_permutations=50_000) == pytest.approx(
        np.mean(np.array(every) >= 1 - 1e-9), abs=0.01
    )


def test_within_units_in_full() -> None:
    pred, unit, z = [1, 0, 1, 0, 0, 1], list("uuuvvv"), list("ABCABC")
    every = [
        gap_by_loops([*one, *two], [""] * 6, z)
        for one, two in product(permutations(pred[:3]), permutations(pred[3:]))
    ]
    band = null_band(pred, None, z, unit, n_permutations=50_000)
    values, counts = np.unique(np.round(band.draws, 9), return_counts=True)
    expected, times = np.unique(np.round(every, 9), return_counts=True)
    np.testing.assert_allclose(values, expected)
    np.testing.assert_allclose(counts / 50_000, times / len(every), atol=0.01)


def test_permuting_within_units_lowers_the_floor_of_alike_copies() -> None:
    pred = np.repeat((RNG.random(30) < 0.5).astype(float), 4)
    flipped = np.where(np.arange(120) % 17 == 0, 1 - pred, pred)
    assert null_band(flipped, S, Z, UNIT).mean < 0.7 * null_band(flipped, S, Z).mean


def test_units_that_are_not_crossed_change_nothing() -> None:
    alone = np.arange(120).astype(str)
    np.testing.assert_array_equal(null_band(PRED, S, Z, alone).draws, null_band(PRED, S, Z).draws)


def test_ways_that_are_too_many_to_list_are_drawn_alike() -> None:
    columns = np.arange(5)
    listed = _placed(columns, 2, 3, 5, 40_000, np.random.default_rng(0))
    drawn = _shuffled(columns, 2, 3, 5, 40_000, np.random.default_rng(0))
    for found in (listed, drawn):
        np.testing.assert_array_equal(found.sum(axis=1), 6)
        np.testing.assert_allclose(found.mean(axis=0), 1.2, atol=0.02)
    for measure in (np.max, np.min):
        assert measure(listed, axis=1).mean() == pytest.approx(
            measure(drawn, axis=1).mean(), abs=0.02
        )
    pred = np.tile([1.0, 0.0], 13)
    many = null_band(pred, None, list("abcdefghijklm") * 2, ["u"] * 13 + ["v"] * 13)
    assert 0 < many.mean < 1


def test_missing_answers_stay_where_they_are() -> None:
    pred = np.array([1, 0, np.nan, 1, 0, 1])
    band = null_band(pred, None, list("AAABBB"), n_permutations=2000)
    # 3 of 5 answers are positive: A has one, two or none of its two.
    np.testing.assert_allclose(np.unique(np.round(band.draws, 9)), [1 / 6, 2 / 3, 1])


def test_the_p_value_counts_the_answers_themselves() -> None:
    pred, z = [1] * 50 + [0] * 50, ["A"] * 50 + ["B"] * 50
    assert p_value(pred, None, z, n_permutations=999) == 1 / 1000
    assert p_value([1, 1], None, ["A", "B"], n_permutations=99) == 1


def test_the_seed_fixes_the_draws() -> None:
    one, two = (null_band(PRED, S, Z, UNIT, n_permutations=500, seed=3).draws for _ in range(2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("unit", [None, UNIT])
def test_where_there_is_no_bias_it_is_seldom_found(unit: object) -> None:
    """On fair answers at most 5 % of p-values reach .05, as many lie beyond the band, and so on.

    Within what 200 trials can show.
    """
    rng = np.random.default_rng(5)
    leaning = np.full(120, 0.4) if unit is None else np.repeat(rng.random(30), 4)
    shares, beyond, above = [], 0, 0
    for trial in range(200):
        pred = rng.random(120) < leaning
        band = null_band(pred, S, Z, unit, n_permutations=999, seed=trial)
        value = si_bias(pred, S, Z).value
        shares.append(band.p_value(value))
        beyond += value > band.upper + 1e-9
        above += band.verdict(value) == "above noise"
    for level in (0.05, 0.1, 0.3):
        assert np.mean(np.array(shares) <= level) < level + 2 * np.sqrt(level * (1 - level) / 200)
    assert beyond / 200 < 0.05 + 2 * np.sqrt(0.05 * 0.95 / 200)
    assert above <= beyond


def test_where_there_is_a_bias_it_is_found() -> None:
    rng = np.random.default_rng(6)
    leaning = np.where(Z == "A", 0.8, 0.2)
    found = 0
    for trial in range(40):
        pred = rng.random(120) < leaning
        band = null_band(pred, S, Z, n_permutations=999, seed=trial)
        found += band.verdict(si_bias(pred, S, Z).value) == "above noise"
    assert found > 30


def test_the_band_is_near_the_exact_null() -> None:
    rng = np.random.default_rng(7)
    exact = exact_null(25, (0.5, 0.5), 4)
    s, z = np.repeat([0, 1], 100), np.tile(list("ABCD"), 50)
    means = [null_band(rng.random(200) < 0.5, s, z, n_permutations=500).mean for _ in range(40)]
    assert np.mean(means) == pytest.approx(exact.mean, abs=0.01)


@pytest.mark.parametrize(
    ("value", "tells", "said"),
    [
        (0.96, True, "above noise"),
        (0.96, False, "above noise"),
        (0.955, True, "borderline"),
        (0.945, True, "borderline"),
        (0.94, True, "within noise"),
        (0.95, False, "cannot tell"),
        (0.0, False, "cannot tell"),
        (np.nan, True, "undefined"),
    ],
)
def test_verdicts(value: float, tells: bool, said: str) -> None:
    assert NullBand(np.linspace(0, 1, 10_000), 0.95, "", tells).verdict(value) == said


@pytest.mark.parametrize("n", [200, 1_000, 10_000])
def test_no_verdict_is_turned_round_by_another_seed(n: int) -> None:
    """Whatever the share that permutations would come to, were there no end of them."""
    reached = np.arange(n + 1)
    verdicts = np.array(
        [
            NullBand(np.r_[np.zeros(n - k), np.ones(k)], 0.95, "").verdict(1.0)
            for k in reached[: n // 5]
        ]
        + ["within noise"] * (n + 1 - n // 5)
    )
    for share in np.linspace(0.01, 0.15, 57):
        chances = binom.pmf(reached, n, share)
        above, within = (chances[verdicts == said].sum() for said in SIDES)
        assert 2 * above * within < 1e-3
    assert verdicts[0] == "above noise"
    assert verdicts[round(0.05 * n)] == "borderline"


SIDES = ("above noise", "within noise")


@pytest.mark.parametrize(("n", "enough"), [(99, False), (199, True)])
def test_a_few_permutations_show_nothing(n: int, enough: bool) -> None:
    band = null_band(np.repeat([1, 0], 40), None, np.repeat(["A", "B"], 40), n_permutations=n)
    assert band.p_value(1.0) == 1 / (n + 1)
    assert (band.verdict(1.0) == "above noise") == enough


def every_deal(pred: list, free: list[int], units: list[list[int]], z: list) -> list[float]:
    """SI-bias for every way to deal out the answers: of free rows, and within each unit."""
    values = []
    for dealt in product(*(permutations(part) for part in (free, *units))):
        moved: list = [np.nan] * len(pred)
        for part, order in zip((free, *units), dealt, strict=True):
            for row, source in zip(part, order, strict=True):
                moved[row] = pred[source]
        values.append(gap_by_loops(moved, [""] * len(pred), z))
    return values


def test_rows_alone_in_their_unit_and_rows_without_one_are_dealt_out_together() -> None:
    """v has one readable answer in a context, w none beside it: they go with the unitless."""
    pred = [1, 0, 1, 0, 0, 0, 0, np.nan, 1, 0]
    unit = ["u", "u", "v", "v", None, "w", "", "w", "w", None]
    z = ["A", "B", "A", None, "B", "B", "A", "A", None, "A"]
    expected = every_deal(pred, [2, 4, 5, 6, 9], [[0, 1]], z)
    band = null_band(pred, None, z, unit, n_permutations=20_000)
    values, counts = np.unique(np.round(band.draws, 9), return_counts=True)
    found, times = np.unique(np.round(expected, 9), return_counts=True)
    np.testing.assert_allclose(values, found)
    np.testing.assert_allclose(counts / 20_000, times / len(expected), atol=0.02)


def test_as_many_permutations_as_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("equipoise.invariance.measures.noise.MOST_PERMUTATIONS", 50)
    for n in (1, 50):
        assert len(null_band([1, 0], None, ["A", "B"], n_permutations=n).draws) == n
    with pytest.raises(ValueError, match="n_permutations is 51"):
        null_band([1, 0], None, ["A", "B"], n_permutations=51)


@pytest.mark.parametrize(("n_contexts", "n_units"), [(2, 6), (3, 4), (4, 4), (8, 3)])
@pytest.mark.parametrize("n_strata", [1, 2])
def test_so_many_units_are_needed_to_tell(n_contexts: int, n_units: int, n_strata: int) -> None:
    """A yes in the same context in every unit has the chance 1 / contexts^(units - 1)."""
    assert n_contexts ** -(n_units - 1) <= 0.05 < n_contexts ** -(n_units - 2)
    for n, enough in ((n_units, True), (n_units - 1, False)):
        z = np.tile(np.arange(n_contexts), n_strata * n)
        unit = np.repeat(np.arange(n_strata * n), n_contexts)
        s = np.repeat(np.arange(n_strata), n * n_contexts)
        fair = unit % 2  # Whatever the answers are: also where no permutation changes them.
        assert null_band(fair, s, z, unit, n_permutations=99).tells == enough


@pytest.mark.parametrize(("n", "enough"), [(3, False), (4, True)])
def test_so_many_rows_are_needed_to_tell(n: int, enough: bool) -> None:
    """Of 2n rows in two contexts, n yes fall into one context with the chance 2 / (2n over n)."""
    assert (2 / comb(2 * n, n) <= 0.05) == enough
    z = np.repeat(["A", "B"], n)
    assert null_band(np.ones(2 * n), None, z, n_permutations=99).tells == enough


def test_undefined_stays_undefined() -> None:
    band = null_band([1, 0], None, ["A", "A"])
    assert np.isnan([band.mean, band.upper, band.p_value(0.5)]).all()
    assert band.reason == si_bias([1, 0], None, ["A", "A"]).reason
    assert band.verdict(0.5) == "undefined"


@pytest.mark.parametrize(
    "wrong", [{"n_permutations": 0}, {"n_permutations": 10**12}, {"level": 1.0}]
)
def test_parameters_out_of_range(wrong: dict) -> None:
    with pytest.raises(ValueError, match=r"n_permutations is (0|1000000000000);|level is 1\.0"):
        null_band([1, 0], None, ["A", "B"], **wrong)


def test_a_unit_has_each_context_once() -> None:
    with pytest.raises(ValueError, match="row 2: unit 'u' has the context 'A' already in row 1"):
        null_band([1, 0, 0], None, list("AAB"), list("uuu"))
