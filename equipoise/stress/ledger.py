"""The file in which a run keeps what it has finished, a repeat a line.

Lines are only ever added, each written whole and flushed to disk, so that a run that is
killed loses the repeat it was at and no other. Runs of other designs may share the file.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

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

    def read(self) -> dict[int, Outcome]:
        """Return the repeats finished so far.

        Raises
        ------
        ParameterError
            If the file is something else.
        """
        if not self.path.exists():
            return {}
        # Half a line may end within a letter; it is none of ours to read.
        lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        known = [line for line in map(self._parsed, lines) if line is not None]
        if any(lines) and not known:
            raise ParameterError(f"results: {self.path} holds no results of a run.")
        mine = [line for line in known if line["key"] == self.key]
        try:
            outcomes = [_outcome(line) for line in mine]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ParameterError(f"results: {self.path} is damaged: {error!r}.") from error
        return {outcome.repeat: outcome for outcome in outcomes}

    def append(self, outcome: Outcome) -> None:
        """Add a finished repeat."""
        line = {
            "key": self.key,
            "repeat": outcome.repeat,
            "groups": outcome.groups,
            "shape": outcome.values.shape,
            "values": [None if np.isnan(v) else v for v in outcome.values.ravel().tolist()],
            "reasons": outcome.reasons,
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            # Half a line is what a run leaves that was killed as it wrote.
            start = b"" if file.seek(0, os.SEEK_END) == 0 or _ends_well(file) else b"\n"
            file.write(start + json.dumps(line, separators=(",", ":")).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    @staticmethod
    def _parsed(line: str) -> dict[str, Any] | None:
        try:
            found = json.loads(line)
        except ValueError:
            return None
        return found if isinstance(found, dict) and "key" in found and "values" in found else None


def _outcome(line: dict[str, Any]) -> Outcome:
    values = np.array(line["values"], dtype=np.float64).reshape(line["shape"])
    reasons = {int(place): reason for place, reason in line["reasons"].items()}
    return Outcome(line["repeat"], tuple(line["groups"]), values, reasons)


def _ends_well(file: Any) -> bool:
    file.seek(-1, os.SEEK_END)
    return bool(file.read(1) == b"\n")
