"""Whether a reader is still there: what runs for somebody who left may end."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.runtime import exists, get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx


def presence() -> Callable[[], bool]:
    """Return what tells whether this session is still connected."""
    context = get_script_run_ctx()
    # Outside a server, as in a test, there is nobody who could leave.
    if context is None or not exists():
        return lambda: True
    session, runtime = context.session_id, get_instance()
    return lambda: runtime.is_active_session(session)
