"""What the keys of a deal cost, counted exactly in the MicroPython VM: a machine without MicroPython's image for a Pico
notices a key that becomes slower, and a heap that grows (tests/prove/test_key_costs.py). Alone it tells each key.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from mingg.hal.ssd1306 import SSD1306
from mingg_host.common import places
from mingg_host.deploy import build
from mingg_host.device.headless import find_vm
from on_a_pico import DEAL, FRAME, KEPT, PACE_MS, evening

PROGRAM = Path(__file__).with_name("key_costs_vm.py")
# Bytes of the VM that stand for the 233 kB of a Pico: at the least as large a share of them is free in a deal.
HEAP = 350_000


class Cost(NamedTuple):
    """What a key took until its picture was complete.

    loads: the modules that it loaded. begins: bytes that it allocated before its first change was sent; allocates: in
    all. draws: calls of the frame buffer. sends: bytes to the display. ahead: the modules that were loaded until the
    next key. free: the share of the heap that was free then.
    """

    key: str
    loads: list[str]
    begins: int
    allocates: int
    draws: int
    sends: int
    ahead: list[str]
    free: float


class Wire:
    """The bus of a display: counts bytes."""

    def __init__(self) -> None:
        self.sent = 0

    def writeto(self, address: int, data: bytearray | memoryview) -> None:
        self.sent += 1 + len(data)


def costs(firmware: Path) -> list[Cost]:
    """Returns what power on costs, and each key of a deal at the end of a long evening. firmware: a build for a Pico
    that keeps the names of PROGRAM."""
    with tempfile.TemporaryDirectory() as folder:
        flash = evening(Path(folder), KEPT)
        command = [find_vm(), "-X", "heapsize=4M", PROGRAM, firmware, flash, str(HEAP), str(PACE_MS), *DEAL.split()]
        result = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if result.returncode:
        raise SystemExit(result.stdout)
    wire = Wire()
    display = SSD1306(lambda: wire)
    display.show()  # finds the bus
    found = []
    for text in result.stdout.splitlines():
        key, loads, begins, allocates, draws, pictures, ahead, used = json.loads(text)
        wire.sent = 0
        for picture in map(bytes.fromhex, pictures):
            display.buffer[: len(picture)] = picture
            display.show() if len(picture) == FRAME else display.show_first()
        found.append(Cost(key, loads, begins, allocates, draws, wire.sent, ahead, 1 - used / HEAP))
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        build.build(places.boards()["pico"], Path(folder), [PROGRAM])
        for cost in costs(Path(folder)):
            parts = f"{cost.begins:7,} of{cost.allocates:7,} B{cost.draws:4} draws{cost.sends:6} B sent"
            modules = f"loads: {' '.join(cost.loads)}  ahead: {' '.join(cost.ahead)}"
            print(f"{cost.key:6}{parts}{100 * cost.free:6.1f}% free  {modules}")


if __name__ == "__main__":
    main()
