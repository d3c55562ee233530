"""A rate and a criterion as they look on every page."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.marks import CRITERIA, VERDICTS
from equipoise.criteria import Criterion


def criterion_card(criterion: Criterion, *, detail: str = "", formula: str = "") -> None:
    """Draw one criterion: name, value, verdict, demand.

    Parameters
    ----------
    criterion : Criterion
    detail : str
        A line in words of people, such as `words.share` gives.
    formula : str
        In LaTeX, folded into the card's tooltip when given.
    """
    mark = CRITERIA[criterion.name]
    icon, verdict = VERDICTS[criterion.verdict]
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.markdown(f"**{mark.icon} {criterion.title}**", help=formula or None)
        st.markdown(f"#### {criterion_value(criterion)}", help=None)
        st.markdown(f"{icon} {verdict} {_limit(criterion)}")
        st.caption(mark.demand)
        for line in filter(None, (detail, criterion.reason)):
            st.caption(line)


def criterion_value(criterion: Criterion) -> str:
    """Return a criterion's value with its sign where it has one."""
    if criterion.name in ("disparate_impact_ratio", "expected_calibration_error"):
        return words.number(criterion.value)
    if criterion.name == "equalized_odds_difference":
        return words.number(criterion.value)
    return words.signed(criterion.value)


def rate_card(title: str, value: str, people: str) -> None:
    """Draw one number with its name above and the people behind it below."""
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.markdown(title)
        st.markdown(f"#### {value}")
        st.caption(people)


def _limit(criterion: Criterion) -> str:
    if criterion.verdict == "undefined":
        return ""
    if criterion.name == "disparate_impact_ratio":
        return f"(four fifths: {words.number(criterion.limit, 2)})"
    return f"(within {words.number(criterion.limit, 2)})"
