"""The Adult artifact: what it holds, and how it is read.

UCI Adult (Becker and Kohavi, 1996) is an extract of the Current Population Survey of 1994, by
the US Census Bureau: people over 16 with work and income, each row unweighted.
`data/adult_test.json` holds, for each complete row of its test file, the label, the score
of a logistic regression that never saw sex or race, and the person's sex and race. The
build that writes it is in `equipoise.datasets.adult.build`.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.datasets.adult.card import AdultCard, Build
from equipoise.io.artifacts import (
    ArtifactError,
    check_column,
    check_keys,
    is_label,
    is_score,
    made_by,
    one_of,
    read_object,
)
from equipoise.io.decoding import decode
from equipoise.predictions import Predictions

ARTIFACT = Path(__file__).resolve().parents[3] / "data" / "adult_test.json"
"""The committed artifact."""

SEXES = ("Female", "Male")
RACES = ("Non-White", "White")
RACES_FIVE = ("Amer-Indian-Eskimo", "Asian-Pac-Islander", "Black", "Other", "White")

COMMAND = "python -m equipoise.datasets adult"
"""What builds the artifact anew."""

ARRAYS = ("y_true", "y_prob", "sex", "race")
"""The keys that hold one value for each row."""

KEYS = (*ARRAYS, "race_five", "card", "build")
"""All keys of the artifact. "build" alone depends on the versions that built it."""


@made_by(COMMAND)
def load_adult(path: str | Path | None = None) -> Predictions:
    """Load the audited predictions on the Adult test rows.

    Parameters
    ----------
    path : str or Path, optional
        Another artifact than the committed one.

    Returns
    -------
    Predictions
        Labels (1: income above 50,000 dollars in one year), scores, and the groups "sex", "race"
        (White or not) and "race_five" (the categories of the survey).

    Raises
    ------
    ArtifactError
        If the file is missing, damaged or not of the expected shape.
    """
    file = _file(path)
    document = read_object(file, KEYS)
    check_rows(file, document)
    card = read_card(file, document)
    n_rows = len(document["y_true"])
    if card.test.rows_kept != n_rows:
        raise ArtifactError(
            f"{file}: y_true has {n_rows} values, "
            f"but the card says that {card.test.rows_kept} test rows were kept"
        )
    races = [RACES_FIVE[int(code)] for code in document["race_five"]["codes"]]
    groups = {"sex": document["sex"], "race": document["race"], "race_five": races}
    return Predictions(np.array(document["y_true"]), np.array(document["y_prob"]), groups)


@made_by(COMMAND)
def adult_card(path: str | Path | None = None) -> AdultCard:
    """Load the facts about the data, the model and the artifact.

    Parameters
    ----------
    path : str or Path, optional
        Another artifact than the committed one.

    Raises
    ------
    ArtifactError
        If the file is missing or damaged, or if a fact is missing or of another type.
    """
    file = _file(path)
    return read_card(file, read_object(file, KEYS))


def check_rows(file: Path, document: dict[str, Any]) -> None:
    """Raise ArtifactError unless every column is whole and holds valid values only."""
    # The labels first: they say how long every other column must be.
    check_column(file, "y_true", document["y_true"], accepts=is_label, expected="0 or 1")
    n_rows = len(document["y_true"])
    check_keys(file, "race_five", document["race_five"], ("names", "codes"))
    if document["race_five"]["names"] != list(RACES_FIVE):
        raise ArtifactError(f"{file}: race_five.names is not {list(RACES_FIVE)}")
    # The codes are one text, a character a row, and so compared as text.
    digits = [str(code) for code in range(len(RACES_FIVE))]
    for key, values, accepts, expected in (
        ("y_prob", document["y_prob"], is_score, "a number from 0 to 1"),
        ("sex", document["sex"], one_of(SEXES), " or ".join(SEXES)),
        ("race", document["race"], one_of(RACES), " or ".join(RACES)),
        ("race_five.codes", document["race_five"]["codes"], one_of(digits), "a digit from 0 to 4"),
    ):
        check_column(file, key, values, accepts=accepts, expected=expected, n_rows=n_rows)
    # The two columns are made from one: where they disagree, one of them was changed by hand.
    both = zip(document["race"], document["race_five"]["codes"], strict=True)
    for row, (name, code) in enumerate(both):
        category = RACES_FIVE[int(code)]
        if (name == "White") != (category == "White"):
            raise ArtifactError(
                f"{file}: race[{row}] is {name!r}, but race_five.codes[{row}] says {category!r}"
            )


def read_card(file: Path, document: dict[str, Any]) -> AdultCard:
    """Read the card out of a parsed artifact; ArtifactError names a fact that is wrong."""
    facts = document["card"]
    names = [field.name for field in fields(AdultCard) if field.name != "build"]
    check_keys(file, "card", facts, names)
    build = document["build"]
    # Artifacts from before 0.2.0 do not say which version built them.
    if isinstance(build, dict):
        build = {"equipoise": ""} | build
    decode(file, "build", Build, build)
    return decode(file, "card", AdultCard, {**facts, "build": build})


def _file(path: str | Path | None) -> Path:
    return ARTIFACT if path is None else Path(path)
