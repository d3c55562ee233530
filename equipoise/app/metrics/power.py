"""What an audit of groups of a given size could see: an explorer to play with."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from equipoise import foreign, words
from equipoise.app.draw import draw_chart
from equipoise.app.tasks import try_this
from equipoise.app.views import View
from equipoise.figures.metrics import power as charts
from equipoise.rates import RATES
from equipoise.tally import Tally
from equipoise.uncertainty.power import EXPLORED, Power, power

_TITLES = dict(
    zip(EXPLORED, ("selection rates", "true-positive rates", "both error rates"), strict=True)
)
_MOST = 1_000_000
_TARGETS = (0.05, 0.01)


@st.fragment
def power_explorer(view: View) -> None:
    """Fold the explorer away; folded, it costs nothing."""
    folded = st.expander(
        "What could an audit of groups this large see?",
        icon=":material/search:",
        key="power",
        on_change="rerun",
    )
    if folded.open:
        with folded:
            _explorer(view)


@st.fragment
def _explorer(view: View) -> None:
    st.markdown(
        "Groups that do not differ at all still differ in a sample: the fewer people a rate is "
        "about, the more. A gap no larger than that noise is easily missed, whatever the model "
        "does. These are the two groups with the fewest and the most people; change the numbers "
        "to plan another audit."
    )
    pair = _fewest_and_most(view.tally)
    gap = st.segmented_control(
        "Gap of",
        EXPLORED,
        format_func=_TITLES.__getitem__,
        key="power gap",
        default="equal_opportunity",
        required=True,
        wrap=True,
        persist_state="session",
    )
    sizes, base_rates = _asked(view, pair)
    present, gaps = _explored(tuple(sizes.items()), tuple(base_rates.items()), gap)
    draw_chart(
        charts.power_spec(),
        {"gaps": gaps, "present": charts.gap_rows(sizes, present)},
        title="Four times the people, half the gap",
        alt="Gaps against the size of the smaller group, both groups growing together: the "
        "smallest that show in 4 of 5 audits, if the smaller or the larger group differs, and "
        "what chance alone makes once in twenty and typically.",
        takeaway=_in_words(sizes, present),
        key="power chart",
        table=lambda: _table(gaps),
        table_title="The gaps at each size",
    )
    _task(view, pair, gap, charts.seen(sizes, present))


@st.cache_data(show_spinner=False, max_entries=256)
def _explored(
    sizes: tuple[tuple[str, int], ...], base_rates: tuple[tuple[str, float], ...], gap: str
) -> tuple[Power, charts.Columns]:
    asked = dict(sizes), dict(base_rates)
    return power(*asked, gap=gap), charts.curves(*asked, gap)


def _fewest_and_most(tally: Tally) -> tuple[str, str]:
    order = tally.n.argsort(kind="stable")
    return tally.groups[order[0]], tally.groups[order[-1]]


def _own(tally: Tally, pair: tuple[str, str]) -> tuple[dict[str, int], dict[str, float]]:
    """Return sizes and base rates of two groups as they are."""
    places = {group: tally.groups.index(group) for group in pair}
    sizes = {group: int(tally.n[place]) for group, place in places.items()}
    return sizes, {group: float(tally.base_rates[place]) for group, place in places.items()}


def _asked(view: View, pair: tuple[str, str]) -> tuple[dict[str, int], dict[str, float]]:
    """Let the reader change how many people the groups have, and how many earn more."""
    own_sizes, own_rates = _own(view.tally, pair)
    sizes, base_rates = {}, {}
    with st.grid(4, min_column_width=150, gap=("xsmall", "small")):
        for group in pair:
            who = words.sentence(foreign.who(group))
            sizes[group] = st.number_input(
                who,
                1,
                _MOST,
                own_sizes[group],
                step=100,
                key=f"power {view.key} {group} people",
                persist_state="session",
            )
            share = st.number_input(
                "Share over 50K (%)",
                0.0,
                100.0,
                round(100 * own_rates[group], 1),
                step=1.0,
                format="%.1f",
                key=f"power {view.key} {group} share",
                persist_state="session",
            )
            base_rates[group] = share / 100
    return sizes, base_rates


def _in_words(sizes: Mapping[str, int], found: Power) -> str:
    about = words.listed(
        f"{words.listed(words.count(n) for n in found.people[rate])} people for the "
        f"{RATES[rate].title.lower()} ({words.percent(shared, 0)} in both groups)"
        for rate, shared in found.rates.items()
    )
    if not found.chance_high >= 0:
        return f"{about}: a rate of nobody has no value, so there is no gap."
    return (
        f"{about}. Chance alone makes a gap of {words.number(found.chance_median)} typically, and "
        f"of more than {words.number(found.chance_high)} in at most 1 of 20 audits. "
        f"{charts.in_words(sizes, found)}"
    )


def _task(view: View, pair: tuple[str, str], gap: str, shown: Mapping[str, float]) -> None:
    """Ask for groups large enough; `shown` are the gaps that show now, by group."""
    sizes, base_rates = _own(view.tally, pair)
    own, _ = _explored(tuple(sizes.items()), tuple(base_rates.items()), gap)
    # A task that is done before it begins teaches nothing.
    target = next(
        (t for t in _TARGETS if not _all_within(charts.seen(sizes, own), t)), _TARGETS[-1]
    )
    now = words.listed(
        f"{words.number(least) if least >= 0 else 'no gap'} if {foreign.who(group)} differ"
        for group, least in shown.items()
    )
    try_this(
        f"How many people would each group need for a gap of {words.number(target, 2)} to show in "
        "4 of 5 audits, whichever group differs?",
        done=_all_within(shown, target),
        comment=f"What shows now: {now}. Mind which number helped: most of the noise comes from "
        "the smaller group, and of it from those the rate is about.",
        not_yet=f"What shows now: {now}.",
    )


def _all_within(gaps: Mapping[str, float], target: float) -> bool:
    return all(gap <= target for gap in gaps.values())


def _table(gaps: Mapping[str, list[float]]) -> pd.DataFrame:
    wide = pd.DataFrame(gaps).pivot(index="people", columns="series", values="gap")
    wide = wide.reindex(columns=list(charts.SERIES)).map(words.number)
    return wide.set_axis(wide.index.map(words.count)).rename_axis("Smaller group", axis=0)
