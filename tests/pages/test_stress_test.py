"""The Stress test page, run without a browser."""

import io
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from equipoise.app.stress import gallery, tables
from equipoise.app.stress.choices import BIASES, MODELS, NOTHING, REPAIRED, REPAIRS, Choices
from equipoise.app.stress.live import curves
from equipoise.app.stress.theorem import condition_words, turning_point
from equipoise.stress import ParameterError, condition
from equipoise.stress.study.artifact import load_paper
from equipoise.stress.study.paper import Settings, run_paper

ROOT = Path(__file__).parents[2]
SMALL = {"s.rows": "1000"}


def opened(room: str = "bench", **params: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    at.query_params["s.room"] = room
    for name, value in params.items():
        at.query_params[name] = value
    at.switch_page("pages/5_Stress_test.py").run()
    return checked(at)


def checked(at: AppTest) -> AppTest:
    assert not at.exception, at.exception[0].message
    assert not at.error, at.error[0].value
    assert "nan" not in said(at).lower().replace("nance", "")
    return at


def said(at: AppTest) -> str:
    return " ".join(part.value for part in (*at.markdown, *at.caption))


def charts(at: AppTest) -> int:
    return len(at.get("vega_lite_chart"))


def button(at: AppTest, key: str, value: str) -> None:
    next(g for g in at.get("button_group") if g.key == key).set_value(value)


# --- the bench -----------------------------------------------------------------------------


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("end", [0, 5, -1])
def test_every_bias_at_its_ends(bias: str, end: int) -> None:
    amount = f"{BIASES[bias].levels[end]:.2f}"
    at = opened(**SMALL, **{"s.bias": bias, f"s.amount.{bias}": amount, "s.repair": "post"})
    assert charts(at) >= (3 if at.info else 6)


@pytest.mark.parametrize("repair", [name for name, repair in REPAIRS.items() if repair.live])
@pytest.mark.parametrize("model", [name for name, model in MODELS.items() if model.live])
def test_every_live_repair_and_model(repair: str, model: str) -> None:
    at = opened(**SMALL, **{"s.repair": repair, "s.model": model})
    assert charts(at) == 6
    assert "is decided" in said(at) or "decided as the best classifier" in said(at)


@pytest.mark.parametrize(
    "params", [{"s.repair": "gradient"}, {"s.repair": "gradient-parity"}, {"s.model": "tree"}]
)
def test_what_is_slow_is_planned(params: dict[str, str]) -> None:
    at = opened(**params)
    assert "too slow to follow a slider" in at.info[0].value
    assert charts(at) == 0
    assert at.button(key="s larger plan it")


@pytest.mark.parametrize("world", ["adult-sex", "adult-race"])
def test_adult_is_a_world(world: str) -> None:
    at = opened(**SMALL, **{"s.world": world, "s.repair": "post"})
    assert charts(at) == 6
    assert "The theorem is silent here" in said(at)


def test_an_emptied_cell_leaves_a_marked_hole() -> None:
    at = opened(**SMALL, **{"s.repair": "post", "s.amount.positives-removed": "1.00"})
    assert "No value for “repaired” at 1: " in said(at)
    assert "Nothing was learned" in at.info[0].value


def test_few_rows_are_called_nonsense() -> None:
    at = opened(**{"s.rows": "500", "s.repair": "post"})
    assert "extreme levels are nonsense" in at.warning[0].value


@pytest.mark.parametrize("r", ["0.05", "0.50"])
@pytest.mark.parametrize("eta", ["0.00", "0.45"])
@pytest.mark.parametrize("d", ["-4.00", "4.00"])
def test_extreme_worlds(r: str, eta: str, d: str) -> None:
    opened(**SMALL, **{"s.r": r, "s.eta": eta, "s.d": d, "s.repair": "post"})


def test_the_readout_turns() -> None:
    params = {"s.r": "0.50", "s.repair": "post", "s.model": "shared"}
    at = opened(**SMALL, **params, **{"s.amount.positives-removed": "0.60"})
    assert "recovery is promised" in said(at)
    at.select_slider(key="s.amount.positives-removed").set_value("0.70")
    checked(at.run())
    assert "recovery is not promised" in said(at)
    assert "It turns where 66.7" in said(at)
    assert at.query_params["s.amount.positives-removed"] == "0.70"


def test_the_condition_in_words() -> None:
    assert turning_point(0.2, 0.4) is None
    turn = turning_point(0.5, 0.4)
    assert turn is not None
    assert condition(0.5, 0.4, 1 - turn) == pytest.approx(0)
    assert "**−0.040**" in condition_words(0.5, 0.4, 0.2)
    assert "every amount" in condition_words(0.2, 0.1, 1.0)


@pytest.mark.parametrize(
    "params",
    [
        {"s.world": "../../etc/passwd"},
        {"s.r": "0.9"},
        {"s.amount.positives-removed": "2"},
        {"s.repair": "<script>alert(1)</script>"},
        {"s.seed": "-1"},
        {"s.rows": "1e9"},
    ],
)
def test_a_wrong_value_falls_back_with_a_word(params: dict[str, str]) -> None:
    at = opened(**params)
    assert len(at.info) == 1
    assert "is used instead" in at.info[0].value
    assert not set(params) & set(at.query_params)


def test_the_task_is_recognised_two_ways() -> None:
    start = opened(**{"s.repair": "post"})
    assert "Not yet. Repaired minus doing nothing" in said(start)
    published = opened(**{"s.model": "published", "s.amount.positives-removed": "1.00"})
    assert "the two sides are different models" in said(published)
    honest = opened(
        **{"s.model": "shared", "s.repair": "post", "s.r": "0.50"},
        **{"s.amount.positives-removed": "0.60"},
    )
    assert "the constraint itself does it" in said(honest)


def test_more_repeats_keep_the_first() -> None:
    choices = Choices(n=1000, repair="reweighing", seed=3)
    one, three = curves(choices, 1), curves(choices, 3)
    assert (three.values[:1] == one.values).all()
    assert one.models == (NOTHING, REPAIRED)


# --- findings ------------------------------------------------------------------------------


def test_without_an_intercept_doing_nothing_recovers() -> None:
    at = opened("stories")
    assert "Not yet." in said(at)
    button(at, "s.intercept", "none")
    checked(at.run())
    assert "Done." in said(at)


def test_beyond_the_condition_the_repair_is_lost() -> None:
    at = opened("stories", **{"s.story": "theorem"})
    assert "Not yet." in said(at)
    at.select_slider(key="s.story r").set_value("0.50")
    at.select_slider(key="s.story removed").set_value("0.80")
    checked(at.run())
    assert "the repaired model is lost" in said(at)


def test_the_first_row_decides() -> None:
    at = opened("stories", **{"s.story": "first-row"})
    assert "Not yet." in said(at)
    button(at, "s.first cell", "A1")
    checked(at.run())
    assert "Done." in said(at)
    button(at, "s.grid", "grid")
    checked(at.run())
    assert "Not yet." in said(at)


def test_repair_does_harm_under_differing_noise() -> None:
    at = opened("stories", **{"s.story": "noise"})
    assert "The repair costs" in said(at)
    at.select_slider(key="s.story eta").set_value("0.00")
    checked(at.run())
    assert "Done." in said(at)


def test_a_finding_goes_to_the_bench() -> None:
    at = opened("stories", **{"s.story": "noise"})
    at.button(key="bench noise").click()
    checked(at.run())
    assert at.selectbox(key="s.bias").value == "noise"
    assert charts(at) == 6


# --- the paper -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small_study(tmp_path_factory):
    out = tmp_path_factory.mktemp("study") / "paper.json"
    run_paper(Settings(out=out, repeats=2, n=800))
    return load_paper(out)


@pytest.fixture
def recorded(small_study, monkeypatch):
    gallery.paper.clear()
    monkeypatch.setattr(gallery, "load_paper", lambda: small_study)
    yield small_study
    gallery.paper.clear()


@pytest.mark.parametrize("mode", gallery.MODES)
def test_every_figure_can_be_looked_at(recorded, mode: str) -> None:
    at = opened("paper", **{"s.mode": mode})
    for curve in recorded.curves:
        at.selectbox(key="s.figure").set_value(curve.key)
        checked(at.run())
        assert charts(at) == 1
        assert "Against doing nothing, the repair gains most at" in said(at)


def test_printed_numbers_stand_beside_ours(recorded) -> None:
    at = opened("paper", **{"s.figure": "base_rates"})
    assert "published 0.423; ours" in said(at)
    table = gallery.comparison(recorded)
    assert len(table) == 9
    assert "–" not in table["ours, as published"].to_list()


def test_the_gallery_task(recorded) -> None:
    assert "Not yet." in said(opened("paper"))
    assert "Done." in said(opened("paper", **{"s.mode": "same"}))


@pytest.mark.parametrize("measure", ["accuracy", "disparity"])
@pytest.mark.parametrize("group", ["A", "everybody"])
def test_other_measures_and_groups(recorded, measure: str, group: str) -> None:
    at = opened("paper", **{"s.measure": measure, "s.group": group})
    assert charts(at) == 1


def test_without_a_recorded_study_the_page_says_so(monkeypatch, tmp_path) -> None:
    gallery.paper.clear()
    monkeypatch.setattr(gallery, "load_paper", lambda: load_paper(tmp_path / "none.json"))
    at = opened("paper")
    assert "The recorded study cannot be shown" in at.info[0].value
    assert charts(at) == 0


# --- own tables ----------------------------------------------------------------------------


def people(n: int = 1200) -> pd.DataFrame:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"age": rng.normal(40, 9, n), "years": rng.integers(0, 20, n)})
    frame["town"] = rng.choice(["North", "South", "West"], n)
    frame["hired"] = np.where(frame["age"] + rng.normal(0, 9, n) > 40, "yes", "no")
    return frame


def with_table(frame: pd.DataFrame) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for name, value in (SMALL | {"s.room": "bench", "s.world": "own", "s.repair": "post"}).items():
        at.query_params[name] = value
    at.session_state["s own frame"] = frame
    at.session_state["s own digest"] = "test"
    at.switch_page("pages/5_Stress_test.py").run()
    assert not at.exception, at.exception[0].message
    return at


def test_a_table_of_ones_own_is_a_world() -> None:
    at = with_table(people())
    assert "Choose a group" in said(at)
    at.selectbox(key="s own group").set_value("town")
    checked(at.run())
    assert charts(at) == 6
    assert at.selectbox(key="s own label").value == "hired"


def test_a_group_of_too_many_values_is_named() -> None:
    at = with_table(people())
    at.selectbox(key="s own group").set_value("age")
    at.run()
    assert not at.exception
    assert "column 'age' must hold" in at.error[0].value


def test_before_a_table_comes_nothing_is_drawn() -> None:
    at = opened(**{"s.world": "own"})
    assert charts(at) == 0
    at.button(key="s larger plan it").click()
    at.run()
    assert "There is no world yet" in at.error[0].value


def test_files_are_read_and_what_is_wrong_is_said() -> None:
    frame = people()
    assert tables.read_table(frame.to_csv(index=False).encode()).shape == frame.shape
    buffer = io.BytesIO()
    frame.to_parquet(buffer)
    assert tables.read_table(buffer.getvalue()).shape == frame.shape
    for content, words in (
        (b"PAR1nonsense", "cannot be read"),
        (b"", "cannot be read"),
        (b"a,b,c\n1,2,3\n", "must have 200 to 200,000 rows, but has 1"),
        (frame[["age"]].to_csv(index=False).encode(), "three columns"),
        (frame.iloc[:, [0, 0, 1, 2]].to_csv(index=False).encode(), "several columns"),
    ):
        with pytest.raises(ParameterError, match=words):
            tables.read_table(content)


# --- larger runs ---------------------------------------------------------------------------


def test_a_run_is_planned_started_and_kept() -> None:
    at = opened(**SMALL, **{"s.repair": "reweighing"})
    at.number_input(key="s larger rows").set_value(400)
    at.number_input(key="s larger repeats").set_value(3)
    at.button(key="s larger plan it").click()
    checked(at.run())
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


def test_nothing_heavy_is_loaded_by_looking_around() -> None:
    script = f"""
import sys
import time
sys.path.insert(0, {str(ROOT)!r})
from streamlit.testing.v1 import AppTest
for room in ("paper", "stories", "bench"):
    at = AppTest.from_file({str(ROOT / "streamlit_app.py")!r}, default_timeout=60)
    at.query_params["s.room"] = room
    at.switch_page("pages/5_Stress_test.py").run()
    assert not at.exception
print([name for name in ("sklearn", "scipy", "fairlearn", "joblib") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip().endswith("[]")


def teardown_module() -> None:
    st.cache_resource.clear()
