"""``python -m equipoise.stress run``: one design from the command line, results as CSV."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.foreign import on_terminal
from equipoise.io.writing import check_target, write_atomically
from equipoise.stress import repairs
from equipoise.stress.design import Design, cautions
from equipoise.stress.errors import ClusterError, ParameterError, check_count
from equipoise.stress.fitting import ENGINES
from equipoise.stress.regression import INTERCEPTS
from equipoise.stress.running import PATIENCE, run
from equipoise.stress.specs import BIASES, MODELS, REPAIRS, design_from

INTERRUPTED = 130
"""The status of a command that was stopped with Ctrl-C, as shells have it."""

MOST_AMOUNTS = 1_000
"""On the command line; Python takes as many as one likes."""

_ALONE = tuple(kind for kind in BIASES if kind != "combined")
"""What --bias takes; several at once take a spec."""

_EPILOG = """examples:
  %(prog)s --world synthetic --bias under-representation --label 1 --amount 0:0.9:10 \\
      --repair grid-search --intercept none --repeats 20 --out results.csv
  %(prog)s --world people.csv --label-column hired --group-column region --bias label-noise \\
      --amount 0 0.1 0.2 --repair post-processing reweighing --repeats 5 --out results.csv
  %(prog)s --spec design.json --repeats 50 --backend loky --results kept.jsonl --out results.csv

A spec file holds what the options cannot say (several biases at once, any arms): the fields
of equipoise.stress.Design, for instance
  {"world": {"kind": "synthetic", "r": 0.2, "eta": 0.4}, "levels": [0, 0.5, 0.9], "n": 60000,
   "bias": {"kind": "combined", "parts": [{"bias": {"kind": "under-representation", "label": 1}},
                                          {"bias": "missingness", "amount": 0.2}]},
   "arms": [{"name": "do nothing"},
            {"name": "repaired", "model": {"kind": "logistic", "intercept": "none"},
             "repair": {"kind": "grid-search", "size": 13}}]}
"""


def add_run(commands: Any) -> None:
    """Add the command "run" to the subparsers of a parser."""
    parser = commands.add_parser(
        "run",
        help="run one design and write its results as CSV",
        description="Draw, bias, train, repair and measure, at each amount and repeat.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(work=execute)
    _add_world(parser.add_argument_group("the world"))
    _add_bias(parser.add_argument_group("the bias"))
    _add_arms(parser.add_argument_group("models and repairs"))
    _add_running(parser.add_argument_group("the run"))


def execute(options: argparse.Namespace) -> int:
    """Run what the options describe; return 0, or 1 after saying what is wrong."""
    progress = _Progress()
    try:
        design = _design(options)
        for caution in cautions(design):
            _say(f"note: {caution}")
        _check_outputs(options)
        table = run(
            design,
            repeats=options.repeats,
            seed=options.seed,
            backend=options.backend,
            n_jobs=options.jobs,
            progress=progress,
            results=options.results,
            patience=options.patience,
            note=progress.note,
        )
        content = table.to_csv(index=False, lineterminator="\n")
        if options.out is None:
            print(content, end="", flush=True)
        else:
            try:
                write_atomically(options.out, content)
            except OSError as error:
                print(content, end="", flush=True)  # What took hours does not go with a full disk.
                raise OSError(f"{error} The results went to standard output.") from error
    except KeyboardInterrupt:
        kept = _kept(options.results) or " Nothing was written."
        _say(f"\nStopped.{kept}")
        return INTERRUPTED
    except ClusterError as error:
        _say(f"{progress.end}error: {error}{_kept(options.results)}")
        return 1
    except (ParameterError, OSError) as error:
        _say(f"{progress.end}error: {error}")
        return 1
    return 0


def _check_outputs(options: argparse.Namespace) -> None:
    """Raise ParameterError unless what is asked for can be written, before anything runs."""
    out = options.out
    if out is None:
        return
    if not out.parent.is_dir():
        raise ParameterError(f"--out: there is no folder {out.parent}.")
    try:
        target = check_target(out)
    except OSError as error:
        raise ParameterError(f"--out: {error}") from error
    others = {"--results": options.results, "--world": options.world, "--spec": options.spec}
    for name, other in others.items():
        if other is not None and target == Path(other).resolve() and target.exists():
            raise ParameterError(f"--out and {name} are the same file, {out}.")


def _kept(results: Path | None) -> str:
    """Say what is left of a run that did not come to its end."""
    if results is not None and results.is_file():
        return f" Finished repeats are in {results}."
    return ""


def _add_world(group: Any) -> None:
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


def _add_bias(group: Any) -> None:
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


def _add_arms(group: Any) -> None:
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


def _add_running(group: Any) -> None:
    group.add_argument("--spec", type=Path, help="a JSON file that holds the design instead")
    group.add_argument("--repeats", type=int, default=10, help="(default: 10)")
    group.add_argument("--seed", type=int, default=0, help="(default: 0)")
    group.add_argument(
        "--backend", help="loky, threading, dask or dask:ADDRESS (default: one process)"
    )
    group.add_argument("--jobs", type=int, default=-1, help="jobs at a time; -1: one a core")
    group.add_argument(
        "--patience",
        type=float,
        default=PATIENCE,
        metavar="SECONDS",
        help="how long to wait while a cluster has no worker (default: %(default)g)",
    )
    group.add_argument(
        "--results", type=Path, help="keep finished repeats here, and resume from them"
    )
    group.add_argument("--out", type=Path, help="the CSV file (default: standard output)")


def _design(options: argparse.Namespace) -> Design:
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
            return [round(float(step), 12) for step in steps]
        return [float(amount) for amount in given]
    except ParameterError:
        raise
    except ValueError:
        raise ParameterError(
            f"--amount must be numbers or first:last:count, but is {' '.join(given)}."
        ) from None


def _say(text: str) -> None:
    print(on_terminal(text), file=sys.stderr, flush=True)


class _Progress:
    """Prints how far a run is, on one line.

    Attributes
    ----------
    end : str
        What must be printed before anything else is.
    """

    end = ""

    def __call__(self, done: int, total: int) -> None:
        print(f"\r{done} of {total} repeats ", end="", file=sys.stderr, flush=True)
        self.end = "\n"
        if done == total:
            print(file=sys.stderr)
            self.end = ""

    def note(self, sentence: str) -> None:
        """Print a sentence on a line of its own."""
        _say(f"{self.end}note: {sentence}")
        self.end = ""
