"""SI-bias and its bounds, beside loops and by hand."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.invariance import missing_bounds, si_bias
from tests.invariance.witnesses import completions, gap_by_loops, max_diff

ANSWERS = st.sampled_from([0.0, 1.0, float("nan")])
ROWS = st.lists(st.tuples(ANSWERS, st.sampled_from("xy"), st.sampled_from("ABC")), min_size=1)


def by_hand() -> pd.DataFrame:
    """x: A 3 of 4, B 1 of 4, C 2 of 4; y: A 1 of 2, B 1 of 2."""
    return pd.DataFrame(
        {
            "pred": [1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0],
            "s": list("x" * 12 + "y" * 4),
            "z": list("AAAABBBBCCCCAABB"),
        }
    )


def test_by_hand() -> None:
    rows = by_hand()
    found = si_bias(rows["pred"], rows["s"], rows["z"])
    assert found.value == 0.5
    assert (found.stratum, found.contexts) == ("x", ("A", "B"))
    assert list(found.by_stratum["gap"]) == [0.5, 0]
    assert list(found.by_stratum["z_hi"]) == ["A", "A"]
    assert list(found.by_stratum["z_lo"]) == ["B", "B"]
    assert list(found.cells["n"]) == [4, 4, 4, 2, 2, 0]
    assert np.isnan(found.cells["rate"].iloc[-1])
    assert (found.reason, found.n_missing, found.left_out) == ("", 0, 0)


@pytest.mark.parametrize("whole", [None, "all", [""] * 16, [None] * 16])
def test_one_stratum(whole: object) -> None:
    rows = by_hand()
    found = si_bias(rows["pred"], whole, rows["z"])
    assert found.value == pytest.approx(4 / 6 - 2 / 6)
    assert list(found.by_stratum["stratum"]) == [""]


def test_the_order_of_rows_does_not_matter() -> None:
    rows = by_hand()
    mixed = rows.sample(frac=1, random_state=0)
    one, two = (si_bias(r["pred"], r["s"], r["z"]) for r in (rows, mixed))
    pd.testing.assert_frame_equal(one.cells, two.cells)
    pd.testing.assert_frame_equal(one.by_stratum, two.by_stratum)
    assert one.contexts == two.contexts


def test_of_equal_gaps_the_first_is_named_whatever_floating_point_makes_of_them() -> None:
    # 0.3 - 0.1 is a little less than 0.2 - 0.0.
    pred = [1] * 3 + [0] * 7 + [1] + [0] * 9 + [1] * 2 + [0] * 8 + [0] * 10
    found = si_bias(pred, list("x" * 20 + "y" * 20), list("A" * 10 + "B" * 10) * 2)
    assert found.stratum == "x"
    assert found.value == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("pred", "s", "z", "reason"),
    [
        ([1, 0], None, ["A", "A"], "every row has the same context, A"),
        ([1, 0], ["x", "y"], ["A", "B"], "in no stratum are readable answers under two contexts"),
        ([1, None], None, ["A", "B"], "there are not readable answers under two contexts"),
        ([None, None], None, ["A", "B"], "there is no readable answer"),
        ([], None, [], "there is no readable answer"),
        ([1, 0], ["x", "x"], [None, ""], "there is no readable answer"),
    ],
)
def test_undefined_is_not_zero(pred: list, s: object, z: list, reason: str) -> None:
    found = si_bias(pred, s, z)
    assert np.isnan(found.value)
    assert found.reason == reason
    assert (found.stratum, found.contexts) == ("", ("", ""))


def test_a_stratum_with_one_context_is_said_and_does_not_count() -> None:
    found = si_bias([1, 0, 1, 1], ["x", "x", "y", "w"], ["A", "B", "A", None])
    assert found.value == 1
    assert list(found.by_stratum["reason"]) == [
        "no context has readable answers",
        "",
        "only A has readable answers",
    ]
    assert found.left_out == 1


@pytest.mark.parametrize(
    ("pred", "z", "message"),
    [
        ([1, 0.5], ["A", "B"], r"row 2: y_pred is 0\.5; it must be 0, 1 or blank"),
        ([1, "maybe"], ["A", "B"], r"row 2: y_pred is 'maybe'"),
        ([1, 0], ["A"], "z has 1 rows, y_pred has 2"),
    ],
)
def test_what_is_wrong_is_said(pred: list, z: list, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        si_bias(pred, None, z)


@given(ROWS)
def test_as_loops_have_it(rows: list) -> None:
    pred, s, z = zip(*rows, strict=True)
    assert si_bias(pred, s, z).value == pytest.approx(gap_by_loops(pred, s, z), nan_ok=True)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(["f", "m", "n"])), min_size=1))
def test_without_strata_it_is_max_diff(rows: list) -> None:
    pred, z = zip(*rows, strict=True)
    rates = pd.Series(pred, dtype=float).groupby(list(z)).mean().to_dict()
    if len(rates) > 1:
        assert si_bias(pred, None, z).value == pytest.approx(max_diff(rates))


@given(ROWS.filter(lambda rows: sum(p != p for p, _, _ in rows) <= 6))
def test_bounds_are_reached_and_never_passed(rows: list) -> None:
    pred, s, z = zip(*rows, strict=True)
    values = [gap_by_loops(whole, s, z) for whole in completions(pred)]
    low, high = missing_bounds(pred, s, z)
    expected = (np.nan, np.nan) if np.isnan(values).all() else (np.min(values), np.max(values))
    assert (low, high) == pytest.approx(expected, nan_ok=True)


def test_bounds_without_missing_answers_are_the_value() -> None:
    rows = by_hand()
    assert missing_bounds(rows["pred"], rows["s"], rows["z"]) == (0.5, 0.5)


def test_shares_may_look_more_equal_than_any_completion() -> None:
    pred, z = [1, 0, None, 1, 0], list("AAABB")
    assert si_bias(pred, None, z).value == 0
    assert missing_bounds(pred, None, z) == pytest.approx((1 / 6, 1 / 6))
