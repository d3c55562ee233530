"""The repairs on offer are what their entries say."""

from __future__ import annotations

import sys
from typing import Any, ClassVar

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import equipoise.stress
from equipoise.stress import Logistic, fit
from equipoise.stress.fitting import ENGINES
from equipoise.stress.repairs import REPAIRS
from tests.stress.rows import rows_of

DATA = rows_of({("A", 0): 40, ("A", 1): 60, ("B", 0): 35, ("B", 1): 15})

VARIANTS = [(kind, variant) for kind in REPAIRS.values() for variant in kind.variants]


class Watched(LogisticRegression):
    """A classifier that notes what a repair asks of it."""

    asked: ClassVar[set[str]] = set()

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Watched:
        """Train, and note other weights and labels than those of the rows."""
        if sample_weight is not None and len(np.unique(sample_weight)) > 1:
            self.asked.add("weights")
        if not np.array_equal(y, DATA.y):
            self.asked.add("labels")
        return super().fit(X, y, sample_weight)

    def predict_proba(self, X: Any) -> Any:
        """Return scores, and note that they were wanted."""
        self.asked.add("scores")
        return super().predict_proba(X)


@pytest.mark.parametrize("name", REPAIRS)
def test_it_is_called_alike_in_a_spec_and_in_results(name: str) -> None:
    kind = REPAIRS[name]
    assert kind.name == name
    assert kind.make().title.replace("-", " ").startswith(name.replace("-", " "))
    assert kind.description.endswith(".")


@pytest.mark.parametrize(("kind", "variant"), VARIANTS)
def test_what_may_be_chosen_is_made_as_it_is_titled(kind, variant) -> None:
    made = kind.make(**variant.parameters)
    constraint = getattr(made, "constraint", "").replace("_", " ")
    assert constraint in variant.title
    assert ("10 of 13" in variant.title) == (getattr(made, "size", None) == 10)
    assert fit(DATA, repair=made).decide(DATA).shape == (DATA.n,)


def test_nothing_is_chosen_by_two_keys_or_two_titles() -> None:
    for field in ("key", "title"):
        named = [getattr(variant, field) for _, variant in VARIANTS]
        assert len(set(named)) == len(named)


@pytest.mark.parametrize("name", REPAIRS)
def test_a_model_is_asked_for_what_a_repair_needs(name: str) -> None:
    Watched.asked.clear()
    fit(DATA, model=Watched(), repair=REPAIRS[name].make())
    assert Watched.asked == set(REPAIRS[name].needs)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", REPAIRS)
def test_fairlearn_is_asked_only_where_it_is_an_engine(
    name: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "equipoise.stress.fairlearn_path", None)
    monkeypatch.delattr(equipoise.stress, "fairlearn_path", raising=False)
    kind = REPAIRS[name]
    wanted = engine if engine in kind.engines else kind.engines[0]
    if wanted == "direct":
        fit(DATA, model=Logistic(), repair=kind.make(), engine=engine)
    else:
        with pytest.raises(ImportError):
            fit(DATA, model=Logistic(), repair=kind.make(), engine=engine)
