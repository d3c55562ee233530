"""What the Stress test page asks for: done where the numbers say so, and nowhere else."""

import math

import pytest

from equipoise.app.stress.controls import SHARES
from equipoise.app.stress.live import curves
from equipoise.figures.stress.curves import Curves
from equipoise.figures.stress.paper import MODES, gains_of
from equipoise.figures.stress.theorem import turning_point
from equipoise.stress.bench import Setup
from equipoise.stress.choices import BIASES, MODELS, REPAIRED, REPAIRS, Choices
from equipoise.stress.gains import Gain
from equipoise.stress.study.artifact import load_paper
from equipoise.stress.theory import condition
from equipoise.tasks import stress
from equipoise.tasks.stress import beyond_words, gained_words, how_to_turn


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("r", [0.2, 0.5])
def test_only_where_the_theorem_speaks_the_constraint_is_said_to_fit(
    repair: str, bias: str, model: str, r: float
) -> None:
    for amount in BIASES[bias].levels:
        setup = Setup(Choices(repair=repair, bias=bias, model=model, r=r), amount, 5)
        text = gained_words(Gain(0.1, 0.01, 5, 5), setup)
        fits = (
            repair in ("grid", "grid-published", "post", "gradient")
            and bias == "positives-removed"
            and model != "published"
            and 0 < amount < 1
            and condition(r, 0.4, 1 - amount) > 0
        )
        assert ("fits the way these rows went missing" in text) == fits
        assert ("two sides are different models" in text) == (model == "published")


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
    assert ("still more than the half of a coin" in beyond_words(repaired)) is not lost


def found_in(repeats: int = 5, amount: float = 0.5, **choices: object) -> tuple[Curves, Setup]:
    setup = Setup(Choices(n=1000, **choices), amount, repeats)
    return curves(setup), setup


def test_each_has_a_name_of_its_own_for_ever() -> None:
    assert [task.id for task in stress.TASKS] == [
        "stress-test/same-model",
        "stress-test/no-intercept",
        "stress-test/beyond-the-condition",
        "stress-test/first-row",
        "stress-test/little-harm",
        "stress-test/five-points",
    ]
    assert {task.page for task in stress.TASKS} == {"Stress test"}


def test_five_points_of_one_draw_are_none() -> None:
    """A gain counts once there are draws enough to tell it from chance."""
    for repeats in (1, 5):
        found, setup = found_in(repeats, 1.0, repair="grid", model="published", first="A0")
        one = found.gain("fidelity", "B", 1.0, "do nothing", "repaired")
        done, said = stress.FIVE_POINTS.judge(found, setup)
        assert done is (repeats == 5)
        assert one.mean >= 0.05
        assert ("the two sides are different models" in said) is done
    assert found.gain("fidelity", "B", 1.0, "do nothing", "repaired").sign == 1


@pytest.mark.parametrize("model", ["shared", "none"])
def test_doing_nothing_recovers_where_its_worst_level_does(model: str) -> None:
    found, setup = found_in(model=model, first="A0", amount=0.9)
    worst = min(found.at("fidelity", "B", level, "do nothing") for level in found.levels)
    done, said = stress.NO_INTERCEPT.judge(found, setup)
    assert done is (worst > 0.9)
    assert ("At worst, doing nothing agrees in" in said) is not done


@pytest.mark.parametrize(("r", "amount"), [(0.2, 0.5), (0.5, 0.6), (0.5, 0.8), (0.5, 1.0)])
def test_the_condition_must_fail_with_positives_left(r: float, amount: float) -> None:
    found, setup = found_in(repair="post", model="shared", r=r, amount=amount)
    done, said = stress.BEYOND.judge(found, setup)
    assert done is (condition(r, 0.4, 1 - amount) <= 0 and amount < 1)
    wanted = (
        beyond_words(found.at("fidelity", "B", amount, REPAIRED))
        if done
        else how_to_turn(r, 0.4, amount)
    )
    assert said == wanted


@pytest.mark.parametrize("first", ["A0", "A1", "B0", "B1"])
def test_the_first_row_alone_sends_fidelity_down(first: str) -> None:
    found, setup = found_in(repair="grid-published", d=1.15, first=first, amount=0.4)
    done, said = stress.FIRST_ROW.judge(found, setup)
    repaired = found.at("fidelity", "B", 0.4, REPAIRED)
    assert done is (repaired < 0.2)
    assert done or f"{100 * repaired:.1f}" in said


@pytest.mark.parametrize("eta", [0.0, 0.4])
def test_little_harm_allows_for_chance(eta: float) -> None:
    found, setup = found_in(bias="noise", eta=eta, first="A0", amount=0.0)
    one = found.gain("fidelity", "B", 0.0, "do nothing", "repaired")
    done, said = stress.LITTLE_HARM.judge(found, setup)
    # Student's 97.5 % quantile of four degrees of freedom.
    assert done is (one.mean - 2.776 * one.error > -0.02)
    assert ("The repair changes fidelity by" in said) is not done


def test_the_same_model_leaves_what_the_study_says() -> None:
    study = load_paper()
    figure = "removed_positives"
    place = study.curve(figure).levels.index(0.9)
    for key, mode in ((figure, "published"), (figure, "same"), ("base_rates", "same")):
        done, said = stress.SAME_MODEL.judge(study, key, MODES[mode])
        assert done is (key == figure and mode == "same")
        _, gains = next(gains_of(study, figure, MODES["same"], "fidelity", "B"))
        left = (
            "what is left of it is the constraint's own"
            if gains[place].sign > 0
            else ("not from the constraint")
        )
        assert (left in said) is done


def test_where_no_value_is_nothing_is_done() -> None:
    found, setup = found_in(repair="post", amount=1.0)
    assert math.isnan(found.at("fidelity", "B", 1.0, REPAIRED))
    assert not stress.FIVE_POINTS.judge(found, setup).done
    assert not stress.FIRST_ROW.judge(found, setup).done
