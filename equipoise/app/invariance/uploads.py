"""Files that a reader brings: kept for the session, whatever page or step is looked at.

An uploader that is not on the screen forgets its file. So it is kept beside the uploader, until
the reader takes it away, brings another one, or the session is over.
"""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from equipoise.app.invariance.telling import plain

_KEPT = "kept upload "


class Upload(NamedTuple):
    """A file's name and what is in it."""

    name: str
    content: bytes


def upload(label: str, *, megabytes: int, key: str) -> Upload | None:
    """Draw an uploader and return its file, or the one it had before; None without any.

    Files are told by their content, so any name will do.

    Parameters
    ----------
    label : str
    megabytes : int
        That a file may have; a larger one is returned, and not kept.
    key : str
        Names the uploader.
    """
    with st.container(gap="xsmall"):
        given = st.file_uploader(
            label, max_upload_size=megabytes, key=key, on_change=_take, args=(key, megabytes)
        )
        if given is not None:
            return Upload(given.name, given.getvalue())
        kept: Upload | None = st.session_state.get(_KEPT + key)
        if kept is not None:
            _tell(kept, key)
        return kept


def _take(key: str, megabytes: int) -> None:
    """Keep what was chosen, or forget what was taken away."""
    given: UploadedFile | None = st.session_state.get(key)
    st.session_state.pop(_KEPT + key, None)
    if given is not None and given.size <= megabytes * 1_000_000:
        st.session_state[_KEPT + key] = Upload(given.name, given.getvalue())


def _tell(kept: Upload, key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f":material/draft: Kept from before: {plain(kept.name, 60)}")
        st.button(
            "Remove", key=f"{key} away", type="tertiary",
            on_click=st.session_state.pop, args=(_KEPT + key, None),
        )  # fmt: skip
