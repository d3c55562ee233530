"""The texts to be answered: each with its context, its stratum and, if known, its label."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from os import PathLike
from typing import NoReturn

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.invariance.tables.files import Rows, read_rows, write_rows
from equipoise.invariance.tables.lookalikes import alike, first_alike, refuse_alike, told_apart
from equipoise.invariance.tables.values import Place, binary, lower, names, texts
from equipoise.io.columns import clean_groups
from equipoise.io.files import Source
from equipoise.io.limits import Limits

COLUMNS = ("id", "text", "z", "s", "y", "unit", "sample")
SAMPLES = ("balanced", "population")
ALL = "all"
"""What a file says in column s where nothing is adjusted for: everything is one stratum."""

_ALL_TOGETHER = (
    "There are neither strata (s) nor labels (y), so all rows are compared with each other, as "
    "with s = all."
)


@dataclass(frozen=True, eq=False)
class Items:
    """Items, checked.

    Attributes
    ----------
    table : (n rows) DataFrame
        id, text, z (the context), s (the stratum; "" where nothing is adjusted for), y (1, 0
        or NaN), unit ("" where there are no counterfactual copies), sample ("balanced" or
        "population"). All but y are text.
    notes : tuple of str
        Remarks on how the file was read.
    """

    table: pd.DataFrame
    notes: tuple[str, ...] = ()

    @property
    def contexts(self) -> tuple[str, ...]:
        """The contexts of the balanced rows, in their fixed order."""
        return clean_groups(self.balanced["z"], "z")[0]

    @property
    def strata(self) -> tuple[str, ...]:
        """The strata of the balanced rows, in their fixed order; ("",) if there is but one."""
        return clean_groups(self.balanced["s"], "s")[0] or ("",)

    @property
    def balanced(self) -> pd.DataFrame:
        """The rows that invariance is measured on."""
        return self._sample("balanced")

    @property
    def population(self) -> pd.DataFrame:
        """The rows that accuracy is measured on; often none."""
        return self._sample("population")

    def restricted(self, ids: Collection[str]) -> Items:
        """Return only the items with these ids, in the order they have here."""
        kept = self.table["id"].isin(list(ids))
        return Items(self.table[kept].reset_index(drop=True), self.notes)

    def _sample(self, sample: str) -> pd.DataFrame:
        return self.table[self.table["sample"] == sample].reset_index(drop=True)


def read_items(source: Source, *, limits: Limits | None = None) -> Items:
    """Read items from a file or table.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame
        CSV, JSON, JSONL or Parquet with the columns id and z, and as far as there are any:
        text, s (blank: the label; "all", or neither s nor y in any row: nothing is adjusted
        for), y, unit (the same for counterfactual copies of one text), sample (blank:
        balanced).
    limits : Limits, optional
        How much it may hold.

    Returns
    -------
    Items

    Raises
    ------
    ValueError
        If a column is absent, an id is blank or doubled, a balanced row has no context or
        no stratum, a stratum has one context only, a unit has a context twice, or two
        contexts or strata differ by case, blanks or look-alikes alone; the message names the
        row and says what to do.
    """
    rows = read_rows(source, required=("id", "z"), what="items", limits=limits)
    text = {
        name: names(rows.column(name), name, rows.place) for name in ("z", "unit", "sample", "s")
    }
    label = binary(rows.column("y"), "y", rows.place)
    sample = np.array([name.casefold() or SAMPLES[0] for name in text["sample"]], dtype=object)
    unknown = np.flatnonzero(~np.isin(sample, SAMPLES))
    if len(unknown):
        raise ValueError(
            f"{rows.place(int(unknown[0]))}: sample is {text['sample'][unknown[0]]!r}; "
            f"it must be {' or '.join(SAMPLES)}, or blank for {SAMPLES[0]}."
        )
    judged = sample == "balanced"
    notes, found = list(rows.notes), first_alike(text["unit"])
    if found is not None:
        # Said, not refused: hardly anybody writes units by hand.
        earlier, later = found
        said = told_apart(text["unit"][later], text["unit"][earlier])
        where = lower(rows.place(earlier))
        notes.append(f"{rows.place(later)}: unit is {said} in {where}; they count as two units.")
    if not any(text["s"]) and np.isnan(label).all():
        text["s"] = np.full(len(label), ALL, dtype=object)
        notes.append(_ALL_TOGETHER)
    for name in ("z", "s"):
        refuse_alike(np.where(judged, text[name], ""), name, rows.place)
    stratum = _strata(text["s"], label, judged, rows.place)
    table = pd.DataFrame(
        {
            "id": unique_ids(rows),
            "text": texts(rows.column("text"), "text", rows.place),
            "z": text["z"],
            "s": stratum,
            "y": label,
            "unit": text["unit"],
            "sample": sample,
        }
    )
    _check_contexts(table[judged], rows.place)
    keys = table.loc[judged & (table["unit"] != ""), ["unit", "z"]]
    doubled = keys.index[keys.duplicated()]
    if len(doubled):
        refuse_doubled(keys, int(doubled[0]), rows.place)
    return Items(table, tuple(notes))


def write_items(items: Items, path: str | PathLike[str]) -> None:
    """Write items as CSV, JSONL or Parquet, told by the suffix, to be read as they are.

    Raises
    ------
    ValueError
        If the suffix is another.
    OSError
        If the file cannot be written; what was there before is then untouched.
    """
    # Read back, a blank would stand for the label.
    write_rows(items.table.assign(s=items.table["s"].replace("", ALL)), path)


def unique_ids(rows: Rows) -> NDArray[np.object_]:
    """Return the (n,) ids of a table in which every id stands once.

    Raises
    ------
    ValueError
        If an id is blank, doubled, or differs from another by case, blanks or look-alikes
        alone.
    """
    ids = names(rows.column("id"), "id", rows.place)
    seen: dict[str, int] = {}
    for position, name in enumerate(ids):
        if not name:
            raise ValueError(f"{rows.place(position)}: id is blank; give every row its own.")
        earlier = seen.setdefault(alike(name), position)
        if earlier == position:
            continue
        same = ids[earlier] == name
        how = (
            f"the id {name!r} stands already"
            if same
            else f"id is {told_apart(name, ids[earlier])}"
        )
        raise ValueError(
            f"{rows.place(position)}: {how} in {lower(rows.place(earlier))}; "
            f"give every row an id of its own."
        )
    return ids


def _strata(
    given: NDArray[np.object_],
    label: NDArray[np.float64],
    judged: NDArray[np.bool_],
    place: Place,
) -> NDArray[np.object_]:
    """Return each row's stratum: as given, else its label, "" where nothing is adjusted for."""
    whole = np.array([name.casefold() == ALL for name in given], dtype=bool)
    labelled = np.array([f"{y:.0f}" if y == y else "" for y in label], dtype=object)
    stratum = np.where(whole, "", np.where(given == "", labelled, given))
    lost = np.flatnonzero(judged & ~whole & (stratum == ""))
    if len(lost):
        raise ValueError(
            f"{place(int(lost[0]))}: s is blank, so that the label is adjusted for, but y is "
            f"blank too; give y, or write {ALL} in s where nothing is to be adjusted for."
        )
    split = np.flatnonzero(judged & ~whole)
    if len(split) and (judged & whole).any():
        first = int(np.flatnonzero(judged & whole)[0])
        raise ValueError(
            f"{place(first)}: s is {ALL}, but {stratum[split[0]]!r} in "
            f"{lower(place(int(split[0])))}; write {ALL} in every row or in none."
        )
    return stratum


def _check_contexts(judged: pd.DataFrame, place: Place) -> None:
    blank = judged.index[judged["z"] == ""]
    if len(blank):
        raise ValueError(
            f"{place(int(blank[0]))}: z is blank; name the context of every row, "
            f"or leave the row out."
        )
    for stratum, rows in judged.groupby("s", sort=False):
        if rows["z"].nunique() < 2:
            where = f"s = {stratum!r}" if stratum else "this file"
            raise ValueError(
                f"{place(int(rows.index[0]))}: every row of {where} has the context "
                f"z = {rows['z'].iloc[0]!r}, so there is nothing to compare; add rows with "
                f"another context, or take these rows out."
            )


def refuse_doubled(keys: pd.DataFrame, later: int, place: Place) -> NoReturn:
    """Raise ValueError for a unit and context that stand twice, naming both rows."""
    unit, z = keys.loc[later]
    same = (keys["unit"] == unit) & (keys["z"] == z)
    earlier = int(keys.index[same][0])
    raise ValueError(
        f"{place(later)}: unit {unit!r} has the context {z!r} already in "
        f"{lower(place(earlier))}; a unit has each context once. If these are repeated "
        f"answers, the repeat is part of the unit: name it there ('{unit}-2')."
    )
