"""Random presses on the genuine MicroPython VM, as many as MINGG_PRESSES says; monkey.py says what is watched."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from mingg_host import places
from mingg_host.deploy import build, shared

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOLDERS = (ROOT / "host_tools" / "mingg_host" / "vm", HERE.parent / "device")
PRESSES = int(os.environ.get("MINGG_PRESSES", 25_000))  # of each half
# A Pico's 240 kB, where the same objects take half as much again; and what the monkey itself takes.
BOARDS_HEAP = "420K"

# The gate presses the same keys every time, everybody else others; a seed that failed comes again: MINGG_SEED=...
SEED = int(os.environ.get("MINGG_SEED", 1923 if os.environ.get("CI") else random.randrange(1 << 30)))


@pytest.mark.vm
def test_random_presses_do_no_harm(micropython: Path, tmp_path: Path, tell: Callable[[str], None]) -> None:
    """Half of them with littlefs, everything recounted; half with a board's heap."""
    kept = shared.mentioned(HERE / "monkey.py", *FOLDERS[0].glob("*.py"))
    build.build(places.boards()["pico"], tmp_path / "build", kept)
    (tmp_path / "flash").mkdir()

    path = ":".join(map(str, (tmp_path / "build", *FOLDERS)))

    def start(heap: str, seed: int, *flash: Path) -> subprocess.Popen[str]:
        command = [micropython, "-X", f"heapsize={heap}", HERE / "monkey.py", path, str(seed), str(PRESSES), *flash]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    runs = [start("8M", SEED), start(BOARDS_HEAP, SEED + 1, tmp_path / "flash")]
    said = [run.communicate()[0] for run in runs]
    for text in said:
        tell(f"monkey, MINGG_SEED={SEED}: {text.splitlines()[0] if text else ''}")
    assert all(run.returncode == 0 for run in runs), "\n".join([f"MINGG_SEED={SEED}", *said])
