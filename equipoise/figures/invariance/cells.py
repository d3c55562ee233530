"""Answers by stratum and context, with the widest gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.invariance.axes import Columns, context_axis
from equipoise.figures.invariance.words import STRATA, widest
from equipoise.figures.theme import (
    INK,
    QUIET,
    group_colour,
    group_shape,
    share_axis,
    share_scale,
    source,
    specification,
)
from equipoise.invariance import SIBias
from equipoise.invariance.lesson.measured import Measured
from equipoise.keeping import once
from equipoise.uncertainty.proportions import share

GAP_ROW = "widest gap"

_STEP = 32
_APART = 6


def cells_figure(found: Measured) -> Figure:
    """Show the share called toxic in every context, among insults and among harmless comments."""
    lesson, others = found.lesson, ""
    if found.si.value:
        gaps = found.si.by_stratum
        others = " ".join(
            f"Among {STRATA[stratum]} the widest is {words.number(gap)}."
            for stratum, gap in zip(gaps["stratum"], gaps["gap"], strict=True)
            if stratum != found.si.stratum
        )
    # How many comments stand behind a mark.
    sizes = sorted({int((lesson.y == label).sum()) for label in set(lesson.y.tolist())})
    return Figure(
        title="Share called toxic, by context (filled: insults, hollow: harmless comments)",
        alt="For each context two marks on a line from 0 to 100 %: the share of insults and of "
        "harmless comments called toxic, with 95 % intervals; above them the widest gap.",
        takeaway=f"The widest gap: {widest(found)} {others} Lines: 95 % intervals of each share "
        f"by itself, as if its {words.listed(map(words.count, sizes))} comments were drawn from "
        "many like them. They are long, for so few comments leave much open.",
        spec=cells_spec(lesson.names, tuple(STRATA.values()), "called toxic"),
        data=cell_rows(found.si, STRATA),
        table=lambda: cell_table(found.si, lesson.names, STRATA),
    )


@once()
def cells_spec(contexts: tuple[str, ...], strata: tuple[str, ...], title: str) -> dict[str, Any]:
    """Return the chart of `cell_rows`, for "cells" and "gap".

    Parameters
    ----------
    contexts : tuple of str
    strata : tuple of str
        At most two; the first is drawn filled and above the other.
    title : str
        What a rate is the share of.
    """
    in_order = alt.Scale(domain=[GAP_ROW, *contexts])
    y = alt.Y("context:N", scale=in_order, axis=context_axis(labelFlush=False))
    top = alt.Y("row:N", scale=in_order, axis=context_axis(labelFlush=False))
    x = alt.X("rate:Q", scale=share_scale(), axis=share_axis(title))
    gap = alt.Chart(source("gap"))
    layers = [
        gap.mark_rule(strokeDash=[2, 3], color=INK).encode(x="low:Q", y=top, y2="at_low:N"),
        gap.mark_rule(strokeDash=[2, 3], color=INK).encode(x="high:Q", y=top, y2="at_high:N"),
        gap.mark_rule(strokeWidth=5, color=INK).encode(x="low:Q", x2="high:Q", y=top),
        gap.mark_text(dy=-12).encode(x="middle:Q", y=top, text="said:N"),
    ]
    # Two marks of one context stand apart, so that equal shares do not hide each other.
    shift = {name: _APART * (2 * place - 1) for place, name in enumerate(strata)}
    for place, stratum in enumerate(strata):
        offset = shift[stratum] if len(strata) > 1 else 0
        rows = alt.Chart(source("cells")).transform_filter(alt.datum.stratum == stratum)
        layers += [
            rows.mark_rule(color=QUIET, strokeWidth=1.5, yOffset=offset).encode(
                x=alt.X("lowest:Q", scale=share_scale(), axis=share_axis(title)),
                x2="highest:Q",
                y=y,
            ),
            rows.mark_point(filled=place == 0, strokeWidth=2, yOffset=offset).encode(
                x=x,
                y=y,
                color=group_colour(contexts, "context"),
                shape=group_shape(contexts, "context"),
                tooltip=[
                    alt.Tooltip("context:N"),
                    alt.Tooltip("stratum:N"),
                    alt.Tooltip("people:N", title=title),
                ],
            ),
        ]
    return specification(alt.layer(*layers).properties(height=_STEP * (len(contexts) + 1)))


def cell_rows(found: SIBias, named: Mapping[str, str]) -> dict[str, Columns]:
    """Return the share of positive answers in every cell, and where the widest gap lies.

    Parameters
    ----------
    found : SIBias
    named : mapping from str to str
        The strata's names as the chart has them.
    """
    cells = found.cells[found.cells["n"] > 0]
    _, low, high = share(cells["positives"], cells["n"])
    held = dict(
        zip(zip(cells["stratum"], cells["context"], strict=True), cells["rate"], strict=True)
    )
    gap: Columns = {
        name: [] for name in ("row", "low", "high", "middle", "at_low", "at_high", "said")
    }
    if not found.reason:
        at_high, at_low = found.contexts
        top, bottom = held[found.stratum, at_high], held[found.stratum, at_low]
        gap = {
            "row": [GAP_ROW],
            "low": [bottom],
            "high": [top],
            "middle": [(top + bottom) / 2],
            "at_low": [at_low],
            "at_high": [at_high],
            "said": [words.number(found.value)],
        }
    return {
        "cells": {
            "stratum": [named[name] for name in cells["stratum"]],
            "context": cells["context"].tolist(),
            "rate": cells["rate"].tolist(),
            "lowest": np.asarray(low).tolist(),
            "highest": np.asarray(high).tolist(),
            "people": [
                f"{words.count(k)} of {words.count(n)}"
                for k, n in zip(cells["positives"], cells["n"], strict=True)
            ],
        },
        "gap": gap,
    }


def cell_table(found: SIBias, contexts: Sequence[str], named: Mapping[str, str]) -> pd.DataFrame:
    """Return the rates with counts and 95 % intervals: a row a context, a column a stratum."""
    cells = found.cells.assign(name=found.cells["stratum"].map(named))
    _, low, high = share(cells["positives"], cells["n"])
    cells["said"] = [
        f"{words.percent(rate)} ({words.count(k)} of {words.count(n)}) "
        f"{words.percent_interval(a, b)}"
        for rate, k, n, a, b in zip(
            cells["rate"], cells["positives"], cells["n"], low, high, strict=True
        )
    ]
    wide = cells.pivot(index="context", columns="name", values="said")
    return wide.reindex(index=list(contexts), columns=list(named.values())).rename_axis(
        "Context", axis=0
    )
