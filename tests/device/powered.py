"""The application on a flash in memory, from power on to power off, on MicroPython."""

import vfs
from mingg.hal.keys import Keys
from mingg.hal.store import Store
from mingg.ui.app import App
from scratch import mount

# The names of tests/ui/named_keys.py, as letters: a capital is held.
MENU, LEAVE_LIST = "Ba", "b"
DRAW = "aua"
SAVE, NEXT = "", "a"
MASKS = {"l": 1, "r": 2, "u": 4, "d": 8, "a": 16, "b": 32}
STEP, TAP, HELD, REST = 8, 24, 600, 400  # ms


class Panel:
    """A display that nobody sees."""

    def __init__(self):
        self.buffer = bytearray(1024)

    def show(self):
        pass

    def contrast(self, level):
        self.level = level

    def sleep(self, on):
        pass


class Device:
    """now: its clock, ms; clock: whether that goes."""

    now = 1000
    clock = True

    def __init__(self, flash, panel=None, new=False):
        self.flash = flash
        self.path = mount(flash, new)
        self.panel = panel or Panel()
        self.app = App(self.panel, Keys(), Store(self.path), None, lambda: 3)
        self.wait(TAP)

    def wait(self, ms, mask=0):
        for _ in range(0, ms, STEP):
            self.now += STEP if self.clock else 0
            self.app.turn(mask, self.now)
            self.panel.show()

    def press(self, keys):
        """Small letters are tapped, a capital is held, _ waits until all is kept."""
        for key in keys:
            if key != "_":
                self.wait(TAP if key in MASKS else HELD, MASKS[key.lower()])
            self.wait(REST if key == "_" else TAP)

    def screen(self):
        return type(self.app.screen).__name__

    def off(self):
        """Its flash as it is then."""
        vfs.umount(self.path)
        return bytes(self.flash.data)
