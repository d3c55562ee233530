"""Comparing a rebuilt artifact with the committed one.

The same files, versions and processor family give the same bytes. The linear algebra
behind the solver adds numbers in an order that depends on the processor and the release, and
the solver stops when it is close enough, which may be a step earlier or later; a comparison
across families or releases therefore allows for that, and for no more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

ARITHMETIC = ("blas", "numpy", "scipy", "scikit_learn")
"""What the last digits of a score hang on: the linear algebra, and who calls it."""

SCORE_TOLERANCE = 5e-4
"""Largest difference of a score where the arithmetic differs (2.4e-4 was measured)."""

FACT_TOLERANCE = 3e-3
"""Largest difference of a decimal fact there (1.5e-3 was measured, for a weight)."""


@dataclass(frozen=True)
class Comparison:
    """What a rebuilt artifact shares with the committed one.

    Attributes
    ----------
    identical : tuple of str
        Keys whose values are the same to the last digit.
    close : tuple of str
        Keys whose values differ within the tolerances.
    different : tuple of str
        One message for each key that differs by more, naming the first place.
    same_arithmetic : bool
        Whether both were built with the same arithmetic, and must be identical.
    """

    identical: tuple[str, ...]
    close: tuple[str, ...]
    different: tuple[str, ...]
    same_arithmetic: bool

    @property
    def agrees(self) -> bool:
        """Whether the rebuilt artifact confirms the committed one."""
        return not self.different and not (self.close and self.same_arithmetic)


def compare(committed: dict[str, Any], rebuilt: dict[str, Any]) -> Comparison:
    """Compare two artifacts key by key, leaving out "build".

    Parameters
    ----------
    committed, rebuilt : dict
        Parsed artifacts with the same keys.
    """
    identical, close, different = [], [], []
    for key, value in committed.items():
        if key == "build":
            continue
        tolerance = SCORE_TOLERANCE if key == "y_prob" else FACT_TOLERANCE
        if value == rebuilt[key]:
            identical.append(key)
        elif place := next(differences(key, value, rebuilt[key], tolerance), None):
            different.append(place)
        else:
            close.append(key)
    same = all(committed["build"][part] == rebuilt["build"][part] for part in ARITHMETIC)
    return Comparison(tuple(identical), tuple(close), tuple(different), same)


def differences(where: str, left: Any, right: Any, tolerance: float) -> Iterator[str]:
    """Name the places at which two parsed JSON values differ by more than a tolerance.

    Only decimal numbers may differ at all; whole numbers, texts and lengths must agree.
    """
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        for key in left:
            yield from differences(f"{where}.{key}", left[key], right[key], tolerance)
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for i, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from differences(f"{where}[{i}]", one, other, tolerance)
    elif isinstance(left, float) and isinstance(right, float):
        if not math.isclose(left, right, rel_tol=0, abs_tol=tolerance):
            yield f"{where} is {left!r}, rebuilt {right!r}"
    # By type as well: true, 1 and 1.0 are equal, yet not the same JSON.
    elif type(left) is not type(right) or left != right:
        yield f"{where} is {left!r}, rebuilt {right!r}"
