"""What can still be entered for one hand. To know whether a set is possible, it puts the set on a card and asks
core/scoring/legality.py, which returns a reason against the card or None."""

from mingg.core.scoring import legality
from mingg.ui.entry.entry import (
    DRAGON,
    MAJOR,
    NOT_MINE,
    ONE_OF_MINE,
    OWN,
    PAIR,
    PUNG_TABLE,
    ROUND,
    SIMPLE,
    lay,
    pair_of,
    set_of,
    whose_round,
)

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.core.table.session import Session
    from mingg.ui.entry.entry import Entry

# Reasons that do not count before the card is complete: all honours needs four sets, and four sets of honours need the
# mark all honours. One of the two is entered first.
OF_THE_WHOLE = ("honours-chow", "suit-no-honours", "too-many-chows")
SUIT = 25  # the key of why_no_suit() in Choices._reasons; the other keys are sets, from 0 to 24
SUIT_ROWS = {"half": "half-suit", "full": "full-suit", "honours": "honours"}


def _scoring_pairs(rules: "Rules") -> "dict[str, int]":
    for row in rules.points:
        if row.id == "pair" and isinstance(row.worth, dict):
            worth: "dict[str, int]" = row.worth
            return worth
    return {}


def _not(hand: str) -> str:
    """Returns the reason that a hand is not this special hand. House rules have names without a text of their own."""
    return "not " + hand if "a" <= hand < "{" else "not-that-hand"


class Choices:
    """What can still be entered for the hand of one player. Every change except add() needs new Choices.

    card: the hand as it is entered, without what the last tile completed. The methods try changes on it, and undo them.
    whose: whether the round wind is a seat wind of the player, see entry.whose_round().
    asks_round: a set or pair of the round wind counts differently from one of the seat wind.

    Every why_no... method returns None if the choice is possible, else the reason: a key of legality.py, or one that
    only the device has.
    """

    def __init__(self, entry: "Entry", player: int, session: "Session") -> None:
        table = session.table
        self.rules = session.rules
        self.round_wind = table.round_wind()
        self.seat = table.seat(player)
        self.whose = whose_round(player, table)
        self.winner = player == entry.winner
        self.win = entry.win(table) if self.winner else None
        self.goulash = entry.goulash
        self.robbed = entry.way == "rob" and entry.source == player and entry.dead[player] is None
        self.robs_concealed = "orphans_rob_concealed" in self.rules.table and "thirteen_orphans" in entry.special
        self.card = entry.card(player, table, False)
        self.tiles = "".join(entry.tiles[player] + entry.beside[player])  # the known tiles of the hand
        self.cards = {self.seat: self.card}
        for other in table.order:
            # An empty hand contradicts no other.
            if other != player and (entry.sets[other] or entry.flowers[other]):
                self.cards[table.seat(other)] = entry.card(other, table, False)
        # The page after the card asks for it, again after every change: why_not_last_set() tries each.
        self.card.last_set = None
        if self.winner and entry.filled:
            self.card.pairs = [pair_of(item // 5, self.whose) for item in entry.sets[player] if item % 5 == PAIR]
        self.pairs = _scoring_pairs(self.rules)
        self._reasons: "dict[int, str | None]" = {}
        # What look_ahead() computed: the reasons after one more set of the class _ahead; -1: nothing.
        self._ahead = -1
        self._reasons_ahead: "dict[int, str | None]" = {}
        doubles = any(row.fact == "round_wind" for row in self.rules.doublings)
        if self.whose == ONE_OF_MINE:
            self.asks_round = doubles and len(self.rules.own_winds(self.seat)) > 1
        else:
            self.asks_round = self.whose == NOT_MINE and (doubles or "round" in self.pairs)

    def _problem(self) -> "str | None":
        problem: "tuple[str, ...] | None" = legality.check_card(
            self.card, self.seat, self.round_wind, self.winner, self.rules
        )
        if not problem:
            problem = legality.check_together(self.cards, self.round_wind, self.rules, self.goulash)
        return problem[0] if problem else None

    def problem_so_far(self) -> "str | None":
        """Returns why the hand is impossible even if more is added."""
        reason = self._problem()
        return None if reason in OF_THE_WHOLE else reason

    def _misnamed(self) -> "tuple[str, str] | None":
        """Returns what the winner's card names wrongly, as (reason, key of the card): ("...", "last_set"), or
        ("...", "special/0") for the first special hand. None: nothing."""
        if self.win is None or not (self.card.special or self.card.last_set):
            return None
        from mingg.core.scoring.special_hands import check_named

        return check_named(self.card, self.win, self.rules)

    # ---- sets ----

    def add(self, kind: int, way: int) -> None:
        """Adds a set that was added to the entry."""
        lay(self.card, kind, way, self.whose)
        self._reasons = self._reasons_ahead if kind == self._ahead and way != PAIR else {}
        self._ahead = -1

    def look_ahead(self, kind: int) -> None:
        """Computes what could be added after one more pung or kong of a class, before the key for it comes."""
        if self._ahead == kind:
            return
        reasons = self._reasons
        self._reasons = self._reasons_ahead = {}
        self._ahead = kind
        lay(self.card, kind, PUNG_TABLE, self.whose)
        for other in (SIMPLE, MAJOR, DRAGON) + self.wind_kinds():
            self.why_not_kind(other)
        self.why_no_suit()
        lay(self.card, kind, PUNG_TABLE, self.whose, -1)
        self._reasons = reasons

    def why_not_add(self, kind: int, way: int) -> "str | None":
        """Returns why one more such set is impossible."""
        if way == PAIR and not self._pair_scores(kind):
            return "pair-scores-nothing"
        # One way stands for all four: the same reasons exclude them.
        item = set_of(kind, PAIR if way == PAIR else PUNG_TABLE)
        if item not in self._reasons:
            lay(self.card, kind, way, self.whose)
            self._reasons[item] = self.problem_so_far()
            lay(self.card, kind, way, self.whose, -1)
        return self._reasons[item]

    def _pair_scores(self, kind: int) -> bool:
        if kind in (SIMPLE, MAJOR):
            return False
        # Of two players each has two winds, and only a pair of the seat wind scores. If asks_round keeps the two apart,
        # the seat wind has the class ROUND.
        if kind == OWN and self.asks_round and self.whose == ONE_OF_MINE:
            return False
        return pair_of(kind, self.whose) in self.pairs

    def why_not_kind(self, kind: int) -> "str | None":
        """Returns why no set or pair of this class can be added."""
        reason = self.why_not_add(kind, PUNG_TABLE)
        if reason and kind in (OWN, DRAGON, ROUND) and not self.why_not_add(kind, PAIR):
            return None
        return reason

    def wind_kinds(self) -> "tuple[int, ...]":
        """Returns the classes of winds that are kept apart from the other majors."""
        return (OWN, ROUND) if self.asks_round else (OWN,)

    def kind_of_wind(self, wind: str) -> int:
        """Returns the class of a set of this wind."""
        if wind == self.round_wind and self.asks_round:
            return ROUND
        return OWN if wind in self.rules.own_winds(self.seat) else MAJOR

    def doubles_twice(self, kind: int) -> bool:
        """True if a set of this class is of the seat wind and of the round wind, and doubles for both."""
        if kind != (ROUND if self.asks_round else OWN) or self.whose == NOT_MINE:
            return False
        if self.whose == ONE_OF_MINE and not self.asks_round and len(self.rules.own_winds(self.seat)) > 1:
            return False
        return self.rules.knows("round-wind")

    # ---- the whole hand ----

    def why_no_suit(self) -> "str | None":
        """Returns why no suit can be chosen: the hand cannot be of one suit, or that does not count."""
        if SUIT not in self._reasons:
            card = self.card
            reason: "str | None" = "losers-card"
            if (self.winner or card.sets() or card.pairs) and "thirteen_orphans" not in card.special:
                for suit in SUIT_ROWS:
                    if reason and self._suit_counts(suit):
                        reason = self.why_not_suit(suit)
            self._reasons[SUIT] = reason
        return self._reasons[SUIT]

    def _suit_counts(self, suit: str) -> bool:
        doubling = SUIT_ROWS[suit]
        if suit == "honours" and self.winner and "all_honours" in self.rules.hands:
            return True
        return any(row.id == doubling for row in self.rules.doublings_of(self.winner))

    def why_not_suit(self, suit: str) -> "str | None":
        """Returns why the hand cannot be of this suit, or why the suit does not count."""
        if suit != "mixed" and not self.winner and not self._suit_counts(suit):
            return "losers-card"
        if suit != "mixed" and self.tiles:
            suits = sum([letter in self.tiles for letter in "mps"])
            if suits > (suit != "honours") or (suit == "full" and "z" in self.tiles):
                return "tiles-tell"
        before = self.card.suit
        self.card.suit = suit
        reason = self.problem_so_far()
        self.card.suit = before
        return reason

    def why_not_special(self, hand: str) -> "str | None":
        """Returns why the winner's hand cannot be this special hand; for one that the card names, why it must stay."""
        card = self.card
        before, suit = card.special, card.suit
        if hand in before:
            card.special = [other for other in before if other != hand]
            reason = legality.check_card(card, self.seat, self.round_wind, True, self.rules)
            answer = reason[0] if reason and reason[0] not in OF_THE_WHOLE else None
        else:
            card.special = [hand] + before
            if hand == "nine_gates":
                card.suit = "full"
            answer = self.problem_so_far()
            wrong = self._misnamed()
            if not answer and wrong and wrong[1] == "special/0":
                answer = _not(hand)
        card.special, card.suit = before, suit
        return answer

    def why_not_fourth(self) -> "str | None":
        """Returns why the winning tile cannot also have been the fourth tile of an exposed pung."""
        before = self.card.fourth
        self.card.fourth = True
        reason = self.problem_so_far()
        self.card.fourth = before
        return reason

    def why_not_last_set(self, last_set: str) -> "str | None":
        """Returns why the winning tile cannot have completed this set or pair. If it completed a pair, and the card
        has a scoring pair, they are the same pair."""
        card = self.card
        pairs = card.pairs
        card.last_set = last_set
        reason: "str | None" = None
        if self.rules.knows_pair_filled() and last_set[:4] == "pair":
            if pairs and last_set != self.pair_named():
                reason = "last-set-other-pair"
            else:
                card.pairs = []
        reason = reason or self._problem()
        wrong = self._misnamed()
        if not reason and wrong and wrong[1] == "last_set":
            reason = wrong[0]
        if not reason and card.fourth and last_set[:4] == "pair":
            reason = "fourth-chow"
        card.last_set, card.pairs = None, pairs
        return reason

    def pair_named(self) -> "str | None":
        """Returns the last_set that stands for the scoring pair on the card, or None without such a pair."""
        if not self.card.pairs or "seven_twins" in self.card.special:
            return None
        return "pair-seat" if self.card.pairs[0] == "both" else "pair-major"

    # ---- done ----

    def why_not_done(self) -> "str | None":
        """Returns why the card cannot be accepted as it is."""
        reason = self._problem()
        if not reason and self.win is not None:
            wrong = self._misnamed()
            if wrong:
                hand = self.card.special[int(wrong[1][8:])]  # the index in "special/0"
                return "not-that-hand" if self.rules.table.get("modern") else _not(hand)
            wrong = legality.check_win(self.win, self.card)
            if not wrong and "modern" in self.rules.table:
                from mingg.core.scoring.modern_legality import check_modern_win

                wrong = check_modern_win(self.win, self.card)
            reason = wrong[0] if wrong else self._lacks_flowers() or self._too_few_doublings()
            if reason == "loose-without-kong" and self.rules.on("flowers") not in (False, "off"):
                reason = "loose-without-flower"
        elif not reason and self.lacks_robbed_pung():
            reason = "rob-no-pung"
        return reason

    def lacks_robbed_pung(self) -> bool:
        """True if the card of the robbed player lacks the exposed pung that the tile would have made a kong."""
        if not self.robbed or self.card.score is not None:
            return False
        return not (any(self.card.pungs) if self.robs_concealed else self.card.exposed_pungs())

    def _lacks_flowers(self) -> "str | None":
        """Returns a reason if a special hand of house rules needs other flowers."""
        if "patterns" not in self.rules.table:
            return None
        from mingg.core.scoring.pattern_cards import lacks_flowers

        return "hand-flowers" if lacks_flowers(self.card, self.rules) else None

    def _too_few_doublings(self) -> "str | None":
        """Returns a reason if two players play, and the win lacks the two doublings that it needs (B p.84)."""
        if self.rules.players != 2 or self.win is None:
            return None
        from mingg.core.scoring.score import count, may_win

        of = self.card, self.seat, self.round_wind, self.win, self.rules
        if not may_win(count(*of), *of):
            return "two-doublings"
        return None
