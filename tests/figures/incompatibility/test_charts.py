"""The Incompatibility page's charts, table and arithmetic."""

import json
from html.parser import HTMLParser

import numpy as np
import pytest

from equipoise import (
    Tally,
    criteria,
    group_rates,
    overall_rates,
    recalibrated,
    with_base_rate,
)
from equipoise.criteria import TITLES
from equipoise.figures.incompatibility import charts
from equipoise.figures.incompatibility.arithmetic import consequence, needed_rates, worked
from equipoise.figures.incompatibility.verdicts import Row, verdict_table
from equipoise.together import nearest_together
from tests.rows import but_with


class Table(HTMLParser):
    """Collects the texts of a table's cells, row by row."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows:
            self.rows[-1][-1] += data


def row(counts: Tally, threshold: float, title: str = "now") -> Row:
    thresholds = dict.fromkeys(counts.groups, threshold)
    accuracy = overall_rates(counts, thresholds)["accuracy"]
    return Row(title, thresholds, accuracy, criteria(counts, thresholds))


def table(rows: list[Row], names: tuple[str, ...]) -> list[list[str]]:
    html = verdict_table(rows, caption="c", names=names, value=lambda c: f"{c.value:.3f}")
    return Table(html).rows


@pytest.mark.parametrize(
    "spec",
    [
        charts.implied_spec(("a", "b", "c"), ("b", "c")),
        charts.base_rate_spec("base rate"),
        charts.separation_spec(("a", "b")),
    ],
)
def test_specifications_hold_no_data_and_no_group_colour(spec) -> None:
    text = json.dumps(spec)
    assert "datasets" not in spec
    assert '"values"' not in text
    assert "range" not in str(spec.get("encoding", {}).get("color"))


def test_a_spec_is_built_once() -> None:
    assert charts.base_rate_spec("base rate") is charts.base_rate_spec("base rate")


def test_forced_gaps_vanish_exactly_at_equal_base_rates() -> None:
    assert charts.forced_gaps(0.3, 0.3, 0.6, 0.1) == (0, 0)
    ppv_gap, selection_gap = charts.forced_gaps(0.1, 0.3, 0.6, 0.1)
    assert ppv_gap == pytest.approx(0.18 / 0.25 - 0.06 / 0.15)
    assert selection_gap == pytest.approx(0.2 * 0.5)
    assert np.isnan(charts.forced_gaps(0.1, 0.3, 0, 0)[0])


def test_gap_lines_stand_one_below_the_other(by_sex: Tally) -> None:
    rates = [0.2, 0.3]
    reach = charts.nearest_along(by_sex, "Female", rates)
    assert reach[1] == nearest_together(with_base_rate(by_sex, {"Female": 0.3}))
    lines = charts.gap_lines(rates, 0.3, (0.6, 0.1), reach)
    columns = charts.gap_columns(rates, lines)
    assert columns["series"] == [name for name in charts.SERIES for _ in rates]
    assert columns["base_rate"] == rates * 3
    assert columns["gap"][-2:] == reach
    assert columns["gap"][1] == columns["gap"][3] == 0


def test_the_identity_in_people_gives_the_counted_rate(by_sex: Tally) -> None:
    rates, together = group_rates(by_sex, 0.5), overall_rates(by_sex, 0.5)
    needed = needed_rates(rates, together)
    text = worked("Female", rates.loc["Female"], needed["Female"]).replace("\xa0", " ")
    for part in ("557 to 4,356", "106 to 301", "301 of 557", "106 of 4,356", "0.0243"):
        assert part in text
    columns = charts.implied_columns(rates, needed)
    assert columns["now"] == rates["false_positive_rate"].tolist()
    assert columns["label"] == ["needed", "needed"]
    assert "more than the tolerance" in consequence(rates, together, needed, 0.05)
    assert "within the tolerance" in consequence(rates, together, needed, 0.2)


def test_where_nobody_is_selected_the_identity_says_so(by_race: Tally) -> None:
    nobody = {"Non-White": 1.0, "White": 1.0}
    counts = by_race
    rates, together = group_rates(counts, nobody), overall_rates(counts, nobody)
    together = together.copy()
    together["positive_predictive_value"] = np.nan
    needed = needed_rates(rates, together)
    assert charts.implied_columns(rates, needed)["label"] == ["", ""]
    assert "Nobody" in consequence(rates, together, needed, 0.05)
    assert "nan" not in worked("White", rates.loc["White"], needed["White"])


def test_separation_columns_hold_both_moments(by_sex: Tally) -> None:
    before, after = (group_rates(counts, 0.5) for counts in (by_sex, recalibrated(by_sex)))
    columns = charts.separation_columns(before, after)
    assert columns["step"] == [0, 0, 1, 1]
    assert columns["group"] == ["Female", "Male"] * 2
    assert columns["true_positive_rate"][2:] == after["true_positive_rate"].tolist()


def test_the_table_has_a_head_and_a_cell_for_every_criterion(by_sex: Tally) -> None:
    head, body = table([row(by_sex, 0.5)], by_sex.groups)
    assert head == ["", "Thresholds", "Accuracy", "Hold", *TITLES.values()]
    assert body[:2] == ["now", "all 0.50"]
    assert body[3].split() == ["2", "of", "6"]
    assert body[4].split() == ["✕fails", "-0.176"]
    assert body[8].split() == ["✓holds", "0.009"]


def test_groups_keep_their_page_wide_shapes(by_sex: Tally) -> None:
    html_names = ("x", "y", *by_sex.groups)
    apart = {"Female": 0.4, "Male": 0.5}
    rows = [Row("now", apart, 0.8, criteria(by_sex, apart))]
    assert table(rows, html_names)[1][1].split() == ["▲Female", "0.40", "◆Male", "0.50"]


def test_undefined_and_unmet_are_said_not_shown_as_numbers(by_sex: Tally) -> None:
    low = by_sex.counts.copy()
    low[..., 90:] = 0
    nobody = Tally(by_sex.by, by_sex.groups, by_sex.grid, low, by_sex.score_sums)
    _, undefined, unmet = table([row(nobody, 1.0), Row("none", None)], nobody.groups)
    assert undefined[8].startswith("–cannot be assessed")
    assert "Female: nobody is selected; Male: nobody is selected." in undefined[8]
    assert unmet == ["none", "No thresholds on the grid meet it."]
    assert "nan" not in "".join(undefined + unmet)


def test_an_unmet_row_says_what_was_not_met_once() -> None:
    unmet = Row("both", None, note="No thresholds meet both.")
    html = verdict_table([unmet], caption="c", names=("a",), value=str)
    head, body = Table(html).rows
    assert body == ["both", "No thresholds meet both."]
    assert f'colspan="{len(head) - 1}"' in html


def test_of_whom_a_verdict_does_not_speak_is_said(by_race_five: Tally) -> None:
    cut = dict.fromkeys(by_race_five.groups, 0.5)
    judged = criteria(by_race_five, cut)

    def cell(**changed) -> str:
        changes = but_with(judged, "predictive_parity_difference", **changed)
        html = verdict_table(
            [Row("now", cut, 0.8, changes)], caption="c", names=by_race_five.groups, value=str
        )
        return Table(html).rows[1][8]

    assert "groups" not in cell()
    assert cell(left_out=("Black", "Other")).endswith("over 3 of 5 groups")
    undefined = {"verdict": "undefined", "reason": "Black: nobody is selected."}
    assert cell(left_out=("Black",), **undefined).endswith("Black: nobody is selected.")
    three = cell(left_out=by_race_five.groups[:3], **undefined)
    assert three.endswith("Black: nobody is selected.")
    many = cell(left_out=by_race_five.groups[:4], **undefined)
    assert many.endswith("4 of 5 groups: nobody is selected")


def test_an_impossible_rate_is_marked_in_the_chart(by_sex: Tally) -> None:
    rates, together = group_rates(by_sex, 0), overall_rates(by_sex, 0)
    columns = charts.implied_columns(rates, needed_rates(rates, together))
    assert columns["label"] == ["needed", "impossible"]


def test_names_from_data_cannot_become_markup(by_sex: Tally) -> None:
    html = verdict_table(
        [row(by_sex, 0.5, "<b>x</b>")], caption="<i>", names=by_sex.groups, value=lambda c: "<u>"
    )
    assert not any(tag in html for tag in ("<b>", "<i>", "<u>"))
