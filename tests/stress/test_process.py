"""A run in a process of its own gives what a run here gives, and can be stopped and dropped."""

import pandas as pd
import pytest

from equipoise.stress import (
    DO_NOTHING,
    Arm,
    Design,
    GridSearch,
    Logistic,
    Synthetic,
    UnderRepresentation,
    run,
)
from equipoise.stress.process import RunProcess


def design(**options) -> Design:
    given = {"levels": (0.0, 0.5), "n": 400} | options
    return Design(Synthetic(), UnderRepresentation(label=1), **given)


def test_it_gives_the_same_table() -> None:
    messages = list(RunProcess(design(), repeats=3, seed=2).messages())
    assert [content for kind, content in messages if kind == "progress"] == [
        (0, 3),
        (1, 3),
        (2, 3),
        (3, 3),
    ]
    kind, table = messages[-1]
    assert kind == "result"
    pd.testing.assert_frame_equal(table, run(design(), repeats=3, seed=2))


def test_an_estimate_is_a_time() -> None:
    (message,) = RunProcess(design(), repeats=5, task="estimate").messages()
    assert message[0] == "result"
    assert 0 < message[1] < 60


def test_what_goes_wrong_there_is_told_here() -> None:
    (message,) = RunProcess(design(), repeats=0).messages()
    assert message[0] == "failed"
    assert "repeats must be a whole number of at least 1" in message[1]


@pytest.mark.parametrize("how", ["stop", "drop"])
def test_a_long_run_ends_when_asked(how) -> None:
    arms = (DO_NOTHING, Arm("repaired", Logistic(), GridSearch(size=61)))
    process = RunProcess(design(arms=arms, n=4000), repeats=5000)
    last = None
    for kind, content in process.messages():
        last = (kind, content)
        if kind == "progress" and content[0] == 1:
            getattr(process, how)()
    assert last is not None
    if how == "stop":
        assert last[0] == "result"
        assert 1 <= last[1].attrs["repeats"] < 5000
    else:
        assert last[0] == "failed"
