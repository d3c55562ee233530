"""What the Metrics page says, counted again from the committed rows with NumPy alone."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import numpy as np
import pytest

from equipoise import overall_rates, words
from equipoise.audit import View
from equipoise.datasets.adult.artifact import ARTIFACT
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.figures.metrics import words as sentences
from equipoise.figures.metrics.confusion import all_rates, in_words
from equipoise.figures.metrics.impact import compared, impact_rows
from equipoise.figures.metrics.lab import lab
from equipoise.tasks.metrics import price
from tests.views import view_of

ROWS = json.loads(ARTIFACT.read_text())
LABEL, SCORE = np.array(ROWS["y_true"]) == 1, np.array(ROWS["y_prob"])
RACE_FIVE = np.array(ROWS["race_five"]["names"])[[int(c) for c in ROWS["race_five"]["codes"]]]
SETTINGS = ("half", "nobody", "everybody", "mixed", "falling")


@dataclass(frozen=True)
class Setting:
    """Thresholds, and each group's people as the rows have them."""

    key: str
    thresholds: dict[str, float]
    counts: dict[str, dict[str, int]]

    @property
    def view(self) -> View:
        return adult_audit().view(self.key, self.thresholds)

    def rates(self, over: str, under: str) -> dict[str, float]:
        """Return the share of cells over cells, such as "tp" over "tp fn", by group."""
        shares = {}
        for group, row in self.counts.items():
            below = sum(row[cell] for cell in under.split())
            if below:
                shares[group] = sum(row[cell] for cell in over.split()) / below
        return shares


def members(group: str) -> np.ndarray:
    """Return whose sex and race are all those that a group's name holds."""
    parts = set(group.split(" × "))
    named = zip(ROWS["sex"], ROWS["race"], RACE_FIVE, strict=True)
    return np.array([parts <= set(names) for names in named])


MEMBERS = {
    key: {group: members(group) for group in adult_audit().tally(key).groups}
    for key in COMPARISONS
}


def cuts(kind: str, groups: list[str]) -> dict[str, float]:
    values = {
        "half": [0.5] * 10,
        "nobody": [1.0] * 10,
        "everybody": [0.0] * 10,
        "mixed": [0.41, 0.5, 0.0, 0.93, 1.0, 0.07, 0.5, 0.61, 0.29, 0.5],
        "falling": [round(0.95 - 0.09 * k, 2) for k in range(10)],
    }[kind]
    return dict(zip(groups, values, strict=False))


@pytest.fixture(
    params=[(key, kind) for key in COMPARISONS for kind in SETTINGS], ids=lambda p: "-".join(p)
)
def setting(request) -> Setting:
    key, kind = request.param
    thresholds = cuts(kind, list(MEMBERS[key]))
    counts = {}
    for group, member in MEMBERS[key].items():
        chosen = np.round(SCORE * 1e6) >= round(thresholds[group] * 1e6)
        pairs = {"tp": chosen & LABEL, "fp": chosen & ~LABEL,
                 "fn": ~chosen & LABEL, "tn": ~chosen & ~LABEL}  # fmt: skip
        counts[group] = {cell: int((people & member).sum()) for cell, people in pairs.items()}
    return Setting(key, thresholds, counts)


def plain(text: str) -> str:
    return re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", text)


def test_the_groups_are_those_of_the_rows() -> None:
    assert {key: sum(m.sum() for m in groups.values()) for key, groups in MEMBERS.items()} == (
        dict.fromkeys(COMPARISONS, 15_060)
    )


def test_found_is_counted_group_by_group(setting: Setting) -> None:
    said = plain(lab(setting.view, setting.view.groups).takeaway)
    found = {VOCABULARY.positives_of(group): row for group, row in setting.counts.items()}
    if len(found) > 4:
        cells = ("tp", "fn")
        found = {"high-earning people": {c: sum(row[c] for row in found.values()) for c in cells}}
    for people, row in found.items():
        tp, n = row["tp"], row["tp"] + row["fn"]
        assert f"{tp:,} of {n:,} {people} ({100 * tp / n:.1f} %)" in said


def test_each_matrix_is_told_in_people_and_good_grammar(setting: Setting) -> None:
    for group, row in setting.view.rows.items():
        said, own = plain(in_words(VOCABULARY, group, row)), setting.counts[group]
        chosen, n = own["tp"] + own["fp"], own["tp"] + own["fn"]
        are = "is" if own["tp"] == 1 else "are"
        assert said.startswith(
            f"{own['tp']:,} of {n:,} {VOCABULARY.who(group, 1)} {are} selected."
        )
        if chosen > 1:
            earn = "earns" if own["tp"] == 1 else "earn"
            share = 100 * own["tp"] / chosen
            assert f"selected, {own['tp']:,} {earn} more than 50K ({share:.1f} %)." in said
        elif chosen:
            assert "one is selected, who earns" in said
        else:
            assert f"No {VOCABULARY.who(group)} are selected" in said


@pytest.mark.parametrize(
    ("name", "over", "under"),
    [
        ("demographic_parity_difference", "tp fp", "tp fp tn fn"),
        ("disparate_impact_ratio", "tp fp", "tp fp tn fn"),
        ("equal_opportunity_difference", "tp", "tp fn"),
        ("predictive_parity_difference", "tp", "tp fp"),
    ],
)
def test_a_criterion_is_worked_over_the_pair_it_names(
    setting: Setting, name: str, over: str, under: str
) -> None:
    view = setting.view
    criterion = getattr(view.criteria, name)
    rates = setting.rates(over, under)
    said = plain(sentences.worked(criterion, view))
    is_ratio = name == "disparate_impact_ratio"
    if criterion.verdict == "undefined":
        assert said == ""
        assert len(rates) < len(setting.counts) or (is_ratio and not any(rates.values()))
        return
    first, second = criterion.pair
    values = f"≈ {rates[first]:.4f} {'÷' if is_ratio else '−'} {rates[second]:.4f}"
    assert said.endswith(values)
    if is_ratio:
        assert criterion.value == pytest.approx(min(rates.values()) / max(rates.values()))
        assert plain(sentences.criterion_value(criterion)) == f"{criterion.value:.4f}"
    else:
        spread = max(rates.values()) - min(rates.values())
        assert abs(criterion.value) == pytest.approx(spread)
        shown = plain(sentences.criterion_value(criterion)).replace("−", "-")
        assert float(shown) == pytest.approx(rates[first] - rates[second], abs=5.1e-4)


def test_equalized_odds_shows_both_gaps(setting: Setting) -> None:
    view = setting.view
    said = plain(sentences.worked(view.criteria.equalized_odds_difference, view))
    for short, over, under in (("TPR", "tp", "tp fn"), ("FPR", "fp", "fp tn")):
        rates = setting.rates(over, under).values()
        high, low = max(rates), min(rates)
        assert f"{short} {high:.4f} − {low:.4f} ≈ {high - low:.4f}" in said


@pytest.mark.parametrize("key", COMPARISONS)
def test_calibration_says_what_the_fullest_bin_outweighs(key: str) -> None:
    view = adult_audit().view(key)
    said = plain(sentences.worked(view.criteria.expected_calibration_error, view))
    bins = np.minimum((np.round(SCORE * 1e6) // 1e5).astype(int), 9)
    off, sizes = {}, {}
    for group, member in MEMBERS[key].items():
        gap = [abs((SCORE - LABEL)[member & (bins == b)].sum()) for b in range(10)]
        off[group], sizes[group] = np.array(gap), np.bincount(bins[member], minlength=10)
    errors = {group: off[group].sum() / sizes[group].sum() for group in off}
    worst = max(errors, key=errors.__getitem__)
    gap, size, full = off[worst], sizes[worst], int(sizes[worst].argmax())
    assert (
        f"off by {errors[worst]:.3f} on average over {size.sum():,} {VOCABULARY.who(worst)}"
        in said
    )
    share = 100 * size[full] / size.sum()
    assert (
        f"{size[full]:,} of {size.sum():,} {VOCABULARY.who(worst)} ({share:.1f} %)"
        f" score {full / 10:.1f}–{(full + 1) / 10:.1f}, where scores are off by "
        f"{gap[full] / size[full]:.3f}; over the other {size.sum() - size[full]:,} it is "
        f"{(gap.sum() - gap[full]) / (size.sum() - size[full]):.3f}."
    ) in said


def test_one_filled_bin_hides_nothing() -> None:
    one = view_of([0, 1, 1], [0.51, 0.52, 0.55], "AAB")
    said = sentences.worked(one.criteria.expected_calibration_error, one)
    assert "over the other" not in said


def test_who_is_treated_alike_is_counted(setting: Setting) -> None:
    selected = sum(row["tp"] + row["fp"] for row in setting.counts.values())
    said = sentences.alike(setting.view.rows)
    share = selected / 15_060
    if share in (0, 1):
        assert said == "everybody gets the same decision"
    elif share <= 0.01 or share >= 0.99:
        assert f"nearly everybody gets the same decision ({selected:,} of 15,060 people" in said
    else:
        assert said == ""


def test_the_price_is_the_change_in_errors(setting: Setting) -> None:
    tallied = adult_audit().tally(setting.key)
    half = np.round(SCORE * 1e6) >= 500_000
    before, now = (half != LABEL).sum(), sum(r["fp"] + r["fn"] for r in setting.counts.values())
    said = price(overall_rates(tallied, 0.5), overall_rates(tallied, setting.thresholds))
    more = int(now - before)
    if more:
        assert said.startswith(f"{abs(more):,} {'more' if more > 0 else 'fewer'} ")
    else:
        assert said.startswith("As many people")
    assert f"→ {100 * (1 - now / 15_060):.2f} %" in plain(said)


def test_the_impact_ratio_is_told_of_whom_it_is(setting: Setting) -> None:
    rates = setting.rates("tp fp", "tp fp tn fn")
    low, high = min(rates.values()), max(rates.values())
    said = compared(setting.view)
    if high == 0:
        assert "Nobody is selected" in said
    elif low == high:
        assert said == "Every group is selected equally often."
    else:
        least = [VOCABULARY.who(group) for group, rate in rates.items() if rate == low]
        most = [VOCABULARY.who(group) for group, rate in rates.items() if rate == high]
        told = f"selected {low / high:.4f} times as often as" if low else "are selected, while"
        assert told in said
        assert any(who in said.replace(words.sentence(who), who) for who in least)
        assert any(who in said for who in most)


def test_impact_is_drawn_over_the_highest(setting: Setting) -> None:
    rates = setting.rates("tp fp", "tp fp tn fn")
    drawn = impact_rows(setting.view.rows)
    highest = max(rates.values())
    for group, ratio in zip(drawn["group"], drawn["ratio"], strict=True):
        assert ratio == (pytest.approx(rates[group] / highest) if highest else None)


def test_every_rate_in_the_table_is_its_fraction(setting: Setting) -> None:
    table = all_rates(setting.view)
    for group, row in setting.counts.items():
        tp, n = row["tp"], row["tp"] + row["fn"]
        cell = plain(table.loc["True-positive rate (TPR)", group])
        assert cell == f"{100 * tp / n:.1f} % ({tp:,}/{n:,})"
