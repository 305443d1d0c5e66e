"""The self-test as the board runs it, with the real drivers, virtual pins and a virtual display.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import sys

from help import fake_machine
from help.fake_machine import I2C, Pin, Timer
from help.scratch import folder
from help.virtual_displays import VirtualSSD1306
from mingg.hal import device, frame, probe
from mingg.hal.keys import A, B
from mingg.hal.ticks import ticks_add


class Board:
    KEYS = (10, 11, 12, 13, 14, 15)
    KEYS_WIRED = "ground"
    DISPLAY = ("ssd1306", "i2c")
    I2C = (0, 4, 5, 400000)
    DISPLAY_ADDRESSES = (0x3C, 0x3D)
    SPI = (0, 2, 3, 6, 7, 8, 2000000)
    BUZZER = 18
    LIGHT = 25
    TIMER = -1
    PIN = "GP"

    def __init__(self):
        self.STORE = folder() + "/ledger"


class Restarted(Exception):
    """Replaces the restart, which does not return."""


def restart():
    raise Restarted


class NoTime:
    def sleep_us(self, us):
        pass


class Rig:
    """A board that is switched on while some keys are down."""

    def __init__(self, *down, present=True):
        fake_machine.reset_everything()
        self.now = 1000
        device.ticks_ms = frame.ticks_ms = lambda: self.now
        board = Board()
        I2C.display = self.display = VirtualSSD1306()
        self.display.present = present
        for key in down:
            Pin.held_low.add(Board.KEYS[key])
        panel, keys, store, signals = device.build(board)
        i2c = sys.modules["mingg.hal.i2c"]
        i2c.time = probe.time = NoTime()
        self.panel = panel
        self.test = None
        if device.test_wanted():
            from mingg.ui.screens.system.selftest import SelfTest

            self.test = SelfTest(panel, keys, store, probe.Probe(board, panel), restart, signals)

    def run(self, ms):
        for _ in range(0, ms, 5):
            self.now = ticks_add(self.now, 5)
            Timer.last.fire()
            self.test.step(self.now)
            self.panel.show()

    def press(self, *keys):
        for key in keys:
            Pin.press(Board.KEYS[key])
            self.run(60)
            Pin.let_go(Board.KEYS[key])
            self.run(60)

    def let_go(self):
        for number in Board.KEYS:
            Pin.let_go(number)
        self.run(60)


def test_only_a_and_b_together_ask_for_it():
    for down in ((), (A,), (B,), (0, 1)):
        assert Rig(*down).test is None
    assert Rig(A, B).test is not None


def test_the_report_can_be_paged_through_to_the_restart():
    rig = Rig(A, B)
    rig.run(300)
    rig.let_go()
    pictures = []
    for keys in ((), (A,), (A,), (A,), (A,), (A,), range(6)):
        rig.press(*keys)
        picture = rig.display.picture()
        assert picture == bytes(rig.panel.buffer)
        assert picture not in pictures
        pictures.append(picture)
    result = dict(rig.test.measured)
    assert result["display"] == "0x3C 1 MHz"
    assert result["keys"] == "all six"
    assert "kB free" in result["memory"]
    assert "kB free" in result["flash"]
    assert len(result["MicroPython"].split(".")) == 3
    try:
        rig.press(A)
    except Restarted:
        return
    raise AssertionError("no restart")


def test_a_display_that_comes_late_shows_it():
    rig = Rig(A, B, present=False)
    rig.run(1500)
    assert rig.test.fault == "silent"
    rig.display.plug()
    rig.run(2000)
    assert rig.test.fault is None
    assert rig.display.picture() == bytes(rig.panel.buffer)
