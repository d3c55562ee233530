"""The condition card: it speaks where the theorem does, and nowhere else."""

import itertools
import math

import pytest

from equipoise.app.stress.controls import MEANS, NOISES, SHARES
from equipoise.figures.stress.theorem import (
    condition_words,
    theorem_words,
    turning_point,
    why_silent,
)
from equipoise.stress import adult
from equipoise.stress.bench import MADE_UP, Setup
from equipoise.stress.choices import BIASES, REPAIRS, WORLDS, Choices
from equipoise.stress.theory import condition

SILENT = "The theorem does not speak of this"
EQUALIZED = {"grid", "grid-published", "post", "gradient"}


def setup(amount: float = 0.5, **choices: object) -> Setup:
    made = Choices(**choices)
    world = MADE_UP if made.world == "sandbox" else adult("sex")
    return Setup(made, amount, world=world)


def card(one: Setup, repaired: float = 0.9, why: str = "") -> str:
    return theorem_words(one, repaired, why)


def test_the_page_s_equalized_repairs_are_those_with_that_constraint() -> None:
    """Of the repairs on offer only these ask for what the theorem is about."""
    found = {
        name
        for name, repair in REPAIRS.items()
        if getattr(repair.make(), "constraint", "") == "equalized_odds"
    }
    assert found == EQUALIZED


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("world", ["sandbox", "adult-sex"])
@pytest.mark.parametrize("d", [0.0, 0.7])
def test_it_speaks_of_one_constraint_bias_and_world_alone(
    repair: str, bias: str, world: str, d: float
) -> None:
    one = setup(repair=repair, bias=bias, world=world, d=d)
    speaks = repair in EQUALIZED and bias == "positives-removed" and world == "sandbox" and d == 0
    said = card(one)
    assert (SILENT in said) is not speaks
    assert ("promised" in said or "would be the true one" in said) is speaks
    assert bool(why_silent(one)) is not speaks


@pytest.mark.parametrize("repair", sorted(set(REPAIRS) - EQUALIZED))
def test_of_other_repairs_it_says_that_they_ask_for_something_else(repair: str) -> None:
    assert "This repair asks for something else" in card(setup(repair=repair))


def test_where_no_value_exists_it_says_so() -> None:
    said = card(setup(0.9, repair="post"), math.nan, "No row of group B with label 1 is left.")
    assert "the repair has no value" in said
    assert said.endswith("No row of group B with label 1 is left.")
    assert "no value" not in card(setup(0.9, repair="post"))


def test_with_no_positive_row_left_the_theorem_says_nothing() -> None:
    assert SILENT in card(setup(1.0, repair="post"))
    assert SILENT in condition_words(0.2, 0.4, 0.0)


@pytest.mark.parametrize("r", SHARES)
@pytest.mark.parametrize("eta", NOISES)
def test_the_words_follow_the_condition(r: str, eta: str) -> None:
    turning = turning_point(float(r), float(eta))
    for beta in (0.1, 0.3, 0.5, 1.0):
        value = condition(float(r), float(eta), beta)
        said = condition_words(float(r), float(eta), beta)
        assert ("it holds.**" in said) == (value > 0)
        assert ("Nothing is promised" in said) == (value <= 0)
        if turning is None:
            assert "it holds however many are removed, short of all." in said
            assert value > 0
        else:
            assert (1 - beta < turning) == (value > 1e-12) or value == pytest.approx(0)


def test_every_world_and_mean_on_offer_is_judged() -> None:
    for world, d in itertools.product(("sandbox", "adult-sex"), MEANS):
        assert world in WORLDS
        speaks = world == "sandbox" and float(d) == 0
        assert bool(why_silent(setup(world=world, d=float(d)))) is not speaks


def test_the_condition_in_words() -> None:
    assert turning_point(0.2, 0.4) is None
    turn = turning_point(0.5, 0.4)
    assert turn is not None
    assert condition(0.5, 0.4, 1 - turn) == pytest.approx(0)
    assert "**−0.040**" in condition_words(0.5, 0.4, 0.2)
    assert "however many are removed, short of all" in condition_words(0.2, 0.1, 1.0)
