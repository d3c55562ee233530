"""Choosing on one half of the rows and judging on the other."""

from itertools import islice

import numpy as np
import pandas as pd
import pytest

from equipoise import Predictions, best_within, tally
from equipoise.frontiers.gaps import accuracy_and_gap
from equipoise.frontiers.heldout import HeldOut, Trial, halves, held_out, trials

LIMITS = (0.05, 0.01)


def test_halves_make_the_whole(by_race_five) -> None:
    for first, second in halves(by_race_five, n=5):
        assert first.n.sum() == second.n.sum() == 7530
        assert (first.counts >= 0).all()
        assert (second.counts >= 0).all()
        assert np.array_equal(first.counts + second.counts, by_race_five.counts)
        assert np.allclose(first.score_sums + second.score_sums, by_race_five.score_sums)


def test_halves_vary_as_halves_of_rows_do(adult, by_sex) -> None:
    """Group sizes of a random half are hypergeometric."""
    women = [first.n[0] for first, _ in halves(by_sex, n=2000)]
    n, of_them = by_sex.n.sum(), by_sex.n[0]
    spread = np.sqrt(of_them * (n - of_them) / (4 * (n - 1)))
    assert np.mean(women) == pytest.approx(of_them / 2, abs=4 * spread / np.sqrt(2000))
    assert np.std(women) == pytest.approx(spread, rel=0.1)


def test_trials_choose_on_one_half_and_judge_on_the_other(by_sex) -> None:
    made = held_out(by_sex, LIMITS, n_repeats=3, seed=5).trials
    splits = list(halves(by_sex, n=3, seed=5))
    assert made["repeat"].tolist() == [0, 0, 1, 1, 2, 2]
    assert made["limit"].tolist() == list(LIMITS) * 3
    for trial in made.itertuples():
        chosen, judged = splits[trial.repeat]
        thresholds = best_within(chosen, trial.limit)
        promised = accuracy_and_gap(chosen, thresholds)
        assert promised == (trial.promised_accuracy, trial.promised_gap)
        realised = accuracy_and_gap(judged, thresholds)
        assert realised == (trial.realised_accuracy, trial.realised_gap)
        assert accuracy_and_gap(judged, 0.5) == (trial.baseline_accuracy, trial.baseline_gap)
        assert trial.promised_gap <= trial.limit + 1e-9


def test_agrees_with_splitting_the_rows(adult, by_race) -> None:
    ours = held_out(by_race, [0.02], n_repeats=60, seed=1).trials["realised_gap"]
    rng = np.random.default_rng(2)
    groups = np.array(adult.groups["race"].names)[adult.groups["race"].codes]
    theirs = []
    for _ in range(60):
        first, second = np.array_split(rng.permutation(adult.n), 2)
        chosen, judged = (
            tally(Predictions(adult.y_true[i], adult.y_score[i], {"race": groups[i]}), "race")
            for i in (first, second)
        )
        theirs.append(accuracy_and_gap(judged, best_within(chosen, 0.02))[1])
    error = np.hypot(np.std(ours), np.std(theirs)) / np.sqrt(60)
    assert ours.mean() == pytest.approx(np.mean(theirs), abs=4 * error)


def test_a_promised_gap_is_too_small(by_sex) -> None:
    """What is chosen for a small gap has a larger one on rows it was not chosen on."""
    summary = held_out(by_sex, LIMITS, n_repeats=50).summary()
    assert (summary["realised_gap"] > summary["promised_gap"]).all()
    assert (summary["kept"] < 0.5).all()
    assert (summary["n"] == 50).all()
    assert (summary[["n_unmet", "n_undefined"]] == 0).all(axis=None)


def test_the_summary_says_how_often(by_sex) -> None:
    found = held_out(by_sex, LIMITS, n_repeats=20)
    made = found.trials[found.trials["limit"] == 0.05]
    row = found.summary(level=0.8).loc[0.05]
    assert row["kept"] == (made["realised_gap"] <= 0.05).mean()
    assert row["repaired"] == (made["realised_gap"] < made["baseline_gap"]).mean()
    assert row["realised_gap_low"] == made["realised_gap"].quantile(0.1)
    assert row["realised_gap_high"] == made["realised_gap"].quantile(0.9)
    assert found.summary().loc[0.05, "promised_accuracy_low"] == (
        made["promised_accuracy"].quantile(0.05)
    )


def test_each_half_is_counted_once() -> None:
    """Kept to a rounding error; larger than the baseline's; as large; unmet; undefined, twice."""
    nan = float("nan")
    rows = [
        Trial(0, 0.1, 0.8, 0.1, 0.8, 0.1 + 1e-12, 0.8, 0.2),
        Trial(1, 0.1, 0.8, 0.1, 0.8, 0.3, 0.8, 0.2),
        Trial(2, 0.1, 0.8, 0.1, 0.8, 0.2 - 1e-12, 0.8, 0.2),
        Trial(3, 0.1, nan, nan, nan, nan, 0.8, 0.2),
        Trial(4, 0.1, 0.8, 0.1, 0.8, nan, 0.8, nan),
        Trial(5, 0.1, 0.8, 0.1, 0.8, 0.1, 0.8, nan),
    ]
    row = HeldOut("equalized_odds", pd.DataFrame(rows), 0).summary().loc[0.1]
    assert (row["n"], row["n_unmet"], row["n_undefined"]) == (3, 1, 2)
    assert row["kept"] == row["repaired"] == pytest.approx(1 / 3)


def test_limits_that_no_thresholds_of_a_half_keep_are_unmet(by_sex_and_race_five) -> None:
    gap, options = "predictive_parity", {"n_repeats": 8, "seed": 2}
    found = held_out(by_sex_and_race_five, [0.02], gap=gap, **options)
    unmet = [
        best_within(chosen, 0.02, gap=gap) is None
        for chosen, _ in halves(by_sex_and_race_five, n=8, seed=2)
    ]
    assert found.trials["promised_gap"].isna().tolist() == unmet
    assert found.summary()["n_unmet"].tolist() == [sum(unmet)]
    assert 0 < sum(unmet) < 8


def test_trials_come_one_by_one(by_sex) -> None:
    """Whoever stops early has the trials that the whole would begin with."""
    first = list(islice(trials(by_sex, [0.05], n_repeats=500, seed=3), 4))
    whole = held_out(by_sex, [0.05], n_repeats=4, seed=3).trials
    assert pd.DataFrame(first).equals(whole)


def test_500_halves_unless_told_otherwise(by_race) -> None:
    quick = {"gap": "predictive_parity"}
    one, other = held_out(by_race, [0.1], **quick), held_out(by_race, [0.1], seed=0, **quick)
    assert len(one.trials) == 500
    assert one.trials.equals(other.trials)


def test_a_seed_gives_the_same_trials(by_sex) -> None:
    first, again = (held_out(by_sex, LIMITS, n_repeats=3, seed=7).trials for _ in range(2))
    pd.testing.assert_frame_equal(first, again)
    assert not first.equals(held_out(by_sex, LIMITS, n_repeats=3, seed=8).trials)
    assert held_out(by_sex, LIMITS, n_repeats=1, seed=7).seed == 7


def test_undefined_gaps_are_counted_not_judged() -> None:
    """One of two positives in group b: no half lets both sides have one of each label."""
    rows = Predictions([0, 1, 0, 1, 0, 1], [0.1, 0.9, 0.3, 0.8, 0.2, 0.7], {"g": list("aaaabb")})
    found = held_out(tally(rows, "g"), [0.1], n_repeats=30)
    assert len(found.trials) == 30
    assert found.summary()["n"].tolist() == [0]
    assert found.summary()[["n_unmet", "n_undefined"]].sum(axis=1).tolist() == [30]
    assert found.summary()["kept"].isna().all()


def test_refuses_what_it_cannot_do(by_sex) -> None:
    with pytest.raises(ValueError, match="Unknown gap"):
        held_out(by_sex, LIMITS, gap="calibration")
    with pytest.raises(ValueError, match="at least 1"):
        held_out(by_sex, LIMITS, n_repeats=0)
    with pytest.raises(ValueError, match="Unknown gap"):
        trials(by_sex, LIMITS, gap="calibration")
    with pytest.raises(ValueError, match="must be a list of gaps"):
        trials(by_sex, 0.1)
    weighted = Predictions([0, 1], [0.1, 0.9], {"g": ["a", "b"]}, sample_weight=[0.5, 2])
    with pytest.raises(ValueError, match="needs counts of rows"):
        held_out(tally(weighted, "g"), LIMITS)
