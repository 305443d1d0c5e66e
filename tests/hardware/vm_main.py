"""Runs main.py as a board starts it, with virtual pins, timer and display.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import sys

from help import fake_machine
from help.fake_machine import I2C, Pin, Timer
from help.scratch import folder
from help.virtual_displays import VirtualSSD1306
from mingg.hal import device, frame, ticks
from mingg.hal.keys import A, B
from mingg.hal.store import Store

HERE = __file__.replace("\\", "/").rpartition("/")[0] or "."
MAIN = HERE + "/../../firmware/main.py"
BOARDS = ("pico", "pico_w", "pico_2", "pico_2_w")


class Stopped(BaseException):
    """The end of the script."""


class Time:
    """Replaces the module time: while the program sleeps, the clock runs and fingers move."""

    def __init__(self, script):
        self.now = 1000
        self.script = list(script)  # (ms, the pins that are down)
        self.until = self.now

    def ticks(self):
        return self.now

    def sleep_us(self, us):
        pass

    def sleep_ms(self, ms):
        for _ in range(ms):
            self.now += 1
            if self.now >= self.until:
                if not self.script:
                    raise Stopped
                lasts, down = self.script.pop(0)
                self.until = self.now + lasts
                Pin.held_low.clear()
                Pin.held_low.update(down)
            if self.now % Timer.last.period == 0:
                Timer.last.fire()


def reset():
    raise Stopped


def run(name, down=(), script=()):
    """Starts a board with these pins down, and runs it until the script ends; returns the display."""
    fake_machine.reset_everything()
    fake_machine.reset = reset
    I2C.display = VirtualSSD1306()
    with open(HERE + "/../../board/" + name + "/board.py") as file:
        board = type("Board", (), {})()
        state = {}
        exec(file.read(), state)
    for name, value in state.items():
        setattr(board, name, value)
    board.STORE = folder() + "/ledger"
    Pin.held_low.update(down)
    time = Time(script)
    device.ticks_ms = frame.ticks_ms = ticks.ticks_ms = time.ticks
    real = sys.modules.get("time")
    sys.modules["board"], sys.modules["time"] = board, time
    for name in ("mingg.hal.clock", "mingg.hal.i2c", "mingg.hal.probe", "mingg.hal.crash", "mingg.start"):
        package, _, module = name.rpartition(".")
        sys.modules.pop(name, None)
        if hasattr(sys.modules[package], module):
            delattr(sys.modules[package], module)
    try:
        with open(MAIN) as file:
            exec(file.read(), {"__name__": "__main__"})
    except Stopped:
        pass
    finally:
        del sys.modules["board"], sys.modules["time"]
        if real is not None:
            sys.modules["time"] = real
    assert Store(board.STORE).read("crash.txt") is None
    return I2C.display


def test_every_board_comes_to_the_table():
    pictures = [run(name, script=((400, ()),)).picture() for name in BOARDS]
    assert pictures[0] is not None
    assert pictures.count(pictures[0]) == len(BOARDS)
    assert sum(pictures[0]) > 500


def test_keys_are_answered_on_the_display():
    up = 12
    before = run("pico", script=((400, ()),)).picture()
    after = run("pico", script=((400, ()), (60, (up,)), (60, ()))).picture()
    assert None not in (before, after)
    assert before != after


def test_with_a_and_b_held_comes_the_self_test():
    picture = run("pico", (14, 15), script=((100, (14, 15)), (200, ()))).picture()
    assert picture[0] == picture[127] == 0xFF, "the line along the edges"
    assert A == 4
    assert B == 5
