"""Second round: tables as people have them, read as they are meant or refused by name."""

from collections.abc import Callable
from typing import Any

Given = dict[str, Any]

CHECKS: dict[str, Callable[[Given, Given], None]] = {}
