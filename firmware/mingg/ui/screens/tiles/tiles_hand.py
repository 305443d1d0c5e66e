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
from mingg.core.tiles.tiles import HONOURS, KINDS, WHITE, is_major, name, tile_of
from mingg.ui.entry.choices import Choices
from mingg.ui.entry.entry import (
    DRAGON,
    HAND,
    KONG_HAND,
    KONG_TABLE,
    MAJOR,
    OWN,
    PACKED,
    PAIR,
    PUNG_HAND,
    PUNG_TABLE,
    ROUND,
    SIMPLE,
    set_of,
)

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.ui.entry.entry import Entry

# What a tile may be said to be, beside the ways of entry.py in which a set lies: the lowest of a chow, one in the hand,
# a kong that was claimed onto three in the hand.
CHOW_TABLE, CHOW_HAND, ONE, KONG_CLAIMED = range(5, 9)
KONGS = (KONG_TABLE, KONG_HAND, KONG_CLAIMED)
_NUMBER = b"\3\3\4\4\2\3\3\1\4"  # how many tiles each of these has
# How what is declared came to lie.
_LIES = {PUNG_TABLE: EXPOSED, CHOW_TABLE: EXPOSED, KONG_TABLE: ADDED, KONG_CLAIMED: CLAIMED, KONG_HAND: CONCEALED}
# How the sets lie whose faces a card names, list by list.
_WAYS = (PUNG_TABLE, PUNG_HAND, PUNG_TABLE, PUNG_HAND, KONG_TABLE, KONG_HAND, KONG_TABLE, KONG_HAND)
_WEST_WIND = 29


def chow_of(tile: int) -> int:
    """The lowest tile of the chow that a tile is said to begin: of an eight or a nine it is the last one."""
    return min(tile, tile // 9 * 9 + 6)


def tiles_in(group: str) -> "list[int]":
    """The tiles of a group, those that are alike too."""
    held = parse(group).held()
    return [tile for tile in range(KINDS) for _ in range(held[tile])]


def _hand(entry: "Entry", player: int) -> TileHand:
    return parse(" ".join(entry.tiles[player] + entry.beside[player]))


def _as_said(said: "list[str]") -> TileHand:
    """The hand that groups of Entry.said make."""
    return parse(" ".join(said).replace("=", ""))


class TilesOfHand:
    """The tiles of one player's hand in an entry.

    hand: what is in, a TileHand; held: how many of each tile that is; laid: the sets on the card that they make;
    elsewhere: how many other hands hold, see look_around(); room: how many more tiles the hand takes, a kong as three.
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
        """Takes the hand as it stands in the entry."""
        entry, player = self.entry, self.player
        self.hand = _hand(entry, player)
        self.held = self.hand.held()
        self.laid = entry.sets[player][: len(entry.tiles[player])]
        self.choices = Choices(entry, player, self.session)
        self.room = self.full - self.hand.size()
        for item in self.unnamed():
            self.room -= 2 if item % 5 == PAIR else 3

    def look_around(self) -> None:
        """Takes the tiles of the other hands."""
        for other in self.session.table.order:
            if other != self.player and self.entry.in_tiles(other):
                for tile, number in enumerate(_hand(self.entry, other).held()):
                    self.elsewhere[tile] += number

    # ---- what may come ----

    def unnamed(self) -> "list[int]":
        """The sets on the card whose tiles are not known."""
        return self.entry.sets[self.player][len(self.entry.tiles[self.player]) :]

    def left(self, tile: int) -> int:
        """How many of a tile are left."""
        if tile == _WEST_WIND and self.session.rules.players == 3 and self.session.rules.table["no_west_winds"]:
            return 0
        return max(0, 4 - self.held[tile] - self.elsewhere[tile])

    def is_open(self, tile: int) -> bool:
        """Something may still be said of a tile."""
        if self.room <= 0 and self.kind_of(tile) not in [item // 5 for item in self.unnamed()]:
            return False
        return self.left(tile) > 0

    def why_not(self, tile: int, what: int) -> "str | None":
        """Why a tile cannot be that: None, or a reason."""
        kind = self.kind_of(tile)
        way = KONG_TABLE if what == KONG_CLAIMED else what
        names = way <= PAIR and set_of(kind, way) in self.unnamed()
        wanted = _NUMBER[what]
        if not names and self.room < min(3, wanted):
            return self.why_full()
        first = tile
        chow = what in (CHOW_TABLE, CHOW_HAND)
        if chow:
            first, wanted = chow_of(tile), 1
        for each in range(first, first + (3 if chow else 1)):
            if self.left(each) < wanted:
                return self.why_none(each)
        if what in _LIES and self.winner and self.entry.opening is not None:
            return "opening-kong" if what in KONGS else "opening-exposed"
        if not names and way < PAIR:
            return self.choices.why_not_add(kind, way)
        return None

    def why_full(self) -> str:
        """Why there is no room."""
        if self.room < 3 and self.unnamed():
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
        if what in (CHOW_TABLE, CHOW_HAND):
            group = chow_text(chow_of(tile))
            if what == CHOW_TABLE:
                group = "(" + group + ")"
        elif what in _LIES:
            group = meld_text(Meld(KONG if what in KONGS else PUNG, tile, _LIES[what]))
        else:
            group = set_text(tile, _NUMBER[what])
        entry, player = self.entry, self.player
        before = _facts(entry)
        names = what <= PAIR and set_of(self.kind_of(tile), what) in self.unnamed()
        entry.said[player] = self.said() + ["=" + group if names else group]
        self._change(entry.beside[player] + [group], entry.whole(player))
        reason = self.choices.problem_so_far()
        if not reason and tile >= HONOURS:
            reason = together(entry, self.session)
        if reason:
            self._restore(before)
        return reason

    def said(self) -> "list[str]":
        """The groups of the hand in the order in which the player said them, see Entry.said. Groups of which that is
        not known come first."""
        said = self.entry.said[self.player]
        if _as_said(said).held() == self.held:
            return said
        left = self.entry.tiles[self.player] + self.entry.beside[self.player]
        known = []
        for group in said:
            if group.replace("=", "") in left:
                left.remove(group.replace("=", ""))
                known.append(group)
        return left + known

    def undo(self) -> int:
        """Takes back what was said last: the winning tile, or a group. Returns a tile of it."""
        entry, said = self.entry, self.said()
        last = entry.last_tile if self.winner else None
        if last is not None and len(self.candidates()) > 1:
            self.say_again(said)
            return tile_of(last)
        group = said[-1]
        tiles = tiles_in(group.replace("=", ""))
        unnamed = self.unnamed()
        if group[0] == "=":
            way = KONG_TABLE if len(tiles) == 4 else PUNG_TABLE
            lies = PAIR if len(tiles) == 2 else way if group[1] == "(" else way + 1
            unnamed.append(set_of(self.kind_of(tiles[0]), lies))
        self.say_again(said[:-1], unnamed)
        return tiles[0]

    def say_again(self, said: "list[str]", unnamed: "list[int] | None" = None) -> None:
        """The hand is made of these groups alone, beside sets whose tiles are not known. Which tile was the last is
        still to be said."""
        entry, player = self.entry, self.player
        was_whole = entry.whole(player)
        entry.sets[player] = self.unnamed() if unnamed is None else unnamed
        entry.tiles[player] = []
        entry.said[player] = said
        self._change([group.replace("=", "") for group in said], was_whole)

    def _change(self, beside: "list[str]", was_whole: bool) -> None:
        """The hand has changed: its card follows."""
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
        """The winner's tiles make a hand that the rules in force know."""
        return self.winner and not self.unnamed() and self._makes_hand()

    def _makes_hand(self) -> bool:
        hand, hands = self.hand, self.session.rules.hands
        if hand.size() != HAND + 1:
            return False
        from mingg.core.tiles import shapes
        from mingg.core.tiles.arrange import Concealed

        return (
            bool(Concealed(hand.counts).arrangements())
            or ("thirteen_orphans" in hands and shapes.orphans_pair(hand.counts) >= 0)
            or ("seven_twins" in hands and bool(shapes.twins(hand.counts)))
        )

    def candidates(self) -> "list[tuple[int, str]]":
        """The tiles that may have completed the hand, each with the exposed group in which it lies, or "". A claimed
        tile may lie in an exposed chow or pung. Of a robbed kong the robbed player holds the other three."""
        entry = self.entry
        hand, robbed = _as_said(self.said()), entry.way == "rob"
        found = [(tile, "") for tile in range(KINDS) if hand.counts[tile]]
        if entry.source is not None:
            for meld in hand.melds:
                group = meld_text(meld)
                if meld.kind != KONG and (meld.tile, group) not in found:
                    found += [(meld.tile + i, group) for i in range(3 if meld.kind == CHOW else 1)]
        return sorted([each for each in found if self.held[each[0]] == 1 or not robbed])

    def choose_last(self, tile: int, group: str = "") -> "str | None":
        """Says which tile completed the hand: everything else follows. Or why it cannot be.

        group: the exposed group in which the tile lies. Its tiles count as of the hand, as they were before the claim.
        """
        entry, player = self.entry, self.player
        if (tile, group) not in self.candidates():
            return "rob-three"
        before = _facts(entry)
        groups = [each.replace("=", "") for each in self.said()]
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
        """What the winner's hand still lacks: sets, and whether its pair; None where that cannot be told."""
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
        """The class of a set of a tile, as the card has it."""
        choices = self.choices
        if tile >= WHITE:
            return DRAGON
        if tile >= HONOURS:
            wind = WINDS[tile - HONOURS]
            if wind == choices.round_wind and choices.asks_round:
                return ROUND
            if wind in choices.rules.own_winds(choices.seat):
                return OWN
        return MAJOR if is_major(tile) else SIMPLE

    def read(self, was_whole: bool) -> None:
        """Puts on the card what follows from the tiles of the hand.

        was_whole: what stands on it beside its sets followed from tiles, and is forgotten where they are no longer
        whole.
        """
        entry, player = self.entry, self.player
        self.hand = _hand(entry, player)
        card = self._whole() if self.winner else None
        partly, filled = card is None, False
        if card is None:
            if self.winner:
                entry.last_tile = None
            card = self._partly()
        elif not card.pairs and card.last_set is not None and card.last_set[:4] == "pair":
            # The pair that the last tile made counts as that. It lies on the card all the same.
            pair = self._pairs([tile_of(entry.last_tile or "")])
            filled = bool(pair.pairs)
            card.pairs, card.faces[8] = pair.pairs, pair.faces[8]
        self._lay(card)
        if not self.winner:
            if entry.whole(player):
                entry.suits[player] = card.suit
            elif was_whole:
                entry.suits[player] = "mixed"
            return
        # Of kongs whose tiles are not known it was said by hand.
        unknown = [item % 5 for item in self.unnamed()].count(KONG_TABLE)
        entry.claimed = max(card.claimed, min(entry.claimed, card.claimed + unknown))
        if partly and not was_whole:
            # A pair that is filled counts for that, and not as a pair beside.
            made_pair = entry.last_set is not None and entry.last_set[:4] == "pair"
            entry.filled = made_pair and bool(card.pairs) and self.session.rules.knows_pair_filled()
            return
        entry.suits[player] = "mixed" if partly else card.suit
        entry.only_place, entry.last_set, entry.fourth = card.only_place, card.last_set, card.fourth
        entry.special, entry.filled = list(card.special), filled

    def _whole(self) -> "Card | None":
        """The best card of the winner's whole hand."""
        entry, hand, choices, rules = self.entry, self.hand, self.choices, self.session.rules
        if entry.last_tile is None or not self._makes_hand():
            return None
        from mingg.core.tiles import analysis

        win = entry.win(self.session.table)
        win.tile = entry.last_tile
        least = rules.table["doublings_to_win"] if rules.players == 2 else 0
        hand.flowers = list(entry.flowers[self.player])
        winds = rules.own_winds(choices.seat)
        try:
            card: "Card" = analysis.winning(hand, win, choices.seat, choices.round_wind, rules, winds, least)[0]
        except (analysis.NotComplete, analysis.WrongTile):
            return None
        # The counts tell these by themselves.
        card.special = [hand for hand in card.special if hand not in ("three_concealed", "four_concealed")]
        return card

    def _partly(self) -> "Card":
        """What the tiles make up so far: their pungs and kongs, and the pairs that score, of a winner only one."""
        counts = self.hand.counts
        pungs = [tile for tile in range(KINDS) if counts[tile] > 2]
        return self._pairs([tile for tile in range(KINDS) if counts[tile] == 2], pungs)

    def _pairs(self, pairs: "list[int]", pungs: "Sequence[int]" = ()) -> "Card":
        """The card of these pungs and pairs; a winner has one pair, that scores."""
        choices = self.choices
        maker = CardMaker(self.hand, choices.seat, choices.round_wind, choices.rules.own_winds(choices.seat))
        card = maker.card(list(pungs), -1, pairs)
        if self.winner:
            scoring = [i for i, word in enumerate(card.pairs) if word in choices.pairs][:1]
            card.pairs, card.faces[8] = [card.pairs[i] for i in scoring], [card.faces[8][i] for i in scoring]
        return card

    def _lay(self, card: "Card") -> None:
        """Lays the sets of a card that tiles have made; those of the same class whose tiles were not known are
        these."""
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
    """All that is said in an entry; its lists are copied, but not what is in them: tiles put others in their places."""
    facts = [getattr(entry, key) for key in PACKED]
    return [list(fact) if isinstance(fact, list) else fact for fact in facts]


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
            hand = TilesOfHand(entry, player, session)
            if player == entry.winner and entry.last_tile is not None:
                hand.read(True)
            else:
                hand.say_again(hand.said())  # the group of a claimed tile lies exposed again


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
            TilesOfHand(entry, player, session).read(False)


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
