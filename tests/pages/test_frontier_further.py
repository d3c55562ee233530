"""The Frontier page beyond the grid: curves, the coin, held-out halves, and the band."""

import subprocess
import sys

import pytest
from streamlit.testing.v1 import AppTest

from equipoise.app import VIEWS, coin, frontiers
from equipoise.charts.frontier import point_names
from equipoise.charts.frontier_curves import band_at
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.randomised import RANDOMISED_GAPS
from tests.pages.test_frontier import HOME, charts, checked, opened, said

COIN, HELD_OUT = "coin fold", "held-out fold"
ALL = "grid.exact.coin.shared"


def pills(at: AppTest):
    return next(group for group in at.get("button_group") if group.key == "curves")


def unfolded(*folds: str, **params: str) -> AppTest:
    at = AppTest.from_file(str(HOME), default_timeout=60)
    for name, value in params.items():
        at.query_params[name] = value
    for fold in folds:
        at.session_state[fold] = True
    at.switch_page("pages/4_Frontier.py").run()
    return checked(at)


@pytest.fixture
def few_replicates(monkeypatch):
    monkeypatch.setattr(frontiers, "REPLICATES", 4)
    monkeypatch.setattr(frontiers, "LEVELS", 3)
    frontiers._bands.clear()
    yield
    frontiers._bands.clear()


# --- curves --------------------------------------------------------------------------------


def test_at_first_the_grid_alone_is_drawn() -> None:
    at = opened()
    assert list(pills(at).value) == ["grid"]
    assert "curves" not in at.query_params
    assert "with a coin** (dashed)" not in said(at)


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("slug", VIEWS)
def test_every_curve_is_drawn_or_says_why_not(slug: str, gap: str) -> None:
    at = opened(by=slug, gap=gap, curves=ALL)
    text = said(at)
    assert ("trying every score of each would take minutes" in text) == (
        slug not in ("sex", "race")
    )
    assert ("this linear construction does not work" in text) == (gap not in RANDOMISED_GAPS)
    assert "Within one point of its best accuracy" in text
    assert "nan" not in text
    assert charts(at) == 2


def test_curves_are_kept_in_the_address() -> None:
    at = opened()
    pills(at).set_value(["shared", "exact"])
    checked(at.run())
    assert at.query_params["curves"] == "exact.shared"
    assert "**Done.** From 0.077 at 0.50 to 0.062" in said(at)
    pills(at).set_value([])
    checked(at.run())
    assert at.query_params["curves"] == "none"
    assert charts(at) == 2


@pytest.mark.parametrize("value", ["grid,coin", "coin.coin", "", "<b>", "planet"])
def test_unknown_curves_fall_back_with_a_word(value: str) -> None:
    at = opened(curves=value)
    assert list(pills(at).value) == ["grid"]
    assert "is used instead" in at.info[0].value


def test_scipy_is_not_imported_before_a_coin_is_asked_for() -> None:
    ask = (
        "import sys; from tests.pages.test_frontier import opened\n"
        "for curves in ('grid.exact.shared', 'coin'):\n"
        "    opened(curves=curves); print('scipy.optimize' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=HOME.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]


# --- the band ------------------------------------------------------------------------------


@pytest.mark.usefixtures("few_replicates")
@pytest.mark.parametrize("slug", VIEWS)
def test_the_band_is_drawn_when_uncertainty_is_shown(slug: str) -> None:
    at = opened(by=slug, uncertainty="on")
    assert "The grey band" in said(at)
    assert "the grey band still reaches" in said(at)
    assert charts(at) == 2
    assert "grey band" not in said(opened(by=slug))


def test_the_smallest_gap_at_which_the_band_reaches_the_baseline_is_recognised() -> None:
    at = opened(uncertainty="on")
    assert "The band reaches it here, and at a smaller gap too." in said(at)
    front = frontiers.frontier_of("sex", "equalized_odds")
    _, high = band_at(frontiers.band_of("sex", "equalized_odds"), front.points["gap"].to_numpy())
    row = int((high < front.baseline_accuracy).sum())
    for place, says in (
        (row, "no more than the luck of who was drawn"),
        (row - 1, "Here the band"),
    ):
        at.select_slider(key="point").set_value(point_names(front)[place])
        assert says in said(checked(at.run()))


# --- the coin ------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
@pytest.mark.parametrize("slug", VIEWS)
@pytest.mark.parametrize("limit", ["0.000", None])
def test_a_coin_for_every_view(slug: str, gap: str, limit: str | None) -> None:
    asked = {"limit": limit} if limit else {}
    at = unfolded(COIN, by=slug, gap=gap, **asked)
    assert charts(at) == 4
    text = said(at)
    assert "This toss (seed 0)" in text
    assert "nan" not in text
    assert ("**Done.** Only without any gap" in text) == (
        limit == "0.000" and coin_pays_only_at_zero(slug, gap)
    )


def coin_pays_only_at_zero(slug: str, gap: str) -> bool:
    front = frontiers.frontier_of(slug, gap)
    return not any(coin.coin_buys(slug, gap, one) > 0.01 for one in coin.limits(front)[1:])


def test_a_gap_without_a_coin_says_why() -> None:
    at = unfolded(COIN, gap="predictive_parity")
    assert charts(at) == 2
    assert "A coin is left out here: predictive parity is a quotient" in said(at)


def test_the_limit_at_which_a_coin_pays_is_recognised() -> None:
    at = unfolded(COIN)
    assert "Not yet. Here it buys +0.05 points." in said(at)
    at.select_slider(key="limit").set_value("0.010")
    checked(at.run())
    assert "people whose answer is chance. Is that a price one may ask of them?" in said(at)
    assert at.query_params["limit"] == "0.010"
    at.select_slider(key="limit").set_value("0.005")
    checked(at.run())
    assert "at a larger limit it still does" in said(at)


def test_without_any_gap_chance_falls_on_women_alone() -> None:
    text = said(unfolded(COIN, limit="0.000"))
    assert "The coin buys +7.75 points" in text
    assert "No coin is tossed for men: chance falls on women alone." in text


def test_tossing_again_is_recognised_and_kept_in_the_address() -> None:
    at = unfolded(COIN)
    assert "Over 20 tosses" in said(at)
    at.button(key="toss").click()
    checked(at.run())
    assert "This toss (seed 1)" in said(at)
    assert "Between two tosses" in said(at)
    assert at.query_params["seed"] == "1"


@pytest.mark.parametrize("params", [{"seed": "-1"}, {"seed": "1e9"}, {"limit": "0.0001"}])
def test_a_wrong_limit_or_seed_falls_back_with_a_word(params: dict[str, str]) -> None:
    at = unfolded(COIN, **params)
    assert "is used instead" in at.info[0].value
    assert not set(params) & set(at.query_params)


# --- held-out halves -----------------------------------------------------------------------


@pytest.mark.parametrize("slug", VIEWS)
def test_a_guess_comes_before_the_held_out_halves(slug: str) -> None:
    at = unfolded(HELD_OUT, by=slug)
    assert charts(at) == 2
    at.radio(key="held-out guess").set_value("in nearly all of them")
    checked(at.run())
    assert charts(at) == 3
    assert "Kept in" in said(at)
    assert "nan" not in said(at)


def test_a_promise_within_noise_is_called_so() -> None:
    at = unfolded(HELD_OUT, by="race")
    at.radio(key="held-out guess").set_value("in half of them or fewer")
    text = said(checked(at.run()))
    assert "Right: in 3 of 50." in text
    assert "Kept in 3 of 50 halves." in text
    assert "the promised repair is within noise" in text
