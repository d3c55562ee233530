"""Texts that somebody else wrote: shown as they are, and nothing made of them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise import words
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.foreign import (
    JOINER,
    LONGEST,
    UNSEEN,
    harmless,
    in_html,
    on_terminal,
    people,
    plain,
    visible,
)
from equipoise.predictions import Predictions
from equipoise.tally import tally
from tests.hostile.grammar import fetched, made, text_of
from tests.hostile.names import FORMULAS, MARKDOWN, NAMES

PLACES = ("{}", "Group {} of 5.", "**{}**", "- {}: 5 of 6", "{}, {} and {}", "“{}”", "({})")
"""What our own sentences put around a name."""

ANY = st.text(
    st.one_of(
        st.sampled_from("![]()<>:/.@www-_*`~$|#&;\\+=\n\t htpsmailre1\u202e\u200b\x00"),
        st.characters(),
    ),
    max_size=40,
)


@pytest.mark.parametrize("name", MARKDOWN.values(), ids=MARKDOWN)
def test_as_they_are_these_names_mean_something(name: str) -> None:
    assert made(name)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_nothing_is_made_of_a_name(name: str) -> None:
    assert not made(plain(name))
    assert text_of(plain(name)).replace(JOINER, "") == visible(name)
    for place in PLACES:
        assert not fetched(place.replace("{}", plain(name)))


@given(ANY)
def test_nothing_is_made_of_any_text(text: str) -> None:
    assert not made(plain(text))
    assert text_of(plain(text)).replace(JOINER, "") == visible(text).replace(JOINER, "")
    assert not fetched(f"Of {plain(text)}, {plain(text)}. {plain(text)}.")


@given(ANY)
def test_nothing_unseen_is_left_and_a_line_stays_one(text: str) -> None:
    shown = visible(text)
    joiners = "\u200c\u200d" + words.STAYS + words.NARROW
    assert all(letter.isprintable() or letter in joiners for letter in shown)
    assert shown == shown.strip(" ")


@pytest.mark.parametrize("name", ["\u202elive", "e\u2066vil", "e\u200bvil", "e\x07l", "\ud800"])
def test_what_turns_hides_or_breaks_a_text_is_shown(name: str) -> None:
    assert UNSEEN in visible(name)
    assert UNSEEN in plain(name)


@pytest.mark.parametrize(
    "name", ["می\u200cخواهم", "👩\u200d🔬", "Ärzte", "日本", f"18.9{words.NARROW}%"]
)
def test_what_a_script_needs_is_kept(name: str) -> None:
    assert plain(name) == visible(name) == name


def test_the_groups_that_come_along_are_written_as_they_are(adult: Predictions) -> None:
    for by in ("sex", "race", "race_five", ("sex", "race"), ("sex", "race_five")):
        for group in tally(adult, by).groups:
            assert plain(group) == group
            for label in (None, 0, 1):
                assert people(VOCABULARY, group, label) == VOCABULARY.who(group, label)


@pytest.mark.parametrize(
    "name", ["25-34", "10.5 to 12", "R&D #1", "50K", "R2-D2", "x = 1", "1.5", "(a)", "it's 5%"]
)
def test_what_means_nothing_stays_as_it_was(name: str) -> None:
    assert plain(name) == name


def test_a_long_text_is_shortened() -> None:
    assert len(plain("x" * 1_000)) < LONGEST + 10
    assert plain("x" * 700, 700) == "x" * 700


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_nothing_is_html(name: str) -> None:
    shown = in_html(name)
    assert not set("<>\"'") & set(shown)
    assert "&" not in shown.replace("&lt;", "").replace("&gt;", "").replace("&amp;", "").replace(
        "&quot;", ""
    ).replace("&#x27;", "")


# --- tables that are handed out ---------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    ["=1+1", "+1", "-1", "@x", " =1", "\t=1", "\r=1", "|x", "%x", "\uff1d1", *FORMULAS.values()],
)
def test_no_cell_and_no_name_is_a_formula(value: str) -> None:
    table = harmless(
        pd.DataFrame(
            {value: [value, "plain"], "n": [-1.5, 2.0]}, index=pd.Index([value, "b"], name=value)
        )
    )
    for shown in (table.iloc[0, 0], table.columns[0], table.index[0], table.index.name):
        assert shown == f"'{value}"
    assert table["n"].tolist() == [-1.5, 2.0]
    assert table.iloc[1, 0] == "plain"


@pytest.mark.parametrize(
    ("value", "shown"), [("a;=1", "a;'=1"), ("a\t =1", "a\t '=1"), ("a, -1; b", "a, -1; b")]
)
def test_nor_is_a_part_of_one_where_cells_are_parted_otherwise(value: str, shown: str) -> None:
    assert harmless(pd.DataFrame({"raw": [value]})).iloc[0, 0] == shown


@given(ANY)
def test_a_terminal_is_told_nothing_that_it_would_obey(name: str) -> None:
    said = on_terminal(f"note:\n\t{name}")
    assert len(said) == len(f"note:\n\t{name}")
    assert said.startswith("note:\n\t")
    for letter in "\x1b\x07\x08\r\x9b\u202e\x00":
        assert letter not in said


def test_what_we_say_ourselves_reaches_a_terminal_as_it_is() -> None:
    said = f"95{words.NARROW}% of\N{NO-BREAK SPACE}them – “Zoë”, 日本, \N{FAMILY}\n  and more"
    assert on_terminal(said) == said


def test_numbers_stay_numbers() -> None:
    table = pd.DataFrame(
        {
            "a": [-1, 2],
            "b": [-0.5, np.nan],
            "c": [True, False],
            "d": pd.array([-1, None], dtype="Int64"),
            "e": [-1, "-1"],
        }
    )
    kept = harmless(table)
    assert kept.to_csv(index=False) == table.to_csv(index=False).replace(",-1\n", ",-1\n").replace(
        ",,-1", ",,'-1"
    )
    assert kept.dtypes[["a", "b", "c"]].tolist() == table.dtypes[["a", "b", "c"]].tolist()
    assert kept["e"].tolist() == [-1, "'-1"]


def test_the_table_itself_is_left_as_it_is() -> None:
    table = pd.DataFrame({"=a": ["=1"]}, index=pd.Index(["=b"], name="=c"))
    harmless(table)
    assert [table.columns[0], table.iloc[0, 0], table.index[0], table.index.name] == [
        "=a", "=1", "=b", "=c",
    ]  # fmt: skip
