"""Counts what keys cost in the MicroPython VM: `micropython key_costs_vm.py FIRMWARE FLASH HEAP PACE KEY...`.

HEAP: bytes; the firmware believes to have so many. PACE: ms from key to key. Prints a line of JSON for the start and
one for each key: see key_costs.py.
"""

# mypy: ignore-errors
# (it runs on MicroPython only)

import binascii
import builtins
import gc
import json
import sys

SAMPLE, DOWN = 8, 40  # ms
KEYS = ("left", "right", "up", "down", "a", "b")
SHOWN = 8  # pictures that one key shows at most

firmware, flash, heap, pace = sys.argv[1:5]
sys.path[1:1] = [firmware]


class Heap:
    """The module gc of the firmware, which believes to have a small heap. Nothing else collects, so that it can count
    what is allocated."""

    def __init__(self):
        self.allocated = 0
        self.before = self.mark = gc.mem_alloc()

    def count(self):
        now = gc.mem_alloc()
        self.allocated += now - self.mark
        self.mark = now

    def collect(self):
        self.count()
        gc.collect()
        self.mark = gc.mem_alloc()

    def mem_alloc(self):
        return gc.mem_alloc() - self.before

    def mem_free(self):
        return int(heap) - self.mem_alloc()

    def threshold(self, _):
        pass


class Panel:
    """Keeps what it shows, in room that it has from the start. A picture of the header alone is as long as that.

    before: bytes that were allocated before the first of these pictures."""

    def __init__(self):
        self.buffer = bytearray(1024)
        self.kept = [bytearray(1024) for _ in range(SHOWN)]
        self.sizes = [0] * SHOWN
        self.shown = self.before = 0

    def show(self, size=1024):
        if not self.shown:
            counted.count()
            self.before = counted.allocated
        self.kept[self.shown][:] = self.buffer
        self.sizes[self.shown] = size
        self.shown += 1

    def show_first(self):
        self.show(128)

    def contrast(self, level):
        pass

    def pictures(self):
        return [binascii.hexlify(self.kept[i][: self.sizes[i]]).decode() for i in range(self.shown)]


class Counting:
    """A frame buffer that counts its calls."""

    def __init__(self, fb):
        self.fb, self.calls = fb, 0

    def _counted(name):
        def call(self, *arguments):
            self.calls += 1
            return getattr(self.fb, name)(*arguments)

        return call

    fill_rect, rect, blit, scroll = _counted("fill_rect"), _counted("rect"), _counted("blit"), _counted("scroll")


loaded = []
load = builtins.__import__


def loads(name, *more):
    known = name in sys.modules
    module = load(name, *more)
    if not known and name in sys.modules and name.startswith("mingg."):
        loaded.append(name)
    return module


panel = Panel()
gc.collect()
gc.disable()
counted = Heap()
sys.modules["gc"] = counted
builtins.__import__ = loads

from mingg.hal.keys import Keys  # noqa: E402
from mingg.hal.store import Store  # noqa: E402
from mingg.ui.app import App  # noqa: E402
from mingg.ui.kit.canvas import Canvas  # noqa: E402

canvas = Canvas(panel.buffer)
canvas.fb = Counting(canvas.fb)
app = App(panel, Keys(), Store(flash, None), canvas)
now = 0


def press(key, mask):
    """Presses a key, counts until its picture is shown, and waits for the next one."""
    global now
    counted.count()
    counted.allocated = canvas.fb.calls = panel.shown = 0
    loaded[:] = []
    costs = None
    for ms in range(0, int(pace), SAMPLE):
        now += SAMPLE
        app.turn(mask if ms < DOWN else 0, now)
        if costs is None and panel.shown:
            counted.count()
            costs = [key, loaded[:], panel.before, counted.allocated, canvas.fb.calls, panel.pictures()]
            loaded[:] = []
    counted.collect()
    costs += loaded, counted.mem_alloc()
    print(json.dumps(costs))


press("", 0)
for key in sys.argv[5:]:
    press(key, 1 << KEYS.index(key))
