"""The deal that is being entered: what is known so far, in any order.

A set is one number, class * 5 + way. The class says what it is of; the way says whether it is a pung or kong, exposed
or concealed, or a pair. This module knows no keys and no pixels, and does not ask whether a hand is possible: see
card_entry.py.
"""

from typing import Any, Sequence

from mingg.core.deal.card import SUITS, Card
from mingg.core.deal.deal import Count, Deal, Liable, Win
from mingg.core.rules import Rules
from mingg.core.table.session import Session, Table

# ROUND: the round wind, if OWN does not include it.
SIMPLE, MAJOR, OWN, DRAGON, ROUND = range(5)
PUNG_TABLE, PUNG_HAND, KONG_TABLE, KONG_HAND, PAIR = range(5)
SETS = 25  # how many numbers there are for sets
HAND = 13  # tiles of a hand; a kong counts as three
# Whether the round wind is a player's own. Of two players each has two winds (B p.84): ONE_OF_MINE.
NOT_MINE, MINE, ONE_OF_MINE = range(3)
FILLED = "pair"  # a last set: the tile filled a pair, and it is to be said which
HOW, RESULT = -1, 4  # places besides the cards; the cards are 0 (the winner's) to 3
# Words of a hand besides suits and special hands: kinds of dead hand; an exposed kong was claimed onto three concealed
# tiles; the winning tile was the fourth of a pung. By modern rule sets: three sets of winds with a pair of the fourth,
# four sets of winds; of the win, see Win.
DEAD = ("dead", "short", "long")
CLAIMED, FOURTH = "claimed", "fourth"
LITTLE_WINDS, BIG_WINDS = "little_winds", "big_winds"
CALL, TWOFOLD = OF_WIN = "call", "twofold"
_OF_WINDS = ("seat", "round", "both", "wind")
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


def set_of(kind: int, way: int) -> int:
    """The number of a set: see above."""
    return kind * 5 + way


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
    said        by player, all tiles in groups, in the order in which they were entered. A group that gave a set of the
                card its tiles begins with "=". Empty, or not in step with the tiles, if the order is unknown
    last_tile   the winning tile, if the whole hand was entered tile by tile, or None
    last_set    of the winner, as on a card, or FILLED
    goulash     the deal is a Goulash
    liable      the players who pay for others, [player, "full" or "half"] each; feeding: because they fed the winner
    at          how far the entry has come: HOW, the number of a card (0: the winner's), or RESULT
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

    def add(self, player: int, kind: int, way: int) -> None:
        self.items[player].append(set_of(kind, way))

    def undo(self, player: int) -> "Any":
        """Takes back the newest word or set of a hand, and returns it: a word, or the number of the set."""
        words = self.words(player)
        item = self.items[player].pop()
        if not isinstance(item, str):
            ways = [item % 5 for item in self.sets(player)]
            while words.count(CLAIMED) > ways.count(KONG_TABLE):
                words.remove(CLAIMED)
            if FOURTH in words and PUNG_TABLE not in ways:
                words.remove(FOURTH)
            self.set_words(player, words)
        return item[0] if isinstance(item, list) else item

    # ---- cards ----

    def card(self, player: int, table: "Table", faces: bool = True, sets: "list[int] | None" = None) -> Card:
        """Returns the card of a player's sets, or of other ones. With `faces` it also says what each set is of."""
        card = Card()
        if self.known[player] is not None:
            card.score = self.known[player]
            return card
        lay_all(card, self.sets(player) if sets is None else sets, whose_round(player, table), faces)
        card.flowers = list(self.flowers[player])
        won = player == self.winner
        if won:
            card.only_place = self.only_place
            card.last_set = None if self.last_set == FILLED else self.last_set
        for word in self.words(player):
            put_word(card, word, won)
        return card

    def counted_card(self, player: int, session: "Session") -> Card:
        """Returns the card that counts: a pair that counts as filled is not on it."""
        card = self.card(player, session.table, True, self.laid(player, session.rules))
        if "honour_kongs" in session.rules.table["card_keys"] and card.score is None:
            whose = whose_round(player, session.table)
            own, of_round = (OWN,) if whose == NOT_MINE else (OWN, ROUND), (OWN, ROUND) if whose == MINE else (ROUND,)
            card.honour_kongs = [card.kongs_of(kinds) for kinds in ((DRAGON,), own, of_round)]
        return card

    def laid(self, player: int, rules: "Rules") -> "list[int]":
        """Returns the sets on the card that counts."""
        filled = player == self.winner and (self.last_set or "")[:5] == "pair-" and rules.knows_pair_filled()
        return [item for item in self.sets(player) if item % 5 != PAIR or not filled]

    def count(self, player: int, session: "Session") -> "Count":
        """Counts a hand as far as it is entered."""
        from mingg.core.score.score import count

        table = session.table
        if self.word(player, DEAD) not in (None, "short"):
            return Count()
        win = self.win(table) if player == self.winner else None
        return count(self.counted_card(player, session), table.seat(player), table.round_wind(), win, session.rules)

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
            kind = self.word(player, DEAD)
            if kind is not None:
                deal.dead[seat] = kind
            if player == self.winner or not self.empty(player):
                deal.cards[seat] = self.counted_card(player, session)
                tiles = self.tiles(player)
                if self.whole(player):
                    deal.tiles[seat] = " ".join(sorted(tiles) + ["%df" % flower for flower in self.flowers[player]])
                elif self.known[player] is None:
                    deal.laid[seat] = self.laid(player, session.rules)
                    if tiles:
                        deal.named[seat] = " ".join(tiles)
        why = "feeding" if self.feeding else None
        deal.liable = [Liable(table.seat(player), share, why) for player, share in self.liable]
        return deal

    # ---- tiles ----

    def tiles(self, player: int) -> "list[str]":
        """Returns the tiles that were entered tile by tile, in groups: first those of the sets on the card."""
        return [item[1] for item in self.items[player] if isinstance(item, list)] + self.beside[player]

    def unnamed(self, player: int) -> "list[int]":
        """Returns the sets on the card whose tiles are unknown."""
        return [item for item in self.items[player] if isinstance(item, int)]

    def whole(self, player: int) -> bool:
        """True if a whole hand was entered tile by tile, so that its card follows from the tiles."""
        if self.known[player] is not None or self.word(player, DEAD) or self.unnamed(player):
            return False
        if player == self.winner:
            return self.last_tile is not None
        return sum([size(group) for group in self.tiles(player)]) == HAND

    def follows(self, player: int) -> bool:
        """True if a card follows from more tiles than those of its sets."""
        return bool(self.beside[player]) or (player == self.winner and self.last_tile is not None)

    def forget_tiles(self, player: int) -> None:
        """Drops the tiles beside the sets: the card then stands for itself."""
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


def put_word(card: Card, word: str, won: bool) -> None:
    """Puts a word about a hand on its card."""
    if word in SUITS:
        card.suit = word
    elif word == CLAIMED:
        card.claimed += 1
    elif word == FOURTH:
        card.fourth = True
    elif word in (LITTLE_WINDS, BIG_WINDS):
        little = word == LITTLE_WINDS
        card.winds = 3 if little else 4
        if little and not any(pair in _OF_WINDS for pair in card.pairs):
            card.pairs.append("wind")
    elif word not in DEAD + OF_WIN:
        if won:
            card.special.append(word)
        else:
            card.fishing = word


def words_of(card: Card, win: "Win | None", named: bool) -> "list[str]":
    """Returns the words of a card. win: of its player, or None. named: the rules know special hands by their names;
    only then a loser's claimed kongs count."""
    words = [] if card.suit == "mixed" else [card.suit]
    words += card.special + [word for word in OF_WIN if win is not None and getattr(win, word)]
    if win is not None or named:
        words += [CLAIMED] * card.claimed
    if card.fourth:
        words.append(FOURTH)
    winds = card.winds
    if winds > 2 and (winds == 4 or any(pair in _OF_WINDS for pair in card.pairs)):
        words.append(BIG_WINDS if winds == 4 else LITTLE_WINDS)
    waited = card.fishing
    return words if waited is None else words + [waited]


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
