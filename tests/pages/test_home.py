"""The Home page: every number in it is recomputed from the committed rows."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from equipoise.datasets.adult.artifact import ARTIFACT

HOME = Path(__file__).parents[2] / "streamlit_app.py"


@pytest.fixture(scope="module")
def opened() -> AppTest:
    at = AppTest.from_file(str(HOME), default_timeout=30).run()
    assert not at.exception, at.exception[0].message
    return at


@pytest.fixture(scope="module")
def text(opened: AppTest) -> str:
    return " ".join(part.value for part in opened.markdown).replace(
        "\N{NARROW NO-BREAK SPACE}", " "
    )


@pytest.fixture(scope="module")
def rows() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return who earns more than 50K, who is selected at 0.50, and who is a woman."""
    document = json.loads(ARTIFACT.read_text())
    return (
        np.array(document["y_true"]) == 1,
        np.array(document["y_prob"]) >= 0.5,
        np.array(document["sex"]) == "Female",
    )


def test_the_ratio_stands_beside_that_of_a_model_that_never_errs(text: str, rows) -> None:
    earns, selected, woman = rows
    ratio = selected[woman].mean() / selected[~woman].mean()
    assert f">{ratio:.4f}<" in text
    for chosen, what in ((selected, "are selected"), (earns, "earn more than 50K")):
        part, n, share = chosen[woman].sum(), woman.sum(), 100 * chosen[woman].mean()
        assert f"{part:,} of {n:,} women ({share:.1f} %) {what}" in text
        part, n, share = chosen[~woman].sum(), (~woman).sum(), 100 * chosen[~woman].mean()
        assert f"{part:,} of {n:,} men ({share:.1f} %)" in text
    unerring = earns[woman].mean() / earns[~woman].mean()
    assert f"A model that never errs would have {unerring:.2f}" in text


def test_found_high_earners_are_counted(text: str, rows) -> None:
    earns, selected, woman = rows
    for group, people in ((woman, "women who earn more than 50K"), (~woman, "such men")):
        part, n = (earns & selected & group).sum(), (earns & group).sum()
        assert f"{part:,} of {n:,} {people} ({100 * part / n:.1f} %)" in text


def test_it_claims_traces_and_no_effect(opened: AppTest, text: str) -> None:
    assert "Leaving sex out does not remove its traces" in [part.value for part in opened.header]
    assert "effect" not in text


@pytest.mark.parametrize(
    "true",
    ["a survey of the US Census Bureau of 1994", "income was above 50,000 dollars a year",
     "roughly twice as much", "over 16 and had work and income", "*Husband* or *Wife*",
     "whoever hosts it may count visits", "a copied link opens with the same ones"],
)  # fmt: skip
def test_what_a_stranger_must_know(text: str, true: str) -> None:
    assert true in re.sub(r"\s+", " ", text)


@pytest.mark.parametrize(
    "false", ["census of", "account, no tracking", "the same view", "what you see"]
)
def test_what_is_not_so(opened: AppTest, text: str, false: str) -> None:
    said = text + " ".join(part.value for part in opened.sidebar.caption)
    assert false not in re.sub(r"\s+", " ", said)


@pytest.mark.parametrize("guess", range(4))
def test_each_guess_shows_the_number_and_is_told_what_it_is_worth(guess: int) -> None:
    at = AppTest.from_file(str(HOME), default_timeout=30).run()
    radio = at.radio(key="guess home/pairs-told-apart")
    radio.set_value(radio.options[guess])
    at.run()
    said = " ".join(part.value for part in at.markdown)
    auc = json.loads(ARTIFACT.read_text())["card"]["proxies"]["sex"]["roc_auc"]
    assert f">{auc:.4f}<" in said
    assert round(10 * auc) == 9
    assert (":material/check_circle:" in said) == radio.options[guess].startswith("In 9 of 10")
