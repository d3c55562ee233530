"""What a worker imports: the package as sent, one version at a time, nothing of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from equipoise.stress import guest

ROOT = Path(__file__).parents[2]

BEFORE = """
import importlib.util, pickle, sys, threading, zlib
spec = importlib.util.spec_from_file_location("guest", sys.argv[1])
guest = importlib.util.module_from_spec(spec)
spec.loader.exec_module(guest)

def package(mark, broken=""):
    files = {
        "equipoise/__init__.py": f"MARK = {mark}".encode(),
        "equipoise/stress/__init__.py": b"",
        "equipoise/stress/experiment.py": broken.encode(),
        "equipoise/later.py": f"MARK = {mark}".encode(),
    }
    return zlib.compress(pickle.dumps(files)), guest.version(files)

def marks():
    import equipoise
    from equipoise.later import MARK
    return equipoise.MARK, MARK
"""


def after(statements: str, path: Path) -> str:
    """Return what a fresh Python prints that knows nothing of the package."""
    done = subprocess.run(
        [sys.executable, "-c", BEFORE + statements, guest.__file__],
        cwd=path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_another_version_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    printed = after(
        """
for mark in (1, 2, 2, 1):
    with guest._lodged(*package(mark)):
        print(*marks())
print(sum(isinstance(finder, guest.Sources) for finder in sys.meta_path))
""",
        tmp_path,
    )
    assert printed.split() == ["1", "1", "2", "2", "2", "2", "1", "1", "1"]


def test_versions_take_turns(tmp_path: Path) -> None:
    """What a run imports in its midst is of its own version, whoever else is waiting."""
    printed = after(
        """
def other():
    with guest._lodged(*package(2)):
        print(*marks())

with guest._lodged(*package(1)):
    thread = threading.Thread(target=other)
    thread.start()
    thread.join(0.2)
    print(thread.is_alive(), *marks())
thread.join()
""",
        tmp_path,
    )
    assert printed.split() == ["True", "1", "1", "2", "2"]


@pytest.mark.parametrize(("mark", "said"), [(3, "3 7"), (4, "Unfit it has loaded another")])
def test_what_somebody_else_has_loaded_is_left_alone(tmp_path: Path, mark: int, said: str) -> None:
    """If its sources are the same it serves; 7 was never sent."""
    folder = tmp_path / "equipoise"
    (folder / "stress").mkdir(parents=True)
    (folder / "__init__.py").write_text("MARK = 3")
    (folder / "later.py").write_text("MARK = 3")
    for name in ("__init__", "experiment"):
        (folder / "stress" / f"{name}.py").write_text("")
    printed = after(
        f"""
sys.path.insert(0, "")
import equipoise.later
equipoise.later.MARK = 7
try:
    with guest._lodged(*package({mark})):
        print(*marks())
except guest.Unfit as error:
    print("Unfit", error)
assert equipoise.MARK == 3
""",
        tmp_path,
    )
    assert printed.startswith(said)
    assert mark == 3 or str(folder) in printed


def test_sources_that_cannot_be_imported_leave_nothing(tmp_path: Path) -> None:
    printed = after(
        """
try:
    with guest._lodged(*package(1, broken="import not_there")):
        pass
except guest.Unfit as error:
    print(error)
print([name for name in sys.modules if name.startswith("equipoise")])
with guest._lodged(*package(2)):
    print(*marks())
""",
        tmp_path,
    )
    assert printed.splitlines() == [
        "it cannot import this package (No module named 'not_there')",
        "[]",
        "2 2",
    ]


def test_the_version_stands_for_the_sources(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1")
    first = guest.sources(tmp_path)
    (tmp_path / "notes.txt").write_text("no source")
    assert guest.version(guest.sources(tmp_path)) == guest.version(first)
    (tmp_path / "a.py").write_text("2")
    assert guest.version(guest.sources(tmp_path)) != guest.version(first)


def test_a_worker_needs_no_part_of_the_package_to_begin() -> None:
    lines = Path(guest.__file__).read_text().splitlines()
    heads = [line for line in lines if line.startswith(("import ", "from "))]
    assert heads
    assert not [line for line in heads if "equipoise" in line]
