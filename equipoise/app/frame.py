"""The frame around every page: configuration, links, title, notices, and failing well."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from equipoise import glossary
from equipoise.app import session
from equipoise.app.audits import current_audit
from equipoise.app.links import draw_link, draw_links, page_named, place_links
from equipoise.datasets import ArtifactError
from equipoise.figures.theme import COLOURS
from equipoise.foreign import MESSAGE, plain
from equipoise.io.open_files import allow_open_files
from equipoise.keeping import once
from equipoise.version import __version__

_STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
# A Material symbol here would be fetched from another host.
_ICON = Path(__file__).with_name("icon.svg")
# Stands in each page, unseen until the browser finds that nobody answers (see style.css).
_LOST = """<p class="lost" role="alert">The connection to the server is lost, and nothing here
answers for now. This page tries again by itself. What you set is in the address: if the server
is back and this page is not, reload it. Files, guesses and runs may be gone.</p>"""
_SELDOM = 6 * 3600.0
_REBUILD = "python -m equipoise.datasets adult"


def open_page(
    name: str, question: str, look_for: str, *, terms: Sequence[str] = (), audits: bool = True
) -> None:
    """Begin a page; the first call of every page.

    Parameters
    ----------
    name : str
        The page's name in `links.PAGES`.
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
    page = page_named(name)
    st.set_page_config(f"{page.name} · Equipoise", page_icon=_ICON, layout="wide")
    # The sign before a slider's name takes its group's colour from a style: colour written into
    # the name itself would be read aloud.
    n = len(COLOURS["light"])
    sign_colours = "".join(
        f"[class*=st-key-thresholds] > :nth-child({n}n + {place}) label p::first-letter "
        f"{{ color: light-dark({light}, {dark}); }}"
        for place, (light, dark) in enumerate(zip(*COLOURS.values(), strict=True), start=1)
    )
    st.html(f"<style>{_STYLE}{sign_colours}</style>")
    st.html(_LOST)
    _come_back()
    with st.sidebar:
        place_links()
        st.caption(
            "The address bar holds the groups, the thresholds and most choices: copy it to share "
            "them. Guesses, files and what you unfold are not in it."
        )
        st.caption(f"Equipoise {__version__}")
    if audits:
        _load()
    # After the predictions: which thresholds an address may hold follows from their groups.
    session.enter_page()
    if not page.has_sliders:
        draw_links()
    st.title(question, anchor=False)
    st.markdown(look_for)
    if terms:
        with st.popover("Words on this page", icon=":material/dictionary:", type="tertiary"):
            words = current_audit().vocabulary
            # A term of one data set, such as "earn more than 50K", is not needed with others.
            known = [term for term in terms if term in glossary.definitions(words)]
            st.markdown(glossary.defined(known, words))
    session.show_notices(name)


@st.fragment(run_every=_SELDOM)
def _come_back() -> None:
    """Have the browser run the page again when it finds the server after a break.

    It does so only for pages that run by themselves now and then. Without, a page that was open
    while the server was started anew looks well, and its sliders move nothing: they belong to
    fragments that the new server never heard of.
    """


@once()
def _start() -> None:
    """Prepare the process that serves the pages, when the first of them opens."""
    allow_open_files()


def next_page(name: str, invitation: str) -> None:
    """Link to another page and say what awaits there; the last call of most pages."""
    page = page_named(name)
    draw_link(page, f"**{page.name}**: {invitation}", ":material/arrow_forward:")


def _load() -> None:
    """Load what all pages need; end the page readably if that cannot be done."""
    try:
        current_audit()
    except ArtifactError as error:
        draw_links()
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
