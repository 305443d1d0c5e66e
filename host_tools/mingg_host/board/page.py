"""A board's README.md: its parts, its wiring, and the way onto it. What holds for every board is in ../README.md."""

from __future__ import annotations

from collections.abc import Iterator

from mingg_host.board.data import ENCODED, Board, Use
from mingg_host.board.wokwi import RFC2217

CHIPS = {"ssd1306": "SSD1306", "sh1106": "SH1106"}
PRINTED = {"SCK": "SCK, CLK or D0", "MOSI": "MOSI, SDA or D1", "RES": "RES or RST"}  # where modules differ


def readme(board: Board) -> str:
    """The page, as Markdown."""
    name = board.folder.name
    parts = (_head(board), _parts(board), _wiring(board), _other(board), _onto(board, name), _wokwi(board, name))
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(board: Board) -> Iterator[str]:
    yield "<!-- Made by `make boards` from board.py and board.toml: change those. -->"
    yield f"# {board.name}"
    yield ""
    yield board["about"]
    yield "How to choose and place the parts, the self-test, what is kept on the board, and what to do when something"
    yield "is wrong: [../README.md](../README.md)."
    yield ""


def _parts(board: Board) -> Iterator[str]:
    chip, bus = board["DISPLAY"]
    yield "## Parts"
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| 1 | {board['part']} |"
    yield f"| 1 | OLED module 128x64, driver **{CHIPS[chip]}**, {bus.upper()}, 3.3 V |"
    if board["KEYS_WIRED"] == ENCODED:
        yield "| 1 | rotary encoder with a push switch, such as a KY-040 or an EC11 |"
        yield "| 1 | push button that closes while pressed |"
    else:
        yield "| 6 | push buttons that close while pressed, 12 mm or larger for a hand that does not look |"
    yield "| 1, if you like | piezo buzzer, **passive**: it has no electronics of its own, only clicks on a battery |"
    yield "| | breadboard and jumper wires, or wire and solder; no resistors |"
    yield f"| | {board['cable']} cable, and a USB charger or power bank |"
    yield ""


def _where(board: Board, name: str) -> str:
    leg = board.legs[name]
    return f"{leg.printed} ({leg.number})"


def _pin(board: Board, use: Use) -> str:
    leg = board.leg(use.pin)
    return str(use.pin) if leg is None else _where(board, leg.name)


def _wiring(board: Board) -> Iterator[str]:
    wires, common = board["wires"], _where(board, board["wires"]["keys"])
    yield "## Wiring"
    yield ""
    if board["numbered"] == "round":
        yield "Numbers in brackets count the board's legs: 1 beside the USB socket on the left, the last one opposite."
    else:
        yield "Numbers in brackets count the board's legs on each side, 1 beside the module."
    yield ""
    yield "![How display, keys and buzzer are wired](wiring.svg)"
    yield ""
    yield f"| {board.name} | to |"
    yield "|---|---|"
    for terminal, name in wires["display"].items():
        yield f"| {_where(board, name)} | display {terminal} |"
    for use in board.uses():
        if use.part == "display":
            yield f"| {_pin(board, use)} | display {PRINTED.get(use.terminal, use.terminal)} |"
    for use in board.uses():
        if use.part == "keys":
            other = "" if board["KEYS_WIRED"] == ENCODED else f", its other leg to {common}"
            yield f"| {_pin(board, use)} | *{use.terminal}*{other} |"
        elif use.part == "buzzer":
            yield f"| {_pin(board, use)} | buzzer, its other leg to {_where(board, wires['buzzer']['GND'])}, if any |"
    if board["KEYS_WIRED"] == ENCODED:
        yield f"| {common} | encoder GND, and the other leg of *B* |"
    yield ""
    buzzer = next(use for use in board.uses() if use.part == "buzzer")
    if board["BUZZER"] is None:
        yield f"Mingg cannot notice a buzzer: say `BUZZER = {buzzer.pin}` in [board.py](board.py)."
    if board["LIGHT"] is None:
        yield "The board has no light that Mingg could use."
    else:
        yield "What the buzzer says is seen on the board's own light too. Hold B, *settings*, switches either off."
    yield ""


def _other(board: Board) -> Iterator[str]:
    bus, pins, lines = ("SPI", "seven", "SDA and SCL") if board.bus == "i2c" else ("I2C", "four", "all but VCC and GND")
    yield "### Another display"
    yield ""
    yield "`DISPLAY` in [board.py](board.py) says which chip drives it, SSD1306 or SH1106, and how it is wired."
    yield f"One with {pins} pins is on {bus}; instead of {lines}:"
    yield ""
    yield f"| {board.name} | to |"
    yield "|---|---|"
    for use in board.uses():
        if use.part == "other display":
            yield f"| {_pin(board, use)} | display {PRINTED.get(use.terminal, use.terminal)} |"
    yield ""


def _onto(board: Board, name: str) -> Iterator[str]:
    choice = "" if name == "pico" else f" BOARD={name}"
    yield "## Putting it on the board"
    yield ""
    yield f"1. MicroPython 1.24 or newer, once: download it from <{board['image']}>; {board['install']}."
    yield f"2. In the checkout: `make flash{choice}`. It compiles the firmware, copies what changed, and restarts the"
    yield "   board. Ledgers stay, and are copied to the PC before."
    yield "3. The *Table* appears within a second or two. From now on power is all it needs."
    yield ""


def _wokwi(board: Board, name: str) -> Iterator[str]:
    if board.bus != "i2c":
        return  # the simulator has no such display
    yield "## Without the board"
    yield ""
    yield "[wokwi/](wokwi) is a project for the [Wokwi](https://wokwi.com) simulator in VS Code: copy MicroPython's"
    yield f"image into that folder as `micropython.{board['ending']}`, open it, start the simulator (F1), and then, in"
    yield "the checkout,"
    yield ""
    yield f"    make flash BOARD={name} PORT=rfc2217://localhost:{RFC2217}"
    yield ""
    yield "The arrow keys, Enter (A) and Backspace (B) press the buttons. Its flash is empty at every start."
