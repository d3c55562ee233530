"""The identity of four rates for two groups, worked out in people, drawn and said."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import altair as alt
import pandas as pd

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.checks import ROUNDING
from equipoise.figures.figure import Figure
from equipoise.figures.theme import group_colour, group_shape, share_axis, source, specification
from equipoise.glossary import FEW
from equipoise.incompatibility.identity import implied_false_positive_rate
from equipoise.keeping import kept
from equipoise.tally import Tally
from equipoise.vocabulary import Vocabulary


def implied(pair: View, names: tuple[str, ...], needed: Mapping[str, float]) -> Figure:
    """Return false-positive rates as they are, and as equal PPV and TPR would have them.

    Parameters
    ----------
    pair : View
        Of two groups.
    names : tuple of str
        All groups of the page, which give the two their colours and shapes.
    needed : mapping from group to float
        As `needed_rates` gives it.
    """
    return Figure(
        title="What equal PPV and equal TPR would make of the false-positive rates",
        takeaway=consequence(pair, needed),
        alt="The false-positive rate of each of two groups as a point, and as a bar the one it "
        "would have to have if both had the same PPV and the same TPR.",
        spec=implied_spec(pair.tally, names),
        data={"implied": implied_columns(pair.rates, needed)},
    )


@kept()
def implied_spec(pair: Tally, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the chart of false-positive rates as they are and as they would have to be.

    Parameters
    ----------
    pair : Tally
        Of the groups drawn.
    names : tuple of str
        All groups of the page, which give the two their colours and shapes.
    """
    y = alt.Y("group:N", sort=list(pair.groups), title=None, axis=None)
    # The axis begins with room for small rates, and grows where the identity asks for more.
    x = alt.X(
        "now:Q",
        scale=alt.Scale(domain=alt.DomainUnionWith(unionWith=[0, 0.05]), nice=True),
        axis=share_axis("false-positive rate"),
    )
    base = alt.Chart(source("implied")).encode(y=y)
    link = base.mark_rule(strokeDash=[3, 3]).encode(x=x, x2="needed:Q")
    now = base.mark_point().encode(x=x, color=group_colour(names), shape=group_shape(names))
    needed = base.mark_tick(thickness=3, height=26).encode(x="needed:Q")
    label = base.mark_text(dy=22, fontSize=12).encode(x="needed:Q", text="label:N")
    who = base.mark_text(align="left", dy=-24).encode(x=alt.value(0), text="group:N")
    layers = alt.layer(link, needed, now, label, who)
    return specification(layers.properties(height=75 * len(pair.groups)))


def implied_columns(rates: pd.DataFrame, needed: Mapping[str, float]) -> dict[str, list[Any]]:
    """Return one row per group: its false-positive rate, and the one the identity asks for.

    Parameters
    ----------
    rates : DataFrame
        As `group_rates` gives it.
    needed : mapping from group to float
        NaN where the identity asks for nothing.
    """
    labels = {True: "impossible", False: "needed"}
    return {
        "group": list(needed),
        "now": rates["false_positive_rate"].tolist(),
        "needed": list(needed.values()),
        "label": ["" if math.isnan(x) else labels[is_impossible(x)] for x in needed.values()],
    }


def needed_rates(rates: pd.DataFrame, shared: pd.Series) -> dict[str, float]:
    """Return each group's false-positive rate if it had the shared PPV and TPR.

    Parameters
    ----------
    rates : DataFrame
        As `group_rates` gives it.
    shared : Series
        As `overall_rates` gives it, of the same groups together.

    Returns
    -------
    dict from group to float
        Above 1 where no decisions could have these values; NaN where nothing is asked for.
    """
    ppv, tpr = shared["positive_predictive_value"], shared["true_positive_rate"]
    return {
        str(group): implied_false_positive_rate(base_rate, ppv, tpr)
        for group, base_rate in rates["base_rate"].items()
    }


def is_impossible(rate: float) -> bool:
    """Return whether a rate is above 1, rounding aside; an unknown one is not."""
    return rate > 1 + ROUNDING


def worked(label: str, row: pd.Series, needed: float, vocabulary: Vocabulary) -> str:
    """Return one group's identity as a table in Markdown, factor by factor.

    Parameters
    ----------
    label : str
        The group's name as it is shown.
    row : Series
        Its row of `group_rates`.
    needed : float
        Its false-positive rate with the shared PPV and TPR.
    vocabulary : Vocabulary
    """
    right, wrong, high = row["tp"], row["fp"], vocabulary.positives
    positives, negatives = right + row["fn"], wrong + row["tn"]
    # Without a right selection the second factor is a number of wrong ones per nobody.
    result = "= others wrongly selected" if right else "others wrongly selected"
    lines = [
        (f"{words.sentence(high)} per other", _to(positives, negatives), positives, negatives),
        ("× wrong selections per right one", _to(wrong, right), wrong, right),
        (f"× {high} found", _of(right, positives), right, positives),
        (f"**{result}**", _of(wrong, negatives), wrong, negatives),
    ]
    rows = [
        f"| {what} | {who} | {words.number(part / per if per else math.nan, 4)} |"
        for what, who, part, per in lines
    ]
    rows.append(f"| *the same with the shared PPV and TPR* | {_needed(needed, negatives)} |")
    table = "\n".join([f"| {label} | people | {_unbroken('value ≈')} |", "|:--|--:|--:|", *rows])
    cautions = []
    if not right:
        cautions.append(
            "Nobody of this group is rightly selected, so the factors have no product; the result "
            "is counted directly."
        )
    counts = {high: positives, "others": negatives}
    few = [f"{words.count(n)} {who}" for who, n in counts.items() if n < FEW]
    if few:
        cautions.append(
            f"Few people: {words.listed(few)}. One more or fewer moves these rates a lot."
        )
    return "\n\n".join([table, *(f":small[{one}]" for one in cautions)])


def consequence(pair: View, needed: Mapping[str, float]) -> str:
    """Return what equal PPV and TPR would demand of two groups, in words."""

    def wrongly(group: str) -> str:
        return foreign.people(pair.vocabulary, group, 0)

    shared = pair.overall
    ppv, tpr = shared["positive_predictive_value"], shared["true_positive_rate"]
    if math.isnan(ppv) or not shared["tp"]:
        chosen = "selected" if math.isnan(ppv) else "rightly selected"
        return (
            f"Nobody of these two groups is {chosen} at these thresholds, so there is no PPV "
            "above 0 to share, and the identity says nothing. Lower a threshold."
        )
    missing = [group for group, value in needed.items() if math.isnan(value)]
    if missing:
        return f"There are no {words.listed(map(wrongly, missing))} to select wrongly."
    if not shared["fp"]:
        return (
            "Nobody of these two groups is wrongly selected at these thresholds, so the two "
            "together have a PPV of 1. Then the identity asks for a false-positive rate of 0 in "
            "both, whatever their base rates: nothing is forced apart."
        )
    demands = words.listed(
        f"{words.percent(value)} of {wrongly(group)}" for group, value in needed.items()
    )
    text = (
        f"If both groups had the PPV and the TPR of the two together ({words.percent(ppv)} and "
        f"{words.percent(tpr)}), {demands} would have to be wrongly selected."
    )
    if any(map(is_impossible, needed.values())):
        return (
            f"{text} More than 100 % is impossible: no decisions whatever give both groups this "
            "PPV and this TPR."
        )
    # As far as equalized odds goes, whose other half, the TPR, is equal by assumption.
    first, second = needed.values()
    apart, limit = abs(first - second), words.number(pair.tolerance, 2)
    if apart > pair.tolerance + ROUNDING:
        verdict = f"more than the tolerance of {limit}, so equalized odds would fail"
    else:
        verdict = f"within the tolerance of {limit}, so equalized odds could hold as well"
    return f"{text} That is about {words.number(100 * apart, 2)} points apart: {verdict}."


def _needed(rate: float, negatives: float) -> str:
    """Return the last two cells of the row on shared values, which may ask for too many."""
    if math.isnan(rate):
        return f"{words.UNDEFINED} | {words.UNDEFINED}"
    people = rate * negatives
    # Below ten a fraction of a person shows; it is not rounded to one or to nobody.
    count = words.count(people) if people >= 10 else words.number(people, 1)
    asked = _unbroken(f"{count} of {words.count(negatives)}")
    value = words.number(rate, 4)
    return f"{asked} | {value}, **impossible**" if is_impossible(rate) else f"{asked} | {value}"


def _to(part: float, other: float) -> str:
    return _unbroken(f"{words.count(part)} to {words.count(other)}")


def _of(part: float, whole: float) -> str:
    return _unbroken(f"{words.count(part)} of {words.count(whole)}")


def _unbroken(text: str) -> str:
    """Keep a pair of counts on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")
