"""Record what a real classifier says to the lesson's comments: `data/templates.json`.

The classifier is alt-profanity-check: a linear support vector machine over single words,
trained by its authors on some 200,000 comments that people had judged. It is needed to record
and nowhere else.
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equipoise.datasets.templates.texts import CONTENT_NOTE, CONTEXTS, PURPOSE, TEMPLATES
from equipoise.invariance.lesson.recorded import (
    ARTIFACT,
    VERSIONS,
    Lesson,
    Provenance,
    load_lesson,
    texts_of,
)
from equipoise.io.artifacts import compact
from equipoise.io.sums import record_sum
from equipoise.io.writing import check_target, write_atomically

CLASSIFIER = "alt-profanity-check"
CLASSIFIER_VERSION = "1.9.1"
DECIMALS = 4
ROUNDING = 1.5 / 10**DECIMALS
"""How far scores may lie apart that were computed on different machines."""

Classify = Callable[[Sequence[str]], tuple[NDArray[Any], NDArray[Any]]]


def add_command(datasets: Any) -> None:
    """Add the subcommand ``templates``."""
    command = datasets.add_parser(
        "templates",
        help="comments in eight contexts, and a classifier's answers",
        description="Record the answers of alt-profanity-check to the comments of the lesson. "
        f"Needs {CLASSIFIER}=={CLASSIFIER_VERSION}, which pins scikit-learn: "
        "install both in an environment of their own.",
    )
    command.add_argument(
        "--out",
        type=Path,
        default=ARTIFACT,
        metavar="FILE",
        help="the artifact (default: data/templates.json of this project)",
    )
    command.add_argument(
        "--check",
        action="store_true",
        help="write nothing: record anew, and compare with the artifact as it is",
    )
    command.set_defaults(work=_work)


def record(path: Path, classify: Classify, *, packages: dict[str, str]) -> None:
    """Ask a classifier about every text, once, and write the artifact.

    Parameters
    ----------
    path : Path
    classify : callable
        From texts to answers (0 or 1) and scores in [0, 1], one for each text.
    packages : dict from package to version
        What the answers depend on.
    """
    texts = all_texts()
    answers, scores = classify(texts)
    known = dict(zip(texts, zip(answers.tolist(), scores.tolist(), strict=True), strict=True))
    provenance = Provenance(
        note=CONTENT_NOTE,
        purpose=PURPOSE,
        classifier=CLASSIFIER,
        classifier_version=CLASSIFIER_VERSION,
        classifier_licence="MIT",
        packages=packages,
        python=platform.python_version(),
        date=datetime.now(UTC).date().isoformat(),
        n_texts=len(texts),
        texts_sha256=fingerprint(texts),
    )
    write_atomically(path, _document(provenance, known))
    record_sum(path)


def all_texts() -> tuple[str, ...]:
    """Return every text that the rules can make of the templates, each once."""
    versions = (texts_of(CONTEXTS, template).values() for template in TEMPLATES)
    return tuple(dict.fromkeys(text for made in versions for texts, _ in made for text in texts))


def fingerprint(texts: Sequence[str]) -> str:
    """Return the SHA-256 of texts, a line each."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def differences(committed: Lesson, fresh: Lesson) -> list[str]:
    """Return what two recordings do not share but for the date and rounding, in words."""
    found = [
        f"{name} differ"
        for name in ("contexts", "templates")
        if getattr(committed, name) != getattr(fresh, name)
    ]
    if committed.provenance.texts_sha256 != fresh.provenance.texts_sha256:
        found.append("the texts differ")
    # Answers to other texts cannot be held against each other.
    if found:
        return found
    for name in VERSIONS:
        before, after = getattr(committed, name), getattr(fresh, name)
        changed = int((before.answers != after.answers).sum())
        apart = float(np.abs(before.scores - after.scores).max())
        if changed or apart > ROUNDING:
            found.append(f"{name}: {changed} answers differ, scores by up to {apart:.4f}")
    return found


def _document(provenance: Provenance, known: dict[str, tuple[int, float]]) -> str:
    """Return the artifact, a line for each template so that changes can be read."""
    made = [texts_of(CONTEXTS, template) for template in TEMPLATES]
    answers = {
        name: {
            "answers": ["".join(str(known[text][0]) for text in texts[name][0]) for texts in made],
            "scores": [
                [round(known[text][1], DECIMALS) for text in texts[name][0]] for texts in made
            ],
        }
        for name in VERSIONS
    }
    parts = {
        "provenance": compact(asdict(provenance)),
        "contexts": _lines(map(asdict, CONTEXTS)),
        "templates": _lines(map(asdict, TEMPLATES)),
        "answers": "{"
        + ",\n".join(
            f'"{name}":{{"answers":{_lines(of["answers"])},"scores":{_lines(of["scores"])}}}'
            for name, of in answers.items()
        )
        + "}",
    }
    return "{" + ",\n".join(f'"{name}":{text}' for name, text in parts.items()) + "}\n"


def _lines(values: Any) -> str:
    return "[\n" + ",\n".join(map(compact, values)) + "\n]"


def _work(options: argparse.Namespace) -> int:
    if not options.check:
        check_target(options.out)
    classify, packages = _classifier()
    if not options.check:
        record(options.out, classify, packages=packages)
        print(f"{len(all_texts()):,} texts answered, written to {options.out}.")
        return 0
    committed = load_lesson(options.out)
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / options.out.name
        record(fresh, classify, packages=packages)
        found = differences(committed, load_lesson(fresh))
    for difference in found:
        print(f"Different: {difference}.")
    print("The artifact is NOT confirmed." if found else "The artifact is confirmed.")
    return 1 if found else 0


def _classifier() -> tuple[Classify, dict[str, str]]:
    """Return the classifier and the packages it stands on; ModuleNotFoundError without it."""
    # By version: another one may answer otherwise, and would be recorded under this name.
    wanted = f"{CLASSIFIER}=={CLASSIFIER_VERSION}"
    try:
        installed = version(CLASSIFIER)
    except PackageNotFoundError:
        installed = ""
    if installed != CLASSIFIER_VERSION:
        raise ModuleNotFoundError(f"{wanted} is not installed", name=wanted)
    module = import_module("profanity_check")
    packages = {name: version(name) for name in (CLASSIFIER, "scikit-learn", "scipy", "numpy")}
    return lambda texts: (module.predict(texts), module.predict_prob(texts)), packages
