"""The controls that every page shares: groups, thresholds, presets, and what is seldom changed.

The sliders belong to the part of a page that follows them, a fragment with the key `BENCH`.
The other controls are a fragment of their own, so that they need not travel with every move.
"""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from equipoise import words
from equipoise.app import session
from equipoise.app.address import DEFAULT_THRESHOLD, LINKS, MAX_TOLERANCE, STEP
from equipoise.app.audits import comparisons
from equipoise.app.links import draw_links
from equipoise.app.presets import LINK_TITLES, PRESETS, follow
from equipoise.audit import View
from equipoise.criteria import DEFAULT_TOLERANCE
from equipoise.figures.theme import FEW_GROUPS, signs
from equipoise.foreign import plain

BENCH = "bench"
"""The key of the fragment that draws `thresholds` and what follows them."""

_CONTROLS = "controls"
_PRESET, _RESET, _UNMET = "preset", "reset", "preset without thresholds"
_OPTIONS_HELP = "Uncertainty, the tolerance, and what the other sliders do when one moves."
_UNCERTAINTY_HELP = (
    "Puts intervals beside numbers: how far chance, in who happened to be surveyed, may have "
    "moved them. Verdicts may then say that the data cannot tell."
)


@st.fragment(key=_CONTROLS)
def controls(*, thresholds: bool = True, tolerance: bool = True) -> None:
    """Draw the controls that are seldom used; `current_view` returns what they say.

    Parameters
    ----------
    thresholds : bool
        Whether the page reacts to thresholds; without them only the groups are chosen.
    tolerance : bool
        Whether the page judges differences against the tolerance.
    """
    st.segmented_control(
        "Compare groups by",
        list(comparisons()),
        format_func=lambda key: comparisons()[key].title,
        key=session.BY,
        required=True,
        persist_state="session",
        # A fragment draws itself alone, and with other groups all of the page is another.
        on_change=st.rerun,
    )
    view = session.current_view()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        if thresholds:
            # What is chosen is done at once and not kept: no preset stays pressed.
            st.pills(
                "Set thresholds for me",
                [*PRESETS, _RESET],
                format_func=lambda name: PRESETS[name].title if name in PRESETS else "Reset",
                key=_PRESET,
                help="\n".join(
                    f"- **{preset.title}**: {preset.means(view.vocabulary)}"
                    for preset in PRESETS.values()
                ),
                on_change=_set,
                args=(view,),
                width="content",
            )
        if thresholds or tolerance:
            _options(thresholds, tolerance)
    session.write_to_address()


def thresholds() -> View:
    """Draw the sliders and return what the reader looks at; the first call of a bench.

    Returns
    -------
    View
    """
    view = session.current_view()
    few = len(view.groups) <= FEW_GROUPS
    # By this name style.css keeps a few sliders in sight, and the frame colours all their signs.
    width, name = (150, "thresholds-in-sight") if few else (190, "thresholds")
    with st.grid(
        min(len(view.groups), 5), min_column_width=width, gap=("xsmall", "small"), key=name
    ):
        for group, sign in signs(view.groups).items():
            key = session.threshold_key(view.key, group)
            st.session_state.setdefault(key, DEFAULT_THRESHOLD)
            st.slider(
                f"{sign} {plain(group)}",
                0.0,
                1.0,
                0.0,  # never shown, as the key is always set; left out, it would be looked for
                step=STEP,
                format="%.2f",
                key=key,
                persist_state="session",
                on_change=_moved,
                args=(view, group),
            )
    unmet = st.session_state.pop(_UNMET, "")
    if unmet:  # A preset found no thresholds; said once.
        st.info(unmet, icon=":material/horizontal_rule:")
    session.write_to_address()
    draw_links()
    return view


def draw_again(*fragments: str) -> None:
    """Draw some fragments in place of the one whose widget was used.

    The last call of a widget's callback.

    Parameters
    ----------
    fragments : str
        Their keys; the bench alone if there are none.
    """
    context = get_script_run_ctx()
    # A run of the whole page draws everything anyway.
    if context is not None and context.fragment_ids_this_run:
        st.rerun(fragments or (BENCH,))


def _options(thresholds: bool, tolerance: bool) -> None:
    """Keep what is seldom changed out of the way of the charts."""
    with st.popover("Options", icon=":material/tune:", help=_OPTIONS_HELP, key="options"):
        st.toggle(
            "Show uncertainty",
            key=session.hidden_key(session.UNCERTAINTY),
            help=_UNCERTAINTY_HELP,
            persist_state="session",
            on_change=_take,
            args=(session.UNCERTAINTY,),
        )
        if thresholds:
            st.selectbox(
                "When one slider moves, the others",
                LINKS,
                format_func=LINK_TITLES.__getitem__,
                key=session.hidden_key(session.LINK),
                persist_state="session",
                on_change=_take,
                args=(session.LINK,),
            )
        if tolerance:
            st.slider(
                "Tolerance: the largest difference allowed",
                0.0,
                MAX_TOLERANCE,
                step=STEP,
                format="%.2f",
                key=session.hidden_key(session.TOLERANCE),
                persist_state="session",
                on_change=_take,
                args=(session.TOLERANCE,),
            )


def _take(name: str) -> None:
    """Take what was set under Options; with uncertainty, everything looks different."""
    session.take(name)
    if name == session.UNCERTAINTY:
        st.rerun()
    draw_again()


def _moved(view: View, group: str) -> None:
    """Take the other sliders along."""
    value = round(st.session_state[session.threshold_key(view.key, group)], 2)
    link = st.session_state.get(session.LINK, LINKS[0])
    moved = follow(link, view.tally, group, value)
    session.set_thresholds({name: t for name, t in moved.items() if name != group}, view.key)


def _set(view: View) -> None:
    """Do what the chosen preset says and let go of it."""
    name = st.session_state[_PRESET]
    # Left pressed, it would be let go of by the next press, which would set nothing.
    st.session_state[_PRESET] = None
    if name == _RESET:
        session.set_thresholds(dict.fromkeys(view.groups, DEFAULT_THRESHOLD), view.key)
        st.session_state[session.TOLERANCE] = DEFAULT_TOLERANCE
        st.session_state[session.LINK] = LINKS[0]
        session.renew()
        session.forget_notices()
    elif name is not None:
        chosen = PRESETS[name].choose(view.tally, view.tolerance)
        session.set_thresholds(chosen or {}, view.key)
        if chosen is None:
            st.session_state[_UNMET] = (
                f"No thresholds in steps of {STEP} meet “{PRESETS[name].title}” at a tolerance of "
                f"{words.number(view.tolerance, 2)}, so nothing was moved."
            )
    draw_again(_CONTROLS, BENCH)
