"""The files that a reader may start from."""

import io

import pandas as pd

from equipoise.app.invariance.predictions import example_files
from equipoise.invariance.lesson.recorded import load_lesson


def test_the_files_to_start_from_can_be_read() -> None:
    items, answers = (pd.read_csv(io.StringIO(one)) for one in example_files(load_lesson()))
    assert {"id", "text", "z", "s", "y", "unit", "sample"} == set(items)
    assert set(answers["id"]) == set(items["id"])
