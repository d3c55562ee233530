"""Opening the Test time page without a browser, and reading what it says."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]


def opened(room: str = "result", **params: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=90)
    at.query_params["i.room"] = room
    for name, value in params.items():
        at.query_params[f"i.{name}"] = value
    at.switch_page("pages/6_Test_time.py").run()
    return fine(at)


def fine(at: AppTest) -> AppTest:
    assert not at.exception, at.exception[0].message
    assert "nan" not in said(at).lower()
    return at


def said(at: AppTest) -> str:
    return " ".join(part.value for part in (*at.markdown, *at.caption))


def charts(at: AppTest) -> int:
    return len(at.get("vega_lite_chart"))


def press(at: AppTest, key: str, value: str) -> AppTest:
    next(g for g in at.get("button_group") if g.key == key).set_value(value)
    return fine(at.run())
