"""Numbers as people write them: with decimal commas, in percent, or as true and false."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.io.cells import distinct, place_of, read_each, says_missing, shown, text_of

_PERCENT = re.compile(r"([+-]?(?:\d+[.,]?\d*|[.,]\d+))\s*[%％]")
_MARKS = re.compile("[,%％TtFf]")
_TRUE_FALSE = {"true": "1", "false": "0", "": ""}
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")


def with_points(column: pd.Series, name: str) -> tuple[pd.Series, list[str]]:
    """Return a column of numbers without percent signs and decimal commas, and remarks.

    "0,7" is 0.7 where no number of the column has a point, "92%" is 0.92 where all have the
    sign, "true" is 1 where all are true or false.

    Raises
    ------
    ValueError
        If some have a percent sign and others none; the row is named.
    """
    if not _may_hold_marks(column):
        return column, []
    codes, raw = distinct(column)
    texts = read_each(
        lambda value: "" if says_missing(value) else text_of(value), raw, codes, column, name
    )
    if all(text.casefold() in _TRUE_FALSE for text in texts):
        return _replaced(column, codes, [_TRUE_FALSE[text.casefold()] for text in texts]), []
    notes = []
    shares = [_PERCENT.fullmatch(text) for text in texts]
    if any(shares):
        bare = [code for code, share in enumerate(shares) if texts[code] and not share]
        if bare:
            row = int(np.flatnonzero(np.isin(codes, bare))[0])
            sample = next(text for text, share in zip(texts, shares, strict=True) if share)
            raise ValueError(
                f"{name}, {place_of(column.index, row)}: {shown(column.iloc[row])} is not written "
                f"in percent, where others are, such as {sample!r}; write all in one way."
            )
        texts = [share[1] if share else "" for share in shares]
    if any(map(_DECIMAL_COMMA.fullmatch, texts)) and not any("." in text for text in texts):
        texts = [text.replace(",", ".") for text in texts]
        notes.append(f"{name} is written with decimal commas; they were read as points.")
    if any(shares):
        # As an exponent, because 14.7 / 100 is not the number that 0.147 is.
        texts = [f"{text}e-2" if text else "" for text in texts]
        notes.append(f"{name} is written in percent; it was read as fractions, 92% as 0.92.")
    if not notes:
        return column, []
    return _replaced(column, codes, texts), notes


def _replaced(column: pd.Series, codes: NDArray[np.intp], texts: list[str]) -> pd.Series:
    values = np.array([*texts, None], dtype=object)[codes]
    return pd.Series(values, index=column.index, name=column.name, dtype=object)


def _may_hold_marks(column: pd.Series) -> bool:
    """Return whether a column holds text that may be written in one of these ways."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        column = pd.Series(column.cat.categories)
    if column.dtype != object:
        text = pd.api.types.is_string_dtype(column.dtype)
        return text and bool(column.str.contains(_MARKS.pattern, na=False).any())
    if pd.api.types.infer_dtype(column) in {"floating", "integer", "boolean", "decimal"}:
        return False
    texts = (value for value in column if isinstance(value, (str, bytes)))
    return any(_MARKS.search(str(text)) for text in texts)
