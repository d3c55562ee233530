"""Opening the Test time page without a browser."""

from streamlit.testing.v1 import AppTest

from tests.pages.pages import checked, choose, open_page, said


def opened(room: str = "result", **params: str) -> AppTest:
    settings = {"room": room, **params}
    return fine(open_page("Test time", **{f"i.{name}": settings[name] for name in settings}))


def fine(at: AppTest) -> AppTest:
    assert "nan" not in said(checked(at)).lower()
    return at


def press(at: AppTest, key: str, value: str) -> AppTest:
    return fine(choose(at, key, value))


def uploaded(items: bytes, answers: bytes | None = None, name: str = "a.csv") -> AppTest:
    at = opened("own")
    at.file_uploader(key="i own items").set_value((name, items, "text/csv"))
    if answers is not None:
        at.file_uploader(key="i own answers").set_value((name, answers, "text/csv"))
    return fine(at.run())
