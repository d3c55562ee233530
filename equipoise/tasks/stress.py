"""What the Stress test page asks its readers to find out.

What is said of a number holds for the draws behind it.
"""

from __future__ import annotations

from typing import Any

from equipoise import words
from equipoise.figures.stress import words as said
from equipoise.figures.stress.curves import Curves
from equipoise.figures.stress.measures import gain_of
from equipoise.figures.stress.paper import MODES, Mode, gains_of
from equipoise.figures.stress.theorem import turning_point, why_silent
from equipoise.stress.bench import Setup
from equipoise.stress.choices import NOTHING, REPAIRED
from equipoise.stress.gains import FEWEST_DRAWS, Gain, reach
from equipoise.stress.study.artifact import PaperStudy
from equipoise.stress.theory import condition
from equipoise.tasks.task import Guess, Progress, Task

PAGE = "Stress test"

GAIN = 0.05
"""That the repair is to gain on the bench."""

RECOVERED, COIN, LOW, HARM = 0.9, 0.6, 0.2, 0.02
"""Fidelities that the findings speak of, and a loss of it that is small."""

NINE_TENTHS = 0.9
"""The amount at which the paper's first figure is looked at."""

FIRST_FIGURE = "removed_positives"


def _gained(found: Curves, setup: Setup) -> Progress:
    one = gain_of(found, setup)
    # Five points may be chance alone: the sign is 0 unless the mean lies beyond it.
    if one.mean >= GAIN and one.sign > 0:
        return Progress(True, gained_words(one, setup))
    return Progress(False, said.gain_words(one))


def gained_words(one: Gain, setup: Setup) -> str:
    """Say what a gain may be put down to, and what not."""
    found = said.gain_words(one)
    if setup.choices.model == "published":
        return (
            f"{found} But the two sides are different models: only one has an intercept. Give "
            "both sides the same one and see what is left."
        )
    r, eta, beta = setup.choices.r, setup.choices.eta, 1 - setup.amount
    if not why_silent(setup) and 0 < beta < 1 and condition(r, eta, beta) > 0:
        return (
            f"{found} Both sides have the same model, so it is the constraint that does it: "
            "equalized odds fits the way these rows went missing, and the theorem's condition "
            "holds."
        )
    return (
        f"{found} Both sides have the same model, so it is the repair that does it. Whether it "
        "would for another bias or another amount, only a look there tells."
    )


def _recovered(found: Curves, setup: Setup) -> Progress:
    lowest = min(found.at("fidelity", "B", level, NOTHING) for level in found.levels)
    if lowest > RECOVERED:
        return Progress(
            True,
            "Without an intercept a boundary must pass through the origin, and so does the true "
            "one. Removing positives mostly moves the intercept, and here there is none to be "
            f"moved. What the constraint adds at nine tenths: {_added(found, setup)}.",
        )
    return Progress(
        False,
        f"At worst, doing nothing agrees in {words.percent(lowest)} of the minority's "
        "rows. There is one switch to turn.",
    )


def _beyond(found: Curves, setup: Setup) -> Progress:
    r, eta, amount = setup.choices.r, setup.choices.eta, setup.amount
    if condition(r, eta, 1 - amount) <= 0 and amount < 1:
        return Progress(True, beyond_words(found.at("fidelity", "B", amount, REPAIRED)))
    return Progress(False, how_to_turn(r, eta, amount))


def how_to_turn(r: float, eta: float, amount: float) -> str:
    """Say what is missing for the condition to fail with some positives left."""
    turning = turning_point(r, eta)
    if turning is None:
        return "With this share it holds at every amount short of all: make the minority larger."
    if amount >= 1:
        return "No positive row is left: remove fewer."
    return f"With this share it turns where {words.percent(turning)} are removed: remove more."


def beyond_words(repaired: float) -> str:
    """Say what became of the repair beyond the condition."""
    agreed = f"The minority is decided as by the reference in {words.percent(repaired)} of rows"
    if repaired < COIN:
        return f"{agreed}; a coin would do so in half of them."
    return (
        f"{agreed}, still more than the half of a coin: where the condition fails nothing is "
        "promised, but not all need be lost."
    )


def _sent_below(found: Curves, setup: Setup) -> Progress:
    repaired = found.at("fidelity", "B", setup.amount, REPAIRED)
    if repaired < LOW:
        return Progress(
            True,
            "The same rows in another order. A mean of many shuffled runs hides it: it lies "
            "between two clouds of dots, where hardly any run is. Now take all 13 points; and "
            "then look at what is below.",
        )
    return Progress(False, f"It is {words.percent(repaired)} now.")


def _little_harm(found: Curves, setup: Setup) -> Progress:
    one = gain_of(found, setup)
    if one.mean - reach(setup.repeats) * one.error > -HARM:
        return Progress(
            True,
            "The closer the noise of the two groups, the less equal error rates by the labels "
            "differ from equal error rates by the truth.",
        )
    return Progress(False, f"The repair changes fidelity by {_added(found, setup)}.")


def _added(found: Curves, setup: Setup) -> str:
    return f"{said.with_error(gain_of(found, setup))} (standard error)"


def _same_model(study: PaperStudy, key: str, mode: Mode) -> Progress:
    place = study.curve(FIRST_FIGURE).levels.index(NINE_TENTHS)
    published, same = (
        next(gains_of(study, FIRST_FIGURE, MODES[name], "fidelity", "B"))[1][place]
        for name in ("published", "same")
    )
    as_published, as_same = (
        f"{words.points(one.mean)} ± {words.number(100 * one.error, 1)}"
        for one in (published, same)
    )
    if key != FIRST_FIGURE or mode != MODES["same"]:
        return Progress(False, f"As published it gains {as_published} (standard error) there.")
    return Progress(
        True,
        f"As published {as_published} (standard error), with the same model {as_same}: "
        + (
            "the gain came from leaving the intercept out, not from the constraint."
            if published.sign > 0 >= same.sign
            else "what is left of it is the constraint's own."
        ),
    )


FIVE_POINTS = Task(
    "stress-test/five-points",
    PAGE,
    "Make the repair beat doing nothing, for the minority, by five points of fidelity or "
    f"more, and by more than chance between draws would make. It takes {FEWEST_DRAWS} draws "
    "or more to tell (*More settings*, Repeats).",
    _gained,
)
NO_INTERCEPT = Task(
    "stress-test/no-intercept",
    PAGE,
    "Bring *doing nothing* to nine tenths of agreement or more, at every amount.",
    _recovered,
)
BEYOND = Task(
    "stress-test/beyond-the-condition",
    PAGE,
    "Make the condition fail, while some positives are left, and look at the full line.",
    _beyond,
)
FIRST_ROW = Task(
    "stress-test/first-row",
    PAGE,
    "Send the minority's fidelity below one fifth by choosing nothing but the first row.",
    _sent_below,
)
LITTLE_HARM = Task(
    "stress-test/little-harm",
    PAGE,
    "Find a noise of the majority at which the repair costs a minority with clean labels less "
    "than two points, also allowing for chance between draws.",
    _little_harm,
)
SAME_MODEL = Task(
    "stress-test/same-model",
    PAGE,
    "Stay with the first figure and give both sides the same model. What is left of the "
    "repair's gain where nine in ten are removed?",
    _same_model,
)

TASKS = (SAME_MODEL, NO_INTERCEPT, BEYOND, FIRST_ROW, LITTLE_HARM, FIVE_POINTS)
GUESSES: tuple[Guess[Any], ...] = ()
"""Nothing is guessed on this page."""
