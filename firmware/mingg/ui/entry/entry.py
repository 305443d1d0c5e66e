"""The deal being entered: what has been said so far, in any order.

A set is one number, class * 5 + way: what it is of, and whether it is a pung or kong on the table or in the hand, or a
pair. Nothing here knows a key or a pixel, or asks whether a hand can be: see choices.py.
"""

from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal, Liable, Win

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.table.table import Table

# ROUND: the wind of the round, where that is not what OWN is already.
SIMPLE, MAJOR, OWN, DRAGON, ROUND = range(5)
PUNG_TABLE, PUNG_HAND, KONG_TABLE, KONG_HAND, PAIR = range(5)
SETS = 25  # numbers of sets
HAND = 13  # tiles of a hand, each kong as three
# Whether the wind of the round is a player's own; of two players each has two winds (B p.84), and it is one of them.
NOT_MINE, MINE, ONE_OF_MINE = range(3)
HOW, RESULT = -1, 4  # places besides the cards, which are 0 (the winner's) to 3
# Marks of a hand that are neither a suit, a kind of dead hand, nor a special hand: see Entry.order().
CLAIMED, FOURTH = "claimed", "fourth"
# What a draft keeps of an entry.
PACKED: "tuple[str, ...]" = (
    "winner",
    "way",
    "source",
    "only_place",
    "last",
    "hidden",
    "opening",
    "sets",
    "trail",
    "suits",
    "flowers",
    "dead",
    "known",
    "tiles",
    "beside",
    "said",
    "last_tile",
    "claimed",
    "last_set",
    "filled",
    "fourth",
    "special",
    "liable",
    "feeding",
    "at",
    "correcting",
)


def set_of(kind: int, way: int) -> int:
    return kind * 5 + way


class Entry:
    """How it was won, and everybody's hand.

    way         a word of WAYS, or None while that is not said; source: the player who discarded or was robbed
    sets, suits, flowers, dead, known   by player; dead: the kind of dead hand, or None; known: what the hand scores,
                where it was counted at the table: its sets then count for nothing, but are not forgotten. Else None
    tiles, beside   by player, what of a hand was entered tile by tile, a text each as the interchange format writes
                groups: the first sets as they are written, "(222p)"; and what else there is, chows and single tiles
    said        by player, the same tiles in groups as the player said them, the last one at the end. A group that gave
                a set of the card its tiles begins with "=". Empty, or not in step with the tiles, where it is not known
    last_tile   the tile that completed the winner's hand, where all of it was entered tile by tile, or None
    claimed     how many of the winner's open kongs were claimed onto three in the hand
    last_set, fourth, special    the winner's, as on a card; filled: the pair among the sets is the one that the last
                tile made, where that counts instead of the pair
    trail       by player, the sets and marks of a hand in the order in which they were said: see order()
    liable      players who pay for others, [player, "full" or "half"] each; feeding: because he fed the winner
    at          how far the entry has come; correcting: the number of the saved deal that this one replaces, or None
    """

    def __init__(self, players: int = 4) -> None:
        self.winner = 0
        self.sets: "list[list[int]]" = [[] for _ in range(players)]
        self.trail: "list[list[Any]]" = [[] for _ in range(players)]
        self.suits = ["mixed"] * players
        self.flowers: "list[list[int]]" = [[] for _ in range(players)]
        self.dead: "list[str | None]" = [None] * players
        self.known: "list[int | None]" = [None] * players
        self.tiles: "list[list[str]]" = [[] for _ in range(players)]
        self.beside: "list[list[str]]" = [[] for _ in range(players)]
        self.said: "list[list[str]]" = [[] for _ in range(players)]
        self.correcting: "int | None" = None
        self._forget_how()

    def _forget_how(self) -> None:
        self.way: "str | None" = None
        self.source: "int | None" = None
        self.only_place = False
        self.last = False
        self.hidden = False
        self.opening: "str | None" = None
        self.last_tile: "str | None" = None
        self.last_set: "str | None" = None
        self.filled = False
        self.fourth = False
        self.claimed = 0
        self.special: "list[str]" = []
        self.liable: "list[list[Any]]" = []
        self.feeding = False
        self.at = HOW

    # ---- the winner, and how ----

    def set_winner(self, player: int) -> None:
        """Names the winner. The sets that were entered stay, whoever holds them; how another one won is forgotten."""
        if player != self.winner:
            self.winner = player
            self._forget_how()
        self.dead[player] = None

    def set_way(
        self,
        way: str,
        source: "int | None" = None,
        last: bool = False,
        opening: "str | None" = None,
        hidden: bool = False,
    ) -> None:
        self.way = way
        self.source = source
        self.last = last
        self.opening = opening
        self.hidden = hidden

    def claimed_from(self, player: int) -> bool:
        """What stands: the winning tile came from this player."""
        return self.way is not None and self.source == player

    def drawn(self) -> bool:
        """What stands: the winner drew it himself."""
        return self.way is not None and self.source is None

    def player(self, turn: int, table: "Table") -> int:
        """Whose card comes at `turn`: the winner's first, then the others from his right."""
        order = table.order
        return order[(order.index(self.winner) + turn) % len(order)]

    # ---- cards ----

    def empty(self, player: int) -> bool:
        """Nothing has been said of a hand."""
        if self.known[player] is not None or self.in_tiles(player):
            return False
        return not (self.sets[player] or self.flowers[player] or self.dead[player] or self.suits[player] != "mixed")

    def card(self, player: int, table: "Table", faces: bool = True) -> Card:
        """The card that a player's sets make; with faces it also says what each set is."""
        card = Card()
        if self.known[player] is not None:
            card.score = self.known[player]
            return card
        lay_all(card, self.laid(player), whose_round(player, table), faces)
        card.suit = self.suits[player]
        card.flowers = list(self.flowers[player])
        if player == self.winner:
            card.only_place = self.only_place
            card.last_set = self.last_set
            card.fourth = self.fourth
            card.claimed = self.claimed
            card.special = list(self.special)
        return card

    def laid(self, player: int) -> "list[int]":
        """The sets on a player's card; a pair that counts by being filled is none of them."""
        sets = self.sets[player]
        if self.filled and player == self.winner:
            return [item for item in sets if item % 5 != PAIR]
        return sets

    def win(self, table: "Table") -> Win:
        source = None if self.source is None else table.seat(self.source)
        return Win(self.way or "discard", source, self.last, self.hidden, self.opening)

    def deal(self, table: "Table") -> Deal:
        """The deal as entered, by seats."""
        deal = Deal(table.seat(self.winner), self.win(table))
        for player in table.order:
            seat = table.seat(player)
            kind = self.dead[player]
            if kind is not None:
                deal.dead[seat] = kind
            if player == self.winner or not self.empty(player):
                deal.cards[seat] = self.card(player, table)
                if self.known[player] is None:
                    self._write(player, seat, deal)
        why = "feeding" if self.feeding else None
        deal.liable = [Liable(table.seat(player), share, why) for player, share in self.liable]
        return deal

    def _write(self, player: int, seat: str, deal: Deal) -> None:
        """What a hand was entered by: its tiles, or its sets and what tiles of it are known."""
        tiles = self.tiles[player] + self.beside[player]
        if self.whole(player):
            deal.tiles[seat] = " ".join(tiles + ["%df" % flower for flower in self.flowers[player]])
            if player == self.winner:
                deal.win.tile = self.last_tile
            return
        deal.laid[seat] = self.laid(player)
        if tiles:
            deal.named[seat] = " ".join(tiles)

    # ---- tiles ----

    def in_tiles(self, player: int) -> bool:
        """Something of a hand was entered tile by tile."""
        return bool(self.tiles[player] or self.beside[player])

    def whole(self, player: int) -> bool:
        """All of a hand was entered tile by tile, and its card follows from that."""
        if self.known[player] is not None or self.dead[player] or len(self.sets[player]) > len(self.tiles[player]):
            return False
        if player == self.winner:
            return self.last_tile is not None
        return sum([size(group) for group in self.tiles[player] + self.beside[player]]) == HAND

    def follows(self, player: int) -> bool:
        """A card follows from more tiles than those of its sets."""
        return bool(self.beside[player]) or (player == self.winner and self.last_tile is not None)

    def forget_tiles(self, player: int) -> None:
        """A card goes on by its sets alone."""
        self.beside[player] = []
        if player == self.winner:
            self.last_tile = None

    def add(self, player: int, kind: int, way: int) -> None:
        self.sets[player].append(set_of(kind, way))

    def _all_said(self, player: int) -> "list[Any]":
        """Every mark of a hand, a word each, and every set."""
        said: "list[Any]" = []
        if self.suits[player] != "mixed":
            said.append(self.suits[player])
        if self.dead[player]:
            said.append(self.dead[player])
        if player == self.winner:
            said += self.special + [CLAIMED] * self.claimed
            if self.fourth:
                said.append(FOURTH)
        return said + self.sets[player]

    def order(self, player: int) -> "list[Any]":
        """What was said of a hand, the last at the end: marks and sets. What the trail does not know is the newest; a
        draft of before there was a trail has its marks first, and then its sets."""
        left, order = self._all_said(player), []
        for item in self.trail[player]:
            if item in left:
                left.remove(item)
                order.append(item)
        return order + left

    def settle(self) -> None:
        """Something was said or taken back: the order is kept."""
        for player in range(len(self.sets)):
            self.trail[player] = self.order(player)

    def undo(self, player: int) -> None:
        """Takes back what was said last of a hand."""
        last = self.order(player).pop()
        if last == self.suits[player]:
            self.suits[player] = "mixed"
        elif last == self.dead[player]:
            self.dead[player] = None
        elif last == CLAIMED:
            self.claimed -= 1
        elif last == FOURTH:
            self.fourth = False
        elif last in self.special:
            self.special.remove(last)
        else:
            self._take_off(player, last)

    def _take_off(self, player: int, item: int) -> None:
        """Takes the last such set off the card, and what was said of it."""
        sets = self.sets[player]
        at = len(sets) - 1
        while sets[at] != item:
            at -= 1
        sets.pop(at)
        if at < len(self.tiles[player]):
            self.tiles[player].pop(at)
        if player == self.winner:
            ways = [each % 5 for each in sets]
            self.filled = self.filled and item % 5 != PAIR
            self.claimed = min(self.claimed, ways.count(KONG_TABLE))
            self.fourth = self.fourth and PUNG_TABLE in ways

    # ---- the draft ----

    def pack(self) -> "dict[str, Any]":
        """Everything that has been said, as plain data. A draft is the shorter for the rest, and a short one lies in
        littlefs's own records: it is written at once, and nobody's key waits until a block is erased."""
        fresh = Entry(len(self.sets))
        said = {key: getattr(self, key) for key in PACKED if getattr(self, key) != getattr(fresh, key)}
        said["winner"] = self.winner
        if "trail" in said and all(trail == self._all_said(player) for player, trail in enumerate(self.trail)):
            del said["trail"]  # the order that a draft without one has
        return said


def size(group: str) -> int:
    """How many tiles of a hand a group is, a kong as three."""
    tiles = sum([1 for sign in group if "1" <= sign <= "9"])
    return min(tiles, 3) if group[0] in "([" else tiles


def whose_round(player: int, table: "Table") -> int:
    """Whether the wind of the round is a player's own: NOT_MINE, MINE, ONE_OF_MINE."""
    if table.seat(player) != table.round_wind():
        return NOT_MINE
    return ONE_OF_MINE if table.players == 2 else MINE


def lay_all(card: Card, sets: "list[int]", whose: int, faces: bool) -> None:
    """Puts sets on an empty card; `whose`: see whose_round(); with faces it also says what each of them is."""
    if faces:
        card.faces = [[], [], [], [], [], [], [], []]
    for item in sets:
        lay(card, item // 5, item % 5, whose)


def lay(card: Card, kind: int, way: int, whose: int, change: int = 1) -> None:
    """Puts one set on a card; change -1: takes the one that was laid last off a card that knows no faces."""
    if way == PAIR:
        if change > 0:
            card.pairs.append(pair_of(kind, whose))
        else:
            card.pairs.pop()
        return
    slot, kong = slot_of(kind, way), way in (KONG_TABLE, KONG_HAND)
    (card.kongs if kong else card.pungs)[slot] += change
    if card.faces is not None:
        card.faces[slot + (4 if kong else 0)].append(kind)
    if kind == DRAGON:
        card.dragons += change
    if kind == OWN or (kind == ROUND and whose != NOT_MINE):
        card.seat_wind += change
    if kind == ROUND or (kind == OWN and whose == MINE):
        card.round_wind += change


def slot_of(kind: int, way: int) -> int:
    return (0 if kind == SIMPLE else 2) + (way in (PUNG_HAND, KONG_HAND))


def pair_of(kind: int, whose: int) -> str:
    """What a card calls a pair of a class."""
    if kind == DRAGON:
        return "dragon"
    if whose != NOT_MINE:
        return "both"
    return "round" if kind == ROUND else "seat"
