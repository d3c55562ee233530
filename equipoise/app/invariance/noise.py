"""Step 3: how much SI-bias chance alone shows, on these answers and on any number of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_chart, draw_table
from equipoise.app.invariance.asking import ask_draws, ask_strategy, setting
from equipoise.app.invariance.lessons import STRATA, Measured, columns, lesson_or_stop, measured
from equipoise.app.invariance.telling import p_share
from equipoise.app.tasks import predict_first, try_this
from equipoise.figures.invariance import noise as charts
from equipoise.figures.invariance.lesson import Columns
from equipoise.invariance import ExactNull, SIInterval, exact_null, interval

SIZES = (5, 10, 18, 25, 33, 50, 75, 100, 150, 200, 300, 400, 500, 700, 1_000)
RATES = ("0.02", "0.05", "0.1", "0.2", "0.3", "0.5")
MOST_STRATA, MOST_CONTEXTS = 4, 8
_SEEN, _SELDOM, _FEW_HUNDRED = 0.1, 0.05, 500


JUDGED = {
    "above noise": "Chance alone shows that in fewer than 1 of 20 cases.",
    "borderline": "That is too close to call: other shuffles could come out on either side of 1 "
    "in 20.",
    "within noise": "Chance alone shows that often enough: no bias is shown, and none is ruled "
    "out.",
    "cannot tell": "There are too few answers to tell.",
    "undefined": "SI-bias is not defined here.",
}
"""What a verdict means."""


@st.fragment
def noise() -> None:
    """Draw what permutations show, then let the reader explore what chance shows at all."""
    st.header("Would chance alone look like this?", anchor=False)
    _permuted()
    st.header("A model blind to the context need not show zero", anchor=False)
    _explorer()


def _permuted() -> None:
    strategy = ask_strategy()
    votes, seed = ask_draws(strategy)
    found = measured(strategy, votes, seed)
    n = words.count(len(found.null.draws))
    draw_chart(
        charts.null_spec(),
        charts.null_rows(found.null, found.si.value),
        title="SI-bias of these answers, and of the same answers with contexts shuffled",
        alt="Bars for how often shuffled answers come to each SI-bias, a dashed line beyond which "
        "at most 1 in 20 of them lie, and a thick line at the SI-bias of the answers as they are.",
        takeaway="SI-bias is the widest gap between two contexts, within one kind of comment. In "
        f"{n} shuffles each comment's answers are dealt out anew among its contexts, so that the "
        f"context plays no part. SI-bias is then {words.number(found.null.mean)} on average, and "
        f"beyond {words.number(found.null.upper)} in at most 1 of 20 shuffles. These answers show "
        f"**{words.number(found.si.value)}**. So much or more comes up in "
        f"{p_share(found.p_value)} of the shuffles; that share is the p-value. "
        f"**{JUDGED[found.verdict]}**",
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
            f"**{words.number(limits.high)}**, if these comments were drawn from many like them. "
            f"All {len(limits.pairs)} differences between two contexts are given limits at once, "
            "wide enough that all of them hold in about 95 of 100 such samples or more, since the "
            "widest was picked after looking. The interval is wide: it treats answers as "
            f"independent, and there are {_least(limits)} in a cell (one context in one kind of "
            "comment). The shuffles above use more: that one comment appears in all contexts. A "
            "percentile bootstrap, the usual way to an interval, would be narrower and wrong: it "
            "resamples a maximum that noise has raised already, so where there is no bias it "
            "hardly ever contains zero."
        )
        draw_table(
            lambda: _pairs(limits), key="pairs", title="The ten widest of these differences"
        )


def _least(limits: SIInterval) -> str:
    return words.count(min(limits.pairs["n_1"].min(), limits.pairs["n_2"].min()))


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
        "A model does not look at the context at all. It is tested on 200 different comments, "
        "each in one context only: 2 kinds (called strata) in 4 contexts make 25 in each cell, "
        "that is of one kind in one context. It says yes to half of them. What SI-bias will it "
        "show, on average?",
        dict.fromkeys(
            ("About 0.00", "About 0.05", "About 0.25"),
            "About 0.25. SI-bias is the widest of twelve gaps (6 pairs of contexts in each of 2 "
            "strata) between shares of 25 comments. Chance moves each gap, and the maximum picks "
            "the one that it moved most. (Were each comment put in all contexts, such a model "
            "would answer its copies alike and show 0.)",
        ),
        answer="About 0.25",
        key="guess noise",
    )
    if guess is None:
        return
    with st.grid(2, min_column_width=220, gap=("xsmall", "medium")):
        n = int(_slide("cell", "Comments in each cell", list(map(str, SIZES))))
        contexts = int(_slide("contexts", "Contexts", _whole(2, MOST_CONTEXTS)))
        strata = int(_slide("strata", "Strata (kinds of comments)", _whole(1, MOST_STRATA)))
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
        "it exceeds in at most 1 of 20 cases. A dashed line at 0.10, points at the size chosen.",
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
        f"By chance alone SI-bias is **{words.number(found.mean)}** on average, beyond "
        f"{words.number(found.quantile(0.95))} in at most 1 of 20 cases, and 0.10 or more in "
        f"**{p_share(found.tail(_SEEN))}** of them. Exact, if comments are independent of "
        "each other."
    )


def _task(total: int, found: ExactNull) -> None:
    chance = found.tail(_SEEN)
    try_this(
        "How many comments does it take until chance alone shows 0.10 or more in fewer than 1 of "
        "20 cases?",
        done=chance < _SELDOM,
        comment=f"{words.count(total)} comments, at this share of yes. "
        + (
            "With a few hundred, chance alone shows 0.10 too often here for a measured 0.10 to "
            "mean much. It takes fewer where nearly all answers are alike, for then chance has "
            "little to move: try a small share of yes."
            if total > _FEW_HUNDRED
            else "So few do where nearly all answers are alike, or few contexts are compared: "
            "chance then has little to move. With half of the answers yes, and more contexts, it "
            "takes many more: try it."
        ),
        not_yet=f"Here it does in {p_share(chance)} of cases.",
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
