"""What is compared before and after: measured once, and kept with what was recorded."""

from pathlib import Path

from equipoise.app.invariance.compare import compared_on_lesson, compared_on_recording
from equipoise.datasets.discrim.artifact import load_discrim
from equipoise.invariance.lesson.recorded import load_lesson
from tests.recordings import write_recording


def test_what_is_compared_is_made_once(tmp_path: Path) -> None:
    lesson, known = load_lesson(), load_discrim(write_recording(tmp_path))
    assert compared_on_lesson(lesson) is compared_on_lesson(lesson)
    assert compared_on_lesson(lesson).labelled
    of_model = compared_on_recording(known)
    assert compared_on_recording(known) is of_model
    assert not of_model.labelled
    assert list(of_model.called) == list(known.answers.strategies)
