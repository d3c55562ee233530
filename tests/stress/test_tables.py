"""Own tables as worlds, and Adult."""

import io
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from equipoise.stress import Design, Missingness, Table, adult, draw, run
from equipoise.stress.errors import ParameterError
from equipoise.stress.tables import (
    FEWEST_NUMBERED,
    read_noted,
    read_people,
    read_world,
    row_numbers,
)

adult_world = sys.modules["equipoise.stress.adult"]  # The name in the package is the function.


def people(**changes: object) -> pd.DataFrame:
    n = 60
    rng = np.random.default_rng(0)
    columns = {
        "hired": np.tile([0, 1], n // 2),
        "region": ["north"] * 40 + ["south"] * 20,
        "age": rng.integers(18, 70, n),
        "score": rng.normal(size=n),
        "name": [f"p{i}" for i in range(n)],
    }
    return pd.DataFrame(columns | changes)


def test_a_table_is_a_world() -> None:
    world = Table(people(), label="hired", group="region")
    data = draw(30, world, 0)
    assert (data.n, data.groups, data.names) == (30, ("north", "south"), ("age", "score"))
    assert data.groups[data.minority] == "south"
    assert len(set(data.row)) == 30
    assert (data.y == world.rows.y[data.row]).all()
    assert (data.truth == data.y).all()


def test_features_are_standardised_unless_asked_not_to() -> None:
    frame = people(constant=3.0)
    data = Table(frame, label="hired", group="region").rows
    assert np.allclose(data.features.mean(axis=0), 0)
    assert np.allclose(data.features.std(axis=0), [1, 1, 0])
    raw = Table(frame, label="hired", group="region", features=("age",), standardise=False)
    assert (raw.rows.features[:, 0] == frame["age"]).all()


def test_noise_on_top() -> None:
    data = draw(60, Table(people(), label="hired", group="region", eta=0.4), 0)
    assert 10 < (data.y != data.truth).sum() < 40


def test_a_named_label_and_minority() -> None:
    frame = people(hired=np.tile(["no", "yes"], 30))
    world = Table(frame, label="hired", group="region", positive="yes", minority="north")
    assert world.rows.y.tolist() == [0, 1] * 30
    assert world.rows.minority == 0


def test_a_number_may_be_named_by_text() -> None:
    assert Table(people(), label="hired", group="region", positive="0").rows.y[0] == 1


@pytest.mark.parametrize(
    ("frame", "given", "message"),
    [
        (people(), {"label": "absent"}, "no column 'absent'"),
        (people(), {"features": ("name",)}, "'name' is not numeric"),
        (people(age=np.nan), {}, "'age' has no finite value in row 1"),
        (people(hired=np.tile(["a", "b"], 30)), {}, "positive must name"),
        (people(hired=np.arange(60)), {"positive": 1}, "must hold two values"),
        (people(hired=1), {}, "must hold two values"),
        (people(region="north"), {}, "2 to 20 groups"),
        (people(region=[None] * 60), {}, "missing values"),
        (people(hired=[None] * 60), {}, "missing values"),
        (pd.concat([people(), people()[["age"]]], axis=1), {}, "several columns 'age'"),
        (pd.concat([people(), people()[["hired"]]], axis=1), {}, "several columns 'hired'"),
        (people(), {"features": ("age", "age")}, "'age' can have one role"),
        (people(), {"features": ("hired",)}, "'hired' can have one role"),
        (people(), {"features": "age"}, "features must be a list"),
        (people(age=1e308), {}, "'age' has no finite value"),
        (people(age=1j), {"features": ("age",)}, "'age' is not numeric"),
        (people(hired=[[1]] * 60), {}, "holds lists"),
        (people(region=[["north"]] * 60), {}, "not a single value"),
        (people()[:0], {}, "with rows"),
        (None, {}, "must be a DataFrame"),
        (people(), {"minority": "east"}, "minority must be one of north, south"),
        (people(), {"eta": 0.5}, "eta"),
        (people()[["hired", "region", "name"]], {}, "no numeric column"),
    ],
)
def test_an_unusable_table_says_why(frame: pd.DataFrame, given: dict, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Table(frame, **{"label": "hired", "group": "region", **given})


CELLS = (
    "hired;region;age;zip;old\n1;NA;0.5;007;True\n0; 1;NA;1;False\n1;01;2;02;true\n;1;3;4;false\n"
)


def test_files_keep_codes_and_names_and_know_numbers(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text(CELLS, encoding="utf-8-sig")
    for source in (path, CELLS.encode()):
        found = read_people(source)
        assert found["region"].tolist() == ["NA", " 1", "01", "1"]
        assert found["zip"].tolist() == ["007", "1", "02", "4"]
        assert found["age"].fillna(-1).tolist() == [0.5, -1, 2, 3]
        assert found["old"].tolist() == [True, False, True, False]
        assert found["hired"].isna().tolist() == [False, False, False, True]


def test_a_file_of_lists_is_text() -> None:
    found = read_people(b'[{"x": [1, 2], "y": 3}, {"x": [1, 2], "y": 4}]')
    assert found["x"].tolist() == ["[1, 2]"] * 2
    assert found["y"].tolist() == [3, 4]


def test_a_file_that_is_none() -> None:
    with pytest.raises(ParameterError, match="The table cannot be read: The file is empty"):
        read_people(b"")


def test_blanks_around_group_names_make_no_groups() -> None:
    names = np.tile(["north", " north", "south ", "south"], 15)
    assert Table(people(region=names), label="hired", group="region").rows.groups == (
        "north",
        "south",
    )


def test_more_rows_than_there_are() -> None:
    with pytest.raises(ParameterError, match=r"n must lie in \[1, 60\]"):
        draw(61, Table(people(), label="hired", group="region"), 0)


@pytest.mark.parametrize(
    ("by", "minority", "n"), [("sex", "Female", 14_695), ("race", "Non-White", 6_319)]
)
def test_adult(by: str, minority: str, n: int) -> None:
    rows = adult(by).rows
    assert rows.n == 45_222
    assert rows.groups[rows.minority] == minority
    assert rows.members(minority).sum() == n
    assert rows.y.sum() == 11_208


def test_adult_by_something_else() -> None:
    with pytest.raises(ParameterError, match="by must be one of sex, race"):
        adult("age")


# --- row numbers ------------------------------------------------------------------------------


def noise(n: int = 600) -> pd.DataFrame:
    """Rows in which nothing tells the label, sorted by it, as exports often are."""
    rng = np.random.default_rng(5)
    return pd.DataFrame(
        {"x": rng.normal(size=n), "sex": rng.choice(["F", "M"], n), "y": np.repeat([0, 1], n // 2)}
    )


def twice_saved(frame: pd.DataFrame) -> str:
    return pd.read_csv(io.StringIO(frame.to_csv())).to_csv(index=False)


SAVED = {
    "with its row numbers": lambda frame: frame.to_csv(),
    "with those of a part": lambda frame: frame.iloc[::3].to_csv(),
    "shuffled, with its row numbers": lambda frame: frame.sample(frac=1, random_state=0).to_csv(),
    "twice": twice_saved,
    "three times": lambda frame: pd.read_csv(io.StringIO(twice_saved(frame))).to_csv(),
    "by R": lambda frame: frame.set_axis(range(1, len(frame) + 1)).to_csv(index_label=""),
    "with semicolons": lambda frame: frame.to_csv(sep=";"),
    "with an index that has a name": lambda frame: frame.to_csv(index_label="id"),
    "counting down": lambda frame: frame.assign(left=np.arange(len(frame))[::-1]).to_csv(
        index=False
    ),
    "with gaps": lambda frame: frame.assign(id=np.cumsum(1 + np.arange(len(frame)) % 3)).to_csv(),
}


@pytest.mark.parametrize("way", SAVED)
def test_row_numbers_are_no_feature(way: str) -> None:
    """What sorts the rows must not be learned from: nothing here tells the label."""
    world = read_world(SAVED[way](noise()).encode(), label="y", group="sex")
    assert world.rows.names == ("x",)
    assert world.notes
    table = run(Design(world, Missingness(), (0.0,), n=world.rows.n), repeats=8)
    right = table[(table["measure"] == "accuracy") & (table["group"] == "")]
    assert right[right["split"] == "test"]["value"].mean() == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("header", ['"",x,sex,y', ",x,sex,y", "Unnamed: 0,x,sex,y", " ,x,sex,y"])
@pytest.mark.parametrize("n", [4, 40])
def test_the_nameless_first_column_is_none_however_few_the_rows(header: str, n: int) -> None:
    rows = [f"{i},{(i * 7) % 5},{'FM'[i % 2]},{i // 2 % 2}" for i in range(n)]
    world = read_world("\n".join([header, *rows]).encode(), label="y", group="sex")
    assert world.rows.names == ("x",)


def test_a_nameless_column_elsewhere_gets_a_name() -> None:
    found, notes = read_noted(b"x,,sex,y\n1.5,2,F,0\n2.5,9,M,1\n")
    assert list(found.columns) == ["x", "column 2", "sex", "y"]
    assert notes == ()


@pytest.mark.parametrize(
    "column",
    [
        np.random.default_rng(0).integers(18, 70, 60),
        np.random.default_rng(0).normal(size=60),
        np.sort(np.random.default_rng(0).normal(size=60)),
        np.repeat(np.arange(30), 2),
        np.zeros(60),
        np.arange(60) % 59,
        np.arange(60) == 3,
    ],
)
def test_other_columns_of_numbers_stay(column: np.ndarray) -> None:
    assert row_numbers(people(number=column)) == ()
    assert "number" in Table(people(number=column), label="hired", group="region").rows.names


@pytest.mark.parametrize(("place", "counted"), [(0, True), (1, False)])
def test_a_frame_that_was_read_with_its_row_numbers(place: int, counted: bool) -> None:
    """What pandas calls a nameless column is none where it comes first, however few the rows."""
    frame = people()[["age", "hired", "region"]].iloc[35:45]
    frame.insert(place, "Unnamed: 0", [3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
    world = Table(frame, label="hired", group="region")
    assert ("Unnamed: 0" not in world.rows.names) is counted
    assert any("only numbers the rows" in note for note in world.notes) is counted


def test_a_few_rows_may_go_up_by_chance() -> None:
    few, enough = (
        pd.DataFrame({"x": np.arange(n)}) for n in (FEWEST_NUMBERED - 1, FEWEST_NUMBERED)
    )
    assert row_numbers(few) == ()
    assert row_numbers(enough) == ("x",)


def test_whoever_names_it_gets_it() -> None:
    frame = people(id=np.arange(60))
    assert "id" not in Table(frame, label="hired", group="region").rows.names
    chosen = Table(frame, label="hired", group="region", features=("id",))
    assert (chosen.rows.names, chosen.notes) == (("id",), ())


# --- bad cells --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "note"),
    [
        (["1.5"] * 28 + ["12k", "2"], "one cell that is no number: '12k' in row 30"),
        (["1.5"] * 20 + ["?"] * 10, "10 cells that are no numbers; the first is '?' in row 22"),
        (["#REF!", *["3"] * 29], "one cell that is no number: '#REF!' in row 2"),
        (["1", "NA", "", *["3"] * 26, "3,5"], "one cell that is no number: '3,5' in row 31"),
    ],
)
def test_a_bad_cell_is_told_and_not_dropped_in_silence(cells: list[str], note: str) -> None:
    frame = people().iloc[:30].assign(income=cells)
    found, notes = read_noted(frame.to_csv(index=False).encode())
    assert found["income"].dtype.kind not in "if"
    (said,) = notes
    assert "Column 'income' cannot be a feature" in said
    assert note in said


@pytest.mark.parametrize(
    "cells", [["x"] * 30, ["a1", "b2", "c3"] * 10, ["01", "1"] * 15, ["1", "NA", ""] * 10]
)
def test_names_codes_and_missing_values_are_no_bad_cells(cells: list[str]) -> None:
    frame = people().iloc[:30].assign(income=cells)
    assert read_noted(frame.to_csv(index=False).encode())[1] == ()


# --- Adult ------------------------------------------------------------------------------------


def columns() -> dict[str, np.ndarray]:
    with np.load(adult_world.ARTIFACT) as found:
        return {name: found[name][:300] for name in found}


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda found: found.pop("sex"), "it has no column sex"),
        (lambda found: found.pop("race"), "it has no column race"),
        (lambda found: found.pop("age"), "it has no column age"),
        (lambda found: found.pop(adult_world.LABEL), "it has no column income"),
        (lambda found: found.update(sex=np.full(300, 7)), "sex holds other values than 0 and 1"),
        (lambda found: found.update(race=np.full(300, 2)), "race holds other values"),
        (lambda found: found.update(age=np.array(["x"] * 300)), "is damaged"),
        (lambda found: found.update(age=np.zeros(299)), "is damaged"),
    ],
)
def test_a_damaged_adult_file_is_named(tmp_path: Path, monkeypatch, damage, message: str) -> None:
    found = columns()
    damage(found)
    np.savez_compressed(tmp_path / "adult.npz", **found)
    with pytest.raises(OSError, match=f"adult.npz is damaged.*{message}|{message}"):
        adult_from(tmp_path / "adult.npz", monkeypatch)


@pytest.mark.parametrize("content", [b"", b"PK", b"nonsense"])
def test_what_is_no_adult_file_is_named(tmp_path: Path, monkeypatch, content: bytes) -> None:
    (tmp_path / "adult.npz").write_bytes(content)
    with pytest.raises(OSError, match=r"adult.npz is damaged"):
        adult_from(tmp_path / "adult.npz", monkeypatch)


def adult_from(path: Path, monkeypatch) -> Table:
    monkeypatch.setattr(adult_world, "ARTIFACT", path)
    monkeypatch.setattr(adult_world, "_people", adult_world._people.__wrapped__)
    return adult("sex")
