"""What stands on the bench: an experiment put together of choices, and a level of it opened up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from equipoise.stress import Data, Design, Synthetic, Table, draw, fit, inject
from equipoise.stress.choices import BIASES, Choices
from equipoise.stress.data import halves
from equipoise.stress.errors import Uncomputable


class MadeUp:
    """All made-up worlds: two groups, and a truth that is known.

    What is computed of a table is kept with that table, and so goes with its reader; what is
    computed of a made-up world is kept with `MADE_UP`, for everybody.
    """

    groups = ("A", "B")


MADE_UP = MadeUp()


@dataclass(frozen=True, eq=False)
class Setup:
    """An experiment, and the amount of bias that is looked at.

    Attributes
    ----------
    choices : Choices
    amount : float
    repeats : int
    world : Table or MadeUp
        Where rows come from; of the sandbox `choices` say more.
    """

    choices: Choices
    amount: float = 0.5
    repeats: int = 1
    world: Table | MadeUp = MADE_UP

    @property
    def made_up(self) -> bool:
        """Whether the truth is known."""
        return isinstance(self.world, MadeUp)

    @property
    def minority(self) -> str:
        """The group that biases act on."""
        return sides_of(self.world)[1]

    @property
    def test_rows(self) -> int:
        """About how many test rows of the minority a repeat has."""
        share = self.choices.r
        if isinstance(self.world, Table):
            rows = self.world.rows
            share = float(rows.counts[rows.minority].sum() / rows.n)
        return round(share * self.choices.n / 2)

    @property
    def design(self) -> Design:
        """The experiment; ParameterError if a parameter is out of range."""
        choices = self.choices
        world = self.world
        return Design(
            Synthetic(r=choices.r, eta=choices.eta, d=choices.d)
            if isinstance(world, MadeUp)
            else world,
            BIASES[choices.bias].make(),
            choices.levels,
            choices.arms(*sides_of(world)),
            n=choices.n,
            reference=choices.reference,
        )


def groups_of(world: Table | MadeUp) -> tuple[str, ...]:
    """Return the names of a world's groups, in their fixed order."""
    return world.groups if isinstance(world, MadeUp) else world.rows.groups


def sides_of(world: Table | MadeUp) -> tuple[str, str]:
    """Return the largest group beside the minority, and the minority."""
    if isinstance(world, MadeUp):
        return "A", "B"
    rows = world.rows
    sizes = rows.counts.sum(axis=1)
    others = [group for group in range(len(rows.groups)) if group != rows.minority]
    return rows.groups[max(others, key=lambda g: int(sizes[g]))], rows.groups[rows.minority]


@dataclass(frozen=True, eq=False)
class Opened:
    """The first repeat of an experiment at the amount that is looked at.

    Attributes
    ----------
    before, after : Data
        The training rows.
    reference : Predictor
        What was learned before the bias.
    predictors : dict from arm to Predictor or str
        Trained on the biased rows; a string is why there is none.
    """

    before: Data
    after: Data
    reference: Any
    predictors: dict[str, Any]


def open_level(setup: Setup) -> Opened:
    """Draw, bias and train as the first repeat of an experiment does.

    Raises
    ------
    Uncomputable
        If the bias leaves nothing to look at.
    """
    design = setup.design
    # As `one_repeat` draws them: what is shown are the very rows of its first repeat.
    for_world, for_bias = np.random.SeedSequence(setup.choices.seed, spawn_key=(0,)).spawn(2)
    before, _ = halves(draw(design.n, design.world_at(setup.amount), for_world))
    after = inject(before, design.bias, design.amount_at(setup.amount), for_bias)
    predictors: dict[str, Any] = {}
    for arm in design.arms[:2]:  # The other order's boundaries are not drawn.
        try:
            predictors[arm.name] = fit(
                after, model=arm.model, repair=arm.repair, engine=arm.engine
            )
        except Uncomputable as error:
            predictors[arm.name] = str(error)
    return Opened(before, after, fit(before), predictors)
