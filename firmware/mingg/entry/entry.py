"""The deal that is being entered: what is known so far, in any order.

A set is one number, class * 5 + way. The class says what it is of; the way says whether it is a pung or kong, exposed
or concealed, or a pair. This module knows no keys and no pixels, and does not ask whether a hand is possible: see
card_entry.py.
"""

from mingg.core.deal.card import Card
from mingg.core.deal.deal import Count, Deal, Liable, Win

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.table.session import Session
    from mingg.core.table.table import Table

# ROUND: the round wind, if OWN does not include it.
SIMPLE, MAJOR, OWN, DRAGON, ROUND = range(5)
PUNG_TABLE, PUNG_HAND, KONG_TABLE, KONG_HAND, PAIR = range(5)
SETS = 25  # how many numbers there are for sets
HAND = 13  # tiles of a hand; a kong counts as three
# Whether the round wind is a player's own. Of two players each has two winds (B p.84): ONE_OF_MINE.
NOT_MINE, MINE, ONE_OF_MINE = range(3)
FILLED = "pair"  # a last set: the tile filled a pair, and it is to be said which
HOW, RESULT = -1, 4  # places besides the cards; the cards are 0 (the winner's) to 3
# Marks of a hand besides suits, kinds of dead hand and special hands: see Entry.order().
CLAIMED, FOURTH = "claimed", "fourth"
# The attributes of an entry that a draft keeps.
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
    "marks",
    "goulash",
    "liable",
    "feeding",
    "at",
    "correcting",
)


def set_of(kind: int, way: int) -> int:
    """The number of a set: see above."""
    return kind * 5 + way


class Entry:
    """How the deal was won, and the hands of all players.

    way         a word of WAYS, or None while it is unknown; source: the player who discarded or was robbed
    sets, suits, flowers   by player
    dead        by player, the kind of dead hand, or None
    known       by player, the score of a hand that was counted at the table, or None. Its sets then count for nothing,
                but are not forgotten
    tiles, beside   by player, the part of a hand that was entered tile by tile, as groups of the interchange format:
                tiles of the first sets on the card, "(222p)"; and all others, which are chows and single tiles
    said        by player, the same tiles in groups, in the order in which they were entered. A group that gave a set
                of the card its tiles begins with "=". Empty, or not in step with the tiles, if the order is unknown
    last_tile   the winning tile, if the whole hand was entered tile by tile, or None
    claimed     how many of the winner's exposed kongs were claimed onto three concealed tiles
    last_set, fourth, special    the winner's, as on a card; last_set may also be FILLED
    filled      the pair among the sets is the one that the winning tile completed, if that counts instead of the pair
    trail       by player, the sets and marks of a hand in the order in which they were entered: see order()
    marks       what only modern rule sets ask, as [player, word]: see modern_marks.py
    goulash     the deal is a Goulash
    liable      the players who pay for others, [player, "full" or "half"] each; feeding: because they fed the winner
    at          how far the entry has come: HOW, the number of a card (0: the winner's), or RESULT
    correcting  the number of the saved deal that this entry replaces, or None
    shelved     the half-entered deal that waits until this correction is done, or None
    """

    shelved: "Entry | None" = None

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
        self.marks: "list[list[Any]]" = []
        self.goulash = False
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
        """Names the winner. All sets stay with their players. If the winner changes, how the other one won is
        forgotten."""
        if player != self.winner:
            self.marks = [mark for mark in self.marks if mark[0] not in (self.winner, player)]
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
        """Sets how the deal was won. source: the player who discarded or was robbed; the rest: see Win."""
        self.way = way
        self.source = source
        self.last = last
        self.opening = opening
        self.hidden = hidden

    def is_plain(self) -> bool:
        """True unless the deal was won in a rare way."""
        return self.way in ("draw", "discard", None) and not (self.last or self.opening or self.hidden)

    def claimed_from(self, player: int) -> bool:
        """True if it is entered that the winning tile came from this player."""
        return self.way is not None and self.source == player

    def drawn(self) -> bool:
        """True if it is entered that the winner drew the winning tile."""
        return self.way is not None and self.source is None

    def fills_pair(self) -> bool:
        """True if it is entered that the winning tile filled a pair."""
        return self.last_set is not None and self.last_set[:4] == FILLED

    def player(self, turn: int, table: "Table") -> int:
        """Returns the player whose card comes at `turn`: first the winner, then the others from the winner's right."""
        order = table.order
        return order[(order.index(self.winner) + turn) % len(order)]

    # ---- cards ----

    def empty(self, player: int) -> bool:
        """True if nothing is entered for a hand."""
        if self.known[player] is not None or self.in_tiles(player):
            return False
        if self.sets[player] or self.flowers[player] or self.dead[player] or self.suits[player] != "mixed":
            return False
        return not self.words(player)

    def card(self, player: int, table: "Table", faces: bool = True) -> Card:
        """Returns the card of a player's sets. With `faces` the card also says what each set is of."""
        card = Card()
        if self.known[player] is not None:
            card.score = self.known[player]
            return card
        lay_all(card, self.laid(player), whose_round(player, table), faces)
        card.suit = self.suits[player]
        card.flowers = list(self.flowers[player])
        if self.marks:
            from mingg.entry.modern_marks import mark_card

            mark_card(card, self.words(player))
        if player == self.winner:
            card.only_place = self.only_place
            card.last_set = None if self.last_set == FILLED else self.last_set
            card.fourth = self.fourth
            card.claimed = self.claimed
            card.special = list(self.special)
        return card

    def count(self, player: int, session: "Session") -> "Count":
        """Counts a hand as far as it is entered."""
        from mingg.core.scoring.score import count

        table = session.table
        if self.dead[player] not in (None, "short"):
            return Count()
        win = self.win(table) if player == self.winner else None
        return count(self.card(player, table), table.seat(player), table.round_wind(), win, session.rules)

    def laid(self, player: int) -> "list[int]":
        """Returns the sets on a player's card, without a pair that counts as filled."""
        sets = self.sets[player]
        if self.filled and player == self.winner:
            return [item for item in sets if item % 5 != PAIR]
        return sets

    def win(self, table: "Table") -> Win:
        source = None if self.source is None else table.seat(self.source)
        win = Win(self.way or "discard", source, self.last, self.hidden, self.opening, self.last_tile)
        if self.marks:
            from mingg.entry.modern_marks import mark_win

            mark_win(win, self.words(self.winner))
        return win

    def deal(self, table: "Table") -> Deal:
        """Returns the deal as entered, by seats."""
        deal = Deal(table.seat(self.winner), self.win(table))
        deal.goulash = self.goulash
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
        """Adds to the deal how a hand was entered: its tiles, or its sets and the tiles of it that are known."""
        tiles = self.tiles[player] + self.beside[player]
        if self.whole(player):
            deal.tiles[seat] = " ".join(tiles + ["%df" % flower for flower in self.flowers[player]])
            return
        deal.laid[seat] = self.laid(player)
        if tiles:
            deal.named[seat] = " ".join(tiles)

    # ---- tiles ----

    def in_tiles(self, player: int) -> bool:
        """True if a part of a hand was entered tile by tile."""
        return bool(self.tiles[player] or self.beside[player])

    def whole(self, player: int) -> bool:
        """True if a whole hand was entered tile by tile, so that its card follows from the tiles."""
        if self.known[player] is not None or self.dead[player] or len(self.sets[player]) > len(self.tiles[player]):
            return False
        if player == self.winner:
            return self.last_tile is not None
        return sum([size(group) for group in self.tiles[player] + self.beside[player]]) == HAND

    def follows(self, player: int) -> bool:
        """True if a card follows from more tiles than those of its sets."""
        return bool(self.beside[player]) or (player == self.winner and self.last_tile is not None)

    def forget_tiles(self, player: int) -> None:
        """Drops the tiles beside the sets: the card then stands for itself."""
        self.beside[player] = []
        if player == self.winner:
            self.last_tile = None

    def words(self, player: int) -> "list[str]":
        """Returns the words among `marks` about a hand."""
        return [word for other, word in self.marks if other == player]

    def add(self, player: int, kind: int, way: int) -> None:
        self.sets[player].append(set_of(kind, way))

    def _all_said(self, player: int) -> "list[Any]":
        """Lists all marks of a hand, a word each, and all sets."""
        items: "list[Any]" = []
        if self.suits[player] != "mixed":
            items.append(self.suits[player])
        if self.dead[player]:
            items.append(self.dead[player])
        if player == self.winner:
            items += self.special + [CLAIMED] * self.claimed
            if self.fourth:
                items.append(FOURTH)
        return items + self.words(player) + self.sets[player]

    def order(self, player: int) -> "list[Any]":
        """Lists the marks and sets of a hand in the order of their entry, the newest at the end. What the trail does
        not contain counts as the newest. A draft from before there were trails has its marks first, then its sets."""
        left, order = self._all_said(player), []
        for item in self.trail[player]:
            if item in left:
                left.remove(item)
                order.append(item)
        return order + left

    def settle(self) -> None:
        """Brings the trails up to date after a change."""
        for player in range(len(self.sets)):
            self.trail[player] = self.order(player)

    def undo(self, player: int) -> None:
        """Takes back the newest mark or set of a hand."""
        last = self.order(player).pop()
        if last == self.suits[player]:
            self.suits[player] = "mixed"
        elif [player, last] in self.marks:
            self.marks.remove([player, last])
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
        """Takes the last such set off the card, with its tiles."""
        sets = self.sets[player]
        index = len(sets) - 1
        while sets[index] != item:
            index -= 1
        sets.pop(index)
        if index < len(self.tiles[player]):
            self.tiles[player].pop(index)
        if player == self.winner:
            ways = [set_number % 5 for set_number in sets]
            self.filled = self.filled and item % 5 != PAIR
            self.claimed = min(self.claimed, ways.count(KONG_TABLE))
            self.fourth = self.fourth and PUNG_TABLE in ways

    # ---- the draft ----

    def pack(self) -> "dict[str, Any]":
        """Returns all that is entered as plain data. Defaults are left out: littlefs stores a short draft in its own
        records, so that it is written at once and no key waits until a block is erased."""
        fresh = Entry(len(self.sets))
        packed = {key: getattr(self, key) for key in PACKED if getattr(self, key) != getattr(fresh, key)}
        packed["winner"] = self.winner
        if "trail" in packed and all(trail == self._all_said(player) for player, trail in enumerate(self.trail)):
            del packed["trail"]  # unpack() finds this order without a trail
        return packed


def size(group: str) -> int:
    """Returns how many tiles of a hand a group has; a kong counts as three."""
    tiles = sum([1 for sign in group if "1" <= sign <= "9"])
    return min(tiles, 3) if group[0] in "([" else tiles


def whose_round(player: int, table: "Table") -> int:
    """Returns whether the round wind is a player's own: NOT_MINE, MINE or ONE_OF_MINE."""
    if table.seat(player) != table.round_wind():
        return NOT_MINE
    return ONE_OF_MINE if table.players == 2 else MINE


def lay_all(card: Card, sets: "list[int]", whose: int, faces: bool) -> None:
    """Puts sets on an empty card. `whose`: see whose_round(). With `faces` the card also says what each set is of."""
    if faces:
        card.faces = [[], [], [], [], [], [], [], []]
    for item in sets:
        lay(card, item // 5, item % 5, whose)


def lay(card: Card, kind: int, way: int, whose: int, change: int = 1) -> None:
    """Puts one set on a card. With change -1, takes off the last such set of a card without faces."""
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
    """Returns the name that a card has for a pair of a class."""
    if kind == DRAGON:
        return "dragon"
    if whose != NOT_MINE:
        return "both"
    return "round" if kind == ROUND else "seat"
