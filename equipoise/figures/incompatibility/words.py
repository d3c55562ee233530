"""What the Incompatibility page says: guesses and their answers, rows, theorems, limits."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from equipoise import foreign, words
from equipoise.criteria import TITLES
from equipoise.figures.incompatibility.verdicts import Row, hardly_chooses
from equipoise.rates import confusion
from equipoise.tally import Tally
from equipoise.together import MostHeld
from equipoise.uncertainty.judgements import Judgement

COUNTS = ("none", "one", "two", "three", "four", "five", "all six")
"""How many of the six criteria, in words; also the answers to choose from."""

EXACTLY = (
    "Exactly, the six cannot hold together while base rates differ: equal selection rates and "
    "equal error rates at once mean that decisions say nothing about who earns more, and then "
    "each group's PPV is its own base rate. Within a tolerance they sometimes can."
)

THEOREMS = """
This page illustrates on one model and one data set; it does not prove. The proofs are elsewhere,
each with its conditions. All are about exact equality between groups whose **base rates differ**:

- **Kleinberg, Mullainathan and Raghavan** (2017), *Inherent Trade-Offs in the Fair Determination
  of Risk Scores*: calibration within groups, the same mean score in every group among high
  earners, and the same mean score in every group among the others cannot all three hold, unless
  the scores predict perfectly (1 for every high earner, 0 for everybody else).
- **Chouldechova** (2017), *Fair Prediction with Disparate Impact*: the identity above. Where some
  of those selected are high earners and some are not, equal PPV rules out that TPR and FPR are
  both equal; one of them may be.
- **Barocas, Hardt and Narayanan**, *Fairness and Machine Learning*, chapter on classification:
  independence (of the decision from the group: demographic parity), separation (equalized odds)
  and sufficiency (equal PPV, and as many high earners among those not selected) exclude each
  other in pairs. There are two exceptions: independence goes with separation if decisions have
  nothing to do with income, and separation with sufficiency if they give it away without fail.
"""
"""The theorems with their conditions; `tests/test_theorems.py` tries each of them."""

LIMITS = """
A tolerance leaves room beside the theorems, and so do thresholds that select nearly everybody or
nearly nobody. Recalibration is fitted and judged on the same rows, so it looks better than it
would on new ones; so do thresholds that were found by searching these rows. Reweighting changes
the mix of incomes alone, which a real change of the world would hardly do. Small groups move a lot
by chance.
"""

_HOLLOW = (
    "Where nearly everybody gets the same decision, most gaps are small of themselves; that is "
    "no repair."
)


def said(thresholds: Mapping[str, float]) -> str:
    """Return thresholds in words: 0.48 for women and 0.56 for men."""
    return words.listed(
        f"{words.threshold(value)} for {foreign.who(group)}" for group, value in thresholds.items()
    )


def guess_question(groups: Sequence[str], tolerance: float) -> str:
    """Return the question how many criteria two groups' thresholds can meet at once."""
    return (
        f"Thresholds of {words.listed(map(foreign.who, groups))} may differ, as long as accuracy "
        "stays within one percentage point of the best. How many of the six criteria can hold at "
        f"once on these rows, with a tolerance of {words.number(tolerance, 2)} (for the impact "
        "ratio: four fifths)?"
    )


def guess_comments(tally: Tally, close: MostHeld, loose: MostHeld) -> dict[str, str]:
    """Return what is said to each of `COUNTS`, which are the answers to that question.

    Parameters
    ----------
    tally : Tally
        Of the two groups.
    close, loose : MostHeld
        Near the best accuracy, and at any.
    """
    right, truth = COUNTS[close.count], _truth(tally, close, loose)
    return {answer: f"{'Right' if answer == right else 'Not quite'}: {truth}" for answer in COUNTS}


def matrix_summary(rows: Sequence[Row], tolerance: float, *, uncertainty: bool) -> str:
    """Return how to read the table of rows, and how many criteria one of them has.

    Parameters
    ----------
    rows : sequence of Row
        The present thresholds first, then those that meet each criterion.
    tolerance : float
    uncertainty : bool
        Whether verdicts may abstain.
    """
    complete = sum(row.held == len(TITLES) for row in rows)
    most = max(row.held for row in rows)
    if complete:
        found = f"{words.plural(complete, 'row has', 'rows have')} all six"
    elif most:
        found = f"No row has all six; the most in one row is {COUNTS[most]}"
    else:
        found = "No criterion holds in any row"
    how = (
        "Below the present thresholds, each row takes the most accurate ones on the grid that "
        f"meet its criterion: within the tolerance of {words.number(tolerance, 2)}, or four "
        "fifths for the impact ratio. Calibration does not depend on thresholds; its row is the "
        "most accurate of all."
    )
    if not uncertainty:
        return f"{how} A filled cell holds. {found}."
    return (
        f"{how} A filled cell holds with 95 % confidence, each by itself. {found}.\n\n"
        "A hatched cell with a question mark: the data cannot tell. A row's thresholds often meet "
        "their criterion only just, and a gap just within the tolerance is seldom told from one "
        "just beyond, so a row need not hold even its own criterion with confidence. They were "
        "also picked on these very rows, which flatters them. To be confident of a repair, aim "
        "well inside the tolerance."
    )


def wide(judgement: Judgement) -> str:
    """Return that a criterion's bracket is wider than all the room between its limits; else "".

    Such a bracket cannot keep within the limits, wherever it lies.
    """
    one = judgement.decisive
    if one is None or judgement.criterion.name == "expected_calibration_error":
        return ""
    limit = judgement.criterion.limit
    room, nearer = (1 - limit, "100 %") if one.equality else (2 * limit, "0 % or 100 %")
    if not one.high - one.low > room:
        return ""
    people = words.listed(map(words.count, one.people))
    pair = words.listed(map(foreign.who, one.pair))
    return (
        f"Between {pair} alone, {people} people, the bracket is "
        f"{words.number(one.high - one.low)} wide, where there is room for "
        f"{words.number(room, 2)}: it does not fit in, wherever it lies. It takes more people, or "
        f"rates nearer {nearer}."
    )


def forced_words(
    shares: tuple[float, float], ppv_gap: float, selection_gap: float, smallest: float
) -> str:
    """Return what shared error rates force at one base rate, and what the scores allow.

    Parameters
    ----------
    shares : tuple of float
        The true- and the false-positive rate that both groups are given.
    ppv_gap, selection_gap : float
        What these force; the first NaN where nobody would be selected.
    smallest : float
        How small the largest of three gaps can be made; NaN where it is undefined.
    """
    tpr, fpr = map(words.percent, shares)
    given = f"If both groups had the error rates of the two together (TPR {tpr}, FPR {fpr}), "
    forced = (
        f"their PPVs would differ by {words.number(ppv_gap)} and their selection rates by "
        f"{words.number(selection_gap)}."
        if math.isfinite(ppv_gap)
        else "nobody would be selected, so there would be no PPV."
    )
    allowed = (
        "they cannot bring the worst gap of demographic parity, equalized odds and predictive "
        f"parity below {words.number(smallest)}"
        if math.isfinite(smallest)
        else "there are none at which all three gaps have a value"
    )
    return (
        f"{given}{forced} What these scores allow is the third line: among all thresholds on the "
        f"grid within one point of the best accuracy, {allowed}."
    )


def ranking_words(auc: Mapping[str, float]) -> str:
    """Return how well scores rank each group, which no base rate changes.

    Parameters
    ----------
    auc : mapping from group to float
        Area under the ROC curve; NaN where a group has one label only.
    """
    ranks = words.listed(f"{words.number(x)} for {foreign.who(group)}" for group, x in auc.items())
    alike = len({words.number(x) for x in auc.values()}) == 1
    how = "here its scores tell high earners from others equally well in both groups"
    if not alike:
        how = "its scores do not tell high earners from others equally well in both groups"
    return (
        f"What remains is the model: {how}. Of one each, drawn at random, the high earner has the "
        f"higher score this often (ROC AUC, a tie counting as half): {ranks}. "
        "No base rate changes that."
    )


def calibration_words(group: str, before: float, after: float) -> str:
    """Return what another base rate does to a group's calibration error; "" if nothing."""
    was, now = words.number(before), words.number(after)
    if was == now:
        return ""
    whose = f"the calibration error of {foreign.who(group)}"
    if after < before:
        fit = "their scores happen to fit the new base rate better"
        return f"And {whose} went down, from {was} to {now}: {fit}."
    return f"And {whose} went up, from {was} to {now}: their scores were made for the old one."


def recalibration_words(
    errors: Sequence[float], gaps: Sequence[float], accuracies: Sequence[float]
) -> str:
    """Return what recalibration does; each argument is a value before and one after."""
    error, gap = (" to ".join(map(words.number, pair)) for pair in (errors, gaps))
    best = [words.percent(accuracy, 2) for accuracy in accuracies]
    text = (
        f"At your thresholds the largest calibration error goes from {error}, and the "
        f"equalized-odds gap from {gap}. "
    )
    if best[0] == best[1]:
        return f"{text}The best accuracy with equalized odds stays at {best[0]}."
    text += f"The best accuracy with equalized odds goes from {best[0]} to {best[1]}"
    if accuracies[1] > accuracies[0]:
        return f"{text}."
    return (
        f"{text}: scores that became equal, or came to lie between the same two thresholds, can "
        "no longer be told apart."
    )


def _truth(tally: Tally, close: MostHeld, loose: MostHeld) -> str:
    if not close.count:
        text = "none. No thresholds that accurate meet any of the six."
    else:
        text = f"{COUNTS[close.count]}, at {said(close.thresholds)} "
        text += f"(accuracy {words.percent(close.accuracy)})."
    further = loose.count > close.count
    people, share = _selected(tally, (loose if further else close).thresholds)
    if further:
        verb = "holds" if loose.count == 1 else "hold"
        text += (
            f" If accuracy may fall further, {COUNTS[loose.count]} {verb} at "
            f"{said(loose.thresholds)}: {people} are selected there (accuracy "
            f"{words.percent(loose.accuracy)})."
        )
    elif close.count and hardly_chooses(share):
        text += f" There, {people} are selected."
    return f"{text} {_HOLLOW}" if hardly_chooses(share) and loose.count else text


def _selected(tally: Tally, thresholds: Mapping[str, float]) -> tuple[str, float]:
    """Return who is selected at these thresholds, in words and as a share."""
    cells = confusion(tally, thresholds)
    chosen, n = int((cells.fp + cells.tp).sum()), int(tally.n.sum())
    return words.of(chosen, n, "people"), chosen / n
