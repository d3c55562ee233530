"""A short name for a design, the same for the same inputs and another for others."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pandas as pd

VERSION = 1
"""Goes up when the same design and seed start to give other results."""

_OWN = "equipoise."


def fingerprint(*inputs: Any) -> str:
    """Return 16 hexadecimal digits that stand for the inputs of a run.

    Parameters
    ----------
    inputs : any
        Data classes and tables are told apart by their content, scikit-learn estimators by
        their parameters, functions by their code, other objects by their type and attributes.
    """
    return hashlib.sha256(repr((VERSION, _described(inputs))).encode()).hexdigest()[:16]


def _described(thing: Any) -> Any:
    """Return something whose repr depends on content alone."""
    if thing is None or isinstance(thing, str | bytes | bool | int | float):
        return thing
    if isinstance(thing, Mapping):
        return [(str(key), _described(value)) for key, value in thing.items()]
    if isinstance(thing, list | tuple):
        return [_described(part) for part in thing]
    if isinstance(thing, np.ndarray | np.generic):
        return str(thing.dtype), thing.shape, hashlib.sha256(thing.tobytes()).hexdigest()
    if isinstance(thing, pd.DataFrame):
        rows = pd.util.hash_pandas_object(thing, index=False).to_numpy()
        return list(map(str, thing.columns)), _described(rows)
    if isinstance(thing, types.FunctionType):
        return _function(thing)
    if is_dataclass(thing):
        # What a class computes from its fields, such as a table's rows, says nothing new.
        content = {field.name: getattr(thing, field.name) for field in fields(thing) if field.init}
    elif hasattr(thing, "get_params"):
        content = thing.get_params(deep=False)
    else:
        content = getattr(thing, "__dict__", {})
    return _name(type(thing).__module__, type(thing).__qualname__), _described(content)


def _function(function: types.FunctionType) -> Any:
    name = _name(function.__module__, function.__qualname__)
    # Our own may be rewritten and do the same; where they do not, VERSION goes up.
    if function.__module__.startswith(_OWN):
        return name
    code = function.__code__
    # How code objects print depends on where they lie in memory: instructions stand for them.
    constants = [part for part in code.co_consts if not isinstance(part, types.CodeType)]
    inner = [part.co_code for part in code.co_consts if isinstance(part, types.CodeType)]
    bound = [cell.cell_contents for cell in function.__closure__ or ()]
    given = function.__defaults__, code.co_code, code.co_names, inner
    return name, given, [_described(part) for part in (*constants, *bound)]


def _name(module: str, qualname: str) -> str:
    """Return a name that stays when a part of this package moves to another module."""
    return qualname if module.startswith(_OWN) else f"{module}.{qualname}"
