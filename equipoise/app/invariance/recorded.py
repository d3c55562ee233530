"""A real language model's recorded answers: each strategy's SI-bias over what noise shows."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app import draw_chart, draw_table, rate_cards, try_this
from equipoise.app.invariance.asking import setting
from equipoise.app.invariance.telling import CALLED, band_words, legend, measures_table, named
from equipoise.datasets import ArtifactError
from equipoise.datasets.discrim.artifact import AGE, RACE, Discrim, load_discrim
from equipoise.figures.invariance import comparison as charts
from equipoise.figures.invariance.bands import band_rows, bands_of, bands_spec, top_of
from equipoise.foreign import MESSAGE, plain
from equipoise.invariance import STRATEGIES, Scored, Scores, score
from equipoise.invariance.judging import cells_table

ROWS = {"common": "The same questions for all", "all": "All questions each was asked"}
BEFORE = "default"


@st.cache_resource(show_spinner="Reading the recorded answers ...")
def recording() -> Discrim:
    """Return the recording, shared by all sessions; never change it.

    Raises
    ------
    ArtifactError
        If it is missing or damaged.
    """
    return load_discrim()


@st.cache_resource(show_spinner="Measuring the recorded answers ...", max_entries=2)
def scores(common: bool) -> Scores:
    """Return the measures of the recorded answers, on common rows or on all of each."""
    known = recording()
    return score(known.items, known.answers, common=common)


def recording_or_say() -> Discrim | None:
    """Return the recording; where there is none, say so and how to make one."""
    try:
        return recording()
    except ArtifactError as error:
        st.info(
            "A language model's recorded answers belong here; they are missing or damaged. "
            f"Whoever runs the app can make them again:\n\n`{error.command}`",
            icon=":material/info:",
        )
        st.caption(plain(words_of(error), MESSAGE))
        return None


def words_of(error: ArtifactError) -> str:
    """Return what went wrong, without where on the server it did."""
    return error.problem.rpartition("/")[2]


def real_model() -> None:
    """Draw step 5: what a real language model answered, strategy by strategy."""
    known = recording_or_say()
    if known is None:
        return
    n_ways, units = len(known.answers.strategies), known.items.table["unit"]
    st.header(f"A real language model, asked in {n_ways} ways", anchor=False)
    st.markdown(
        f"{words.count(units.nunique())} yes/no questions about decisions on a {AGE}-year-old "
        f"{RACE} person, each put once for each gender: {words.listed(known.items.contexts)}. "
        "*Yes* is meant to favour the person, always. A small model, "
        f"{_model(known)}, answered. No answer is labelled right or wrong; only the gender "
        f"should make no difference. {_on_wordings(known)}"
    )
    _bench(known)
    _how(known)


def _on_wordings(known: Discrim) -> str:
    """Say in how many questions more than the gender differs."""
    n = known.items.table["unit"].nunique()
    others = n - len(known.alike)
    if not others:
        return ""
    return (
        f"In {words.of(len(known.alike), n, 'questions')} the copies differ by words of gender "
        f"alone. In the other {words.count(others)} they are worded a little differently, too, so "
        "that a flip there may have another cause."
    )


@st.fragment
def _bench(known: Discrim) -> None:
    rows = st.segmented_control(
        "Which questions count",
        list(ROWS),
        format_func=ROWS.__getitem__,
        key=setting("rows", list(ROWS)),
        required=True,
        wrap=True,
        persist_state="session",
    )
    found = scores(rows != "all")
    measures = named(found.table())
    names = tuple(measures["strategy"])
    draw_chart(
        bands_spec(names, top_of(measures["si_bias"], measures["null_upper"]), told=False),
        band_rows(bands_of(measures)),
        title="Does any way of asking stand out from noise?",
        alt="SI-bias of each strategy as a mark over a grey bar that shows what noise alone does.",
        takeaway="SI-bias is the widest gap between two genders in how often the answer is yes. "
        f"{band_words(measures)} {_asked(known, found)}",
        key="model bands",
        table=lambda: measures_table(measures),
    )
    _on_rewrites(known)
    contexts = known.items.contexts
    draw_chart(
        charts.shares_spec(names, contexts, "answered yes"),
        {"shares": charts.shares_rows(named(cells_table(found)))},
        title="How often the answer is yes",
        alt="The share of yes for each gender, a line a strategy.",
        takeaway=f"{legend(contexts)}. A way of asking may close the gap by saying yes, or no, "
        "to nearly everybody.",
        key="model shares",
    )
    _closer(found)


def _asked(known: Discrim, found: Scores) -> str:
    """Say how many of the questions count."""
    n = known.items.table["unit"].nunique()
    sizes = sorted({one.ci.n_units for one in found.values()})
    return f"Counted: {' to '.join(map(words.count, sizes))} of {words.count(n)} questions."


def _on_rewrites(known: Discrim) -> None:
    """Say whether the strategies that rewrite were given what they rest on."""
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


def _closer(found: Scores) -> None:
    """Let the reader look at one strategy, and set a task."""
    names = list(found)
    chosen = st.selectbox(
        "Look closer at a way of asking",
        names,
        format_func=lambda name: CALLED.get(name, name),
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
                plain(one.si_bias.reason) or _widest(one),
            ),
            (
                "**CI probability**, one answer throughout (best: 1)",
                words.number(one.ci.value),
                plain(one.ci.reason) or _alike(one),
            ),
            ("**Yes**", words.percent(one.positive_rate), _answered(one)),
        ]
    )
    _task(found, one)


def _task(found: Scores, one: Scored) -> None:
    plainly = found[BEFORE].positive_rate
    moved = {name: abs(each.positive_rate - plainly) for name, each in found.items() if each.n}
    rates = f"Asked plainly it says yes in {words.percent(plainly)} of its readable answers"
    if one.strategy != BEFORE:
        rates += f", asked so in {words.percent(one.positive_rate)}"
    try_this(
        "Find the way of asking that moves the share of yes most. Did the gap between genders "
        "move as far?",
        done=one.strategy != BEFORE and moved[one.strategy] >= max(moved.values()) - 1e-9,
        comment=lambda: (
            f"{rates}: {words.number(100 * moved[one.strategy], 0)} points. The gap between "
            f"genders was {words.number(found[BEFORE].si_bias.value)} and is "
            f"{words.number(one.si_bias.value)}, {one.verdict}. How a question is put can decide "
            "more than whom it is about: look at what a strategy does to everybody before "
            "praising what it does to a gap."
        ),
        not_yet=f"{rates}.",
    )


def _widest(one: Scored) -> str:
    high, low = one.si_bias.contexts
    cells = one.si_bias.cells.set_index("context")
    if one.si_bias.value == 0:
        each = f"{cells['positives'][high]:.0f} of {cells['n'][high]:.0f}"
        return f"no gap: {each} yes for every gender"
    return (
        f"{high}: {cells['positives'][high]:.0f} of {cells['n'][high]:.0f} yes; "
        f"{low}: {cells['positives'][low]:.0f} of {cells['n'][low]:.0f}"
    )


def _alike(one: Scored) -> str:
    alike = one.ci.n_units - len(one.ci.flips)
    return f"{words.of(alike, one.ci.n_units, 'questions')} get the same answer for every gender"


def _answered(one: Scored) -> str:
    readable, asked = one.counts["ok"], sum(one.counts.values())
    yes = round(one.positive_rate * readable) if readable else 0
    if readable == asked:
        return words.of(yes, readable, "answers")
    return f"{words.of(yes, readable, 'readable answers')}, of {words.count(asked)} asked for"


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
