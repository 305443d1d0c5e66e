"""Finds faults in the data of a board, before anyone solders it. chips.toml lists what each GPIO of a chip can do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mingg_host.board.data import BUTTONS, Board, BoardError, Pin, Use
from mingg_host.common import toml_text

DISPLAYS = ("ssd1306", "sh1106")
BUSES = ("i2c", "spi")
WAYS = ("ground", "supply")
I2C_FASTEST = 400_000  # Hz, for both displays
SPI_FASTEST = {"ssd1306": 10_000_000, "sh1106": 4_000_000}  # Hz
ADDRESSES = {0x3C, 0x3D}
INSIDE = ("light", "battery")  # parts that may be on a pin without a leg
SUPPLY_MV = 3300
HIGHEST_MV = 5500  # on VSYS of a Pico (its data sheet, "Powering Pico")

Chip = dict[str, Any]  # a table of chips.toml


def faults(board: Board) -> list[str]:
    """Returns a sentence for each fault; none if the board can be built."""
    chips = toml_text.parse(Path(__file__).with_name("chips.toml").read_text(encoding="utf-8"))
    try:
        own = chips.get(board["chip"])
        if own is None:
            return [
                f"chip is {board['chip']}, but mingg_host/board/chips.toml has only {', '.join(chips)}. Add it there"
            ]
        chip = chips.get(own.get("like"), {}) | own
        of_chip = (_clock(board, chip), _pins(board, chip), _battery(board, chip), _buses(board, chip))
        return [fault for each in (_settings(board, chip), *of_chip, _wires(board)) for fault in each]
    except BoardError as error:
        return [str(error)]
    except (TypeError, ValueError, KeyError) as error:
        return [f"{board.folder}: a value has another form than in board/pico: {error!r}. Write it as there"]


def _gpios(ranges: str) -> list[int]:
    """Returns the GPIOs of a text such as "0-19 21"."""
    ends = ([int(end) for end in each.split("-")] for each in ranges.split())
    return [gpio for each in ends for gpio in range(each[0], each[-1] + 1)]


def _settings(board: Board, chip: Chip) -> Iterator[str]:
    driver, bus = board["DISPLAY"]
    if driver not in DISPLAYS or bus not in BUSES:
        yield f"DISPLAY is {driver} on {bus}. Choose {' or '.join(DISPLAYS)} on {' or '.join(BUSES)}"
    wired = board["KEYS_WIRED"]
    if wired not in WAYS:
        yield f"KEYS_WIRED is {wired}. Choose one of {', '.join(WAYS)}"
    if len(board["KEYS"]) != len(BUTTONS):
        yield f"KEYS has {len(board['KEYS'])} pins. Name those of {', '.join(BUTTONS)}"
    if not set(board["DISPLAY_ADDRESSES"]) <= ADDRESSES or not board["DISPLAY_ADDRESSES"]:
        yield "DISPLAY_ADDRESSES: displays answer only at 0x3C and 0x3D. Write one of them or both"
    if not 0 < board["I2C"][3] <= I2C_FASTEST:
        yield f"I2C at {board['I2C'][3]} Hz: the displays work up to {I2C_FASTEST}. Write at most that"
    fastest = SPI_FASTEST.get(driver, max(SPI_FASTEST.values()))
    if not 0 < board["SPI"][6] <= fastest:
        yield f"SPI at {board['SPI'][6]} Hz: the display works up to {fastest}. Write at most that"
    if not str(board["STORE"]).startswith("/"):
        yield "STORE: this is not a folder from the root of the flash. Write for example /ledger"
    if wired == "supply" and chip["no_pull_down"]:
        why = chip["no_pull_down"]
        yield f"KEYS_WIRED is supply, but the chip's pull-down resistors are not reliable ({why}). Use ground"


def _clock(board: Board, chip: Chip) -> Iterator[str]:
    hz, millivolts = board["CLOCK"]
    if not 0 < hz <= chip["hz"]:
        yield f"CLOCK is {hz} Hz: the chip works up to {chip['hz']}. Write at most that"
    needed = (chip["fast_mv"],) if hz > chip["stock_hz"] else (0, chip["stock_mv"], chip["fast_mv"])
    if millivolts not in needed:
        yield f"CLOCK has {millivolts} mV. At this frequency write {' or '.join(map(str, dict.fromkeys(needed)))}"


def _battery(board: Board, chip: Chip) -> Iterator[str]:
    if board.pins.get("BATTERY") is None:
        return
    gpio, upper, lower, limit = board["BATTERY"]
    if gpio not in _gpios(chip["analogue"]):
        choice = ", ".join(_named(board, pin) for pin in _gpios(chip["analogue"]))
        yield f"BATTERY: {_named(board, gpio)} cannot measure a voltage. Choose one of {choice}"
    if upper < 0 or lower <= 0:
        yield f"BATTERY has the resistors {upper} and {lower}. Write their ohms; 0 and 1 if there are none"
    else:
        most = min(HIGHEST_MV, SUPPLY_MV * (upper + lower) // lower)
        if not 0 < limit < most:
            yield f"BATTERY is low below {limit} mV, but this divider measures less than {most}. Write less"


def _named(board: Board, pin: Pin) -> str:
    return f"{board['PIN']}{pin}" if isinstance(pin, int) else str(pin)


def _purpose(use: Use) -> str:
    return f"{use.part} {use.terminal}".strip()


def _pins(board: Board, chip: Chip) -> Iterator[str]:
    taken: dict[Pin, Use] = {}
    for use in board.uses():
        name = _named(board, use.pin)
        if use.pin in taken:
            yield f"{name} is used twice: {_purpose(taken[use.pin])} and {_purpose(use)}. Choose another pin for one"
        taken[use.pin] = use
        problem = _problem(board, chip, use)
        if problem:
            yield f"{name} ({_purpose(use)}): {problem}. Choose another one"


def _problem(board: Board, chip: Chip, use: Use) -> str:
    """Says why a pin does not fit its purpose; "" if it does."""
    gpio = use.pin if isinstance(use.pin, int) else None
    if gpio is not None and gpio not in _gpios(chip["gpios"]):
        return "the chip does not have this pin"
    if board.leg(use.pin) is None and not (board.inside(use.pin) and use.part in INSIDE):
        return "the board has no leg for this pin"
    if gpio is not None and gpio == chip["answers"].get(str(board["SPI"][0])) and use.part != "light":
        return f"MicroPython uses this pin for SPI {board['SPI'][0]}"
    return ""


def _buses(board: Board, chip: Chip) -> Iterator[str]:
    for bus, lines in (("I2C", ("SDA", "SCL")), ("SPI", ("SCK", "MOSI"))):
        number, *pins = board[bus][:3]
        able = chip[bus.lower()]
        if str(number) not in able:
            yield f"{bus} {number}: the chip has only {bus} {', '.join(able)}. Choose one of them"
            continue
        for line, pin in zip(lines, pins, strict=False):
            gpios = _gpios(able[str(number)].get(line, ""))
            if gpios and pin not in gpios:
                choice = ", ".join(_named(board, gpio) for gpio in gpios)
                yield f"{_named(board, pin)} cannot be {line} of {bus} {number}. Choose one of {choice}"


def _wires(board: Board) -> Iterator[str]:
    wires = board["wires"]
    for part, name, printed in (
        ("display VCC", wires["display"]["VCC"], "3V3"),
        ("display GND", wires["display"]["GND"], "GND"),
        ("keys", wires["keys"], "3V3" if board["KEYS_WIRED"] == "supply" else "GND"),
        ("buzzer GND", wires["buzzer"]["GND"], "GND"),
    ):
        leg = board.legs.get(name)
        if leg is None or leg.printed != printed:
            yield f"board.toml, wires: {part} must go to {printed}, not to {name}"
    for side in ("left", "right"):
        names = board[side]
        if len(set(names)) != len(names):
            yield f"board.toml, {side}: two legs have the same name. Rename one"
    if set(board["left"]) & set(board["right"]):
        yield "board.toml: a leg of the left side has the same name as one of the right side. Rename one"
