"""The scores of each group and label: bars, medians and words are those of the rows."""

import json

import numpy as np
import pytest

from equipoise import Tally
from equipoise.audit import View
from equipoise.datasets.adult.artifact import ARTIFACT
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.figures.data import scores as data
from tests.views import view_of

ROWS = json.loads(ARTIFACT.read_text())


@pytest.fixture(params=COMPARISONS)
def view(request) -> View:
    return adult_audit().view(request.param)


@pytest.fixture
def scores(view) -> Tally:
    return view.exact_tally


@pytest.fixture
def own() -> View:
    """A has nobody with a positive label; B has scores at both ends of the grid."""
    return view_of([0, 0, 0, 1, 1, 0, 1], [0.1, 0.2, 0.2, 1, 0, 0.5, 0.999], "AAABBBB")


@pytest.fixture
def lopsided(own) -> Tally:
    return own.exact_tally


def in_rows(group: str, label: int) -> np.ndarray:
    """Return the scores of a group's people with a label, straight from the artifact."""
    races = [ROWS["race_five"]["names"][int(code)] for code in ROWS["race_five"]["codes"]]
    parts = set(group.split(" × "))
    named = zip(ROWS["sex"], ROWS["race"], races, strict=True)
    member = np.array([parts <= set(names) for names in named])
    return np.array(ROWS["y_prob"])[member & (np.array(ROWS["y_true"]) == label)]


@pytest.mark.parametrize("label", [0, 1])
def test_score_bars_add_up_to_the_people_of_the_label(scores, label) -> None:
    bars = data.score_bars(scores, label)
    people = bars.groupby("group", sort=False)["people"].sum().reindex(scores.groups)
    assert people.tolist() == scores.counts[:, label].sum(axis=1).tolist()
    np.testing.assert_allclose(bars.groupby("group")["share"].sum(), 1)
    assert (bars["top"] - bars["base"]).max() == pytest.approx(data._BAR_SHARE)


@pytest.mark.parametrize("label", [0, 1])
def test_bars_medians_and_words_are_those_of_the_rows(view, scores, label) -> None:
    medians, tallest = {}, (0.0, "", "")
    for place, group in enumerate(scores.groups):
        own = in_rows(group, label)
        medians[group] = float(np.median(own))
        assert data.median_scores(scores)[place, label] == pytest.approx(medians[group])
        people = np.bincount(np.minimum((own * 20 + 1e-9).astype(int), 19), minlength=20)
        bars = data.score_bars(scores, label).query("group == @group")
        assert bars["people"].tolist() == people[people > 0].tolist()
        bar = (people.max() / len(own), f"{people.max():,} of {len(own):,}", group)
        tallest = max(tallest, bar, key=lambda one: one[0])
        said = data.score_names(scores, label)["text"][place]
        assert f"{len(own):,}, median {medians[group]:.2f}" in said
    said = data.scores(view, label).takeaway
    low, high = (end(medians, key=medians.__getitem__) for end in (min, max))
    for group in (low, high):
        assert f"{medians[group]:.2f} ({VOCABULARY.who(group)})" in said
    share, people, group = tallest
    narrow = "\N{NARROW NO-BREAK SPACE}"
    assert f"for {people} {VOCABULARY.who(group, label)} ({100 * share:.1f}{narrow}%)" in said


def test_medians_are_rounded_and_not_cut_off() -> None:
    said = data.scores(adult_audit().view("sex"), 0).takeaway
    assert "0.03 (women) to 0.09 (men)" in said
    five = adult_audit().exact_tally("race-five")
    assert "Other: 24, median 0.48 · few" in data.score_names(five, 1)["text"].tolist()


def test_of_an_even_number_the_median_lies_between_the_middle_two(lopsided) -> None:
    assert data.median_scores(lopsided).tolist()[1] == [0.5, pytest.approx(0.999)]
    two = view_of([1, 1], [0.2, 0.6], "AA")
    assert data.median_scores(two.exact_tally)[0, 1] == pytest.approx(0.4)
    assert "Every median rounds to 0.40." in data.scores(two, 1).takeaway


def test_between_the_points_of_a_grid_there_is_no_median(view) -> None:
    with pytest.raises(ValueError, match="grid=None"):
        data.median_scores(view.tally)


def test_nobody_with_a_label_has_no_bars_and_no_median(own, lopsided) -> None:
    assert set(data.score_bars(lopsided, 1)["group"]) == {"B"}
    assert np.isnan(data.median_scores(lopsided)[0, 1])
    assert "A: 0, median –" in data.score_names(lopsided, 1)["text"][0]
    assert set(data.score_table(lopsided, 1).index) == {"B"}
    assert "of 3 people in group B who are positive" in data.scores(own, 1).takeaway


def test_the_last_bin_holds_a_score_of_one(lopsided) -> None:
    bars = data.score_bars(lopsided, 1).set_index("low")["people"]
    assert bars.to_dict() == {0.0: 1, 0.95: 2}


@pytest.mark.parametrize("label", [0, 1])
def test_what_is_drawn_is_made_once_for_a_tally(scores, label) -> None:
    for make in (data.score_spec, data.score_bars, data.score_names, data.score_table):
        assert make(scores, label) is make(scores, label)
    assert "values" not in json.dumps(data.score_spec(scores, label).get("datasets", {}))


def test_what_is_kept_cannot_be_changed(scores) -> None:
    for kept in (data.binned(scores), data.median_scores(scores)):
        with pytest.raises(ValueError, match="read-only"):
            kept[:] = 0


@pytest.mark.parametrize("label", [0, 1])
def test_the_words_of_a_figure_are_those_of_the_data(own, label) -> None:
    adult, plain = data.scores(adult_audit().view("sex"), label), data.scores(own, label)
    earn, are = ("earn 50K or less", "earn more than 50K"), ("are negative", "are positive")
    for figure, outcome in ((adult, earn[label]), (plain, are[label])):
        assert figure.title == f"Scores of those who {outcome}"
        assert figure.table_title == f"Scores of those who {outcome} as a table"
        assert f"of the scores of those who {outcome}, in 20 bins" in figure.alt


def test_nobody_at_all_with_a_label_is_said() -> None:
    figure = data.scores(view_of([1, 1], [0.2, 0.6], "AB"), 0)
    assert figure.takeaway == "Nobody is negative."
    assert len(figure.tables()["bars"]) == 0
