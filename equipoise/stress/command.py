"""``python -m equipoise.stress run``: one design from the command line, results as CSV."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from equipoise.foreign import on_terminal
from equipoise.io.writing import check_target, write_atomically
from equipoise.stress.design import cautions
from equipoise.stress.errors import ClusterError, ParameterError
from equipoise.stress.options import add_design_options, design_from_options
from equipoise.stress.running import PATIENCE, run

INTERRUPTED = 130
"""The status of a command that was stopped with Ctrl-C, as shells have it."""

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
    add_design_options(parser)
    group = parser.add_argument_group("the run")
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


def execute(options: argparse.Namespace) -> int:
    """Run what the options describe; return 0, or 1 after saying what is wrong."""
    progress = _Progress()
    try:
        design = design_from_options(options)
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
    # A world may be a mere name, such as adult: only a file that is there can be lost.
    for name, other in others.items():
        if other is not None and target == Path(other).resolve() and target.exists():
            raise ParameterError(f"--out and {name} are the same file, {out}.")


def _kept(results: Path | None) -> str:
    """Say what is left of a run that did not come to its end."""
    if results is not None and results.is_file():
        return f" Finished repeats are in {results}."
    return ""


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
