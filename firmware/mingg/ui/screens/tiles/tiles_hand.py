"""A hand as it is entered tile by tile: what may still come, and the card that follows from what is in.

Where all of a hand is in tiles, its card follows from them and nothing is left to be asked. Until then the sets among
them stand on the card, and whatever else the card says is still the player's to say. Sets that were entered without
their tiles stay: the next such set that comes with its tile is taken for one of them.
"""

from mingg.core.deal.card import MAJOR_EXPOSED, SIMPLE_EXPOSED
from mingg.core.deal.winds import WINDS
from mingg.core.scoring.legality import check_together
from mingg.core.tiles.hand import (
    ADDED,
    CHOW,
    CLAIMED,
    CONCEALED,
    EXPOSED,
    KONG,
    PUNG,
    Meld,
    TileHand,
    chow_text,
    meld_text,
    parse,
    set_text,
)
from mingg.core.tiles.tile_card import CardMaker
from mingg.core.tiles.tiles import HONOURS, KINDS, is_dragon, is_honour, is_major, name, tile_of
from mingg.ui.entry.choices import Choices
from mingg.ui.entry.entry import (
    DRAGON,
    HAND,
    KONG_HAND,
    KONG_TABLE,
    MAJOR,
    OWN,
    PAIR,
    PUNG_HAND,
    PUNG_TABLE,
    ROUND,
    SIMPLE,
    set_of,
)

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.ui.entry.entry import Entry

# What a tile may be said to be, beside the ways of entry.py in which a set lies: the lowest of a chow, one in the hand,
# a kong that was claimed onto three in the hand.
CHOW_TABLE, CHOW_HAND, ONE, KONG_CLAIMED = range(5, 9)
TABLE = (PUNG_TABLE, CHOW_TABLE, KONG_TABLE, KONG_CLAIMED, KONG_HAND)  # what is declared
KONGS = (KONG_TABLE, KONG_HAND, KONG_CLAIMED)
WEST_WIND = 29
# How the sets lie whose faces a card names, list by list.
_WAYS = (PUNG_TABLE, PUNG_HAND) * 2 + (KONG_TABLE, KONG_HAND) * 2
_LIES = {PUNG_TABLE: EXPOSED, CHOW_TABLE: EXPOSED, KONG_TABLE: ADDED, KONG_CLAIMED: CLAIMED, KONG_HAND: CONCEALED}


def chow_of(tile: int) -> int:
    """The lowest tile of the chow that a tile is said to begin: of an eight or a nine it is the last one."""
    return min(tile, tile // 9 * 9 + 6)


def tiles_of(tile: int, what: int) -> "list[int]":
    """The tiles of what a tile is said to be."""
    if what in (CHOW_TABLE, CHOW_HAND):
        low = chow_of(tile)
        return [low, low + 1, low + 2]
    return [tile] * (1 if what == ONE else 2 if what == PAIR else 4 if what in KONGS else 3)


def group_of(tile: int, what: int) -> str:
    """The same as the interchange format writes it."""
    if what in _LIES:
        kind = CHOW if what == CHOW_TABLE else KONG if what in KONGS else PUNG
        return meld_text(Meld(kind, chow_of(tile) if kind == CHOW else tile, _LIES[what]))
    if what == CHOW_HAND:
        return chow_text(chow_of(tile))
    return set_text(tile, len(tiles_of(tile, what)))


def tiles_in(group: str) -> "list[int]":
    """The tiles of a group, those that are alike too."""
    held = parse(group).held()
    return [tile for tile in range(KINDS) for _ in range(held[tile])]


class TilesOfHand:
    """The tiles of one player's hand in an entry.

    hand: what is in, a TileHand; held: how many of each tile that is; elsewhere: how many other hands hold; room: how
    many more the hand takes, a kong as three.
    """

    def __init__(self, entry: "Entry", player: int, session: "Session") -> None:
        self.entry = entry
        self.player = player
        self.session = session
        self.winner = player == entry.winner
        self.full = HAND + (1 if self.winner else 0)
        self.elsewhere = bytearray(KINDS)
        for other in session.table.order:
            if other != player and entry.in_tiles(other):
                for tile, number in enumerate(_hand(entry, other).held()):
                    self.elsewhere[tile] += number
        self.look()

    def look(self) -> None:
        """Takes the hand as it stands in the entry."""
        self.hand = _hand(self.entry, self.player)
        self.held = self.hand.held()
        self.choices = Choices(self.entry, self.player, self.session)
        sets = sum([2 if item % 5 == PAIR else 3 for item in self.unnamed()])
        self.room = self.full - self.hand.size() - sets

    # ---- what may come ----

    def unnamed(self) -> "list[int]":
        """The sets on the card whose tiles are not known."""
        return self.entry.sets[self.player][len(self.entry.tiles[self.player]) :]

    def left(self, tile: int) -> int:
        """How many of a tile are left."""
        if tile == WEST_WIND and self.session.rules.players == 3 and self.session.rules.table["no_west_winds"]:
            return 0
        return max(0, 4 - self.held[tile] - self.elsewhere[tile])

    def is_open(self, tile: int) -> bool:
        """Something may still be said of a tile."""
        if self.room <= 0 and not any(self.kind_of(tile) == item // 5 for item in self.unnamed()):
            return False
        return self.left(tile) > 0

    def why_not(self, tile: int, what: int) -> "str | None":
        """Why a tile cannot be that: None, or a reason."""
        wanted = tiles_of(tile, what)
        kind = self.kind_of(tile)
        way = KONG_TABLE if what == KONG_CLAIMED else what
        names = way <= PAIR and set_of(kind, way) in self.unnamed()
        if not names and self.room < min(3, len(wanted)):
            return self.why_full()
        for each in wanted:
            if self.left(each) < wanted.count(each):
                return self.why_none(each)
        if what in TABLE and self.winner and self.entry.opening is not None:
            return "opening-kong" if what in KONGS else "opening-exposed"
        if not names and way < PAIR:
            return self.choices.why_not_add(kind, way)
        return None

    def why_full(self) -> str:
        """Why there is no room."""
        if self.unnamed() and self.room < 3:
            return "tiles-unnamed"
        if self.room <= 0:
            return "tiles-full" if self.winner else "too-many-tiles"
        return "five-sets" if self.winner and self.room == 2 else "tiles-room"

    def why_none(self, tile: int) -> str:
        """Why there are not so many of a tile."""
        if self.left(tile):
            return "tiles-left"
        return "no-west" if self.held[tile] + self.elsewhere[tile] < 4 else "tiles-four"

    # ---- what is said ----

    def add(self, tile: int, what: int) -> "str | None":
        """Says what a tile is; or why it cannot be: nothing changed then."""
        reason = self.why_not(tile, what)
        if reason:
            return reason
        before = _facts(self.entry, self.player)
        beside = self.entry.beside[self.player] + [group_of(tile, what)]
        self._change(beside, self.entry.whole(self.player))
        reason = self.choices.problem_so_far()
        if not reason and is_honour(tile):
            reason = together(self.entry, self.session)
        if reason:
            _restore(self.entry, self.player, before)
            self.look()
        return reason

    def take_off(self, tile: int) -> bool:
        """Takes off what was said last of a tile, or of a chow that has it; False where nothing was."""
        entry, player = self.entry, self.player
        was_whole = entry.whole(player)
        for groups in (entry.beside[player], entry.tiles[player]):
            for first in (True, False):
                for i in range(len(groups) - 1, -1, -1):
                    tiles = tiles_in(groups[i])
                    if tile in tiles and (tiles[0] == tile or not first):
                        if groups is entry.tiles[player]:
                            entry.sets[player].pop(i)
                        groups.pop(i)
                        self._change(entry.beside[player], was_whole)
                        return True
        return False

    def _change(self, beside: "list[str]", was_whole: bool) -> None:
        """The hand has changed: its card follows."""
        entry, player = self.entry, self.player
        entry.beside[player] = beside
        if self.winner:
            entry.last_tile = None
        read(entry, player, self.session, was_whole, self.choices)
        self.look()

    # ---- the whole hand ----

    def is_complete(self) -> bool:
        """The winner's tiles make a hand that the rules in force know."""
        return self.winner and not self.unnamed() and _is_complete(self.hand, self.session.rules.hands)

    def candidates(self) -> "list[int]":
        """The tiles that may have completed the hand."""
        found = [tile for tile in range(KINDS) if self.hand.counts[tile]]
        if self.entry.way == "rob":
            # The robbed player holds the other three.
            found = [tile for tile in found if self.held[tile] == 1]
        return found

    def choose_last(self, tile: int) -> "str | None":
        """Says which tile completed the hand: everything else follows. Or why it cannot be."""
        entry = self.entry
        if tile not in self.candidates():
            return "rob-three"
        before = _facts(entry, self.player)
        entry.last_tile = name(tile)
        read(entry, self.player, self.session, False, self.choices)
        reason = None if entry.whole(self.player) else "not-complete"
        reason = reason or why_not_done(entry, self.player, self.session)
        if reason:
            _restore(entry, self.player, before)
        self.look()
        return reason

    def missing(self) -> "tuple[int, bool] | None":
        """What the winner's hand still lacks: sets, and whether its pair; None where that cannot be told."""
        if self.unnamed():
            return None
        lacks = self.full - self.hand.size()
        if lacks % 3 == 1 or (lacks == 0 and not self.is_complete()):
            return None
        from mingg.core.tiles.arrange import Concealed

        concealed = Concealed(self.hand.counts)
        if lacks % 3 == 2:
            whole_sets = all(suit.over == 0 and suit.ways() for suit in concealed.suits)
        else:
            whole_sets = bool(concealed.arrangements())
        return (lacks // 3, lacks % 3 == 2) if whole_sets else None

    # ---- what a tile is on a card ----

    def kind_of(self, tile: int) -> int:
        return kind_of(tile, self.choices)


def kind_of(tile: int, choices: Choices) -> int:
    """The class of a set of a tile, as the card of one player has it."""
    if is_dragon(tile):
        return DRAGON
    if not is_honour(tile):
        return MAJOR if is_major(tile) else SIMPLE
    wind = WINDS[tile - HONOURS]
    if wind == choices.round_wind and choices.asks_round:
        return ROUND
    return OWN if wind in choices.rules.own_winds(choices.seat) else MAJOR


def _hand(entry: "Entry", player: int) -> TileHand:
    return parse(" ".join(entry.tiles[player] + entry.beside[player]))


def _is_complete(hand: TileHand, hands: "tuple[str, ...]") -> bool:
    if hand.size() != HAND + 1:
        return False
    from mingg.core.tiles import shapes
    from mingg.core.tiles.arrange import Concealed

    if Concealed(hand.counts).arrangements():
        return True
    if "thirteen_orphans" in hands and shapes.orphans_pair(hand.counts) >= 0:
        return True
    return "seven_twins" in hands and bool(shapes.twins(hand.counts))


# ---- from tiles to the card ----

_OF_WINNER = ("only_place", "last_set", "filled", "fourth", "special", "claimed", "last_tile")
_OF_HAND = ("sets", "tiles", "beside", "suits")


def _facts(entry: "Entry", player: int) -> "list[object]":
    """What tiles may change of an entry."""
    facts: "list[object]" = [getattr(entry, key) for key in _OF_WINNER]
    for key in _OF_HAND:
        value = getattr(entry, key)[player]
        facts.append(value if isinstance(value, str) else list(value))
    return facts


def _restore(entry: "Entry", player: int, facts: "list[object]") -> None:
    for i, key in enumerate(_OF_WINNER):
        setattr(entry, key, facts[i])
    for i, key in enumerate(_OF_HAND):
        getattr(entry, key)[player] = facts[len(_OF_WINNER) + i]


def read(entry: "Entry", player: int, session: "Session", was_whole: bool, choices: "Choices | None" = None) -> None:
    """Puts on a player's card what follows from the tiles of the hand.

    was_whole: what stands on it beside its sets followed from tiles, and is forgotten where they are no longer whole;
    choices: the player's, whatever his sets.
    """
    hand = _hand(entry, player)
    choices = choices or Choices(entry, player, session)
    winner = player == entry.winner
    card = _whole(entry, player, hand, choices, session) if winner else None
    if winner and card is None:
        entry.last_tile = None
    partly = card is None
    if card is None:
        card = _partly(hand, choices, winner)
    _lay(entry, player, hand, card, choices)
    if not winner:
        if entry.whole(player):
            entry.suits[player] = card.suit
        elif was_whole:
            entry.suits[player] = "mixed"
        return
    # Of kongs whose tiles are not known it was said by hand.
    unknown = [item % 5 for item in entry.sets[player][len(entry.tiles[player]) :]].count(KONG_TABLE)
    entry.claimed = max(card.claimed, min(entry.claimed, card.claimed + unknown))
    if partly and not was_whole:
        # A pair that is filled counts for that, and not as a pair beside.
        made_pair = entry.last_set is not None and entry.last_set[:4] == "pair"
        entry.filled = made_pair and bool(card.pairs) and session.rules.knows_pair_filled()
        return
    entry.suits[player] = "mixed" if partly else card.suit
    entry.only_place, entry.last_set, entry.fourth = card.only_place, card.last_set, card.fourth
    entry.special, entry.filled = list(card.special), False


def _whole(entry: "Entry", player: int, hand: TileHand, choices: Choices, session: "Session") -> "Card | None":
    """The best card of the winner's whole hand."""
    if entry.last_tile is None or not _is_complete(hand, session.rules.hands):
        return None
    from mingg.core.tiles import analysis

    rules, table = session.rules, session.table
    win = entry.win(table)
    win.tile = entry.last_tile
    least = rules.table["doublings_to_win"] if rules.players == 2 else 0
    hand.flowers = list(entry.flowers[player])
    try:
        winds = rules.own_winds(choices.seat)
        card, _, _ = analysis.winning(hand, win, choices.seat, choices.round_wind, rules, winds, least)
    except (analysis.NotComplete, analysis.WrongTile):
        return None
    found: "Card" = card
    # The counts tell these by themselves.
    found.special = [hand for hand in found.special if hand not in ("three_concealed", "four_concealed")]
    return found


def _partly(hand: TileHand, choices: Choices, winner: bool) -> "Card":
    """What the tiles make up so far: their pungs and kongs, and the pairs that score, of a winner only one."""
    pungs = [tile for tile in range(KINDS) if hand.counts[tile] > 2]
    pairs = [tile for tile in range(KINDS) if hand.counts[tile] == 2]
    maker = CardMaker(hand, choices.seat, choices.round_wind, choices.rules.own_winds(choices.seat))
    card = maker.card(pungs, -1, pairs)
    if winner:
        scoring = [i for i, word in enumerate(card.pairs) if word in choices.pairs][:1]
        card.pairs, card.faces[8] = [card.pairs[i] for i in scoring], [card.faces[8][i] for i in scoring]
    return card


def _lay(entry: "Entry", player: int, hand: TileHand, card: "Card", choices: Choices) -> None:
    """Lays the sets of a card that tiles have made; those of the same class whose tiles were not known are these."""
    melds = list(hand.melds)
    rest = bytearray(hand.counts)
    sets: "list[int]" = []
    tiles: "list[str]" = []
    for slot, way in enumerate(_WAYS):
        for face in card.faces[slot]:
            tile = tile_of(str(face))
            sets.append(set_of(kind_of(tile, choices), way))
            declared = [meld for meld in melds if meld.kind != CHOW and meld.tile == tile]
            if declared:
                melds.remove(declared[0])
                tiles.append(meld_text(declared[0]))
            else:
                tiles.append(set_text(tile, 3))
                rest[tile] -= 3
    for face, word in zip(card.faces[8], card.pairs):
        if word in choices.pairs:
            tile = tile_of(str(face))
            sets.append(set_of(kind_of(tile, choices), PAIR))
            tiles.append(set_text(tile, 2))
            rest[tile] -= 2
    before = entry.sets[player]
    named = len(entry.tiles[player])
    old, unnamed = before[:named], before[named:]
    for item in sets:
        if item in old:
            old.remove(item)
        elif item in unnamed:
            unnamed.remove(item)
    entry.sets[player] = sets + unnamed
    groups = entry.tiles[player] + entry.beside[player]
    entry.beside[player] = [meld_text(meld) for meld in melds] + _rest(rest, groups)
    entry.tiles[player] = tiles


def _rest(counts: bytearray, groups: "list[str]") -> "list[str]":
    """Concealed tiles in groups: as they were entered, where they are all there, and the others one by one."""
    found = []
    for group in groups:
        if group[0] not in "([":
            tiles = tiles_in(group)
            if all(counts[tile] >= tiles.count(tile) for tile in tiles):
                found.append(group)
                for tile in tiles:
                    counts[tile] -= 1
    return found + [name(tile) for tile in range(KINDS) for _ in range(counts[tile])]


def read_all(entry: "Entry", session: "Session") -> None:
    """How the deal was won has been said, perhaps otherwise than before: the cards that follow from tiles follow it."""
    for player in session.table.order:
        if entry.in_tiles(player):
            read(entry, player, session, player == entry.winner and entry.last_tile is not None)


def reopen(entry: "Entry", deal: "Deal", session: "Session") -> None:
    """The tiles of a saved deal's hands; a text that is of no hand is none."""
    for written in (deal.named, deal.tiles):
        for seat, text in written.items():
            player = session.table.player(seat)
            try:
                entry.beside[player] = _groups(text)
            except ValueError:
                continue
            if written is deal.tiles:
                entry.sets[player] = []
                if seat == deal.winner:
                    entry.last_tile = deal.win.tile
            read(entry, player, session, False)


def _groups(text: str) -> "list[str]":
    """The groups of a hand as they are written, flowers apart; ValueError where it is none."""
    hand = parse(text)
    groups = [group for group in text.split() if group[-1] != "f"]
    try:
        if sum([parse(group).size() for group in groups]) == hand.size():
            return groups
    except ValueError:
        pass  # they are not parted by blanks, as the device parts them
    return [meld_text(meld) for meld in hand.melds] + _rest(hand.counts, [])


# ---- a card that is done ----


def together(entry: "Entry", session: "Session") -> "str | None":
    """Why the hands cannot be at one table: the wind of the round is seen in tiles, also where cards do not tell it."""
    table = session.table
    round_wind = table.round_wind()
    tile = HONOURS + WINDS.index(round_wind)
    cards = {}
    for player in table.order:
        seat = table.seat(player)
        card = entry.card(player, table, False)
        if seat != round_wind and entry.in_tiles(player) and card.score is None:
            hand = _hand(entry, player)
            card.round_wind = max(card.round_wind, 1 if hand.held()[tile] > 2 else 0)
            if hand.counts[tile] == 2 and "round" not in card.pairs:
                card.pairs.append("round")
        cards[seat] = card
    wrong = check_together(cards, round_wind, session.rules)
    return wrong[0] if wrong else None


def why_not_done(entry: "Entry", player: int, session: "Session") -> "str | None":
    """Why a card cannot stand beside the tiles that are known: as who reads the deal will see it (tile_hands.py)."""
    if player == entry.winner and entry.whole(player) and entry.opening is not None and _hand(entry, player).melds:
        return "opening-exposed"
    reason = together(entry, session)
    if reason:
        return reason
    if entry.way != "rob" or not entry.whole(entry.winner):
        return None
    tile = tile_of(entry.last_tile or "")
    others = [other for other in session.table.order if other != entry.source and entry.whole(other)]
    if sum([_hand(entry, other).held()[tile] for other in others]) > 1:
        return "rob-three"
    if player != entry.source or entry.known[player] is not None or entry.dead[player]:
        return None
    if entry.whole(player):
        lies = any(meld.kind == PUNG and meld.tile == tile for meld in _hand(entry, player).melds)
    else:
        card = entry.card(player, session.table)
        lies = card.pungs[MAJOR_EXPOSED if is_major(tile) else SIMPLE_EXPOSED] > 0
    return None if lies else "rob-no-pung"
