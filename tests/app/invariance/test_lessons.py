"""What the lesson measures, and that no more is measured than is asked for."""

import pytest

from equipoise.app.invariance.lessons import SHORT, STRATA, TOLD, columns, lesson, measured
from equipoise.invariance import LESSON_STRATEGIES, lesson_answers, score


def test_every_strategy_of_the_lesson_is_named_and_told() -> None:
    assert tuple(SHORT) == tuple(TOLD) == LESSON_STRATEGIES
    assert set(STRATA) == set(columns(lesson())["s"])


@pytest.mark.parametrize("strategy", LESSON_STRATEGIES)
def test_measures_are_those_of_the_command_line(strategy: str) -> None:
    known = lesson()
    found = measured(strategy, 5, 3)
    scored = score(known.items, lesson_answers(known, [strategy], m=5, seed=3))[strategy]
    assert found.si.value == scored.si_bias.value
    assert found.null.upper == scored.null.upper
    assert found.p_value == scored.p_value
    assert found.verdict == scored.verdict
    assert found.ci.value == scored.ci.value
    assert found.f1.value == scored.f1.value


def test_what_draws_nothing_is_measured_once() -> None:
    assert measured("default", 1, 0) is measured("default", 9, 7)
    assert measured("ooc", 3, 0) is not measured("ooc", 3, 1)
