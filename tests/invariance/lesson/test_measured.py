"""What the lesson measures, and that no more is measured than is asked for."""

import pytest

from equipoise.invariance import score
from equipoise.invariance.lesson.expectation import mean_bias
from equipoise.invariance.lesson.live import LESSON_STRATEGIES, lesson_answers
from equipoise.invariance.lesson.measured import DRAWN, average_bias, measured
from equipoise.invariance.lesson.recorded import load_lesson

KNOWN = load_lesson()


@pytest.mark.parametrize("strategy", LESSON_STRATEGIES)
def test_measures_are_those_of_the_command_line(strategy: str) -> None:
    found = measured(KNOWN, strategy, 5, 3)
    scored = score(KNOWN.items, lesson_answers(KNOWN, [strategy], m=5, seed=3))[strategy]
    assert found.si.value == scored.si_bias.value
    assert found.null.upper == scored.null.upper
    assert found.p_value == scored.p_value
    assert found.verdict == scored.verdict
    assert found.ci.value == scored.ci.value
    assert found.f1.value == scored.f1.value
    assert found.n_alike == scored.ci.n_units - len(scored.ci.flips)
    assert found.limits().low == scored.interval.low


def test_what_draws_nothing_is_measured_once() -> None:
    assert measured(KNOWN, "default", 1, 0) is measured(KNOWN, "default", 9, 7)
    assert measured(KNOWN, "ooc", 3, 0) is not measured(KNOWN, "ooc", 3, 1)


def test_what_is_kept_goes_with_its_lesson() -> None:
    other = load_lesson()
    assert measured(other, "ooc", 3, 0) is not measured(KNOWN, "ooc", 3, 0)
    assert measured(other, "ooc", 3, 0).lesson is other


@pytest.mark.parametrize("strategy", DRAWN)
def test_an_average_over_draws_is_simulated_once(strategy: str) -> None:
    assert average_bias(KNOWN, strategy, 3) == mean_bias(KNOWN, strategy, m=3)
