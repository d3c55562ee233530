"""Runs against endpoints, in the line of all readers, and what they came to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pandas as pd

from equipoise import words
from equipoise.app.invariance.questions import Questions
from equipoise.app.jobs.queue import MOST_SECONDS, Run, RunFailedError
from equipoise.figures.invariance.results import Results
from equipoise.figures.invariance.words import named
from equipoise.foreign import MESSAGE, plain
from equipoise.invariance import Answers, Scores, read_answers, score
from equipoise.invariance.endpoint.job import ASK, MOST_BYTES
from equipoise.invariance.judging import cells_table
from equipoise.invariance.measures.report import status_words
from equipoise.io.sandbox import Sandbox, SandboxError


@dataclass(eq=False)
class EndpointRun(Run[Sandbox]):
    """Questions to an endpoint; `total` answers.

    Attributes
    ----------
    order : dict
        What is to be asked, as `job.ask` takes it. It holds the key: it is never shown, and
        forgotten when the run is over.
    answers : list of dict
        As they came; they are kept, however the run ended.
    """

    order: dict[str, Any] = field(kw_only=True, repr=False)
    answers: list[dict[str, Any]] = field(default_factory=list, init=False, repr=False)

    @property
    def done(self) -> int:
        """Answers that came."""
        return len(self.answers)

    def begin(self) -> Sandbox:
        """Start asking."""
        # The queue stops it in time, and keeps what came; this ends one that does not heed it.
        return Sandbox(
            ASK, self.order, seconds=MOST_SECONDS + 10, most_bytes=MOST_BYTES, network=True
        )

    def follow(self, process: Sandbox) -> None:
        """Keep the answers as they come."""
        try:
            for message in process.messages():
                self.answers.append({name: message[name] for name in message if name != "kind"})
        except SandboxError as error:
            raise RunFailedError(str(error)) from None

    def forget(self) -> None:
        """Let go of the key."""
        self.order = {}


@dataclass(frozen=True, eq=False)
class Asked:
    """A run of this session, what it asks about, and what its answers measure once it is over."""

    questions: Questions
    run: EndpointRun

    @cached_property
    def answers(self) -> Answers:
        """The answers that came."""
        return read_answers(pd.DataFrame(self.run.answers))

    @cached_property
    def scores(self) -> Scores:
        """Their measures."""
        return score(self.questions.items, self.answers)

    @cached_property
    def results(self) -> Results:
        """What is drawn of them."""
        measures, cells = self.scores.table(), cells_table(self.scores)
        return Results(named(measures), named(cells), self.questions.items.contexts)

    def ending(self) -> str:
        """Say how the run ended, and how many of its answers could be read, as Markdown."""
        run, read = self.run, ""
        came = words.of(run.done, run.total, "answers")
        if run.answers:
            counts = Counter(str(answer["status"]) for answer in run.answers)
            read = "All could be read."
            if counts["ok"] < run.done:
                read = f"**{words.count(counts['ok'])} could be read**; {status_words(counts)}."
        if run.state == "done":
            return f":material/check_circle: **Done**: {came}. {read}"
        if run.state == "stopped":
            stopped = f"**Stopped**: {came} came and are kept."
            return " ".join(filter(None, (":material/stop_circle:", stopped, run.why, read)))
        return f":material/error: **It failed**, after {came}. {plain(run.why, MESSAGE)} {read}"
