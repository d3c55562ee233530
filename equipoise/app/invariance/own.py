"""The reader's own predictions: uploaded, scored on the spot, kept nowhere."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app import draw_chart, draw_table, try_this
from equipoise.app.invariance.lessons import lesson
from equipoise.app.invariance.telling import (
    band_words,
    gap_words,
    legend,
    lost_words,
    measures_table,
)
from equipoise.app.uploads import Upload, upload
from equipoise.figures.invariance import comparison as charts
from equipoise.figures.invariance.bands import band_rows, bands_of, bands_spec, top_of
from equipoise.foreign import MESSAGE, harmless, plain
from equipoise.invariance import lesson_answers
from equipoise.invariance.judging import (
    JUDGE,
    LIMITS,
    MOST_CONTEXTS,
    MOST_SHOWN_FLIPS,
    MOST_STRATEGIES,
)
from equipoise.io import sandbox

SECONDS = 45.0
"""That reading and scoring may take."""

_KEPT, _LACKED_UNITS = "i own judged", "i own lacked units"

Judged = dict[str, Any]
"""What `judging.judged` returns, or "why" there is nothing."""


def own_predictions() -> None:
    """Draw step 8: take files, score them, show and hand back what was found."""
    st.header("Your own predictions", anchor=False)
    st.markdown(
        "Score what your own model answered, without sending it anywhere else: two tables, or "
        "one that holds both. They stay in this server's memory for this session, whatever page "
        "you look at, and are never written to its disk. At most "
        f"**{LIMITS.megabytes} MB and {words.count(LIMITS.rows)} rows** a file, "
        f"{MOST_CONTEXTS} contexts, "
        f"{MOST_STRATEGIES} ways of asking. Text with commas, semicolons or tabs (CSV, TSV), "
        "JSON, JSON Lines or Parquet."
    )
    _columns()
    with st.grid(2, min_column_width=280, gap=("xsmall", "medium")):
        items = upload("Items", limits=LIMITS, key="i own items")
        answers = upload(
            "Predictions (leave out if the items hold them)", limits=LIMITS, key="i own answers"
        )
    if items is not None:
        _show(_judged(items, answers))
        return
    st.session_state.pop(_KEPT, None)
    st.session_state.pop(_LACKED_UNITS, None)
    if answers is not None:
        st.info("Now add the items that these predictions answer.", icon=":material/upload_file:")
        return
    if st.toggle(
        "Show me with the files to start from", key="i own example", persist_state="session"
    ):
        try:
            _show(_example())
        except sandbox.SandboxError as error:
            _show({"why": str(error)})


@st.cache_resource(show_spinner=False)
def example_files() -> tuple[str, str]:
    """Return items and predictions to start from, as CSV: the lesson's comments and answers."""
    known = lesson()
    items = known.items.table
    answers = lesson_answers(known, ("default", "ooc")).table[["id", "strategy", "pred"]]
    return items.assign(s="").to_csv(index=False), answers.to_csv(index=False)


def _columns() -> None:
    """Fold the columns away, with files to start from."""
    with st.expander("Which columns, and files to start from", icon=":material/table_chart:"):
        st.markdown(
            """
**Items**, a row a text: `id` (unique) and `z` (the context that should not matter) are needed.
`y` is the label, 0 or 1. `s` is the stratum: texts are compared only with texts of the same one.
Leave it blank to take the label, write `all` to compare all texts. `unit` is the same for
counterfactual copies, that is one text in several contexts; CI probability needs it. `sample` is
`balanced`, or `population` for rows that only macro F1 is measured on. `text` may be left out.

**Predictions**, a row an answer: `id` and `pred` (0, 1, or blank where the model gave no readable
answer); `strategy` where the model was asked in several ways.
"""
        )
        items, answers = example_files()
        with st.container(horizontal=True):
            _offer("Items", items, "items.csv")
            _offer("Predictions", answers, "predictions.csv")
        st.markdown("These are this page's comments and what its classifier answered to them.")


def _offer(label: str, content: str, name: str) -> None:
    st.download_button(
        label, content, file_name=name, mime="text/csv", icon=":material/download:",
        on_click="ignore", key=f"i own {name}",
    )  # fmt: skip


def _judged(items: Upload, answers: Upload | None) -> Judged:
    """Return what was found in the files; they are read again only when they change."""
    digests = (items.digest, answers.digest if answers else "")
    kept = st.session_state.get(_KEPT)
    if kept is None or kept[0] != digests or kept[1].get("why") == sandbox.BUSY:
        with st.spinner("Reading and scoring ..."):
            found = judge(items.content, answers.content if answers else b"")
        kept = st.session_state[_KEPT] = (digests, found)
    judged: Judged = kept[1]
    return judged


@st.cache_resource(show_spinner="Reading and scoring ...")
def _example() -> Judged:
    items, answers = example_files()
    return _scored(items.encode(), answers.encode())  # What fails is not kept.


def judge(items: bytes, answers: bytes) -> Judged:
    """Return what is found in two files, or "why" they can't be scored."""
    try:
        return _scored(items, answers)
    except sandbox.SandboxError as error:
        return {"why": str(error)}


def _scored(items: bytes, answers: bytes) -> Judged:
    return sandbox.answer(JUDGE, {"items": items, "answers": answers}, seconds=SECONDS)


def _show(found: Judged) -> None:
    if "why" in found:
        st.error(plain(found["why"], MESSAGE), icon=":material/error:")
        return
    if found["kind"] == "items":
        _ask_for_predictions(found)
        return
    measures = pd.DataFrame(found["table"])
    draw_results(measures, pd.DataFrame(found["cells"]), found["contexts"], key="own")
    _notes(found)
    if lost := lost_words(found["counts"]):
        st.markdown(lost)
    _task(bool(measures["ci_probability"].notna().any()))
    flips = {name: units for name, units in found["flips"].items() if units}
    if flips:
        draw_table(lambda: flips_table(flips), key="own flips", title="Units whose answers flip")


def _task(has_units: bool) -> None:
    """Set a task to whoever's first file has no units."""
    if not has_units:
        st.session_state[_LACKED_UNITS] = True
    if st.session_state.get(_LACKED_UNITS):
        try_this(
            "Tell which rows are copies of one text: give them the same `unit`.",
            done=has_units,
            comment="CI probability is now known, and noise is measured within units, which is "
            "mostly a sharper test. A gap can be zero while many units flip.",
            not_yet="So far CI probability is not defined, and noise is measured between rows.",
        )


def _ask_for_predictions(found: Judged) -> None:
    st.info(
        f"{words.plural(found['n'], 'item')} read: "
        f"{words.plural(len(found['contexts']), 'context')}, "
        f"{words.plural(found['n_strata'], 'stratum', 'strata')}, "
        f"{words.plural(found['n_units'], 'unit')}. Now add the predictions, with the columns "
        "`id` and `pred`.",
        icon=":material/upload_file:",
    )
    _notes(found)


def _notes(found: Judged) -> None:
    if found["notes"]:
        st.markdown("\n".join(f"- {plain(note)}" for note in found["notes"]))


def flips_table(flips: dict[str, list[str]]) -> pd.DataFrame:
    """Return the units that flip, a row a strategy, at most so many."""
    return pd.DataFrame(
        {
            "units": [
                plain(", ".join(units), 2_000)
                + (" and more" if len(units) == MOST_SHOWN_FLIPS else "")
                for units in flips.values()
            ]
        },
        index=pd.Index(list(flips), name="way of asking"),
    )


def draw_results(
    measures: pd.DataFrame, cells: pd.DataFrame, contexts: list[str], *, key: str
) -> None:
    """Draw SI-bias over noise and shares by context, and offer the measures as a file.

    Parameters
    ----------
    measures : DataFrame
        As `Scores.table` has them.
    cells : DataFrame
        As `judging.cells_table` has them.
    contexts : list of str
    key : str
        Names the drawings on the page.
    """
    names = tuple(measures["strategy"])
    top = top_of(measures["si_bias"], measures["null_upper"])
    draw_chart(
        # Past the cache: a reader's names are not to stay when the session is over.
        bands_spec.__wrapped__(names, top, told=False),
        band_rows(bands_of(measures)),
        title="SI-bias over what noise alone shows",
        alt="SI-bias of each strategy as a mark over a grey bar that shows what noise alone does.",
        takeaway=f"SI-bias (stratified invariance) is the widest gap between two contexts, in any "
        f"stratum, in the share of 1s. {band_words(measures)}",
        key=f"{key} bands",
        table=lambda: measures_table(measures),
        table_title="All measures as a table",
    )
    chosen = names[0]
    if len(names) > 1:
        chosen = st.selectbox(
            "Shares under", names, key=f"i {key} shares of", persist_state="session"
        )
    if cells.empty:
        st.markdown("No balanced row has an answer, so there are no shares to compare.")
    else:
        mine = cells[cells["strategy"] == chosen].replace({"stratum": {"": "all"}})
        _draw_shares(mine, measures.set_index("strategy").loc[chosen], contexts, key)
    st.download_button(
        "Download the measures as CSV",
        lambda: harmless(measures).to_csv(index=False),
        file_name="invariance.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key=f"i {key} csv",
    )


def _draw_shares(mine: pd.DataFrame, one: pd.Series, contexts: list[str], key: str) -> None:
    """Draw one strategy's shares by stratum and context."""
    lines = tuple(dict.fromkeys(mine["stratum"]))
    draw_chart(
        charts.shares_spec.__wrapped__(lines, tuple(contexts), "answered 1"),
        {"shares": charts.shares_rows(mine, "stratum")},
        title="Positive answers by stratum and context",
        alt="The share of positive answers in each context, a line a stratum.",
        takeaway=f"{widest_words(one)}\n\n{legend(contexts)}",
        key=f"{key} shares",
        table=lambda: cells_words(mine),
        table_title="The cells as a table",
    )


def widest_words(one: pd.Series) -> str:
    """Say where a strategy's gap is widest."""
    if one["verdict"] == "undefined":
        return "SI-bias is not defined."
    if one["si_bias"] == 0:
        said = "No gap: every context has the same share of 1s within its stratum."
    else:
        within = f" in the stratum {plain(one['stratum'])}" if one["stratum"] else ""
        size = gap_words(one["si_bias"])
        said = f"Widest{within}: {plain(one['z_hi'])} over {plain(one['z_lo'])}, by {size}."
    if one["verdict"] != "cannot tell":
        said += (
            f" The 95 % interval, for all differences at once and rows taken as independent, is "
            f"{words.interval(one['interval_low'], one['interval_high'])}."
        )
    if one["n_missing"]:
        said += (
            f" The {words.plural(one['n_missing'], 'missing answer')} could make it anything from "
            f"{words.number(one['bound_low'])} to {words.number(one['bound_high'])}."
        )
    return said


def cells_words(cells: pd.DataFrame) -> pd.DataFrame:
    """Return cells in words."""
    return pd.DataFrame(
        {
            "context": cells["context"].map(plain).tolist(),
            "positive": [
                words.of(k, n, "answers")
                for k, n in zip(cells["positives"], cells["n"], strict=True)
            ],
            "share": cells["rate"].map(words.percent).tolist(),
            "missing": cells["n_missing"].map(words.count).tolist(),
        },
        index=pd.Index(cells["stratum"], name="stratum"),
    )
