"""The tables of pages, cell by cell, and the figures of Home and Data."""

import re

import numpy as np
import pytest

from equipoise.datasets.adult.vocabulary import VOCABULARY
from tests.facts import claims, recomputed
from tests.facts.collected import seen
from tests.facts.recomputed import MILLION, Group
from tests.facts.settings import EACH_GROUPING, SETTINGS, Setting

RATES = {
    "Base rate": ("tp fn", "tp fp fn tn"),
    "Selection rate": ("tp fp", "tp fp fn tn"),
    "Rejection rate": ("fn tn", "tp fp fn tn"),
    "True-positive rate": ("tp", "tp fn"),
    "False-positive rate": ("fp", "fp tn"),
    "True-negative rate": ("tn", "fp tn"),
    "False-negative rate": ("fn", "tp fn"),
    "Positive predictive value": ("tp", "tp fp"),
    "Negative predictive value": ("tn", "fn tn"),
    "Accuracy": ("tp tn", "tp fp fn tn"),
}
"""Each rate by the confusion-matrix cells above and below its line."""

_CELL = re.compile(
    rf"^(?:({claims.SHARE}) %|–)(?: \[[^\]]*\])? \(({claims.COUNT})/({claims.COUNT})\)$"
)


@pytest.fixture(params=SETTINGS, ids=str)
def setting(request) -> Setting:
    return request.param


def matrices(setting: Setting) -> dict[str, dict[str, int]]:
    """Return each group's confusion matrix, and everybody's."""
    known = recomputed.groups(setting.grouping)
    cells = {name: known[name].at(at) for name, at in setting.thresholds.items()}
    everybody = {
        cell: sum(one[cell] for one in cells.values()) for cell in ("tp", "fp", "fn", "tn")
    }
    return {**cells, "Everybody": everybody}


def total(matrix: dict[str, int], cells: str) -> int:
    return sum(matrix[cell] for cell in cells.split())


def test_all_rates_of_all_groups(setting: Setting) -> None:
    (rows,) = seen("Metrics", setting.params).headed("Rate", "Everybody")
    read = 0
    for row in rows:
        name = row["Rate"].partition(" (")[0]
        for group, matrix in matrices(setting).items():
            if name == "Balanced accuracy":
                tpr, tnr = (
                    recomputed.share(matrix[hit], matrix[hit] + matrix[miss])
                    for hit, miss in (("tp", "fn"), ("tn", "fp"))
                )
                shown = row[group].removesuffix(" %").partition(" ")[0]
                assert claims.agrees(shown, 50 * float(tpr + tnr))
                continue
            above, below = (total(matrix, cells) for cells in RATES[name])
            shown, part, whole = _CELL.match(row[group]).groups()
            assert (claims.whole(part), claims.whole(whole)) == (above, below), (name, group)
            if below:
                assert claims.agrees(shown, 100 * above / below)
            else:
                assert shown is None
            read += 1
    assert read == len(RATES) * (len(setting.groups) + 1)


def test_the_four_outcomes_of_each_group(setting: Setting) -> None:
    tables = [
        rows
        for rows in seen("Metrics", setting.params).tables
        if len(rows) == 3 and rows[0][1].startswith("selected")
    ]
    assert len(tables) in (1, len(setting.groups))
    shown = {tuple(counts(" | ".join(" | ".join(row) for row in rows))) for rows in tables}
    true = {
        tuple(
            total(matrix, cells)
            for cells in ("tp fp", "fn tn", "tp fn", "tp", "fn", "fp tn", "fp", "tn")
        )
        for group, matrix in matrices(setting).items()
        if group != "Everybody"
    }
    assert shown <= true


def counts(text: str) -> list[int]:
    """Return the counts of people in four outcomes; the label's 50K is no count."""
    text = re.sub(r"\d+K", "", text)
    found = re.findall(rf"(?<![\d.,\[])({claims.COUNT})(?![\d.,]*(?: %|\]|\d))(?!\.\d)", text)
    return [claims.whole(one) for one in found]


def test_selection_rates_next_to_the_highest(setting: Setting) -> None:
    (rows,) = seen("Metrics", setting.params).headed("Selected", "Selection rate")
    cells = matrices(setting)
    rates = {
        group: total(cells[group], "tp fp") / sum(cells[group].values())
        for group in setting.groups
    }
    for row in rows:
        group, selected, rate, multiple = list(row.values())[:4]
        (one,) = claims.counted(selected)
        assert (one.part, one.all) == (total(cells[group], "tp fp"), sum(cells[group].values()))
        assert claims.agrees(rate.partition(" ")[0], 100 * rates[group])
        highest = max(rates.values())
        true = rates[group] / highest if highest else float("nan")
        assert claims.agrees(multiple.partition(" ")[0], true)


def test_the_identity_in_people(setting: Setting) -> None:
    page = seen("Incompatibility", setting.params)
    tables = [rows for rows in page.tables if rows[0][-1].startswith("value")]
    assert len(tables) == 2
    cells = matrices(setting)
    for head, *rows in tables:
        matrix = cells[re.sub(r"^:\w+\[.\] |^. ", "", head[0])]
        odds, wrong, found, result, _ = rows
        positives, negatives = total(matrix, "tp fn"), total(matrix, "fp tn")
        pairs = ((positives, negatives), (matrix["fp"], matrix["tp"]), (matrix["tp"], positives),
                 (matrix["fp"], negatives))  # fmt: skip
        for row, (part, of) in zip((odds, wrong, found, result), pairs, strict=True):
            first, second = re.split(" to | of ", row[1])
            assert (claims.whole(first), claims.whole(second)) == (part, of), row
            assert claims.agrees(row[2], float(recomputed.share(part, of)))


@pytest.mark.parametrize("setting", EACH_GROUPING, ids=str)
class TestData:
    def test_who_is_there(self, setting: Setting) -> None:
        (rows,) = seen("Data", setting.params).headed("Group", "People", "Base rate")
        known = recomputed.groups(setting.grouping)
        assert len(rows) == len(known)
        for row in rows:
            name, people, positives, negatives, base_rate = list(row.values())[:5]
            group = known[name]
            shown = [
                claims.whole(text.partition(" ")[0]) for text in (people, positives, negatives)
            ]
            assert shown == [group.n, group.positives, group.negatives]
            assert claims.agrees(base_rate.partition(" ")[0], 100 * group.base_rate)

    def test_their_scores(self, setting: Setting) -> None:
        tables = list(seen("Data", setting.params).headed("Group", "Score", "People"))
        known = recomputed.groups(setting.grouping)
        assert len(tables) == 2
        for label, rows in zip((1, 0), tables, strict=True):
            read = dict.fromkeys(known, 0)
            for row in rows:
                group = known[row["Group"]]
                low, high = map(float, row["Score"].split("–"))
                inside = int((in_bin(group, low, high) & (group.positive == bool(label))).sum())
                assert claims.whole(row["People"]) == inside, row
                share = list(row.values())[3].removesuffix(" %")
                assert claims.agrees(share, 100 * inside / claims.size(group, label))
                read[row["Group"]] += inside
            assert read == {name: claims.size(group, label) for name, group in known.items()}

    def test_their_medians(self, setting: Setting) -> None:
        texts = [text for text in seen("Data", setting.params).texts if "The median runs" in text]
        assert len(texts) == 2
        for label, text in zip((1, 0), texts, strict=True):
            true = recomputed.medians(setting.grouping, bool(label))
            found = re.search(r"from (\d\.\d+) \((.+?)\) to (\d\.\d+) \((.+?)\)\.", text)
            by_name = {VOCABULARY.who(group): median for group, median in true.items()}
            assert claims.agrees(found[1], min(true.values()))
            assert claims.agrees(found[3], max(true.values()))
            assert by_name[found[2]] == min(true.values())
            assert by_name[found[4]] == max(true.values())


def in_bin(group: Group, low: float, high: float) -> np.ndarray:
    first, last = round(low * MILLION), round(high * MILLION)
    return (group.score >= first) & ((group.score < last) | (last == MILLION))


def test_home_and_the_model_card() -> None:
    women, men = recomputed.groups("sex").values()
    ratio = (407 / 4913) / (2623 / 10147)
    cells = [group.at(0.5) for group in (women, men)]
    assert [one["tp"] + one["fp"] for one in cells] == [407, 2623]
    text = " ".join(seen("Home", EACH_GROUPING[0].params).texts)
    assert f"{ratio:.4f}" in text
    perfect = women.base_rate / men.base_rate
    assert f"A model that never errs would have {perfect:.2f}" in text
    card = " ".join(seen("Data", EACH_GROUPING[0].params).sentences)
    everybody = recomputed.everybody()
    accuracy = 100 * everybody.right[50] / everybody.n
    assert f"{accuracy:.2f} % on test rows" in card
    assert f"{everybody.auc:.4f} on test rows" in card
