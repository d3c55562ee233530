"""The Frontier page beyond the grid: curves, the coin, held-out halves, and the band."""

import re
import subprocess
import sys

import pytest
from streamlit.testing.v1 import AppTest

from equipoise.app.frontier import halves
from equipoise.datasets.adult.audit import COMPARISONS as VIEWS
from equipoise.datasets.adult.audit import adult_audit
from equipoise.figures.frontier.heldout import limits_kept
from equipoise.figures.frontier.staircase import point_names
from equipoise.frontiers.frontier import frontier
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.heldout import held_out
from equipoise.frontiers.randomised import RANDOMISED_GAPS
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.glossary import TERMS
from equipoise.uncertainty.frontier_cost import frontier_cost
from tests.pages.pages import ROOT, charts, checked, open_page, said
from tests.pages.test_frontier import opened

COIN, HELD_OUT = "coin fold", "held-out fold"
ALL = "grid.exact.coin.shared"


def pills(at: AppTest):
    return next(group for group in at.get("button_group") if group.key == "curves")


def unfolded(*folds: str, **params: str) -> AppTest:
    return open_page("Frontier", unfold=folds, **params)


@pytest.fixture
def no_halves_yet():
    """Halves are kept with the tally: another audit has tried none."""
    adult_audit.cache_clear()
    yield
    adult_audit.cache_clear()


@pytest.fixture
def a_few_halves(monkeypatch, no_halves_yet):
    """Few enough to be tried at once."""
    monkeypatch.setattr(halves, "REPEATS", 20)
    monkeypatch.setattr(halves, "AT_ONCE", 60)


# --- curves --------------------------------------------------------------------------------


def test_at_first_the_grid_alone_is_drawn() -> None:
    at = opened()
    assert list(pills(at).value) == ["grid"]
    assert "curves" not in at.query_params
    assert "with a coin" not in said(at)


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("slug", VIEWS)
def test_every_curve_is_drawn_or_says_why_not(slug: str, gap: str) -> None:
    at = opened(by=slug, gap=gap, curves=ALL)
    text = said(at)
    assert ("trying every score of each would take minutes" in text) == (
        slug not in ("sex", "race")
    )
    assert ("linear construction does not allow" in text) == (gap == "predictive_parity")
    assert ("solved point by point" in text) == (gap == "disparate_impact")
    assert ("average gap of a toss is then 0." in text) == (gap in RANDOMISED_GAPS)
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
        [sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]


# --- the cost ------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("slug", VIEWS)
def test_the_cost_has_an_interval_when_uncertainty_is_shown(slug: str, gap: str) -> None:
    at = opened(by=slug, gap=gap, uncertainty="on")
    text = said(at)
    assert "**The grey band** is the 95\u202f% interval of each point's cost" in text
    assert re.search(r"Cost \*\*−?\d\.\d\d points\*\*\u00a0\[−?\d\.\d\d,\u00a0\d\.\d\d\]", text)
    assert "interval of the cost" in text
    assert "Done." not in text
    assert charts(at) == 2


def test_without_uncertainty_it_has_none() -> None:
    text = said(opened())
    assert "grey band" not in text
    assert "Cost **0.00 points**: " in text


def test_the_smallest_gap_whose_cost_may_be_0_is_recognised() -> None:
    at = opened(uncertainty="on")
    assert "which lies on both sides of 0. Look at smaller gaps." in said(at)
    front = frontier(adult_audit().tally("sex"))
    costs = frontier_cost(adult_audit().tally("sex"), front)
    row = int((costs["low"] > 0).to_numpy().argmin())
    for place, says in (
        (row, "**Done.** These people do not show whether thresholds with a gap of"),
        (row - 1, "which lies above 0. Look at larger gaps."),
        (33, "which lies above 0. Look at larger gaps."),
    ):
        at.select_slider(key="point").set_value(point_names(front)[place])
        text = said(checked(at.run()))
        assert says in text
        assert "luck" not in text


# --- the coin ------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
@pytest.mark.parametrize("slug", VIEWS)
@pytest.mark.parametrize("limit", ["0.000", None])
def test_a_coin_for_every_view(slug: str, gap: str, limit: str | None) -> None:
    asked = {"limit": limit} if limit else {}
    at = unfolded(COIN, by=slug, gap=gap, **asked)
    assert charts(at) == 4
    text = said(at)
    assert "This toss (seed 0)" in text or "No coin is tossed" in text
    assert "expected" not in text.lower()
    assert "nan" not in text
    assert ("**Done.** Only at a gap of 0" in text) == (
        limit == "0.000" and coin_pays_only_at_zero(slug, gap)
    )


def coin_pays_only_at_zero(slug: str, gap: str) -> bool:
    view = adult_audit().view(slug)
    against = Tradeoff(view.tally, view.exact_tally if len(view.groups) == 2 else view.tally, gap)
    return not any(against.randomised_gain(limit) > 0.01 for limit in against.limits[1:])


def test_a_gap_without_a_coin_says_why() -> None:
    at = unfolded(COIN, gap="predictive_parity")
    assert charts(at) == 2
    assert "A coin is left out here: predictive parity divides by the people selected" in said(at)
    at = unfolded(COIN, gap="disparate_impact")
    assert "A coin is left out here: the limit of the impact ratio would have to be" in said(at)
    assert "quotient" not in said(at)


@pytest.mark.parametrize(
    ("slug", "limit", "mean"),
    [("sex", "0.040", 0.041), ("sex-race", "0.060", 0.066), ("race-five", "0.090", 0.131)],
)
def test_the_average_gap_of_a_toss_stands_beside_that_of_the_rates(
    slug: str, limit: str, mean: float
) -> None:
    at = unfolded(COIN, by=slug, limit=limit)
    assert at.select_slider(key="limit").label == "Keep the gap of the average rates within"
    for term in ("gap of the average rates", "average gap of a toss"):
        assert TERMS[term] in at.select_slider(key="limit").help
    assert f"Gap of the average rates {limit}; average gap of a toss **{mean:.3f}**." in said(at)


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
    assert "on average: +7.75 points, or 1,16" in text
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


def told(at: AppTest) -> str:
    """Return what the fold says of other halves, below the guess."""
    return said(at).partition("on the other half they are judged.")[2]


@pytest.mark.usefixtures("a_few_halves")
@pytest.mark.parametrize("slug", VIEWS)
def test_a_guess_comes_before_the_held_out_halves(slug: str) -> None:
    at = unfolded(HELD_OUT, by=slug)
    assert charts(at) == 2
    assert "halves on which the gap can be judged" in at.slider(key="held-out guess").label
    at.slider(key="held-out guess").set_value(20)
    at.button(key="try halves").click()
    checked(at.run())
    assert charts(at) == 3
    assert told(at).startswith(" You guessed 20 of 100; it is ")
    assert "**Kept in " in told(at)
    for word in ("noise", " real ", "Right", "nan"):
        assert word not in told(at)


@pytest.mark.usefixtures("a_few_halves")
def test_the_halves_are_those_of_the_package_and_each_point_has_its_own_guess() -> None:
    at = unfolded(HELD_OUT, by="race")
    at.button(key="try halves").click()
    checked(at.run())
    front = frontier(adult_audit().tally("race"))
    limit = front.points["gap"][front.first_shown]
    held, repaired, n = limits_kept(held_out(adult_audit().tally("race"), [limit], n_repeats=20))
    assert f"**Kept in {held} of {n} halves.** In {repaired}, the gap was smaller" in told(at)
    at.select_slider(key="point").set_value("0.43/0.49")
    assert "Kept in" not in told(checked(at.run()))
    at.select_slider(key="point").set_value("0.48/0.52")
    assert "You guessed 50 of 100" in told(checked(at.run()))


@pytest.mark.usefixtures("no_halves_yet")
def test_what_takes_long_shows_how_far_it_is_and_can_be_stopped(monkeypatch) -> None:
    monkeypatch.setattr(halves, "AT_ONCE", 0)
    at = unfolded(HELD_OUT)
    at.button(key="try halves").click()
    checked(at.run())
    assert "Kept in" not in told(at)
    at.button(key="stop halves").click()
    checked(at.run())
    checked(at.run())
    tried = int(re.search(r"of (\d+) halves\.\*\*", told(at)).group(1))
    assert 1 <= tried < 10
    at.button(key="go on").click()
    checked(at.run())
    assert "Kept in" not in told(at)


@pytest.mark.usefixtures("no_halves_yet")
def test_while_one_session_works_on_the_halves_others_look_on(monkeypatch) -> None:
    monkeypatch.setattr(halves, "AT_ONCE", 0)
    monkeypatch.setattr(halves, "REPEATS", 40)
    shared = halves.halves_of(adult_audit().tally("sex"), "equalized_odds", 0.05)
    assert shared is halves.halves_of(adult_audit().tally("sex"), "equalized_odds", 0.05)
    shared.work()
    with shared._working:
        shared.work()
    assert shared.n == 1
    monkeypatch.setattr(halves, "AT_ONCE", 60)
    shared.work()
    assert shared.over
    shared.work()
    assert shared.n == 40
    whole = held_out(adult_audit().tally("sex"), [0.05], n_repeats=40)
    assert shared.found().trials.equals(whole.trials)
