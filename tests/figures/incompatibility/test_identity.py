"""The identity in people, drawn and said, against the rows counted a second time."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from equipoise import Tally, group_rates, overall_rates
from equipoise.audit import View
from equipoise.datasets.adult.audit import adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.figures.incompatibility.identity import (
    consequence,
    implied,
    implied_columns,
    is_impossible,
    needed_rates,
    worked,
)
from equipoise.vocabulary import NEUTRAL
from tests.facts import recomputed

QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_the_identity_in_people_gives_the_counted_rate(by_sex: Tally) -> None:
    view = adult_audit().view("sex", 0.5)
    needed = needed_rates(view.rates, view.overall)
    text = plain(worked("Female", view.rates.loc["Female"], needed["Female"], VOCABULARY))
    for part in ("557 to 4,356", "106 to 301", "301 of 557", "106 of 4,356", "0.0243"):
        assert part in text
    columns = implied_columns(view.rates, needed)
    assert columns["now"] == view.rates["false_positive_rate"].tolist()
    assert columns["label"] == ["needed", "needed"]
    assert "more than the tolerance" in consequence(view, needed)
    assert "within the tolerance" in consequence(replace(view, tolerance=0.2), needed)


def test_the_figure_is_of_two_groups_in_their_own_colours_and_built_once() -> None:
    view = adult_audit().view("race-five", 0.5)
    pair = view.narrowed("Black", "White")
    needed = needed_rates(pair.rates, pair.overall)
    figure = implied(pair, view.groups, needed)
    assert figure.takeaway == consequence(pair, needed)
    assert "Black people who earn 50K or less" in figure.takeaway
    assert figure.tables()["implied"]["group"].to_pylist() == ["Black", "White"]
    colours = figure.spec["layer"][2]["encoding"]["color"]["scale"]
    assert colours == {"domain": list(view.groups)}
    again = adult_audit().view("race-five", 0.7).narrowed("Black", "White")
    assert implied(again, view.groups, needed).spec is figure.spec
    assert "datasets" not in figure.spec


def test_without_words_of_their_own_people_are_spoken_of_neutrally() -> None:
    view = adult_audit().view("sex", 0.5)
    needed = needed_rates(view.rates, view.overall)
    text = worked("Female", view.rates.loc["Female"], needed["Female"], NEUTRAL)
    assert "| Positives per other |" in text
    assert "| × positives found |" in text
    neutral = replace(view, audit=replace(view.audit, vocabulary=NEUTRAL))
    assert "of people in group Male who are negative" in consequence(neutral, needed)
    assert "earn" not in text + consequence(neutral, needed)


def test_where_nobody_is_selected_the_identity_says_so(by_race: Tally) -> None:
    view = adult_audit().view("race", 1.0)
    view.overall["positive_predictive_value"] = np.nan
    needed = needed_rates(view.rates, view.overall)
    assert implied_columns(view.rates, needed)["label"] == ["", ""]
    assert "Nobody" in consequence(view, needed)
    assert "nan" not in worked("White", view.rates.loc["White"], needed["White"], VOCABULARY)


def test_an_impossible_rate_is_marked_in_the_chart(by_sex: Tally) -> None:
    rates, together = group_rates(by_sex, 0), overall_rates(by_sex, 0)
    columns = implied_columns(rates, needed_rates(rates, together))
    assert columns["label"] == ["needed", "impossible"]


@pytest.mark.parametrize("grouping", recomputed.GROUPINGS)
def test_what_equal_ppv_and_tpr_ask_for(grouping: str) -> None:
    """Every pair of groups at thresholds from nobody to everybody, built up from the rows."""
    view = adult_audit().view(grouping)
    for (first, second), *at in product(recomputed.pairs(grouping), QUARTERS, QUARTERS):
        pair = view.narrowed(first, second)
        cut = dict(zip(pair.groups, at, strict=True))
        pair = replace(pair, thresholds=cut)
        needed = needed_rates(pair.rates, pair.overall)
        text = plain(consequence(pair, needed))
        cells = [recomputed.groups(grouping)[g].at(t) for g, t in cut.items()]
        tp, fp, fn = (sum(cell[name] for cell in cells) for name in ("tp", "fp", "fn"))
        if not tp:
            assert text.startswith(
                f"Nobody of these two groups is {'rightly ' * bool(fp)}selected at these"
            )
            continue
        if not fp:
            assert "Nobody of these two groups is wrongly selected" in text
            assert set(needed.values()) == {0}
            continue
        # Of each group as many are found, rightly and wrongly, as the shared values ask for.
        found = [tp / (tp + fn) * (cell["tp"] + cell["fn"]) for cell in cells]
        wrong = [right * fp / tp for right in found]
        asked = [w / (cell["fp"] + cell["tn"]) for w, cell in zip(wrong, cells, strict=True)]
        assert list(needed.values()) == pytest.approx(asked)
        for share in asked:
            assert f"{100 * share:.1f} % of" in text
        if max(asked) > 1 + 1e-9:
            assert "is impossible" in text
            assert "equalized odds" not in text
            continue
        apart = abs(asked[0] - asked[1])
        assert f"about {100 * apart:.2f} points apart" in text
        assert ("would fail" in text) == (apart > 0.05 + 1e-9)
        assert ("could hold as well" in text) == (apart <= 0.05 + 1e-9)


def test_a_rate_above_one_is_marked_in_its_row(by_sex: Tally) -> None:
    rates, shared = group_rates(by_sex, 0), overall_rates(by_sex, 0)
    needed = needed_rates(rates, shared)
    rows = {
        group: plain(worked(group, rates.loc[group], needed[group], VOCABULARY)).splitlines()[-1]
        for group in rates.index
    }
    assert "9,650 of 7,004 | 1.3778, **impossible** |" in rows["Male"]
    assert "1,710 of 4,356 | 0.3926 |" in rows["Female"]
    assert not is_impossible(1 + 1e-12)
    assert not is_impossible(float("nan"))
    assert is_impossible(1.001)


@pytest.mark.parametrize("grouping", recomputed.GROUPINGS)
def test_the_shown_factors_give_the_shown_product(grouping: str) -> None:
    for cut in (0.05, 0.3, 0.5, 0.7, 0.95):
        rates = group_rates(adult_audit().tally(grouping), cut)
        for group, row in rates.iterrows():
            text = plain(worked(str(group), row, 0.5, VOCABULARY))
            lines = [line.split("|") for line in text.splitlines() if line.count("|") == 4]
            *factors, result = (line[3].strip() for line in lines[2:6])
            cell = recomputed.groups(grouping)[str(group)].at(cut)
            fpr = cell["fp"] / (cell["fp"] + cell["tn"])
            assert float(result) == pytest.approx(fpr, abs=5.1e-5)
            if not cell["tp"]:
                assert "no product" in text
                assert "= " not in text
                continue
            assert "no product" not in text
            terms = [float(factor) for factor in factors]
            # Each term is rounded to four decimals, and so is the result.
            reach = sum(5e-5 * np.prod([*terms[:i], *terms[i + 1 :]]) for i in range(3)) + 5e-5
            assert float(np.prod(terms)) == pytest.approx(float(result), abs=reach * 1.01)


def test_few_people_are_pointed_out() -> None:
    rates = group_rates(adult_audit().tally("sex-race-five"), 0.5)
    for group, row in rates.iterrows():
        people = recomputed.groups("sex-race-five")[str(group)]
        text = worked(str(group), row, 0.5, VOCABULARY)
        assert ("Few people" in text) == (min(people.positives, people.negatives) < 30)
    edge = rates.loc["Male × White"].copy()
    edge[["tp", "fn"]] = (10, 20)
    assert "Few people" not in worked("x", edge, 0.5, VOCABULARY)
    edge["fn"] = 19
    assert "Few people: 29 high earners. " in worked("x", edge, 0.5, VOCABULARY)
    text = worked("x", rates.loc["Female × Other"], 0.5, VOCABULARY)
    assert "Few people: 5 high earners. " in text
    few = worked("x", rates.loc["Female × Amer-Indian-Eskimo"], 0.0113, VOCABULARY)
    assert "| 0.6 of 56 | 0.0113 |" in plain(few), "a fraction of a person is not one person"


def test_a_group_without_others_has_no_false_positive_rate() -> None:
    counts = Tally(
        ("g",), ("a", "b"), np.array([0.0, 0.5]),
        np.array([[[0, 0], [1, 3]], [[2, 1], [1, 4]]]), np.zeros((2, 2, 2)),
    )  # fmt: skip
    view = View(adult_audit(), "sex", counts, dict.fromkeys("ab", 0.5))
    needed = needed_rates(view.rates, view.overall)
    assert "There are no people in group a who earn 50K or less" in consequence(view, needed)
    assert "–" in worked("a", view.rates.loc["a"], needed["a"], VOCABULARY)
