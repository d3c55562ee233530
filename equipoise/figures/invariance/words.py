"""Strategies, measures and verdicts of test-time fairness in words.

No drawing library is needed for them: tasks speak in the same words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import pandas as pd

from equipoise import words
from equipoise.foreign import plain
from equipoise.invariance import STRATEGIES
from equipoise.invariance.lesson.measured import Measured
from equipoise.invariance.measures.noise import NOISE
from equipoise.invariance.measures.report import status_words

CALLED: Mapping[str, str] = {name: one.title for name, one in STRATEGIES.items()} | {
    "random_context": "Another added"
}
"""The strategies by the names they go by on the page."""

SHORT: Mapping[str, str] = {
    "default": "As it is",
    "obfuscate_only": "Hidden",
    "random_context": "Another added",
    "ooc": "Out of context",
}
"""The lesson's strategies by the names they go by there."""

TOLD: Mapping[str, str] = {
    "default": "The comment is asked about as it is.",
    "obfuscate_only": "The context's word is replaced by “local” before asking.",
    "random_context": "The comment stays; a sentence beside it names a context drawn at random.",
    "ooc": "The context's word is hidden, then another context, drawn at random, is put in its "
    "place. Each draw has a vote; the majority decides.",
}
"""What each of them does."""

STRATA: Mapping[str, str] = {"1": "insults", "0": "harmless comments"}
"""The lesson's strata, which are the comments' labels, in words."""

ANSWERS = ("not toxic", "toxic")

LEGEND = (
    "The dot is SI-bias. Noise: the same answers with the contexts shuffled, so that they play no "
    "part. The share of cases in which noise shows so much or more is the p-value; the dot is "
    "full (above noise) where that is less than 1 in 20. Noise goes beyond the end of the grey "
    "bar in at most 1 of 20 cases; the tick is what it shows on average."
)
"""How to read SI-bias over noise, but for the diamond."""

DIAMOND = (
    "The hollow diamond is the widest gap between shares that are averaged over all draws (exact)."
)

APART = (
    "Each is held against noise by itself: that one stands out and another does not is no test of "
    "the change between them."
)

JUDGED: Mapping[str, str] = {
    "above noise": "Chance alone shows that in fewer than 1 of 20 cases.",
    "borderline": "That is too close to call: other shuffles could come out on either side of 1 "
    "in 20.",
    "within noise": "Chance alone shows that often enough: no bias is shown, and none is ruled "
    "out.",
    "cannot tell": "There are too few answers to tell.",
    "undefined": "SI-bias is not defined here.",
}
"""What a verdict means."""


def called(strategy: str) -> str:
    """Return the name that a strategy goes by; one of a reader's own keeps its name."""
    return CALLED.get(strategy, strategy)


def named(measures: pd.DataFrame) -> pd.DataFrame:
    """Return measures, or cells, with the strategies' names as the page has them."""
    return measures.assign(strategy=measures["strategy"].map(called))


def band_words(measures: pd.DataFrame) -> str:
    """Say which strategies stand out from noise, given `Scores.table`."""
    known = measures[measures["verdict"] != "undefined"]
    if known.empty:
        return "SI-bias is not defined here."
    read = known["n"] - known["n_missing"]
    if read.min() == read.max():
        n = f"{words.count(read.max())} answers{' each' if len(known) > 1 else ''}"
    else:
        n = f"{words.count(read.min())} to {words.count(read.max())} answers each"
    lost = measures.loc[measures["verdict"] == "undefined", "strategy"].tolist()
    above = known.loc[known["verdict"] == "above noise", "strategy"].tolist()
    if len(known) == 1:
        one = known.iloc[0]
        of = "" if len(measures) == 1 else f" of {plain(one['strategy'])}"
        found = f"SI-bias{of} {words.number(one['si_bias'])}: {one['verdict']}"
    elif above:
        shown = words.listed(map(plain, above))
        found = f"{len(above)} of {len(known)} stand out from noise: {shown}"
    else:
        found = f"None of {len(known)} stands out"
        if (known["verdict"] != "borderline").all() and not known["p_value"].min() <= NOISE:
            found += ": noise alone reaches each of these gaps in more than 1 of 20 cases"
    found += f" ({n})."
    if above and len(known) > 1:
        found += (
            " (Of twenty ways in which the context plays no part, up to one would by chance, on "
            "average.)"
        )
    if near := known.loc[known["verdict"] == "borderline", "strategy"].tolist():
        found += (
            f" **Too close to call**: {words.listed(map(plain, near))}. Other shuffles could put "
            f"{'it' if len(near) == 1 else 'each'} on either side of the line, 1 of 20."
        )
    if unable := known.loc[known["verdict"] == "cannot tell", "strategy"].tolist():
        shown = words.listed(map(plain, unable))
        found += (
            f" **Too few answers to tell** for {shown}: even answers that depend on the context "
            "and nothing else would not stand out from noise."
        )
    if lost:
        found += f" SI-bias is not defined for {words.listed(map(plain, lost))}."
    return f"{found} {LEGEND}"


def measures_table(measures: pd.DataFrame) -> pd.DataFrame:
    """Return `Scores.table` in words, a row a strategy."""
    rows = [
        {
            "answers": words.count(one["n"] - one["n_missing"]),
            "missing": words.count(one["n_missing"]),
            "SI-bias": words.number(one["si_bias"]),
            "noise: at most 1 in 20 beyond": words.number(one["null_upper"]),
            "p-value": p_words(one["p_value"]),
            "verdict": one["verdict"],
            "CI probability": words.number(one["ci_probability"]),
            "units answered alike": _alike(one["ci_probability"], one["n_units"]),
            "macro F1": words.number(one["macro_f1"]),
            "answered yes": words.percent(one["positive_rate"]),
        }
        for one in measures.to_dict("records")
    ]
    return pd.DataFrame(rows, index=pd.Index(measures["strategy"], name="way of asking"))


def _alike(share: float, n: float) -> str:
    return words.UNDEFINED if math.isnan(share) else words.of(round(share * n), n, "").strip()


def p_words(p: float) -> str:
    """Return a p-value; very small ones are not told apart, and none is 0."""
    return "below 0.001" if p < 0.001 else words.number(p)


def gap_words(gap: float) -> str:
    """Return a gap that is there; none is 0."""
    return "less than 0.001" if 0 < gap < 0.0005 else words.number(gap)


def lost_words(counts: Mapping[str, Mapping[str, int]]) -> str:
    """Say what became of the answers under each way of asking; "" where all could be read."""
    told = {name: status_words(statuses) for name, statuses in counts.items()}
    lines = [
        f"- {plain(called(name))}: "
        f"{words.of(each['ok'], sum(each.values()), 'answers')} could be read; {told[name]}."
        for name, each in counts.items()
        if told[name]
    ]
    return "\n".join(["**Answers that could not be read:**", "", *lines]) if lines else ""


def p_share(p: float) -> str:
    """Return a p-value, or another chance, as a share of cases; none is 0, and 1 is exactly 1."""
    if p < 0.001:
        return f"fewer than {words.percent(0.001)}"
    if 0.999 < p < 1:
        return f"more than {words.percent(0.999)}"
    return words.percent(p, 0 if p >= 0.1 else 1)


def widest(found: Measured) -> str:
    """Say where the widest gap lies, in words of comments."""
    si = found.si
    if si.value == 0:
        return (
            "there is no gap: of the insults as many are called toxic in every context, and of "
            f"the harmless comments, too: **{words.number(si.value)}, {found.verdict}**."
        )
    here = si.cells[si.cells["stratum"] == si.stratum]
    n = dict(zip(here["context"], here["n"], strict=True))
    toxic = dict(zip(here["context"], here["positives"], strict=True))
    people, counts = [], [toxic[name] for name in si.contexts]
    for name, count in zip(si.contexts, counts, strict=True):
        alike = sum(other == count for other in toxic.values()) - 1
        others = f" (or those of {words.plural(alike, 'other context')})" if alike else ""
        people.append(f"{name} people{others}")
    return (
        f"of {n[si.contexts[0]]} {STRATA[si.stratum]}, {counts[0]} are called toxic when "
        f"{people[0]} are meant, {counts[1]} when {people[1]} are: "
        f"**{words.number(si.value)}, {found.verdict}**."
    )


def emphasised(text: str, *words_in_it: str) -> str:
    """Return a text for Markdown in which some words stand out."""
    for word in dict.fromkeys(words_in_it):
        text = text.replace(word, f":gray-background[**{word}**]")
    return text
