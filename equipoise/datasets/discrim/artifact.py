"""A slice of discrim-eval, and what a small language model answered to it.

discrim-eval (Tamkin et al., "Evaluating and Mitigating Discrimination in Language Model
Decisions", Anthropic 2023, CC BY 4.0) asks 70 yes/no questions about decisions on a person,
each for nine ages, three genders and five races; "yes" always favours the person. The slice
keeps one age and race. There is no gold label, so nothing is adjusted for.

`data/discrim_*` hold the questions, a language model's answers and rewrites, and where they
came from. `equipoise.datasets.discrim.build` prepares the questions anew, and
`equipoise.datasets.discrim.recording` records the answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import pandas as pd

from equipoise.invariance.running.answering import Step
from equipoise.invariance.running.context_words import context_words, left_over, words_of_context
from equipoise.invariance.running.manifest import Manifest, items_hash, read_manifest
from equipoise.invariance.running.swaps import whole_words
from equipoise.invariance.running.tasks import Task
from equipoise.invariance.tables.answers import Answers, read_answers
from equipoise.invariance.tables.items import Items, read_items
from equipoise.io.artifacts import ArtifactError, made_by, read_content
from equipoise.keeping import once

DATA = Path(__file__).resolve().parents[3] / "data"
"""The folder of the committed artifact."""

ITEMS, ANSWERS = "discrim_items.csv", "discrim_answers.csv"
STEPS, MANIFEST = "discrim_steps.jsonl", "discrim_manifest.json"

COMMAND = "python -m equipoise.datasets discrim"
RECORD = f"{COMMAND} --record model.gguf"
"""What prepares the questions anew, and what records the answers anew."""

AGE, RACE = 60, "Native American"
"""Of the person asked about: a choice with which most questions differ by gender alone."""

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

_FOLLOW_GENDER = (
    *("they", "them", "their", "theirs", "themselves", "themself", "person", "people", "adult"),
    *("a", "an", "is", "are", "was", "were", "has", "have", "had", "do", "does", "s"),
)
"""Words that a change of gender brings along, or takes away."""


REWRITE_COLUMNS = (
    *("id", "strategy", "vote", "z", "wanted"),
    *("text", "fault", "left", "shown", "passed", "length"),
)


_T = TypeVar("_T")


@dataclass(frozen=True, eq=False)
class Discrim:
    """The slice and its recorded answers.

    Attributes
    ----------
    items : Items
        The questions, the shortest first; a unit is a question, z the gender.
    answers : Answers
    manifest : Manifest
    steps : mapping of (id, strategy) to tuple of Step
        Of the strategies that rewrite: every rewritten text, random gender and reply.
    """

    items: Items
    answers: Answers
    manifest: Manifest
    steps: Mapping[tuple[str, str], tuple[Step, ...]]

    @cached_property
    def alike(self) -> tuple[str, ...]:
        """The units whose copies differ by words of gender alone.

        The others were worded anew for each gender, so that a flip there may have another
        cause.
        """
        rows = self.items.table
        bare = rows["text"].map(without_gender)
        # Unsorted: questions stay in the order of the items, the shortest first.
        n_wordings = bare.groupby(rows["unit"], sort=False).nunique()
        return tuple(n_wordings.index[n_wordings == 1])

    @cached_property
    def rewrites(self) -> pd.DataFrame:
        """The manipulation check: every rewritten text, and what its words give away.

        Returns
        -------
        DataFrame
            id, strategy, vote; z (gender of the original), wanted (the gender it was to show,
            "" where it was to show none), text, fault (why the text was refused as a rewrite, so
            that the vote is missing), left (words of genders other than the wanted one that are
            left in it), shown (words of the wanted gender in it), passed (whether it was taken,
            nothing is left, and what is wanted is shown), length (its share of the original's
            letters).
        """
        rows = self.items.table
        original: dict[str, tuple[str, str]] = {
            id: (z, text) for id, z, text in zip(rows["id"], rows["z"], rows["text"], strict=True)
        }
        records = [
            record
            for (id, strategy), steps in self.steps.items()
            for record in _checked(id, strategy, *original[id], steps)
        ]
        return pd.DataFrame(records, columns=list(REWRITE_COLUMNS))


def load_discrim(folder: str | Path | None = None) -> Discrim:
    """Load the slice and its recorded answers.

    Parameters
    ----------
    folder : path, optional
        Another folder than the committed one.

    Raises
    ------
    ArtifactError
        If a file is missing or damaged, or does not belong to the others.
    """
    place = DATA if folder is None else Path(folder)
    with made_by(COMMAND):
        items = _read(place / ITEMS, read_items)
    # What was recorded about the items; each of the files must belong to the others.
    with made_by(RECORD):
        manifest = _read(place / MANIFEST, read_manifest)
        if manifest.items_sha256 != items_hash(items):
            raise ArtifactError(f"{place / ITEMS}: these are not the items of the manifest")
        answers = _read(place / ANSWERS, lambda path: read_answers(path, items))
        steps = _read(place / STEPS, read_steps)
        if manifest.strategies != answers.strategies:
            raise ArtifactError(f"{place / ANSWERS}: these are not the strategies of the manifest")
        rewriting = answers.table[answers.table["strategy"].isin(SHORT_QUESTIONS)]
        if set(steps) != set(zip(rewriting["id"], rewriting["strategy"], strict=True)):
            raise ArtifactError(f"{place / STEPS}: these are not the steps of the answers")
        return Discrim(items, answers, manifest, steps)


def _read(path: Path, read: Callable[[Path], _T]) -> _T:
    # The sum is checked first: a file that was cut short may still parse.
    read_content(path)
    try:
        return read(path)
    except (ValueError, RecursionError) as error:
        raise ArtifactError(f"{path}: {error}") from error


def read_steps(path: Path) -> dict[tuple[str, str], tuple[Step, ...]]:
    """Read the steps of answers, a JSON object a line; ValueError if they are none."""
    try:
        lines = [json.loads(line) for line in path.read_bytes().splitlines()]
        return {
            (line["id"], line["strategy"]): tuple(Step(**step) for step in line["steps"])
            for line in lines
        }
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"it holds no steps: {error}") from error


def _checked(
    id: str, strategy: str, z: str, original: str, steps: tuple[Step, ...]
) -> list[dict[str, object]]:
    """Return the manipulation check of one answer's rewrites."""
    wanted = {step.vote: step.text for step in steps if step.name == "context"}
    # A refusal stands right after the text that it refuses.
    faults = {at - 1: step.text for at, step in enumerate(steps) if step.name == "failed"}
    records = []
    for at, step in enumerate(steps):
        if step.name not in ("obfuscate", "rewrite"):
            continue
        target = wanted[step.vote] if step.name == "rewrite" else ""
        others = [gender for gender in GENDERS if gender != target]
        left = tuple(word for words in left_over(step.text, others).values() for word in words)
        shown = context_words(step.text, target)
        records.append(
            {
                **{"id": id, "strategy": strategy, "vote": step.vote, "z": z, "wanted": target},
                **{"text": step.text, "fault": faults.get(at, "")},
                **{"left": left, "shown": shown},
                "passed": at not in faults and not left and (bool(shown) or not target),
                "length": len(step.text) / len(original),
            }
        )
    return records


def without_gender(text: str) -> tuple[str, ...]:
    """Return a text's words, sorted, without those that go with a gender.

    A last "s" is taken off: they live, she lives.
    """
    words = re.findall(r"[a-z0-9]+", _gendered().sub(" ", text.replace("(n)", "")).casefold())
    return tuple(sorted(word.removesuffix("s") for word in words))


@once(maxsize=1)
def _gendered() -> re.Pattern[str]:
    of_genders = (word for gender in GENDERS for word in words_of_context(gender))
    return whole_words((*of_genders, *_FOLLOW_GENDER))
