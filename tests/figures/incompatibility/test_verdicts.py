"""The table of verdicts: its cells, and what it says aloud."""

from html.parser import HTMLParser

from equipoise import Tally, criteria, overall_rates
from equipoise.criteria import TITLES
from equipoise.figures.incompatibility.verdicts import verdict_table
from equipoise.figures.metrics.words import criterion_value
from equipoise.incompatibility.rows import Row
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
    html = verdict_table(rows, caption="c", names=names)
    return Table(html).rows


def test_the_table_has_a_head_and_a_cell_for_every_criterion(by_sex: Tally) -> None:
    head, body = table([row(by_sex, 0.5)], by_sex.groups)
    assert head == ["", "Thresholds", "Accuracy", "Hold", *TITLES.values()]
    assert body[:2] == ["now", "all 0.50"]
    assert body[3].split() == ["2", "of", "6"]
    judged = criteria(by_sex, 0.5)
    assert body[4].split() == ["✕fails", criterion_value(judged.demographic_parity_difference)]
    assert body[8].split() == ["✓holds", criterion_value(judged.predictive_parity_difference)]


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
    html = verdict_table([unmet], caption="c", names=("a",))
    head, body = Table(html).rows
    assert body == ["both", "No thresholds meet both."]
    assert f'colspan="{len(head) - 1}"' in html


def test_of_whom_a_verdict_does_not_speak_is_said(by_race_five: Tally) -> None:
    cut = dict.fromkeys(by_race_five.groups, 0.5)
    judged = criteria(by_race_five, cut)

    def cell(**changed) -> str:
        changes = but_with(judged, "predictive_parity_difference", **changed)
        html = verdict_table(
            [Row("now", cut, 0.8, changes)], caption="c", names=by_race_five.groups
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


def test_names_from_data_cannot_become_markup(by_sex: Tally) -> None:
    apart = {"<u>a</u>": 0.4, "b & c": 0.5}
    named = Row("<b>x</b>", apart, 0.8, criteria(by_sex, 0.5), "<s>")
    html = verdict_table(
        [named, Row("none", None, note="<em>")], caption="<i>", names=tuple(apart)
    )
    assert not any(tag in html for tag in ("<b>", "<i>", "<u>", "<s>", "<em>"))
    assert Table(html).rows[1][:2] == ["<b>x</b><s>", "●<u>a</u> 0.40 ■b & c 0.50"]


def test_the_row_chosen_is_marked_and_no_other(by_sex: Tally) -> None:
    rows = [row(by_sex, threshold) for threshold in (0.3, 0.5)]
    html = verdict_table(rows, caption="c", names=by_sex.groups, chosen=1)
    assert html.count('aria-current="true"') == 1
    assert "aria-current" in html[html.index("all 0.30") :]
    assert "aria-current" not in verdict_table(rows, caption="c", names=by_sex.groups)
