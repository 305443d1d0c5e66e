"""The application on a flash in memory, from power on to power off, on MicroPython."""

from help.scratch import mount, unmount
from help.unseen import MASKS, Panel
from mingg.hal.keys import Keys
from mingg.hal.store import Store
from mingg.ui.app import App

# The keys of tests/help/named_keys.py as letters; a capital letter holds the key.
MENU, LEAVE_LIST = "Ba", "b"
DEALS, NEW_EVENING, SETTINGS = MENU + "ua", MENU + "ra", MENU + "dda"
DRAW = "auaa"
SAVE, NEXT = "", "a"
STEP, TAP, HELD, REST = 8, 24, 600, 400  # ms


class Device:
    """now: its clock in ms; clock: whether that runs."""

    now = 1000
    clock = True

    def __init__(self, flash, panel=None, new=False):
        self.flash = flash
        self.path = mount(flash, new)
        self.panel = panel or Panel()
        self.app = App(self.panel, Keys(), Store(self.path, None, True), None, lambda: 3)
        self.wait(TAP)

    def wait(self, ms, mask=0):
        for _ in range(0, ms, STEP):
            self.now += STEP if self.clock else 0
            self.app.turn(mask, self.now)
            self.panel.show()

    def press(self, keys):
        """Presses keys: a small letter taps, a capital holds, _ waits until everything is written."""
        for key in keys:
            if key != "_":
                self.wait(TAP if key in MASKS else HELD, MASKS[key.lower()])
            self.wait(REST if key == "_" else TAP)

    def screen(self):
        return type(self.app.screen).__name__

    def off(self):
        """Switches off; returns the flash as it is then."""
        unmount(self.path, self.flash, self.app.store)
        return bytes(self.flash.data)
