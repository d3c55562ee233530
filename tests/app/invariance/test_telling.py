"""Strangers' texts in HTML, and measures in words."""

import io

import pandas as pd
import pytest

from equipoise.app.invariance.flipped import marked, side_by_side
from equipoise.app.invariance.own import example_files
from equipoise.app.invariance.telling import (
    band_words,
    gap_words,
    lost_words,
    measures_table,
    p_share,
)
from equipoise.words import NARROW


def test_texts_side_by_side_are_no_html() -> None:
    drawn = side_by_side([("<i>a</i>", "<script>x</script> he", "<u>"), ("b", "she", "")])
    assert "<script" not in drawn
    assert "<i>" not in drawn
    assert "<u>" not in drawn
    assert drawn.count("<mark") == 2


def test_only_what_differs_is_marked() -> None:
    assert marked("A man asks", "A woman asks").count("<mark") == 1
    assert "<mark" not in marked("the same", "the same")


def test_the_files_to_start_from_can_be_read() -> None:
    items, answers = (pd.read_csv(io.StringIO(one)) for one in example_files())
    assert {"id", "text", "z", "s", "y", "unit", "sample"} == set(items)
    assert set(answers["id"]) == set(items["id"])


@pytest.mark.parametrize(
    ("p", "told"),
    [
        (0.0001, "fewer than 0.1"),
        (0.004, "0.4"),
        (0.382, "38"),
        (0.9995, "more than 99.9"),
        (1.0, "100"),
    ],
)
def test_no_p_value_is_nought(p: float, told: str) -> None:
    assert p_share(p) == f"{told}{NARROW}%"


@pytest.mark.parametrize(
    ("gap", "told"), [(0.0, "0.000"), (0.0004, "less than 0.001"), (0.0006, "0.001"), (1, "1.000")]
)
def test_only_no_gap_is_nought(gap: float, told: str) -> None:
    assert gap_words(gap) == told


P_OF = {"above noise": 0.001, "borderline": 0.05, "within noise": 0.4, "cannot tell": 0.3}


def measures(**verdicts: str) -> pd.DataFrame:
    """Return what `Scores.table` has of ways of asking with these verdicts."""
    return pd.DataFrame(
        [
            {
                "strategy": name,
                "verdict": verdict,
                "p_value": P_OF.get(verdict, float("nan")),
                "si_bias": float("nan") if verdict == "undefined" else 0.2,
                "null_upper": 0.2,
                "n": 30,
                "n_missing": 0,
                "ci_probability": 29 / 30,
                "n_units": 30,
                "macro_f1": float("nan"),
                "positive_rate": 0.5,
            }
            for name, verdict in verdicts.items()
        ]
    )


def test_what_stands_out_is_told_with_what_chance_lets_stand_out() -> None:
    said = band_words(measures(a="above noise", b="within noise"))
    assert said.startswith("1 of 2 stand out from noise: a (30 answers each).")
    assert "(Of twenty ways in which the context plays no part, up to one would" in said
    alone = band_words(measures(a="above noise"))
    assert alone.startswith("SI-bias 0.200: above noise (30 answers).")
    assert "twenty ways" not in alone


def test_where_nothing_stands_out_it_is_said_what_noise_shows() -> None:
    said = band_words(measures(a="within noise", b="cannot tell"))
    assert "None of 2 stands out: noise alone reaches each of these gaps in more than" in said
    assert "**Too few answers to tell** for b" in said
    close = band_words(measures(a="within noise", b="borderline"))
    assert "None of 2 stands out (30" in close
    assert "**Too close to call**: b. Other shuffles could put it on either side" in close
    assert "SI-bias is not defined for c." in band_words(measures(a="within noise", c="undefined"))
    assert band_words(measures(c="undefined")) == "SI-bias is not defined here."


def test_a_share_of_units_stands_beside_its_counts() -> None:
    table = measures_table(measures(a="within noise"))
    assert table.loc["a", "units answered alike"] == "29 of 30"
    lost = measures(a="undefined").assign(ci_probability=float("nan"), n_units=0)
    assert measures_table(lost).loc["a", "units answered alike"] == "\u2013"


def test_what_became_of_answers_is_counted() -> None:
    whole = {"ok": 3, "unreadable": 0, "refused": 0, "error": 0, "missing": 0}
    assert lost_words({"default": whole}) == ""
    said = lost_words({"default": whole, "<b>": whole | {"ok": 1, "refused": 1, "error": 1}})
    assert "- \\<b>: 1 of 3 answers could be read; 1 refused, 1 failed." in said
    assert "Default" not in said
