"""Makes a board's project for the Wokwi simulator: the diagram, and the place of the firmware."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mingg_host.board.data import ENCODED, Board

RFC2217 = 4000
KEYS = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "A": "Enter",
    "B": "Backspace",
}
PLACES: dict[str, Any] = json.loads(Path(__file__).with_name("keys.json").read_text("utf-8"))
MIDDLE = 262, 92  # of the arrows
SCALE = 5  # pixels for a mm


def diagram(board: Board) -> str:
    """Returns diagram.json: the board, a display on I2C, the keys as they are wired, the simulator's terminal."""
    parts: list[dict[str, Any]] = [
        {"type": board["wokwi"]["part"], "id": "board", "top": 0, "left": 0, "attrs": {}},
        {"type": "board-ssd1306", "id": "display", "top": -110, "left": 160, "attrs": {"i2cAddress": "0x3c"}},
    ]
    wires: list[list[Any]] = []

    def join(part: str, leg: str, colour: str) -> None:
        wires.append([part, f"board:{leg}", colour, []])

    supply = board["wires"]
    join("display:VCC", supply["display"]["VCC"], "red")
    join("display:GND", supply["display"]["GND"], "black")
    for use in board.uses():
        leg = board.leg(use.pin)
        if use.part == "display" and leg is not None:
            join(f"display:{use.terminal}", leg.name, "blue" if use.terminal == "SDA" else "gold")
        if use.part != "keys" or leg is None:
            continue
        if use.terminal in KEYS:
            x, y = PLACES[use.terminal]
            place = {"top": round(MIDDLE[1] + SCALE * y), "left": round(MIDDLE[0] + SCALE * x)}
            attributes = {"color": "green", "label": use.terminal, "key": KEYS[use.terminal]}
            parts.append({"type": "wokwi-pushbutton", "id": use.terminal, **place, "attrs": attributes})
            join(f"{use.terminal}:1.l", leg.name, "purple")
            join(f"{use.terminal}:2.l", supply["keys"], "black")
        else:
            join(f"encoder:{use.terminal}", leg.name, "purple")
    if board["KEYS_WIRED"] == ENCODED:
        parts.append({"type": "wokwi-ky-040", "id": "encoder", "top": 60, "left": 200, "attrs": {}})
        join("encoder:VCC", supply["display"]["VCC"], "red")
        join("encoder:GND", supply["keys"], "black")
    for leg_name, terminal in board["wokwi"].get("serial", {}).items():
        wires.append([f"board:{leg_name}", f"$serialMonitor:{terminal}", "", []])
    content = {"version": 1, "author": "Mingg", "editor": "wokwi", "parts": parts, "connections": wires}
    return json.dumps(content, indent=2) + "\n"


def project(board: Board) -> str:
    """Returns wokwi.toml. MicroPython's image is beside it. Mingg is installed as on a board."""
    return f"""\
# Made by `make wokwi`. board/wiring.md explains how to use it.
[wokwi]
version = 1
firmware = "micropython.{board["ending"]}"
rfc2217ServerPort = {RFC2217}
"""
