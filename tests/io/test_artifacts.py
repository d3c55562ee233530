"""Damaged artifacts: each gives an error that names the file, the place and the value."""

import re

import pytest

from equipoise.datasets import ArtifactError, adult_card, load_adult
from equipoise.io.artifacts import compact


def put(*place, value):
    """Return a change that puts a value at a place in the document."""

    def change(document):
        *path, last = place
        for step in path:
            document = document[step]
        document[last] = value

    return change


def drop(*place):
    """Return a change that takes a key out of the document."""

    def change(document):
        *path, last = place
        for step in path:
            document = document[step]
        del document[last]

    return change


def test_undamaged_start_loads(damaged):
    assert load_adult(damaged(lambda document: None)).n == 100


ROWS = [
    (put("y_true", 3, value=2), "y_true[3] is 2, expected 0 or 1"),
    (put("y_true", 3, value=-1), "y_true[3] is -1"),
    (put("y_true", 3, value=1.0), "y_true[3] is 1.0"),
    (put("y_true", 3, value=True), "y_true[3] is True"),
    (put("y_true", 3, value="1"), "y_true[3] is '1'"),
    (put("y_true", 3, value=None), "y_true[3] is None"),
    (put("y_prob", 4, value=1.000001), "y_prob[4] is 1.000001, expected a number from 0 to 1"),
    (put("y_prob", 4, value=-0.1), "y_prob[4] is -0.1"),
    (put("y_prob", 4, value=float("nan")), "y_prob[4] is nan"),
    (put("y_prob", 4, value=float("inf")), "y_prob[4] is inf"),
    (put("y_prob", 4, value="0.5"), "y_prob[4] is '0.5'"),
    (put("y_prob", 4, value=None), "y_prob[4] is None"),
    (put("y_prob", 4, value=False), "y_prob[4] is False"),
    (put("y_prob", 4, value=[0.5]), "y_prob[4] is [0.5]"),
    (put("sex", 5, value="female"), "sex[5] is 'female', expected Female or Male"),
    (put("sex", 5, value=None), "sex[5] is None"),
    (put("sex", 5, value=1), "sex[5] is 1"),
    (put("race", 6, value="Black"), "race[6] is 'Black', expected Non-White or White"),
    (put("race", 0, value="White"), "race[0] is 'White', but race_five.codes[0] says 'Black'"),
    (put("race_five", "codes", value="9" * 100), "race_five.codes[0] is '9'"),
    (put("race_five", "codes", value="²" * 100), "race_five.codes[0] is '²'"),
    (put("race_five", "codes", value="4"), "race_five.codes has 1 values, expected 100"),
    (put("race_five", "codes", value=[4]), "race_five.codes has 1 values"),
    (put("race_five", "names", value=["White"]), "race_five.names is not"),
    (put("race_five", value=[]), "race_five is [], expected an object"),
    (drop("race_five", "codes"), "race_five lacks the key 'codes'"),
    (drop("y_prob", 0), "y_prob has 99 values, expected 100"),
    (drop("y_true", 0), "y_prob has 100 values, expected 99"),
    (put("y_true", value=[]), "y_true is [], expected a list"),
    (put("y_true", value={}), "y_true is {}, expected a list"),
    (put("y_true", value=None), "y_true is None, expected a list"),
    (put("sex", value="Female"), "sex has 6 values, expected 100"),
    (put("sex", value=3), "sex is 3, expected a list"),
    (
        put("card", "test", "rows_dropped", value=0),
        "y_true has 100 values, but the card says that 16281",
    ),
]

KEYS = [
    *[
        (drop(key), f"the document lacks the key '{key}'")
        for key in ("y_true", "y_prob", "sex", "race", "race_five", "card", "build")
    ],
    (put("extra", value=1), "the document has the unknown key 'extra'"),
]

FACTS = [
    (put("card", value=None), "card is None, expected an object"),
    (drop("card", "doi"), "card lacks the key 'doi'"),
    (put("card", "surprise", value=1), "card has the unknown key 'surprise'"),
    (put("card", "year", value="1994"), "card.year is '1994', expected a whole number"),
    (put("card", "year", value=True), "card.year is True"),
    (put("card", "year", value=1994.0), "card.year is 1994.0"),
    (put("card", "title", value=None), "card.title is None, expected a text"),
    (put("card", "features", value={}), "card.features is {}, expected a list"),
    (put("card", "features", 2, "columns", value=None), "card.features[2].columns is None"),
    (put("card", "proxies", value=[]), "card.proxies is [], expected an object"),
    (drop("card", "proxies", "race"), "card: proxies lacks 'race'"),
    (put("card", "proxies", "sex", "roc_auc", value="high"), "card.proxies.sex.roc_auc is 'high'"),
    (put("card", "proxies", "sex", "alone", "age", value=1.5), "card.proxies.sex: age is 1.5"),
    (drop("card", "proxies", "sex", "alone", "age"), "card: proxies.sex does not cover"),
    (put("card", "train", "accuracy", value=float("nan")), "card.train.accuracy is nan"),
    (put("card", "train", "rows_dropped", value=-1), "card.train: the row counts of adult.data"),
    (drop("card", "test", "groups", "sex"), "card: the groups of a split lack 'sex'"),
    (
        put("card", "train", "groups", "sex", 0, "n", value=0),
        "card.train.groups.sex[0]: Female has",
    ),
    (put("build", value="mine"), "build is 'mine', expected an object"),
    (drop("build", "numpy"), "build lacks the key 'numpy'"),
]


@pytest.mark.parametrize(("change", "message"), ROWS, ids=[message for _, message in ROWS])
def test_damaged_rows(damaged, change, message):
    file = damaged(change)
    with (
        pytest.raises(ArtifactError, match=re.escape(f"{file}: {message}"))
        if not (message.startswith("but"))
        else pytest.raises(ArtifactError, match=re.escape(message))
    ):
        load_adult(file)


@pytest.mark.parametrize(
    ("change", "message"), KEYS + FACTS, ids=[message for _, message in KEYS + FACTS]
)
@pytest.mark.parametrize("load", [load_adult, adult_card])
def test_damaged_keys_and_facts(damaged, load, change, message):
    file = damaged(change)
    with pytest.raises(ArtifactError, match=re.escape(f"{file}: {message}")):
        load(file)


@pytest.mark.parametrize("load", [load_adult, adult_card])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not valid JSON, or cut short"),
        (b"not json", "not valid JSON, or cut short"),
        (b"\xff\xfe\x00", "not valid JSON, or cut short"),
        (b"[" * 100_000, "not valid JSON, or cut short"),
        (b"[]", "the document is [], expected an object"),
        (b"null", "the document is None, expected an object"),
        (b"{}", "the document lacks the key 'y_true'"),
    ],
)
def test_other_files(tmp_path, load, content, message):
    file = tmp_path / "artifact.json"
    file.write_bytes(content)
    with pytest.raises(ArtifactError, match=re.escape(f"{file}: {message}")):
        load(file)


def test_truncated_file(damaged):
    file = damaged(lambda document: None)
    whole = file.read_bytes()
    for part in (1, 500, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:part])
        with pytest.raises(ArtifactError, match="not valid JSON, or cut short"):
            load_adult(file)


def test_missing_file(tmp_path):
    with pytest.raises(ArtifactError, match=r"nowhere\.json: there is no such file"):
        load_adult(tmp_path / "nowhere.json")


def test_folder_in_place_of_a_file(tmp_path):
    with pytest.raises(ArtifactError, match="can't be read"):
        load_adult(tmp_path)


def test_long_values_are_abbreviated(damaged):
    with pytest.raises(ArtifactError) as caught:
        load_adult(damaged(put("y_true", 0, value="x" * 10_000)))
    assert len(str(caught.value)) < 500


def test_error_is_a_value_error():
    assert issubclass(ArtifactError, ValueError)


def test_compact_refuses_what_json_cannot_hold():
    assert compact({"a": [1, 0.5]}) == '{"a":[1,0.5]}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        compact(float("nan"))
