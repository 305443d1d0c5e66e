"""What can be said of a hand by a modern rule set: special hands and ways to win that the counts do not tell; of a
loser, the special hands to wait for."""

from mingg.core.scoring import legality
from mingg.core.scoring.modern_facts import SHAPELESS
from mingg.core.tiles.examples import EXAMPLES
from mingg.core.tiles.hand import parse
from mingg.entry.entry import CLAIMED, FOURTH
from mingg.entry.modern_marks import BIG_WINDS, CALL, LITTLE_WINDS, TWOFOLD, mark_card
from mingg.entry.sayable import DEAD, OTHER_SCREENS, Sayable

# Ways to win. They are said, if at all, although all tiles are known.
CONCEALED, LAST_DISCARD, PLUM, MOON, POLE = "concealed_hand", "last-discard", "plum", "moon", "pole"
WAYS = (LAST_DISCARD, CALL, TWOFOLD)
# Facts of rows that another screen asks for, or none.
_ELSEWHERE = ("original", "earth", "first_discard", "thirteen", "nine_easts", TWOFOLD, PLUM, MOON, POLE)
_PLAIN = (CLAIMED, FOURTH) + OTHER_SCREENS + DEAD
_SUITS = ("mixed", "half", "full", "honours")


class ModernSayable(Sayable):
    """What the hand can be stands first."""

    def own_items(self) -> "list[str]":
        rules, entry = self.rules, self.entry
        winds = [LITTLE_WINDS] * rules.knows("little-winds") + [BIG_WINDS] * rules.knows("big-winds")
        claimed = [CLAIMED] * rules.knows("three-concealed")
        if not self.winner:
            hands = [row.id for row in rules.table.get("fishing", ())]
            if hands and rules.knows("purity"):
                hands.append("purity")
            return self._possible_first(hands + winds) + claimed + list(rules.table["dead_hands"])
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
        items = [way for way, known in ways if known] + self._possible_first(hands + winds[:1])
        return items + claimed + [FOURTH] * rules.knows("fourth")

    def _possible_first(self, items: "list[str]") -> "list[str]":
        possible = [item for item in items if self.said(item) or not self.why_not(item)]
        return possible + [item for item in items if item not in possible]

    def said(self, item: str) -> "bool | int":
        words = self.entry.words(self.player)
        if item == CLAIMED and not self.winner:
            return words.count(CLAIMED)
        if item in _PLAIN:
            return super().said(item)
        if item == LAST_DISCARD:
            return self.entry.last
        return item in words or (self.winner and super().said(item))

    def why_not(self, item: str) -> "str | None":
        entry = self.entry
        if item in _PLAIN:
            return super().why_not(item)
        if item in WAYS:
            return None
        if entry.whole(self.player):
            return "tiles-tell"
        if item in entry.words(self.player):
            return None
        if self.said(item):
            return self.why_not_special(item) if item in entry.special else "told"
        if _is_of_sets(item) and self.card.sets() < (4 if self.winner else 3):
            return "enter sets first"
        return None if self._suit_for(item) else "not-that-hand"

    def _suit_for(self, item: str) -> "str | None":
        """Returns the suit with which the hand can be this: its own, or the one that follows. None: it cannot."""
        card = self.card
        before = card.suit
        found = None
        for suit in (before,) + _SUITS:
            card.suit = suit
            if found is None and not self._problem_as(item):
                found = suit
        card.suit = before
        return found

    def _problem_as(self, item: str) -> "str | None":
        """Returns why the hand cannot be this."""
        if self.winner and item not in (LITTLE_WINDS, BIG_WINDS):
            return self.why_not_special(item)
        card = self.card
        pairs = list(card.pairs)
        mark_card(card, [item])
        wrong = legality.check_card(card, self.seat, self.round_wind, self.winner, self.rules)
        card.pairs = pairs
        for key in ("fishing", "winds"):
            if hasattr(card, key):
                delattr(card, key)
        return wrong and wrong[0]

    def change(self, item: str) -> None:
        entry, player = self.entry, self.player
        if item == CLAIMED and not self.winner:
            claimed = (self.said(CLAIMED) + 1) % (self.kongs() + 1)
            entry.marks = [mark for mark in entry.marks if mark != [player, CLAIMED]] + [[player, CLAIMED]] * claimed
        elif item in _PLAIN:
            super().change(item)
        else:
            suit = None if item in WAYS or self.said(item) else self._suit_for(item)
            if suit is not None:
                entry.suits[player] = suit
            if item == LAST_DISCARD:
                entry.last = not entry.last
            elif not self.winner or item in (LITTLE_WINDS, CALL, TWOFOLD):
                self._mark(item)
            elif item in entry.special:
                entry.special.remove(item)
            else:
                entry.special.append(item)
            if item in WAYS and entry.in_tiles(player):
                from mingg.entry.tile_entry import read_all

                read_all(entry, self.session)

    def _mark(self, item: str) -> None:
        """Enters a mark or takes it back. A loser waits for one hand."""
        entry, player = self.entry, self.player
        marked = item in entry.words(player)
        if not self.winner:
            entry.marks = [mark for mark in entry.marks if mark[0] != player or mark[1] == CLAIMED]
        elif marked:
            entry.marks.remove([player, item])
        if not marked:
            entry.marks.append([player, item])


def _is_of_sets(item: str) -> bool:
    """Returns whether a card must have the sets of a hand before it can name it."""
    example = EXAMPLES.get(item)
    if example is None or item in SHAPELESS:
        return False
    groups = example.split()
    return len(groups) == 5 and all(max(parse(group).held()) > 1 for group in groups)
