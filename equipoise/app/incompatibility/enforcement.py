"""The guess and the enforcement matrix: meet one criterion, and see what the others do."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from equipoise import foreign, words
from equipoise.app.cards import criterion_interval
from equipoise.app.session import page_choice, set_thresholds
from equipoise.app.tasks import predict_first, try_this
from equipoise.app.verdicts import draw_verdicts, judged, judged_at
from equipoise.app.views import View, current_audit, tally_of
from equipoise.criteria import ENFORCED_BY, TITLES
from equipoise.figures.incompatibility.verdicts import Row
from equipoise.figures.incompatibility.words import (
    COUNTS,
    guess_comments,
    guess_question,
    matrix_summary,
    wide,
)
from equipoise.incompatibility import enforcement
from equipoise.tally import restricted
from equipoise.thresholds import flips
from equipoise.together import most_held

ACCURACY_LOSS = 0.01
"""How much accuracy the guess lets thresholds give up."""

_FEW = 4
"""With more groups than these, people are counted together."""

_DEFAULT = "equalized_odds_difference"


def enforcement_matrix(view: View) -> None:
    """Draw the present row, a row for each criterion enforced, and the way to use one."""
    key = page_choice("enforce", list(TITLES), default=_DEFAULT)
    enforced = _enforced_rows(view.key, view.tolerance, view.uncertainty)
    now = judged("As set now", view)
    rows = [now, *enforced]
    name = st.session_state[key]
    place = 1 + list(TITLES).index(name)
    st.markdown(matrix_summary(rows, view.tolerance, uncertainty=view.uncertainty))
    caption = "Verdicts now, and with each criterion enforced in turn."
    draw_verdicts(rows, view.groups, caption=caption, chosen=place)
    st.pills(
        "Use the thresholds of a row",
        list(TITLES),
        format_func=TITLES.__getitem__,
        key=key,
        required=True,
        persist_state="session",
    )
    _take_over(view, name, rows[place], now)
    if view.uncertainty and name in ENFORCED_BY:
        _be_confident(view, name, rows[place], now)


def guess_how_many(pair: View) -> None:
    """Let the reader guess how many criteria two groups' thresholds can meet at once."""
    right, comments = _answers(pair.key, pair.groups, pair.tolerance)
    question = guess_question(pair.groups, pair.tolerance)
    predict_first(question, comments, answer=right, key="incompatibility guess")


@st.cache_resource(show_spinner=False, max_entries=256)
def _answers(
    slug: str, groups: tuple[str, ...], tolerance: float
) -> tuple[str, Mapping[str, str]]:
    """Return the right answer to the guess, and what is said to each, whatever is set now."""
    tally = restricted(tally_of(slug), groups)
    close = most_held(tally, tolerance=tolerance, accuracy_loss=ACCURACY_LOSS)
    loose = most_held(tally, tolerance=tolerance)
    return COUNTS[close.count], guess_comments(tally, close, loose)


@st.cache_resource(show_spinner=False, max_entries=128)
def _enforced_rows(slug: str, tolerance: float, uncertainty: bool) -> list[Row]:
    tally = tally_of(slug)
    view = current_audit().view(slug, tolerance=tolerance, uncertainty=uncertainty)
    return [
        judged_at(one.title, view, one.thresholds)
        for one in enforcement(tally, tolerance=tolerance)
    ]


def _take_over(view: View, name: str, row: Row, now: Row) -> None:
    """Say what a row's thresholds would change for people, and offer to set them."""
    if row.thresholds is None:
        st.markdown(f"**{row.title}**: no thresholds on the grid meet it, so none can be set.")
        return
    present = dict(row.thresholds) == dict(view.thresholds)
    note = "These are the present thresholds." if present else _changes(view, row, now)
    if name not in ENFORCED_BY:
        note += (
            " Thresholds do not change what a score means, so this row is simply the most "
            "accurate one."
        )
    st.markdown(f"**{row.title}**: {note}")
    st.button(
        "Use these thresholds",
        key="use enforced",
        on_click=set_thresholds,
        args=(row.thresholds, view.key),
        disabled=present,
    )


def _be_confident(view: View, name: str, row: Row, now: Row) -> None:
    """Set the task of meeting the chosen criterion with confidence, and say what that costs."""
    judgement = view.judgements[name]
    interval = criterion_interval(judgement)
    if judgement.criterion.limit == 0:
        st.markdown("With a tolerance of 0 no bracket keeps within it, however many people count.")
        return
    accuracy = f"Accuracy is {words.percent(now.accuracy)}"
    if row.thresholds is not None:
        accuracy += f"; in the row above it is {words.percent(row.accuracy)}"
    hollow = f" But this {now.note}, which closes most gaps by itself." if now.note else ""
    bracket = f"The bracket is {interval}." if interval else ""
    stands = (bracket, foreign.plain(judgement.criterion.reason), wide(judgement))
    try_this(
        f"Find thresholds at which {row.title.lower()} holds with 95 % confidence: the whole "
        "bracket within the limit. Start from a row.",
        done=judgement.verdict == "holds",
        comment=f"The bracket {interval} keeps within the limit. {accuracy}.{hollow}",
        not_yet=" ".join(filter(None, stands)),
    )


def _changes(view: View, row: Row, now: Row) -> str:
    """Say what a row's thresholds would do to accuracy and to people's decisions."""
    moved = flips(view.tally, view.thresholds, row.thresholds or {})
    if len(moved) > _FEW:
        moved = moved.sum().to_frame("everybody").T
    ways = {"newly_selected": "newly selected", "no_longer_selected": "no longer selected"}
    parts = [
        f"{words.of(line[way], line['n'], _people(str(group)))} {said}"
        for group, line in moved.iterrows()
        for way, said in ways.items()
        if line[way]
    ]
    cost = words.points(row.accuracy - now.accuracy, 2)
    people = words.listed(parts) or "nobody's decision changes"
    return f"accuracy {words.percent(row.accuracy, 2)} ({cost}); {people}."


def _people(group: str) -> str:
    return "people" if group == "everybody" else foreign.who(group)
