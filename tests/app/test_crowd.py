"""A room at a running server: nobody is turned away, and nobody's error is shown to others."""

import asyncio
import shutil
from pathlib import Path

import pytest

from tests.bench.openings import Visit, opened
from tests.serving import ROOT, serving

resource = pytest.importorskip("resource")

OPENINGS, AT_ONCE, FEW_FILES = 150, 10, 256


def test_quick_openings_do_not_use_up_the_open_files() -> None:
    """A server keeps three files open for each reader who left, and macOS allows 256."""
    if not hasattr(resource, "prlimit"):
        pytest.skip("only Linux lets a limit be set for another process")

    async def openings(url: str) -> None:
        for _ in range(OPENINGS // AT_ONCE):
            await asyncio.gather(*(opened(url, Visit("")) for _ in range(AT_ONCE)))

    with serving() as server:
        hard = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (FEW_FILES, hard))
        asyncio.run(asyncio.wait_for(openings(server.url), 120))
        held = len(list(Path(f"/proc/{server.pid}/fd").iterdir()))
    assert held > FEW_FILES  # Else this would have shown nothing.


def test_a_room_is_shown_no_traceback(tmp_path: Path) -> None:
    shutil.copytree(ROOT / ".streamlit", tmp_path / ".streamlit")
    (tmp_path / "streamlit_app.py").write_text("raise KeyError('what only the log may say')")
    with serving(tmp_path) as server, pytest.raises(RuntimeError) as met:
        asyncio.run(opened(server.url, Visit("")))
    said = str(met.value)
    assert "rror" in said
    assert "KeyError" not in said
    assert "log may say" not in said
