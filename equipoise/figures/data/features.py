"""Picture of the Data page: how far features stand in for an attribute the model never sees."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.datasets.adult.card import Proxy
from equipoise.figures.figure import Figure
from equipoise.figures.theme import INK, SHAPES, source, specification
from equipoise.keeping import once

ALONE, WITHOUT = "this feature alone", "all the others without it"


def stand_ins(proxy: Proxy, *, attribute: str, pair: str) -> Figure:
    """Return how well the features tell an attribute, each alone and all without each.

    Parameters
    ----------
    proxy : Proxy
    attribute : str
        What the features are asked to tell: "sex".
    pair : str
        Two people who differ in it: "one woman and one man".
    """
    strongest = max(proxy.alone, key=proxy.alone.__getitem__)
    dearest = min(proxy.without, key=proxy.without.__getitem__)
    alone, without = (
        words.number(value * 100, 0) for value in (proxy.alone[strongest], proxy.without[dearest])
    )
    leaving = "Leaving it out" if dearest == strongest else f"Leaving out {dearest}"
    return Figure(
        title=f"How well the features tell {attribute}",
        takeaway=f"Pick {pair} at random: in {words.of_100(proxy.roc_auc)} pairs the features "
        f"tell which is which. {words.sentence(strongest)} alone manages {alone}. {leaving} costs "
        f"most, and still the other {len(proxy.without) - 1} manage {without}.",
        alt="For each feature, a point where it stands alone and a cross where all the others "
        "stand without it, on a line of pairs told apart correctly of 100; dashed lines mark "
        "guessing at 50 and all features together.",
        spec=strength_spec(len(proxy.alone)),
        data={"features": strengths(proxy), "marks": landmarks(proxy)},
        table=lambda: strength_table(proxy),
        table_title="The same as areas under the ROC curve",
    )


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


@once()
def strength_spec(n_features: int) -> dict[str, Any]:
    """Return the chart of the features' strength as stand-ins for an attribute."""
    axis = alt.Axis(
        title="pairs told apart correctly, of 100",
        labelExpr="format(datum.value * 100, '.0f')",
        values=[0.5, 0.6, 0.7, 0.8, 0.9, 1],
        grid=False,
    )
    # One feature alone is a hair worse than guessing.
    x = alt.X("roc_auc:Q", scale=alt.Scale(domain=[0.45, 1], nice=False), axis=axis)
    names = alt.Axis(title=None, ticks=False, domain=False, grid=True, labelLimit=120)
    y = alt.Y("feature:N", sort=None, axis=names)
    legend = alt.Legend(
        title=None,
        orient="top",
        direction="vertical",
        symbolFillColor=INK,
        symbolStrokeColor=INK,
        labelLimit=300,
    )
    scale = alt.Scale(domain=[ALONE, WITHOUT], range=["circle", SHAPES[-1]])
    points = alt.Chart(source("features")).mark_point(color=INK, size=70).encode(
        x=x, y=y,
        # Beside each other within a row, for a feature may be as strong alone as the others are.
        yOffset=alt.YOffset("kind:N", sort=[ALONE, WITHOUT]),
        shape=alt.Shape("kind:N", scale=scale, legend=legend),
    )  # fmt: skip
    marks = alt.Chart(source("marks"))
    rules = marks.mark_rule(strokeDash=[4, 3]).encode(x=x)
    labels = marks.mark_text(align="center", baseline="bottom", dy=-4).encode(
        x=x, y=alt.value(0), text="text:N"
    )
    return specification(alt.layer(rules, points, labels).properties(height=24 * n_features))
