"""Step 3: how much SI-bias chance alone shows, on these answers and on any number of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app.charts import draw_chart, draw_table
from equipoise.app.invariance.asking import ask_draws, ask_strategy, setting
from equipoise.app.invariance.lessons import (
    STRATA,
    Measured,
    columns,
    lesson_or_stop,
    measured,
)
from equipoise.app.invariance.telling import p_words
from equipoise.app.tasks import predict_first, try_this
from equipoise.charts import invariance_noise as charts
from equipoise.charts.invariance import Columns
from equipoise.invariance import ExactNull, SIInterval, exact_null, interval

SIZES = (5, 10, 18, 25, 33, 50, 75, 100, 150, 200, 300, 400, 500, 700, 1_000)
RATES = ("0.02", "0.05", "0.1", "0.2", "0.3", "0.5")
MOST_STRATA, MOST_CONTEXTS = 4, 8
_SEEN, _SELDOM, _FEW_HUNDRED = 0.1, 0.05, 500


@st.fragment
def noise() -> None:
    """Draw what permutations show, then let the reader explore what chance shows at all."""
    st.header("Would chance alone look like this?", anchor=False)
    _permuted()
    st.header("A fair model does not show zero", anchor=False)
    _explorer()


def _permuted() -> None:
    strategy = ask_strategy()
    votes, seed = ask_draws(strategy)
    found = measured(strategy, votes, seed)
    n = words.count(len(found.null.draws))
    judged = (
        "chance alone hardly reaches that"
        if found.verdict == "above noise"
        else "chance alone reaches that often enough: no bias is shown, and none is ruled out"
    )
    draw_chart(
        charts.null_spec(),
        charts.null_rows(found.null, found.si.value),
        title="SI-bias of these answers, and of the same answers with contexts shuffled",
        alt="Bars for how often shuffled answers come to each SI-bias, a dashed line below which "
        "95 % of them lie, and a thick line at the SI-bias of the answers as they are.",
        takeaway=f"In {n} shuffles, each comment's answers are dealt out anew among its contexts, "
        "so that the context plays no part. SI-bias is then "
        f"{words.number(found.null.mean)} on average and at most {words.number(found.null.upper)} "
        f"in 19 of 20. These answers show **{words.number(found.si.value)}**; p-value "
        f"{p_words(found.p_value)}: **{judged}**.",
        key="null",
    )
    _interval(found)


def _interval(found: Measured) -> None:
    folded = st.expander(
        "Where the true SI-bias may lie", icon=":material/straighten:", key="interval",
        on_change="rerun",
    )  # fmt: skip
    if not folded.open:
        return
    limits = _limits(found)
    with folded:
        st.markdown(
            f"With 95 % confidence between **{words.number(limits.low)}** and "
            f"**{words.number(limits.high)}**. All {len(limits.pairs)} differences between two "
            "contexts are given limits at once (Newcombe's, widened by Bonferroni's inequality), "
            "since the widest was picked after looking. It is wide: it takes rows as independent, "
            "and there are 18 in a cell. The shuffles above use more: that one comment appears in "
            "all contexts. A percentile bootstrap would be narrower, and wrong: it resamples a "
            "maximum that noise has already raised, and where there is no bias it never "
            "holds zero."
        )
        draw_table(
            lambda: _pairs(limits), key="pairs", title="The ten widest of these differences"
        )


def _limits(found: Measured) -> SIInterval:
    column = columns(lesson_or_stop())
    return interval(found.answers.ravel(), column["s"], column["z"])


def _pairs(limits: SIInterval) -> pd.DataFrame:
    widest = limits.pairs.assign(size=limits.pairs["difference"].abs())
    widest = widest.sort_values("size", ascending=False, kind="stable").head(10)
    return pd.DataFrame(
        {
            "Among": widest["stratum"].map(STRATA),
            "Contexts": widest["z_1"] + " − " + widest["z_2"],
            "Difference": widest["difference"].map(words.signed),
            "95 %, all at once": [
                words.interval(low, high, words.signed)
                for low, high in zip(widest["low"], widest["high"], strict=True)
            ],
        }
    ).set_index("Among")


def _explorer() -> None:
    guess = predict_first(
        "A model does not look at the context at all. It is tested on 200 comments: 2 strata, 4 "
        "contexts, so 25 in each cell, and it says yes to half of them. What SI-bias will it "
        "show, on average?",
        dict.fromkeys(
            ("About 0.00", "About 0.05", "About 0.25"),
            "About 0.25. SI-bias is the widest of twelve gaps between shares of 25 comments, and "
            "each gap is moved by chance. The maximum picks the one that chance moved most.",
        ),
        answer="About 0.25",
        key="guess noise",
    )
    if guess is None:
        return
    with st.grid(2, min_column_width=220, gap=("xsmall", "medium")):
        n = int(_slide("cell", "Comments in each cell", list(map(str, SIZES))))
        contexts = int(_slide("contexts", "Contexts", _whole(2, MOST_CONTEXTS)))
        strata = int(_slide("strata", "Strata", _whole(1, MOST_STRATA)))
        rate = float(_slide("rate", "Share of yes among the answers", RATES))
    found = exact_null(n, [rate] * strata, contexts)
    draw_chart(
        charts.sizes_spec(),
        {
            "lines": _lines(strata, contexts, rate),
            "here": charts.here_rows(n, found),
            "asked": {"value": [_SEEN]},
        },
        title="SI-bias of a model that does not look at the context",
        alt="Two lines that fall as cells grow: what SI-bias chance shows on average, and what "
        "it stays within in 19 of 20 cases. A dashed line at 0.10, and points at the size chosen.",
        takeaway=_in_words(n, strata, contexts, found),
        key="sizes",
    )
    _task(n * strata * contexts, found)


@st.cache_data(show_spinner=False, max_entries=256)
def _lines(strata: int, contexts: int, rate: float) -> Columns:
    sizes = np.unique(np.geomspace(SIZES[0], SIZES[-1], 12).round().astype(int)).tolist()
    return charts.size_rows(sizes, strata, contexts, rate)


def _in_words(n: int, strata: int, contexts: int, found: ExactNull) -> str:
    cells = strata * contexts
    return (
        f"{words.count(n)} comments in each of {cells} cells, {words.count(n * cells)} in all. "
        f"By chance alone SI-bias is **{words.number(found.mean)}** on average, at most "
        f"{words.number(found.quantile(0.95))} in 19 of 20 cases, and at least 0.10 in "
        f"**{words.percent(found.tail(_SEEN))}** of them. Exact, for rows that are independent."
    )


def _task(total: int, found: ExactNull) -> None:
    chance = found.tail(_SEEN)
    try_this(
        "How many comments does it take until chance alone shows 0.10 in fewer than 1 of 20 "
        "cases?",
        done=chance < _SELDOM,
        comment=f"{words.count(total)} comments, at this share of yes. "
        + (
            "A test with a few hundred rows cannot tell an SI-bias of 0.10 from none here. It "
            "takes fewer where nearly all answers are alike, for then chance has little to move: "
            "try a small share of yes."
            if total > _FEW_HUNDRED
            else "So few do where nearly all answers are alike, or few contexts are compared: "
            "chance then has little to move. With half of the answers yes, and more contexts, it "
            "takes many more: try it."
        ),
        not_yet=f"It does in {words.percent(chance)} of cases.",
    )


def _slide(name: str, label: str, options: Sequence[str]) -> str:
    chosen: str = st.select_slider(
        label,
        options,
        format_func=lambda option: words.percent(float(option), 0) if "." in option else option,
        key=setting(name, options),
        persist_state="session",
    )
    return chosen


def _whole(low: int, high: int) -> list[str]:
    return [str(number) for number in range(low, high + 1)]
