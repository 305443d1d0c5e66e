"""A device with its link in the MicroPython VM: `micropython linked_vm.py FIRMWARE FLASH`.

A request is one line of JSON, an answer too:

    {"keys": [mask, ...]}   taps keys -> none
    "state"                 -> see state()
"""

# mypy: ignore-errors
# (it runs on MicroPython only)

import json
import select
import sys
import time

TURN_MS = 2  # of a board's main loop
SPEED = 10  # how many times as fast as other clocks the clock of the device is
DOWN_MS = 30  # how long a key is down
# Screens that the tests wait for: a build keeps the names that this file mentions.
SCREENS = "TableScreen", "Other", "Sit"


def answer(value):
    print("\x02" + json.dumps(value))


class Device:
    def __init__(self, flash):
        from rig import Rig

        self.rig = Rig(flash)
        self.app = self.rig.app
        self.ticks_ms = lambda: time.ticks_ms() * SPEED
        self.keys = []  # masks to come
        self.until = self.turns = 0
        self.mask = 0

    def turn(self):
        now = self.ticks_ms()
        self.turns += 1
        # On a busy machine a turn may take as long as a tap: a key needs several samples, too.
        if time.ticks_diff(now, self.until) >= 0 and self.turns > 5 and (self.keys or self.mask):
            self.turns = 0
            self.mask = self.keys.pop(0) if not self.mask else 0
            self.until = time.ticks_add(now, DOWN_MS)
        self.app.turn(self.mask, now)

    def state(self):
        app, club = self.app, self.app.club
        state = {"screen": type(app.screen).__name__, "moment": app.play.evening.moment()}
        if club is not None:
            state["link"] = club.link.state
        return state


def main(firmware, flash):
    sys.path.insert(1, firmware)
    device = Device(flash)
    answer(["started"])
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    while True:
        if poll.poll(0):
            line = sys.stdin.readline()
            if not line:
                return
            request = json.loads(line)
            if request == "state":
                answer(device.state())
            else:
                device.keys += request["keys"]
        device.turn()
        time.sleep_ms(TURN_MS)


main(*sys.argv[1:])
