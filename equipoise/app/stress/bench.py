"""The bench: choose a world, a bias and a repair, and see what each does, at once."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw
from equipoise.app.session import page_choice
from equipoise.app.stress.controls import PREFIX, ask
from equipoise.app.stress.live import BusyError, curves, look
from equipoise.app.stress.measures import draw_measures, reference_words
from equipoise.app.tasks import draw_task
from equipoise.figures.stress.cells import cells_figure
from equipoise.figures.stress.planes import plane_figure
from equipoise.figures.stress.theorem import theorem_words
from equipoise.foreign import MESSAGE, plain
from equipoise.stress.bench import Opened, Setup
from equipoise.stress.choices import ARMS, MODELS, REPAIRED
from equipoise.stress.design import NOISY_BELOW
from equipoise.stress.errors import ParameterError, Uncomputable
from equipoise.tasks.stress import FIVE_POINTS


@st.fragment
def bench() -> None:
    """Draw the controls and all that follows them."""
    setup = ask()
    if setup is None:
        return
    if setup.choices.n < NOISY_BELOW:
        st.warning(
            f"With {words.count(setup.choices.n)} rows, fewer than {words.count(NOISY_BELOW)}, "
            "the extreme levels are mostly chance: of a group and label a handful of rows may be "
            "left.",
            icon=":material/warning:",
        )
    if not setup.choices.live:
        st.info(
            "This model or repair is too slow to follow a slider. Plan a run below.",
            icon=":material/timer:",
        )
        return
    try:
        found = curves(setup)
    except BusyError as error:
        st.info(plain(error), icon=":material/hourglass_empty:")
        return
    except ParameterError as error:
        st.error(plain(error, MESSAGE), icon=":material/error:")
        return
    # Where a bias leaves nothing to look at, the curves still have their other levels.
    opened = None
    try:
        opened = look(setup)
    except (Uncomputable, BusyError) as error:
        st.info(f"No rows can be shown at this amount. {plain(error)}", icon=":material/info:")
    if opened is not None:
        st.header("What the bias does to the training rows", anchor=False)
        draw(cells_figure(setup.world, opened.before, opened.after), key="cells")
    st.header("What is recovered", anchor=False)
    repaired = found.at("fidelity", setup.minority, setup.amount, REPAIRED)
    st.markdown(theorem_words(setup, repaired, found.why(setup.amount, REPAIRED)))
    st.markdown(reference_words(setup))
    draw_measures(found, setup, key="live")
    draw_task(FIVE_POINTS, found, setup)
    if opened is not None:
        st.header("The boundaries that were learned", anchor=False)
        _draw_planes(setup, opened)


def _draw_planes(setup: Setup, opened: Opened) -> None:
    """Draw the minority and one other group, each in the plane of its reference and a model."""
    arms = ARMS[::-1]
    arm = st.segmented_control(
        "Boundary drawn",
        arms,
        key=page_choice(f"{PREFIX}arm", arms),
        required=True,
        persist_state="session",
    )
    arm = arm or REPAIRED
    predictor = opened.predictors[arm]
    if isinstance(predictor, str):
        st.info(f"Nothing was learned. {plain(predictor)}", icon=":material/horizontal_rule:")
        return
    st.markdown(
        "Each picture is the plane in which both boundaries are exact lines. Filled marks are "
        "positive labels, hollow ones negative, crosses were removed. The reference selects what "
        "lies to the right of its dotted line. The model: logistic regression, "
        f"{MODELS[setup.choices.model].title}."
    )
    minority = opened.before.minority
    others = [g for g in range(len(opened.before.groups)) if g != minority][:1]
    with st.grid(2, min_column_width=290):
        for group in (minority, *others):
            with st.container():
                draw(plane_figure(setup, opened, group, arm), key=f"plane {group}")
