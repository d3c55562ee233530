"""The reader's settings during a session, kept in step with the address.

Settings live in the session under plain keys that the sliders and selectors share, so they
outlast pages that do not draw those controls. The address is written from them on every
run, as one change. It is read when a session starts and when the reader goes back or
forward in the browser; at any other time it may lag behind a moving slider.

Why widgets are not bound to the address (`bind="query-params"`): a bound slider takes any number
that a link says, off its steps, and replaces one it cannot take without a word; it writes one
entry of the browser's history for each widget that moves along; its parameter is lost on pages
that do not draw it; and options that follow from others would be read before these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from equipoise.app.address import (
    DEFAULT_THRESHOLD,
    LINKS,
    Settings,
    is_ours,
    notice,
    read_address,
    write_address,
)
from equipoise.app.audits import comparisons, current_audit
from equipoise.app.page_settings import One, Several
from equipoise.audit import View
from equipoise.criteria import DEFAULT_TOLERANCE
from equipoise.datasets import ArtifactError

BY, LINK, TOLERANCE, UNCERTAINTY = "by", "link", "tolerance", "uncertainty"
_NOTICES, _NOTICED_ON = "notices", "noticed on"
_OWN = "page choices"
_PAGE, _PASSED = "on page", "passed through"
_RENEWALS = "renewals"
_THRESHOLD = "threshold "


def threshold_key(comparison: str, group: str) -> str:
    """Return the session key of one group's threshold in one comparison."""
    return f"{_THRESHOLD}{comparison} {group}"


def settings() -> Settings:
    """Return the present settings; what was never touched has its default."""
    state = st.session_state
    by = state.get(BY, next(iter(comparisons())))
    return Settings(
        by,
        state.get(LINK, LINKS[0]),
        round(state.get(TOLERANCE, DEFAULT_TOLERANCE), 2),
        {
            group: round(state.get(threshold_key(by, group), DEFAULT_THRESHOLD), 2)
            for group in _groups(by)
        },
        bool(state.get(UNCERTAINTY, False)),
    )


def current_view() -> View:
    """Return what the reader looks at, without drawing any control."""
    now = settings()
    return current_audit().view(
        now.by, now.thresholds, tolerance=now.tolerance, uncertainty=now.uncertainty
    )


def set_thresholds(thresholds: Mapping[str, float], comparison: str = "") -> None:
    """Set thresholds everywhere; call it only from a widget's callback.

    Parameters
    ----------
    thresholds : mapping from group to float
        On the 0.01 grid; groups left out keep theirs.
    comparison : str, optional
        The key of the one they belong to; the present one if left out.
    """
    comparison = comparison or settings().by
    for group, value in thresholds.items():
        st.session_state[threshold_key(comparison, group)] = round(float(value), 2)


def hidden_key(name: str) -> str:
    """Return the key of the widget of a setting that may be out of sight, in a popover.

    A widget that is not on the screen cannot be told of a value set for it, and goes on
    sending its own. After `renew` it has another key, and starts from what is set.
    """
    state = st.session_state
    key = f"{name} {state.get(_RENEWALS, 0)}"
    state.setdefault(key, state[name])
    return key


def take(name: str) -> None:
    """Take a setting from its hidden widget; the first call of the widget's callback."""
    st.session_state[name] = st.session_state[hidden_key(name)]


def renew() -> None:
    """Let hidden widgets start anew from the settings, which were changed without them."""
    st.session_state[_RENEWALS] = st.session_state.get(_RENEWALS, 0) + 1


def page_choice(
    name: str,
    options: Sequence[str],
    *,
    default: str | None = None,
    given: Mapping[str, str] | None = None,
) -> str:
    """Return the session key of a page's own setting that belongs in the address too.

    Parameters
    ----------
    name : str
        The name of the query parameter, and the key to give to the widget.
    options : sequence of str
        The values allowed.
    default : str, optional
        The first option if left out; the address omits it.
    given : mapping from str to str, optional
        The settings, by session key, that the options follow from. Once one of them has
        another value, the choice falls back to its default.
    """
    return _keep(name, One(tuple(options), default or options[0], given or {}))


def page_choices(
    name: str,
    options: Sequence[str],
    *,
    default: Sequence[str],
    given: Mapping[str, str] | None = None,
) -> str:
    """Return the same for a setting of which any number of options can be chosen."""
    return _keep(name, Several(tuple(options), tuple(default), given or {}))


def read_from_address() -> None:
    """Take the settings from the address where it leads and not follows."""
    # An entry that was only passed through holds what was set before: it must not lead back.
    passed = _entry(_page(), st.query_params.to_dict()) in st.session_state.get(_PASSED, ())
    leads = _went_back() and any(map(is_ours, st.query_params)) and not passed
    if "started" in st.session_state and not leads:
        return
    # Pages read their own settings anew: what can be chosen there depends on the others.
    for name in st.session_state.pop(_OWN, {}):
        st.session_state.pop(name, None)
    st.session_state["started"] = True
    found, notices = read_address(st.query_params, tuple(comparisons()), _groups)
    # Without the predictions no group is known, and the link is not to blame.
    st.session_state[_NOTICES] = notices if _groups(found.by) else ()
    st.session_state.pop(_NOTICED_ON, None)
    st.session_state[BY] = found.by
    st.session_state[LINK] = found.link
    st.session_state[TOLERANCE] = found.tolerance
    st.session_state[UNCERTAINTY] = found.uncertainty
    renew()
    for group in _groups(found.by):
        value = found.thresholds.get(group, DEFAULT_THRESHOLD)
        st.session_state[threshold_key(found.by, group)] = value


def enter_page() -> None:
    """Bring settings and address together; before anything on a page is drawn."""
    _hand_on()
    state, page = st.session_state, _page()
    arrived = page != state.get(_PAGE) and not _went_back()
    state[_PAGE] = page
    read_from_address()
    address = st.query_params.to_dict()
    write_to_address()
    if arrived and st.query_params.to_dict() != address:
        # A link that was drawn before the last change led here: Back will come by here again.
        state.setdefault(_PASSED, set()).add(_entry(page, address))


def _hand_on() -> None:
    """Hand the settings on to the page that opens, which draws them with widgets of its own.

    What was set for a page's widget would be lost with that page unless the reader had moved
    it; set again, it is taken over by the next one.
    """
    names = {BY, LINK, TOLERANCE, UNCERTAINTY, *st.session_state.get(_OWN, {})}
    # A browser that lost an answer on its way may speak of widgets of a page that is gone: they
    # are counted among the keys and have no value.
    for key in list(st.session_state):
        if (key in names or str(key).startswith(_THRESHOLD)) and key in st.session_state:
            st.session_state[key] = st.session_state[key]


def write_to_address() -> None:
    """Make the address lead back to the present settings."""
    wanted = write_address(settings())
    own = st.session_state.get(_OWN, {})
    for name, setting in own.items():
        value = _written(name, setting)
        if value is not None:
            wanted[name] = value
    present = st.query_params.to_dict()
    others = {k: v for k, v in present.items() if not is_ours(k) and k not in own}
    if present != others | wanted:
        st.query_params.from_dict(others | wanted)
        st.session_state.get(_PASSED, set()).discard(_entry(_page(), others | wanted))


def show_notices(page: str) -> None:
    """Say what a link asked for that could not be followed, on the page it led to."""
    notices = st.session_state.get(_NOTICES, ())
    if notices and st.session_state.setdefault(_NOTICED_ON, page) == page:
        st.info("\n\n".join(notices), icon=":material/link_off:")


def forget_notices() -> None:
    """Stop saying so; the last call of a callback, since then the whole page runs again."""
    if st.session_state.get(_NOTICES):
        st.session_state[_NOTICES] = ()
        st.rerun()


def _groups(comparison: str) -> tuple[str, ...]:
    """Return the groups of a comparison; none where the predictions cannot be read."""
    try:
        return current_audit().tally(comparison).groups
    except ArtifactError:
        return ()


def _keep(name: str, setting: One | Several) -> str:
    """Keep a page's own setting in step with the address, and return its key."""
    own = st.session_state.setdefault(_OWN, {})
    before = own.get(name)
    own[name] = setting
    if before is None and name in st.query_params:
        text = st.query_params[name]
        value = setting.read(text)
        if value is None:
            used = setting.write(setting.default)
            told = notice(name, text, "one of the choices here", used)
            st.info(told, icon=":material/link_off:")
        st.session_state[name] = setting.default if value is None else value
    moved_on = before is not None and before.given != setting.given
    if moved_on or not setting.allows(st.session_state.get(name)):
        st.session_state[name] = setting.default
    # To write the whole address takes long, and at a move of a threshold this has not changed.
    if st.query_params.get(name) != _written(name, setting):
        write_to_address()
    return name


def _written(name: str, setting: One | Several) -> str | None:
    """Return how the address says a page's own setting; None where it leaves it out."""
    value = setting.write(st.session_state.get(name, setting.default))
    # The settings that its options follow from may have changed and its page not run since.
    still = all(st.session_state.get(key) == given for key, given in setting.given.items())
    return value if value != setting.write(setting.default) and still else None


def _page() -> str:
    """Return what tells the page that runs from the others."""
    context = get_script_run_ctx()
    return "" if context is None else context.page_script_hash


def _entry(page: str, address: Mapping[str, str]) -> tuple[str, frozenset[tuple[str, str]]]:
    """Return what an entry of the browser's history is known by."""
    return page, frozenset(address.items())


def _went_back() -> bool:
    """Return whether this run follows the browser's back or forward button."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation
