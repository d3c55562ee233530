"""Chart of the Data page: how far the features stand in for an attribute the model never sees."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.datasets.adult.card import Proxy
from equipoise.figures.theme import INK, SHAPES, source, specification
from equipoise.keeping import once

ALONE, WITHOUT = "this feature alone", "all the others without it"


def strengths(proxy: Proxy) -> pd.DataFrame:
    """Return how well each feature predicts the attribute, alone and when left out.

    Returns
    -------
    DataFrame
        `feature`, `kind` (`ALONE` or `WITHOUT`), `roc_auc`; the strongest alone comes first.
    """
    order = sorted(proxy.alone, key=lambda name: -proxy.alone[name])
    rows = [
        (name, kind, values[name])
        for name in order
        for kind, values in ((ALONE, proxy.alone), (WITHOUT, proxy.without))
    ]
    return pd.DataFrame(rows, columns=["feature", "kind", "roc_auc"])


def landmarks(proxy: Proxy) -> pd.DataFrame:
    """Return the two lines to compare with: guessing, and all features together."""
    return pd.DataFrame({"roc_auc": [0.5, proxy.roc_auc], "text": ["guessing", "all together"]})


def strength_table(proxy: Proxy) -> pd.DataFrame:
    """Return the same figures to the four decimals they are stored with."""
    table = strengths(proxy).pivot(index="feature", columns="kind", values="roc_auc")
    ordered = table.loc[strengths(proxy)["feature"].unique(), [ALONE, WITHOUT]]
    return ordered.map(lambda value: words.number(value, 4)).rename_axis(
        index="Feature", columns=None
    )


def strength_takeaway(proxy: Proxy) -> str:
    """Say which feature is strongest alone, and what its absence would change."""
    strongest = max(proxy.alone, key=lambda name: proxy.alone[name])
    dearest = min(proxy.without, key=lambda name: proxy.without[name])
    alone, without = (
        words.number(value * 100, 0) for value in (proxy.alone[strongest], proxy.without[dearest])
    )
    leaving = "Leaving it out" if dearest == strongest else f"Leaving out {dearest}"
    return (
        f"{words.sentence(strongest)} alone manages {alone}. {leaving} costs most, and still the "
        f"other {len(proxy.without) - 1} manage {without}."
    )


def comments_on_guesses(sex: Proxy) -> dict[str, str]:
    """Return the features to guess among, and what to say to each guess."""
    pairs = {name: of_100(value) for name, value in sex.alone.items()}
    best = max(sex.alone, key=lambda name: sex.alone[name])
    comments = {
        name: f"Right in {pairs[name]} pairs of a woman and a man. But one does better: {best}, "
        f"{pairs[best]}."
        for name in ("occupation", "relationship", "marital-status", "hours-per-week")
    }
    comments[best] = (
        f"Yes, right in {pairs[best]} pairs of a woman and a man. Two of its values are *Wife* "
        "and *Husband*."
    )
    return comments | {
        "none: it takes several": f"All {len(pairs)} together do best, {of_100(sex.roc_auc)} "
        f"pairs. But one manages most of that alone: {best}, {pairs[best]}."
    }


def of_100(roc_auc: float) -> str:
    """Return an area under the ROC curve as what it means for pairs: 93 of 100."""
    return f"{words.number(roc_auc * 100, 0)} of 100"


@once()
def strength_spec(n_features: int) -> dict[str, Any]:
    """Return the chart of the features' strength as stand-ins for an attribute."""
    x = _pairs_told_apart()
    names = alt.Axis(title=None, ticks=False, domain=False, grid=True, labelLimit=120)
    y = alt.Y("feature:N", sort=None, axis=names)
    # Beside each other within a row, for a feature may be as strong alone as the others are.
    beside = alt.YOffset("kind:N", sort=[ALONE, WITHOUT])
    points = alt.Chart(source("features")).mark_point(color=INK, size=70)
    points = points.encode(x=x, y=y, yOffset=beside, shape=_alone_or_without())
    marks = alt.Chart(source("marks"))
    rules = marks.mark_rule(strokeDash=[4, 3]).encode(x=x)
    labels = marks.mark_text(align="center", baseline="bottom", dy=-4).encode(
        x=x, y=alt.value(0), text="text:N"
    )
    return specification(alt.layer(rules, points, labels).properties(height=24 * n_features))


def _pairs_told_apart() -> alt.X:
    """Return the axis of areas under the ROC curve, written as pairs of 100."""
    axis = alt.Axis(
        title="pairs told apart correctly, of 100",
        labelExpr="format(datum.value * 100, '.0f')",
        values=[0.5, 0.6, 0.7, 0.8, 0.9, 1],
        grid=False,
    )
    # One feature alone is a hair worse than guessing.
    return alt.X("roc_auc:Q", scale=alt.Scale(domain=[0.45, 1], nice=False), axis=axis)


def _alone_or_without() -> alt.Shape:
    legend = alt.Legend(
        title=None,
        orient="top",
        direction="vertical",
        symbolFillColor=INK,
        symbolStrokeColor=INK,
        labelLimit=300,
    )
    scale = alt.Scale(domain=[ALONE, WITHOUT], range=["circle", SHAPES[-1]])
    return alt.Shape("kind:N", scale=scale, legend=legend)
