"""The lesson's comments and what a real classifier said to each, as they were recorded.

`data/templates.json` holds its answer, and the score behind it, for every text that the rules
can make of a template: `python -m equipoise.datasets templates` records them anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.invariance.running.rewriting import Context, Template, give_context, hide_context
from equipoise.invariance.tables.items import Items, read_items
from equipoise.io.artifacts import ArtifactError, check_keys, is_score, made_by, read_object
from equipoise.io.decoding import decode

ARTIFACT = Path(__file__).resolve().parents[3] / "data" / "templates.json"
"""The committed artifact."""

COMMAND = "python -m equipoise.datasets templates"
"""What records it anew."""

VERSIONS = ("wordings", "hidden", "given", "added")
KEYS = ("provenance", "contexts", "templates", "answers")


@dataclass(frozen=True)
class Provenance:
    """Where the answers come from.

    Attributes
    ----------
    note : str
        What the reader of the texts should know beforehand.
    purpose : str
        What the texts were chosen for, and what they can't tell.
    classifier, classifier_version, classifier_licence : str
    packages : dict from package to version
        Those its answers depend on.
    python, date : str
        The date is that of the recording, ISO 8601.
    n_texts : int
        Texts answered, each once.
    texts_sha256 : str
        Of those texts, in their order, a line each.
    """

    note: str
    purpose: str
    classifier: str
    classifier_version: str
    classifier_licence: str
    packages: dict[str, str]
    python: str
    date: str
    n_texts: int
    texts_sha256: str


@dataclass(frozen=True, eq=False)
class Recorded:
    """What the classifier said to one version of every text.

    Attributes
    ----------
    answers : int8 array
        1: toxic.
    scores : float array of the same shape
        The probability it gave to that, in [0, 1].
    """

    answers: NDArray[np.int8]
    scores: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Lesson:
    """T templates in Z contexts, in W wordings, and what was said to them.

    Attributes
    ----------
    contexts : tuple of Context, Z of them
    templates : tuple of Template, T of them
    wordings : Recorded, (T, W, Z)
        The comments as they are; wording 0 is the comment, the others are its paraphrases.
    hidden : Recorded, (T, Z)
        Comments whose context's word is hidden.
    given : Recorded, (T, Z, Z)
        Hidden, then set in another context: template, context, context given.
    added : Recorded, (T, Z, Z)
        The other context said beside the first, which was not hidden.
    provenance : Provenance
    """

    contexts: tuple[Context, ...]
    templates: tuple[Template, ...]
    wordings: Recorded
    hidden: Recorded
    given: Recorded
    added: Recorded
    provenance: Provenance

    @property
    def names(self) -> tuple[str, ...]:
        """The words for the contexts."""
        return tuple(context.name for context in self.contexts)

    @property
    def y(self) -> NDArray[np.int8]:
        """The labels of the templates, (T,)."""
        return np.array([template.y for template in self.templates], dtype=np.int8)

    @cached_property
    def items(self) -> Items:
        """The comments as items, T × Z rows: template by template, context by context.

        The stratum is the label, the unit the template.
        """
        rows = [
            {
                "id": f"{template.id}:{context.name}",
                "text": template.text(context),
                "z": context.name,
                "y": template.y,
                "unit": template.id,
            }
            for template in self.templates
            for context in self.contexts
        ]
        return read_items(pd.DataFrame(rows))


def texts_of(
    contexts: tuple[Context, ...], template: Template
) -> dict[str, tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return the texts of a template and their shape, by version (see `Lesson`)."""
    names = [context.name for context in contexts]
    plain = [template.text(context) for context in contexts]
    hidden = [hide_context(text, names) for text in plain]
    n = len(names)
    wordings = [
        template.text(context, wording)
        for wording in range(len(template.wordings))
        for context in contexts
    ]
    return {
        "wordings": (tuple(wordings), (len(template.wordings), n)),
        "hidden": (tuple(hidden), (n,)),
        "given": (tuple(give_context(text, z) for text in hidden for z in names), (n, n)),
        "added": (tuple(give_context(text, z) for text in plain for z in names), (n, n)),
    }


@made_by(COMMAND)
def load_lesson(path: str | Path | None = None) -> Lesson:
    """Load the lesson.

    Parameters
    ----------
    path : str or Path, optional
        Another artifact than the committed one.

    Raises
    ------
    ArtifactError
        If the file is missing, damaged or not of the expected shape.
    """
    file = ARTIFACT if path is None else Path(path)
    given = read_object(file, KEYS)
    contexts = decode(file, "contexts", tuple[Context, ...], given["contexts"])
    templates = decode(file, "templates", tuple[Template, ...], given["templates"])
    check_keys(file, "answers", given["answers"], VERSIONS)
    n_wordings = {len(template.wordings) for template in templates}
    if len(contexts) < 2 or len(n_wordings) != 1:
        raise ArtifactError(f"{file}: needs two contexts and as many wordings of each template")
    t, w, z = len(templates), n_wordings.pop(), len(contexts)
    shapes = {"wordings": (t, w, z), "hidden": (t, z), "given": (t, z, z), "added": (t, z, z)}
    return Lesson(
        contexts=contexts,
        templates=templates,
        provenance=decode(file, "provenance", Provenance, given["provenance"]),
        **{
            name: _recorded(file, f"answers.{name}", given["answers"][name], shape)
            for name, shape in shapes.items()
        },
    )


def _recorded(file: Path, where: str, given: Any, shape: tuple[int, ...]) -> Recorded:
    """Read answers, a string of 0 and 1 for each template, and their scores."""
    check_keys(file, where, given, ("answers", "scores"))
    width = int(np.prod(shape[1:]))
    for key in ("answers", "scores"):
        rows, name = given[key], f"{where}.{key}"
        if not isinstance(rows, list) or len(rows) != shape[0]:
            raise ArtifactError(f"{file}: {name} is no list of {shape[0]} rows, one a template")
        for place, row in enumerate(rows):
            if not isinstance(row, (str, list)) or len(row) != width:
                raise ArtifactError(f"{file}: {name}[{place}] has not {width} values")
    for place, (answers, scores) in enumerate(zip(given["answers"], given["scores"], strict=True)):
        if not isinstance(answers, str) or set(answers) - {"0", "1"}:
            raise ArtifactError(f"{file}: {where}.answers[{place}] holds more than 0 and 1")
        if not all(map(is_score, scores)):
            raise ArtifactError(f"{file}: {where}.scores[{place}] holds no number from 0 to 1")
    return Recorded(
        np.array([list(map(int, row)) for row in given["answers"]], np.int8).reshape(shape),
        np.array(given["scores"], np.float64).reshape(shape),
    )
