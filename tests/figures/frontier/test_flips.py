"""Whose decisions differ from those at 0.50: bars and lines."""

import json

from equipoise.datasets.adult.audit import adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.figures.frontier import flips as people
from equipoise.figures.frontier.flips import flips_figure
from equipoise.frontiers.choice import Choice
from equipoise.frontiers.frontier import frontier
from equipoise.thresholds import flips
from equipoise.vocabulary import NEUTRAL


def test_the_figure_speaks_in_the_words_of_its_audit() -> None:
    view = adult_audit().view("race")
    front = frontier(view.tally)
    figure = flips_figure(view, Choice(view.tally, front, front.first_shown))
    assert figure.title.endswith("at 0.50 (filled bars: earning more than 50K)")
    assert "filled for those who earn more than 50K" in figure.alt
    assert figure.takeaway.startswith(":blue[●] 21 of 2,090 Non-White people newly selected: 10")
    assert "earning 50K or less" in json.dumps(figure.spec)
    again = flips_figure(view, Choice(view.tally, front, 0))
    assert again.spec is figure.spec
    assert again.alt == figure.alt


def test_undescribed_people_are_spoken_of_neutrally(by_race) -> None:
    said = people.flip_lines(flips(by_race, 0.5, 0.4), NEUTRAL)
    assert "people in group White newly selected: " in said
    assert said.endswith("labelled negative")
    assert "50K" not in said
    spec = people.flips_spec(by_race, NEUTRAL.positive, NEUTRAL.negative)
    assert "50K" not in json.dumps(spec)


def test_bars_are_the_people_who_flip(by_race) -> None:
    thresholds = {"Non-White": 0.48, "White": 0.52}
    changes = flips(by_race, 0.5, thresholds)
    tables = people.flip_bars(changes, thresholds)
    assert tables["bars"] == {
        "group": ["Non-White", "White"] * 2,
        "label": [1, 1, 0, 0],
        "start": [0, 0, 10, -76],
        "end": [10, -76, 21, -140],
    }
    assert tables["labels"]["total"] == ["+21", "−140"]
    assert tables["labels"]["name"] == ["● Non-White, at 0.48", "■ White, at 0.52"]
    assert tables["span"] == {"people": [-140, 140]}


def test_nobody_flips(by_sex) -> None:
    changes = flips(by_sex, 0.5, 0.5)
    tables = people.flip_bars(changes, {"Female": 0.5, "Male": 0.5})
    assert tables["labels"]["total"] == ["0", "0"]
    assert people.flip_lines(changes, VOCABULARY) == "No decision changes for women and men."


def test_lines_say_who_and_in_which_direction(by_race) -> None:
    changes = flips(by_race, 0.5, {"Non-White": 0.48, "White": 0.52})
    first, second = people.flip_lines(changes, VOCABULARY).split("  \n")
    assert first == (
        ":blue[●] 21 of 2,090 Non-White people newly selected: 10 earning more than 50K, "
        "11 earning 50K or less"
    )
    assert second.startswith(
        ":orange[■] 140 of 12,970 White people no longer selected: 76 earning more"
    )


def test_many_groups_are_summed_up(by_sex_and_race_five) -> None:
    changes = flips(by_sex_and_race_five, 0.5, 0.4)
    text = people.flip_lines(changes, VOCABULARY)
    assert text == f"{changes['newly_selected'].sum():,} people newly selected, 0 no longer."
