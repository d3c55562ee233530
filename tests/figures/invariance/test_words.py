"""Strategies, measures and verdicts in words."""

import pandas as pd
import pytest

from equipoise.figures.invariance.words import (
    JUDGED,
    SHORT,
    STRATA,
    TOLD,
    band_words,
    called,
    gap_words,
    lost_words,
    measures_table,
    p_share,
    p_words,
    widest,
)
from equipoise.invariance.lesson.live import LESSON_STRATEGIES
from equipoise.invariance.lesson.measured import columns, measured
from equipoise.invariance.lesson.recorded import load_lesson
from equipoise.words import NARROW

KNOWN = load_lesson()


def test_every_strategy_of_the_lesson_is_named_and_told() -> None:
    assert tuple(SHORT) == tuple(TOLD) == LESSON_STRATEGIES
    assert set(STRATA) == set(columns(KNOWN)["s"])
    assert called("ooc") == "Out of context"
    assert called("a reader's own") == "a reader's own"


@pytest.mark.parametrize("strategy", LESSON_STRATEGIES)
def test_the_widest_gap_is_told_with_its_counts(strategy: str) -> None:
    found = measured(KNOWN, strategy, 3, 0)
    said = widest(found)
    assert f"**{found.si.value:.3f}, {found.verdict}**." in said
    assert found.verdict in JUDGED
    rows = found.answers[KNOWN.y == int(found.si.stratum)]
    for name in found.si.contexts:
        toxic = rows[:, KNOWN.names.index(name)].sum()
        assert f"{toxic} {'are called toxic ' if name == found.si.contexts[0] else ''}when" in said
        assert f"when {name} people" in said
    assert said.startswith(f"of {len(rows)} {STRATA[found.si.stratum]}, ")


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


def test_very_small_p_values_are_not_told_apart() -> None:
    assert p_words(0.0) == p_words(0.0009) == "below 0.001"
    assert p_words(0.05) == "0.050"


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
