"""Measures against tables done by hand, and against their plain formulas."""

from dataclasses import replace

import numpy as np
import pytest

from equipoise.stress import (
    Data,
    Logistic,
    PostProcessing,
    Reweighing,
    Synthetic,
    UnderRepresentation,
    draw,
    fit,
    inject,
    measure,
)
from equipoise.stress.errors import Uncomputable
from equipoise.stress.measures import MEASURES, Rows, accuracy, disparity, fidelity
from equipoise.stress.models import Constant
from tests.stress.rows import rows_of

BY_HAND = {("A", 1): 4, ("A", 0): 4, ("B", 1): 2, ("B", 0): 2}
DECIDED = [1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1]
REFERENCE = [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0]


@pytest.fixture(scope="module")
def by_hand() -> Rows:
    return Rows(rows_of(BY_HAND), np.array(DECIDED, float), np.array(REFERENCE, float))


@pytest.fixture(scope="module")
def data() -> Data:
    return draw(2000, Synthetic(d=0.5), 0)


@pytest.mark.parametrize(
    ("function", "group", "expected"),
    [
        (accuracy, None, 7 / 12),
        (accuracy, "A", 6 / 8),
        (accuracy, "B", 1 / 4),
        # E[f|Y=1] = 4/6 and E[f|Y=0] = 3/6; A: 3/4 and 1/4; B: 1/2 and 2/2.
        (disparity, "A", 1 / 4),
        (disparity, "B", 1 / 2),
        (disparity, None, 1 / 2),
        (fidelity, None, 8 / 12),
        (fidelity, "A", 6 / 8),
        (fidelity, "B", 2 / 4),
    ],
)
def test_by_hand(by_hand: Rows, function, group: str | None, expected: float) -> None:
    assert function(by_hand, group) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("seed", range(5))
def test_the_plain_formulas(data: Data, seed: int) -> None:
    rng = np.random.default_rng(seed)
    f, h = rng.random(data.n), rng.integers(0, 2, data.n).astype(float)
    rows = Rows(data, f, h)
    y, g = data.y, data.group
    gaps = [
        [abs(f[(g == a) & (y == b)].mean() - f[y == b].mean()) for b in (0, 1)] for a in (0, 1)
    ]
    assert disparity(rows, None) == pytest.approx(np.max(gaps), abs=1e-12)
    for a, group in enumerate(data.groups):
        assert disparity(rows, group) == pytest.approx(max(gaps[a]), abs=1e-12)
        agreement = (f * h + (1 - f) * (1 - h))[g == a].mean()
        assert fidelity(rows, group) == pytest.approx(agreement, abs=1e-12)
        right = (f * y + (1 - f) * (1 - y))[g == a].mean()
        assert accuracy(rows, group) == pytest.approx(right, abs=1e-12)


def test_the_truth_is_faithful_to_itself(data: Data) -> None:
    clean = replace(data, y=data.truth)
    table = measure(Constant(1), clean, reference="true").set_index(["measure", "group"])
    assert table.loc[("fidelity", ""), "value"] == data.truth.mean()
    learned = fit(data)
    table = measure(learned, data, reference=learned).set_index(["measure", "group"])
    assert (table.loc["fidelity", "value"] == 1).all()


def test_the_order_of_the_table(data: Data) -> None:
    table = measure(fit(data), data)
    assert table["measure"].tolist() == [name for name in MEASURES for _ in range(3)]
    assert table["group"].tolist() == ["", "A", "B"] * 3
    assert (table["reason"] == "").all()


def test_what_has_no_rows_has_a_reason_and_no_value(data: Data) -> None:
    emptied = inject(data, UnderRepresentation(label=1), 1.0, 0)
    table = measure(fit(emptied), emptied).set_index(["measure", "group"])
    for group in ("", "B"):
        assert np.isnan(table.loc[("disparity", group), "value"])
        reason = table.loc[("disparity", group), "reason"]
        assert reason == "There is no row of group B with label 1."
    assert table["value"].notna().sum() == 7
    alone = data.take(data.members("A"))
    table = measure(fit(alone), alone).set_index(["measure", "group"])
    assert table.loc[("accuracy", "B"), "reason"] == "There is no row of group B."


def test_expected_decisions_of_thresholds_even_out_the_rates(data: Data) -> None:
    found = fit(data, repair=PostProcessing())
    assert disparity(Rows(data, found.decide(data), data.y.astype(float)), None) < 1e-12


def test_a_function_is_a_measure(data: Data) -> None:
    def selection_rate(rows: Rows, group: str | None) -> float:
        if group == "B":
            raise Uncomputable("Nobody knows.")
        return float(rows.decision[rows.data.members(group)].mean())

    table = measure(Constant(1), data, measures={"selection": selection_rate})
    assert table["value"].tolist()[:2] == [1, 1]
    assert table["reason"].tolist() == ["", "", "Nobody knows."]


def test_reweighing_makes_group_and_label_independent(data: Data) -> None:
    seen = {}

    class Model:
        def fit(self, data, labels=None, weights=None):
            seen["weights"] = np.array(weights).reshape(-1, 2)
            return Logistic().fit(data, labels, weights)

    fit(data, model=Model(), repair=Reweighing())
    weighted = seen["weights"] * data.counts
    assert weighted.sum() == pytest.approx(data.n)
    rates = weighted[:, 1] / weighted.sum(axis=1)
    assert rates[0] == pytest.approx(rates[1])


def test_a_function_is_a_repair(data: Data) -> None:
    for engine in ("direct", "fairlearn"):
        found = fit(data, repair=lambda data, model: Constant(0), engine=engine)
        assert not found.decide(data).any()
