"""Second round: intervals of calibration errors stay in range and do not shrink to a point."""

from collections.abc import Callable
from typing import Any

from equipoise import Predictions, Tally, intervals, judge, tally

Given = dict[str, Any]
ERROR = "expected_calibration_error"


def counted(given: Given) -> Tally:
    rows = Predictions(given["y_true"], given["y_score"], {"g": given["group"]})
    return tally(rows, "g")


def upper_end(given: Given, right: Given) -> None:
    for threshold in (0.0, 0.5, 1.0):
        found = judge(counted(given), threshold)[ERROR]
        assert found.criterion.value <= found.high <= right["at_most"]


def no_point(given: Given, right: Given) -> None:
    counts = counted(given)
    assert set(right) <= set(counts.groups)
    table = intervals(counts, 0.5, n_boot=20)
    rows = table[table["statistic"] == ERROR].set_index("group")
    for group in right:
        low, high = rows.loc[group, ["low", "high"]]
        assert 0 <= low < high <= 1


CHECKS: dict[str, Callable[[Given, Given], None]] = {"EQ2-14": upper_end, "EQ2-15": no_point}
