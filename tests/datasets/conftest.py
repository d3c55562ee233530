"""A small census: the raw files' format, and few enough rows to train in a moment."""

import hashlib
from dataclasses import replace

import numpy as np
import pytest

from equipoise.datasets.adult.artifact import RACES_FIVE
from equipoise.datasets.adult.build import ORIGIN, TEST, TRAIN


@pytest.fixture(scope="session")
def census(tmp_path_factory):
    """A folder with two small raw files, one row of each incomplete."""
    folder = tmp_path_factory.mktemp("census")
    (folder / TRAIN).write_text(_lines(np.random.default_rng(0), 300, end="") + "\n")
    (folder / TEST).write_text(
        "|1x3 Cross validator\n" + _lines(np.random.default_rng(1), 150, end=".")
    )
    return folder


@pytest.fixture(scope="session")
def origin(census):
    """Where the small files come from, with their own hashes."""
    hashes = {
        name: hashlib.sha256((census / name).read_bytes()).hexdigest() for name in (TRAIN, TEST)
    }
    return replace(ORIGIN, hashes=hashes)


def _lines(rng, n, *, end):
    rows = []
    for i in range(n):
        female, age = rng.random() < 0.4, int(rng.integers(18, 80))
        income = ">50K" if rng.random() < (0.2 if female else 0.5) else "<=50K"
        row = (
            age, "?" if i == 7 else rng.choice(["Private", "State-gov"]), 1000 * i,
            rng.choice(["HS-grad", "Masters"]), int(rng.integers(9, 15)),
            rng.choice(["Divorced", "Married-civ-spouse"]), rng.choice(["Sales", "Tech-support"]),
            rng.choice(["Wife", "Unmarried"] if female else ["Husband", "Unmarried"]),
            RACES_FIVE[i % 5], "Female" if female else "Male", 100 * (i % 3), 0,
            int(rng.integers(20, 60)), rng.choice(["Cuba", "United-States"]), income + end,
        )  # fmt: skip
        rows.append(", ".join(str(value) for value in row))
    return "\n".join(rows) + "\n"
