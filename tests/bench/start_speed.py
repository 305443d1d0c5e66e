"""How long the command takes to start, beside a Python that only imports click, which is the least it needs.

`measure(folder, line)` is for bench.py; alone: python start_speed.py. Counts the processor's time of each process,
with all modules compiled, as in an installed command. Other processes can only add to it, so the shortest of many runs
counts; the commands take turns.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

RUNS = 40
CLICK = "python -c 'import click'"
DEAL = {
    "rules": "babcock",
    "winner": "E",
    "win": {"tile": "6m", "by": "draw"},
    "hands": {
        "E": {"tiles": "(222p) (345m) 678s 444m 66m"},
        "S": {"tiles": "(111z) (222z) 333z 55z 66z"},
        "W": {"tiles": "(444z) (999p) 111p 55z 77z"},
        "N": {"tiles": "(999s) 111s 888p 777p 6z"},
    },
}


def measure(folder: Path, line: Callable[[str, str], None]) -> None:
    print("Start, milliseconds of the processor, and how many times those of a Python that imports click")
    command = Path(sys.executable).with_name("mingg")
    if not command.exists():
        print(f"  not measured: there is no {command}")
        return
    file = folder / "deal.json"
    file.write_text(json.dumps(DEAL), encoding="utf-8")
    commands = {
        CLICK: [sys.executable, "-c", "import click"],
        "mingg score FILE, a deal in tiles": [str(command), "score", str(file)],
    }
    least = dict.fromkeys(commands, float("inf"))
    for words in commands.values():
        cpu_seconds(words)  # compiles the modules
    for _ in range(RUNS):
        for label, words in commands.items():
            least[label] = min(least[label], cpu_seconds(words))
    for label, seconds in least.items():
        line(label, f"{1000 * seconds:.1f}  {seconds / least[CLICK]:.2f} x")


def cpu_seconds(words: list[str]) -> float:
    """The seconds of the processor that a command takes."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="mingg-bench-") as name:
        measure(Path(name), lambda label, value: print(f"  {label:<66}{value:>14}"))
