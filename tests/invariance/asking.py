"""Tasks, items and models that the tests of strategies and runs share."""

import pandas as pd

from equipoise.invariance import Items, read_items
from equipoise.invariance.running.clients import Request, ScriptedClient
from equipoise.invariance.running.prompts import what_is_asked
from equipoise.invariance.running.tasks import Task

PLAIN = Task(
    question="Should it be granted?",
    options=("yes", "no"),
    positive="yes",
    attribute="group",
    contexts=("left", "right"),
    description="a request",
)

LABELLED = Task(
    question="Is it toxic?",
    options=("toxic", "non-toxic"),
    positive="toxic",
    attribute="group",
    contexts=("left", "right"),
    description="a comment",
    label_descriptions={"toxic": "a toxic comment", "non-toxic": "a harmless comment"},
)

WORDS = "asks for a permit to sell bread at the market on Sundays"


def text_of(unit: int, z: str) -> str:
    return f"Somebody from the {z} side, number {unit}, {WORDS}."


def crossed(n_units: int) -> Items:
    """Return every unit in both contexts."""
    records = [
        {"id": f"{unit}-{z}", "text": text_of(unit, z), "z": z, "s": "all", "unit": f"u{unit}"}
        for unit in range(n_units)
        for z in ("left", "right")
    ]
    return read_items(pd.DataFrame(records))


def yes_to_the_left(leaking: frozenset[int] = frozenset()) -> ScriptedClient:
    """Return a model that grants what comes from the left.

    It rewrites perfectly, but for the units that leak: these it repeats as they are.
    """

    def reply(request: Request) -> str:
        asked = what_is_asked(PLAIN, request.messages)
        if asked.kind == "answer":
            return "Yes." if "left" in asked.text else "No."
        unit = int(asked.text.split("number ")[1].split(",")[0])
        if unit in leaking:
            return asked.text
        return text_of(unit, asked.context or "some")

    return ScriptedClient(reply)
