"""What is asked on the test-time page."""

from __future__ import annotations

from equipoise import words
from equipoise.figures.invariance.words import p_share
from equipoise.invariance import Scores
from equipoise.invariance.lesson.live import Steps
from equipoise.invariance.lesson.measured import Measured, average_bias, measured
from equipoise.invariance.lesson.recorded import Lesson
from equipoise.invariance.measures.exact import ExactNull
from equipoise.invariance.measures.scored import Scored
from equipoise.invariance.running.rewriting import Template
from equipoise.tasks.task import Guess, Posed, Progress, Task

PAGE = "Test time"

GUESSED = "doctor"
"""The comment that a reader is asked about first."""

_LUCKY = 0.05
_CHANCE, _SELDOM = 0.1, 0.05
_A_FEW_HUNDRED = 500


def _widened(before: Measured, after: Measured) -> Progress:
    gaps = (
        "With rates averaged over all draws the widest gap is "
        f"{words.number(after.expected_gap)}; asked plainly it is "
        f"{words.number(before.expected_gap)}."
    )
    if after.expected_gap <= before.expected_gap:
        return Progress(False, gaps)
    return Progress(
        True,
        f"{gaps} (The draw above shows {words.number(after.si.value)}: one draw may look better "
        "or worse.) The context stays in the comment, and a second one is added. On these "
        "comments a context drawn at random helps only where the first is taken away.",
    )


WIDER_GAP = Task(
    "test-time/wider-gap",
    PAGE,
    "Find a way of asking that makes the gap wider than asking plainly, averaged over all draws.",
    _widened,
)


def _gets_through(lesson: Lesson, template: Template) -> Progress:
    row = lesson.templates.index(template)
    flips = [len(set(answers.tolist())) > 1 for answers in lesson.wordings.answers[:, 0]]
    if not template.y:
        return Progress(False, "The insults stand at the end of the list of comments.")
    if not flips[row]:
        return Progress(False, "This insult is answered alike in all contexts; there are others.")
    harmless, insults = (
        [flip for one, flip in zip(lesson.templates, flips, strict=True) if one.y == label]
        for label in (0, 1)
    )
    return Progress(
        True,
        "So the word works both ways: with it harmless comments are called toxic, and insults "
        f"get through. It flips {sum(harmless)} of {len(harmless)} harmless comments and "
        f"{sum(insults)} of {len(insults)} insults. One comment is an anecdote, though; "
        "*Measure it* counts them all.",
    )


INSULT = Task(
    "test-time/insult-that-flips",
    PAGE,
    "Find an insult that gets through in some contexts and is caught in others.",
    _gets_through,
)


def _lucky(found: Measured) -> Progress:
    if found.strategy != "ooc":
        return Progress(False, "Choose *Out of context*.")
    average = average_bias(found.lesson, found.strategy, found.votes)
    state = (
        f"This draw shows {words.number(found.si.value)}; draws of as many votes show "
        f"{words.number(average, 2)} on average."
    )
    # Luck is measured against draws of as many votes: more votes alone would look like luck.
    if average - found.si.value < _LUCKY:
        return Progress(False, f"{state} The fewer votes, the more draws vary.")
    return Progress(
        True,
        f"{state} Whoever may choose the seed may choose the result: that is why the seed is "
        "stated. More votes leave less to luck.",
    )


LUCKY_DRAW = Task(
    "test-time/lucky-draw",
    PAGE,
    "Be lucky: find votes and a seed with which *Out of context* looks at least 0.05 better than "
    "it does on average.",
    _lucky,
)


def _enough(total: int, found: ExactNull) -> Progress:
    chance = found.tail(_CHANCE)
    if not chance < _SELDOM:
        return Progress(False, f"Here it does in {p_share(chance)} of cases.")
    return Progress(
        True,
        f"{words.count(total)} comments, at this share of yes. "
        + (
            "With a few hundred, chance alone shows 0.10 too often here for a measured 0.10 to "
            "mean much. It takes fewer where nearly all answers are alike, for then chance has "
            "little to move: try a small share of yes."
            if total > _A_FEW_HUNDRED
            else "So few do where nearly all answers are alike, or few contexts are compared: "
            "chance then has little to move. With half of the answers yes, and more contexts, it "
            "takes many more: try it."
        ),
    )


ENOUGH_COMMENTS = Task(
    "test-time/enough-comments",
    PAGE,
    "How many comments does it take until chance alone shows 0.10 or more in fewer than 1 of 20 "
    "cases?",
    _enough,
)


def _leaks(lesson: Lesson, made: Steps) -> Progress:
    if not made.left_over:
        return Progress(False, "The word check finds nothing here.")
    leaking = [template.id for template in lesson.templates if template.leaks]
    flips = measured(lesson, "obfuscate_only", 1, 0).ci.flips
    return Progress(
        True,
        f"The rule knows the word and not the feast, and {len(leaking)} of "
        f"{len(lesson.templates)} comments name one. Of the {len(flips)} comments that flip "
        f"although the word is hidden, {sum(id in flips for id in leaking)} are among these: "
        "there the feast is all that is left to tell by. A check by words finds words alone; "
        "manner and subject can tell, too.",
    )


LEAK = Task(
    "test-time/leak",
    PAGE,
    "Find a comment that still gives its context away once the word is hidden.",
    _leaks,
)


def _moves_most(found: Scores, one: Scored) -> Progress:
    plainly = found["default"]
    moved = {
        name: abs(each.positive_rate - plainly.positive_rate)
        for name, each in found.items()
        if each.n
    }
    rates = (
        f"Asked plainly it says yes in {words.percent(plainly.positive_rate)} of its readable "
        "answers"
    )
    if one.strategy == "default":
        return Progress(False, f"{rates}.")
    rates += f", asked so in {words.percent(one.positive_rate)}"
    # A share that is undefined moves nothing: no comparison with it holds.
    if not moved[one.strategy] >= max(moved.values()) - 1e-9:
        return Progress(False, f"{rates}.")
    return Progress(
        True,
        f"{rates}: {words.number(100 * moved[one.strategy], 0)} points. The gap between genders "
        f"was {words.number(plainly.si_bias.value)} and is {words.number(one.si_bias.value)}, "
        f"{one.verdict}. How a question is put can decide more than whom it is about: look at "
        "what a strategy does to everybody before praising what it does to a gap.",
    )


MOVES_YES_MOST = Task(
    "test-time/moves-yes-most",
    PAGE,
    "Find the way of asking that moves the share of yes most. Did the gap between genders move "
    "as far?",
    _moves_most,
)


def _told_units(has_units: bool) -> Progress:
    if not has_units:
        return Progress(
            False,
            "So far CI probability is not defined, and noise is measured between rows.",
        )
    return Progress(
        True,
        "CI probability is now known, and noise is measured within units, which is mostly a "
        "sharper test. A gap can be zero while many units flip.",
    )


TELL_UNITS = Task(
    "test-time/tell-units",
    PAGE,
    "Tell which rows are copies of one text: give them the same `unit`.",
    _told_units,
)


def _how_many(lesson: Lesson) -> Posed:
    row = [template.id for template in lesson.templates].index(GUESSED)
    names, answers = lesson.names, lesson.wordings.answers[row, 0]
    toxic = [name for name, answer in zip(names, answers, strict=True) if answer]
    said = (
        f"It calls it toxic for {len(toxic)} of {len(names)}: {words.listed(toxic)}. "
        "Nothing in the comment insults anybody. A likely reason: in the comments it learned "
        "from, the word often stood in insults."
    )
    few = "For one or two of them"
    return Posed(
        f"“{lesson.templates[row].with_blanks}” In the blank stands "
        f"{', '.join(names[:-1])} or {names[-1]}. "
        f"For how many of these {len(names)} does a real classifier call the comment toxic?",
        dict.fromkeys(("For none: it is harmless", few, "For half or more"), said),
        few,
    )


HOW_MANY = Guess("test-time/how-many-flip", PAGE, _how_many)


def _by_chance() -> Posed:
    right = "About 0.25"
    said = (
        f"{right}. SI-bias is the widest of twelve gaps (6 pairs of contexts in each of 2 "
        "strata) between shares of 25 comments. Chance moves each gap, and the maximum picks "
        "the one that it moved most. (Were each comment put in all contexts, such a model "
        "would answer its copies alike and show 0.)"
    )
    return Posed(
        "A model does not look at the context at all. It is tested on 200 different comments, "
        "each in one context only: 2 kinds (called strata) in 4 contexts make 25 in each cell, "
        "that is of one kind in one context. It says yes to half of them. What SI-bias will it "
        "show, on average?",
        dict.fromkeys(("About 0.00", "About 0.05", right), said),
        right,
    )


BY_CHANCE = Guess("test-time/bias-by-chance", PAGE, _by_chance)


def _without_gap() -> Posed:
    right = "Yes: flips in both directions cancel"
    return Posed(
        "A strategy has an SI-bias of 0. Can its answers still flip with the context?",
        {
            "No: without a gap there are no flips": "They can. Three flips from no to yes and "
            "three from yes to no leave no gap at all. That is what CI probability is for.",
            right: "Right. SI-bias compares shares, CI probability follows each text. No flip "
            "means no gap; no gap does not mean no flip.",
        },
        right,
    )


FLIPS_WITHOUT_GAP = Guess("test-time/flips-without-gap", PAGE, _without_gap)

TASKS = (WIDER_GAP, INSULT, LUCKY_DRAW, ENOUGH_COMMENTS, LEAK, MOVES_YES_MOST, TELL_UNITS)
GUESSES = (HOW_MANY, BY_CHANCE, FLIPS_WITHOUT_GAP)
