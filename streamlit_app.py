"""Home: what the bench is, the claim it opens with, and where to begin."""

import streamlit as st

from equipoise import words
from equipoise.app import card, next_page, open_page, predict_first, rate_card, tally_of
from equipoise.criteria import criteria
from equipoise.rates import group_rates

open_page(
    "Home",
    "Is a model fair if it never sees your sex?",
    "Look for what is left of sex in the decisions of a model that was never told it.",
)

facts = card()
proxy = facts.proxies["sex"]
women, men = tally_of("sex").groups
rates = group_rates(tally_of("sex"), 0.5)
ratio = criteria(tally_of("sex"), 0.5).disparate_impact_ratio


def found(group: str) -> str:
    """Say how many of a group's high earners the model finds."""
    row = rates.loc[group]
    return words.of(row["tp"], row["tp"] + row["fn"], words.who(group, 1))


def selected(group: str) -> str:
    """Say how many of a group the model selects."""
    row = rates.loc[group]
    return words.of(row["tp"] + row["fp"], row["n"], words.who(group))


st.markdown(
    f"""
A logistic regression read {len(facts.features)} facts about {words.count(facts.train.rows_kept)}
people in the census of {facts.year} and learned to tell who earns more than 50,000 dollars a year.
Sex and race were not among them. Here you audit what it decides about
{words.count(facts.test.rows_kept)} other people: it *selects* those it gives a score of at least 0.50.
"""
)
st.subheader("Leaving a protected attribute out does not leave its effect out", anchor=False)

guess_made = st.session_state.get("proxy guess") is not None
with st.grid(3, min_column_width=220):
    rate_card(
        "Women are selected as often as men, times",
        words.ratio(ratio.value, 4),
        f"{selected(women)} and {selected(men)}. Four fifths, a common rule of thumb, would be 0.80.",
    )
    rate_card(
        "Of women who do earn more than 50K, it finds",
        words.percent(rates.loc[women, "true_positive_rate"]),
        f"{found(women)}; {found(men)}, {words.percent(rates.loc[men, 'true_positive_rate'])}.",
    )
    rate_card(
        "Women told from men by what the model reads",
        words.number(proxy.roc_auc, 4) if guess_made else "?",
        "The chance that a random woman is ranked as more likely a woman than a random man; "
        "0.5 would be guessing."
        if guess_made
        else "Guess below, and it is shown.",
    )

predict_first(
    "Sex is not among the features. Take a woman and a man at random: how often can the "
    f"{len(facts.features)} features tell which is which?",
    {
        "5 times in 10: they cannot": "They can do far better than a coin: look at the third number.",
        "7 times in 10": "More than that: look at the third number.",
        "9 times in 10": f"Yes, {words.percent(proxy.roc_auc)} of such pairs. Marital status, "
        "relationship, occupation and hours say together what the missing column would have said.",
        "10 times in 10: always": "Nearly: look at the third number.",
    },
    answer="9 times in 10",
    key="proxy guess",
)

st.subheader("Where to begin", anchor=False)
next_page("Data", "who is in the test set, what the model sees, which features stand in for sex")
next_page("Metrics", "move each group's threshold and watch six criteria react")
next_page("Incompatibility", "why the criteria cannot all hold at once")
next_page("Frontier", "what closing a gap costs in accuracy, and whose decision flips")
st.markdown(
    "No criterion is presented as the right one. Thresholds and tolerance follow you from page to "
    "page and are kept in the address, so that a copied link opens the same view."
)

st.subheader("What this cannot tell you", anchor=False)
st.markdown(
    f"""
- Equal rates for groups say nothing about how any one person is treated.
- The label may carry the injustices of {facts.year}, the year of the data: who was paid how much
  is itself an outcome of unequal chances.
- The recorded categories are no full account of anybody's identity, and *Non-White* puts very
  different groups into one.
- An audit by one attribute misses those at its crossings with another; small groups and thinly
  filled score ranges vary a lot by chance.
- A difference within the tolerance certifies nothing.
- Thresholds that differ by group need the group to be known when deciding, which raises
  questions of law and of policy that no chart answers.
"""
)
with st.expander("The data: citation and licence"):
    st.markdown(f"{facts.citation} [{facts.doi}](https://doi.org/{facts.doi})")
    st.markdown(f"Licence: [{facts.licence}]({facts.licence_url}). {facts.title}, {facts.url}")
    st.markdown(
        "The app runs on the machine that serves it and asks no other host for anything: no key, "
        "no account, no tracking, and nothing you do is stored beyond the address of the page."
    )
