"""One browser and one server for all tests here; skipped where there is no browser."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from tests.browser.pages import Visit
from tests.serving import Server, serving

# Without playwright the tests are skipped, and that takes a conftest that can be loaded.
if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from tests.browser.reader import Reader


def unavailable(what: str) -> NoReturn:
    """Skip and say why; where everything should be installed, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}, and in CI the browser tests may not be skipped.")
    pytest.skip(f"{what}: the browser tests need it.")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright

        from tests.browser.chromium import chromium, launched
    except ModuleNotFoundError as missing:
        unavailable(f"The Python package {missing.name} is not installed")
    path = chromium()
    if path is None:
        unavailable("No Chromium is installed")
    with sync_playwright() as playwright:
        browser = launched(playwright, path)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(browser: Browser) -> Iterator[Server]:
    """Serve the app to all tests; after the browser, to start nothing in vain."""
    with serving() as running:
        yield running


@pytest.fixture
def cold_server(browser: Browser) -> Iterator[Server]:
    """Serve the app to one test, whose visitor is the first ever."""
    with serving() as running:
        yield running


@pytest.fixture(scope="package")
def context(browser: Browser) -> Callable[..., BrowserContext]:
    """Return a context for a look; those that look alike share it, and what it has fetched."""

    @functools.cache
    def context(*, width: int = 1280, height: int = 900, **looks: Any) -> BrowserContext:
        return browser.new_context(viewport={"width": width, "height": height}, **looks)

    return context


@pytest.fixture
def visit(
    context: Callable[..., BrowserContext], request: pytest.FixtureRequest
) -> Iterator[Visit]:
    """Open a page as a new reader; in the end none may have met an error or another host."""
    from tests.browser.reader import Reader

    readers: list[Reader] = []

    def visit(path: str = "/", *, at: Server | None = None, **looks: Any) -> Reader:
        at = at or request.getfixturevalue("server")
        readers.append(Reader(context(**looks), at.url))
        return readers[-1].open(path)

    yield visit
    for reader in readers:
        reader.leave()
