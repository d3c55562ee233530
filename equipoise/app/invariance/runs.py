"""Runs against endpoints, in the line of all readers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from equipoise.app.line import MOST_SECONDS, Run, RunFailedError
from equipoise.invariance.confined import Confined, ConfinedError


@dataclass(eq=False)
class EndpointRun(Run[Confined]):
    """Questions to an endpoint; `total` answers.

    Attributes
    ----------
    order : dict
        What is to be asked, as `asking.ask` takes it. It holds the key: it is never shown, and
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

    def begin(self) -> Confined:
        """Start asking."""
        return Confined("ask", self.order, seconds=MOST_SECONDS + 10)

    def follow(self, process: Confined) -> None:
        """Keep the answers as they come."""
        try:
            for message in process.messages():
                self.answers.append({name: message[name] for name in message if name != "kind"})
        except ConfinedError as error:
            raise RunFailedError(str(error)) from None

    def forget(self) -> None:
        """Let go of the key."""
        self.order = {}
