"""Golden screens of the counters: what moves after a deal, the trays, a set of the players' own; see
test_screens.py."""

from help.named_keys import (
    DEALS,
    DRAW,
    LEAVE_LIST,
    LOAN,
    MENU,
    PAYMENT_BESIDE_COUNTERS,
    TRAYS,
    to_saved,
)
from screens import screens_deal
from screens.screens_setup import COUNTERS, NAMES, PLAYERS, RULES, SETUP, row

INTO_COUNTERS = row(COUNTERS)
# from the proposal with its row of counters current: the session begins
PROPOSED = f"x{COUNTERS} up a "  # to what each player receives
BEGIN = PROPOSED + "a "
BABCOCK, HARR, OWN, NONE = "left ", "right ", "up ", "down "
NAMED = SETUP + row(NAMES)


TO_PLAYERS, TO_COUNTERS = row(PLAYERS - RULES), row(COUNTERS - PLAYERS)


def session(counters: str, players: str = "right", rules: str = "right") -> str:
    """From a new device to Table of a session with counters."""
    before = (
        f"{SETUP}down a {rules} {TO_PLAYERS}{players} {TO_COUNTERS}" if (players, rules) != ("right", "right") else ""
    )
    return (before or SETUP + INTO_COUNTERS) + counters + BEGIN


FOUR, HARRS = session(BABCOCK), session(HARR)
FIVE = session(HARR, "down")
TWO, THREE = session(BABCOCK, "left"), session(BABCOCK, "up")
# the deal of the pictures, to its payments
PICTURED = screens_deal.LAST_HANDS + "a a "
LOSES = to_saved("down down left up right down right down right down hold:a left") + " "  # the limit, from all players
UNLIMITED = SETUP + "down a left " + row(COUNTERS - RULES)
# nobody can pay that, and the box is empty
POOR = UNLIMITED + BABCOCK + BEGIN + LOSES + "a "
# five players, of whom three cannot pay, and the box has one counter: so many rows leave no room for a word below
POOR_FIVE = f"{SETUP}down a left {TO_PLAYERS}down {TO_COUNTERS}{OWN}right right up a {BEGIN}{LOSES}a "
# own sets: nothing below ten; only 500s, and a two in the box
NO_TWOS = OWN + "x9 right x2 up x3 right down "
LARGE = OWN + "right x2 up x4 right x9 down x4 right x8 down x4 right x10 down right up "
OPEN = f"{SETUP}{INTO_COUNTERS}{NO_TWOS}a {BEGIN}{PICTURED}a "
# two play without a limit, and the box has the counters of two more: a loan
LENT = f"{SETUP}down a left {TO_PLAYERS}left {TO_COUNTERS}" + BABCOCK + BEGIN
LENT += to_saved("down down left up right down right down right down hold:a left", 2) + " a "

SCREENS = {
    "counters/each-receives": SETUP + INTO_COUNTERS + BABCOCK + PROPOSED,
    "counters/each-receives-of-their-own": f"{SETUP}{INTO_COUNTERS}{LARGE}a {PROPOSED}",
    "counters/counters-pictured": FOUR + PICTURED + "a",
    "counters/counters-in-pairs": FOUR + PICTURED + "a right",
    "counters/counters-in-pairs-below": FOUR + PICTURED + "a right down",
    "counters/counters-of-harr": HARRS + PICTURED + "a",
    "counters/counters-five": FIVE + to_saved("up right") + " a ",
    "counters/payments-then-counters": FOUR + PICTURED,
    "counters/counters-lent": LENT,
    "counters/counters-in-pairs-lent": LENT + "right",
    "counters/counters-open": OPEN,
    "counters/counters-open-of-whom": OPEN + "down",
    "counters/counters-poor": POOR,
    "counters/counters-poor-of-whom": POOR + "down",
    "counters/counters-poor-in-pairs": POOR + "right",
    "counters/counters-poor-five": POOR_FIVE,
    "counters/counters-poor-five-of-whom": POOR_FIVE + "a",
    "counters/counters-no-change": f"{SETUP}{INTO_COUNTERS}{LARGE}a {BEGIN}{PICTURED}a down",
    "counters/counters-paid": FOUR + PAYMENT_BESIDE_COUNTERS + "up right x2 up a",
    "counters/counters-undone": FOUR + PICTURED + f"a a {DEALS} hold:a a",
    "counters/trays": FOUR + PICTURED + "a a " + TRAYS,
    "counters/lend": FOUR + LOAN,
    "counters/lend-each": FOUR + LOAN + "down a up",
    "counters/lent": FOUR + LOAN + "down right left x2 up a",
    "counters/trays-of-a-loan": FOUR + LOAN + "down right left x2 up a a " + TRAYS,
    "counters/deals-with-a-loan": FOUR + LOAN + "down right left x2 up a a " + DEALS,
    "counters/undo-loan": FOUR + LOAN + "down right left x2 up a a " + DEALS + "hold:a",
    "counters/trays-five": FIVE + to_saved("up right") + " a a a " + TRAYS,
    "counters/trays-two": TWO + DRAW + TRAYS,
    "counters/trays-lent": LENT + "a " + TRAYS,
    "counters/tray": FOUR + PICTURED + "a a " + TRAYS + "up",
    "counters/tray-counted": FOUR + PICTURED + "a a " + TRAYS + "up x2 left down right",
    "counters/tray-accepted": FOUR + PICTURED + "a a " + TRAYS + "up x2 left down right a",
    "counters/tray-of-the-box": TWO + DRAW + TRAYS + "a x3 down right",
    "counters/tray-lent": LENT + "a " + TRAYS + "up",
    "counters/trays-open": OPEN + "a " + TRAYS,
    "counters/trays-poor": POOR + "a " + TRAYS,
    "counters/trays-poor-five": POOR_FIVE + "a a " + TRAYS,
    "counters/tray-open": OPEN + "a " + TRAYS + "up",
    "counters/tray-lent-and-open": POOR_FIVE + "a a " + TRAYS + "right",
    "history/deals-with-a-count": FOUR + PICTURED + "a a " + TRAYS + f"up left a {LEAVE_LIST} {DEALS}",
    "system/menu-with-counters": FOUR + DRAW + MENU,
    "system/part-counters": f"{FOUR}{DRAW}{MENU} up",
    "setup/setup-counters-own": SETUP + INTO_COUNTERS + OWN,
    "setup/setup-counters-own-fields": SETUP + INTO_COUNTERS + OWN + "x4 right down right x3 up x2 right up",
    "setup/setup-counters-own-wrong": SETUP + INTO_COUNTERS + OWN + "x4 right up a",
    "setup/setup-counters-own-taken": SETUP + INTO_COUNTERS + OWN + "a",
    "setup/setup-counters-own-no-twos": SETUP + INTO_COUNTERS + NO_TWOS,
    "setup/setup-counters-own-no-twos-taken": SETUP + INTO_COUNTERS + NO_TWOS + "a",
}
