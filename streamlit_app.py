"""Home: what the bench is, the claim it opens with, and where to begin."""

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app import card, next_page, open_page, predict_first, rate_cards, tally_of
from equipoise.criteria import criteria
from equipoise.rates import group_rates

open_page(
    "Home",
    "Is a model fair if it never sees your sex?",
    "Look for what is left of sex in the decisions of a model that was never told it.",
)

facts = card()
proxy = facts.proxies["sex"]
tally = tally_of("sex")
rates = group_rates(tally, 0.5)
ratio = criteria(tally, 0.5).disparate_impact_ratio
women, men = (rates.T[group] for group in tally.groups)


def found(row: pd.Series, group: str) -> str:
    """Say how many of a group's high earners the model finds."""
    return words.of(row["tp"], row["tp"] + row["fn"], words.who(group, 1))


def selected(row: pd.Series, group: str) -> str:
    """Say how many of a group the model selects, and what share that is."""
    people = words.of(row["tp"] + row["fp"], row["n"], words.who(group))
    return f"{people} ({words.percent(row['selection_rate'])})"


st.markdown(
    f"""
A logistic regression read {len(facts.features)} facts about each of
{words.count(facts.train.rows_kept)} people in the census of {facts.year}, and learned to tell who
earns more than 50,000 dollars a year. Sex and race were not among the facts. Here you audit what
it decides about {words.count(facts.test.rows_kept)} other people: it *selects* whoever gets a
score of at least 0.50.
"""
)
st.header("Leaving a protected attribute out does not leave its effect out", anchor=False)

guessed = st.session_state.get("proxy guess") is not None
rate_cards(
    [
        (
            "How often women are selected, as a multiple of men",
            words.ratio(ratio.value, 4),
            f"{selected(women, 'Female')} against {selected(men, 'Male')}. "
            "Four fifths, 0.80, is a common rule of thumb.",
        ),
        (
            "High-earning women whom it finds",
            words.percent(women["true_positive_rate"]),
            f"{found(women, 'Female')}. Of the men it finds "
            f"{words.percent(men['true_positive_rate'])}: {found(men, 'Male')}.",
        ),
        (
            "How well the facts it read tell women from men",
            words.number(proxy.roc_auc, 4) if guessed else "?",
            "The area under the ROC curve: how often a woman is ranked as more likely a woman "
            "than a man is. Guessing gives 0.5."
            if guessed
            else "Guess below, and it is shown.",
        ),
    ]
)

strongest = sorted(proxy.alone, key=proxy.alone.__getitem__, reverse=True)[:4]
less = "Far more often than that: see the third number."
predict_first(
    "Sex is not among the facts. Of a woman and a man picked at random, how often do the "
    f"{len(facts.features)} facts tell which is which?",
    {
        "In 5 of 10 pairs: no better than a coin": less,
        "In 7 of 10 pairs": less,
        "In 9 of 10 pairs": f"Yes: in {words.percent(proxy.roc_auc)} of pairs. The strongest "
        f"stand-ins are {words.listed(strongest)}.",
        "In 10 of 10 pairs": "Not quite, but it comes near: see the third number.",
    },
    answer="In 9 of 10 pairs",
    key="proxy guess",
)

st.header("Where to begin", anchor=False)
next_page("Data", "who is in the test set, what the model sees, and which facts stand in for sex")
next_page("Metrics", "move each group's threshold and watch six criteria react")
next_page("Incompatibility", "why the criteria cannot all hold at once")
next_page("Frontier", "what closing a gap costs in accuracy, and whose decision flips")
next_page(
    "Stress test", "bias the data of a world whose truth is known, and see what a repair recovers"
)
next_page("Test time", "does a text model's answer hang on a word that should not matter?")
st.markdown(
    "No criterion is presented as the right one. Groups, thresholds and tolerance follow you from "
    "page to page, and the address keeps them: a copied link opens the same view."
)

st.header("What this cannot tell you", anchor=False)
st.markdown(
    f"""
- Equal rates for groups say nothing about how any one person is treated.
- The label may carry the injustices of {facts.year}, the year of the data: who was paid how much
  is itself an outcome of unequal chances.
- The recorded categories are no full account of anybody's identity, and *Non-White* puts very
  different groups into one.
- An audit by one attribute misses those at its crossings with another; small groups and thinly
  filled ranges of scores vary a lot by chance.
- A difference within the tolerance certifies nothing.
- Thresholds that differ by group need the group to be known when deciding, which raises
  questions of law and policy that no chart answers.
"""
)
with st.expander("The data: citation and licence"):
    st.markdown(
        f"""
{facts.citation} [doi:{facts.doi}](https://doi.org/{facts.doi})

Licence: [{facts.licence}]({facts.licence_url}). Source: {facts.url}

The app runs on the machine that serves it and asks no other host for anything: no key, no
account, no tracking. Nothing you do is stored; what you look at stands in the page's address.
"""
    )
