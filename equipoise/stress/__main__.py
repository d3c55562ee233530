"""Stress tests from the command line: ``python -m equipoise.stress --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from equipoise.stress.adult import add_adult
from equipoise.stress.command import add_run
from equipoise.stress.study.commands import add_study


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0 when all went well, else 1."""
    parser = argparse.ArgumentParser(prog="python -m equipoise.stress", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_run(commands)
    add_adult(commands)
    add_study(commands)
    options = parser.parse_args(arguments)
    status: int = options.work(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
