"""Screens on record of the counters: what moves after a deal, what everybody holds, a set of the players' own; see
test_screens.py."""

import runpy
from pathlib import Path

_HERE = Path(__file__).parent
_setup = runpy.run_path(str(_HERE / "screens_setup.py"))
_wall = runpy.run_path(str(_HERE / "screens_wall.py"))
SETUP: str = _setup["SETUP"]
INTO_COUNTERS: str = _setup["row"](_setup["COUNTERS"])
# From the proposal, its row of counters current: the session begins.
BEGIN = f"x{_setup['COUNTERS']} up a "
BABCOCK, HARR, OWN, NONE = "left ", "right ", "up ", "down "
NAMED = SETUP + _setup["row"](_setup["NAMES"])


def session(counters: str, players: str = "right", rules: str = "right") -> str:
    """From a device just out of the box to the Table of a session with counters."""
    before = f"{SETUP}down a {rules} x3 down a {players} x3 down a " if (players, rules) != ("right", "right") else ""
    return (before or SETUP + INTO_COUNTERS) + counters + BEGIN


FOUR, HARRS = session(BABCOCK), session(HARR)
FIVE = session(HARR, "down")
TWO, THREE = session(BABCOCK, "left"), session(BABCOCK, "up")
# The deal of the pictures, to Payments.
PICTURED = "up a right right right down right left up a right left a up left right a a a a "
# Where something has been played: who has which counters.
TRAYS = "hold:b x2 down a "
# Of the proposal's own set: three values.
THREE_VALUES = OWN + "x4 right " + "down " * 3 + "x4 right "
LOSES = "down down left up right down right down right down hold:a left a a a a a "  # the limit, from everybody
UNLIMITED = SETUP + "down a left x6 down a "
# Two play without a limit, the box has the counters of two more: a loan.
LENT = SETUP + "down a left x3 down a left x3 down a " + BABCOCK + BEGIN
LENT += "down down left up right down right down right down hold:a left a a a a "

SCREENS = {
    "counters-pictured": FOUR + PICTURED + "a",
    "counters-in-pairs": FOUR + PICTURED + "a right",
    "counters-in-pairs-below": FOUR + PICTURED + "a right x3 down",
    "counters-of-harr": HARRS + PICTURED + "a",
    "counters-five": FIVE + "up right x6 a ",
    "payments-then-counters": FOUR + PICTURED,
    "counters-lent": LENT,
    "counters-in-pairs-lent": LENT + "right x9 down",
    "counters-nobody-has-change": UNLIMITED + BABCOCK + BEGIN + LOSES + "a",
    "counters-nobody-has-change-in-pairs": UNLIMITED + BABCOCK + BEGIN + LOSES + "a right",
    "counters-again": FOUR + PICTURED + "a a a a",
    "counters-paid": FOUR + "hold:b x4 up a up right x2 up a",
    "counters-undone": FOUR + PICTURED + "a a hold:b a hold:a a",
    "trays": FOUR + PICTURED + "a a " + TRAYS,
    "trays-five": FIVE + "up right x6 a a a " + TRAYS,
    "trays-two": TWO + "b a " + TRAYS,
    "trays-lent": LENT + "a " + TRAYS,
    "tray": FOUR + PICTURED + "a a " + TRAYS + "up",
    "tray-counted": FOUR + PICTURED + "a a " + TRAYS + "up x2 left down right",
    "tray-accepted": FOUR + PICTURED + "a a " + TRAYS + "up x2 left down right a",
    "tray-of-the-box": TWO + "b a " + TRAYS + "a x3 down right",
    "tray-lent": LENT + "a " + TRAYS + "up",
    "tray-open": UNLIMITED + BABCOCK + BEGIN + LOSES + "a a " + TRAYS + "up",
    "deals-with-a-count": FOUR + PICTURED + "a a " + TRAYS + "up left a b hold:b a",
    "menu-with-counters": FOUR + "b a hold:b",
    "setup-counters-own": SETUP + INTO_COUNTERS + OWN,
    "setup-counters-own-fields": SETUP + INTO_COUNTERS + OWN + "x4 right down right x3 up x2 right up",
    "setup-counters-own-wrong": SETUP + INTO_COUNTERS + OWN + "x4 right up a",
    "setup-counters-own-taken": SETUP + INTO_COUNTERS + OWN + "a",
}
