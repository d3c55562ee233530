"""Every "301 of 557 women", every percentage beside its counts and every worked line on a page."""

import re
from collections.abc import Iterator

import pytest

from tests.facts import claims, recomputed
from tests.facts.collected import PAGES, Seen, seen
from tests.facts.recomputed import Group
from tests.facts.settings import EACH_GROUPING, SETTINGS, Setting

_BIN = re.compile(r"^.{0,90}?\bscore (\d\.\d+)[-–](\d\.\d+)")


def views() -> Iterator[tuple[str, Setting]]:
    """Yield every page at every setting that it depends on."""
    for page in PAGES:
        for setting in EACH_GROUPING if page in ("Home", "Data") else SETTINGS:
            yield page, setting


@pytest.fixture(params=views(), ids=lambda view: f"{view[0]}: {view[1]}")
def view(request) -> tuple[Seen, Setting]:
    page, setting = request.param
    return seen(page, setting.params), setting


def test_counts_and_shares(view: tuple[Seen, Setting]) -> None:
    said, setting = view
    for sentence in said.sentences:
        assert not claims.wrong_shares(sentence), sentence
        assert not claims.wrong_sums(sentence), sentence
        for one in claims.counted(sentence):
            assert one.part <= one.all or "impossible" in sentence, sentence
            if people := claims.meant(one.who):
                assert one.all in sizes(*people, setting), sentence
                if said.page in ("Home", "Metrics"):
                    assert one.part in possible(*people, setting, one.who), sentence


def sizes(group: Group, label: int | None, setting: Setting) -> set[int]:
    """Return how many may be meant: "people" can also be those of the two groups looked at."""
    if group is not recomputed.everybody() or len(setting.groups) == 2:
        return {claims.size(group, label)}
    pairs = recomputed.pairs(setting.grouping)
    known = recomputed.groups(setting.grouping)
    return {claims.size(group, label)} | {
        claims.size(known[first], label) + claims.size(known[second], label)
        for first, second in pairs
    }


def possible(group: Group, label: int | None, setting: Setting, rest: str) -> set[int]:
    """Return every count that a page can give of these people at its thresholds."""
    parts = parts_of(group, setting)
    cells = [part.at(threshold) for part, threshold in parts]
    total = {name: sum(cell[name] for cell in cells) for name in ("tp", "fp", "fn", "tn")}
    tp, fp, fn, tn = (total[name] for name in ("tp", "fp", "fn", "tn"))
    if found := _BIN.match(rest):
        low, high = (round(float(edge) * 1_000_000) for edge in found.groups())
        inside = (group.score >= low) & ((group.score < high) | (high == 1_000_000))
        return {int(inside.sum())}
    by_label = {1: {tp, fn}, 0: {fp, tn}}
    everything = {tp + fp, fn + tn, tp + fn, fp + tn, tp + tn, fp + fn}
    return everything if label is None else by_label[label]


def parts_of(group: Group, setting: Setting) -> list[tuple[Group, float]]:
    """Return the groups of a grouping that make up some people, with their thresholds."""
    known = recomputed.groups(setting.grouping)
    if group is recomputed.everybody():
        return [(known[name], at) for name, at in setting.thresholds.items()]
    at = {id(known[name]): value for name, value in setting.thresholds.items()}
    return [(group, at.get(id(group), 0.5))]


@pytest.mark.parametrize(
    ("page", "people", "shares", "sums"),
    [("Home", 5, 5, 0), ("Data", 5, 4, 0), ("Metrics", 3, 25, 6), ("Incompatibility", 2, 0, 0),
     ("Frontier", 2, 0, 0)],
)  # fmt: skip
def test_the_reader_is_not_blind(page: str, people: int, shares: int, sums: int) -> None:
    """A page whose sentences changed their form would otherwise pass without being read."""
    said = seen(page, EACH_GROUPING[0].params)
    sentences = list(said.sentences)
    named = [one for s in sentences for one in claims.counted(s) if claims.meant(one.who)]
    assert len(named) >= people
    assert sum(map(claims.n_shares, sentences)) >= shares
    assert sum(map(claims.n_sums, sentences)) >= sums


@pytest.mark.parametrize(
    "wrong",
    ["301 of 557 women (54.1 %)", "54.1 %: 301 of 557 women", "54.1 % [49.9, 58.1] (301/557)"],
)
def test_a_wrong_share_is_noticed(wrong: str) -> None:
    assert claims.wrong_shares(wrong)
    assert not claims.wrong_shares(wrong.replace("54.1", "54.0"))


def test_a_sum_whose_digits_do_not_add_up_is_noticed() -> None:
    assert claims.wrong_sums("TPR 0.610 − 0.540 = 0.080")
    assert not claims.wrong_sums("TPR 0.6096 − 0.5404 ≈ 0.0692")
    assert claims.wrong_sums("301/557 − 1,916/3,143 ≈ 0.5404 − 0.6106")
