"""A repair on people it was not chosen on: what was promised and what came of it."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.frontier.plane import Columns, gap_title
from equipoise.figures.frontier.words import in_redraws
from equipoise.figures.theme import INK, QUIET, source, specification
from equipoise.frontiers.choice import Choice
from equipoise.frontiers.heldout import HeldOut
from equipoise.keeping import kept, once
from equipoise.uncertainty.paired import PairedRedraws, redraws_of
from equipoise.uncertainty.proportions import wilson

DRAWN = 100
"""Halves that are drawn; all are counted."""

_SALTIRE = "M-1,-1L1,1M1,-1L-1,1"


def trial_figure(trials: HeldOut, choice: Choice) -> Figure:
    """Return what was promised on random halves, and what came of it.

    Parameters
    ----------
    trials : HeldOut
        Of the chosen point's gap.
    choice : Choice
    """
    # What does not count is not drawn: there may be fewer marks than halves.
    tables = trial_tables(trials, choice.gap)
    drawn = len(tables["promised"]["gap"])
    return Figure(
        title=f"Crosses: promised. Circles: what came of it (the first {drawn} halves)",
        takeaway=verdict(trials, redraws_of(choice)),
        alt="Accuracy against gap for random halves of the people: a cross for what was promised "
        "on the half where thresholds were chosen, a circle for what they gave on the other half, "
        "and a dashed line at the gap to keep.",
        spec=trial_spec(trials.gap),
        data=tables,
    )


def trial_tables(trials: HeldOut, limit: float) -> dict[str, Columns]:
    """Return promised and realised gap and accuracy of the first halves, and the limit."""
    judged = trials.trials.dropna().head(DRAWN)
    tables: dict[str, Columns] = {
        when: {name: judged[f"{when}_{name}"].to_numpy() for name in ("gap", "accuracy")}
        for when in ("promised", "realised")
    }
    return tables | {"limit": {"gap": [limit], "label": ["the gap to keep"]}}


@once()
def trial_spec(gap: str) -> dict[str, Any]:
    """Return the drawing of `trial_tables`: saltires promised, circles realised."""
    x = alt.X(
        "gap:Q",
        title=gap_title(gap),
        scale=alt.Scale(zero=True),
        axis=alt.Axis(tickCount=6, grid=False),
    )
    y = alt.Y(
        "accuracy:Q",
        title="Accuracy",
        scale=alt.Scale(zero=False),
        axis=alt.Axis(format=".1%", tickCount=5, grid=False),
    )
    tooltip = [alt.Tooltip("accuracy:Q", format=".2%"), alt.Tooltip("gap:Q", format=".4f")]
    promised, realised = (
        alt.Chart(source(when)).encode(x=x, y=y, tooltip=tooltip)
        for when in ("promised", "realised")
    )
    rule = alt.Chart(source("limit")).encode(x=x)
    said = alt.expr("datum.label + ': ' + format(datum.gap, '.3f')")
    label = rule.mark_text(
        align="left", baseline="bottom", dx=4, dy=-4, fontSize=12, description=said
    )
    chart = alt.layer(
        rule.mark_rule(strokeDash=[4, 4], strokeWidth=1, aria=False),
        # Two hundred marks, read aloud one by one, would say less than the words above them.
        promised.mark_point(
            shape=_SALTIRE, filled=False, stroke=QUIET, size=24, strokeWidth=1.5, aria=False
        ),
        realised.mark_point(
            shape="circle", filled=False, stroke=INK, size=50, strokeWidth=1.5, aria=False
        ),
        label.encode(text="label:N", y=alt.value("height")),
    )
    return specification(chart.properties(height=260))


@kept()
def _only(trials: HeldOut) -> pd.Series:
    """Return the summary of the one limit that was tried."""
    return trials.summary().iloc[0]


def limits_kept(trials: HeldOut) -> tuple[int, int, int]:
    """Return how many halves kept the limit, how many saw a smaller gap, and how many count."""
    row = _only(trials)
    n = int(row["n"])
    if n == 0:
        return 0, 0, 0
    return round(row["kept"] * n), round(row["repaired"] * n), n


def verdict(trials: HeldOut, redraws: PairedRedraws) -> str:
    """Return in counts how a repair fared on other halves, and on redraws of all rows.

    Parameters
    ----------
    trials : HeldOut
        Of one limit.
    redraws : PairedRedraws
        The baseline, and the point whose gap is that limit, on redraws of all rows.
    """
    held, repaired, n = limits_kept(trials)
    row = _only(trials)
    if n == 0:
        return f"In no half can these groups be compared on both sides.{_gone(row)}"
    numbers = (
        f"**Kept in {words.count(held)} of {words.count(n)} halves.** In {words.count(repaired)}, "
        "the gap was smaller than that of 0.50 for everybody on the same half. Medians: gap "
        f"promised {words.number(row['promised_gap'])}, realised "
        f"{words.number(row['realised_gap'])} (nine in ten between "
        f"{words.number(row['realised_gap_low'])} and {words.number(row['realised_gap_high'])}); "
        f"accuracy promised {words.percent(row['promised_accuracy'], 2)}, realised "
        f"{words.percent(row['realised_accuracy'], 2)}.{_gone(row)}"
    )
    whole = (
        "A half is smaller than the audit, so its gaps scatter more. On redraws of everybody "
        "audited, the chosen point's own thresholds have a smaller gap than 0.50 "
        f"{in_redraws(redraws.smaller_gap, redraws)}; that flatters them, since they were picked "
        "on these people."
    )
    return f"{numbers}\n\n{whole}"


def against_guess(trials: HeldOut, guess: int) -> str:
    """Return a guess of how many of 100 halves keep the limit beside what came out."""
    held, _, n = limits_kept(trials)
    if n == 0:
        return ""
    low, high = (100 * float(end) for end in wilson(held, n))
    return (
        f"You guessed {guess} of 100; it is {100 * held / n:.0f} of 100 (over many more random "
        f"halves of these people, probably {low:.0f} to {high:.0f}). The search takes the "
        "thresholds that look best on one half, and part of what makes them look best is peculiar "
        "to that half. Walk along the frontier and see how that changes."
    )


def _gone(row: pd.Series) -> str:
    """Return how many halves count for nothing, and why; "" if all count."""
    why = {
        "n_unmet": "no thresholds keep the gap where they are looked for",
        "n_undefined": "the gap does not exist on the other half",
    }
    known = [f"{words.count(row[n])} in which {said}" for n, said in why.items() if row[n] > 0]
    return f" Not counted: {words.listed(known)}." if known else ""
