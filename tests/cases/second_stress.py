"""Second round: what the stress test learns from, and with."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from equipoise.stress import Arm, Design, GridSearch, Missingness, PostProcessing, Synthetic, run
from equipoise.stress.errors import ParameterError
from equipoise.stress.tables import read_world

Given = dict[str, Any]

ESTIMATORS = {
    "KNeighborsClassifier": KNeighborsClassifier(),
    "Pipeline(StandardScaler, LogisticRegression)": make_pipeline(
        StandardScaler(), LogisticRegression()
    ),
}


def row_numbers_of_a_saved_frame(given: Given, right: Given) -> None:
    rng = np.random.default_rng(0)
    rows = [
        f"{number},{rng.normal():.6f},{'FM'[rng.integers(2)]},{int(number >= 300)}"
        for number in range(600)
    ]
    content = "\n".join([given["csv_header"], *rows]).encode()
    world = read_world(content, label="y", group="sex")
    assert list(world.rows.names) == right["features"]
    table = run(Design(world, Missingness(), (0.0,), n=600), repeats=8)
    chosen = (table["split"] == "test") & (table["measure"] == "accuracy")
    assert abs(table[chosen & (table["group"] == "")]["value"].mean() - 0.5) < 0.05


def estimators_without_sample_weights(given: Given, right: Given) -> None:
    assert right["behaviour"].startswith("values, or one sentence that names the estimator")
    for name in given["model"]:
        for repair in (None, PostProcessing(), GridSearch(size=5)):
            arm = Arm("x", ESTIMATORS[name], repair)
            design = Design(Synthetic(), Missingness(), (0.0,), (arm,), n=300)
            if isinstance(repair, GridSearch) and "Pipeline" not in name:
                with pytest.raises(ParameterError, match=f"model: {name} takes no sample weights"):
                    run(design, repeats=1)
            else:
                assert np.isfinite(run(design, repeats=1)["value"]).all()


CHECKS: dict[str, Callable[[Given, Given], None]] = {
    "EQ2-20": row_numbers_of_a_saved_frame,
    "EQ2-29": estimators_without_sample_weights,
}
