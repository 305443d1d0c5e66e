"""Tries every key on every recorded screen, on the MicroPython VM: `micropython crawler.py FOLDERS FOLDER < SCREENS`.

FOLDERS: the folders of the modules, separated by colons. FOLDER: an empty folder that stands for the flash. SCREENS:
JSON, for each name of a screen the (mask, ms) that lead there from a new device.

Each key must do something, or a bar must say why not. Nothing may be drawn outside the panel. B must lead back to
Table.

Prints how many keys were pressed, the names of the screens, and the errors with the keys that lead to them.
"""

import gc
import json
import os
import sys

sys.path[1:1] = sys.argv[1].split(":")

from rig import Rig  # noqa: E402 - the path comes first

KEYS = ("left", "right", "up", "down", "a", "b")
TAP, HELD = 24, 600
LIKE = 2  # variants of one screen that are tried
BACKS = 25  # no screen is deeper


class Crawler:
    def __init__(self):
        self.rig = None
        self.tried = set()
        self.returned = set()
        self.names = set()
        self.wrong = []
        self.pressed = 0

    def run(self, mask, ms):
        self.rig.run(mask, ms)
        self.pressed += mask > 0

    def press(self, key, ms=TAP):
        self.run(1 << KEYS.index(key), ms)
        self.run(0, TAP)

    def go(self, steps):
        self.rig = None
        for name in os.listdir():
            os.remove(name)
        gc.collect()
        self.rig = Rig(".", lambda: 3)
        for mask, ms in steps:
            self.run(mask, ms)

    def screen(self):
        return type(self.rig.app.screen).__name__

    def at_table(self):
        app = self.rig.app
        return self.screen() == "TableScreen" and app.play.correcting is None

    def look(self):
        """Returns what distinguishes kinds of screens: the class and the texts without figures."""
        words = [text for _, _, text in self.rig.panel.texts if not any("0" <= ch <= "9" for ch in text)]
        return self.screen(), tuple(words)

    def visit(self, place, steps):
        """Tries every key on a screen, unless a like screen was tried."""
        self.go(steps)
        look = self.look()
        if look in self.tried or len([1 for name, _ in self.tried if name == look[0]]) == LIKE:
            return
        self.tried.add(look)
        self.names.add(look[0])
        holds = [name for key, name in enumerate(KEYS[:5]) if self.rig.app.screen.holds(key)]
        holds.append("b")
        for key, ms in [(key, TAP) for key in KEYS] + [(key, HELD) for key in holds]:
            self.go(steps)
            self.try_key(place, key, ms)

    def try_key(self, place, key, ms):
        app = self.rig.app
        before, screen, named = bytes(self.rig.panel.shown), app.screen, self.screen()
        self.press(key, ms)
        prefix = place + ", " + ("hold:" if ms == HELD else "") + key + ": "
        # the same bar again is an answer, too
        if bytes(self.rig.panel.shown) == before and app.screen is screen and app.display.bar is None:
            self.wrong.append(prefix + "nothing happens on " + named)
        if self.rig.outside:
            self.wrong.append(prefix + "drawn outside the panel by " + self.screen())
        self.names.add(self.screen())
        if self.look() in self.returned:
            return
        self.returned.add(self.look())
        for _ in range(BACKS):
            if self.at_table():
                return
            self.press("b")
        self.wrong.append(prefix + "B does not lead back from " + self.screen())


os.chdir(sys.argv[2])
crawler = Crawler()
for place, steps in sorted(json.loads(sys.stdin.read()).items()):
    crawler.visit(place, steps)
print(crawler.pressed, "presses on", len(crawler.tried), "screens")
print(" ".join(sorted(crawler.names)))
for line in crawler.wrong:
    print(line)
