"""The numeric features of UCI Adult as a world.

`data/adult_features.npz` holds them for the 45,222 complete rows of both official files, in
their order; ``python -m equipoise.stress adult`` builds it anew. fnlwgt, a survey weight
rather than a feature of a person, is left out.
"""

from __future__ import annotations

import argparse
import sys
import zipfile
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from equipoise.stress.errors import ParameterError
from equipoise.stress.tables import Table

ARTIFACT = Path(__file__).resolve().parents[2] / "data" / "adult_features.npz"

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
        If the committed file is missing or damaged.
    """
    if by not in GROUPS:
        raise ParameterError(f"by must be one of {', '.join(GROUPS)}, but is {by!r}.")
    return Table(_people(), label=LABEL, group=by, features=FEATURES, minority=GROUPS[by][1])


@cache
def _people() -> pd.DataFrame:
    try:
        with np.load(ARTIFACT) as columns:
            people = pd.DataFrame({name: columns[name].astype(np.int64) for name in columns})
    except (EOFError, TypeError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        raise OSError(f"{ARTIFACT} is damaged: {error}") from error
    missing = [name for name in (*FEATURES, *GROUPS, LABEL) if name not in people]
    if missing:
        raise OSError(f"{ARTIFACT} is damaged: it has no column {missing[0]}")
    for name in (*GROUPS, LABEL):
        if not people[name].isin([0, 1]).all():
            raise OSError(f"{ARTIFACT} is damaged: {name} holds other values than 0 and 1")
    for attribute, names in GROUPS.items():
        people[attribute] = np.array(names, dtype=object)[people[attribute]]
    return people


def columns_from(source: Path | None = None) -> dict[str, np.ndarray]:
    """Return the columns of the artifact, from the official files.

    Parameters
    ----------
    source : Path, optional
        A folder that holds adult.data and adult.test; fetched when left out.
    """
    from equipoise.datasets.adult_build import ORIGIN, TEST, TRAIN, read_rows
    from equipoise.datasets.fetch import fetch

    raw = fetch(ORIGIN, folder=source)
    parts = [read_rows(raw.content[name]) for name in (TRAIN, TEST)]
    people = pd.concat([part.table for part in parts], ignore_index=True)
    found = {name: people[name].to_numpy() for name in FEATURES}
    for attribute, (first, _) in GROUPS.items():
        found[attribute] = (people[attribute] != first).to_numpy()
    found[LABEL] = np.concatenate([part.labels for part in parts])
    return {name: values.astype(_smallest(values.max())) for name, values in found.items()}


def _smallest(largest: int) -> type[np.unsignedinteger[Any]]:
    return np.uint8 if largest < 256 else np.uint16 if largest < 65_536 else np.uint32


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

    try:
        columns = columns_from(options.source)
        if not options.check:
            np.savez_compressed(ARTIFACT, allow_pickle=False, **columns)
            print(f"Written: {ARTIFACT}.")
            return 0
        with np.load(ARTIFACT) as committed:
            same = list(committed) == list(columns) and all(
                np.array_equal(committed[name], columns[name]) for name in columns
            )
    except (FetchError, OSError, ValueError, zipfile.BadZipFile) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print("The file is confirmed." if same else "The file is NOT confirmed.")
    return 0 if same else 1
