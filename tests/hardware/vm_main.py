"""Runs main.py as a board starts it, with virtual pins, timer and display: the application, and the self-test.

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
        self.script = list(script)  # (ms, the pins that are down, or what else happens)
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
                if callable(down):
                    down()
                else:
                    Pin.held_low.update(down)
            if self.now % Timer.last.period == 0:
                Timer.last.fire()


class Restarted(Stopped):
    pass


def reset():
    raise Restarted


def run(name, down=(), script=(), present=True):
    """Starts a board with these pins down, and runs it until the script ends or it restarts; returns the display.
    present: whether it has one."""
    fake_machine.reset_everything()
    fake_machine.reset = reset
    I2C.display = VirtualSSD1306()
    I2C.display.present, I2C.display.restarted = present, False
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
    except Stopped as end:
        I2C.display.restarted = isinstance(end, Restarted)
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


PINS = (10, 11, 12, 13, 14, 15)
A_AND_B = PINS[A], PINS[B]
SELF_TEST = ((300, A_AND_B), (60, ()))


def test_the_pictures_of_the_self_test_lead_to_the_restart():
    """A shows the next one; the last is for all six keys."""
    script, pictures = SELF_TEST, []
    for pins in ((),) + ((PINS[A],),) * 5 + (PINS,):
        for pin in pins:
            script += ((60, (pin,)), (60, ()))
        display = run("pico", A_AND_B, script)
        assert not display.restarted
        assert display.picture() not in pictures
        pictures.append(display.picture())
    assert pictures[0][0] == pictures[0][127] == 0xFF, "the line along the edges"
    assert run("pico", A_AND_B, script + ((60, (PINS[A],)), (60, ()))).restarted


def test_only_a_and_b_together_ask_for_the_self_test():
    asked = run("pico", A_AND_B, SELF_TEST).picture()
    for down in ((PINS[A],), (PINS[B],), PINS[:2]):
        assert run("pico", down, ((300, down), (60, ()))).picture() != asked


def test_a_display_that_comes_late_shows_the_self_test():
    shown = run("pico", A_AND_B, ((300, A_AND_B), (2000, ()))).picture()
    late = ((300, A_AND_B), (1200, ()), (2000, lambda: I2C.display.plug()))
    assert run("pico", A_AND_B, late, present=False).picture() == shown
