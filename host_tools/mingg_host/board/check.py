"""Finds faults in the data of a board, before anyone solders it."""

from __future__ import annotations

from collections.abc import Iterator

from mingg_host.board.chips import CHIPS
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


def faults(board: Board) -> list[str]:
    """Returns a sentence for each fault; none if the board can be built."""
    try:
        return [*_settings(board), *_clock(board), *_pins(board), *_battery(board), *_buses(board), *_wires(board)]
    except BoardError as error:
        return [str(error)]
    except (TypeError, ValueError, KeyError) as error:
        return [f"{board.folder}: a value has another form than in board/pico: {error!r}. Write it as there"]


def _settings(board: Board) -> Iterator[str]:
    chip, bus = board["DISPLAY"]
    if chip not in DISPLAYS or bus not in BUSES:
        yield f"DISPLAY is {chip} on {bus}. Choose {' or '.join(DISPLAYS)} on {' or '.join(BUSES)}"
    wired = board["KEYS_WIRED"]
    if wired not in WAYS:
        yield f"KEYS_WIRED is {wired}. Choose one of {', '.join(WAYS)}"
    elif len(board["KEYS"]) != WAYS[wired]:
        yield f"KEYS has {len(board['KEYS'])} pins. Keys wired to {wired} need {WAYS[wired]}"
    if not set(board["DISPLAY_ADDRESSES"]) <= ADDRESSES or not board["DISPLAY_ADDRESSES"]:
        yield "DISPLAY_ADDRESSES: displays answer only at 0x3C and 0x3D. Write one of them or both"
    if not 0 < board["I2C"][3] <= I2C_FASTEST:
        yield f"I2C at {board['I2C'][3]} Hz: the displays work up to {I2C_FASTEST}. Write at most that"
    fastest = SPI_FASTEST.get(chip, max(SPI_FASTEST.values()))
    if not 0 < board["SPI"][6] <= fastest:
        yield f"SPI at {board['SPI'][6]} Hz: the display works up to {fastest}. Write at most that"
    if not str(board["STORE"]).startswith("/"):
        yield "STORE: this is not a folder from the root of the flash. Write for example /ledger"
    if wired == "supply" and board["chip"] in CHIPS and CHIPS[board["chip"]].no_pull_down:
        why = CHIPS[board["chip"]].no_pull_down
        yield f"KEYS_WIRED is supply, but the chip's pull-down resistors are not reliable ({why}). Use ground"
    if board["chip"] not in CHIPS:
        yield f"chip is {board['chip']}, but mingg_host/board/chips.py has only {', '.join(CHIPS)}. Add it there"


def _clock(board: Board) -> Iterator[str]:
    hz, millivolts = board["CLOCK"]
    chip = CHIPS.get(board["chip"])
    if chip is None:
        return
    if not 0 < hz <= chip.hz:
        yield f"CLOCK is {hz} Hz: the chip works up to {chip.hz}. Write at most that"
    needed = (chip.fast_mv,) if hz > chip.stock_hz else (0, chip.stock_mv, chip.fast_mv)
    if millivolts not in needed:
        yield f"CLOCK has {millivolts} mV. At this frequency write {' or '.join(map(str, dict.fromkeys(needed)))}"


def _battery(board: Board) -> Iterator[str]:
    if board.pins.get("BATTERY") is None:
        return
    gpio, upper, lower, limit = board["BATTERY"]
    chip = CHIPS.get(board["chip"])
    if chip is not None and gpio not in chip.analogue:
        choice = ", ".join(_named(board, pin) for pin in sorted(chip.analogue))
        other = f"Choose one of {choice}" if choice else "On this chip Mingg measures no battery: write None"
        yield f"BATTERY: {_named(board, gpio)} cannot measure a voltage. {other}"
    if upper < 0 or lower <= 0:
        yield f"BATTERY has the resistors {upper} and {lower}. Write their ohms; 0 and 1 if there are none"
    elif not 0 < limit < min(HIGHEST_MV, SUPPLY_MV * (upper + lower) // lower):
        most = min(HIGHEST_MV, SUPPLY_MV * (upper + lower) // lower)
        yield f"BATTERY is low below {limit} mV, but this divider measures less than {most}. Write less"


def _named(board: Board, pin: Pin) -> str:
    return f"{board['PIN']}{pin}" if isinstance(pin, int) else str(pin)


def _purpose(use: Use) -> str:
    return f"{use.part} {use.terminal}".strip()


def _pins(board: Board) -> Iterator[str]:
    chip = CHIPS.get(board["chip"])
    taken: dict[Pin, Use] = {}
    for use in board.uses():
        name = _named(board, use.pin)
        if use.pin in taken:
            yield f"{name} is used twice: {_purpose(taken[use.pin])} and {_purpose(use)}. Choose another pin for one"
        taken[use.pin] = use
        if isinstance(use.pin, int) and chip is not None and use.pin not in chip.gpios:
            yield f"{name} ({_purpose(use)}): the chip does not have this pin. Choose another one"
        elif board.leg(use.pin) is None and not (board.inside(use.pin) and use.part in INSIDE):
            yield f"{name} ({_purpose(use)}): the board has no leg for this pin. Choose another one"
        elif isinstance(use.pin, int) and chip is not None:
            if use.pin in chip.unfit:
                yield f"{name} ({_purpose(use)}): it {chip.unfit[use.pin]}. Choose another one"
            if use.pin in chip.inputs and use.part != "keys":
                yield f"{name} ({_purpose(use)}): this pin is only an input. Choose another one"
            if use.pin in chip.inputs and use.part == "keys":
                yield f"{name} ({_purpose(use)}): this pin has no pull-up or pull-down resistor. Choose another one"


def _buses(board: Board) -> Iterator[str]:
    chip = CHIPS.get(board["chip"])
    if chip is None:
        return
    for bus, lines, able in (("I2C", ("SDA", "SCL"), chip.i2c), ("SPI", ("SCK", "MOSI"), chip.spi)):
        number, *pins = board[bus][:3]
        if number not in able:
            yield f"{bus} {number}: the chip has only {bus} {', '.join(map(str, able))}. Choose one of them"
            continue
        for line, pin, gpios in zip(lines, pins, able[number] or (), strict=False):
            if pin not in gpios:
                choice = ", ".join(_named(board, gpio) for gpio in sorted(gpios))
                yield f"{_named(board, pin)} cannot be {line} of {bus} {number}. Choose one of {choice}"
    listens = chip.answers.get(board["SPI"][0])
    for use in board.uses():
        if use.pin == listens and use.part != "light":
            bus = f"SPI {board['SPI'][0]}"
            yield f"{_named(board, use.pin)} ({_purpose(use)}): MicroPython uses this pin for {bus}. Choose another one"


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
