"""What few hands need: the special hands that the counts on a card do not show, kongs from discards, dead hands, and
other ways to enter a hand. Modern rule sets have more: see modern_sayable.py."""

from mingg.core.scoring.facts import Hand
from mingg.core.scoring.score import find
from mingg.entry.card_entry import CardEntry
from mingg.entry.entry import CLAIMED, FOURTH

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.core.table.session import Session
    from mingg.entry.entry import Entry

LIABLE, KNOWN = "liable", "known"
OTHER_SCREENS = (LIABLE, KNOWN)  # these items lead to a screen
DEAD = ("dead", "short", "long")  # the kinds of dead hand
# the counts show the other special hands: three dragons, four kongs, so many concealed sets
HANDS = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins")


class Sayable(CardEntry):
    """The hand of one player, and what can be said of it: a special hand, a way to win, or one of the words above.

    items: all that can be said, in the order of the list.
    """

    def __init__(self, entry: "Entry", player: int, session: "Session") -> None:
        super().__init__(entry, player, session)
        self.items = self.own_items()
        if self.winner:
            from mingg.entry.liability import may_be

            if may_be(entry, self.rules):
                self.items.append(LIABLE)
        self.items.append(KNOWN)

    def own_items(self) -> "list[str]":
        """Returns the items, without those that lead to a screen."""
        return sayable_of_winner(self.rules) if self.winner else list(self.rules.table["dead_hands"])

    def look(self) -> None:
        super().look()
        self._seen: "dict[str, bool]" = {}

    def is_seen(self, item: str) -> bool:
        """Returns whether the counts on the card show a special hand."""
        if item not in self._seen:
            card = self.card
            marked = card.special
            card.special = [hand for hand in marked if hand != item]
            hand = Hand(card, self.seat, self.round_wind, self.win, self.rules)
            self._seen[item] = any(find(row.fact)(hand) for row in self.rules.special if row.id == item)
            card.special = marked
        return self._seen[item]

    def kongs(self) -> int:
        """Returns how many exposed kongs the hand has."""
        kongs: int = self.card.kongs[0] + self.card.kongs[2]
        return kongs

    def said(self, item: str) -> "bool | int":
        """Returns whether an item is said of the hand; of CLAIMED, how many kongs."""
        entry = self.entry
        if item == CLAIMED:
            return entry.claimed
        if item == FOURTH:
            return entry.fourth
        if item == LIABLE:
            return bool(entry.liable)
        if item in DEAD:
            return entry.dead[self.player] == item
        return item in entry.special or self.is_seen(item)

    def why_not(self, item: str) -> "str | None":
        """Returns why an item cannot be said, or not be taken back."""
        entry = self.entry
        if item == LIABLE or item in DEAD:
            return None
        if item == KNOWN:
            # the fifth player is paid by the doublings of the winning hand (B p.85)
            return "score-of-five" if self.winner and self.rules.pays_fifth() else None
        if entry.whole(self.player):
            return "tiles-tell"
        if item == CLAIMED:
            return None if self.kongs() else "open-kong"
        if item == FOURTH:
            return None if entry.fourth else self.why_not_fourth()
        if item not in entry.special and self.is_seen(item):
            return "told"
        return self.why_not_special(item)

    def change(self, item: str) -> None:
        """Says an item of the hand, or takes it back."""
        entry = self.entry
        if item in DEAD:
            entry.dead[self.player] = None if entry.dead[self.player] == item else item
        elif item == CLAIMED:
            entry.claimed = (entry.claimed + 1) % (self.kongs() + 1)
        elif item == FOURTH:
            entry.fourth = not entry.fourth
        elif item in entry.special:
            entry.special.remove(item)
        else:
            entry.special.append(item)
            if item == "nine_gates":
                entry.suits[self.player] = "full"


def sayable_of_winner(rules: "Rules") -> "list[str]":
    """Returns what can be said of a winner's hand."""
    items = [hand for hand in HANDS if hand in rules.hands] + sorted(rules.table.get("patterns", ()))
    return items + [CLAIMED] * rules.knows("three-concealed") + [FOURTH] * rules.knows("fourth")
