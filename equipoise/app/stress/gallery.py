"""The paper's figures, from the recorded study: every repeat, and always what was not done."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_chart, draw_table
from equipoise.app.stress.asking import setting
from equipoise.app.stress.choices import Choices
from equipoise.app.stress.live import BusyError, agreement
from equipoise.app.tasks import try_this
from equipoise.datasets import ArtifactError
from equipoise.figures.stress import charts, published
from equipoise.figures.stress import paper as figures
from equipoise.figures.stress import words as said
from equipoise.figures.stress.paper import GROUPS, MODES, Mode
from equipoise.foreign import MESSAGE, plain
from equipoise.stress.study.artifact import PaperStudy, load_paper
from equipoise.stress.study.curves import CURVES
from equipoise.stress.study.published import load_published
from equipoise.stress.study.quoted import QUOTED

_NAMES = ("A", "B")
_FIRST = "removed_positives"


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
    key, mode, measure, group = _ask(study)
    _draw(study, key, mode, measure, group)
    if measure == "fidelity":
        _reference(study, key, group or "")
    _beside_the_paper(study, key)
    _task(study, key, mode)
    draw_table(
        lambda: published.published_table(study, key),
        key="behind",
        title="The values behind the paper's picture",
    )
    draw_table(
        lambda: published.comparison(study), key="published", title="Every figure the paper quotes"
    )
    source = study.provenance
    st.caption(
        f"{words.count(source.repeats)} repeats of {words.count(source.n)} rows, seed "
        f"{source.seed}, finished on {source.date[:10]} with NumPy {source.versions['numpy']}; "
        f"{words.number(source.cpu_minutes, 1)} minutes of processor time."
    )


def _ask(study: PaperStudy) -> tuple[str, Mode, str, str]:
    """Let the reader choose a figure, a comparison, a measure and a group."""
    titles = {curve.key: curve.title for curve in study.curves}
    measures = list(charts.TITLES)
    with st.grid(2, min_column_width=290, gap=("xsmall", "medium")):
        key = st.selectbox(
            "Figure", list(titles), format_func=titles.__getitem__,
            key=setting("figure", list(titles)), persist_state="session",
        )  # fmt: skip
        measure = st.selectbox(
            "Measure", measures, format_func=charts.TITLES.__getitem__,
            key=setting("measure", measures), persist_state="session",
        )  # fmt: skip
        mode = st.segmented_control(
            "Compare", list(MODES), format_func=lambda name: MODES[name].title,
            key=setting("mode", list(MODES)), required=True, wrap=True, persist_state="session",
        )  # fmt: skip
        named = {group or "everybody": title for group, title in GROUPS.items()}
        group = st.segmented_control(
            "Measured on", list(named), format_func=named.__getitem__,
            key=setting("group", list(named)), required=True, wrap=True, persist_state="session",
        )  # fmt: skip
    return key, MODES[mode or "published"], measure, "" if group == "everybody" else str(group)


def _draw(study: PaperStudy, key: str, mode: Mode, measure: str, group: str) -> None:
    curve = study.curve(key)
    lines, dots, holes = figures.study_rows(study, key, mode, measure, group)
    ends = (curve.levels[0], curve.levels[-1])
    printed = published.published_rows(study, key, measure, group)
    diamonds = f" {published.published_words(study, key, group)}" if printed["level"] else ""
    axis = figures.axis_of(curve)
    draw_chart(
        charts.curves_spec(
            measure,
            axis,
            _NAMES,
            tuple(mode.drawn.values()),
            (figures.place_of(curve, ends[0]), figures.place_of(curve, ends[1])),
            height=320,
            legends=("models",),
            shares=figures.is_share(curve),
        ),
        {
            "lines": lines,
            "dots": dots,
            "holes": holes,
            "here": {"level": []},
            "published": printed,
        },
        title=f"{charts.TITLES[measure]}: {GROUPS[group]}",
        alt=f"{curve.title}: {charts.TITLES[measure]} against the {axis}. Dashed where nothing is "
        "done, full where repaired, dotted with the rows in another order, as means; every repeat "
        "as a dot; what was published as diamonds on a thin line.",
        takeaway=figures.takeaway(study, key, mode, measure, group) + diamonds,
        key="paper",
        table=lambda: figures.table_of(study, key, mode, measure, group),
    )
    for i, level in enumerate(holes["level"]):
        where = words.percent(level, 0) if figures.is_share(curve) else words.signed(level, 1)
        st.markdown(f":material/close: No value at {where}: {plain(holes['reason'][i])}")
    if departs := published.departure(study, key):
        st.markdown(departs)


def _reference(study: PaperStudy, key: str, group: str) -> None:
    """Say how far the study's reference is from the truth, in draws of its own."""
    d = next((curve.d for curve in CURVES if curve.key == key), 0.0)
    source = study.provenance
    try:
        found = agreement(Choices(d=d, n=source.n, seed=source.seed))
    except BusyError as error:
        st.info(plain(error), icon=":material/hourglass_empty:")
        return
    st.markdown(said.reference_words("learned", found, group))


def _beside_the_paper(study: PaperStudy, key: str) -> None:
    """Hold the published numbers of this figure against ours."""
    quoted = [figure for figure in QUOTED if figure.curve == key]
    if not quoted:
        return
    st.header("The paper's numbers beside ours", anchor=False)
    st.markdown("\n".join(f"- {published.beside_words(study, figure)}" for figure in quoted))


def _task(study: PaperStudy, key: str, mode: Mode) -> None:
    if _FIRST not in {curve.key for curve in study.curves}:
        return
    level = 0.9
    place = study.curve(_FIRST).levels.index(level)
    published, same = (
        next(figures.gains_of(study, _FIRST, MODES[name], "fidelity", "B"))[1][place]
        for name in ("published", "same")
    )
    as_published = f"{words.points(published.mean)} ± {words.number(100 * published.error, 1)}"
    same_model = f"{words.points(same.mean)} ± {words.number(100 * same.error, 1)}"
    try_this(
        "Stay with the first figure and give both sides the same model. What is left of the "
        "repair's gain where nine in ten are removed?",
        done=key == _FIRST and mode is MODES["same"],
        comment=f"As published {as_published} (standard error), with the same model "
        f"{same_model}: "
        + (
            "the gain came from leaving the intercept out, not from the constraint."
            if published.sign > 0 >= same.sign
            else "what is left of it is the constraint's own."
        ),
        not_yet=f"As published it gains {as_published} (standard error) there.",
    )
