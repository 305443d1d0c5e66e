"""Golden screens of setting up a new session, and a flash with house rules; see test_screens.py."""

from __future__ import annotations

from pathlib import Path

from help.named_keys import DRAW, THE_RULES
from help.named_keys import NEW as SETUP
from mingg.core.rules import load
from mingg.core.rules.options import offered
from mingg_host.scoring.house import House

RULES, PLAYERS, COUNTERS, NAMES, EAST, OPTIONS, LIMIT, ROUNDS, SEATS = range(1, 10)
BEGIN = "hold:a "  # from every row


def row(number: int) -> str:
    """From the proposal, with its first row current, into a row."""
    return f"x{number} down a "


def agree(*names: str, rules: str = "babcock") -> str:
    """From the first option on, gives each of these its next value."""
    options = [option.name for option in offered(load(rules)) if option.name != "limit"]
    keys, at = "", 0
    for name in names:
        steps, at = options.index(name) - at, options.index(name)
        keys += f"x{abs(steps)} {'down' if steps > 0 else 'up'} right " if steps else "right "
    return keys


AFTER_PLAYERS = f"x{NAMES - PLAYERS} down a "
CY = SETUP + row(NAMES) + "up "

SCREENS = {
    "setup/setup": SETUP,
    "setup/setup-drops-a-draft": f"up right {SETUP}",
    "setup/setup-keeps-the-old": DRAW + SETUP + "a",
    "setup/setup-may-go-on": DRAW + SETUP + "up",
    "setup/setup-goes-on": DRAW + SETUP + "up a",
    "setup/setup-goes-on-below": DRAW + SETUP + "up a up",
    "setup/setup-below": SETUP + "x9 down",
    "setup/setup-rules": SETUP + row(RULES),
    "setup/setup-other-rules": SETUP + row(RULES) + "a down",
    "setup/setup-rules-chosen": SETUP + row(RULES) + "up a",
    "setup/setup-options": SETUP + row(OPTIONS),
    "setup/setup-option-agreed": SETUP + row(OPTIONS) + agree("flowers", "four_concealed_drawn"),
    "setup/setup-option-excluded": SETUP + row(OPTIONS) + agree("nine_mummies", "thirteen_orphans"),
    "setup/setup-limit": SETUP + row(LIMIT),
    "setup/setup-limit-none": SETUP + row(LIMIT) + "up",
    "setup/setup-limit-thousands": SETUP + row(LIMIT) + "x9 right",
    "setup/setup-players": SETUP + row(PLAYERS),
    "setup/setup-names": SETUP + row(NAMES),
    "setup/setup-names-of-five": SETUP + row(PLAYERS) + "down " + AFTER_PLAYERS,
    "setup/setup-names-of-three": SETUP + row(PLAYERS) + "up " + AFTER_PLAYERS,
    "setup/setup-typing": CY,
    "setup/setup-typing-letter": CY + "right",
    "setup/setup-typing-rare-letter": CY + "type:A down down",
    "setup/setup-typing-digits": CY + "type:A down a",
    "setup/setup-typing-nothing-there": CY + "right down right",
    "setup/setup-typed": CY + "type:Aaaa",
    "setup/setup-name-taken": CY + "type:Ann a",
    "setup/setup-east": SETUP + row(EAST),
    "setup/setup-rounds": SETUP + row(ROUNDS),
    "setup/setup-counters": SETUP + row(COUNTERS),
}

TUESDAY = House(
    "babcock",
    {"limit": 500, "four_winds": True},
    {
        "name": "Tuesday club",
        "points": {"mahjong": 30, "no-chows": 20, "pair": {"dragon": 4}, "rob": False},
        "factors": {"half-suit": 4},
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
HOUSE_SCREENS = {
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
