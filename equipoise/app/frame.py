"""The frame around every page: configuration, links, title, notices, and failing well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from equipoise import glossary
from equipoise.app import session
from equipoise.app.views import card, predictions
from equipoise.charts.theme import COLOURS
from equipoise.datasets import ArtifactError
from equipoise.foreign import MESSAGE, plain
from equipoise.io.open_files import allow_open_files
from equipoise.once import once


@dataclass(frozen=True)
class Page:
    """A page of the app: its file beside the entry point, its name and its icon."""

    path: str
    name: str
    icon: str


PAGES = (
    Page("streamlit_app.py", "Home", ":material/home:"),
    Page("pages/1_Data.py", "Data", ":material/groups:"),
    Page("pages/2_Metrics.py", "Metrics", ":material/tune:"),
    Page("pages/3_Incompatibility.py", "Incompatibility", ":material/call_split:"),
    Page("pages/4_Frontier.py", "Frontier", ":material/show_chart:"),
    Page("pages/5_Stress_test.py", "Stress test", ":material/science:"),
    Page("pages/6_Test_time.py", "Test time", ":material/translate:"),
)
"""The pages in reading order."""

_STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
# A Material symbol here would be fetched from another host.
_ICON = Path(__file__).with_name("icon.svg")
_REBUILD = "python -m equipoise.datasets adult"


def open_page(
    name: str, question: str, look_for: str, *, terms: Sequence[str] = (), audits: bool = True
) -> None:
    """Begin a page; the first call of every page.

    Parameters
    ----------
    name : str
        The page's name in `PAGES`.
    question : str
        The title: one question in plain words.
    look_for : str
        One line that says what to look for.
    terms : sequence of str, optional
        Those of `equipoise.glossary.TERMS` that the page uses, explained where a reader asks.
    audits : bool, optional
        Whether the page is about the audited predictions and cannot be drawn without them.
    """
    _start()
    page = next(page for page in PAGES if page.name == name)
    st.set_page_config(f"{page.name} · Equipoise", page_icon=_ICON, layout="wide")
    st.html(f"<style>{_STYLE}{_sign_colours()}</style>")
    _links()
    if audits:
        _load()
    session.hand_on()
    session.read_from_address()
    session.write_to_address()
    st.title(question, anchor=False)
    st.markdown(look_for)
    if terms:
        with st.popover("Words on this page", icon=":material/dictionary:", type="tertiary"):
            st.markdown(glossary.defined(terms))
    session.show_notices(name)


@once()
def _start() -> None:
    """Prepare the process that serves the pages, when the first of them opens."""
    allow_open_files()


def next_page(name: str, invitation: str) -> None:
    """Link to another page and say what awaits there; the last call of most pages."""
    page = next(page for page in PAGES if page.name == name)
    if _exists(page):
        label = f"**{page.name}**: {invitation}"
        st.page_link(page.path, label=label, icon=":material/arrow_forward:")


def _sign_colours() -> str:
    """Return the style that gives the sign before a slider's name its group's colour.

    Colour written into the name itself would be read aloud.
    """
    return "".join(
        f"[class*=st-key-thresholds] > :nth-child({place}) label p::first-letter "
        f"{{ color: light-dark({light}, {dark}); }}"
        for place, (light, dark) in enumerate(zip(*COLOURS.values(), strict=True), start=1)
    )


def _links() -> None:
    with st.sidebar:
        for page in PAGES:
            if _exists(page):
                st.page_link(page.path, label=page.name, icon=page.icon)
        st.caption(
            "The address bar holds the groups, the thresholds and most choices: copy it to share "
            "them. Guesses, files and what you unfold are not in it."
        )


def _exists(page: Page) -> bool:
    """Return whether the page is there: pages can be left out of a deployment."""
    return (Path(__file__).parents[2] / page.path).is_file()


def _load() -> None:
    """Load what all pages need; end the page readably if that cannot be done."""
    try:
        predictions()
        card()
    except ArtifactError as error:
        st.title("The predictions cannot be read", anchor=False)
        st.markdown(
            "This app audits predictions that are stored beside it, and they are missing or "
            "damaged. Nothing is wrong with your link or your browser."
        )
        st.error(plain(error.problem, MESSAGE), icon=":material/error:")
        st.markdown("Whoever runs the app can build them again with:")
        st.code(error.command or _REBUILD, language=None)
        st.markdown("The pages *Stress test* and *Test time* work without them.")
        st.stop()
