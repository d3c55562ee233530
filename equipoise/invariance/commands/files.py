"""The files of a run from the command line: told apart before anything is asked."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from equipoise.invariance.running.answering import REWRITE_TEMPERATURE
from equipoise.invariance.running.manifest import Manifest, items_hash, write_manifest
from equipoise.invariance.running.runner import Finished, answers_of, steps_of
from equipoise.invariance.running.strategies import prompts_hash
from equipoise.invariance.running.tasks import Task
from equipoise.invariance.tables.answers import write_answers
from equipoise.invariance.tables.files import check_suffix
from equipoise.invariance.tables.items import Items
from equipoise.io.writing import check_target, write_atomically
from equipoise.version import __version__


@dataclass(frozen=True)
class RunFiles:
    """What a run reads, keeps and writes.

    Attributes
    ----------
    items, task : Path
    out : Path
        Where the answers go once all are there; its suffix tells the kind of file.
    cache : Path
        Where replies are kept.
    steps : Path or None
        Where rewrites and votes go.
    """

    items: Path
    task: Path
    out: Path
    cache: Path
    steps: Path | None = None

    def check(self) -> None:
        """Raise ValueError where two are the same file, or one cannot be written."""
        check_suffix(self.out)
        seen: dict[Path, str] = {}
        for name, path in self._named():
            earlier = seen.setdefault(path.resolve(), name)
            if earlier != name:
                raise ValueError(
                    f"{earlier} and {name} are the same file, {path}; name another one."
                )
        for name, path in self._named():
            if name not in ("--items", "--task"):
                try:
                    check_target(path)
                except OSError as error:
                    raise ValueError(f"{name}: {error}") from error

    def write(
        self, finished: Sequence[Finished], made: Manifest, *, seed: int, whole: bool
    ) -> Path:
        """Write answers, steps and manifest; return where the answers are.

        A part of them goes beside the place of the whole, so that it replaces nothing.
        """
        # A part that an earlier run left stays where it is, also once the whole is there.
        out = self.out if whole else _part(self.out)
        write_answers(answers_of(finished, seed=seed), out)
        if self.steps is not None:
            lines = (json.dumps(steps_of(each), ensure_ascii=False) for each in finished)
            target = self.steps if whole else _part(self.steps)
            write_atomically(target, "".join(f"{line}\n" for line in lines))
        write_manifest(made, manifest_of(out))
        return out

    def _named(self) -> Iterator[tuple[str, Path]]:
        yield "--items", self.items
        yield "--task", self.task
        yield "--cache", self.cache
        for name, path in (("--out", self.out), ("--steps", self.steps)):
            if path is not None:
                yield name, path
                yield f"the part of {name}", _part(path)
        yield "the manifest", manifest_of(self.out)
        yield "the manifest of a part", manifest_of(_part(self.out))


def cache_of(out: Path) -> Path:
    """Return where replies are kept if no place is named: beside the answers."""
    return out.parent / f"{out.stem}.cache.jsonl"


def manifest_of(out: Path) -> Path:
    """Return where the manifest of some answers goes."""
    return out.parent / f"{out.stem}.manifest.json"


def manifest(
    items: Items, task: Task, strategies: Sequence[str], *, model: str, m: int, seed: int
) -> Manifest:
    """Return where the answers of a run come from."""
    return Manifest(
        model=model,
        endpoint_model=model,
        date=datetime.date.today().isoformat(),
        prompts_sha256=prompts_hash(),
        items_sha256=items_hash(items),
        n_items=len(items.table),
        strategies=tuple(strategies),
        temperature=REWRITE_TEMPERATURE,
        m=m,
        seed=seed,
        task=task,
        equipoise=__version__,
    )


def _part(path: Path) -> Path:
    return path.parent / f"{path.stem}.part{path.suffix}"
