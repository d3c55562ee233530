"""The Test time page's recorded language model, run without a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from equipoise.app.invariance import recorded
from equipoise.datasets.discrim import artifact as discrim
from tests.pages.opening import fine, opened
from tests.pages.pages import charts, said
from tests.recordings import STRATEGIES, write_recording

FLIPS = "guess test-time/flips-without-gap"


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(discrim, "DATA", write_recording(tmp_path))
    recorded.recording.cache_clear()
    yield
    recorded.recording.cache_clear()


@pytest.fixture
def no_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(discrim, "DATA", tmp_path)
    recorded.recording.cache_clear()
    yield
    recorded.recording.cache_clear()


@pytest.mark.usefixtures("recording")
@pytest.mark.parametrize("asked", STRATEGIES)
def test_each_way_of_asking(asked: str) -> None:
    at = opened("model", asked=asked)
    assert charts(at) == 2
    assert not at.error
    assert "answers each" in said(at)


@pytest.mark.usefixtures("recording")
def test_the_task_is_recognised() -> None:
    at = opened("model", asked="default")
    known = recorded.recording()
    rates = recorded.scores(known, common=True).table().set_index("strategy")["positive_rate"]
    furthest = str((rates - rates["default"]).abs().idxmax())
    assert rates["default"] != rates[furthest]
    assert "Not yet" in said(at)
    at.selectbox(key="i.asked").set_value(furthest)
    assert "Done" in said(fine(at.run()))


@pytest.mark.usefixtures("recording")
def test_what_makes_no_sense_in_the_address_is_left_out() -> None:
    at = opened("model", asked="<script>", rows="planet")
    assert at.selectbox(key="i.asked").value == "default"


@pytest.mark.usefixtures("no_recording")
@pytest.mark.parametrize("room", ["model", "compare"])
def test_without_a_recording_the_page_says_so(room: str) -> None:
    at = opened(room, whose="model")
    assert at.info
    assert "/" not in "".join(part.value for part in at.caption if "cannot be read" in part.value)


@pytest.mark.usefixtures("recording")
@pytest.mark.parametrize("whose", ["lesson", "model"])
def test_before_and_after(whose: str) -> None:
    at = opened("compare", whose=whose)
    assert charts(at) == 1
    assert ("is not defined: no answer is labelled right" in said(at)) == (whose == "model")
    assert "is no test of the change between them" in said(at)
    assert ("seed 0" in said(at)) == (whose == "lesson")
    at.radio(key=FLIPS).set_value(at.radio(key=FLIPS).options[1])
    assert charts(fine(at.run())) == 2
    assert "flip" in said(at)


@pytest.mark.usefixtures("recording")
def test_flipped_copies_stand_side_by_side_as_they_are() -> None:
    at = opened("compare", whose="model")
    at.radio(key=FLIPS).set_value(at.radio(key=FLIPS).options[0])
    fine(at.run())
    drawn = " ".join(part.proto.body for part in at.get("html") if "cards" in part.proto.body)
    assert "female: no" in drawn
    assert "$5 &lt;b&gt;a day&lt;/b&gt;" in drawn.replace("</mark>", "")
    assert "<b>" not in drawn
