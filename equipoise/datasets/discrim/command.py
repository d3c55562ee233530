"""``python -m equipoise.datasets discrim``: the questions, the recording, and a check of both."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from equipoise.datasets.discrim.artifact import DATA, ITEMS, load_discrim
from equipoise.datasets.discrim.build import discrim_items
from equipoise.foreign import on_terminal
from equipoise.invariance.measures.scoring import score
from equipoise.invariance.running.manifest import items_hash
from equipoise.invariance.running.runner import RunError
from equipoise.invariance.running.strategies import prompts_hash
from equipoise.invariance.tables.items import write_items
from equipoise.io.sums import record_sum
from equipoise.io.writing import check_target
from equipoise.words import plural


def add_command(datasets: Any) -> None:
    """Add the data set "discrim" to the subparsers of a parser."""
    parser = datasets.add_parser(
        "discrim",
        help="discrim-eval: decisions on a person, with a small language model's answers",
        description="Prepare the questions; with --record, ask the model and write its answers.",
    )
    parser.set_defaults(work=_work)
    add = parser.add_argument
    add("--source", type=Path, metavar="DIR", help="folder that holds explicit.jsonl")
    add("--out", type=Path, default=DATA, metavar="DIR", help="(default: data of this project)")
    add(
        "--record",
        type=Path,
        metavar="GGUF",
        help="the model's file, downloaded to this place if there is none (1.1 GB)",
    )
    add("--cache", type=Path, metavar="FILE", help="replies (default: beside the model)")
    add("--threads", type=int, default=1, help="of the model's server (default: 1)")
    add("--without-rewriting", action="store_true", help="leave out the slow strategies")
    add(
        "--check",
        action="store_true",
        help="write nothing: prepare the questions, and compare with what is there",
    )


def _work(options: argparse.Namespace) -> int:
    if options.check:
        return _check(options.out, options.source)
    if options.record is None:
        check_target(options.out / ITEMS)
        write_items(discrim_items(options.source), options.out / ITEMS)
        record_sum(options.out / ITEMS)
        return 0
    # What asks a model is imported by those alone who ask one.
    from equipoise.datasets.discrim.recording import record

    try:
        record(
            options.record,
            options.cache or options.record.with_suffix(".replies.jsonl"),
            options.out,
            source=options.source,
            threads=options.threads,
            rewriting=not options.without_rewriting,
        )
    except RunError as error:
        print(on_terminal(f"error: {error}"), file=sys.stderr)
        return 1
    return _check(options.out, options.source)


def _check(folder: Path, source: Path | None) -> int:
    """Say whether questions and prompts are those that were recorded, and what came out."""
    discrim = load_discrim(folder)
    table = score(discrim.items, discrim.answers).table()
    print(table.to_string(index=False, float_format="%.3f"))
    if len(discrim.rewrites):
        for strategy, rows in discrim.rewrites.groupby("strategy", sort=False):
            print(f"{strategy}: {rows['passed'].sum()} of {plural(len(rows), 'rewrite')} pass")
    same_prompts = discrim.manifest.prompts_sha256 == prompts_hash()
    same_items = discrim.manifest.items_sha256 == items_hash(discrim_items(source))
    print(f"The questions are {'the same' if same_items else 'OTHERS'}.")
    print(f"The prompts are {'the same' if same_prompts else 'OTHERS'}.")
    return 0 if same_items and same_prompts else 1
