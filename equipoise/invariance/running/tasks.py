"""The task a text model is given: a question with two options, and what must not matter."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Task:
    """A question about a text, answered with one of two options.

    Attributes
    ----------
    question : str
        What the model is asked about each text.
    options : tuple of two str
        The answers it may give, in the order in which they are offered.
    positive : str
        The option that counts as 1.
    attribute : str
        What must not matter, as one would say it: "gender".
    contexts : tuple of str
        The values of the attribute from which a random context is drawn.
    description : str
        What kind of text it is, in a few words; rewriting must keep it so.
    label_descriptions : mapping of str to str, optional
        For each option, a few words for a text that deserves it: "a toxic comment". Given
        where the adjustment set S is the label; None where S is empty.
    """

    question: str
    options: tuple[str, str]
    positive: str
    attribute: str
    contexts: tuple[str, ...]
    description: str = "a text"
    label_descriptions: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        """Check what was given; ValueError says what is wrong with it."""
        for name in ("question", "attribute", "description"):
            value = getattr(self, name)
            if not isinstance(value, str) or not value.strip():
                raise ValueError(f"{name} of the task must be a text, not {value!r}.")
        object.__setattr__(self, "options", _texts("options", self.options))
        object.__setattr__(self, "contexts", _texts("contexts", self.contexts))
        if len(self.options) != 2:
            raise ValueError(f"A task has two options, not {len(self.options)}.")
        if self.positive not in self.options:
            raise ValueError(
                f"positive is {self.positive!r}, but the options are {' and '.join(self.options)}."
            )
        if len(self.contexts) < 2:
            raise ValueError("A task needs at least two contexts.")
        if self.label_descriptions is not None:
            given: object = self.label_descriptions  # In a file it is whatever JSON holds.
            if not isinstance(given, Mapping) or set(given) != set(self.options):
                raise ValueError(
                    "label_descriptions must describe each option, "
                    f"{' and '.join(self.options)}, and nothing else."
                )
            _texts("label_descriptions", tuple(given.values()), distinct=False)

    @property
    def adjusts_for_label(self) -> bool:
        """Whether the adjustment set S is the label."""
        return self.label_descriptions is not None

    def label(self, option: int) -> int:
        """Return 1 if the option at this position is the positive one, else 0."""
        return int(self.options[option] == self.positive)

    def describe(self, option: int | None) -> str:
        """Return a few words for a text: by its option, or plainly where S is empty."""
        if self.label_descriptions is None or option is None:
            return self.description
        return self.label_descriptions[self.options[option]]


def read_task(path: str | os.PathLike[str]) -> Task:
    """Read a task from a JSON file.

    Raises
    ------
    ValueError
        If the file can't be read, is no JSON object, or lacks or misspells a field; the
        message names the file.
    """
    try:
        return task_from(json.loads(Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"{path} is not JSON: {error}.") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {error}") from error


def task_from(spec: object) -> Task:
    """Return the task that a parsed JSON object describes; ValueError says what is wrong."""
    names = [field.name for field in fields(Task)]
    if not isinstance(spec, dict):
        raise ValueError(f"A task is an object with {', '.join(names)}.")
    unknown = [key for key in spec if key not in names]
    if unknown:
        raise ValueError(f"A task has no {unknown[0]!r}; it has {', '.join(names)}.")
    lacking = [name for name in names[:5] if name not in spec]
    if lacking:
        raise ValueError(f"The task lacks {', '.join(lacking)}.")
    return Task(**spec)


def task_to(task: Task) -> dict[str, Any]:
    """Return a task as an object for JSON."""
    spec = asdict(task)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in spec.items()}


def _texts(name: str, values: object, *, distinct: bool = True) -> tuple[str, ...]:
    if not isinstance(values, (list, tuple)):
        raise ValueError(f"{name} of the task must be a list of texts, not {values!r}.")
    for value in values:
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{name} of the task must be texts; {value!r} is none.")
    # Replies are read in any case: Yes and yes could not be told apart.
    if distinct and len({value.strip().casefold() for value in values}) < len(values):
        raise ValueError(f"{name} of the task must differ from each other.")
    return tuple(values)
