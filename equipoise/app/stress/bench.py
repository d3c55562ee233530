"""The bench: choose a world, a bias and a repair, and see what each does, at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from equipoise import words
from equipoise.app.charts import draw_chart, draw_table
from equipoise.app.controls import group_label
from equipoise.app.session import page_choice
from equipoise.app.stress.asking import PREFIX, Asked, ask
from equipoise.app.stress.choices import BIASES, MODELS, NOTHING, REPAIRED
from equipoise.app.stress.live import BusyError, Looked, curves, look
from equipoise.app.stress.theorem import condition_card
from equipoise.app.tasks import try_this
from equipoise.charts import stress as charts
from equipoise.charts import stress_rows as rows
from equipoise.charts.stress_curves import Curves
from equipoise.stress import ParameterError, Synthetic, Uncomputable, changes
from equipoise.stress.design import FEW

ARMS = (NOTHING, REPAIRED)
_GAIN = 0.05


@st.fragment
def bench() -> None:
    """Draw the controls and all that follows them."""
    asked = ask()
    if asked is None:
        return
    _cautions(asked)
    if not asked.choices.live:
        st.info(
            "This model or repair is too slow to follow a slider. Plan a run below.",
            icon=":material/timer:",
        )
        return
    try:
        found = curves(asked.choices, asked.repeats, asked.world)
    except BusyError as error:
        st.info(str(error), icon=":material/hourglass_empty:")
        return
    except ParameterError as error:
        st.error(str(error), icon=":material/error:")
        return
    looked = _opened(asked)
    if looked is not None:
        st.header("What the bias does to the training rows", anchor=False)
        _draw_rows(looked)
    st.header("What is recovered", anchor=False)
    condition_card(asked)
    draw_measures(found, asked, key="live")
    _task(found, asked)
    if looked is None:
        return
    st.header("The boundaries that were learned", anchor=False)
    _draw_planes(looked, asked)


def _opened(asked: Asked) -> Looked | None:
    """Return the level looked at, or say why there is nothing to see."""
    try:
        return look(asked.choices, asked.amount, asked.world)
    except (Uncomputable, BusyError) as error:
        st.info(f"No rows can be shown at this amount. {error}", icon=":material/info:")
        return None


def shown_groups(found: Curves, minority: str) -> tuple[str, ...]:
    """Return whose curves are drawn: of two groups both, else the minority and everybody."""
    groups = found.groups[1:]
    return groups if len(groups) == 2 else (minority, "")


def draw_measures(found: Curves, asked: Asked, *, key: str) -> None:
    """Draw the three measures on the test rows against the amount of bias."""
    names, shown = found.groups[1:], shown_groups(found, asked.minority)
    amount = BIASES[asked.choices.bias].amount
    here = {"level": [asked.amount]}
    span = (asked.choices.levels[0], asked.choices.levels[-1])
    first, *others = charts.TITLES
    others_are = " Lines without a colour are everybody's." if "" in shown else ""

    def draw(measure: str, **look: Any) -> None:
        data = {
            "lines": found.lines(measure, shown),
            "dots": found.dots(measure, shown),
            "holes": found.holes(),
            "here": here,
            "published": charts.NONE,
        }
        draw_chart(
            charts.curves_spec(measure, amount, names, ARMS, span, shown=shown, **look),
            data,
            title=charts.TITLES[measure],
            alt=f"{charts.TITLES[measure]} on unbiased test rows against the {amount}: dashed "
            "where nothing is done, full where repaired, for each group; repeats as dots.",
            takeaway=_takeaway(found, measure, asked) + others_are,
            key=f"{key} {measure}",
        )

    draw(first, height=260)
    with st.grid(2, min_column_width=290):
        for measure in others:
            with st.container():
                draw(measure, height=200, legends=())
    for line in found.hole_lines():
        st.markdown(f":material/close: {line}")
    draw_table(found.table, key=f"{key} numbers", title="All measures as a table")


def _takeaway(found: Curves, measure: str, asked: Asked) -> str:
    values = [found.at(measure, asked.minority, asked.amount, arm) for arm in ARMS]
    nothing, repaired = (words.percent(value) for value in values)
    who, where = f"Group {asked.minority}", f"at {words.percent(asked.amount, 0)}"
    if measure == "accuracy":
        noisy = asked.world is None and asked.choices.eta > 0
        return (
            f"{who}, {where}: {repaired} of decisions match the label when repaired, {nothing} "
            "when nothing is done."
            + (" Labels are noisy, so that even the best classifier errs often." if noisy else "")
        )
    if measure == "disparity":
        return (
            f"{who}, {where}: its rates lie up to {repaired} from everybody's when repaired, "
            f"{nothing} when nothing is done."
        )
    return (
        f"{who}, {where}: decided as the best classifier would in {repaired} of cases when "
        f"repaired, in {nothing} when nothing is done. Measured on "
        f"{words.count(asked.choices.n / 2)} rows that were never biased."
    )


def _cautions(asked: Asked) -> None:
    if asked.choices.n < FEW:
        st.warning(
            f"With {words.count(asked.choices.n)} rows, fewer than {words.count(FEW)}, the "
            "extreme levels are nonsense: a group's label may be left with a handful of rows.",
            icon=":material/warning:",
        )


def _task(found: Curves, asked: Asked) -> None:
    nothing, repaired = (found.at("fidelity", asked.minority, asked.amount, arm) for arm in ARMS)
    gain = repaired - nothing
    if asked.choices.model == "published":
        comment = (
            f"It gains {words.points(gain)}. But the two sides are different models: only one has "
            "an intercept. Give both sides the same one and see what is left. There is another "
            "way to do it, with a large minority."
        )
    else:
        comment = (
            f"It gains {words.points(gain)}, with the same model on both sides: the constraint "
            "itself does it, because it describes how the data went wrong."
        )
    try_this(
        "Make the repair beat doing nothing by five points of agreement or more, for the "
        "minority.",
        done=bool(gain >= _GAIN),
        comment=comment,
        not_yet=f"Repaired minus doing nothing: {words.points(gain)}."
        if np.isfinite(gain)
        else "There is no value at this amount: choose a smaller one.",
    )


def _draw_rows(looked: Looked) -> None:
    groups = looked.before.groups
    change = changes(looked.before, looked.after)
    parts = [
        f"{words.count(int(mask.sum()))} {said}"
        for mask, said in (
            (change.removed, "removed (dashed)"),
            (change.flipped, "given another label (at the end of the bars)"),
            (change.hidden, "left without their first feature (at the end of the bars)"),
        )
        if mask.any()
    ]
    total = words.count(looked.before.n)
    draw_chart(
        rows.cells_spec(groups),
        {"cells": rows.cell_rows(looked.before, looked.after)},
        title="Rows by group and label (full: positive, pale: negative)",
        alt="A bar for each group and label: rows that stay, rows that were changed, and as a "
        "dashed outline rows that were removed.",
        takeaway=f"Of {total} training rows, {words.listed(parts)}."
        if parts
        else f"All {total} training rows are as they were.",
        key="cells",
        table=lambda: rows.changes_table(looked.before, looked.after),
        table_title="Before and after, as a table",
    )


def _draw_planes(looked: Looked, asked: Asked) -> None:
    """Draw each of two groups in the plane of its reference and of one model."""
    chosen = st.segmented_control(
        "Boundary drawn",
        ARMS[::-1],
        key=page_choice(f"{PREFIX}arm", ARMS[::-1]),
        required=True,
        persist_state="session",
    )
    chosen = chosen or REPAIRED
    predictor = looked.predictors[chosen]
    if isinstance(predictor, str):
        st.info(f"Nothing was learned. {predictor}", icon=":material/horizontal_rule:")
        return
    st.markdown(
        "Each picture is the plane in which both boundaries are exact lines. Filled marks are "
        "positive labels, hollow ones negative, crosses were removed. The model selects what lies "
        f"on the right of its line. {_model_words(asked, chosen)}"
    )
    groups = looked.before.groups
    others = [g for g in range(len(groups)) if g != looked.before.minority][:1]
    with st.grid(2, min_column_width=290):
        for group in (looked.before.minority, *others):
            _draw_plane(looked, asked, predictor, group, chosen)


def _draw_plane(looked: Looked, asked: Asked, predictor: Any, group: int, chosen: str) -> None:
    before = looked.before
    name = before.groups[group]
    reference = _reference(looked, asked, group)
    found = rows.boundaries(predictor, group, name)
    plane = rows.plane_of(reference[0], found[0][0] if found else reference[0])
    sizes = {
        "rows": rows.plane_rows(before, looked.after, group, plane),
        "borders": rows.border_rows(plane, [("reference", [reference]), (chosen, found)]),
    }
    with st.container():
        draw_chart(
            rows.plane_spec(before.groups, ("reference", chosen)),
            sizes,
            title=f"{group_label(before.groups, name)}: {words.count(len(sizes['rows']['x']))} "
            f"of {words.count(int(before.counts[group].sum()))} training rows",
            alt=f"Rows of group {name} as marks, with the reference's boundary dotted and the "
            "model's own.",
            takeaway=_angle_words(reference, found),
            key=f"plane {group}",
        )


def _reference(looked: Looked, asked: Asked, group: int) -> tuple[Any, float]:
    """Return the boundary to be faithful to."""
    if asked.choices.reference == "true" and asked.world is None:
        choices = asked.choices
        world = Synthetic(r=choices.r, eta=choices.eta, d=choices.d)
        return world.coefficients[group], 0.0
    return rows.boundaries(looked.reference, group, "")[0]


def _angle_words(reference: tuple[Any, float], found: list[tuple[Any, float]]) -> str:
    if not found:
        return "This predictor has no straight boundary here: it decides without regard to rows."
    angle = words.number(rows.degrees_apart(reference[0], found[0][0]), 0)
    if len(found) == 2:
        return f"Turned by {angle}°; between its two lines a coin decides."
    return f"Turned by {angle}° against the reference."


def _model_words(asked: Asked, chosen: str) -> str:
    title = MODELS[asked.choices.model].title
    return f"The model: logistic regression, {title}."
