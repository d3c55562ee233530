"""Running strategies over items: the plan first, then answer by answer, row by row.

Every reply goes into the cache as it comes, so that a run which was stopped or killed goes
on where it was: the same items, task, strategies and seed then give the same answers, and no
finished call is made again.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from typing import Any

import pandas as pd

from equipoise.invariance.running.answering import ERROR, Row, StrategyAnswer, Turn
from equipoise.invariance.running.cache import Cache
from equipoise.invariance.running.clients import Client, ClientError, Request
from equipoise.invariance.running.prompts import Messages
from equipoise.invariance.running.retrying import Stopped, with_retries
from equipoise.invariance.running.strategies import STRATEGIES, Strategy
from equipoise.invariance.running.tasks import Task
from equipoise.invariance.tables.answers import COLUMNS, Answers, read_answers
from equipoise.invariance.tables.items import Items

MOST_ERRORS = 5
"""So many failed rows one after the other end a run: something is wrong with the endpoint."""

MOST_WORKERS, MOST_VOTES = 32, 99

LARGEST_SEED = 2**53
"""What every kind of file can hold exactly."""


class RunError(RuntimeError):
    """A run that can't go on. What is finished is in the cache."""


@dataclass(frozen=True)
class Finished:
    """One strategy's answer to one row, with what it took.

    Attributes
    ----------
    row : Row
    strategy : str
    answer : StrategyAnswer
    calls : int
        Replies it needed, those found in the cache included.
    seconds : float
        What these took when they were made.
    """

    row: Row
    strategy: str
    answer: StrategyAnswer
    calls: int
    seconds: float


def run(
    items: Items,
    task: Task,
    strategies: Sequence[str],
    client: Client,
    *,
    m: int = 3,
    seed: int = 0,
    cache: Cache | str | os.PathLike[str] | None = None,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Answers:
    """Ask a model about every item under every strategy.

    Parameters
    ----------
    items : Items
    task : Task
    strategies : sequence of str
        Names out of `STRATEGIES`.
    client : Client
        The model.
    m : int
        Votes of those strategies that vote.
    seed : int
        Of random contexts and of rewriting.
    cache : Cache or path, optional
        Where replies are kept; without one they live as long as the run.
    workers : int
        Rows that are worked at side by side.
    progress : callable, optional
        Takes the number of finished answers and of all.
    stop : callable
        Asked before each call; once it says so, the answers so far are returned.

    Returns
    -------
    Answers
        In the order of the items, then of the strategies.

    Raises
    ------
    ValueError
        If a strategy is unknown or doubled, or a number is out of range.
    RunError
        If the endpoint refuses every call, or fails for several rows in a row.
    """
    total = len(items.table) * len(strategies)
    finished: list[Finished] = []
    for each in run_rows(
        items, task, strategies, client, m=m, seed=seed, cache=cache, workers=workers, stop=stop
    ):
        finished.append(each)
        if progress is not None:
            progress(len(finished), total)
    return answers_of(finished, seed=seed)


def run_rows(
    items: Items,
    task: Task,
    strategies: Sequence[str],
    client: Client,
    *,
    m: int = 3,
    seed: int = 0,
    cache: Cache | str | os.PathLike[str] | None = None,
    workers: int = 1,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Finished]:
    """Yield the answers one by one, in the order of the items, as `run` collects them.

    With one worker a row is worked at only when its answers are asked for. Ends early when
    `stop` says so. The parameters and errors are those of `run`.
    """
    chosen = chosen_strategies(strategies)
    check_numbers(m=m, workers=workers, seed=seed)
    kept = cache if isinstance(cache, Cache) else Cache(cache)
    work = partial(_work, task, chosen, client, kept, m, seed)
    rows = rows_of(items)
    if workers > 1:
        return _until_hopeless(_pooled(rows, work, stop, workers))

    # Within a function: what is wrong with the order is said at once, not at the first answer.
    def one_by_one() -> Iterator[Finished]:
        with suppress(Stopped):
            for row in rows:
                yield from work(row, stop)

    return _until_hopeless(one_by_one())


def rows_of(items: Items) -> list[Row]:
    """Return what the strategies see of the items; rows without a unit are their own.

    Raises
    ------
    ValueError
        If an item has no text to ask about.
    """
    table = items.table
    blank = table.loc[table["text"].str.strip() == "", "id"]
    if len(blank):
        raise ValueError(
            f"The item {blank.iloc[0]!r} has no text ({len(blank)} such of {len(table)}); a model "
            "can be asked about a text only. Fill the column text, or leave the row out."
        )
    return [
        Row(id, text, unit or id)
        for id, text, unit in zip(table["id"], table["text"], table["unit"], strict=True)
    ]


def chosen_strategies(names: Sequence[str]) -> list[Strategy]:
    """Return strategies by name; ValueError names one that is unknown or doubled."""
    for name in names:
        if name not in STRATEGIES:
            raise ValueError(f"There is no strategy {name!r}; there are {', '.join(STRATEGIES)}.")
        if list(names).count(name) > 1:
            raise ValueError(f"The strategy {name!r} is named twice.")
    if not names:
        raise ValueError("Name at least one strategy.")
    return [STRATEGIES[name] for name in names]


def check_numbers(*, m: int, workers: int, seed: int) -> None:
    """Raise ValueError where the votes, the workers or the seed are out of range."""
    if not 1 <= m <= MOST_VOTES:
        raise ValueError(f"m, the number of votes, must be from 1 to {MOST_VOTES}, not {m}.")
    if abs(seed) > LARGEST_SEED:
        raise ValueError(f"seed must lie between -2^53 and 2^53, not {seed}.")
    if not 1 <= workers <= MOST_WORKERS:
        raise ValueError(f"workers must be from 1 to {MOST_WORKERS}, not {workers}.")


def answers_of(finished: Sequence[Finished], *, seed: int) -> Answers:
    """Return finished answers as a table; ValueError if there are none."""
    if not finished:
        raise ValueError("There is no finished answer yet.")
    records = [
        {
            "id": each.row.id,
            "strategy": each.strategy,
            "pred": each.answer.pred,
            "raw": each.answer.raw,
            "votes": each.answer.votes,
            "s_lm": each.answer.s_lm,
            "status": each.answer.status,
            "seed": seed,
            "calls": each.calls,
            "seconds": each.seconds,
        }
        for each in finished
    ]
    return read_answers(pd.DataFrame(records, columns=list(COLUMNS), dtype=object))


def steps_of(finished: Finished) -> dict[str, Any]:
    """Return what happened on the way to an answer, as an object for JSON."""
    steps = [asdict(step) for step in finished.answer.steps]
    return {"id": finished.row.id, "strategy": finished.strategy, "steps": steps}


def _work(
    task: Task,
    strategies: Sequence[Strategy],
    client: Client,
    cache: Cache,
    m: int,
    seed: int,
    row: Row,
    stop: Callable[[], bool],
) -> Iterator[Finished]:
    """Yield the strategies' answers to one row."""
    for strategy in strategies:
        calling = _Caller(client, cache, stop)
        try:
            answer = strategy.answer(Turn(task, row, calling, m, seed))
        except ClientError as error:
            if error.hopeless:
                raise RunError(f"{error} Nothing else was asked.") from None
            answer = StrategyAnswer(None, ERROR, str(error))
        yield Finished(row, strategy.name, answer, calling.calls, round(calling.seconds, 3))


class _Caller:
    """Answers a strategy's requests from the cache or the model, and counts them."""

    def __init__(self, client: Client, cache: Cache, stop: Callable[[], bool]) -> None:
        self._client, self._cache, self._stop = client, cache, stop
        self.calls = 0
        self.seconds = 0.0

    def __call__(
        self, messages: Messages, *, temperature: float, max_tokens: int, seed: int
    ) -> tuple[str, bool]:
        request = Request(messages, temperature, max_tokens, seed)
        # Who asks the same at the same time waits here, and then finds the reply.
        with self._cache.claim(self._client.model, request):
            reply = self._cache.get(self._client.model, request)
            if reply is None:
                reply = with_retries(partial(self._client.complete, request), stop=self._stop)
                self._cache.put(self._client.model, request, reply)
        self.calls += 1
        self.seconds += reply.seconds
        return reply.text, reply.ended


_Work = Callable[[Row, Callable[[], bool]], Iterator[Finished]]


def _pooled(
    rows: Sequence[Row], work: _Work, stop: Callable[[], bool], workers: int
) -> Iterator[Finished]:
    """Work at several rows side by side, and yield in the order of the rows all the same."""
    ended = False

    def halt() -> bool:
        return ended or stop()

    def whole(row: Row) -> list[Finished]:
        found: list[Finished] = []
        with suppress(Stopped):
            for each in work(row, halt):
                found.append(each)
        return found

    pool = ThreadPoolExecutor(workers)
    waiting = iter(rows)
    under_way: deque[Future[list[Finished]]] = deque()
    try:
        # Twice as many as workers: none waits for the oldest, and not all replies pile up.
        under_way.extend(pool.submit(whole, row) for row in islice(waiting, 2 * workers))
        while under_way:
            yield from under_way.popleft().result()
            under_way.extend(pool.submit(whole, row) for row in islice(waiting, 1))
    finally:
        # Also where the caller leaves off: rows under way give up at their next call or pause.
        ended = True
        pool.shutdown(wait=True, cancel_futures=True)


def _until_hopeless(answers: Iterator[Finished]) -> Iterator[Finished]:
    """Pass answers on until several rows failed one after the other."""
    failed: list[str] = []
    for each in answers:
        if each.answer.status != ERROR:
            failed.clear()
        elif each.row.id not in failed:
            failed.append(each.row.id)
        yield each
        if len(failed) >= MOST_ERRORS:
            raise RunError(
                f"{len(failed)} rows failed one after the other, lately: {each.answer.raw} "
                f"What is finished is kept; a later run goes on from there."
            )
