"""``python -m equipoise.invariance run``: ask a model about items, and write its answers."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from equipoise.foreign import on_terminal
from equipoise.invariance.commands.files import RunFiles, cache_of, manifest
from equipoise.invariance.commands.score import INTERRUPTED
from equipoise.invariance.endpoint.client import INSTALL, KEY_VARIABLES, OpenAIClient
from equipoise.invariance.running.answering import ERROR, OK
from equipoise.invariance.running.cache import Cache
from equipoise.invariance.running.manifest import Manifest
from equipoise.invariance.running.planning import plan
from equipoise.invariance.running.runner import Finished, RunError, run_rows
from equipoise.invariance.running.strategies import STRATEGIES
from equipoise.invariance.running.tasks import Task, read_task
from equipoise.invariance.tables.items import Items, read_items
from equipoise.words import duration, listed, plural

_CALLED = "\n".join(f"  {one.name:<15} {one.description}" for one in STRATEGIES.values())

_EPILOG = f"""The items have the columns id, text and z (the context), and if there are any: s (the
stratum; blank: the label, all: nothing is adjusted for), y (the label, 0 or 1), unit (the same
for counterfactual copies of one text), sample (balanced or population).

The task is a JSON object:
  {{"question": "Is the comment above toxic?", "options": ["toxic", "non-toxic"],
   "positive": "toxic", "attribute": "religion", "contexts": ["Christian", "Muslim"],
   "description": "an online comment",
   "label_descriptions": {{"toxic": "a toxic comment", "non-toxic": "a harmless comment"}}}}
Leave label_descriptions out where nothing is adjusted for. The contexts are those that ooc draws
from, at random.

The strategies:
{_CALLED}
A reply that names no option, or two, is asked for once more and is then a missing answer. So is
one after a rewrite that was refused, cut off, or shares too few words with the text.

Asking needs the package openai: {INSTALL}
A key, where the endpoint wants one, is taken from the environment variable {KEY_VARIABLES[0]}
({KEY_VARIABLES[1]} for OpenAI's own endpoint), and is never written anywhere.

Every reply is kept as it comes; after a break the same command goes on where it was. Until all
answers are there, they are written beside the place named: answers.part.csv.

example:
  %(prog)s --items items.csv --task task.json --strategies default,ignore,ooc \\
      --base-url http://127.0.0.1:11434/v1 --model llama3.2 --out answers.csv
"""


def add_run(commands: Any) -> None:
    """Add the command "run" to the subparsers of a parser."""
    parser = commands.add_parser(
        "run",
        help="ask a model about items under some strategies",
        description="Show the plan, ask the model row by row, write its answers.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(work=execute)
    add = parser.add_argument
    add("--items", type=Path, required=True, metavar="FILE", help="CSV, JSON, JSONL or Parquet")
    add("--task", type=Path, required=True, metavar="FILE", help="JSON, see below")
    add("--strategies", default="default", metavar="A,B", help="see below (default: default)")
    add("--base-url", required=True, metavar="URL", help="of an OpenAI-compatible endpoint")
    add("--model", required=True, metavar="NAME", help="as the endpoint calls it")
    add("--m", type=int, default=3, help="votes per row where a strategy votes (default: 3)")
    add("--seed", type=int, default=0, help="of random contexts and rewriting (default: 0)")
    add("--workers", type=int, default=1, help="rows asked side by side (default: 1)")
    add("--timeout", type=float, default=120.0, help="seconds for one call (default: 120)")
    add(
        "--cache",
        type=Path,
        metavar="FILE",
        help="keep replies here, and go on from them (default: beside --out)",
    )
    add("--out", type=Path, required=True, metavar="FILE", help="CSV, JSONL or Parquet")
    add("--steps", type=Path, metavar="FILE", help="write rewrites and votes here, as JSONL")
    add("--dry-run", action="store_true", help="show the plan and ask nothing")


def execute(options: argparse.Namespace) -> int:
    """Run what the options describe; return 0, or 1 after saying what is wrong."""
    files = RunFiles(
        items=options.items,
        task=options.task,
        out=options.out,
        cache=options.cache or cache_of(options.out),
        steps=options.steps,
    )
    try:
        files.check()
        order = _Order(
            items=read_items(files.items),
            task=read_task(files.task),
            strategies=[name.strip() for name in options.strategies.split(",") if name.strip()],
            model=options.model,
            m=options.m,
            seed=options.seed,
            workers=options.workers,
            cache=Cache(files.cache),
        )
        if find_spec("openai") is None:
            raise ValueError(f"asking a model needs the package openai: {INSTALL}")
        items, task = order.items, order.task
        _say(str(plan(items, task, order.strategies, model=order.model, **order.options)))
        if order.m % 2 == 0 and any(STRATEGIES[name].rewrites for name in order.strategies):
            _say(f"note: of {order.m} votes half may say yes; such an answer is missing.")
        strangers = [one for one in items.contexts if one not in task.contexts]
        if strangers:
            _say(
                f"note: items have the context {listed(strangers)}, which the task does not "
                f"name; it names {listed(task.contexts)}."
            )
        made = manifest(
            items,
            task,
            order.strategies,
            model=order.model,
            m=order.m,
            seed=order.seed,
        )
        if options.dry_run:
            return 0
        with OpenAIClient(options.base_url, order.model, timeout=options.timeout) as client:
            return _run(order, client, files, made)
    except (ValueError, OSError) as error:
        _say(f"error: {error}")
    except KeyboardInterrupt:
        _say(f"\nStopped. Every reply that came is kept in {files.cache}.")
        return INTERRUPTED
    return 1


@dataclass(frozen=True, eq=False)
class _Order:
    """What is asked, of whom, and how."""

    items: Items
    task: Task
    strategies: list[str]
    model: str
    m: int
    seed: int
    workers: int
    cache: Cache

    @property
    def options(self) -> dict[str, Any]:
        """What a plan and a run take alike."""
        return {"m": self.m, "seed": self.seed, "workers": self.workers, "cache": self.cache}


def _run(order: _Order, client: OpenAIClient, files: RunFiles, made: Manifest) -> int:
    """Ask until all is answered, stopped or broken off, and write what there is."""
    finished: list[Finished] = []
    total = len(order.items.table) * len(order.strategies)
    bar = Progress(total)
    status, trouble = 0, ""
    try:
        for each in run_rows(order.items, order.task, order.strategies, client, **order.options):
            finished.append(each)
            bar.show(len(finished))
    except KeyboardInterrupt:
        status, trouble = INTERRUPTED, "Stopped."
    except (RunError, ValueError, OSError) as error:
        status, trouble = 1, f"error: {error}"
    except Exception as error:  # Whatever it is, what is finished must not be lost.
        status, trouble = 1, f"error: {type(error).__name__}: {error}"
    bar.end()
    if trouble:
        _say(trouble)
    if finished:
        whole = len(finished) == total
        out = files.write(finished, made, seed=order.seed, whole=whole)
        _say(_ending(finished, total, out, files))
        if all(each.answer.status == ERROR for each in finished):
            status = status or 1
    return status


def _ending(finished: list[Finished], total: int, out: Path, files: RunFiles) -> str:
    """Say what came of a run, where it is, and what to do next."""
    statuses = Counter(each.answer.status for each in finished)
    missing = [f"{n} {status}" for status, n in statuses.items() if status != OK]
    said = f"{plural(len(finished), 'answer')} of {total}"
    said += f" ({', '.join(missing)})" if missing else ""
    if len(finished) < total:
        return f"{said} are in {out}. The same command goes on from there."
    first = next((each.answer.raw for each in finished if each.answer.status == ERROR), "")
    said += f" are in {out}."
    said += f" The first error: {first}" if first else ""
    return (
        f"{said} Next:\n  python -m equipoise.invariance score "
        f"--items {files.items} --answers {out}"
    )


def _say(text: str) -> None:
    print(on_terminal(text), file=sys.stderr)


class Progress:
    """A bar on standard error, drawn anew in place.

    Parameters
    ----------
    total : int
        Answers there will be.
    """

    _WIDTH = 30

    def __init__(self, total: int) -> None:
        self._total = total
        self._started = time.monotonic()
        self._shown = False

    def show(self, done: int) -> None:
        """Draw the bar for so many answers."""
        passed = time.monotonic() - self._started
        # Kept replies come at once, so that a run which goes on says too little at first.
        left = passed / done * (self._total - done)
        full = self._WIDTH * done // self._total
        bar = "#" * full + "." * (self._WIDTH - full)
        line = f"[{bar}] {done} of {self._total} answers, {duration(left)} left"
        print(f"\r{line:<78}", end="", file=sys.stderr, flush=True)
        self._shown = True

    def end(self) -> None:
        """Leave the bar as it is and go to the next line."""
        if self._shown:
            print(file=sys.stderr)
