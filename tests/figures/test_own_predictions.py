"""Pictures of predictions that nobody described: neutral words, many groups, and nothing kept."""

import gc
import json
import weakref
from collections.abc import Callable

import numpy as np
import pytest

from equipoise import Predictions
from equipoise.audit import Audit, Comparison, View
from equipoise.figures.data.people import base_rates, group_sizes
from equipoise.figures.data.scores import scores
from equipoise.figures.figure import Figure
from equipoise.figures.metrics.confusion import all_rates, confusion_tables
from equipoise.figures.metrics.impact import impact_ratio
from equipoise.figures.metrics.lab import lab
from equipoise.figures.metrics.power import as_it_is, gaps_that_show
from equipoise.figures.metrics.reliability import reliability
from equipoise.figures.metrics.roc import roc_curves
from equipoise.figures.metrics.words import worked
from equipoise.tasks.data import SMALLEST_GROUP
from equipoise.tasks.metrics import CONFIDENT_OPPORTUNITY, ENOUGH_PEOPLE, EQUAL_TPR

PICTURES: dict[str, Callable[[View], Figure]] = {
    "sizes": group_sizes,
    "base rates": base_rates,
    "scores of positives": lambda view: scores(view, 1),
    "scores of negatives": lambda view: scores(view, 0),
    "lab": lambda view: lab(view, view.groups),
    "impact": impact_ratio,
    "reliability": lambda view: reliability(view, view.groups),
    "roc": lambda view: roc_curves(view, view.groups),
    "power": lambda view: gaps_that_show(view, as_it_is(view.tally, "equal_opportunity")),
}


def audit_of(names: list[str]) -> Audit:
    random = np.random.default_rng(0)
    n = 60 * len(names)
    groups = {"site": [names[i % len(names)] for i in range(n)]}
    predictions = Predictions(random.integers(0, 2, n), random.random(n), groups)
    return Audit("Own", predictions, {"site": Comparison("Site", "site")})


def said_of(view: View) -> str:
    """Return what sentences and tables say, apart from pictures."""
    tasks = (SMALLEST_GROUP, EQUAL_TPR, CONFIDENT_OPPORTUNITY)
    parts = [*(f"{task.asks(view)} {task.judge(view).said}" for task in tasks)]
    plan = as_it_is(view.tally, "demographic_parity")
    parts += [ENOUGH_PEOPLE.asks(view, plan), ENOUGH_PEOPLE.judge(view, plan).said]
    parts += [worked(criterion, view) for criterion in view.criteria]
    return " ".join((*parts, confusion_tables(view, view.groups), all_rates(view).to_string()))


@pytest.mark.parametrize("unsure", [False, True])
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_fourteen_groups_speaks_of_no_income(name: str, unsure: bool) -> None:
    view = audit_of([f"site {i}" for i in range(14)]).view(uncertainty=unsure)
    figure = PICTURES[name](view)
    drawn = json.dumps(figure.vega_lite(), allow_nan=False)
    table = figure.table().to_string() if figure.table else ""
    said = " ".join((figure.title, figure.takeaway, figure.alt, figure.table_title, table, drawn))
    for word in ("50K", "earn", "women", "income"):
        assert word not in said.replace("learn", "")
    assert "nan" not in figure.takeaway


def test_sentences_and_tables_speak_of_no_income() -> None:
    said = said_of(audit_of(["here", "there"]).view())
    for word in ("50K", "earn", "women", "income", "nan"):
        assert word not in said


def test_names_are_written_so_that_markdown_shows_them_as_they_are() -> None:
    view = audit_of(["*a*", "$b$", "[c](d)"]).view(uncertainty=True)
    for picture in PICTURES.values():
        figure = picture(view)
        for name in ("*a*", "$b$", "[c](d)"):
            assert name not in f"{figure.title} {figure.takeaway} {figure.table_title}"


def test_nothing_of_an_audit_outlasts_it() -> None:
    audit = audit_of(["a name that nobody else may see", "another"])
    view = audit.view(uncertainty=True)
    for picture in PICTURES.values():
        picture(view)
    said_of(view)
    gone = [weakref.ref(kept) for kept in (audit, view.tally, view.exact_tally)]
    del audit, view
    gc.collect()
    assert [kept() for kept in gone] == [None, None, None]
