"""A page's own settings, as they stand in the session and in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_JOIN, _NOTHING = ".", "none"


@dataclass(frozen=True)
class One:
    """One of several options; in the address it stands as it is.

    Attributes
    ----------
    options : tuple of str
    default : str
    given : mapping from str to str
        Other settings, by session key, and their values for which these options hold.
    """

    options: tuple[str, ...]
    default: str
    given: Mapping[str, str] = field(default_factory=dict)

    def allows(self, value: object) -> bool:
        """Return whether it can have this value."""
        return value in self.options

    def write(self, value: Any) -> str:
        """Return how the value stands in the address."""
        return str(value)

    def read(self, text: str) -> str | None:
        """Return the value that stands in the address; None if it makes no sense."""
        return text if text in self.options else None


@dataclass(frozen=True)
class Several:
    """Any of several options; in the address they are joined by dots, none is "none"."""

    options: tuple[str, ...]
    default: tuple[str, ...]
    given: Mapping[str, str] = field(default_factory=dict)

    def allows(self, value: object) -> bool:
        """Return whether it can have this value."""
        return isinstance(value, Sequence) and set(value) <= set(self.options)

    def write(self, value: Any) -> str:
        """Return how the value stands in the address, in the order of the options."""
        return _JOIN.join(name for name in self.options if name in value) or _NOTHING

    def read(self, text: str) -> tuple[str, ...] | None:
        """Return the value that stands in the address; None if it makes no sense."""
        names = () if text == _NOTHING else tuple(text.split(_JOIN))
        return names if self.allows(names) and len(set(names)) == len(names) else None
