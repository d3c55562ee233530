"""Pictures of what is recovered: their words are the numbers that are drawn."""

import numpy as np
import pytest

from equipoise import words
from equipoise.app.stress.live import curves
from equipoise.figures.stress import charts
from equipoise.figures.stress.measures import (
    gain_of,
    measure_figure,
    order_words,
    spread_words,
    story_figure,
)
from equipoise.stress import adult
from equipoise.stress.bench import Setup
from equipoise.stress.choices import ARMS, NOTHING, OTHER_ORDER, REPAIRED, Choices

ADULT = adult("sex")


def made(amount: float = 0.5, repeats: int = 3, **choices: object) -> Setup:
    return Setup(Choices(n=1000, **choices), amount, repeats)


def at(figure, group: str, level: float) -> dict[str, float]:
    """What is drawn of a group at a level, by model."""
    lines = figure.data["lines"]
    return {
        model: value
        for model, value, who, where in zip(
            lines["model"], lines["value"], lines["group"], lines["level"], strict=True
        )
        if who == group and where == pytest.approx(level)
    }


@pytest.mark.parametrize("measure", charts.TITLES)
@pytest.mark.parametrize("amount", [0.0, 0.5, 0.9])
def test_what_is_said_is_what_is_drawn(measure: str, amount: float) -> None:
    setup = made(amount, repair="post")
    figure = measure_figure(curves(setup), setup, measure)
    drawn = at(figure, "B", amount)
    for arm in ARMS:
        points = f"{100 * drawn[arm]:.1f} points"
        assert (points if measure == "disparity" else words.percent(drawn[arm])) in figure.takeaway
    assert figure.data["here"] == {"level": [amount]}
    assert figure.title == charts.TITLES[measure]
    assert figure.takeaway.startswith(f"Group B, at {words.percent(amount, 0)}: ")


def test_a_share_has_its_rows_beside_it() -> None:
    setup = made(r=0.3, repair="reweighing")
    assert setup.test_rows == 150
    figure = measure_figure(curves(setup), setup, "fidelity")
    people = round(150 * at(figure, "B", 0.5)[REPAIRED])
    assert f"(some {people} of 150 test rows a draw)" in figure.takeaway
    one = made(r=0.3, repair="reweighing", repeats=1)
    assert "of 150 test rows)" in measure_figure(curves(one), one, "fidelity").takeaway


@pytest.mark.parametrize("eta", [0.0, 0.2])
def test_noise_is_told_of_where_labels_are_made_up(eta: float) -> None:
    setup = made(eta=eta, repair="reweighing")
    said = measure_figure(curves(setup), setup, "accuracy").takeaway
    assert ("labels are wrong" in said) is (eta > 0)
    table = Setup(Choices(world="adult-sex", n=500, eta=eta, repair="reweighing"), 0.5, 1, ADULT)
    assert "labels are wrong" not in measure_figure(curves(table), table, "accuracy").takeaway


def test_of_many_groups_the_minority_and_everybody_are_drawn() -> None:
    rows = ADULT.rows
    frame = ADULT.frame.head(1200).assign(part=[*"QRS"] * 400)
    many = type(ADULT)(frame, ADULT.label, "part", features=rows.names, positive=ADULT.positive)
    for world in (ADULT, many):
        setup = Setup(Choices(n=1000, repair="reweighing"), 0.5, 1, world)
        figure = measure_figure(curves(setup), setup, "fidelity")
        groups = set(figure.data["lines"]["group"])
        two = len(world.rows.groups) == 2
        assert groups == (set(world.rows.groups) if two else {setup.minority, charts.EVERYBODY})
        assert ("everybody's" in figure.takeaway) is not two


def test_the_other_order_is_drawn_in_the_first_measure_alone() -> None:
    setup = made(repair="grid", first="B1")
    found = curves(setup)
    first, *others = (measure_figure(found, setup, measure) for measure in charts.TITLES)
    assert set(first.data["lines"]["model"]) == {*ARMS, OTHER_ORDER}
    for figure in others:
        assert set(figure.data["lines"]["model"]) == set(ARMS)


@pytest.mark.parametrize("first", ["A0", "B1"])
def test_the_order_that_was_chosen_is_told_first(first: str) -> None:
    setup = made(repair="grid", first=first, d=-1.7)
    found = curves(setup)
    for arm, group in ((REPAIRED, first[0]), (OTHER_ORDER, "AB".replace(first[0], ""))):
        value = words.percent(found.at("fidelity", "B", 0.5, arm))
        assert f"{value} with a row of group {group} first" in order_words(found, setup)


def test_a_story_tells_the_minority_s_numbers() -> None:
    setup = made(0.4, 5, repair="grid", first="A0")
    found = curves(setup)
    figure = story_figure(found, setup, "Where it is,", "when repaired")
    drawn = at(figure, "B", 0.4)
    assert figure.takeaway.startswith("Where it is, the minority is decided as the reference")
    for arm in ARMS:
        assert words.percent(drawn[arm]) in figure.takeaway
    assert set(figure.data["lines"]["model"]) == set(ARMS)
    assert gain_of(found, setup).mean == pytest.approx(drawn[REPAIRED] - drawn[NOTHING])


def test_the_widest_spread_of_repeats_is_told() -> None:
    setup = made(0.4, 5, repair="reweighing")
    found = curves(setup)
    apart = np.ptp(found.of_group("fidelity", "B")[:, :, 1], axis=0)
    said = spread_words(found, setup)
    assert f"{100 * apart.max():.1f} points of agreement between two of them" in said
    assert f"at {words.percent(found.levels[int(apart.argmax())], 0)} bias" in said
