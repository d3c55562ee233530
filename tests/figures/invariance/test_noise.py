"""What chance alone shows: shuffled contexts, and exactly."""

import pytest

from equipoise.figures.invariance.noise import null_figure, null_rows, widest_pairs
from equipoise.figures.invariance.sizes import SERIES, SIZES, size_lines, size_rows, sizes_figure
from equipoise.figures.invariance.words import JUDGED
from equipoise.invariance import exact_null, null_band
from equipoise.invariance.lesson.measured import measured
from equipoise.invariance.lesson.recorded import load_lesson

LESSON = load_lesson()
PLAIN = measured(LESSON, "default", 1, 0)
FOUND, NULL = PLAIN.si, PLAIN.null


def test_shuffles_add_up() -> None:
    rows = null_rows(NULL, FOUND.value)
    assert sum(rows["null"]["share"]) == pytest.approx(1)
    assert rows["value"]["value"] == [FOUND.value]
    one = null_rows(null_band([1, 1], None, ["a", "b"], n_permutations=10), 0.0)
    assert one["null"]["value"] == [0.0]


def test_sizes_follow_the_exact_distribution() -> None:
    rows = size_rows([25, 100], 2, 4, 0.5)
    exact = exact_null(25, [0.5, 0.5], 4)
    assert rows["value"][:2] == [exact.quantile(0.95), exact.mean]
    assert rows["value"][2] < rows["value"][0]
    assert rows["series"] == [*SERIES] * 2


@pytest.mark.parametrize("strategy", ["default", "ooc", "random_context"])
def test_shuffles_are_told_with_the_verdict(strategy: str) -> None:
    found = measured(LESSON, strategy, 3, 0)
    said = null_figure(found).takeaway
    assert f"These answers show **{found.si.value:.3f}**." in said
    assert f"beyond {found.null.upper:.3f} in at most 1 of 20 shuffles" in said
    assert said.endswith(f"**{JUDGED[found.verdict]}**")


def test_ten_differences_are_told_the_widest_first() -> None:
    limits = PLAIN.limits()
    table = widest_pairs(limits)
    assert len(table) == 10
    sizes = table["Difference"].str.replace("\N{MINUS SIGN}", "-").astype(float).abs()
    assert sizes.is_monotonic_decreasing
    assert sizes.iloc[0] == pytest.approx(limits.pairs["difference"].abs().max(), abs=5e-4)


def test_the_explorer_marks_the_size_chosen() -> None:
    found = exact_null(25, [0.5, 0.5], 4)
    figure = sizes_figure(found, 25, 2, 4, 0.5)
    assert figure.data["here"]["value"] == [found.quantile(0.95), found.mean]
    assert "25 comments in each of 8 cells, 200 in all." in figure.takeaway
    assert "**0.254** on average, beyond 0.400 in at most 1 of 20 cases" in figure.takeaway
    again = sizes_figure(exact_null(50, [0.5, 0.5], 4), 50, 2, 4, 0.5)
    assert again.spec is figure.spec
    assert again.data["lines"] is figure.data["lines"]
    lines = size_lines(2, 4, 0.5)
    assert (lines["n"][0], lines["n"][-1]) == (SIZES[0], SIZES[-1])
