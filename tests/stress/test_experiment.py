"""Designs, and what one repeat of them finds."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from equipoise.stress import (
    DO_NOTHING,
    Arm,
    Data,
    Design,
    GridSearch,
    Logistic,
    Missingness,
    PostProcessing,
    Synthetic,
    UnderRepresentation,
    adult,
    draw,
    fit,
    inject,
    measure,
    run,
)
from equipoise.stress.data import halves
from equipoise.stress.design import cautions
from equipoise.stress.errors import ParameterError, Uncomputable
from equipoise.stress.experiment import reference_agreement
from equipoise.stress.models import Constant
from equipoise.stress.running import estimate
from equipoise.stress.theory import fidelity_without
from equipoise.stress.worlds import Varied

DESIGN = Design(
    Synthetic(),
    UnderRepresentation(label=1),
    levels=(0.0, 0.5, 1.0),
    arms=(
        DO_NOTHING,
        Arm("grid search", Logistic("none"), GridSearch(size=10)),
        Arm("post-processing", repair=PostProcessing()),
    ),
    n=1200,
)


@pytest.fixture(scope="module")
def results() -> pd.DataFrame:
    return run(DESIGN, repeats=2, seed=3)


def test_the_table_is_tidy(results: pd.DataFrame) -> None:
    assert results.columns.tolist() == [
        "bias", "level", "repeat", "model", "split", "measure", "group", "value", "reason",
    ]  # fmt: skip
    assert len(results) == 3 * 2 * 3 * 2 * 3 * 3
    keys = ["level", "repeat", "model", "split", "measure", "group"]
    assert not results.duplicated(keys).any()
    assert set(results["bias"]) == {"under-representation of positive minority rows"}
    assert results.attrs["repeats"] == 2


def test_a_value_is_what_the_parts_give_one_by_one(results: pd.DataFrame) -> None:
    world_seed, bias_seed = np.random.SeedSequence(3, spawn_key=(1,)).spawn(2)
    train, test = halves(draw(1200, Synthetic(), world_seed))
    biased = inject(train, UnderRepresentation(label=1), 0.5, bias_seed)
    arm = DESIGN.arms[1]
    found = fit(biased, model=arm.model, repair=arm.repair)
    for split, rows in (("train", biased), ("test", test)):
        expected = measure(found, rows, reference=fit(train))
        where = (results["level"] == 0.5) & (results["repeat"] == 1)
        part = results[where & (results["model"] == arm.name) & (results["split"] == split)]
        assert part["value"].tolist() == expected["value"].tolist()
        assert part["measure"].tolist() == expected["measure"].tolist()
        assert part["group"].tolist() == expected["group"].tolist()


def test_what_cannot_be_computed_is_a_hole_with_a_reason(results: pd.DataFrame) -> None:
    emptied = results[results["level"] == 1.0]
    post = emptied[emptied["model"] == "post-processing"]
    assert post["value"].isna().all()
    assert set(post["reason"]) == {"No row of group B with label 1 is left."}
    others = emptied[emptied["model"] != "post-processing"]
    assert others[others["split"] == "test"]["value"].notna().all()
    assert ((results["reason"] != "") == results["value"].isna()).all()


def test_a_bias_that_removes_everybody_is_a_hole_in_every_arm() -> None:
    design = replace(DESIGN, bias=UnderRepresentation(), levels=(0.5, 1.0))
    found = run(design, repeats=1)
    assert found[found["level"] == 0.5]["value"].notna().all()
    gone = found[found["level"] == 1.0]
    assert gone["value"].isna().all()
    assert set(gone["reason"]) == {"No row of group B is left."}


def test_failures_of_own_parts_are_holes_but_mistakes_are_not() -> None:
    def fails(data: Data, model: object) -> Constant:
        raise ZeroDivisionError("nothing to divide by")

    found = run(replace(DESIGN, arms=(Arm("own", repair=fails),)), repeats=1)
    assert set(found["reason"]) == {"ZeroDivisionError: nothing to divide by"}

    def mistaken(data: Data, model: object) -> Constant:
        raise ParameterError("no such thing")

    with pytest.raises(ParameterError, match="no such thing"):
        run(replace(DESIGN, arms=(Arm("own", repair=mistaken),)), repeats=1)


def test_levels_share_their_rows_so_that_no_bias_changes_nothing() -> None:
    design = replace(DESIGN, levels=(0.0, 0.0), arms=(DO_NOTHING,))
    found = run(design, repeats=1)
    assert len(found.drop_duplicates()) == len(found) / 2


def test_the_world_may_vary_in_place_of_the_bias() -> None:
    design = Design(
        Varied(Synthetic(eta=0.0), "d"),
        UnderRepresentation(),
        levels=(-1.0, 0.0, 1.0),
        varies="world",
        n=2000,
        measures={"base": lambda rows, group: rows.data.y[rows.data.members(group)].mean()},
    )
    found = run(design, repeats=1)
    rates = found[(found["split"] == "test") & (found["group"] == "A")]["value"].tolist()
    assert rates == pytest.approx([0.226, 0.5, 0.774], abs=0.05)


@pytest.mark.parametrize("reference", ["true", Logistic("none")])
def test_other_references(reference: object) -> None:
    found = run(replace(DESIGN, reference=reference), repeats=1)
    train, test = halves(draw(1200, Synthetic(), np.random.SeedSequence(0, spawn_key=(0, 0))))
    learned = "true" if reference == "true" else fit(train, model=reference)
    expected = measure(fit(train), test, reference=learned)
    unbiased = (found["level"] == 0) & (found["model"] == "do nothing")
    assert found[unbiased & (found["split"] == "test")]["value"].tolist() == (
        expected["value"].tolist()
    )


def test_losing_a_feature_costs_what_the_theory_says() -> None:
    design = Design(
        Synthetic(eta=0.1), Missingness(), (1.0,), (Arm("plain", Logistic("none")),),
        n=20_000, reference="true",
    )  # fmt: skip
    found = run(design, repeats=2)
    kept = found[(found["measure"] == "fidelity") & (found["group"] == "B")]
    expected = fidelity_without((0.5, -0.2, 0.1))
    assert kept[kept["split"] == "test"]["value"].mean() == pytest.approx(expected, abs=0.03)


def test_cautions() -> None:
    assert cautions(replace(DESIGN, arms=DESIGN.arms[::2])) == ()
    few, nothing, lopsided, order = cautions(replace(DESIGN, n=500, arms=DESIGN.arms[1:]))
    assert "500 rows" in few
    assert "does nothing" in nothing
    assert "The grid of grid search leaves out points" in lopsided
    assert "the group whose row comes first" in order


def test_an_estimate_is_in_seconds() -> None:
    assert 0 < estimate(DESIGN, repeats=3) < 60


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n": 50}, "n must be a whole number of at least 100"),
        ({"levels": ()}, "levels must hold"),
        ({"levels": (0.5, 1.5)}, r"must lie in \[0, 1\], but is 1.5"),
        ({"arms": ()}, "arms must be"),
        ({"arms": (DO_NOTHING, DO_NOTHING)}, "another name"),
        ({"arms": (Arm("x", engine="own"),)}, "engine must be"),
        ({"arms": (Arm("x", model="own"),)}, "has no method fit"),
        ({"varies": "d"}, "varies must be bias or world"),
        ({"levels": 0.5}, "levels must be a list"),
        ({"levels": (None,)}, "must lie in"),
        ({"levels": (10**400,)}, "must lie in"),
        ({"arms": ("x",)}, "objects of the class Arm"),
        ({"world": "synthetic"}, "world must be callable"),
        ({"bias": "label-noise"}, "bias must be callable"),
        ({"measures": None}, "measures must map"),
        ({"measures": {}}, "measures must map"),
        ({"measures": ["accuracy"]}, "measures must map"),
        ({"world": lambda r: Synthetic(r=r), "varies": "world"}, r"r .* must lie in \(0, 0.5\]"),
    ],
)
def test_an_impossible_design_names_its_parameter(changes: dict, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        replace(DESIGN, **changes)


def test_uncomputable_is_a_value_error() -> None:
    assert issubclass(Uncomputable, ValueError)


# --- the reference and the truth --------------------------------------------------------------


def test_a_learned_reference_is_held_against_the_noise_free_labels() -> None:
    design = Design(Synthetic(), UnderRepresentation(label=1), (0.5,), n=2_000)
    found = reference_agreement(design, 3, 1)
    for_world, _ = np.random.SeedSequence(3, spawn_key=(1,)).spawn(2)
    train, test = halves(draw(2_000, Synthetic(), for_world))
    decided = fit(train).decide(test)
    assert found[""] == (decided == test.truth).mean()
    for place, group in enumerate(test.groups):
        mine = test.group == place
        assert found[group] == (decided == test.truth)[mine].mean()


@pytest.mark.parametrize(("n", "low", "high"), [(500, 0.6, 0.87), (10_000, 0.88, 0.96)])
def test_it_falls_short_of_the_truth_the_more_the_fewer_rows(
    n: int, low: float, high: float
) -> None:
    design = Design(Synthetic(), UnderRepresentation(), (0.0,), n=n)
    mean = np.mean([reference_agreement(design, 0, repeat)["B"] for repeat in range(6)])
    assert low < mean < high


def test_the_true_classifier_agrees_with_itself() -> None:
    design = Design(Synthetic(), UnderRepresentation(), (0.0,), n=400, reference="true")
    assert set(reference_agreement(design, 0, 0).values()) == {1.0}


def test_of_a_table_it_is_held_against_the_table_s_labels() -> None:
    design = Design(adult(), UnderRepresentation(), (0.0,), n=2_000)
    found = reference_agreement(design, 0, 0)
    for_world, _ = np.random.SeedSequence(0, spawn_key=(0,)).spawn(2)
    train, test = halves(draw(2_000, adult(), for_world))
    assert found[""] == (fit(train).decide(test) == test.y).mean() < 1


def test_where_the_world_varies_the_level_says_which() -> None:
    design = Design(
        Varied(Synthetic(), "d"), UnderRepresentation(), (0.0, 1.0), n=400, varies="world"
    )
    assert reference_agreement(design, 0, 0) == reference_agreement(design, 0, 0, 0.0)
    assert reference_agreement(design, 0, 0) != reference_agreement(design, 0, 0, 1.0)


def test_rows_beyond_memory_are_an_error_that_names_them() -> None:
    def greedy(n: int, rng: np.random.Generator) -> Data:
        raise MemoryError

    with pytest.raises(ParameterError, match="n: 1,000 rows are more than memory can hold"):
        run(Design(greedy, UnderRepresentation(), (0.0,), n=1_000), repeats=1)
    huge = Design(Synthetic(), UnderRepresentation(), (0.0,), n=10**11)
    with pytest.raises(ParameterError, match="n: 100,000,000,000 rows need about"):
        run(huge, repeats=1)
