"""What is recovered: the measures against the amount of bias, and what they say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.stress import charts
from equipoise.figures.stress import words as said
from equipoise.figures.stress.curves import Curves
from equipoise.foreign import plain
from equipoise.stress.bench import Setup, sides_of
from equipoise.stress.choices import ARMS, BIASES, OTHER_ORDER, REPAIRED
from equipoise.stress.gains import Gain


def measure_figure(found: Curves, setup: Setup, measure: str) -> Figure:
    """Return the picture of a measure on the test rows, of what was found in a setup.

    Parameters
    ----------
    found : Curves
    setup : Setup
    measure : {"fidelity", "accuracy", "disparity"}
        The first is drawn larger than the others, and with what its lines and colours mean.
    """
    # The other order is drawn where the page speaks of it; else lines would hide lines.
    first = measure == next(iter(charts.TITLES))
    drawn = found.models if first else ARMS
    # Of two groups both; else the minority and everybody, or there would be too many lines.
    groups = found.groups[1:]
    shown = groups if len(groups) == 2 else (setup.minority, "")
    amount = BIASES[setup.choices.bias].amount
    others_are = " Lines without a colour are everybody's." if "" in shown else ""
    levels = setup.choices.levels
    return Figure(
        title=charts.TITLES[measure],
        takeaway=_takeaway(found, setup, measure) + others_are,
        alt=f"{charts.TITLES[measure]} on unbiased test rows against the {amount}: dashed "
        "where nothing is done, full where repaired, dotted where repaired with the rows in "
        "another order, for each group; repeats as dots.",
        spec=charts.curves_spec(
            setup.world,
            measure,
            amount,
            drawn,
            (levels[0], levels[-1]),
            height=260 if first else 200,
            legends=("groups", "models") if first else (),
            shown=shown,
        ),
        data=_rows(found, setup, measure, shown, drawn),
    )


def story_figure(found: Curves, setup: Setup, where: str, when: str) -> Figure:
    """Return the picture of both groups' fidelity in a made-up world.

    Parameters
    ----------
    found : Curves
    setup : Setup
    where, when : str
        How the sentence begins, and what it calls the repair.
    """
    choices, groups = setup.choices, found.groups[1:]
    amount = BIASES[choices.bias].amount
    nothing, repaired = _decided(found, setup, "fidelity", "test rows a draw")
    return Figure(
        title=charts.TITLES["fidelity"],
        takeaway=f"{where} the minority is decided as the reference decides in {repaired} {when} "
        f"and in {nothing} when nothing is done. "
        f"{said.gain_words(gain_of(found, setup))} "
        f"{words.count(choices.n / 2)} test rows a draw, never biased.",
        alt=f"Agreement with the reference against the {amount}, for groups A and B; dashed "
        "where nothing is done, full where repaired; single draws as dots.",
        spec=charts.curves_spec(
            setup.world,
            "fidelity",
            amount,
            ARMS,
            (choices.levels[0], choices.levels[-1]),
            height=250,
        ),
        data=_rows(found, setup, "fidelity", groups, ARMS),
    )


def gain_of(found: Curves, setup: Setup) -> Gain:
    """Return the minority's gain in fidelity at the amount that is looked at."""
    return found.gain("fidelity", setup.minority, setup.amount, *ARMS)


def order_words(found: Curves, setup: Setup) -> str:
    """Say what a grid search comes to with the rows as chosen, and in the other order."""
    majority, minority = sides_of(setup.world)
    majority_first = setup.choices.first.startswith("A")
    first, other = (majority, minority) if majority_first else (minority, majority)
    return said.order_words(
        {
            group: found.at("fidelity", minority, setup.amount, arm)
            for group, arm in ((first, REPAIRED), (other, OTHER_ORDER))
        }
    )


def spread_words(found: Curves, setup: Setup) -> str:
    """Say where repeats of the repair lie furthest apart; "" where none can be compared."""
    repeats = found.of_group("fidelity", setup.minority)[:, :, found.models.index(REPAIRED)]
    whole = np.isfinite(repeats).all(axis=0)
    if not whole.any():
        return ""
    # Levels with a hole are not compared: -1 is never the widest.
    apart = np.where(whole, np.ptp(np.nan_to_num(repeats), axis=0), -1)
    widest = int(apart.argmax())
    return (
        " Repeats of the repair lie furthest apart at "
        f"{words.percent(found.levels[widest], 0)} bias: {words.number(100 * apart[widest], 1)} "
        "points of agreement between two of them."
    )


def _rows(
    found: Curves, setup: Setup, measure: str, groups: Sequence[str], models: Sequence[str]
) -> dict[str, charts.Columns]:
    """Return the tables that `charts.curves_spec` names."""
    return {
        "lines": found.lines(measure, groups, models),
        "dots": found.dots(measure, groups, models),
        "holes": found.holes(),
        "here": {"level": [setup.amount]},
        "published": charts.NONE,
    }


def _decided(found: Curves, setup: Setup, measure: str, of_whom: str) -> list[str]:
    """Return the minority's shares with their rows: when nothing is done, and when repaired."""
    return [
        said.counted(
            found.at(measure, setup.minority, setup.amount, arm), setup.test_rows, of_whom
        )
        for arm in ARMS
    ]


def _takeaway(found: Curves, setup: Setup, measure: str) -> str:
    at = f"Group {plain(setup.minority)}, at {words.percent(setup.amount, 0)}:"
    if measure == "disparity":
        nothing, repaired = (
            words.points(found.at(measure, setup.minority, setup.amount, arm)).lstrip("+")
            for arm in ARMS
        )
        return (
            f"{at} its true- or false-positive rate lies up to {repaired} from "
            f"everybody's when repaired, {nothing} when nothing is done."
        )
    of_whom = f"test rows{' a draw' if len(found.values) > 1 else ''}"
    nothing, repaired = _decided(found, setup, measure, of_whom)
    if measure == "accuracy":
        text = (
            f"{at} decided as labelled in {repaired} when repaired, in {nothing} when "
            "nothing is done."
        )
        eta = setup.choices.eta if setup.made_up else 0
        if eta == 0:
            return text
        return (
            f"{text} About {words.percent(eta, 0)} of the test rows' labels are wrong, so that "
            f"the true classifier itself agrees with only about {words.percent(1 - eta, 0)} of "
            "them: much more is the luck of a draw."
        )
    true = setup.choices.reference == "true"
    referee = "the true classifier" if true else "the reference"
    return (
        f"{at} decided as {referee} decides in {repaired} when repaired, in "
        f"{nothing} when nothing is done. {said.gain_words(gain_of(found, setup))}"
    )
