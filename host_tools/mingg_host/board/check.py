"""Finds faults in the data of a board, before anyone solders it. CHIPS lists what each GPIO of a chip can do: a new
chip needs one entry there.

Sources: data sheets of RP2040 (1.4.3), RP2350 (1.2.3; I2C and SPI are the same on GPIO 0 to 29), ESP32 (2.2 to 2.4 and
4.10), ESP32-C3 (2.3 and 3.3), ESP32-S3 (2.3 and 3). The clock of the RP2040: release notes of Raspberry Pi's SDK
2.1.1. Pins that MicroPython uses automatically: ports/rp2/machine_spi.c
and ports/esp32/machine_hw_spi.h of MicroPython.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mingg_host.board.data import Board, BoardError, Pin, Use

DISPLAYS = ("ssd1306", "sh1106")
BUSES = ("i2c", "spi")
WAYS = {"ground": 6, "supply": 6, "encoder": 4}
I2C_FASTEST = 400_000  # Hz, for both displays
SPI_FASTEST = {"ssd1306": 10_000_000, "sh1106": 4_000_000}  # Hz
ADDRESSES = {0x3C, 0x3D}
INSIDE = ("light", "battery")  # parts that may be on a pin without a leg
SUPPLY_MV = 3300
HIGHEST_MV = 5500  # on VSYS of a Pico (its data sheet, "Powering Pico")


class Chip(NamedTuple):
    """gpios: all GPIOs. unfit: GPIOs that Mingg must not use, and why. inputs: GPIOs that cannot drive a line.

    i2c: by number of the bus, the GPIOs for (SDA, SCL). spi: by number, those for (SCK, MOSI). None: any GPIO.
    answers: by number of the SPI, the GPIO that MicroPython uses as MISO if none is named.
    hz: its fastest clock. stock_hz, stock_mv, fast_mv: above stock_hz it needs fast_mv instead of stock_mv; all 0 if
    the chip chooses its voltage itself.
    no_pull_down: why its pull-down resistors are not reliable; "" if they are.
    analogue: GPIOs that can measure a voltage.
    """

    gpios: frozenset[int]
    unfit: dict[int, str]
    inputs: frozenset[int]
    i2c: dict[int, tuple[frozenset[int], frozenset[int]] | None]
    spi: dict[int, tuple[frozenset[int], frozenset[int]] | None]
    answers: dict[int, int]
    hz: int
    stock_hz: int = 0
    stock_mv: int = 0
    fast_mv: int = 0
    no_pull_down: str = ""
    analogue: frozenset[int] = frozenset()


def _every(step: int, first: int, *starts: int) -> frozenset[int]:
    """In eight GPIOs from each start, those that are `first` more than a multiple of `step`."""
    return frozenset(gpio for start in starts for gpio in range(start, start + 8) if gpio % step == first and gpio < 30)


def _why(reasons: dict[str, Iterable[int]]) -> dict[int, str]:
    return {gpio: reason for reason, gpios in reasons.items() for gpio in gpios}


_RP2 = Chip(
    gpios=frozenset(range(30)),
    unfit={},
    inputs=frozenset(),
    i2c={
        0: (frozenset(range(0, 30, 4)), frozenset(range(1, 30, 4))),
        1: (frozenset(range(2, 30, 4)), frozenset(range(3, 30, 4))),
    },
    spi={0: (_every(4, 2, 0, 16), _every(4, 3, 0, 16)), 1: (_every(4, 2, 8, 24), _every(4, 3, 8, 24))},
    answers={0: 16, 1: 8},
    hz=200_000_000,
    stock_hz=133_000_000,
    stock_mv=1100,
    fast_mv=1150,
    analogue=frozenset(range(26, 30)),
)

STRAPPING = "decides how the chip starts"
FLASH = "belongs to the flash"
CONSOLE = "belongs to the console"
USB = "belongs to the USB socket"

CHIPS = {
    "rp2040": _RP2,
    "rp2350": _RP2._replace(hz=150_000_000, stock_hz=0, stock_mv=0, fast_mv=0, no_pull_down="erratum RP2350-E9"),
    "esp32": Chip(
        gpios=frozenset({*range(24), *range(25, 28), *range(32, 40)} - {20}),
        unfit=_why({STRAPPING: (0, 2, 5, 12, 15), FLASH: range(6, 12), CONSOLE: (1, 3)}),
        inputs=frozenset(range(34, 40)),
        i2c={0: None, 1: None},
        spi={1: None, 2: None},
        answers={1: 12, 2: 19},
        hz=240_000_000,
    ),
    "esp32-c3": Chip(
        gpios=frozenset(range(22)),
        unfit=_why({STRAPPING: (2, 8, 9), FLASH: range(11, 18), USB: (18, 19), CONSOLE: (20, 21)}),
        inputs=frozenset(),
        i2c={0: None},
        spi={1: None},
        answers={1: 2},
        hz=160_000_000,
    ),
    "esp32-s3": Chip(
        gpios=frozenset({*range(22), *range(26, 49)}),
        unfit=_why({STRAPPING: (0, 3, 45, 46), FLASH: range(26, 38), USB: (19, 20), CONSOLE: (43, 44)}),
        inputs=frozenset(),
        i2c={0: None, 1: None},
        spi={1: None, 2: None},
        answers={1: 13, 2: 37},
        hz=240_000_000,
    ),
}


def faults(board: Board) -> list[str]:
    """Returns a sentence for each fault; none if the board can be built."""
    try:
        chip = CHIPS.get(board["chip"])
        if chip is None:
            return [f"chip is {board['chip']}, but mingg_host/board/check.py has only {', '.join(CHIPS)}. Add it there"]
        of_chip = (_clock(board, chip), _pins(board, chip), _battery(board, chip), _buses(board, chip))
        return [fault for each in (_settings(board, chip), *of_chip, _wires(board)) for fault in each]
    except BoardError as error:
        return [str(error)]
    except (TypeError, ValueError, KeyError) as error:
        return [f"{board.folder}: a value has another form than in board/pico: {error!r}. Write it as there"]


def _settings(board: Board, chip: Chip) -> Iterator[str]:
    driver, bus = board["DISPLAY"]
    if driver not in DISPLAYS or bus not in BUSES:
        yield f"DISPLAY is {driver} on {bus}. Choose {' or '.join(DISPLAYS)} on {' or '.join(BUSES)}"
    wired = board["KEYS_WIRED"]
    if wired not in WAYS:
        yield f"KEYS_WIRED is {wired}. Choose one of {', '.join(WAYS)}"
    elif len(board["KEYS"]) != WAYS[wired]:
        yield f"KEYS has {len(board['KEYS'])} pins. Keys wired to {wired} need {WAYS[wired]}"
    if not set(board["DISPLAY_ADDRESSES"]) <= ADDRESSES or not board["DISPLAY_ADDRESSES"]:
        yield "DISPLAY_ADDRESSES: displays answer only at 0x3C and 0x3D. Write one of them or both"
    if not 0 < board["I2C"][3] <= I2C_FASTEST:
        yield f"I2C at {board['I2C'][3]} Hz: the displays work up to {I2C_FASTEST}. Write at most that"
    fastest = SPI_FASTEST.get(driver, max(SPI_FASTEST.values()))
    if not 0 < board["SPI"][6] <= fastest:
        yield f"SPI at {board['SPI'][6]} Hz: the display works up to {fastest}. Write at most that"
    if not str(board["STORE"]).startswith("/"):
        yield "STORE: this is not a folder from the root of the flash. Write for example /ledger"
    if wired == "supply" and chip.no_pull_down:
        why = chip.no_pull_down
        yield f"KEYS_WIRED is supply, but the chip's pull-down resistors are not reliable ({why}). Use ground"


def _clock(board: Board, chip: Chip) -> Iterator[str]:
    hz, millivolts = board["CLOCK"]
    if not 0 < hz <= chip.hz:
        yield f"CLOCK is {hz} Hz: the chip works up to {chip.hz}. Write at most that"
    needed = (chip.fast_mv,) if hz > chip.stock_hz else (0, chip.stock_mv, chip.fast_mv)
    if millivolts not in needed:
        yield f"CLOCK has {millivolts} mV. At this frequency write {' or '.join(map(str, dict.fromkeys(needed)))}"


def _battery(board: Board, chip: Chip) -> Iterator[str]:
    if board.pins.get("BATTERY") is None:
        return
    gpio, upper, lower, limit = board["BATTERY"]
    if gpio not in chip.analogue:
        choice = ", ".join(_named(board, pin) for pin in sorted(chip.analogue))
        other = f"Choose one of {choice}" if choice else "On this chip Mingg measures no battery: write None"
        yield f"BATTERY: {_named(board, gpio)} cannot measure a voltage. {other}"
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
    if gpio is not None and gpio not in chip.gpios:
        return "the chip does not have this pin"
    if board.leg(use.pin) is None and not (board.inside(use.pin) and use.part in INSIDE):
        return "the board has no leg for this pin"
    if gpio in chip.unfit:
        return f"it {chip.unfit[gpio]}"
    if gpio in chip.inputs:
        keys = use.part == "keys"
        return "this pin has no pull-up or pull-down resistor" if keys else "this pin is only an input"
    if gpio is not None and gpio == chip.answers.get(board["SPI"][0]) and use.part != "light":
        return f"MicroPython uses this pin for SPI {board['SPI'][0]}"
    return ""


def _buses(board: Board, chip: Chip) -> Iterator[str]:
    for bus, lines, able in (("I2C", ("SDA", "SCL"), chip.i2c), ("SPI", ("SCK", "MOSI"), chip.spi)):
        number, *pins = board[bus][:3]
        if number not in able:
            yield f"{bus} {number}: the chip has only {bus} {', '.join(map(str, able))}. Choose one of them"
            continue
        for line, pin, gpios in zip(lines, pins, able[number] or (), strict=False):
            if pin not in gpios:
                choice = ", ".join(_named(board, gpio) for gpio in sorted(gpios))
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
