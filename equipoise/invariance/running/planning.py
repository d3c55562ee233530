"""What a run will cost, before anything is asked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from equipoise.invariance.running.answering import REASONED_TOKENS, Row, Turn
from equipoise.invariance.running.cache import Cache
from equipoise.invariance.running.clients import Request
from equipoise.invariance.running.prompts import Messages, ask_task
from equipoise.invariance.running.runner import check_numbers, chosen_strategies, rows_of
from equipoise.invariance.running.strategies import Strategy
from equipoise.invariance.running.tasks import Task
from equipoise.invariance.tables.items import Items
from equipoise.words import count, duration, plural

LETTERS_PER_TOKEN = 4
"""A rule of thumb for English."""

_SHORT = 3
"""Tokens of an answer in one word."""


@dataclass(frozen=True)
class Plan:
    """What a run will ask.

    Attributes
    ----------
    rows : int
    strategies : tuple of str
    calls : int
        Calls to be made at most, if every reply is readable at once: strategies share some.
    cached : int
        Calls whose replies are kept already; not among `calls`.
    tokens_in, tokens_out : int
        Estimates for the calls to be made.
    seconds : float or None
        Estimate of the time; None where nothing is known of the model's speed.
    """

    rows: int
    strategies: tuple[str, ...]
    calls: int
    cached: int
    tokens_in: int
    tokens_out: int
    seconds: float | None

    def __str__(self) -> str:
        kept = f" {count(self.cached)} more are kept already." if self.cached else ""
        time = "unknown" if self.seconds is None else f"about {duration(self.seconds)}"
        return (
            f"{plural(self.rows, 'row')}, {plural(len(self.strategies), 'strategy', 'strategies')}"
            f" ({', '.join(self.strategies)}): {plural(self.calls, 'call')} at most, if every "
            f"reply can be read.{kept}\n"
            f"Tokens to read: about {count(self.tokens_in)}; to write: about "
            f"{count(self.tokens_out)}. Time: {time}."
        )


def plan(
    items: Items,
    task: Task,
    strategies: Sequence[str],
    *,
    model: str,
    m: int = 3,
    seed: int = 0,
    cache: Cache | str | os.PathLike[str] | None = None,
    workers: int = 1,
    seconds_per_call: float | None = None,
) -> Plan:
    """Return what `run` with the same parameters will ask.

    Parameters
    ----------
    items, task, strategies, m, seed, cache, workers
        As for `run`.
    model : str
        The client's model; kept replies are found by it.
    seconds_per_call : float, optional
        Where it is known; else the mean of the calls kept is taken, if there are any.

    Raises
    ------
    ValueError
        As `run` does.
    """
    chosen = chosen_strategies(strategies)
    check_numbers(m=m, workers=workers, seed=seed)
    kept = cache if isinstance(cache, Cache) else Cache(cache)
    rows = rows_of(items)
    calls = cached = tokens_in = tokens_out = 0
    for strategy in chosen:
        for row in rows:
            looking, wanted = _Looking(kept, model), strategy.calls_per_row(task, m)
            # Played through with what is kept, up to the first reply that is not: what a
            # strategy would ask after it is not known either.
            try:
                strategy.answer(Turn(task, row, looking, m, seed))
                # Nothing is left to ask, even where a vote that failed took fewer calls.
                known = wanted
            except _Unknown:
                known = looking.calls
            # Reminders and second rewrites are kept as well, but not counted in `wanted`.
            left = max(wanted - known, 0)
            cached += known
            calls += left
            reading, writing = _tokens(strategy, task, row, m)
            share = left / wanted
            tokens_in += round(reading * share)
            tokens_out += round(writing * share)
    pace = seconds_per_call or kept.seconds_per_call()
    # As if the endpoint served all workers side by side as fast as one.
    seconds = None if pace is None else calls * pace / workers
    return Plan(len(rows), tuple(strategies), calls, cached, tokens_in, tokens_out, seconds)


class _Unknown(Exception):
    """A reply that is not kept."""


class _Looking:
    """Answers a strategy's requests from the cache alone, and counts them."""

    def __init__(self, cache: Cache, model: str) -> None:
        self._cache, self._model = cache, model
        self.calls = 0

    def __call__(
        self, messages: Messages, *, temperature: float, max_tokens: int, seed: int
    ) -> tuple[str, bool]:
        request = Request(messages, temperature, max_tokens, seed)
        reply = self._cache.get(self._model, request)
        if reply is None:
            raise _Unknown
        self.calls += 1
        return reply.text, reply.ended


def _tokens(strategy: Strategy, task: Task, row: Row, m: int) -> tuple[int, int]:
    """Estimate the tokens that one row takes to read and to write."""
    asked = "".join(message["content"] for message in ask_task(task, row.text))
    reading, text = len(asked) // LETTERS_PER_TOKEN, len(row.text) // LETTERS_PER_TOKEN
    calls = strategy.calls_per_row(task, m)
    rewrites = m * len(strategy.rewrites)
    answer = REASONED_TOKENS // 2 if strategy.reasons else _SHORT
    return calls * reading, rewrites * text + (calls - rewrites) * answer
