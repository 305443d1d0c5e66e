"""What few hands need: the special hands and the ways to win that the sets of a hand do not show, kongs from
discards, dead hands, and other ways to enter a hand. Where the rules know special hands by name, a loser says the
special hand to wait for, and what the hand can be stands first."""

from mingg.core.deal.hand import ANY, CLAIMED, DRAGON, KONG_SHOWN, MAJORS, SETS, SUITS, WINDS, Hand
from mingg.core.rules import Rules
from mingg.core.score import check
from mingg.core.score.check import Reason
from mingg.core.score.facts import Seated
from mingg.core.score.find import holds
from mingg.core.table.session import Session
from mingg.entry.card_entry import OF_THE_WHOLE, CardEntry
from mingg.entry.entry import BIG_WINDS, CLAIMED_KONG, LITTLE_WINDS, OF_WIN, Entry, name_winds
from mingg.entry.liability import may_be

LIABLE, KNOWN = "liable", "known"  # these items lead to a screen
FOURTH = "fourth"
DEAD = ("dead", "short", "long")  # the kinds of dead hand
# the sets show the other special hands: three dragons, four kongs, so many concealed sets
HANDS = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins")
LAST_DISCARD = "last-discard"  # the discard after the last tile of the wall
WAYS = OF_WIN + (LAST_DISCARD,)  # these are said, if at all, although all tiles are known
# Facts of special hands that another screen asks for, or none.
_ELSEWHERE = ("original", "earth", "first_discard", "thirteen", "nine_easts", "twofold", "plum", "moon", "pole")


class Sayable(CardEntry):
    """The hand of one player, and what can be said of it: a special hand, a way to win, or what else is said of it.

    items: all that can be said, in the order of the list.
    """

    def __init__(self, entry: "Entry", player: int, session: "Session") -> None:
        super().__init__(entry, player, session)
        rules = self.rules
        self.named = rules.table["hands_named"]
        claimed = [CLAIMED_KONG] * ((self.winner or self.named) and rules.knows("three-concealed"))
        if self.winner:
            drawn, way, opening = entry.drawn(), entry.way, entry.opening
            ways = (
                ("concealed_hand", drawn and "concealed_hand" in rules.hands),
                (LAST_DISCARD, way == "discard" and not opening and rules.knows(LAST_DISCARD)),
                ("call", not opening and rules.knows("call")),
                ("twofold", way == "loose" and rules.knows("twofold")),
                ("plum", way == "loose" and rules.knows("plum")),
                ("moon", drawn and entry.last and rules.knows("moon")),
                ("pole", way == "rob" and rules.knows("pole")),
            )
            items = [item for item, known in ways if known] + self._possible_first(hands_of(rules))
            items += claimed + [FOURTH] * rules.knows("fourth")
        else:
            hands = [row.id for row in rules.waiting]
            hands += ["purity"] * bool(hands and rules.knows("purity"))
            hands += [LITTLE_WINDS] * rules.knows("little-winds") + [BIG_WINDS] * rules.knows("big-winds")
            items = self._possible_first(hands) + claimed + list(rules.table["dead_hands"])
        self.items = items + [LIABLE] * (self.winner and may_be(entry, rules)) + [KNOWN]

    def _possible_first(self, items: "list[str]") -> "list[str]":
        if not self.named:
            return items
        possible = [item for item in items if self.said(item) or not self.why_not(item)]
        return possible + [item for item in items if item not in possible]

    def look(self) -> None:
        super().look()
        self._seen: "dict[str, bool]" = {}

    def is_seen(self, item: str) -> bool:
        """Returns whether the sets of the winner's hand show a special hand."""
        if item not in self._seen:
            made, marked = self.made, self.made.special
            made.special = [hand for hand in marked if hand != item]
            seated = Seated(made, self.seat, self.win, self.rules)
            self._seen[item] = any(holds(row.fact, seated) for row in self.rules.special if row.id == item)
            made.special = marked
        return self._seen[item]

    def key_of(self, item: str) -> str:
        """Returns the attribute of an Entered that an item says."""
        if item in OF_WIN or item == FOURTH:
            return item
        if item in DEAD:
            return "dead"
        return "wind_sets" if item in (LITTLE_WINDS, BIG_WINDS) else "special" if self.winner else "fishing"

    def said(self, item: str) -> "bool | int":
        """Returns whether an item is said of the hand; of CLAIMED_KONG, how many kongs."""
        if item == LIABLE:
            return bool(self.entry.liable)
        if item == LAST_DISCARD:
            return self.entry.last
        if item == CLAIMED_KONG:
            return self.made.number(ANY, CLAIMED)
        return (self.winner and self.is_seen(item)) or self._stands(item)

    def _stands(self, item: str) -> bool:
        """Returns whether the players have said an item."""
        value = getattr(self.entered, self.key_of(item))
        return item in value if isinstance(value, list) else value in (item, True)

    def shown_kongs(self) -> "list[int]":
        """Returns the places of the exposed kongs that may have been claimed. Tiles tell it of a winner, but not of a
        loser, whose board does not ask how a kong came."""
        hand = self.entered
        shown = [place for place, item in enumerate(hand.sets) if item & KONG_SHOWN]
        return [place for place in shown if not (self.winner and hand.groups[place])]

    def why_not(self, item: str) -> "Reason | None":
        """Returns why an item cannot be said, or not be taken back."""
        entry = self.entry
        if item == LIABLE or item in DEAD or item in WAYS:
            return None
        if item == KNOWN:
            return self._why_no_score()
        if entry.whole(self.player):
            return "tiles-tell"
        if item == CLAIMED_KONG:
            possible = self.shown_kongs() or self.entered.claims()
            return None if possible else "tiles-tell" if self.tiles else "open-kong"
        if item in self.made.special:
            return self.why_not_special(item)
        if self._stands(item):
            return None
        if item == FOURTH:
            return self._problem_with("fourth", True)
        if self.said(item):
            return "told"
        if not self.named:
            return self.why_not_special(item)
        if _is_of_sets(item) and self.made.size() < (4 if self.winner else 3):
            return "enter sets first"
        return None if self._suit_for(item) else "not-that-hand"

    def why_not_special(self, hand: str) -> "Reason | None":
        """Returns why the winner's hand cannot be this special hand; for one that it names, why it must stay."""
        made = self.made
        before, suit = made.special, made.suit
        if hand in before:
            made.special = [other for other in before if other != hand]
            reason = check.check_hand(made, self.seat, self.round_wind, True, self.rules)
            answer = reason[0] if reason and reason[0] not in OF_THE_WHOLE else None
        else:
            made.special = [hand] + before
            if hand == "nine_gates":
                made.suit = "full"
            answer = self.problem_so_far()
            wrong = self._misnamed()
            if not answer and wrong and wrong[1] == "special/0":
                answer = self.not_this(hand)
        made.special, made.suit = before, suit
        return answer

    def _why_no_score(self) -> "Reason | None":
        """Returns why the hand cannot be a score alone."""
        if self.win is None:
            return None
        hand = Hand()
        hand.score = check.lowest(True, self.rules)
        wrong = check.check_hand(hand, self.seat, self.round_wind, True, self.rules)
        wrong = wrong or check.check_win(self.win, hand, self.rules)
        return wrong and wrong[0]

    def _suit_for(self, item: str) -> "str | None":
        """Returns the suit with which the hand can be this: its own, or the one that follows. None: it cannot."""
        made = self.made
        before = made.suit
        found = None
        for suit in (before,) + SUITS:
            made.suit = suit
            if found is None and not self._problem_as(item):
                found = suit
        made.suit = before
        return found

    def _problem_as(self, item: str) -> "Reason | None":
        """Returns why the hand cannot be this."""
        if self.winner and item not in (LITTLE_WINDS, BIG_WINDS):
            return self.why_not_special(item)
        made, sets = self.made, list(self.made.sets)
        if item in (LITTLE_WINDS, BIG_WINDS):
            least = 3 if item == LITTLE_WINDS else 4
            if made.number(WINDS, SETS) > least or made.number(MAJORS - DRAGON, SETS) < least:
                return "winds-over-majors"
            name_winds(made, item)
        else:
            made.fishing = item
        wrong = check.check_hand(made, self.seat, self.round_wind, self.winner, self.rules)
        made.sets, made.fishing = sets, None
        return wrong and wrong[0]

    def change(self, item: str) -> None:
        """Says an item of the hand, or takes it back."""
        entry, hand = self.entry, self.entered
        stands, key = self._stands(item), self.key_of(item)
        if item == LAST_DISCARD:
            entry.last = not entry.last
        elif item == CLAIMED_KONG:
            shown = self.shown_kongs()
            if shown:
                hand.sets[shown[0]] += CLAIMED - KONG_SHOWN
                hand.put("sets", hand.sets)
            else:
                hand.unclaim()
        else:
            suit: "str | None" = "full" if item == "nine_gates" else None
            if self.named and item not in WAYS + DEAD + (FOURTH,):
                suit = self._suit_for(item)
            if suit and not stands:
                hand.put("suit", suit)
            if not self.winner and key != "dead" and not stands:  # a loser waits for one hand
                hand.put("wind_sets", None)
                hand.put("fishing", None)
            hand.say(key, True if item in OF_WIN or item == FOURTH else item)
        if item in WAYS and hand.in_tiles():
            from mingg.entry.tile_entry import read_all

            read_all(entry, self.session)


def hands_of(rules: "Rules") -> "list[str]":
    """Returns the special hands that a winner can say."""
    patterns = sorted(rules.table["patterns"])  # what this table made is what it looks for
    if not rules.table["hands_named"]:
        return [hand for hand in HANDS if hand in rules.hands] + patterns
    hands = patterns + ["all_majors"] * ("all_majors" in rules.hands)
    hands += [row.id for row in rules.special if row.fact not in _ELSEWHERE and row.id not in hands]
    return hands + [LITTLE_WINDS] * rules.knows("little-winds")


def _is_of_sets(item: str) -> bool:
    """Returns whether a hand must have its sets before it can be named so."""
    from mingg.core.hand.examples import EXAMPLES
    from mingg.core.hand.hand import parse
    from mingg.core.rules.rows import SHAPELESS

    example = EXAMPLES.get(item)
    if example is None or item in SHAPELESS:
        return False
    groups = example.split()
    return len(groups) == 5 and all(max(parse(group).held()) > 1 for group in groups)
