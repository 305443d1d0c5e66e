"""The deal that is being entered: what is known so far, in any order.

This module knows no keys and no pixels, and does not ask whether a hand is possible: see card_entry.py.
"""

from typing import Any, Sequence

from mingg.core.deal.deal import Count, Deal, Liable, Win
from mingg.core.deal.hand import ANY, CLAIMED, KONG_SHOWN, MAJOR, PAIR, PUNG_SHOWN, SETS, WIND, WINDS, Hand
from mingg.core.rules import Rules
from mingg.core.table.session import Session, Table

HAND = 13  # tiles of a hand; a kong counts as three
FILLED = "pair"  # a last set: the tile filled a pair, and it is to be said which
HOW, RESULT = -1, 4  # places besides the hands; the hands are 0 (the winner's) to 3
LITTLE_WINDS, BIG_WINDS, CLAIMED_KONG = "little_winds", "big_winds", "claimed"
OF_WIN = ("call", "twofold")
# What is said of a hand, as attributes: in this order, unless another one is known. OF_WHOLE: what follows from a whole
# hand beside its sets.
SAID = ("dead", "suit", "special") + OF_WIN + ("fourth", "wind_sets", "fishing", "sets")
OF_WHOLE = ("suit", "special", "fourth", "fishing", "only_place", "last_set")
# The attributes of an entry that a draft keeps, and those of a hand.
PACKED: "tuple[str, ...]" = (
    "winner",
    "way",
    "source",
    "last",
    "hidden",
    "opening",
    "last_tile",
    "goulash",
    "liable",
    "feeding",
    "at",
    "correcting",
)
PACKED_HAND = SAID + ("order", "groups", "flowers", "only_place", "last_set", "score", "beside", "said")


class Entered(Hand):
    """A hand as it is entered. Under a score its sets count for nothing, but are not forgotten. A wind that is neither
    the seat wind nor the round wind is a major.

    last_set       as in a Hand, or FILLED
    call, twofold  of the winner, see Win
    wind_sets      LITTLE_WINDS: of the majors so many are winds that there are three sets of winds, with a pair of the
                   fourth; BIG_WINDS: four sets; None
    order          for each set, each special hand and all else that was said its attribute of SAID, in that order; for
                   each kong that was said to be claimed also CLAIMED_KONG
    groups         for each set its tiles, "(222p)", or None if they are unknown
    beside         the tiles that were entered tile by tile and are in none of the sets, as groups of the interchange
                   format: chows and single tiles
    said           all tiles in groups, in the order in which they were entered. A group that gave a set its tiles
                   begins with "=". Empty, or not in step with the tiles, if the order is unknown
    """

    call = twofold = False
    wind_sets: "str | None" = None
    beside: "Sequence[str]" = ()
    said: "Sequence[str]" = ()

    def __init__(self) -> None:
        super().__init__()
        self.order: "list[str]" = []
        self.groups: "list[str | None]" = []

    def empty(self) -> bool:
        """True if nothing is entered."""
        return self.score is None and not (self.order or self.flowers or self.beside)

    def put(self, key: str, value: "Any") -> None:
        """Says something in place of what was said. None, or a default value, takes that back."""
        if value is None:
            value = getattr(Entered, key, [])  # a list is of each hand
        if key != "sets" and value == getattr(self, key):
            return
        if key in self.order and not isinstance(value, list):
            self.order.remove(key)  # what is changed was said last
        setattr(self, key, value)
        for noted in (CLAIMED_KONG, key) if key == "sets" else (key,):
            times = self.times(noted)
            while self.order.count(noted) > times:
                self.order.remove(noted)
            self.order += [noted] * (times - self.order.count(noted))

    def times(self, key: str) -> int:
        """Returns how often a key stands in the order."""
        if key == CLAIMED_KONG:
            return len(self.claims())
        value = getattr(self, key) if key in SAID else None
        return len(value) if isinstance(value, list) else value not in (None, False, "mixed")

    def usual_order(self) -> "list[str]":
        """Returns an order of what is said, the sets last."""
        return [key for key in SAID[:-1] + (CLAIMED_KONG, SAID[-1]) for _ in range(self.times(key))]

    def say(self, key: str, word: "Any") -> None:
        """Says a word, or takes it back if it is said."""
        said = getattr(self, key)
        if isinstance(said, list):
            self.put(key, [other for other in said if other != word] if word in said else said + [word])
        else:
            self.put(key, None if said == word else word)

    def lay(self, item: int) -> None:
        """Adds a set, whose tiles are unknown."""
        self.groups.append(None)
        self.put("sets", self.sets + [item])

    def words(self) -> "list[str]":
        """Returns what is said besides sets, in its order: a word itself, or its attribute."""
        words, special = [], list(self.special)
        for key in self.order:
            value = special.pop(0) if key == "special" else getattr(self, key, None)
            if key != "sets":
                words.append(value if isinstance(value, str) else key)
        return words

    def undo(self) -> "str | int":
        """Takes back what was said last, or the newest set, and returns it: a word as in words(), or the number of the
        set."""
        key = self.order[-1]
        if key == CLAIMED_KONG:
            self.unclaim(-1)
            return key
        if key != "sets":
            word = self.words()[-1]
            self.say(key, word if key == "special" else getattr(self, key))
            return word
        self.order.pop()
        self.groups.pop()
        item = unclaimed(self.sets[-1])
        self.put("sets", self.sets[:-1])
        if not self.number(ANY, PUNG_SHOWN):
            self.put("fourth", False)
        return item

    def claims(self) -> "list[int]":
        """Returns the places of the kongs that were said to be claimed: their tiles do not tell it."""
        return [i for i, item in enumerate(self.sets) if item & CLAIMED and "+" in (self.groups[i] or "+")]

    def unclaim(self, first: int = 0) -> None:
        """Takes back that kongs were claimed, all from the first."""
        for place in self.claims()[first:]:
            self.sets[place] = unclaimed(self.sets[place])
        self.put("sets", self.sets)

    def in_tiles(self) -> "list[str]":
        """Returns the tiles that were entered tile by tile, in groups: first those of the sets."""
        return [group for group in self.groups if group is not None] + list(self.beside)

    def plain(self) -> Hand:
        """Returns a copy as the scorer takes it."""
        hand = Hand()
        hand.score, hand.dead = self.score, self.dead
        if self.score is not None:
            return hand
        hand.sets, hand.flowers = list(self.sets), self.flowers
        for key in OF_WHOLE:
            setattr(hand, key, getattr(self, key))
        if self.last_set == FILLED:
            hand.last_set = None
        if self.wind_sets is not None:
            name_winds(hand, self.wind_sets)
        return hand


class Entry:
    """How the deal was won, and the hands of all players.

    way         a word of WAYS, or None while it is unknown; source: the player who discarded or was robbed
    hands       an Entered by player
    last_tile   the winning tile, if the whole hand was entered tile by tile, or None
    goulash     the deal is a Goulash
    liable      the players who pay for others, [player, "full" or "half"] each; feeding: because they fed the winner
    at          how far the entry has come: HOW, the number of a hand (0: the winner's), or RESULT
    correcting  the number of the saved deal that this entry replaces, or None
    shelved     the half-entered deal that waits until this correction is done, or None
    """

    shelved: "Entry | None" = None

    def __init__(self, players: int = 4, winner: int = 0) -> None:
        self.winner = winner
        self.hands = [Entered() for _ in range(players)]
        self.goulash = False
        self.correcting: "int | None" = None
        self._forget_how()

    def _forget_how(self) -> None:
        self.way: "str | None" = None
        self.source: "int | None" = None
        self.last = False
        self.hidden = False
        self.opening: "str | None" = None
        self.last_tile: "str | None" = None
        self.liable: "list[list[Any]]" = []
        self.feeding = False
        self.at = HOW

    # ---- the winner, and how ----

    def set_winner(self, player: int) -> None:
        """Names the winner. All sets stay with their players. If the winner changes, how the other one won is
        forgotten."""
        if player != self.winner:
            for hand in self.won(), self.hands[player]:
                for key in OF_WHOLE[1:] + OF_WIN + ("wind_sets",):
                    hand.put(key, None)
                hand.unclaim()
            self.winner = player
            self._forget_how()
        self.won().put("dead", None)

    def won(self) -> Entered:
        """Returns the winner's hand."""
        return self.hands[self.winner]

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
        if way != "loose":
            self.won().put("twofold", False)

    def drawn(self) -> bool:
        """True if it is entered that the winner drew the winning tile."""
        return self.way is not None and self.source is None

    def fills_pair(self) -> bool:
        """True if it is entered that the winning tile filled a pair."""
        return (self.won().last_set or "")[:4] == FILLED

    def player(self, turn: int, table: "Table") -> int:
        """Returns the player whose hand comes at `turn`: first the winner, then the others from the winner's right."""
        order = table.order
        return order[(order.index(self.winner) + turn) % len(order)]

    # ---- hands that count ----

    def counted_hand(self, player: int, rules: "Rules") -> Hand:
        """Returns the hand that counts: a pair that counts as filled is not in it."""
        hand = self.hands[player].plain()
        if (hand.last_set or "")[:4] == FILLED and rules.pair_filled:
            hand.sets = [item for item in hand.sets if not item & PAIR]
        return hand

    def count(self, player: int, session: "Session") -> "Count":
        """Counts a hand as far as it is entered."""
        from mingg.core.score.score import count

        table = session.table
        if self.hands[player].dead not in (None, "short"):
            return Count()
        win = self.win(table) if player == self.winner else None
        return count(self.counted_hand(player, session.rules), table.seat(player), win, session.rules)

    def win(self, table: "Table") -> Win:
        win = Win(self.way or "discard", None if self.source is None else table.seat(self.source))
        win.last, win.hidden, win.opening, win.tile = self.last, self.hidden, self.opening, self.last_tile
        for key in OF_WIN:
            setattr(win, key, getattr(self.won(), key))
        return win

    def deal(self, session: "Session") -> Deal:
        """Returns the deal as entered, by seats."""
        table = session.table
        deal = Deal(table.seat(self.winner), self.win(table))
        deal.goulash = self.goulash
        for player in table.order:
            entered = self.hands[player]
            if player == self.winner or not entered.empty():
                hand = deal.hands[table.seat(player)] = self.counted_hand(player, session.rules)
                tiles = entered.in_tiles()
                if self.whole(player):
                    hand.faces = []
                    hand.tiles = " ".join(sorted(tiles) + ["%df" % flower for flower in hand.flowers])
                elif hand.score is None and tiles:
                    hand.named = " ".join(tiles)
        why = "feeding" if self.feeding else None
        deal.liable = [Liable(table.seat(player), share, why) for player, share in self.liable]
        return deal

    # ---- tiles ----

    def whole(self, player: int) -> bool:
        """True if a whole hand was entered tile by tile, so that its sets follow from the tiles."""
        hand = self.hands[player]
        if hand.score is not None or hand.dead or None in hand.groups:
            return False
        if player == self.winner:
            return self.last_tile is not None
        return sum([size(group) for group in hand.in_tiles()]) == HAND

    def follows(self, player: int) -> bool:
        """True if a hand follows from more tiles than those of its sets."""
        return bool(self.hands[player].beside) or (player == self.winner and self.last_tile is not None)

    # ---- the draft ----

    def pack(self) -> "dict[str, Any]":
        """Returns all that is entered as plain data. Defaults are left out: littlefs stores a short draft in its own
        records, so that it is written at once and no key waits until a block is erased."""
        packed = _packed(self, Entry(), PACKED)
        packed["hands"] = hands = []
        for hand in self.hands:
            fresh = Entered()
            fresh.groups = [None] * len(hand.sets)
            fresh.order = hand.usual_order()
            hands.append(_packed(hand, fresh, PACKED_HAND))
        return packed


def _packed(thing: "Any", fresh: "Any", keys: "tuple[str, ...]") -> "dict[str, Any]":
    return {key: getattr(thing, key) for key in keys if getattr(thing, key) != getattr(fresh, key)}


def name_winds(hand: Hand, word: str) -> None:
    """Makes majors of a hand winds, see Entered.wind_sets: which ones does not matter."""
    lacks = (3 if word == LITTLE_WINDS else 4) - hand.number(WINDS, SETS)
    for i, item in enumerate(hand.sets):
        if lacks > 0 and item & SETS and item & MAJOR:
            hand.sets[i] = item - MAJOR + WIND
            lacks -= 1
    if word == LITTLE_WINDS and not hand.pairs() & WINDS:
        hand.sets.append(PAIR | WIND)


def winds_of(hand: Hand, rules: "Rules") -> "str | None":
    """Returns Entered.wind_sets of a whole hand."""
    winds = hand.number(WINDS, SETS) if rules.table["winds"] else 0
    if winds == 4:
        return BIG_WINDS
    return LITTLE_WINDS if winds == 3 and hand.pairs() & WINDS else None


def unclaimed(item: int) -> int:
    """Returns an exposed kong that was claimed as any other."""
    return item - CLAIMED + KONG_SHOWN if item & CLAIMED else item


def size(group: str) -> int:
    """Returns how many tiles of a hand a group has; a kong counts as three."""
    tiles = sum([1 for sign in group if "1" <= sign <= "9"])
    return min(tiles, 3) if group[0] in "([" else tiles
