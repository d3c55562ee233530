"""SI-bias over noise: what is drawn is what was measured."""

import numpy as np
import pytest

from equipoise.figures.invariance.bands import Band, band_rows, top_of
from equipoise.figures.invariance.overview import overview_figure
from equipoise.figures.invariance.words import DIAMOND, widest
from equipoise.invariance import null_band
from equipoise.invariance.lesson.measured import measured
from equipoise.invariance.lesson.recorded import load_lesson

LESSON = load_lesson()
BEFORE, AFTER = measured(LESSON, "default", 1, 0), measured(LESSON, "ooc", 3, 0)


def test_bands_hold_the_measured_and_leave_out_the_undefined() -> None:
    undefined = null_band([1], None, ["a"], n_permutations=10)
    rows = band_rows(
        [
            Band("Before", BEFORE.si.value, 0.1, BEFORE.null.upper, "above noise", 0.4),
            Band("After", float("nan"), undefined.mean, undefined.upper, "undefined"),
        ]
    )
    assert rows["bands"]["name"] == ["Before"]
    assert rows["bands"]["said"] == ["0.500 above noise"]
    assert rows["bands"]["upper"] == [BEFORE.null.upper]
    assert rows["expected"] == {"name": ["Before"], "value": [0.4]}


def test_before_and_after_hold_what_was_measured() -> None:
    figure = overview_figure(BEFORE, AFTER)
    assert figure.data["bands"]["value"] == [BEFORE.si.value, AFTER.si.value]
    assert figure.data["bands"]["verdict"] == ["above noise", "within noise"]
    assert figure.data["expected"] == {"name": ["After"], "value": [AFTER.expected_gap]}
    assert figure.takeaway.startswith(f"Before: {widest(BEFORE)} After: {widest(AFTER)} ")
    assert figure.takeaway.endswith(DIAMOND)
    assert figure.table is not None
    table = figure.table()
    assert table.loc["SI-bias"].tolist() == ["0.500", "0.167"]
    assert table.loc["Asked"].tolist() == ["As it is", "Out of context"]


def test_where_nothing_is_drawn_there_is_no_diamond() -> None:
    figure = overview_figure(BEFORE, measured(LESSON, "obfuscate_only", 9, 9))
    assert figure.data["expected"] == {"name": [], "value": []}
    assert DIAMOND not in figure.takeaway
    assert figure.spec is overview_figure(BEFORE, AFTER).spec


@pytest.mark.parametrize(
    ("values", "top"), [([], 0.3), ([0.1], 0.3), ([np.nan, 0.5], 0.6), ([0.33], 0.4), ([1.0], 1.0)]
)
def test_the_axis_ends_above_all_values(values: list[float], top: float) -> None:
    assert top_of(values) == pytest.approx(top)
