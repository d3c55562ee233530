"""The Data page's charts: their numbers are those of the tally and of the card."""

import json

import numpy as np
import pytest

from equipoise import Predictions, Tally, load_adult, tally
from equipoise.charts import data, data_features, data_scores
from equipoise.datasets import AdultCard, adult_card

VIEWS = ("sex", "race", "race_five", ("sex", "race"), ("sex", "race_five"))


@pytest.fixture(scope="module", params=VIEWS, ids=str)
def counts(request) -> Tally:
    return tally(load_adult(), request.param)


@pytest.fixture(scope="module")
def card() -> AdultCard:
    return adult_card()


@pytest.fixture
def lopsided() -> Tally:
    """A has nobody with a positive label; B has scores at both ends of the grid."""
    groups = {"g": ["A"] * 3 + ["B"] * 4}
    return tally(
        Predictions([0, 0, 0, 1, 1, 0, 1], [0.1, 0.2, 0.2, 1, 0, 0.5, 0.999], groups), "g"
    )


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
    index = data.people_table(counts).index
    assert [name.endswith(" · few") for name in index] == small.tolist()


def test_the_small_groups_of_the_data() -> None:
    five = tally(load_adult(), "race_five")
    marked = [g for g, few in zip(five.groups, data.few_groups(five), strict=True) if few]
    assert marked == ["Amer-Indian-Eskimo", "Other"]


@pytest.mark.parametrize("label", [0, 1])
def test_score_bars_add_up_to_the_people_of_the_label(counts, label) -> None:
    bars = data_scores.score_bars(counts, label)
    people = bars.groupby("group", sort=False)["people"].sum().reindex(counts.groups)
    assert people.tolist() == counts.counts[:, label].sum(axis=1).tolist()
    np.testing.assert_allclose(bars.groupby("group")["share"].sum(), 1)
    assert (bars["top"] - bars["base"]).max() == pytest.approx(data_scores._BAR_SHARE)


def test_score_bins_and_medians_match_the_rows() -> None:
    rows = load_adult()
    sex = rows.groups["sex"]
    mask = (sex.codes == sex.names.index("Female")) & (rows.y_true == 1)
    scores = rows.y_score[mask]
    bars = data_scores.score_bars(tally(rows, "sex"), 1).query("group == 'Female'")
    expected, _ = np.histogram(np.floor(scores * 100 + 1e-9) / 5, bins=np.arange(21))
    assert bars["people"].tolist() == expected.tolist()
    middle = np.sort(scores)[(len(scores) - 1) // 2]
    median = data_scores.median_scores(tally(rows, "sex"))[0, 1]
    assert median <= middle < median + 0.01


def test_nobody_with_a_label_has_no_bars_and_no_median(lopsided) -> None:
    assert set(data_scores.score_bars(lopsided, 1)["group"]) == {"B"}
    assert np.isnan(data_scores.median_scores(lopsided)[0, 1])
    assert "A: 0, median –" in data_scores.score_names(lopsided, 1)["text"][0]
    assert set(data_scores.score_table(lopsided, 1).index) == {"B"}
    assert "(people in group B)" in data_scores.score_takeaway(lopsided, 1)


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
    assert max(sex.alone, key=lambda name: sex.alone[name]) in guesses


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
    assert "557 of 4,913 women" in data.base_rate_takeaway(sexes)
    assert "0.54 (women) to 0.61 (men)" in data_scores.score_takeaway(sexes, 1)
    crossed = tally(load_adult(), ("sex", "race_five"))
    assert "39 women recorded as Other, and 5 of them" in data.comment_on_smallest(crossed)
