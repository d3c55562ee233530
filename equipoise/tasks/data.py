"""What to do on the Data page, and what to guess there."""

from __future__ import annotations

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.datasets.adult.card import AdultCard
from equipoise.foreign import plain
from equipoise.tasks.task import Guess, Posed, Progress, Task

_TEMPTING = ("occupation", "relationship", "marital-status", "hours-per-week")


def _smallest_group(view: View) -> Progress:
    """Judge whether no other comparison has a smaller group than this one."""
    tally, audit = view.tally, view.audit
    smallest = tally.n.argmin()
    n, who = tally.n[smallest], foreign.people(view.vocabulary, view.groups[smallest])
    if n > min(audit.tally(key).n.min() for key in audit.comparisons):
        return Progress(
            False,
            f"The smallest here are the {words.count(n)} {who}. Cross two attributes and groups "
            "get smaller.",
        )
    positive, earn = view.vocabulary.positive, tally.positives[smallest]
    said = f"There are {words.count(n)} {who}, and "
    if earn:
        verb = plain(words.agreeing(earn, positive.singular, positive.plural))
        said += (
            f"{words.count(earn)} of them {verb}: to find one more or one fewer moves their "
            f"true-positive rate by {words.number(100 / earn, 0)} points."
        )
    else:
        said += f"none of them {plain(positive.singular)}: they have no true-positive rate at all."
    # The group with the fewest positives need not be the one with the fewest people.
    rarest = tally.positives.argmin()
    fewer = tally.positives[rarest]
    if fewer < earn:
        said += (
            f" It is worse for the {words.count(tally.n[rarest])} "
            f"{foreign.people(view.vocabulary, view.groups[rarest])}, of whom "
            f"{words.count(fewer)} {view.vocabulary.again(fewer)}."
        )
    if len(view.by) > 1:
        names = (plain(view.vocabulary.attributes.get(name, name)) for name in view.by)
        alone = ", or ".join(f"by {name} alone" for name in names)
        said += f" An audit {alone}, never meets such a group by itself."
    return Progress(True, said)


SMALLEST_GROUP = Task(
    "data/smallest-group",
    "Data",
    lambda view: (
        "Compare by something else until you find the smallest group of all. How many of its "
        f"people {plain(view.vocabulary.positive.plural)}?"
    ),
    _smallest_group,
)


def _strongest_stand_in(card: AdultCard) -> Posed:
    """Ask which feature gives sex away; each guess is told how well it does and what does best."""
    sex = card.proxies["sex"]
    pairs = {name: words.of_100(value) for name, value in sex.alone.items()}
    best = max(sex.alone, key=sex.alone.__getitem__)
    comments = {
        name: f"Right in {pairs[name]} pairs of a woman and a man. But one does better: {best}, "
        f"{pairs[best]}."
        for name in _TEMPTING
    }
    comments[best] = (
        f"Yes, right in {pairs[best]} pairs of a woman and a man. Two of its values are *Wife* "
        "and *Husband*."
    )
    comments["none: it takes several"] = (
        f"All {len(pairs)} together do best, {words.of_100(sex.roc_auc)} pairs. But one manages "
        f"most of that alone: {best}, {pairs[best]}."
    )
    return Posed("Which feature alone gives somebody's sex away the most?", comments, best)


STRONGEST_STAND_IN = Guess("data/strongest-stand-in", "Data", _strongest_stand_in)

TASKS = (SMALLEST_GROUP,)
GUESSES = (STRONGEST_STAND_IN,)
