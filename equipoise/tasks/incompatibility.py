"""What the Incompatibility page asks: how many criteria can hold, and what stands in the way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from equipoise import foreign, words
from equipoise.audit import Audit, View
from equipoise.calibration import calibration
from equipoise.checks import ROUNDING
from equipoise.criteria import CRITERIA, ENFORCED_BY, TITLES
from equipoise.figures.metrics.words import criterion_interval
from equipoise.frontiers.gaps import accuracy_and_gap
from equipoise.incompatibility.reweighting import Reweighted
from equipoise.incompatibility.rows import COUNTS, Row, hardly_chooses
from equipoise.incompatibility.simultaneous import most_held
from equipoise.keeping import kept
from equipoise.rates import confusion
from equipoise.roc import roc_auc
from equipoise.tally import Tally
from equipoise.tasks.task import Guess, Posed, Progress, Task
from equipoise.thresholds import most_accurate
from equipoise.uncertainty.judgements import Judgement
from equipoise.vocabulary import Vocabulary

PAGE = "Incompatibility"

ACCURACY_LOSS = 0.01
"""How much accuracy the guess lets thresholds give up."""

_HOLLOW = (
    "Where nearly everybody gets the same decision, most gaps are small of themselves; that is "
    "no repair."
)
_auc = kept()(roc_auc)


@kept(maxsize=64)
def _how_many(tally: Tally, audit: Audit, tolerance: float) -> Posed:
    """Ask how many criteria the thresholds of two groups can meet at once, whatever is set."""
    vocabulary = audit.vocabulary
    who = words.listed(foreign.people(vocabulary, group) for group in tally.groups)
    # Each is a search over all pairs of thresholds: too long for every move of a slider.
    close = most_held(tally, tolerance=tolerance, accuracy_loss=ACCURACY_LOSS)
    loose = most_held(tally, tolerance=tolerance)
    right, further = COUNTS[close.count], loose.count > close.count

    def at(thresholds: Mapping[str, float]) -> str:
        return words.listed(
            f"{words.threshold(value)} for {foreign.people(vocabulary, group)}"
            for group, value in thresholds.items()
        )

    cells = confusion(tally, (loose if further else close).thresholds)
    chosen, n = int((cells.fp + cells.tp).sum()), int(tally.n.sum())
    people, hollow = words.of(chosen, n, "people"), hardly_chooses(chosen / n)
    if close.count:
        accuracy = words.percent(close.accuracy)
        truth = f"{right}, at {at(close.thresholds)} (accuracy {accuracy})."
    else:
        truth = f"none. No thresholds that accurate meet any of the {words.spelt(len(CRITERIA))}."
    if further:
        truth += (
            f" If accuracy may fall further, {COUNTS[loose.count]} "
            f"{words.agreeing(loose.count, 'holds', 'hold')} at {at(loose.thresholds)}: {people} "
            f"are selected there (accuracy {words.percent(loose.accuracy)})."
        )
    elif close.count and hollow:
        truth += f" There, {people} are selected."
    if hollow and loose.count:
        truth += f" {_HOLLOW}"
    return Posed(
        f"Thresholds of {who} may differ, as long as accuracy stays within one percentage point "
        f"of the best. How many of the {words.spelt(len(CRITERIA))} criteria can hold at once on "
        "these rows, with a "
        f"tolerance of {words.number(tolerance, 2)} (for the impact ratio: four fifths)?",
        {one: f"{'Right' if one == right else 'Not quite'}: {truth}" for one in COUNTS},
        right,
    )


HOW_MANY: Guess[[View]] = Guess(
    "incompatibility/how-many",
    PAGE,
    lambda pair: _how_many(pair.tally, pair.audit, pair.tolerance),
)
"""Put for a view of two groups."""


def _confident(name: str, view: View, row: Row, now: Row) -> Progress:
    """Judge whether a criterion's whole interval keeps within its limit at what is set now."""
    judgement = view.judgements[name]
    interval = criterion_interval(judgement)
    if judgement.verdict == "holds":
        # Confidence is bought with accuracy, or by deciding the same for all: both are named.
        accuracy = f"Accuracy is {words.percent(now.accuracy)}"
        if row.thresholds is not None:
            accuracy += f"; in the row above it is {words.percent(row.accuracy)}"
        hollow = f" But this {now.note}, which closes most gaps by itself." if now.note else ""
        said = f"The bracket {interval} keeps within the limit. {accuracy}.{hollow}"
        return Progress(True, said)
    bracket = f"The bracket is {interval}." if interval else ""
    reason = foreign.plain(judgement.criterion.reason)
    stands = (bracket, reason, wide(judgement, view.vocabulary))
    return Progress(False, " ".join(filter(None, stands)))


def wide(judgement: Judgement, vocabulary: Vocabulary) -> str:
    """Return that a criterion's bracket is wider than all the room between its limits; else "".

    Such a bracket cannot keep within the limits, wherever it lies.
    """
    one = judgement.decisive
    if one is None or judgement.criterion.name == "expected_calibration_error":
        return ""
    limit = judgement.criterion.limit
    # A difference may lie on both sides of 0; the ratio of the lowest to the highest only below 1.
    room, nearer = (1 - limit, "100 %") if one.equality else (2 * limit, "0 % or 100 %")
    if not one.high - one.low > room:
        return ""
    people = words.listed(map(words.count, one.people))
    pair = words.listed(foreign.people(vocabulary, group) for group in one.pair)
    return (
        f"Between {pair} alone, {people} people, the bracket is "
        f"{words.number(one.high - one.low)} wide, where there is room for "
        f"{words.number(room, 2)}: it does not fit in, wherever it lies. It takes more people, or "
        f"rates nearer {nearer}."
    )


CONFIDENT = {
    name: Task(
        f"incompatibility/confident-{gap.replace('_', '-')}",
        PAGE,
        f"Find thresholds at which {TITLES[name].lower()} holds with 95 % confidence: the whole "
        "bracket within the limit. Start from a row.",
        # Bound now: a lambda would look the name up later, and find the last of them.
        partial(_confident, name),
    )
    for name, gap in ENFORCED_BY.items()
}
"""By the criterion that is to hold; judged by a view, the row that enforces it, and its own."""


def _move_it(world: Reweighted, both: Row) -> str:
    who = foreign.people(world.pair.vocabulary, world.group)
    return (
        f"Move the base rate of {who} until equal error rates force no gap beyond the tolerance "
        f"of {words.number(world.pair.tolerance, 2)}."
    )


def _still_forced(world: Reweighted, both: Row) -> Progress:
    """Judge whether equal error rates still force a gap, and say what remains if they do not."""
    forced = world.still_forced
    # A gap that has no value is not closed: without a PPV there is nothing to compare.
    if not np.isfinite(forced):
        said = "Nobody is selected at these thresholds, so there is no PPV: lower a threshold."
        return Progress(False, said)
    if forced > world.pair.tolerance + ROUNDING:
        return Progress(False, f"They still force a gap of {words.number(forced)}.")
    if not world.step:
        said = (
            "There was nothing to move: at these thresholds equal error rates force a gap of no "
            f"more than {words.number(forced)} between the base rates as they are."
        )
        return Progress(True, said)
    if both.thresholds is None:
        cost = (
            "In this changed world no thresholds on the grid meet equalized odds and predictive "
            "parity at once."
        )
    else:
        moved = world.view.tally
        best, _ = accuracy_and_gap(moved, most_accurate(moved))
        how = f" and {both.note}" if both.note else ""
        cost = (
            "In this changed world, meeting equalized odds and predictive parity at once leaves "
            f"an accuracy of {words.percent(both.accuracy, 2)}{how}; {words.percent(best, 2)} "
            "would be the best."
        )
    # Of the rows as they are: to weigh labels otherwise changes no ROC curve.
    auc = _auc(world.pair.exact_tally)
    parts = (
        "The arithmetic no longer stands in the way, as far as the tolerance goes.",
        ranking_words({name: auc[name] for name in world.pair.groups}, world.pair.vocabulary),
        cost,
        calibration_words(world),
    )
    return Progress(True, " ".join(filter(None, parts)))


def ranking_words(auc: Mapping[str, float], vocabulary: Vocabulary) -> str:
    """Return how well scores rank each group, which no base rate changes.

    Parameters
    ----------
    auc : mapping from group to float
        Area under the ROC curve; NaN where a group has one label only.
    vocabulary : Vocabulary
    """
    # Alike as far as it is written: what differs in the fourth place is not called unequal.
    said = {group: words.number(x) for group, x in auc.items()}
    ranks = words.listed(f"{x} for {foreign.people(vocabulary, g)}" for g, x in said.items())
    tell = f"tell {vocabulary.positives} from others equally well in both groups"
    alike = len(set(said.values())) == 1
    how = f"here its scores {tell}" if alike else f"its scores do not {tell}"
    return (
        f"What remains is the model: {how}. Of one each, drawn at random, the "
        f"{vocabulary.positive_noun} has the higher score this often (ROC AUC, a tie counting as "
        f"half): {ranks}. No base rate changes that."
    )


def calibration_words(world: Reweighted) -> str:
    """Return what its new base rate does to a group's calibration error; "" if nothing."""
    place = world.pair.groups.index(world.group)
    before, after = (
        float(calibration(view.tally).expected_calibration_error[place])
        for view in (world.pair, world.view)
    )
    was, now = words.number(before), words.number(after)
    if was == now:
        return ""
    whose = f"the calibration error of {foreign.people(world.pair.vocabulary, world.group)}"
    if after < before:
        fit = "their scores happen to fit the new base rate better"
        return f"And {whose} went down, from {was} to {now}: {fit}."
    return f"And {whose} went up, from {was} to {now}: their scores were made for the old one."


NOTHING_FORCED = Task("incompatibility/nothing-forced", PAGE, _move_it, _still_forced)
"""Judged by a reweighted pair, and the row that meets two criteria at once in that world."""

TASKS = (*CONFIDENT.values(), NOTHING_FORCED)
GUESSES = (HOW_MANY,)
