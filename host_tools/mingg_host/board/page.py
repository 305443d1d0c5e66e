"""Writes a board's README.md: parts, wiring, installation. board/README.md has what is the same for all boards."""

from __future__ import annotations

from collections.abc import Iterator

from mingg_host.board.data import ENCODED, Board, Use
from mingg_host.board.wokwi import RFC2217

CHIPS = {"ssd1306": "SSD1306", "sh1106": "SH1106"}
PRINTED = {"SCK": "SCK, CLK or D0", "MOSI": "MOSI, SDA or D1", "RES": "RES or RST"}  # names on different modules


def readme(board: Board) -> str:
    """Returns the page as Markdown."""
    name = board.folder.name
    parts = (_head(board), _parts(board), _wiring(board), _other(board), _onto(board, name), _wokwi(board, name))
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(board: Board) -> Iterator[str]:
    yield "<!-- Made by `make boards` from board.py and board.toml. Change those files, not this one. -->"
    yield f"# {board.name}"
    yield ""
    yield board["about"]
    yield "[../README.md](../README.md) explains how to choose and place the parts, what the board stores, the"
    yield "self-test, and what to do if something does not work."
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
        yield "| 6 | push buttons that close while pressed; 12 mm or larger, to press them without looking |"
    yield "| 1 (optional) | piezo buzzer, **passive**: without electronics; on a battery it only clicks |"
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
        yield "Numbers in brackets count the board's legs: leg 1 is left of the USB socket, the last one is opposite."
    else:
        yield "Numbers in brackets count the board's legs on each side: leg 1 is next to the module."
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
            second_leg = "" if board["KEYS_WIRED"] == ENCODED else f", its other leg to {common}"
            yield f"| {_pin(board, use)} | *{use.terminal}*{second_leg} |"
        elif use.part == "buzzer":
            ground = _where(board, wires["buzzer"]["GND"])
            yield f"| {_pin(board, use)} | buzzer (optional), its other leg to {ground} |"
    if board["KEYS_WIRED"] == ENCODED:
        yield f"| {common} | encoder GND, and the other leg of *B* |"
    yield ""
    buzzer = next(use for use in board.uses() if use.part == "buzzer")
    if board["BUZZER"] is None:
        yield f"Mingg cannot detect a buzzer. If you have one, write `BUZZER = {buzzer.pin}` in [board.py](board.py)."
    if board["LIGHT"] is None:
        yield "The board has no light that Mingg can use."
    else:
        yield "The board's own light shows the buzzer's signals, too. To switch either off, hold B and open *settings*."
    yield ""


def _other(board: Board) -> Iterator[str]:
    bus, pins, lines = ("SPI", "seven", "SDA and SCL") if board.bus == "i2c" else ("I2C", "four", "all but VCC and GND")
    yield "### Another display"
    yield ""
    yield "`DISPLAY` in [board.py](board.py) names the chip of the display, SSD1306 or SH1106, and how it is wired."
    yield f"A display with {pins} pins uses {bus}. Wire it like this instead of {lines}:"
    yield ""
    yield f"| {board.name} | to |"
    yield "|---|---|"
    for use in board.uses():
        if use.part == "other display":
            yield f"| {_pin(board, use)} | display {PRINTED.get(use.terminal, use.terminal)} |"
    yield ""


def _onto(board: Board, name: str) -> Iterator[str]:
    choice = "" if name == "pico" else f" BOARD={name}"
    yield "## Installing Mingg"
    yield ""
    yield f"1. Install MicroPython 1.24 or newer once: download it from <{board['image']}>, then {board['install']}."
    yield f"2. In the checkout, run `make flash{choice}`. It copies the board's ledgers to the PC, compiles the"
    yield "   firmware, sends the files that changed, and restarts the board. The ledgers stay on the board."
    yield "3. *Table* appears within two seconds. From now on the board only needs power."
    yield ""


def _wokwi(board: Board, name: str) -> Iterator[str]:
    if board.bus != "i2c":
        return  # Wokwi has no display on SPI
    yield "## Without the board"
    yield ""
    yield "[wokwi/](wokwi) is a project for the [Wokwi](https://wokwi.com) simulator in VS Code. Copy MicroPython's"
    yield f"image into that folder as `micropython.{board['ending']}`, open the folder, and start the simulator (F1)."
    yield "Then run in the checkout:"
    yield ""
    yield f"    make flash BOARD={name} PORT=rfc2217://localhost:{RFC2217}"
    yield ""
    yield "The arrow keys, Enter (A) and Backspace (B) press the buttons. The flash is empty at every start."
