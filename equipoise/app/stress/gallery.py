"""The paper's figures, from the recorded study: every repeat, and always what was not done."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app.charts import draw_chart, draw_table
from equipoise.app.stress.asking import setting
from equipoise.app.tasks import try_this
from equipoise.charts import stress as charts
from equipoise.charts.stress_curves import FIELDS
from equipoise.datasets import ArtifactError
from equipoise.stress.study.artifact import PaperStudy, load_paper
from equipoise.stress.study.quoted import PUBLISHED_LINES, QUOTED, Quoted


class Mode(NamedTuple):
    """Two models of the study to be compared, and what to call them."""

    title: str
    nothing: tuple[str, str]
    repaired: tuple[str, str]


MODES = {
    "published": Mode(
        "as published",
        ("do nothing", "do nothing: shared intercept"),
        ("grid 10", "repaired: no intercept, 10 of 13 points"),
    ),
    "same": Mode(
        "same model on both sides",
        ("no intercept", "do nothing: no intercept"),
        ("grid 13", "repaired: no intercept, all 13 points"),
    ),
    "post": Mode(
        "post-processing",
        ("do nothing", "do nothing: shared intercept"),
        ("post-processing", "post-processed: shared intercept"),
    ),
}
GROUPS = {"B": "minority, B", "A": "majority, A", "": charts.EVERYBODY}
_NAMES = ("A", "B")
_FIRST = "removed_positives"


@st.cache_resource(show_spinner=False)
def paper() -> PaperStudy:
    """Return the recorded study, read once."""
    return load_paper()


def gallery() -> None:
    """Draw one figure of the study, or say that there is none."""
    try:
        study = paper()
    except ArtifactError as error:
        st.info(
            f"The recorded study cannot be shown: {error}. Whoever runs the app can make it with "
            "the command below. The bench and the findings work without it.",
            icon=":material/info:",
        )
        st.code("python -m equipoise.stress paper", language=None)
        return
    _figures(study)


@st.fragment
def _figures(study: PaperStudy) -> None:
    key, mode, measure, group = _ask(study)
    _draw(study, key, mode, measure, group)
    _beside_the_paper(study, key)
    _task(study, key, mode)
    draw_table(
        lambda: comparison(study), key="published", title="Every published number beside ours"
    )
    source = study.provenance
    st.caption(
        f"{words.count(source.repeats)} repeats of {words.count(source.n)} rows, seed "
        f"{source.seed}, finished on {source.date[:10]} with NumPy {source.versions['numpy']}; "
        f"{source.cpu_minutes:.0f} minutes of processor time."
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
    shares = max(abs(level) for level in curve.levels) <= 1
    lines, dots, holes = study_rows(study, key, mode, measure, group)
    labels = (mode.nothing[1], mode.repaired[1])
    span = (curve.levels[0], curve.levels[-1])
    printed = published_rows(study, key) if (measure, group) == ("fidelity", "B") else charts.NONE
    draw_chart(
        charts.curves_spec(
            measure,
            curve.axis,
            _NAMES,
            labels,
            span,
            height=320,
            legends=("models",),
            shares=shares,
        ),
        {
            "lines": lines,
            "dots": dots,
            "holes": holes,
            "here": {"level": []},
            "published": printed,
        },
        title=f"{charts.TITLES[measure]}: {GROUPS[group]}",
        alt=f"{curve.title}: {charts.TITLES[measure]} against the {curve.axis}. Dashed where "
        "nothing is done, full where repaired, as means; every repeat as a dot.",
        takeaway=_takeaway(study, key, mode, measure, group)
        + (" Diamonds: the means the paper published." if printed["level"] else ""),
        key="paper",
        table=lambda: _table(study, key, mode, measure, group),
    )
    for i, level in enumerate(holes["level"]):
        st.markdown(f":material/close: No value at {level:g}: {holes['reason'][i]}")


def study_rows(
    study: PaperStudy, key: str, mode: Mode, measure: str, group: str
) -> tuple[charts.Columns, charts.Columns, charts.Columns]:
    """Return the lines, dots and holes of two models, under the names they are drawn with."""
    names = dict((mode.nothing, mode.repaired))
    who = group or charts.EVERYBODY
    means, dots = study.summary(key, measure, group), study.dots(key, measure, group)
    means, dots = (part[part["model"].isin(list(names))] for part in (means, dots))
    means = means.assign(model=means["model"].map(names), group=who, value=means["mean"])
    dots = dots.assign(model=dots["model"].map(names), group=who)
    holes = means[means["n"] == 0]
    return (
        charts.columns_of(means, FIELDS),
        charts.columns_of(dots, FIELDS),
        charts.columns_of(holes, ("level", "reason")),
    )


def published_rows(study: PaperStudy, key: str) -> charts.Columns:
    """Return the means behind the paper's own picture, where they were published."""
    line = PUBLISHED_LINES.get(key, ())
    levels = study.curve(key).levels if line else ()
    return {"level": list(levels), "value": [mean for mean, _ in line]}


def mean_at(study: PaperStudy, key: str, model: str, level: float) -> tuple[float, float]:
    """Return mean and standard error of minority fidelity; NaN where there is no value."""
    rows = study.summary(key)
    row = rows[(rows["model"] == model) & (rows["level"] == level)].iloc[0]
    return float(row["mean"]), float(row["se"])


def _takeaway(study: PaperStudy, key: str, mode: Mode, measure: str, group: str) -> str:
    rows = study.summary(key, measure, group)
    wide = rows.pivot(index="level", columns="model", values="mean")
    gain = wide[mode.repaired[0]] - wide[mode.nothing[0]]
    if measure == "disparity":
        gain = -gain
    best, worst = (float(str(level)) for level in (gain.idxmax(), gain.idxmin()))
    n = study.provenance.n // 2
    shares = max(map(abs, study.curve(key).levels)) <= 1

    def said(level: float) -> str:
        return words.percent(level, 0) if shares else words.number(level, 2)

    return (
        f"Against doing nothing, the repair gains most at {said(best)} "
        f"({words.points(gain[best])}) and least at {said(worst)} "
        f"({words.points(gain[worst])}). Each dot is one repeat: this group's rows among "
        f"{words.count(n)} test rows that were never biased."
    )


def _table(study: PaperStudy, key: str, mode: Mode, measure: str, group: str) -> pd.DataFrame:
    rows = study.summary(key, measure, group)
    names = dict((mode.nothing, mode.repaired))
    rows = rows[rows["model"].isin(list(names))]
    return pd.DataFrame(
        {
            "model": rows["model"].map(names),
            "mean": rows["mean"].map(words.percent),
            "standard deviation": rows["sd"].map(words.percent),
            "repeats": rows["n"].map(words.count),
        }
    ).set_index(pd.Index([f"{level:g}" for level in rows["level"]], name="level"))


def _beside_the_paper(study: PaperStudy, key: str) -> None:
    """Hold the published numbers of this figure against ours."""
    figures = [figure for figure in QUOTED if figure.curve == key]
    if not figures:
        return
    st.header("The paper's numbers beside ours", anchor=False)
    st.markdown("\n".join(f"- {_beside(study, figure)}" for figure in figures))


def _beside(study: PaperStudy, figure: Quoted) -> str:
    mean, error = mean_at(study, figure.curve, "grid 10", figure.level)
    full, nothing, plain = (
        words.number(mean_at(study, figure.curve, model, figure.level)[0])
        for model in ("grid 13", "do nothing", "no intercept")
    )
    return (
        f"**{figure.name.replace(' %', words.NARROW + '%')}**: published {figure.published}; ours "
        f"{words.number(mean)} ± {words.number(error)} (standard error). With the full grid "
        f"{full}; doing nothing {nothing}, or {plain} without an intercept. "
        f"{figure.why.replace(' %', words.NARROW + '%') or 'The two agree within chance.'}"
    )


def comparison(study: PaperStudy) -> pd.DataFrame:
    """Return every published number beside those of the recorded study, in words."""
    rows = []
    for figure in QUOTED:
        mean, error = mean_at(study, figure.curve, "grid 10", figure.level)
        others = [
            words.number(mean_at(study, figure.curve, model, figure.level)[0])
            for model in ("grid 13", "do nothing", "no intercept", "post-processing")
        ]
        ours = f"{words.number(mean)} ± {words.number(error)}"
        rows.append((figure.name, figure.published, ours, *others))
    names = ["minority fidelity", "published", "ours, as published", "full grid", "do nothing",
             "no intercept", "post-processing"]  # fmt: skip
    return pd.DataFrame(rows, columns=names).set_index("minority fidelity")


def _task(study: PaperStudy, key: str, mode: Mode) -> None:
    if _FIRST not in {curve.key for curve in study.curves}:
        return
    level = 0.9
    published, same = (
        mean_at(study, _FIRST, MODES[name].repaired[0], level)[0]
        - mean_at(study, _FIRST, MODES[name].nothing[0], level)[0]
        for name in ("published", "same")
    )
    try_this(
        "Stay with the first figure and give both sides the same model. What is left of the "
        "repair's gain where nine in ten are removed?",
        done=key == _FIRST and mode is MODES["same"],
        comment=f"As published {words.points(published)}, with the same model "
        f"{words.points(same)}: the gain came from leaving the intercept out, not from the "
        "constraint.",
        not_yet=f"As published it gains {words.points(published)} there.",
    )
