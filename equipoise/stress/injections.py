"""Biases to inject into training rows, each with an amount.

A bias is anything that, called with rows, an amount and a generator, returns rows. The
built-in ones act on a fixed number of rows, round(amount * count), and on nested sets of
them as the amount grows under one seed, so that a curve over amounts is smooth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from equipoise.stress.data import Data, Flags, Seed, generator, require_rows
from equipoise.stress.errors import (
    ParameterError,
    Uncomputable,
    check_callable,
    check_count,
    check_within,
)

Bias = Callable[[Data, float, np.random.Generator], Data]
"""A bias returns biased rows, given rows, an amount and a generator."""


def inject(data: Data, bias: Bias, amount: float, seed: Seed) -> Data:
    """Return the rows with a bias injected; the same seed chooses the same rows.

    Parameters
    ----------
    data : Data
    bias : callable (data, amount, rng) -> Data
        One of this module, or a function of one's own:

        >>> def rounding(data, amount, rng):
        ...     return replace(data, features=np.round(data.features / amount) * amount)
    amount : float
        How much of it; each built-in bias says in what unit.
    seed : int or SeedSequence

    Raises
    ------
    ParameterError
        If the amount is out of range.
    Uncomputable
        If nobody would be left of a group that the bias removes as a whole.
    """
    check_amount(bias, amount)
    return bias(data, amount, generator(seed))


def check_amount(bias: Bias, amount: float) -> None:
    """Raise ParameterError unless a bias is one and, with limits, can have this amount."""
    check_callable("bias", bias)
    limits = getattr(bias, "limits", None)
    if limits is not None:
        check_within(f"amount of {title(bias)}", amount, *limits)


def title(part: object) -> str:
    """Return what a bias, model or repair is called: its title, else its own name."""
    named = getattr(part, "title", None) or getattr(part, "__name__", None)
    return str(named or type(part).__name__)


@dataclass(frozen=True)
class _Targeted:
    """The rows a bias acts on: of a group, perhaps with one label only.

    Attributes
    ----------
    label : {0, 1}, optional
        Only rows with this label; all of the group when left out.
    group : str, optional
        The minority when left out.
    """

    label: int | None = None
    group: str | None = None
    limits: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def __post_init__(self) -> None:
        if self.label not in (None, 0, 1):
            raise ParameterError(f"label must be 0, 1 or None, but is {self.label!r}.")

    def _whom(self) -> str:
        of = {None: "", 0: "negative ", 1: "positive "}[self.label]
        return f"{of}{self.group or 'minority'} rows"


@dataclass(frozen=True)
class UnderRepresentation(_Targeted):
    """Remove a share of a group's rows, or of those with one observed label.

    The amount is 1 - beta: the share removed, from 0 to 1.
    """

    @property
    def title(self) -> str:
        """What the bias is called."""
        return f"under-representation of {self._whom()}"

    def __call__(self, data: Data, amount: float, rng: np.random.Generator) -> Data:
        """Return the rows that stay."""
        group = _group(data, self.group)
        chosen = _choose(data.members(data.groups[group], self.label), amount, rng)
        kept = data.take(~chosen)
        if self.label is None:
            require_rows(kept, group)
        return kept


@dataclass(frozen=True)
class LabelNoise(_Targeted):
    """Give a group's labels another rate of noise than the world's.

    The labels of the rows in question become the noise-free ones, and exactly
    round(amount * count) of them are then flipped; the amount, from 0 to 1, thereby
    replaces the world's eta. `label` selects by the noise-free label.
    """

    @property
    def title(self) -> str:
        """What the bias is called."""
        return f"label noise of {self._whom()}"

    def __call__(self, data: Data, amount: float, rng: np.random.Generator) -> Data:
        """Return all rows, some with another label."""
        target = data.group == _group(data, self.group)
        if self.label is not None:
            target &= data.truth == self.label
        flipped = _choose(target, amount, rng)
        # From the noise-free labels: on observed ones two noises could undo each other.
        return replace(data, y=np.where(target, data.truth ^ flipped, data.y).astype(np.int8))


@dataclass(frozen=True)
class Missingness(_Targeted):
    """Hide one feature in a share of a group's rows: it becomes 0.

    The amount is that share, from 0 to 1. `label` selects by the observed label.

    Attributes
    ----------
    feature : int
        Position of the feature; 0 is x1.
    """

    feature: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count("feature (position, from 0)", self.feature, 0)

    @property
    def title(self) -> str:
        """What the bias is called."""
        return f"missing x{self.feature + 1} in {self._whom()}"

    def __call__(self, data: Data, amount: float, rng: np.random.Generator) -> Data:
        """Return all rows, some without the feature."""
        last = data.features.shape[1] - 1
        check_within("feature (position, from 0)", self.feature, 0, last)
        group = data.groups[_group(data, self.group)]
        # A copy: the next level starts from the same rows.
        features = data.features.copy()
        features[_choose(data.members(group, self.label), amount, rng), self.feature] = 0
        return replace(data, features=features)


@dataclass(frozen=True)
class BaseRateShift:
    """Move a group's share of positive labels by removing rows of the other label.

    The amount, between -1 and 1, is added to the group's observed base rate: negative rows
    go when it is above 0, positive ones when it is below.

    Attributes
    ----------
    group : str, optional
        The minority when left out.
    """

    group: str | None = None
    limits: ClassVar[tuple[float, float]] = (-1.0, 1.0)

    @property
    def title(self) -> str:
        """What the bias is called."""
        return f"base-rate shift of {self.group or 'the minority'}"

    def __call__(self, data: Data, amount: float, rng: np.random.Generator) -> Data:
        """Return the rows that stay."""
        group = _group(data, self.group)
        require_rows(data, group)
        n, kept = data.counts[group].sum(), data.counts[group, int(amount > 0)]
        wanted = data.counts[group, 1] / n + amount
        share = wanted if amount > 0 else 1 - wanted
        if not 0 < share <= 1:
            raise Uncomputable(
                f"Group {data.groups[group]} has a base rate of {wanted - amount:.3f}: "
                f"it cannot move by {amount:g}."
            )
        # Among `kept` rows of one label and k of the other, the first make up `share`.
        others = data.members(data.groups[group], int(amount <= 0))
        leaving = n - round(kept / share)
        chosen = _choose(others, leaving / max(others.sum(), 1), rng)
        return data.take(~chosen)


@dataclass(frozen=True)
class Combined:
    """Several biases one after the other.

    Attributes
    ----------
    parts : tuple of (bias, amount)
        An amount of None stands for the amount that `inject`, or a level of a design, gives.
    """

    parts: tuple[tuple[Bias, float | None], ...]

    def __post_init__(self) -> None:
        for bias, amount in self.parts:
            if amount is not None:
                check_amount(bias, amount)

    @property
    def title(self) -> str:
        """What the bias is called."""
        return " and ".join(
            title(bias) if amount is None else f"{title(bias)} ({amount:g})"
            for bias, amount in self.parts
        )

    def __call__(self, data: Data, amount: float, rng: np.random.Generator) -> Data:
        """Return the rows with all of them injected."""
        # A generator each: what one part draws must not change the choice of the next.
        for (bias, fixed), own in zip(self.parts, rng.spawn(len(self.parts)), strict=True):
            given = amount if fixed is None else fixed
            check_amount(bias, given)
            data = bias(data, given, own)
        return data


def _group(data: Data, group: str | None) -> int:
    return data.minority if group is None else data.position(group)


def _choose(among: Flags, share: float, rng: np.random.Generator) -> Flags:
    """Flag exactly round(share * count) of the flagged rows."""
    places = np.flatnonzero(among)
    chosen = np.zeros_like(among)
    # One permutation, cut at the share: under a seed the larger choice holds the smaller.
    chosen[rng.permutation(places)[: round(share * len(places))]] = True
    return chosen
