"""What readers bring to the Test time page, run without a browser."""

import io

import pandas as pd
import pytest

from equipoise.app.invariance.predictions import example_files
from equipoise.invariance.lesson.recorded import load_lesson
from equipoise.invariance.tables.paper_sets import PAPER_SETS
from tests.pages.opening import fine, opened, press, uploaded
from tests.pages.pages import charts, said

LESSON = load_lesson()


@pytest.mark.parametrize("place", range(len(PAPER_SETS)))
def test_each_set(place: int) -> None:
    at = opened("own", set=str(place + 1))
    assert PAPER_SETS[place].question in said(at)


def test_two_files_are_scored_on_the_spot() -> None:
    items, answers = (part.encode() for part in example_files(LESSON))
    at = uploaded(items, answers)
    assert not at.error
    assert charts(at) == 2
    assert "0.500" in said(at)
    assert "Try this" not in said(at)  # There is nothing to do that is not done.


def test_the_task_is_set_to_whom_it_helps_and_seen_to_be_done() -> None:
    items, answers = (pd.read_csv(io.StringIO(part)) for part in example_files(LESSON))
    both = items.merge(answers[answers["strategy"] == "default"], on="id")
    at = uploaded(both.drop(columns="unit").to_csv(index=False).encode())
    assert "Not yet. So far CI probability is not defined" in said(at)
    whole = ("b.csv", both.to_csv(index=False).encode(), "text/csv")
    at.file_uploader(key="i own items").set_value(whole)
    assert "**Done.** CI probability is now known" in said(fine(at.run()))


def test_files_outlast_a_change_of_step_and_of_page() -> None:
    items, answers = (part.encode() for part in example_files(LESSON))
    at = uploaded(items, answers, name="mine.csv")
    shown = said(at)
    at = press(press(at, "i.room", "noise"), "i.room", "own")
    assert charts(at) == 2
    assert shown.count("mine") == 0
    assert said(at).count("Kept from before: mine.csv") == 2
    at.switch_page("pages/1_Data.py").run()
    at.switch_page("pages/6_Test_time.py").run()
    assert charts(fine(at)) == 2
    at.button(key="i own answers away").click()
    fine(at.run())
    assert "288 items read" in at.info[0].value
    at.file_uploader(key="i own items").set_value(("new.csv", b"id,z,s\n1,a,all\n", "text/csv"))
    assert "nothing to compare" in fine(at.run()).error[0].value.replace("\\", "")
    assert "Kept from before" not in said(at)


def test_a_file_that_is_taken_away_is_not_kept() -> None:
    at = uploaded(b"id,z,s,pred\n1,a,all,1\n2,b,all,0\n")
    at.file_uploader(key="i own items").set_value(None)
    assert not charts(fine(at.run()))
    at = press(press(at, "i.room", "noise"), "i.room", "own")
    assert not charts(at)
    assert "Kept from before" not in said(at)


def test_a_file_that_is_too_large_is_not_kept() -> None:
    at = uploaded(b"id,z\n" + b"1,a\n" * 1_300_000)
    at = press(press(at, "i.room", "noise"), "i.room", "own")
    assert not at.error
    assert "Kept from before" not in said(at)


@pytest.mark.parametrize("name", ["a.tsv", "a.txt", "ITEMS.CSV", "items"])
def test_files_are_told_by_their_content(name: str) -> None:
    at = uploaded(b"id\tz\ts\tpred\n1\ta\tall\t1\n2\tb\tall\t0\n", name=name)
    assert not at.error
    assert "Widest: a over b, by 1.000." in said(at)
    assert not at.file_uploader(key="i own items").proto.type


def test_where_there_is_no_gap_none_is_the_widest() -> None:
    at = uploaded(b"id,z,s,pred\n1,he,all,1\n2,she,all,1\n3,he,all,0\n4,she,all,0\n")
    assert "No gap: every context has the same share of 1s within its stratum." in said(at)
    assert "over he" not in said(at)
    assert "he over" not in said(at)


@pytest.mark.parametrize(("k", "gap"), [(1, "0.001"), (0, "less than 0.001")])
def test_a_gap_that_is_there_is_not_told_as_nought(k: int, gap: str) -> None:
    n = (2_500, 1_000)[k]
    rows = [f"{i}{z},{z},all,{int(i == 0 and z == 'a')}" for i in range(n) for z in "ab"]
    at = uploaded("\n".join(["id,z,s,pred", *rows]).encode())
    assert f"a over b, by {gap}." in said(at)


def test_blank_rows_at_the_end_of_a_sheet_are_none() -> None:
    at = uploaded(b"id;z;pred\n1;a;1\n2;b;0\n;;\n;;\n")
    assert "(2 answers)" in said(at)
    assert "2 blank rows left out" in said(at)


def test_what_became_of_answers_is_told() -> None:
    answers = b"id,pred,status\n1,1,ok\n2,,refused\n3,0,ok\n4,,unreadable\n5,,\n6,1,\n"
    at = uploaded(b"id,z,s\n1,a,all\n2,a,all\n3,b,all\n4,b,all\n5,a,all\n6,b,all\n", answers)
    assert "3 of 6 answers could be read; 1 unreadable, 1 refused, 1 left blank." in said(at)


def test_predictions_alone_ask_for_their_items() -> None:
    at = opened("own")
    at.file_uploader(key="i own answers").set_value(("a.csv", b"id,pred\n1,1\n", "text/csv"))
    assert "Now add the items" in fine(at.run()).info[0].value


def test_what_is_said_of_one_way_of_asking_names_it() -> None:
    answers = "id,strategy,pred\n1,plain,1\n2,plain,\n3,plain,0\n4,plain,0\n1,careful,\n"
    at = uploaded(b"id,z,s\n1,a,all\n2,a,all\n3,b,all\n4,b,all\n", answers.encode())
    shown = said(at)
    assert "SI-bias of plain 1.000: cannot tell (3 answers)." in shown
    assert "SI-bias is not defined for careful." in shown
    assert "The 1 missing answer could make it anything from 0.500 to 1.000." in shown
    assert "careful: SI-bias is not defined" in shown
    assert "interval" not in shown.partition("over b, by")[2].partition("\n")[0]


def test_items_alone_are_counted_and_the_predictions_asked_for() -> None:
    at = uploaded(example_files(LESSON)[0].encode())
    assert not at.error
    assert "288 items read: 8 contexts, 2 strata, 36 units. Now add the predictions" in (
        at.info[0].value
    )


POPULATION = b"id,z,sample,y\n1,a,,1\n2,b,,1\n3,a,,0\n4,b,,0\n5,a,population,1\n6,b,population,0\n"


def test_answers_to_the_population_alone_are_judged_for_accuracy() -> None:
    at = uploaded(POPULATION, b"id,pred\n5,1\n6,0\n")
    assert not at.error
    assert "no balanced row was asked" in said(at)
    assert "there are no shares to compare" in said(at)


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_other_kinds_of_file(kind: str) -> None:
    table = pd.DataFrame({"id": ["1", "2"], "z": ["a", "b"], "s": "all", "pred": [1, 0]})
    buffer = io.BytesIO()
    if kind == "jsonl":
        table.to_json(buffer, orient="records", lines=True)
    else:
        table.to_parquet(buffer)
    at = uploaded(buffer.getvalue(), name=f"a.{kind}")
    assert not at.error
    assert "1.000" in said(at)
    assert "Not yet" in said(at)  # There are no units.


@pytest.mark.parametrize(
    ("items", "answers", "why"),
    [
        (b"", None, "empty"),
        (b"id,z,y\n1,a,1\n2,b,\n", None, "Row 3"),
        (b"id,z,s\n1,Woman,all\n2,woman,all\n3,man,all\n", None, "Woman"),
        (b"id,z,s\n1,a,all\n2,b,all\n", b"id,pred\n1,1\n3,0\n", "Row 3"),
        (b"id,z,s,pred\n1,a,all,1\n2,b,all,![x](http://a.example/x)\n", None, "Row 3"),
        (b"PK\x03\x04", None, "spreadsheet"),
    ],
)
def test_what_is_wrong_is_said(items: bytes, answers: bytes | None, why: str) -> None:
    at = uploaded(items, answers)
    assert why in at.error[0].value
    assert "![" not in at.error[0].value
    assert not charts(at)


def test_what_is_too_large_is_not_read() -> None:
    at = uploaded(b"id,z\n" + b"1,a\n" * 1_300_000)
    assert "larger than 5 MB" in at.error[0].value


def test_names_are_shown_as_they_are() -> None:
    at = uploaded(
        b"id,z,s,pred,strategy\n1,<img src=x>,all,1,![x](http://a.example/x)\n"
        b"2,$x$,all,0,![x](http://a.example/x)\n"
    )
    assert not at.error
    assert "![x]" not in said(at)
    assert "<img" not in said(at).replace("\\<", "")


def test_it_can_be_tried_without_a_file() -> None:
    at = opened("own")
    at.toggle(key="i own example").set_value(True)
    assert charts(fine(at.run())) == 2
