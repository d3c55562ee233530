"""Home: what the bench is, the claim it opens with, and where to begin."""

import streamlit as st

from equipoise import words
from equipoise.app import current_view, draw_guess, guessed, next_page, open_page, rate_cards
from equipoise.datasets import AdultCard
from equipoise.tasks.home import PAIRS_TOLD_APART

open_page(
    "Home",
    "Is a model fair if nobody tells it your sex?",
    "Look for what is left of sex in the decisions of a model that was never told anyone's sex.",
    terms=("earn more than 50K", "positive", "score", "selection rate", "ROC curve", "ROC AUC"),
)

audit = current_view().audit
facts: AdultCard = audit.provenance
view = audit.view("sex")
positive = view.vocabulary.positive
# Whoever never errs selects the people with a positive label and nobody else.
unerring = view.tally.base_rates.min() / view.tally.base_rates.max()


def counted(group: str, part: str, whole: str, people: str) -> str:
    """Say how many of a group's people they are, and what share that is.

    Both are named by cells of the confusion matrix: "tp fp" are those selected.
    """
    row = view.rows[group]
    among, all_of_them = (sum(row[cell] for cell in cells.split()) for cells in (part, whole))
    return words.share(among, all_of_them, people)


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

women, men = (view.vocabulary.who(group) for group in view.groups)
told = guessed(PAIRS_TOLD_APART)
rate_cards(
    [
        (
            "Women's selection rate, as a multiple of men's",
            words.ratio(view.criteria.disparate_impact_ratio.value),
            f"{counted('Female', 'tp fp', 'tn fp fn tp', women)} are selected, and "
            f"{counted('Male', 'tp fp', 'tn fp fn tp', men)}. A model that never errs would have "
            f"{words.number(unerring, 2)}, because "
            f"{counted('Female', 'tp fn', 'tn fp fn tp', women)} {positive.plural}, and "
            f"{counted('Male', 'tp fn', 'tn fp fn tp', men)}. Four fifths, 0.80, is a rule of "
            "thumb of US guidelines for hiring.",
        ),
        (
            "High-earning women it finds",
            words.percent(view.rows["Female"]["true_positive_rate"]),
            f"{counted('Female', 'tp', 'tp fn', f'{women} who {positive.plural}')}, and "
            f"{counted('Male', 'tp', 'tp fn', f'such {men}')}.",
        ),
        (
            "How well the facts it read tell women from men",
            words.number(facts.proxies["sex"].roc_auc, 4) if told else "?",
            "How often a second model, which read the same facts to tell sex, ranks a woman as "
            "more likely a woman than it ranks a man: the area under its ROC curve. Guessing "
            "gives 0.5."
            if told
            else "Guess below, and it is shown.",
        ),
    ]
)
draw_guess(PAIRS_TOLD_APART, facts)

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
