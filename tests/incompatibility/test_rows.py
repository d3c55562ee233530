"""Rows of verdicts, and who hardly chooses."""

import numpy as np
import pytest

from equipoise import overall_rates
from equipoise.datasets.adult.audit import adult_audit
from equipoise.incompatibility.rows import hardly_chooses, judged, judged_at


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0, "selects nobody"),
        (0.01, "selects nearly nobody"),
        (0.0101, ""),
        (0.5, ""),
        (0.9899, ""),
        (0.99, "selects nearly everybody"),
        (1, "selects everybody"),
    ],
)
def test_who_hardly_chooses(share: float, said: str) -> None:
    assert hardly_chooses(share) == said


@pytest.mark.parametrize("uncertainty", [False, True])
def test_a_row_holds_what_its_view_says(uncertainty: bool) -> None:
    view = adult_audit().view("sex", 0.5, uncertainty=uncertainty)
    row = judged("now", view)
    assert row.accuracy == pytest.approx(overall_rates(view.tally, 0.5)["accuracy"])
    assert row.criteria is view.criteria
    judgements = view.judgements.values() if uncertainty else view.criteria
    verdicts = [one.verdict for one in judgements]
    assert [row.verdict(one) for one in view.criteria] == verdicts
    assert row.held == verdicts.count("holds")
    assert row.note == ""


def test_a_row_at_other_thresholds_says_when_they_hardly_choose() -> None:
    view = adult_audit().view("sex", 0.5)
    nobody = dict.fromkeys(view.groups, 1.0)
    row = judged_at("high", view, nobody)
    assert (row.thresholds, row.note) == (nobody, "selects nearly nobody")
    assert row.criteria is not view.criteria
    unmet = judged_at("none", view, None, unmet="None there.")
    assert (unmet.thresholds, unmet.criteria, unmet.note, unmet.held) == (
        None,
        None,
        "None there.",
        0,
    )
    assert np.isnan(unmet.accuracy)
