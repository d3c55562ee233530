"""What a worker of a cluster does for a run, whatever it knows of this package.

Each function here is sent by value, and the sources of the package with it, so that nothing is
imported from the package at the head of this module. The sources stay in memory: there is no
file to clean up.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import importlib.abc
import importlib.util
import pickle
import sys
import threading
import types
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PACKAGE = "equipoise"
_LODGING = "_equipoise_lodging"


class Unfit(Exception):
    """A worker cannot take part; the message says why and what to do."""


class Sources(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):  # type: ignore[misc]
    """Imports modules from their sources in memory.

    Parameters
    ----------
    files : mapping from path to bytes
        Such as "equipoise/words.py".
    """

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return how to load a module of the package; None for any other."""
        try:
            file = self.get_filename(name)
        except ImportError:
            return None
        # An empty list makes a package without a folder: its modules are asked for here.
        return importlib.util.spec_from_file_location(
            name,
            file,
            loader=self,
            submodule_search_locations=[] if file.endswith("/__init__.py") else None,
        )

    def get_filename(self, name: str) -> str:
        """Return the path of a module's source; ImportError if it is none of these."""
        place = name.replace(".", "/")
        for file in (f"{place}/__init__.py", f"{place}.py"):
            if file in self.files:
                return file
        raise ImportError(f"No module named {name!r}", name=name)

    def get_data(self, path: str | bytes) -> bytes:
        """Return a source; OSError for what is none, such as compiled code."""
        try:
            return self.files[str(path)]
        except KeyError:
            raise OSError(f"{path!s} has not been sent") from None


def sources(root: Path) -> dict[str, bytes]:
    """Return the sources of a package in a folder, by their paths."""
    found = root.rglob("*.py")
    return {f"{PACKAGE}/{file.relative_to(root).as_posix()}": file.read_bytes() for file in found}


def version(files: dict[str, bytes]) -> str:
    """Return 16 hexadecimal digits that stand for the sources of a package."""
    digest = hashlib.sha256()
    for path, source in sorted(files.items()):
        digest.update(f"{path} {len(source)}\n".encode() + source)
    return digest.hexdigest()[:16]


async def survey(libraries: Sequence[str]) -> dict[str, tuple[bool, str]]:
    """Return of each library whether it can be imported, and its version or what is wrong."""
    # In a thread: meanwhile the worker's loop must answer its scheduler.
    return {name: await asyncio.to_thread(_imported, name) for name in libraries}


def _imported(library: str) -> tuple[bool, str]:
    try:
        return True, str(importlib.import_module(library).__version__)
    except Exception as error:  # A broken library may raise anything.
        return False, str(error) or type(error).__name__


def work(code: bytes, expected: str, order: bytes, repeat: int) -> tuple[str, str, Any]:
    """Run one repeat.

    Parameters
    ----------
    code : bytes
        The compressed sources of the package.
    expected : str
        Their version.
    order : bytes
        The pickled design and seed.
    repeat : int

    Returns
    -------
    kind, address and content
        "done" and the pickled outcome; "unfit" or "unreadable" and why; "stopped" and None.
        With them the worker's address.
    """
    from distributed import get_worker

    worker = get_worker()
    task = worker.get_current_task()

    # Dask interrupts no thread: a task has to ask whether it is still wanted.
    def cancelled() -> bool:
        state = worker.state.tasks.get(task)
        return state is None or state.state == "cancelled"

    try:
        with _lodged(code, expected):
            from equipoise.stress.experiment import Stopped, one_repeat

            try:
                design, seed = pickle.loads(order)
            except Exception as error:  # Whatever a module of the design's maker raises.
                return "unreadable", worker.address, f"{type(error).__name__}: {error}"
            try:
                outcome = one_repeat(design, seed, repeat, cancelled)
            except Stopped:
                return "stopped", worker.address, None
            return "done", worker.address, pickle.dumps(outcome)
    except Unfit as error:
        return "unfit", worker.address, str(error)


@contextmanager
def _lodged(code: bytes, expected: str) -> Iterator[None]:
    """Have this process import the package as sent, and no other version while it is at work.

    Runs of several versions take turns: a function imports as it goes, and must not get a part
    of another version.
    """
    new: Any = types.ModuleType(_LODGING)
    new.turn, new.guests, new.version, new.sources = threading.Condition(), 0, None, None
    # Functions sent by value have globals of their own each time; modules are there once.
    lodging: Any = sys.modules.setdefault(_LODGING, new)
    with lodging.turn:
        lodging.turn.wait_for(lambda: lodging.version == expected or lodging.guests == 0)
        if lodging.version != expected:
            _move_in(lodging, code, expected)
        lodging.guests += 1
    try:
        yield
    finally:
        with lodging.turn:
            lodging.guests -= 1
            lodging.turn.notify_all()


def _move_in(lodging: Any, code: bytes, expected: str) -> None:
    """Load the package as sent, in place of an earlier one that was sent."""
    loaded: Any = sys.modules.get(PACKAGE)
    if loaded is not None and loaded.__spec__.loader is not lodging.sources:
        # Somebody else's, who would be left with halves of two versions.
        root = Path(str(loaded.__file__)).parent
        if version(sources(root)) != expected:
            raise Unfit(f"it has loaded another version of this package from {root}; restart it")
    else:
        _move_out(lodging)
        lodging.sources = Sources(pickle.loads(zlib.decompress(code)))
        sys.meta_path.insert(0, lodging.sources)
        try:
            importlib.import_module(f"{PACKAGE}.stress.experiment")
        except Exception as error:
            _move_out(lodging)
            raise Unfit(f"it cannot import this package ({error})") from error
    lodging.version = expected


def _move_out(lodging: Any) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]
    if lodging.sources in sys.meta_path:
        sys.meta_path.remove(lodging.sources)
    lodging.sources = lodging.version = None
