"""Sentences of the stress test: they say what the numbers are, over many numbers."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise import words
from equipoise.figures.stress import words as said
from equipoise.stress.gains import Gain, gain

SIZES = st.floats(-1, 1, allow_nan=False)
GAINS = st.builds(
    Gain, SIZES | st.just(math.nan), st.floats(0, 0.3), st.integers(0, 50), st.just(50)
)


def told(text: str, kind: str) -> tuple[str, float] | None:
    """Return the level and the points of "gains most at 10 % (+1.2 points".."""
    found = re.search(rf"{kind} at (\w+) \(([+−]?[\d.]+) points", text)
    return (found[1], float(found[2].replace(words.MINUS, "-"))) if found else None


@given(st.lists(GAINS, min_size=1, max_size=8))
def test_a_loss_is_never_told_as_a_gain(gains) -> None:
    levels = [f"L{place}" for place in range(len(gains))]
    text = said.gains_words(levels, gains)
    by_level = dict(zip(levels, gains, strict=True))
    beyond = [one for one in gains if one.sign and abs(one.mean) >= said.SMALLEST]
    up, down = told(text, "gains most") or told(text, ": most"), told(text, "loses most")
    assert (up is not None) == any(one.mean > 0 for one in beyond)
    assert (down is not None) == any(one.mean < 0 for one in beyond)
    if up:
        assert up[1] > 0
        assert by_level[up[0]].mean == max(one.mean for one in beyond)
    if down:
        assert down[1] < 0
        assert by_level[down[0]].mean == min(one.mean for one in beyond)
    assert "nan" not in text
    if "at every level" in text:
        known = [one for one in gains if math.isfinite(one.mean)]
        assert all(one.sign > 0 for one in known)


@pytest.mark.parametrize(
    ("means", "text"),
    [
        ((0.02, -0.03), "gains most at L0 (+2.0 points, ± 0.1) and loses most at L1 (−3.0 points"),
        ((0.02, 0.0), "gains most at L0 (+2.0 points, ± 0.1); at no level does it lose"),
        ((0.02, 0.01), "gains at every level: most at L0 (+2.0 points, ± 0.1), least at L1 (+1.0"),
        ((-0.002, -0.002), "loses most at L0 (−0.2 points, ± 0.1); at no level does it gain"),
        ((0.0, 0.0), "neither gains nor loses beyond chance at any level"),
        ((math.nan, math.nan), "no level at which both have a value"),
    ],
)
def test_each_kind_of_curve(means, text) -> None:
    gains = [Gain(mean, 0.0005, 25, 50) for mean in means]
    assert text in said.gains_words(["L0", "L1"], gains)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.integers(0, 2**32 - 1))
def test_one_level_is_told_by_its_draws(nothing, seed) -> None:
    one = gain(nothing, np.random.default_rng(seed).random(len(nothing)))
    text = said.gain_words(one)
    if words.number(100 * abs(one.mean), 1) == "0.0":
        assert "neither ahead nor behind" in text
    else:
        assert ("ahead" if one.mean > 0 else "behind") in text.split(" points ")[1]
    assert ("more than chance" in text) == (one.sign != 0)
    assert ("one draw" in text) == (one.n == 1)
    assert ("cannot tell" in text) == (1 < one.n < 5)
    if one.n > 1:
        assert f"{one.better} of {one.n} draws" in text


def test_no_value_is_no_gain() -> None:
    assert "no value" in said.gain_words(gain([math.nan], [0.5]))


AGREEMENT = ({"": 0.9, "A": 0.95, "B": 0.84}, {"": 0.95, "A": 0.96, "B": 0.97})


@pytest.mark.parametrize(
    ("kind", "group", "wanted", "unwanted"),
    [
        ("learned", "B", "84\u202f% to 97\u202f% of group B's test rows", "nobody"),
        ("learned", "", "90\u202f% to 95\u202f% of all test rows", "group"),
        ("learned", "A", "95\u202f% to 96\u202f% of group A's", "nobody"),
        ("table", "B", "nor the table's labels, with which it agrees in 84", "noisy"),
        ("true", "B", "the *true classifier*", "reference"),
    ],
)
def test_the_reference_is_said_to_be_what_it_is(kind, group, wanted, unwanted) -> None:
    text = said.reference_words(kind, AGREEMENT, group)
    assert wanted in text
    assert unwanted not in text
    if kind != "true":
        assert "logistic regression learned on the training rows before the bias" in text
        assert "not the truth" in text or "neither the truth" in text
        assert "2 draws" in text


def test_labels_without_noise_are_not_called_noisy() -> None:
    clean = said.reference_words("learned", AGREEMENT, "B", noisy=False)
    assert "noisy" not in clean
    assert "not the truth: it has seen some rows only" in clean
    assert "it has seen noisy labels" in said.reference_words("learned", AGREEMENT, "B")


def test_an_agreement_without_a_value_is_left_out() -> None:
    assert "84\u202f% of group B's" in said.reference_words(
        "learned", (AGREEMENT[0], {"B": math.nan}), "B"
    )
    assert "– of group C's" in said.reference_words("learned", AGREEMENT, "C")


def test_a_share_comes_with_the_rows_behind_it() -> None:
    assert said.counted(0.961, 1000, "test rows") == "96.1\u202f% (some 961 of 1,000 test rows)"
    assert said.counted(math.nan, 1000, "test rows") == words.UNDEFINED


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [
        (0.866, 0.048, "86.6\u202f% with a row of group A first and 4.8\u202f% with a row of"),
        (0.9, 0.90001, "both orders give the minority the same"),
        (math.nan, 0.9, "One of the two orders has no value"),
    ],
)  # fmt: skip
def test_both_orders_are_told(a: float, b: float, text: str) -> None:
    assert text in said.order_words({"A": a, "B": b})


def test_a_reference_that_is_not_the_truth_is_not_said_to_agree_in_all_rows() -> None:
    """Without label noise it agrees in 99.6 to 99.9 %, which is not 100 %."""
    near = [{"B": 0.996}, {"B": 0.999}]
    told = said.reference_words("learned", near, "B", noisy=False)
    assert f"in 99.6{words.NARROW}% to 99.9{words.NARROW}% of group B's" in told
    assert f"100{words.NARROW}%" not in told
