"""``python -m equipoise.invariance score`` and ``check``: files in, measures out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from equipoise.foreign import on_terminal
from equipoise.invariance.measures.noise import PERMUTATIONS
from equipoise.invariance.measures.scoring import score
from equipoise.invariance.tables.answers import Answers, read_answers
from equipoise.invariance.tables.items import Items, read_items
from equipoise.io.writing import check_target, write_atomically
from equipoise.words import count, plural

INTERRUPTED = 130
"""The status of a command that was stopped with Ctrl-C, as shells have it."""

_FILES = """items: CSV, JSON, JSONL or Parquet with the columns
  id, z (the context), and if there are any: text, s (the stratum: rows are compared with
  rows of the same one; blank: the label; all: with all rows), y (the label, 0 or 1), unit
  (the same for counterfactual copies of one text), sample (balanced or population)
answers: the same kinds of file with the columns
  id, pred (0, 1 or blank), and if there are any: strategy, s_lm, status and others"""

_MEASURES = """SI-bias: the widest gap between two contexts, in any stratum, in the share of 1s.
  Best 0; but as a maximum it is mostly above 0 by noise alone. So it stands beside what noise
  shows (contexts permuted; where there are units, within them), with a p-value (how often
  noise shows so much or more) and a verdict: "above noise" (below 0.05), "within noise" (above),
  "borderline" (so close that other permutations could put it on the other side), or "cannot
  tell" where these answers are too few for any gap to stand out.
95 % interval: of all differences at once, with rows taken as independent.
CI probability (counterfactual invariance): the share of units that have the same answer in
  every context. Best 1.
Macro F1: how right the answers are, a mean over both labels. Always the same answer is
  perfectly invariant and useless: read the three together.
The model's own strata (s_lm): what the model took the label for, where it was asked. They are
  compared with the given ones where it is certain which is which.

"""


def add_score(commands: Any) -> None:
    """Add the command "score" to the subparsers of a parser."""
    parser = _command(commands, "score", "measure answers", _score, _MEASURES + _FILES)
    parser.add_argument("--answers", required=True, type=Path, metavar="FILE")
    parser.add_argument(
        "--common",
        action="store_true",
        help="count only the items that every strategy was asked",
    )
    parser.add_argument(
        "--permutations", type=int, default=PERMUTATIONS, metavar="N", help="(default: 10,000)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the permutations (default: 0)")
    parser.add_argument("--out", type=Path, metavar="CSV", help="also write the table here")


def add_check(commands: Any) -> None:
    """Add the command "check" to the subparsers of a parser."""
    parser = _command(
        commands, "check", "say whether files can be scored, and what they hold", _check, _FILES
    )
    parser.add_argument("--answers", type=Path, metavar="FILE")


def _command(
    commands: Any, name: str, does: str, work: Callable[[argparse.Namespace], None], more: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--items", required=True, type=Path, metavar="FILE")
    parser.set_defaults(work=lambda options: _told(work, options))
    return parser


def _told(work: Callable[[argparse.Namespace], None], options: argparse.Namespace) -> int:
    """Do the work; return 0, or 1 after saying what is wrong."""
    try:
        work(options)
    except (ValueError, OSError) as error:
        print(on_terminal(f"error: {error}"), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; nothing was written.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _score(options: argparse.Namespace) -> None:
    if options.out is not None and options.out.suffix.casefold() != ".csv":
        raise ValueError(f"{options.out}: the table is written as CSV; end the name in .csv.")
    if options.out is not None:
        check_target(options.out)
    items, answers = _read(options)
    scores = score(
        items,
        answers,
        common=options.common,
        n_permutations=options.permutations,
        seed=options.seed,
    )
    if options.out is not None:
        content = scores.table().to_csv(index=False, lineterminator="\n")
        write_atomically(options.out, content)
    print(on_terminal(scores))
    if len({scored.n for scored in scores.values()}) > 1:
        print(
            "note: the strategies were asked different rows; compare them with --common.",
            file=sys.stderr,
        )


def _check(options: argparse.Namespace) -> None:
    items, answers = _read(options)
    rows = items.balanced
    print(
        f"{plural(len(items.table), 'item')}: {count(len(rows))} balanced, "
        f"{count(len(items.population))} population"
    )
    strata = ", ".join(filter(None, items.strata)) or "one, nothing is adjusted for"
    print(on_terminal(f"  contexts: {', '.join(items.contexts)}\n  strata: {strata}"))
    if len(rows):
        sizes = rows.groupby(["s", "z"]).size()
        print(f"  rows in a stratum and context: {sizes.min()} to {sizes.max()}")
    n_units = rows.loc[rows["unit"] != "", "unit"].nunique()
    print(f"  {plural(n_units, 'unit')}; {count(items.table['y'].notna().sum())} labels")
    if answers is None:
        return
    for strategy in answers.strategies:
        given = answers.of(strategy)
        statuses = given["status"].value_counts()
        found = ", ".join(f"{count(n)} {status}" for status, n in statuses.items())
        print(on_terminal(f"{strategy}: {plural(len(given), 'answer')} ({found})"))


def _read(options: argparse.Namespace) -> tuple[Items, Any]:
    items = _named(options.items, read_items)
    if options.answers is None:
        return items, None
    return items, _named(options.answers, lambda path: read_answers(path, items))


def _named(path: Path, read: Callable[[Path], Any]) -> Any:
    """Read a file; what is wrong with it is said with its name."""
    try:
        found: Items | Answers = read(path)
    except ValueError as error:
        raise ValueError(f"{path}: {str(error).removeprefix(f'{path} ')}") from None
    for note in found.notes:
        print(on_terminal(f"note: {path}: {note}"), file=sys.stderr)
    return found
