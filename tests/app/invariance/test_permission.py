"""Who may have which endpoint asked, and whose key goes where."""

import pytest

from equipoise.app.invariance import permission

LOCAL = "http://127.0.0.1:11434/v1"


@pytest.mark.parametrize(("value", "allowed"), [("1", True), ("0", False), ("", False)])
def test_it_is_off_unless_switched_on(
    monkeypatch: pytest.MonkeyPatch, value: str, allowed: bool
) -> None:
    monkeypatch.setenv(permission.ALLOW, value)
    assert permission.is_allowed() is allowed


def test_the_servers_key_goes_to_the_named_address_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(permission.NAMED, f"{LOCAL}/")
    monkeypatch.setenv(permission.KEY, "sk-server")
    assert permission.is_named(LOCAL)
    assert permission.key_for(LOCAL, "") == "sk-server"
    assert permission.key_for(LOCAL, " sk-own ") == "sk-own"
    for other in ("http://127.0.0.1:11435/v1", "https://thief.example/v1", "http://127.0.0.1/v1"):
        assert not permission.is_named(other)
        assert permission.key_for(other, "") == ""


def test_no_address_is_named_by_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(permission.NAMED, raising=False)
    assert not permission.is_named("")
    monkeypatch.setenv(permission.NAMED, "file:///etc/passwd")
    assert permission.named_address() == ""
