"""What a repair asks for: rates that are to be equal across groups, and their multipliers.

The search over multipliers follows Agarwal et al., "A Reductions Approach to Fair
Classification" (2018), section 3.4, in the very order Fairlearn goes through it.
"""

from __future__ import annotations

import itertools
from typing import Literal

import numpy as np

from equipoise.stress.data import Data, Floats, require_rows
from equipoise.stress.errors import ParameterError, Uncomputable

Constraint = Literal["equalized_odds", "demographic_parity"]
FirstRow = tuple[str, int | None]
CONSTRAINTS: tuple[Constraint, ...] = ("equalized_odds", "demographic_parity")


def check_constraint(constraint: str) -> None:
    """Raise ParameterError for an unknown constraint."""
    if constraint not in CONSTRAINTS:
        raise ParameterError(
            f"constraint must be one of {', '.join(CONSTRAINTS)}, but is {constraint!r}."
        )


def events(constraint: Constraint, n_groups: int) -> np.ndarray:
    """Return the event each of the 2K cells belongs to: its label, or one for all."""
    labels = np.tile([0, 1], n_groups)
    return labels if constraint == "equalized_odds" else np.zeros_like(labels)


def multipliers(
    data: Data,
    constraint: Constraint,
    *,
    size: int,
    limit: float,
    first_row: FirstRow | None = None,
) -> Floats:
    """Return the grid of multipliers, the first `size` points of the smallest full grid.

    Rows order them: Fairlearn meets labels and groups in the order in which rows show them,
    and gives no multiplier to the group it meets last. The points left out of a grid that
    is not full therefore depend on the first row.

    Parameters
    ----------
    data : Data
    constraint : {"equalized_odds", "demographic_parity"}
    size : int
        For two groups and equalized odds, 5, 13, 25, 41 and 61 are full grids.
    limit : float
        The largest sum of their absolute values.
    first_row : (group, label), optional
        The first such row is taken to come first of all; a label of None is either.

    Returns
    -------
    (size, events, K) array of float

    Raises
    ------
    Uncomputable
        If rows of one group only are left.
    """
    # Fairlearn numbers groups and labels as rows show them: the first row decides.
    first = first_place(data, first_row)
    groups, labels = _in_order(data.group), _in_order(data.y)
    groups.sort(key=lambda group: group != data.group[first])
    labels.sort(key=lambda label: label != data.y[first])
    if len(groups) < 2:
        others = [name for g, name in enumerate(data.groups) if g not in groups]
        raise Uncomputable(f"No row of group {' or '.join(others)} is left.")
    met = labels if constraint == "equalized_odds" else [0]
    # Within an event one group's distance follows from the others': Fairlearn drops the last.
    places = [(event, group) for event in met for group in groups[:-1]]
    points, units = _integer_grid(size, len(places))
    found = np.zeros((size, 1 + max(met), len(data.groups)))
    for place, column in zip(places, points.T, strict=True):
        # Divided first, as Fairlearn does: multipliers agree to the last digit.
        found[:, *place] = column * (limit / units)
    return found


def cell_weights(data: Data, constraint: Constraint, multiplier: Floats) -> Floats:
    """Return (2K,) signed weights: what labelling a row of each cell 1 is worth.

    Parameters
    ----------
    data : Data
    constraint : {"equalized_odds", "demographic_parity"}
    multiplier : (events, K) array of float
        One point of the grid.
    """
    n_groups = len(data.groups)
    event = events(constraint, n_groups)
    by_event = _event_counts(data, constraint) / data.n
    worth = np.tile([-1.0, 1.0], n_groups)
    for cell, e in enumerate(event):
        if data.counts.ravel()[cell] == 0:
            continue
        own = cell // 2
        for group in np.flatnonzero(multiplier[e]):
            share = by_event[e, group]
            # Fairlearn has no constraint on a group without a row of the event.
            if share > 0:
                worth[cell] += multiplier[e, group] * (
                    1 / by_event[e].sum() - (group == own) / share
                )
    return worth


def violation(data: Data, constraint: Constraint, selected: Floats) -> float:
    """Return the largest distance of a group's selection rate from that of its event.

    Parameters
    ----------
    data : Data
    constraint : {"equalized_odds", "demographic_parity"}
    selected : (K, 2) array of float
        Rows selected by group and label.
    """
    people = _event_counts(data, constraint)
    hits = _by_event(selected, constraint)
    overall = hits.sum(axis=1) / np.maximum(people.sum(axis=1), 1)
    rates = hits / np.maximum(people, 1)
    # Fairlearn has a constraint for either sign; the worse of the two is the absolute value.
    return float(np.where(people > 0, np.abs(rates - overall[:, None]), 0).max())


def _event_counts(data: Data, constraint: Constraint) -> Floats:
    return _by_event(data.counts.astype(np.float64), constraint)


def _by_event(cells: Floats, constraint: Constraint) -> Floats:
    """Return (events, K): sums of the (K, 2) cells of each event."""
    return cells.T if constraint == "equalized_odds" else cells.sum(axis=1)[None, :]


def first_place(data: Data, first_row: FirstRow | None) -> int:
    """Return the position of the row that is to come first.

    Raises
    ------
    ParameterError
        If there is no such group.
    Uncomputable
        If there is no such row.
    """
    if first_row is None:
        return 0
    group, label = first_row
    if group not in data.groups:
        raise ParameterError(
            f"first_row must name one of {', '.join(data.groups)}, but names {group!r}."
        )
    require_rows(data, data.position(group), label)
    return int(np.argmax(data.members(group, label)))


def _in_order(values: np.ndarray) -> list[int]:
    found, first = np.unique(values, return_index=True)
    return [int(value) for value in found[np.argsort(first)]]


def _integer_grid(size: int, dimensions: int) -> tuple[Floats, int]:
    """Return the first points of the smallest diamond of whole numbers that has enough."""
    for units in itertools.count(1):
        steps = range(-units, units + 1)
        # Sorted as Fairlearn's recursion meets them, for a cut grid keeps the first.
        points = [
            point
            for point in itertools.product(steps, repeat=dimensions)
            if sum(map(abs, point)) <= units
        ]
        if len(points) >= size:
            return np.array(points[:size], dtype=np.float64), units
    raise AssertionError
