"""A reader's own endpoint on the Test time page, run without a browser."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from equipoise.app.invariance import permission, recorded
from equipoise.datasets.discrim import artifact as discrim
from tests.invariance.endpoints import Behaviour, endpoint
from tests.pages.opening import fine, opened, press
from tests.pages.pages import charts, said
from tests.recordings import write_recording
from tests.waiting import PATIENCE

KEY = "sk-typed-in-by-a-reader"


@pytest.fixture(autouse=True)
def switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (permission.ALLOW, permission.NAMED, permission.KEY):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(discrim, "DATA", write_recording(tmp_path))
    recorded.recording.cache_clear()
    yield
    recorded.recording.cache_clear()


@pytest.mark.parametrize("value", ["", "0", "yes"])
def test_no_endpoint_unless_switched_on(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(permission.ALLOW, value)
    at = opened("own")
    assert not at.text_input
    assert any(permission.ALLOW in part.value for part in at.code)


@pytest.fixture
def switched_on(recording: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(permission.ALLOW, "1")


def planned(address: str, model: str = "m") -> AppTest:
    at = opened("own")
    at.text_input(key="i endpoint address").set_value(address)
    at.text_input(key="i endpoint model").set_value(model)
    at.text_input(key="i endpoint key").set_value(KEY)
    fine(at.run())
    at.button(key="i endpoint plan it").click()
    return fine(at.run())


@pytest.mark.usefixtures("switched_on")
@pytest.mark.parametrize(
    ("address", "model", "why"),
    [
        ("", "m", "http"),
        ("ftp://a.example/v1", "m", "http"),
        ("file:///etc/passwd", "m", "http"),
        ("https://user:pw@a.example/v1", "m", "password"),
        ("https://a.example/v1?key=x", "m", "query"),
        ("https://a.example/v1", " ", "Name the model"),
    ],
)
def test_addresses_that_are_not_asked(address: str, model: str, why: str) -> None:
    at = planned(address, model)
    assert why in at.error[0].value.replace("\\", "")
    assert not [one for one in at.button if one.key == "i endpoint start"]


@pytest.mark.usefixtures("switched_on")
def test_plan_run_and_results(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai")
    with endpoint(lambda *_: Behaviour("yes")) as here:
        monkeypatch.setenv(permission.NAMED, here.url)
        at = planned(here.url)
        assert "48 calls" in said(at)
        assert not here.requests
        at.button(key="i endpoint start").click()
        fine(at.run())
        ending = time.monotonic() + PATIENCE
        while "**Done**" not in said(at):
            assert time.monotonic() < ending, said(at)
            time.sleep(0.3)
            fine(at.run())
        fine(at.run())
        assert len(here.requests) == 48
        assert set(here.keys) == {f"Bearer {KEY}"}
    assert charts(at) == 2
    assert KEY not in str(at.query_params) + said(at)


def run_to_its_end(at: AppTest, ending: str) -> AppTest:
    at.button(key="i endpoint start").click()
    fine(at.run())
    until = time.monotonic() + PATIENCE
    while ending not in said(at):
        assert time.monotonic() < until, said(at)
        time.sleep(0.3)
        fine(at.run())
    return fine(at.run())


@pytest.mark.usefixtures("switched_on")
def test_answers_that_could_not_be_read_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai")

    def habits(number: int, request: dict[str, Any]) -> Behaviour:
        text = str(request["messages"])
        if "woman" in text:
            return Behaviour("No if she pays, yes otherwise.")
        return Behaviour("I'm sorry, but I can't." if "non-binary" in text else "Yes.")

    with endpoint(habits) as here:
        monkeypatch.setenv(permission.NAMED, here.url)
        at = run_to_its_end(planned(here.url), "**Done**")
    shown = said(at)
    assert "48 of 48 answers. **16 could be read**; " in shown
    assert "16 unreadable, 16 refused" in shown.replace("16 refused, 16 unre", "16 unre")
    warned = " ".join(box.value for box in at.warning)
    assert "Refused: 16 answers. The first: “I'm sorry" in warned
    assert "naming neither option or both: 16 answers. The first: “No if she pays" in warned
    assert "Default: 8 of 24 answers could be read" in shown
    assert "Ignore it: 8 of 24 answers could be read" in shown
    assert "SI-bias is not defined: there are not readable answers under two contexts" in shown
    assert at.selectbox(key="i endpoint shares of").options == ["Default", "Ignore it"]


@pytest.mark.usefixtures("switched_on")
def test_where_nothing_could_be_read_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai")
    with endpoint(lambda *_: Behaviour("Perhaps.")) as here:
        monkeypatch.setenv(permission.NAMED, here.url)
        at = run_to_its_end(planned(here.url), "**Done**")
    assert not charts(at)
    assert "**0 could be read**; 48 unreadable." in said(at)
    assert "**No answer could be read, so nothing can be measured.**" in said(at)
    assert "Perhaps" in at.warning[0].value


@pytest.mark.usefixtures("switched_on")
def test_what_was_typed_in_outlasts_a_change_of_step() -> None:
    at = planned("https://a.example/v1", "some-model")
    at = press(press(at, "i.room", "noise"), "i.room", "own")
    for name, value in (
        ("address", "https://a.example/v1"),
        ("model", "some-model"),
        ("key", KEY),
    ):
        assert at.text_input(key=f"i endpoint {name}").value == value


@pytest.mark.usefixtures("switched_on")
def test_a_door_into_this_network_stays_shut() -> None:
    pytest.importorskip("openai")
    with endpoint(lambda *_: Behaviour("yes")) as here:
        at = opened("own")
        at.text_input(key="i endpoint address").set_value(here.url)
        at.text_input(key="i endpoint model").set_value("m")
        fine(at.run())
        at.button(key="i endpoint plan it").click()
        fine(at.run())
        at.button(key="i endpoint start").click()
        fine(at.run())
        ending = time.monotonic() + PATIENCE
        while "It failed" not in said(at):
            assert time.monotonic() < ending
            time.sleep(0.3)
            fine(at.run())
        assert not here.requests
    assert "not open to all" in said(at)
