"""The lesson, live: strategies applied to recorded answers, for any number of votes.

Nothing is asked here. The rules of `rewriting` stand in for the model that rewrites, so every
text a strategy can come to was answered beforehand, and a vote is a look into a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.invariance.lesson.recorded import Lesson
from equipoise.invariance.measures.seeds import draw_context
from equipoise.invariance.running.context_words import left_over
from equipoise.invariance.running.rewriting import give_context, hide_context
from equipoise.invariance.tables.answers import Answers, read_answers

LESSON_STRATEGIES: Final = ("default", "obfuscate_only", "random_context", "ooc")
"""As it is; the context hidden; another context said beside it; hidden, then another given."""

MOST_VOTES = 99

Labels = NDArray[np.int8]


@dataclass(frozen=True)
class Vote:
    """One vote on a comment.

    Attributes
    ----------
    context : str
        The context drawn.
    text : str
        The comment as it was rewritten.
    left_over : dict from context to words
        What in it still speaks of which context; the context given is not among them.
    answer : {0, 1}
    score : float
    """

    context: str
    text: str
    left_over: dict[str, tuple[str, ...]]
    answer: int
    score: float


@dataclass(frozen=True)
class Steps:
    """What `ooc` does with one comment, and what is answered without it.

    Attributes
    ----------
    text, hidden : str
        The comment, and the comment with its context hidden.
    left_over : dict from context to words
        What in the hidden one still speaks of which context.
    default, default_score, hidden_answer, hidden_score : {0, 1}, float
        The answers to these two.
    votes : tuple of Vote
    answer : {0, 1}
        That of the majority.
    """

    text: str
    hidden: str
    left_over: dict[str, tuple[str, ...]]
    default: int
    default_score: float
    hidden_answer: int
    hidden_score: float
    votes: tuple[Vote, ...]
    answer: int


def reachable(lesson: Lesson, strategy: str) -> Labels:
    """Return every answer a vote can come to: template, context, context drawn: (T, Z, Z).

    Strategies that draw nothing have the same answer along the last axis.

    Raises
    ------
    ValueError
        If there is no such strategy.
    """
    if strategy not in LESSON_STRATEGIES:
        raise ValueError(f"There is no strategy {strategy!r}: {', '.join(LESSON_STRATEGIES)}.")
    if strategy == "ooc":
        return lesson.given.answers
    if strategy == "random_context":
        return lesson.added.answers
    plain = lesson.wordings.answers[:, 0] if strategy == "default" else lesson.hidden.answers
    return np.broadcast_to(plain[:, :, None], lesson.given.answers.shape)


def lesson_votes(lesson: Lesson, strategy: str, *, m: int = 3, seed: int = 0) -> Labels:
    """Return the m votes on each comment, (T, Z, m).

    The contexts drawn belong to the template and the vote: a template is set in the same
    ones whatever its own, and more votes leave the first as they are.

    Raises
    ------
    ValueError
        If there is no such strategy, or m is not an odd number from 1 to `MOST_VOTES`.
    """
    check_votes(m)
    drawn = _drawn(lesson, m, seed)
    return np.take_along_axis(reachable(lesson, strategy), drawn[:, None, :], axis=2)


def lesson_predictions(lesson: Lesson, strategy: str, *, m: int = 3, seed: int = 0) -> Labels:
    """Return the majority's answer to each comment, (T, Z); errors as in `lesson_votes`."""
    return majority(lesson_votes(lesson, strategy, m=m, seed=seed))


def majority(ballots: Labels) -> Labels:
    """Return the majority along the last axis, of an odd number of votes."""
    answer: Labels = (ballots.sum(axis=-1) * 2 > ballots.shape[-1]).astype(np.int8)
    return answer


def lesson_answers(
    lesson: Lesson, strategies: Sequence[str] = LESSON_STRATEGIES, *, m: int = 3, seed: int = 0
) -> Answers:
    """Return the answers of strategies to `lesson.items`; errors as in `lesson_votes`.

    The label the model sees in a stratum is not needed here: the rules ask for none.
    """
    frames = []
    for strategy in strategies:
        drawn = strategy in ("random_context", "ooc")
        ballots = lesson_votes(lesson, strategy, m=m if drawn else 1, seed=seed)
        frame = pd.DataFrame({"id": lesson.items.table["id"], "strategy": strategy})
        frame["pred"] = majority(ballots).ravel()
        frame["votes"] = list(ballots.reshape(-1, ballots.shape[-1]).tolist())
        frame["calls"] = ballots.shape[-1]
        frames.append(frame)
    return read_answers(pd.concat(frames, ignore_index=True), lesson.items)


def one_row(lesson: Lesson, template: str, context: str, *, m: int = 3, seed: int = 0) -> Steps:
    """Return what `ooc` does with one comment, vote by vote.

    Raises
    ------
    ValueError
        If there is no such template or context, or m is no odd number in range.
    """
    check_votes(m)
    row = _position([known.id for known in lesson.templates], template, "template")
    column = _position(lesson.names, context, "context")
    text = lesson.templates[row].text(lesson.contexts[column])
    hidden = hide_context(text, lesson.names)
    cast = tuple(_vote(lesson, row, column, hidden, z) for z in _drawn(lesson, m, seed)[row])
    return Steps(
        text=text,
        hidden=hidden,
        left_over=left_over(hidden, lesson.names),
        default=int(lesson.wordings.answers[row, 0, column]),
        default_score=float(lesson.wordings.scores[row, 0, column]),
        hidden_answer=int(lesson.hidden.answers[row, column]),
        hidden_score=float(lesson.hidden.scores[row, column]),
        votes=cast,
        answer=int(sum(vote.answer for vote in cast) * 2 > m),
    )


def check_votes(m: int) -> None:
    """Raise ValueError unless m votes always have a majority and are not too many."""
    if isinstance(m, bool) or not 1 <= m <= MOST_VOTES or m % 2 != 1:
        raise ValueError(f"m is {m!r}; it must be an odd number from 1 to {MOST_VOTES}.")


def _vote(lesson: Lesson, row: int, column: int, hidden: str, drawn: int) -> Vote:
    given = lesson.names[drawn]
    text = give_context(hidden, given)
    others = [name for name in lesson.names if name != given]
    return Vote(
        context=given,
        text=text,
        left_over=left_over(text, others),
        answer=int(lesson.given.answers[row, column, drawn]),
        score=float(lesson.given.scores[row, column, drawn]),
    )


def _drawn(lesson: Lesson, m: int, seed: int) -> NDArray[np.intp]:
    """Return the positions of the contexts drawn, (T, m)."""
    place = {name: position for position, name in enumerate(lesson.names)}
    return np.array(
        [
            [place[draw_context(seed, template.id, vote, lesson.names)] for vote in range(m)]
            for template in lesson.templates
        ],
        dtype=np.intp,
    )


def _position(names: Sequence[str], name: str, what: str) -> int:
    if name not in names:
        raise ValueError(f"There is no {what} {name!r}; there are: {', '.join(names)}.")
    return list(names).index(name)
