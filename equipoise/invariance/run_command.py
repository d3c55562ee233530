"""``python -m equipoise.invariance run``: ask a model about items, and write its answers."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
import time
from pathlib import Path
from typing import Any

from equipoise.invariance.answers import write_answers
from equipoise.invariance.cache import Cache
from equipoise.invariance.endpoint import KEY_VARIABLES, OpenAIClient
from equipoise.invariance.items import Items, read_items
from equipoise.invariance.manifest import Manifest, items_hash, write_manifest
from equipoise.invariance.planning import plan
from equipoise.invariance.prompts import prompts_hash
from equipoise.invariance.runner import Finished, RunError, answers_of, run_rows, steps_of
from equipoise.invariance.strategies import REWRITE_TEMPERATURE, STRATEGIES
from equipoise.invariance.tasks import Task, read_task
from equipoise.words import duration

_INTERRUPTED = 130

_EPILOG = f"""The task is a JSON object:
  {{"question": "Is the comment above toxic?", "options": ["toxic", "non-toxic"],
   "positive": "toxic", "attribute": "religion", "contexts": ["Christian", "Muslim"],
   "description": "an online comment",
   "label_descriptions": {{"toxic": "a toxic comment", "non-toxic": "a harmless comment"}}}}
Leave label_descriptions out where nothing is adjusted for.

A key, where the endpoint wants one, is taken from the environment variable {KEY_VARIABLES[0]}
({KEY_VARIABLES[1]} for OpenAI's own endpoint), and is never written anywhere.

example:
  %(prog)s --items items.csv --task task.json --strategies default,ignore,ooc \\
      --base-url http://127.0.0.1:11434/v1 --model llama3.2 --cache replies.jsonl --out answers.csv
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
    add("--items", type=Path, required=True, metavar="FILE", help="CSV, JSONL or Parquet")
    add("--task", type=Path, required=True, metavar="FILE", help="JSON, see below")
    add(
        "--strategies",
        default="default",
        metavar="A,B",
        help=f"out of {', '.join(STRATEGIES)} (default: default)",
    )
    add("--base-url", required=True, metavar="URL", help="of an OpenAI-compatible endpoint")
    add("--model", required=True, metavar="NAME", help="as the endpoint calls it")
    add("--m", type=int, default=3, help="votes per row where a strategy votes (default: 3)")
    add("--seed", type=int, default=0, help="of random contexts and rewriting (default: 0)")
    add("--workers", type=int, default=1, help="rows asked side by side (default: 1)")
    add("--timeout", type=float, default=120.0, help="seconds for one call (default: 120)")
    add("--cache", type=Path, metavar="FILE", help="keep replies here, and go on from them")
    add("--out", type=Path, required=True, metavar="FILE", help="CSV, JSONL or Parquet")
    add("--steps", type=Path, metavar="FILE", help="write rewrites and votes here, as JSONL")
    add("--dry-run", action="store_true", help="show the plan and ask nothing")


def execute(options: argparse.Namespace) -> int:
    """Run what the options describe; return 0, or 1 after saying what is wrong."""
    try:
        items, task = read_items(options.items), read_task(options.task)
        cache = Cache(options.cache)
        names = [name.strip() for name in options.strategies.split(",") if name.strip()]
        print(_plan(items, task, names, cache, options), file=sys.stderr)
        if options.dry_run:
            return 0
        with OpenAIClient(options.base_url, options.model, timeout=options.timeout) as client:
            return _run(items, task, names, cache, client, options)
    except ModuleNotFoundError as error:
        print(f"error: asking a model needs the package {error.name}", file=sys.stderr)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
    return 1


def _plan(
    items: Items, task: Task, names: list[str], cache: Cache, options: argparse.Namespace
) -> str:
    made = plan(
        items,
        task,
        names,
        model=options.model,
        m=options.m,
        seed=options.seed,
        cache=cache,
        workers=options.workers,
    )
    return str(made)


def _run(
    items: Items,
    task: Task,
    names: list[str],
    cache: Cache,
    client: OpenAIClient,
    options: argparse.Namespace,
) -> int:
    """Ask until all is answered, stopped or broken off, and write what there is."""
    finished: list[Finished] = []
    bar = Progress(len(items.table) * len(names))
    status, trouble = 0, ""
    try:
        for each in run_rows(
            items,
            task,
            names,
            client,
            m=options.m,
            seed=options.seed,
            cache=cache,
            workers=options.workers,
        ):
            finished.append(each)
            bar.show(len(finished))
    except RunError as error:
        status, trouble = 1, f"error: {error}"
    except KeyboardInterrupt:
        status, trouble = _INTERRUPTED, "Stopped."
    bar.end()
    if finished:
        _write(finished, items, names, options)
        trouble = trouble and f"{trouble} {len(finished)} answers are in {options.out}."
    if trouble:
        print(trouble, file=sys.stderr)
    return status


def _write(
    finished: list[Finished], items: Items, names: list[str], options: argparse.Namespace
) -> None:
    write_answers(answers_of(finished, seed=options.seed), options.out)
    if options.steps is not None:
        lines = (json.dumps(steps_of(each), ensure_ascii=False) for each in finished)
        options.steps.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    manifest = Manifest(
        model=options.model,
        endpoint_model=options.model,
        date=datetime.date.today().isoformat(),
        prompts_sha256=prompts_hash(),
        items_sha256=items_hash(items),
        n_items=len(items.table),
        strategies=tuple(names),
        temperature=REWRITE_TEMPERATURE,
        m=options.m,
    )
    write_manifest(manifest, options.out.with_suffix(".manifest.json"))


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
        left = passed / done * (self._total - done)
        full = self._WIDTH * done // self._total
        bar = "#" * full + "." * (self._WIDTH - full)
        line = f"[{bar}] {done} of {self._total}, {duration(left)} left"
        print(f"\r{line:<78}", end="", file=sys.stderr, flush=True)
        self._shown = True

    def end(self) -> None:
        """Leave the bar as it is and go to the next line."""
        if self._shown:
            print(file=sys.stderr)
