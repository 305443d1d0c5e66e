"""A flash with house rules, and the golden screens that show them."""

from __future__ import annotations

from pathlib import Path

from help.named_keys import THE_RULES
from mingg_host.scoring.house import House
from screens.screens_setup import OPTIONS, RULES, SETUP, row

TUESDAY = House(
    "babcock",
    {"limit": 500, "four_winds": True},
    {
        "name": "Tuesday club",
        "points": {"mahjong": 30, "no-chows": 20, "pair": {"dragon": 4}, "rob": False},
        "doublings": {"half-suit": 4},
        "special": {"four_kongs": "half"},
    },
)
GRANDMOTHER = House("harr-limit", {}, {"name": "Grandmother's", "points": {"mahjong": 20}})
WIDEST = House("harr-limit", {"limit": 100000}, {"name": "W" * 14, "points": {"mahjong": 20}})

HOUSES = SETUP + row(RULES) + "a "
CHOSEN = HOUSES + "down a "
PLAYED = CHOSEN + "up a "
SHEET = PLAYED + THE_RULES
FOUR_KONGS = "right " * 5

# from a new device with the flash of furnished()
SCREENS = {
    "setup/setup-rules-house": SETUP + row(RULES),
    "setup/setup-houses": HOUSES,
    "setup/setup-houses-damaged": HOUSES + "a",
    "setup/setup-house-chosen": CHOSEN,
    "setup/setup-house-options": CHOSEN + row(OPTIONS - RULES),
    "rules/sheet-house": SHEET,
    "rules/sheet-house-counted": SHEET + "right down",
    "rules/sheet-house-explained": SHEET + "right down a",
    "rules/sheet-house-share-explained": SHEET + FOUR_KONGS + "x4 down a",
}


def furnished(folder: Path, screen: str = "") -> Path:
    """Puts house rules into a folder that stands for the flash; `screen` says whether one is damaged."""
    folder.mkdir(exist_ok=True)
    for house in (TUESDAY, GRANDMOTHER):
        name, data = house.stored()
        (folder / name).write_bytes(data)
    if screen.endswith("damaged"):
        damage(folder)
    return folder


def damage(folder: Path) -> None:
    name, data = GRANDMOTHER.stored()
    (folder / name).write_bytes(data.replace(b"20", b"30"))
