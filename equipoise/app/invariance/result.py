"""Before and after in one picture: SI-bias over its noise, as asked and asked otherwise."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app.cards import rate_cards
from equipoise.app.draw import draw_chart
from equipoise.app.invariance.asking import ask_draws, ask_strategy
from equipoise.app.invariance.lessons import (
    DRAWN,
    SHORT,
    STRATA,
    TOLD,
    Measured,
    lesson_or_stop,
    measured,
)
from equipoise.app.invariance.telling import p_share, p_words
from equipoise.app.tasks import try_this
from equipoise.figures.invariance.bands import DIAMOND, LEGEND, Band, band_rows, bands_spec
from equipoise.invariance import Lesson

BEFORE = "default"
_NAMES = ("Before", "After")

APART = (
    "Each is held against noise by itself: that one stands out and another does not is no test of "
    "the change between them."
)


@st.fragment
def result() -> None:
    """Draw before and after, and let the reader choose what lies between."""
    known = lesson_or_stop()
    n_insults, n_harmless = (int((known.y == label).sum()) for label in (1, 0))
    st.markdown(
        f"A classifier that finds toxic comments has judged {n_insults} insults and {n_harmless} "
        f"harmless comments, each set in {len(known.names)} contexts: "
        f"{words.listed(known.names)}. **SI-bias** (for stratified invariance) is the widest gap "
        "between two contexts in how often the answer is “toxic”, within one kind of comment: "
        "insults are compared with insults. If the context plays no part, only noise is left "
        "of it. Nobody retrains the classifier: only the way of asking changes."
    )
    strategy = ask_strategy()
    votes, seed = ask_draws(strategy)
    st.caption(TOLD[strategy])
    before, after = measured(BEFORE, 1, 0), measured(strategy, votes, seed)
    _draw(before, after)
    _cards(known, before, after)
    _task(before, after)


def _draw(before: Measured, after: Measured) -> None:
    drawn = after.strategy in DRAWN
    bands = [
        Band(name, one.si.value, one.null.mean, one.null.upper, one.verdict)
        for name, one in zip(_NAMES, (before, after), strict=True)
    ]
    if drawn:
        bands[1] = bands[1]._replace(expected=after.expected_gap)
    draw_chart(
        bands_spec(_NAMES),
        band_rows(bands),
        title="SI-bias, over what noise alone would show",
        alt="Two rows, before and after: a dot for SI-bias, on a grey bar beyond which noise "
        "alone goes in at most 1 of 20 cases.",
        takeaway=f"Before: {widest(before)} After: {widest(after)} {APART}\n\n"
        f"{LEGEND}{' ' + DIAMOND if drawn else ''}",
        key="before and after",
        table=lambda: _table(before, after),
    )


def widest(found: Measured) -> str:
    """Say where the widest gap lies, in words of comments."""
    si = found.si
    if si.value == 0:
        return (
            "there is no gap: of the insults as many are called toxic in every context, and of "
            f"the harmless comments, too: **{words.number(si.value)}, {found.verdict}**."
        )
    here = si.cells[si.cells["stratum"] == si.stratum]
    n = dict(zip(here["context"], here["n"], strict=True))
    toxic = dict(zip(here["context"], here["positives"], strict=True))
    high, low = (_with_others(name, toxic) for name in si.contexts)
    counts = [toxic[name] for name in si.contexts]
    return (
        f"of {n[si.contexts[0]]} {STRATA[si.stratum]}, {counts[0]} are called toxic when {high} "
        f"are meant, {counts[1]} when {low} are: "
        f"**{words.number(si.value)}, {found.verdict}**."
    )


def _with_others(name: str, toxic: Mapping[str, int]) -> str:
    """Return a context's people, and how many other contexts have the same count."""
    alike = sum(count == toxic[name] for count in toxic.values()) - 1
    others = f" (or those of {words.plural(alike, 'other context')})" if alike else ""
    return f"{name} people{others}"


def _cards(known: Lesson, before: Measured, after: Measured) -> None:
    n = words.count(after.answers.size)
    arrow = " → "
    agree = round(after.ci.value * after.ci.n_units)
    correct = int((after.answers == known.y[:, None]).sum())
    rate_cards(
        [
            (
                "**SI-bias**, widest gap (best: 0)",
                words.number(before.si.value) + arrow + words.number(after.si.value),
                _beside_noise(after),
            ),
            (
                "**CI probability**, one answer throughout (best: 1)",
                words.number(before.ci.value) + arrow + words.number(after.ci.value),
                f"{words.of(agree, after.ci.n_units, 'comments')} now have the same answer in all "
                f"{len(known.names)} contexts. (CI: counterfactual invariance.)",
            ),
            (
                "**Macro F1**, how right (best: 1)",
                words.number(before.f1.value) + arrow + words.number(after.f1.value),
                f"{words.count(correct)} of {n} answers are now as labelled. F1 goes by right and "
                "wrong answers of a label; macro F1 is its mean over both labels.",
            ),
        ]
    )


def _beside_noise(found: Measured) -> str:
    if found.si.value == 0:
        return "There is no gap left for noise to explain."
    return (
        f"Noise alone shows {words.number(found.si.value)} or more in {p_share(found.p_value)} "
        "of cases (the p-value)."
    )


def _task(before: Measured, after: Measured) -> None:
    try_this(
        "Find a way of asking that makes the gap wider than asking plainly, averaged over all "
        "draws.",
        done=after.expected_gap > before.expected_gap,
        comment=f"With rates averaged over all draws the widest gap is "
        f"{words.number(after.expected_gap)}; asked plainly it is "
        f"{words.number(before.expected_gap)}. (The draw above shows "
        f"{words.number(after.si.value)}: one draw may look better or worse.) The context stays "
        "in the comment, and a second one is added. On these comments a context drawn at random "
        "helps only where the first is taken away.",
        not_yet=f"With rates averaged over all draws the widest gap is "
        f"{words.number(after.expected_gap)}; asked plainly it is "
        f"{words.number(before.expected_gap)}.",
    )


def _table(before: Measured, after: Measured) -> pd.DataFrame:
    rows = {
        name: {
            "Asked": SHORT[found.strategy],
            "SI-bias": words.number(found.si.value),
            "Noise, on average": words.number(found.null.mean),
            "Noise: at most 1 in 20 beyond": words.number(found.null.upper),
            "p-value": p_words(found.p_value),
            "Widest gap between averages over all draws": words.number(found.expected_gap),
            "CI probability": words.number(found.ci.value),
            "Macro F1": words.number(found.f1.value),
        }
        for name, found in zip(_NAMES, (before, after), strict=True)
    }
    return pd.DataFrame(rows).rename_axis("Measure")
