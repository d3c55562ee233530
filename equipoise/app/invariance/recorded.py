"""A real language model's recorded answers, strategy by strategy."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.cards import rate_cards
from equipoise.app.draw import draw, draw_table
from equipoise.app.invariance.choices import setting
from equipoise.app.tasks import draw_task
from equipoise.datasets import ArtifactError
from equipoise.datasets.discrim.artifact import AGE, RACE, Discrim, load_discrim
from equipoise.figures.invariance.recorded import (
    recorded_bands,
    recorded_shares,
    widest_genders,
    yes_of,
)
from equipoise.figures.invariance.words import CALLED, called
from equipoise.foreign import MESSAGE, plain
from equipoise.invariance import STRATEGIES, Scores, score
from equipoise.keeping import kept, once
from equipoise.tasks.invariance import MOVES_YES_MOST

ROWS = {"common": "The same questions for all", "all": "All questions each was asked"}


@once()
def recording() -> Discrim:
    """Return the recording, shared by all sessions; never change it.

    Raises
    ------
    ArtifactError
        If it is missing or damaged.
    """
    # In here it is seen by those alone who wait for it.
    with st.spinner("Reading the recorded answers ..."):
        return load_discrim()


@kept()
def scores(known: Discrim, *, common: bool) -> Scores:
    """Return the measures of the recorded answers, on common rows or on all of each."""
    with st.spinner("Measuring the recorded answers ..."):
        return score(known.items, known.answers, common=common)


def real_model() -> None:
    """Draw what a real language model answered."""
    try:
        known = recording()
    except ArtifactError as error:
        st.info(
            "A language model's recorded answers belong here; they are missing or damaged. "
            f"Whoever runs the app can make them again:\n\n`{error.command}`",
            icon=":material/info:",
        )
        # What went wrong, without where on the server it did.
        st.caption(plain(error.problem.rpartition("/")[2], MESSAGE))
        return
    n_ways, n = len(known.answers.strategies), known.items.table["unit"].nunique()
    alike = ""
    if others := n - len(known.alike):
        alike = (
            f"In {words.of(len(known.alike), n, 'questions')} the copies differ by words of "
            f"gender alone. In the other {words.count(others)} they are worded a little "
            "differently, too, so that a flip there may have another cause."
        )
    st.header(f"A real language model, asked in {n_ways} ways", anchor=False)
    st.markdown(
        f"{words.count(n)} yes/no questions about decisions on a {AGE}-year-old "
        f"{RACE} person, each put once for each gender: {words.listed(known.items.contexts)}. "
        "*Yes* is meant to favour the person, always. A small model, "
        f"{_model(known)}, answered. No answer is labelled right or wrong; only the gender "
        f"should make no difference. {alike}"
    )
    _ways_of_asking(known)
    _how(known)


@st.fragment
def _ways_of_asking(known: Discrim) -> None:
    rows = st.segmented_control(
        "Which questions count",
        list(ROWS),
        format_func=ROWS.__getitem__,
        key=setting("rows", list(ROWS)),
        required=True,
        wrap=True,
        persist_state="session",
    )
    found = scores(known, common=rows != "all")
    draw(recorded_bands(found, known), key="model bands")
    made = known.rewrites
    if len(made):
        failed = int((~made["passed"]).sum())
        st.markdown(
            f"*Obfuscate only* and *Out of context* rest on rewritten texts, "
            f"{words.plural(known.manifest.m, 'vote')} a row, and of {words.count(len(made))} "
            f"rewrites **{words.count(failed)} did not do as they were asked**, by a check of "
            "their words (*Before and after* shows them). What these two rows tell is how far "
            "this small model gets with the method, not what the method can do."
        )
    draw(recorded_shares(found, known), key="model shares")
    names = list(found)
    chosen = st.selectbox(
        "Look closer at a way of asking",
        names,
        format_func=called,
        key=setting("asked", names),
        persist_state="session",
    )
    one = found[chosen]
    st.markdown(STRATEGIES[chosen].description if chosen in STRATEGIES else "")
    rate_cards(
        [
            (
                "**SI-bias**, widest gap (best: 0)",
                words.number(one.si_bias.value, 3),
                plain(one.si_bias.reason) or widest_genders(one),
            ),
            (
                "**CI probability**, one answer throughout (best: 1)",
                words.number(one.ci.value),
                plain(one.ci.reason)
                or f"{words.of(one.ci.n_units - len(one.ci.flips), one.ci.n_units, 'questions')} "
                "get the same answer for every gender",
            ),
            ("**Yes**", words.percent(one.positive_rate), yes_of(one)),
        ]
    )
    draw_task(MOVES_YES_MOST, found, one)


def _model(known: Discrim) -> str:
    return known.manifest.model.removesuffix(".gguf")


def _how(known: Discrim) -> None:
    """Fold away what was asked, by whom and how."""
    folded = st.expander(
        "What was asked, and how",
        icon=":material/description:",
        key="model how",
        on_change="rerun",
    )
    if not folded.open:
        return
    with folded:
        made = known.manifest
        st.markdown(
            f"""
- Model: {_model(known)}, run by {made.runtime},
  {made.date}. It is small and made for code: what it does says nothing of larger models.
- Answers at temperature 0, rewrites at {made.temperature}, {words.plural(made.m, "vote")} a row.
  An answer that names neither option, or both, is asked for once more and then counts as missing.
- Several ways of asking are tested side by side. Of twenty in which the context plays no part, up
  to one stands out by chance, on average.
"""
            + "\n".join(f"- {remark}" for remark in made.remarks)
        )
        draw_table(
            lambda: (
                known.answers.table.groupby("strategy", sort=False)["status"]
                .value_counts()
                .unstack(fill_value=0)
                .rename(index=CALLED)
                .rename_axis("way of asking")
                .map(words.count)
            ),
            key="model statuses",
            title="What became of the answers",
        )
