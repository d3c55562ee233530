"""The client for endpoints, against a server on loopback that misbehaves."""

import json
import logging
import math
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import ANY
from urllib.parse import quote

import pytest

from equipoise.invariance.endpoint import client as module
from equipoise.invariance.endpoint import keys as secrecy
from equipoise.invariance.endpoint import transport
from equipoise.invariance.endpoint.client import OpenAIClient, checked_url, key_from_environment
from equipoise.invariance.running.clients import ClientError, Reply, Request
from tests.invariance.endpoints import Behaviour, endpoint

pytest.importorskip("openai")

KEY = "sk-secret-0123456789abcdef"
REQUEST = Request([{"role": "user", "content": "Hello"}], 0.7, 16, 5)


def said(url: str, **options: Any) -> Reply:
    with OpenAIClient(url, "m", **options) as client:
        return client.complete(REQUEST)


def failure(behaviour: Behaviour, *, key: str | None = KEY, timeout: float = 5.0) -> ClientError:
    with endpoint(lambda *_: behaviour) as here:
        with pytest.raises(ClientError) as caught:
            said(here.url, key=key, timeout=timeout)
        assert len(here.requests) == 1, "the library must not retry on its own"
    shown = "".join(traceback.format_exception(caught.value))
    assert KEY not in shown
    return caught.value


def test_a_reply_and_what_was_sent() -> None:
    with (
        endpoint(lambda *_: Behaviour("Yes.")) as here,
        OpenAIClient(f"{here.url}/", "some-model", key=KEY, clock=lambda: 0.0) as client,
    ):
        assert client.complete(REQUEST) == Reply("Yes.", 0.0, 12, 3, True)
    (sent,) = here.requests
    assert sent["path"] == "/v1/chat/completions"
    assert sent["messages"] == REQUEST.messages
    assert (sent["model"], sent["temperature"], sent["max_tokens"], sent["seed"]) == (
        *("some-model", 0.7, 16, 5),
    )
    assert here.keys == [f"Bearer {KEY}"]
    assert KEY not in repr(client)


def test_what_was_cut_off_is_told() -> None:
    with endpoint(lambda *_: Behaviour("half", finish="length")) as here:
        assert not said(here.url).ended


def answered(content: str, usage: str = "null") -> Reply:
    """Return the reply to an answer with these pieces of JSON."""
    body = f'{{"choices": [{{"message": {{"content": {content}}}}}], "usage": {usage}}}'
    with endpoint(lambda *_: Behaviour(body=body.encode())) as here:
        return said(here.url)


@pytest.mark.parametrize("content", ["null", "1", "{}", "true", "[]", "[1]", '[{"text": "yes"}]'])
def test_no_readable_content_is_an_empty_text(content: str) -> None:
    reply = answered(content)
    assert (reply.text, reply.tokens_in) == ("", 0)


def test_a_text_may_come_in_parts() -> None:
    parts = '[{"type": "text", "text": "ye"}, {"type": "image"}, {"type": "text", "text": "s"}]'
    assert answered(parts).text == "yes"


@pytest.mark.parametrize(
    "number", ["1e999", "-1e999", "NaN", "-1", '"12"', "true", "[]", "1.5", "9" * 400]
)
def test_an_absurd_count_is_unknown(number: str) -> None:
    usage = f'{{"prompt_tokens": {number}, "completion_tokens": 3}}'
    assert answered('"yes"', usage) == Reply("yes", ANY, 0, 3)


@pytest.mark.parametrize("usage", ["[]", '"many"', "7"])
def test_a_usage_that_is_none_is_unknown(usage: str) -> None:
    assert answered('"yes"', usage).tokens_in == 0


def test_half_a_character_does_not_get_in_or_out() -> None:
    assert answered(r'"hm \ud83d"').text == "hm \ufffd"
    assert answered(r'"hm \ud83d\ude00"').text == "hm \N{GRINNING FACE}"
    with endpoint(lambda *_: Behaviour()) as here, OpenAIClient(here.url, "m") as client:
        client.complete(Request([{"role": "user", "content": "\ud83d!"}], 0.0, 5, 0))
    assert here.requests[0]["messages"] == [{"role": "user", "content": "\ufffd!"}]


def test_an_endpoint_that_repeats_the_key_does_not_get_it_kept() -> None:
    with endpoint(lambda *_: Behaviour(f"You sent {KEY}")) as here:
        assert said(here.url, key=KEY).text == "You sent [key]"


def test_a_short_key_is_no_secret_and_spoils_no_answer() -> None:
    with endpoint(lambda *_: Behaviour("yes")) as here:
        assert said(here.url, key="s").text == "yes"


@pytest.mark.parametrize(
    "key", ["sk-a\nb-0123456789", "sk-a\x7fb", "sk-\xe4b", "sk-\u2028b", "\ud83d"]
)
def test_a_key_that_no_header_holds_is_refused_unseen(key: str) -> None:
    with pytest.raises(ValueError, match="no key does") as caught:
        OpenAIClient("http://localhost/v1", "m", key=f" {key} ")
    shown = str(caught.value)
    assert not any(part in shown for part in ("sk-", "xe4", "\xe4", "0123"))


def test_no_part_of_a_key_is_left_where_a_message_is_cut() -> None:
    for before in range(150, 210, 7):
        body = f"<html>{'x' * before}{KEY}</html>".encode()
        for behaviour in (Behaviour(body=body), Behaviour(status=500, body=body)):
            assert KEY[:6] not in str(failure(behaviour))


def test_a_key_is_known_in_the_forms_that_texts_give_it() -> None:
    key = 'sk/0123"4567 89'
    forms = (key, json.dumps(key), json.dumps(key).replace("/", r"\/"), quote(key, safe=""))
    for form in forms:
        assert "0123" not in secrecy.said(f"bad {form}!", key)
        assert "0123" not in secrecy.scrubbed(f"bad {form}!", key)


def test_an_error_commands_no_terminal() -> None:
    body = rb'{"error": {"message": "\u001b]0;owned\u0007\u001b[2J\u202e\u009b hello \ud83d"}}'
    shown = str(failure(Behaviour(status=404, body=body)))
    assert shown.isprintable()
    assert "hello" in shown


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_what_may_pass_is_worth_another_try(status: int) -> None:
    error = failure(Behaviour(status=status, body=f'{{"error": "busy {KEY}"}}'.encode()))
    assert (error.again, error.wait, error.hopeless) == (True, None, False)
    assert str(status) in str(error)


@pytest.mark.parametrize(
    ("header", "wait"),
    [("7", 7.0), ("0.5", 0.5), ("-3", 0.0), ("soon", None), ("inf", None)],
)
def test_the_wish_to_wait_is_heard(header: str, wait: float | None) -> None:
    error = failure(Behaviour(status=429, headers={"Retry-After": header}, body=b"{}"))
    assert error.wait == wait


def test_the_wish_to_wait_may_be_a_date() -> None:
    past = failure(
        Behaviour(status=429, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, body=b"")
    )
    assert past.wait == 0


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_cannot_pass_is_hopeless(status: int) -> None:
    error = failure(Behaviour(status=status, body=f"no {KEY}".encode()))
    assert (error.again, error.hopeless) == (False, True)


def test_a_request_that_is_refused_alone_is_neither() -> None:
    error = failure(Behaviour(status=400, body=b'{"error": {"message": "too long"}}'))
    assert (error.again, error.hopeless) == (False, False)
    assert "too long" in str(error)


@pytest.mark.parametrize("body", [b"{", b"[]", b"{}", b'{"choices": []}', b"", b"\xff\xfe"])
def test_broken_json_is_worth_another_try(body: bytes) -> None:
    assert failure(Behaviour(body=body)).again


def test_no_redirect_is_followed() -> None:
    with endpoint(lambda *_: Behaviour("stolen")) as elsewhere:
        headers = {"Location": f"{elsewhere.url}/chat/completions"}
        for status in (301, 302, 307, 308):
            error = failure(Behaviour(status=status, headers=headers, body=b""))
            assert error.hopeless
            assert "redirects" in str(error)
    assert elsewhere.requests == []


def test_a_slow_answer_times_out() -> None:
    assert failure(Behaviour(delay=1.0), timeout=0.2).again


def test_an_answer_that_drips_times_out() -> None:
    error = failure(Behaviour(drip=0.02), timeout=0.3)
    assert error.again
    assert "took longer" in str(error)


@pytest.mark.parametrize(
    "behaviour",
    [
        Behaviour(begin=b"HTTP/1.1 200 OK\r\n", endless=b"X-A: 1\r\n"),
        Behaviour(endless=b"HTTP/1.1 102 Processing\r\n\r\n"),
        Behaviour(
            begin=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", endless=b"1\r\n \r\n"
        ),
    ],
    ids=["headers", "102", "chunks"],
)
def test_a_call_ends_in_time_whatever_comes(behaviour: Behaviour) -> None:
    with endpoint(lambda *_: behaviour) as here:
        threads, started = threading.active_count(), time.monotonic()
        with OpenAIClient(here.url, "m", timeout=0.4) as client, ThreadPoolExecutor(3) as pool:
            calls = [pool.submit(client.complete, REQUEST) for _ in range(3)]
            errors = [call.exception() for call in calls]
        assert time.monotonic() - started < 30
    while threading.active_count() > threads and time.monotonic() < started + 60:
        time.sleep(0.02)  # The endpoint's own threads notice a little later.
    assert threading.active_count() <= threads
    assert all("took longer than 0.4 seconds" in str(error) for error in errors)
    assert all(isinstance(error, ClientError) and error.again for error in errors)


def test_the_time_is_that_of_one_call() -> None:
    with (
        endpoint(lambda *_: Behaviour(delay=0.2)) as here,
        OpenAIClient(here.url, "m", timeout=1.0) as client,
    ):
        assert [client.complete(REQUEST).text for _ in range(7)] == ["yes"] * 7


def test_addresses_that_do_not_answer_leave_time_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "addresses", lambda *_: ["127.0.0.9", "127.0.0.1"])
    with endpoint(lambda *_: Behaviour()) as here:
        assert said(here.url.replace("127.0.0.1", "localhost")).text == "yes"


@pytest.mark.parametrize("timeout", [0, -1, math.nan, math.inf, 1e300])
def test_a_timeout_is_a_number_of_seconds(timeout: float) -> None:
    with pytest.raises(ValueError, match=f"timeout is {timeout:g}".replace("+", r"\+")):
        OpenAIClient("http://localhost/v1", "m", timeout=timeout)


@pytest.mark.parametrize("charset", ["zlib", "unicode_escape", "nonsense"])
def test_an_endpoint_does_not_choose_how_it_is_decoded(charset: str) -> None:
    headers = {"Content-Type": f"text/html; charset={charset}"}
    assert "500" in str(failure(Behaviour(status=500, headers=headers, body=b"\\u001b[2J")))


@pytest.mark.parametrize("status", [200, 500])
def test_an_endless_answer_is_cut_off(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "MOST_BYTES", 1000)
    error = failure(Behaviour("x" * 5000, status=status))
    assert "longer than" in str(error)
    assert not error.again


def test_a_compressed_answer_is_not_unpacked() -> None:
    error = failure(Behaviour(headers={"Content-Encoding": "gzip"}, body=b"\x1f\x8b"))
    assert "compressed" in str(error)


def test_nobody_listens() -> None:
    with endpoint(lambda *_: Behaviour()) as here:
        pass
    with pytest.raises(ClientError) as caught:
        said(here.url, key=KEY)
    assert caught.value.again


@pytest.mark.parametrize(
    "url",
    [
        *("", "localhost:8080", "ftp://host/v1", "file:///etc/passwd", "http://", "https:///v1"),
        *("http://user:pw@host/v1", "http://user@host", "http://host/v1?key=1", "http://h/#a"),
        *("http://a b/v1", "http://a\x00b", "http://\ud83d/v1", "http://h/\ud83d"),
        *("http://host:99999", "http://host:0", "http://[::1", "javascript:alert(1)"),
    ],
)
def test_addresses_that_are_not_spoken_to(url: str) -> None:
    with pytest.raises(ValueError, match="address"):
        checked_url(url)


def test_a_key_stays_on_this_machine_or_travels_encrypted() -> None:
    for url in ("http://example.org/v1", "http://192.0.2.1/v1", "http://127.0.0.1.example.org"):
        with pytest.raises(ValueError, match="https"):
            OpenAIClient(url, "m", key=KEY)
        OpenAIClient(url, "m", use_environment=False).close()
    for url in ("http://localhost:1/v1", "http://[::1]:1", "https://example.org"):
        OpenAIClient(url, "m", key=KEY).close()


def test_a_host_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        OpenAIClient("http://\N{SNOWMAN}.org/v1", "m")


def test_no_proxy_hears_what_stays_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with endpoint(lambda *_: Behaviour("no")) as proxy, endpoint(lambda *_: Behaviour()) as here:
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        assert said(here.url, key=KEY).text == "yes"
        assert said(here.url.replace("127.0.0.1", "localhost"), key=KEY).text == "yes"
        assert not proxy.keys
        assert said("http://example.invalid/v1", use_environment=False).text == "no"
        assert proxy.keys == ["Bearer none"]


def test_which_proxy_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    assert transport.proxy_for("https://example.org") is None
    monkeypatch.setenv("https_proxy", "proxy.example:3128")
    assert transport.proxy_for("https://example.org") == "http://proxy.example:3128"
    assert transport.proxy_for("http://example.org") is None
    assert transport.proxy_for("https://127.0.0.1:8080/v1") is None
    monkeypatch.setenv("no_proxy", ".example.org")
    assert transport.proxy_for("https://www.example.org") is None


def test_nothing_else_of_the_environment_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ORG_ID", "PROJECT_ID", "ADMIN_KEY", "WEBHOOK_SECRET", "BASE_URL"):
        monkeypatch.setenv(f"OPENAI_{name}", "https://private.example")
    custom = "Authorization: Bearer private\nX-Own: private\nUser-Agent: private\nHost: private"
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", custom)
    with endpoint(lambda *_: Behaviour()) as here:
        said(here.url, key=KEY)
    (sent,) = here.headers
    assert sorted(sent) == [
        *("accept", "accept-encoding", "authorization", "content-length", "content-type"),
        *("host", "user-agent"),
    ]
    assert "private" not in str(sent)


def test_keys_come_from_the_environment_if_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EQUIPOISE_API_KEY", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert key_from_environment("https://api.openai.com/v1") == KEY
    assert key_from_environment("https://example.org/v1") is None
    monkeypatch.setenv("EQUIPOISE_API_KEY", f" {KEY}2 ")
    assert key_from_environment("https://example.org/v1") == f"{KEY}2"
    with endpoint(lambda *_: Behaviour()) as here:
        said(here.url, use_environment=False)
        said(here.url)
    assert here.keys == ["Bearer none", f"Bearer {KEY}2"]


def test_a_model_must_be_named() -> None:
    with pytest.raises(ValueError, match="model"):
        OpenAIClient("http://localhost", " ")


def test_logs_hold_no_key(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), endpoint(lambda *_: Behaviour()) as here:
        said(here.url, key=KEY)
    assert caplog.records
    assert KEY not in caplog.text
