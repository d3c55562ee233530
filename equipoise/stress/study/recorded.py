"""The four findings as they were recorded, and how they are read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from equipoise.io.artifacts import ArtifactError, check_keys, compact, made_by, read_object
from equipoise.io.decoding import decode
from equipoise.io.sums import record_sum
from equipoise.io.writing import write_atomically
from equipoise.stress.study.provenance import Provenance

FINDINGS = Path(__file__).resolve().parents[3] / "data" / "stress_findings.json"
"""The committed artifact."""

COMMAND = "python -m equipoise.stress finding NUMBER --record"
"""What establishes one of them anew."""

NUMBERS = (1, 2, 3, 4)
Cell = str | int | float


@dataclass(frozen=True, eq=False)
class Finding:
    """What one run established.

    Attributes
    ----------
    number : int
    claim : str
        What was to be established.
    setting : str
        World, bias, models and whose code ran, in words.
    found : str
        What came out, with its figures.
    holds : bool
        Whether that bears the claim out.
    columns : tuple of str
    rows : tuple of tuples of str, int or float
        The results behind it.
    provenance : Provenance
    """

    number: int
    claim: str
    setting: str
    found: str
    holds: bool
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    provenance: Provenance

    @property
    def table(self) -> pd.DataFrame:
        """The rows as a DataFrame."""
        return pd.DataFrame(self.rows, columns=list(self.columns))


KEYS = ("number", "claim", "setting", "found", "holds", "columns", "rows", "provenance")


@made_by(COMMAND)
def load_findings(path: str | Path | None = None) -> Mapping[int, Finding]:
    """Load the recorded findings by number.

    Parameters
    ----------
    path : str or Path, optional
        Another artifact than the committed one.

    Raises
    ------
    ArtifactError
        If the file is missing, damaged or not of the expected shape.
    """
    file = FINDINGS if path is None else Path(path)
    given = read_object(file, ("findings",))["findings"]
    if not isinstance(given, list):
        raise ArtifactError(f"{file}: findings is no list")
    found = []
    for place, value in enumerate(given):
        where = f"findings[{place}]"
        check_keys(file, where, value, KEYS)
        columns = decode(file, f"{where}.columns", tuple[str, ...], value["columns"])
        finding = Finding(
            number=decode(file, f"{where}.number", int, value["number"]),
            claim=decode(file, f"{where}.claim", str, value["claim"]),
            setting=decode(file, f"{where}.setting", str, value["setting"]),
            found=decode(file, f"{where}.found", str, value["found"]),
            holds=decode(file, f"{where}.holds", bool, value["holds"]),
            columns=columns,
            rows=_read_rows(file, f"{where}.rows", value["rows"], len(columns)),
            provenance=decode(file, f"{where}.provenance", Provenance, value["provenance"]),
        )
        found.append(finding)
    numbers = [finding.number for finding in found]
    if numbers != sorted(set(numbers) & set(NUMBERS)):
        raise ArtifactError(f"{file}: findings are numbered {numbers}, expected 1 to 4 in order")
    return {finding.number: finding for finding in found}


def record(finding: Finding, path: Path = FINDINGS) -> None:
    """Write a finding into the artifact in place of the one of the same number.

    An artifact that cannot be read is begun anew, so that a damaged one can be mended.
    """
    try:
        known = dict(load_findings(path)) if path.exists() else {}
    except ArtifactError:
        known = {}
    known[finding.number] = finding
    lines = ",\n".join(compact(asdict(known[number])) for number in sorted(known))
    write_atomically(path, f'{{"findings":[\n{lines}\n]}}\n')
    record_sum(path)


def _read_rows(file: Path, where: str, given: Any, width: int) -> tuple[tuple[Cell, ...], ...]:
    if not isinstance(given, list) or not given:
        raise ArtifactError(f"{file}: {where} is no list of rows")
    for place, row in enumerate(given):
        if not isinstance(row, list) or len(row) != width:
            raise ArtifactError(f"{file}: {where}[{place}] has not {width} values")
        for value in row:
            # The very types: to isinstance True is a whole number.
            if type(value) not in (str, int, float):
                raise ArtifactError(
                    f"{file}: {where}[{place}] holds {json.dumps(value)}, "
                    "expected texts and numbers"
                )
    return tuple(tuple(row) for row in given)
