"""The Test time page's four steps, run without a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from equipoise.app.invariance import lessons
from equipoise.app.invariance.lessons import SHORT
from equipoise.invariance import load_lesson
from tests.pages import opening
from tests.pages.opening import ROOT, charts, fine, said

STEPS = ("result", "see", "measure", "noise", "steps")
LESSON = load_lesson()


def checked(at: AppTest) -> AppTest:
    assert not at.error, at.error[0].value
    return fine(at)


def opened(room: str = "result", **params: str) -> AppTest:
    return checked(opening.opened(room, **params))


def press(at: AppTest, key: str, value: str) -> AppTest:
    return checked(opening.press(at, key, value))


def guess(at: AppTest, place: int = 1) -> AppTest:
    at.radio[0].set_value(at.radio[0].options[place])
    return checked(at.run())


def test_before_and_after_come_first() -> None:
    at = opened()
    assert charts(at) == 1
    assert "0.500, above noise" in said(at)
    assert "within noise" in said(at)
    assert LESSON.provenance.note in said(at)


@pytest.mark.parametrize("room", STEPS)
@pytest.mark.parametrize("strategy", SHORT)
def test_every_way_of_asking_in_every_step(room: str, strategy: str) -> None:
    at = opened(room, strategy=strategy, votes="9", seed="9")
    assert charts(at) <= 4


@pytest.mark.parametrize("room", STEPS)
def test_rooms_are_chosen_by_the_reader_too(room: str) -> None:
    at = press(opened(), "i.room", room)
    assert at.query_params.get("i.room") == (None if room == "result" else room)


def test_adding_a_context_makes_matters_worse() -> None:
    at = opened()
    assert "Not yet" in said(at)
    at = press(at, "i.strategy", "random_context")
    assert "**Done.** With rates averaged over all draws the widest gap is 0.564" in said(at)
    assert at.query_params["i.strategy"] == "random_context"


def test_a_guess_comes_before_the_answers() -> None:
    at = opened("see")
    assert charts(at) == 0
    at = guess(at)
    assert "for 1 of 8: gay" in said(at)
    assert charts(at) == 1


def test_an_insult_that_flips_is_recognised() -> None:
    at = guess(opened("see", comment="market"))
    assert "**Done.**" in said(at)
    assert "6 of 18" not in said(opened("see"))
    at = guess(opened("see", comment="radio"))
    assert "This insult is answered alike" in said(at)


@pytest.mark.parametrize("context", LESSON.names)
@pytest.mark.parametrize("comment", ["market", "call", "votes", "library"])
def test_comments_and_contexts_of_a_link(comment: str, context: str) -> None:
    template = next(t for t in LESSON.templates if t.id == comment)
    at = opened("steps", comment=comment, context=context)
    assert template.wordings[1].format(
        z=context, feast=LESSON.contexts[LESSON.names.index(context)].feast
    )[1:] in said(at)
    assert ("**Done.**" in said(at)) == template.leaks


def test_lucky_draws_are_recognised() -> None:
    assert "Not yet" in said(opened("measure"))
    assert "Not yet" in said(opened("measure", votes="1"))
    assert "**Done.** This draw shows 0.056" in said(opened("measure", votes="1", seed="7"))
    for strategy in ("default", "random_context"):
        assert "Not yet. Choose *Out of context*." in said(opened("measure", strategy=strategy))


def test_the_explorer_follows_a_guess_and_its_sliders() -> None:
    at = opened("noise")
    assert charts(at) == 1
    at = guess(at, 2)
    assert "**0.254** on average, at most 0.400" in said(at)
    assert "Not yet. It does in 98.8" in said(at)
    at.select_slider(key="i.cell").set_value("500")
    assert "**Done.** 4,000 comments, at this share of yes. A test with a few" in (
        said(checked(at.run()))
    )
    few = guess(opened("noise", cell="25", contexts="2", strata="1", rate="0.02"), 2)
    assert "**Done.** 50 comments, at this share of yes. So few do where" in said(few)


@pytest.mark.parametrize("cell", ["5", "1000"])
@pytest.mark.parametrize("rate", ["0.02", "0.5"])
def test_the_explorer_at_its_ends(cell: str, rate: str) -> None:
    at = guess(opened("noise", cell=cell, rate=rate, strata="4", contexts="8"))
    assert charts(at) == 2


@pytest.mark.parametrize("room", STEPS)
def test_what_is_unfolded(room: str) -> None:
    at = opened(room)
    if at.radio:
        guess(at)
    for part in at.expander:
        if part.proto.id:
            at.session_state[part.key] = True
    checked(at.run())


HOSTILE = {
    "strategy": "<img src=x onerror=alert(1)>",
    "votes": "2",
    "seed": "-1",
    "comment": "../../etc/passwd",
    "context": "[x](http://example.org)",
    "cell": "1e9",
    "rate": "NaN",
    "strata": "0",
    "contexts": "99",
}


@pytest.mark.parametrize("room", [*STEPS, "'; DROP TABLE"])
def test_hostile_addresses_fall_back_and_say_so(room: str) -> None:
    at = opened(room, **HOSTILE)
    if at.radio:
        guess(at)
    assert at.info
    assert all("is used instead" in box.value for box in at.info)
    fell_back = [name for name in HOSTILE if f"i.{name}" in at.query_params]
    assert all(at.query_params[f"i.{name}"] == HOSTILE[name] for name in fell_back)


@pytest.fixture
def no_lesson(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(lessons, "load_lesson", lambda: load_lesson(tmp_path / "gone.json"))
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


@pytest.mark.usefixtures("no_lesson")
def test_a_missing_file_is_said_readably() -> None:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    at.switch_page("pages/6_Test_time.py").run()
    assert not at.exception
    assert "gone.json" in at.error[0].value
    assert at.code[0].value == "python -m equipoise.datasets templates"
