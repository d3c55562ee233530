"""The boundaries that were learned, each group in a plane where they are exact lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_chart
from equipoise.app.session import page_choice
from equipoise.app.stress.asking import PREFIX, Asked
from equipoise.app.stress.choices import MODELS, REPAIRED
from equipoise.app.stress.live import Looked
from equipoise.app.stress.measures import ARMS
from equipoise.figures.stress import rows
from equipoise.figures.theme import group_label
from equipoise.foreign import plain
from equipoise.stress import Synthetic, Thresholded


def draw_planes(looked: Looked, asked: Asked) -> None:
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
        st.info(f"Nothing was learned. {plain(predictor)}", icon=":material/horizontal_rule:")
        return
    st.markdown(
        "Each picture is the plane in which both boundaries are exact lines. Filled marks are "
        "positive labels, hollow ones negative, crosses were removed. The reference selects what "
        f"lies to the right of its dotted line. {_model_words(asked, chosen)}"
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
            takeaway=_angle_words(reference, found, _coin(predictor, name))
            + ("" if chosen in sizes["borders"]["what"] or not found else " It lies outside."),
            key=f"plane {group}",
        )


def _reference(looked: Looked, asked: Asked, group: int) -> tuple[Any, float]:
    """Return the boundary to be faithful to."""
    if asked.choices.reference == "true" and asked.world is None:
        choices = asked.choices
        world = Synthetic(r=choices.r, eta=choices.eta, d=choices.d)
        return world.coefficients[group], 0.0
    return rows.boundaries(looked.reference, group, "")[0]


def _coin(predictor: Any, name: str) -> float:
    """Return the share of a group's rows for which a coin decides, whatever their features."""
    return float(predictor.rules[name].p_ignore) if isinstance(predictor, Thresholded) else 0.0


def _angle_words(reference: tuple[Any, float], found: list[tuple[Any, float]], coin: float) -> str:
    tossed = (
        f" For {words.percent(coin)} of rows a coin decides instead." if coin >= 0.0005 else ""
    )
    if not found:
        return f"No straight boundary here: it decides without regard to features.{tossed}"
    angle = rows.degrees_apart(reference[0], found[0][0])
    if not np.isfinite(angle):
        return f"No direction here: it decides without regard to features.{tossed}"
    between = "; between its two lines a coin decides" if len(found) == 2 else ""
    turned = f"Turned by {words.number(angle, 0)}° against the reference{between}."
    return f"{turned} {rows.side_words(reference[0], found)}{tossed}"


def _model_words(asked: Asked, chosen: str) -> str:
    title = MODELS[asked.choices.model].title
    return f"The model: logistic regression, {title}."
