"""Options that make no sense are refused by name, whoever is asked."""

import inspect
import math
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd
import pytest

from equipoise import (
    Predictions,
    Tally,
    best_within,
    criteria,
    enforcement,
    frontier,
    intervals,
    judge,
    tally,
)
from equipoise.checks import checked_number, checked_whole
from equipoise.frontiers.choice import dominating
from equipoise.frontiers.heldout import held_out
from equipoise.frontiers.randomised import randomised_rule
from equipoise.frontiers.tosses import chance_bands, toss
from equipoise.incompatibility.changes import with_base_rate
from equipoise.thresholds import match_rate
from equipoise.uncertainty.frontier_band import frontier_band
from equipoise.uncertainty.noise_floor import noise_floor
from equipoise.uncertainty.power import power

BASE_RATES = {"a": 0.5, "b": 0.5}
NONE_OF_THEM = [None, "many", math.nan, -1, [1], 1j]

NUMBERS: dict[str, Callable[[Tally, Any], object]] = {
    "The level is": lambda t, x: intervals(t, 0.5, n_boot=2, level=x),
    "The tolerance is": lambda t, x: criteria(t, 0.5, tolerance=x),
    "The tolerance is .*": lambda t, x: judge(t, 0.5, tolerance=x),
    "The tolerance is .* 0 to 1": lambda t, x: enforcement(t, tolerance=x),
    "The limit of the gap is": lambda t, x: best_within(t, x),
    "The limit of the gap is .*": lambda t, x: randomised_rule(t, x),
    "The limit of the gap is .* of at least 0": lambda t, x: held_out(t, [x], n_repeats=1),
    "The base rate of a is": lambda t, x: with_base_rate(t, {"a": x}),
    "The rate of a is": lambda t, x: power({"a": 9, "b": 9}, BASE_RATES | {"a": x}),
}
WHOLE: dict[str, Callable[[Tally, Any], object]] = {
    "The number of draws is": lambda t, x: intervals(t, 0.5, n_boot=x),
    "The number of draws is .*": lambda t, x: noise_floor(t, n_boot=x),
    "The number of draws is .* at least 1": lambda t, x: frontier_band(t, n_boot=x),
    "The number of draws is .* whole": lambda t, x: held_out(t, [0.1], n_repeats=x),
    "The number of draws is .* a whole": lambda t, x: toss(t, randomised_rule(t, 0.1), n_draws=x),
    "The seed is": lambda t, x: intervals(t, 0.5, n_boot=2, seed=x),
    "The number of rows of a is": lambda t, x: power({"a": x, "b": 9}, BASE_RATES),
}


@pytest.fixture(scope="module")
def counts() -> Tally:
    return tally(Predictions([1, 0] * 4, np.arange(8) / 10, {"g": list("aaaabbbb")}), "g")


@pytest.mark.parametrize("value", NONE_OF_THEM)
@pytest.mark.parametrize("message", NUMBERS)
def test_numbers(counts: Tally, message: str, value: object) -> None:
    with pytest.raises(ValueError, match=message):
        NUMBERS[message](counts, value)


@pytest.mark.parametrize("value", [*NONE_OF_THEM, 1.5, True, math.inf])
@pytest.mark.parametrize("message", WHOLE)
def test_whole_numbers(counts: Tally, message: str, value: object) -> None:
    with pytest.raises(ValueError, match=message):
        WHOLE[message](counts, value)


@pytest.mark.parametrize("name", [None, 1, ["equalized_odds"], {}])
def test_names(counts: Tally, name: Any) -> None:
    with pytest.raises(ValueError, match="Unknown gap"):
        frontier(counts, gap=name)
    with pytest.raises(ValueError, match="Unknown rate"):
        match_rate(counts, "a", 0.5, rate=name)


@pytest.mark.parametrize("levels", [None, 0.1, [math.nan, 0.1], [0.2, 0.1], "all", [1j]])
def test_lists_of_gaps(counts: Tally, levels: Any) -> None:
    with pytest.raises(ValueError, match=r"limits are|limit of the gap is"):
        held_out(counts, levels if levels != [0.2, 0.1] else None)
    if levels is not None:
        with pytest.raises(ValueError, match="The gap levels are"):
            frontier_band(counts, levels=levels, n_boot=2)


def test_limits_beyond_one_ask_for_nothing(counts: Tally) -> None:
    assert best_within(counts, math.inf) == best_within(counts, 1.0)
    free, most = randomised_rule(counts, math.inf), randomised_rule(counts, 1.0)
    assert free is not None
    assert most is not None
    assert free.expected_accuracy == most.expected_accuracy


def test_what_is_fine_comes_back() -> None:
    assert checked_number(np.float32(0.5), "share") == 0.5
    assert checked_whole(np.int64(3), "count") == 3


def test_nobody_at_all_is_no_error() -> None:
    nobody = tally(Predictions([], [], {"g": []}), "g")
    assert {found.verdict for found in judge(nobody, 0.5).values()} == {"undefined"}
    unscored = tally(Predictions([1, 0], [None, None], {"g": ["a", "b"]}), "g")
    assert frontier_band(unscored, n_boot=2).empty


ROOMS = tuple(
    f"equipoise{room}" for room in ("", ".frontiers", ".incompatibility", ".uncertainty")
)
INNER = {
    "baseline_threshold", "best_accuracies", "calibration_limits", "chances", "check_tally",
    "compare_calibration", "confusion_curves", "halves", "is_comparable", "nearest_along",
    "pairs_on_frontier", "require_counts", "roc_hull", "tradeoff", "trials", "undefined_groups",
}  # fmt: skip
"""What others ask that have looked at the tally."""


def readers() -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the functions of the core that take a tally first, by name."""
    for room in ROOMS:
        for module in pkgutil.iter_modules(import_module(room).__path__, f"{room}."):
            if module.ispkg or module.name.endswith("__"):
                continue
            for name, ask in vars(import_module(module.name)).items():
                ours = inspect.isfunction(ask) and ask.__module__ == module.name
                inner = name.startswith("_") or name in INNER
                if (
                    ours
                    and not inner
                    and next(iter(inspect.signature(ask).parameters), "") == "tally"
                ):
                    yield name, ask


READS_A_TALLY = dict(sorted(readers()))
FURTHER: dict[str, tuple[Any, ...]] = (
    {
        "best_together": (["equalized_odds"],),
        "best_within": (0.1,),
        "flips": (0.5, 0.5),
        "held_out": ([0.1],),
        "match_rate": ("a", 0.5),
        "randomised_rule": (0.1,),
        "restricted": (["a"],),
        "top_k": (1,),
        "with_base_rate": ({"a": 0.5},),
    }
    | dict.fromkeys(
        ["accuracy_and_gap", "confusion", "criteria", "group_rates", "overall_rates"], (0.5,)
    )
    | dict.fromkeys(["intervals", "judge"], (0.5,))
    | dict.fromkeys(["toss", "toss_gap", "chance_bands", "frontier_cost"], (None,))
    | {"paired_redraws": (0.5, 0.6)}
)
"""What functions are asked beside the tally."""


@pytest.mark.parametrize("name", READS_A_TALLY)
def test_what_is_no_tally(name: str) -> None:
    people = Predictions([1, 0], [0.2, 0.8], {"g": ["a", "b"]})
    options = {"rate": "accuracy"} if name == "match_rate" else {}
    for wrong, kind in (
        (people, "a Predictions"),
        (pd.DataFrame({"g": ["a"]}), "a DataFrame"),
        (None, "a NoneType"),
        ([1, 0], "a list"),
        (np.zeros(3), "a ndarray"),
        (3, "an int"),
    ):
        with pytest.raises(TypeError, match=rf"A Tally is needed, such as tally\(.*, not {kind}"):
            READS_A_TALLY[name](wrong, *FURTHER.get(name, ()), **options)


def test_the_functions_that_read_a_tally_are_known() -> None:
    assert len(READS_A_TALLY) >= 30
    assert READS_A_TALLY.keys() >= FURTHER.keys()


def test_what_is_no_frontier(counts: Tally) -> None:
    for wrong in (counts, None, frontier(counts).points):
        with pytest.raises(TypeError, match="A Frontier is needed"):
            dominating(wrong, 0.5, 0.1)


def test_what_is_no_rule(counts: Tally) -> None:
    """Such as what `randomised_rule` returns where the gap is undefined."""
    for ask in (toss, chance_bands):
        for wrong in (None, 0.1, counts):
            with pytest.raises(TypeError, match="A Rule is needed, such as randomised_rule"):
                ask(counts, wrong)


def test_narrow_levels_of_a_band_are_decimals(counts: Tally) -> None:
    narrow = frontier_band(counts, levels=np.float32([0.1, 0.7]), n_boot=2)
    assert narrow["gap"].tolist() == [0.1, 0.7]


@pytest.mark.parametrize("width", ["float16", "float32"])
def test_narrow_options_are_decimals(counts: Tally, width: str) -> None:
    """A 32-bit 0.7 is less than 0.7 when widened: a difference of 0.7 would exceed it."""
    narrow = np.dtype(width).type
    assert checked_number(narrow(0.7), "share") == 0.7
    rows = Predictions(
        [1] * 20, [0.9] * 8 + [0.1] * 2 + [0.9] + [0.1] * 9, {"g": ["a"] * 10 + ["b"] * 10}
    )
    apart = tally(rows, "g")
    found = criteria(apart, 0.5, tolerance=narrow(0.7)).demographic_parity_difference
    assert (round(found.value, 12), found.verdict) == (0.7, "holds")
    assert with_base_rate(counts, {"a": narrow(0.7)}).base_rates[0] == pytest.approx(
        0.7, abs=1e-15
    )
