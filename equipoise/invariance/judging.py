"""Somebody's own items and answers, read and scored within stated limits.

These run in a process of their own (see `confined`) and return what JSON can hold.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd

from equipoise.invariance.answers import Answers, read_answers
from equipoise.invariance.files import blank_rows
from equipoise.invariance.items import Items, read_items
from equipoise.invariance.scoring import Scores, score
from equipoise.reading import read_table
from equipoise.words import count

MOST_BYTES = 5_000_000
MOST_ROWS = 20_000
MOST_COLUMNS = 100
MOST_CONTEXTS = 10
MOST_STRATA = 20
MOST_STRATEGIES = 20
MOST_LETTERS = 4 * MOST_BYTES
"""In all cells together: a packed file may hold one long text many times over."""

LONGEST_NAME = 100
"""Letters of the name of a context, a stratum or a strategy."""

MOST_SHOWN_FLIPS = 200

Tell = Callable[[dict[str, Any]], None]


def judge(order: dict[str, Any], tell: Tell) -> None:
    """Score the files "items" and "answers" of an order.

    Without answers, those in the items' file; without these, too, what the items are.
    """
    content = base64.b64decode(order["items"])
    items = bounded_items(content)
    if order["answers"]:
        content = base64.b64decode(order["answers"])
    elif not _has_answers(content):
        tell({"kind": "items", **_held(items)})
        return
    answers = bounded_answers(content, items)
    notes = dict.fromkeys([*items.notes, *answers.notes])
    tell({"kind": "judged", **judged(items, score(items, answers), tuple(notes))})


def items(order: dict[str, Any], tell: Tell) -> None:
    """Read the file "items" of an order and tell its rows."""
    found = bounded_items(base64.b64decode(order["items"]), most_rows=order["most_rows"])
    table = found.table.assign(y=found.table["y"].astype(object).where(found.table["y"].notna()))
    tell({"kind": "items", "rows": table.to_dict("records"), "notes": list(found.notes)})


def bounded_items(content: bytes, *, most_rows: int = MOST_ROWS) -> Items:
    """Read items; ValueError says what is wrong with them, or what there is too much of."""
    _check_size(content, most_rows)
    found = read_items(content)
    _check_names(found.contexts, "contexts", MOST_CONTEXTS)
    _check_names(found.strata, "strata", MOST_STRATA)
    return found


def bounded_answers(content: bytes, items: Items) -> Answers:
    """Read answers to some items; ValueError as in `bounded_items`."""
    _check_size(content, MOST_ROWS)
    found = read_answers(content, items)
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


def _has_answers(content: bytes) -> bool:
    table, _ = read_table(content)
    return "pred" in {str(name).strip().casefold() for name in table.columns}


def _held(items: Items) -> dict[str, Any]:
    """Return how much there is of what in some items."""
    return {
        "n": len(items.table),
        "contexts": list(items.contexts),
        "n_strata": len(items.strata),
        "n_units": int(items.table.loc[items.table["unit"] != "", "unit"].nunique()),
        "notes": list(items.notes),
    }


def _pairs(table: pd.DataFrame) -> list[list[float]]:
    found: list[list[float]] = table.to_numpy(dtype=float).tolist()
    return found


def _check_size(content: bytes, most_rows: int) -> None:
    if len(content) > MOST_BYTES:
        raise ValueError(f"The file is larger than {MOST_BYTES // 1_000_000} MB.")
    table, _ = read_table(content)
    n = int((~blank_rows(table)).sum())
    if n > most_rows:
        raise ValueError(f"The file has {count(n)} rows; {count(most_rows)} are read.")
    if len(table.columns) > MOST_COLUMNS:
        raise ValueError(
            f"The file has {count(len(table.columns))} columns; {MOST_COLUMNS} are read. Leave "
            "out those that are not asked for."
        )
    letters = sum(_letters(table[name]) for name in table.columns)
    if letters > MOST_LETTERS:
        raise ValueError(
            f"The file holds {count(letters)} letters; {count(MOST_LETTERS)} are read."
        )


def _letters(column: pd.Series) -> int:
    cells = column.astype(object)
    return sum(len(cell) for cell in cells if isinstance(cell, (str, bytes)))


def _check_names(names: tuple[str, ...], what: str, most: int) -> None:
    if len(names) > most:
        raise ValueError(
            f"There are {count(len(names))} {what}; {most} are compared here. For more, use "
            "`python -m equipoise.invariance score`."
        )
    longest = max(names, key=len, default="")
    if len(longest) > LONGEST_NAME:
        raise ValueError(
            f"One of the {what} has a name of {count(len(longest))} letters, beginning with "
            f"{longest[:40]!r}; {LONGEST_NAME} are shown. Is this the right column?"
        )
