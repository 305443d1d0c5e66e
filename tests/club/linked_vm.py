"""A device with its link in the MicroPython VM: `micropython linked_vm.py FIRMWARE FLASH SPEED`.

SPEED: how many times as fast as other clocks the clock of the device is.

A request is one line of JSON, an answer too:

    {"keys": [mask, ...]}   taps keys -> none
    {"hold": mask}          holds a key -> none
    "state"                 -> see _state()
    "again"                 publishes all evenings once more, without end
    {"times": n, "keys": [mask, ...]}
                            taps keys at moments that no turn of the loop knows -> [us from key to picture, ...]
"""

# mypy: ignore-errors
# (it runs on MicroPython only)

import json
import os
import select
import sys
import time

TURN_MS = 2  # of a board's main loop
# Screens that the tests wait for: a build keeps the names that this file mentions.
SCREENS = "TableScreen", "Other", "Sit", "Keys", "Menu"


def answer(value):
    print("\x02" + json.dumps(value))


class Device:
    def __init__(self, flash, speed):
        from rig import Rig

        self.rig = Rig(flash)
        self.app = self.rig.app
        self.ticks_ms = lambda: time.ticks_ms() * speed
        self.keys = []  # masks to come; each is down for 30 ms, or `down_ms`
        self.down_ms = 30
        self.until = self.turns = 0
        self.mask = 0
        self.longest_us = 0
        self.steps = 0
        if self.app.club is not None:
            self.watch(self.app.club)

    def watch(self, club):
        """Measures the steps of the link."""
        step = club.link.step

        def measured(*arguments):
            start = time.ticks_us()
            step(*arguments)
            self.longest_us = max(self.longest_us, time.ticks_diff(time.ticks_us(), start))
            self.steps += 1

        club.link.step = measured

    def turn(self):
        now = self.ticks_ms()
        self.turns += 1
        # On a busy machine a turn may take as long as a tap: a key needs several samples, too.
        if time.ticks_diff(now, self.until) >= 0 and self.turns > 5 and (self.keys or self.mask):
            self.turns = 0
            self.mask = self.keys.pop(0) if not self.mask else 0
            self.until = time.ticks_add(now, self.down_ms)
            if not self.mask:
                self.down_ms = 30
        self.app.turn(self.mask, now)

    def state(self):
        app, club = self.app, self.app.club
        state = {"screen": type(app.screen).__name__, "moment": app.play.evening.moment()}
        if club is not None:
            link = club.link
            state["link"] = link.state
            state["queued"] = link.queued(app.play.evening.ledger)
            state["longest_us"] = self.longest_us
            state["reads"] = not link._records.all_read
            self.longest_us = 0
        return state

    def times(self, keys, times, again):
        """Taps keys in turn. Returns for each picture that follows [microseconds since the key, turns of the main loop
        that were begun since then, steps that the link took in them]."""
        results = []
        shown = self.rig.panel.show
        at = [0, 0, 0]  # when the key came down, 0 without one; turns and steps since then

        def show():
            shown()
            if at[0]:
                results.append([time.ticks_diff(time.ticks_us(), at[0]), at[1], self.steps - at[2]])
                at[0] = 0

        self.rig.panel.show = self.app.display.panel.show = show
        for i in range(times):
            gap = 240000 + os.urandom(1)[0] * 100  # us
            press = time.ticks_add(time.ticks_us(), gap)
            release = time.ticks_add(press, 40000)
            while time.ticks_diff(release, time.ticks_us()) > 0:
                again()
                down = time.ticks_diff(time.ticks_us(), press) >= 0
                if down and not self.mask:
                    self.mask, at[:] = keys[i % len(keys)], (press, 0, self.steps)
                at[1] += 1
                self.app.turn(self.mask, self.ticks_ms())
                time.sleep_ms(TURN_MS)
            self.mask = at[0] = 0
        del self.rig.panel.show
        self.app.display.panel.show = shown
        return results


def main(firmware, flash, speed):
    sys.path.insert(1, firmware)
    device = Device(flash, int(speed))
    app = device.app
    repeats = False

    def again():
        if repeats and app.club.link.state == "on" and app.club.link._records.all_read:
            app.club.link.kept.clear()
            app.club.link._records.go(app.club.link.memo.since)

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
            elif request == "again":
                repeats = True
            elif "hold" in request:
                device.keys.append(request["hold"])
                device.down_ms = 700
            elif "times" in request:
                answer(device.times(request["keys"], request["times"], again))
            else:
                device.keys += request["keys"]
        again()
        device.turn()
        time.sleep_ms(TURN_MS)


main(*sys.argv[1:])
