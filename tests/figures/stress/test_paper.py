"""The recorded study as pictures and sentences: both are read off the study and the authors."""

import csv
import math
import re

import numpy as np
import pytest

from equipoise import words
from equipoise.figures.stress import axis
from equipoise.figures.stress import paper as figures
from equipoise.figures.stress import published as beside
from equipoise.figures.stress.charts import TITLES
from equipoise.figures.stress.paper import MODES
from equipoise.stress.study import QUOTED, load_paper
from equipoise.stress.study.published import CURVE_OF, PUBLISHED

STUDY = load_paper()
KEYS = [curve.key for curve in STUDY.curves]


def published(key: str) -> list[dict[str, str]]:
    (name,) = [name for name, curve in CURVE_OF.items() if curve == key]
    lines = PUBLISHED.read_text(encoding="utf-8").splitlines()
    return [row for row in csv.DictReader(lines) if row["experiment"] == name]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("group", "column"), [("B", "minority"), ("A", "majority")])
def test_every_curve_has_its_diamonds(key: str, group: str, column: str) -> None:
    drawn = beside.published_rows(STUDY, key, "fidelity", group)
    assert len(drawn["level"]) == len(STUDY.curve(key).levels) == len(published(key))
    assert sorted(drawn["value"]) == sorted(
        float(row[f"{column}_fidelity"]) for row in published(key)
    )
    places = [axis.place_of(STUDY.curve(key), level) for level in STUDY.curve(key).levels]
    assert drawn["level"] == places


@pytest.mark.parametrize(
    ("measure", "group"), [("accuracy", "B"), ("disparity", "A"), ("fidelity", "")]
)
def test_what_was_not_published_has_none(measure: str, group: str) -> None:
    assert beside.published_rows(STUDY, "base_rates", measure, group)["level"] == []


def test_base_rates_are_drawn_over_their_difference() -> None:
    curve = STUDY.curve("base_rates")
    places = [axis.place_of(curve, level) for level in curve.levels]
    assert np.round(places, 1).tolist() == [k / 10 for k in range(-5, 6)]
    assert "majority's share of positives minus the minority's" in axis.axis_of(curve)
    lines, dots, _ = figures.study_rows(STUDY, "base_rates", MODES["same"], "fidelity", "B")
    assert set(lines["level"]) == set(dots["level"]) == set(places)
    assert axis.level_words(curve, -1.7) == "a difference of −0.4"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("measure", TITLES)
@pytest.mark.parametrize("group", ["", "A", "B"])
def test_no_loss_is_told_as_a_gain(key: str, mode: str, measure: str, group: str) -> None:
    text = figures.takeaway(STUDY, key, MODES[mode], measure, group)
    assert "nan" not in text
    for kind, sign in (("gains most", 1), ("loses most", -1)):
        for found in re.findall(rf"{kind} at [^(]+\(([+−]?[\d.]+) points", text):
            assert sign * float(found.replace(words.MINUS, "-")) > 0


@pytest.mark.parametrize("measure", TITLES)
def test_gains_are_differences_of_the_study(measure: str) -> None:
    values = STUDY.values("noise_minority", measure, "B")
    (_, gains), *others = figures.gains_of(STUDY, "noise_minority", MODES["post"], measure, "B")
    apart = values[:, STUDY.names.index("post-processing")] - values[:, 0]
    sign = -1 if measure == "disparity" else 1
    assert [one.mean for one in gains] == pytest.approx((sign * apart.mean(axis=1)).tolist())
    assert others == []


def test_the_same_model_is_shown_with_rows_in_both_orders() -> None:
    lines, dots, _ = figures.study_rows(STUDY, "base_rates", MODES["same"], "fidelity", "B")
    drawn = list(MODES["same"].drawn.values())
    assert list(dict.fromkeys(lines["model"])) == drawn
    assert set(dots["model"]) == set(drawn)
    text = figures.takeaway(STUDY, "base_rates", MODES["same"], "fidelity", "B")
    assert "With a row of A first: against doing nothing" in text
    assert "With a row of B first: against doing nothing" in text


def test_where_doing_nothing_is_the_reference_it_is_said() -> None:
    for mode, there in (("published", True), ("same", False)):
        text = figures.takeaway(STUDY, "removed_positives", MODES[mode], "fidelity", "B")
        assert ("doing nothing is the reference itself" in text) is there
    text = figures.takeaway(STUDY, "noise_minority", MODES["published"], "fidelity", "B")
    assert "the reference itself" not in text


@pytest.mark.parametrize("figure", QUOTED, ids=lambda figure: figure.name)
def test_what_stands_behind_the_picture_is_read_from_the_file(figure) -> None:
    text = beside.beside_words(STUDY, figure)
    level = {"removed_positives": 1 - figure.level, "removed_minority": 1 - figure.level}.get(
        figure.curve, {1.15: 0.3}.get(figure.level, figure.level)
    )
    (row,) = [row for row in published(figure.curve) if math.isclose(float(row["level"]), level,
                                                                     abs_tol=1e-9)]  # fmt: skip
    behind = words.number(float(row["minority_fidelity"]))
    spread = words.number(float(row["minority_sd"]))
    assert f"{behind} (standard deviation {spread} over 50 repeats) behind its picture" in text
    assert re.search(rf"“?{re.escape(figure.published)}”? in the paper's text", text)
    ours, error = beside.mean_at(STUDY, figure.curve, "grid 10", figure.level)
    assert f"ours {words.number(ours)} ± {words.number(error)} (standard error)" in text
    apart = abs(ours - float(row["minority_fidelity"]))
    near = apart <= 2 * math.hypot(error, float(row["minority_sd"]) / math.sqrt(50))
    assert ("by no more than 2 standard errors" in text) is near


@pytest.mark.parametrize("key", KEYS)
def test_the_count_of_agreeing_means_is_that_of_the_table(key: str) -> None:
    table = beside.published_table(STUDY, key)
    near = (table["within 2 standard errors"] == "yes").sum()
    assert f"{near} of {len(table)} lie within" in beside.published_words(STUDY, key, "B")


@pytest.mark.parametrize("key", [key for key in KEYS if key.startswith("noise")])
def test_the_departure_at_forty_percent_noise_is_told_with_both_values(key: str) -> None:
    text = beside.departure(STUDY, key)
    (row,) = [row for row in published(key) if float(row["level"]) == 0.4]
    ours = beside.mean_at(STUDY, key, "grid 10", 0.4)[0]
    assert float(row["minority_fidelity"]) > ours
    assert words.number(float(row["minority_fidelity"])) in text
    assert words.number(ours) in text


def test_other_departures_are_told_where_they_are() -> None:
    assert "300 and 3,000 training rows" in beside.departure(STUDY, "removed_positives")
    assert "difference of base rates" in beside.departure(STUDY, "base_rates")
    assert beside.departure(STUDY, "missing_minority") == ""


def test_the_table_of_quoted_figures_has_text_picture_and_both_orders() -> None:
    table = beside.comparison(STUDY)
    assert len(table) == len(QUOTED) == 9
    row = table.loc["Base rates 0.5 and 0.8"]
    assert (row["in the text"], row["behind the picture"]) == ("0.423", "0.423")
    assert row["full grid, A first"] == words.number(
        beside.mean_at(STUDY, "base_rates", "grid 13, A first", 1.15)[0]
    )
    assert "–" not in table["ours, as published ± standard error"].to_list()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("group", ["", "B"])
def test_a_figure_has_all_its_words_and_marks(key: str, mode: str, group: str) -> None:
    figure = figures.paper_figure(STUDY, key, MODES[mode], "fidelity", group)
    curve = STUDY.curve(key)
    assert figure.alt.startswith(f"{curve.title}: ")
    assert set(figure.data["lines"]["model"]) == set(MODES[mode].drawn.values())
    assert len(figure.data["published"]["level"]) == (len(curve.levels) if group else 0)
    assert ("Diamonds: " in figure.takeaway) is bool(group)
    assert figures.GROUPS[group] in figure.title
    models = len(MODES[mode].drawn)
    assert len(figure.table()) == models * len(curve.levels)
    without = [
        level
        for level, value in zip(
            figure.data["lines"]["level"], figure.data["lines"]["value"], strict=True
        )
        if value is None
    ]
    assert sorted(figure.data["holes"]["level"]) == sorted(without)
