"""What the tests of the Stress test page share: opening it, and a reader's table."""

import numpy as np
import pandas as pd
from streamlit.testing.v1 import AppTest

from tests.pages import pages
from tests.pages.pages import open_page, said

SMALL = {"s.rows": "1000"}
DRAWS = {"s.repeats": "5"}


def opened(room: str = "bench", **params: str) -> AppTest:
    return checked(open_page("Stress test", **{"s.room": room, **params}))


def checked(at: AppTest) -> AppTest:
    pages.checked(at)
    assert not at.error, at.error[0].value
    assert "nan" not in said(at).lower().replace("nance", "")
    return at


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
    return pages.checked(at.run())
