"""What is asked on the Frontier page: open at first, can be done, and said in its numbers."""

import subprocess
import sys
from pathlib import Path

import pytest

from equipoise import frontier, tally
from equipoise.datasets.adult.audit import adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.frontiers.choice import Choice, cheapest
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.randomised import RANDOMISED_GAPS, randomised_rule
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.tasks import frontier as tasks
from equipoise.uncertainty.frontier_cost import costs_of, frontier_cost
from equipoise.vocabulary import NEUTRAL

VIEWS = ("sex", "race", "race_five", ("sex", "race"), ("sex", "race_five"))


@pytest.fixture(scope="module")
def against(adult) -> Tradeoff:
    return Tradeoff(tally(adult, "sex"), tally(adult, "sex", grid=None), "equalized_odds")


@pytest.fixture(scope="module")
def front(against):
    return against.front


@pytest.fixture(scope="module")
def costs(against):
    return costs_of(against)


def test_each_has_a_name_of_its_own() -> None:
    names = [task.id for task in tasks.TASKS]
    assert len(set(names)) == len(names) == 5
    assert all(name.startswith("frontier/") for name in names)
    assert {task.page for task in tasks.TASKS} == {"Frontier"}
    assert tasks.GUESSES == ()


def test_neither_streamlit_nor_altair_is_needed_to_ask() -> None:
    ask = (
        "import sys, equipoise.tasks.frontier\n"
        "print([n for n in ('streamlit', 'altair', 'scipy.optimize') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


# --- the gap -------------------------------------------------------------------------------


def test_the_gap_is_closed_by_the_cheapest_point_alone(against) -> None:
    view, front = adult_audit().view("sex"), against.front
    row = cheapest(front, 1 / 2)
    asked = tasks.CLOSE_THE_GAP.asks(view, against.choice(row))
    assert asked.startswith("Halve the baseline's gap, and keep as much accuracy as you can.")
    progress = tasks.CLOSE_THE_GAP.judge(view, against.choice(row))
    assert progress == (True, tasks.who_pays(against.choice(row), VOCABULARY))
    done, said = tasks.CLOSE_THE_GAP.judge(view, against.choice(row - 1))
    assert not done
    assert said.startswith("The gap is small enough, but a more accurate point")
    progress = tasks.CLOSE_THE_GAP.judge(view, against.choice(front.first_shown))
    assert progress == (False, "The gap is 0.069; 0.038 is asked for.")


def test_who_pays_is_said_in_the_words_of_the_audit(against) -> None:
    choice = against.choice(cheapest(against.front, 1 / 2))
    said = tasks.who_pays(choice, VOCABULARY)
    assert said.startswith("It costs 0.42 points of accuracy: ")
    assert "earning more than 50K)" in said
    assert " women " in said
    plainly = tasks.who_pays(choice, NEUTRAL)
    assert "labelled positive)" in plainly
    assert " people in group Female " in plainly
    assert "50K" not in plainly


def test_wrong_decisions_by_group_are_those_of_the_counts(against) -> None:
    choice = against.choice(cheapest(against.front, 1 / 2))
    women, men = choice.more_mistakes
    assert f"by group: {women:+} women and {men:+} men." in tasks.who_pays(
        choice, VOCABULARY
    ).replace("\N{MINUS SIGN}", "-")


def test_closing_the_gap_cheaply_is_one_point(by_sex, front) -> None:
    within = front.points.index[front.points["gap"] <= front.baseline_gap / 2]
    assert cheapest(front, 1 / 2) == within[-1]
    said = tasks.who_pays(Choice(by_sex, front, int(within[-1])), VOCABULARY)
    assert said.startswith("It costs 0.42 points of accuracy: ")
    assert "No longer selected:" in said
    assert said.endswith("Is it right that they pay for it?")
    free = tasks.who_pays(Choice(by_sex, front, len(front.points) - 1), VOCABULARY)
    assert free.startswith("On these rows it costs no accuracy: ")


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", ["sex", "race", "race_five", ("sex", "race"), ("sex", "race_five")])
def test_no_task_is_fulfilled_by_the_point_shown_first(adult, by, gap) -> None:
    found = frontier(tally(adult, by), gap=gap)
    _, share = tasks.asked_of_gap(found)
    assert cheapest(found, share) not in (-1, found.first_shown)


def test_where_half_is_given_a_quarter_is_asked(by_sex) -> None:
    found = frontier(by_sex, gap="equal_opportunity")
    assert cheapest(found, 1 / 2) == found.first_shown
    assert tasks.asked_of_gap(found)[0].startswith("Bring the gap down to a quarter")


# --- the cost ------------------------------------------------------------------------------


def test_what_is_asked_of_the_costs(front, costs) -> None:
    asked, row = tasks.asked_of_costs(front, costs)
    assert asked == tasks.ASKED_OF_COSTS[0]
    assert (costs["low"][:row] > 0).all()
    assert costs["low"][row] <= 0 <= costs["high"][row]
    assert row > 33
    said = tasks.cost_comment(costs, row, 15_060)
    assert said.startswith("These people do not show whether thresholds with a gap of 0.0")
    assert "That is not to say that they cost nothing" in said
    people = round(costs["high"][row] * 15_060)
    assert f"At the upper end, {people} more people of 15,060" in said
    assert "which lies above 0. Look at larger gaps." in tasks.cost_so_far(costs, row - 1, row)
    assert "both sides of 0. Look at smaller gaps." in tasks.cost_so_far(costs, row + 1, row)


def test_costs_below_0_are_no_costs(costs) -> None:
    cheaper = costs.assign(low=-0.02, high=-0.01)
    assert "which lies below 0. Look at larger" in tasks.cost_so_far(cheaper, 0, 3)


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", ["sex", "race", "race_five", ("sex", "race"), ("sex", "race_five")])
def test_a_task_on_costs_is_open_at_first_and_can_be_done(adult, by, gap) -> None:
    counts = tally(adult, by)
    found = frontier(counts, gap=gap)
    intervals = frontier_cost(counts, found)
    asked, row = tasks.asked_of_costs(found, intervals)
    low, high = intervals["low"], intervals["high"]
    assert row != found.first_shown
    if asked == tasks.ASKED_OF_COSTS[0]:
        assert low[row] <= 0 <= high[row]
        assert not ((low[:row] <= 0) & (high[:row] >= 0)).any()
    else:
        assert low[row] > 0
        assert (low[row + 1 :] <= 0).all()
        said = tasks.cost_comment(intervals, row, 15_060)
        assert said.endswith(
            "At no larger gap of the frontier does the whole interval lie above 0."
        )


def test_where_nothing_can_be_asked_of_the_costs_nothing_is(front, costs) -> None:
    above = costs.assign(low=0.01, high=0.02)
    assert tasks.asked_of_costs(front, above) == (tasks.ASKED_OF_COSTS[1], len(costs) - 1)
    assert tasks.asked_of_costs(front, costs.assign(low=-0.02, high=-0.01)) is None


def test_the_cost_is_weighed_at_the_asked_point_alone(against, costs) -> None:
    asked = tasks.asked_of_costs(against.front, costs)
    choice = against.choice(asked.row)
    assert tasks.WEIGH_THE_COST.asks(asked, against, choice) == tasks.ASKED_OF_COSTS[0]
    done, said = tasks.WEIGH_THE_COST.judge(asked, against, choice)
    assert done
    assert said == tasks.cost_comment(costs, asked.row, 15_060)
    done, said = tasks.WEIGH_THE_COST.judge(asked, against, against.choice(asked.row - 1))
    assert not done
    assert said.endswith("which lies above 0. Look at larger gaps.")


def test_the_baselines_own_thresholds_cost_nothing(costs) -> None:
    own = costs.assign(low=0.0, high=0.0)
    assert "at 0, the thresholds being the baseline's" in tasks.cost_so_far(own, 0, 3)


# --- the curves ----------------------------------------------------------------------------


def test_one_threshold_is_compared_once_it_is_drawn(against) -> None:
    done, said = tasks.ONE_THRESHOLD.judge(against, ("grid", "coin"))
    assert (done, said) == (False, "It is drawn as a dotted line, a dot for each threshold.")
    done, said = tasks.ONE_THRESHOLD.judge(against, ("grid", "shared"))
    assert done
    assert said.startswith("From 0.077 at 0.50 to 0.062 at 0.58, if it may cost a point")


# --- the coin ------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
@pytest.mark.parametrize("by", VIEWS)
def test_the_last_limit_at_which_a_coin_pays(adult, by, gap: str) -> None:
    counts = tally(adult, by)
    finest = tally(adult, by, grid=None) if len(counts.groups) == 2 else counts
    found = Tradeoff(counts, finest, gap)
    last = tasks.last_that_pays(found)
    larger = [limit for limit in found.limits if limit > last]
    assert all(found.randomised_gain(limit) <= 0.01 for limit in larger)
    assert last == 0 or found.randomised_gain(last) > 0.01


def test_the_limit_is_found_only_where_it_is(against) -> None:
    judge = tasks.WHERE_A_COIN_PAYS.judge
    assert tasks.last_that_pays(against) == 0.01
    done, said = judge(against, against.rule(0.01), 0.01)
    on_coin = against.tosses(against.rule(0.01), 0).people["on_coin"].sum()
    assert done
    assert said == (
        f"The accuracy is paid for with {on_coin:,} people whose answer is chance. Is that a "
        "price one may ask of them?"
    )
    assert judge(against, against.rule(0.005), 0.005) == (
        False,
        "Here it buys more than that, but at a larger limit it still does.",
    )
    assert judge(against, against.rule(0.04), 0.04) == (False, "Here it buys +0.05 points.")


def test_where_a_coin_pays_only_without_any_gap(by_race) -> None:
    found = Tradeoff(by_race, by_race, "equal_opportunity")
    assert tasks.last_that_pays(found) == 0
    done, said = tasks.WHERE_A_COIN_PAYS.judge(found, found.rule(0.0), 0.0)
    assert done
    assert said.startswith("Only at a gap of 0, which fixed thresholds seldom have")


def test_another_toss_is_held_against_the_one_before(against) -> None:
    rule = randomised_rule(against.finest, 0.02)
    judge = tasks.TOSS_AGAIN.judge
    done, said = judge(against, rule, 0)
    differ = against.tosses(rule, 0).people["differ"].sum()
    assert not done
    assert said.startswith(f"Over 20 tosses, {differ} people do not get the same answer")
    done, said = judge(against, rule, 4)
    assert done
    gaps = [against.tosses(rule, seed).draws["gap"][0] for seed in (3, 4)]
    assert said.endswith(f"The gap went from {gaps[0]:.3f} to {gaps[1]:.3f}.")
