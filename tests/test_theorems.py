"""The theorems that the Incompatibility page names, tried on every small table there is.

Two groups decide on people with a label each: every pair of confusion matrices with cells up to
four, 390,625 in all, in whole numbers, so that "equal" means equal. Each theorem must hold on all
of them under the conditions that the page states, and must be broken without them: a condition
that no table needs would be one too many.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.figures.incompatibility.words import exactly, theorems

Truth = NDArray[np.bool_]
SAID, EXACTLY = " ".join(theorems(VOCABULARY).split()), exactly(VOCABULARY)


class Pairs:
    """Every pair of confusion matrices, and which rates of the two are equal."""

    def __init__(self) -> None:
        matrices = np.array(list(product(range(5), repeat=4)), dtype=np.int64)
        first, second = (axis.ravel() for axis in np.indices((len(matrices),) * 2))
        self.a, self.b = matrices[first].T, matrices[second].T
        (tn, fp, fn, tp), (tm, fq, fm, tq) = self.a, self.b
        self.two_labels = (tn + fp > 0) & (fn + tp > 0) & (tm + fq > 0) & (fm + tq > 0)
        self.same_base = self._same(fn + tp, tn + fp, fm + tq, tm + fq)
        self.same_tpr = self._same(tp, fn, tq, fm)
        self.same_fpr = self._same(fp, tn, fq, tm)
        self.same_selection = self._same(fp + tp, tn + fn, fq + tq, tm + fm)
        self.both_select = (fp + tp > 0) & (fq + tq > 0)
        self.both_reject = (tn + fn > 0) & (tm + fm > 0)
        self.same_ppv = self.both_select & self._same(tp, fp, tq, fq)
        # Sufficiency: the same share of positives wherever both groups have such a decision.
        same_among_rejected = self._same(fn, tn, fm, tm)
        self.sufficient = (self.same_ppv | ~self.both_select) & (
            same_among_rejected | ~self.both_reject
        )
        self.nobody_missing = (tn + fp + fn + tp > 0) & (tm + fq + fm + tq > 0)

    @staticmethod
    def _same(hits, misses, others_hits, others_misses) -> Truth:
        """Return whether two shares are equal; multiplied out, nothing is rounded."""
        return hits * (others_hits + others_misses) == others_hits * (hits + misses)

    def everywhere(self, condition) -> Truth:
        """Return where both groups' matrices (tn, fp, fn, tp) meet a condition."""
        return condition(*self.a) & condition(*self.b)


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    return Pairs()


def differ(pairs: Pairs) -> Truth:
    return pairs.two_labels & ~pairs.same_base


def test_chouldechova_as_the_page_states_it(pairs: Pairs) -> None:
    assert "some of those selected are high earners and some are not" in SAID
    some_of_each = pairs.everywhere(lambda tn, fp, fn, tp: (fp > 0) & (tp > 0))
    equal = differ(pairs) & some_of_each & pairs.same_ppv
    assert equal.any()
    assert not (equal & pairs.same_tpr & pairs.same_fpr).any()
    assert "one of them may be" in SAID
    assert (equal & pairs.same_tpr).any()
    assert (equal & pairs.same_fpr).any()


def test_chouldechova_needs_both_of_its_conditions(pairs: Pairs) -> None:
    equal = differ(pairs) & pairs.same_ppv & pairs.same_tpr & pairs.same_fpr
    never_wrong = pairs.everywhere(lambda tn, fp, fn, tp: fp == 0)
    never_right = pairs.everywhere(lambda tn, fp, fn, tp: tp == 0)
    assert (equal & never_wrong).any()
    assert (equal & never_right).any()
    assert not (equal & ~never_wrong & ~never_right).any()


def test_independence_and_sufficiency_never_meet(pairs: Pairs) -> None:
    assert "exclude each other in pairs" in SAID
    both = pairs.nobody_missing & pairs.same_selection & pairs.sufficient
    assert (both & pairs.same_base).any()
    assert not (both & ~pairs.same_base).any()
    half_of_it = differ(pairs) & pairs.same_selection & pairs.same_ppv
    assert half_of_it.any()


def test_independence_and_separation_meet_where_decisions_say_nothing(pairs: Pairs) -> None:
    assert "decisions have nothing to do with income" in SAID
    separated = pairs.same_tpr & pairs.same_fpr
    both = differ(pairs) & pairs.same_selection & separated
    nothing = pairs.everywhere(lambda tn, fp, fn, tp: tp * tn == fp * fn)
    assert both.any()
    assert not (both & ~nothing).any()


def test_separation_and_sufficiency_meet_where_decisions_tell_all(pairs: Pairs) -> None:
    assert "if they give it away without fail" in SAID
    both = differ(pairs) & pairs.same_tpr & pairs.same_fpr & pairs.sufficient
    always_right = pairs.everywhere(lambda tn, fp, fn, tp: (fp == 0) & (fn == 0))
    always_wrong = pairs.everywhere(lambda tn, fp, fn, tp: (tp == 0) & (tn == 0))
    assert (both & always_right).any()
    assert (both & always_wrong).any()
    assert not (both & ~always_right & ~always_wrong).any()


def test_the_six_never_hold_exactly_while_base_rates_differ(pairs: Pairs) -> None:
    assert "cannot hold together while base rates differ" in EXACTLY
    three = pairs.same_selection & pairs.same_tpr & pairs.same_fpr & pairs.same_ppv
    assert (three & pairs.same_base).any()
    assert not (three & differ(pairs)).any()
    perfect = pairs.everywhere(lambda tn, fp, fn, tp: (fp == 0) & (fn == 0))
    assert (perfect & differ(pairs)).any()
    assert not (perfect & differ(pairs) & pairs.same_selection).any(), "not even for a perfect one"


def test_and_why_each_group_then_has_its_base_rate_for_a_ppv(pairs: Pairs) -> None:
    assert "each group's PPV is its own base rate" in EXACTLY
    both = differ(pairs) & pairs.same_selection & pairs.same_tpr & pairs.same_fpr
    tn, fp, fn, tp = pairs.a
    own = tp * (tn + fp + fn + tp) == (tp + fn) * (tp + fp)
    assert (both & pairs.both_select).any()
    assert own[both & pairs.both_select].all()


BINS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(any), min_size=1, max_size=4
)
"""A group whose scores are calibrated: (positives, negatives) of each bin, whose score is their
share of positives."""


def means(bins: list[tuple[int, int]]) -> tuple[Fraction, Fraction, Fraction]:
    """Return a group's base rate and its mean scores among positives and among negatives."""
    positives, negatives = (sum(counts) for counts in zip(*bins, strict=True))
    score = [Fraction(p, p + n) for p, n in bins]
    of_positives = sum(s * p for s, (p, _) in zip(score, bins, strict=True)) / positives
    of_negatives = sum(s * n for s, (_, n) in zip(score, bins, strict=True)) / negatives
    return Fraction(positives, positives + negatives), of_positives, of_negatives


def has_both(bins: list[tuple[int, int]]) -> bool:
    return all(sum(counts) for counts in zip(*bins, strict=True))


@given(BINS.filter(has_both), BINS.filter(has_both))
def test_kleinberg_mullainathan_raghavan_as_the_page_states_it(first, second) -> None:
    (p, *one), (q, *other) = means(first), means(second)
    assume(p != q)
    perfect = one == other == [1, 0]
    assert perfect or one != other


@given(BINS.filter(has_both))
def test_the_mean_scores_of_a_calibrated_group_lie_on_one_line(bins) -> None:
    """What proves it: p (1 - x) = (1 - p) y, so that equal x < 1 and y need equal p."""
    p, of_positives, of_negatives = means(bins)
    assert p * (1 - of_positives) == (1 - p) * of_negatives


def test_kleinberg_mullainathan_raghavan_at_its_exceptions() -> None:
    assert "1 for every high earner, 0 for everybody else" in SAID
    perfect = [(1, 0), (0, 3)], [(2, 0), (0, 1)]
    assert means(perfect[0])[1:] == means(perfect[1])[1:] == (1, 0)
    # Each group scored by its base rate: high earners and others have the same mean score, the
    # base rates differ, nothing is predicted. That was never forbidden.
    flat = [(1, 3)], [(2, 1)]
    assert all(means(bins)[1] == means(bins)[2] for bins in flat)
    assert means(flat[0])[1] != means(flat[1])[1]


@pytest.mark.parametrize("name", ["Kleinberg, Mullainathan", "Chouldechova", "Barocas, Hardt"])
def test_every_theorem_is_said_to_need_different_base_rates(name: str) -> None:
    assert SAID.index("whose **base rates differ**") < SAID.index(name)
