"""Cases that went wrong elsewhere: each input, and every value expected of it."""

import json
import math
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

import numpy as np
import pytest

from equipoise import Predictions, overall_rates, tally
from equipoise.app.address import DEFAULT_THRESHOLD, Settings, read_address, write_address
from equipoise.figures.theme import COLOURS, SHAPES
from equipoise.frontiers.pareto import pareto_front
from tests.cases.audits import BUILDERS, audit
from tests.cases.measures import measured
from tests.contrast import contrast

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "cases" / "cases.json").read_text())
}

ELSEWHERE = {
    "EQB-100": "intervals: tests of equipoise.uncertainty.proportions",
    "EQB-102": "intervals: tests of equipoise.uncertainty.intervals",
    "EQB-190": "randomised decisions: tests of the randomised frontier",
    "EQB-192": "decisions for people not in the audit: nothing here predicts",
    "EQB-195": "injected bias: tests of the stress test",
    "EQB-230": "rewritten texts: tests of the invariance measures",
    "EQB-232": "rewritten texts: tests of the invariance measures",
}
"""Cases that belong to another part of the package."""

REFUSED = {"EQB-060", "EQB-132"}
"""Inputs that are not accepted."""


def cases(*forms: str) -> list[Any]:
    chosen = [
        case
        for case in CASES.values()
        if case["input"]["form"] in forms and case["id"] not in REFUSED | ELSEWHERE.keys()
    ]
    return [pytest.param(case, id=f"{case['id']} {case['title']}") for case in chosen]


def agree(found: Any, expected: Any) -> bool:
    """Compare values of any nesting; a case's null is our NaN."""
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(
            agree(found[key], value) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(agree, found, expected))
    if expected is None:
        return found is None or math.isnan(found)
    if isinstance(expected, (bool, str)):
        return found == expected
    return math.isclose(found, expected, rel_tol=0, abs_tol=1e-9)


@pytest.mark.parametrize("case", cases(*BUILDERS))
def test_audit(case: dict[str, Any]) -> None:
    found = audit(case["input"])
    for name, expected in case["expected"].items():
        value = measured(found, name, expected)
        assert agree(value, expected), f"{name}: {value} instead of {expected}"


@pytest.mark.parametrize("case", cases("points"))
def test_frontier_of_given_points(case: dict[str, Any]) -> None:
    accuracy, gap = np.array(case["input"]["points"]).T
    front = pareto_front(accuracy, gap, tolerance=case["input"].get("tolerance", 1e-9))
    distinct = sorted({(round(accuracy[i], 9), round(gap[i], 9)) for i in front})
    found = {
        "frontier_unique": [list(point) for point in distinct],
        "frontier_indices": front.tolist(),
        "n_distinct_frontier_points": len(distinct),
    }
    for name, expected in case["expected"].items():
        assert agree(found[name], expected), name


def test_logits_are_refused() -> None:
    case = CASES["EQB-060"]
    given, expected = case["input"], case["expected"]
    assert not expected["accepted_as_probability"]
    with pytest.raises(ValueError, match=f"{expected['n_outside_0_1']} of 5 scores lie outside"):
        BUILDERS["arrays"](given)
    sigmoid = 1 / (1 + np.exp(-np.array(given["y_prob"])))
    counts = tally(Predictions(given["y_true"], sigmoid, {"g": given["group"]}), "g")
    selected = overall_rates(counts, given["threshold"])["selection_rate"]
    assert agree(selected, expected["selection_rate_if_sigmoid"])


def test_columns_of_different_length_are_refused_with_their_lengths() -> None:
    case = CASES["EQB-132"]
    lengths = case["expected"]["lengths"]
    said = f"y_true has {lengths['y_true']}, y_score has {lengths['y_prob']}"
    with pytest.raises(ValueError, match=f"{said}, g has {lengths['group']}"):
        BUILDERS["arrays"](case["input"])


def test_text_can_be_read_on_its_background() -> None:
    case = CASES["EQB-210"]
    found = [contrast(*pair) for pair in case["input"]["pairs"]]
    assert [round(ratio, 2) for ratio in found] == case["expected"]["ratios"]
    assert [ratio >= 4.5 for ratio in found] == case["expected"]["ok_4_5"]


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("colour", ["textColor", "linkColor"])
@pytest.mark.parametrize("behind", ["backgroundColor", "secondaryBackgroundColor"])
def test_our_own_text_can_be_read(mode: str, colour: str, behind: str) -> None:
    """Chart text has the page's text colour, titles and legends included."""
    config = Path(__file__).parents[1] / ".streamlit" / "config.toml"
    theme = tomllib.loads(config.read_text())["theme"][mode]
    assert contrast(theme[colour], theme[behind]) >= 4.5


def test_more_groups_than_colours() -> None:
    case = CASES["EQB-214"]
    given = case["input"]
    assert len(set(COLOURS["light"])) == len(set(COLOURS["dark"])) == given["palette_size"]
    assert len(set(SHAPES)) == given["palette_size"]
    colours = [COLOURS["light"][i % given["palette_size"]] for i in range(given["n_groups"])]
    repeated = [i for i, colour in enumerate(colours) if colour in colours[:i]]
    assert len(repeated) == case["expected"]["n_repeated"]
    first = [colours.index(colours[repeated[0]]) + 1, repeated[0] + 1]
    assert first == case["expected"]["first_repeat"]


def test_thresholds_in_the_address() -> None:
    case = CASES["EQB-220"]
    assert case["input"]["default"] == DEFAULT_THRESHOLD
    for text, expected in zip(case["input"]["values"], case["expected"]["result"], strict=True):
        settings, notices = read_address({"t.A": text}, ["view"], lambda view: ["A"])
        assert settings.thresholds["A"] == expected, text
        accepted = text in ("0.3", "0.30", "1", "0")
        assert bool(notices) != accepted, text


def test_group_names_survive_the_address() -> None:
    case = CASES["EQB-222"]
    groups = case["input"]["values"]
    sent = Settings("view", thresholds=dict.fromkeys(groups, 0.25))
    link = urlencode(write_address(sent), quote_via=quote)
    for encoded in case["expected"]["encoded"]:
        assert f"t.{encoded}=0.25" in link
    received, notices = read_address(dict(parse_qsl(link)), ["view"], lambda view: groups)
    assert (received == sent) is case["expected"]["roundtrip_equal"]
    assert not notices


def test_every_case_is_tested_or_belongs_elsewhere() -> None:
    forms = {case["input"]["form"] for name, case in CASES.items() if name not in ELSEWHERE}
    own_tests = {"points", "contrast", "palette", "url_values", "url_roundtrip"}
    assert forms == BUILDERS.keys() | own_tests
    assert len(CASES) == 72
