"""Queries of links that somebody who means harm could send to a reader.

Every setting that a page keeps in the address is asked for something that it does not have.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote, urlencode

from tests.hostile.names import HOST, MARKDOWN

VALUES = (
    f"http://{HOST}/a",
    f"www.{HOST}",
    f"![x](//{HOST}/a)",
    f"a-@{HOST}",
    ":material/skull:",
    f"<img src=//{HOST}>",
    "\u202e\u200b\x07evil",
)
"""Short enough to be quoted in a notice nearly as they are."""

_AUDIT = ("by", "link", "tolerance", "uncertainty", "t.Female")
_BENCH = (
    "world", "bias", "amount.positives-removed", "repair", "model", "r", "eta", "d", "rows",
    "repeats", "seed", "reference", "first", "arm",
)  # fmt: skip


class Door(NamedTuple):
    """A page, or one of its rooms, and the names of the settings that it takes from a link."""

    page: str
    room: dict[str, str]
    settings: tuple[str, ...]

    @property
    def is_any(self) -> bool:
        """Whether the link names no room, and leads to the first."""
        return any(name.endswith(".room") for name in self.settings)

    def __str__(self) -> str:
        return "-".join((self.page, *self.room.values()))


def _room(page: str, prefix: str, room: str, *names: str) -> Door:
    return Door(page, {f"{prefix}room": room}, tuple(prefix + name for name in names))


DOORS = (
    Door("Data", {}, _AUDIT),
    Door("Metrics", {}, (*_AUDIT, "closer")),
    Door("Incompatibility", {}, (*_AUDIT, "pair", "enforce", "reweight", "shift", "scores")),
    Door("Frontier", {}, (*_AUDIT, "gap", "range", "point", "curves", "limit", "seed")),
    Door("Stress_test", {}, ("s.room",)),
    _room("Stress_test", "s.", "bench", *_BENCH),
    _room("Stress_test", "s.", "paper", "figure", "measure", "mode", "group"),
    _room("Stress_test", "s.", "stories", "story", "intercept"),
    Door("Test_time", {}, ("i.room",)),
    _room("Test_time", "i.", "measure", "strategy", "votes", "seed"),
    _room("Test_time", "i.", "steps", "comment", "context", "votes", "seed"),
    _room("Test_time", "i.", "compare", "whose"),
    _room("Test_time", "i.", "own", "set"),
)


def queries(door: Door) -> list[dict[str, str]]:
    """Return queries that ask for what makes no sense, every value once a setting.

    Names are as foreign as values: each query brings thresholds of groups that are not there.
    """
    wrong = list(MARKDOWN.values())
    return [
        dict.fromkeys(door.settings, value)
        | door.room
        | {f"t.{value}": value, f"t.{wrong[place]}": "0.5", value: value}
        for place, value in enumerate(VALUES)
    ]


def written(query: dict[str, str]) -> str:
    """Return a query as it stands in an address."""
    return urlencode(query, quote_via=quote)
