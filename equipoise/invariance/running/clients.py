"""What a runner asks: a model behind one method. Two clients that need no network.

The client for endpoints is `equipoise.invariance.endpoint.client.OpenAIClient`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeGuard

from equipoise.invariance.running.prompts import Messages, what_is_asked
from equipoise.invariance.running.rewriting import give_context, hide_context
from equipoise.invariance.running.tasks import Task

MOST_COUNT = 10**9
"""More tokens than any call has; larger numbers are nonsense."""

_HALVES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Request:
    """One call of a model.

    Attributes
    ----------
    messages : list of dict
        Each with "role" and "content".
    temperature : float
        0: the likeliest answer.
    max_tokens : int
        Where a reply is cut off.
    seed : int
        For sampling at temperatures above 0.
    """

    messages: Messages
    temperature: float
    max_tokens: int
    seed: int


@dataclass(frozen=True)
class Reply:
    """What came back.

    Attributes
    ----------
    text : str
    seconds : float
        How long it took.
    tokens_in, tokens_out : int
        What was read and written; 0 where the endpoint does not say.
    ended : bool
        Whether the text is whole; False if it was cut off at `max_tokens`.
    """

    text: str
    seconds: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    ended: bool = True


def whole_characters(text: str) -> str:
    """Return a text with a mark in place of each half of a character.

    A reply may end in the middle of one; no file can hold that.
    """
    return _HALVES.sub("\ufffd", text)


def is_count(value: object) -> TypeGuard[int]:
    """Tell whether a value can be a number of tokens."""
    return type(value) is int and 0 <= value <= MOST_COUNT


class ClientError(RuntimeError):
    """A call that failed.

    Attributes
    ----------
    again : bool
        Whether the same call may succeed later.
    wait : float or None
        Seconds the endpoint asked to wait before that.
    hopeless : bool
        Whether every other call will fail just so: a wrong key, an unknown model.
    """

    def __init__(
        self,
        message: str,
        *,
        again: bool = False,
        wait: float | None = None,
        hopeless: bool = False,
    ) -> None:
        super().__init__(message)
        self.again = again
        self.wait = wait
        self.hopeless = hopeless


class Client(Protocol):
    """A model that can be asked."""

    @property
    def model(self) -> str:
        """The model's name; part of what a kept reply is found by."""

    def complete(self, request: Request) -> Reply:
        """Return the model's reply; ClientError where there is none."""


class ScriptedClient:
    """Replies by rule or from a list; for tests and demonstrations.

    Parameters
    ----------
    replies : callable or iterable
        Takes a Request and returns a text or Reply; or these, one after the other. An
        exception in the list is raised.
    model : str
    """

    def __init__(
        self,
        replies: Callable[[Request], str | Reply] | Iterable[str | Reply | Exception],
        *,
        model: str = "scripted",
    ) -> None:
        self.model = model
        self.requests: list[Request] = []
        self._rule = replies if callable(replies) else None
        self._script: Iterator[str | Reply | Exception] = iter(
            () if callable(replies) else replies
        )

    def complete(self, request: Request) -> Reply:
        """Return the next reply; ClientError when the script is at its end."""
        self.requests.append(request)
        if self._rule is not None:
            said: str | Reply | Exception | None = self._rule(request)
        else:
            said = next(self._script, None)
        if said is None:
            raise ClientError("The script is at its end.", hopeless=True)
        if isinstance(said, Exception):
            raise said
        return said if isinstance(said, Reply) else Reply(said)


class ClassifierClient:
    """A classifier that answers a task; texts are rewritten by rules.

    Parameters
    ----------
    predict : callable
        Takes a text and returns 1 or 0.
    task : Task
    hide : callable, optional
        Takes a text and returns it with its context hidden. By default the contexts' words
        are replaced by a neutral one.
    give : callable, optional
        Takes a text and a context and returns the text in that context. By default the
        context's word takes the place of the neutral one.
    model : str
        A name for the classifier.
    """

    def __init__(
        self,
        predict: Callable[[str], int],
        task: Task,
        *,
        hide: Callable[[str], str] | None = None,
        give: Callable[[str, str], str] = give_context,
        model: str = "classifier",
    ) -> None:
        self.model = model
        self._predict = predict
        self._task = task
        self._hide = hide or (lambda text: hide_context(text, task.contexts))
        self._give = give

    def complete(self, request: Request) -> Reply:
        """Return the option that the classifier chooses, or the text rewritten.

        Raises
        ------
        ValueError
            If the request is none of the strategies', or the classifier says neither 1 nor 0.
        """
        asked = what_is_asked(self._task, request.messages)
        if asked.kind == "obfuscate":
            return Reply(self._hide(asked.text))
        if asked.kind == "rewrite":
            return Reply(self._give(asked.text, asked.context))
        label = self._predict(asked.text)
        if label not in (0, 1):
            raise ValueError(f"The classifier said {label!r}; it must say 1 or 0.")
        first, second = self._task.options
        positive = self._task.positive == first
        return Reply(first if bool(label) == positive else second)
