"""The measurements of `make bench`: size of the firmware, heap, keys, tile hands, starts, a club night, a Pico."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import club_load
import evenings
import on_a_pico
import presses
import start_speed
import tile_speed
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.evenings import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.settings import Settings
from mingg_host.common import places
from mingg_host.deploy import build, firmware
from mingg_host.simulator.website import micropython

HERE = Path(__file__).resolve().parent
WANDERED = 2000  # random keys
HEAP_OF_A_PICO = 233  # kB that MicroPython leaves on one


def line(label: str, value: str) -> None:
    print(f"  {label:<66}{value:>14}")


def size() -> None:
    with tempfile.TemporaryDirectory() as shipped:
        files = firmware.make("pico", Path(shipped) / "pico").files
    compiled = [data for path, data in files.items() if path.endswith(".mpy")]
    line(f"Firmware, {len(compiled)} .mpy files, bytes", f"{sum(map(len, compiled)):,}")


def heap() -> None:
    """Measures on the simulator's VM, which has the word size of a board."""
    print(f"Heap, {WANDERED:,} random keys after 64 deals (a Pico has {HEAP_OF_A_PICO:,} kB): at most, kB")
    node = shutil.which("node")
    if node is None:
        print("  not measured: this machine has no Node.js")
        return
    with tempfile.TemporaryDirectory() as folder:
        vm = Path(folder)
        for name, data in micropython().items():
            (vm / name).write_bytes(data)
        for language in sorted(path.stem for path in (places.package() / "lang").glob("*.txt")):
            line(language, f"{heap_walk(vm, node, language) // 1024}")


def heap_walk(vm: Path, node: str, language: str) -> int:
    """Returns the highest heap on any screen in bytes, for random keys in an evening of 64 deals with counters."""
    programs = [HERE / "heap_walk_vm.py", HERE.parent / "help" / "unseen.py"]
    with tempfile.TemporaryDirectory() as folder:
        firmware, flash = Path(folder) / "firmware", Path(folder) / "flash"
        build.build(places.boards()["pico"], firmware, programs)
        flash.mkdir()
        Settings(Store(str(flash), None)).put("language", language)
        long_evening(flash)
        command = [node, str(HERE / "heap_walk.mjs"), str(vm), str(firmware), str(flash), str(WANDERED)]
        command += map(str, programs)
        data = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return int(max(data.values()))


def long_evening(flash: Path) -> None:
    """Puts an evening with counters on a flash."""
    evening = open_evening(Store(str(flash), None))
    begin(evening, Session(["Ann", "Bo", "Cy", "Di"], load("babcock"), "babcock"), 0)
    for number in range(evenings.DEALS):
        evenings.play(evening, number)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="mingg-bench-") as name:
        folder = Path(name)
        size()
        heap()
        presses.measure(line)
        tile_speed.measure(folder, line)
        start_speed.measure(folder, line)
        club_load.measure(folder, line)
        on_a_pico.measure(line)


if __name__ == "__main__":
    main()
