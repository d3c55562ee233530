"""What a reader brings to the Test time page stays in one session, and goes with it."""

import gc
import weakref

import pandas as pd
import pytest

from equipoise.app.invariance import predictions
from equipoise.figures.invariance import results
from equipoise.keeping import Once, once
from tests.pages.opening import fine, uploaded
from tests.pages.pages import charts, said


def file_with(name: str) -> bytes:
    rows = [
        f"{unit}{z},{z},all,u{unit},{int(z == name)},way of {name}"
        for unit in range(4)
        for z in (name, "other")
    ]
    return "\n".join(["id,z,s,unit,pred,strategy", *rows]).encode()


def shared() -> dict[int, tuple[Once, int]]:
    """Return every cache there is, by id, with how many values are in it."""
    gc.collect()
    return {
        id(one): (one, one.cache_info().currsize) for one in gc.get_objects() if type(one) is Once
    }


def test_names_of_one_session_enter_no_cache_that_another_one_has() -> None:
    first = uploaded(file_with("secret"))
    before = shared()
    second = uploaded(file_with("unheard"))
    grown = [one.__wrapped__ for one, n in before.values() if one.cache_info().currsize != n]
    assert not grown
    assert len(before) > 5
    assert "secret" in said(first)
    assert "unheard" in said(second)
    assert "secret" not in said(second)
    assert "unheard" not in said(fine(first.run()))


def test_a_process_wide_cache_of_names_would_be_seen() -> None:
    """The witness: the test above fails where a specification is kept by its names."""
    kept_by_name = once()(results.bands_spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "bands_spec", kept_by_name)
        uploaded(file_with("a"))
        before = kept_by_name.cache_info().currsize
        uploaded(file_with("b"))
    assert kept_by_name.cache_info().currsize == before + 1
    assert id(kept_by_name) in shared()


def test_two_readers_with_one_file_share_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[predictions.Judged]] = []
    drawn: list[weakref.ref[results.Results]] = []

    class Watched(predictions.Judged):
        def __init__(self, found: dict[str, object]) -> None:
            super().__init__(found)
            made.append(weakref.ref(self))

    draw = predictions.bands_figure

    def watched(found: results.Results) -> results.Figure:
        drawn.append(weakref.ref(found))
        return draw(found)

    monkeypatch.setattr(predictions, "Judged", Watched)
    monkeypatch.setattr(predictions, "bands_figure", watched)
    one, other = uploaded(file_with("x")), uploaded(file_with("x"))
    assert len(made) == 2
    assert charts(fine(one.run())) == charts(fine(other.run())) == 2
    assert len(made) == 2, "files are read once"
    owners = {id(ref()) for ref in drawn}
    assert len(owners) == 2, "each session has its own results, from run to run"
    one.file_uploader(key="i own items").set_value(None)
    fine(one.run())
    del one
    gc.collect()
    assert [ref() is None for ref in made] == [True, False]
    assert charts(fine(other.run())) == 2


def test_a_picture_is_made_once_for_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, ...]] = []
    spec = results.bands_spec

    def counted(names: tuple[str, ...], top: float = 1.0, *, told: bool = True):
        made.append(names)
        return spec(names, top, told=told)

    monkeypatch.setattr(results, "bands_spec", counted)
    at = uploaded(file_with("x"))
    for _ in range(2):
        fine(at.run())
    assert made == [("way of x",)]


def test_results_hold_what_the_file_held() -> None:
    at = uploaded(file_with("x"))
    table = pd.DataFrame(at.session_state["i own judged"][1].found["table"])
    assert table["strategy"].tolist() == ["way of x"]
    assert table["si_bias"].tolist() == [1.0]
