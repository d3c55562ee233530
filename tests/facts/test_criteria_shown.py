"""The criteria on cards, in lists and in tables of verdicts, with thresholds and accuracy."""

import re
from collections.abc import Mapping

import pytest

from tests.facts import claims, recomputed
from tests.facts.collected import seen
from tests.facts.recomputed import CRITERIA, Group
from tests.facts.settings import SETTINGS, SHIFT, TOLERANCE, Setting

_VERDICT = re.compile(
    rf"^([✓✕?–]) (holds|fails|cannot tell|cannot be assessed) ?({claims.NUMBER})?"
)
_NOTES = {
    "selects everybody": lambda share: share == 1,
    "selects nearly everybody": lambda share: 0.99 <= share < 1,
    "selects nearly nobody": lambda share: 0 < share <= 0.01,
    "selects nobody": lambda share: share == 0,
}


@pytest.fixture(params=SETTINGS, ids=str)
def setting(request) -> Setting:
    return request.param


def values_shown(page: str, setting: Setting) -> dict[str, str]:
    shown: dict[str, str] = {}
    for text in seen(page, setting.params).texts:
        shown |= claims.shown_values(text)
    return shown


@pytest.mark.parametrize("page", ["Metrics", "Incompatibility"])
def test_each_value_is_the_one_of_the_rows(page: str, setting: Setting) -> None:
    true = recomputed.criteria(recomputed.groups(setting.grouping), setting.thresholds)
    shown = values_shown(page, setting)
    assert set(shown) == set(CRITERIA)
    for title, text in shown.items():
        assert claims.agrees(text, true[title]), (title, text, true[title])
        if not text.startswith(("0", "1", "–")):
            assert text[0] == ("+" if true[title] > 0 else "−")


def test_the_list_of_what_holds_is_sorted_rightly(setting: Setting) -> None:
    """Without uncertainty; with it, verdicts may abstain."""
    if setting.uncertainty == "on":
        return
    true = recomputed.criteria(recomputed.groups(setting.grouping), setting.thresholds)
    read: list[str] = []
    for text in seen("Incompatibility", setting.params).texts:
        if head := re.search(r"\*\*(\d) of 6 (holds?|fails?|cannot be assessed)\*\*", text):
            listed = claims.shown_values(text)
            assert len(listed) == int(head[1])
            if "assessed" not in head[2]:
                assert head[2].endswith("s") == (head[1] == "1")
            for title in listed:
                assert verdict(title, true[title]) == head[2].rstrip("s")
            read += listed
    assert sorted(read) == sorted(CRITERIA)


def verdict(title: str, value: float) -> str:
    if value != value:
        return "cannot be assessed".rstrip("s")
    return "hold" if recomputed.holds(title, value, TOLERANCE) else "fail"


def test_tables_of_verdicts(setting: Setting) -> None:
    page = seen("Incompatibility", setting.params)
    tables = list(page.headed("Thresholds", "Accuracy", "Hold"))
    assert len(tables) == 3
    n = 0
    for place, rows in enumerate(tables):
        abstaining = place == 0 and setting.uncertainty == "on"
        for row in rows:
            if "No thresholds" in row["Thresholds"]:
                continue
            world = groups_meant(place, row[""], setting)
            cuts = claims.thresholds(row["Thresholds"], tuple(world))
            check_row(row, world, cuts, abstaining=abstaining)
            n += 1
    assert n >= 8


def groups_meant(place: int, title: str, setting: Setting) -> Mapping[str, Group]:
    """Return the groups that a row is about: in another world they weigh or score otherwise."""
    known = recomputed.groups(setting.grouping)
    if place == 0:
        return known
    if place == 2:
        if title.startswith("Recalibrated"):
            return {name: group.recalibrated() for name, group in known.items()}
        return known
    first, second = furthest(setting)
    pair = {name: known[name] for name in (first, second)}
    if title.startswith("Reweighted"):
        low, high = sorted(pair, key=lambda name: pair[name].base_rate)
        pair[low] = pair[low].weighed(base_rate_at(pair[low], pair[high]))
    return pair


def furthest(setting: Setting) -> tuple[str, str]:
    """Return the two groups that are looked at first: those whose base rates differ most."""
    known = recomputed.groups(setting.grouping)
    return max(
        recomputed.pairs(setting.grouping),
        key=lambda pair: abs(known[pair[0]].base_rate - known[pair[1]].base_rate),
    )


def base_rate_at(low: Group, high: Group, shift: float = SHIFT) -> float:
    return low.base_rate + shift / 100 * (high.base_rate - low.base_rate)


def check_row(
    row: Mapping[str, str],
    world: Mapping[str, Group],
    cuts: Mapping[str, float],
    *,
    abstaining: bool,
) -> None:
    """Check accuracy, note, verdicts and values of a row, and how many hold."""
    at = {name: round(100 * cuts[name]) for name in world}
    n = sum(group.n for group in world.values())
    right = sum(group.right[at[name]] for name, group in world.items())
    chosen = sum(group.tp[at[name]] + group.fp[at[name]] for name, group in world.items())
    assert claims.agrees(row["Accuracy"].removesuffix(" %"), 100 * right / n), row
    for note, fits in _NOTES.items():
        assert row[""].endswith(note) == fits(round(chosen / n, 12)), row
    true = recomputed.criteria(world, cuts)
    held = 0
    for title in CRITERIA:
        mark, said, shown = _VERDICT.match(row[title]).groups()
        held += said == "holds"
        if shown is None:
            assert said == "cannot be assessed"
            assert true[title] != true[title], row
            continue
        if "Recalibrated" in row[""] and title == "Calibration within groups":
            assert claims.agrees(shown, 0.0)
        else:
            assert claims.agrees(shown, true[title]), (row, title, true[title])
            if not abstaining:
                holds = recomputed.holds(title, true[title], TOLERANCE)
                assert (mark, said) == (("✓", "holds") if holds else ("✕", "fails")), row
    assert row["Hold"] == f"{held} of 6"


def test_rows_have_the_best_accuracy_there_is(setting: Setting) -> None:
    """Of two groups, against all 10,201 pairs."""
    if len(setting.groups) > 2 or setting.cuts != "half":
        return
    page = seen("Incompatibility", setting.params)
    matrix, pair, recalibrated = page.headed("Thresholds", "Accuracy", "Hold")
    known = recomputed.groups(setting.grouping)
    sweep = recomputed.sweep(setting.grouping, *setting.groups)
    for title, row in zip(CRITERIA[:5], matrix[1:], strict=False):
        best = sweep.best_among(sweep.met(title, TOLERANCE))
        assert claims.agrees(row["Accuracy"].removesuffix(" %"), 100 * best), title
    best = recomputed.most_accurate(known)
    assert claims.agrees(matrix[6]["Accuracy"].removesuffix(" %"), 100 * best)
    two = ("Equalized odds", "Predictive parity")
    worlds = {row[""]: row for row in pair if "both enforced" in row[""]}
    for name, row in worlds.items():
        world = groups_meant(1, name, setting)
        there = recomputed.Sweep.of(*world.values())
        met = there.met(two[0], TOLERANCE) & there.met(two[1], TOLERANCE)
        if "No thresholds" in row["Thresholds"]:
            assert not met.any()
        else:
            best = there.best_among(met)
            assert claims.agrees(row["Accuracy"].removesuffix(" %"), 100 * best)
    for row in recalibrated[2:]:
        there = recomputed.Sweep.of(*groups_meant(2, row[""], setting).values())
        best = there.best_among(there.met("Equalized odds", TOLERANCE))
        assert claims.agrees(row["Accuracy"].removesuffix(" %"), 100 * best)


def test_what_equal_error_rates_force_at_every_base_rate(setting: Setting) -> None:
    page = seen("Incompatibility", setting.params)
    (rows,) = page.headed("base rate")
    known = recomputed.groups(setting.grouping)
    names = furthest(setting)
    low, high = sorted((known[name] for name in names), key=lambda group: group.base_rate)
    cells = [known[name].at(setting.thresholds[name]) for name in names]
    tp, fp, fn, tn = (sum(cell[name] for cell in cells) for name in ("tp", "fp", "fn", "tn"))
    tpr, fpr = tp / (tp + fn), fp / (fp + tn)
    assert len(rows) == 21
    for step, row in enumerate(rows):
        base, ppv_gap, selection_gap, smallest = row.values()
        p, q = base_rate_at(low, high, step * 5), high.base_rate
        chosen = [rate * tpr + (1 - rate) * fpr for rate in (p, q)]
        ppv = recomputed.share([p * tpr, q * tpr], chosen)
        moved = recomputed.Sweep.of(low.weighed(p), high)
        assert claims.agrees(base.removesuffix(" %"), 100 * p)
        assert claims.agrees(ppv_gap, float(abs(ppv[0] - ppv[1])))
        assert claims.agrees(selection_gap, abs(chosen[0] - chosen[1]))
        assert claims.agrees(smallest, smallest_worst_gap(moved))


def test_whose_decisions_a_row_would_change(setting: Setting) -> None:
    """The row of equalized odds is the one that is marked first."""
    page = seen("Incompatibility", setting.params)
    matrix, *_ = page.headed("Thresholds", "Accuracy", "Hold")
    (text,) = (text for text in page.texts if text.startswith("**Equalized odds**: "))
    known = recomputed.groups(setting.grouping)
    row = claims.thresholds(matrix[4]["Thresholds"], setting.groups)
    if row == setting.thresholds:
        assert "These are the present thresholds" in text
        return
    before, after = (
        {name: group.at(cuts[name]) for name, group in known.items()}
        for cuts in (setting.thresholds, row)
    )
    n = sum(group.n for group in known.values())
    right = [sum(cell["tp"] + cell["tn"] for cell in one.values()) for one in (before, after)]
    accuracy, cost = re.search(
        r"accuracy (\d+\.\d\d) % \(([+−]?\d+\.\d\d) points\)", text
    ).groups()
    assert claims.agrees(accuracy, 100 * right[1] / n)
    assert claims.agrees(cost, 100 * (right[1] - right[0]) / n)
    moved = {
        name: after[name]["tp"] + after[name]["fp"] - before[name]["tp"] - before[name]["fp"]
        for name in known
    }
    if len(known) > 4:
        gained = sum(one for one in moved.values() if one > 0)
        lost = -sum(one for one in moved.values() if one < 0)
        true = {("newly", gained), ("no longer", lost)}
    else:
        true = {("newly" if one > 0 else "no longer", abs(one)) for one in moved.values()}
    ways = re.findall(
        rf"({claims.COUNT}) of {claims.COUNT} [^,;]*?(newly|no longer) selected", text
    )
    assert {(way, claims.whole(count)) for count, way in ways} == {one for one in true if one[1]}


def smallest_worst_gap(sweep: recomputed.Sweep) -> float:
    """Return how small the worst of three gaps can be within one point of the best accuracy."""
    three = ("Demographic parity", "Equalized odds", "Predictive parity")
    worst = recomputed.largest([sweep.gaps[name] for name in three])[sweep.near_best()]
    known = worst[worst == worst]
    return float(known.min()) if known.size else float("nan")
