"""The four outcomes of each group: matrices in counts, rates and words of people."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import pandas as pd

from equipoise import words
from equipoise.audit import View
from equipoise.figures.metrics.uncertainty import Limits
from equipoise.figures.metrics.words import Row, everybody, fraction, with_limits
from equipoise.figures.theme import signs
from equipoise.foreign import plain, visible
from equipoise.rates import RATES, why_undefined
from equipoise.vocabulary import Vocabulary

STYLE = Path(__file__).with_name("confusion.css")
"""How the matrices look; a page needs it once, outside what is drawn anew."""


def confusion_tables(view: View, groups: Sequence[str], limits: Limits | None = None) -> str:
    """Return the confusion matrices of some groups, as HTML.

    Parameters
    ----------
    view : View
    groups : sequence of str
    limits : mapping, optional
        Between which the rates may lie.
    """
    sign = signs(view.groups)
    figures = [
        _figure(sign[group], group, view.rows[group], view.vocabulary, limits or {})
        for group in groups
    ]
    return f'<div class="confusions">{"".join(figures)}</div>'


def _figure(sign: str, group: str, row: Row, vocabulary: Vocabulary, limits: Limits) -> str:
    def cell(kind: str, outcome: str, count: str, rate: str) -> str:
        said = with_limits(row[rate], limits.get((rate, group)))
        return (
            f'<td class="{kind}"><strong>{words.count(row[count])}</strong> {outcome}'
            f"<small>{said}</small></td>"
        )

    def line(label: int, n: float, *cells: str) -> str:
        outcome = escape(visible(vocabulary.outcome(label).plural))
        title = f'<th scope="row">{outcome}<small>{words.count(n)}</small></th>'
        return f"<tr>{title}{''.join(cells)}</tr>"

    # Made visible once for both; `group` stays what counts and limits are found by.
    name = visible(group)
    said = in_words(vocabulary, name, row)
    chosen, rejected = row["tp"] + row["fp"], row["tn"] + row["fn"]
    earn, not_earn = row["tp"] + row["fn"], row["tn"] + row["fp"]
    head = "".join(
        f'<th scope="col">{title}<small>{words.count(n)}</small></th>'
        for title, n in (("selected", chosen), ("not selected", rejected))
    )
    return (
        f"<figure><table><caption>{sign} {escape(name)}: {words.count(row['n'])}</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>"
        + line(1, earn,
                cell("right", "found", "tp", "true_positive_rate"),
                cell("wrong", "missed", "fn", "false_negative_rate"))
        + line(0, not_earn,
                cell("wrong", "selected in error", "fp", "false_positive_rate"),
                cell("right", "rightly left out", "tn", "true_negative_rate"))
        + f"</tbody></table><figcaption>{escape(said)}</figcaption></figure>"
    )  # fmt: skip


def in_words(vocabulary: Vocabulary, group: str, row: Row) -> str:
    """Return a group's four outcomes as two statements about people."""
    chosen, found, earn = row["tp"] + row["fp"], row["tp"], row["tp"] + row["fn"]
    who, earners = vocabulary.who(group), vocabulary.who(group, 1)
    positive, negative = vocabulary.positive, vocabulary.negative
    recall = (
        f"{words.of(found, earn, earners)} {words.agreeing(found, 'is', 'are')} selected."
        if earn
        else f"There are no {earners}."
    )
    if not chosen:
        precision = f"No {who} are selected, so nothing can be said about those selected."
    elif chosen == 1:
        earns = (positive if found else negative).singular
        precision = f"Of all {who}, one is selected, who {earns}."
    else:
        precision = (
            f"Of {words.count(chosen)} {who} selected, {words.count(found)} "
            f"{words.agreeing(found, positive.singular, positive.plural)} "
            f"({words.percent(row['positive_predictive_value'])})."
        )
    return f"{recall} {precision}"


def undefined_rates(rows: Mapping[str, Row]) -> list[str]:
    """Return a sentence for each rate of a group that has no value, with the reason."""
    return [
        f"{RATES[name].title} of {plain(why_undefined(name, group, row['n']))}."
        for name in RATES
        for group, row in rows.items()
        if math.isnan(row[name])
    ]


def all_rates(view: View, limits: Limits | None = None) -> pd.DataFrame:
    """Return every rate of every group and of everybody, with the people behind it.

    Parameters
    ----------
    view : View
    limits : mapping, optional
        Between which they may lie.
    """
    rows = {**view.rows, "": everybody(view.overall)}
    known = limits or {}
    table = {
        name or "Everybody": [
            f"{with_limits(row[rate], known.get((rate, name)))} ({fraction(rate, row)})"
            for rate in RATES
        ]
        + [words.percent(row["balanced_accuracy"])]
        for name, row in rows.items()
    }
    titles = [
        f"{rate.title} ({rate.short})" if rate.short.isupper() else rate.title
        for rate in RATES.values()
    ]
    titles.append("Balanced accuracy (mean of TPR and TNR)")
    return pd.DataFrame(table, index=pd.Index(titles, name="Rate"))
