"""Somebody's own items and answers, read and scored within stated limits.

These run in a process of their own (see `io.sandbox`) and return what JSON can hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from equipoise.invariance.measures.scoring import Scores, score
from equipoise.invariance.tables.answers import Answers, read_answers
from equipoise.invariance.tables.items import Items, read_items
from equipoise.io.files import read_placed
from equipoise.io.limits import ANSWERS, QUESTIONS, Limits
from equipoise.io.sandbox import Message, Tell, job
from equipoise.words import count

LONGEST_TEXT = 6_000
"""Letters of one of these texts."""

MOST_CONTEXTS = 10
MOST_STRATA = 20
MOST_STRATEGIES = 20
LONGEST_NAME = 100
"""Letters of the name of a context, a stratum or a strategy."""

LONGEST_ID = 200
"""Letters of an id or a unit."""

MOST_SHOWN_FLIPS = 200

JUDGE, ITEMS = f"{__name__}:judge", f"{__name__}:items"
"""The jobs, as a sandbox knows them."""


@job
def judge(order: Message, tell: Tell) -> None:
    """Score the files "items" and "answers" of an order.

    Without answers, those in the items' file; without these, too, what the items are.
    """
    content = order["items"]
    items = bounded_items(content)
    if order["answers"]:
        content = order["answers"]
    else:
        table, _ = read_placed(content, ANSWERS)
        if "pred" not in {str(name).strip().casefold() for name in table.columns}:
            held = {
                "n": len(items.table),
                "contexts": list(items.contexts),
                "n_strata": len(items.strata),
                "n_units": int(items.table.loc[items.table["unit"] != "", "unit"].nunique()),
                "notes": list(items.notes),
            }
            tell({"kind": "items", **held})
            return
    answers = bounded_answers(content, items)
    notes = dict.fromkeys([*items.notes, *answers.notes])
    tell({"kind": "judged", **judged(items, score(items, answers), tuple(notes))})


@job
def items(order: Message, tell: Tell) -> None:
    """Read the file "items" of an order, texts to ask an endpoint about, and tell its rows."""
    found = bounded_items(order["items"], limits=QUESTIONS)
    for id, text in zip(found.table["id"], found.table["text"], strict=True):
        if not 1 <= len(text) <= LONGEST_TEXT:
            raise ValueError(
                f"The text of {id} has {count(len(text))} letters; texts of 1 to "
                f"{count(LONGEST_TEXT)} are sent."
            )
    table = found.table.assign(y=found.table["y"].astype(object).where(found.table["y"].notna()))
    tell({"kind": "items", "rows": table.to_dict("records"), "notes": list(found.notes)})


def bounded_items(content: bytes, *, limits: Limits = ANSWERS) -> Items:
    """Read items; ValueError says what is wrong with them, or what there is too much of."""
    found = read_items(content, limits=limits)
    for name in ("id", "unit"):
        _check_lengths(found.table[name], f"values of {name}", LONGEST_ID)
    _check_names(found.contexts, "contexts", MOST_CONTEXTS)
    _check_names(found.strata, "strata", MOST_STRATA)
    return found


def bounded_answers(content: bytes, items: Items) -> Answers:
    """Read answers to some items; ValueError as in `bounded_items`."""
    found = read_answers(content, items, limits=ANSWERS)
    _check_names(found.strategies, "strategies", MOST_STRATEGIES)
    seen = tuple(dict.fromkeys(found.table["s_lm"]))
    _check_names(seen, "different values of s_lm", MOST_STRATA)
    return found


def judged(items: Items, found: Scores, notes: Sequence[str] = ()) -> dict[str, Any]:
    """Return measures as JSON can hold them: a table, cells, pairs, flips, counts, notes.

    Parameters
    ----------
    items : Items
    found : Scores
    notes : sequence of str
        On how the files were read.
    """
    return {
        "table": found.table().to_dict("records"),
        "cells": cells_table(found).to_dict("records"),
        "pairs": {name: _pairs(one.ci.pairwise) for name, one in found.items()},
        "pairs_n": {name: _pairs(one.ci.pairwise_n) for name, one in found.items()},
        "flips": {name: list(one.ci.flips[:MOST_SHOWN_FLIPS]) for name, one in found.items()},
        "counts": {name: one.counts for name, one in found.items()},
        "notes": [*notes, *notes_of(found)],
        "contexts": list(items.contexts),
    }


def notes_of(found: Scores) -> list[str]:
    """Return what is to be said of the measures; of one strategy alone, with its name."""
    of_all, alone = found.notes()
    return of_all + [f"{name}: {note}" for name, notes in alone.items() for note in notes]


def cells_table(found: Scores) -> pd.DataFrame:
    """Return every strategy's cells: strategy, stratum, context, n, positives, rate, n_missing."""
    parts = [one.si_bias.cells.assign(strategy=name) for name, one in found.items()]
    return pd.concat(parts, ignore_index=True)


def _pairs(table: pd.DataFrame) -> list[list[float]]:
    found: list[list[float]] = table.to_numpy(dtype=float).tolist()
    return found


def _check_names(names: tuple[str, ...], what: str, most: int) -> None:
    if len(names) > most:
        raise ValueError(
            f"There are {count(len(names))} {what}; {most} are compared here. For more, use "
            "`python -m equipoise.invariance score`."
        )
    _check_lengths(names, what, LONGEST_NAME)


def _check_lengths(names: Iterable[str], what: str, most: int) -> None:
    longest = max(names, key=len, default="")
    if len(longest) > most:
        raise ValueError(
            f"One of the {what} has a name of {count(len(longest))} letters, beginning with "
            f"{longest[:40]!r}; {most} are shown. Is this the right column?"
        )
