"""The Data page's charts: their numbers are those of the tally and of the card."""

import json

import numpy as np
import pytest

from equipoise import Predictions, Tally, load_adult, tally, words
from equipoise.datasets import AdultCard, adult_card
from equipoise.datasets.adult.artifact import ARTIFACT
from equipoise.figures.data import features as data_features
from equipoise.figures.data import people as data
from equipoise.figures.data import scores as data_scores

ROWS = json.loads(ARTIFACT.read_text())
VIEWS = ("sex", "race", "race_five", ("sex", "race"), ("sex", "race_five"))


@pytest.fixture(scope="module", params=VIEWS, ids=str)
def counts(request) -> Tally:
    return tally(load_adult(), request.param)


@pytest.fixture(scope="module", params=VIEWS, ids=str)
def scores(request) -> Tally:
    return tally(load_adult(), request.param, grid=None)


@pytest.fixture(scope="module")
def card() -> AdultCard:
    return adult_card()


@pytest.fixture
def lopsided() -> Tally:
    """A has nobody with a positive label; B has scores at both ends of the grid."""
    groups = {"g": ["A"] * 3 + ["B"] * 4}
    return tally(
        Predictions([0, 0, 0, 1, 1, 0, 1], [0.1, 0.2, 0.2, 1, 0, 0.5, 0.999], groups),
        "g",
        grid=None,
    )


def in_rows(group: str, label: int) -> np.ndarray:
    """Return the scores of a group's people with a label, straight from the artifact."""
    races = [ROWS["race_five"]["names"][int(code)] for code in ROWS["race_five"]["codes"]]
    parts = set(group.split(" × "))
    named = zip(ROWS["sex"], ROWS["race"], races, strict=True)
    member = np.array([parts <= set(names) for names in named])
    return np.array(ROWS["y_prob"])[member & (np.array(ROWS["y_true"]) == label)]


def test_bars_are_the_counts_of_the_tally(counts) -> None:
    bars = data.people_bars(counts).set_index(["label", "group"])
    length = bars["to"] - bars["from"]
    assert length.loc[1].tolist() == counts.positives.tolist()
    assert length.loc[0].tolist() == counts.negatives.tolist()
    shares = data.base_rate_bars(counts).set_index(["label", "group"]).loc[1]
    np.testing.assert_array_equal(shares["to"], counts.base_rates)


def test_every_group_is_shown_and_the_small_ones_are_marked(counts) -> None:
    texts = data.people_names(counts)["text"].tolist()
    assert [text.split(":")[0] for text in texts] == list(counts.groups)
    small = np.minimum(counts.positives, counts.negatives) < 30
    assert [text.endswith(" · few") for text in texts] == small.tolist()


def test_a_base_rate_is_over_the_whole_group(counts) -> None:
    texts = data.base_rate_names(counts)["text"]
    assert [text.endswith(" · few") for text in texts] == (counts.n < 30).tolist()
    five = tally(load_adult(), "race_five")
    assert not data.base_rate_names(five)["text"].str.contains("few").any()
    tiny = tally(Predictions([0, 1] * 20, [0.5] * 40, {"g": ["A"] * 12 + ["B"] * 28}), "g")
    assert data.base_rate_names(tiny)["text"].str.contains("few").tolist() == [True, True]


def test_small_counts_are_marked_where_they_stand(counts) -> None:
    table = data.people_table(counts)
    assert table.index.tolist() == list(counts.groups)
    for column, people in (
        ("People", counts.n),
        ("Above 50K", counts.positives),
        ("50K or less", counts.negatives),
    ):
        assert table[column].str.endswith(" · few").tolist() == (people < 30).tolist()


def test_the_small_groups_of_the_data() -> None:
    five = tally(load_adult(), "race_five")
    marked = [g for g, few in zip(five.groups, data.few_groups(five), strict=True) if few]
    assert marked == ["Amer-Indian-Eskimo", "Other"]


@pytest.mark.parametrize("label", [0, 1])
def test_score_bars_add_up_to_the_people_of_the_label(scores, label) -> None:
    bars = data_scores.score_bars(scores, label)
    people = bars.groupby("group", sort=False)["people"].sum().reindex(scores.groups)
    assert people.tolist() == scores.counts[:, label].sum(axis=1).tolist()
    np.testing.assert_allclose(bars.groupby("group")["share"].sum(), 1)
    assert (bars["top"] - bars["base"]).max() == pytest.approx(data_scores._BAR_SHARE)


@pytest.mark.parametrize("label", [0, 1])
def test_bars_medians_and_words_are_those_of_the_rows(scores, label) -> None:
    medians, tallest = {}, (0.0, "", "")
    for place, group in enumerate(scores.groups):
        own = in_rows(group, label)
        medians[group] = float(np.median(own))
        assert data_scores.median_scores(scores)[place, label] == pytest.approx(medians[group])
        people = np.bincount(np.minimum((own * 20 + 1e-9).astype(int), 19), minlength=20)
        bars = data_scores.score_bars(scores, label).query("group == @group")
        assert bars["people"].tolist() == people[people > 0].tolist()
        bar = (people.max() / len(own), f"{people.max():,} of {len(own):,}", group)
        tallest = max(tallest, bar, key=lambda one: one[0])
        said = data_scores.score_names(scores, label)["text"][place]
        assert f"{len(own):,}, median {medians[group]:.2f}" in said
    said = data_scores.score_takeaway(scores, label)
    low, high = (end(medians, key=medians.__getitem__) for end in (min, max))
    for group in (low, high):
        assert f"{medians[group]:.2f} ({words.who(group)})" in said
    share, people, group = tallest
    narrow = "\N{NARROW NO-BREAK SPACE}"
    assert f"for {people} {words.who(group, label)} ({100 * share:.1f}{narrow}%)" in said


def test_medians_are_rounded_and_not_cut_off() -> None:
    said = data_scores.score_takeaway(tally(load_adult(), "sex", grid=None), 0)
    assert "0.03 (women) to 0.09 (men)" in said
    five = tally(load_adult(), "race_five", grid=None)
    assert "Other: 24, median 0.48 · few" in data_scores.score_names(five, 1)["text"].tolist()


def test_of_an_even_number_the_median_lies_between_the_middle_two(lopsided) -> None:
    assert data_scores.median_scores(lopsided).tolist()[1] == [0.5, pytest.approx(0.999)]
    two = tally(Predictions([1, 1], [0.2, 0.6], {"g": ["A", "A"]}), "g", grid=None)
    assert data_scores.median_scores(two)[0, 1] == pytest.approx(0.4)
    assert "Every median rounds to 0.40." in data_scores.score_takeaway(two, 1)


def test_between_the_points_of_a_grid_there_is_no_median(counts) -> None:
    with pytest.raises(ValueError, match="grid=None"):
        data_scores.median_scores(counts)


def test_nobody_with_a_label_has_no_bars_and_no_median(lopsided) -> None:
    assert set(data_scores.score_bars(lopsided, 1)["group"]) == {"B"}
    assert np.isnan(data_scores.median_scores(lopsided)[0, 1])
    assert "A: 0, median –" in data_scores.score_names(lopsided, 1)["text"][0]
    assert set(data_scores.score_table(lopsided, 1).index) == {"B"}
    assert "of 3 people in group B who earn" in data_scores.score_takeaway(lopsided, 1)


def test_the_last_bin_holds_a_score_of_one(lopsided) -> None:
    bars = data_scores.score_bars(lopsided, 1).set_index("low")["people"]
    assert bars.to_dict() == {0.0: 1, 0.95: 2}


@pytest.mark.parametrize("attribute", ["sex", "race"])
def test_strengths_are_those_of_the_card_strongest_first(card, attribute) -> None:
    proxy = card.proxies[attribute]
    frame = data_features.strengths(proxy)
    for kind, values in (
        (data_features.ALONE, proxy.alone),
        (data_features.WITHOUT, proxy.without),
    ):
        assert frame[frame["kind"] == kind].set_index("feature")["roc_auc"].to_dict() == values
    alone = frame[frame["kind"] == data_features.ALONE]["roc_auc"]
    assert alone.is_monotonic_decreasing
    assert data_features.landmarks(proxy)["roc_auc"].tolist() == [0.5, proxy.roc_auc]


def test_the_words_on_proxies(card) -> None:
    sex, race = card.proxies["sex"], card.proxies["race"]
    assert data_features.of_100(sex.roc_auc) == "93 of 100"
    assert "Relationship alone manages 86" in data_features.strength_takeaway(sex)
    assert "Leaving it out costs most" in data_features.strength_takeaway(sex)
    assert "Leaving out native-country costs most, and still the other 11 manage 68" in (
        data_features.strength_takeaway(race)
    )
    guesses = data_features.comments_on_guesses(sex)
    best = max(sex.alone, key=lambda name: sex.alone[name])
    assert guesses[best].startswith("Yes, right in 86 of 100 pairs")
    for name, comment in guesses.items():
        assert "relationship, 86 of 100" in comment or name == best
        assert name not in sex.alone or f"{sex.alone[name] * 100:.0f} of 100" in comment


def test_specifications_hold_no_data_and_are_built_once(counts) -> None:
    for make in (
        data.people_spec,
        data.base_rate_spec,
        lambda groups: data_scores.score_spec(groups, 0),
        lambda groups: data_features.strength_spec(12),
    ):
        spec = make(counts.groups)
        assert spec is make(counts.groups)
        assert "values" not in json.dumps(spec.get("datasets", {}))


def test_takeaways_count_people() -> None:
    sexes = tally(load_adult(), "sex")
    assert data.size_takeaway(sexes).startswith("10,147 of 15,060 people are men")
    assert "Lowest: 557 of 4,913 women" in data.base_rate_takeaway(sexes)
    crossed = tally(load_adult(), ("sex", "race_five"))
    said = data.comment_on_smallest(crossed)
    assert "39 women recorded as Other, and 5 of them earn" in said
    assert "by 20 points" in said
    assert "the 59 American Indian or Alaska Native women, of whom 3 do." in said


def test_the_smallest_group_may_also_be_the_rarest_and_have_nobody_to_find() -> None:
    few = Predictions([1, 1, 0, 1, 1, 1], [0.5] * 6, {"g": ["A", "A", "A", "A", "B", "B"]})
    assert "worse" not in data.comment_on_smallest(tally(few, "g"))
    none = Predictions([1, 0, 0, 0], [0.5] * 4, {"g": ["A", "A", "A", "B"]})
    assert "no true-positive rate at all" in data.comment_on_smallest(tally(none, "g"))
