"""Random rows of every awkward kind, and the slow, obvious way to count them."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from equipoise import GRID, Predictions
from equipoise.criteria import Criteria
from equipoise.rates import RATES

NAMES = ("a", "b", "c", "d", "e")


@dataclass(frozen=True)
class Rows:
    """Rows as a user would hand them over; None is missing."""

    labels: list[int | None]
    scores: list[float | None]
    groups: list[str | None]
    weights: list[float] | None

    def predictions(self) -> Predictions:
        return Predictions(
            self.labels, self.scores, {"g": self.groups}, sample_weight=self.weights
        )

    def usable(self) -> list[tuple[int, float, str, float]]:
        weights = self.weights or [1] * len(self.labels)
        rows = zip(self.labels, self.scores, self.groups, weights, strict=True)
        return [row for row in rows if None not in row]

    def confusion(self, group: str | None, threshold: float) -> dict[str, float]:
        """Count row by row; `group` None takes everybody who has a group."""
        cells = dict.fromkeys(("tn", "fp", "fn", "tp"), 0.0)
        for label, score, own_group, weight in self.usable():
            if group in (None, own_group):
                cells[("tn", "fp", "fn", "tp")[2 * label + (score >= threshold)]] += weight
        return cells


def but_with(found: Criteria, name: str, **changes: Any) -> Criteria:
    """Return judged criteria with one of them changed."""
    return Criteria(tuple(replace(one, **changes) if one.name == name else one for one in found))


def rate(cells: dict[str, float], name: str) -> float:
    """Return a rate of confusion-matrix cells; NaN where it is 0 of 0."""
    below = sum(cells[cell] for cell in RATES[name].denominator)
    return sum(cells[cell] for cell in RATES[name].numerator) / below if below else np.nan


def on_or_beside_the_grid() -> st.SearchStrategy[float]:
    points = st.sampled_from(GRID.tolist())
    beside = st.builds(np.nextafter, points, st.sampled_from([0.0, 1.0])).map(float)
    return points | beside | st.floats(0, 1)


@st.composite
def rows(draw: st.DrawFn, weighted: bool = False, min_size: int = 0) -> Rows:
    """Draw rows with ties, missing values, and groups of one class or of nobody."""
    kinds = st.tuples(
        st.sampled_from([0, 1, 0, 1, None]),
        st.none() | on_or_beside_the_grid() | on_or_beside_the_grid(),
        st.sampled_from([*NAMES, None]),
        st.sampled_from([0.0, 0.1, 1.0, 2.5]),
    )
    drawn = draw(st.lists(kinds, min_size=min_size, max_size=40))
    one_class = draw(st.dictionaries(st.sampled_from(NAMES), st.sampled_from([0, 1])))
    return Rows(
        labels=[one_class.get(group, label) for label, _, group, _ in drawn],
        scores=[score for _, score, _, _ in drawn],
        groups=[group for _, _, group, _ in drawn],
        weights=[weight for *_, weight in drawn] if weighted else None,
    )


def thresholds() -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries({name: st.sampled_from(GRID.tolist()) for name in NAMES})
