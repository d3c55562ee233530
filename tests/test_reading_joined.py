"""Two tables joined by the ids of people."""

from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.own_tables import PEOPLE, ROWS, read


def test_tables_are_joined_by_id() -> None:
    found = read(PEOPLE, join=b"g,id\nb,2\na, 1\n", on="id")
    assert found.groups["g"].codes.tolist() == [0, 1]


def test_ids_that_are_numbers_meet_those_that_are_text() -> None:
    people = pd.DataFrame({"id": [2.0, 1.0], "y_true": [0, 1], "y_prob": [0.1, 0.9]})
    found = read(people, join=b"id,g\n1,a\n2,b\n", on="id")
    assert found.groups["g"].codes.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("people", "note"),
    [
        ("id,g\n1,a\n2,b\n", None),
        ("id,g\n9,c\n2,b\n1,a\n", "1 person of the {} table was not scored."),
        ("id,g\n9,c\n2,b\n8,\n1,a\n7,d\n", "3 people of the {} table were not scored."),
    ],
)
def test_people_who_were_not_scored_are_counted(people: str, note: str | None) -> None:
    by_scores = read(PEOPLE, join=people.encode(), on="id")
    by_people = read(people, join=PEOPLE.encode(), on="id")
    for found, which in ((by_scores, "second"), (by_people, "first")):
        assert found.n_rows == found.n == 2
        names = [found.groups["g"].names[code] for code in found.groups["g"].codes]
        assert dict(zip(names, found.y_score.tolist(), strict=True)) == {"a": 0.9, "b": 0.1}
        assert found.notes == ((note.format(which),) if note else ())


@given(st.sets(st.integers(0, 40), min_size=1), st.sets(st.integers(0, 40)), st.randoms())
def test_everybody_scored_is_joined_with_their_own_group(
    scored: set[int], others: set[int], random: Any
) -> None:
    people = sorted(scored | others, key=lambda _: random.random())
    scores = pd.DataFrame({"id": sorted(scored), "y_true": 1, "y_prob": 0.5})
    groups = pd.DataFrame({"id": people, "g": [f"g{i}" for i in people]})
    found = read(scores, join=groups, on="id").groups["g"]
    assert [found.names[code] for code in found.codes] == [f"g{i}" for i in sorted(scored)]
    lacking = groups[groups["id"] != min(scored)]
    with pytest.raises(ValueError, match=f"id: '{min(scored)}' stands in one table only"):
        read(scores, join=lacking, on="id")


def test_a_column_of_both_tables_must_be_the_same() -> None:
    same = read(PEOPLE, join=b"id,y_true,g\n2,0,b\n1,1,a\n", on="id")
    assert same.notes == ("y_true stands twice with the same content; the first is used.",)
    with pytest.raises(ValueError, match=r"2 columns called y_true, .* in id '2': '0' and '1'"):
        read(PEOPLE, join=b"id,y_true,g\n2,1,b\n1,1,a\n", on="id")


def test_joined_tables_have_the_columns_of_both_and_no_more() -> None:
    with pytest.raises(ValueError, match=r"no column h; there are: id, y_true, y_prob, g\.$"):
        read(PEOPLE, join=b"g,id\nb,2\na,1\n", on="id", groups="h")


def test_ids_of_any_kind_meet() -> None:
    long = 2**53 + 1
    scores = pd.DataFrame({"id": [str(long), long - 1], "y_true": [1, 0], "y_prob": [0.9, 0.1]})
    for ids in (pa.array([long, long - 1, None]).slice(0, 2), pd.Categorical([long, long - 1])):
        people = pd.DataFrame({"id": pd.Series(ids), "g": ["a", "b"]})
        assert read(scores, join=people, on="id").groups["g"].codes.tolist() == [0, 1]


@pytest.mark.parametrize("named", [{"groups": None}, {"groups": 1}, {"y_true": None}])
def test_columns_are_named_by_text(named: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"groups is|There is no column None"):
        read(ROWS, **named)


@pytest.mark.parametrize(
    ("join", "on", "message"),
    [
        (b"id,g\n2,b\n", "id", "id: '1' stands in one table only"),
        (b"id,g\n2,b\n3,c\n4,d\n", "id", r"id: '1' stands in one table only \(1 do\); it has a"),
        (b"id,g\n2,b\n2,a\n", "id", "id: '2' occurs more than once"),
        (b"id,g\n1,a\n2,b\n1 ,b\n", "id", "id: '1' occurs more than once"),
        (b"id,g\n1,a\n,b\n", "id", r"id, row 3 \(the header is row 1\): the id is missing"),
        (b"id,g\n01,a\n2,b\n", "id", "id: '1' stands in one table only"),
        (b"key,g\n1,a\n2,b\n", "id", "There is no column id"),
        (b"id,g,id\n1,a,1\n2,b,3\n", "id", "There are 2 columns called id, and they differ"),
        (b"id,g\n1,a\n2,b\n", None, "Give both join"),
        (None, "id", "Give both join"),
    ],
)
def test_joins_that_make_no_sense(join: bytes | None, on: str | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(PEOPLE, join=join, on=on)
