"""Opening pages without a browser, and reading what they say."""

import re
from pathlib import Path

import pandas as pd
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


def unmistakable(table: pd.DataFrame) -> None:
    """Check that no heading and no cell of a table is Markdown for something else."""
    names = [*table.index.names, *table.columns.names, *table.index, *table.columns]
    for text in map(str, [*filter(None, names), *table.to_numpy().ravel()]):
        assert not re.match(r"\s*([>#|~`]|[-+*]\s|\d+[.)]\s|={3}|-{3})", text), text
        assert not re.search(r"[$`*~\[\]<]|(?<!\w)_|_(?!\w)|:[a-z]+:", text), text
