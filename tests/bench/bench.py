"""The measurements of `make bench`: speed of the core, heap, size of the firmware, key presses per deal."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import club_load
import evenings
import exchange_speed
import key_costs
import link_keys
import mingg_host
import on_a_pico
import presses as entered
import start_speed
import tile_presses
import tile_speed
import visible
from deals import deals
from help import on_vm
from help.named_keys import NEXT, SAVE, TRAYS
from help.tiling import whole_hand
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.lang import say
from mingg.settings import Settings
from mingg_host.common import places
from mingg_host.common.output import Failure
from mingg_host.deploy import build, firmware
from mingg_host.device.headless import Device, Headless, HeadlessVM, find_vm
from mingg_host.device.keyscript import one_by_one, perform
from mingg_host.device.keyscript import parse as steps_of
from mingg_host.simulator.website import micropython

HERE = Path(__file__).resolve().parent
HOST = Path(mingg_host.__file__).parent
DEALS = 200
WANDERED = 2000  # random keys
WORDS_OF_A_PICO = 233 * 1024 // 4  # the heap that MicroPython leaves on one

# Deals as they are entered. Each word is a key; a wider gap marks the next person or screen.
PICTURED = f"""
    up  a right  right right down right left up a
    right left a  up left right a a  a {SAVE} {NEXT}
"""
TWO_AND_TWO = f"""
    up  right  left left up left a
    up left a  right a a  a {SAVE} {NEXT}
"""
# The end of an evening: a deal in sets and one in tiles, both with counters. Then the deal before it is corrected, the
# correction is undone, and the counters are shown.
EVENING = f"""
    {" ".join(PICTURED.split())} a
    up right hold:a a {whole_hand("(345m) (222p) 567s 777z 99p", "5s")} a a a a a a a
    {DEALS} down a a right a left right x4 a a a
    {DEALS} hold:a a a a b  {TRAYS} b
"""
PRESSES = {
    "a winner with three sets, an only place, losers with three": (PICTURED.split(), 20),
    "a winner with two sets, losers with two": (TWO_AND_TWO.split(), 15),
}


def line(label: str, value: str) -> None:
    print(f"  {label:<66}{value:>14}")


def has_vm() -> bool:
    try:
        find_vm()
    except Failure as error:
        print(f"  not measured: {error}")
        return False
    return True


def speed(folder: Path) -> None:
    print("Core: deals of sets scored and settled per second")
    path = folder / "deals.jsonl"
    path.write_text("".join(json.dumps(deal) + "\n" for deal in deals(DEALS)), encoding="utf-8")
    runs = {f"CPython {sys.version.split()[0]}": sys.executable}
    if has_vm():
        runs["MicroPython VM"] = str(find_vm())
    for name, interpreter in runs.items():
        command = [interpreter, str(HERE / "core_speed.py"), str(on_vm.sources(folder)), str(path)]
        line(name, f"{int(subprocess.run(command, check=True, capture_output=True, text=True).stdout):,}")


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


def heap(firmware: Path) -> None:
    print(f"Heap, in words of the machine (a Pico has {WORDS_OF_A_PICO:,} of 32 bits)")
    if has_vm():
        heap_64(firmware)
    node = shutil.which("node")
    if node is None:
        print("  32 bits: not measured, this machine has no Node.js")
    else:
        heap_32(firmware, node)


def show(label: str, words: int) -> None:
    line(label, f"{words:,}  {100 * words // WORDS_OF_A_PICO:>2}%")


def heap_64(firmware: Path) -> None:
    """Measures on the PC's VM. Text and bytecode are bytes, so they fill half as many words here as on a board."""
    with HeadlessVM(firmware=firmware) as device:
        used, _, word = device.heap()
        show(f"{word * 8} bits: in use after boot", used // word)
        for key in PICTURED.split():
            device.press(key)
            used = max(used, device.heap().used)
        show(f"{word * 8} bits: at most, after any key of a deal", used // word)
    show(
        f"{word * 8} bits: smallest heap that boots and plays a deal, with the driver",
        smallest(firmware, word, PICTURED),
    )
    with tempfile.TemporaryDirectory() as folder:
        long_evening(Path(folder), evenings.DEALS - 2)
        plays = smallest(firmware, word, EVENING, Path(folder))
    show(f"{word * 8} bits: smallest that ends and corrects an evening of {evenings.DEALS} deals", plays)


def smallest(firmware: Path, word: int, keys: str, ledger: Path | None = None) -> int:
    """Returns the smallest heap, in words within 1%, on which a script of keys runs. It includes garbage and gaps.
    ledger: the initial flash, which is not changed."""
    low, high = 0, WORDS_OF_A_PICO
    while high - low > WORDS_OF_A_PICO // 100:
        middle = (low + high) // 2
        if has_room(firmware, str(middle * word), keys, ledger):
            high = middle
        else:
            low = middle
    return high


def has_room(firmware: Path, heap: str, keys: str, ledger: Path | None) -> bool:
    """Returns True if the script runs, and the device did not restart for lack of memory."""
    with tempfile.TemporaryDirectory() as folder:
        flash = Path(folder) / "flash"
        if ledger is None:
            flash.mkdir()
        else:
            shutil.copytree(ledger, flash)
        try:
            with redirect_stderr(StringIO()), HeadlessVM(flash, firmware=firmware, heap=heap) as device:
                for step in one_by_one(steps_of(" ".join(keys.split()))):
                    perform([step], device)
                    if say("no memory") in device.text():
                        return False
        except Failure:
            return False
    return True


def heap_32(firmware: Path, node: str) -> None:
    """Measures on the simulator's VM, which has the word size of a board."""
    with tempfile.TemporaryDirectory() as folder:
        vm = Path(folder)
        for name, data in micropython().items():
            (vm / name).write_bytes(data)
        command = [node, str(HERE / "heap32.mjs"), str(vm), str(firmware), str(HOST), *PICTURED.split()]
        boot, peak = map(int, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
        show("32 bits: in use after boot", boot // 4)
        show("32 bits: at most, after any key of a deal", peak // 4)
        for language in sorted(path.stem for path in (places.package() / "lang").glob("*.txt")):
            label = f"32 bits: at most, {WANDERED:,} random keys after 64 deals, {language}"
            show(label, heap_walk(vm, node, language) // 4)


def heap_walk(vm: Path, node: str, language: str) -> int:
    """Returns the highest heap on any screen in bytes, for random keys in an evening of 64 deals with counters."""
    programs = [HERE / "heap_walk_vm.py", HERE.parent / "help" / "unseen.py"]
    with tempfile.TemporaryDirectory() as folder:
        firmware, flash = Path(folder) / "firmware", Path(folder) / "flash"
        build.build(places.boards()["pico"], firmware, programs)
        flash.mkdir()
        Settings(Store(str(flash), None)).put("language", language)
        long_evening(flash, evenings.DEALS)
        command = [node, str(HERE / "heap_walk.mjs"), str(vm), str(firmware), str(flash), str(WANDERED)]
        command += map(str, programs)
        data = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return int(max(data.values()))


def long_evening(flash: Path, deals: int) -> None:
    """Puts an evening with counters on a flash."""
    evening = open_evening(Store(str(flash), None))
    begin(evening, Session(["Ann", "Bo", "Cy", "Di"], load("babcock"), "babcock"), 0)
    for number in range(deals):
        evenings.play(evening, number)


def ledger(folder: Path) -> None:
    print("Ledger: 64 deals on a Pico's littlefs, by how many bytes a segment may grow to")
    if not has_vm():
        return
    command = [str(find_vm()), "-X", "heapsize=16m", str(HERE / "ledger.py"), str(on_vm.sources(folder))]
    result = subprocess.run([*command, str(HERE.parent)], check=True, capture_output=True, text=True)
    for row in result.stdout.splitlines():
        limit, erased, programmed, blocks, start, lines, *_ = map(int, row.split())
        label = f"{limit:,}" if limit < 1 << 20 else "one file"
        figures = f"{erased / 100:.2f} erases, {programmed:,} B programmed a deal; starts in {start / 1000:.1f} ms"
        line(f"{label:>8}: {figures}, its lines read in {lines / 1000:.1f} ms", f"{blocks} blocks")


def presses() -> None:
    print("Key presses, from Table to the next deal's Table")
    for task, (keys, expected) in PRESSES.items():
        with Headless() as device:
            device.press(*keys[:-1])
            early = is_second_table(device)
            device.press(keys[-1])
            if early or not is_second_table(device) or len(keys) != expected:
                raise SystemExit(f"{task}: {len(keys)} presses, {expected} expected; the device shows {device.text()}")
        line(task, str(len(keys)))


def is_second_table(device: Device) -> bool:
    """Table before the second deal: all names, the number of the deal, and no message of the save."""
    texts = device.text()
    return {"Ann", "Bo", "Cy", "Di", "2"} <= set(texts) and "saved" not in texts


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="mingg-bench-") as name:
        folder = Path(name)
        speed(folder)
        size(folder / "firmware")
        heap(folder / "firmware")
        if has_vm():
            key_costs.measure(folder / "firmware", line)
        ledger(folder)
        presses()
        entered.measure(line)
        tile_presses.measure(line)
        visible.measure(line)
        exchange_speed.measure(folder, line)
        tile_speed.measure(folder, line)
        start_speed.measure(folder, line)
        link_keys.measure(folder, line)
        club_load.measure(folder, line)
        on_a_pico.measure(line)


if __name__ == "__main__":
    main()
