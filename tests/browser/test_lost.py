"""A server that goes away and comes back, seen from the browser."""

from __future__ import annotations

import os
import signal

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Visit
from tests.serving import serving

pytestmark = pytest.mark.browser

LOST = "The connection to the server is lost"


def test_words_say_that_the_server_is_gone_until_it_is_back(visit: Visit) -> None:
    with serving() as first:
        reader = visit("/Metrics?by=sex&t.Female=0.41", at=first)
        words = reader.page.get_by_text(LOST)
        expect(words).to_be_hidden()
        os.kill(first.pid, signal.SIGKILL)
        expect(words).to_be_visible()
    with serving(port=first.port):
        expect(words).to_be_hidden()
        reader.settled().finds_thresholds({"Female": 0.41, "Male": 0.5})
        reader.slider("Female").press("ArrowRight")
        reader.finds_address(**{"by": "sex", "t.Female": "0.42"})
        reader.page.close()  # It would go on to note that nobody answers.
    # Nobody answered for a while, and the browser says so behind the page; nothing else was wrong.
    known = ("ERR_CONNECTION_", "WebSocket", "server")
    reader.trouble = [said for said in reader.trouble if not any(part in said for part in known)]
