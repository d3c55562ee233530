"""Whether a score means the same in each group: bins, errors and words are the calibration's."""

from decimal import Decimal

import pytest

from equipoise import calibration
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.figures.metrics import reliability as metrics
from tests.views import view_of


def test_reliability_has_a_row_for_every_filled_bin() -> None:
    calibrated = calibration(adult_audit().tally("sex-race-five"))
    drawn = metrics.reliability_frame(calibrated, unsure=True)
    assert len(drawn) == (calibrated.count > 0).sum()
    assert drawn["count"].sum() == 15_060


def test_the_reliability_table_ends_each_group_with_its_error() -> None:
    table = metrics.reliability_table(calibration(adult_audit().tally("sex")), "Share above 50K")
    last = table.loc["Female"].iloc[-1]
    assert last["People"] == "4,913"
    assert last["Difference"] == "0.0166"
    assert list(table.index.unique()) == ["Female", "Male"]


@pytest.mark.parametrize("key", COMPARISONS)
def test_the_digits_of_the_reliability_table_add_up(key: str) -> None:
    bins = metrics.reliability_table(
        calibration(adult_audit().tally(key)), "Share above 50K"
    ).query("`Mean score` != '–'")
    score, share, difference = (
        bins[name].map(Decimal) for name in ("Mean score", "Share above 50K", "Difference")
    )
    assert ((score - share).abs() == difference).all()


def test_of_few_groups_each_error_is_said_with_its_people() -> None:
    view = adult_audit().view("sex")
    figure = metrics.reliability(view, view.groups)
    assert "**" not in figure.takeaway
    assert "Female 0.017 (of 4,913), " in figure.takeaway.replace("\N{NO-BREAK SPACE}", " ")
    assert "score 0.7, so many earn more than 50K" in figure.takeaway
    assert "Lines through" not in figure.takeaway
    assert figure.table_title == "People, mean score and share above 50K in each bin"


def test_of_many_groups_the_ends_are_said() -> None:
    view = adult_audit().view("sex-race-five", uncertainty=True)
    errors = calibration(view.tally).expected_calibration_error
    figure = metrics.reliability(view, view.groups)
    assert f"{errors.min():.3f} (" in figure.takeaway
    assert f" to {errors.max():.3f} (" in figure.takeaway
    assert figure.takeaway.endswith("each taken by itself, with 95 % confidence.")


def test_only_the_groups_shown_travel() -> None:
    view = adult_audit().view("race-five")
    bins = metrics.reliability(view, ("Black", "White")).tables()["bins"]
    assert set(bins["group"].to_pylist()) == {"Black", "White"}
    assert bins is metrics.reliability(view, ("Black", "White")).data["bins"]


def test_predictions_nobody_described_are_spoken_of_neutrally() -> None:
    figure = metrics.reliability(view_of([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.4], "AABB"), ("A", "B"))
    assert "so many are positive" in figure.takeaway
    assert figure.table is not None
    assert "Share positive" in figure.table()
    said = " ".join((figure.takeaway, figure.alt, figure.table_title, str(figure.spec)))
    assert "50K" not in said


def test_drawings_are_built_once_and_name_their_data() -> None:
    counts = adult_audit().tally("sex")
    plain, unsure = (metrics.reliability_spec(counts, "are positive", on) for on in (False, True))
    assert plain is metrics.reliability_spec(counts, "are positive", False)
    assert "datasets" not in plain
    assert "low" not in str(plain["layer"]).replace("lowest", "")
    assert len(unsure["layer"]) > len(plain["layer"])
