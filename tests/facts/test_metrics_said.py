"""What Metrics says in sentences: ranges of rates, multiples, and how far scores are off."""

import re

import numpy as np
import pytest

from equipoise.datasets.adult.vocabulary import VOCABULARY
from tests.facts import claims, recomputed
from tests.facts.collected import seen
from tests.facts.recomputed import MILLION, Group
from tests.facts.settings import SETTINGS, Setting

_RANGE = re.compile(r"They range from (\d+\.\d) % to (\d+\.\d) %")
_MULTIPLE = re.compile(r"(\S.*?) are selected (\d\.\d+) times as often as (.+?)\.")
_NOBODY = re.compile(r"No (.+?) are selected, while some (.+?) are\.")
_OFF = re.compile(
    r"Scores are off by (\d\.\d+) on average over ([\d,]+) (.+?), by (\d\.\d+) over (.+?)\."
)
_FULLEST = re.compile(
    r"score (\d\.\d)–(\d\.\d), where scores are off by (\d\.\d+); "
    r"over the other ([\d,]+) it is (\d\.\d+)"
)


@pytest.fixture(params=SETTINGS, ids=str)
def setting(request) -> Setting:
    return request.param


def said(setting: Setting) -> str:
    return "\n".join(seen("Metrics", setting.params).texts)


def rates(setting: Setting, name: str) -> dict[str, float]:
    known = recomputed.groups(setting.grouping)
    return {
        VOCABULARY.who(group): float(known[group].curves[name][round(100 * at)])
        for group, at in setting.thresholds.items()
    }


def test_how_far_apart_the_true_positive_rates_are(setting: Setting) -> None:
    found = _RANGE.search(said(setting))
    values = rates(setting, "tpr").values()
    if max(values) - min(values) > 0.01:
        assert claims.agrees(found[1], 100 * min(values))
        assert claims.agrees(found[2], 100 * max(values))
    else:
        assert found is None


def test_how_often_the_least_selected_are_selected(setting: Setting) -> None:
    found = _MULTIPLE.search(said(setting))
    by_who = rates(setting, "selection")
    if len(set(by_who.values())) == 1:
        return
    low, high = min(by_who.values()), max(by_who.values())
    if low == 0:
        nobody = _NOBODY.search(said(setting))
        assert by_who[nobody[1]] == 0
        assert by_who[nobody[2]] == high
        return
    assert found, "the groups differ, and nothing says by how much"
    first, multiple, second = found.groups()
    assert claims.agrees(multiple, low / high)
    assert by_who[second] == high
    assert by_who[next(who for who in by_who if who.lower() == first.lower())] == low


def test_how_far_scores_are_off(setting: Setting) -> None:
    """Thresholds do not matter here; the sentence must stand whatever they are."""
    found, fullest = _OFF.search(said(setting)), _FULLEST.search(said(setting))
    known = {
        VOCABULARY.who(name): group for name, group in recomputed.groups(setting.grouping).items()
    }
    errors = {who: group.calibration_error for who, group in known.items()}
    worst, people, who, best, least = found.groups()
    assert claims.agrees(worst, max(errors.values()))
    assert errors[who] == max(errors.values())
    assert claims.whole(people) == known[who].n
    assert claims.agrees(best, min(errors.values()))
    assert errors[least] == min(errors.values())
    low, high, inside, others, outside = fullest.groups()
    n, off = in_bin(known[who], float(low), float(high))
    assert n == max(in_bin(known[who], edge / 10, edge / 10 + 0.1)[0] for edge in range(10))
    assert claims.agrees(inside, off)
    assert claims.whole(others) == known[who].n - n
    rest = (errors[who] * known[who].n - off * n) / (known[who].n - n)
    assert claims.agrees(outside, rest)


def in_bin(group: Group, low: float, high: float) -> tuple[int, float]:
    """Return how many score within a tenth, and how far their mean score is off."""
    first, last = round(low * MILLION), round(high * MILLION)
    inside = (group.score >= first) & ((group.score < last) | (last == MILLION))
    if not inside.any():
        return 0, float("nan")
    off = np.mean(group.score[inside]) / MILLION - np.mean(group.positive[inside])
    return int(inside.sum()), abs(float(off))
