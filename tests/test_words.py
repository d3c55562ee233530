"""Numbers as words."""

import math

import pytest

from equipoise import words

NARROW = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (words.count(15060), "15,060"),
        (words.spelt(0), "zero"),
        (words.spelt(6), "six"),
        (words.spelt(12), "twelve"),
        (words.spelt(13), "13"),
        (words.number(0.84746), "0.847"),
        (words.number(-0.0001), "0.000"),
        (words.small(0.0692), "0.069"),
        (words.small(0.0003), "0.0003"),
        (words.small(0.0), "0.000"),
        (words.nearly(0.25), f"25{NARROW}%"),
        (words.nearly(0.001), f"fewer than 1{NARROW}%"),
        (words.nearly(0.999), f"more than 99{NARROW}%"),
        (words.nearly(0.0), f"0{NARROW}%"),
        (words.nearly(1.0), f"100{NARROW}%"),
        (words.percent(0.5404), f"54.0{NARROW}%"),
        (words.percent(-0.1757), f"−17.6{NARROW}%"),
        (words.signed(0.0091), "+0.009"),
        (words.signed(-0.1757), "−0.176"),
        (words.signed(0.0), "0.000"),
        (words.signed(-0.0004), "0.000"),
        (words.points(-0.1757), "−17.6 points"),
        (words.ratio(0.32049), "0.3205"),
        (words.threshold(0.5), "0.50"),
        (words.interval(-0.1874, -0.1637), "[−0.187,\N{NO-BREAK SPACE}−0.164]"),
        (words.interval(-0.01, 0.02, words.signed), "[−0.010,\N{NO-BREAK SPACE}+0.020]"),
        (words.interval(math.nan, 0.5), ""),
        (words.percent_interval(0.499, 0.581), "[49.9,\N{NO-BREAK SPACE}58.1]"),
    ],
)
def test_numbers_have_fixed_decimals_and_a_true_minus(said: str, expected: str) -> None:
    assert said == expected


@pytest.mark.parametrize(
    "say",
    [words.count, words.number, words.percent, words.signed, words.points, words.ratio],
)
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_undefined_has_its_own_mark(say, value: float) -> None:
    assert say(value) == words.UNDEFINED


def test_a_rate_comes_with_its_people() -> None:
    people = "women who earn more than 50K"
    assert words.share(301, 557, people) == (
        f"301 of 557 women who earn more than 50K (54.0{NARROW}%)"
    )
    assert words.share(0, 0, people) == "no women who earn more than 50K at all"


@pytest.mark.parametrize(
    ("items", "expected"),
    [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")],
)
def test_lists_read_as_a_sentence(items: list[str], expected: str) -> None:
    assert words.listed(items) == expected


def test_plurals() -> None:
    assert words.plural(1, "person", "people") == "1 person"
    assert words.plural(1200, "person", "people") == "1,200 people"
    assert words.plural(2, "row") == "2 rows"


def test_words_agree_with_a_count_and_begin_a_sentence() -> None:
    assert [words.agreeing(n, "is", "are") for n in (0, 1, 2)] == ["are", "is", "are"]
    assert words.sentence("women are selected") == "Women are selected"


def test_durations() -> None:
    assert [words.duration(s) for s in (0.1, 1, 80, 100, 9000)] == [
        *("1 second", "1 second", "80 seconds", "2 minutes", "2.5 hours"),
    ]
