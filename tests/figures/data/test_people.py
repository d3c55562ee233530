"""Who is in the test set: the numbers and the words are those of the tally."""

import json

import numpy as np
import pytest

from equipoise import Predictions, Tally, load_adult, tally
from equipoise.audit import View
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.figures.data import people as data
from tests.views import view_of


@pytest.fixture(params=COMPARISONS)
def view(request) -> View:
    return adult_audit().view(request.param)


@pytest.fixture
def counts(view) -> Tally:
    return view.tally


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


def test_small_counts_are_marked_where_they_stand(view) -> None:
    counts, table = view.tally, data.people_table(view)
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


def test_drawings_hold_no_data_and_are_built_once_for_a_tally(counts) -> None:
    for make in (data.people_spec, data.base_rate_spec):
        assert make(counts) is make(counts)
        assert "values" not in json.dumps(make(counts).get("datasets", {}))


def test_what_is_said_of_sizes_and_base_rates_counts_people() -> None:
    view = adult_audit().view("sex")
    sizes, rates = data.group_sizes(view), data.base_rates(view)
    assert sizes.title == "How many people, and how many earn more than 50K"
    assert sizes.takeaway == (
        "10,147 of 15,060 people are men, the largest group; the smallest are 4,913 women."
    )
    assert "Lowest: 557 of 4,913 women (11.3" in rates.takeaway
    assert rates.alt.endswith("filled up to the share who earn more than 50K.")
    assert sizes.table is not None
    assert list(sizes.table()) == ["People", "Above 50K", "50K or less", "Base rate"]


def test_predictions_nobody_described_are_spoken_of_neutrally() -> None:
    view = view_of([1, 0, 1, 0, 0], [0.5] * 5, "AABBB")
    sizes, rates = data.group_sizes(view), data.base_rates(view)
    assert sizes.title == "How many people, and how many are positive"
    assert "3 of 5 people are people in group B, the largest group" in sizes.takeaway
    assert "Highest: 1 of 2 people in group A" in rates.takeaway
    said = " ".join((sizes.title, sizes.takeaway, sizes.alt, rates.takeaway, rates.alt))
    assert "50K" not in said + " ".join(data.people_table(view))
