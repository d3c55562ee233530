"""A case's input, in whatever form it comes, as predictions to audit."""

import base64
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from equipoise import (
    Criteria,
    Predictions,
    Tally,
    criteria,
    group_rates,
    overall_rates,
    read_predictions,
    tally,
)

Given = dict[str, Any]


@dataclass(frozen=True)
class Audit:
    """Predictions, and what follows from them at the case's own settings."""

    given: Given
    predictions: Predictions

    @property
    def threshold(self) -> float:
        return self.given.get("threshold", 0.5)

    @cached_property
    def by(self) -> tuple[str, ...]:
        return tuple(self.predictions.groups)

    @cached_property
    def tally(self) -> Tally:
        return tally(self.predictions, self.by)

    @cached_property
    def rates(self) -> pd.DataFrame:
        return group_rates(self.tally, self.threshold)

    @cached_property
    def overall(self) -> pd.Series:
        return overall_rates(self.tally, self.threshold)

    @cached_property
    def criteria(self) -> Criteria:
        return criteria(
            self.tally,
            self.threshold,
            tolerance=self.given.get("tolerance", 0.05),
            favourable_label=self.given.get("favourable_label", 1),
        )


def audit(given: Given) -> Audit:
    return Audit(given, BUILDERS[given["form"]](given))


def _arrays(given: Given) -> Predictions:
    return Predictions(
        given["y_true"],
        given["y_prob"],
        {"g": given.get("group", ["everybody"] * len(given["y_true"]))},
        positive_label=given.get("positive_label"),
        sample_weight=given.get("sample_weight"),
    )


def _scores(given: Given) -> Predictions:
    n = len(given["y_prob"])
    return Predictions([0] * n, given["y_prob"], {"g": ["everybody"] * n})


def _two_attributes(given: Given) -> Predictions:
    groups = {name: given[name] for name in ("sex", "race")}
    return Predictions([0] * len(given["y_prob"]), given["y_prob"], groups)


def _selection_counts(given: Given) -> Predictions:
    cells = {
        group: {"tp": count["selected"], "tn": count["n"] - count["selected"], "fp": 0, "fn": 0}
        for group, count in given["groups"].items()
    }
    return _confusion_counts({"groups": cells})


def _confusion_counts(given: Given) -> Predictions:
    """Lay out the rows behind the counts: selected people score 0.9, others 0.1."""
    row_of = {"tp": (1, 0.9), "fn": (1, 0.1), "fp": (0, 0.9), "tn": (0, 0.1)}
    rows = [
        (*row_of[cell], group)
        for group, cells in given["groups"].items()
        for cell, count in cells.items()
        for _ in range(count)
    ]
    y_true, y_score, groups = zip(*rows, strict=True)
    return Predictions(y_true, y_score, {"g": groups})


def _generator(given: Given) -> Predictions:
    """Follow the rule: score (7919 i mod 1000) / 1000, label 37 i mod 100 < 40, group i mod 3."""
    i = np.arange(given["n"])
    labels, scores = (i * 37) % 100 < 40, (i * 7919) % 1000 / 1000
    return Predictions(labels, scores, {"g": np.array(["A", "B", "C"])[i % 3]})


def _many_groups(given: Given) -> Predictions:
    groups = [f"group {k}" for k in range(given["n_groups"])]
    return Predictions([0, 1] * len(groups), [0.3, 0.6] * len(groups), {"g": groups * 2})


def _file(content: bytes, columns: Iterable[str]) -> Predictions:
    label, score, *groups = columns
    return read_predictions(content, y_true=label, y_score=score, groups=groups)


def _csv_text(given: Given) -> Predictions:
    return _file(file_content(given), _header(file_content(given)))


def _json_text(given: Given) -> Predictions:
    return _file(given["text"].encode(), ("y", "p", "g"))


def _parquet_columns(given: Given) -> Predictions:
    table = pd.DataFrame(
        {
            name: pd.Series(values, dtype=given["dtypes"][name])
            for name, values in given["columns"].items()
        }
    )
    file = io.BytesIO()
    table.to_parquet(file)
    return _file(file.getvalue(), given["columns"])


def _two_files(given: Given) -> Predictions:
    """Join the files on their id. They hold no labels; nobody's label is positive here."""
    header, *lines = given["predictions"].splitlines()
    labelled = [f"{header},y_true", *(f"{line},0" for line in lines)]
    return read_predictions(
        "\n".join(labelled).encode(),
        y_true="y_true",
        y_score="y_prob",
        groups="g",
        join=given["groups"].encode(),
        on="id",
    )


def file_content(given: Given) -> bytes:
    if "base64" in given:
        return base64.b64decode(given["base64"])
    return given["text"].encode()


def _header(content: bytes) -> list[str]:
    text = content.decode("utf-8-sig", errors="replace").removeprefix("sep=;\n")
    return text.splitlines()[0].replace(";", ",").split(",")


BUILDERS: dict[str, Callable[[Given], Predictions]] = {
    "arrays": _arrays,
    "calibration": _arrays,
    "combinatorics_groups": _many_groups,
    "confusion_counts": _confusion_counts,
    "csv_text": _csv_text,
    "file_base64": _csv_text,
    "generator": _generator,
    "json_text": _json_text,
    "parquet_columns": _parquet_columns,
    "scores": _scores,
    "selection_counts": _selection_counts,
    "two_attributes": _two_attributes,
    "two_files": _two_files,
}
