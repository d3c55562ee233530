"""Building from a small census: what is written, when nothing is, and the command line."""

import json

import pytest

from equipoise.datasets import adult_card, load_adult
from equipoise.datasets.__main__ import main
from equipoise.datasets.adult import build as adult_build
from equipoise.datasets.adult import command
from equipoise.datasets.adult.build import build_adult, read_rows
from equipoise.datasets.adult.comparison import compare
from equipoise.datasets.adult.figures import Figure
from equipoise.datasets.fetch import FetchError
from equipoise.version import __version__


@pytest.fixture(scope="module")
def built(census, origin, tmp_path_factory):
    """The artifact of the small census."""
    file = tmp_path_factory.mktemp("built") / "small.json"
    build_adult(file, source=census, origin=origin)
    return file


def test_built_artifact_loads(built):
    predictions, card = load_adult(built), adult_card(built)
    assert predictions.n == card.test.rows_kept == 149
    assert (card.train.rows_read, card.train.rows_dropped) == (300, 1)
    assert predictions.groups["sex"].names == ("Female", "Male")
    assert [feature.name for feature in card.features] == list(adult_build.FEATURES)
    assert card.build.source == "a local folder"
    assert card.build.equipoise == __version__
    assert card.proxies["sex"].roc_auc > 0.6, "Husband and Wife tell the sexes apart"


def test_rebuilding_gives_the_same_bytes(built, census, origin, tmp_path):
    again = tmp_path / "again.json"
    build_adult(again, source=census, origin=origin)
    assert again.read_bytes() == built.read_bytes()


def test_scores_have_six_decimals(built):
    document = json.loads(built.read_text())
    assert all(score == round(score, 6) for score in document["y_prob"])


def test_artifact_holds_no_path(built, census):
    assert str(census.parent) not in built.read_text()


def test_labels_of_both_files(census):
    for name in ("adult.data", "adult.test"):
        rows = read_rows((census / name).read_bytes())
        assert 0 < rows.labels.sum() < len(rows.labels) == rows.n_read - 1


def test_wrong_hash_leaves_the_old_artifact(census, tmp_path):
    old = tmp_path / "adult.json"
    old.write_text("old")
    with pytest.raises(FetchError, match=r"adult\.data from a local folder is not the official"):
        build_adult(old, source=census)
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize("place", ["encode", "fit", "serialise", "write_atomically"])
def test_failed_build_leaves_the_old_artifact(monkeypatch, census, origin, tmp_path, place):
    old = tmp_path / "adult.json"
    old.write_text("old")

    def fail(*arguments, **options):
        raise RuntimeError("stopped")

    monkeypatch.setattr(adult_build, place, fail)
    monkeypatch.setattr(adult_build, "_card", lambda *parts: adult_card())
    with pytest.raises(RuntimeError, match="stopped"):
        build_adult(old, source=census, origin=origin)
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


@pytest.fixture
def small(monkeypatch, built):
    """Let the command build the small census in a moment."""
    monkeypatch.setattr(
        command, "build_adult", lambda out, source: out.write_bytes(built.read_bytes())
    )
    return built


def published(monkeypatch, found):
    monkeypatch.setattr(command, "figures", lambda path: [Figure("accuracy", 0.8475, found)])


@pytest.mark.parametrize(("found", "status"), [(0.84754, 0), (0.8474, 1), (float("nan"), 1)])
def test_command_ends_with_the_self_check(small, monkeypatch, tmp_path, capsys, found, status):
    published(monkeypatch, found)
    assert main(["adult", "--out", str(tmp_path / "out.json")]) == status
    printed = capsys.readouterr().out
    assert ("holds  accuracy" in printed) == (status == 0)
    assert f"{1 - status} of 1 published figures hold." in printed


def test_command_reports_a_folder_that_lacks_a_file(tmp_path, capsys):
    out = tmp_path / "out.json"
    (tmp_path / "adult.data").write_text("")
    assert main(["adult", "--source", str(tmp_path), "--out", str(out)]) == 1
    assert "lacks adult.test" in capsys.readouterr().err
    assert not out.exists()


def test_command_reports_a_missing_package(monkeypatch, tmp_path, capsys):
    def bare(out, source):
        raise ModuleNotFoundError("No module named 'sklearn'", name="sklearn")

    monkeypatch.setattr(command, "build_adult", bare)
    assert main(["adult", "--out", str(tmp_path / "out.json")]) == 1
    assert "building needs the package sklearn" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--help"], ["adult", "--help"]])
def test_help(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    assert "adult" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["compas"], ["adult", "--nonsense"]])
def test_wrong_arguments(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_check_confirms_and_writes_nothing(small, monkeypatch, tmp_path, capsys):
    published(monkeypatch, 0.8475)
    artifact = tmp_path / "adult.json"
    artifact.write_bytes(small.read_bytes())
    assert main(["adult", "--check", "--out", str(artifact)]) == 0
    printed = capsys.readouterr().out
    assert "Identical: y_true, y_prob, sex, race, race_five, card." in printed
    assert "The artifact is confirmed." in printed
    assert list(tmp_path.iterdir()) == [artifact]


def test_check_finds_a_changed_label(small, monkeypatch, tmp_path, capsys):
    published(monkeypatch, 0.8475)
    document = json.loads(small.read_text())
    document["y_true"][5] = 1 - document["y_true"][5]
    artifact = tmp_path / "adult.json"
    artifact.write_text(json.dumps(document))
    assert main(["adult", "--check", "--out", str(artifact)]) == 1
    printed = capsys.readouterr().out
    assert "Different: y_true[5] is" in printed
    assert "NOT confirmed" in printed


def test_check_reports_a_damaged_artifact(small, tmp_path, capsys):
    artifact = tmp_path / "adult.json"
    artifact.write_text("{")
    assert main(["adult", "--check", "--out", str(artifact)]) == 1
    assert "not valid JSON" in capsys.readouterr().err


def nudged(document, by, **build):
    """Return a copy whose first score and one fact are moved, built in another way."""
    copy = json.loads(json.dumps(document))
    copy["y_prob"][0] += by
    copy["card"]["model"]["intercept"] += by
    copy["build"] |= build
    return copy


@pytest.mark.parametrize(
    ("by", "build", "agrees"),
    [
        (0, {}, True),
        (5e-6, {}, False),
        (5e-6, {"blas": "other"}, True),
        (2.4e-4, {"scipy": "1.15.0"}, True),
        (1e-3, {"blas": "other"}, False),
    ],
)
def test_rounding_is_forgiven_between_families_and_releases_only(committed, by, build, agrees):
    result = compare(committed, nudged(committed, by, **build))
    assert result.agrees == agrees
    assert ("y_prob" in result.identical) == (by == 0)
    assert any("y_prob[0] is" in place for place in result.different) == (by == 1e-3)


@pytest.mark.parametrize(
    ("key", "value"),
    [("y_true", [0.0]), ("sex", ["Male"]), ("race_five", {"names": [], "codes": ""})],
)
def test_nothing_but_decimals_may_differ(committed, key, value):
    build = committed["build"] | {"blas": "other"}
    result = compare(committed, committed | {key: value, "build": build})
    assert not result.agrees
    assert result.different[0].startswith(key)


def test_what_has_no_part_in_the_scores_is_not_compared(committed):
    build = committed["build"] | {"python": "4.0", "source": "a local folder"}
    assert compare(committed, committed | {"build": build}).agrees
