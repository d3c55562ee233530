"""The study's definitions: levels, biases, worlds and models."""

import re

import numpy as np
import pytest

from equipoise.stress import Synthetic, UnderRepresentation, draw, inject
from equipoise.stress.data import halves
from equipoise.stress.study import CURVES, QUOTED
from equipoise.stress.study.curves import ARMS, N, majority_first
from equipoise.stress.theory import base_rate, condition

BY_KEY = {curve.key: curve for curve in CURVES}
TENTHS = [k / 10 for k in range(11)]


def test_there_are_ten_curves_and_seven_models() -> None:
    assert len(BY_KEY) == len(CURVES) == 10
    assert [arm.name for arm in ARMS] == [
        "do nothing",
        "no intercept",
        "grid 10",
        "grid 13",
        "post-processing",
        "grid 13, A first",
        "grid 13, B first",
    ]
    by_name = {arm.name: arm.repair for arm in ARMS}
    assert by_name["grid 13"].first_row is by_name["grid 10"].first_row is None
    for group in ("A", "B"):
        assert by_name[f"grid 13, {group} first"].first_row == (group, None)


@pytest.mark.parametrize(
    ("key", "levels"),
    [
        ("removed_positives", TENTHS),
        ("removed_minority", [*TENTHS[:-1], 0.99]),
        ("missing_minority", TENTHS),
        ("noise_minority", [k * 0.05 for k in range(10)]),
        ("base_rates", [-4, -1.7, -1.1, -0.7, -0.3, 0, 0.35, 0.7, 1.15, 1.75, 4]),
    ],
)
def test_levels_are_those_of_the_paper(key: str, levels: list[float]) -> None:
    assert np.allclose(BY_KEY[key].levels, levels)


def test_every_curve_has_a_design_of_the_published_size() -> None:
    for curve in CURVES:
        design = curve.design()
        assert (design.n, design.reference, design.levels) == (N, "learned", curve.levels)
        world = design.world_at(design.levels[0])
        assert (world.r, world.eta) == (0.2, 0.4)


def test_base_rates_vary_while_beta_is_six_tenths() -> None:
    design = BY_KEY["base_rates"].design()
    assert [design.world_at(level).d for level in design.levels] == list(design.levels)
    assert {design.amount_at(level) for level in design.levels} == {0.4}
    assert round(base_rate(1.15, design.world_at(1.15).majority), 1) == 0.8


def test_other_base_rates_differ_by_a_fifth() -> None:
    for key, curve in BY_KEY.items():
        world = curve.design().world_at(0.0)
        expected = 0.7 if key.endswith("other_rates") else 0.5
        assert base_rate(world.d, world.majority) == pytest.approx(expected, abs=0.005)


def test_the_theorem_promises_recovery_at_every_level() -> None:
    assert all(condition(0.2, 0.4, 1 - level) > 0 for level in TENTHS)


def test_noise_curves_put_a_majority_row_first_and_change_no_other() -> None:
    train, _ = halves(draw(2000, Synthetic(), seed=4))
    train = train.take(np.argsort(-train.group, kind="stable"))
    moved = majority_first(train, 0.0, np.random.default_rng(0))
    assert train.group[0] == 1
    assert moved.group[0] == 0
    assert sorted(moved.row) == sorted(train.row)
    for key in ("noise_minority", "noise_positives", "noise_positives_other_rates"):
        assert inject(train, BY_KEY[key].bias, 0.1, seed=0).group[0] == 0


def test_order_alone_cannot_be_moved_without_a_majority() -> None:
    data = draw(200, Synthetic(), seed=0)
    minority = data.take(data.group == 1)
    assert majority_first(minority, 0.0, np.random.default_rng(0)) is minority


def test_the_removed_share_is_the_level() -> None:
    train, _ = halves(draw(20_000, Synthetic(), seed=0))
    left = inject(train, UnderRepresentation(label=1), 0.3, seed=0)
    assert left.counts[1, 1] == round(0.7 * train.counts[1, 1])


def test_quoted_figures_lie_on_levels_of_their_curves() -> None:
    for quoted in QUOTED:
        assert quoted.level in BY_KEY[quoted.curve].levels
        assert set(quoted.measured) <= {arm.name for arm in ARMS}


def test_quoted_figures_that_differ_say_why() -> None:
    exact = [q for q in QUOTED if q.published.replace(".", "").isdigit()]
    assert exact
    for quoted in exact:
        differs = abs(float(quoted.published) - quoted.measured["grid 10"]) > 2 * quoted.error
        assert bool(quoted.why) >= differs


def test_no_explanation_holds_a_figure_of_its_own() -> None:
    """What is published and what is found stands in files; a sentence reads it from there."""
    for quoted in QUOTED:
        assert not re.search(r"\d\.\d|\.\d", quoted.why), quoted.why
