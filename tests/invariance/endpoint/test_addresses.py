"""Which machines are spoken to for strangers: open ones, at the very address that was checked."""

import socket
from typing import Any

import pytest

from equipoise.invariance import OpenAIClient
from equipoise.invariance.endpoint import addresses as doors
from equipoise.invariance.running.clients import ClientError, Request
from tests.invariance.endpoints import Behaviour, endpoint

REQUEST = Request([{"role": "user", "content": "Well?"}], 0.0, 16, 0)


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "1.1.1.1", "168.63.129.17", "2606:4700:4700::1111", "2001:4860:4860::8888"],
)
def test_open_addresses(address: str) -> None:
    assert doors.is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1"),
        *("169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fd00::1", "ff02::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1"),
        *("::ffff:8.8.8.8", "::8.8.8.8", "2002:808:808::", "64:ff9b::808:808", "64:ff9b:1::1"),
        *("2001::1", "2001:2::1", "2001:20::1", "2001:db8::1", "3fff::1", "3ffe::1", "100::1"),
        *("fec0::1", "feff::1", "5f00::1", "4000::1", "192.0.0.9", "192.0.0.10", "192.0.0.192"),
        *("168.63.129.16", "161.26.0.10", "166.9.1.1", "198.18.0.1", "240.0.0.1"),
    ],
)
def test_closed_addresses_and_their_disguises(address: str) -> None:
    assert not doors.is_public(address)


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let names resolve to these addresses, one list a look-up; return what was looked up."""
    asked: list[str] = []
    truly = socket.getaddrinfo

    def look_up(host: str, port: int, *rest: Any, **more: Any) -> list[Any]:
        asked.append(host)
        if host[0].isdigit():
            return truly(host, port, *rest, **more)
        found = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(doors.socket, "getaddrinfo", look_up)
    return asked


def test_one_closed_address_among_open_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, ["8.8.8.8", "10.0.0.1"])
    with pytest.raises(ClientError, match="not open to all") as caught:
        doors.public_addresses("example.org", 443)
    assert caught.value.hopeless


def test_open_ones_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, ["8.8.8.8", "1.1.1.1"])
    assert doors.public_addresses("example.org", 443) == ["8.8.8.8", "1.1.1.1"]


@pytest.mark.parametrize("port", [22, 25, 111, 445])
def test_ports_of_other_services(port: int) -> None:
    with pytest.raises(ClientError, match="other services"):
        doors.public_addresses("8.8.8.8", port)


@pytest.mark.parametrize(("number", "again"), [(socket.EAI_NONAME, 0), (socket.EAI_AGAIN, 1)])
def test_a_name_nobody_knows(monkeypatch: pytest.MonkeyPatch, number: int, again: bool) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(number, "unknown")

    monkeypatch.setattr(doors.socket, "getaddrinfo", fails)
    with pytest.raises(ClientError, match="No machine") as caught:
        doors.public_addresses("nobody.invalid", 443)
    assert (caught.value.again, caught.value.hopeless) == (again, not again)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "::1"])
def test_this_machine(host: str) -> None:
    assert doors.is_this_machine(host)


@pytest.mark.parametrize("host", ["", "10.0.0.1", "localhost.example.org", "127.0.0.1.example"])
def test_other_machines(host: str) -> None:
    assert not doors.is_this_machine(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1"])
def test_this_machine_is_not_asked_for_strangers(host: str) -> None:
    pytest.importorskip("openai")
    with endpoint(lambda *_: Behaviour()) as here:
        url = here.url.replace("127.0.0.1", host)
        with OpenAIClient(url, "m", public_only=True) as client, pytest.raises(ClientError):
            client.complete(REQUEST)
        assert not here.requests


def test_the_address_that_was_checked_is_the_one_spoken_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that says something else the second time is not asked a second time."""
    pytest.importorskip("openai")
    with endpoint(lambda *_: Behaviour("yes")) as here:
        asked = resolving(monkeypatch, ["127.0.0.1"], ["10.0.0.1"])
        monkeypatch.setattr(doors, "is_public", lambda address: address == "127.0.0.1")
        url = here.url.replace("127.0.0.1", "rebound.example")
        with OpenAIClient(url, "m", public_only=True) as client:
            assert client.complete(REQUEST).text == "yes"
        # The connection itself may look its address up again, but never the name.
        assert asked.count("rebound.example") == 1
