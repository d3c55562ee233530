"""Grid search and the order of rows: which group comes first decides, full grid or not."""

import numpy as np
import pytest

from equipoise.stress import (
    Arm,
    Design,
    GridSearch,
    Logistic,
    Synthetic,
    UnderRepresentation,
    draw,
    fit,
    inject,
    measure,
)
from equipoise.stress.constraints import multipliers
from equipoise.stress.data import halves
from equipoise.stress.design import cautions
from equipoise.stress.study import load_paper

DRAWS = range(3)


def minority_fidelity(
    seed: int, first: str, size: int, *, n: int = 60_000, engine: str = "direct"
) -> float:
    """The trial: base rates 0.1 and 0.5 (d = -1.7), two fifths of the positives removed."""
    train, test = halves(draw(n, Synthetic(d=-1.7), seed))
    biased = inject(train, UnderRepresentation(label=1), 0.4, seed)
    search = GridSearch(size=size, first_row=(first, None))
    repaired = fit(biased, model=Logistic("none"), repair=search, engine=engine)
    found = measure(repaired, test, reference=fit(train))
    return float(found.set_index(["measure", "group"])["value"]["fidelity", "B"])


@pytest.mark.parametrize("size", [13, 41])
def test_the_group_that_comes_first_decides_also_with_a_full_grid(size: int) -> None:
    first = {group: [minority_fidelity(seed, group, size) for seed in DRAWS] for group in "AB"}
    assert max(first["B"]) < 0.15
    assert min(first["A"]) > 0.35
    assert min(np.subtract(first["A"], first["B"])) > 0.3


def test_more_points_do_not_mend_it() -> None:
    for group in "AB":
        few, many = (minority_fidelity(0, group, size) for size in (13, 41))
        assert many == pytest.approx(few, abs=0.1)


@pytest.mark.parametrize("first", ["A", "B"])
def test_fairlearn_itself_depends_on_it_alike(first: str) -> None:
    ours, theirs = (
        minority_fidelity(1, first, 13, n=8_000, engine=engine)
        for engine in ("direct", "fairlearn")
    )
    assert ours == pytest.approx(theirs, abs=0.002)


def test_only_the_group_that_comes_first_has_multipliers() -> None:
    data = draw(1_000, Synthetic(), 0)
    for place, group in enumerate("AB"):
        grid = multipliers(data, "equalized_odds", size=13, limit=2, first_row=(group, None))
        assert (grid[:, :, place] != 0).any()
        assert (grid[:, :, 1 - place] == 0).all()


@pytest.mark.parametrize("group", ["A", "B"])
def test_of_a_full_grid_the_first_label_changes_nothing(group: str) -> None:
    data = draw(1_000, Synthetic(), 0)
    grids = [
        multipliers(data, "equalized_odds", size=13, limit=2, first_row=(group, label))
        for label in (0, 1)
    ]
    points = [sorted(map(tuple, grid.reshape(13, -1).tolist())) for grid in grids]
    assert points[0] == points[1]


def test_the_recorded_study_holds_both_orders() -> None:
    study = load_paper()
    level = study.curve("base_rates").levels.index(-1.7)
    a, b = (
        study.values("base_rates")[level, study.names.index(f"grid 13, {group} first")]
        for group in "AB"
    )
    assert a.mean() - b.mean() > 0.3
    drawn = study.values("base_rates")[level, study.names.index("grid 13")]
    # Rows as drawn are now the one, now the other: nothing between.
    assert all(value in (first, second) for value, first, second in zip(drawn, a, b, strict=True))


def test_a_design_whose_rows_come_as_they_are_is_warned_about() -> None:
    bias = UnderRepresentation(label=1)
    nothing, searched = Arm("do nothing"), Arm("searched", repair=GridSearch())
    (note,) = cautions(Design(Synthetic(), bias, (0.0,), (nothing, searched)))
    assert "Grid search (searched) weighs by the group whose row comes first" in note
    fixed = Arm("searched", repair=GridSearch(first_row=("A", None)))
    assert cautions(Design(Synthetic(), bias, (0.0,), (nothing, fixed))) == ()
