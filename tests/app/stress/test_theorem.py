"""The condition card: it speaks where the theorem does, and nowhere else."""

import itertools
import math

import pytest

from equipoise.app.stress import theorem
from equipoise.app.stress.asking import MEANS, NOISES, SHARES, Asked
from equipoise.app.stress.choices import BIASES, REPAIRS, WORLDS, Choices
from equipoise.app.stress.stories import beyond, how_to_turn
from equipoise.app.stress.theorem import condition_card, condition_words, turning_point, why_silent
from equipoise.stress import adult, condition

SILENT = "The theorem does not speak of this"
EQUALIZED = {"grid", "grid-published", "post", "gradient"}


def asked(amount: float = 0.5, **choices: object) -> Asked:
    made = Choices(**choices)
    world = None if made.world == "sandbox" else adult("sex")
    return Asked(made, amount, 1, world, "B")


@pytest.fixture
def card(monkeypatch):
    written: list[str] = []
    monkeypatch.setattr(theorem.st, "markdown", written.append)

    def drawn(one: Asked, repaired: float = 0.9, why: str = "") -> str:
        condition_card(one, repaired, why)
        return written[-1]

    return drawn


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
    card, repair: str, bias: str, world: str, d: float
) -> None:
    one = asked(repair=repair, bias=bias, world=world, d=d)
    speaks = repair in EQUALIZED and bias == "positives-removed" and world == "sandbox" and d == 0
    said = card(one)
    assert (SILENT in said) is not speaks
    assert ("promised" in said or "would be the true one" in said) is speaks
    assert bool(why_silent(one)) is not speaks


@pytest.mark.parametrize("repair", sorted(set(REPAIRS) - EQUALIZED))
def test_of_other_repairs_it_says_that_they_ask_for_something_else(card, repair: str) -> None:
    assert "This repair asks for something else" in card(asked(repair=repair))


def test_where_no_value_exists_it_says_so(card) -> None:
    said = card(asked(0.9, repair="post"), math.nan, "No row of group B with label 1 is left.")
    assert "the repair has no value" in said
    assert said.endswith("No row of group B with label 1 is left.")
    assert "no value" not in card(asked(0.9, repair="post"))


def test_with_no_positive_row_left_the_theorem_says_nothing(card) -> None:
    assert SILENT in card(asked(1.0, repair="post"))
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


@pytest.mark.parametrize("r", SHARES)
def test_what_is_missing_for_it_to_fail_fits_what_is_set(r: str) -> None:
    """ "Make the minority larger" is said of a minority that can grow and must, alone."""
    share, eta = float(r), 0.4
    for amount in BIASES["positives-removed"].levels:
        fails = condition(share, eta, 1 - amount) <= 0
        said = how_to_turn(share, eta, amount)
        if fails and amount < 1:
            continue  # The task is done then.
        turning = turning_point(share, eta)
        assert ("larger" in said) == (turning is None)
        assert ("remove fewer" in said) == (turning is not None and amount == 1)
        if "remove more" in said:
            assert amount <= turning
            assert condition(share, eta, (1 - turning) / 2) < 0
        if share == 0.5:
            assert "larger" not in said


@pytest.mark.parametrize(("repaired", "lost"), [(0.5, True), (0.59, True), (0.61, False)])
def test_beyond_the_condition_only_what_is_seen_is_said(repaired: float, lost: bool) -> None:
    assert ("still more than the half of a coin" in beyond(repaired)) is not lost


def test_every_world_and_mean_on_offer_is_judged() -> None:
    for world, d in itertools.product(("sandbox", "adult-sex"), MEANS):
        assert world in WORLDS
        speaks = world == "sandbox" and float(d) == 0
        assert bool(why_silent(asked(world=world, d=float(d)))) is not speaks
