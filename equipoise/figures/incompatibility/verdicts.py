"""A table of verdicts: one row per choice of thresholds, one column per criterion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from equipoise import words
from equipoise.criteria import TITLES, Criterion
from equipoise.figures.metrics.words import criterion_value
from equipoise.figures.theme import VERDICTS, signs
from equipoise.foreign import in_html
from equipoise.incompatibility.rows import Row
from equipoise.rates import RATES

STYLE = Path(__file__).with_name("verdicts.css")
"""How the table looks; on a narrow screen each row becomes a block of its own."""

_LISTED = 3
"""More thresholds than these are given a wider column; more reasons are counted."""

_UNMET = "No thresholds on the grid meet it."


def verdict_table(
    rows: Sequence[Row],
    *,
    caption: str,
    names: Sequence[str],
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
    chosen : int, optional
        The row to mark.
    """
    heads = ["Thresholds", "Accuracy", "Hold", *TITLES.values()]
    sign = signs(names)
    cells = "".join(f'<th scope="col" role="columnheader">{head}</th>' for head in heads)
    body = "".join(_row(row, sign, place == chosen) for place, row in enumerate(rows))
    # Roles are stated because a narrow screen lays the table out as blocks.
    return (
        f'<table class="verdicts" role="table"><caption>{escape(caption)}</caption>'
        f'<thead role="rowgroup"><tr role="row"><td role="cell"></td>{cells}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table>'
    )


def _row(row: Row, sign: Mapping[str, str], chosen: bool) -> str:
    state = ' class="chosen" aria-current="true"' if chosen else ""
    if row.thresholds is None or row.criteria is None:
        head = escape(row.title)
        # What is missing is said once, across the whole row, and not beside the title as well.
        cells = _cell("", "none", escape(row.note) or _UNMET, span=3 + len(TITLES))
    else:
        head = f"{escape(row.title)}{_small(row.note)}"
        kind = "many" if len(row.thresholds) > _LISTED else ""
        cells = _cell("Thresholds", kind, _thresholds(row.thresholds, sign))
        cells += _cell("Accuracy", "", words.percent(row.accuracy))
        cells += _cell("Hold", "", f"{row.held} of {len(TITLES)}".replace(" ", "&nbsp;"))
        for one in row.criteria:
            verdict = row.verdict(one)
            _, mark, word = VERDICTS[verdict]
            # A mark to see and a word to hear: neither is told twice.
            said = f'<span aria-hidden="true">{mark}</span><span class="spoken">{word}</span>'
            if verdict != "undefined":
                said = f'<span class="one">{said} {escape(criterion_value(one))}</span>'
            about = _small(_about(one, len(row.thresholds)))
            cells += _cell(one.title, verdict.replace(" ", "-"), said + about)
    return f'<tr role="row"{state}><th scope="row" role="rowheader">{head}</th>{cells}</tr>'


def _cell(label: str, kind: str, html: str, *, span: int = 1) -> str:
    """Return a cell; a narrow screen writes its label before it."""
    wide = f' colspan="{span}"' if span > 1 else ""
    return f'<td role="cell" class="{kind}" data-label="{label}"{wide}><span>{html}</span></td>'


def _thresholds(thresholds: Mapping[str, float], sign: Mapping[str, str]) -> str:
    values = set(thresholds.values())
    if len(values) == 1:
        return f"all {words.threshold(values.pop())}"
    return " ".join(
        f'<span class="one"><span aria-hidden="true">{sign[group]}</span>'
        f'<span class="spoken">{in_html(group)}</span> {words.threshold(value)}</span>'
        for group, value in thresholds.items()
    )


def _about(criterion: Criterion, n_groups: int) -> str:
    """Return of whom a criterion does not speak, and why; "" where it speaks of all."""
    left = criterion.left_out
    if criterion.verdict != "undefined":
        return f"over {n_groups - len(left)} of {n_groups} groups" if left else ""
    if len(left) <= _LISTED or criterion.rate not in RATES:
        return criterion.reason
    return f"{len(left)} of {n_groups} groups: {RATES[criterion.rate].empty}"


def _small(text: str) -> str:
    return f"<small>{escape(text)}</small>" if text else ""
