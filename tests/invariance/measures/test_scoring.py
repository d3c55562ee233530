"""Scores: which rows count for what, and what is said where something is not defined."""

import numpy as np
import pandas as pd
import pytest

from equipoise.invariance import (
    ci_probability,
    macro_f1,
    null_band,
    read_answers,
    read_items,
    score,
    si_bias,
)

RNG = np.random.default_rng(2)
N = 80


def items_table(**columns: object) -> pd.DataFrame:
    base = {
        "id": [f"i{k}" for k in range(N)],
        "z": list("AB") * (N // 2),
        "y": np.repeat([0, 1], N // 2),
        "unit": np.repeat(np.arange(N // 2), 2),
    }
    return pd.DataFrame({**base, **columns})


def answers_table(strategy: str = "default", **columns: object) -> pd.DataFrame:
    pred = (RNG.random(N) < 0.5).astype(float)
    base = {"id": [f"i{k}" for k in range(N)], "strategy": strategy, "pred": pred}
    return pd.DataFrame({**base, **columns})


def test_every_measure_is_that_of_its_function() -> None:
    items, answers = read_items(items_table()), read_answers(answers_table())
    found = score(items, answers, n_permutations=500)["default"]
    rows = items.table.merge(answers.table, on="id")
    assert found.si_bias.value == si_bias(rows["pred"], rows["s"], rows["z"]).value
    band = null_band(rows["pred"], rows["s"], rows["z"], rows["unit"], n_permutations=500)
    np.testing.assert_array_equal(found.null.draws, band.draws)
    assert found.ci.value == ci_probability(rows["pred"], rows["unit"], rows["z"]).value
    assert found.f1.value == macro_f1(rows["y"], rows["pred"]).value
    assert found.verdict == band.verdict(found.si_bias.value)
    assert found.remark == "There is no population sample; this is on all rows."
    assert found.si_bias_by_model_s is None
    assert np.isnan(found.s_agreement)
    assert (found.n, found.n_not_asked, found.counts["ok"]) == (N, 0, N)


def test_invariance_on_balanced_rows_and_f1_on_the_population() -> None:
    sample = np.repeat(["population", "balanced"], N // 2)
    items = read_items(items_table(sample=sample, s="all"))
    answers = read_answers(answers_table(pred=np.r_[np.repeat([0, 1], 20), [1, 0] * 20]))
    found = score(items, answers, n_permutations=200)["default"]
    assert (found.si_bias.value, found.verdict) == (1, "above noise")
    assert (found.f1.n, found.positive_rate, found.remark) == (40, 0.5, "")
    assert found.n == 40


def test_without_labels() -> None:
    items = read_items(items_table(y=None, s="all"))
    found = score(items, read_answers(answers_table()), n_permutations=200)["default"]
    assert np.isnan(found.f1.value)
    assert 0 < found.positive_rate < 1
    assert "Macro F1 is not defined: there are no labels." in found.notes()


def test_the_models_own_strata() -> None:
    items = read_items(items_table())
    s_lm = [*items.table["s"][:60], *["0"] * 10, *[""] * 10]
    found = score(items, read_answers(answers_table(s_lm=s_lm)), n_permutations=200)["default"]
    assert (found.s_agreement, found.n_s_agreement) == (60 / 70, 70)
    assert found.si_bias_by_model_s is not None
    assert found.si_bias_by_model_s.left_out == 10


def test_missing_answers_and_rows_never_asked_differ() -> None:
    pred = RNG.integers(0, 2, N).astype(float)
    pred[:4] = np.nan
    given = answers_table(pred=pred).iloc[:60]
    found = score(read_items(items_table()), read_answers(given), n_permutations=200)["default"]
    assert (found.n, found.n_not_asked, found.si_bias.n_missing) == (60, 20, 4)
    assert (found.counts["ok"], found.counts["missing"]) == (56, 4)
    assert found.bounds.low <= found.bounds.high
    assert "20 of 80 rows were not asked." in found.notes()


def test_strategies_are_compared_on_what_both_were_asked() -> None:
    both = pd.concat([answers_table(), answers_table("ooc").iloc[:30]])
    items, answers = read_items(items_table()), read_answers(both)
    apart = score(items, answers, n_permutations=200)
    assert [scored.n for scored in apart.values()] == [80, 30]
    together = score(items, answers, common=True, n_permutations=200)
    assert [scored.n for scored in together.values()] == [30, 30]
    table = together.table()
    assert list(table["strategy"]) == ["default", "ooc"]
    assert list(table["n_units"]) == [15, 15]


@pytest.mark.parametrize("common", [False, True])
def test_a_context_that_was_never_asked_leaves_no_unit_complete(common: bool) -> None:
    """A tool that drops what it could not read must not turn that into perfect agreement."""
    table = pd.DataFrame({"unit": list("uuuvvvwww"), "z": list("abc") * 3, "s": "all"})
    items = read_items(table.assign(id=[f"i{k}" for k in range(9)]))
    asked = items.table[(items.table["z"] != "c") & (items.table["unit"] != "w")]
    given = pd.DataFrame({"id": asked["id"], "pred": 1})
    found = score(items, read_answers(given), common=common)["default"]
    assert np.isnan(found.ci.value)
    assert found.ci.reason == "no unit has a readable answer under every context"
    assert found.ci.coverage == 0
    assert found.ci.pairwise.loc["a", "b"] == 1
    assert found.ci.pairwise_n.loc["a", "c"] == 0


def test_f1_does_not_fall_back_to_rows_it_is_not_meant_for() -> None:
    items = read_items(items_table(sample=["population"] * 20 + ["balanced"] * 60))
    found = score(items, read_answers(answers_table().iloc[20:]), n_permutations=50)["default"]
    assert (found.f1.reason, found.remark) == ("no population row was asked", "")
    assert np.isnan([found.f1.value, found.positive_rate]).all()


def test_nothing_in_common_is_undefined() -> None:
    apart = pd.concat([answers_table().iloc[:30], answers_table("ooc").iloc[30:]])
    found = score(read_items(items_table()), read_answers(apart), common=True, n_permutations=50)
    for scored in found.values():
        assert scored.verdict == "undefined"
        assert np.isnan([scored.si_bias.value, scored.null.upper, scored.bounds.low]).all()
        assert (scored.si_bias.reason, scored.ci.reason) == ("no balanced row was asked",) * 2
    assert found.table()["si_bias"].isna().all()


def test_answers_to_other_items_are_refused() -> None:
    with pytest.raises(ValueError, match="No item has the id 'i0'"):
        score(
            read_items(items_table(id=[f"j{k}" for k in range(N)])), read_answers(answers_table())
        )


def test_too_few_answers_are_said_to_be_too_few() -> None:
    """Every answer hangs on the context, and yet two units of each label cannot show it."""
    z = np.tile(["Christian", "Hindu", "Muslim"], 4)
    items = {"id": [f"i{k}" for k in range(12)], "z": z, "y": np.repeat([0, 1], 6)}
    table = pd.DataFrame(items | {"unit": np.repeat(list("abcd"), 3)})
    pred = (z == "Muslim").astype(int)
    answers = read_answers(pd.DataFrame({"id": table["id"], "pred": pred}))
    found = score(read_items(table), answers)["default"]
    assert (found.si_bias.value, found.verdict) == (1, "cannot tell")
    assert found.p_value == pytest.approx(1 - (2 / 3) ** 2, abs=0.02)  # both, of either label
    assert "too few" in " ".join(found.notes())


def test_without_a_gap_no_context_is_above_another() -> None:
    pred = [1, 1, 0, 0] * (N // 4)
    scores = score(read_items(items_table(s="all")), read_answers(answers_table(pred=pred)))
    row = scores.table().iloc[0]
    assert (row["si_bias"], row["z_hi"], row["z_lo"], row["stratum"]) == (0, "", "", "")
    assert "SI-bias         0.000\n" in str(scores)
    tilted = [*pred[:-2], 1, 0]
    scores = score(read_items(items_table(s="all")), read_answers(answers_table(pred=tilted)))
    assert tuple(scores.table().iloc[0][["z_hi", "z_lo"]]) == ("A", "B")
    assert ": A above B\n" in str(scores)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_too_close_to_call_is_said(seed: int) -> None:
    """6 yes of 9 beside 1 of 9: in 4.98 % of all ways to deal out 7 yes, so much or more."""
    items = read_items(pd.DataFrame({"id": range(18), "z": list("A" * 9 + "B" * 9), "s": "all"}))
    pred = [1] * 6 + [0] * 3 + [1] + [0] * 8
    answers = read_answers(pd.DataFrame({"id": range(18), "pred": pred}))
    scores = score(items, answers, seed=seed)
    assert scores["default"].p_value == pytest.approx(0.0498, abs=0.007)
    assert scores["default"].verdict == "borderline"
    assert "too close to 0.05 to call" in str(scores)


def test_notes_of_all_are_told_once_and_those_of_one_with_it() -> None:
    blank = answers_table("lost", pred=np.nan)
    both = pd.concat([answers_table(), blank, answers_table("ooc").iloc[:30]])
    scores = score(read_items(items_table(y=None, s="all")), read_answers(both), n_permutations=99)
    of_all, alone = scores.notes()
    assert of_all == ["Macro F1 is not defined: there are no labels."]
    assert alone["ooc"] == ["50 of 80 rows were not asked."]
    assert alone["default"] == []
    assert any("SI-bias is not defined" in note for note in alone["lost"])
    two = pd.concat([answers_table(), answers_table("ooc").iloc[:30]])
    of_all, alone = score(read_items(items_table()), read_answers(two), n_permutations=99).notes()
    assert of_all == ["Macro F1: There is no population sample; this is on all rows."]
    assert alone == {"default": [], "ooc": ["50 of 80 rows were not asked."]}


def test_answers_are_counted_by_what_became_of_them() -> None:
    table = answers_table()
    table["status"] = "ok"
    for place, status in enumerate(("unreadable", "refused", "refused", "error")):
        table.loc[place, ["pred", "status"]] = [np.nan, status]
    scores = score(read_items(items_table()), read_answers(table), n_permutations=99)
    assert scores["default"].counts == {
        "ok": N - 4,
        "unreadable": 1,
        "refused": 2,
        "error": 1,
        "missing": 0,
    }
    assert "80 rows, 4 without an answer (of all asked: 1 unreadable, 2 refused, 1 failed)" in (
        str(scores)
    )


def test_the_report_says_how_many_stand_behind_a_share() -> None:
    items, answers = read_items(items_table()), read_answers(answers_table())
    scores = score(items, answers, n_permutations=400, level=0.9)
    one = scores["default"]
    alike = one.ci.n_units - len(one.ci.flips)
    assert f"{alike} of 40 complete units answered alike" in str(scores)
    assert f"above {one.null.upper:.3f} in at most 10.0\u202f% of permutations" in str(scores)
    assert "90 % interval [" in str(scores)


def test_above_noise_is_above_the_band() -> None:
    for trial in range(30):
        pred = (RNG.random(N) < np.where(np.arange(N) % 2, 0.35, 0.6)).astype(float)
        answers = read_answers(answers_table(pred=pred))
        found = score(read_items(items_table()), answers, n_permutations=400, seed=trial)[
            "default"
        ]
        if found.verdict == "above noise":
            assert found.si_bias.value > found.null.upper
