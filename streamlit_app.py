"""Home: what the bench is, the claim it opens with, and where to begin."""

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app import card, next_page, open_page, predict_first, rate_cards, tally_of
from equipoise.criteria import criteria
from equipoise.rates import group_rates

open_page(
    "Home",
    "Is a model fair if nobody tells it your sex?",
    "Look for what is left of sex in the decisions of a model that was never told anyone's sex.",
    terms=("earn more than 50K", "positive", "score", "selection rate", "ROC curve", "ROC AUC"),
)

facts = card()
proxy = facts.proxies["sex"]
tally = tally_of("sex")
rates = group_rates(tally, 0.5)
ratio = criteria(tally, 0.5).disparate_impact_ratio
women, men = (rates.T[group] for group in tally.groups)
# Whoever never errs selects the people with a positive label and nobody else.
unerring = tally.base_rates.min() / tally.base_rates.max()


def selected(row: pd.Series, group: str) -> str:
    """Say how many of a group the model selects, and what share that is."""
    return words.share(row["tp"] + row["fp"], row["n"], words.who(group))


def found(row: pd.Series, people: str) -> str:
    """Say how many high earners of a group the model finds, and what share that is."""
    return words.share(row["tp"], row["tp"] + row["fn"], people)


def earners(row: pd.Series, people: str) -> str:
    """Say how many of a group earn more than 50K, and what share that is."""
    return words.share(row["tp"] + row["fn"], row["n"], people)


st.markdown(
    f"""
A logistic regression, a plain kind of statistical model, read {len(facts.features)} facts about
each of {words.count(facts.train.rows_kept)} people in a survey of the US Census Bureau of
{facts.year}, and learned to tell whose income was above 50,000 dollars a year: who *earns more
than 50K*, for short. (In dollars of the 2020s that is roughly twice as much, by US consumer
prices.) All were over 16 and had work and income. Sex and race were not among the facts, though
one fact says *Husband* or *Wife* of many. Here you audit what the model decides about
{words.count(facts.test.rows_kept)} other people of that survey: it *selects* whoever gets a score,
its estimated chance of such an income, of at least 0.50.
"""
)
st.header("Leaving sex out does not remove its traces", anchor=False)

guessed = st.session_state.get("proxy guess") is not None
rate_cards(
    [
        (
            "Women's selection rate, as a multiple of men's",
            words.ratio(ratio.value),
            f"{selected(women, 'Female')} are selected, and {selected(men, 'Male')}. A model that "
            f"never errs would have {words.number(unerring, 2)}, because "
            f"{earners(women, 'women')} earn more than 50K, and {earners(men, 'men')}. Four "
            "fifths, 0.80, is a rule of thumb of US guidelines for hiring.",
        ),
        (
            "High-earning women it finds",
            words.percent(women["true_positive_rate"]),
            f"{found(women, words.who('Female', 1))}, and {found(men, 'such men')}.",
        ),
        (
            "How well the facts it read tell women from men",
            words.number(proxy.roc_auc, 4) if guessed else "?",
            "How often a second model, which read the same facts to tell sex, ranks a woman as "
            "more likely a woman than it ranks a man: the area under its ROC curve. Guessing "
            "gives 0.5."
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
next_page("Incompatibility", "why meeting one criterion can break another")
next_page("Frontier", "what closing a gap costs in accuracy, and whose decision flips")
next_page(
    "Stress test", "bias the data of a world whose truth is known, and see what a repair recovers"
)
next_page("Test time", "does a text model's answer depend on a word that should not matter?")
st.markdown(
    "No criterion is presented as the right one. Groups, thresholds and tolerance follow you from "
    "page to page, and the address holds them: a copied link opens with the same ones."
)

st.header("What this cannot tell you", anchor=False)
st.markdown(
    """
- Equal rates for groups say nothing about how any one person is treated.
- What was recorded may carry the injustices of its time, the early 1990s: who had how much income
  is itself an outcome of unequal chances.
- The people are those of the file, each counted once. They are no picture of the United States:
  who had no work or no income is not among them.
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

The app runs on the machine that serves it, needs no key and no account, and adds no tracking;
whoever hosts it may count visits. By itself it asks no other host for anything. Only on *Test
time*, and only where whoever runs the app allows it, can you have it ask a model at an address
that you give. What you set stands in the page's address and, during your visit, in the memory of
the server; nothing of it is stored.
"""
    )
