"""One deal as it ended: who won, how, and everybody's hand, or how else it ended; and what comes of it."""

from collections import namedtuple

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.card import Card
    from mingg.core.scoring.score import Doubling, Item

DRAWN = ("draw", "loose")
WAYS = ("discard", "draw", "loose", "rob")
OPENINGS = ("original", "first-discard", "thirteen")
# Endings without a winner, each the doing of one seat; a deal has at most one of them.
FALSE_WIN, DEAD_PAYS, WASHING, MUMMIES, NOT_TOUCHING = "false_win", "dead_pays", "washing", "mummies", "not_touching"
ENDINGS = (FALSE_WIN, DEAD_PAYS, WASHING, MUMMIES, NOT_TOUCHING)

# Who deals next; or else it is the seat of whoever does.
STAYS, PASSES = "stays", "passes"
OUT = "out"  # the fifth player, who sits out

# source and to: seats, or OUT
Payment = namedtuple("Payment", ("source", "to", "points"))
# Somebody who is liable for others: share "full" or "half"; why: "feeding", or any other word, or None.
Liable = namedtuple("Liable", ("seat", "share", "why"))


class Win:
    """How the deal was won.

    by       a word of WAYS: claimed discard, drawn from the wall, drawn as a loose tile, robbed kong
    source   the seat that discarded or was robbed, or None
    last     drawn, and the last tile that may be drawn
    hidden   drawn, and mixed into the hand unshown (B p.33)
    opening  None or a word of OPENINGS: East's first fourteen, East's first discard, declared Lucky Thirteen
    tile     the winning tile's name, where it is known
    """

    def __init__(
        self,
        by: str,
        source: "str | None" = None,
        last: bool = False,
        hidden: bool = False,
        opening: "str | None" = None,
        tile: "str | None" = None,
    ) -> None:
        self.by = by
        self.source = source
        self.last = last
        self.hidden = hidden
        self.opening = opening
        self.tile = tile

    def drawn(self) -> bool:
        return self.by in DRAWN


class Deal:
    """winner: a seat, or None; win: a Win, or None; cards: a Card by seat, a seat left out scores nothing;
    dead: the kind of dead hand by seat; liable: a list of Liable; ending: None, or (a word of ENDINGS, seat, majors);
    kongs: how many were declared, for a draw; streak: East's wins running, this one included."""

    def __init__(
        self,
        winner: "str | None" = None,
        win: "Win | None" = None,
        cards: "dict[str, Card] | None" = None,
    ) -> None:
        self.winner = winner
        self.win: "Win | Any" = win  # Any: who has won is asked before
        self.cards: "dict[str, Card]" = {} if cards is None else cards
        self.tiles: "dict[str, str]" = {}  # what was written of the hands that were given tile by tile
        self.arrangements: "dict[str, str]" = {}
        self.laid: "dict[str, list[int]]" = {}  # the sets by seat as the device's player laid them; never scored
        self.named: "dict[str, str]" = {}  # such tiles as are known of these hands, beside their cards
        self.dead: "dict[str, str]" = {}
        self.liable: "list[Liable]" = []
        self.ending: "tuple[str, str, int] | None" = None
        self.kongs = 0
        self.streak = 0


class Count:
    """What a hand counts; core/scoring/score.py works it out.

    score after the limit; points and doublings of the ordinary count; limit: the score is the limit;
    special: the special hand that set the score, or None; items and doubled: lists of Item and Doubling.

    The class lies here, not in score.py, since an evening holds its last Answer: an instance keeps the module of its
    class in a board's heap."""

    def __init__(self) -> None:
        self.score = 0
        self.points = 0
        self.doublings = 0
        self.limit = False
        self.special: "str | None" = None
        self.items: "list[Item]" = []
        self.doubled: "list[Doubling]" = []


class Answer:
    """What comes of a deal; settle.py works it out.

    counts: a Count by seat; payments: a list of Payment; net: points gained by seat (and by OUT);
    deals_next: STAYS, PASSES, or the seat that deals next."""

    def __init__(
        self, counts: "dict[str, Count]", payments: "list[Payment]", net: "dict[str, int]", deals_next: str
    ) -> None:
        self.counts = counts
        self.payments = payments
        self.net = net
        self.deals_next = deals_next
