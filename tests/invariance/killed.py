"""A run that is to be killed: ``python -m tests.invariance.killed URL CACHE OUT WORKERS``."""

import sys
from pathlib import Path

from equipoise.invariance import write_answers
from equipoise.invariance.endpoint.client import OpenAIClient
from equipoise.invariance.running.runner import run
from tests.invariance.asking import PLAIN, crossed

STRATEGIES = ("default", "ignore", "ooc")
UNITS, VOTES = 4, 3

if __name__ == "__main__":
    url, cache, out, workers = sys.argv[1:]
    # A clock that stands still: how long calls took is all that differs from run to run.
    with OpenAIClient(url, "m", clock=lambda: 0.0) as client:
        answers = run(
            crossed(UNITS),
            PLAIN,
            STRATEGIES,
            client,
            m=VOTES,
            cache=Path(cache),
            workers=int(workers),
        )
    write_answers(answers, out)
