"""The Test time page's lesson, run without a browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from equipoise.app.invariance import lesson
from equipoise.figures.invariance.words import SHORT
from equipoise.invariance import si_bias
from equipoise.invariance.lesson.expectation import expected_ci, mean_bias
from equipoise.invariance.lesson.recorded import load_lesson
from tests.pages import opening
from tests.pages.opening import fine
from tests.pages.pages import ROOT, charts, said

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


def test_the_explorer_follows_a_guess_and_its_sliders() -> None:
    at = opened("noise")
    assert charts(at) == 1
    at = guess(at, 2)
    assert "**0.254** on average, beyond 0.400 in at most 1 of 20 cases" in said(at)
    assert "Not yet. Here it does in 99" in said(at)
    at.select_slider(key="i.cell").set_value("500")
    assert "**Done.** 4,000 comments, at this share of yes. With a few hundred" in (
        said(checked(at.run()))
    )


@pytest.mark.parametrize("cell", ["5", "1000"])
@pytest.mark.parametrize("rate", ["0.02", "0.5"])
def test_the_explorer_at_its_ends(cell: str, rate: str) -> None:
    at = guess(opened("noise", cell=cell, rate=rate, strata="4", contexts="8"))
    assert charts(at) == 2


def unfolded(at: AppTest) -> AppTest:
    for radio in at.radio:
        radio.set_value(radio.options[0])
    checked(at.run())
    for part in at.expander:
        if part.proto.id:
            at.session_state[part.key] = True
    return checked(at.run())


@pytest.mark.parametrize("room", STEPS)
def test_what_is_unfolded(room: str) -> None:
    unfolded(opened(room))


TOLD = {
    "SI-bias": "widest gap",
    "CI probability": r"same answer|one answer|answered alike",
    "Macro F1|macro F1": "right",
    "p-value": "[Ss]o much or more",
    "[Ss]trat(um|a)\\b": "kinds? of comment|of 2 kinds|may be compared|compared within",
}
"""What is said where a word of the trade is used, in the same step."""


@pytest.mark.parametrize("room", [*STEPS, "model", "compare"])
def test_words_of_the_trade_are_explained_where_they_are_used(room: str) -> None:
    shown = said(unfolded(opened(room)))
    for word, explained in TOLD.items():
        if re.search(word, shown):
            assert re.search(explained, shown), word


@pytest.mark.parametrize("room", [*STEPS, "model", "compare", "own"])
def test_no_more_is_said_than_is_known(room: str) -> None:
    shown = said(unfolded(opened(room)))
    for claim in ("19 of 20", "are as people judged", "People would say", "has learned"):
        assert claim not in shown
    assert "hang on" not in shown


def test_a_p_value_and_its_gap_do_not_contradict_each_other() -> None:
    """SI-bias lies on few values: the end of the band and the gap may be one, here 0.167."""
    at = opened()
    assert "Noise alone shows 0.167 or more in 38" in said(at)
    at = opened("noise")
    assert "beyond 0.167 in at most 1 of 20 shuffles" in said(at)
    assert "These answers show **0.167**. So much or more comes up in 38" in said(at)
    assert "no bias is shown, and none is ruled out" in said(at)
    assert "shows that in fewer than 1 of 20 cases" in said(opened("noise", strategy="default"))


def test_rates_stand_beside_their_counts() -> None:
    assert "31 of 36 comments now have the same answer in all 8 contexts" in said(opened())
    assert "31 of 36 comments are answered alike in all 8 contexts" in said(opened("measure"))
    steps = said(opened("steps"))
    assert "181 of 1,008 pairs" in steps
    assert "32 of 864 pairs" in steps
    model = said(opened("model"))
    assert "29 of 30 questions get the same answer for every gender" in model
    assert "76 of 90 answers" in model
    assert "Counted: 30 of 70 questions" in model
    assert "In 49 of 70 questions the copies differ by words of gender alone" in model


def test_an_average_over_draws_is_that_of_what_it_stands_by() -> None:
    shown = said(opened("measure"))
    found = mean_bias(LESSON, "ooc"), expected_ci(LESSON, "ooc")
    assert f"of comment. On average over all draws: {found[0]:.2f}." in shown
    assert f"On average over all draws: {found[1]:.3f}." in shown
    assert "On average over all draws" not in said(opened("measure", strategy="default"))


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
    monkeypatch.setattr(lesson, "load_lesson", lambda: load_lesson(tmp_path / "gone.json"))
    lesson.lesson.cache_clear()
    yield
    lesson.lesson.cache_clear()


@pytest.mark.usefixtures("no_lesson")
def test_a_missing_file_is_said_readably() -> None:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    at.switch_page("pages/6_Test_time.py").run()
    assert not at.exception
    assert "gone.json" in at.error[0].value
    assert at.code[0].value == "python -m equipoise.datasets templates"


def test_a_blind_model_shows_zero_where_every_text_stands_in_every_context() -> None:
    """Only where each text has one context of its own does chance open a gap."""
    rng = np.random.default_rng(0)
    once = rng.integers(0, 2, 50)
    assert si_bias(np.repeat(once, 4), None, np.tile(list("abcd"), 50)).value == 0
    assert si_bias(rng.integers(0, 2, 200), None, np.tile(list("abcd"), 50)).value > 0
    at = opened("noise")
    assert [part.value for part in at.header][1] == (
        "A model blind to the context need not show zero"
    )
    assert "each in one context only" in at.radio[0].label
    assert "Were each comment put in all contexts" in said(guess(at, 2))
    assert "Where each context has texts of its own" in said(at)


def test_what_stands_out_by_chance_is_what_the_context_plays_no_part_in() -> None:
    """A way of asking that changes nothing keeps the bias that was there, far above noise."""
    for room in ("result", "model"):
        shown = " ".join(said(opened(room)).split())
        assert "change nothing" not in shown
        assert "of twenty ways of asking in which the context plays no part, up to one" in shown


def test_one_vote_is_not_called_several() -> None:
    shown = said(opened("measure", strategy="ooc", votes="1"))
    assert "Each draw has a vote; the majority decides." in shown
    assert "Several draws" not in shown
