"""A run against an endpoint that a stranger named, in a process of its own (`io.sandbox`)."""

from __future__ import annotations

from typing import Any

import pandas as pd

from equipoise.invariance.endpoint.client import OpenAIClient
from equipoise.invariance.running.runner import Finished, run_rows
from equipoise.invariance.running.tasks import task_from
from equipoise.invariance.tables.items import read_items
from equipoise.io.sandbox import Message, Tell, job

LONGEST_RAW = 2_000
"""Letters that are kept of what a model wrote."""

SECONDS_PER_CALL = 60.0

ASK = f"{__name__}:ask"
"""The job, as a sandbox knows it."""

MOST_BYTES = 64_000_000
"""That may come back of one run: 2,000 answers of the longest kind take half of it."""


@job
def ask(order: Message, tell: Tell) -> None:
    """Ask about the items of an order and tell each answer as it comes.

    Parameters
    ----------
    order : dict
        address, model, key ("" for none), named (whether whoever runs the app named the
        address), rows (of items), task, strategies, m, seed, workers.
    tell : callable
    """
    items = read_items(pd.DataFrame(order["rows"]))
    with OpenAIClient(
        order["address"],
        order["model"],
        key=order["key"] or None,
        timeout=SECONDS_PER_CALL,
        use_environment=False,
        public_only=not order["named"],
    ) as client:
        # No cache is named: what a stranger's texts bring is kept in memory alone.
        for each in run_rows(
            items,
            task_from(order["task"]),
            order["strategies"],
            client,
            m=order["m"],
            seed=order["seed"],
            workers=order["workers"],
        ):
            tell({"kind": "answer", **record(each)})


def record(each: Finished) -> dict[str, Any]:
    """Return an answer as a row of an answers file."""
    return {
        "id": each.row.id,
        "strategy": each.strategy,
        "pred": each.answer.pred,
        "raw": each.answer.raw[:LONGEST_RAW],
        "votes": list(each.answer.votes),
        "s_lm": each.answer.s_lm,
        "status": each.answer.status,
        "calls": each.calls,
        "seconds": each.seconds,
    }
