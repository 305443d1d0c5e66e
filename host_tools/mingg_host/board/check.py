"""What can be wrong with a board, told before anybody solders it."""

from __future__ import annotations

from collections.abc import Iterator

from mingg_host.board.chips import CHIPS
from mingg_host.board.data import Board, BoardError, Pin, Use

DISPLAYS = ("ssd1306", "sh1106")
BUSES = ("i2c", "spi")
WAYS = {"ground": 6, "supply": 6, "encoder": 4}
I2C_FASTEST = 400_000  # both displays
SPI_FASTEST = 4_000_000  # the slower one's
ADDRESSES = {0x3C, 0x3D}


def faults(board: Board) -> list[str]:
    """A sentence for each fault, none where the board can be built."""
    try:
        return [*_settings(board), *_pins(board), *_buses(board), *_wires(board)]
    except BoardError as error:
        return [str(error)]
    except (TypeError, ValueError, KeyError) as error:
        return [f"{board.folder}: not as the other boards have it: {error!r}"]


def _settings(board: Board) -> Iterator[str]:
    chip, bus = board["DISPLAY"]
    if chip not in DISPLAYS or bus not in BUSES:
        yield f"DISPLAY is {chip} on {bus}; there are {', '.join(DISPLAYS)} on {', '.join(BUSES)}"
    wired = board["KEYS_WIRED"]
    if wired not in WAYS:
        yield f"KEYS_WIRED is {wired}; there are {', '.join(WAYS)}"
    elif len(board["KEYS"]) != WAYS[wired]:
        yield f"KEYS has {len(board['KEYS'])} pins; wired to {wired} there are {WAYS[wired]}"
    if not set(board["DISPLAY_ADDRESSES"]) <= ADDRESSES or not board["DISPLAY_ADDRESSES"]:
        yield "DISPLAY_ADDRESSES: a display answers at 0x3C or 0x3D"
    if not 0 < board["I2C"][3] <= I2C_FASTEST:
        yield f"I2C at {board['I2C'][3]} Hz; the displays go up to {I2C_FASTEST}"
    if not 0 < board["SPI"][6] <= SPI_FASTEST:
        yield f"SPI at {board['SPI'][6]} Hz; the displays go up to {SPI_FASTEST}"
    if not str(board["STORE"]).startswith("/"):
        yield "STORE is a folder from the root of the flash, such as /ledger"
    if wired == "supply" and board["chip"] in CHIPS and CHIPS[board["chip"]].no_pull_down:
        why = CHIPS[board["chip"]].no_pull_down
        yield f"KEYS_WIRED is supply: the chip's pull-down resistors are not to be relied on ({why}); use ground"
    if board["chip"] not in CHIPS:
        yield f"chip is {board['chip']}; {', '.join(CHIPS)} are in mingg_host/board/chips.py"


def _named(board: Board, pin: Pin) -> str:
    return f"{board['PIN']}{pin}" if isinstance(pin, int) else str(pin)


def _what(use: Use) -> str:
    return f"{use.part} {use.terminal}".strip()


def _pins(board: Board) -> Iterator[str]:
    chip = CHIPS.get(board["chip"])
    taken: dict[Pin, Use] = {}
    for use in board.uses():
        name = _named(board, use.pin)
        if use.pin in taken:
            yield f"{name} is used twice: {_what(taken[use.pin])} and {_what(use)}"
        taken[use.pin] = use
        if isinstance(use.pin, int) and chip is not None and use.pin not in chip.gpios:
            yield f"{name} ({_what(use)}): the chip has no such pin"
        elif board.leg(use.pin) is None and not (board.inside(use.pin) and use.part == "light"):
            yield f"{name} ({_what(use)}): the board has no leg for it"
        elif isinstance(use.pin, int) and chip is not None:
            if use.pin in chip.unfit:
                yield f"{name} ({_what(use)}): it {chip.unfit[use.pin]}"
            if use.pin in chip.inputs and use.part != "keys":
                yield f"{name} ({_what(use)}): it can only be read"
            if use.pin in chip.inputs and use.part == "keys":
                yield f"{name} ({_what(use)}): it has no resistor of its own"


def _buses(board: Board) -> Iterator[str]:
    chip = CHIPS.get(board["chip"])
    if chip is None:
        return
    for bus, lines, able in (("I2C", ("SDA", "SCL"), chip.i2c), ("SPI", ("SCK", "MOSI"), chip.spi)):
        number, *pins = board[bus][:3]
        if number not in able:
            yield f"{bus} {number}: the chip has {', '.join(str(each) for each in able)}"
            continue
        fit = able[number]
        for line, pin, gpios in zip(lines, pins, fit or (), strict=False):
            if pin not in gpios:
                can = ", ".join(_named(board, each) for each in sorted(gpios))
                yield f"{_named(board, pin)} cannot be {line} of {bus} {number}; {can} can"
    listens = chip.answers.get(board["SPI"][0])
    for use in board.uses():
        if use.pin == listens and use.part != "light":
            yield f"{_named(board, use.pin)} ({_what(use)}): MicroPython takes it for SPI {board['SPI'][0]} unasked"


def _wires(board: Board) -> Iterator[str]:
    wires = board["wires"]
    for what, name, printed in (
        ("display VCC", wires["display"]["VCC"], "3V3"),
        ("display GND", wires["display"]["GND"], "GND"),
        ("keys", wires["keys"], "3V3" if board["KEYS_WIRED"] == "supply" else "GND"),
        ("buzzer GND", wires["buzzer"]["GND"], "GND"),
    ):
        leg = board.legs.get(name)
        if leg is None or leg.printed != printed:
            yield f"board.toml, wires: {what} goes to {printed}, not to {name}"
    for side in ("left", "right"):
        names = board[side]
        if len(set(names)) != len(names):
            yield f"board.toml, {side}: a leg is named twice"
    if set(board["left"]) & set(board["right"]):
        yield "board.toml: a leg of the left side is one of the right side too"
