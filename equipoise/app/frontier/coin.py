"""What randomising would buy, and what it does to the people on whom a coin is tossed."""

from __future__ import annotations

import numpy as np
import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_chart, draw_table
from equipoise.app.frontier import kept as frontiers
from equipoise.app.frontier.curves import no_coin
from equipoise.app.session import BY, page_choice
from equipoise.app.tasks import try_this
from equipoise.app.views import View
from equipoise.figures.frontier import coin as charts
from equipoise.figures.frontier.curves import best_within
from equipoise.foreign import plain
from equipoise.frontiers.frontier import Frontier
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.randomised.rules import RANDOMISED_GAPS
from equipoise.frontiers.randomised.tosses import Tosses, chance_bands, toss
from equipoise.glossary import defined

LIMIT, SEED = "limit", "seed"
DRAWS = 20
"""Tosses between which answers are compared."""

_SEEDS = [str(seed) for seed in range(100)]
_STEPS = (0.005, 0.01, 0.02)
_MOST_LIMITS = 50
_POINT = 0.01


def coin_fold(view: View, front: Frontier) -> None:
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
        if front.gap in RANDOMISED_GAPS:
            _bench(view, front)
        else:
            st.markdown(f"A coin is {no_coin(front.gap)}")


def limits(front: Frontier) -> list[float]:
    """Return the gaps that can be asked for, from 0 to the frontier's largest."""
    largest = float(front.points["gap"].max())
    step = next((s for s in _STEPS if largest / s <= _MOST_LIMITS), _STEPS[-1])
    return [round(step * k, 3) for k in range(int(np.ceil(largest / step)) + 1)]


def coin_buys(slug: str, gap: str, limit: float) -> float:
    """Return the accuracy a coin adds to fixed thresholds; infinity where there are none."""
    fixed = best_within(frontiers.finest_frontier_of(slug, gap), limit)
    gained = frontiers.randomised_of(slug, gap).accuracy_within(limit) - fixed
    return gained if np.isfinite(gained) else np.inf


@st.cache_resource(show_spinner=False, max_entries=512)
def _tosses(slug: str, gap: str, limit: float, seed: int, draws: int = DRAWS) -> Tosses | None:
    rule = frontiers.rule_of(slug, gap, limit)
    if rule is None:
        return None
    return toss(frontiers.finest_tally_of(slug), rule, n_draws=draws, seed=seed)


def _bench(view: View, front: Frontier) -> None:
    st.markdown(
        "Let chance decide for everybody between two thresholds, and a group's average rates can "
        "take any value on the way from one to the other. So the gap of the average rates can be "
        "brought within any limit, and the average accuracy is then at least that of fixed "
        "thresholds, chosen from the same ones, with a gap within it (the construction of Hardt, "
        "Price and Srebro, 2016). But nobody lives on average: a coin is tossed for each of these "
        "people, and every toss has a gap of its own."
    )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        limit = _ask_limit(view.key, front)
        st.button("Toss again", key="toss", icon=":material/casino:", on_click=_toss_again)
    seed = int(st.session_state[page_choice(SEED, _SEEDS)])
    tosses = _tosses(view.key, front.gap, limit, seed)
    if tosses is None:
        st.markdown(plain(front.reason))
        return
    _say_what_it_buys(view, front, limit, tosses)
    left, right = st.columns(2, gap="medium")
    with left:
        _draw_tosses(view, front.gap, tosses)
    with right:
        _draw_people(view, tosses)
    _draw_bands(view, front.gap, limit)
    with st.grid(2, min_column_width=300):
        _find_the_point(view, front, limit, tosses)
        _who_gets_another_answer(view, front.gap, limit, tosses)


def _ask_limit(slug: str, front: Frontier) -> float:
    """Let the reader choose how small the gap of the average rates shall be."""
    options = limits(front)
    names = [words.number(limit) for limit in options]
    half = front.baseline_gap / 2
    default = names[int(np.abs(np.array(options) - half).argmin())]
    chosen = st.select_slider(
        "Keep the gap of the average rates within",
        names,
        help=defined(("gap of the average rates", "average gap of a toss")),
        key=page_choice(LIMIT, names, default=default, given={BY: slug, frontiers.GAP: front.gap}),
        persist_state="session",
    )
    return options[names.index(chosen)]


def _toss_again() -> None:
    seed = int(st.session_state.get(SEED, _SEEDS[0]))
    st.session_state[SEED] = _SEEDS[(seed + 1) % len(_SEEDS)]


def _say_what_it_buys(view: View, front: Frontier, limit: float, tosses: Tosses) -> None:
    fixed = {"on the grid": best_within(front, limit)}
    if len(view.groups) == 2:
        finest = frontiers.finest_frontier_of(view.key, front.gap)
        fixed = {"at any score": best_within(finest, limit)} | fixed
    n = float(view.tally.n.sum())
    st.markdown(charts.what_it_buys(tosses, fixed, limit, n))


def _draw_tosses(view: View, gap: str, tosses: Tosses) -> None:
    n_distances = len(view.groups) * (len(view.groups) - 1) // 2 * len(GAPS[gap].rates)
    draw_chart(
        charts.toss_spec(gap),
        charts.toss_tables(tosses),
        title="The gap of the average rates, and the gaps that tosses give",
        alt=f"A strip of gaps: {DRAWS} circles at the gaps of as many tosses, one of them filled "
        "and named; a dashed line at the gap of the average rates, a thick line at the average "
        "gap of all tosses, and a grey bar that holds at least nine tosses in ten.",
        takeaway=charts.toss_takeaway(tosses, n_distances),
        key="tosses",
    )


def _draw_people(view: View, tosses: Tosses) -> None:
    draw_chart(
        charts.coin_spec(view.groups),
        charts.coin_tables(tosses.people),
        title="Whose decision depends on a coin (filled: earning more than 50K)",
        alt="For each group a bar of the people whose decision depends on a coin; filled for "
        "those who earn more than 50K, outlined for the others.",
        takeaway=charts.on_whom(tosses.people),
        key="on coin",
    )


def _draw_bands(view: View, gap: str, limit: float) -> None:
    rule = frontiers.rule_of(view.key, gap, limit)
    if rule is not None:
        draw_table(
            lambda: charts.bands_table(chance_bands(frontiers.finest_tally_of(view.key), rule)),
            key="bands",
            title="The rule: which scores are decided by chance",
        )


def _find_the_point(view: View, front: Frontier, limit: float, tosses: Tosses) -> None:
    """Set the task of finding where a coin begins to buy much."""
    buys = [coin_buys(view.key, front.gap, one) > _POINT for one in limits(front)]
    last = limits(front)[int(np.flatnonzero(buys)[-1])] if any(buys) else 0.0
    here = coin_buys(view.key, front.gap, limit)
    more = "Here it buys more than that, but at a larger limit it still does."
    less = f"Here it buys {words.points(here, 2)}."
    try_this(
        "Find the largest limit at which a coin still buys more than one point of accuracy.",
        done=limit == last,
        comment=f"{_price(last, tosses)} Is that a price one may ask of them?",
        not_yet=more if here > _POINT else less,
    )


def _price(limit: float, tosses: Tosses) -> str:
    people = words.plural(float(tosses.people["on_coin"].sum()), "person", "people")
    if limit == 0:
        return (
            "Only at a gap of 0, which fixed thresholds seldom have without deciding alike for "
            f"everybody. The price: {people} on a coin."
        )
    return f"The accuracy is paid for with {people} whose answer is chance."


def _who_gets_another_answer(view: View, gap: str, limit: float, tosses: Tosses) -> None:
    """Set the task of tossing once more."""
    everybody = tosses.people["differ"].sum()
    before = _tosses(view.key, gap, limit, max(tosses.seed - 1, 0))
    pair = _tosses(view.key, gap, limit, tosses.seed, 2)
    other = pair.people["differ"].sum() if pair else 0
    was = before.draws["gap"].iloc[0] if before else float("nan")
    try_this(
        "Toss again. How many people get another answer?",
        done=tosses.seed > 0,
        comment=f"Between two tosses {words.plural(other, 'person', 'people')}, over {DRAWS} "
        f"tosses {words.count(everybody)}: nothing about them has changed. The gap went from "
        f"{words.number(was)} to {words.number(tosses.draws['gap'].iloc[0])}.",
        not_yet=f"Over {DRAWS} tosses, {words.plural(everybody, 'person', 'people')} do not get "
        "the same answer every time.",
    )
