"""Builds the device from a board's data: see board/pico/board.py for what a board has to say."""

from machine import Timer

from mingg.hal.keys import Keys
from mingg.hal.store import Store
from mingg.hal.ticks import ticks_ms

MYPY = False
if MYPY:
    from typing import Callable, Protocol

    from mingg.hal.encoder import Encoder
    from mingg.hal.frame import Bus, Frame
    from mingg.hal.pins import KeyPins
    from mingg.hal.signals import Signals

    class Board(Protocol):
        @property
        def KEYS(self) -> tuple[int, ...]: ...
        @property
        def KEYS_WIRED(self) -> str: ...
        @property
        def DISPLAY(self) -> tuple[str, str]: ...
        @property
        def I2C(self) -> tuple[int, int, int, int]: ...
        @property
        def DISPLAY_ADDRESSES(self) -> tuple[int, ...]: ...
        @property
        def SPI(self) -> tuple[int, int, int, int, int, int, int]: ...
        @property
        def BUZZER(self) -> int | None: ...
        @property
        def LIGHT(self) -> int | str | None: ...
        @property
        def STORE(self) -> str: ...
        @property
        def TIMER(self) -> int: ...
        @property
        def PIN(self) -> str: ...


SAMPLE_MS = 5  # three agreeing readings outlast the bounce of a button, and keep a key's answer prompt

_timer: "Timer | None" = None  # kept here: a timer that nothing refers to is collected, and stops
_keys: "KeyPins | Encoder | None" = None


def build(board: "Board") -> "tuple[Frame, Keys, Store, Signals | None]":
    """The panel, the keys (sampled from now on), the store, and the signals where the board has any. Nothing is sent to
    the display yet."""
    global _timer, _keys
    panel = _panel(board)
    reader = _keys = _reader(board)
    keys = Keys(reader.latches)
    signals = _signals(board)

    def sample(timer: Timer) -> None:
        now = ticks_ms()
        keys.sample(reader.mask(now), now, reader.fell())
        if signals is not None:
            signals.step(now)

    _timer = Timer(board.TIMER, period=SAMPLE_MS, callback=sample)
    store = Store(board.STORE)  # littlefs has committed a file when it is closed: nothing to sync
    return panel, keys, store, signals


def test_wanted() -> bool:
    """A and B are down."""
    return _keys is not None and _keys.last_two()


def _reader(board: "Board") -> "KeyPins | Encoder":
    wired = board.KEYS_WIRED
    if wired == "encoder":
        from mingg.hal.encoder import Encoder

        return Encoder(board.KEYS)
    if wired not in ("ground", "supply"):
        raise ValueError("board.py: no keys are wired to " + wired)
    from mingg.hal.pins import KeyPins

    return KeyPins(board.KEYS, wired == "supply")


def _panel(board: "Board") -> "Frame":
    """Only what this board needs is loaded."""
    chip, wire = board.DISPLAY
    bus: "Callable[[], Bus]"
    if wire == "i2c":
        from mingg.hal import i2c

        bus, addresses = lambda: i2c.open_bus(*board.I2C), board.DISPLAY_ADDRESSES
    elif wire == "spi":
        from mingg.hal import spi

        bus, addresses = lambda: spi.open_bus(*board.SPI), spi.ADDRESSES
    else:
        raise ValueError("board.py: no display is wired by " + wire)
    if chip == "ssd1306":
        from mingg.hal.ssd1306 import SSD1306

        return SSD1306(bus, addresses)
    if chip == "sh1106":
        from mingg.hal.sh1106 import SH1106

        return SH1106(bus, addresses)
    raise ValueError("board.py: no driver for a " + chip)


def _signals(board: "Board") -> "Signals | None":
    if board.BUZZER is None and board.LIGHT is None:
        return None
    from mingg.hal.pins import buzzer, lamp
    from mingg.hal.signals import Signals

    return Signals(
        None if board.BUZZER is None else buzzer(board.BUZZER), None if board.LIGHT is None else lamp(board.LIGHT)
    )
