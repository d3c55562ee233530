"""What the Incompatibility page says, against the rows counted a second time."""

import re
from itertools import product

import numpy as np
import pytest

from equipoise import (
    Tally,
    calibration,
    criteria,
    group_rates,
    judge,
    load_adult,
    most_held,
    overall_rates,
    tally,
    with_base_rate,
    words,
)
from equipoise.figures.incompatibility import words as sentences
from equipoise.figures.incompatibility.arithmetic import (
    consequence,
    is_impossible,
    needed_rates,
    worked,
)
from equipoise.figures.incompatibility.verdicts import Row, hardly_chooses
from equipoise.tally import restricted
from tests.facts import recomputed

TOLERANCES = [step / 100 for step in range(21)]
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
HOLLOW = "that is no repair"
SELECTED = re.compile(r"([\d,]+) of ([\d,]+) people are selected")


@pytest.fixture(scope="module")
def tallies() -> dict[str, Tally]:
    adult = load_adult()
    return {
        name: tally(adult, columns[0] if len(columns) == 1 else columns)
        for name, columns in recomputed.GROUPINGS.items()
    }


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def thresholds_of(text: str, groups: tuple[str, ...]) -> dict[str, float]:
    """Return the thresholds that a sentence gives to two groups."""
    first, second = (re.escape(words.who(group)) for group in groups)
    found = re.search(rf"at (\d\.\d\d) for {first} and (\d\.\d\d) for {second}", text)
    assert found, text
    return dict(zip(groups, map(float, found.groups()), strict=True))


def is_hollow(people: recomputed.Group, other: recomputed.Group, at: list[float]) -> bool:
    chosen = sum(g.at(t)["tp"] + g.at(t)["fp"] for g, t in zip((people, other), at, strict=True))
    return not 0.01 * (people.n + other.n) < chosen < 0.99 * (people.n + other.n)


@pytest.mark.parametrize("grouping", recomputed.GROUPINGS)
def test_no_wrong_guess_is_ever_called_right(tallies, grouping: str) -> None:
    """Every pair of groups and every tolerance of the page, against all 10,201 pairs."""
    for first, second in recomputed.pairs(grouping):
        counts = restricted(tallies[grouping], (first, second))
        sweep = recomputed.sweep(grouping, first, second)
        near = sweep.near_best()
        for tolerance in TOLERANCES:
            held = sweep.held(tolerance)
            close = most_held(counts, tolerance=tolerance, accuracy_loss=0.01)
            loose = most_held(counts, tolerance=tolerance)
            said = sentences.guess_comments(counts, close, loose)
            assert list(said) == ["none", "one", "two", "three", "four", "five", "all six"]
            right = [answer for answer, text in said.items() if text.startswith("Right: ")]
            assert right == [list(said)[held[near].max()]]
            assert all(
                text.startswith("Not quite: ") for key, text in said.items() if key not in right
            )
            truth = said[right[0]].removeprefix("Right: ")
            assert truth.startswith(right[0])
            assert all(text.endswith(truth) for text in said.values())
            check_the_truth(truth, grouping, counts.groups, tolerance)


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
        assert further[0].startswith(f"{sentences.COUNTS[held.max()]} hold")
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


@pytest.mark.parametrize("grouping", recomputed.GROUPINGS)
def test_what_equal_ppv_and_tpr_ask_for(tallies, grouping: str) -> None:
    """Every pair of groups at thresholds from nobody to everybody, built up from the rows."""
    for (first, second), *at in product(recomputed.pairs(grouping), QUARTERS, QUARTERS):
        counts = restricted(tallies[grouping], (first, second))
        cut = dict(zip(counts.groups, at, strict=True))
        rates, shared = group_rates(counts, cut), overall_rates(counts, cut)
        needed = needed_rates(rates, shared)
        text = plain(consequence(rates, shared, needed, 0.05))
        cells = [recomputed.groups(grouping)[g].at(t) for g, t in cut.items()]
        tp, fp, fn = (sum(cell[name] for cell in cells) for name in ("tp", "fp", "fn"))
        if not tp:
            assert text.startswith(
                f"Nobody of these two groups is {'rightly ' * bool(fp)}selected at these"
            )
            continue
        if not fp:
            assert "Nobody of these two groups is wrongly selected" in text
            assert set(needed.values()) == {0}
            continue
        # Of each group as many are found, rightly and wrongly, as the shared values ask for.
        found = [tp / (tp + fn) * (cell["tp"] + cell["fn"]) for cell in cells]
        wrong = [right * fp / tp for right in found]
        asked = [w / (cell["fp"] + cell["tn"]) for w, cell in zip(wrong, cells, strict=True)]
        assert list(needed.values()) == pytest.approx(asked)
        for share in asked:
            assert f"{100 * share:.1f} % of" in text
        if max(asked) > 1 + 1e-9:
            assert "is impossible" in text
            assert "equalized odds" not in text
            continue
        apart = abs(asked[0] - asked[1])
        assert f"about {100 * apart:.2f} points apart" in text
        assert ("would fail" in text) == (apart > 0.05 + 1e-9)
        assert ("could hold as well" in text) == (apart <= 0.05 + 1e-9)


def test_a_rate_above_one_is_marked_in_its_row(tallies) -> None:
    rates, shared = group_rates(tallies["sex"], 0), overall_rates(tallies["sex"], 0)
    needed = needed_rates(rates, shared)
    rows = {
        group: plain(worked(group, rates.loc[group], needed[group])).splitlines()[-1]
        for group in rates.index
    }
    assert "9,650 of 7,004 | 1.3778, **impossible** |" in rows["Male"]
    assert "1,710 of 4,356 | 0.3926 |" in rows["Female"]
    assert not is_impossible(1 + 1e-12)
    assert not is_impossible(float("nan"))
    assert is_impossible(1.001)


@pytest.mark.parametrize("grouping", recomputed.GROUPINGS)
def test_the_shown_factors_give_the_shown_product(tallies, grouping: str) -> None:
    for cut in (0.05, 0.3, 0.5, 0.7, 0.95):
        rates = group_rates(tallies[grouping], cut)
        for group, row in rates.iterrows():
            text = plain(worked(str(group), row, 0.5))
            lines = [line.split("|") for line in text.splitlines() if line.count("|") == 4]
            *factors, result = (line[3].strip() for line in lines[2:6])
            cell = recomputed.groups(grouping)[str(group)].at(cut)
            fpr = cell["fp"] / (cell["fp"] + cell["tn"])
            assert float(result) == pytest.approx(fpr, abs=5.1e-5)
            if not cell["tp"]:
                assert "no product" in text
                assert "= " not in text
                continue
            assert "no product" not in text
            terms = [float(factor) for factor in factors]
            # Each term is rounded to four decimals, and so is the result.
            reach = sum(5e-5 * np.prod([*terms[:i], *terms[i + 1 :]]) for i in range(3)) + 5e-5
            assert float(np.prod(terms)) == pytest.approx(float(result), abs=reach * 1.01)


def test_few_people_are_pointed_out(tallies) -> None:
    rates = group_rates(tallies["sex-race-five"], 0.5)
    for group, row in rates.iterrows():
        people = recomputed.groups("sex-race-five")[str(group)]
        text = worked(str(group), row, 0.5)
        assert ("Few people" in text) == (min(people.positives, people.negatives) < 30)
    edge = rates.loc["Male × White"].copy()
    edge[["tp", "fn"]] = (10, 20)
    assert "Few people" not in worked("x", edge, 0.5)
    edge["fn"] = 19
    assert "Few people: 29 high earners. " in worked("x", edge, 0.5)
    text = worked("x", rates.loc["Female × Other"], 0.5)
    assert "Few people: 5 high earners. " in text
    few = worked("x", rates.loc["Female × Amer-Indian-Eskimo"], 0.0113)
    assert "| 0.6 of 56 | 0.0113 |" in plain(few), "a fraction of a person is not one person"


def test_a_group_without_others_has_no_false_positive_rate() -> None:
    counts = Tally(
        ("g",), ("a", "b"), np.array([0.0, 0.5]),
        np.array([[[0, 0], [1, 3]], [[2, 1], [1, 4]]]), np.zeros((2, 2, 2)),
    )  # fmt: skip
    rates, shared = group_rates(counts, 0.5), overall_rates(counts, 0.5)
    needed = needed_rates(rates, shared)
    assert "There are no people in group a who earn 50K or less" in consequence(
        rates, shared, needed, 0.05
    )
    assert "–" in worked("a", rates.loc["a"], needed["a"])


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0, "selects nobody"),
        (0.01, "selects nearly nobody"),
        (0.0101, ""),
        (0.5, ""),
        (0.9899, ""),
        (0.99, "selects nearly everybody"),
        (1, "selects everybody"),
    ],
)
def test_who_hardly_chooses(share: float, said: str) -> None:
    assert hardly_chooses(share) == said


def row(counts: Tally, threshold: float, tolerance: float) -> Row:
    cut = dict.fromkeys(counts.groups, threshold)
    return Row("x", cut, 0.8, criteria(counts, cut, tolerance=tolerance))


def test_the_summary_counts_rows_and_criteria(tallies) -> None:
    counts = tallies["sex"]
    two = [row(counts, 0.5, 0.05), row(counts, 0.6, 0.05)]
    said = sentences.matrix_summary(two, 0.05, uncertainty=False)
    assert "No row has all six; the most in one row is two." in said
    assert "within the tolerance of 0.05, or four fifths for the impact ratio" in said
    assert "A filled cell holds. " in said
    all_six = row(counts, 0.5, 1.0)
    assert all_six.held == 5, "the impact ratio is not asked for the tolerance"
    everybody = restricted(with_base_rate(counts, {"Female": 0.3}), counts.groups)
    complete = [row(everybody, 0.0, 0.2)] * 2
    assert complete[0].held == 6
    assert "1 row has all six." in sentences.matrix_summary(
        [*complete[:1], *two], 0.2, uncertainty=False
    )
    assert "2 rows have all six." in sentences.matrix_summary(complete, 0.2, uncertainty=False)
    none = [row(counts, 0.5, 0.0)]
    assert none[0].held == 0
    unsure = sentences.matrix_summary(none, 0.0, uncertainty=True)
    assert "No criterion holds in any row." in unsure
    assert "95 % confidence" in unsure
    assert "for sure" not in unsure


def test_a_bracket_wider_than_its_room_cannot_lie_within(tallies) -> None:
    said_of: set[str] = set()
    for grouping, threshold in product(("sex", "sex-race-five"), (0.3, 0.5, 0.9)):
        for name, one in judge(tallies[grouping], threshold).items():
            said = sentences.wide(one)
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
    small = sentences.wide(judge(tallies["sex-race-five"], 0.5)["equal_opportunity_difference"])
    assert "3 people" in small


@pytest.mark.parametrize("place", [0, 5, 10, 20])
@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.5, 1.0])
def test_what_equal_error_rates_force(threshold: float, place: int) -> None:
    women, men = recomputed.groups("sex").values()
    k = round(100 * threshold)
    tpr = (women.tp[k] + men.tp[k]) / (women.positives + men.positives)
    fpr = (women.fp[k] + men.fp[k]) / (women.negatives + men.negatives)
    p, q = women.base_rate + place / 20 * (men.base_rate - women.base_rate), men.base_rate
    selected = [rate * tpr + (1 - rate) * fpr for rate in (p, q)]
    ppv = [rate * tpr / share for rate, share in zip((p, q), selected, strict=True)]
    gaps = abs(ppv[0] - ppv[1]), abs(selected[0] - selected[1])
    said = plain(sentences.forced_words((tpr, fpr), *gaps, 0.05))
    assert f"(TPR {100 * tpr:.1f} %, FPR {100 * fpr:.1f} %)" in said
    assert f"differ by {gaps[0]:.3f} and their selection rates by {gaps[1]:.3f}." in said
    assert "below 0.050." in said


def test_what_has_no_value_is_said() -> None:
    nan = float("nan")
    said = sentences.forced_words((0.0, 0.0), nan, 0.0, nan)
    assert "nobody would be selected, so there would be no PPV" in said
    assert "there are none at which all three gaps have a value" in said
    assert "–" not in said


def test_ranking_is_called_unequal_only_where_it_shows() -> None:
    unequal = sentences.ranking_words({"Female": 0.93, "Male": 0.88})
    assert "its scores do not tell high earners from others equally well in both" in unequal
    assert "0.930 for women and 0.880 for men" in unequal
    equal = sentences.ranking_words({"Female": 0.8751, "Male": 0.8749})
    assert "here its scores tell high earners from others equally well in both" in equal


@pytest.mark.parametrize("grouping", recomputed.GROUPINGS)
def test_the_old_base_rate_is_blamed_only_where_errors_grew(tallies, grouping: str) -> None:
    """Moving a group's base rate sometimes makes its scores fit better."""
    fell = 0
    for pair in recomputed.pairs(grouping):
        for group, other in (pair, pair[::-1]):
            wanted = recomputed.groups(grouping)[other].base_rate
            own = recomputed.groups(grouping)[group]
            before, after = own.calibration_error, own.weighed(wanted).calibration_error
            moved = with_base_rate(tallies[grouping], {group: wanted})
            place = moved.groups.index(group)
            errors = calibration(moved).expected_calibration_error
            assert errors[place] == pytest.approx(after)
            said = sentences.calibration_words(group, before, float(errors[place]))
            changed = f"{before:.3f}" != f"{after:.3f}"
            assert ("went up" in said and "made for the old" in said) == (
                changed and after > before
            )
            assert ("went down" in said and "happen to fit" in said) == (
                changed and after < before
            )
            fell += "went down" in said
    assert fell or grouping in ("sex", "race")


@pytest.mark.parametrize(
    ("best", "said", "unsaid"),
    [
        ((0.84594, 0.84591), "stays at 84.59", "told apart"),
        ((0.8459, 0.8273), "goes from 84.59\N{NARROW NO-BREAK SPACE}% to 82.73", "stays"),
        ((0.2457, 0.75), "to 75.00\N{NARROW NO-BREAK SPACE}%.", "told apart"),
    ],
)
def test_scores_that_became_equal_explain_a_fall_alone(best, said: str, unsaid: str) -> None:
    text = sentences.recalibration_words([0.017, 0.0], [0.077, 0.101], best)
    assert "from 0.017 to 0.000, and the equalized-odds gap from 0.077 to 0.101." in text
    assert said in text
    assert unsaid not in text
    assert ("told apart" in text) == (best[1] < best[0] - 1e-4)


def test_the_question_asks_what_is_counted() -> None:
    asked = sentences.guess_question(("Female", "Male"), 0.07)
    assert "women and men" in asked
    assert "within one percentage point" in asked
    assert "tolerance of 0.07 (" in asked


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
