"""The checks of wires in the self-test. Runs under pytest and, unchanged, on MicroPython."""

import sys

from help import fake_machine
from help.fake_machine import NoTime, Pin, SoftI2C
from help.virtual_displays import VirtualSSD1306
from mingg.hal import probe
from mingg.hal.probe import EXCHANGED, SCL_LOW, SDA_LOW, SILENT, TOUCH, Probe
from mingg.hal.ssd1306 import SSD1306

SDA, SCL = 6, 7


class Board:
    """The constants of a board."""

    def __init__(self, wired="ground", keys=(20, 3, 17, 8, 9, 26), bus="i2c"):
        self.KEYS_WIRED = wired
        self.KEYS = keys
        self.DISPLAY = ("ssd1306", bus)
        self.I2C = (1, SDA, SCL, 100000)
        self.DISPLAY_ADDRESSES = (0x3C, 0x3D)
        self.PIN = "GP"


def a_probe(present=False, address=0x3C, **board):
    fake_machine.reset_everything()
    probe.time = NoTime()
    display = VirtualSSD1306(address)
    display.present = present
    panel = SSD1306(lambda: display)
    panel.show()
    return Probe(Board(**board), panel)


def test_pins_are_called_as_on_the_board():
    report = a_probe()
    assert [report.pin(key) for key in range(6)] == ["GP20", "GP3", "GP17", "GP8", "GP9", "GP26"]
    assert report.wires() == ("GP6", "GP7")
    assert not report.to_supply
    assert a_probe(wired="supply").to_supply


def test_a_display_that_answers_is_reported_with_its_address():
    report = a_probe(present=True, address=0x3D)
    assert report.display() == "0x3D"


def test_a_fast_bus_is_reported_with_the_address():
    report = a_probe(present=True)
    fast = probe.device.is_fast
    probe.device.is_fast = lambda: True
    try:
        assert report.fast()
        assert report.display() == "0x3C 1 MHz"
    finally:
        probe.device.is_fast = fast
    assert not report.fast()
    assert report.fault() is None


def test_a_display_on_spi_reports_nothing():
    report = a_probe(bus="spi")
    assert report.display() == "SPI"
    assert report.wires() is None
    assert report.fault() is None


def test_a_silent_display_is_reported():
    report = a_probe()
    assert report.display() is None
    assert report.fault() == SILENT


def test_a_wire_that_is_held_at_ground():
    report = a_probe()
    Pin.held_low.add(SCL)
    assert report.fault() == SCL_LOW
    Pin.held_low.add(SDA)
    assert report.fault() == SDA_LOW
    Pin.held_low.clear()
    assert report.fault() == SILENT


def test_two_wires_that_touch():
    report = a_probe()
    Pin.on_low = lambda number: Pin.held_low.add(SDA) if number == SCL else None
    assert report.fault() == TOUCH
    assert Pin.by_number[SCL].out == 1, "let go again"


def test_two_wires_that_are_exchanged():
    report = a_probe()
    SoftI2C.answering = (((SCL, SDA), 0x3C),)
    assert report.fault() == SILENT
    SoftI2C.answering = (((SDA, SCL), 0x29),)
    assert report.fault() == SILENT, "something else"
    SoftI2C.answering = (((SDA, SCL), 0x3D),)
    assert report.fault() == EXCHANGED


def test_versions_are_reported():
    numbers = a_probe().micropython().split(".")
    assert len(numbers) == 3
    assert numbers[0] == str(sys.implementation.version[0])
