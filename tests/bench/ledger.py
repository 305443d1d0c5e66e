"""What a long evening costs a Pico's flash, by how large a segment of its ledger may grow.

Runs on the MicroPython VM: ledger.py FIRMWARE TESTS. A line for each limit: bytes; then, for a commit in the mean, the
erases in hundredths and the bytes programmed; blocks taken at the end; microseconds to start, to read all its lines,
and to ask how much room there is; the most erases of one commit; how many segments there were.
"""

import sys
import time

sys.path[:0] = [sys.argv[1], sys.argv[2]]

import gc  # noqa: E402

import vfs  # noqa: E402
from evenings import DEALS, play  # noqa: E402
from help.scratch import Flash, mount  # noqa: E402
from mingg.evening.lines import Lines  # noqa: E402
from mingg.evening.open import open_evening  # noqa: E402
from mingg.hal.store import Store  # noqa: E402
from mingg.records import ledger  # noqa: E402


class Measured(Flash):
    """The size of a Pico's file system: 1.4 MB."""

    erased = programmed = 0

    def writeblocks(self, block, buffer, offset=0):
        self.programmed += len(buffer)
        start = block * self.BLOCK + offset
        self.data[start : start + len(buffer)] = buffer
        return 0

    def ioctl(self, operation, argument):
        if operation == 6:
            self.erased += 1
        return Flash.ioctl(self, operation, argument)


def measure(limit):
    ledger.LIMIT = limit
    flash = Measured(blocks=352)
    path = mount(flash, new=True)
    store = Store(path)
    store.replace("draft.txt", b"x" * 300)
    evening = open_evening(store)
    before = store.free()
    flash.erased = flash.programmed = most_erased = 0
    for i in range(DEALS):
        erased = flash.erased
        play(evening, i)
        most_erased = max(most_erased, flash.erased - erased)
    blocks = (before - store.free()) // 4096
    erased, programmed = flash.erased * 100 // DEALS, flash.programmed // DEALS
    times = []
    for action in (lambda: open_evening(store), lambda: Lines(evening), store.free):
        best = None
        for _ in range(5):
            gc.collect()
            started = time.ticks_us()
            action()
            elapsed_us = time.ticks_us() - started
            best = elapsed_us if best is None else min(best, elapsed_us)
        times.append(best)
    vfs.umount(path)
    print(limit, erased, programmed, blocks, *times, most_erased, len(evening.ledger.parts))


for limit in (448, 1024, 2048, 4096, 1 << 30):
    measure(limit)
