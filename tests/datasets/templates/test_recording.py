"""Recording the lesson's answers, with a stand-in for the classifier."""

import json
import zlib

import numpy as np
import pytest

from equipoise.datasets.__main__ import main
from equipoise.datasets.templates import recording as templates
from equipoise.datasets.templates.recording import all_texts, differences, fingerprint, record
from equipoise.datasets.templates.texts import CONTEXTS, TEMPLATES
from equipoise.invariance.lesson.recorded import ARTIFACT, load_lesson, texts_of


def classify(texts):
    scores = np.array([zlib.crc32(text.encode()) % 10_000 / 10_000 for text in texts])
    return (scores > 0.5).astype(int), scores


@pytest.fixture
def standing_in(monkeypatch):
    monkeypatch.setattr(templates, "_classifier", lambda: (classify, {"stand-in": "1"}))


def test_the_committed_artifact_fits_the_texts_and_rules_of_today():
    lesson = load_lesson()
    assert (lesson.contexts, lesson.templates) == (CONTEXTS, TEMPLATES)
    texts = all_texts()
    assert len(texts) == len(set(texts)) == lesson.provenance.n_texts
    assert fingerprint(texts) == lesson.provenance.texts_sha256
    assert ARTIFACT.stat().st_size < 100_000


def test_every_answer_stands_at_its_text(tmp_path, standing_in, capsys):
    path = tmp_path / "made" / "templates.json"
    assert main(["templates", "--out", str(path)]) == 0
    assert "texts answered" in capsys.readouterr().out
    lesson = load_lesson(path)
    for row, template in enumerate(TEMPLATES):
        for name, (texts, shape) in texts_of(CONTEXTS, template).items():
            answers, scores = classify(texts)
            recorded = getattr(lesson, name)
            assert recorded.answers[row].shape == shape
            assert np.array_equal(recorded.answers[row].ravel(), answers)
            assert recorded.scores[row].ravel() == pytest.approx(scores, abs=1e-9)
    assert [file.name for file in path.parent.iterdir()] == ["templates.json"]


def test_a_check_writes_nothing_and_says_what_differs(tmp_path, standing_in, capsys):
    path = tmp_path / "templates.json"
    record(path, classify, packages={})
    before = path.read_bytes()
    assert main(["templates", "--out", str(path), "--check"]) == 0
    assert "is confirmed" in capsys.readouterr().out
    document = json.loads(before)
    first = document["answers"]["hidden"]["answers"][0]
    document["answers"]["hidden"]["answers"][0] = ("1" if first[0] == "0" else "0") + first[1:]
    path.write_text(json.dumps(document))
    assert main(["templates", "--out", str(path), "--check"]) == 1
    assert "Different: hidden: 1 answers differ" in capsys.readouterr().out


def test_other_texts_are_told_apart(tmp_path):
    record(tmp_path / "a.json", classify, packages={})
    document = json.loads((tmp_path / "a.json").read_text())
    document["templates"][0]["id"] = "other"
    document["provenance"]["texts_sha256"] = "0"
    (tmp_path / "b.json").write_text(json.dumps(document))
    found = differences(load_lesson(tmp_path / "a.json"), load_lesson(tmp_path / "b.json"))
    assert found == ["templates differ", "the texts differ"]


def test_without_the_classifier_the_command_says_what_it_needs(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(templates, "CLASSIFIER_VERSION", "0.0.0")
    assert main(["templates", "--out", str(tmp_path / "x.json")]) == 1
    assert "needs the package alt-profanity-check==0.0.0" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_damaged_artifact_is_reported(tmp_path, standing_in, capsys):
    path = tmp_path / "x.json"
    path.write_text("{")
    assert main(["templates", "--out", str(path), "--check"]) == 1
    assert "not valid JSON" in capsys.readouterr().err
