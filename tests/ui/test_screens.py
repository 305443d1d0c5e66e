"""Every screen on record: its texts and every pixel, alike on CPython and on MicroPython."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from mingg_host.headless import Device
from mingg_host.press_command import actions

HERE = Path(__file__).parent
GOLDEN = Path(__file__).parents[1] / "golden"

# Cy claims Bo's tile, the only place: a pung of dragons and one of his own wind in the hand, a kong of simples.
PICTURED = "up a right right right down right left up"
LOSERS = "right left a up left right a a a"
HARR = "hold:b a down a left up a "  # a session without a limit

# name: the keys that lead there from a device just out of the box
SCREENS = {
    "table": "",
    "how": "up",
    "how-only-place": "up a",
    "how-stands": "up right b",
    "how-winner-below": "down",
    "how-rare-drawn-by-east": "down hold:down",
    "how-rare-drawn": "up hold:up",
    "how-rare-claimed": "up hold:left",
    "how-rare-claimed-from-east": "up hold:down",
    "how-rare-stands": "up hold:left left b",
    "card-winner": "up a right",
    "kind-dragon": "up a right right",
    "kind-simple": "up a right left",
    "kind-pair-only": PICTURED + " left left right",
    "card-winner-count": PICTURED,
    "card-loser": PICTURED + " a",
    "card-loser-sets": PICTURED + " a right left a up left right a",
    "card-four-kongs": "up right left up left up left down left down",
    "card-refused": PICTURED + " left left left",
    "card-limit": "up right down down right down right down right down",
    "more": "up right hold:a",
    "more-with-dragons": PICTURED + " hold:a",
    "card-one-suit": "up right hold:a up",
    "result": PICTURED + " a " + LOSERS,
    "items": PICTURED + " a " + LOSERS + " up",
    "items-scrolled": PICTURED + " left left a " + LOSERS + " up x9 down",
    "items-nothing": PICTURED + " a " + LOSERS + " right",
    "chain": PICTURED + " a " + LOSERS + " up right",
    "chain-not-doubled": PICTURED + " a " + LOSERS + " down right",
    "chain-three-steps": "up right right left right left right left a a a a up right",
    "chain-limit": "up right down down right down right down right down a a a a up right down",
    "saved": PICTURED + " a " + LOSERS + " a",
    "next-deal": PICTURED + " a " + LOSERS + " a a",
    "payments": PICTURED + " a " + LOSERS + " a a a",
    "payments-large": HARR + "down down left up right down right down right down hold:a left a a a a a",
    "payments-of-hundreds": "up right a right down right down a a a a",
    "result-largest": HARR + "down hold:down right " + "right right " * 3 + "down right hold:a right a a a a",
    "result-large": HARR + "down down left up right down right down right down hold:a left a a a a",
    "table-large": HARR + "down down left up right down right down right down hold:a left a a a a a a",
    "nobody-won": "b",
    "nobody-won-drops-a-draft": "up right left left b b b",
    "draw-saved": "b a",
    "menu": "hold:b",
}
for _more in sorted(HERE.glob("screens_*.py")):  # those of one subject each
    SCREENS.update(runpy.run_path(str(_more))["SCREENS"])


@pytest.mark.parametrize("name", SCREENS)
def test_screen_is_as_recorded(device: Device, same_as_golden: Callable[[Device, str], None], name: str) -> None:
    for act in actions(SCREENS[name].split()):
        act(device)
    same_as_golden(device, name)


def test_draft_screen_is_as_recorded(device: Device, same_as_golden: Callable[[Device, str], None]) -> None:
    for act in actions((PICTURED + " a right left a wait:1500").split()):
        act(device)
    device.reboot()
    same_as_golden(device, "draft")


def test_torn_ledger_screen_is_as_recorded(device: Device, same_as_golden: Callable[[Device, str], None]) -> None:
    for act in actions(["b", "a", "b", "a"]):
        act(device)
    ledger = next(device.ledger.glob("*0001-00.txt"))
    ledger.write_bytes(ledger.read_bytes()[:-9])
    device.reboot()
    same_as_golden(device, "ledger-torn")


def test_every_golden_is_used() -> None:
    used = {*SCREENS, "draft", "ledger-torn"}
    assert {path.stem for path in GOLDEN.iterdir()} == used
