"""The figures the paper quotes, beside what was measured, and whether a study repeats them.

Quoted figures are of minority fidelity and come from the text of Akpinar et al. (arXiv
2204.10233); the values behind their pictures are in `equipoise.stress.study.published`. The
measured figures come from an earlier replay of their notebooks, 50 repeats with seeds of its
own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from equipoise.stress.study.artifact import PaperStudy
from equipoise.stress.study.curves import REPEATS

WITHIN = 2.5
"""Standard errors within which a mean confirms another."""
# The replay's means have three decimals.
ROUNDING = 0.0005
SOURCE = "Akpinar et al., arXiv 2204.10233; values behind the pictures: mnagired/fairness-sandbox"

MODELS = ("grid 10", "grid 13", "do nothing", "no intercept", "post-processing")


@dataclass(frozen=True)
class Quoted:
    """One quoted figure: the minority's fidelity at one level of a curve.

    Attributes
    ----------
    name : str
    curve : str
        Short name of the curve.
    level : float
    published : str
        The figure as the paper's text has it.
    measured : mapping from model to float
        Means of the earlier replay. A model is left out that could not be computed.
    error : float
        Standard error of the replay's mean for the grid of 10.
    why : str
        What explains the measured figure; "" where it needs no explanation.
    """

    name: str
    curve: str
    level: float
    published: str
    measured: Mapping[str, float]
    error: float
    why: str = ""


def _quoted(
    name: str,
    curve: str,
    level: float,
    published: str,
    measured: tuple[float | None, ...],
    error: float,
    why: str = "",
) -> Quoted:
    known = {m: v for m, v in zip(MODELS, measured, strict=True) if v is not None}
    return Quoted(name, curve, level, published, known, error, why)


QUOTED = (
    _quoted(
        "Whole minority, 99 % removed",
        "removed_minority",
        0.99,
        "0.694",
        (0.680, 0.647, 0.727, 0.727, 0.625),
        0.027,
    ),
    _quoted(
        "Whole minority, 90 % removed",
        "removed_minority",
        0.9,
        "above 0.9",
        (0.871, 0.858, 0.891, 0.891, 0.846),
        0.011,
        "With some 600 rows of the minority left to learn from, draws differ widely.",
    ),
    _quoted(
        "Base rates 0.5 and 0.8",
        "base_rates",
        1.15,
        "0.423",
        (0.575, 0.958, 0.718, 0.965, 0.752),
        0.065,
        "Ten of thirteen grid points are tried, and the first training row decides which three "
        "are missing: repeats fall into two heaps, and the mean tells only how many fell into "
        "which. The full grid mends it at this level, but not where the majority's base rate is "
        "the lower one: there it is decided by the group whose row comes first.",
    ),
    _quoted(
        "x1 missing in the whole minority",
        "missing_minority",
        1.0,
        "0.635",
        (0.633, 0.632, 0.636, 0.635, 0.630),
        0.004,
    ),
    _quoted(
        "x1 missing in 90 % of the minority",
        "missing_minority",
        0.9,
        "above 0.95",
        (0.958, 0.948, 0.974, 0.969, 0.948),
        0.004,
    ),
    _quoted(
        "Half of the positive minority removed",
        "removed_positives",
        0.5,
        "about 1",
        (0.973, 0.971, 0.871, 0.978, 0.958),
        0.002,
        "The reference is learned from noisy labels, so that agreement with it stays below 1.",
    ),
    _quoted(
        "90 % of the positive minority removed",
        "removed_positives",
        0.9,
        "about 1",
        (0.963, 0.960, 0.756, 0.973, 0.921),
        0.003,
        "As at one half. The picture does not show doing nothing.",
    ),
    _quoted(
        "All of the positive minority removed",
        "removed_positives",
        1.0,
        "about 1",
        (0.970, 0.970, 0.721, 0.970, None),
        0.002,
        "As at one half. Post-processing cannot run: one of its four cells is empty.",
    ),
    _quoted(
        "No label noise in the minority, 0.40 in the majority",
        "noise_minority",
        0.0,
        "falls",
        (0.676, 0.646, 0.964, 0.964, 0.591),
        0.023,
        "The picture lacks the line of doing nothing, which loses next to nothing: under noise "
        "that differs by group, equalized odds on the noisy labels is the wrong aim.",
    ),
)


@dataclass(frozen=True)
class Checked:
    """A measured figure beside a study's.

    Attributes
    ----------
    quoted : Quoted
    model : str
    expected, found : float
        The earlier mean and the study's.
    error : float
        Standard error of their difference.
    strict : float
        The bound from the earlier mean's own error alone.
    """

    quoted: Quoted
    model: str
    expected: float
    found: float
    error: float
    strict: float

    @property
    def is_main(self) -> bool:
        """Whether it is of the grid as published, whose error the replay states."""
        return self.model == MODELS[0]

    @property
    def holds(self) -> bool:
        """Whether the two differ by no more than 2.5 standard errors of their difference."""
        return abs(self.found - self.expected) <= WITHIN * self.error + ROUNDING

    @property
    def holds_strictly(self) -> bool:
        """The same with the earlier mean's error alone, as if the study's had none."""
        return abs(self.found - self.expected) <= self.strict + ROUNDING


def check(study: PaperStudy) -> Iterator[Checked]:
    """Yield every quoted figure beside the study's.

    Where the earlier replay has no standard error, it is taken to be that of its 50 repeats with
    the study's spread.
    """
    for quoted in QUOTED:
        level = study.curve(quoted.curve).levels.index(quoted.level)
        for model, expected in quoted.measured.items():
            values = study.values(quoted.curve)[level, study.names.index(model)]
            spread = float(values.std(ddof=1))
            other = quoted.error if model == MODELS[0] else spread / math.sqrt(REPEATS)
            error = math.hypot(spread / math.sqrt(len(values)), other)
            yield Checked(quoted, model, expected, float(values.mean()), error, WITHIN * other)
