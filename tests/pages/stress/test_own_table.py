"""A table of the reader's own on the Stress test page."""

from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd
import pytest

from equipoise.app import uploads
from equipoise.app.stress import tables
from tests.pages.pages import charts, said
from tests.pages.stress.opening import SMALL, brought, checked, opened, people, with_table


def test_a_table_of_ones_own_is_a_world() -> None:
    at = with_table(people())
    assert "Choose a group" in said(at)
    at.selectbox(key="s own group").set_value("town")
    checked(at.run())
    assert charts(at) == 6
    assert at.selectbox(key="s own label").value == "hired"


def test_a_group_of_too_many_values_is_named() -> None:
    at = with_table(people())
    at.selectbox(key="s own group").set_value("age")
    at.run()
    assert not at.exception
    assert "column 'age' must hold" in at.error[0].value.replace("\\", "")


def test_a_column_that_numbers_the_rows_is_noted_and_not_ticked() -> None:
    at = with_table(people().assign(id=np.arange(1200)))
    at.selectbox(key="s own group").set_value("town")
    checked(at.run())
    assert at.multiselect[0].value == ["age", "years"]
    assert "id" in at.multiselect[0].options
    assert "only numbers the rows" in said(at)


def test_a_mended_file_has_all_its_columns_ticked() -> None:
    """What was ticked of the spoilt one is not what is ticked of this one."""
    at = opened(**SMALL, **{"s.world": "own", "s.repair": "post"})
    spoilt = people().astype({"years": object})
    spoilt.loc[17, "years"] = "ten"
    for frame, ticked in ((spoilt, ["age"]), (people(), ["age", "years"])):
        at.file_uploader[0].set_value(("p.csv", frame.to_csv(index=False).encode(), "text/csv"))
        at.run()
        at.selectbox(key="s own group").set_value("town")
        checked(at.run())
        assert at.multiselect[0].value == ticked
        note = "holds one cell that is no number" in said(at)
        assert note == (ticked == ["age"])


def test_more_columns_than_may_be_ticked_are_told() -> None:
    rng = np.random.default_rng(1)
    more = pd.DataFrame(rng.normal(size=(1200, 25)), columns=[f"f{k}" for k in range(25)])
    at = with_table(people().join(more))
    at.selectbox(key="s own group").set_value("town")
    checked(at.run())
    assert "Of 27 columns of numbers the first 20 are ticked" in said(at)


def test_of_a_table_of_ones_own_nothing_is_called_the_truth() -> None:
    at = with_table(people())
    at.selectbox(key="s own group").set_value("town")
    checked(at.run())
    assert "taken as the truth" not in said(at)
    assert "neither the truth nor the table's labels" in said(at)


def test_before_a_table_comes_nothing_is_drawn() -> None:
    at = opened(**{"s.world": "own"})
    assert charts(at) == 0
    at.button(key="s larger plan it").click()
    at.run()
    assert "There is no world yet" in at.error[0].value


def test_a_table_outlasts_a_change_of_page_until_it_is_taken_away() -> None:
    at = with_table(people())
    at.switch_page("pages/1_Data.py").run()
    at.switch_page("pages/5_Stress_test.py").run()
    assert "Kept from before: mine.csv" in said(at)
    assert "Choose a group" in said(at)
    at.button(key="s own file away").click()
    at.run()
    assert "Choose a group" not in said(at)
    assert not at.error


def test_a_table_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at = with_table(people())
    monkeypatch.setattr(tables.sandbox, "answer", lambda *_, **__: pytest.fail("read again"))
    at.selectbox(key="s own group").set_value("town")
    checked(at.run())


def test_others_files_come_first_and_then_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """That others are served is no fault of the file: it is not kept as one."""

    def busy(*_: object, **__: object) -> None:
        raise tables.sandbox.SandboxError(tables.sandbox.BUSY)

    with monkeypatch.context() as patch:
        patch.setattr(tables.sandbox, "answer", busy)
        at = with_table(people())
        assert "try again in a minute" in at.error[0].value
    at.run()
    assert not at.error
    assert "Choose a group" in said(at)


def test_a_server_holds_so_much_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_held", WeakKeyDictionary())
    frame = people()
    size = len(frame.to_csv(index=False).encode())
    monkeypatch.setattr(uploads, "MOST_HELD", size - 1)
    at = with_table(frame)
    assert "as many files of its readers as it has room for" in at.error[0].value
    at.file_uploader(key="s own file").set_value(None)
    at.run()
    assert not at.error
    monkeypatch.setattr(uploads, "MOST_HELD", size)
    assert (
        "as many files" in brought(at, frame).error[0].value
    )  # The file fits, its table doesn't.
    monkeypatch.setattr(uploads, "MOST_HELD", 100 * size)
    at.file_uploader(key="s own file").set_value(None)
    at.run()
    assert "Choose a group" in said(brought(at, frame))


def test_columns_that_can_be_nothing_are_left_out_with_a_word() -> None:
    frame = people()
    frame["who"] = [f"person {k}" for k in range(len(frame))]
    frame["said"] = ["word " * 50 if k else "" for k in range(len(frame))]
    at = with_table(frame)
    assert not {"who", "said"} & {*at.selectbox(key="s own group").options}
    shown = said(at).replace("\\", "")
    assert "Column 'who' is left out: it holds 1,200 different texts" in shown
    assert "Column 'said' is left out: it holds a text of 250 letters" in shown
