"""Opening the Stress test page without a browser, and reading what it says."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[3]
SMALL = {"s.rows": "1000"}
DRAWS = {"s.repeats": "5"}


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


def until(met: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def people(n: int = 1200) -> pd.DataFrame:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"age": rng.normal(40, 9, n), "years": rng.integers(0, 20, n)})
    frame["town"] = rng.choice(["North", "South", "West"], n)
    frame["hired"] = np.where(frame["age"] + rng.normal(0, 9, n) > 40, "yes", "no")
    return frame


def with_table(frame: pd.DataFrame) -> AppTest:
    return brought(opened(**SMALL, **{"s.world": "own", "s.repair": "post"}), frame)


def brought(at: AppTest, frame: pd.DataFrame) -> AppTest:
    at.file_uploader(key="s own file").set_value(
        ("mine.csv", frame.to_csv(index=False).encode(), "text/csv")
    )
    at.run()
    assert not at.exception, at.exception[0].message
    return at
