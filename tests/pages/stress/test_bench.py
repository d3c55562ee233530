"""The bench of the Stress test page: it says what was computed for what is set."""

import re

import pytest

from equipoise import words
from equipoise.app.stress.live import curves
from equipoise.stress import GridSearch
from equipoise.stress.bench import Setup
from equipoise.stress.choices import (
    BIASES,
    MODELS,
    NOTHING,
    OTHER_ORDER,
    REPAIRED,
    REPAIRS,
    Choices,
)
from tests.pages.pages import charts, said
from tests.pages.stress.opening import DRAWS, SMALL, checked, opened


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("end", [0, 5, -1])
def test_every_bias_at_its_ends(bias: str, end: int) -> None:
    amount = f"{BIASES[bias].levels[end]:.2f}"
    at = opened(**SMALL, **{"s.bias": bias, f"s.amount.{bias}": amount, "s.repair": "post"})
    assert charts(at) >= (3 if at.info else 6)


@pytest.mark.parametrize("repair", [name for name, repair in REPAIRS.items() if repair.live])
@pytest.mark.parametrize("model", [name for name, model in MODELS.items() if model.live])
def test_every_live_repair_and_model(repair: str, model: str) -> None:
    at = opened(**SMALL, **{"s.repair": repair, "s.model": model})
    assert charts(at) == 6
    assert "decided as the reference decides in" in said(at)
    assert ("with a row of group A first" in said(at)) == repair.startswith("grid")


@pytest.mark.parametrize(
    "params", [{"s.repair": "gradient"}, {"s.repair": "gradient-parity"}, {"s.model": "tree"}]
)
def test_what_is_slow_is_planned(params: dict[str, str]) -> None:
    at = opened(**params)
    assert "too slow to follow a slider" in at.info[0].value
    assert charts(at) == 0
    assert at.button(key="s larger plan it")


@pytest.mark.parametrize("world", ["adult-sex", "adult-race"])
def test_adult_is_a_world(world: str) -> None:
    at = opened(**SMALL, **{"s.world": world, "s.repair": "post"})
    assert charts(at) == 6
    assert "The theorem does not speak of this" in said(at)
    assert "nor the table's labels, with which it agrees in" in said(at)


def test_an_emptied_cell_leaves_a_marked_hole() -> None:
    at = opened(**SMALL, **{"s.repair": "post", "s.amount.positives-removed": "1.00"})
    assert f"No value for “repaired” at 100{words.NARROW}%: " in said(at)
    assert "Nothing was learned" in at.info[0].value


def test_few_rows_are_called_mostly_chance() -> None:
    at = opened(**{"s.rows": "500", "s.repair": "post"})
    assert "extreme levels are mostly chance" in at.warning[0].value


@pytest.mark.parametrize("repair", ["grid", "grid-published", "grid-parity"])
@pytest.mark.parametrize("first", ["A0", "B1"])
def test_both_orders_of_rows_are_drawn_and_told(repair: str, first: str) -> None:
    at = opened(**SMALL, **{"s.repair": repair, "s.d": "-1.70", "s.first": first})
    choices = Choices(n=1000, repair=repair, d=-1.7, first=first)
    found = curves(Setup(choices))
    for arm, group in ((REPAIRED, first[0]), (OTHER_ORDER, "AB".replace(first[0], ""))):
        value = words.percent(found.at("fidelity", "B", 0.5, arm))
        assert f"{value} with a row of group {group} first" in said(at)


def test_a_distance_of_rates_is_told_in_points() -> None:
    at = opened(**SMALL, **{"s.repair": "post"})
    found = curves(Setup(Choices(n=1000, repair="post")))
    nothing, repaired = (
        words.number(100 * found.at("disparity", "B", 0.5, arm), 1) for arm in (NOTHING, REPAIRED)
    )
    assert f"lies up to {repaired} points from everybody's when repaired, {nothing} p" in said(at)


def test_rows_may_come_as_they_are() -> None:
    at = opened(**SMALL, **{"s.first": "any"})
    assert "comes first decides" not in said(at)
    assert Choices(repair="grid").arms()[-1].repair == GridSearch()


def test_the_true_classifier_may_be_the_reference() -> None:
    at = opened(**SMALL, **{"s.reference": "true", "s.repair": "post"})
    assert "decided as the true classifier decides in" in said(at)
    assert "a *reference* decides" not in said(at)


@pytest.mark.parametrize("r", ["0.05", "0.50"])
@pytest.mark.parametrize("eta", ["0.00", "0.45"])
@pytest.mark.parametrize("d", ["-4.00", "4.00"])
def test_extreme_worlds(r: str, eta: str, d: str) -> None:
    at = opened(**SMALL, **{"s.r": r, "s.eta": eta, "s.d": d, "s.repair": "post"})
    assert ("noisy labels" in said(at)) == (eta != "0.00")
    assert ("of the test rows' labels are wrong" in said(at)) == (eta != "0.00")


def test_the_readout_turns() -> None:
    params = {"s.r": "0.50", "s.repair": "post", "s.model": "shared"}
    at = opened(**SMALL, **params, **{"s.amount.positives-removed": "0.60"})
    assert "The theorem's condition: it holds." in said(at)
    at.select_slider(key="s.amount.positives-removed").set_value("0.70")
    checked(at.run())
    assert "Nothing is promised." in said(at)
    assert "It turns where 66.7" in said(at)
    assert at.query_params["s.amount.positives-removed"] == "0.70"


def test_the_card_knows_the_repair() -> None:
    at = opened(**SMALL, **{"s.repair": "reweighing"})
    assert "This repair asks for something else" in said(at)
    assert "it holds" not in said(at)


@pytest.mark.parametrize("d", ["-1.70", "0.00", "4.00"])
def test_the_side_that_is_told_is_the_side_that_is_selected(d: str) -> None:
    at = opened(**SMALL, **{"s.d": d, "s.first": "B0"})
    turned = re.findall(
        r"Turned by (\d+)°[^.]*\. It selects what lies (to the \w+|above)", said(at)
    )
    assert len(turned) == 2
    assert ("to the left of its" in said(at)) == (d != "0.00")
    for angle, side in turned:
        if int(angle) != 90:
            assert side == ("to the right" if int(angle) < 90 else "to the left")


@pytest.mark.parametrize(
    "params",
    [
        {"s.world": "../../etc/passwd"},
        {"s.r": "0.9"},
        {"s.amount.positives-removed": "2"},
        {"s.repair": "<script>alert(1)</script>"},
        {"s.seed": "-1"},
        {"s.rows": "1e9"},
    ],
)
def test_a_wrong_value_falls_back_with_a_word(params: dict[str, str]) -> None:
    at = opened(**params)
    assert len(at.info) == 1
    assert "is used instead" in at.info[0].value
    assert not set(params) & set(at.query_params)


def test_the_task_is_recognised_in_several_draws_alone() -> None:
    params = {"s.model": "published", "s.amount.positives-removed": "1.00"}
    one = opened(**params)
    assert "Not yet. In this one draw the repair is" in said(one)
    several = opened(**params, **DRAWS)
    assert "Done." in said(several)
    assert "the two sides are different models" in said(several)


def test_with_an_intercept_per_group_the_constraint_does_it() -> None:
    at = opened(
        **{"s.model": "per-group", "s.repair": "post", "s.amount.positives-removed": "0.60"},
        **DRAWS,
    )
    assert "Done." in said(at)
    assert "equalized odds fits the way these rows went missing" in said(at)


@pytest.mark.parametrize("seed", ["0", "1"])
def test_accuracy_is_not_bounded_by_the_true_classifier(seed: str) -> None:
    """On some draws a model agrees with more labels than the truth is expected to."""
    at = opened(**{"s.seed": seed})
    eta = 0.4
    right, wrong = (words.percent(share, 0) for share in (1 - eta, eta))
    assert f"About {wrong} of the test rows' labels are wrong" in said(at)
    assert f"itself agrees with only about {right} of them" in said(at)
    assert "no more than the rest" not in said(at)
