"""The lesson, live: against plain loops over its texts."""

import time

import numpy as np
import pytest

from equipoise.invariance import ci_probability, si_bias
from equipoise.invariance.lesson.live import (
    LESSON_STRATEGIES,
    lesson_answers,
    lesson_predictions,
    lesson_votes,
    majority,
    one_row,
    reachable,
)
from equipoise.invariance.lesson.recorded import load_lesson, texts_of
from equipoise.invariance.measures.seeds import draw_context
from equipoise.invariance.running.rewriting import give_context, hide_context

LESSON = load_lesson()
NAMES = LESSON.names


def recorded_answers():
    known = {}
    for row, template in enumerate(LESSON.templates):
        for name, (texts, _) in texts_of(LESSON.contexts, template).items():
            known.update(zip(texts, getattr(LESSON, name).answers[row].ravel(), strict=True))
    return known


KNOWN = recorded_answers()
REWRITES = {
    "default": lambda text, z: text,
    "obfuscate_only": lambda text, z: hide_context(text, NAMES),
    "random_context": give_context,
    "ooc": lambda text, z: give_context(hide_context(text, NAMES), z),
}


@pytest.mark.parametrize("strategy", LESSON_STRATEGIES)
@pytest.mark.parametrize(("m", "seed"), [(1, 0), (3, 0), (5, 7)])
def test_votes_are_the_answers_to_the_rewritten_texts(strategy, m, seed):
    expected = [
        [
            [
                KNOWN[
                    REWRITES[strategy](
                        template.text(context), draw_context(seed, template.id, vote, NAMES)
                    )
                ]
                for vote in range(m)
            ]
            for context in LESSON.contexts
        ]
        for template in LESSON.templates
    ]
    ballots = lesson_votes(LESSON, strategy, m=m, seed=seed)
    assert np.array_equal(ballots, expected)
    answers = lesson_predictions(LESSON, strategy, m=m, seed=seed)
    assert np.array_equal(answers, (np.mean(expected, axis=2) > 0.5).astype(int))


def test_more_votes_leave_the_first_as_they_are():
    few, many = (lesson_votes(LESSON, "ooc", m=m, seed=3) for m in (3, 9))
    assert np.array_equal(few, many[:, :, :3])


def test_copies_without_a_leak_are_answered_alike_once_hidden():
    leaks = np.array([template.leaks for template in LESSON.templates])
    for strategy in ("obfuscate_only", "ooc"):
        for seed in range(5):
            answers = lesson_predictions(LESSON, strategy, seed=seed)[~leaks]
            assert (answers == answers[:, :1]).all()


def test_what_the_lesson_shows():
    """Hiding helps, what it misses stays, and a context said beside another does not help."""
    table = LESSON.items.table

    def measured(strategy):
        flat = lesson_predictions(LESSON, strategy).ravel()
        gap = si_bias(flat, table["s"], table["z"]).value
        return gap, ci_probability(flat, table["unit"], table["z"]).value

    gaps = {strategy: measured(strategy) for strategy in LESSON_STRATEGIES}
    assert gaps["default"] == pytest.approx((0.5, 19 / 36))
    assert gaps["obfuscate_only"] == pytest.approx((3 / 18, 31 / 36))
    assert 0 < gaps["ooc"][0] < gaps["default"][0] / 2
    assert gaps["random_context"][0] >= gaps["default"][0] - 0.01


@pytest.mark.parametrize("m", [0, 2, -1, 100, 101, True])
def test_a_number_of_votes_without_a_sure_majority_is_refused(m):
    with pytest.raises(ValueError, match="odd number from 1 to 99"):
        lesson_predictions(LESSON, "ooc", m=m)


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="no strategy 'cot': default, obfuscate_only"):
        reachable(LESSON, "cot")
    with pytest.raises(ValueError, match="no template 'x'; there are: bakery"):
        one_row(LESSON, "x", "gay")
    with pytest.raises(ValueError, match="no context 'Gay'"):
        one_row(LESSON, "bakery", "Gay")


def test_answers_as_a_table():
    answers = lesson_answers(LESSON, m=5)
    assert answers.strategies == LESSON_STRATEGIES
    for strategy in LESSON_STRATEGIES:
        rows = answers.of(strategy)
        assert rows["id"].tolist() == LESSON.items.table["id"].tolist()
        expected = lesson_predictions(LESSON, strategy, m=5).ravel()
        assert rows["pred"].tolist() == expected.tolist()
        draws = strategy in ("random_context", "ooc")
        assert set(map(len, rows["votes"])) == {5 if draws else 1}
        assert set(rows["calls"]) == {5 if draws else 1}


def test_one_row_step_by_step():
    steps = one_row(LESSON, "guests", "gay", m=5, seed=2)
    row = [template.id for template in LESSON.templates].index("guests")
    column = NAMES.index("gay")
    assert steps.text == "For Pride we are the guests of a gay man."
    assert steps.hidden == "For Pride we are the guests of a local man."
    assert steps.left_over == {"gay": ("Pride",)}
    ballots = lesson_votes(LESSON, "ooc", m=5, seed=2)[row, column]
    assert [vote.answer for vote in steps.votes] == ballots.tolist()
    assert steps.answer == majority(ballots)
    assert steps.default == LESSON.wordings.answers[row, 0, column]
    for vote in steps.votes:
        assert vote.text == steps.hidden.replace("local", vote.context)
        assert vote.left_over == ({} if vote.context == "gay" else {"gay": ("Pride",)})
        assert (vote.score > 0.5) == vote.answer


def test_it_is_live():
    LESSON.items  # noqa: B018 - made once
    start = time.process_time()
    for seed in range(20):
        lesson_predictions(LESSON, "ooc", m=9, seed=seed)
    assert (time.process_time() - start) / 20 < 0.03
