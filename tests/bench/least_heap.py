"""The smallest heap on which an emulated Pico plays the end of a long evening: python least_heap.py, with MINGG_UF2.

The evening has counters. A deal is entered in cards, and one in tiles; the deal before is corrected, and the correction
is taken back. A heap is large enough if the last picture is right and the device never opened the evening again for
lack of memory. One try takes some ten minutes.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench import EVENING, long_evening
from evenings import DEALS
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import HOLD, one_by_one, parse

HERE = Path(__file__).resolve().parent
LEAST_KB, MOST_KB, STEP_KB = 120, 224, 4
PACE_MS, AT_REST_MS = 120, 1500


class Key(NamedTuple):
    name: str
    held: bool


def script() -> Iterator[Key]:
    for step in one_by_one(parse(" ".join(EVENING.split()))):
        yield Key(str(step.of), step.kind == HOLD)


def flash_of_evening(folder: Path) -> Path:
    long_evening(folder, DEALS - 2)
    return folder


def last_picture() -> list[str]:
    """Returns the screen after the script on CPython."""
    with tempfile.TemporaryDirectory() as folder, Headless(flash_of_evening(Path(folder))) as device:
        for key in script():
            (device.hold if key.held else device.press)(key.name)
        device.wait(AT_REST_MS)
        return device.pixels()


def plays(kilobytes: int, expected: list[str]) -> bool:
    """Returns True if a board with a heap of this size plays the script to its correct end. Prints why not."""
    import on_a_pico
    import pico

    files = pico.built(*(HERE / "board").glob("*.py"))
    with tempfile.TemporaryDirectory() as folder:
        source = on_a_pico.source("filled")
        limit = f"HEAP = {kilobytes * 1024}\n".encode()
        system = pico.file_system(
            {**files, "start.py": files["main.py"], "main.py": source, "left.py": limit}, flash_of_evening(Path(folder))
        )
    board = pico.Pico(system)
    board.settle(3000)
    for key in script():
        if key.held:
            board.hold(key.name)
        else:
            board.press(key.name, pace=PACE_MS)
        if b"reopened" in board.chip.printed or b"Error" in board.chip.printed:
            print(f"{kilobytes} kB: {board.chip.printed.decode(errors='replace').strip()}", flush=True)
            return False
    board.settle(AT_REST_MS)
    right = board.picture() == expected
    print(f"{kilobytes} kB: {'plays it' if right else 'another picture at the end'}", flush=True)
    return right


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kb", type=int, nargs="*", help="try these sizes only, instead of a search")
    options = parser.parse_args()
    expected = last_picture()
    for size in options.kb or ():
        plays(size, expected)
    if options.kb:
        return
    low, high = LEAST_KB, MOST_KB
    while high - low > STEP_KB:
        middle = (low + high) // 2
        if plays(middle, expected):
            high = middle
        else:
            low = middle
    print(f"the smallest heap is {high} kB, to within {STEP_KB}")


if __name__ == "__main__":
    main()
