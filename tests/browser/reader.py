"""A reader in front of the browser: what one can see, press and be sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

from equipoise.figures.theme import SIGNS

PATIENCE = 30_000
"""Milliseconds that anything may take on a busy machine."""

_APP = '[data-testid="stApp"][data-test-script-state="notRunning"]'
# Kinds of parts are fetched when first needed; until then a skeleton holds their place.
_DRAWN = """() => !document.querySelector('[data-testid="stSkeleton"]')
    && [...document.querySelectorAll('[data-testid="stVegaLiteChart"]')]
        .every(chart => chart.querySelector('svg.marks'))"""
_CLOSED = '[data-testid="stExpander"] details:not([open]) > summary'
# On the address of a page, Streamlit asks below that page first and is told 404.
_SEARCHING = re.compile(r"/\w+/_stcore/(health|host-config)$")

expect.set_options(timeout=PATIENCE)


class Reader:
    """One visitor in a tab of their own, which is a session of its own for the app.

    Attributes
    ----------
    page : Page
        The tab.
    sent : int
        Messages that the tab has sent to the server.
    trouble : list of str
        Errors behind the page, and requests to other hosts.
    """

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.url = url
        self.sent = 0
        self.trouble: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("request", lambda request: self._met(request.url))
        self.page.on("websocket", self._connected)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.trouble.append(f"uncaught: {error}"))

    def open(self, path: str) -> Reader:
        """Go to an address as if it had been typed."""
        self.page.goto(self.url + path)
        return self.settled()

    def settled(self) -> Reader:
        """Wait until the page has run to its end and its charts are drawn."""
        self.page.locator("h1").wait_for()
        self.page.locator(_APP).wait_for()
        self.page.wait_for_function(_DRAWN)
        return self

    def turn_to(self, name: str, title: str) -> Reader:
        """Follow the link to another page."""
        self.page.get_by_test_id("stSidebar").get_by_role("link", name=name).click()
        return self.arrived(title)

    def arrived(self, title: str) -> Reader:
        """Wait for the page with this title."""
        expect(self.page.locator("h1")).to_have_text(title)
        return self.settled()

    def back(self, title: str) -> Reader:
        """Press Back, once; the page with this title must then be there."""
        sent = self.sent
        self.page.go_back()
        while self.sent == sent:
            self.page.wait_for_timeout(20)
        return self.arrived(title)

    def slider(self, name: str) -> Locator:
        """Return a slider by its name, or by its group's name after the sign."""
        labels = [f'[aria-label="{sign} {name}"]' for sign in SIGNS]
        return self.page.locator(
            f'input[type=range]:is([aria-label^="{name}"], {", ".join(labels)})'
        )

    def press(self, name: str) -> None:
        """Press a button or choose an option."""
        self.page.get_by_test_id("stMain").get_by_text(name, exact=True).click()

    def unfold_options(self) -> Reader:
        """Open what is seldom changed."""
        self.page.get_by_role("button", name="Options").click()
        return self.settled()

    def tab_to(self, what: Locator) -> None:
        """Reach something with the Tab key alone."""
        for _ in range(60):
            if what.evaluate("it => it === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} cannot be reached with the Tab key.")

    def unfold_all(self) -> Reader:
        """Open everything that is folded away, also within what was folded.

        By the keyboard: what was just opened is still pushing the rest down, and a click can
        begin on a title and end beside it.
        """
        closed = self.page.locator(_CLOSED)
        while closed.count():
            title = closed.first.element_handle()
            title.press("Enter")
            self.page.wait_for_function(
                "title => title.parentElement?.open || !title.isConnected", arg=title
            )
            self.settled()
        return self

    def finds_thresholds(self, thresholds: Mapping[str, float]) -> None:
        """Check where the sliders of these groups stand, now or soon."""
        for group, value in thresholds.items():
            expect(self.slider(group)).to_have_attribute("aria-valuetext", f"{value:.2f}")

    def finds(self, text: str) -> None:
        """Check that a text can be read, now or soon."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def finds_in_turn(self, parts: Locator, texts: list[str]) -> None:
        """Check that these parts are there, each with its text, now or soon."""
        expect(parts).to_contain_text(texts)

    def finds_address(self, **wanted: str) -> None:
        """Check that the address says this and no more, now or soon."""
        self.page.wait_for_url(lambda url: dict(parse_qsl(urlsplit(url).query)) == wanted)

    def leave(self) -> None:
        """Close the tab; nothing may have gone wrong behind the page."""
        self.page.close()
        assert not self.trouble, "\n".join(self.trouble)

    def _met(self, url: str) -> None:
        """Note a request that leaves the app's own server."""
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.url).netloc:
            self.trouble.append(f"asked another host: {url}")

    def _connected(self, socket: WebSocket) -> None:
        self._met(socket.url)
        socket.on("framesent", self._count)

    def _count(self, _: object) -> None:
        self.sent += 1

    def _heard(self, message: ConsoleMessage) -> None:
        searching = _SEARCHING.search(message.location["url"])
        if message.type == "error" and not searching:
            self.trouble.append(f"console: {message.text} {message.location['url']}")
