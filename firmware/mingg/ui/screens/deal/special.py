"""The list behind A held on Card, by a modern rule set: special hands and ways to win that the counts do not tell; for
a loser the special hands to wait for. Below the list are the tiles of the current one."""

from mingg.core.scoring import legality
from mingg.core.scoring.modern_facts import SHAPELESS
from mingg.core.tiles.examples import EXAMPLES
from mingg.core.tiles.hand import parse
from mingg.core.tiles.tiles import KINDS
from mingg.lang import named, say
from mingg.ui.entry.modern_marks import BIG_WINDS, CALL, LITTLE_WINDS, TWOFOLD, mark_card
from mingg.ui.screens.deal.more import CLAIMED, DEAD, FOURTH, KNOWN, LIABLE, Special
from mingg.ui.widgets.faces import Faces

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.ui.panel.canvas import Canvas

# Ways to win. They are said, if at all, although all tiles are known.
CONCEALED, LAST_DISCARD, PLUM, MOON, POLE = "concealed_hand", "last-discard", "plum", "moon", "pole"
WAYS = (LAST_DISCARD, CALL, TWOFOLD)
# Facts of rows that another screen asks for, or none.
_ELSEWHERE = ("original", "earth", "first_discard", "thirteen", "nine_easts", TWOFOLD, PLUM, MOON, POLE)
_NAMES = {CONCEALED: "by concealed-hand", LITTLE_WINDS: "by little-winds", BIG_WINDS: "by big-winds"}
_NAMES.update({CALL: "by call", LAST_DISCARD: "by last-discard"})
_SUITS = ("mixed", "half", "full", "honours")
_LINE, _PITCH, _GAP, _TOP = 9, 13, 3, (44, 55)  # tiles of the first line; and where the tiles stand


class SpecialHands(Special):
    """Rows that the hand can be stand first. A on a row enters it or takes it back."""

    room = 3

    def _rows(self) -> "list[str]":
        rules, entry = self.app.playing.rules, self.app.entry
        winds = [LITTLE_WINDS] * rules.knows("little-winds") + [BIG_WINDS] * rules.knows("big-winds")
        if self.turn:
            rows = [row.id for row in rules.table.get("fishing", ())]
            if rows and rules.knows("purity"):
                rows.append("purity")
            claimed = [CLAIMED] * rules.knows("three-concealed")
            return self._possible_first(rows + winds) + claimed + list(rules.table["dead_hands"])
        drawn, way = entry.drawn(), entry.way
        ways = (
            (CONCEALED, drawn and CONCEALED in rules.hands),
            (LAST_DISCARD, way == "discard" and not entry.opening and rules.knows(LAST_DISCARD)),
            (CALL, rules.knows(CALL) and not entry.opening),
            (TWOFOLD, way == "loose" and rules.knows(TWOFOLD)),
            (PLUM, way == "loose" and rules.knows(PLUM)),
            (MOON, drawn and entry.last and rules.knows(MOON)),
            (POLE, way == "rob" and rules.knows(POLE)),
        )
        hands = sorted(rules.table.get("patterns", ()))  # what this table made is what it looks for
        hands += ["all_majors"] * ("all_majors" in rules.hands)
        hands += [row.id for row in rules.special if row.fact not in _ELSEWHERE and row.id not in hands]
        rows = [way for way, known in ways if known] + self._possible_first(hands + winds[:1])
        return rows + [CLAIMED] * rules.knows("three-concealed") + [FOURTH] * rules.knows("fourth")

    def _possible_first(self, rows: "list[str]") -> "list[str]":
        self.items = rows
        self._look()
        possible = [row for row in rows if self._is_marked(row) or not self._why_not(row)]
        return possible + [row for row in rows if row not in possible]

    # ---- the rows ----

    def look_up(self, index: int) -> str:
        item: str = self.items[index]
        return say(_NAMES[item]) if item in _NAMES else named("special", item)

    def row(self, index: int) -> "tuple[str, str]":
        item = self.items[index]
        if item in (CLAIMED, FOURTH, LIABLE, KNOWN) or item in DEAD:
            if item == CLAIMED and self.turn:
                return say("claimed kongs"), str(self.app.entry.words(self.player).count(CLAIMED))
            plain: "tuple[str, str]" = super().row(index)
            return plain
        return self.row_data(index), say("yes" if self._is_marked(item) else "no")

    def _is_marked(self, item: str) -> bool:
        entry = self.app.entry
        if item == LAST_DISCARD:
            return bool(entry.last)
        if item in entry.words(self.player):
            return True
        return not self.turn and (item in entry.special or item in self.seen_on_card)

    def draw(self, canvas: "Canvas") -> None:
        super().draw(canvas)
        item = self.items[self.current]
        text = EXAMPLES.get(item)
        patterns = self.app.playing.rules.table.get("patterns", {})
        if item in patterns:
            from mingg.core.tiles.patterns import example

            text = example(patterns[item]["tiles"])
        if text is None:
            return
        faces = Faces(canvas)
        lines: "list[list[list[int]]]" = [[], []]
        drawn = 0
        for group in text.split():
            held = parse(group).held()
            tiles = [tile for tile in range(KINDS) for _ in range(held[tile])]
            drawn += len(tiles)
            lines[drawn > _LINE].append(tiles)
        for groups, y in zip(lines, _TOP):
            # ten tiles, of two kongs and a pair, stand closer
            pitch = _PITCH - (sum([len(tiles) for tiles in groups]) > _LINE)
            x = 1
            for tiles in groups:
                for tile in tiles:
                    faces.draw(tile, x, y)
                    x += pitch
                x += _GAP

    # ---- what a row enters ----

    def _why_not(self, item: str) -> "str | None":
        entry = self.app.entry
        if item in (CLAIMED, FOURTH, LIABLE, KNOWN) or item in DEAD:
            return super()._why_not(item)
        if item in WAYS:
            return None
        if entry.whole(self.player):
            return "tiles-tell"
        if item in entry.words(self.player):
            return None
        if self._is_marked(item):
            return self.hand.why_not_special(item) if item in entry.special else "told"
        card = self.hand.card
        if self._is_of_sets(item) and card.sets() < (3 if self.turn else 4):
            return "enter sets first"
        return None if self._suit_for(item) else "not-that-hand"

    def _is_of_sets(self, item: str) -> bool:
        """True if a card must have the sets of the hand before it can name it."""
        example = EXAMPLES.get(item)
        if example is None or item in SHAPELESS:
            return False
        groups = example.split()
        return len(groups) == 5 and all(parse(group).held()[_first(group)] > 1 for group in groups)

    def _suit_for(self, item: str) -> "str | None":
        """Returns the suit with which the hand can be this: its own, or the one that follows. None: it cannot."""
        card = self.hand.card
        before = card.suit
        found = None
        for suit in (before,) + _SUITS:
            card.suit = suit
            if found is None and not self._problem(item, card):
                found = suit
        card.suit = before
        return found

    def _problem(self, item: str, card: "Card") -> "str | None":
        if not self.turn and item not in (LITTLE_WINDS, BIG_WINDS):
            return self.hand.why_not_special(item)
        pairs = list(card.pairs)
        mark_card(card, [item])
        hand = self.hand
        wrong = legality.check_card(card, hand.seat, hand.round_wind, not self.turn, hand.rules)
        card.pairs = pairs
        for key in ("fishing", "winds"):
            if hasattr(card, key):
                delattr(card, key)
        return wrong and wrong[0]

    def accept(self) -> None:
        app, entry, player = self.app, self.app.entry, self.player
        item = self.items[self.current]
        if item == CLAIMED and self.turn:
            claimed = (entry.words(player).count(CLAIMED) + 1) % (self._kongs() + 1)
            entry.marks = [mark for mark in entry.marks if mark != [player, CLAIMED]] + [[player, CLAIMED]] * claimed
            app.changed()
            self._look()
            return
        if item in (CLAIMED, FOURTH, LIABLE, KNOWN) or item in DEAD:
            super().accept()
            return
        suit = None if item in WAYS or self._is_marked(item) else self._suit_for(item)
        if suit is not None:
            entry.suits[player] = suit
        if item == LAST_DISCARD:
            entry.last = not entry.last
        elif self.turn or item in (LITTLE_WINDS, CALL, TWOFOLD):
            self._mark(item)
        elif item in entry.special:
            entry.special.remove(item)
        else:
            entry.special.append(item)
        if item in WAYS and entry.in_tiles(player):
            from mingg.ui.screens.tiles.tiles_hand import read_all

            read_all(entry, app.playing)
        app.changed()
        self._look()

    def _mark(self, item: str) -> None:
        """Enters a mark or takes it back. A loser waits for one hand."""
        entry, player = self.app.entry, self.player
        marked = item in entry.words(player)
        if self.turn:
            entry.marks = [mark for mark in entry.marks if mark[0] != player or mark[1] == CLAIMED]
        elif marked:
            entry.marks.remove([player, item])
        if not marked:
            entry.marks.append([player, item])


def _first(group: str) -> int:
    held = parse(group).held()
    return next(tile for tile in range(KINDS) if held[tile])
