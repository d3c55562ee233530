"""The audit's figures worked out a second time, from the stored rows and with NumPy alone.

Nothing here is taken from the package that the app uses. Scores are stored to six decimals; here
they are whole millionths, so that a score of 0.70 reaches the threshold 0.70 by counting and not
by rounding. Where a rate has nobody below its line it is NaN.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

DATA = Path(__file__).parents[2] / "data" / "adult_test.json"
GROUPINGS = {
    "sex": ("sex",),
    "race": ("race",),
    "race-five": ("race_five",),
    "sex-race": ("sex", "race"),
    "sex-race-five": ("sex", "race_five"),
}
MILLION = 1_000_000
STEPS = np.arange(101) * (MILLION // 100)
"""The thresholds 0.00 to 1.00 in millionths."""

Counts = NDArray[np.int64]
Shares = NDArray[np.float64]

CRITERIA = (
    "Demographic parity",
    "Impact ratio",
    "Equal opportunity",
    "Equalized odds",
    "Predictive parity",
    "Calibration within groups",
)


def share(part, whole) -> Shares:
    """Return part / whole; NaN where there is nobody."""
    part, whole = np.asarray(part, dtype=float), np.asarray(whole, dtype=float)
    part, whole = np.broadcast_arrays(part, whole)
    return np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)


@cache
def table() -> dict[str, NDArray]:
    """Return the rows: labels, scores in millionths, and each person's groups."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    five = np.array(data["race_five"]["names"])
    codes = np.array(list(data["race_five"]["codes"]), dtype=int)
    return {
        "positive": np.array(data["y_true"]) == 1,
        "score": np.rint(np.array(data["y_prob"]) * MILLION).astype(np.int64),
        "sex": np.array(data["sex"]),
        "race": np.array(data["race"]),
        "race_five": five[codes],
    }


@dataclass(frozen=True, eq=False)
class Group:
    """One group's rows.

    Attributes
    ----------
    positive : (n,) array of bool
    score : (n,) array of int
        In millionths.
    weights : tuple of float
        What a negative and a positive row count for.
    """

    positive: NDArray[np.bool_]
    score: Counts
    weights: tuple[float, float] = (1, 1)

    def weighed(self, base_rate: float) -> Group:
        """Return the same rows, weighed so that positives have this share of them."""
        negatives, positives = (~self.positive).sum(), self.positive.sum()
        n = len(self.positive)
        return Group(
            self.positive,
            self.score,
            ((1 - base_rate) * n / negatives, base_rate * n / positives),
        )

    @property
    def n(self) -> float:
        return self.positives + self.negatives

    @cached_property
    def positives(self) -> float:
        return self.positive.sum() * self.weights[1]

    @cached_property
    def negatives(self) -> float:
        return (~self.positive).sum() * self.weights[0]

    @property
    def base_rate(self) -> float:
        return float(share(self.positives, self.n))

    @cached_property
    def tp(self) -> Shares:
        """Positives selected at each of the 101 thresholds."""
        return self._reaching(self.score[self.positive]) * self.weights[1]

    @cached_property
    def fp(self) -> Shares:
        """Negatives selected at each of the 101 thresholds."""
        return self._reaching(self.score[~self.positive]) * self.weights[0]

    @staticmethod
    def _reaching(scores: Counts) -> Counts:
        return len(scores) - np.searchsorted(np.sort(scores), STEPS, side="left")

    @property
    def right(self) -> Shares:
        """People judged rightly at each threshold."""
        return self.tp + self.negatives - self.fp

    @cached_property
    def curves(self) -> dict[str, Shares]:
        """Every rate at each of the 101 thresholds."""
        chosen, n = self.tp + self.fp, self.n
        return {
            "selection": share(chosen, n),
            "tpr": share(self.tp, self.positives),
            "fpr": share(self.fp, self.negatives),
            "ppv": share(self.tp, chosen),
            "accuracy": share(self.right, n),
        }

    @cached_property
    def calibration_error(self) -> float:
        """Average distance, over ten bins of equal width, of scores from what came of them."""
        place = np.minimum(self.score // (MILLION // 10), 9)
        weight = np.where(self.positive, self.weights[1], self.weights[0])
        score = np.bincount(place, weight * self.score / MILLION, minlength=10)
        positive = np.bincount(place, weight * self.positive, minlength=10)
        return float(np.abs(score - positive).sum() / weight.sum())

    @cached_property
    def auc(self) -> float:
        """How often a positive has the higher score than a negative; ties count as half."""
        negatives, positives = (np.sort(self.score[self.positive == one]) for one in (False, True))
        below = np.searchsorted(negatives, positives, side="left").sum()
        upto = np.searchsorted(negatives, positives, side="right").sum()
        return float((below + upto) / 2 / (len(negatives) * len(positives)))

    def at(self, threshold: float) -> dict[str, int]:
        """Return the confusion matrix at one threshold of the grid, as whole people."""
        k = round(threshold * 100)
        tp, fp = int(self.tp[k]), int(self.fp[k])
        return {"tp": tp, "fp": fp, "fn": int(self.positives) - tp, "tn": int(self.negatives) - fp}

    def recalibrated(self) -> Group:
        """Return the same rows with scores that are right on average, in the same order.

        Scores of one hundredth share a new one, the share of positives among them; where that
        would turn the order round, neighbours are pooled until it no longer does.
        """
        place = self.score // (MILLION // 100)
        blocks: list[list[int]] = []  # positives, rows, first hundredth
        for hundredth in np.unique(place):
            inside = place == hundredth
            blocks.append([int(self.positive[inside].sum()), int(inside.sum()), int(hundredth)])
            while (
                len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1]
            ):
                positives, n, _ = blocks.pop()
                blocks[-1][0] += positives
                blocks[-1][1] += n
        starts = np.array([start for _, _, start in blocks])
        block = np.searchsorted(starts, place, side="right") - 1
        # Rounded down to whole hundredths: all that a threshold of the grid can see.
        seen = np.array([100 * positives // n for positives, n, _ in blocks])
        return Group(self.positive, seen[block] * (MILLION // 100))


@cache
def groups(grouping: str) -> Mapping[str, Group]:
    """Return the groups of a grouping by name, in alphabetical order."""
    rows = table()
    names = [rows[column] for column in GROUPINGS[grouping]]
    joined = np.array([" × ".join(parts) for parts in zip(*names, strict=True)])
    return {
        str(name): Group(rows["positive"][joined == name], rows["score"][joined == name])
        for name in np.unique(joined)
    }


@cache
def everybody() -> Group:
    """Return all rows as one group."""
    return Group(table()["positive"], table()["score"])


@cache
def pairs(grouping: str) -> list[tuple[str, str]]:
    """Return every two groups of a grouping."""
    return list(combinations(groups(grouping), 2))


def criteria(of: Mapping[str, Group], thresholds: Mapping[str, float]) -> dict[str, float]:
    """Return the value of all six criteria; a difference of two groups has its sign.

    One group without a rate leaves the criterion without a value.
    """
    at = {name: round(thresholds[name] * 100) for name in of}
    rates = {
        rate: np.array([float(group.curves[rate][at[name]]) for name, group in of.items()])
        for rate in ("selection", "tpr", "fpr", "ppv")
    }

    def apart(values: Shares) -> float:
        if len(values) == 2:
            return float(values[0] - values[1])
        return float(values.max() - values.min())

    highest = rates["selection"].max()
    odds = max(abs(apart(rates["tpr"])), abs(apart(rates["fpr"])))
    values = (
        apart(rates["selection"]),
        float(rates["selection"].min() / highest) if highest else float("nan"),
        apart(rates["tpr"]),
        odds,
        apart(rates["ppv"]),
        max(group.calibration_error for group in of.values()),
    )
    return dict(zip(CRITERIA, values, strict=True))


def holds(name: str, value: float, tolerance: float) -> bool:
    """Return whether a criterion holds at this value; the slack is for rounding alone."""
    if name == "Impact ratio":
        return value >= 0.8 - 1e-9
    return abs(value) <= tolerance + 1e-9


@dataclass(frozen=True, eq=False)
class Sweep:
    """Two groups at every one of the 10,201 pairs of thresholds.

    Attributes
    ----------
    accuracy : (101, 101) array
        Rows: the first group's threshold, columns: the second's.
    gaps : mapping from criterion to (101, 101) array
        Of the five that thresholds can change; the impact ratio as it is.
    """

    accuracy: Shares
    gaps: Mapping[str, Shares]
    calibration_error: float

    @classmethod
    def of(cls, first: Group, second: Group) -> Sweep:
        a, b = first.curves, second.curves
        apart = {rate: np.abs(a[rate][:, None] - b[rate]) for rate in ("selection", "tpr", "fpr")}
        low = np.minimum(a["selection"][:, None], b["selection"])
        high = np.maximum(a["selection"][:, None], b["selection"])
        gaps = (
            apart["selection"],
            share(low, high),
            apart["tpr"],
            np.maximum(apart["tpr"], apart["fpr"]),
            np.abs(a["ppv"][:, None] - b["ppv"]),
        )
        return cls(
            (first.right[:, None] + second.right) / (first.n + second.n),
            dict(zip(CRITERIA, gaps, strict=False)),
            max(first.calibration_error, second.calibration_error),
        )

    def met(self, name: str, tolerance: float) -> NDArray[np.bool_]:
        """Return at which pairs one of the five holds."""
        if name == "Impact ratio":
            return self.gaps[name] >= 0.8 - 1e-9
        return self.gaps[name] <= tolerance + 1e-9

    def held(self, tolerance: float) -> NDArray[np.int64]:
        """Return how many of the six hold at every pair."""
        calibrated = int(self.calibration_error <= tolerance + 1e-9)
        return sum(self.met(name, tolerance).astype(int) for name in self.gaps) + calibrated

    def near_best(self, loss: float = 0.01) -> NDArray[np.bool_]:
        """Return which pairs are at most so far below the best accuracy."""
        return self.accuracy >= self.accuracy.max() - loss - 1e-9

    def best_among(self, allowed: NDArray[np.bool_]) -> float:
        """Return the best accuracy among some pairs; NaN if there are none."""
        return float(self.accuracy[allowed].max()) if allowed.any() else float("nan")

    def frontier(self, name: str) -> list[tuple[float, float]]:
        """Return (gap, accuracy) of the pairs that no other one beats."""
        gap = 1 - self.gaps[name] if name == "Impact ratio" else self.gaps[name]
        known = ~np.isnan(gap)
        rows = sorted(zip(gap[known], -self.accuracy[known], strict=True))
        best, kept = -1.0, []
        for apart, negated in rows:
            if -negated > best + 1e-12:
                best = -negated
                kept.append((float(apart), float(best)))
        return kept


@cache
def sweep(grouping: str, first: str, second: str) -> Sweep:
    """Return the sweep of two groups of a grouping."""
    return Sweep.of(groups(grouping)[first], groups(grouping)[second])


def most_accurate(of: Mapping[str, Group]) -> float:
    """Return the best accuracy that one threshold a group can reach."""
    return float(
        sum(group.right.max() for group in of.values()) / sum(group.n for group in of.values())
    )


def every_grouping_and_pair() -> list[tuple[str, str, str]]:
    """Return every two groups of every grouping, with its name first."""
    return [(name, *pair) for name in GROUPINGS for pair in pairs(name)]


def medians(grouping: str, positive: bool) -> dict[str, float]:
    """Return the median score of each group's positives or negatives."""
    return {
        name: float(np.median(group.score[group.positive == positive]) / MILLION)
        for name, group in groups(grouping).items()
    }


def largest(of: list[Shares]) -> Shares:
    """Return the largest of several values, place by place; NaN where one is missing."""
    return np.max(np.stack(of), axis=0)
