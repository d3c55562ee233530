"""The threshold lab: what is drawn, and what a finished drag stands for."""

import json
import re

import numpy as np
import pytest
import streamlit as st

from equipoise.app.metrics import lab
from equipoise.app.session import LINK, threshold_key
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.figures.metrics.bands import band_height, lab_frames, present_rows
from equipoise.figures.metrics.lab import AT, HELD, lab_spec, released
from equipoise.figures.metrics.lab import lab as drawn
from equipoise.rates import confusion
from tests.views import view_of

DRAG = {HELD: [{"group": "Female"}], AT: [{"k": 43, "gen": 7}]}


@pytest.mark.parametrize("key", COMPARISONS)
def test_the_counts_at_every_threshold_are_the_confusion_matrices(key: str) -> None:
    tally = adult_audit().tally(key)
    steps = lab_frames(tally, tally.groups)["steps"].set_index(["k", "group"])
    for k in (0, 1, 43, 50, 99, 100):
        expected = confusion(tally, k / 100)
        at = steps.loc[k].loc[list(tally.groups)]
        for cell in ("tn", "fp", "fn", "tp"):
            assert at[cell].tolist() == getattr(expected, cell).tolist()


def test_a_bar_is_drawn_for_every_hundredth_and_none_crosses_a_threshold() -> None:
    tally = adult_audit().tally("sex")
    outlines = lab_frames(tally, tally.groups)["outlines"]
    women = outlines[(outlines["group"] == "Female") & (outlines["label"] == 1)]
    assert women["k"].tolist() == list(range(102))
    heights = (women["base"] - women["y"]).to_numpy()[:101]
    counts = tally.counts[0, 1]
    assert heights == pytest.approx(heights.max() * np.sqrt(counts / counts.max()), abs=2e-4)


def test_the_positive_label_stands_and_the_negative_hangs() -> None:
    tally = adult_audit().tally("sex-race")
    outlines = lab_frames(tally, tally.groups)["outlines"]
    positive = outlines["label"] == 1
    assert (outlines["y"][positive] <= outlines["base"][positive] + 1e-3).all()
    assert (outlines["y"][~positive] >= outlines["base"][~positive] - 1e-3).all()
    assert (outlines["y"].astype(int) == outlines["base"].astype(int)).all()


def test_only_the_groups_shown_are_drawn_from_top_to_bottom() -> None:
    tally = adult_audit().tally("race-five")
    frames = lab_frames(tally, ("White", "Black"))
    assert frames["steps"]["group"].unique().tolist() == ["White", "Black"]
    assert frames["steps"].groupby("group")["band"].first().to_dict() == {"White": 0, "Black": 1}
    assert len(lab_frames(tally, tally.groups)["outlines"]) == 5 * 2 * 102


def test_a_group_of_one_label_has_an_empty_half() -> None:
    lonely = view_of([1, 1, 0], [0.2, 1.0, 0.5], "aab")
    outlines = lab_frames(lonely.tally, ("a", "b"))["outlines"]
    empty = outlines[(outlines["group"] == "a") & (outlines["label"] == 0)]
    assert (empty["y"] == empty["base"].round(4)).all()


def test_thresholds_travel_as_hundredths() -> None:
    rows = present_rows(("a", "b"), {"b": 0.29, "a": 1.0}, 3)
    assert rows == {"group": ["a", "b"], "now": [100, 29], "gen": [3, 3]}


def test_the_drawing_is_built_once_and_holds_no_threshold_and_no_data() -> None:
    counts = adult_audit().tally("sex")
    spec = lab_spec(counts, counts.groups)
    assert spec is lab_spec(counts, counts.groups)
    assert "values" not in json.dumps(spec["layer"]).replace('"values": [0, 0.2', "")
    assert {p["name"] for p in spec["params"]} == {HELD, AT}
    assert spec["height"] == 2 * band_height(2)


def test_many_groups_have_lower_bands() -> None:
    assert band_height(2) > band_height(5) > band_height(10) >= 90


def test_a_finished_drag_names_its_group_and_threshold() -> None:
    assert released(DRAG) == ("Female", 0.43)


@pytest.mark.parametrize(
    "selection", [{}, {HELD: [], AT: []}, {HELD: {}, AT: {}}, {AT: [{"k": 1}]}]
)
def test_nothing_held_is_nothing_dragged(selection: dict) -> None:
    assert released(selection) is None


@pytest.mark.parametrize(
    ("link", "other"),
    [("independent", None), ("same-threshold", 0.43), ("same-true-positive-rate", 0.52)],
)
def test_a_release_sets_thresholds_as_the_sliders_do(monkeypatch, link, other) -> None:
    state = {"lab sex": {"selection": DRAG}, LINK: link}
    monkeypatch.setattr(st, "session_state", state)
    lab._released(adult_audit().view("sex"), "lab sex")
    assert state[threshold_key("sex", "Female")] == 0.43
    assert state.get(threshold_key("sex", "Male")) == other


def test_a_cleared_selection_moves_nothing(monkeypatch) -> None:
    state = {"lab sex": {"selection": {HELD: {}, AT: {}}}}
    monkeypatch.setattr(st, "session_state", state)
    lab._released(adult_audit().view("sex"), "lab sex")
    assert list(state) == ["lab sex"]


def test_only_where_thresholds_stand_travels_anew() -> None:
    before, now = (drawn(adult_audit().view("sex", at), ("Female",), 7) for at in (0.5, 0.6))
    for name in ("outlines", "steps"):
        assert before.data[name] is now.data[name]
    assert now.data["present"] == {"group": ["Female"], "now": [60], "gen": [7]}
    assert before.spec is now.spec
    assert before.alt == now.alt


def test_what_is_found_is_said_group_by_group_or_of_everybody() -> None:
    audit = adult_audit()
    few = drawn(audit.view("sex"), ("Female", "Male")).takeaway
    assert "Found: 301 of 557 high-earning women (54.0" in few
    many = drawn(audit.view("race-five"), ("Black",)).takeaway
    assert re.search(r"Found: [\d,]+ of 3,700 high-earning people \(", many)


def test_own_predictions_are_spoken_of_neutrally() -> None:
    figure = drawn(view_of([1, 0, 1, 0], [0.9, 0.1, 0.9, 0.1], "AABB"), ("A", "B"))
    assert "filled: people who are positive. Below it, hollow: those who are negative." in (
        figure.takeaway
    )
    assert "Found: 1 of 1 positive people in group A (100.0" in figure.takeaway
    assert "50K" not in figure.takeaway + figure.alt
