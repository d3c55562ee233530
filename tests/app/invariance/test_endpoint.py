"""What a run against an endpoint came to, and that its texts enter no shared cache."""

import functools
import gc

import pandas as pd
import pytest

from equipoise.app.invariance.endpoint import planned
from equipoise.app.invariance.questions import Questions, own_task
from equipoise.app.invariance.runs import Asked, EndpointRun
from equipoise.figures.invariance.results import bands_figure, shares_figure
from equipoise.invariance import read_items
from equipoise.keeping import Once


def questions(name: str) -> Questions:
    items = read_items(
        pd.DataFrame(
            [(f"{u}{z}", f"A {z} asks.", z, "all", u) for u in "abc" for z in (name, "other")],
            columns=["id", "text", "z", "s", "unit"],
        )
    )
    return Questions(items, own_task(items, "Is it so?", "kind", "yes", "no"))


def asked(name: str = "x", state: str = "done", **statuses: str) -> Asked:
    """Return a run that is over: yes to all of one context, unless said to be otherwise."""
    about = questions(name)
    rows = about.items.table
    run = EndpointRun(len(rows), order={})
    run.state, run.over = state, True
    run.answers = [
        {
            "id": id,
            "strategy": "default",
            "pred": None if id in statuses else int(z == name),
            "raw": "",
            "status": statuses.get(id, "ok"),
        }
        for id, z in zip(rows["id"], rows["z"], strict=True)
    ]
    return Asked(about, run)


def test_how_a_run_ended_is_told() -> None:
    assert (
        asked().ending() == ":material/check_circle: **Done**: 6 of 6 answers. All could be read."
    )
    lost = asked(ax="refused", aother="unreadable").ending()
    assert "6 of 6 answers. **4 could be read**; " in lost
    stopped = asked(state="stopped")
    stopped.run.answers.clear()
    assert stopped.ending() == (
        ":material/stop_circle: **Stopped**: 0 of 6 answers came and are kept."
    )
    failed = asked(state="failed")
    failed.run.why = "It says <b>401</b>"
    assert "**It failed**, after 6 of 6 answers. It says \\<b>401" in failed.ending()


def test_what_it_measures_is_kept_with_the_run() -> None:
    one = asked()
    assert one.results is one.results
    assert one.results.measures["strategy"].tolist() == ["Default"]
    assert one.results.measures["si_bias"].tolist() == [1.0]
    assert shares_figure(one.results, "Default").takeaway.startswith("Widest: x over other")
    assert asked().results is not one.results


def test_no_text_of_one_reader_enters_a_cache_that_another_one_has() -> None:
    pytest.importorskip("openai")

    def all_of(name: str) -> None:
        plan = planned(questions(name), "https://a.example/v1", "m", "", ["default", "ooc"], 1)
        assert not isinstance(plan, str), plan
        one = asked(name)
        bands_figure(one.results)
        shares_figure(one.results, "Default")

    all_of("first")
    gc.collect()
    known = [
        (one, one.cache_info())
        for one in gc.get_objects()
        if isinstance(one, Once | functools._lru_cache_wrapper)
    ]
    all_of("second")
    # Those of Python, NumPy and pandas hold types and formats.
    grown = [
        one
        for one, before in known
        if one.cache_info().misses != before.misses and one.__module__.startswith("equipoise")
    ]
    assert len(known) > 5
    assert not grown
