"""Larger runs on the Stress test page: planned, started, stopped, gone on with."""

import time

import pytest
from streamlit.testing.v1 import AppTest

from equipoise.app.stress import plans
from tests.pages.pages import charts, said
from tests.pages.stress.opening import SMALL, checked, opened
from tests.waiting import until


def planned(at: AppTest) -> None:
    at.button(key="s larger plan it").click()
    checked(at.run())
    until(lambda: at.session_state[plans.PLAN].run.over)
    checked(at.run())


def test_a_run_is_planned_started_and_kept() -> None:
    at = opened(**SMALL, **{"s.repair": "reweighing"})
    at.number_input(key="s larger rows").set_value(400)
    at.number_input(key="s larger repeats").set_value(3)
    planned(at)
    assert "**Planned:** 3 repeats of 400 rows" in said(at)
    at.button(key="s larger start").click()
    checked(at.run())
    run = at.session_state["s larger run"].run
    for _ in range(600):
        if run.over and run.result is not None:
            break
        time.sleep(0.1)
    checked(at.run())
    assert "**Done**: 3 repeats." in said(at)
    assert charts(at) == 9
    assert len(at.get("download_button")) == 1
    assert not [one for one in at.button if one.key == "s larger go on"]


def test_a_stopped_run_can_go_on() -> None:
    at = opened(**SMALL, **{"s.repair": "reweighing"})
    at.number_input(key="s larger rows").set_value(400)
    at.number_input(key="s larger repeats").set_value(200)
    planned(at)
    at.button(key="s larger start").click()
    checked(at.run())
    first = at.session_state["s larger run"].run
    until(lambda: first.done > 2)
    plans.line().stop(first)
    until(lambda: first.over)
    checked(at.run())
    assert f"**Stopped** after {first.done} of 200 repeats" in said(at)
    assert "**The run:** 200 repeats of 400 rows" in said(at)
    go_on = at.button(key="s larger go on")
    assert go_on.label == f"Go on: {200 - first.done} repeats left"
    go_on.click()
    checked(at.run())
    second = at.session_state["s larger run"].run
    assert second is not first
    until(lambda: second.over)
    checked(at.run())
    assert "**Done**: 200 repeats." in said(at)
    assert len(second.finished.file.read_text().splitlines()) == 200


@pytest.mark.parametrize(
    ("rows", "repeats", "message"),
    [
        (999_999_999, 20, "Rows of a repeat must be 200 to 60,000, not 999,999,999."),
        (-5, 20, "Rows of a repeat must be 200 to 60,000, not −5."),
        (60_001, 20, "Rows of a repeat must be 200 to 60,000, not 60,001."),
        (400, 100_000, "Repeats must be 1 to 200, not 100,000."),
        (400, 0, "Repeats must be 1 to 200, not 0."),
    ],
)
def test_a_number_out_of_range_gets_words(rows: int, repeats: int, message: str) -> None:
    at = opened(**SMALL, **{"s.repair": "reweighing"})
    at.number_input(key="s larger rows").set_value(rows)
    at.number_input(key="s larger repeats").set_value(repeats)
    at.button(key="s larger plan it").click()
    at.run()
    assert not at.exception
    assert message in at.error[0].value
