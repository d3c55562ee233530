"""The settings at which pages are read: groupings, thresholds, uncertainty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, product

from tests.facts import recomputed

TOLERANCE = 0.05
SHIFT = 60
"""How far one group's base rate has moved towards the other's, in hundredths of the way."""

_MIXED = (0.31, 0.74, 0.05, 0.62, 0.9, 0.47, 0.0, 1.0, 0.58, 0.2)
_CUTS = {"half": (0.5,), "everybody": (0.0,), "hardly anybody": (1.0,), "mixed": _MIXED}


@dataclass(frozen=True)
class Setting:
    """A grouping, the thresholds of its groups, and whether uncertainty is shown."""

    grouping: str
    cuts: str
    uncertainty: str

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups in their order."""
        return tuple(recomputed.groups(self.grouping))

    @property
    def thresholds(self) -> dict[str, float]:
        """Each group's threshold."""
        return dict(zip(self.groups, cycle(_CUTS[self.cuts]), strict=False))

    @property
    def params(self) -> dict[str, str]:
        """The address that leads here, where Incompatibility changes the world and the scores."""
        cuts = {f"t.{group}": f"{value:.2f}" for group, value in self.thresholds.items()}
        changes = {"shift": str(SHIFT), "scores": "recalibrated"}
        return {"by": self.grouping, "uncertainty": self.uncertainty, **changes, **cuts}

    def __str__(self) -> str:
        return f"{self.grouping}, {self.cuts}, uncertainty {self.uncertainty}"


def settings() -> Iterator[Setting]:
    """Yield every setting: five groupings, four choices of thresholds, uncertainty off and on."""
    for one in product(recomputed.GROUPINGS, _CUTS, ("off", "on")):
        yield Setting(*one)


SETTINGS = list(settings())
EACH_GROUPING = [Setting(grouping, "half", "off") for grouping in recomputed.GROUPINGS]
