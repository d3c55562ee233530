"""Results of a stress test by level, as the charts and sentences of the page want them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from equipoise import words
from equipoise.figures.stress.charts import EVERYBODY, TITLES, Columns
from equipoise.foreign import plain
from equipoise.stress.data import Floats
from equipoise.stress.gains import Gain, gain

FIELDS = ("level", "value", "group", "model")


@dataclass(frozen=True, eq=False)
class Curves:
    """Measures on the test rows against the amount of bias.

    Attributes
    ----------
    levels : tuple of float
    models, measures : tuple of str
    groups : tuple of str
        "" (everybody) first.
    values : (repeats, levels, models, measures, groups) array of float
        NaN where there is no value.
    reasons : mapping from (level, model) positions to str
        Why there is none.
    """

    levels: tuple[float, ...]
    models: tuple[str, ...]
    measures: tuple[str, ...]
    groups: tuple[str, ...]
    values: Floats
    reasons: Mapping[tuple[int, int], str]

    @classmethod
    def of(cls, table: pd.DataFrame) -> Curves:
        """Read the table that `equipoise.stress.run` returns."""
        axes = [tuple(table[name].unique().tolist()) for name in _AXES]
        levels, models, splits, measures, groups = axes
        # Rows come in the order of the axes, repeat by repeat: to reshape them is to read them.
        shape = (-1, *map(len, axes))
        test = splits.index("test")
        values = table["value"].to_numpy(dtype=np.float64).reshape(shape)[:, :, :, test]
        why = table["reason"].to_numpy(dtype=object).reshape(shape)[:, :, :, test]
        places = np.argwhere(np.isnan(values))
        reasons = {(int(p[1]), int(p[2])): str(why[tuple(p)]) for p in places}
        return cls(levels, models, measures, groups, values, reasons)

    @cached_property
    def means(self) -> Floats:
        """(levels, models, measures, groups): over the repeats that have a value."""
        known = np.isfinite(self.values)
        sums = np.where(known, self.values, 0).sum(axis=0)
        counts = known.sum(axis=0)
        # NumPy warns of the mean of nothing; here nothing is one of the things that happen.
        return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)

    def at(self, measure: str, group: str, level: float, model: str) -> float:
        """Return the mean of one measure; NaN where there is none."""
        return float(
            self.means[self._level(level), self.models.index(model)][self._where(measure, group)]
        )

    def gain(self, measure: str, group: str, level: float, nothing: str, repaired: str) -> Gain:
        """Return what one model gains over another; for disparity, by how much it lowers it."""
        values = self.of_group(measure, group)[:, self._level(level)]
        sides = (values[:, self.models.index(model)] for model in (nothing, repaired))
        return lower(*sides) if measure == "disparity" else gain(*sides)

    def why(self, level: float, model: str) -> str:
        """Return why a model has no value at a level; "" where it has."""
        return self.reasons.get((self._level(level), self.models.index(model)), "")

    def of_group(self, measure: str, group: str) -> Floats:
        """Return (repeats, levels, models): every repeat of one measure."""
        m, g = self._where(measure, group)
        return self.values[..., m, g]

    def lines(
        self, measure: str, groups: Sequence[str], models: Sequence[str] | None = None
    ) -> Columns:
        """Return the means, of some models or all, as columns level, value, group, model."""
        means = self.means
        return _columns(
            (level, _known(means[i, j][self._where(measure, group)]), group or EVERYBODY, model)
            for group in groups
            for j, model in enumerate(self.models)
            if models is None or model in models
            for i, level in enumerate(self.levels)
        )

    def dots(
        self, measure: str, groups: Sequence[str], models: Sequence[str] | None = None
    ) -> Columns:
        """Return single repeats in the same columns; none where there is one only."""
        if len(self.values) < 2:
            return _columns(())
        return _columns(
            (level, float(value), group or EVERYBODY, model)
            for group in groups
            for repeat in self.of_group(measure, group)
            for i, level in enumerate(self.levels)
            for value, model in zip(repeat[i], self.models, strict=True)
            if np.isfinite(value) and (models is None or model in models)
        )

    def holes(self) -> Columns:
        """Return the levels at which some model has no value, and why."""
        found = sorted(self.reasons.items())
        return {
            "level": [self.levels[i] for (i, _), _ in found],
            "reason": [reason for _, reason in found],
        }

    def hole_lines(self) -> list[str]:
        """Return a sentence for each reason why a model has no value."""
        where: dict[tuple[str, str], list[float]] = {}
        for (level, model), reason in sorted(self.reasons.items()):
            where.setdefault((self.models[model], reason), []).append(self.levels[level])
        return [
            f"No value for “{plain(model)}” {_span(levels)}: {plain(reason)}"
            for (model, reason), levels in where.items()
        ]

    def table(self) -> pd.DataFrame:
        """Return all means in words."""
        means = self.means
        rows = [
            (
                words.percent(level, 0),
                model,
                plain(group) or EVERYBODY,
                *(words.percent(means[i, j, self.measures.index(name), g]) for name in TITLES),
            )
            for i, level in enumerate(self.levels)
            for j, model in enumerate(self.models)
            for g, group in enumerate(self.groups)
        ]
        return pd.DataFrame(rows, columns=["level", "model", "group", *TITLES]).set_index("level")

    def _level(self, level: float) -> int:
        # A level comes from a slider, in two decimals: the nearest one is meant.
        return int(np.argmin(np.abs(np.array(self.levels) - level)))

    def _where(self, measure: str, group: str) -> tuple[int, int]:
        return self.measures.index(measure), self.groups.index(group)


def lower(nothing: Floats, repaired: Floats) -> Gain:
    """Return the gain in a measure that is better the lower it is."""
    return gain(-nothing, -repaired)


_AXES = ("level", "model", "split", "measure", "group")


def _columns(rows: Iterator[tuple[object, ...]] | tuple[tuple[object, ...], ...]) -> Columns:
    columns = list(zip(*rows, strict=True)) or [()] * len(FIELDS)
    return {name: list(column) for name, column in zip(FIELDS, columns, strict=True)}


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _span(levels: list[float]) -> str:
    first, last = (words.percent(level, 0) for level in (levels[0], levels[-1]))
    return f"at {first}" if len(levels) == 1 else f"from {first} to {last}"
