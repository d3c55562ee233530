"""The client for endpoints, against a server on loopback that misbehaves."""

import logging
import traceback
from typing import Any

import pytest

from equipoise.invariance import endpoint as module
from equipoise.invariance.clients import ClientError, Reply, Request
from equipoise.invariance.endpoint import OpenAIClient, checked_url, key_from_environment
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


@pytest.mark.parametrize("body", [b'{"choices": [{"message": {"content": null}}]}'])
def test_an_empty_answer_is_an_empty_text(body: bytes) -> None:
    with endpoint(lambda *_: Behaviour(body=body)) as here:
        reply = said(here.url)
    assert (reply.text, reply.tokens_in) == ("", 0)


def test_an_endpoint_that_repeats_the_key_does_not_get_it_kept() -> None:
    with endpoint(lambda *_: Behaviour(f"You sent {KEY}")) as here:
        assert said(here.url, key=KEY).text == "You sent [key]"


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


@pytest.mark.parametrize("status", [200, 500])
def test_an_endless_answer_is_cut_off(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 1000)
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
