"""One deal as it ended: who won, how, and everybody's hand."""

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.card import Card

DRAWN = ("draw", "loose")
WAYS = ("discard", "draw", "loose", "rob")
OPENINGS = ("original", "first-discard", "thirteen")


class Win:
    """How the deal was won.

    by       a word of WAYS: claimed discard, drawn from the wall, drawn as a loose tile, robbed kong
    source   the seat that discarded or was robbed, or None
    last     drawn, and the last tile that may be drawn
    hidden   drawn, and mixed into the hand unshown (B p.33)
    opening  None or a word of OPENINGS: East's first fourteen, East's first discard, declared Lucky Thirteen
    tile     the winning tile, where it is known
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
    """winner: a seat, or None for a draw; win: a Win, or None; cards: a Card by seat, a seat left out scores nothing;
    dead: the seats with a dead hand; kongs: how many were declared, for a draw; streak: East's wins running."""

    def __init__(
        self,
        winner: "str | None" = None,
        win: "Win | None" = None,
        cards: "dict[str, Card] | None" = None,
        dead: "tuple[str, ...]" = (),
        kongs: int = 0,
        streak: int = 0,
    ) -> None:
        self.winner = winner
        self.win: "Win | Any" = win  # Any: there is one where there is a winner
        self.cards: "dict[str, Card]" = {} if cards is None else cards
        self.dead = dead
        self.kongs = kongs
        self.streak = streak
