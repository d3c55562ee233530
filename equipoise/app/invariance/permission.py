"""Whether this server may ask endpoints that its readers name, and with whose key.

Whoever runs the server decides, by environment variables. Readers may name any endpoint that is
open to all; one within the server's own network only if it is the one named here. The server's
own key goes to that one alone: else a reader's address could collect it.
"""

from __future__ import annotations

import os

from equipoise.invariance.endpoint.client import checked_url

ALLOW, NAMED, KEY = "EQUIPOISE_ALLOW_ENDPOINT", "EQUIPOISE_ENDPOINT", "EQUIPOISE_API_KEY"


def is_allowed() -> bool:
    """Tell whether endpoints may be asked at all."""
    return os.environ.get(ALLOW, "").strip() == "1"


def named_address() -> str:
    """Return the address that whoever runs the server named; "" for none."""
    given = os.environ.get(NAMED, "").strip()
    try:
        return checked_url(given) if given else ""
    except ValueError:
        return ""


def is_named(address: str) -> bool:
    """Tell whether a checked address is that one."""
    return bool(address) and address == named_address()


def key_for(address: str, typed: str) -> str:
    """Return the key to send to a checked address; "" for none."""
    own = os.environ.get(KEY, "").strip() if is_named(address) else ""
    return typed.strip() or own
