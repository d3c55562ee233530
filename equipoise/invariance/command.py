"""``python -m equipoise.invariance score`` and ``check``: files in, measures out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from equipoise.invariance.answers import Answers, read_answers
from equipoise.invariance.items import Items, read_items
from equipoise.invariance.noise import PERMUTATIONS
from equipoise.invariance.scoring import Scored, Scores, score
from equipoise.words import UNDEFINED, count, interval, number, percent, plural

_FILES = """items: CSV, JSON, JSONL or Parquet with the columns
  id, z (the context), and if there are any: text, s (the stratum; blank: the label,
  all: nothing is adjusted for), y (the label, 0 or 1), unit (the same for counterfactual
  copies of one text), sample (balanced or population)
answers: the same kinds of file with the columns
  id, pred (0, 1 or blank), and if there are any: strategy, s_lm, status and others"""


def add_score(commands: Any) -> None:
    """Add the command "score" to the subparsers of a parser."""
    parser = _command(commands, "score", "measure answers", _score)
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
        commands, "check", "say whether files can be scored, and what they hold", _check
    )
    parser.add_argument("--answers", type=Path, metavar="FILE")


def _command(
    commands: Any, name: str, does: str, work: Callable[[argparse.Namespace], None]
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=_FILES,
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
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _score(options: argparse.Namespace) -> None:
    items, answers = _read(options)
    scores = score(
        items,
        answers,
        common=options.common,
        n_permutations=options.permutations,
        seed=options.seed,
    )
    if options.out is not None:
        scores.table().to_csv(options.out, index=False)
    print("\n\n".join(map(_report, scores.values())))
    _warn(scores)


def _check(options: argparse.Namespace) -> None:
    items, answers = _read(options)
    rows = items.balanced
    print(
        f"{plural(len(items.table), 'item')}: {count(len(rows))} balanced, "
        f"{count(len(items.population))} population"
    )
    print(f"  contexts: {', '.join(items.contexts)}")
    print(f"  strata: {', '.join(filter(None, items.strata)) or 'one, nothing is adjusted for'}")
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
        print(f"{strategy}: {plural(len(given), 'answer')} ({found})")


def _read(options: argparse.Namespace) -> tuple[Items, Any]:
    items = _named(options.items, read_items)
    if options.answers is None:
        return items, None
    answers = _named(options.answers, lambda path: read_answers(path, items))
    return items, answers


def _named(path: Path, read: Callable[[Path], Any]) -> Any:
    """Read a file; what is wrong with it is said with its name."""
    try:
        found: Items | Answers = read(path)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    for note in found.notes:
        print(f"note: {path}: {note}", file=sys.stderr)
    return found


def _report(scored: Scored) -> str:
    bias, ci = scored.si_bias, scored.ci
    where = f" in stratum {bias.stratum}" if bias.stratum else ""
    pair = f": {bias.contexts[0]} above {bias.contexts[1]}{where}" if bias.value > 0 else ""
    lines = [
        f"{scored.strategy}: {plural(scored.n, 'row')}, {count(bias.n_missing)} without an answer",
        f"  SI-bias         {number(bias.value)}{pair}",
        f"    noise alone   {number(scored.null.mean)} on average, "
        f"95th percentile {number(scored.null.upper)}",
        f"    p-value       {number(scored.p_value, 4)}, {scored.verdict}",
        f"    95 % interval {interval(*_limits(scored)) or UNDEFINED}",
        f"  CI probability  {number(ci.value)} of {plural(ci.n_units, 'complete unit')}",
        f"  Macro F1        {number(scored.f1.value)} of {plural(scored.f1.n, 'row')}; "
        f"{percent(scored.positive_rate)} positive",
    ]
    if bias.n_missing:
        lines.insert(5, f"    missing answers could make it {interval(*scored.bounds)}")
    if scored.si_bias_by_model_s is not None:
        lines.append(
            f"  The model's own strata agree with the given in {percent(scored.s_agreement)} of "
            f"{plural(scored.n_s_agreement, 'row')}; SI-bias within them "
            f"{number(scored.si_bias_by_model_s.value)}"
        )
    return "\n".join([*lines, *(f"  {note}" for note in scored.notes())])


def _limits(scored: Scored) -> tuple[float, float]:
    return scored.interval.low, scored.interval.high


def _warn(scores: Scores) -> None:
    if len({scored.n for scored in scores.values()}) > 1:
        print(
            "note: the strategies were asked different rows; compare them with --common.",
            file=sys.stderr,
        )
