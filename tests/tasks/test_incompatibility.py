"""What the Incompatibility page asks, against the rows counted a second time."""

import re
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from equipoise import Tally, calibration, judge, words
from equipoise.audit import View
from equipoise.criteria import TITLES
from equipoise.datasets.adult.audit import adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.incompatibility.reweighting import Reweighted
from equipoise.incompatibility.rows import COUNTS, Row, judged, judged_at
from equipoise.tasks.incompatibility import (
    CONFIDENT,
    GUESSES,
    HOW_MANY,
    NOTHING_FORCED,
    TASKS,
    calibration_words,
    ranking_words,
    wide,
)
from equipoise.vocabulary import NEUTRAL
from tests.facts import recomputed

TOLERANCES = [step / 100 for step in range(21)]
HOLLOW = "that is no repair"
SELECTED = re.compile(r"([\d,]+) of ([\d,]+) people are selected")


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def thresholds_of(text: str, groups: tuple[str, ...]) -> dict[str, float]:
    """Return the thresholds that a sentence gives to two groups."""
    first, second = (re.escape(VOCABULARY.who(group)) for group in groups)
    found = re.search(rf"at (\d\.\d\d) for {first} and (\d\.\d\d) for {second}", text)
    assert found, text
    return dict(zip(groups, map(float, found.groups()), strict=True))


def is_hollow(people: recomputed.Group, other: recomputed.Group, at: list[float]) -> bool:
    chosen = sum(g.at(t)["tp"] + g.at(t)["fp"] for g, t in zip((people, other), at, strict=True))
    return not 0.01 * (people.n + other.n) < chosen < 0.99 * (people.n + other.n)


@pytest.mark.parametrize("grouping", recomputed.GROUPINGS)
def test_no_wrong_guess_is_ever_called_right(grouping: str) -> None:
    """Every pair of groups and every tolerance of the page, against all 10,201 pairs."""
    for first, second in recomputed.pairs(grouping):
        sweep = recomputed.sweep(grouping, first, second)
        near = sweep.near_best()
        for tolerance in TOLERANCES:
            held = sweep.held(tolerance)
            pair = adult_audit().view(grouping, tolerance=tolerance).narrowed(first, second)
            posed = HOW_MANY.pose(pair)
            said = posed.comments
            assert list(said) == ["none", "one", "two", "three", "four", "five", "all six"]
            right = [answer for answer, text in said.items() if text.startswith("Right: ")]
            assert right == [posed.right] == [list(said)[held[near].max()]]
            assert all(
                text.startswith("Not quite: ") for key, text in said.items() if key not in right
            )
            truth = said[right[0]].removeprefix("Right: ")
            assert truth.startswith(right[0])
            assert all(text.endswith(truth) for text in said.values())
            check_the_truth(truth, grouping, pair.groups, tolerance)


def check_the_truth(truth: str, grouping: str, groups: tuple[str, str], tolerance: float) -> None:
    """Check each claim of what is said once somebody has guessed."""
    sweep = recomputed.sweep(grouping, *groups)
    held, near = sweep.held(tolerance), sweep.near_best()
    people = [recomputed.groups(grouping)[group] for group in groups]
    close, *further = truth.split(" If accuracy may fall further, ")
    assert bool(further) == (held.max() > held[near].max())
    last = None
    if held[near].max():
        last = thresholds_of(close, groups)
        at = tuple(round(100 * value) for value in last.values())
        assert held[at] == held[near].max()
        assert near[at]
        best = sweep.best_among(near & (held == held[near].max()))
        assert f"(accuracy {words.percent(best)})" in close
        assert sweep.accuracy[at] == pytest.approx(best)
    else:
        assert close.startswith("none. No thresholds that accurate meet any of the six.")
    if further:
        last = thresholds_of(further[0], groups)
        at = tuple(round(100 * value) for value in last.values())
        assert held[at] == held.max()
        assert further[0].startswith(f"{COUNTS[held.max()]} hold")
        assert f"(accuracy {words.percent(sweep.best_among(held == held.max()))})" in further[0]
    hollow = last is not None and is_hollow(*people, list(last.values()))
    assert (HOLLOW in truth) == hollow
    assert bool(SELECTED.search(truth)) == (bool(further) or hollow)
    if last and (counted := SELECTED.search(truth)):
        chosen = sum(
            g.at(t)["tp"] + g.at(t)["fp"] for g, t in zip(people, last.values(), strict=True)
        )
        n = sum(int(group.n) for group in people)
        assert counted.groups() == (words.count(chosen), words.count(n))


def test_a_bracket_wider_than_its_room_cannot_lie_within() -> None:
    said_of: set[str] = set()
    for grouping, threshold in product(("sex", "sex-race-five"), (0.3, 0.5, 0.9)):
        for name, one in judge(adult_audit().tally(grouping), threshold).items():
            said = wide(one, VOCABULARY)
            if name == "expected_calibration_error" or one.decisive is None:
                assert not said
                continue
            width = one.decisive.high - one.decisive.low
            room = 0.2 if name == "disparate_impact_ratio" else 0.1
            assert bool(said) == (width > room)
            if said:
                assert one.verdict != "holds"
                assert ("0 % or 100 %" in said) == (name != "disparate_impact_ratio")
                said_of.add(name)
    assert said_of >= {"disparate_impact_ratio", "equal_opportunity_difference"}
    small = wide(
        judge(adult_audit().tally("sex-race-five"), 0.5)["equal_opportunity_difference"],
        VOCABULARY,
    )
    assert "3 people" in small


def test_a_bracket_narrows_where_rates_come_nearer_to_the_ends() -> None:
    """As it is said of differences for both ends, and of ratios for the upper one."""
    grid, apart, ratio = np.arange(11) / 10, {}, {}
    for selected in (4, 100, 196):
        cells = np.zeros((2, 2, 11), dtype=int)
        cells[:, :, 2], cells[:, :, 7] = 200 - selected, selected
        counts = Tally(("g",), ("a", "b"), grid, cells, cells * (grid + 0.05))
        judged = judge(counts, 0.5)
        for widths, name in (
            (apart, "demographic_parity_difference"),
            (ratio, "disparate_impact_ratio"),
        ):
            widths[selected] = judged[name].high - judged[name].low
    assert apart[4] < apart[100]
    assert apart[196] < apart[100]
    assert ratio[196] < ratio[100] < ratio[4]


def test_ranking_is_called_unequal_only_where_it_shows() -> None:
    unequal = ranking_words({"Female": 0.93, "Male": 0.88}, VOCABULARY)
    assert "its scores do not tell high earners from others equally well in both" in unequal
    assert "0.930 for women and 0.880 for men" in unequal
    equal = ranking_words({"Female": 0.8751, "Male": 0.8749}, VOCABULARY)
    assert "here its scores tell high earners from others equally well in both" in equal


@pytest.mark.parametrize("grouping", recomputed.GROUPINGS)
def test_the_old_base_rate_is_blamed_only_where_errors_grew(grouping: str) -> None:
    """Moving a group's base rate sometimes makes its scores fit better."""
    fell = 0
    view = adult_audit().view(grouping)
    for first, second in recomputed.pairs(grouping):
        for group, other in ((first, second), (second, first)):
            wanted = recomputed.groups(grouping)[other].base_rate
            own = recomputed.groups(grouping)[group]
            before, after = own.calibration_error, own.weighed(wanted).calibration_error
            world = Reweighted(view.narrowed(first, second), group, 20)
            errors = calibration(world.view.tally).expected_calibration_error
            assert errors[world.pair.groups.index(group)] == pytest.approx(after)
            said = calibration_words(world)
            changed = f"{before:.3f}" != f"{after:.3f}"
            assert ("went up" in said and "made for the old" in said) == (
                changed and after > before
            )
            assert ("went down" in said and "happen to fit" in said) == (
                changed and after < before
            )
            fell += "went down" in said
    assert fell or grouping in ("sex", "race")


def test_the_question_asks_what_is_counted() -> None:
    asked = HOW_MANY.pose(adult_audit().view("sex", tolerance=0.07)).question
    assert "women and men" in asked
    assert "within one percentage point" in asked
    assert "tolerance of 0.07 (" in asked


def test_the_guess_is_the_same_whatever_is_set() -> None:
    near, far = (adult_audit().view("sex", cut) for cut in (0.5, 0.9))
    assert HOW_MANY.pose(near) is HOW_MANY.pose(far)


def test_ids_are_of_the_page_and_different() -> None:
    ids = [one.id for one in (*TASKS, *GUESSES)]
    assert len(set(ids)) == len(ids) == 7
    assert all(one.startswith("incompatibility/") for one in ids)
    assert {one.page for one in (*TASKS, *GUESSES)} == {"Incompatibility"}


@pytest.mark.parametrize("cut", [0.41, 0.5])
@pytest.mark.parametrize("name", CONFIDENT)
def test_confidence_is_had_where_the_whole_bracket_keeps_within(name: str, cut: float) -> None:
    view = adult_audit().view("sex", {"Female": cut, "Male": 0.5}, uncertainty=True)
    now, row = judged("now", view), Row("x", None)
    progress = CONFIDENT[name].judge(view, row, now)
    judgement = judge(view.tally, view.thresholds)[name]
    assert progress.done == (judgement.verdict == "holds")
    assert f"[{words.number(judgement.low)}," in progress.said.replace("+", "")
    assert f"at which {TITLES[name].lower()} holds" in CONFIDENT[name].asks(view, row, now)


def test_the_same_decision_for_all_is_called_what_it_is() -> None:
    name = "equal_opportunity_difference"
    nobody, some = (
        adult_audit().view("sex", {"Female": cut, "Male": other}, uncertainty=True)
        for cut, other in ((1.0, 1.0), (0.41, 0.5))
    )
    row = judged_at("row", some, {"Female": 0.4, "Male": 0.5})
    hollow = CONFIDENT[name].judge(nobody, row, judged("now", nobody))
    assert hollow.done
    assert "But this selects nearly nobody" in hollow.said
    meant = CONFIDENT[name].judge(some, row, judged("now", some))
    assert meant.done
    assert "But this" not in meant.said
    assert f"; in the row above it is {words.percent(row.accuracy)}." in meant.said


@pytest.mark.parametrize("step", range(0, 21, 4))
@pytest.mark.parametrize("tolerance", [0.0, 0.05, 0.2])
def test_nothing_is_forced_once_the_base_rates_are_near(tolerance: float, step: int) -> None:
    women, men = recomputed.groups("sex").values()
    world = Reweighted(adult_audit().view("sex", tolerance=tolerance), "Female", step)
    progress = NOTHING_FORCED.judge(world, Row("both", None))
    tpr = (women.tp[50] + men.tp[50]) / (women.positives + men.positives)
    fpr = (women.fp[50] + men.fp[50]) / (women.negatives + men.negatives)
    rates = women.base_rate + step / 20 * (men.base_rate - women.base_rate), men.base_rate
    selected = [rate * tpr + (1 - rate) * fpr for rate in rates]
    ppv = [rate * tpr / share for rate, share in zip(rates, selected, strict=True)]
    forced = max(abs(ppv[0] - ppv[1]), abs(selected[0] - selected[1]))
    assert progress.done == (forced <= tolerance + 1e-9)
    if progress.done:
        assert "no thresholds on the grid meet equalized odds and predictive" in progress.said
        for group, people in (("women", women), ("men", men)):
            assert f"{words.number(people.auc)} for {group}" in progress.said
    else:
        assert progress.said == f"They still force a gap of {words.number(forced)}."
    assert f"the tolerance of {words.number(tolerance, 2)}." in NOTHING_FORCED.asks(
        world, Row("both", None)
    )


def test_where_nothing_was_forced_there_was_nothing_to_move() -> None:
    world = Reweighted(adult_audit().view("sex", {"Female": 1.0, "Male": 1.0}), "Female")
    progress = NOTHING_FORCED.judge(world, Row("both", None))
    assert progress.done
    assert "There was nothing to move" in progress.said
    assert "stands in the way" not in progress.said


def test_where_nobody_is_selected_there_is_no_gap_to_close() -> None:
    view = adult_audit().view("sex", {"Female": 1.0, "Male": 1.0})
    empty = replace(view.tally, counts=view.tally.counts * (np.arange(101) < 50))
    progress = NOTHING_FORCED.judge(
        Reweighted(replace(view, tally=empty), "Female"), Row("both", None)
    )
    assert not progress.done
    assert "lower a threshold" in progress.said


def test_without_words_of_its_own_an_audit_is_spoken_of_neutrally() -> None:
    audit = replace(adult_audit(), vocabulary=NEUTRAL)
    pair = View(audit, "sex", audit.tally("sex"), {"Female": 0.5, "Male": 0.5}, tolerance=0.2)
    world = Reweighted(pair, "Female", 20)
    both = judged_at("both", world.view, world.meeting_both(moved=True))
    posed = HOW_MANY.pose(pair)
    texts = [posed.question, *posed.comments.values(), NOTHING_FORCED.asks(world, both)]
    texts.append(NOTHING_FORCED.judge(world, both).said)
    assert "the positive has the higher score" in texts[-1]
    assert not re.search("earn|income|50K|women", " ".join(texts))
