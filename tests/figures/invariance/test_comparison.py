"""Charts that compare strategies: what they draw, undefined measures left out."""

import pandas as pd
import pytest

from equipoise.figures.invariance import comparison as charts
from equipoise.figures.invariance.bands import band_rows, bands_of
from equipoise.figures.invariance.comparison import Compared, agreement_figure, trade_figure
from equipoise.figures.invariance.copies import Copies
from equipoise.figures.invariance.results import Results, bands_figure, shares_figure
from equipoise.figures.invariance.shares import shares_rows
from equipoise.figures.invariance.words import SHORT
from equipoise.invariance import Scores, ci_probability, read_answers, read_items, score
from equipoise.invariance.judging import cells_table
from equipoise.invariance.lesson.live import lesson_answers
from equipoise.invariance.lesson.recorded import load_lesson

LESSON = load_lesson()


@pytest.fixture
def scores() -> Scores:
    items = read_items(
        pd.DataFrame(
            [(f"{u}{z}", z, "all", u) for u in "abcd" for z in ("x", "y")],
            columns=["id", "z", "s", "unit"],
        )
    )
    answers = pd.DataFrame(
        [(id, "one", pred) for id, pred in zip(items.table["id"], [1, 0] * 4, strict=True)]
        + [(id, "none", None) for id in items.table["id"]],
        columns=["id", "strategy", "pred"],
        dtype=object,
    )
    return score(items, read_answers(answers), n_permutations=200)


def test_what_is_undefined_has_no_mark(scores: Scores) -> None:
    drawn = band_rows(bands_of(scores.table()))["bands"]
    assert drawn["name"] == ["one"]
    assert drawn["value"] == [1.0]
    shares = shares_rows(cells_table(scores))
    assert set(shares["line"]) == {"one"}
    assert shares["people"] == ["4 of 4", "0 of 4"]


@pytest.mark.parametrize(("values", "low"), [([], 0.0), ([0.82], 0.7), ([0.0], 0.0), ([1.0], 0.9)])
def test_the_axis_begins_below_all_values(values: list[float], low: float) -> None:
    assert charts.low_of(values) == pytest.approx(low)


def test_each_pair_stands_once_and_an_unknown_one_has_its_mark() -> None:
    ci = ci_probability([1, 0, 1, 1, None, 1], list("aabbcc"), ["x", "y", "x", "y", "z", "x"])
    rows = charts.agreement_rows(ci.pairwise, ci.pairwise_n)
    pairs = list(zip(rows["first"], rows["second"], rows["said"], rows["people"], strict=True))
    assert pairs[0][:2] == ("x", "y")
    assert pairs[0][3] == "1 of 2"
    assert [pair[2:] for pair in pairs[1:]] == [("–", "no unit has both")] * 2


@pytest.fixture(scope="module")
def compared() -> Compared:
    answers = lesson_answers(LESSON, m=3, seed=0)
    copies = Copies(LESSON.items, answers, ("toxic", "not toxic"))
    found = score(LESSON.items, answers)
    return Compared(copies, found, SHORT, "comment", labelled=True, drawn="one draw")


def test_bias_is_told_with_its_cost(compared: Compared) -> None:
    figure = trade_figure(compared)
    one, other = compared.scores["default"], compared.scores["ooc"]
    assert figure.data["trade"]["cost"] == [each.f1.value for each in compared.scores.values()]
    assert (
        f"As it is → Out of context (one draw): SI-bias (the widest gap between two contexts) "
        f"{one.si_bias.value:.3f} ({one.verdict}) → {other.si_bias.value:.3f} ({other.verdict})"
    ) in figure.takeaway
    assert f"{one.f1.value:.3f} → {other.f1.value:.3f}." in figure.takeaway
    assert "is no test of the change between them" in figure.takeaway
    assert trade_figure(compared) is figure


def test_without_labels_the_cost_is_the_share_of_yes(compared: Compared) -> None:
    bare = Compared(
        compared.copies, compared.scores, SHORT, "question", labelled=False, drawn="recorded"
    )
    figure = trade_figure(bare)
    rates = [each.positive_rate for each in compared.scores.values()]
    assert figure.data["trade"]["cost"] == rates
    assert "is not defined: no answer is labelled right" in figure.takeaway


@pytest.mark.parametrize("strategy", SHORT)
def test_agreement_is_told_with_its_flips(compared: Compared, strategy: str) -> None:
    ci = compared.scores[strategy].ci
    figure = agreement_figure(compared, strategy)
    assert f"probability {ci.value:.3f}: of 36 comments" in figure.takeaway
    assert f"every context, {len(ci.flips)} flip." in figure.takeaway
    assert "Any two contexts agree at least as often" in figure.takeaway


def test_a_missing_answer_says_nothing_of_pairs() -> None:
    items = read_items(
        pd.DataFrame(
            [(f"{u}{z}", z, "all", u) for u in "ab" for z in ("x", "y")],
            columns=["id", "z", "s", "unit"],
        )
    )
    answers = pd.DataFrame({"id": items.table["id"], "strategy": "default"})
    answers["pred"] = pd.Series([1, 1, 0, None], dtype=object)
    read = read_answers(answers)
    found = score(items, read, n_permutations=100)
    one = Compared(Copies(items, read, ("1", "0")), found, {}, "unit", labelled=False, drawn="")
    assert "Any two contexts" not in agreement_figure(one, "default").takeaway


def test_results_are_drawn_once_and_kept_with_them(scores: Scores) -> None:
    def results() -> Results:
        return Results(scores.table(), cells_table(scores), ("x", "y"))

    one, other = results(), results()
    assert bands_figure(one) is bands_figure(one)
    assert bands_figure(one) is not bands_figure(other)
    assert shares_figure(one, "one") is shares_figure(one, "one")
    assert shares_figure(one, "one").data["shares"]["people"] == ["4 of 4", "0 of 4"]
    assert shares_figure(one, "one").takeaway.startswith("Widest: x over y, by 1.000.")
    assert shares_figure(one, "none").takeaway.startswith("SI-bias is not defined.")
    assert "SI-bias is not defined for none." in bands_figure(one).takeaway
    assert bands_figure(one).data["bands"]["name"] == ["one"]
