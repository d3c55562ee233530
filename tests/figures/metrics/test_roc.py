"""The ROC curves and the points on them."""

import math

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.figures.metrics import roc as metrics
from tests.views import view_of

EQUAL_TPR = {"Female": 0.41, "Male": 0.5}


@pytest.mark.parametrize("key", COMPARISONS)
def test_curves_keep_their_ends_and_lose_repeats(key: str) -> None:
    tallied = adult_audit().tally(key)
    for _, curve in metrics.roc_frame(tallied).groupby("group"):
        ends = curve[["false_positive_rate", "true_positive_rate"]].to_numpy()
        assert ends[0].tolist() == [1, 1]
        assert not (ends[1:] == ends[:-1]).all(axis=1).any()


def test_operating_points_lie_on_their_curves() -> None:
    drawn = metrics.operating_rows(
        adult_audit().view("sex", EQUAL_TPR).rows, EQUAL_TPR, ("Male", "Female")
    )
    assert drawn["group"] == ["Male", "Female"]
    assert drawn["threshold"] == ["0.50", "0.41"]
    curve = metrics.roc_frame(adult_audit().tally("sex"))
    men = curve[(curve["group"] == "Male") & (curve["threshold"] == 0.5)].iloc[0]
    assert drawn["true_positive_rate"][0] == pytest.approx(men["true_positive_rate"], abs=1e-4)


def test_a_rate_without_value_is_no_point() -> None:
    rows = {"a": {"false_positive_rate": math.nan, "true_positive_rate": 0.5}}
    assert metrics.operating_rows(rows, {"a": 0.5}, ("a",))["false_positive_rate"] == [None]


def test_the_areas_said_are_those_of_the_rows() -> None:
    view = adult_audit().view("sex")
    predictions = view.audit.predictions
    women = np.array(predictions.groups["sex"].codes) == view.groups.index("Female")
    area = roc_auc_score(predictions.y_true[women], predictions.y_score[women])
    figure = metrics.roc_curves(view, view.groups)
    assert f"Female {area:.3f}, " in figure.takeaway.replace("\N{NO-BREAK SPACE}", " ")
    assert "one who earns more than 50K and one who does not" in figure.takeaway
    assert figure.table is not None
    assert figure.table().loc["Female", "Area under the ROC curve"] == f"{area:.3f}"


def test_own_predictions_are_spoken_of_neutrally() -> None:
    view = view_of([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.4], "AABB")
    said = metrics.roc_curves(view, view.groups).takeaway
    assert "one who is positive and one who is not" in said


def test_points_have_limits_where_they_are_asked_for() -> None:
    for on in (False, True):
        view = adult_audit().view("sex", uncertainty=on)
        figure = metrics.roc_curves(view, view.groups)
        assert ("true_positive_rate_low" in figure.data["present"]) == on
        assert figure.takeaway.endswith("95 % confidence.") == on


def test_curves_travel_as_they_are_kept() -> None:
    view = adult_audit().view("race-five")
    drawn = metrics.roc_curves(view, ("Black",)).data["curves"]
    assert set(drawn["group"].to_pylist()) == {"Black"}
    moved = adult_audit().view("race-five", 0.1)
    assert metrics.roc_curves(moved, ("Black",)).data["curves"] is drawn


def test_drawings_are_built_once_and_name_their_data() -> None:
    counts = adult_audit().tally("sex")
    plain, unsure = metrics.roc_spec(counts, False), metrics.roc_spec(counts, True)
    assert plain is metrics.roc_spec(counts, False)
    assert "datasets" not in plain
    assert "low" not in str(plain["layer"]).replace("lowest", "")
    assert len(unsure["layer"]) > len(plain["layer"])
