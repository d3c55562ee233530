"""The bench: choose a world, a bias and a repair, and see what each does, at once."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_chart
from equipoise.app.stress.asking import Asked, ask
from equipoise.app.stress.boundaries import draw_planes
from equipoise.app.stress.choices import REPAIRED
from equipoise.app.stress.live import BusyError, Looked, curves, look
from equipoise.app.stress.measures import ARMS, draw_measures, reference_words
from equipoise.app.stress.theorem import condition_card, why_silent
from equipoise.app.tasks import try_this
from equipoise.figures.stress import rows
from equipoise.figures.stress import words as said
from equipoise.figures.stress.curves import Curves
from equipoise.foreign import MESSAGE, plain
from equipoise.stress import Gain, ParameterError, Uncomputable, changes, condition
from equipoise.stress.design import NOISY_BELOW
from equipoise.stress.gains import FEWEST_DRAWS

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
        st.info(plain(error), icon=":material/hourglass_empty:")
        return
    except ParameterError as error:
        st.error(plain(error, MESSAGE), icon=":material/error:")
        return
    looked = _opened(asked)
    if looked is not None:
        st.header("What the bias does to the training rows", anchor=False)
        _draw_rows(looked)
    st.header("What is recovered", anchor=False)
    repaired = found.at("fidelity", asked.minority, asked.amount, REPAIRED)
    condition_card(asked, repaired, found.why(asked.amount, REPAIRED))
    st.markdown(reference_words(asked))
    draw_measures(found, asked, key="live")
    _task(found, asked)
    if looked is None:
        return
    st.header("The boundaries that were learned", anchor=False)
    draw_planes(looked, asked)


def _opened(asked: Asked) -> Looked | None:
    """Return the level looked at, or say why there is nothing to see."""
    try:
        return look(asked.choices, asked.amount, asked.world)
    except (Uncomputable, BusyError) as error:
        st.info(f"No rows can be shown at this amount. {plain(error)}", icon=":material/info:")
        return None


def _cautions(asked: Asked) -> None:
    if asked.choices.n < NOISY_BELOW:
        st.warning(
            f"With {words.count(asked.choices.n)} rows, fewer than {words.count(NOISY_BELOW)}, "
            "the extreme levels are mostly chance: of a group and label a handful of rows may be "
            "left.",
            icon=":material/warning:",
        )


def _task(found: Curves, asked: Asked) -> None:
    one = found.gain("fidelity", asked.minority, asked.amount, *ARMS)
    try_this(
        "Make the repair beat doing nothing, for the minority, by five points of fidelity or "
        f"more, and by more than chance between draws would make. It takes {FEWEST_DRAWS} draws "
        "or more to tell (*More settings*, Repeats).",
        done=one.mean >= _GAIN and one.sign > 0,
        comment=lambda: gained_words(one, asked),
        not_yet=said.gain_words(one),
    )


def gained_words(one: Gain, asked: Asked) -> str:
    """Say what a gain may be put down to, and what not."""
    found = said.gain_words(one)
    if asked.choices.model == "published":
        return (
            f"{found} But the two sides are different models: only one has an intercept. Give "
            "both sides the same one and see what is left."
        )
    r, eta, beta = asked.choices.r, asked.choices.eta, 1 - asked.amount
    if not why_silent(asked) and 0 < beta < 1 and condition(r, eta, beta) > 0:
        return (
            f"{found} Both sides have the same model, so it is the constraint that does it: "
            "equalized odds fits the way these rows went missing, and the theorem's condition "
            "holds."
        )
    return (
        f"{found} Both sides have the same model, so it is the repair that does it. Whether it "
        "would for another bias or another amount, only a look there tells."
    )


def _draw_rows(looked: Looked) -> None:
    groups = looked.before.groups
    change = changes(looked.before, looked.after)
    parts = [
        f"{words.count(int(mask.sum()))} {what}"
        for mask, what in (
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
