"""Injected amounts are exact, seeded and nested, and leave everybody else alone."""

import json
from pathlib import Path

import numpy as np
import pytest

from equipoise.stress import (
    BaseRateShift,
    Combined,
    Data,
    LabelNoise,
    Missingness,
    Synthetic,
    UnderRepresentation,
    draw,
    inject,
)
from equipoise.stress.data import changes
from equipoise.stress.errors import ParameterError, Uncomputable
from tests.stress.rows import rows_of

AMOUNTS = (0.0, 0.1, 0.37, 0.5, 0.9, 1.0)


@pytest.fixture(scope="module")
def data() -> Data:
    return draw(3000, Synthetic(), 11)


def test_seed_zero_is_a_seed_and_the_flips_are_exact() -> None:
    cases = json.loads((Path(__file__).parents[1] / "cases" / "cases.json").read_text())
    case = next(case for case in cases if case["id"] == "EQB-195")
    asked, expected = case["input"], case["expected"]
    cells = {
        (group, label): size["positives"] if label else size["n"] - size["positives"]
        for group, size in asked["groups"].items()
        for label in (1, 0)
    }
    before = rows_of(cells)
    bias = LabelNoise(label=1, group=asked["target"])
    one, same = (inject(before, bias, asked["rate"], seed=asked["seed"]) for _ in range(2))
    assert (one.y == same.y).all()
    assert changes(before, one).flipped.sum() == expected["flips"]
    base_rates = {g: one.y[one.members(g)].mean() for g in one.groups}
    assert base_rates == pytest.approx(expected["base_rate_after"])
    assert not changes(before, one).flipped[before.members("A")].any()


@pytest.mark.parametrize("amount", AMOUNTS)
def test_as_many_positive_minority_rows_go_as_asked(data: Data, amount: float) -> None:
    after = inject(data, UnderRepresentation(label=1), amount, seed=3)
    gone = data.counts - after.counts
    assert gone.tolist() == [[0, 0], [0, round(amount * data.counts[1, 1])]]


@pytest.mark.parametrize("amount", AMOUNTS[:-1])
def test_as_many_minority_rows_go_as_asked(data: Data, amount: float) -> None:
    after = inject(data, UnderRepresentation(), amount, seed=3)
    assert data.n - after.n == round(amount * data.counts[1].sum())
    assert after.counts[0].tolist() == data.counts[0].tolist()


@pytest.mark.parametrize("amount", AMOUNTS)
@pytest.mark.parametrize("label", [None, 0, 1])
def test_label_noise_replaces_the_worlds(data: Data, amount: float, label: int | None) -> None:
    after = inject(data, LabelNoise(label=label), amount, seed=3)
    target = data.group == 1
    if label is not None:
        target &= data.truth == label
    assert (after.y != after.truth)[target].sum() == round(amount * target.sum())
    assert (after.y == data.y)[~target].all()


@pytest.mark.parametrize("amount", AMOUNTS)
@pytest.mark.parametrize("label", [None, 1])
@pytest.mark.parametrize("feature", [0, 2])
def test_features_go_missing(data: Data, amount: float, label: int | None, feature: int) -> None:
    after = inject(data, Missingness(label=label, feature=feature), amount, seed=3)
    target = data.members("B", label)
    hidden = after.features[:, feature] == 0
    assert hidden.sum() == round(amount * target.sum())
    assert not hidden[~target].any()
    others = [column for column in range(3) if column != feature]
    assert (after.features[:, others] == data.features[:, others]).all()


@pytest.mark.parametrize("amount", [-0.3, -0.05, 0.0, 0.05, 0.2, 0.4])
def test_the_base_rate_moves_as_asked(data: Data, amount: float) -> None:
    after = inject(data, BaseRateShift(), amount, seed=3)
    before_rate = data.counts[1, 1] / data.counts[1].sum()
    rate = after.counts[1, 1] / after.counts[1].sum()
    assert rate == pytest.approx(before_rate + amount, abs=1 / after.counts[1].sum())
    assert after.counts[0].tolist() == data.counts[0].tolist()
    kept = int(amount > 0)
    assert after.counts[1, kept] == data.counts[1, kept]


def test_the_base_rate_cannot_leave_its_range(data: Data) -> None:
    with pytest.raises(Uncomputable, match=r"Group B has a base rate of 0.497"):
        inject(data, BaseRateShift(), 0.6, seed=0)


@pytest.mark.parametrize(
    "bias", [UnderRepresentation(), UnderRepresentation(label=1), BaseRateShift()]
)
def test_removed_rows_are_nested_as_the_amount_grows(data: Data, bias) -> None:
    kept = [set(inject(data, bias, amount, seed=5).row) for amount in (0.1, 0.2, 0.4)]
    assert kept[0] > kept[1] > kept[2]


def test_another_seed_removes_others(data: Data) -> None:
    one, other = (inject(data, UnderRepresentation(), 0.5, seed).row for seed in (0, 1))
    assert set(one) != set(other)


def test_rows_stay_in_order(data: Data) -> None:
    assert (np.diff(inject(data, UnderRepresentation(), 0.5, 0).row) > 0).all()


def test_another_group_than_the_minority(data: Data) -> None:
    after = inject(data, UnderRepresentation(group="A"), 0.5, seed=0)
    assert after.counts[1].tolist() == data.counts[1].tolist()
    with pytest.raises(ValueError, match="Unknown group 'C'"):
        inject(data, UnderRepresentation(group="C"), 0.5, seed=0)


def test_biases_combine(data: Data) -> None:
    bias = Combined(((UnderRepresentation(label=1), 0.4), (Missingness(), None)))
    after = inject(data, bias, 0.5, seed=0)
    minority = after.members("B")
    assert data.counts[1, 1] - after.counts[1, 1] == round(0.4 * data.counts[1, 1])
    assert (after.features[minority, 0] == 0).sum() == round(0.5 * minority.sum())
    assert "(0.4) and missing x1" in bias.title


def test_a_seed_sequence_may_be_used_twice(data: Data) -> None:
    bias = Combined(((UnderRepresentation(), None), (Missingness(), None)))
    seed = np.random.SeedSequence(5)
    one, same = (inject(data, bias, 0.5, seed) for _ in range(2))
    assert (one.features == same.features).all()


def test_a_function_is_a_bias(data: Data) -> None:
    def halved(data: Data, amount: float, rng: np.random.Generator) -> Data:
        return data.take(rng.random(data.n) < amount)

    assert inject(data, halved, 0.5, 0).n < data.n


def test_removing_everybody_says_whom(data: Data) -> None:
    with pytest.raises(Uncomputable, match="No row of group B is left"):
        inject(data, UnderRepresentation(), 1.0, seed=0)


@pytest.mark.parametrize("amount", [-0.1, 1.1, float("nan"), None, "0.5"])
@pytest.mark.parametrize("bias", [UnderRepresentation(label=1), LabelNoise(), Missingness()])
def test_an_impossible_amount_names_bias_and_range(data: Data, bias, amount: float) -> None:
    with pytest.raises(ParameterError, match=r"amount of .* rows must lie in \[0, 1\]"):
        inject(data, bias, amount, seed=0)


def test_impossible_biases(data: Data) -> None:
    with pytest.raises(ParameterError, match="label must be 0, 1 or None"):
        LabelNoise(label=2)
    with pytest.raises(ParameterError, match="feature"):
        inject(data, Missingness(feature=3), 0.5, seed=0)
    with pytest.raises(ParameterError, match="feature"):
        Missingness(feature=None)
    with pytest.raises(ParameterError, match="amount of under-representation"):
        Combined(((UnderRepresentation(), 2.0),))


def test_changes_count_every_cell(data: Data) -> None:
    bias = Combined(((UnderRepresentation(label=0), None), (LabelNoise(label=1), None)))
    after = inject(data, bias, 0.5, seed=0)
    found = changes(data, after)
    assert found.removed.sum() == data.n - after.n
    assert found.table["before"].sum() == data.n
    assert found.table["after"].sum() == after.n
    assert found.table["flipped"].sum() == found.flipped.sum() > 0
    with pytest.raises(ValueError, match="do not occur"):
        changes(after, data)
