"""The whole app, run without a browser."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

HOME = Path(__file__).parents[2] / "streamlit_app.py"


class App:
    """One reader's session: opens pages with or without a link, and looks at what is there."""

    def __init__(self) -> None:
        self.at = AppTest.from_file(str(HOME), default_timeout=30)

    def open(self, page: str, **params: str) -> "App":
        for name, value in params.items():
            self.at.query_params[name] = value
        if page != "Home":
            self.at.switch_page(f"pages/{page}.py")
        elif self.at.session_state:
            self.at.switch_page("streamlit_app.py")
        return self.run()

    def run(self) -> "App":
        self.at.run()
        assert not self.at.exception, self.at.exception[0].message
        return self

    def thresholds(self) -> dict[str, float]:
        keys = (s.key for s in self.at.slider if (s.key or "").startswith("threshold "))
        return {k.split(" ", 2)[2]: self.at.slider(key=k).value for k in keys}

    def notices(self) -> list[str]:
        return [box.value for box in self.at.info]

    def move(self, view: str, group: str, value: float) -> "App":
        self.at.slider(key=f"threshold {view} {group}").set_value(value)
        return self.run()

    def preset(self, name: str) -> "App":
        return self.choose("preset", name)

    def choose(self, key: str, value: str) -> "App":
        widget = self.at.get("selectbox") if key == "link" else self.at.get("button_group")
        next(w for w in widget if w.key == key).set_value(value)
        return self.run()


@pytest.fixture
def app() -> App:
    return App()
