"""A hand that is entered tile by tile: what can still come, and the sets that follow from the tiles.

If the whole hand is in tiles, its sets follow from them, and nothing else is asked. Until then the sets among the tiles
stand with the others, and the player enters the rest by sets. Sets that were entered without tiles stay: the next such
set that comes with its tile is taken for one of them.
"""

from typing import Any, Optional

from mingg.core.deal.deal import Deal
from mingg.core.deal.hand import (
    ANY,
    KONG,
    KONG_SHOWN,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    SETS,
    Hand,
    class_of,
)
from mingg.core.hand.arrange import Concealed
from mingg.core.hand.hand import (
    CHOW,
    CONCEALED,
    DIGITS,
    HONOURS,
    KINDS,
    SUITS,
    TileHand,
    chow_text,
    meld_text,
    name,
    parse,
    set_text,
    tile_of,
)
from mingg.core.hand.hand import KONG as KONG_MELD
from mingg.core.hand.sets import SetMaker, show_round, why_not_robbed
from mingg.core.score.check import Reason, check_together
from mingg.core.table.session import Session
from mingg.entry.card_entry import CardEntry
from mingg.entry.entry import FILLED, HAND, OF_WHOLE, PACKED_HAND, Entry, unclaimed, winds_of

Refusal = Optional[list[Any]]  # why something is impossible: a message and its words; None: it is possible

# What a tile can be: of a pung, a kong or a pair; the lowest of a chow; a single concealed tile; of a kong that was
# claimed onto three concealed tiles.
PUNG_TABLE, PUNG_HAND, KONG_TABLE, KONG_HAND, TWO, CHOW_TABLE, CHOW_HAND, ONE, KONG_CLAIMED = range(9)
CHOWS = (CHOW_TABLE, CHOW_HAND)
# What each of these enters: the group (9 stands for the number of the tile, z for its suit), how many of a tile that
# takes, and the way of the set that it is.
_GROUPS = ("(999z)", "999z", "(999+9z)", "[9999z]", "99z", "(%s)", "%s", "9z", "(9999z)")
_NUMBER = b"\3\3\4\4\2\1\1\1\4"
_WAY = (PUNG_SHOWN, PUNG, KONG_SHOWN, KONG, PAIR, 0, 0, 0, KONG_SHOWN)
_WEST_WIND = 29


def chow_of(tile: int) -> int:
    """Returns the lowest tile of the chow that a tile begins. For an eight or a nine it is the last chow."""
    return min(tile, tile // 9 * 9 + 6)


def tiles_in(group: str) -> "list[int]":
    """Returns the tiles of a group, equal ones too."""
    held = _hand([group]).held()
    return [tile for tile in range(KINDS) for _ in range(held[tile])]


def _group(tile: int, role: int) -> str:
    """Returns the group that a tile enters."""
    if role in CHOWS:
        return _GROUPS[role] % chow_text(chow_of(tile))
    return _GROUPS[role].replace("9", DIGITS[tile % 9]).replace("z", SUITS[tile // 9])


def _hand(groups: "list[str]") -> "TileHand":
    """Returns the hand of groups as in Entered.said."""
    return parse(" ".join(groups).replace("=", ""))


def _hand_of(entry: "Entry", player: int) -> "TileHand":
    return _hand(entry.hands[player].in_tiles())


class TileEntry(CardEntry):
    """The tiles of one player's hand in an entry, and its sets.

    hand       the tiles that are entered, a TileHand
    held       how many of each tile that is
    elsewhere  how many of each tile other hands hold
    room       how many more tiles the hand can take; a kong counts as three
    full       how many tiles the hand has in the end
    """

    def __init__(self, entry: "Entry", player: int, session: "Session") -> None:
        self.full = HAND + (player == entry.winner)
        self.elsewhere = bytearray(KINDS)
        for other in session.table.order:
            if other != player:
                for tile, number in enumerate(_hand_of(entry, other).held()):
                    self.elsewhere[tile] += number
        super().__init__(entry, player, session)

    def look(self) -> None:
        super().look()
        self.hand = _hand_of(self.entry, self.player)
        self.held = self.hand.held()
        self.room = self.full - self.hand.size()
        for item in self.unnamed():
            self.room -= 2 if item & PAIR else 3

    def exposed(self) -> bytearray:
        """Returns how many of each tile are exposed."""
        hand = TileHand()
        hand.melds = [meld for meld in self.hand.melds if meld.lie != CONCEALED]
        return hand.held()

    # ---- what may come ----

    def unnamed(self) -> "list[int]":
        """Returns the sets whose tiles are unknown. The tiles of a kong tell whether it was claimed."""
        hand = self.entered
        return [unclaimed(item) for item, group in zip(hand.sets, hand.groups) if group is None]

    def left(self, tile: int) -> int:
        """Returns how many of a tile are left."""
        if tile == _WEST_WIND and self.rules.players == 3 and self.rules.table["no_west_winds"]:
            return 0
        # In a Goulash a wild tile may stand for a fifth one in another hand.
        elsewhere = 0 if self.entry.goulash else self.elsewhere[tile]
        return max(0, 4 - self.held[tile] - elsewhere)

    def why_closed(self, tile: int) -> "Refusal":
        """Returns why nothing more can be entered for a tile, or None."""
        if not self.left(tile):
            return self._why_short(tile)
        if self.room > 0:
            return None
        kind = self.kind_of(tile)
        return None if any(item & kind for item in self.unnamed()) else self._why_full()

    def why_not(self, tile: int, role: int) -> "Refusal":
        """Returns why a tile cannot be that, or None."""
        wanted, item, chow = _NUMBER[role], self._set(tile, role), role in CHOWS
        names = item in self.unnamed()
        if not names and self.room < (3 if chow else min(3, wanted)):
            return self._why_full()
        first = chow_of(tile) if chow else tile
        for low in range(first, first + (3 if chow else 1)):
            if self.left(low) < wanted:
                return self._why_short(low)
        if _GROUPS[role][0] in "([" and self.winner and self.entry.opening is not None:
            return ["no opening-kong" if wanted == 4 else "no opening-exposed"]
        if names or not item or role == TWO:
            return None
        return _refusal(self.why_not_add(item & ANY, False))

    def _set(self, tile: int, role: int) -> int:
        """Returns the set that a tile is, or 0 if it is none."""
        kind = self.kind_of(tile)
        return 0 if not _WAY[role] else self.pair_of(kind) if role == TWO else kind | _WAY[role]

    def _why_full(self) -> "Refusal":
        """Returns why there is no room."""
        if self.room < 3 and self.unnamed():
            return ["no tiles-unnamed"]
        if self.room <= 0:
            return ["no tiles-full" if self.winner else "no too-many-tiles"]
        return ["no five-sets"] if self.winner and self.room == 2 else ["no tiles-room", self.room]

    def _why_short(self, tile: int) -> "Refusal":
        """Returns why there are not enough of a tile."""
        if self.left(tile):
            return ["no tiles-left", self.left(tile)]
        return ["no no-west" if self.held[tile] + self.elsewhere[tile] < 4 else "no tiles-four"]

    # ---- changes ----

    def enter(self, tile: int, role: int) -> "Refusal":
        """Enters what a tile is. If that is impossible, returns why: then nothing has changed."""
        refusal = self.why_not(tile, role)
        if refusal:
            return refusal
        before = self._facts()
        names = self._set(tile, role) in self.unnamed()
        self.take(self.groups() + ["=" * names + _group(tile, role)])
        reason = self.problem_so_far()
        if not reason and tile >= HONOURS:
            reason = together(self.entry, self.session)
        return self._accept(reason, before)

    def undo(self) -> "tuple[int, int]":
        """Takes back the last entry, the winning tile or a group. Returns a tile of it, and what that was entered as:
        -1 for the winning tile."""
        entry, groups = self.entry, self.groups()
        last = entry.last_tile if self.winner else None
        if last is not None and len(self.candidates()) > 1:
            tile, role = tile_of(last), -1
        else:
            group = groups[-1]
            groups = groups[:-1]
            tile = tiles_in(group)[0]
            role = [_group(tile, role) for role in range(len(_GROUPS))].index(group.replace("=", ""))
            if group[0] == "=":
                self.entered.lay(self._set(tile, role))
        self.take(groups)
        return tile, KONG_TABLE if role == KONG_CLAIMED else role

    def choose_last(self, tile: int, group: str) -> "Refusal":
        """Takes the winning tile: everything else follows. If it is impossible, returns why.

        group: the exposed group in which the tile lies. Its tiles count as concealed, as they were before the claim.
        """
        if (tile, group) not in self.candidates():
            return ["no rob-three"]
        before = self._facts()
        groups = [entered.replace("=", "") for entered in self.groups()]
        if group:
            groups[groups.index(group)] = group[1:-1]
        self.take(groups, name(tile))
        if not self.entry.whole(self.player):
            return self._accept("not-complete", before)
        return self._accept(why_not_done(self.entry, self.player, self.session), before)

    def _facts(self) -> "list[Any]":
        """Returns what a change of the tiles may change."""
        hand = self.entered
        facts = [getattr(hand, key) for key in PACKED_HAND]
        return [self.entry.last_tile] + [list(fact) if isinstance(fact, list) else fact for fact in facts]

    def _accept(self, reason: "Reason | None", before: "list[Any]") -> "Refusal":
        """Takes a change back if there is a reason against it."""
        if reason:
            self.entry.last_tile = before[0]
            for key, value in zip(PACKED_HAND, before[1:]):
                setattr(self.entered, key, value)
            self.look()
        return _refusal(reason)

    def groups(self) -> "list[str]":
        """Returns the groups of the hand in the order of their entry, see Entered.said. If that is not in step, after a
        change by sets, the sets come first, in the order in which they stand there."""
        groups = list(self.entered.said)
        return groups if _hand(groups).held() == self.held else self.entry.hands[self.player].in_tiles()

    # ---- the whole hand ----

    def is_complete(self) -> bool:
        """True if the winner's tiles make a hand by the rules in force."""
        if not self.winner or self.unnamed() or self.hand.size() != self.full:
            return False
        from mingg.core.hand.analysis import makes_hand

        return makes_hand(self.hand, self.rules)

    def why_no_hand(self) -> str:
        """Returns the message that says why 14 tiles make no hand: too many chows are the only limit to four sets and
        a pair."""
        chows = self.rules.table["max_chows"] < 4 and Concealed(self.hand.counts).arrangements()
        return "no too-many-chows" if chows else "not a hand"

    def candidates(self) -> "list[tuple[int, str]]":
        """Returns the tiles that may have completed the hand, each with the exposed group in which it lies, or "". A
        claimed tile may lie in an exposed chow or pung. The tile of a robbed kong must be the hand's only one, since
        the robbed player holds the other three."""
        entry = self.entry
        hand, robbed = _hand(self.groups()), entry.way == "rob"
        tiles = [(tile, "") for tile in range(KINDS) if hand.counts[tile]]
        if entry.source is not None:
            for meld in hand.melds:
                group = meld_text(meld)
                if meld.kind != KONG_MELD and (meld.tile, group) not in tiles:
                    tiles += [(meld.tile + i, group) for i in range(3 if meld.kind == CHOW else 1)]
        return sorted([candidate for candidate in tiles if self.held[candidate[0]] == 1 or not robbed])

    def missing(self) -> "int | None":
        """Returns how many sets the winner's hand still lacks; 0: it lacks only the pair. None: that is unknown, or it
        lacks nothing."""
        lacks = self.full - self.hand.size()
        if not self.winner or self.unnamed() or not lacks or lacks % 3 == 1:
            return None
        concealed = Concealed(self.hand.counts)
        if lacks % 3 == 2:
            whole_sets = all(suit.over == 0 and suit.ways() for suit in concealed.suits)
        else:
            whole_sets = bool(concealed.arrangements())
        return lacks // 3 if whole_sets else None

    # ---- from tiles to sets ----

    def take(self, groups: "list[str]", last_tile: "str | None" = None) -> None:
        """Makes the hand of these groups, as in Entered.said: its sets follow.

        last_tile: the winning tile, if it is known: its group counts as concealed. It is forgotten if the tiles do not
        make a hand with it.
        """
        entry, player, hand = self.entry, self.player, self.entered
        was_whole = entry.whole(player)
        if last_tile is None:
            hand.said = groups
        groups = [group.replace("=", "") for group in groups]
        self.hand = _hand(groups)
        self.hand.flowers = list(hand.flowers)
        best = None
        if self.winner and last_tile is not None:
            entry.last_tile = last_tile
            best = self._winning()
        made = best or self._so_far()
        if best is None and self.winner:
            entry.last_tile = None
        elif (made.last_set or "")[:4] == FILLED and not made.pairs():
            # The pair that the winning tile completed counts as that. It still stands with the sets.
            pair = self._sets([], [tile_of(last_tile or "")])
            for item, face in zip(pair.sets, pair.faces or ()):
                if item & PAIR and made.faces is not None:
                    made.sets.append(item)
                    made.faces.append(face)
        self._lay(made, groups)
        is_whole = best is not None if self.winner else entry.whole(player)
        if is_whole or was_whole:
            # What else follows from a whole hand. If the hand is no longer whole, that is forgotten.
            of_whole = made if is_whole else Hand()
            for key in OF_WHOLE:
                hand.put(key, getattr(of_whole, key))
            hand.put("wind_sets", winds_of(of_whole, self.rules))
        self.look()

    def _winning(self) -> "Hand | None":
        """Returns the winner's best sets, or None if the tiles make no hand with the winning tile."""
        from mingg.core.hand.analysis import winning

        try:
            made: "Hand" = winning(
                self.hand, self.entry.win(self.session.table), self.seat, self.round_wind, self.rules
            )[0]
        except ValueError:
            return None
        # the sets show these without a mark
        made.special = [special for special in made.special if special not in ("three_concealed", "four_concealed")]
        return made

    def _so_far(self) -> "Hand":
        """Returns the sets of the tiles so far: their pungs and kongs, and the scoring pairs, for a winner only one."""
        if not self.winner and self.hand.size() == HAND and self.rules.table["hands_named"]:
            from mingg.core.hand.analysis import losing

            return losing(self.hand, self.seat, self.round_wind, self.rules)
        counts = self.hand.counts
        pungs = [tile for tile in range(KINDS) if counts[tile] > 2]
        return self._sets(pungs, [tile for tile in range(KINDS) if counts[tile] == 2])

    def _sets(self, pungs: "list[int]", pairs: "list[int]") -> "Hand":
        """Returns the hand of these pungs and pairs. A winner has one pair, which must score."""
        made = SetMaker(self.hand, self.seat, self.round_wind, self.rules).sets(pungs, -1, pairs)
        if self.winner:
            scoring = [i for i, item in enumerate(made.sets) if item & PAIR and class_of(item) in self.pairs][:1]
            kept = [i for i, item in enumerate(made.sets) if item & SETS or i in scoring]
            faces = made.faces or []
            made.sets, made.faces = [made.sets[i] for i in kept], [faces[i] for i in kept]
        return made

    def _lay(self, made: "Hand", groups: "list[str]") -> None:
        """Puts the sets that tiles have made into the entry. A set keeps its place; a new one takes that of a set of
        the same class whose tiles were unknown. groups: of the tiles."""
        hand = self.entered
        melds = list(self.hand.melds)
        rest = bytearray(self.hand.counts)
        named: "list[tuple[int, str]]" = []
        for item, tile in zip(made.sets, made.faces or ()):
            if item & PAIR and class_of(item) not in self.pairs:
                continue
            number = 2 if item & PAIR else 3
            meld = next((meld for meld in melds if meld.kind != CHOW and meld.tile == tile), None)
            if meld:
                melds.remove(meld)
            else:
                rest[tile] -= number
            text = meld_text(meld) if meld else set_text(tile, number)
            kind = self.kind_of(tile)
            named.append((self.pair_of(kind) if item & PAIR else kind | item - (item & ANY), text))
        told = self.winner or self.hand.size() == HAND  # the tiles tell whether a kong was claimed
        again: "list[Any]" = [
            _named(item, named, told) if group else item for item, group in zip(hand.sets, hand.groups)
        ]
        again = [_named(item, named, told) or (item, None) if isinstance(item, int) else item for item in again]
        laid = [item for item in again if item] + named
        hand.groups = [group for _, group in laid]
        hand.put("sets", [item for item, _ in laid])
        hand.beside = [meld_text(meld) for meld in melds] + _rest(rest, groups)


def _named(item: int, named: "list[tuple[int, str]]", told: bool) -> "Any":
    """Takes such a set out of a list of sets with their tiles. Returns it, or None. told: the list knows which kongs
    were claimed."""
    for other in named:
        if unclaimed(other[0]) == unclaimed(item):
            named.remove(other)
            return other if told else (item, other[1])
    return None


def _refusal(reason: "Reason | None") -> "Refusal":
    return ["no " + reason] if reason else None


def _rest(counts: bytearray, groups: "list[str]") -> "list[str]":
    """Returns concealed tiles in groups: as they were entered if all their tiles are there, and the others one by
    one."""
    kept = []
    for group in groups:
        tiles = tiles_in(group) if group[-1] in SUITS and group[:-1].isdigit() else []
        if tiles and all(counts[tile] >= tiles.count(tile) for tile in tiles):
            kept.append(group)
            for tile in tiles:
                counts[tile] -= 1
    return kept + [name(tile) for tile in range(KINDS) for _ in range(counts[tile])]


def read_all(entry: "Entry", session: "Session") -> None:
    """Brings the hands that follow from tiles up to date after an entry of how the deal was won."""
    for player in session.table.order:
        if entry.hands[player].in_tiles():
            hand = TileEntry(entry, player, session)
            if player == entry.winner and entry.last_tile is not None:
                hand.take(entry.hands[player].in_tiles(), entry.last_tile)
            else:
                hand.take(hand.groups())  # the group of a claimed tile is exposed again


def reopen(entry: "Entry", deal: "Deal", session: "Session") -> None:
    """Takes the tiles of a saved deal. A text that is no hand is skipped."""
    for whole in (False, True):
        for seat, of in deal.hands.items():
            text, player = of.tiles if whole else of.named, session.table.player(seat)
            try:
                hand = parse(text) if text else None
            except ValueError:
                continue
            if text is None or hand is None:
                continue
            last = None
            if whole:
                entry.hands[player].groups = []
                entry.hands[player].put("sets", [])
                entry.hands[player].flowers = sorted(hand.flowers)
                last = deal.win.tile if seat == deal.winner else None
            groups = [meld_text(meld) for meld in hand.melds] + _rest(hand.counts, text.split())
            TileEntry(entry, player, session).take(groups, last)


# ---- a finished hand ----


def together(entry: "Entry", session: "Session") -> "Reason | None":
    """Returns why the hands are impossible at one table. Tiles show the round wind also where the rules do not ask for
    it."""
    table = session.table
    hands = {}
    for player in table.order:
        made = hands[table.seat(player)] = entry.hands[player].plain()
        if entry.hands[player].in_tiles() and made.score is None:
            show_round(made, _hand_of(entry, player), table.round_wind())
    problem = check_together(hands, session.rules, entry.goulash)
    return problem[0] if problem else None


def why_not_done(entry: "Entry", player: int, session: "Session") -> "Reason | None":
    """Returns why a hand contradicts the tiles that are known, as judge.py does."""
    if player == entry.winner and entry.whole(player) and entry.opening is not None and _hand_of(entry, player).melds:
        return "opening-exposed"
    reason = together(entry, session)
    if reason:
        return reason
    if entry.way != "rob" or not entry.whole(entry.winner):
        return None
    hands = {other: _hand_of(entry, other) for other in session.table.order if entry.whole(other)}
    robbed = entry.hands[player].plain() if player == entry.source else None
    concealed = session.rules.on("orphans_rob_concealed") and "thirteen_orphans" in entry.won().special
    return why_not_robbed(tile_of(entry.last_tile or ""), hands, entry.source, robbed, concealed)
