"""What randomising would buy, and what it does to the people on whom a coin is tossed."""

from __future__ import annotations

import numpy as np
import streamlit as st

from equipoise import words
from equipoise.app.draw import draw, draw_table
from equipoise.app.frontier.points import GAP
from equipoise.app.session import BY, page_choice
from equipoise.app.tasks import draw_task
from equipoise.audit import View
from equipoise.figures.frontier.chance import bands_table, chance_figure, what_it_buys
from equipoise.figures.frontier.curves import no_coin
from equipoise.figures.frontier.tosses import toss_figure
from equipoise.foreign import plain
from equipoise.frontiers.randomised import RANDOMISED_GAPS
from equipoise.frontiers.tosses import chance_bands
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.glossary import defined
from equipoise.tasks.frontier import TOSS_AGAIN, WHERE_A_COIN_PAYS

LIMIT, SEED = "limit", "seed"

_SEEDS = [str(seed) for seed in range(100)]
_WHAT_IT_IS = (
    "Let chance decide for everybody between two thresholds, and a group's average rates can "
    "take any value on the way from one to the other. So the gap of the average rates can be "
    "brought within any limit, and the average accuracy is then at least that of fixed "
    "thresholds, chosen from the same ones, with a gap within it (the construction of Hardt, "
    "Price and Srebro, 2016). But nobody lives on average: a coin is tossed for each of these "
    "people, and every toss has a gap of its own."
)


def randomised_fold(view: View, tradeoff: Tradeoff) -> None:
    """Fold away the rule with a coin; nothing is computed until it is opened."""
    folded = st.expander(
        "What would a coin buy, and what does it do to people?",
        icon=":material/casino:",
        key="coin fold",
        on_change="rerun",
    )
    if not folded.open:
        return
    with folded:
        if tradeoff.gap not in RANDOMISED_GAPS:
            st.markdown(f"A coin is {no_coin(tradeoff.gap)}")
            return
        st.markdown(_WHAT_IT_IS)
        limits = tradeoff.limits
        names = [words.number(limit) for limit in limits]
        # At first the limit nearest to half the baseline's gap.
        away = np.abs(np.array(limits) - tradeoff.front.baseline_gap / 2)
        given = {BY: view.key, GAP: tradeoff.gap}
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            chosen = st.select_slider(
                "Keep the gap of the average rates within",
                names,
                help=defined(("gap of the average rates", "average gap of a toss")),
                key=page_choice(LIMIT, names, default=names[int(away.argmin())], given=given),
                persist_state="session",
            )
            st.button("Toss again", key="toss", icon=":material/casino:", on_click=_toss_again)
        # Read below the button: the choice stands in the address, and falls back with a word.
        seed = int(st.session_state[page_choice(SEED, _SEEDS)])
        limit = limits[names.index(chosen)]
        rule = tradeoff.rule(limit)
        if rule is None:
            st.markdown(plain(tradeoff.front.reason))
            return
        tosses = tradeoff.tosses(rule, seed)
        fixed = {"on the grid": tradeoff.front.accuracy_within(limit)}
        if len(view.groups) == 2:
            # First what is chosen from the same thresholds as the coin's rule: that is compared.
            fixed = {"at any score": tradeoff.finest_front.accuracy_within(limit)} | fixed
        st.markdown(what_it_buys(tosses, fixed, limit, float(view.tally.n.sum())))
        left, right = st.columns(2, gap="medium")
        with left:
            draw(toss_figure(tosses, tradeoff.gap), key="tosses")
        with right:
            draw(chance_figure(view, tosses.people), key="on coin")
        draw_table(
            lambda: bands_table(chance_bands(tradeoff.finest, rule), view.vocabulary),
            key="bands",
            title="The rule: which scores are decided by chance",
        )
        with st.grid(2, min_column_width=300):
            draw_task(WHERE_A_COIN_PAYS, tradeoff, rule, limit)
            draw_task(TOSS_AGAIN, tradeoff, rule, seed)


def _toss_again() -> None:
    seed = int(st.session_state.get(SEED, _SEEDS[0]))
    st.session_state[SEED] = _SEEDS[(seed + 1) % len(_SEEDS)]
