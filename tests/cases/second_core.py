"""Second round: what is counted, recalibrated and traded follows from the numbers as meant."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from equipoise import Predictions, Tally, frontier, group_rates, overall_rates, tally
from equipoise.frontiers.pareto import pareto_front
from equipoise.incompatibility.changes import recalibrated
from equipoise.thresholds import top_k

Given = dict[str, Any]

GRIDS = {"np.linspace(0,1,101)": np.linspace(0, 1, 101), "np.arange(6)/5": np.arange(6) / 5}


def counted(given: Given, **how: Any) -> Tally:
    scores = given.get("y_score")
    if scores is None:
        scores = np.array(given["y_score_float32"], dtype="float32")
    labels = given.get("y_true", [0] * len(scores))
    groups = given.get("group", ["a"] * len(scores))
    return tally(Predictions(labels, scores, {"g": groups}), "g", **how)


def recalibrated_exact(given: Given, right: Given) -> None:
    (cells,) = group_rates(recalibrated(counted(given, grid=None)), 0.5).to_dict("records")
    assert {cell: cells[cell] for cell in right} == right


def selected_at(given: Given, right: Given) -> None:
    ways = [{"grid": GRIDS[given["grid"]]}] if "grid" in given else [{}, {"grid": None}]
    for how in ways:
        found = overall_rates(counted(given, **how), given["threshold"])
        assert found["selection_rate"] == right["selection_rate"]


def frontier_without_a_half(given: Given, right: Given) -> None:
    rows = {"y_true": [0, 1] * 4, "y_score": np.arange(8) / 8, "group": list("aabbaabb")}
    found = frontier(counted(rows, grid=GRIDS[given["grid"]]))
    assert len(found.points)
    assert found.baseline_threshold in (0.4, 0.6)
    assert f"the baseline is at {found.baseline_threshold}" in found.reason


def unlike_lengths(given: Given, right: Given) -> None:
    with pytest.raises(ValueError, match="3 accuracies and 1 gaps"):
        pareto_front(given["accuracy"], given["gap"])


def compared_exactly(given: Given, right: Given) -> None:
    found = pareto_front(given["accuracy"], given["gap"], tolerance=given["tolerance"])
    assert found.tolist() == right["front"]


def cut_inside_ties(given: Given, right: Given) -> None:
    counts = counted(given, grid=None)
    found = top_k(counts, given["k"])
    assert found.possible == {1: 0.9, 4: 0.8}
    assert found.reason.startswith(
        "No threshold selects 2 people: 3 share the score 0.8, so 1 or 4 can be selected."
    )
    assert found.confusion is None
    by_lot = top_k(counts, given["k"], seed=5)
    assert by_lot.confusion is not None
    assert by_lot.confusion.total(("tp", "fp")).sum() == given["k"]
    assert "(seed 5)" in by_lot.reason


CHECKS: dict[str, Callable[[Given, Given], None]] = {
    "EQ2-01": recalibrated_exact,
    "EQ2-02": selected_at,
    "EQ2-03": selected_at,
    "EQ2-04": frontier_without_a_half,
    "EQ2-05": unlike_lengths,
    "EQ2-06": compared_exactly,
    "EQ2-30": cut_inside_ties,
}
