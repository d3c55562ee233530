"""A table of verdicts: one row per choice of thresholds, one column per criterion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from equipoise import words
from equipoise.criteria import TITLES, Criteria, Criterion
from equipoise.figures.theme import signs
from equipoise.foreign import in_html
from equipoise.rates import RATES
from equipoise.uncertainty.judgements import Judgement, SampleVerdict

STYLE = Path(__file__).with_name("verdicts.css")
"""How the table looks; on a narrow screen each row becomes a block of its own."""

NEARLY_ALL = 0.99
"""From this share on, selecting people (or not) is one decision for nearly everybody."""

_FEW = 3
"""More thresholds than these are given a wider column; more reasons are counted."""

_UNMET = "No thresholds on the grid meet it."

_MARKS = {"holds": "✓", "fails": "✕", "cannot tell": "?", "undefined": words.UNDEFINED}
_SPOKEN = {
    "holds": "holds",
    "fails": "fails",
    "cannot tell": "cannot tell",
    "undefined": "cannot be assessed",
}


@dataclass(frozen=True)
class Row:
    """One row of the table.

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


def hardly_chooses(share: float) -> str:
    """Return what decisions do that select this share of people, if they hardly choose; or ""."""
    nearly = "" if share in (0, 1) else "nearly "
    if share >= NEARLY_ALL:
        return f"selects {nearly}everybody"
    return f"selects {nearly}nobody" if share <= 1 - NEARLY_ALL else ""


def verdict_table(
    rows: Sequence[Row],
    *,
    caption: str,
    names: Sequence[str],
    value: Callable[[Criterion], str],
    chosen: int | None = None,
) -> str:
    """Return the rows as an HTML table, readable aloud.

    Parameters
    ----------
    rows : sequence of Row
    caption : str
        What the table shows; for those who do not see it.
    names : sequence of str
        The page's groups in their order, which gives them their shapes.
    value : callable
        Turns a criterion's value into text.
    chosen : int, optional
        The row to mark.
    """
    heads = ["Thresholds", "Accuracy", "Hold", *TITLES.values()]
    sign = signs(names)
    cells = "".join(f'<th scope="col" role="columnheader">{head}</th>' for head in heads)
    body = "".join(_row(row, sign, value, place == chosen) for place, row in enumerate(rows))
    # Roles are stated because a narrow screen lays the table out as blocks.
    return (
        f'<table class="verdicts" role="table"><caption>{escape(caption)}</caption>'
        f'<thead role="rowgroup"><tr role="row"><td role="cell"></td>{cells}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table>'
    )


def _row(
    row: Row, signs: Mapping[str, str], value: Callable[[Criterion], str], chosen: bool
) -> str:
    mark = ' class="chosen" aria-current="true"' if chosen else ""
    met = row.thresholds is not None
    head = f'<th scope="row" role="rowheader">{escape(row.title)}{_small(row.note * met)}</th>'
    if row.thresholds is None or row.criteria is None:
        cells = _cell("", "none", escape(row.note) or _UNMET, span=3 + len(TITLES))
    else:
        kind = "many" if len(row.thresholds) > _FEW else ""
        cells = _cell("Thresholds", kind, _thresholds(row.thresholds, signs))
        cells += _cell("Accuracy", "", words.percent(row.accuracy))
        cells += _cell("Hold", "", f"{row.held} of {len(TITLES)}".replace(" ", "&nbsp;"))
        cells += "".join(
            _cell(one.title, verdict.replace(" ", "-"), _verdict(verdict, value(one)) + about)
            for one, verdict, about in (
                (one, row.verdict(one), _small(_about(one, len(row.thresholds))))
                for one in row.criteria
            )
        )
    return f'<tr role="row"{mark}>{head}{cells}</tr>'


def _cell(label: str, kind: str, html: str, *, span: int = 1) -> str:
    """Return a cell; a narrow screen writes its label before it."""
    wide = f' colspan="{span}"' if span > 1 else ""
    return f'<td role="cell" class="{kind}" data-label="{label}"{wide}><span>{html}</span></td>'


def _thresholds(thresholds: Mapping[str, float], signs: Mapping[str, str]) -> str:
    values = set(thresholds.values())
    if len(values) == 1:
        return f"all {words.threshold(values.pop())}"
    return " ".join(
        f'<span class="one"><span aria-hidden="true">{signs[group]}</span>'
        f'<span class="spoken">{in_html(group)}</span> {words.threshold(value)}</span>'
        for group, value in thresholds.items()
    )


def _verdict(verdict: SampleVerdict, value: str) -> str:
    mark, spoken = _MARKS[verdict], _SPOKEN[verdict]
    mark = f'<span aria-hidden="true">{mark}</span><span class="spoken">{spoken}</span>'
    if verdict == "undefined":
        return mark
    return f'<span class="one">{mark} {escape(value)}</span>'


def _about(criterion: Criterion, n_groups: int) -> str:
    """Return of whom a criterion does not speak, and why; "" where it speaks of all."""
    left = criterion.left_out
    if criterion.verdict != "undefined":
        return f"over {n_groups - len(left)} of {n_groups} groups" if left else ""
    if len(left) <= _FEW or criterion.rate not in RATES:
        return criterion.reason
    return f"{len(left)} of {n_groups} groups: {RATES[criterion.rate].empty}"


def _small(text: str) -> str:
    return f"<small>{escape(text)}</small>" if text else ""
