"""What the Incompatibility page says beside its figures: rows of verdicts, theorems, limits."""

from __future__ import annotations

from collections.abc import Sequence

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.criteria import ENFORCED_BY, TITLES
from equipoise.figures.theme import FEW_GROUPS
from equipoise.incompatibility.rows import COUNTS, Row
from equipoise.thresholds import flips
from equipoise.vocabulary import Vocabulary


def exactly(vocabulary: Vocabulary) -> str:
    """Return why the six criteria cannot hold together exactly, and what a tolerance does."""
    return (
        "Exactly, the six cannot hold together while base rates differ: equal selection rates and "
        f"equal error rates at once mean that decisions say nothing about {vocabulary.question}, "
        "and then each group's PPV is its own base rate. Within a tolerance they sometimes can."
    )


def theorems(vocabulary: Vocabulary) -> str:
    """Return the theorems with their conditions; `tests/test_theorems.py` tries each of them."""
    some, one, topic = vocabulary.positives, vocabulary.positive_noun, vocabulary.topic
    return f"""
This page illustrates on one model and one data set; it does not prove. The proofs are elsewhere,
each with its conditions. All are about exact equality between groups whose **base rates differ**:

- **Kleinberg, Mullainathan and Raghavan** (2017), *Inherent Trade-Offs in the Fair Determination
  of Risk Scores*: calibration within groups, the same mean score in every group among {some}, and
  the same mean score in every group among the others cannot all three hold, unless the scores
  predict perfectly (1 for every {one}, 0 for everybody else).
- **Chouldechova** (2017), *Fair Prediction with Disparate Impact*: the identity above. Where some
  of those selected are {some} and some are not, equal PPV rules out that TPR and FPR are
  both equal; one of them may be.
- **Barocas, Hardt and Narayanan**, *Fairness and Machine Learning*, chapter on classification:
  independence (of the decision from the group: demographic parity), separation (equalized odds)
  and sufficiency (equal PPV, and as many {some} among those not selected) exclude each
  other in pairs. There are two exceptions: independence goes with separation if decisions have
  nothing to do with {topic}, and separation with sufficiency if they give it away without fail.
"""


def limits(vocabulary: Vocabulary) -> str:
    """Return what the page does not show."""
    many = vocabulary.topics
    return f"""
A tolerance leaves room beside the theorems, and so do thresholds that select nearly everybody or
nearly nobody. Recalibration is fitted and judged on the same rows, so it looks better than it
would on new ones; so do thresholds that were found by searching these rows. Reweighting changes
the mix of {many} alone, which a real change of the world would hardly do. Small groups move a lot
by chance.
"""


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
        found = f"{words.plural(complete, 'row has', 'rows have')} {COUNTS[-1]}"
    elif most:
        found = f"No row has {COUNTS[-1]}; the most in one row is {COUNTS[most]}"
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


def row_words(view: View, name: str, row: Row, now: Row) -> str:
    """Return what the thresholds of a row would do to accuracy and to people's decisions.

    Parameters
    ----------
    view : View
        What is set now.
    name : str
        The criterion that the row enforces.
    row, now : Row
        The row, and the one of what is set now.
    """
    if row.thresholds is None:
        return f"**{row.title}**: no thresholds on the grid meet it, so none can be set."
    if dict(row.thresholds) == dict(view.thresholds):
        said = "These are the present thresholds."
    else:
        moved = flips(view.tally, view.thresholds, row.thresholds)
        who = {group: foreign.people(view.vocabulary, group) for group in view.groups}
        if len(moved) > FEW_GROUPS:
            moved, who = moved.sum().to_frame("everybody").T, {"everybody": "people"}
        ways = {"newly_selected": "newly selected", "no_longer_selected": "no longer selected"}
        parts = [
            f"{words.of(line[way], line['n'], who[str(group)])} {how}"
            for group, line in moved.iterrows()
            for way, how in ways.items()
            if line[way]
        ]
        cost = words.points(row.accuracy - now.accuracy, 2)
        people = words.listed(parts) or "nobody's decision changes"
        said = f"accuracy {words.percent(row.accuracy, 2)} ({cost}); {people}."
    if name not in ENFORCED_BY:
        said += (
            " Thresholds do not change what a score means, so this row is simply the most "
            "accurate one."
        )
    return f"**{row.title}**: {said}"
