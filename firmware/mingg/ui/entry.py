"""The deal being entered: what has been said so far, in any order.

A set is one number, class * 5 + way: what it is of, and whether it is a pung or kong on the table or in the hand, or a
pair. Nothing here knows a key or a pixel, or asks whether a hand can be: see choices.py.
"""

from mingg.core.card import SUITS, Card
from mingg.core.deal import OPENINGS, WAYS, Deal, Win

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.table import Table

SIMPLE, MAJOR, OWN, DRAGON = range(4)
PUNG_TABLE, PUNG_HAND, KONG_TABLE, KONG_HAND, PAIR = range(5)
HOW, RESULT = -1, 4  # places besides the four cards, which are 0 (the winner's) to 3


def set_of(kind: int, way: int) -> int:
    return kind * 5 + way


class Entry:
    """sets and suits: by player; way: how it was won, or None while that is not said; source: the player who discarded
    or was robbed; at: how far the entry has come."""

    def __init__(self) -> None:
        self.winner = 0
        self.way: "str | None" = None
        self.source: "int | None" = None
        self.only_place = False
        self.last = False
        self.opening: "str | None" = None
        self.sets: "list[list[int]]" = [[], [], [], []]
        self.suits = ["mixed"] * 4
        self.at = HOW

    # ---- the winner, and how ----

    def set_winner(self, player: int) -> None:
        """Names the winner. The sets that were entered stay, whoever holds them; how another one won is forgotten."""
        if player != self.winner:
            self.winner = player
            self.way = None
            self.source = None
            self.only_place = False
            self.last = False
            self.opening = None
            self.at = HOW

    def set_way(self, way: str, source: "int | None" = None, last: bool = False, opening: "str | None" = None) -> None:
        self.way = way
        self.source = source
        self.last = last
        self.opening = opening

    def claimed_from(self, player: int) -> bool:
        """What stands: the winning tile came from this player."""
        return self.way is not None and self.source == player

    def drawn(self) -> bool:
        """What stands: the winner drew it himself."""
        return self.way is not None and self.source is None

    def player(self, turn: int) -> int:
        """Whose card comes at `turn`: the winner's first, then the others from his right."""
        return (self.winner + turn) % 4

    # ---- cards ----

    def card(self, player: int, table: "Table", faces: bool = True) -> Card:
        """The card that a player's sets make; with faces it also says what each set is."""
        card = Card()
        if faces:
            card.faces = [[], [], [], [], [], [], [], []]
        own_round = table.seat(player) == table.round_wind()
        for item in self.sets[player]:
            lay(card, item // 5, item % 5, own_round)
        card.suit = self.suits[player]
        if player == self.winner:
            card.only_place = self.only_place
        return card

    def win(self, table: "Table") -> Win:
        source = None if self.source is None else table.seat(self.source)
        return Win(self.way or "discard", source, self.last, False, self.opening)

    def deal(self, table: "Table") -> Deal:
        """The deal as entered, by seats."""
        cards = {}
        for player in range(4):
            if player == self.winner or self.sets[player] or self.suits[player] != "mixed":
                cards[table.seat(player)] = self.card(player, table)
        return Deal(table.seat(self.winner), self.win(table), cards)

    def add(self, player: int, kind: int, way: int) -> None:
        self.sets[player].append(set_of(kind, way))

    def take_off(self, player: int, kind: int) -> bool:
        """Takes the last set of a class off the card; False where there is none."""
        sets = self.sets[player]
        for i in range(len(sets) - 1, -1, -1):
            if sets[i] // 5 == kind:
                sets.pop(i)
                return True
        return False

    # ---- the draft ----

    def pack(self) -> "dict[str, Any]":
        """Everything as plain data."""
        return {
            "winner": self.winner,
            "way": self.way,
            "source": self.source,
            "only_place": self.only_place,
            "last": self.last,
            "opening": self.opening,
            "sets": self.sets,
            "suits": self.suits,
            "at": self.at,
        }


def unpack(draft: object) -> Entry:
    """The entry that `pack` made; ValueError where the data is none."""
    entry = Entry()
    if not isinstance(draft, dict) or not all(key in draft for key in entry.pack()):
        raise ValueError("no draft")
    players = (0, 1, 2, 3)
    sound = (
        draft["winner"] in players
        and draft["way"] in WAYS + (None,)
        and draft["source"] in players + (None,)
        and draft["at"] in (HOW,) + players + (RESULT,)
        and len(draft["sets"]) == 4
        and all(item in range(20) for sets in draft["sets"] for item in sets)
        and len(draft["suits"]) == 4
        and all(suit in SUITS for suit in draft["suits"])
        and draft["opening"] in OPENINGS + (None,)
        and all(draft[mark] in (True, False) for mark in ("last", "only_place"))
    )
    if not sound:
        raise ValueError("no draft")
    for key in entry.pack():
        setattr(entry, key, draft[key])
    return entry


def lay(card: Card, kind: int, way: int, own_round: bool) -> None:
    """Puts one set on a card."""
    _count(card, kind, way, own_round, 1)
    if card.faces is not None and way != PAIR:
        card.faces[_slot(kind, way) + (4 if way in (KONG_TABLE, KONG_HAND) else 0)].append(kind)


def lift(card: Card, kind: int, way: int, own_round: bool) -> None:
    """Takes the set that was laid last off a card that knows no faces."""
    _count(card, kind, way, own_round, -1)


def _slot(kind: int, way: int) -> int:
    return (0 if kind == SIMPLE else 2) + (way in (PUNG_HAND, KONG_HAND))


def _count(card: Card, kind: int, way: int, own_round: bool, change: int) -> None:
    if way == PAIR:
        if change > 0:
            card.pairs.append("dragon" if kind == DRAGON else "both" if own_round else "seat")
        else:
            card.pairs.pop()
        return
    (card.kongs if way in (KONG_TABLE, KONG_HAND) else card.pungs)[_slot(kind, way)] += change
    if kind == DRAGON:
        card.dragons += change
    elif kind == OWN:
        card.seat_wind += change
        if own_round:
            card.round_wind += change
