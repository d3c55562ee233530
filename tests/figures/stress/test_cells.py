"""The picture of what a bias did to the rows: every row is in it once."""

import numpy as np
import pandas as pd
import pytest

from equipoise.figures.stress import cells
from equipoise.stress import LabelNoise, Missingness, Synthetic, UnderRepresentation, draw, inject
from equipoise.stress.bench import MADE_UP
from equipoise.stress.data import halves


@pytest.fixture(scope="module")
def before():
    return halves(draw(4000, Synthetic(), 3))[0]


def test_bars_add_up_to_the_rows_before(before) -> None:
    after = inject(before, UnderRepresentation(label=1), 0.3, 0)
    drawn = cells.cell_rows(before, after)
    sizes = np.subtract(drawn["to"], drawn["from"])
    assert sizes.sum() == before.n
    assert sizes[np.array(drawn["state"]) == "removed"].sum() == before.n - after.n
    assert drawn["label"][-1].startswith("B, positive: ")
    assert drawn["label"][0].endswith("unchanged")


def test_flipped_labels_are_counted_where_they_were(before) -> None:
    after = inject(before, LabelNoise(), 0.0, 0)
    drawn = pd.DataFrame(cells.cell_rows(before, after))
    changed = drawn[drawn["state"] == "changed"]
    flipped = int((before.y != after.y).sum())
    assert (changed["to"] - changed["from"]).sum() == flipped > 0
    assert "with a new label" in drawn["label"].iloc[-1]
    assert "B" in cells.changes_table(before, after).index


@pytest.mark.parametrize(
    ("bias", "amount", "said"),
    [
        (UnderRepresentation(label=1), 0.3, "removed (dashed)."),
        (LabelNoise(), 0.5, "given another label (at the end of the bars)."),
        (Missingness(), 0.5, "left without their first feature (at the end of the bars)."),
        (UnderRepresentation(label=1), 0.0, "All 2,000 training rows are as they were."),
    ],
)
def test_the_figure_counts_what_it_draws(before, bias, amount: float, said: str) -> None:
    after = inject(before, bias, amount, 0)
    figure = cells.cells_figure(MADE_UP, before, after)
    assert figure.takeaway.endswith(said)
    drawn = pd.DataFrame(figure.data["cells"])
    touched = drawn[drawn["state"] != "stays"]
    n = int((touched["to"] - touched["from"]).sum())
    assert (n > 0) is (amount > 0)
    assert amount == 0 or figure.takeaway.startswith(f"Of 2,000 training rows, {n:,} ")
    assert figure.spec is cells.cells_figure(MADE_UP, before, before).spec
    assert len(figure.table()) == 4
