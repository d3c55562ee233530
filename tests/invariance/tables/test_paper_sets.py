"""The six sets of the paper: each example is a valid items file."""

import pytest

from equipoise.invariance import read_items
from equipoise.invariance.tables.paper_sets import PAPER_SETS

COLUMNS = ("text", "z", "s", "y", "unit", "sample")


def test_there_are_six():
    assert len({each.name for each in PAPER_SETS}) == 6


@pytest.mark.parametrize("each", PAPER_SETS, ids=lambda each: each.name)
def test_each_says_how_to_prepare_it_and_shows_it(each):
    assert tuple(column for column, _ in each.prepare) == COLUMNS
    items = read_items(each.table)
    assert len(items.contexts) == 2
    assert items.strata == (("",) if each.s == "nothing" else (str(each.examples[0][1]),))
    assert items.table["y"].notna().all() == bool(each.y)
    assert each.options[0] != each.options[1]
