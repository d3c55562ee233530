"""What one cell of a table holds: a single value, nothing, or what no cell should hold."""

from __future__ import annotations

import reprlib
from typing import Any

import pandas as pd

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 120


def is_single(value: Any) -> bool:
    """Return whether a value is one value and no list, table or the like."""
    return isinstance(value, (str, bytes)) or not hasattr(value, "__iter__")


def is_missing(value: Any) -> bool:
    """Return whether a value stands for nothing: None, NA or any kind of NaN."""
    if value is None or value is pd.NA:
        return True
    try:
        return is_single(value) and bool(value != value)
    except ArithmeticError:  # A signaling NaN refuses even to be compared.
        return True


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
    except ValueError:  # Python does not write out whole numbers of thousands of digits.
        return "a number too long to be shown"
