"""The system's Chromium: where it is, and how it is started."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress

from playwright.sync_api import Browser, Error, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """Return the path of Chromium: the one that `CHROMIUM` names, or else the first found."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def launched(playwright: Playwright, path: str) -> Browser:
    """Start Chromium without a window, in its newer way where it knows that."""
    with suppress(Error):
        return playwright.chromium.launch(executable_path=path, args=["--headless=new", *QUIETLY])
    return playwright.chromium.launch(executable_path=path, args=QUIETLY)
