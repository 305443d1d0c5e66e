"""Keys by what they do, so that a test says what it means and the keys of a screen are changed in one place.

Each name is a text that `mingg press` takes: no key, one, or several with blanks between. Where a list of keys is
wanted, split it. The tests on MicroPython have the same names as letters, in device/powered.py.

A deal goes from Table over How and the hands to its payments, which say that it is saved, and to Table again:

    f"up right {hands()} {SAVE} {NEXT}"    is    to_table("up right")
"""

from __future__ import annotations

# ---- from any screen ----

KEYS = "hold:b"  # to the page of keys
LEAVE_KEYS = "b"  # to the screen below it
MENU = f"{KEYS} a"
LEAVE_MENU = f"b {LEAVE_KEYS}"  # over the page of keys, to the screen below it
LEAVE_LIST = "b"  # from the deals and the trays, once something was changed there: to Table

# ---- on Table ----

OTHER = "a"  # to what else can be done
NOBODY = f"{OTHER} up"  # to the question how the deal ended; where it can only be a draw, that is saved
DRAW = f"{NOBODY} a "  # of a draw that is saved so; and to Table again
LAST_DEAL = f"{OTHER} left"  # to the payments of the deal before
FIRST_WALL = f"{OTHER} right"  # to the wall, before the first deal
WALL = FIRST_WALL  # to the wall, once a deal was played


def ended_by(row: int) -> str:
    """Chooses one of several endings, by its row in the list."""
    return f"{NOBODY} x{row + 1} down a"


# ---- on How ----

# What the arrow says once it is held: the winner's own arrow, or that of the person whose tile it was.
_RARE = {
    "loose": "left",
    "last": "up",
    "opening": "right",
    "list": "down",
    "robbed": "left",
    "lucky": "up",
    "first discard": "right",
    "robbed lucky": "down",
    "plain": "a",
}


def rare(arrow: str, way: str = "") -> str:
    """A rare way of winning. arrow: the winner's own, or that of the person whose tile it was; way: none, to see what
    is asked."""
    return f"hold:{arrow} {_RARE[way] if way else ''}".strip()


# ---- on a card, and on the board of tiles ----

TAKE_OFF_TILE = "b"  # what was said last of the hand


TAKE_OFF = "b"  # what was said last of a hand on its card


# ---- from the last hand to the next deal ----

SAVE = ""  # the last hand is left: the payments of the saved deal; of a correction, what it changes
NEXT = "a"  # from these payments to Table, or to the counters that move, and from there to Table
UNDO = "b"  # from these payments to where the deal was entered: it is taken back
WHY = "hold:a"  # from these payments to Result
RESULT = f"{SAVE} {WHY}".strip()  # the last hand is left: Result of the saved deal


def hands(number: int = 4) -> str:
    """Leaves so many hands as they are: those of the winner and of three losers."""
    return " ".join(["a"] * number)


def to_result(script: str = "", number: int = 4) -> str:
    """Enters the hands that are still to come as they are, which saves the deal, and shows its Result."""
    return f"{script} {hands(number)} {RESULT}".strip()


def to_saved(script: str = "", number: int = 4) -> str:
    """The same, and shows the payments of the saved deal."""
    return f"{script} {hands(number)} {SAVE}".strip()


def to_table(script: str = "", number: int = 4) -> str:
    """The same, and goes on to the next deal."""
    return f"{to_saved(script, number)} {NEXT}".strip()
