"""The numeric features of UCI Adult as a world.

`data/adult_features.npz` holds them for the 45,222 complete rows of both official files, in
their order; ``python -m equipoise.stress adult`` builds it anew. fnlwgt, a survey weight
rather than a feature of a person, is left out.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from equipoise.foreign import on_terminal
from equipoise.io.writing import check_target, write_atomically
from equipoise.keeping import once
from equipoise.stress.errors import ParameterError
from equipoise.stress.tables import Table

ARTIFACT = Path(__file__).resolve().parents[2] / "data" / "adult_features.npz"

COMMAND = "python -m equipoise.stress adult"
"""What builds it anew."""

FEATURES = ("age", "education-num", "capital-gain", "capital-loss", "hours-per-week")
GROUPS = {"sex": ("Male", "Female"), "race": ("White", "Non-White")}
"""By attribute: the name for 0 and the name for 1, the group that biases act on."""

LABEL = "income above 50K"


def adult(by: str = "sex") -> Table:
    """Return the world of 1994: who earns above 50,000 dollars a year.

    Parameters
    ----------
    by : {"sex", "race"}
        What makes the groups. Biases act on women, or on people who are not White.

    Raises
    ------
    ParameterError
        If `by` is unknown.
    OSError
        If the committed file is missing or damaged; the message names the file, what is wrong
        and the command that builds it anew.
    """
    if by not in GROUPS:
        raise ParameterError(f"by must be one of {', '.join(GROUPS)}, but is {by!r}.")
    return Table(_people(), label=LABEL, group=by, features=FEATURES, minority=GROUPS[by][1])


@once()
def _people() -> pd.DataFrame:
    from equipoise.io.artifacts import ArtifactError, read_content

    try:
        people = _columns(read_content(ARTIFACT))
    except ArtifactError as error:
        raise OSError(f"{error.problem}. What makes it anew: {COMMAND}") from error
    except ValueError as error:
        raise OSError(f"{ARTIFACT} is damaged: {error}. What makes it anew: {COMMAND}") from error
    for attribute, names in GROUPS.items():
        people[attribute] = np.array(names, dtype=object)[people[attribute]]
    return people


def _columns(content: bytes) -> pd.DataFrame:
    """Return the columns of an artifact as whole numbers; ValueError if it has others."""
    found, names = _arrays(content), (*FEATURES, *GROUPS, LABEL)
    missing = [name for name in names if name not in found]
    if missing:
        raise ValueError(f"it has no column {missing[0]}")
    for name in names:
        values = found[name]
        if values.ndim != 1 or not len(values) or values.dtype.kind not in "biu":
            raise ValueError(f"{name} is no list of whole numbers")
    people = pd.DataFrame({name: found[name].astype(np.int64) for name in names})
    for name in (*GROUPS, LABEL):
        if not people[name].isin([0, 1]).all():
            raise ValueError(f"{name} holds other values than 0 and 1")
    return people


def _arrays(content: bytes) -> dict[str, np.ndarray]:
    """Return the arrays of an .npz file; ValueError if it is something else."""
    try:
        with np.load(io.BytesIO(content)) as columns:
            return {name: columns[name] for name in columns}
    except Exception as error:  # Zip, zlib and NumPy raise a dozen kinds, each of its own.
        raise ValueError(str(error) or type(error).__name__) from error


def columns_from(source: Path | None = None) -> dict[str, np.ndarray]:
    """Return the columns of the artifact, from the official files.

    Parameters
    ----------
    source : Path, optional
        A folder that holds adult.data and adult.test; fetched when left out.
    """
    from equipoise.datasets.adult.build import ORIGIN, TEST, TRAIN, read_rows
    from equipoise.datasets.fetch import fetch

    raw = fetch(ORIGIN, folder=source)
    parts = [read_rows(raw.content[name]) for name in (TRAIN, TEST)]
    people = pd.concat([part.table for part in parts], ignore_index=True)
    found = {name: people[name].to_numpy() for name in FEATURES}
    for attribute, (first, _) in GROUPS.items():
        found[attribute] = (people[attribute] != first).to_numpy()
    found[LABEL] = np.concatenate([part.labels for part in parts])
    # The smallest type that holds a column keeps the committed file small.
    least = {name: np.min_scalar_type(int(values.max())) for name, values in found.items()}
    return {name: values.astype(least[name]) for name, values in found.items()}


def add_adult(commands: Any) -> None:
    """Add the command "adult" to the subparsers of a parser."""
    parser = commands.add_parser(
        "adult", help="build the numeric features of Adult anew", description=__doc__
    )
    parser.set_defaults(work=_execute)
    parser.add_argument(
        "--source", type=Path, help="folder with adult.data and adult.test (default: fetched)"
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing: compare with the committed file"
    )


def _execute(options: argparse.Namespace) -> int:
    from equipoise.datasets.fetch import FetchError
    from equipoise.io.artifacts import read_content
    from equipoise.io.sums import record_sum

    try:
        if not options.check:
            check_target(ARTIFACT)
        columns = columns_from(options.source)
        if not options.check:
            content = io.BytesIO()
            np.savez_compressed(content, allow_pickle=False, **columns)
            write_atomically(ARTIFACT, content.getvalue())
            record_sum(ARTIFACT)
            print(f"Written: {ARTIFACT}.")
            return 0
        committed = _arrays(read_content(ARTIFACT))
    except (FetchError, OSError, ValueError) as error:
        print(on_terminal(f"error: {error}"), file=sys.stderr)
        return 1
    same = list(committed) == list(columns) and all(
        np.array_equal(committed[name], columns[name]) for name in columns
    )
    print("The file is confirmed." if same else "The file is NOT confirmed.")
    return 0 if same else 1
