"""The ten curves and seven models of the paper's study.

Definitions follow the text of Akpinar et al. (2022) and their public notebooks
(github.com/mnagired/fairness-sandbox-open): 30,000 rows to train on and 30,000 to test on,
a fifth of them in the minority, label noise 0.4, fidelity to a reference that is learned on
the training half before it is biased. Where the authors left the order of rows to chance and
a grid search depends on it, two more models fix it: one group first, then the other.

What is not theirs: section 4 of the paper repeats its first picture with 300 and 3,000
training rows, which are left to ``--n 600`` and ``--n 6000``; their label noise of 0.40 trains
on the very sample the reference has seen, ours flips labels anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from equipoise.stress.data import Data
from equipoise.stress.design import DO_NOTHING, Arm, Design
from equipoise.stress.injections import (
    Bias,
    Combined,
    LabelNoise,
    Missingness,
    UnderRepresentation,
)
from equipoise.stress.regression import Logistic
from equipoise.stress.repairs import GridSearch, PostProcessing
from equipoise.stress.worlds import Synthetic

N = 60_000
REPEATS = 50

SHARES = tuple(k / 10 for k in range(11))
NEARLY_ALL = (*SHARES[:-1], 0.99)
"""Without any minority row GridSearch cannot run: the last level leaves 1 %."""
NOISE = tuple(k / 20 for k in range(10))
SHIFTS = (-4.0, -1.7, -1.1, -0.7, -0.3, 0.0, 0.35, 0.7, 1.15, 1.75, 4.0)
OTHER_BASE_RATE = 0.7
"""Mean of the majority's features at which its base rate is 0.70; the minority's is 0.50."""
REMOVED_WHILE_SHIFTED = 0.4
"""Share of positive minority rows removed while base rates vary: beta = 0.6."""

NO_INTERCEPT = Logistic("none")
DESCRIBED_MODELS = (
    (DO_NOTHING, "logistic regression with a shared intercept, no repair"),
    (Arm("no intercept", NO_INTERCEPT), "logistic regression without intercept, no repair"),
    (
        Arm("grid 10", NO_INTERCEPT, GridSearch(size=10)),
        "as published: GridSearch on equalized odds, first 10 of 13 points, no intercept",
    ),
    (
        Arm("grid 13", NO_INTERCEPT, GridSearch(size=13)),
        "GridSearch on equalized odds, the full grid of 13 points, no intercept",
    ),
    (
        Arm("post-processing", Logistic(), PostProcessing()),
        "ThresholdOptimizer on equalized odds, after a shared intercept",
    ),
    (
        Arm("grid 13, A first", NO_INTERCEPT, GridSearch(size=13, first_row=("A", None))),
        "as grid 13, with a row of group A moved to the front",
    ),
    (
        Arm("grid 13, B first", NO_INTERCEPT, GridSearch(size=13, first_row=("B", None))),
        "as grid 13, with a row of group B moved to the front",
    ),
)
ARMS = tuple(arm for arm, _ in DESCRIBED_MODELS)


@dataclass(frozen=True)
class Curve:
    """One picture of the study.

    Attributes
    ----------
    key : str
        Its short name.
    title : str
    axis : str
        What a level is.
    bias : Bias
    levels : tuple of float
    d : float
        Mean of the majority's features, where it does not vary.
    varies : {"bias", "world"}
    """

    key: str
    title: str
    axis: str
    bias: Bias
    levels: tuple[float, ...]
    d: float = 0.0
    varies: Literal["bias", "world"] = "bias"

    def design(self, n: int = N) -> Design:
        """Return the experiment behind the curve, with n rows a repeat."""
        return Design(
            shifted if self.varies == "world" else shifted(self.d),
            self.bias,
            self.levels,
            ARMS,
            n=n,
            varies=self.varies,
            amount=REMOVED_WHILE_SHIFTED if self.varies == "world" else 0.0,
            name=self.key,
        )


def shifted(d: float) -> Synthetic:
    """Return the paper's world with the majority's features moved by d."""
    return Synthetic(r=0.2, eta=0.4, d=d)


def majority_first(data: Data, amount: float, rng: np.random.Generator) -> Data:
    """Move the first majority row to the front: a bias of order alone.

    The published label-noise data pass through one fixed permutation, which always puts a
    majority row first. GridSearch gives multipliers to the group it meets first only, so
    that this order is an input.
    """
    others = np.flatnonzero(data.group != data.minority)
    if not len(others):
        return data
    return data.take(np.concatenate([others[:1], np.delete(np.arange(data.n), others[0])]))


def _noise(label: int | None) -> Combined:
    return Combined(((LabelNoise(label=label), None), (majority_first, 0.0)))


CURVES = (
    Curve(
        "removed_positives",
        "Under-representation of positive minority rows",
        "share of positive minority rows removed",
        UnderRepresentation(label=1),
        SHARES,
    ),
    Curve(
        "removed_minority",
        "Under-representation of the whole minority",
        "share of minority rows removed",
        UnderRepresentation(),
        NEARLY_ALL,
    ),
    Curve(
        "removed_positives_other_rates",
        "Under-representation of positive minority rows, different base rates",
        "share of positive minority rows removed",
        UnderRepresentation(label=1),
        SHARES,
        d=OTHER_BASE_RATE,
    ),
    Curve(
        "base_rates",
        "Different base rates, 40 % of positive minority rows removed",
        "mean of the majority's features",
        UnderRepresentation(label=1),
        SHIFTS,
        varies="world",
    ),
    Curve(
        "missing_minority",
        "A missing feature in the whole minority",
        "share of minority rows without x1",
        Missingness(),
        SHARES,
    ),
    Curve(
        "missing_positives",
        "A missing feature in positive minority rows",
        "share of positive minority rows without x1",
        Missingness(label=1),
        SHARES,
    ),
    Curve(
        "missing_positives_other_rates",
        "A missing feature in positive minority rows, different base rates",
        "share of positive minority rows without x1",
        Missingness(label=1),
        SHARES,
        d=OTHER_BASE_RATE,
    ),
    Curve(
        "noise_minority",
        "Another label noise in the whole minority",
        "share of minority labels flipped (majority: 0.40)",
        _noise(None),
        NOISE,
    ),
    Curve(
        "noise_positives",
        "Another label noise in truly positive minority rows",
        "share of truly positive minority labels flipped (all others: 0.40)",
        _noise(1),
        NOISE,
    ),
    Curve(
        "noise_positives_other_rates",
        "Another label noise in truly positive minority rows, different base rates",
        "share of truly positive minority labels flipped (all others: 0.40)",
        _noise(1),
        NOISE,
        d=OTHER_BASE_RATE,
    ),
)
