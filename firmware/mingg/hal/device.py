"""Builds the drivers from the data of a board. board/pico/board.py explains that data."""

from typing import Callable, Protocol

from machine import Timer

from mingg.hal.frame import Bus, Frame
from mingg.hal.i2c import Wire
from mingg.hal.keys import Keys
from mingg.hal.pins import KeyPins
from mingg.hal.signals import Signals
from mingg.hal.store import Store
from mingg.hal.ticks import ticks_ms


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
    def BUZZER(self) -> "int | None": ...
    @property
    def LIGHT(self) -> "int | str | None": ...
    @property
    def BATTERY(self) -> "tuple[int, int, int, int] | None": ...
    @property
    def STORE(self) -> str: ...
    @property
    def TIMER(self) -> int: ...
    @property
    def PIN(self) -> str: ...


SAMPLE_MS = 5  # three equal readings outlast the bounce of a button, while the main loop is busy, too

_sample: "Callable[[Timer | None], None] | None" = None
_timer: "Timer | None" = None  # keeps a reference: a timer without one is collected, and stops
_keys: "KeyPins | None" = None
_wire: "Wire | None" = None  # None on SPI


def build(board: "Board") -> "tuple[Frame, Keys, Store, Signals | None]":
    """Returns the panel, the keys, the store, and the signals (None if the board has neither buzzer nor light).

    Starts to sample the keys. Sends nothing to the display yet. Raises ValueError for a wrong board.py.
    """
    global _timer, _keys, _sample
    panel = _panel(board)
    reader = _keys = _reader(board)
    keys = Keys(True)
    signals = _signals(board)

    sampling = False

    def sample(timer: "Timer | None") -> None:
        nonlocal sampling
        if sampling:  # the timer interrupts sample_keys()
            return
        sampling = True
        now = ticks_ms()
        # First what fell: the garbage collector may run between the two. A key that went down then is down below; the
        # other way round it would have fallen and be up.
        fell = reader.fell()
        keys.sample(reader.mask(), now, fell)
        if signals is not None:
            signals.step(now)
        sampling = False

    _sample = sample
    _timer = Timer(board.TIMER, period=SAMPLE_MS, callback=sample)
    store = Store(board.STORE, None, True)  # without sync: littlefs commits a file when it is closed
    return panel, keys, store, signals


def sample_keys() -> None:
    """Samples the keys between two calls by the timer: a main loop that has nothing else to do answers them sooner."""
    if _sample is not None:
        _sample(None)


def test_wanted() -> bool:
    """Returns whether A and B are down: the players ask for the self-test."""
    return _keys is not None and _keys.last_two()


def use_fast(on: bool) -> None:
    """Makes the bus of the display fast, or not, when it is opened next: see i2c.Wire. On SPI nothing changes."""
    if _wire is not None:
        _wire.use_fast(on)


def is_fast() -> bool:
    """Returns whether the bus of the display is fast now."""
    return _wire is not None and _wire.fast


def _reader(board: "Board") -> "KeyPins":
    wired = board.KEYS_WIRED
    if wired not in ("ground", "supply"):
        raise ValueError("board.py: KEYS_WIRED is " + wired + ". Use ground or supply.")
    from mingg.hal.pins import KeyPins

    return KeyPins(board.KEYS, wired == "supply")


def _panel(board: "Board") -> "Frame":
    """Returns the driver of the display. Loads no module that this board does not need."""
    global _wire
    chip, wire = board.DISPLAY
    bus: "Callable[[], Bus]"
    _wire = None
    if wire == "i2c":
        from mingg.hal import i2c

        _wire = i2c.Wire(*board.I2C)
        bus, addresses = _wire.open, board.DISPLAY_ADDRESSES
    elif wire == "spi":
        from mingg.hal import spi

        bus, addresses = lambda: spi.open_bus(*board.SPI), spi.ADDRESSES
    else:
        raise ValueError("board.py: DISPLAY has " + wire + ". Use i2c or spi.")
    if chip == "ssd1306":
        from mingg.hal.ssd1306 import SSD1306

        return SSD1306(bus, addresses)
    if chip == "sh1106":
        from mingg.hal.sh1106 import SH1106

        return SH1106(bus, addresses)
    raise ValueError("board.py: DISPLAY has " + chip + ". Use ssd1306 or sh1106.")


def _signals(board: "Board") -> "Signals | None":
    if board.BUZZER is None and board.LIGHT is None:
        return None
    from mingg.hal.pins import buzzer, lamp
    from mingg.hal.signals import Signals

    return Signals(
        None if board.BUZZER is None else buzzer(board.BUZZER), None if board.LIGHT is None else lamp(board.LIGHT)
    )
