"""Builds the device from a board's data: see board/pico/board.py for what a board has to say."""

from machine import Timer

from mingg.hal.keys import Keys
from mingg.hal.pins import KeyPins, open_i2c
from mingg.hal.ssd1306 import SSD1306
from mingg.hal.store import Store
from mingg.hal.ticks import ticks_ms

MYPY = False
if MYPY:
    from typing import Protocol

    class Board(Protocol):
        @property
        def KEYS(self) -> tuple[int, ...]: ...
        @property
        def I2C(self) -> tuple[int, int, int, int]: ...
        @property
        def DISPLAY_ADDRESSES(self) -> tuple[int, ...]: ...
        @property
        def STORE(self) -> str: ...


SAMPLE_MS = 5  # three agreeing readings outlast the bounce of a button, and keep a key's answer prompt

_timer: "Timer | None" = None  # kept here: a timer that nothing refers to is collected, and stops


def build(board: "Board") -> "tuple[SSD1306, Keys, Store]":
    """The panel, the keys (sampled from now on) and the store. Nothing is sent to the display yet."""
    global _timer
    panel = SSD1306(lambda: open_i2c(*board.I2C), board.DISPLAY_ADDRESSES)
    keys = Keys()
    pins = KeyPins(board.KEYS)
    _timer = Timer(-1, period=SAMPLE_MS, callback=lambda timer: keys.sample(pins.mask(), ticks_ms(), pins.fell()))
    return panel, keys, Store(board.STORE)  # littlefs has committed a file when it is closed: nothing to sync
