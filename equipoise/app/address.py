"""What the reader looks at, written in the page's address and read back from it.

The address always holds `by`, so that one which says nothing is known to be a plain link
between pages; `link`, `tolerance`, `uncertainty` and `t.<group>` stand there where they differ
from their defaults. Reading never fails: a value that makes no sense is replaced by
its default and a notice says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from equipoise import words
from equipoise.criteria import DEFAULT_TOLERANCE
from equipoise.foreign import plain

DEFAULT_THRESHOLD = 0.5
MAX_TOLERANCE = 0.2
STEP = 0.01
LINKS = ("independent", "same-threshold", "same-selection-rate", "same-true-positive-rate")
UNCERTAINTY = ("off", "on")

_PREFIX = "t."
_DECIMAL = re.compile(r"[0-9]*\.?[0-9]+")
_LONGEST_ECHO, _MOST_ECHOES = 24, 3


@dataclass(frozen=True)
class Settings:
    """Everything that a link to a page carries.

    Attributes
    ----------
    by : str
        The key of the comparison.
    link : str
        One of `LINKS`: what the other sliders do when one moves.
    tolerance : float
        0 to 0.2 in steps of 0.01.
    thresholds : mapping from group to float
        Of the groups of the comparison; a group left out has the default.
    uncertainty : bool
        Whether numbers are shown with how far they could be off.
    """

    by: str
    link: str = LINKS[0]
    tolerance: float = DEFAULT_TOLERANCE
    thresholds: Mapping[str, float] = field(default_factory=dict)
    uncertainty: bool = False


def read_address(
    params: Mapping[str, str],
    comparisons: Sequence[str],
    groups_of: Callable[[str], Sequence[str]],
) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings an address asks for, and a notice for each value set aside.

    Parameters
    ----------
    params : mapping from str to str
        The decoded query parameters; names that are not ours are ignored.
    comparisons : sequence of str
        Those there are, the default first.
    groups_of : callable
        The groups of a comparison.
    """
    notices: list[str] = []
    by = _chosen(params, "by", comparisons, notices)
    link = _chosen(params, "link", LINKS, notices)
    tolerance = _decimal(params, "tolerance", MAX_TOLERANCE, DEFAULT_TOLERANCE, notices)
    uncertainty = _chosen(params, "uncertainty", UNCERTAINTY, notices) == "on"
    # Which thresholds make sense follows from the comparison, so it is read first.
    groups = groups_of(by)
    thresholds, unknown = {}, []
    for name in params:
        if not name.startswith(_PREFIX):
            continue
        group = name.removeprefix(_PREFIX)
        if group in groups:
            thresholds[group] = _decimal(params, name, 1.0, DEFAULT_THRESHOLD, notices)
        else:
            unknown.append(name)
    notices += _on_unknown(unknown)
    return Settings(by, link, tolerance, thresholds, uncertainty), tuple(notices)


def write_address(settings: Settings) -> dict[str, str]:
    """Return the query parameters of these settings; `read_address` gives them back."""
    params = {"by": settings.by}
    if settings.link != LINKS[0]:
        params["link"] = settings.link
    if settings.tolerance != DEFAULT_TOLERANCE:
        params["tolerance"] = f"{settings.tolerance:.2f}"
    if settings.uncertainty:
        params["uncertainty"] = "on"
    for group, value in settings.thresholds.items():
        if value != DEFAULT_THRESHOLD:
            params[_PREFIX + group] = f"{value:.2f}"
    return params


def is_ours(name: str) -> bool:
    """Return whether a query parameter belongs to the settings."""
    return name in ("by", "link", "tolerance", "uncertainty") or name.startswith(_PREFIX)


def notice(name: str, value: str, wanted: str, used: str) -> str:
    """Return the sentence that says which value of a link was set aside, and for what."""
    return f"{_shown(name)} = {_shown(value)} is not {wanted}; {plain(used)} is used instead."


def _on_unknown(names: Sequence[str]) -> list[str]:
    """Return a notice on thresholds of groups that are not there: of many, the first few."""
    if not names:
        return []
    if len(names) == 1:
        return [f"{_shown(names[0])}: there is no such group here, so it is left out."]
    listed = [_shown(name) for name in names[:_MOST_ECHOES]]
    if len(names) > _MOST_ECHOES:
        listed.append(f"{len(names) - _MOST_ECHOES} more")
    return [f"{words.listed(listed)}: there are no such groups here, so they are left out."]


def _chosen(
    params: Mapping[str, str], name: str, options: Sequence[str], notices: list[str]
) -> str:
    value = params.get(name, options[0])
    if value in options:
        return value
    wanted = f"one of {words.listed(options)}"
    notices.append(notice(name, value, wanted, options[0]))
    return options[0]


def _decimal(
    params: Mapping[str, str], name: str, highest: float, default: float, notices: list[str]
) -> float:
    """Return a value on the 0.01 grid; anything else falls back to the default."""
    text = params.get(name)
    if text is None:
        return default
    # Python would also take "inf", "1e-1" and "1_0" for numbers.
    value = float(text) if _DECIMAL.fullmatch(text) else -1.0
    steps = round(value / STEP) if value <= highest else -1
    if steps < 0 or abs(value - steps * STEP) > 1e-9:
        wanted = f"a number from 0 to {highest:g} in steps of {STEP}"
        notices.append(notice(name, text, wanted, f"{default:.2f}"))
        return default
    # A multiple of 0.01 may be off in its last digit; a quotient is the number itself.
    return steps / 100


def _shown(text: str) -> str:
    """Return text from a link, quoted and shortened."""
    return f"“{plain(text, _LONGEST_ECHO)}”"
