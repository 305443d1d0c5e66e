"""The deal that is being entered: what is known so far, in any order.

A set is one number, as in core/deal/hand.py. This module knows no keys and no pixels, and does not ask whether a hand
is possible: see card_entry.py.
"""

from typing import Any, Sequence

from mingg.core.deal.deal import Count, Deal, Liable, Win
from mingg.core.deal.hand import ANY, KONG_SHOWN, MAJOR, PAIR, PUNG_SHOWN, SETS, SUITS, WIND, WINDS, Hand
from mingg.core.deal.hand import CLAIMED as CLAIMED_KONG
from mingg.core.rules import Rules
from mingg.core.table.session import Session, Table

HAND = 13  # tiles of a hand; a kong counts as three
FILLED = "pair"  # a last set: the tile filled a pair, and it is to be said which
HOW, RESULT = -1, 4  # places besides the hands; the hands are 0 (the winner's) to 3
# Words of a hand besides suits and special hands: kinds of dead hand; an exposed kong was claimed onto three concealed
# tiles; the winning tile was the fourth of a pung. By modern rule sets: three sets of winds with a pair of the fourth,
# four sets of winds; of the win, see Win.
DEAD = ("dead", "short", "long")
CLAIMED, FOURTH = "claimed", "fourth"
LITTLE_WINDS, BIG_WINDS = "little_winds", "big_winds"
CALL, TWOFOLD = OF_WIN = "call", "twofold"
# The attributes of an entry that a draft keeps.
PACKED: "tuple[str, ...]" = (
    "winner",
    "way",
    "source",
    "only_place",
    "last",
    "hidden",
    "opening",
    "items",
    "flowers",
    "known",
    "beside",
    "said",
    "last_tile",
    "last_set",
    "goulash",
    "liable",
    "feeding",
    "at",
    "correcting",
)


class Entry:
    """How the deal was won, and the hands of all players.

    way         a word of WAYS, or None while it is unknown; source: the player who discarded or was robbed
    items       by player, all that is said of a hand, in the order of its entry: a number for each set; [number, tiles]
                for a set whose tiles are known, "(222p)"; and words: its suit unless that is mixed, the words above,
                special hands. Of a loser, a special hand is the one to wait for
    flowers     by player
    known       by player, the score of a hand that was counted at the table, or None. Its sets then count for nothing,
                but are not forgotten
    beside      by player, the tiles that were entered tile by tile and are in none of the sets, as groups of the
                interchange format: chows and single tiles
    said        by player, all tiles in groups, in the order in which they were entered. A group that gave a set
                its tiles begins with "=". Empty, or not in step with the tiles, if the order is unknown
    last_tile   the winning tile, if the whole hand was entered tile by tile, or None
    last_set    of the winner, as in a Hand, or FILLED
    goulash     the deal is a Goulash
    liable      the players who pay for others, [player, "full" or "half"] each; feeding: because they fed the winner
    at          how far the entry has come: HOW, the number of a hand (0: the winner's), or RESULT
    correcting  the number of the saved deal that this entry replaces, or None
    shelved     the half-entered deal that waits until this correction is done, or None
    """

    shelved: "Entry | None" = None

    def __init__(self, players: int = 4) -> None:
        self.winner = 0
        self.items: "list[list[Any]]" = [[] for _ in range(players)]
        self.flowers: "list[list[int]]" = [[] for _ in range(players)]
        self.known: "list[int | None]" = [None] * players
        self.beside: "list[list[str]]" = [[] for _ in range(players)]
        self.said: "list[list[str]]" = [[] for _ in range(players)]
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
        self.liable: "list[list[Any]]" = []
        self.feeding = False
        self.at = HOW

    # ---- the winner, and how ----

    def set_winner(self, player: int) -> None:
        """Names the winner. All sets stay with their players. If the winner changes, how the other one won is
        forgotten."""
        if player != self.winner:
            for hand in (self.winner, player):
                self.set_words(hand, [word for word in self.words(hand) if word in SUITS + DEAD])
            self.winner = player
            self._forget_how()
        self.say(player, None, DEAD)

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
            self.say(self.winner, None, (TWOFOLD,))

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
        """Returns the player whose hand comes at `turn`: first the winner, then the others from the winner's right."""
        order = table.order
        return order[(order.index(self.winner) + turn) % len(order)]

    # ---- what is said of a hand ----

    def empty(self, player: int) -> bool:
        """True if nothing is entered for a hand."""
        return self.known[player] is None and not (self.items[player] or self.flowers[player] or self.beside[player])

    def words(self, player: int) -> "list[str]":
        """Returns the words about a hand."""
        return [item for item in self.items[player] if isinstance(item, str)]

    def word(self, player: int, words: "tuple[str, ...]") -> "str | None":
        """Returns which of some words is said of a hand, or None."""
        return next((item for item in self.items[player] if item in words), None)

    def set_words(self, player: int, words: "list[str]") -> None:
        """Replaces the words about a hand. Words that stay keep their places."""
        kept = []
        for item in self.items[player]:
            if isinstance(item, str):
                if item not in words:
                    continue
                words.remove(item)
            kept.append(item)
        self.items[player] = kept + words

    def say(self, player: int, word: "str | None", instead: "Sequence[str]" = ()) -> None:
        """Says a word of a hand in place of some others; None or "mixed": says only that these do not stand."""
        words = [other for other in self.words(player) if other not in instead]
        self.set_words(player, words + [word] if word and word != "mixed" else words)

    def sets(self, player: int) -> "list[int]":
        """Returns the sets of a hand."""
        return [item[0] if isinstance(item, list) else item for item in self.items[player] if not isinstance(item, str)]

    def undo(self, player: int) -> "Any":
        """Takes back the newest word or set of a hand, and returns it: a word, or the number of the set."""
        words = self.words(player)
        item = self.items[player].pop()
        if not isinstance(item, str):
            ways = [item - (item & ANY) for item in self.sets(player)]
            while words.count(CLAIMED) > ways.count(KONG_SHOWN):
                words.remove(CLAIMED)
            if FOURTH in words and PUNG_SHOWN not in ways:
                words.remove(FOURTH)
            self.set_words(player, words)
        return item[0] if isinstance(item, list) else item

    # ---- hands of sets ----

    def hand(self, player: int, sets: "list[int] | None" = None) -> Hand:
        """Returns a player's hand as it is entered, or with other sets."""
        known = self.known[player]
        if known is not None:
            hand = Hand()
            hand.score = known
            return hand
        hand = Hand(self.sets(player) if sets is None else sets)
        hand.flowers = list(self.flowers[player])
        won = player == self.winner
        if won:
            hand.only_place = self.only_place
            hand.last_set = None if self.last_set == FILLED else self.last_set
        for word in self.words(player):
            put_word(hand, word, won)
        return hand

    def counted_hand(self, player: int, rules: "Rules") -> Hand:
        """Returns the hand that counts: a pair that counts as filled is not in it. Its faces are the classes of its
        sets, as they were entered."""
        hand = self.hand(player, self.laid(player, rules))
        hand.faces = [plain(item) & ANY for item in hand.sets]
        return hand

    def laid(self, player: int, rules: "Rules") -> "list[int]":
        """Returns the sets that count."""
        filled = player == self.winner and (self.last_set or "")[:5] == "pair-" and rules.knows_pair_filled()
        return [item for item in self.sets(player) if not (filled and item & PAIR)]

    def count(self, player: int, session: "Session") -> "Count":
        """Counts a hand as far as it is entered."""
        from mingg.core.score.score import count

        table = session.table
        if self.word(player, DEAD) not in (None, "short"):
            return Count()
        win = self.win(table) if player == self.winner else None
        return count(self.counted_hand(player, session.rules), table.seat(player), win, session.rules)

    def win(self, table: "Table") -> Win:
        source = None if self.source is None else table.seat(self.source)
        win = Win(self.way or "discard", source, self.last, self.hidden, self.opening, self.last_tile)
        for word in OF_WIN:
            if word in self.items[self.winner]:
                setattr(win, word, True)
        return win

    def deal(self, session: "Session") -> Deal:
        """Returns the deal as entered, by seats."""
        table = session.table
        deal = Deal(table.seat(self.winner), self.win(table))
        deal.goulash = self.goulash
        for player in table.order:
            seat = table.seat(player)
            dead = self.word(player, DEAD)
            if player == self.winner or dead or not self.empty(player):
                hand = deal.hands[seat] = self.counted_hand(player, session.rules)
                hand.dead = dead
                tiles = self.tiles(player)
                if self.whole(player):
                    hand.tiles = " ".join(sorted(tiles) + ["%df" % flower for flower in self.flowers[player]])
                elif self.known[player] is None and tiles:
                    hand.named = " ".join(tiles)
        why = "feeding" if self.feeding else None
        deal.liable = [Liable(table.seat(player), share, why) for player, share in self.liable]
        return deal

    # ---- tiles ----

    def tiles(self, player: int) -> "list[str]":
        """Returns the tiles that were entered tile by tile, in groups: first those of the sets."""
        return [item[1] for item in self.items[player] if isinstance(item, list)] + self.beside[player]

    def unnamed(self, player: int) -> "list[int]":
        """Returns the sets whose tiles are unknown."""
        return [item for item in self.items[player] if isinstance(item, int)]

    def whole(self, player: int) -> bool:
        """True if a whole hand was entered tile by tile, so that its sets follow from the tiles."""
        if self.known[player] is not None or self.word(player, DEAD) or self.unnamed(player):
            return False
        if player == self.winner:
            return self.last_tile is not None
        return sum([size(group) for group in self.tiles(player)]) == HAND

    def follows(self, player: int) -> bool:
        """True if a hand follows from more tiles than those of its sets."""
        return bool(self.beside[player]) or (player == self.winner and self.last_tile is not None)

    def forget_tiles(self, player: int) -> None:
        """Drops the tiles beside the sets: the sets then stand for themselves."""
        self.beside[player] = []
        if player == self.winner:
            self.last_tile = None

    # ---- the draft ----

    def pack(self) -> "dict[str, Any]":
        """Returns all that is entered as plain data. Defaults are left out: littlefs stores a short draft in its own
        records, so that it is written at once and no key waits until a block is erased."""
        fresh = Entry(len(self.items))
        packed = {key: getattr(self, key) for key in PACKED if getattr(self, key) != getattr(fresh, key)}
        packed["winner"] = self.winner
        return packed


def put_word(hand: Hand, word: str, won: bool) -> None:
    """Puts a word about a hand into it."""
    if word in SUITS:
        hand.suit = word
    elif word == CLAIMED:
        _turn(hand, KONG_SHOWN, KONG_SHOWN, CLAIMED_KONG)
    elif word == FOURTH:
        hand.fourth = True
    elif word in (LITTLE_WINDS, BIG_WINDS):
        little = word == LITTLE_WINDS
        for _ in range(hand.number(WINDS, SETS), 3 if little else 4):
            _turn(hand, SETS, MAJOR, WIND)  # majors that are winds: which ones does not matter
        if little and not hand.pairs() & WINDS:
            hand.sets.append(PAIR | WIND)
    elif word not in DEAD + OF_WIN:
        if won:
            hand.special.append(word)
        else:
            hand.fishing = word


def _turn(hand: Hand, ways: int, before: int, after: int) -> None:
    """Turns the first set of these ways that has a bit into one with another bit."""
    for i, item in enumerate(hand.sets):
        if item & ways and item & before:
            hand.sets[i] = item - before + after
            break


def words_of(hand: Hand, win: "Win | None", rules: "Rules") -> "list[str]":
    """Returns the words of a hand. win: of its player, or None."""
    words = [] if hand.suit == "mixed" else [hand.suit]
    words += hand.special + [word for word in OF_WIN if win is not None and getattr(win, word)]
    if win is not None or rules.table["hands_named"]:  # only then claimed kongs count
        words += [CLAIMED] * hand.number(ANY, CLAIMED_KONG)
    if hand.fourth:
        words.append(FOURTH)
    winds = hand.number(WINDS, SETS) if rules.table["winds"] else 0
    if winds > 2 and (winds == 4 or hand.pairs() & WINDS):
        words.append(BIG_WINDS if winds == 4 else LITTLE_WINDS)
    return words if hand.fishing is None else words + [hand.fishing]


def plain(item: int) -> int:
    """Returns a set as the device enters it: a word stands for the rest."""
    if item & WIND:
        item += MAJOR - WIND
    return item - CLAIMED_KONG + KONG_SHOWN if item & CLAIMED_KONG else item


def size(group: str) -> int:
    """Returns how many tiles of a hand a group has; a kong counts as three."""
    tiles = sum([1 for sign in group if "1" <= sign <= "9"])
    return min(tiles, 3) if group[0] in "([" else tiles
