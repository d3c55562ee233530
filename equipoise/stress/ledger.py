"""The file in which a run keeps what it has finished, a repeat a line.

It is a journal (`equipoise.io.journal`): a run that is killed loses the repeat it was at and
no other. Runs of other designs may share the file, at the same time too.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.io.journal import Journal
from equipoise.stress.errors import ParameterError
from equipoise.stress.experiment import Outcome


class Ledger:
    """The finished repeats of one run.

    Parameters
    ----------
    path : path
        Made, with its folder, when the first repeat has finished.
    key : str
        The fingerprint of the run.
    """

    def __init__(self, path: str | os.PathLike[str], key: str) -> None:
        self.path = Path(path)
        self.key = key
        self._journal = Journal(path)

    def check(self) -> None:
        """Raise ParameterError unless repeats can be added; nothing is written or made."""
        try:
            self._journal.check()
        except OSError as error:
            raise ParameterError(f"results: {error}") from error

    def read(self, shape: tuple[int, ...]) -> dict[int, Outcome]:
        """Return the repeats finished so far.

        Parameters
        ----------
        shape : tuple of int
            Of the values of a repeat but for its last axis, the groups.

        Raises
        ------
        ParameterError
            If the file is something else.
        """
        try:
            lines = self._journal.lines()
        except OSError as error:
            why = error.strerror or error
            raise ParameterError(f"results: {self.path} cannot be read: {why}") from error
        known = [line for line in map(_parsed, lines) if line is not None]
        # A file without a line is what a run leaves that was killed at once.
        if any(lines) and not known:
            raise ParameterError(f"results: {self.path} holds no results of a run.")
        try:
            outcomes = [_outcome(line, shape) for line in known if line["key"] == self.key]
        except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
            raise ParameterError(f"results: {self.path} is damaged: {error!r}.") from error
        return {outcome.repeat: outcome for outcome in outcomes}

    def append(self, outcome: Outcome) -> None:
        """Add a finished repeat; WritingError, an OSError, if the file cannot be written."""
        line = {
            "key": self.key,
            "repeat": outcome.repeat,
            "groups": outcome.groups,
            "shape": outcome.values.shape,
            "values": [None if np.isnan(v) else v for v in outcome.values.ravel().tolist()],
            "reasons": outcome.reasons,
        }
        self._journal.append(json.dumps(line, separators=(",", ":")).encode())


def _parsed(line: bytes) -> dict[str, Any] | None:
    """Return a line as an object; None where it is half a line, or none of ours."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and "key" in found and "values" in found else None


def _outcome(line: dict[str, Any], shape: tuple[int, ...]) -> Outcome:
    repeat, groups, given = line["repeat"], line["groups"], line["values"]
    if type(repeat) is not int or repeat < 0:
        raise ValueError(f"a repeat is numbered {repeat!r}")
    if not isinstance(groups, list) or not all(isinstance(group, str) for group in groups):
        raise ValueError(f"the groups are {groups!r}")
    if not all(value is None or type(value) in (int, float) for value in given):
        raise ValueError("a value is no number")
    values = np.array(given, dtype=np.float64).reshape(line["shape"])
    if values.shape != (*shape, len(groups) + 1) or np.isinf(values).any():
        raise ValueError(f"the values of repeat {repeat} are not those of this design")
    reasons = {int(place): reason for place, reason in line["reasons"].items()}
    for place, reason in reasons.items():
        if not 0 <= place < values.size or not isinstance(reason, str):
            raise ValueError(f"a reason is {reason!r}")
    return Outcome(repeat, tuple(groups), values, reasons)
