"""What the paper printed, to be held against the recorded study, and why the two differ."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """A number of the paper: minority fidelity after repair, on one curve at one level."""

    curve: str
    level: float
    where: str
    printed: str
    why: str


_DRAWN = "The paper's is read off a drawing; its random numbers are not ours."

FIGURES = (
    Figure("removed_positives", 0.5, "half of the positive rows removed", "about 1", _DRAWN),
    Figure("removed_positives", 0.9, "nine tenths of positive rows removed", "about 1", _DRAWN),
    Figure(
        "removed_positives", 1.0, "all positive rows removed", "about 1",
        "The cell is empty then, and post-processing cannot be done at all.",
    ),
    Figure("removed_minority", 0.9, "nine tenths of the minority removed", "above .9",
           "Few minority rows are left, so that runs lie far apart; doing nothing is as good."),
    Figure("removed_minority", 0.99, "all but 1 in 100 of the minority removed", ".694",
           "About 60 minority rows are left to learn from: runs differ by chance."),
    Figure("base_rates", 1.15, "base rates of .5 and .8", ".423",
           "An accident of the grid: ten points are the first ten of thirteen, and the first "
           "training row decides which are left out. Runs lie near 0 or near 1, none between; a "
           "mean of fifty such runs may fall on .42 as well as on .58. With all thirteen points "
           "the lower cloud is gone."),
    Figure("missing_minority", 0.9, "the first feature missing in nine tenths of the minority",
           "above .95", _DRAWN),
    Figure("missing_minority", 1.0, "the first feature missing in the whole minority", ".635",
           "Theory gives 1 − acos(ρ)/π = .634 for a classifier without that feature: no "
           "repair can know what is not in the data."),
    Figure("noise_minority", 0.0, "clean minority labels", "“falls”",
           "The paper gives no number and draws no line for doing nothing, which is the point: "
           "doing nothing is far better here."),
)  # fmt: skip
"""Every number the paper prints or draws clearly enough to be read."""
