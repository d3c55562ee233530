"""How far features stand in for an attribute: the numbers and the words are those of the card."""

import pytest

from equipoise.datasets import AdultCard, adult_card
from equipoise.figures.data import features as data


@pytest.fixture(scope="module")
def card() -> AdultCard:
    return adult_card()


@pytest.mark.parametrize("attribute", ["sex", "race"])
def test_strengths_are_those_of_the_card_strongest_first(card, attribute) -> None:
    proxy = card.proxies[attribute]
    frame = data.strengths(proxy)
    for kind, values in (
        (data.ALONE, proxy.alone),
        (data.WITHOUT, proxy.without),
    ):
        assert frame[frame["kind"] == kind].set_index("feature")["roc_auc"].to_dict() == values
    alone = frame[frame["kind"] == data.ALONE]["roc_auc"]
    assert alone.is_monotonic_decreasing
    assert data.landmarks(proxy)["roc_auc"].tolist() == [0.5, proxy.roc_auc]


def test_words_on_stand_ins(card) -> None:
    sex, race = (
        data.stand_ins(card.proxies[name], attribute=name, pair="A and B")
        for name in ("sex", "race")
    )
    assert sex.title == "How well the features tell sex"
    assert sex.takeaway.startswith("Pick A and B at random: in 93 of 100 pairs the features tell")
    assert "Relationship alone manages 86" in sex.takeaway
    assert "Leaving it out costs most" in sex.takeaway
    assert "Leaving out native-country costs most, and still the other 11 manage 68" in (
        race.takeaway
    )


def test_the_table_has_every_feature_alone_and_left_out(card) -> None:
    proxy = card.proxies["sex"]
    table = data.stand_ins(proxy, attribute="sex", pair="A and B").table
    assert table is not None
    shown = table()
    assert set(shown.index) == set(proxy.alone)
    for kind, values in ((data.ALONE, proxy.alone), (data.WITHOUT, proxy.without)):
        assert shown[kind].to_dict() == {name: f"{value:.4f}" for name, value in values.items()}


def test_the_drawing_is_built_once_and_holds_no_data() -> None:
    assert data.strength_spec(12) is data.strength_spec(12)
    assert "datasets" not in data.strength_spec(12)
