"""Confusion matrices in counts, rates and words of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import streamlit as st

from equipoise import words
from equipoise.figures.metrics.uncertainty import Limits
from equipoise.figures.metrics.words import Row, with_limits
from equipoise.figures.theme import signs
from equipoise.foreign import visible

_STYLE = Path(__file__).with_name("confusion.css")


def confusion_style() -> None:
    """Hand the page the look of the matrices; once a page, outside what is drawn anew."""
    st.html(_STYLE)


def confusion_tables(
    rows: Mapping[str, Row], groups: Sequence[str], limits: Limits | None = None
) -> None:
    """Draw the confusion matrix of each of these groups.

    Parameters
    ----------
    rows : mapping from group to row
        The counts and rates of all groups, in their order.
    groups : sequence of str
        The groups to draw.
    limits : mapping, optional
        Between which the rates may lie.
    """
    sign = signs(rows)
    figures = [_figure(sign[group], group, rows[group], limits or {}) for group in groups]
    st.html(f'<div class="confusions">{"".join(figures)}</div>')


def _figure(sign: str, group: str, row: Row, limits: Limits) -> str:
    def cell(kind: str, outcome: str, count: str, rate: str) -> str:
        said = with_limits(row[rate], limits.get((rate, group)))
        return _cell(kind, outcome, row[count], said)

    group = visible(group)
    chosen, rejected = row["tp"] + row["fp"], row["tn"] + row["fn"]
    earn, not_earn = row["tp"] + row["fn"], row["tn"] + row["fp"]
    head = "".join(
        f'<th scope="col">{title}<small>{words.count(n)}</small></th>'
        for title, n in (("selected", chosen), ("not selected", rejected))
    )
    return (
        f"<figure><table><caption>{sign} {escape(group)}: {words.count(row['n'])}</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>"
        + _line("earn more than 50K", earn,
                cell("right", "found", "tp", "true_positive_rate"),
                cell("wrong", "missed", "fn", "false_negative_rate"))
        + _line("earn 50K or less", not_earn,
                cell("wrong", "selected in error", "fp", "false_positive_rate"),
                cell("right", "rightly left out", "tn", "true_negative_rate"))
        + f"</tbody></table><figcaption>{escape(in_words(group, row))}</figcaption></figure>"
    )  # fmt: skip


def in_words(group: str, row: Row) -> str:
    """Return a group's four outcomes as two statements about people."""
    chosen, found, earn = row["tp"] + row["fp"], row["tp"], row["tp"] + row["fn"]
    who = words.who(group)
    recall = (
        f"{words.of(found, earn, words.who(group, 1))} {words.agreeing(found, 'is', 'are')} "
        "selected."
        if earn
        else f"There are no {words.who(group, 1)}."
    )
    if not chosen:
        precision = f"No {who} are selected, so nothing can be said about those selected."
    elif chosen == 1:
        earns = "earns more than 50K" if found else "earns 50K or less"
        precision = f"Of all {who}, one is selected, who {earns}."
    else:
        precision = (
            f"Of {words.count(chosen)} {who} selected, {words.count(found)} "
            f"{words.agreeing(found, 'earns', 'earn')} more than 50K "
            f"({words.percent(row['positive_predictive_value'])})."
        )
    return f"{recall} {precision}"


def _line(title: str, n: float, *cells: str) -> str:
    head = f'<th scope="row">{title}<small>{words.count(n)}</small></th>'
    return f"<tr>{head}{''.join(cells)}</tr>"


def _cell(kind: str, outcome: str, n: float, rate: str) -> str:
    return (
        f'<td class="{kind}"><strong>{words.count(n)}</strong> {outcome}<small>{rate}</small></td>'
    )
