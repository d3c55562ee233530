"""The chosen point of the frontier: where it lies, what it costs, and whose decisions change."""

import re

import pytest

from equipoise.datasets.adult.vocabulary import VOCABULARY
from tests.facts import claims, recomputed
from tests.facts.collected import Seen, seen
from tests.facts.recomputed import CRITERIA, Group
from tests.facts.settings import EACH_GROUPING, Setting

GAPS = dict(
    zip(
        ("demographic_parity", "disparate_impact", "equal_opportunity", "equalized_odds",
         "predictive_parity"),
        CRITERIA,
        strict=False,
    )
)  # fmt: skip
"""The gaps by their names in the address."""

_POINT = re.compile(r"\*\*Point (\d+) of (\d+): (.+?)\*\*")
_ACCURACY = re.compile(rf"Accuracy \*\*({claims.SHARE}) %\*\*, baseline ({claims.SHARE}) %")
_GAP = re.compile(r"Gap \*\*(\d\.\d+)\*\*(?: \([^)]*\))?, baseline (\d\.\d+)")
_MORE = re.compile(rf"({claims.COUNT}) (more|fewer)(?: person| people)? \(?of ({claims.COUNT})")
_FLIPS = re.compile(
    rf"({claims.COUNT}) of {claims.COUNT} (.+?) (newly|no longer) selected: "
    rf"({claims.COUNT}) earning more than 50K, ({claims.COUNT}) earning 50K or less"
)
Outcomes = dict[str, dict[str, tuple[int, int]]]


def views() -> list[tuple[Setting, str]]:
    """Return every grouping, and for two groups every gap."""
    return [
        (setting, gap)
        for setting in EACH_GROUPING
        for gap in GAPS
        if len(setting.groups) == 2 or gap == "equalized_odds"
    ]


@pytest.fixture(params=views(), ids=lambda view: f"{view[0]}, {view[1]}")
def view(request) -> tuple[Seen, Setting, str]:
    setting, gap = request.param
    chosen = {} if gap == "equalized_odds" else {"gap": gap}
    return seen("Frontier", setting.params | chosen), setting, GAPS[gap]


def outcomes(page: Seen) -> Outcomes:
    """Return each group's four outcomes before and after, from the table of them."""
    (rows,) = (
        rows
        for rows in page.headed("selected, earning more than 50K")
    )  # fmt: skip
    cells = ("tp", "fn", "fp", "tn")
    read = {}
    for row in rows:
        name, *changes = row.values()
        pairs = [tuple(map(claims.whole, change.split(" → "))) for change in changes]
        read[name] = dict(zip(cells, pairs, strict=True))
    return read


def accuracy_and_value(read: Outcomes, moment: int, title: str) -> tuple[float, float]:
    """Return accuracy, and the gap of a criterion, from the four outcomes of each group."""
    cells = [{cell: pair[moment] for cell, pair in one.items()} for one in read.values()]
    right = sum(one["tp"] + one["tn"] for one in cells)
    chosen = [one["tp"] + one["fp"] for one in cells]
    n = [sum(one.values()) for one in cells]
    rates = {
        "selection": recomputed.share(chosen, n),
        "tpr": recomputed.share([c["tp"] for c in cells], [c["tp"] + c["fn"] for c in cells]),
        "fpr": recomputed.share([c["fp"] for c in cells], [c["fp"] + c["tn"] for c in cells]),
        "ppv": recomputed.share([c["tp"] for c in cells], chosen),
    }
    spread = {name: float(values.max() - values.min()) for name, values in rates.items()}
    gap = {
        "Demographic parity": spread["selection"],
        "Impact ratio": 1 - float(rates["selection"].min() / rates["selection"].max()),
        "Equal opportunity": spread["tpr"],
        "Equalized odds": max(spread["tpr"], spread["fpr"]),
        "Predictive parity": spread["ppv"],
    }[title]
    return right / sum(n), gap


def test_the_outcomes_are_those_of_thresholds(view: tuple[Seen, Setting, str]) -> None:
    page, setting, _ = view
    known = recomputed.groups(setting.grouping)
    read = outcomes(page)
    assert list(read) == list(known)
    for name, group in known.items():
        before = {cell: pair[0] for cell, pair in read[name].items()}
        after = tuple(read[name][cell][1] for cell in ("tp", "fp"))
        assert before == group.at(0.5)
        assert after in set(zip(group.tp.astype(int), group.fp.astype(int), strict=True))
        for moment in (0, 1):
            assert sum(pair[moment] for pair in read[name].values()) == group.n


def test_accuracy_gap_and_cost(view: tuple[Seen, Setting, str]) -> None:
    page, _, title = view
    read = outcomes(page)
    (text,) = (text for text in page.texts if _POINT.search(text))
    accuracy, gap = _ACCURACY.search(text), _GAP.search(text)
    for moment, place in ((1, 1), (0, 2)):
        right, apart = accuracy_and_value(read, moment, title)
        assert claims.agrees(accuracy[place], 100 * right)
        assert claims.agrees(gap[place], apart)
    more = sum(one["tp"][0] + one["tn"][0] - one["tp"][1] - one["tn"][1] for one in read.values())
    said = _MORE.search(text)
    if more == 0:
        assert said is None
        return
    assert claims.whole(said[1]) == abs(more)
    assert said[2] == ("more" if more > 0 else "fewer")
    assert claims.whole(said[3]) == sum(int(g.n) for g in (recomputed.everybody(),))


def test_whose_decisions_change(view: tuple[Seen, Setting, str]) -> None:
    page, setting, _ = view
    read = outcomes(page)
    by_who = {VOCABULARY.who(name): one for name, one in read.items()}
    found = 0
    for text in page.texts:
        for count, who, way, positive, negative in _FLIPS.findall(text):
            one = by_who[who]
            sign = 1 if way == "newly" else -1
            moved = [sign * (one[cell][1] - one[cell][0]) for cell in ("tp", "fp")]
            assert [claims.whole(positive), claims.whole(negative)] == moved, text
            assert claims.whole(count) == sum(moved)
            found += 1
    if len(setting.groups) == 2:
        changed = sum(any(pair[0] != pair[1] for pair in one.values()) for one in read.values())
        assert found >= changed


def test_the_frontier_of_two_groups_is_the_one_of_all_pairs(
    view: tuple[Seen, Setting, str],
) -> None:
    page, setting, title = view
    if len(setting.groups) != 2:
        return
    sweep = recomputed.sweep(setting.grouping, *setting.groups)
    front = sweep.frontier(title)
    (text,) = (text for text in page.texts if _POINT.search(text))
    row, n, at = _POINT.search(text).groups()
    assert int(n) == len(front)
    gap, accuracy = front[int(row) - 1]
    assert claims.agrees(_ACCURACY.search(text)[1], 100 * accuracy)
    assert claims.agrees(_GAP.search(text)[1], gap)
    baseline = sweep.accuracy[50, 50]
    nearest = min(abs(one - baseline) for _, one in front)
    assert abs(accuracy - baseline) == pytest.approx(nearest, abs=1e-9)
    cuts = [round(100 * float(value)) for value in re.findall(r"(\d\.\d\d) for", at)]
    assert sweep.accuracy[tuple(cuts)] == pytest.approx(accuracy)


def test_a_group_is_what_it_is_called() -> None:
    """The witness itself, against a count by hand."""
    women: Group = recomputed.groups("sex")["Female"]
    assert women.at(0.5) == {"tp": 301, "fp": 106, "fn": 256, "tn": 4250}
