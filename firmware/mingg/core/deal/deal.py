"""A deal as it ended: the winner, the win and all hands, or another ending. Also its result: counts and payments; and
the four winds: seats, rounds, and the order of play (counter-clockwise, to the right)."""

from collections import namedtuple
from typing import Any

from mingg.core.deal.hand import Hand

# A tuple, not a string: MicroPython makes a new string of each letter, and searches the table of interned strings for
# it.
WINDS = ("E", "S", "W", "N")

# The seat winds in play, East first, by number of players. Of five players one sits out.
SEATS = {2: ("E", "W"), 3: ("E", "S", "N"), 4: WINDS, 5: WINDS}
# The winds of the rounds of a game. For two, three and five players this is our reading: the books do not say.
ROUNDS = {2: ("E", "W"), 3: ("E", "S", "N"), 4: WINDS, 5: WINDS + ("E",)}

DRAWN = ("draw", "loose")
WAYS = ("discard", "draw", "loose", "rob")
OPENINGS = ("original", "first-discard", "thirteen")
# Endings without a winner. One seat causes each; a deal has at most one.
FALSE_WIN, DEAD_PAYS, WASHING, MUMMIES, NOT_TOUCHING = "false_win", "dead_pays", "washing", "mummies", "not_touching"
ENDINGS = (FALSE_WIN, DEAD_PAYS, WASHING, MUMMIES, NOT_TOUCHING)

# East stays, or passes to the next player. Any other value of `deals_next` is the seat that deals next.
STAYS, PASSES = "stays", "passes"
OUT = "out"  # the fifth player, who sits out

# source and to: seats, or OUT. why: what explain/paid.py tells of it, see settle.py.
Payment = namedtuple("Payment", ("source", "to", "points", "why"))
# What counts points, or doubles. id: of the row. slot: where Row.worth has the points of a pung or kong, or -1 if it is
# none. word: the kind of pair, or of last set. of: the class of a set, or 0. times: how many doublings. place: of the
# set in Hand.sets; the number of a flower; else -1. row: None for a score that the players counted.
Item = namedtuple("Item", ("id", "points", "slot", "word", "of", "place", "row"))
Doubling = namedtuple("Doubling", ("id", "times", "place", "row"))
# The result of a deal, which settle.py computes: a Count by seat, a list of Payment, the points gained by seat and by
# OUT; STAYS, PASSES, or the seat that deals next.
Answer = namedtuple("Answer", ("counts", "payments", "net", "deals_next"))
# A loser who pays for others. share: "full" or "half"; why: "feeding", any other word, or None.
Liable = namedtuple("Liable", ("seat", "share", "why"))


# Slots: a pung or kong of simples or majors, exposed or concealed.
SIMPLE_EXPOSED, SIMPLE_CONCEALED, MAJOR_EXPOSED, MAJOR_CONCEALED = range(4)


class Win:
    """How the deal was won.

    by       a word of WAYS: a claimed discard, drawn from the wall, drawn as a loose tile, a robbed kong
    source   the seat that discarded or was robbed, or None
    last     drawn, and it was the last tile of the live wall
    hidden   drawn, and mixed into the hand before anybody saw it (B p.33)
    opening  None, or a word of OPENINGS: on East's first fourteen tiles, on East's first discard, on a declared Lucky
             Thirteen
    tile     the name of the winning tile, or None
    call     declared by a player who waited from their first discard
    twofold  a loose tile that followed another loose tile

    If the rules count it, `last` may also be the discard after the last tile of the wall.
    """

    last = hidden = call = twofold = False
    opening: "str | None" = None
    tile: "str | None" = None

    def __init__(self, by: str, source: "str | None" = None) -> None:
        self.by = by
        self.source = source

    def drawn(self) -> bool:
        """Whether the winner drew the winning tile."""
        return self.by in DRAWN


class Deal:
    """winner        a seat, or None
    win           a Win, or None
    hands         a Hand by seat; a seat that is left out scores 0
    liable        a list of Liable
    ending        None, or (a word of ENDINGS, seat, number). number: how many majors a seat showed; the price of this
                  false win, if the table agreed none: points, or "half" or "limit"; else 0
    kongs         how many kongs were declared, for a draw
    streak        East's wins in a row, this one included
    goulash       played with four wild tiles, after a draw
    """

    kongs = streak = 0
    goulash = False
    ending: "tuple[str, str, Any] | None" = None

    def __init__(
        self,
        winner: "str | None" = None,
        win: "Win | None" = None,
        hands: "dict[str, Hand] | None" = None,
    ) -> None:
        self.winner = winner
        self.win: "Win | Any" = win  # Any: callers check the winner first
        self.hands: "dict[str, Hand]" = {} if hands is None else hands
        self.liable: "list[Liable]" = []


class Count:
    """The count of a hand, which core/score/score.py makes.

    score             after the limit
    points, doublings of the ordinary count
    limit             whether the score is the limit
    special           the special hand that set the score, or None; special_row: its row
    items, doubled    lists of Item and of Doubling

    The class is not in score.py: an evening keeps its last Answer, and an instance keeps the module of its class in the
    heap of a board.
    """

    score = points = doublings = 0
    limit = False
    special: "str | None" = None
    special_row: "Any" = None

    def __init__(self) -> None:
        self.items: "list[Item]" = []
        self.doubled: "list[Doubling]" = []


def seats(players: int) -> "tuple[str, ...]":
    """The seat winds of a table, East first; ValueError for a number of players that nobody plays with."""
    if players not in SEATS:
        raise ValueError("no table of %s players" % players)
    return SEATS[players]
