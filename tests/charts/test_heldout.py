"""Repairs on held-out halves: drawn, counted, and judged in words."""

from dataclasses import replace

import pytest

from equipoise import held_out
from equipoise.charts import heldout as charts


@pytest.fixture(scope="module")
def trials(by_sex):
    return held_out(by_sex, [0.0689], n_repeats=20)


def test_both_sides_of_each_half_are_drawn(trials) -> None:
    tables = charts.trial_tables(trials, 0.0689)
    assert len(tables["promised"]["gap"]) == len(tables["realised"]["gap"]) == 20
    assert tables["promised"]["gap"].max() <= 0.0689 + 1e-9
    spec = charts.trial_spec("equalized_odds")
    assert {layer["data"]["name"] for layer in spec["layer"]} == set(tables)


def test_the_promises_kept_are_counted(trials) -> None:
    held, repaired, n = charts.kept(trials)
    rows = trials.trials
    assert n == 20
    assert held == (rows["realised_gap"] <= 0.0689 + 1e-9).sum()
    assert repaired == (rows["realised_gap"] < rows["baseline_gap"]).sum()


@pytest.mark.parametrize(
    ("realised", "says"),
    [
        (0.06, "the promise holds on people it was not chosen on"),
        (0.07, "the repair is real, but how small the gap becomes is within noise"),
        (0.09, "the promised repair is within noise"),
    ],
)
def test_the_verdict_is_in_plain_words(trials, realised: float, says: str) -> None:
    rows = trials.trials.assign(realised_gap=realised, baseline_gap=0.08)
    assert says in charts.verdict(replace(trials, trials=rows))


def test_halves_that_cannot_be_compared_are_counted(trials) -> None:
    rows = trials.trials.copy()
    rows.loc[:2, "realised_gap"] = float("nan")
    assert "In 3 more, the gap of some group" in charts.verdict(replace(trials, trials=rows))
    rows["realised_gap"] = float("nan")
    assert charts.kept(replace(trials, trials=rows)) == (0, 0, 0)
    assert "nothing can be said" in charts.verdict(replace(trials, trials=rows))
