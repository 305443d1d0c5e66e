"""The deal being entered: what has been said so far, in any order, and what may still be said.

A set is one number, class * 5 + way: what it is of, and whether it is a pung or kong on the table or in the hand, or a
pair. Nothing here knows a key or a pixel; legality decides, this only asks.
"""

from mingg.core import legality
from mingg.core.card import Card
from mingg.core.deal import WAYS, Deal, Win

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules import Rules
    from mingg.core.table import Table

SIMPLE, MAJOR, OWN, DRAGON = range(4)
PUNG_TABLE, PUNG_HAND, KONG_TABLE, KONG_HAND, PAIR = range(5)
SUITS = ("mixed", "half", "full", "honours")
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

    def card(self, player: int, table: "Table") -> Card:
        """The card that a player's sets make."""
        card = Card()
        card.faces = [[], [], [], [], [], [], [], []]
        own_round = table.seat(player) == table.round_wind()
        for item in self.sets[player]:
            _lay(card, item // 5, item % 5, own_round)
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

    def _problem(self, player: int, table: "Table", rules: "Rules") -> "str | None":
        """Why the cards cannot be, as far as this player's hand goes: a reason, or None."""
        wind = table.round_wind()
        card = self.card(player, table)
        wrong: "tuple[str, ...] | None" = legality.check_card(
            card, table.seat(player), wind, player == self.winner, rules
        )
        if wrong and wrong[0] == "honours-chow":
            wrong = None  # the sets are still to come; asked when the card is done
        if not wrong:
            cards = {table.seat(other): self.card(other, table) for other in range(4)}
            wrong = legality.check_together(cards, wind)
        return wrong[0] if wrong else None

    def why_not_add(self, player: int, kind: int, way: int, table: "Table", rules: "Rules") -> "str | None":
        """Why the player cannot have one more such set: a reason, or None where he can."""
        if way == PAIR and kind in (SIMPLE, MAJOR):
            return "pair-scores-nothing"
        self.sets[player].append(set_of(kind, way))
        reason = self._problem(player, table, rules)
        self.sets[player].pop()
        return reason

    def why_not_kind(self, player: int, kind: int, table: "Table", rules: "Rules") -> "str | None":
        """Why nothing of this class can be added: a reason, or None where something can."""
        reason = self.why_not_add(player, kind, PUNG_TABLE, table, rules)
        if reason and kind in (OWN, DRAGON) and not self.why_not_add(player, kind, PAIR, table, rules):
            return None
        return reason

    def why_not_suit(self, player: int, suit: str, table: "Table", rules: "Rules") -> "str | None":
        """Why the hand cannot be of this suit: a reason, or None."""
        before = self.suits[player]
        self.suits[player] = suit
        reason = self._problem(player, table, rules)
        self.suits[player] = before
        return reason

    def why_not_done(self, player: int, table: "Table", rules: "Rules") -> "str | None":
        """Why the card cannot stand as it is: a reason, or None."""
        wind = table.round_wind()
        card = self.card(player, table)
        winner = player == self.winner
        wrong: "tuple[str, ...] | None" = legality.check_card(card, table.seat(player), wind, winner, rules)
        if not wrong and winner:
            wrong = legality.check_win(self.win(table), card)
        if not wrong:
            cards = {table.seat(other): self.card(other, table) for other in range(4)}
            wrong = legality.check_together(cards, wind)
        return wrong[0] if wrong else None

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
    )
    if not sound:
        raise ValueError("no draft")
    for key in draft:
        setattr(entry, key, draft[key])
    return entry


def _lay(card: Card, kind: int, way: int, own_round: bool) -> None:
    """Puts one set on a card."""
    if way == PAIR:
        card.pairs.append("dragon" if kind == DRAGON else "both" if own_round else "seat")
        return
    slot = (0 if kind == SIMPLE else 2) + (way in (PUNG_HAND, KONG_HAND))
    if way in (KONG_TABLE, KONG_HAND):
        card.kongs[slot] += 1
        card.faces[slot + 4].append(kind)
    else:
        card.pungs[slot] += 1
        card.faces[slot].append(kind)
    if kind == DRAGON:
        card.dragons += 1
    elif kind == OWN:
        card.seat_wind += 1
        if own_round:
            card.round_wind += 1
