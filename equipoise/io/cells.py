"""What one cell of a table holds: a single value, nothing, or what no cell should hold."""

from __future__ import annotations

import math
import re
import reprlib
import unicodedata
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from equipoise.io.doubles import double

MISSING_WORDS = frozenset({"", "nan", "na", "n/a", "null", "none", "<na>"})
"""What programs write where there is nothing, in small letters."""

LARGEST_EXACT_INTEGER = 2**53
"""From here on, floating-point numbers pass over whole ones."""

_OUTER_BLANKS = re.compile(r"^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$")
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 120


def is_single(value: Any) -> bool:
    """Return whether a value is one value and no list, table or the like."""
    return isinstance(value, (str, bytes)) or not hasattr(value, "__iter__")


def is_missing(value: Any) -> bool:
    """Return whether a value stands for nothing: None, NA, a masked one or any kind of NaN."""
    if value is None or value is pd.NA or value is np.ma.masked:
        return True
    try:
        return is_single(value) and bool(value != value)
    except ArithmeticError:  # A signaling NaN refuses even to be compared.
        return True


def says_missing(value: Any) -> bool:
    """Return whether a value is a word for "missing"."""
    return text_of(value).casefold() in MISSING_WORDS


def text_of(value: Any) -> str:
    """Return a value as composed text without outer blanks, so that equal looks are equal.

    Raises
    ------
    ValueError
        If bytes are not UTF-8: whatever stood in for them could make two names one.
    """
    try:
        text = value.decode() if isinstance(value, bytes) else str(value)
    except UnicodeDecodeError:
        hint = "decode it first, as in value.decode('cp1252')"
        raise ValueError(f"{shown(value)} is not UTF-8; {hint}.") from None
    except ValueError:  # Python does not write out whole numbers of thousands of digits.
        raise ValueError(f"{shown(value)} cannot be a name.") from None
    return _OUTER_BLANKS.sub("", unicodedata.normalize("NFC", well_formed(text)))


def number_of(value: Any) -> float:
    """Return a value of any type as a float; NaN if it is not a number."""
    if isinstance(value, str) and "_" in value:  # float("1_0") is 10
        return math.nan
    try:
        return double(value)
    except OverflowError:
        return math.inf
    except (TypeError, ValueError, ArithmeticError):
        return math.nan


def as_cells(values: Iterable[Any]) -> pd.Series:
    """Keep values as they are, where pandas would turn 1 beside null into 1.0.

    None stands for what is missing, and every text is one that can be written.
    """
    return pd.Series([_cell(value) for value in values], dtype=object)


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return well_formed(value)
    return None if is_missing(value) else value


def well_formed(text: str) -> str:
    """Return text with U+FFFD for every half of a surrogate pair, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def shown(value: Any) -> str:
    """Return a value as a message shows it: in short, however long or deep it is."""
    try:
        return _SHORT.repr(value)
    except ValueError:  # as in text_of
        return "a number too long to be shown"


def some(values: Iterable[Any], most: int = 5) -> str:
    """Return values as a message lists them: the first few, and how many more there are."""
    listed = list(values)
    further = [f"and {len(listed) - most:,} more"] if len(listed) > most else []
    return ", ".join([*map(shown, listed[:most]), *further])
