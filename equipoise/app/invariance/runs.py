"""Runs against endpoints, in the line of all readers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from equipoise.app.jobs.queue import MOST_SECONDS, Run, RunFailedError
from equipoise.invariance.endpoint.job import ASK, MOST_BYTES
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
