"""The enforcement matrix: meet one criterion, and see what becomes of the others."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from equipoise import words
from equipoise.app.cards import criterion_interval
from equipoise.app.session import page_choice, set_thresholds
from equipoise.app.tasks import predict_first, try_this
from equipoise.app.verdicts import draw_verdicts, judged, judged_at
from equipoise.app.views import View, tally_of
from equipoise.charts.verdicts import Row
from equipoise.criteria import TITLES
from equipoise.incompatibility import ENFORCED_BY, enforcement
from equipoise.operating import flips
from equipoise.rates import overall_rates
from equipoise.tally import restricted
from equipoise.together import MostHeld, most_held

ACCURACY_LOSS = 0.01
"""How much accuracy the guess lets thresholds give up."""

_COUNTS = ("none", "one", "two", "three", "four", "five", "all six")
_FEW = 4
"""With more groups than these, people are counted together."""

_DEFAULT = "equalized_odds_difference"

_UNSURE = (
    "A hatched cell with a question mark: one cannot tell with so few people. Thresholds that "
    "stop just short of the tolerance are seldom told from ones just beyond it, so a row may not "
    "even hold its own criterion for sure. To be sure of a repair, aim well inside the tolerance."
)


def enforcement_matrix(view: View) -> None:
    """Draw the present row, a row for each criterion enforced, and the way to take one over."""
    key = page_choice("enforce", list(TITLES), default=_DEFAULT)
    enforced = _enforced_rows(view.slug, view.tolerance, view.uncertainty)
    rows = [judged("As set now", view), *enforced]
    place = 1 + list(TITLES).index(st.session_state[key])
    st.markdown(_summary(rows, view))
    caption = "Verdicts now, and with each criterion enforced in turn."
    draw_verdicts(rows, view.groups, caption=caption, chosen=place)
    st.pills(
        "Take over the thresholds of a row",
        list(TITLES),
        format_func=TITLES.__getitem__,
        key=key,
        required=True,
        persist_state="session",
    )
    _take_over(view, rows[place])
    if view.uncertainty:
        _be_sure(view, st.session_state[key], rows[place])


def guess_how_many(pair: View) -> None:
    """Let the reader guess how many criteria two groups' thresholds can meet at once."""
    close, loose = _possible(pair.slug, pair.groups, pair.tolerance)
    who = words.listed(words.who(group) for group in pair.groups)
    answers = _COUNTS[2:]
    right = answers[max(close.count - 2, 0)]
    truth = _truth(pair, close, loose)
    predict_first(
        f"Thresholds of {who} may differ, as long as accuracy stays within one point of the best. "
        f"With tolerance {words.number(pair.tolerance, 2)}, how many of the six criteria can hold "
        "at once?",
        {answer: f"{'Right' if answer == right else 'Not quite'}: {truth}" for answer in answers},
        answer=right,
        key="incompatibility guess",
    )


@st.cache_resource(show_spinner=False, max_entries=256)
def _possible(slug: str, groups: tuple[str, ...], tolerance: float) -> tuple[MostHeld, MostHeld]:
    """Return how many criteria some groups can meet: near the best accuracy, and anywhere."""
    tally = restricted(tally_of(slug), groups)
    close = most_held(tally, tolerance=tolerance, accuracy_loss=ACCURACY_LOSS)
    return close, most_held(tally, tolerance=tolerance)


@st.cache_resource(show_spinner=False, max_entries=128)
def _enforced_rows(slug: str, tolerance: float, uncertainty: bool) -> list[Row]:
    tally = tally_of(slug)
    view = View(slug, "", tally, {}, tolerance, uncertainty)
    return [
        judged_at(one.title, view, one.thresholds)
        for one in enforcement(tally, tolerance=tolerance)
    ]


def _summary(rows: list[Row], view: View) -> str:
    complete = sum(row.held == len(TITLES) for row in rows)
    most = max(row.held for row in rows)
    found = (
        f"{words.plural(complete, 'row')} of {len(rows)} have all six"
        if complete
        else f"No row has all six; the most in one row is {_COUNTS[most]}"
    )
    said = (
        "Each row takes the most accurate thresholds that meet its criterion within the tolerance."
    )
    if view.uncertainty:
        return f"{said} A filled cell holds for sure. {found}.\n\n{_UNSURE}"
    return f"{said} A filled cell holds. {found}."


def _take_over(view: View, row: Row) -> None:
    """Say what a row's thresholds would change for people, and offer to set them."""
    if row.thresholds is None:
        st.markdown(f"**{row.title}**: no thresholds on this grid meet it, so none can be set.")
        return
    present = dict(row.thresholds) == dict(view.thresholds)
    note = "These are the present thresholds." if present else _changes(view, row)
    if row.title not in {TITLES[name] for name in ENFORCED_BY}:
        note += (
            " Thresholds do not change what a score means, so this row is simply the most "
            "accurate one."
        )
    st.markdown(f"**{row.title}**: {note}")
    st.button(
        "Use these thresholds",
        key="use enforced",
        on_click=set_thresholds,
        args=(row.thresholds, view.slug),
        disabled=present,
    )


def _be_sure(view: View, name: str, row: Row) -> None:
    """Set the task of meeting the chosen criterion beyond doubt, and say what that costs."""
    judgement = view.judgements[name]
    accuracy = f"Accuracy is {words.percent(view.overall['accuracy'])}"
    if row.thresholds is not None:
        accuracy += f", and was {words.percent(row.accuracy)} in the row that just meets it"
    interval = criterion_interval(judgement)
    try_this(
        f"Find thresholds at which {row.title.lower()} holds for sure. A row is a start.",
        done=judgement.verdict == "holds",
        comment=f"The bracket {interval} keeps within the limit. {accuracy}.",
        not_yet=f"The bracket is {interval}." if interval else judgement.criterion.reason,
    )


def _changes(view: View, row: Row) -> str:
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
    cost = words.points(row.accuracy - view.overall["accuracy"])
    people = words.listed(parts) or "nobody's decision changes"
    return f"accuracy {words.percent(row.accuracy)} ({cost}); {people}."


def _people(group: str) -> str:
    return "people" if group == "everybody" else words.who(group)


def _truth(pair: View, close: MostHeld, loose: MostHeld) -> str:
    text = (
        f"{_COUNTS[close.count]}, at {_said(close.thresholds)} "
        f"(accuracy {words.percent(close.accuracy)})."
    )
    if loose.count <= close.count:
        return text
    rates = overall_rates(pair.tally, loose.thresholds)
    selected = words.of(rates["tp"] + rates["fp"], rates["n"], "people")
    return (
        f"{text} If accuracy may fall further, {_COUNTS[loose.count]} hold at "
        f"{_said(loose.thresholds)}: {selected} are selected there (accuracy "
        f"{words.percent(loose.accuracy)}). Treating nearly everybody alike passes a tolerance "
        "without helping anybody."
    )


def _said(thresholds: Mapping[str, float]) -> str:
    return words.listed(
        f"{words.threshold(value)} for {words.who(group)}" for group, value in thresholds.items()
    )
