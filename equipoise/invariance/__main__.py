"""Invariance from the command line: ``python -m equipoise.invariance --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from equipoise.invariance.commands.run import add_run
from equipoise.invariance.commands.score import add_check, add_score


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0 when all went well, else 1."""
    parser = argparse.ArgumentParser(prog="python -m equipoise.invariance", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_run(commands)
    add_score(commands)
    add_check(commands)
    options = parser.parse_args(arguments)
    status: int = options.work(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
