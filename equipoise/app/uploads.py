"""Files that a reader brings: kept for the session, whatever page or step is looked at.

An uploader that is not on the screen forgets its file. So it is kept beside the uploader, until
the reader takes it away, brings another one, or the session is over. All sessions together keep
no more than the server has room for. What a file holds is nobody's to read here: that is done
in a process of its own (`io.sandbox`).
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from equipoise.foreign import plain
from equipoise.io.limits import LimitError, Limits

MOST_HELD = 256_000_000
"""Bytes of files, and of tables made of them, in all sessions together."""

_FULL: Final = (
    "This server holds as many files of its readers as it has room for. Try again later, or run "
    "the app on a machine of your own."
)
_KEPT = "kept upload "
_held: WeakKeyDictionary[object, int] = WeakKeyDictionary()
_lock = threading.Lock()


@dataclass(frozen=True, eq=False)
class Upload:
    """A file's name and what is in it.

    Attributes
    ----------
    name : str
    content : bytes
    digest : str
        Tells one content from another.
    """

    name: str
    content: bytes = field(repr=False)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", hashlib.sha256(self.content).hexdigest())


def upload(label: str, *, limits: Limits, key: str) -> Upload | None:
    """Draw an uploader and return its file, or the one it had before; None without any.

    Files are told by their content, so any name will do. One that is too large, or that there is
    no room for, is said to be and not returned.

    Parameters
    ----------
    label : str
    limits : Limits
        Of them, the bytes that a file may have are asked for here.
    key : str
        Names the uploader.
    """
    with st.container(gap="xsmall"):
        given = st.file_uploader(
            label,
            max_upload_size=limits.megabytes,
            key=key,
            on_change=_take,
            args=(key, limits),
        )
        kept: Upload | str | None = st.session_state.get(_KEPT + key)
        if isinstance(kept, str):
            if given is None:  # What is told of a file goes with it.
                del st.session_state[_KEPT + key]
                return None
            st.error(plain(kept), icon=":material/error:")
            return None
        if kept is not None and given is None:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption(f":material/draft: Kept from before: {plain(kept.name, 60)}")
                st.button(
                    "Remove", key=f"{key} away", type="tertiary",
                    on_click=st.session_state.pop, args=(_KEPT + key, None),
                )  # fmt: skip
        return kept


def hold(thing: object, size: int) -> None:
    """Count what a session is about to keep, until nobody has it any more.

    Raises
    ------
    LimitError
        If there is no room for it.
    """
    with _lock:
        if sum(list(_held.values())) + size > MOST_HELD:
            raise LimitError(_FULL)
        _held[thing] = size


def _take(key: str, limits: Limits) -> None:
    """Keep what was chosen, or why it is not; or forget what was taken away."""
    given: UploadedFile | None = st.session_state.get(key)
    st.session_state.pop(_KEPT + key, None)
    if given is None:
        return
    try:
        limits.check_bytes(given.size)
        kept = Upload(given.name, given.getvalue())
        hold(kept, given.size)
    except LimitError as error:
        st.session_state[_KEPT + key] = str(error)
    else:
        st.session_state[_KEPT + key] = kept
