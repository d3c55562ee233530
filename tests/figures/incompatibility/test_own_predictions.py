"""Incompatibility of predictions that nobody described: neutral words, and nothing kept."""

import gc
import json
import re
import weakref
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from equipoise import Predictions
from equipoise.audit import Audit, Comparison, View
from equipoise.figures.figure import Figure
from equipoise.figures.incompatibility.base_rate import gaps_along
from equipoise.figures.incompatibility.identity import implied, needed_rates, worked
from equipoise.figures.incompatibility.recalibration import separation
from equipoise.figures.incompatibility.verdicts import verdict_table
from equipoise.figures.incompatibility.words import exactly, limits, row_words, theorems
from equipoise.figures.theme import group_label
from equipoise.incompatibility.changes import recalibrated
from equipoise.incompatibility.reweighting import Reweighted
from equipoise.incompatibility.rows import Row, judged, judged_at
from equipoise.tasks.incompatibility import CONFIDENT, HOW_MANY, NOTHING_FORCED

OF_INCOME = re.compile(r"50K|\bearn|women|income|\bnan\b")


def audit_of(names: list[str]) -> Audit:
    random = np.random.default_rng(0)
    n = 60 * len(names)
    labels = random.integers(0, 2, n)
    scores = np.clip(random.normal(0.4 + 0.2 * labels, 0.2), 0, 1)
    groups = {"site": [names[i % len(names)] for i in range(n)]}
    return Audit("Own", Predictions(labels, scores, groups), {"site": Comparison("Site", "site")})


def pictures(view: View) -> Iterator[Figure]:
    pair = replace(view.narrowed(*view.groups[-2:]), uncertainty=False)
    yield implied(pair, view.groups, needed_rates(pair.rates, pair.overall))
    yield gaps_along(Reweighted(pair, pair.groups[0], 7))
    yield separation(view, replace(view, tally=recalibrated(view.tally)), [0.8, 0.7])


def sentences(view: View) -> Iterator[str]:
    pair = replace(view.narrowed(*view.groups[-2:]), uncertainty=False)
    needed = needed_rates(pair.rates, pair.overall)
    for group, row in pair.rates.iterrows():
        label = group_label(view.groups, str(group))
        yield worked(label, row, needed[str(group)], view.vocabulary)
    posed = HOW_MANY.pose(pair)
    yield from (posed.question, *posed.comments.values())
    now, row = judged("now", view), judged_at("row", view, dict.fromkeys(view.groups, 0.4))
    yield row_words(view, "equalized_odds_difference", row, now)
    for task in CONFIDENT.values():
        yield task.asks(view, row, now)
        yield task.judge(view, row, now).said
    for step in (0, 20):
        world = Reweighted(pair, pair.groups[0], step)
        yield NOTHING_FORCED.asks(world, Row("both", None))
        yield NOTHING_FORCED.judge(world, Row("both", None)).said
    yield from (say(view.vocabulary) for say in (exactly, theorems, limits))


@pytest.mark.parametrize("unsure", [False, True])
def test_fourteen_groups_are_spoken_of_neutrally(unsure: bool) -> None:
    view = audit_of([f"site {i}" for i in range(14)]).view(uncertainty=unsure)
    for figure in pictures(view):
        drawn = json.dumps(figure.vega_lite(), allow_nan=False)
        table = figure.table().to_string() if figure.table else ""
        for said in (figure.title, figure.takeaway, figure.alt, table, drawn):
            assert not OF_INCOME.search(said), said
    for said in sentences(view):
        assert not OF_INCOME.search(said), said
    apart = {group: 0.3 + place / 50 for place, group in enumerate(view.groups)}
    rows = [judged("now", replace(view, thresholds=apart))]
    html = verdict_table(rows, caption="c", names=view.groups)
    assert all(f'class="spoken">{group}</span>' in html for group in view.groups)
    assert not OF_INCOME.search(html)


def test_names_are_written_so_that_markdown_shows_them_as_they_are() -> None:
    names = ("*a*", "[c](d)")
    view = audit_of([*names, "plain"]).view(uncertainty=True)
    view = view.narrowed("plain", *names)
    texts = [f"{figure.title} {figure.takeaway}" for figure in pictures(view)]
    for said in (*texts, *sentences(view)):
        assert not any(name in said for name in names), said


def test_nothing_of_an_audit_outlasts_it() -> None:
    audit = audit_of(["a name that nobody else may see", "another"])
    view = audit.view(uncertainty=True)
    pair = view.narrowed(*view.groups)
    assert [*pictures(view), *sentences(view), judged("now", view)]
    gone = [weakref.ref(kept) for kept in (audit, view.tally, pair.tally, view.exact_tally)]
    del audit, view, pair
    gc.collect()
    assert [kept() for kept in gone] == [None] * 4
