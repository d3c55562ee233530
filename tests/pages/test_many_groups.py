"""More groups than there are colours: the pages of an audit are drawn all the same."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
import streamlit as st

from equipoise import Predictions, load_adult
from equipoise.figures.theme import signs
from tests.pages.pages import charts, open_page

NAMES = tuple(f"g{place:02}" for place in range(14))


@pytest.fixture
def fourteen(audited: Callable[[Predictions], None]) -> Iterator[None]:
    adult = load_adult()
    rows = slice(0, 4_000)
    place = np.arange(4_000)
    groups = {name: np.array(["a", "b"])[place % 2] for name in ("sex", "race")}
    groups["race_five"] = np.array(NAMES)[place % len(NAMES)]
    st.cache_resource.clear()
    audited(Predictions(adult.y_true[rows], adult.y_score[rows], groups))
    yield
    st.cache_resource.clear()


@pytest.mark.usefixtures("fourteen")
@pytest.mark.parametrize("page", ["Data", "Metrics", "Incompatibility", "Frontier"])
def test_fourteen_groups(page: str) -> None:
    at = open_page(page, by="race-five")
    assert charts(at)
    sliders = [slider.label for slider in at.slider if slider.label[2:] in NAMES]
    assert sliders in ([], [f"{sign} {name}" for name, sign in signs(NAMES).items()])
    assert bool(sliders) == (page != "Data")
