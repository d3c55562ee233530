"""What all specifications of the test-time page's charts have in common."""

import json
from typing import Any

import pytest

from equipoise.figures.invariance import (
    answers,
    bands,
    cells,
    comparison,
    noise,
    scores,
    shares,
    sizes,
)
from equipoise.figures.theme import COLOURS
from equipoise.invariance.lesson.recorded import load_lesson

NAMES = load_lesson().names
SPECS: dict[str, dict[str, Any]] = {
    "scores": scores.scores_spec(NAMES, True),
    "bands": bands.bands_spec(("Before", "After")),
    "cells": cells.cells_spec(NAMES, ("insults", "harmless comments"), "called toxic"),
    "one stratum": cells.cells_spec(NAMES, ("all",), "yes"),
    "answers": answers.answers_spec(NAMES, ("○ a", "● b")),
    "null": noise.null_spec(),
    "sizes": sizes.sizes_spec(),
    "shares": shares.shares_spec(("one", "two"), ("x", "y"), "yes"),
    "trade": comparison.trade_spec(("one", "two"), "macro F1", 0.5, 0.4),
    "agreement": comparison.agreement_spec(("x", "y")),
}


@pytest.mark.parametrize("name", SPECS)
def test_specifications_hold_no_data_and_no_group_colour(name: str) -> None:
    text = json.dumps(SPECS[name])
    assert '"values": [{' not in text
    assert not any(colour in text for colour in (*COLOURS["light"], *COLOURS["dark"]))


def test_those_of_our_own_names_are_built_once() -> None:
    assert scores.scores_spec(NAMES, True) is SPECS["scores"]
    assert noise.null_spec() is SPECS["null"]
    assert sizes.sizes_spec() is SPECS["sizes"]


def test_those_that_strangers_may_name_are_kept_by_their_pictures_alone() -> None:
    for make in (bands.bands_spec, shares.shares_spec, comparison.trade_spec,
                 comparison.agreement_spec):  # fmt: skip
        assert not hasattr(make, "cache_info")
