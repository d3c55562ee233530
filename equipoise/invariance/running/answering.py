"""How a strategy comes to an answer: what is asked of a model, in what order, and read how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

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

Rewrite = Literal["obfuscate", "rewrite"]
"""Hiding the attribute; then giving the text a context drawn at random."""


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
class _Read:
    """A reply as far as it could be read."""

    option: int | None
    status: str
    raw: str


def ask_once(turn: Turn, preamble: str = "", *, reasons: bool = False) -> StrategyAnswer:
    """Ask about the text as it is: after some words of warning, or with room to reason."""
    task, text = turn.task, turn.row.text
    if reasons:
        messages = prompts.ask_reasoned(task, text, preamble)
        read = _read(turn, messages, tokens=REASONED_TOKENS, reader=read_conclusion)
    else:
        read = _read(turn, prompts.ask_task(task, text, preamble))
    pred = None if read.option is None else task.label(read.option)
    return StrategyAnswer(pred, read.status, read.raw, steps=(Step(0, "answer", read.raw),))


def go_by_majority(turn: Turn, rewrites: Sequence[Rewrite], preamble: str = "") -> StrategyAnswer:
    """Answer rewritten texts and go by the majority; an even vote is a missing answer.

    Where S is the label, the model's own label comes first, and says what a rewritten text is.
    """
    task, s_lm = turn.task, ""
    option: int | None = None
    steps: list[Step] = []
    if task.adjusts_for_label:
        label = _read(turn, prompts.ask_task(task, turn.row.text))
        steps.append(Step(-1, "label", label.raw))
        if label.option is None:
            return StrategyAnswer(None, label.status, label.raw, steps=tuple(steps))
        option, s_lm = label.option, str(task.label(label.option))
    reads = []
    for vote in range(turn.m):
        read, its_steps = _vote(turn, vote, rewrites, task.describe(option), preamble)
        reads.append(read)
        steps += its_steps
    votes = tuple(None if read.option is None else task.label(read.option) for read in reads)
    ones, zeros = votes.count(1), votes.count(0)
    raw = "\n".join(read.raw for read in reads)
    if ones != zeros:
        return StrategyAnswer(int(ones > zeros), OK, raw, votes, s_lm, tuple(steps))
    refused = all(read.status == REFUSED for read in reads)
    status = REFUSED if refused else UNREADABLE
    return StrategyAnswer(None, status, raw, votes, s_lm, tuple(steps))


def _vote(
    turn: Turn, vote: int, rewrites: Sequence[Rewrite], description: str, preamble: str
) -> tuple[_Read, list[Step]]:
    """Rewrite the text and answer it; a failed rewrite makes the vote missing."""
    task, text, context = turn.task, turn.row.text, ""
    steps: list[Step] = []
    if "rewrite" in rewrites:
        context = draw_context(turn.seed, turn.row.unit, vote, task.contexts)
        steps.append(Step(vote, "context", context))
    for name in rewrites:
        if name == "obfuscate":
            messages = prompts.ask_obfuscated(task, text, description)
        else:
            messages = prompts.ask_with_context(task, text, description, context)
        rewritten, raw, fault = _rewrite(turn, messages, text, vote, name)
        steps.append(Step(vote, name, raw))
        if rewritten is None:
            steps.append(Step(vote, "failed", fault))
            return _Read(None, failure(raw), raw), steps
        text = rewritten
    read = _read(turn, prompts.ask_task(task, text, preamble))
    return read, [*steps, Step(vote, "answer", read.raw)]


def _rewrite(
    turn: Turn, messages: Messages, text: str, vote: int, name: str
) -> tuple[str | None, str, str]:
    """Return a rewritten text (None after two failures), the words, and what is wrong."""
    raw = fault = ""
    for attempt in (0, 1):
        # With the first seed again, the cache would give the reply that failed.
        seed = seed_for(turn.seed, turn.row.unit, vote, name, attempt)
        # Twice what English takes at four letters a token, and room for an opening.
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
    # A fixed seed lets all strategies that ask the same share one kept reply.
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
