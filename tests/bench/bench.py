"""The measurements of `make bench`: size of the firmware, heap, keys, tile hands, starts, a club night, a Pico."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import club_load
import evenings
import key_costs
import mingg_host
import on_a_pico
import presses
import start_speed
import tile_speed
from help.named_keys import NEXT, SAVE
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.settings import Settings
from mingg_host.common import places
from mingg_host.common.output import Failure
from mingg_host.deploy import build, firmware
from mingg_host.device.headless import find_vm
from mingg_host.simulator.website import micropython

HERE = Path(__file__).resolve().parent
HOST = Path(mingg_host.__file__).parent
WANDERED = 2000  # random keys
WORDS_OF_A_PICO = 233 * 1024 // 4  # the heap that MicroPython leaves on one

# A deal as it is entered. Each word is a key; a wider gap marks the next person or screen.
PICTURED = f"""
    up  a right  right right down right left up a
    right left a  up left right a a  a {SAVE} {NEXT}
"""


def line(label: str, value: str) -> None:
    print(f"  {label:<66}{value:>14}")


def has_vm() -> bool:
    try:
        find_vm()
    except Failure as error:
        print(f"  not measured: {error}")
        return False
    return True


def size(folder: Path) -> None:
    print("Firmware")
    with tempfile.TemporaryDirectory() as shipped:
        files = firmware.make("pico", Path(shipped) / "pico").files
    compiled = [data for path, data in files.items() if path.endswith(".mpy")]
    line(f"{len(compiled)} .mpy files, bytes", f"{sum(map(len, compiled)):,}")
    # What is measured below has the names that the programs of the bench use.
    programs = [path for name in ("device/vm", "simulator/page/browser") for path in (HOST / name).glob("*.py")]
    programs.append(key_costs.PROGRAM)
    build.build(places.boards()["pico"], folder, programs)


def show(label: str, words: int) -> None:
    line(label, f"{words:,}  {100 * words // WORDS_OF_A_PICO:>2}%")


def heap(firmware: Path) -> None:
    """Measures on the simulator's VM, which has the word size of a board."""
    print(f"Heap, in words of 32 bits (a Pico has {WORDS_OF_A_PICO:,})")
    node = shutil.which("node")
    if node is None:
        print("  not measured: this machine has no Node.js")
        return
    with tempfile.TemporaryDirectory() as folder:
        vm = Path(folder)
        for name, data in micropython().items():
            (vm / name).write_bytes(data)
        command = [node, str(HERE / "heap32.mjs"), str(vm), str(firmware), str(HOST), *PICTURED.split()]
        boot, peak = map(int, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
        show("in use after boot", boot // 4)
        show("at most, after any key of a deal", peak // 4)
        for language in sorted(path.stem for path in (places.package() / "lang").glob("*.txt")):
            label = f"at most, {WANDERED:,} random keys after 64 deals, {language}"
            show(label, heap_walk(vm, node, language) // 4)


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
        size(folder / "firmware")
        heap(folder / "firmware")
        if has_vm():
            key_costs.measure(folder / "firmware", line)
        presses.measure(line)
        tile_speed.measure(folder, line)
        start_speed.measure(folder, line)
        club_load.measure(folder, line)
        on_a_pico.measure(line)


if __name__ == "__main__":
    main()
