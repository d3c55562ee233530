"""The paper's figures, from the recorded study: every repeat, and always what was not done."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw, draw_table
from equipoise.app.stress.controls import setting
from equipoise.app.stress.live import BusyError, agreement
from equipoise.app.tasks import draw_task
from equipoise.datasets import ArtifactError
from equipoise.figures.stress import words as said
from equipoise.figures.stress.axis import is_share
from equipoise.figures.stress.charts import TITLES
from equipoise.figures.stress.paper import GROUPS, MODES, paper_figure
from equipoise.figures.stress.published import (
    beside_words,
    comparison,
    departure,
    published_table,
)
from equipoise.foreign import MESSAGE, plain
from equipoise.stress.bench import Setup
from equipoise.stress.choices import Choices
from equipoise.stress.study.artifact import PaperStudy, load_paper
from equipoise.stress.study.curves import CURVES
from equipoise.stress.study.published import load_published
from equipoise.stress.study.quoted import QUOTED
from equipoise.tasks.stress import FIRST_FIGURE, SAME_MODEL


@st.cache_resource(show_spinner=False)
def paper() -> PaperStudy:
    """Return the recorded study, read once, with the published values beside it."""
    load_published()
    return load_paper()


def gallery() -> None:
    """Draw one figure of the study, or say that there is none."""
    try:
        study = paper()
    except ArtifactError as error:
        st.info(
            f"The recorded study cannot be shown: {plain(error.problem, MESSAGE)}. Whoever runs "
            "the app can make it with the command below. The bench and the findings work without "
            "it.",
            icon=":material/info:",
        )
        st.code(error.command, language=None)
        return
    _figures(study)


@st.fragment
def _figures(study: PaperStudy) -> None:
    """Let the reader choose a figure, a comparison, a measure and a group, and draw them."""
    titles = {curve.key: curve.title for curve in study.curves}
    measures = list(TITLES)
    with st.grid(2, min_column_width=290, gap=("xsmall", "medium")):
        key = st.selectbox(
            "Figure", list(titles), format_func=titles.__getitem__,
            key=setting("figure", list(titles)), persist_state="session",
        )  # fmt: skip
        measure = st.selectbox(
            "Measure", measures, format_func=TITLES.__getitem__,
            key=setting("measure", measures), persist_state="session",
        )  # fmt: skip
        compared = st.segmented_control(
            "Compare", list(MODES), format_func=lambda name: MODES[name].title,
            key=setting("mode", list(MODES)), required=True, wrap=True, persist_state="session",
        )  # fmt: skip
        named = {group or "everybody": title for group, title in GROUPS.items()}
        measured_on = st.segmented_control(
            "Measured on", list(named), format_func=named.__getitem__,
            key=setting("group", list(named)), required=True, wrap=True, persist_state="session",
        )  # fmt: skip
    mode = MODES[compared or "published"]
    group = "" if measured_on == "everybody" else str(measured_on)
    curve = study.curve(key)
    figure = paper_figure(study, key, mode, measure, group)
    draw(figure, key="paper")
    holes = figure.data["holes"]
    for level, reason in zip(holes["level"], holes["reason"], strict=True):
        where = words.percent(level, 0) if is_share(curve) else words.signed(level, 1)
        st.markdown(f":material/close: No value at {where}: {plain(reason)}")
    if departs := departure(study, key):
        st.markdown(departs)
    source = study.provenance
    if measure == "fidelity":
        # How far the study's reference is from the truth is seen in draws of its own.
        d = next((curve.d for curve in CURVES if curve.key == key), 0.0)
        try:
            found = agreement(Setup(Choices(d=d, n=source.n, seed=source.seed)))
            st.markdown(said.reference_words("learned", found, group))
        except BusyError as error:
            st.info(plain(error), icon=":material/hourglass_empty:")
    if quoted := [one for one in QUOTED if one.curve == key]:
        st.header("The paper's numbers beside ours", anchor=False)
        st.markdown("\n".join(f"- {beside_words(study, one)}" for one in quoted))
    if FIRST_FIGURE in {curve.key for curve in study.curves}:
        draw_task(SAME_MODEL, study, key, mode)
    draw_table(
        lambda: published_table(study, key),
        key="behind",
        title="The values behind the paper's picture",
    )
    draw_table(lambda: comparison(study), key="published", title="Every figure the paper quotes")
    st.caption(
        f"{words.count(source.repeats)} repeats of {words.count(source.n)} rows, seed "
        f"{source.seed}, finished on {source.date[:10]} with NumPy {source.versions['numpy']}; "
        f"{words.number(source.cpu_minutes, 1)} minutes of processor time."
    )
