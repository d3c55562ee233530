"""What a set of recorded answers came from, beside them as JSON; never a key."""

from __future__ import annotations

import datetime
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from os import PathLike
from pathlib import Path
from typing import Any

from equipoise.invariance.running.tasks import Task, task_from
from equipoise.invariance.tables.items import COLUMNS, Items
from equipoise.io.writing import write_atomically

_HASH = re.compile(r"[0-9a-f]{64}")
_LARGEST = 2**53
"""What every kind of file can hold exactly."""
_HASHES = ("model_sha256", "prompts_sha256", "items_sha256")
_TEXTS = ("model", "date", "endpoint_model", "runtime", "equipoise", *_HASHES)
_SECRETS = {
    "a URL with credentials": re.compile(r"://[^/\s@]+@"),
    "a key in a URL": re.compile(
        r"[?&;]([\w-]*[_-])?(api)?(key|token|secret|password|sig|signature)=", re.IGNORECASE
    ),
    "an authorization header": re.compile(
        r"\bauthorization\s*:|\bbearer\s+[\w.~+/-]{12,}", re.IGNORECASE
    ),
    "a key": re.compile(
        r"\b((sk|pk|rk|xai|glpat|xox[abp])-|(sk|pk|rk|gsk|hf|xai|ghp|github_pat)_)[\w-]{12,}"
        r"|\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{30,}"
        r"|\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9]{32,}\b"
        r"|\b\w*(key|token|secret|password)\s*[:=]\s*\S{6,}",
        re.IGNORECASE,
    ),
}


@dataclass(frozen=True)
class Manifest:
    """The provenance of recorded answers.

    Attributes
    ----------
    model : str
        The model's name.
    date : str
        Of the run: 2026-01-31, or with a time.
    prompts_sha256, items_sha256 : str
        Hashes of the prompts and of the items (see `items_hash`).
    n_items : int
    strategies : tuple of str
    temperature : float
        Of the rewriting; the task is answered at 0.
    m : int
        Votes per row of the strategies that vote.
    model_sha256 : str
        Of the model's file, where there is one; else `endpoint_model` says what was asked.
    endpoint_model : str
        The model's id at an endpoint.
    runtime : str
        What ran it, with its version.
    seed : int or None
        Of random contexts and of rewriting; None where it is not known.
    task : Task or None
        What was asked, with its options; None where it is not known.
    remarks : tuple of str
        Anything else worth keeping: source and licence of the texts, what was cut short.
    equipoise : str
        The version that wrote it; empty before 0.2.0, which was the first to do so.

    Raises
    ------
    ValueError
        If a field is absent or out of range, or holds anything that looks like a key or a URL
        with credentials; the value itself is not repeated.
    """

    model: str
    date: str
    prompts_sha256: str
    items_sha256: str
    n_items: int
    strategies: tuple[str, ...]
    temperature: float = 0.7
    m: int = 3
    model_sha256: str = ""
    endpoint_model: str = ""
    runtime: str = ""
    seed: int | None = None
    task: Task | None = None
    remarks: tuple[str, ...] = ()
    equipoise: str = ""

    def __post_init__(self) -> None:
        """Check every field; ValueError names the one that is wrong."""
        for name in ("strategies", "remarks"):
            texts = getattr(self, name)
            if not isinstance(texts, (list, tuple)) or not all(
                isinstance(text, str) for text in texts
            ):
                raise ValueError(f"{name} must be a list of texts.")
            object.__setattr__(self, name, tuple(texts))
        task: object = self.task  # In a file it is an object of JSON.
        if task is not None and not isinstance(task, Task):
            object.__setattr__(self, "task", task_from(task))
        for name in _TEXTS:
            if not isinstance(getattr(self, name), str):
                raise ValueError(f"{name} must be a text.")
        for name in ("n_items", "m", "seed"):
            if type(getattr(self, name)) is not int and (name, self.seed) != ("seed", None):
                raise ValueError(f"{name} must be a whole number.")
            if abs(getattr(self, name) or 0) > _LARGEST:
                raise ValueError(f"{name} must lie between -2^53 and 2^53.")
        refuse_secrets(asdict(self))
        for name in _HASHES:
            value = getattr(self, name)
            if not _HASH.fullmatch(value) and not (name == "model_sha256" and value == ""):
                raise ValueError(f"{name} must be 64 hexadecimal digits.")
        if not self.model or not (self.model_sha256 or self.endpoint_model):
            raise ValueError("Name the model, and its model_sha256 or its endpoint_model.")
        if not self.strategies:
            raise ValueError("strategies must name at least one.")
        for name, least in (("n_items", 1), ("m", 1), ("temperature", 0)):
            # Put this way round, it refuses NaN as well.
            if not getattr(self, name) >= least:
                raise ValueError(f"{name} must be at least {least}.")
        if not self.temperature <= _LARGEST:
            raise ValueError("temperature must be a number.")
        try:
            datetime.datetime.fromisoformat(self.date)
        except (TypeError, ValueError):
            raise ValueError("date must be written as 2026-01-31.") from None


def read_manifest(path: str | PathLike[str]) -> Manifest:
    """Read a manifest.

    Raises
    ------
    ValueError
        If the file is no manifest, has unknown fields, or anything `Manifest` refuses.
    """
    try:
        document = json.loads(Path(path).read_bytes())
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise ValueError(f"{path} is not JSON: {error}") from error
    except RecursionError:
        raise ValueError(f"{path} is nested too deeply.") from None
    known = {field.name for field in fields(Manifest)}
    if not isinstance(document, dict):
        raise ValueError(f"{path} must hold an object.")
    unknown = sorted(set(document) - known)
    if unknown:
        # Before the field is named in a message: a key may stand in its place.
        refuse_secrets(document)
        raise ValueError(f"{path} has the unknown field {unknown[0]!r}.")
    try:
        return Manifest(**document)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None


def write_manifest(manifest: Manifest, path: str | PathLike[str]) -> None:
    """Write a manifest; OSError if the file cannot be written."""
    text = json.dumps(asdict(manifest), indent=2, ensure_ascii=False)
    write_atomically(Path(path), f"{text}\n")


def items_hash(items: Items) -> str:
    """Return the SHA-256 of what the items say, however their file is written."""
    # As objects: in a column of floats, None would turn into NaN again.
    values = items.table[list(COLUMNS)].astype(object)
    rows = values.where(values.notna(), None).to_numpy().tolist()
    content = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(content.encode(errors="replace")).hexdigest()


def refuse_secrets(document: dict[str, Any]) -> None:
    """Raise ValueError if a field holds what looks like a key; its value is not repeated.

    Fields of hashes are checked as hashes elsewhere.
    """
    for name, value in document.items():
        if name in _HASHES:
            continue
        for text in _texts([name, value]):
            for what, pattern in _SECRETS.items():
                if pattern.search(text):
                    raise ValueError(f"{name} holds what looks like {what}; leave it out.")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts([name, inner])
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
