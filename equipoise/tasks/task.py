"""What a task and a guess are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, ParamSpec

Situation = ParamSpec("Situation")
"""What is looked at when the question is put: a view, or whatever its page has."""


class Progress(NamedTuple):
    """How far one is.

    Attributes
    ----------
    done : bool
    said : str
        What to make of it once it is done; until then, where things stand. Markdown.
    """

    done: bool
    said: str


@dataclass(frozen=True)
class Task(Generic[Situation]):
    """Something to do on a page.

    Attributes
    ----------
    id : str
        Its name for ever, such as "metrics/equal-tpr".
    page : str
        The name of the page it is done on.
    text : str or callable
        What to do, as Markdown; a callable says it for what is looked at.
    judge : callable
        Returns the progress.
    """

    id: str
    page: str
    text: str | Callable[Situation, str]
    judge: Callable[Situation, Progress]

    def asks(self, *args: Situation.args, **kwargs: Situation.kwargs) -> str:
        """Return what to do, for what is looked at."""
        return self.text if isinstance(self.text, str) else self.text(*args, **kwargs)


class Posed(NamedTuple):
    """A question as it is put.

    Attributes
    ----------
    question : str
        Markdown.
    comments : mapping from str to str
        Each possible answer, and what is said to whoever chooses it.
    right : str
        The right one among them.
    """

    question: str
    comments: Mapping[str, str]
    right: str


@dataclass(frozen=True)
class Guess(Generic[Situation]):
    """A question that is asked before the numbers are shown.

    Attributes
    ----------
    id : str
        Its name for ever, such as "incompatibility/how-many".
    page : str
        The name of the page it is asked on.
    pose : callable
        Returns the question for what is looked at.
    """

    id: str
    page: str
    pose: Callable[Situation, Posed]
