"""Links between the pages, which carry what the reader has set.

The browser goes to a link's address before the page there has run. A link without the settings
would leave two addresses in the history, one without them and one with, and Back would need two
presses.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

_PLACE = "place of the page links"
_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Page:
    """A page of the app.

    Attributes
    ----------
    path, name, icon : str
        Its file beside the entry point, what it is called, and its sign.
    has_sliders : bool
        Whether `thresholds` draws on it, and with the sliders the links.
    """

    path: str
    name: str
    icon: str
    has_sliders: bool = False


PAGES = (
    Page("streamlit_app.py", "Home", ":material/home:"),
    Page("pages/1_Data.py", "Data", ":material/groups:"),
    Page("pages/2_Metrics.py", "Metrics", ":material/tune:", has_sliders=True),
    Page(
        "pages/3_Incompatibility.py", "Incompatibility", ":material/call_split:", has_sliders=True
    ),
    Page("pages/4_Frontier.py", "Frontier", ":material/show_chart:", has_sliders=True),
    Page("pages/5_Stress_test.py", "Stress test", ":material/science:"),
    Page("pages/6_Test_time.py", "Test time", ":material/translate:"),
)
"""The pages in reading order."""


def place_links() -> None:
    """Keep a place for the links to all pages; `draw_links` fills it."""
    st.session_state[_PLACE] = st.container()


def draw_links() -> None:
    """Draw the links to all pages, each with what the address says now.

    Where sliders change the address, their fragment draws them, each time it runs: Streamlit
    takes away what a fragment drew before and not again.
    """
    with st.session_state[_PLACE]:
        for page in PAGES:
            draw_link(page, page.name, page.icon)


def draw_link(page: Page, label: str, icon: str) -> None:
    """Draw a link to a page, if it is there: pages can be left out of a deployment."""
    if (_ROOT / page.path).is_file():
        now = st.query_params.to_dict()
        st.page_link(page.path, label=label, icon=icon, query_params=now)


def page_named(name: str) -> Page:
    """Return a page by its name."""
    return next(page for page in PAGES if page.name == name)
