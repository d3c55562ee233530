"""Gaps along one group's base rate: lines, columns, words."""

import pytest

from equipoise.datasets.adult.audit import adult_audit
from equipoise.figures.incompatibility.base_rate import (
    SERIES,
    forced_words,
    gap_columns,
    gap_lines,
    gaps_along,
)
from equipoise.incompatibility.changes import with_base_rate
from equipoise.incompatibility.identity import forced_gaps
from equipoise.incompatibility.reweighting import STEPS, Reweighted
from equipoise.incompatibility.simultaneous import nearest_together
from tests.facts import recomputed


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_gap_lines_stand_one_below_the_other() -> None:
    pair = adult_audit().view("sex", 0.5)
    world = Reweighted(pair, "Female", 4)
    lines = gap_lines(world)
    assert list(lines) == list(SERIES)
    men = float(pair.tally.base_rates[1])
    for place in (0, 7, 20):
        rate = world.base_rates[place]
        assert [line[place] for line in lines.values()] == [
            *forced_gaps(rate, men, *world.shared),
            nearest_together(with_base_rate(pair.tally, {"Female": rate})),
        ]
    columns = gap_columns(world.base_rates, lines)
    assert columns["series"] == [name for name in SERIES for _ in STEPS]
    assert columns["base_rate"] == [*world.base_rates] * 3
    assert columns["gap"] == [gap for line in lines.values() for gap in line]


def test_the_figure_marks_where_one_is() -> None:
    world = Reweighted(adult_audit().view("sex", 0.5), "Female", 4)
    lines = gap_lines(world)
    figure = gaps_along(world)
    here = figure.tables()["here"].to_pydict()
    assert here["base_rate"] == [world.base_rates[4]] * 3
    assert here["gap"] == [line[4] for line in lines.values()]
    assert figure.takeaway == forced_words(world.shared, *here["gap"])
    assert "base rate of women" in str(figure.spec)
    assert figure.table is not None
    assert figure.table().shape == (21, 3)
    assert list(figure.table().columns) == list(SERIES)
    elsewhere = Reweighted(adult_audit().view("sex", 0.7), "Female", 9)
    assert gaps_along(elsewhere).spec is figure.spec
    assert "base rate of men" in str(gaps_along(Reweighted(world.pair, "Male")).spec)
    assert "datasets" not in figure.spec


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
    said = plain(forced_words((tpr, fpr), *gaps, 0.05))
    assert f"(TPR {100 * tpr:.1f} %, FPR {100 * fpr:.1f} %)" in said
    assert f"differ by {gaps[0]:.3f} and their selection rates by {gaps[1]:.3f}." in said
    assert "below 0.050." in said


def test_what_has_no_value_is_said() -> None:
    nan = float("nan")
    said = forced_words((0.0, 0.0), nan, 0.0, nan)
    assert "nobody would be selected, so there would be no PPV" in said
    assert "there are none at which all three gaps have a value" in said
    assert "–" not in said
