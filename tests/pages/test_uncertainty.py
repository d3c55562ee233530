"""Metrics and Incompatibility with the switch for uncertainty on, and quiet with it off."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from tests.pages.pages import open_page

METRICS, INCOMPATIBILITY = "Metrics", "Incompatibility"


def opened(page: str, *, unfold: str = "", **params: str) -> AppTest:
    return checked(open_page(page, unfold=[unfold] if unfold else (), **params))


def checked(at: AppTest) -> AppTest:
    assert not at.exception, at.exception[0].message
    assert not re.search(r"\bnan\b", said(at))
    return at


def said(at: AppTest) -> str:
    bodies = (part.proto.body for part in at.get("html"))
    return " ".join((*(part.value for part in (*at.markdown, *at.caption)), *bodies))


@pytest.mark.parametrize("page", [METRICS, INCOMPATIBILITY])
@pytest.mark.parametrize("threshold", ["0.00", "0.50", "1.00"])
@pytest.mark.parametrize("key", COMPARISONS)
def test_every_view_opens_with_uncertainty(key: str, threshold: str, page: str) -> None:
    cuts = {f"t.{group}": threshold for group in adult_audit().tally(key).groups}
    at = opened(page, by=key, uncertainty="on", unfold="comparisons", **cuts)
    assert at.toggle(key="uncertainty 1").value
    assert "cannot tell" in said(at)


def test_large_groups_are_as_calm_as_before() -> None:
    text = said(opened(METRICS))
    for word in ("cannot tell", "[−", "By chance", "chance alone could", "confidence"):
        assert word not in text


def test_switched_on_each_number_has_its_interval() -> None:
    at = opened(METRICS, uncertainty="on")
    text = said(at).replace("\N{NO-BREAK SPACE}", " ")
    for interval in ("[−0.187, −0.164]", "[0.290, 0.354]", "[0.067, 0.120]", "[49.9, 58.1]"):
        assert interval in text
    assert "By chance alone: 0.016 typically, above 0.043 at most once in 20." in text
    assert "Above noise: Female 0.017" in text
    assert text.count(":material/question_mark: cannot tell") == 2


def test_small_groups_do_not_cry() -> None:
    off = said(opened(METRICS, by="sex-race-five"))
    assert "Based on 5 and 3 people: chance alone could make this." in off
    assert "switch on *Show uncertainty*" in off
    on = said(opened(METRICS, by="sex-race-five", uncertainty="on"))
    assert "Fails with 95 % confidence over 6,098 and 3,504 people" in on
    assert "sure" not in on.replace("measure", "")
    assert "It fits only with more people, or where rates are nearer 0 or 1." in on


def test_drawings_stay_while_a_threshold_moves() -> None:
    at = opened(METRICS, uncertainty="on")
    before = [chart.proto.spec for chart in at.get("vega_lite_chart")]
    at.slider(key="threshold sex Male").set_value(0.7)
    checked(at.run())
    assert before == [chart.proto.spec for chart in at.get("vega_lite_chart")]


def test_cards_and_table_show_the_same_bracket() -> None:
    """A number has one interval on the page: that of the table is that of its card."""
    at = opened(METRICS, by="sex-race-five", uncertainty="on", unfold="comparisons")
    cards = said(at).replace("\N{NO-BREAK SPACE}", " ").replace("+", "")
    shown = next(part.value for part in at.table if "95 % interval" in part.value.columns)
    for title in ("Equal opportunity", "Predictive parity", "Calibration, largest error"):
        bracket = shown.loc[title, "95 % interval"].replace("\N{NO-BREAK SPACE}", " ")
        bracket = bracket.replace("+", "")
        assert f"<small>{bracket}</small>" in cards


def test_meeting_a_criterion_with_confidence_is_recognised() -> None:
    at = opened(METRICS, uncertainty="on")
    assert "The gap may lie anywhere in [−0.114" in said(at)
    at.slider(key="threshold sex Female").set_value(0.41)
    assert "Chance would hide a gap beyond the tolerance in at most 1 of 20" in said(
        checked(at.run())
    )


def test_what_an_audit_could_see() -> None:
    at = opened(METRICS, unfold="power")
    women = at.number_input(key="power sex Female people")
    assert women.value == 4913
    assert "Not yet. What shows now: 0.064 if women differ and 0.063 if men differ." in said(at)
    women.set_value(40_000)
    at.number_input(key="power sex Male people").set_value(40_000)
    assert "**Done.** What shows now: 0.02" in said(checked(at.run()))


def test_an_audit_of_five_people_sees_one_case_of_two() -> None:
    text = said(opened(METRICS, by="sex-race-five", unfold="power"))
    assert "from **0.542** on if women recorded as Other have the lower rate" in text
    assert "and in fewer, even at 0" in text
    assert "0.542 if women recorded as Other differ and no gap if White men differ" in text


@pytest.mark.parametrize("gap", ["demographic_parity", "equal_opportunity", "equalized_odds"])
@pytest.mark.parametrize(("people", "share"), [(1, 0.0), (1, 100.0), (1_000_000, 50.0)])
def test_extreme_audits(gap: str, people: int, share: float) -> None:
    at = opened(METRICS, unfold="power")
    for group in ("Female", "Male"):
        at.number_input(key=f"power sex {group} people").set_value(people)
        at.number_input(key=f"power sex {group} share").set_value(share)
    next(part for part in at.get("button_group") if part.key == "power gap").set_value(gap)
    checked(at.run())


def test_the_matrix_marks_what_cannot_be_told() -> None:
    at = opened(INCOMPATIBILITY, uncertainty="on")
    text = said(at)
    assert "**2 of 6 undecided**" in text
    assert 'class="cannot-tell"' in text
    assert "No row has all six; the most in one row is two." in text
    assert "Find thresholds at which equalized odds holds with 95 % confidence" in text
    assert "Not yet. The bracket is [0.0" in text
    assert "for sure" not in text
    assert 'class="cannot-tell"' not in said(opened(INCOMPATIBILITY))


def test_a_changed_world_was_never_sampled() -> None:
    note = "nobody was ever sampled from a changed world"
    assert note in said(opened(INCOMPATIBILITY, uncertainty="on"))
    assert note not in said(opened(INCOMPATIBILITY))


def test_plain_verdicts_on_few_people_say_so() -> None:
    few = said(opened(INCOMPATIBILITY, by="sex-race-five"))
    assert "Based on 5 and 3 people: chance alone could make this." in few
    assert "Based on" not in said(opened(INCOMPATIBILITY))


def test_certainty_has_its_price() -> None:
    link = {"enforce": "equal_opportunity_difference", "t.Female": "0.41"}
    text = said(opened(INCOMPATIBILITY, uncertainty="on", **link))
    assert "keeps within the limit. Accuracy is 84.6" in text
    assert "in the row above it is 84.8" in text
