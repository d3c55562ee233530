"""What importing the package may load."""

import subprocess
import sys
from pathlib import Path


def test_nothing_heavy_is_loaded() -> None:
    code = (
        "import sys, equipoise.invariance, equipoise.invariance.commands.score;"
        "print(*{name.split('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    heavy = {"sklearn", "scipy", "openai", "streamlit", "altair", "httpx"}
    assert heavy.isdisjoint(done.stdout.split())
