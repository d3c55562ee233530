"""Data: who is in the test set, what the model sees of them, and what that gives away."""

from dataclasses import replace

import streamlit as st

from equipoise import words
from equipoise.app import (
    controls,
    current_view,
    draw,
    draw_guess,
    draw_table,
    draw_task,
    next_page,
    open_page,
    page_choice,
)
from equipoise.audit import View
from equipoise.datasets import AdultCard
from equipoise.datasets.adult import describe
from equipoise.datasets.adult.artifact import ARTIFACT
from equipoise.figures.data.features import stand_ins
from equipoise.figures.data.people import base_rates, group_sizes, people_table
from equipoise.figures.data.scores import scores
from equipoise.foreign import harmless, plain
from equipoise.glossary import FEW
from equipoise.tasks.data import SMALLEST_GROUP, STRONGEST_STAND_IN

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
audit = current_view().audit
facts: AdultCard = audit.provenance


def who_is_there(view: View) -> None:
    """Show how many people each group has, and how many of them have a positive label."""
    st.header("Who is in the test set?", anchor=False)
    st.markdown(
        f"{words.count(view.tally.n.sum())} people of the survey, whom the model did not learn "
        f"from. {describe.LABEL}"
    )
    sizes = group_sizes(view)
    # Both say the same in other units: one table below the two serves them.
    with st.grid(2, min_column_width=300, gap="medium"):
        with st.container(gap="xsmall"):
            draw(replace(sizes, table=None), key="people")
        with st.container(gap="xsmall"):
            draw(replace(base_rates(view), table=None), key="base rates")
    draw_table(lambda: people_table(view), key="people table", title=sizes.table_title)
    st.caption(
        f"*few*: fewer than {FEW} people who {plain(view.vocabulary.positive.plural)}, or fewer "
        f"than {FEW} who {view.vocabulary.again(2)} not. A rate among them alone, as the true- "
        "and false-positive rates of the next page are, moves by more than 3 points with every "
        "single person; the base rate is over the whole group and rests on more. Small groups are "
        f"shown like all others.\n\n{describe.GROUP_NAMES}"
    )


def what_scores(view: View) -> None:
    """Show the scores of each group, apart for each label."""
    st.header("What scores do they get?", anchor=False)
    st.markdown(
        "The score is the model's estimated chance that somebody "
        f"{plain(view.vocabulary.positive.singular)}. Heights are shares of the people in one "
        "row, so that groups of different size compare; the dashed line is the median, the score "
        "in the middle."
    )
    figures = {f"scores {label}": scores(view, label) for label in (1, 0)}
    with st.grid(2, min_column_width=300, gap="medium"):
        for key, figure in figures.items():
            with st.container(gap="xsmall"):
                draw(replace(figure, table=None), key=key)
    # Tables are wide: they stand below each other, whatever stands beside each other above.
    for key, figure in figures.items():
        if figure.table is not None:
            draw_table(figure.table, key=f"{key} table", title=figure.table_title)


def what_the_model_sees() -> None:
    """Ask which feature gives sex away, then show it for sex and for race."""
    seen = words.listed(feature.name for feature in facts.features)
    st.header("What does the model see of them?", anchor=False)
    st.markdown(
        f"{len(facts.features)} features: {seen}. It does not see "
        f"**{words.listed(facts.held_back)}**: these are kept for the audit alone."
    )
    draw_table(describe.feature_table(facts), key="feature table", title="What the features say")
    if draw_guess(STRONGEST_STAND_IN, facts) is None:
        return
    key = page_choice("tell", list(describe.PAIRS))
    st.segmented_control(
        "What the features are asked to tell",
        list(describe.PAIRS),
        format_func=str.capitalize,
        key=key,
        required=True,
        persist_state="session",
    )
    attribute = st.session_state[key]
    figure = stand_ins(
        facts.proxies[attribute], attribute=attribute, pair=describe.PAIRS[attribute]
    )
    draw(figure, key="features")
    st.caption(
        "Each figure is the area under the ROC curve, on the test rows, of the same kind of model "
        f"trained to tell {attribute} from the features in place of income. Features work "
        "together: dropping the strongest does not remove what the rest still say."
    )


# Thresholds do not matter here, so that nothing needs to follow them under the key BENCH.
@st.fragment
def bench() -> None:
    """Everything that follows the choice of groups."""
    view = current_view()
    who_is_there(view)
    draw_task(SMALLEST_GROUP, view)
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
        st.code(describe.checksums(facts, ARTIFACT), language=None, wrap_lines=True)


def downloads() -> None:
    """Offer the artifact as committed, and the audited rows as a table."""
    with st.container(horizontal=True):
        st.download_button(
            "Predictions as CSV",
            # Made when somebody asks for it, not each time the page is drawn.
            lambda: harmless(describe.audited_rows(audit.predictions)).to_csv(index=False),
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
        f"The CSV holds label, score and groups of {words.count(audit.predictions.n)} people. "
        f"{facts.licence}: name the source when you pass either on."
    )


controls(thresholds=False, tolerance=False)
bench()
cards()
downloads()
next_page("Metrics", "who is selected, and who is missed")
