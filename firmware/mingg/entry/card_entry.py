"""A hand as it is entered by card: what is on it, what can still be entered, and which pages it has.

To know whether a set is possible, it puts the set on a card and asks core/score/legality.py, which returns a reason
against the card or None.
"""

from typing import Any

from mingg.core.deal.deal import WINDS
from mingg.core.hand.tiles import HONOURS, WHITE
from mingg.core.score import legality
from mingg.core.score.hand import of_pairs
from mingg.core.score.legality import Reason, Wrong
from mingg.core.table.session import Session
from mingg.entry.entry import (
    DEAD,
    DRAGON,
    HOW,
    MAJOR,
    NOT_MINE,
    ONE_OF_MINE,
    OWN,
    PAIR,
    PUNG_TABLE,
    ROUND,
    SIMPLE,
    Entry,
    lay,
    pair_of,
    set_of,
    whose_round,
)

CARD, LAST_SET, LIABLE = range(3)  # the pages of one hand, in their order
# Reasons that do not count before the card is complete: all honours needs four sets, and four sets of honours need the
# mark all honours. One of the two is entered first.
OF_THE_WHOLE = ("honours-chow", "suit-no-honours", "too-many-chows")
SUIT = 25  # the key of why_no_suit() in CardEntry._reasons; the other keys are sets, from 0 to 24
SUIT_ROWS = {"half": "half-suit", "full": "full-suit", "honours": "honours"}


# ---- the pages of a deal ----


def pages_of(entry: "Entry", session: "Session", turn: int) -> "list[int]":
    """Returns the pages of one hand: its card; the set that the last tile completed, if that counts; who is liable for
    it, if a player may be."""
    pages, rules = [CARD], session.rules
    if turn:
        return pages
    # Nobody is asked about the last tile of an original hand (it waited for none), about one that the winner mixed in
    # unshown (it proves nothing), or if all tiles are known (they show it). If the only place counts too, How has asked
    # whether the tile filled the pair.
    if (
        rules.table["shape_counts"]
        and entry.known[entry.winner] is None
        and entry.opening != "original"
        and not entry.hidden
        and not entry.whole(entry.winner)
        and (entry.last_set is not None or not rules.knows("only-place"))
    ):
        pages.append(LAST_SET)
    if entry.liable or rules.on("insurance") or rules.on("feeding") or rules.on("discarder_pays"):
        from mingg.entry.liability import is_asked

        if is_asked(entry, session):
            pages.append(LIABLE)
    return pages


def page_beside(entry: "Entry", session: "Session", turn: int, page: int, step: int) -> "tuple[int, int] | None":
    """Returns the page after a page of the deal (step 1) or before it (-1), as (turn, page). Before the winner's card
    comes (HOW, CARD). None: it is the last page. The given page may be gone, because its answer was taken back."""
    for other in pages_of(entry, session, turn)[::step]:
        if (other - page) * step > 0:
            return turn, other
    turn += step
    if turn == len(session.table.order):
        return None
    return turn, CARD if step > 0 or turn == HOW else pages_of(entry, session, turn)[-1]


def hand_at(entry: "Entry", session: "Session", turn: int) -> "CardEntry":
    """Returns the hand at a turn: 0 for the winner's, then the losers' from the winner's right."""
    return CardEntry(entry, entry.player(turn, session.table), session)


class CardEntry:
    """The hand of one player in an entry. Every change of the entry except add() needs look().

    card: the hand as it is entered, without what the last tile completed. The methods try changes on it, and undo them.
    whose: whether the round wind is a seat wind of the player, see entry.whose_round().
    asks_round: a set or pair of the round wind counts differently from one of the seat wind.

    Every why_no... method returns None if the choice is possible, else the reason: a key of legality.py, or one that
    only the device has.
    """

    def __init__(self, entry: "Entry", player: int, session: "Session") -> None:
        self.entry = entry
        self.player = player
        self.session = session
        self.rules = session.rules
        self.seat = session.table.seat(player)
        self.winner = player == entry.winner
        self.round_wind = session.table.round_wind()
        self.whose = whose_round(player, session.table)
        self.pairs: "dict[str, int]" = next((row.worth for row in self.rules.points if row.id == "pair"), {})
        doubles = any(row.fact == "round_wind" for row in self.rules.doublings)
        if self.whose == ONE_OF_MINE:
            self.asks_round = doubles and len(self.rules.own_winds(self.seat)) > 1
        else:
            self.asks_round = self.whose == NOT_MINE and (doubles or "round" in self.pairs)
        self.look()

    def look(self) -> None:
        """Reads the hand from the entry."""
        entry, player, table = self.entry, self.player, self.session.table
        self.win = entry.win(table) if self.winner else None
        self.robbed = entry.way == "rob" and entry.source == player and not entry.word(player, DEAD)
        self.card = entry.card(player, table, False)
        self.tiles = "".join(entry.tiles(player))  # the known tiles of the hand
        self.cards = {self.seat: self.card}
        for other in table.order:
            # An empty hand contradicts no other.
            if other != player and (entry.sets(other) or entry.flowers[other]):
                self.cards[table.seat(other)] = entry.card(other, table, False)
        # The page after the card asks for it, again after every change: why_not_last_set() tries each.
        self.card.last_set = None
        self._reasons: "dict[int, Reason | None]" = {}
        # What look_ahead() computed: the reasons after one more set of the class _ahead; -1: nothing.
        self._ahead = -1
        self._reasons_ahead: "dict[int, Reason | None]" = {}

    def _problem(self) -> "Reason | None":
        problem: "tuple[Reason, str] | tuple[Reason, str, str] | None" = legality.check_card(
            self.card, self.seat, self.round_wind, self.winner, self.rules
        )
        if not problem:
            problem = legality.check_together(self.cards, self.round_wind, self.rules, self.entry.goulash)
        return problem[0] if problem else None

    def problem_so_far(self) -> "Reason | None":
        """Returns why the hand is impossible even if more is added."""
        reason = self._problem()
        return None if reason in OF_THE_WHOLE else reason

    def _problem_with(self, key: str, value: "Any") -> "Reason | None":
        """Returns why the hand is impossible with this on its card."""
        before = getattr(self.card, key)
        setattr(self.card, key, value)
        reason = self.problem_so_far()
        setattr(self.card, key, before)
        return reason

    def _misnamed(self) -> "Wrong | None":
        """Returns what the winner's card names wrongly, as (reason, key of the card): ("...", "last_set"), or
        ("...", "special/0") for the first special hand. None: nothing."""
        if self.win is None or not (self.card.special or self.card.last_set):
            return None
        from mingg.core.score.named import check_named

        return check_named(self.card, self.win, self.rules)

    def not_this(self, hand: str) -> "Reason":
        """Returns the reason that a hand is not this special hand. Hands that players know by
        their names have no text of their own."""
        if "a" <= hand < "{" and not self.rules.table["hands_named"]:
            return "not " + hand  # type: ignore[return-value] # each has its reason
        return "not-that-hand"

    # ---- sets ----

    def add(self, kind: int, way: int) -> None:
        """Adds a set."""
        self.entry.add(self.player, kind, way)
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
            self.why_not_add(other, PUNG_TABLE)
            self.why_not_add(other, PAIR)
        self.why_no_suit()
        lay(self.card, kind, PUNG_TABLE, self.whose, -1)
        self._reasons = reasons

    def why_not_add(self, kind: int, way: int) -> "Reason | None":
        """Returns why one more such set is impossible."""
        if way == PAIR:
            # Of two players each has two winds, and only a pair of the seat wind scores. If asks_round keeps the two
            # apart, the seat wind has the class ROUND.
            other = kind == OWN and self.asks_round and self.whose == ONE_OF_MINE
            if kind in (SIMPLE, MAJOR) or other or pair_of(kind, self.whose) not in self.pairs:
                return "pair-scores-nothing"
        # One way stands for all four: the same reasons exclude them.
        item = set_of(kind, PAIR if way == PAIR else PUNG_TABLE)
        if item not in self._reasons:
            lay(self.card, kind, way, self.whose)
            self._reasons[item] = self.problem_so_far()
            lay(self.card, kind, way, self.whose, -1)
        return self._reasons[item]

    def why_not_kind(self, kind: int) -> "Reason | None":
        """Returns why no set or pair of this class can be added."""
        reason = self.why_not_add(kind, PUNG_TABLE)
        return reason if reason and self.why_not_add(kind, PAIR) else None

    def wind_kinds(self) -> "tuple[int, ...]":
        """Returns the classes of winds that are kept apart from the other majors."""
        return (OWN, ROUND) if self.asks_round else (OWN,)

    def winds_of(self, kind: int) -> str:
        """Returns the winds whose sets are of this class of winds."""
        if kind == ROUND:
            return self.round_wind
        winds = self.rules.own_winds(self.seat)
        return winds.replace(self.round_wind, "") if self.asks_round else winds

    def kind_of(self, tile: int) -> int:
        """Returns the class of a set of this tile."""
        if tile < HONOURS:
            return MAJOR if tile % 9 in (0, 8) else SIMPLE
        if tile >= WHITE:
            return DRAGON
        wind = WINDS[tile - HONOURS]
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

    def why_no_suit(self) -> "Reason | None":
        """Returns why no suit can be chosen: the hand cannot be of one suit, or that does not count."""
        if SUIT not in self._reasons:
            card = self.card
            reason: "Reason | None" = "losers-card"
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

    def why_not_suit(self, suit: str) -> "Reason | None":
        """Returns why the hand cannot be of this suit, or why the suit does not count."""
        if suit != "mixed" and not self.winner and not self._suit_counts(suit):
            return "losers-card"
        if suit != "mixed" and self.tiles:
            suits = sum([letter in self.tiles for letter in "mps"])
            if suits > (suit != "honours") or (suit == "full" and "z" in self.tiles):
                return "tiles-tell"
        return self._problem_with("suit", suit)

    def why_not_special(self, hand: str) -> "Reason | None":
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
                answer = self.not_this(hand)
        card.special, card.suit = before, suit
        return answer

    def counts_flowers(self) -> bool:
        """True if flowers of this hand count."""
        return self.rules.on("flowers") not in (False, "off") and self.entry.word(self.player, DEAD) in (None, "short")

    # ---- what the last tile completed ----

    def why_not_last_set(self, last_set: str) -> "Reason | None":
        """Returns why the winning tile cannot have completed this set or pair. If it completed a pair, and the card
        has a scoring pair, they are the same pair."""
        card = self.card
        pairs, filled = card.pairs, last_set[:4] == "pair"
        card.last_set = last_set
        reason: "Reason | None" = None
        if self.rules.knows_pair_filled() and filled:
            if pairs and last_set != self._pair_named():
                reason = "last-set-other-pair"
            else:
                card.pairs = []
        reason = reason or self._problem()
        wrong = self._misnamed()
        if not reason and wrong and wrong[1] == "last_set":
            reason = wrong[0]
        if not reason and card.fourth and filled:
            reason = "fourth-chow"
        card.last_set, card.pairs = None, pairs
        return reason

    def _pair_named(self) -> "str | None":
        """Returns the last_set that stands for the scoring pair on the card, or None without such a pair."""
        if not self.card.pairs or of_pairs(self.card, self.rules):
            return None
        return "pair-seat" if self.card.pairs[0] == "both" else "pair-major"

    def pairs_filled(self) -> "list[str]":
        """Returns the pairs that the last tile may have completed. A scoring pair stands on the card already."""
        named = self._pair_named()
        pairs = ("pair-simple", "pair-major", "pair-seat") if named is None else (named,)
        return [pair for pair in pairs if not self.why_not_last_set(pair)]

    def check_last_set(self) -> None:
        """Forgets what the last tile completed, if that is no longer possible."""
        entry = self.entry
        if self.winner and entry.last_set and not entry.whole(self.player) and self.why_not_last_set(entry.last_set):
            entry.last_set = None

    # ---- done ----

    def why_not_done(self) -> "Reason | None":
        """Returns why the card cannot be accepted as it is."""
        reason = self._problem()
        if not reason and self.win is not None:
            wrong = self._misnamed()
            if wrong:
                return self.not_this(self.card.special[int(wrong[1][8:])])  # the index in "special/0"
            wrong = legality.check_win(self.win, self.card, self.rules)
            wrong = wrong or legality.check_call(self.win, self.card)
            reason = wrong[0] if wrong else self._falls_short()
            if reason == "loose-without-kong" and self.counts_flowers():
                reason = "loose-without-flower"
        elif not reason and self.lacks_robbed_pung():
            reason = "rob-no-pung"
        return reason

    def lacks_robbed_pung(self) -> bool:
        """True if the card of the robbed player lacks the exposed pung that the tile would have made a kong."""
        if not self.robbed or self.card.score is not None:
            return False
        if self.rules.on("orphans_rob_concealed") and "thirteen_orphans" in self.entry.items[self.entry.winner]:
            return not any(self.card.pungs)
        return not self.card.exposed_pungs()

    def _falls_short(self) -> "Reason | None":
        """Returns a reason if a special hand of house rules needs other flowers, or if two players play, and the win
        lacks the two doublings that it needs (B p.84)."""
        if self.rules.table["patterns"]:
            from mingg.core.score.pattern_cards import lacks_flowers

            if lacks_flowers(self.card, self.rules):
                return "hand-flowers"
        if self.rules.players == 2 and self.win is not None:
            from mingg.core.score.score import count, may_win

            of = self.card, self.seat, self.round_wind, self.win, self.rules
            if not may_win(count(*of), *of):
                return "two-doublings"
        return None
