"""The tally against counting by masks, and the thresholds it accepts."""

import gc
import weakref
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given

from equipoise import GRID, Predictions, calibration, tally
from equipoise.keeping import kept
from equipoise.tally import MOST_CELLS, Tally, restricted
from tests.rows import Rows, rows

LABELS, SCORES, GROUPS = [1, 0, 1, 0], [0.9, 0.2, 0.7, 0.4], ["a", "b", "a", "b"]


@pytest.fixture
def small() -> Predictions:
    return Predictions(LABELS, SCORES, {"g": GROUPS, "h": ["x", "x", "y", None]})


def test_grid_holds_the_doubles_nearest_to_the_decimals() -> None:
    assert GRID.tolist() == [float(f"{k / 100:.2f}") for k in range(101)]
    assert not GRID.flags.writeable


@given(rows())
def test_counts_and_selected_equal_masks(drawn: Rows) -> None:
    counts = tally(drawn.predictions(), "g")
    for place, group in enumerate(counts.groups):
        for k, threshold in enumerate(GRID.tolist()):
            cells = drawn.confusion(group, threshold)
            assert counts.selected[place, :, k].tolist() == [cells["fp"], cells["tp"]]
    assert np.array_equal(counts.counts.sum(axis=-1)[:, 1], counts.positives)
    assert counts.n.sum() == len(drawn.usable())
    assert counts.n_set_aside == sum(
        group is None and None not in (label, score)
        for label, score, group in zip(drawn.labels, drawn.scores, drawn.groups, strict=True)
    )


@given(rows(weighted=True))
def test_weights_count_as_rows(drawn: Rows) -> None:
    counts = tally(drawn.predictions(), "g")
    for place, group in enumerate(counts.groups):
        cells = [drawn.confusion(group, threshold) for threshold in GRID]
        expected = [[cell["fp"] for cell in cells], [cell["tp"] for cell in cells]]
        assert counts.selected[place] == pytest.approx(np.array(expected), abs=1e-12)


@given(rows())
def test_exact_tally_serves_any_threshold(drawn: Rows) -> None:
    exact = tally(drawn.predictions(), "g", grid=None)
    assert exact.is_exact
    scores = [score for score in drawn.scores if score is not None]
    for threshold in [0, 1 / 3, 1, np.inf, *scores]:
        at = exact.positions(threshold)
        for place, group in enumerate(exact.groups):
            cells = drawn.confusion(group, threshold)
            found = exact.selected[place, :, at[place]].tolist()
            assert found == [cells["fp"], cells["tp"]]


@given(rows())
def test_score_sums_are_those_of_the_rows(drawn: Rows) -> None:
    counts = tally(drawn.predictions(), "g")
    for place, group in enumerate(counts.groups):
        scores = [score for _, score, own_group, _ in drawn.usable() if own_group == group]
        assert counts.score_sums[place].sum() == pytest.approx(sum(scores))


@pytest.mark.parametrize("grid", [GRID, np.arange(11) / 10, np.arange(1001) / 1000, [0, 0.3, 0.9]])
def test_every_grid_places_scores_as_a_search_does(grid: np.ndarray) -> None:
    points = np.asarray(grid)
    scores = np.concatenate([points, np.nextafter(points, 0), np.nextafter(points, 1)])
    counts = tally(
        Predictions([0] * len(scores), scores, {"g": ["a"] * len(scores)}), "g", grid=grid
    )
    expected = [(scores >= point).sum() for point in points]
    assert counts.selected[0, 0].tolist() == expected


def test_weights_leave_nobody_behind() -> None:
    """0.1 added up in two orders differs by 1e-17; nobody is rejected at threshold 0."""
    n = 1000
    scores = np.linspace(0, 1, n)
    counts = tally(Predictions([0] * n, scores, {"g": ["a"] * n}, sample_weight=[0.1] * n), "g")
    assert counts.negatives[0] - counts.selected[0, 0, 0] == 0


@pytest.mark.parametrize(
    ("by", "groups", "set_aside"),
    [
        ("g", ("a", "b"), 0),
        (("g",), ("a", "b"), 0),
        (["g", "h"], ("a × x", "a × y", "b × x"), 1),
        (("h", "g"), ("x × a", "x × b", "y × a"), 1),
    ],
)
def test_groups_of_one_attribute_or_several(
    small: Predictions, by: list[str], groups: tuple[str, ...], set_aside: int
) -> None:
    counts = tally(small, by)
    assert counts.groups == groups
    assert counts.n_set_aside == set_aside
    assert counts.n.sum() == small.n - set_aside


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ("age", "Unknown attribute 'age'; there are: g, h"),
        (("g", "age"), "Unknown attribute 'age'"),
        ((), "name one attribute or several"),
        ([], "name one attribute or several"),
        (("g", "g"), "each once"),
        (None, "by is None"),
        (5, "by is 5"),
    ],
)
def test_attributes_that_make_no_sense(small: Predictions, by: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tally(small, by)


def test_names_of_combinations_do_not_collide() -> None:
    groups = {"first": ["a × b", "a"], "second": ["c", "b × c"]}
    assert len(tally(Predictions([0, 1], [0.2, 0.7], groups), ("first", "second")).groups) == 2


def test_an_attribute_without_any_group() -> None:
    nobody = Predictions(LABELS, SCORES, {"g": GROUPS, "none": [None] * 4})
    for by in ("none", ("g", "none")):
        counts = tally(nobody, by)
        assert counts.groups == ()
        assert counts.n_set_aside == 4


@pytest.mark.parametrize(
    "given_thresholds",
    [
        {"a": 0.5, "b": 0.29},
        {"a": np.float64(0.5), "b": np.float32(0.29)},
        {"b": "0.29", "a": Decimal("0.5")},
        pd.Series({"a": 0.5, "b": 0.29}),
        {" a": 0.5, "b": 0.1 + 0.19},
    ],
)
def test_thresholds_in_many_guises(small: Predictions, given_thresholds: object) -> None:
    assert tally(small, "g").positions(given_thresholds).tolist() == [50, 29]


NARROW = {
    "float16": lambda values: np.array(values, "float16"),
    "float32": lambda values: np.array(values, "float32"),
    "big-endian float32": lambda values: np.array(values, ">f4"),
    "list of float32": lambda values: [np.float32(value) for value in values],
    "objects": lambda values: pd.Series([np.float16(value) for value in values], dtype=object),
    "series": lambda values: pd.Series(values, dtype="float32"),
    "nullable": lambda values: pd.Series(values, dtype="Float32"),
    "arrow": lambda values: pd.Series(values, dtype="float[pyarrow]"),
    "arrow, 16 bits": lambda values: pd.Series(values, dtype="halffloat[pyarrow]"),
    "arrow array": lambda values: pa.array(np.array(values, "float32")),
    "arrow chunks": lambda values: pa.chunked_array([np.array(values, "float32")]),
    "sparse": lambda values: pd.Series(values, dtype="float32").astype("Sparse[float32]"),
    "categories": lambda values: pd.Series(values, dtype="float32").astype("category"),
    "index": lambda values: pd.Index(values, dtype="float32"),
}
"""Ways in which scores of fewer than 64 bits come."""


@pytest.mark.parametrize("kind", NARROW)
@pytest.mark.parametrize("grid", [GRID, None], ids=["grid", "exact"])
def test_narrow_scores_meet_the_threshold_they_print_as(kind: str, grid: object) -> None:
    """At every one of the 101 thresholds, as NumPy itself compares them."""
    n = len(GRID)
    people = Predictions([0] * n, NARROW[kind](GRID.tolist()), {"g": ["a"] * n})
    counts = tally(people, "g", grid=grid)
    for threshold in GRID.tolist():
        at = counts.positions(threshold)[0]
        assert counts.selected[0, 0, at] == (np.float32(GRID) >= np.float32(threshold)).sum()


@pytest.mark.parametrize("kind", NARROW)
def test_narrow_scores_fill_the_bins_of_their_decimals(kind: str) -> None:
    tenths = (np.arange(10) / 10).tolist()
    people = Predictions([0] * 10, NARROW[kind](tenths), {"g": ["a"] * 10})
    for grid in (GRID, None):
        assert calibration(tally(people, "g", grid=grid)).count.tolist() == [[1] * 10]


@pytest.mark.parametrize("categories", [[0, 1], [0.0, 1.0], ["0", "1"], np.float32([0, 1])])
def test_scores_in_categories_may_be_missing(categories: object) -> None:
    scores = pd.Series(pd.Categorical.from_codes([1, -1, 0, 1], categories))
    people = Predictions(LABELS, scores, {"g": GROUPS})
    assert people.y_score.tolist() == [1, 0, 1]
    assert people.missing["y_score"] == 1


@pytest.mark.parametrize("kind", ["float32", "list of float32", "series"])
def test_narrow_weights_are_decimals(kind: str) -> None:
    people = Predictions(
        [0, 0], [0.2, 0.8], {"g": ["a"] * 2}, sample_weight=NARROW[kind]([0.1] * 2)
    )
    assert tally(people, "g").n[0] == 0.2


@pytest.mark.parametrize("width", ["float16", "float32"])
def test_narrow_thresholds_are_decimals(width: str) -> None:
    """A 32-bit 0.1 is more than 0.1 when widened, and would select nobody."""
    exact = tally(Predictions(LABELS, [0.1] * 4, {"g": GROUPS}), "g", grid=None)
    narrow = np.dtype(width).type(0.1)
    for thresholds in (
        narrow,
        np.array(narrow),
        {"a": narrow, "b": 0.1},
        pd.Series({"a": narrow, "b": narrow}, dtype=width),
    ):
        assert exact.positions(thresholds).tolist() == [0, 0]


@pytest.mark.parametrize("value", [0.7, np.float32(0.7), np.array(0.7), "0.7", 0.7 - 1e-12])
def test_one_threshold_for_all(small: Predictions, value: object) -> None:
    assert tally(small, "g").positions(value).tolist() == [70, 70]


def test_groups_may_be_named_by_their_codes() -> None:
    coded = tally(Predictions(LABELS, SCORES, {"g": [0, 1, 0, 1]}), "g")
    for codes in ({0: 0.3, 1: 0.4}, {0.0: 0.3, 1.0: 0.4}, {"0": 0.3, "1": 0.4}):
        assert coded.positions(codes).tolist() == [30, 40]
    with pytest.raises(ValueError, match="More than one threshold for: 0"):
        coded.positions({0: 0.3, "0": 0.5, 1: 0.4})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.nan, "threshold of a is nan; it must lie in 0 to 1"),
        (np.inf, "threshold of a is inf"),
        (-0.01, "threshold of a is -0.01"),
        (1.5, "threshold of a is 1.5"),
        (0.505, "threshold of a, 0.505, is not on the grid of 101"),
        ("high", "threshold of every group is 'high', not a number"),
        (None, "is None, not a number"),
        (pd.NA, "is <NA>, not a number"),
        ([0.5, 0.5], r"is \[0.5, 0.5\], not a number"),
        (10**400, "not a number"),
        ({"a": 0.5}, "No threshold for: b"),
        ({}, "No threshold for: a, b"),
        ({"a": 0.5, "b": 0.5, "z": 0.5}, "unknown groups: z"),
        ({"a": 0.5, "b": np.nan}, "threshold of b is nan"),
        ({"a": 0.5, "b": "x"}, "threshold of b is 'x', not a number"),
    ],
)
def test_thresholds_that_make_no_sense(small: Predictions, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tally(small, "g").positions(value)


@pytest.mark.parametrize(
    "grid",
    [[], [0.5, 1], [0, 0.5, 0.5], [0, 0.7, 0.3], [0, np.nan, 1], [0, 1.5], [0, np.inf], 0.5, "x"],
)
def test_grids_that_make_no_sense(small: Predictions, grid: object) -> None:
    with pytest.raises(ValueError, match="The grid must be"):
        tally(small, "g", grid=grid)


def test_a_table_too_large_to_count_is_refused() -> None:
    n = 6000
    people = Predictions([0, 1] * (n // 2), np.linspace(0, 1, n), {"who": np.arange(n)})
    assert n * n * 2 > MOST_CELLS
    with pytest.raises(ValueError, match="6,000 groups by 6,001 thresholds"):
        tally(people, "who", grid=None)


def test_five_hundred_groups() -> None:
    groups = [f"group {k:03}" for k in range(500)] * 4
    counts = tally(Predictions([0, 1] * 1000, np.linspace(0, 1, 2000), {"g": groups}), "g")
    assert len(counts.groups) == 500
    assert counts.n.tolist() == [4] * 500


def test_restricted_keeps_the_groups_asked_for(small: Predictions) -> None:
    counts = tally(small, "g")
    alone = restricted(counts, ["b"])
    assert alone.groups == ("b",)
    assert np.array_equal(alone.counts[0], counts.counts[1])
    with pytest.raises(ValueError, match="Unknown groups: z"):
        restricted(counts, ["z"])


def test_one_group_may_be_named_by_itself(small: Predictions) -> None:
    counts = tally(small, "g")
    assert restricted(counts, "b").groups == ("b",)
    with pytest.raises(ValueError, match="name each group once"):
        restricted(counts, ["b", "b"])
    with pytest.raises(ValueError, match="groups is 5; it must be one name or several"):
        restricted(counts, 5)


@pytest.mark.parametrize("rows_", [pd.DataFrame({"y": [1]}), [1, 0], None, "adult"])
def test_only_predictions_are_counted(rows_: object) -> None:
    kind = type(rows_).__name__
    with pytest.raises(TypeError, match=rf"tally counts Predictions, not a {kind}.*read_predict"):
        tally(rows_, "g")


def test_named_gives_back_thresholds(small: Predictions) -> None:
    counts = tally(small, "g")
    chosen = {"a": 0.43, "b": 0.49}
    assert counts.named(counts.positions(chosen)) == chosen


def test_group_sizes_of_adult(by_sex, by_race, by_race_five) -> None:
    assert dict(zip(by_sex.groups, by_sex.n.tolist(), strict=True)) == {
        "Female": 4913,
        "Male": 10147,
    }
    assert by_race.groups == ("Non-White", "White")
    assert by_sex.n.sum() == by_race.n.sum() == by_race_five.n.sum() == 15060
    assert np.round(by_sex.base_rates, 4).tolist() == [0.1134, 0.3097]
    assert np.round(by_race.base_rates, 4).tolist() == [0.1589, 0.2597]


def test_what_is_kept_with_a_tally_is_computed_once_and_goes_with_it(small: Predictions) -> None:
    asked: list[int] = []

    @kept()
    def found(counts: Tally, times: int) -> list[int]:
        asked.append(times)
        return [times * len(counts.groups)]

    counts, other = tally(small, "g"), tally(small, "g")
    assert found(counts, 2) is found(counts, 2)
    assert found(counts, 3) == [3 * len(counts.groups)]
    assert found(other, 2) is not found(counts, 2)
    assert asked == [2, 3, 2]
    gone = weakref.ref(counts)
    del counts
    gc.collect()
    assert gone() is None


def test_a_calibration_is_shared_and_so_cannot_be_changed(small: Predictions) -> None:
    counts = tally(small, "g")
    assert calibration(counts) is calibration(counts)
    assert calibration(counts, bins=5) is not calibration(counts)
    with pytest.raises(ValueError, match="read-only"):
        calibration(counts).count[0, 0] = 7
