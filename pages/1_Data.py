"""Data: who is in the test set, what the model sees of them, and what that gives away."""

import pandas as pd
import streamlit as st

from equipoise import foreign, words
from equipoise.app import (
    View,
    card,
    controls,
    current_view,
    draw_chart,
    draw_table,
    exact_tally_of,
    next_page,
    open_page,
    page_choice,
    predict_first,
    predictions,
    tally_of,
    try_this,
)
from equipoise.datasets.adult import describe
from equipoise.datasets.adult.artifact import ARTIFACT
from equipoise.figures.data import features as feature_charts
from equipoise.figures.data import people as people_charts
from equipoise.figures.data import scores as score_charts
from equipoise.foreign import harmless

CROSSED = "sex-race-five"
PAIRS = {"sex": "one woman and one man", "race": "one White and one Non-White person"}
LABELS = {1: "who earn more than 50K", 0: "who earn 50K or less"}

open_page(
    "Data",
    "Who is judged, and on what?",
    "Look for how unlike the groups are in size and in income before any model comes in.",
    terms=(
        "label",
        "positive",
        "earn more than 50K",
        "base rate",
        "score",
        "true-positive rate (TPR)",
        "false-positive rate (FPR)",
        "few",
        "ROC curve",
        "ROC AUC",
        "log-odds",
    ),
)
facts = card()


def who_is_there(view: View) -> None:
    """Show how many people each group has, and how many of them earn more than 50K."""
    tally = view.tally
    st.header("Who is in the test set?", anchor=False)
    st.markdown(
        f"{words.count(tally.n.sum())} people of the survey, whom the model did not learn from. "
        "What the survey found of each of them, an income of more than 50,000 dollars in one year "
        "or not, is their **label**. Whoever had more is a **positive**; here they *earn more "
        "than 50K*, for short, although income is more than pay."
    )
    with st.grid(2, min_column_width=300, gap="medium"):
        with st.container(gap="xsmall"):
            draw_chart(
                people_charts.people_spec(view.groups),
                {
                    "bars": people_charts.people_bars(tally),
                    "names": people_charts.people_names(tally),
                },
                title="How many people, and how many earn more than 50K",
                alt="For each group a filled bar of the people who earn more than 50K and, "
                "joined to it, an outlined bar of those who earn 50K or less.",
                takeaway=people_charts.size_takeaway(tally),
                key="people",
            )
        with st.container(gap="xsmall"):
            draw_chart(
                people_charts.base_rate_spec(view.groups),
                {
                    "bars": people_charts.base_rate_bars(tally),
                    "names": people_charts.base_rate_names(tally),
                },
                title="The same as a share: the base rate",
                alt="For each group a bar that stands for all its people, filled up to the share "
                "who earn more than 50K.",
                takeaway=people_charts.base_rate_takeaway(tally),
                key="base rates",
            )
    draw_table(
        people_charts.people_table(tally),
        key="people table",
        title="Counts and base rates as a table",
    )
    st.caption(
        f"*few*: fewer than {people_charts.FEW} people who earn more than 50K, or fewer than "
        f"{people_charts.FEW} who do not. A rate among them alone, as the true- and "
        "false-positive rates of the next page are, moves by more than 3 points with every single "
        "person; the base rate is over the whole group and rests on more. Small groups are shown "
        "like all others.\n\n"
        "Groups are named as in the file, in the survey's terms of 1994: *Amer-Indian-Eskimo* is "
        "American Indian or Alaska Native, *Asian-Pac-Islander* is Asian or Pacific Islander, and "
        "*Other* is whoever was recorded as none of the races named. *Female × Other* are the "
        "women among them; *Non-White* joins everybody but White people."
    )


def find_the_smallest(view: View) -> None:
    """Set the task of finding the smallest group there is."""
    smallest = int(view.tally.n.argmin())
    try_this(
        "Compare by something else until you find the smallest group of all. How many of its "
        "people earn more than 50K?",
        done=view.key == CROSSED,
        comment=people_charts.comment_on_smallest(tally_of(CROSSED)),
        not_yet=f"The smallest here are the {words.count(view.tally.n[smallest])} "
        f"{foreign.who(view.groups[smallest])}. Cross two attributes and groups get smaller.",
    )


def what_scores(view: View) -> None:
    """Show the scores of each group, apart for each label."""
    st.header("What scores do they get?", anchor=False)
    st.markdown(
        "The score is the model's estimated chance that somebody earns more than 50K. Heights are "
        "shares of the people in one row, so that groups of different size compare; the dashed "
        "line is the median, the score in the middle."
    )
    with st.grid(2, min_column_width=300, gap="medium"):
        for label, people in LABELS.items():
            bars, names, _, takeaway = _scores(view.key, label)
            with st.container(gap="xsmall"):
                draw_chart(
                    score_charts.score_spec(view.groups, label),
                    {"bars": bars, "names": names},
                    title=f"Scores of those {people}",
                    alt=f"For each group a histogram of the scores of those {people}, in "
                    f"{score_charts.BINS} bins from 0 to 1, with a dashed line at the median.",
                    takeaway=takeaway,
                    key=f"scores {label}",
                )
    for label, people in LABELS.items():
        draw_table(
            _scores(view.key, label)[2],
            key=f"scores {label} table",
            title=f"Scores of those {people} as a table",
        )


@st.cache_resource(show_spinner=False)
def _scores(slug: str, label: int) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame, str]:
    """Return the bars, the headings, the table and the words of one chart of scores."""
    tally = exact_tally_of(slug)
    return (
        score_charts.score_bars(tally, label),
        score_charts.score_names(tally, label),
        score_charts.score_table(tally, label),
        score_charts.score_takeaway(tally, label),
    )


def what_the_model_sees() -> None:
    """Ask which feature gives sex away, then show it for sex and for race."""
    seen = words.listed(feature.name for feature in facts.features)
    st.header("What does the model see of them?", anchor=False)
    st.markdown(
        f"{len(facts.features)} features: {seen}. It does not see "
        f"**{words.listed(facts.held_back)}**: these are kept for the audit alone."
    )
    draw_table(describe.feature_table(facts), key="feature table", title="What the features say")
    guess = predict_first(
        "Which feature alone gives somebody's sex away the most?",
        feature_charts.comments_on_guesses(facts.proxies["sex"]),
        answer="relationship",
        key="feature guess",
    )
    if guess is not None:
        _stand_ins()


def _stand_ins() -> None:
    key = page_choice("tell", list(PAIRS))
    st.segmented_control(
        "What the features are asked to tell",
        list(PAIRS),
        format_func=str.capitalize,
        key=key,
        required=True,
        persist_state="session",
    )
    attribute = st.session_state[key]
    proxy = facts.proxies[attribute]
    pairs = feature_charts.of_100(proxy.roc_auc)
    draw_chart(
        feature_charts.strength_spec(len(proxy.alone)),
        {
            "features": feature_charts.strengths(proxy),
            "marks": feature_charts.landmarks(proxy),
        },
        title=f"How well the features tell {attribute}",
        alt="For each feature, a point where it stands alone and a cross where all the others "
        "stand without it, on a line of pairs told apart correctly of 100; dashed lines mark "
        "guessing at 50 and all features together.",
        takeaway=f"Pick {PAIRS[attribute]} at random: in {pairs} pairs the features tell which is "
        f"which. {feature_charts.strength_takeaway(proxy)}",
        key="features",
        table=feature_charts.strength_table(proxy),
        table_title="The same as areas under the ROC curve",
    )
    st.caption(
        "Each figure is the area under the ROC curve, on the test rows, of the same kind of model "
        f"trained to tell {attribute} from the features in place of income. Features work "
        "together: dropping the strongest does not remove what the rest still say."
    )


@st.fragment
def bench() -> None:
    """Everything that follows the choice of groups."""
    view = current_view()
    who_is_there(view)
    find_the_smallest(view)
    what_scores(view)
    what_the_model_sees()


def cards() -> None:
    """Fold away what is known of the data, the model and the file."""
    st.header("Where this comes from", anchor=False)
    with st.expander("Data set card", icon=":material/dataset:"):
        st.markdown(describe.dataset_card(facts))
        st.table(describe.rows_table(facts), border="horizontal")
    with st.expander("Model card", icon=":material/model_training:"):
        st.markdown(describe.MODEL_CARD)
        st.table(describe.model_table(facts), border="horizontal")
        st.markdown(describe.COEFFICIENTS)
        st.table(describe.coefficient_table(facts), border="horizontal")
    with st.expander("Provenance of the artifact", icon=":material/fingerprint:"):
        st.markdown(describe.PROVENANCE)
        st.code("python -m equipoise.datasets adult", language=None, wrap_lines=True)
        st.table(describe.provenance_table(facts), border="horizontal")
        st.code(_checksums(), language=None, wrap_lines=True)


@st.cache_data(show_spinner=False)
def _checksums() -> str:
    return describe.checksums(facts, ARTIFACT)


def downloads() -> None:
    """Offer the artifact as committed, and the audited rows as a table."""
    with st.container(horizontal=True):
        st.download_button(
            "Predictions as CSV",
            lambda: harmless(describe.audited_rows(predictions())).to_csv(index=False),
            file_name="adult_predictions.csv",
            mime="text/csv",
            on_click="ignore",
            icon=":material/download:",
            key="download csv",
        )
        st.download_button(
            "The artifact as JSON",
            ARTIFACT.read_bytes,
            file_name=ARTIFACT.name,
            mime="application/json",
            on_click="ignore",
            icon=":material/download:",
            key="download json",
        )
    st.caption(
        f"The CSV holds label, score and groups of {words.count(predictions().n)} people. "
        f"{facts.licence}: name the source when you pass either on."
    )


controls(thresholds=False, tolerance=False)
bench()
cards()
downloads()
next_page("Metrics", "who is selected, and who is missed")
