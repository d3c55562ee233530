"""The direct path and Fairlearn: the same grid point, the same thresholds, the same shifts."""

from dataclasses import astuple

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from equipoise.stress import (
    CorrelationRemover,
    Data,
    ExponentiatedGradient,
    GridSearch,
    LabelNoise,
    Logistic,
    Missingness,
    PostProcessing,
    Synthetic,
    UnderRepresentation,
    draw,
    fit,
    inject,
)
from equipoise.stress.constraints import CONSTRAINTS
from equipoise.stress.errors import ParameterError, Uncomputable
from equipoise.stress.regression import INTERCEPTS
from equipoise.stress.repairs import FULL_GRIDS
from tests.stress.rows import rows_of

BIASES = (
    UnderRepresentation(label=1),
    UnderRepresentation(),
    LabelNoise(),
    LabelNoise(label=1),
    Missingness(label=1),
)


def biased(seed: int) -> Data:
    """Return rows of a random world with a random bias."""
    rng = np.random.default_rng(seed)
    world = Synthetic(r=rng.uniform(0.1, 0.5), eta=rng.uniform(0.1, 0.49), d=rng.uniform(-1, 1))
    data = draw(int(rng.integers(300, 800)), world, seed)
    return inject(data, BIASES[seed % len(BIASES)], rng.uniform(0, 0.8), seed)


def both(data: Data, repair, **given):
    return (fit(data, repair=repair, engine=engine, **given) for engine in ("direct", "fairlearn"))


@pytest.mark.parametrize("seed", range(20))
def test_grid_search_chooses_the_same_point(seed: int) -> None:
    rng, data = np.random.default_rng([seed, 1]), biased(seed)
    search = GridSearch(
        constraint=CONSTRAINTS[seed % 4 == 3],
        size=int(rng.choice([10, *FULL_GRIDS[:2]])),
        limit=float(rng.choice([1.0, 2.0, 3.0])),
        weight=float(rng.choice([0.25, 0.5, 0.75])),
        first_row=(None, ("A", 0), ("B", 1), ("A", None))[seed % 4],
    )
    ours, theirs = both(data, search, model=Logistic(INTERCEPTS[seed % 3]))
    assert ours.best == theirs.best
    assert np.allclose(ours.multipliers, theirs.multipliers, rtol=0, atol=1e-14)
    assert np.allclose(ours.losses, theirs.losses, rtol=0, atol=2e-3)
    assert (ours.decide(data) != theirs.decide(data)).mean() < 2e-3


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@pytest.mark.parametrize("seed", range(24))
def test_thresholds_are_the_same(seed: int, constraint: str) -> None:
    data = biased(seed)
    ours, theirs = both(data, PostProcessing(constraint), model=Logistic(INTERCEPTS[seed % 3]))
    for group in data.groups:
        found, known = (np.array(astuple(p.rules[group])) for p in (ours, theirs))
        assert np.array_equal(np.isinf(found), np.isinf(known))
        finite = np.isfinite(found)
        assert np.abs(found[finite] - known[finite]).max() <= 1e-12
    assert np.allclose(ours.decide(data), theirs.decide(data), rtol=0, atol=1e-12)


def test_thresholds_on_a_trees_tied_scores() -> None:
    tree = DecisionTreeClassifier(max_depth=4, random_state=0)
    data = biased(0)
    ours, theirs = both(data, PostProcessing(), model=tree)
    assert np.allclose(ours.decide(data), theirs.decide(data), rtol=0, atol=1e-12)


def test_grid_search_over_trees() -> None:
    tree = DecisionTreeClassifier(max_depth=4, random_state=0)
    data = biased(1)
    ours, theirs = both(data, GridSearch(), model=tree)
    assert ours.best == theirs.best
    assert (ours.decide(data) == theirs.decide(data)).all()


def test_grid_search_of_three_groups() -> None:
    cells = {(group, label): 120 for group in "ABC" for label in (0, 1)}
    data = rows_of(cells, minority="C")
    data = data.take(np.random.default_rng(0).permutation(data.n))
    ours, theirs = both(data, GridSearch(size=20), model=Logistic("none"))
    assert ours.best == theirs.best
    assert np.allclose(ours.multipliers, theirs.multipliers, rtol=0, atol=1e-14)


@pytest.mark.parametrize("engine", ["direct", "fairlearn"])
def test_grid_search_without_positive_minority_rows(engine: str) -> None:
    data = inject(draw(600, Synthetic(), 0), UnderRepresentation(label=1), 1.0, 0)
    found = fit(data, model=Logistic("none"), repair=GridSearch(), engine=engine)
    assert np.isfinite(found.losses).all()


def test_without_positive_minority_rows_both_choose_the_same() -> None:
    data = inject(draw(600, Synthetic(), 0), UnderRepresentation(label=1), 1.0, 0)
    ours, theirs = both(data, GridSearch(size=10), model=Logistic("none"))
    assert ours.best == theirs.best


@pytest.mark.parametrize("engine", ["direct", "fairlearn"])
def test_an_empty_cell_is_named(engine: str) -> None:
    data = inject(draw(600, Synthetic(), 0), UnderRepresentation(label=1), 1.0, 0)
    with pytest.raises(Uncomputable, match="No row of group B with label 1 is left"):
        fit(data, repair=PostProcessing(), engine=engine)
    with pytest.raises(Uncomputable, match="No row of group B with label 1 is left"):
        fit(data, repair=GridSearch(first_row=("B", 1)), engine=engine)
    alone = data.take(data.members("A"))
    with pytest.raises(Uncomputable, match="No row of group B is left"):
        fit(alone, repair=GridSearch(), engine=engine)


def test_moving_one_row_changes_what_a_lopsided_grid_leaves_out() -> None:
    data = biased(2)
    grids = [
        fit(data, model=Logistic("none"), repair=GridSearch(size=10, first_row=first)).multipliers
        for first in (("A", 0), ("A", 1), ("B", 0))
    ]
    assert not np.array_equal(grids[0], grids[1])
    assert not np.array_equal(grids[0], grids[2])


@pytest.mark.parametrize("alpha", [0.0, 0.4, 1.0])
def test_the_correlation_remover(alpha: float) -> None:
    data = biased(3)
    ours, theirs = both(data, CorrelationRemover(alpha))
    assert np.allclose(ours.shifts, theirs.shifts, atol=1e-12)
    assert np.allclose(ours.score(data), theirs.score(data), atol=1e-9)


def test_exponentiated_gradient_gives_probabilities_and_narrows_the_gap() -> None:
    data = draw(600, Synthetic(r=0.4, eta=0.1, d=0.8), 0)
    repair = ExponentiatedGradient("demographic_parity", max_iter=4)
    one, same = both(data, repair, model=Logistic("none"))
    decided = one.decide(data)
    assert (decided == same.decide(data)).all()
    assert ((decided >= 0) & (decided <= 1)).all()

    def gap(decision: np.ndarray) -> float:
        return abs(decision[data.group == 0].mean() - decision[data.group == 1].mean())

    assert gap(decided) < gap(fit(data, model=Logistic("none")).decide(data)) / 2


def test_fairlearn_needs_a_model_it_can_train() -> None:
    class Own:
        def fit(self, data, labels=None, weights=None):
            return self

    with pytest.raises(ParameterError, match="Fairlearn can train"):
        fit(biased(0), model=Own(), repair=GridSearch(), engine="fairlearn")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: GridSearch("parity"), "constraint must be one of equalized_odds"),
        (lambda: GridSearch(size=1), "size .* at least 2"),
        (lambda: GridSearch(limit=0), "limit"),
        (lambda: GridSearch(weight=1.5), r"weight .* \[0, 1\]"),
        (lambda: PostProcessing("parity"), "constraint"),
        (lambda: ExponentiatedGradient(eps=0), "eps"),
        (lambda: CorrelationRemover(2.0), "alpha"),
    ],
)
def test_impossible_repairs(make, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        make()
