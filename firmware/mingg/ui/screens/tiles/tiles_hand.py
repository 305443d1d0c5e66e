"""A hand that is entered tile by tile: what can still come, and the card that follows from the tiles.

If the whole hand is in tiles, its card follows from them, and nothing else is asked. Until then the sets among the
tiles stand on the card, and the player enters the rest of the card. Sets that were entered without tiles stay: the next
such set that comes with its tile is taken for one of them.
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
from mingg.core.tiles.tiles import HONOURS, KINDS, WHITE, is_major, name, tile_of
from mingg.ui.entry.card_entry import CardEntry
from mingg.ui.entry.entry import (
    DRAGON,
    HAND,
    KONG_HAND,
    KONG_TABLE,
    MAJOR,
    PACKED,
    PAIR,
    PUNG_HAND,
    PUNG_TABLE,
    SIMPLE,
    set_of,
)

MYPY = False
if MYPY:
    from collections.abc import Sequence
    from typing import Any

    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.ui.entry.entry import Entry

# What a tile can be besides the ways of a set in entry.py: the lowest of a chow, a single concealed tile, a kong that
# was claimed onto three concealed tiles.
CHOW_TABLE, CHOW_HAND, ONE, KONG_CLAIMED = range(5, 9)
KONGS = (KONG_TABLE, KONG_HAND, KONG_CLAIMED)
_NUMBER = b"\3\3\4\4\2\3\3\1\4"  # how many tiles each of these takes
# how each exposed set came onto the table
_LIES = {PUNG_TABLE: EXPOSED, CHOW_TABLE: EXPOSED, KONG_TABLE: ADDED, KONG_CLAIMED: CLAIMED, KONG_HAND: CONCEALED}
# the ways of the sets in Card.faces, list by list
_WAYS = (PUNG_TABLE, PUNG_HAND, PUNG_TABLE, PUNG_HAND, KONG_TABLE, KONG_HAND, KONG_TABLE, KONG_HAND)
_WEST_WIND = 29


def chow_of(tile: int) -> int:
    """Returns the lowest tile of the chow that a tile begins. For an eight or a nine it is the last chow."""
    return min(tile, tile // 9 * 9 + 6)


def tiles_in(group: str) -> "list[int]":
    """Returns the tiles of a group, equal ones too."""
    held = parse(group).held()
    return [tile for tile in range(KINDS) for _ in range(held[tile])]


def _hand(entry: "Entry", player: int) -> TileHand:
    return parse(" ".join(entry.tiles[player] + entry.beside[player]))


def _hand_of_groups(groups: "list[str]") -> TileHand:
    """Returns the hand of groups as in Entry.said."""
    return parse(" ".join(groups).replace("=", ""))


class TilesOfHand:
    """The tiles of one player's hand in an entry.

    hand       the tiles that are entered, a TileHand
    held       how many of each tile that is
    laid       the sets on the card that the tiles make
    elsewhere  how many of each tile other hands hold, see look_around()
    room       how many more tiles the hand can take; a kong counts as three
    """

    def __init__(self, entry: "Entry", player: int, session: "Session") -> None:
        self.entry = entry
        self.player = player
        self.session = session
        self.winner = player == entry.winner
        self.full = HAND + self.winner
        self.elsewhere = bytearray(KINDS)
        self.look()

    def look(self) -> None:
        """Reads the hand from the entry."""
        entry, player = self.entry, self.player
        self.hand = _hand(entry, player)
        self.held = self.hand.held()
        self.laid = entry.sets[player][: len(entry.tiles[player])]
        self.choices = CardEntry(entry, player, self.session)
        self.room = self.full - self.hand.size()
        for item in self.unnamed():
            self.room -= 2 if item % 5 == PAIR else 3

    def exposed(self) -> bytearray:
        """Returns how many of each tile are exposed."""
        counts = self.hand.held()
        for tile in range(KINDS):
            counts[tile] -= self.hand.counts[tile]
        for meld in self.hand.melds:
            if meld.lie == CONCEALED:  # a kong
                counts[meld.tile] = 0
        return counts

    def look_around(self) -> None:
        """Reads the tiles of the other hands."""
        for other in self.session.table.order:
            if other != self.player and self.entry.in_tiles(other):
                for tile, number in enumerate(_hand(self.entry, other).held()):
                    self.elsewhere[tile] += number

    # ---- what may come ----

    def unnamed(self) -> "list[int]":
        """Returns the sets on the card whose tiles are unknown."""
        return self.entry.sets[self.player][len(self.entry.tiles[self.player]) :]

    def left(self, tile: int) -> int:
        """Returns how many of a tile are left."""
        if tile == _WEST_WIND and self.session.rules.players == 3 and self.session.rules.table["no_west_winds"]:
            return 0
        # In a Goulash a wild tile may stand for a fifth one in another hand.
        elsewhere = 0 if self.entry.goulash else self.elsewhere[tile]
        return max(0, 4 - self.held[tile] - elsewhere)

    def is_open(self, tile: int) -> bool:
        """True if something can still be entered for a tile."""
        if self.room <= 0 and self.kind_of(tile) not in [item // 5 for item in self.unnamed()]:
            return False
        return self.left(tile) > 0

    def why_not(self, tile: int, role: int) -> "str | None":
        """Returns why a tile cannot be that, or None."""
        kind = self.kind_of(tile)
        way = KONG_TABLE if role == KONG_CLAIMED else role
        is_named_set = way <= PAIR and set_of(kind, way) in self.unnamed()
        wanted = _NUMBER[role]
        if not is_named_set and self.room < min(3, wanted):
            return self.why_full()
        first = tile
        chow = role in (CHOW_TABLE, CHOW_HAND)
        if chow:
            first, wanted = chow_of(tile), 1
        for low in range(first, first + (3 if chow else 1)):
            if self.left(low) < wanted:
                return self.why_none(low)
        if role in _LIES and self.winner and self.entry.opening is not None:
            return "opening-kong" if role in KONGS else "opening-exposed"
        if not is_named_set and way < PAIR:
            return self.choices.why_not_add(kind, way)
        return None

    def why_full(self) -> str:
        """Returns why there is no room."""
        if self.room < 3 and self.unnamed():
            return "tiles-unnamed"
        if self.room <= 0:
            return "tiles-full" if self.winner else "too-many-tiles"
        return "five-sets" if self.winner and self.room == 2 else "tiles-room"

    def why_none(self, tile: int) -> str:
        """Returns why there are not enough of a tile."""
        if self.left(tile):
            return "tiles-left"
        return "no-west" if self.held[tile] + self.elsewhere[tile] < 4 else "tiles-four"

    # ---- what is said ----

    def add(self, tile: int, role: int) -> "str | None":
        """Enters what a tile is. If that is impossible, returns why: then nothing has changed."""
        reason = self.why_not(tile, role)
        if reason:
            return reason
        if role in (CHOW_TABLE, CHOW_HAND):
            group = chow_text(chow_of(tile))
            if role == CHOW_TABLE:
                group = "(" + group + ")"
        elif role in _LIES:
            group = meld_text(Meld(KONG if role in KONGS else PUNG, tile, _LIES[role]))
        else:
            group = set_text(tile, _NUMBER[role])
        entry, player = self.entry, self.player
        before = _facts(entry)
        names = role <= PAIR and set_of(self.kind_of(tile), role) in self.unnamed()
        entry.said[player] = self.groups() + ["=" + group if names else group]
        self._change(entry.beside[player] + [group], entry.whole(player))
        reason = self.choices.problem_so_far()
        if not reason and tile >= HONOURS:
            reason = together(entry, self.session)
        if reason:
            self._restore(before)
        return reason

    def groups(self) -> "list[str]":
        """Returns the groups of the hand in the order of their entry, see Entry.said. Groups whose order is unknown
        come first."""
        groups = self.entry.said[self.player]
        if _hand_of_groups(groups).held() == self.held:
            return groups
        unordered = self.entry.tiles[self.player] + self.entry.beside[self.player]
        ordered = []
        for group in groups:
            if group.replace("=", "") in unordered:
                unordered.remove(group.replace("=", ""))
                ordered.append(group)
        return unordered + ordered

    def undo(self) -> int:
        """Takes back the last entry, the winning tile or a group. Returns a tile of it."""
        entry, groups = self.entry, self.groups()
        last = entry.last_tile if self.winner else None
        if last is not None and len(self.candidates()) > 1:
            self.say_again(groups)
            return tile_of(last)
        group = groups[-1]
        tiles = tiles_in(group.replace("=", ""))
        unnamed = self.unnamed()
        if group[0] == "=":
            way = KONG_TABLE if len(tiles) == 4 else PUNG_TABLE
            set_way = PAIR if len(tiles) == 2 else way if group[1] == "(" else way + 1
            unnamed.append(set_of(self.kind_of(tiles[0]), set_way))
        self.say_again(groups[:-1], unnamed)
        return tiles[0]

    def say_again(self, groups: "list[str]", unnamed: "list[int] | None" = None) -> None:
        """Makes the hand of these groups, beside sets whose tiles are unknown. The winning tile is asked again."""
        entry, player = self.entry, self.player
        was_whole = entry.whole(player)
        entry.sets[player] = self.unnamed() if unnamed is None else unnamed
        entry.tiles[player] = []
        entry.said[player] = groups
        self._change([group.replace("=", "") for group in groups], was_whole)

    def _change(self, beside: "list[str]", was_whole: bool) -> None:
        """Changes the hand; its card follows."""
        self.entry.beside[self.player] = beside
        if self.winner:
            self.entry.last_tile = None
        self.read(was_whole)
        self.look()

    def _restore(self, facts: "list[object]") -> None:
        for key, value in zip(PACKED, facts):
            setattr(self.entry, key, value)
        self.look()

    # ---- the whole hand ----

    def is_complete(self) -> bool:
        """True if the winner's tiles make a hand by the rules in force."""
        return self.winner and not self.unnamed() and self._makes_hand()

    def _makes_hand(self) -> bool:
        hand, hands = self.hand, self.session.rules.hands
        if hand.size() != HAND + 1:
            return False
        if "modern" in self.session.rules.table:
            from mingg.core.tiles.modern_search import is_hand
            from mingg.core.tiles.special_tiles import Tiles

            return is_hand(Tiles(hand, -1, True), self.session.rules)
        from mingg.core.tiles import shapes
        from mingg.core.tiles.arrange import Concealed

        return (
            bool(Concealed(hand.counts).arrangements())
            or ("thirteen_orphans" in hands and shapes.orphans_pair(hand.counts) >= 0)
            or ("seven_twins" in hands and bool(shapes.twins(hand.counts)))
        )

    def why_no_hand(self) -> str:
        """Returns the message that says why 14 tiles make no hand: too many chows are the only limit to four sets and
        a pair."""
        from mingg.core.tiles.arrange import Concealed

        chows = "max_chows" in self.session.rules.table and Concealed(self.hand.counts).arrangements()
        return "no too-many-chows" if chows else "not a hand"

    def candidates(self) -> "list[tuple[int, str]]":
        """Returns the tiles that may have completed the hand, each with the exposed group in which it lies, or "". A
        claimed tile may lie in an exposed chow or pung. The tile of a robbed kong must be the hand's only one, since
        the robbed player holds the other three."""
        entry = self.entry
        hand, robbed = _hand_of_groups(self.groups()), entry.way == "rob"
        tiles = [(tile, "") for tile in range(KINDS) if hand.counts[tile]]
        if entry.source is not None:
            for meld in hand.melds:
                group = meld_text(meld)
                if meld.kind != KONG and (meld.tile, group) not in tiles:
                    tiles += [(meld.tile + i, group) for i in range(3 if meld.kind == CHOW else 1)]
        return sorted([candidate for candidate in tiles if self.held[candidate[0]] == 1 or not robbed])

    def choose_last(self, tile: int, group: str = "") -> "str | None":
        """Takes the winning tile: everything else follows. If it is impossible, returns why.

        group: the exposed group in which the tile lies. Its tiles count as concealed, as they were before the claim.
        """
        entry, player = self.entry, self.player
        if (tile, group) not in self.candidates():
            return "rob-three"
        before = _facts(entry)
        groups = [entered.replace("=", "") for entered in self.groups()]
        if group:
            groups[groups.index(group)] = group[1:-1]
        entry.sets[player], entry.tiles[player], entry.beside[player] = self.unnamed(), [], groups
        entry.last_tile = name(tile)
        self.read(False)
        if not entry.whole(player):
            reason: "str | None" = "not-complete"
        else:
            reason = why_not_done(entry, player, self.session)
        if reason:
            self._restore(before)
        else:
            self.look()
        return reason

    def missing(self) -> "tuple[int, bool] | None":
        """Returns what the winner's hand still lacks: the number of sets, and whether the pair. None: that is
        unknown."""
        lacks = self.full - self.hand.size()
        if self.unnamed() or lacks % 3 == 1 or (lacks == 0 and not self.is_complete()):
            return None
        from mingg.core.tiles.arrange import Concealed

        concealed = Concealed(self.hand.counts)
        if lacks % 3 == 2:
            whole_sets = all(suit.over == 0 and suit.ways() for suit in concealed.suits)
        else:
            whole_sets = bool(concealed.arrangements())
        return (lacks // 3, lacks % 3 == 2) if whole_sets else None

    # ---- from tiles to the card ----

    def kind_of(self, tile: int) -> int:
        """Returns the class of a set of a tile, as on the card."""
        if tile >= WHITE:
            return DRAGON
        if tile >= HONOURS:
            return self.choices.kind_of_wind(WINDS[tile - HONOURS])
        return MAJOR if is_major(tile) else SIMPLE

    def read(self, was_whole: bool) -> None:
        """Puts on the card what follows from the tiles of the hand.

        was_whole: before the change everything on the card followed from tiles. It is forgotten if the tiles are no
        longer whole.
        """
        entry, player = self.entry, self.player
        self.hand = _hand(entry, player)
        modern_tiles: "Any" = None
        if "modern" in self.session.rules.table:
            from mingg.ui.screens.tiles import modern_tiles
        card = self._whole() if self.winner else None
        partly, filled = card is None, False
        if card is None:
            if self.winner:
                entry.last_tile = None
            card = modern_tiles.losing(self) if modern_tiles and entry.whole(player) else self._partly()
        elif not card.pairs and card.last_set is not None and card.last_set[:4] == "pair":
            # The pair that the winning tile completed counts as that. It still stands on the card.
            pair = self._pairs([tile_of(entry.last_tile or "")])
            filled = bool(pair.pairs)
            card.pairs, card.faces[8] = pair.pairs, pair.faces[8]
        self._lay(card)
        if modern_tiles and (was_whole or entry.whole(player)):
            modern_tiles.mark(self, card)
        if not self.winner:
            if entry.whole(player):
                entry.suits[player] = card.suit
            elif was_whole:
                entry.suits[player] = "mixed"
            return
        # kongs without tiles may be marked as claimed by the player
        unknown = [item % 5 for item in self.unnamed()].count(KONG_TABLE)
        entry.claimed = max(card.claimed, min(entry.claimed, card.claimed + unknown))
        if partly and not was_whole:
            # a pair that the winning tile filled counts for that, and not as a pair too
            made_pair = entry.last_set is not None and entry.last_set[:4] == "pair"
            entry.filled = made_pair and bool(card.pairs) and self.session.rules.knows_pair_filled()
            return
        entry.suits[player] = "mixed" if partly else card.suit
        entry.only_place, entry.last_set, entry.fourth = card.only_place, card.last_set, card.fourth
        entry.special, entry.filled = list(card.special), filled

    def _whole(self) -> "Card | None":
        """Returns the best card of the winner's whole hand, or None if the hand is not whole."""
        entry, hand, choices, rules = self.entry, self.hand, self.choices, self.session.rules
        if entry.last_tile is None or not self._makes_hand():
            return None
        from mingg.core.tiles import analysis

        winning = analysis.winning
        if "modern" in rules.table:
            from mingg.core.tiles.modern_search import winning
        win = entry.win(self.session.table)
        win.tile = entry.last_tile
        hand.flowers = list(entry.flowers[self.player])
        winds = rules.own_winds(choices.seat)
        try:
            card: "Card" = winning(hand, win, choices.seat, choices.round_wind, rules, winds)[0]
        except (analysis.NotComplete, analysis.WrongTile):
            return None
        # the counts show these without a mark
        card.special = [special for special in card.special if special not in ("three_concealed", "four_concealed")]
        return card

    def _partly(self) -> "Card":
        """Returns the card of the tiles so far: their pungs and kongs, and the scoring pairs, for a winner only one."""
        counts = self.hand.counts
        pungs = [tile for tile in range(KINDS) if counts[tile] > 2]
        return self._pairs([tile for tile in range(KINDS) if counts[tile] == 2], pungs)

    def _pairs(self, pairs: "list[int]", pungs: "Sequence[int]" = ()) -> "Card":
        """Returns the card of these pungs and pairs. A winner has one pair, which must score."""
        choices = self.choices
        maker = CardMaker(self.hand, choices.seat, choices.round_wind, choices.rules.own_winds(choices.seat))
        card = maker.card(list(pungs), -1, pairs)
        if self.winner:
            scoring = [i for i, word in enumerate(card.pairs) if word in choices.pairs][:1]
            card.pairs, card.faces[8] = [card.pairs[i] for i in scoring], [card.faces[8][i] for i in scoring]
        return card

    def _lay(self, card: "Card") -> None:
        """Puts the sets of a card, which tiles have made, into the entry. They replace sets of the same class whose
        tiles were unknown."""
        entry, player = self.entry, self.player
        melds = list(self.hand.melds)
        rest = bytearray(self.hand.counts)
        sets: "list[int]" = []
        tiles: "list[str]" = []

        def lay(face: int, way: int) -> None:
            tile = tile_of(str(face))
            sets.append(set_of(self.kind_of(tile), way))
            for meld in melds:
                if meld.kind != CHOW and meld.tile == tile:
                    melds.remove(meld)
                    tiles.append(meld_text(meld))
                    return
            tiles.append(set_text(tile, 2 if way == PAIR else 3))
            rest[tile] -= 2 if way == PAIR else 3

        for slot, way in enumerate(_WAYS):
            for face in card.faces[slot]:
                lay(face, way)
        for face, word in zip(card.faces[8], card.pairs):
            if word in self.choices.pairs:
                lay(face, PAIR)
        unnamed = self.unnamed()
        old = list(self.laid)
        for item in sets:
            for known in (old, unnamed):
                if item in known:
                    known.remove(item)
                    break
        groups = entry.tiles[player] + entry.beside[player]
        entry.sets[player] = sets + unnamed
        entry.beside[player] = [meld_text(meld) for meld in melds] + _rest(rest, groups)
        entry.tiles[player] = tiles


def _facts(entry: "Entry") -> "list[object]":
    """Returns all attributes of an entry. Lists are copied, but not their items: tiles replace those as a whole."""
    facts = [getattr(entry, key) for key in PACKED]
    return [list(fact) if isinstance(fact, list) else fact for fact in facts]


def _rest(counts: bytearray, groups: "list[str]") -> "list[str]":
    """Returns concealed tiles in groups: as they were entered if all their tiles are there, and the others one by
    one."""
    kept = []
    for group in groups:
        if group[0] not in "([":
            tiles = tiles_in(group)
            if all(counts[tile] >= tiles.count(tile) for tile in tiles):
                kept.append(group)
                for tile in tiles:
                    counts[tile] -= 1
    return kept + [name(tile) for tile in range(KINDS) for _ in range(counts[tile])]


def read_all(entry: "Entry", session: "Session") -> None:
    """Brings the cards that follow from tiles up to date after an entry of how the deal was won."""
    for player in session.table.order:
        if entry.in_tiles(player):
            hand = TilesOfHand(entry, player, session)
            if player == entry.winner and entry.last_tile is not None:
                hand.read(True)
            else:
                hand.say_again(hand.groups())  # the group of a claimed tile is exposed again


def reopen(entry: "Entry", deal: "Deal", session: "Session") -> None:
    """Takes the tiles of a saved deal. A text that is no hand is skipped."""
    for hands in (deal.named, deal.tiles):
        for seat, text in hands.items():
            player = session.table.player(seat)
            try:
                entry.beside[player] = _groups(text)
            except ValueError:
                continue
            if hands is deal.tiles:
                entry.sets[player] = []
                if seat == deal.winner:
                    entry.last_tile = deal.win.tile
            TilesOfHand(entry, player, session).read(False)


def _groups(text: str) -> "list[str]":
    """Returns the groups of a hand as they are written, without flowers. Raises ValueError if the text is no hand."""
    hand = parse(text)
    groups = [group for group in text.split() if group[-1] != "f"]
    try:
        if sum([parse(group).size() for group in groups]) == hand.size():
            return groups
    except ValueError:
        pass  # they are not separated by blanks, as the device writes them
    return [meld_text(meld) for meld in hand.melds] + _rest(hand.counts, [])


# ---- a finished card ----


def together(entry: "Entry", session: "Session") -> "str | None":
    """Returns why the hands are impossible at one table. Tiles show the round wind also in hands whose cards do not
    name it."""
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
    problem = check_together(cards, round_wind, session.rules, entry.goulash)
    return problem[0] if problem else None


def why_not_done(entry: "Entry", player: int, session: "Session") -> "str | None":
    """Returns why a card contradicts the tiles that are known, as a reader of the deal will judge it
    (tile_hands.py)."""
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
        has_pung = any(meld.kind == PUNG and meld.tile == tile for meld in _hand(entry, player).melds)
    else:
        card = entry.card(player, session.table)
        has_pung = card.pungs[MAJOR_EXPOSED if is_major(tile) else SIMPLE_EXPOSED] > 0
    return None if has_pung else "rob-no-pung"
