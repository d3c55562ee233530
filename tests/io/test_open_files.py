"""The limit of open files: raised as far as the system lets us, never lowered."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")

SET = """
import resource
from equipoise.io.open_files import allow_open_files
hard = {hard} or resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, hard))
print(allow_open_files({wanted}), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def after(soft: int, hard: int, wanted: int) -> list[int]:
    """Return what is said and the limits, soft and hard, of a process that started with these."""
    code = SET.format(soft=soft, hard=hard, wanted=wanted)
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return list(map(int, found.stdout.split()))


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "becomes"),
    [(64, 512, 256, 256), (64, 128, 256, 128), (300, 512, 256, 300)],
)
def test_the_soft_limit_is_raised(soft: int, hard: int, wanted: int, becomes: int) -> None:
    assert after(soft, hard, wanted) == [becomes, becomes, hard]


def test_a_system_without_limits_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from equipoise.io.open_files import allow_open_files

    monkeypatch.setitem(sys.modules, "resource", None)
    assert allow_open_files() is None
