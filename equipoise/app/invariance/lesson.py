"""The lesson's comments, loaded once and shared."""

from __future__ import annotations

import streamlit as st

from equipoise.datasets import ArtifactError
from equipoise.foreign import MESSAGE, plain
from equipoise.invariance.lesson.recorded import Lesson, load_lesson
from equipoise.keeping import once


@once()
def lesson() -> Lesson:
    """Return the lesson, shared by all sessions; never change it.

    Raises
    ------
    ArtifactError
        If the committed file is missing or broken.
    """
    return load_lesson()


def lesson_or_stop() -> Lesson:
    """Return the lesson; end the page readably where its file is missing or damaged."""
    try:
        return lesson()
    except ArtifactError as error:
        st.markdown(
            "This lesson needs recorded answers that are stored beside the app, and they are "
            "missing or damaged. Nothing is wrong with your link or your browser."
        )
        st.error(plain(error.problem, MESSAGE), icon=":material/error:")
        st.markdown("Whoever runs the app can record them again with:")
        st.code(error.command, language=None)
        st.stop()
