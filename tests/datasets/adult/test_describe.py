"""The card in words: every fact is the card's, and the rows come back whole."""

import hashlib
import json
import re

import numpy as np

from equipoise import load_adult
from equipoise.datasets import adult_card
from equipoise.datasets.adult import describe
from equipoise.datasets.adult.artifact import ARTIFACT
from equipoise.reading import read_predictions


def test_every_feature_is_explained() -> None:
    card = adult_card()
    assert list(describe.MEANINGS) == [feature.name for feature in card.features]
    table = describe.feature_table(card)
    assert table.loc["relationship", "Read as"] == "one of 6 categories"
    assert table.loc["age", "Read as"] == "a number"


def test_no_stored_sentence_speaks_of_a_census_or_an_effect() -> None:
    stored = json.loads(ARTIFACT.read_text())["card"]
    assert not re.search("census|effect", json.dumps(stored), re.IGNORECASE)
    assert "survey weight" in describe.MEANINGS["fnlwgt"]


def test_rows_read_dropped_and_kept() -> None:
    rows = describe.rows_table(adult_card())
    assert rows.loc["Rows read"].tolist() == ["32,561", "16,281"]
    assert rows.loc["Dropped: a value is missing"].tolist() == ["2,399", "1,221"]
    assert rows.loc["Rows kept"].tolist() == ["30,162", "15,060"]


def test_the_cards_state_source_licence_and_limits() -> None:
    card = adult_card()
    text = describe.dataset_card(card)
    for fact in (card.citation, card.licence, card.url, "1994", "Limits"):
        assert fact in text
    for fact in ("Census Bureau", "Current Population Survey", "older than 16", "not applied"):
        assert fact in text
    for fact in ("that of\n1993", "adjusted gross income", "roughly twice"):
        assert fact in text
    assert "census of" not in text
    assert "Limits" in describe.MODEL_CARD
    assert "84.75" in describe.model_table(card).loc["Accuracy at 0.50", "Value"]


def test_coefficients_are_written_with_a_true_minus() -> None:
    table = describe.coefficient_table(adult_card())
    assert table["Log-odds"].iloc[:2].tolist() == ["+2.3341", "−1.7305"]
    assert table.index[1] == "occupation is Priv-house-serv"
    assert table["Makes for"].iloc[:2].tolist() == ["a higher score", "a lower score"]


def test_checksums_can_be_handed_to_sha256sum() -> None:
    lines = dict(
        line.split("  ")[::-1] for line in describe.checksums(adult_card(), ARTIFACT).split("\n")
    )
    assert lines["adult_test.json"] == hashlib.sha256(ARTIFACT.read_bytes()).hexdigest()
    assert lines["adult.test"] == adult_card().test.sha256


def test_provenance_names_the_arithmetic_kernel() -> None:
    card = adult_card()
    assert describe.provenance_table(card).loc["Arithmetic kernel", "Value"] == card.build.blas


def test_downloaded_rows_read_back_the_same() -> None:
    rows = load_adult()
    text = describe.audited_rows(rows).to_csv(index=False)
    assert text.startswith("y_true,y_score,sex,race,race_five\n0,0.002309,Male,Non-White,Black\n")
    back = read_predictions(
        text.encode(), y_true="y_true", y_score="y_score", groups=list(rows.groups)
    )
    np.testing.assert_array_equal(back.y_score, rows.y_score)
    np.testing.assert_array_equal(back.y_true, rows.y_true)
    for name, grouping in rows.groups.items():
        assert back.groups[name].names == grouping.names
        np.testing.assert_array_equal(back.groups[name].codes, grouping.codes)
