"""Keys by what they do. So a test says what it means, and the keys of a screen can be changed in one place.

Each name is a text that `mingg press` takes: no key, one key, or several with blanks between. For a list of keys, split
it. The tests on MicroPython have the same names as letters, in device/powered.py.

A deal goes from Table over How and the hands to its payments, which show that it is saved, and back to Table:

    f"up right {hands()} {SAVE} {NEXT}"    is    to_table("up right")
"""

from __future__ import annotations

# ---- from any screen ----

KEYS = "hold:b"  # to the page of keys
LEAVE_KEYS = "b"  # to the screen below it
READ = f" {KEYS} {LEAVE_KEYS}"  # away with the line that the last key showed
MENU = f"{KEYS} a"
LEAVE_MENU = LEAVE_KEYS  # to the screen below it
LEAVE_PART = f"b {LEAVE_MENU}"  # from a part of the menu to the screen below it

# ---- what the menu opens ----

DEALS = f"{MENU} up a "
TRAYS = f"{MENU} up down a "  # if players pay with counters
RECEIVES = f"{MENU} up x4 down a "  # likewise
PAYMENT = f"{MENU} up down a "
PAYMENT_BESIDE_COUNTERS = f"{MENU} up x2 down a "
LOAN = f"{MENU} up x3 down a "  # likewise
CODE = f"{MENU} up up a "  # the last of its part
TURN = f"{MENU} left a "
NAMES = f"{MENU} left down a "
SWAP = f"{MENU} left x2 down a "  # to the question who swaps
NEW = f"{MENU} right a "
EVENINGS = f"{MENU} right down a "
END = f"{MENU} right up a "  # the standing, as at the end of the game
LANGUAGE = f"{MENU} down a "
SETTINGS = f"{MENU} down down a "
THE_RULES = f"{MENU} a "

# ---- the same, while a deal is entered or corrected ----

HANDS = f"{MENU} a a "  # to the list of its hands
HALF_NOBODY = f"{MENU} a down a "  # to Other, where an arrow says that nobody won
HALF_RULES = f"{MENU} a x2 down a "
HALF_TABLE = "hold:b hold:b "  # to Table, where the deal waits
HALF_DROP = f"{MENU} a up a "  # to the question whether to drop the deal
HANDS_OF_CORRECTION = f"{MENU} up "
LEAVE_LIST = "b"  # from the deals and the trays after a change there: to Table

# ---- on Table ----

OTHER = "a"  # to Other
NOBODY = f"{OTHER} up"  # to the question how the deal ended; a draw is current
DRAW = f"{NOBODY} a a "  # a draw, and back to Table
LAST_DEAL = f"{OTHER} left"  # to the payments of the deal before
FIRST_WALL = f"{OTHER} right"  # to the wall, before the first deal
WALL = FIRST_WALL  # to the wall, once a deal was played


def ended_by(row: int) -> str:
    """Chooses one of several endings, by its row in the list."""
    return f"{NOBODY} {f'x{row} down' if row else ''} a"


# ---- on How ----

RARE = "hold:a"  # to the page of rare ways; if A has no other use there, tapped or held

# The keys of that page. A robbed kong and lucky 13 ask whose tile it was.
_RARE = {
    "loose": "left",
    "last": "up",
    "opening": "down",  # the first hand of East, or East's first discard
    "robbed": "right",
    "lucky": "a",
    "robbed lucky": f"right {RARE} a",
    "both": "right",  # loose and last, if no kong can be robbed
    "both at A": "a",  # the same, if a kong can be robbed
    "list": "hold:a",
}
_ASKS = ("robbed", "lucky", "robbed lucky")


def rare(way: str = "", arrow: str = "") -> str:
    """Returns the keys of a rare way to win; "" shows the page of rare ways. arrow: the player whose tile it was, if
    that is asked."""
    return " ".join([RARE, *([_RARE[way]] if way else []), *([arrow] if way in _ASKS else [])])


# ---- on a card, and on the board of tiles ----

TAKE_OFF_TILE = "b"  # takes back the newest entry of the hand
FLOWERS = "hold:left"  # to the flowers of a hand; A there goes on as on the card


# ---- from the last hand to the next deal ----

SAVE = ""  # after the last hand: the payments of the saved deal; in a correction, what it changes
NEXT = "a"  # from these payments to Table, or to the counters that move, and from there to Table
UNDO = "b"  # from these payments to the page where the deal was entered: it is taken back
WHY = "hold:a"  # from these payments to Result
RESULT = f"{SAVE} {WHY}".strip()  # after the last hand: Result of the saved deal


def hands(number: int = 4) -> str:
    """Leaves `number` hands as they are: those of the winner and of three losers."""
    return " ".join(["a"] * number)


def to_result(script: str = "", number: int = 4) -> str:
    """Leaves the hands that are still to come as they are, which saves the deal, and shows its Result."""
    return f"{script} {hands(number)} {RESULT}".strip()


def to_saved(script: str = "", number: int = 4) -> str:
    """Does the same, and shows the payments of the saved deal."""
    return f"{script} {hands(number)} {SAVE}".strip()


def to_table(script: str = "", number: int = 4) -> str:
    """Does the same, and goes on to the next deal."""
    return f"{to_saved(script, number)} {NEXT}".strip()
