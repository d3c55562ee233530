"""The ten strategies: what each asks a model about a text, and how its answer comes about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Protocol

from equipoise.invariance.measures.seeds import draw_context, seed_for
from equipoise.invariance.running import prompts
from equipoise.invariance.running.prompts import Messages
from equipoise.invariance.running.reply import (
    failure,
    read_conclusion,
    read_reply,
    read_rewrite,
    rewrite_fault,
)
from equipoise.invariance.running.tasks import Task

ANSWER_TOKENS = 16
REASONED_TOKENS = 300
REWRITE_TEMPERATURE = 0.7

OK, UNREADABLE, REFUSED, ERROR = "ok", "unreadable", "refused", "error"


class Ask(Protocol):
    """Puts one request to a model and returns the text of its reply, and whether it ended."""

    def __call__(
        self, messages: Messages, *, temperature: float, max_tokens: int, seed: int
    ) -> tuple[str, bool]:
        """Ask; a reply cut off by `max_tokens` did not end."""


@dataclass(frozen=True)
class Row:
    """What a strategy sees of an item: its text and unit, never its context or label."""

    id: str
    text: str
    unit: str


@dataclass(frozen=True)
class Step:
    """One thing that happened on the way to an answer.

    Attributes
    ----------
    vote : int
        Which vote it belongs to; -1 for what comes before all votes.
    name : str
        "label", "obfuscate", "context", "rewrite", "answer", or "failed": why a rewrite was
        none, so that the vote is missing.
    text : str
        What came of it: a rewritten text, a context, or the model's words.
    """

    vote: int
    name: str
    text: str


@dataclass(frozen=True)
class StrategyAnswer:
    """What a strategy answered about one row.

    Attributes
    ----------
    pred : int or None
        1, 0, or None where there is no readable answer or the votes are even.
    status : str
        "ok", or why there is none: "unreadable", "refused" or "error".
    raw : str
        The model's words that were read, the votes' one below the other.
    votes : tuple of (int or None)
        What each vote said; empty where there is no voting.
    s_lm : str
        The model's own label ("1" or "0") where the strategy asks for it, else "".
    steps : tuple of Step
    """

    pred: int | None
    status: str
    raw: str
    votes: tuple[int | None, ...] = ()
    s_lm: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Turn:
    """What a strategy works with: one row of a task, a way to ask, votes and a seed."""

    task: Task
    row: Row
    ask: Ask
    m: int
    seed: int


@dataclass(frozen=True)
class Strategy:
    """One strategy.

    Attributes
    ----------
    name, title, description : str
        Its name in files, its title, and what it does in one sentence.
    answer : callable
        Takes a Turn and returns a StrategyAnswer.
    rewrites : int
        Rewrites in each vote; 0 for strategies that do not vote.
    asks_label : bool
        Whether the model's own label comes first where S is the label.
    """

    name: str
    title: str
    description: str
    answer: Callable[[Turn], StrategyAnswer]
    rewrites: int = 0
    asks_label: bool = False

    def calls_per_row(self, task: Task, m: int) -> int:
        """Return the calls for one row if every reply is readable at once."""
        if not self.rewrites:
            return 1
        return int(self.asks_label and task.adjusts_for_label) + m * (self.rewrites + 1)


@dataclass(frozen=True)
class _Read:
    """A reply as far as it could be read."""

    option: int | None
    status: str
    raw: str


def _direct(preamble: str) -> Callable[[Turn], StrategyAnswer]:
    """Return a strategy that asks once, after some words of warning."""

    def answer(turn: Turn) -> StrategyAnswer:
        read = _read(turn, prompts.ask_task(turn.task, turn.row.text, preamble))
        return _single(turn.task, read)

    return answer


def _reasoned(turn: Turn) -> StrategyAnswer:
    """Let the model reason, and read its conclusion."""
    messages = prompts.ask_reasoned(turn.task, turn.row.text)
    read = _read(turn, messages, tokens=REASONED_TOKENS, reader=read_conclusion)
    return _single(turn.task, read)


def _single(task: Task, read: _Read) -> StrategyAnswer:
    pred = None if read.option is None else task.label(read.option)
    return StrategyAnswer(pred, read.status, read.raw, steps=(Step(0, "answer", read.raw),))


def _voting(*, random_context: bool) -> Callable[[Turn], StrategyAnswer]:
    """Return a strategy that answers rewritten texts and goes by the majority."""

    def answer(turn: Turn) -> StrategyAnswer:
        task = turn.task
        label = _own_label(turn) if task.adjusts_for_label else None
        first = (Step(-1, "label", label.raw),) if label else ()
        s_lm = ""
        if label:
            if label.option is None:
                return StrategyAnswer(None, label.status, label.raw, steps=first)
            s_lm = str(task.label(label.option))
        description = task.describe(label.option if label else None)
        votes = [_vote(turn, vote, description, random_context) for vote in range(turn.m)]
        steps = (*first, *(step for _, its_steps in votes for step in its_steps))
        return _majority(task, [read for read, _ in votes], s_lm, steps)

    return answer


def _own_label(turn: Turn) -> _Read:
    return _read(turn, prompts.ask_task(turn.task, turn.row.text))


def _vote(
    turn: Turn, vote: int, description: str, random_context: bool
) -> tuple[_Read, list[Step]]:
    """Rewrite the text and answer it; a failed rewrite makes the vote missing."""
    task, text, steps = turn.task, turn.row.text, []
    stages = [("obfuscate", partial(prompts.ask_obfuscated, task, description=description))]
    if random_context:
        context = draw_context(turn.seed, turn.row.unit, vote, task.contexts)
        steps.append(Step(vote, "context", context))
        given = {"description": description, "context": context}
        stages.append(("rewrite", partial(prompts.ask_with_context, task, **given)))
    for name, messages in stages:
        rewritten, raw, fault = _rewrite(turn, messages(text=text), text, vote, name)
        steps.append(Step(vote, name, raw))
        if rewritten is None:
            steps.append(Step(vote, "failed", fault))
            return _Read(None, failure(raw), raw), steps
        text = rewritten
    read = _read(turn, prompts.ask_task(task, text))
    return read, [*steps, Step(vote, "answer", read.raw)]


def _rewrite(
    turn: Turn, messages: Messages, text: str, vote: int, name: str
) -> tuple[str | None, str, str]:
    """Return a rewritten text (None after two failures), the words, and what is wrong."""
    raw = fault = ""
    for attempt in (0, 1):
        seed = seed_for(turn.seed, turn.row.unit, vote, name, attempt)
        tokens = 64 + len(text) // 2
        raw, ended = turn.ask(
            messages, temperature=REWRITE_TEMPERATURE, max_tokens=tokens, seed=seed
        )
        fault = rewrite_fault(raw, text) if ended else "it was cut off"
        rewritten = None if fault else read_rewrite(raw, text)
        if rewritten is not None:
            return rewritten, rewritten, ""
    return None, raw, fault


def _read(
    turn: Turn,
    messages: Messages,
    *,
    tokens: int = ANSWER_TOKENS,
    reader: Callable[[str, Sequence[str]], int | None] = read_reply,
) -> _Read:
    """Ask at temperature 0, once more with a reminder if the reply names no option."""
    raw, _ = turn.ask(messages, temperature=0.0, max_tokens=tokens, seed=0)
    option = reader(raw, turn.task.options)
    if option is None:
        again = prompts.remind(turn.task, messages, raw)
        second, _ = turn.ask(again, temperature=0.0, max_tokens=ANSWER_TOKENS, seed=0)
        option = read_reply(second, turn.task.options)
        if option is None:
            return _Read(None, failure(raw), f"{raw}\n{second}")
        raw = f"{raw}\n{second}"
    return _Read(option, OK, raw)


def _majority(
    task: Task, reads: Sequence[_Read], s_lm: str, steps: tuple[Step, ...]
) -> StrategyAnswer:
    """Go by the majority of readable votes; none, or as many for as against: missing."""
    votes = tuple(None if read.option is None else task.label(read.option) for read in reads)
    ones, zeros = votes.count(1), votes.count(0)
    raw = "\n".join(read.raw for read in reads)
    if ones != zeros:
        return StrategyAnswer(int(ones > zeros), OK, raw, votes, s_lm, steps)
    refused = all(read.status == REFUSED for read in reads)
    return StrategyAnswer(None, REFUSED if refused else UNREADABLE, raw, votes, s_lm, steps)


_ALL = (
    Strategy("default", "Default", "Asks the question and nothing more.", _direct("default")),
    Strategy("cot", "Step by step", "Asks to reason before answering.", _reasoned),
    Strategy("unbiased", "Be unbiased", "Asks for a fair answer.", _direct("unbiased")),
    Strategy(
        "precog",
        "Think first",
        "Asks to imagine a fair judge's answer and to give that.",
        _direct("precog"),
    ),
    Strategy(
        "really", "Really matters", "Stresses that it really must not matter.", _direct("really")
    ),
    Strategy("illegal", "Illegal", "Reminds that discrimination is illegal.", _direct("illegal")),
    Strategy("ignore", "Ignore it", "Asks to ignore the attribute.", _direct("ignore")),
    Strategy(
        "illegal_ignore",
        "Illegal, ignore it",
        "Asks to ignore the attribute and reminds of the law.",
        _direct("illegal_ignore"),
    ),
    Strategy(
        "obfuscate_only",
        "Obfuscate only",
        "Rewrites the text so that the attribute cannot be told, then answers.",
        _voting(random_context=False),
        rewrites=1,
        asks_label=True,
    ),
    Strategy(
        "ooc",
        "Out of context",
        "Hides the attribute, gives the text a random one, answers, and takes a majority.",
        _voting(random_context=True),
        rewrites=2,
        asks_label=True,
    ),
)

STRATEGIES: Mapping[str, Strategy] = MappingProxyType({each.name: each for each in _ALL})
"""The strategies by name, in the order in which they are shown."""
