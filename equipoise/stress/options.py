"""A design from the options of the command line."""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np

from equipoise.stress import repairs
from equipoise.stress.design import Design
from equipoise.stress.errors import ParameterError, check_count
from equipoise.stress.fitting import ENGINES
from equipoise.stress.regression import INTERCEPTS
from equipoise.stress.specs import BIASES, MODELS, REPAIRS, design_from

MOST_AMOUNTS = 1_000
"""On the command line; Python takes as many as one likes."""

_ALONE = tuple(kind for kind in BIASES if kind != "combined")
"""What --bias takes; several at once take a spec."""


def add_design_options(parser: argparse.ArgumentParser) -> None:
    """Add what describes a world, a bias, models and repairs."""
    group = parser.add_argument_group("the world")
    group.add_argument(
        "--world",
        default="synthetic",
        metavar="WORLD",
        help="synthetic, adult, or a CSV file; of both tables accuracy is counted by the labels "
        "and fidelity by a model learned from them before the bias (default: synthetic)",
    )
    group.add_argument("--r", type=float, help="share of the minority, up to 0.5 (default: 0.2)")
    group.add_argument("--eta", type=float, help="label noise, below 0.5 (default: 0.4)")
    group.add_argument("--d", type=float, help="mean of the majority's features (default: 0)")
    group.add_argument("--n", type=int, default=10_000, help="rows; half train, half test")
    group.add_argument("--label-column", metavar="NAME", help="of a CSV file")
    group.add_argument("--group-column", metavar="NAME", help="of a CSV file")
    group.add_argument("--positive", metavar="LABEL", help="of a CSV file: what counts as 1")
    group = parser.add_argument_group("the bias")
    group.add_argument("--bias", choices=_ALONE, metavar="BIAS", help=", ".join(_ALONE))
    group.add_argument(
        "--label", type=int, choices=(0, 1), help="only rows of the minority with this label"
    )
    group.add_argument("--feature", type=int, help="which feature goes missing; 0 is x1")
    group.add_argument(
        "--amount",
        nargs="+",
        default=["0:0.9:10"],
        metavar="AMOUNT",
        help="amounts, or first:last:count (default: 0:0.9:10)",
    )
    group = parser.add_argument_group("models and repairs")
    group.add_argument("--model", choices=list(MODELS), default="logistic")
    group.add_argument(
        "--intercept",
        choices=INTERCEPTS,
        default="shared",
        help="of logistic regression, in every arm (default: shared)",
    )
    group.add_argument(
        "--repair",
        nargs="+",
        choices=list(REPAIRS),
        metavar="REPAIR",
        default=[],
        help=f"each compared with doing nothing: {', '.join(REPAIRS)}",
    )
    group.add_argument("--constraint", choices=("equalized_odds", "demographic_parity"))
    group.add_argument("--grid", type=int, help="size of grid search's grid (default: 13)")
    group.add_argument(
        "--first",
        metavar="GROUP",
        help="group whose row comes first for grid search, which weighs by it (default: chance)",
    )
    group.add_argument("--engine", choices=ENGINES, default="direct", help="whose code repairs")
    group.add_argument(
        "--reference",
        choices=("learned", "true"),
        default="learned",
        help="what fidelity compares with (default: learned on unbiased rows)",
    )


def design_from_options(options: argparse.Namespace) -> Design:
    """Return the design that options describe, or the spec they name.

    Raises
    ------
    ParameterError
        If something is missing, unknown or out of range.
    """
    if options.spec is not None:
        try:
            spec = json.loads(options.spec.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ParameterError(f"--spec: {options.spec} is not JSON: {error}") from error
        if not isinstance(spec, dict):
            raise ParameterError(f"--spec: {options.spec} must hold an object.")
        return design_from(spec)
    if options.bias is None:
        raise ParameterError(f"--bias must be one of {', '.join(_ALONE)}, or --spec be given.")
    if options.world in ("synthetic", "adult"):
        world = _given(options, "world", {"r": "r", "eta": "eta", "d": "d"})
    else:
        for column in ("label", "group"):
            if getattr(options, f"{column}_column") is None:
                raise ParameterError(f"--{column}-column must name a column of {options.world}.")
        columns = {"label_column": "label", "group_column": "group", "positive": "positive"}
        table = _given(options, "world", columns)
        world = {**table, "kind": "table", "file": options.world}
    intercept = {"intercept": options.intercept} if options.model == "logistic" else {}
    model = {"kind": options.model, **intercept}
    arms: list[dict[str, Any]] = [{"name": "do nothing", "model": model}]
    settings = {
        "constraint": options.constraint,
        "size": options.grid,
        "first_row": None if options.first is None else [options.first, None],
    }
    for kind in options.repair:
        if kind == "none":
            continue
        repair = {"kind": kind} | {
            name: value
            for name, value in settings.items()
            if value is not None and name in repairs.REPAIRS[kind].parameters
        }
        arms.append({"name": kind, "model": model, "repair": repair, "engine": options.engine})
    return design_from(
        {
            "world": world,
            "bias": _given(options, "bias", {"label": "label", "feature": "feature"}),
            "levels": _amounts(options.amount),
            "arms": arms,
            "n": options.n,
            "reference": options.reference,
        }
    )


def _given(options: argparse.Namespace, part: str, names: dict[str, str]) -> dict[str, Any]:
    """Return a part's kind and those of its parameters that were given."""
    found = {key: getattr(options, name) for name, key in names.items()}
    present = {key: value for key, value in found.items() if value is not None}
    return {"kind": getattr(options, part), **present}


def _amounts(given: list[str]) -> list[float]:
    try:
        if len(given) == 1 and given[0].count(":") == 2:
            first, last, count = given[0].split(":")
            check_count("--amount: the number of amounts", int(count), 1, MOST_AMOUNTS)
            steps = np.linspace(float(first), float(last), int(count))
            # The fourth of 0:0.9:10 would be 0.30000000000000004.
            return [round(float(step), 12) for step in steps]
        return [float(amount) for amount in given]
    except ParameterError:
        raise
    except ValueError:
        raise ParameterError(
            f"--amount must be numbers or first:last:count, but is {' '.join(given)}."
        ) from None
