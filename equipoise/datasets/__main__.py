"""Build a committed data set anew: ``python -m equipoise.datasets adult``."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence

from equipoise.datasets import DATASETS
from equipoise.datasets.fetch import FetchError
from equipoise.foreign import on_terminal
from equipoise.io.artifacts import ArtifactError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0 when all went well and every figure holds, else 1."""
    parser = argparse.ArgumentParser(prog="python -m equipoise.datasets", description=__doc__)
    datasets = parser.add_subparsers(dest="dataset", required=True, metavar="DATASET")
    for dataset in DATASETS.values():
        dataset.add_command(datasets)
    options = parser.parse_args(arguments)
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
        # 128 + 2, as shells report whoever was interrupted.
        return 130


if __name__ == "__main__":
    sys.exit(main())
