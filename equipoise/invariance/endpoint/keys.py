"""A key that stays where it belongs: checked before it travels, taken out of what comes back."""

from __future__ import annotations

import json
from urllib.parse import quote

_SHORTEST_SECRET = 8
_LONGEST_SAID = 200


def checked_key(key: str) -> str:
    """Return a key without blanks around it.

    Raises
    ------
    ValueError
        If no header can hold it. Nothing of the key is in the message.
    """
    key = key.strip()
    if not (key.isascii() and key.isprintable()):
        raise ValueError(
            "The key holds a line break, or a character that is not plain ASCII; no key does. "
            "Copy it anew."
        )
    return key


def scrubbed(text: str, key: str) -> str:
    """Return a text without a key."""
    # A shorter one is no secret, and its letters stand in many a word: "s" is in "yes".
    if len(key) >= _SHORTEST_SECRET:
        # As it is, or as JSON and addresses write it; the longest first, as it may hold others.
        in_json = json.dumps(key)[1:-1]
        forms = {key, in_json, in_json.replace("/", r"\/"), quote(key), quote(key, safe="")}
        for form in sorted(forms, key=len, reverse=True):
            text = text.replace(form, "[key]")
    return text


def said(error: object, key: str) -> str:
    """Return what a stranger's error says: a short line, without a key, fit for a terminal."""
    line = " ".join(scrubbed(str(error), key).split())
    line = line if len(line) <= _LONGEST_SAID else f"{line[:_LONGEST_SAID]}..."
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in line)
