"""What is asked on the test-time page, and when it is done."""

from dataclasses import replace

import numpy as np
import pytest

from equipoise.invariance import Scores, exact_null, score
from equipoise.invariance.lesson.live import lesson_answers, one_row
from equipoise.invariance.lesson.measured import Measured, average_bias, measured
from equipoise.invariance.lesson.recorded import load_lesson
from equipoise.tasks import invariance
from equipoise.tasks.invariance import (
    BY_CHANCE,
    ENOUGH_COMMENTS,
    FLIPS_WITHOUT_GAP,
    GUESSES,
    HOW_MANY,
    INSULT,
    LEAK,
    LUCKY_DRAW,
    MOVES_YES_MOST,
    TASKS,
    TELL_UNITS,
    WIDER_GAP,
)
from equipoise.tasks.task import Guess, Task

LESSON = load_lesson()


def under(strategy: str, votes: int = 3, seed: int = 0) -> Measured:
    return measured(LESSON, strategy, votes, seed)


def test_all_are_listed_once() -> None:
    made = [one for one in vars(invariance).values() if isinstance(one, Task | Guess)]
    assert len(made) >= 10
    assert {*TASKS, *GUESSES} == set(made)
    ids = [one.id for one in (*TASKS, *GUESSES)]
    assert len(set(ids)) == len(ids)
    assert all(id.startswith("test-time/") for id in ids)


def test_only_what_widens_the_gap_does() -> None:
    before = under("default")
    done, told = WIDER_GAP.judge(before, under("random_context"))
    assert done
    assert told.startswith("With rates averaged over all draws the widest gap is 0.564; asked")
    assert "The draw above shows" in told
    for strategy in ("default", "obfuscate_only", "ooc"):
        done, told = WIDER_GAP.judge(before, under(strategy))
        assert not done
        assert "The draw above" not in told


@pytest.mark.parametrize("template", LESSON.templates, ids=lambda one: one.id)
def test_only_an_insult_that_flips_gets_through(template) -> None:
    answers = LESSON.wordings.answers[LESSON.templates.index(template), 0]
    done, told = INSULT.judge(LESSON, template)
    assert done == bool(template.y and 0 < answers.sum() < len(answers))
    if done:
        plain = LESSON.wordings.answers[:, 0]
        flips = plain.min(axis=1) != plain.max(axis=1)
        harmless, insults = (int(flips[LESSON.y == label].sum()) for label in (0, 1))
        assert f"flips {harmless} of 18 harmless comments and {insults} of 18 insults" in told
    else:
        assert ("answered alike" if template.y else "stand at the end") in told


def test_lucky_is_what_is_better_than_its_average() -> None:
    for seed in range(10):
        found = under("ooc", 1, seed)
        done, told = LUCKY_DRAW.judge(found)
        assert done == (average_bias(LESSON, "ooc", 1) - found.si.value >= 0.05)
        assert told.startswith(f"This draw shows {found.si.value:.3f}; draws of as many votes")
    assert LUCKY_DRAW.judge(under("ooc", 1, 7)).said.startswith("This draw shows 0.056")
    for strategy in ("default", "random_context", "obfuscate_only"):
        assert LUCKY_DRAW.judge(under(strategy)) == (False, "Choose *Out of context*.")


@pytest.mark.parametrize(
    ("n", "strata", "contexts", "rate", "done", "begins"),
    [
        (25, 2, 4, 0.5, False, "Here it does in 99"),
        (500, 2, 4, 0.5, True, "4,000 comments, at this share of yes. With a few hundred"),
        (25, 1, 2, 0.02, True, "50 comments, at this share of yes. So few do where"),
    ],
)
def test_it_takes_as_many_comments_as_it_does(
    n: int, strata: int, contexts: int, rate: float, done: bool, begins: str
) -> None:
    found = exact_null(n, [rate] * strata, contexts)
    progress = ENOUGH_COMMENTS.judge(n * strata * contexts, found)
    assert progress.done == done
    assert progress.said.startswith(begins)


@pytest.mark.parametrize("template", LESSON.templates, ids=lambda one: one.id)
def test_what_leaks_is_seen_to(template) -> None:
    made = one_row(LESSON, template.id, "gay")
    done, told = LEAK.judge(LESSON, made)
    assert done == bool(made.left_over)
    leaking = sum(one.leaks for one in LESSON.templates)
    assert (f"{leaking} of {len(LESSON.templates)} comments name one" in told) == done


@pytest.fixture(scope="module")
def scores() -> Scores:
    return score(LESSON.items, lesson_answers(LESSON, m=3, seed=0), n_permutations=50)


def test_the_way_that_moves_yes_most_is_found(scores: Scores) -> None:
    plainly = scores["default"].positive_rate
    moved = {name: abs(one.positive_rate - plainly) for name, one in scores.items()}
    furthest = max(moved, key=moved.__getitem__)
    assert moved[furthest] > 0
    for name, one in scores.items():
        done, told = MOVES_YES_MOST.judge(scores, one)
        assert done == (name != "default" and moved[name] == moved[furthest])
        assert ("asked so in" in told) == (name != "default")
        assert (f"{100 * moved[name]:.0f} points" in told) == done


def test_an_undefined_share_moves_nothing(scores: Scores) -> None:
    lost = replace(scores["ooc"], positive_rate=float("nan"))
    found = Scores({"default": scores["default"], "ooc": lost})
    assert not MOVES_YES_MOST.judge(found, lost).done


def test_units_once_told_are_done() -> None:
    assert TELL_UNITS.judge(True).done
    assert not TELL_UNITS.judge(False).done


def test_guesses_have_their_right_answer_among_them() -> None:
    for posed in (HOW_MANY.pose(LESSON), BY_CHANCE.pose(), FLIPS_WITHOUT_GAP.pose()):
        assert posed.right in posed.comments
        assert all(posed.comments.values())


def test_the_first_guess_is_right_of_the_recorded_answers() -> None:
    posed = HOW_MANY.pose(LESSON)
    row = [template.id for template in LESSON.templates].index("doctor")
    n = int(LESSON.wordings.answers[row, 0].sum())
    assert posed.right == ("For one or two of them" if n in (1, 2) else "")
    assert f"toxic for {n} of 8: gay." in posed.comments[posed.right]


def test_chance_shows_what_the_second_guess_says() -> None:
    assert exact_null(25, [0.5, 0.5], 4).mean == pytest.approx(0.25, abs=0.01)
    assert BY_CHANCE.pose().right == "About 0.25"


def test_flips_in_both_directions_leave_no_gap() -> None:
    """Three from no to yes and three back: SI-bias 0, and no unit answered alike."""
    one, other = np.array([1, 1, 1, 0, 0, 0]), np.array([0, 0, 0, 1, 1, 1])
    assert one.mean() == other.mean()
    assert (one != other).all()
    assert FLIPS_WITHOUT_GAP.pose().right.startswith("Yes")
