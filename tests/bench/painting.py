"""How long it takes from a key press until the charts are painted, in Chromium."""

from __future__ import annotations

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import chromium, launched
from tests.browser.reader import Reader

SETTLES = 700
"""Milliseconds after a press in which everything has long been painted."""

# A mutation is painted with the next frame; a message posted in it arrives when that is done.
_WATCH = """() => {
  window.pressed = window.painted = 0;
  document.addEventListener('keydown', () => { window.pressed = performance.now(); }, true);
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => { window.painted = performance.now(); };
  const seen = () => requestAnimationFrame(() => port2.postMessage(0));
  for (const chart of document.querySelectorAll('[data-testid="stVegaLiteChart"]'))
    new MutationObserver(seen).observe(
      chart, {subtree: true, childList: true, attributes: true, characterData: true});
}"""


def press_to_paint(url: str, path: str, slider: str, *, presses: int = 24) -> list[float]:
    """Return the milliseconds from each of some presses to the last chart painted.

    Parameters
    ----------
    url : str
        Of the running server.
    path : str
        The page.
    slider : str
        The name of the slider that the keys move.
    presses : int
        After two that are not counted.
    """
    path_of_chromium = chromium()
    if path_of_chromium is None:
        raise SystemExit("No Chromium is installed.")
    with sync_playwright() as playwright:
        browser = launched(playwright, path_of_chromium)
        try:
            return _presses(browser, url, path, slider, presses)
        finally:
            browser.close()


def _presses(browser: Browser, url: str, path: str, slider: str, n: int) -> list[float]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    reader = Reader(context, url).open(path)
    reader.page.wait_for_timeout(SETTLES)
    reader.page.evaluate(_WATCH)
    reader.slider(slider).focus()
    times = []
    for press in range(n + 2):
        reader.page.keyboard.press("ArrowLeft" if press % 4 < 2 else "ArrowRight")
        reader.page.wait_for_timeout(SETTLES)
        times.append(reader.page.evaluate("window.painted - window.pressed"))
    reader.leave()
    return times[2:]
