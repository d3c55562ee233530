"""Scores that are no probabilities: what they look like, and how to read them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.io.columns import clean_scores

DECILES = range(1, 11)


def message(values: object) -> str:
    with pytest.raises(ValueError, match="outside 0 to 1; the first is") as error:
        clean_scores(values, "risk")
    return str(error.value)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (DECILES, "deciles"),
        ([9, 2, 4, 1], "deciles"),
        ([9.0, 2.0, np.nan, 1.0], "deciles"),
        (["9", "2", "4", ""], "deciles"),
        ([0, 10, 3], "deciles"),
        ([1, 5, 3, 3], "ratings"),
        ([0, 55.5, 100, 20], "divide risk by 100"),
        ([12, 88, 64], "divide risk by 100"),
        ([1, 100, 50], "divide risk by 100"),
        ([0.1, 0.3, 0.2, 0.5, 0.7, 1.3], "if all are percentages, divide risk by 100"),
        ([0.2, 1.1, 1.5, 1.8, 30], "They look like percentages"),
        ([0.2, 0.4, 0.9, 55], "Most lie inside: correct those that do not"),
        ([720, 580, 810], "take (risk - least) / (most - least)"),
        ([0, 1, 101], "take (risk - least) / (most - least)"),
        ([1, 2, 2, 1], "The only values are 1 and 2, which look like decisions"),
        ([-1, 1, 1], "The only values are -1 and 1, which look like decisions"),
        ([-2.3, 0.4, 3.1], r"1 / (1 + exp(-x))"),
        ([-2.3, -0.4, 0.2], r"1 / (1 + exp(-x))"),
        ([-2.3, -0.4, -1.2], "logarithms of probabilities, take exp(risk)"),
    ],
)
def test_what_scores_look_like(values: object, said: str) -> None:
    assert said in message(values)


@given(st.lists(st.integers(0, 1000), min_size=3))
def test_only_margins_are_told_to_take_the_logistic(values: list[int]) -> None:
    """Without negative ones it sends every score to 0.5 or above, and selects everybody."""
    if max(values) > 1:
        assert "exp" not in message(values)


def test_deciles_divided_keep_who_is_selected() -> None:
    assert "divide risk by the top of their scale (10 for deciles)" in message(DECILES)
    scores, _ = clean_scores(np.array(DECILES) / 10, "risk")
    for decile in DECILES:
        assert (scores >= decile / 10).tolist() == [d >= decile for d in DECILES]


def test_the_first_one_is_named_with_its_row() -> None:
    assert message([0.5, None, 4, 5]).startswith(
        "risk: 2 of 4 scores lie outside 0 to 1; the first is 4 in row 3."
    )
