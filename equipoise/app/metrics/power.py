"""What an audit of groups of a given size could see: an explorer to play with."""

from __future__ import annotations

import streamlit as st

from equipoise import foreign, words
from equipoise.app.draw import draw
from equipoise.app.tasks import draw_task
from equipoise.audit import View
from equipoise.figures.metrics.power import as_it_is, gaps_that_show
from equipoise.foreign import plain
from equipoise.tasks.metrics import ENOUGH_PEOPLE
from equipoise.uncertainty.power import EXPLORED

_TITLES = dict(
    zip(EXPLORED, ("selection rates", "true-positive rates", "both error rates"), strict=True)
)
_MOST = 1_000_000


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


# A fragment of its own: a number that is changed does not draw the fold anew.
@st.fragment
def _explorer(view: View) -> None:
    st.markdown(
        "Groups that do not differ at all still differ in a sample: the fewer people a rate is "
        "about, the more. A gap no larger than that noise is easily missed, whatever the model "
        "does. These are the two groups with the fewest and the most people; change the numbers "
        "to plan another audit."
    )
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
    own = as_it_is(view.tally, gap)
    people, shares = [], []
    with st.grid(4, min_column_width=150, gap=("xsmall", "small")):
        for group, n, share in zip(own.groups, own.people, own.shares, strict=True):
            # Their keys name the comparison: in another one the numbers start from its own groups.
            asked = st.number_input(
                words.sentence(foreign.people(view.vocabulary, group)),
                1,
                _MOST,
                n,
                step=100,
                key=f"power {view.key} {group} people",
                persist_state="session",
            )
            percent = st.number_input(
                f"{plain(view.vocabulary.share)} (%)",
                0.0,
                100.0,
                round(100 * share, 1),
                step=1.0,
                format="%.1f",
                key=f"power {view.key} {group} share",
                persist_state="session",
            )
            people.append(asked)
            shares.append(percent / 100)
    plan = own._replace(people=tuple(people), shares=tuple(shares))
    draw(gaps_that_show(view, plan), key="power chart")
    draw_task(ENOUGH_PEOPLE, view, plan)
