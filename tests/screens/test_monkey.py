"""Random presses on the genuine MicroPython VM, MINGG_PRESSES of them; monkey.py lists what it checks."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from help.seeds import SEED
from mingg_host.commands.firmware import translated

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
HOST = ROOT / "host_tools"
FOLDERS = (HOST / "mingg_host" / "device" / "vm", HERE.parent)
PRESSES = int(os.environ.get("MINGG_PRESSES", 1_000))  # in each test; `make long` presses more
# a Pico's 240 kB, plus half, since the same objects are larger here; and what the monkey itself needs
BOARDS_HEAP = "420K"

_SCREEN = re.compile(r"\b\w+\.:([\w.]+)\.(\w+)")  # as a build names one


@pytest.fixture
def let_loose(micropython: Path, firmware: Path, tell: Callable[[str], None]) -> Callable[..., None]:
    """Presses keys with a heap size and a seed, on littlefs or on a folder that stands for the flash."""
    known = json.loads((firmware / "names.json").read_text(encoding="utf-8"))

    def screen(match: re.Match[str]) -> str:
        names = known.get(f"mingg.{match[1]}", {}).get(match[2], [match[0]])
        return " or ".join(name.removeprefix("mingg.ui.screens.") for name in names if "." in name[1:])

    def press(heap: str, seed: int, *flash: Path) -> None:
        path = ":".join(map(str, (firmware, *FOLDERS)))
        command = [micropython, "-X", f"heapsize={heap}", HERE / "monkey.py", path, str(seed), str(PRESSES), *flash]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        told = _SCREEN.sub(screen, translated(run.stdout, known))
        summary = [line for line in told.splitlines() if " presses, " in line]
        tell(f"monkey, MINGG_SEED={SEED}: {''.join(summary)}")
        assert run.returncode == 0, f"MINGG_SEED={SEED}\n{told}"

    return press


@pytest.mark.vm
@pytest.mark.long(5)
def test_random_presses_do_no_harm_and_the_ledger_recounts(let_loose: Callable[..., None]) -> None:
    let_loose("8M", SEED)


@pytest.mark.vm
@pytest.mark.long(6)
def test_random_presses_find_room_in_a_boards_heap(let_loose: Callable[..., None], tmp_path: Path) -> None:
    (tmp_path / "flash").mkdir()
    let_loose(BOARDS_HEAP, SEED + 1, tmp_path / "flash")
