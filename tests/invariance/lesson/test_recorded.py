"""The artifact of the lesson: as committed, and damaged."""

import json
import re

import numpy as np
import pytest

from equipoise.invariance.lesson.recorded import ARTIFACT, load_lesson, texts_of
from equipoise.invariance.running.context_words import context_words
from equipoise.invariance.running.rewriting import NEUTRAL, hide_context
from equipoise.io.artifacts import ArtifactError

LESSON = load_lesson()


def test_what_it_holds():
    t, w, z = LESSON.wordings.answers.shape
    assert t >= 24
    assert (w, z) == (3, 8)
    assert LESSON.hidden.answers.shape == (t, z)
    assert LESSON.given.answers.shape == LESSON.added.answers.shape == (t, z, z)
    assert LESSON.y.tolist().count(1) == LESSON.y.tolist().count(0) == t / 2
    assert LESSON.provenance.classifier_version == "1.9.1"
    assert "insult" in LESSON.provenance.note
    assert "no survey" in LESSON.provenance.purpose


@pytest.mark.parametrize("name", ["wordings", "hidden", "given", "added"])
def test_an_answer_is_what_its_score_says(name):
    recorded = getattr(LESSON, name)
    assert ((recorded.scores >= 0) & (recorded.scores <= 1)).all()
    certain = np.abs(recorded.scores - 0.5) > 1e-4
    assert (recorded.answers == (recorded.scores > 0.5))[certain].all()


def test_one_text_has_one_answer():
    known: dict[str, tuple[int, float]] = {}
    for row, template in enumerate(LESSON.templates):
        for name, (texts, _) in texts_of(LESSON.contexts, template).items():
            recorded = getattr(LESSON, name)
            found = zip(recorded.answers[row].ravel(), recorded.scores[row].ravel(), strict=True)
            for text, answer in zip(texts, found, strict=True):
                assert known.setdefault(text, answer) == answer, text
    assert len(known) == LESSON.provenance.n_texts


def test_hiding_leaves_no_word_of_the_list_and_feasts_only_where_they_leak():
    for template in LESSON.templates:
        texts = [template.text(context) for context in LESSON.contexts]
        hidden = [hide_context(text, LESSON.names) for text in texts]
        assert not any(NEUTRAL in text for text in texts)
        assert (len(set(hidden)) > 1) is template.leaks
        for text, context in zip(hidden, LESSON.contexts, strict=True):
            assert context_words(text, context.name) == (context.feast,) * template.leaks


def test_items_are_crossed_and_judged_within_the_label():
    table = LESSON.items.table
    assert len(table) == len(LESSON.templates) * len(LESSON.contexts)
    assert LESSON.items.strata == ("0", "1")
    assert set(LESSON.items.contexts) == set(LESSON.names)
    assert (table.groupby("unit")["z"].nunique() == len(LESSON.contexts)).all()
    assert table["y"].tolist() == np.repeat(LESSON.y, 8).tolist()
    assert table["text"].is_unique


def change(key, *path, value):
    def damage(document):
        at = document[key]
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return damage


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda document: document.pop("contexts"), "lacks the key 'contexts'"),
        (change("templates", 0, "y", value=2), "y is 2"),
        (change("templates", 0, "y", value="1"), "templates[0].y"),
        (change("templates", 0, "wordings", value=["A {z} man."]), "as many wordings"),
        (change("answers", "hidden", value=[]), "answers.hidden is []"),
        (change("answers", "hidden", "answers", value="01"), "is no list of"),
        (change("answers", "hidden", "answers", 3, value="0101"), "answers[3] has not 8 values"),
        (change("answers", "hidden", "answers", 3, value="0101010x"), "more than 0 and 1"),
        (change("answers", "hidden", "answers", 3, value=[0] * 8), "more than 0 and 1"),
        (change("answers", "hidden", "scores", 3, value=[0.5] * 7), "scores[3] has not 8"),
        (change("answers", "hidden", "scores", 3, value=[1.5] * 8), "no number from 0 to 1"),
        (change("answers", "hidden", "scores", 3, value=[None] * 8), "no number from 0 to 1"),
        (change("provenance", "n_texts", value="many"), "provenance.n_texts"),
    ],
)
def test_a_damaged_artifact_is_refused(damage, message, tmp_path):
    document = json.loads(ARTIFACT.read_text())
    damage(document)
    path = tmp_path / "templates.json"
    path.write_text(json.dumps(document))
    with pytest.raises(ArtifactError, match=re.escape(message)):
        load_lesson(path)
