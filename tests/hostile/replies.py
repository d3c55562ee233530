"""What an endpoint could answer, or say when it fails, to somebody who means harm."""

from __future__ import annotations

from tests.hostile.names import HOST, NAMES
from tests.invariance.endpoints import Behaviour

ANSWERS = tuple(Behaviour(name) for name in NAMES.values())
"""Answers that name no option, or hide one."""

ERRORS = (
    Behaviour(
        status=400,
        body=b'{"error": {"message": "![x](http://evil.example/a.png) www.evil.example"}}',
    ),
    Behaviour(status=401, body=f"<img src=//{HOST}/b.png> http://{HOST}".encode()),
    Behaviour(status=404, body=f"[x](http://{HOST})".encode()),
)
"""Refusals, with words of their own."""
