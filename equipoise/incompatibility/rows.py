"""Rows of verdicts: what holds at one choice of thresholds, to be compared with others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from equipoise import words
from equipoise.audit import View
from equipoise.criteria import CRITERIA, Criteria, Criterion
from equipoise.rates import confusion
from equipoise.uncertainty.judgements import Judgement, SampleVerdict

COUNTS = (
    "none",
    *map(words.spelt, range(1, len(CRITERIA))),
    f"all {words.spelt(len(CRITERIA))}",
)
"""How many of the criteria, in words; also the answers to choose from."""

NEARLY_ALL = 0.99
"""From this share on, selecting people (or not) is one decision for nearly everybody."""


@dataclass(frozen=True)
class Row:
    """One choice of thresholds, and what holds there.

    Attributes
    ----------
    title : str
    thresholds : mapping from group to float, or None
        None where none meet what the row asks for.
    accuracy : float
    criteria : Criteria or None
    note : str
        What else the reader should know of these thresholds, or that there are none.
    judgements : mapping from str to Judgement
        By criterion, where verdicts may abstain.
    """

    title: str
    thresholds: Mapping[str, float] | None
    accuracy: float = float("nan")
    criteria: Criteria | None = None
    note: str = ""
    judgements: Mapping[str, Judgement] = field(default_factory=dict)

    @property
    def held(self) -> int:
        """How many of the six criteria hold; where verdicts may abstain, with confidence."""
        return sum(self.verdict(one) == "holds" for one in self.criteria or ())

    def verdict(self, criterion: Criterion) -> SampleVerdict:
        """Return the verdict on one of the criteria."""
        if self.judgements:
            return self.judgements[criterion.name].verdict
        return criterion.verdict


def judged(title: str, view: View) -> Row:
    """Return a row of verdicts at a view's thresholds, which says when they hardly choose."""
    cells, n = confusion(view.tally, view.thresholds), view.tally.n.sum()
    accuracy = float((cells.tp + cells.tn).sum() / n)
    note = hardly_chooses(float((cells.tp + cells.fp).sum() / n))
    judgements = view.judgements if view.uncertainty else {}
    return Row(title, view.thresholds, accuracy, view.criteria, note, judgements)


def judged_at(
    title: str, view: View, thresholds: Mapping[str, float] | None, *, unmet: str = ""
) -> Row:
    """Return a row of verdicts at other thresholds; None makes a row that says `unmet`."""
    if thresholds is None:
        return Row(title, None, note=unmet)
    return judged(title, replace(view, thresholds=thresholds))


def hardly_chooses(share: float) -> str:
    """Return what decisions do that select this share of people, if they hardly choose; or ""."""
    nearly = "" if share in (0, 1) else "nearly "
    if share >= NEARLY_ALL:
        return f"selects {nearly}everybody"
    return f"selects {nearly}nobody" if share <= 1 - NEARLY_ALL else ""
