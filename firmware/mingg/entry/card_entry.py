"""A hand as it is entered by sets: what is in it, what can still be entered, and which pages it has.

To know whether a set is possible, it adds the set and asks core/score/check.py, which returns a reason or None.
"""

from typing import Any

from mingg.core.deal.deal import WINDS as SEAT_WINDS
from mingg.core.deal.hand import ANY, BOTH, DRAGON, MAJOR, OWN, PAIR, PUNG_SHOWN, ROUND, SEAT, SIMPLE, class_of
from mingg.core.hand.hand import HONOURS, WHITE
from mingg.core.rules import Rules
from mingg.core.score import check
from mingg.core.score.check import Reason, Wrong
from mingg.core.score.facts import of_pairs
from mingg.core.table.session import Session
from mingg.entry.entry import HOW, Entry

CARD, LAST_SET, LIABLE = range(3)  # the pages of one hand, in their order
# Reasons that do not count before the hand is complete: all honours needs four sets, and four sets of honours need the
# mark all honours. One of the two is entered first.
OF_THE_WHOLE = ("honours-chow", "suit-no-honours", "too-many-chows")
SUIT = 0  # the key of why_no_suit() in CardEntry._reasons; the other keys are sets
SUIT_ROWS = {"half": "half-suit", "full": "full-suit", "honours": "honours"}


# ---- the pages of a deal ----


def pages_of(entry: "Entry", session: "Session", turn: int) -> "list[int]":
    """Returns the pages of one hand: its sets; the set that the last tile completed, if that counts; who is liable for
    it, if a player may be."""
    pages, rules = [CARD], session.rules
    if turn:
        return pages
    # Nobody is asked about the last tile of an original hand (it waited for none), about one that the winner mixed in
    # unshown (it proves nothing), or if all tiles are known (they show it). If the only place counts too, How has asked
    # whether the tile filled the pair.
    if (
        rules.table["shape_counts"]
        and entry.won().score is None
        and entry.opening != "original"
        and not entry.hidden
        and not entry.whole(entry.winner)
        and (entry.won().last_set is not None or not rules.knows("only-place"))
    ):
        pages.append(LAST_SET)
    if entry.liable or rules.on("insurance") or rules.on("feeding") or rules.on("discarder_pays"):
        from mingg.entry.liability import is_asked

        if is_asked(entry, session):
            pages.append(LIABLE)
    return pages


def page_beside(entry: "Entry", session: "Session", turn: int, page: int, step: int) -> "tuple[int, int] | None":
    """Returns the page after a page of the deal (step 1) or before it (-1), as (turn, page). Before the winner's hand
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


def wind_classes(seat: str, round_wind: str, rules: "Rules") -> "tuple[tuple[int, ...], tuple[str, ...]]":
    """Returns the classes of winds that are kept apart from the other majors, and their winds: the seat wind, then the
    round wind if a set or pair of it counts differently. Of two players each has two seat winds (B p.84)."""
    own = rules.own_winds(seat)
    if seat != round_wind:
        return ((SEAT, ROUND), (own, round_wind)) if rules.counts_round else ((SEAT,), (own,))
    if len(own) > 1 and any(row.fact == "round_wind" for row in rules.doublings):
        return (SEAT, BOTH), (own.replace(round_wind, ""), round_wind)
    return (SEAT if len(own) > 1 else BOTH,), (own,)


def seat_anew(entry: "Entry", session: "Session") -> None:
    """Other seats or another round may be in play than before: a set of the seat wind stays one. The deal may be a
    Goulash, or be none any more."""
    entry.goulash = session.goulash
    table = session.table
    for player in table.order:
        seat = table.seat(player)
        kinds = wind_classes(seat, table.round_wind(), session.rules)[0]
        hand = entry.hands[player]
        for i, item in enumerate(hand.sets):
            of = item & (OWN | ROUND) if hand.groups[i] is None else 0  # sets of tiles are read again
            if of and item & PAIR:
                hand.sets[i] = PAIR | (BOTH if seat == table.round_wind() else SEAT if of == BOTH else of)
            elif of and of not in kinds:
                hand.sets[i] = item - of + kinds[-1 if of == ROUND else 0]


class CardEntry:
    """The hand of one player in an entry. Every change of the entry except add() needs look().

    entered: the hand; made: a copy without what the last tile completed. The methods try changes on it, and undo them.
    kinds, winds: as wind_classes() returns them.

    Every why_no... method returns None if the choice is possible, else the reason: a key of check.py, or one that
    only the device has.
    """

    def __init__(self, entry: "Entry", player: int, session: "Session") -> None:
        self.entry = entry
        self.player = player
        self.entered = entry.hands[player]
        self.session = session
        self.rules = session.rules
        self.seat = session.table.seat(player)
        self.winner = player == entry.winner
        self.round_wind = session.table.round_wind()
        self.pairs = self.rules.pairs
        self.kinds, self.winds = wind_classes(self.seat, self.round_wind, self.rules)
        self.look()

    def look(self) -> None:
        """Reads the hand from the entry."""
        entry, player, table = self.entry, self.player, self.session.table
        self.win = entry.win(table) if self.winner else None
        self.robbed = entry.way == "rob" and entry.source == player and not self.entered.dead
        self.made = self.entered.plain()
        self.tiles = "".join(entry.hands[player].in_tiles())  # the known tiles of the hand
        self.hands = {self.seat: self.made}
        for other in table.order:
            if other != player and not entry.hands[other].empty():  # an empty hand contradicts no other
                self.hands[table.seat(other)] = entry.hands[other].plain()
        # The page after the sets asks for it, again after every change: why_not_last_set() tries each.
        self.made.last_set = None
        self._reasons: "dict[int, Reason | None]" = {}
        # What look_ahead() computed: the reasons after one more set of the class _ahead; -1: nothing.
        self._ahead = -1
        self._reasons_ahead: "dict[int, Reason | None]" = {}

    def _problem(self) -> "Reason | None":
        problem: "tuple[Reason, str] | tuple[Reason, str, str] | None" = check.check_hand(
            self.made, self.seat, self.round_wind, self.winner, self.rules
        )
        if not problem:
            problem = check.check_together(self.hands, self.rules, self.entry.goulash)
        return problem[0] if problem else None

    def problem_so_far(self) -> "Reason | None":
        """Returns why the hand is impossible even if more is added."""
        reason = self._problem()
        return None if reason in OF_THE_WHOLE else reason

    def _problem_with(self, key: str, value: "Any") -> "Reason | None":
        """Returns why the hand is impossible with this."""
        before = getattr(self.made, key)
        setattr(self.made, key, value)
        reason = self.problem_so_far()
        setattr(self.made, key, before)
        return reason

    def _misnamed(self) -> "Wrong | None":
        """Returns what the winner's hand names wrongly, as (reason, place): ("...", "last_set"), or
        ("...", "special/0") for the first special hand. None: nothing."""
        if self.win is None or not (self.made.special or self.made.last_set):
            return None
        from mingg.core.score.named import check_named

        return check_named(self.made, self.win, self.rules)

    def not_this(self, hand: str) -> "Reason":
        """Returns the reason that a hand is not this special hand. Hands that players know by
        their names have no text of their own."""
        if "a" <= hand < "{" and not self.rules.table["hands_named"]:
            return "not " + hand
        return "not-that-hand"

    # ---- sets ----

    def add(self, item: int) -> None:
        """Adds a set."""
        self.entered.lay(item)
        self.made.sets.append(item)
        self._reasons = self._reasons_ahead if item & ANY == self._ahead and not item & PAIR else {}
        self._ahead = -1

    def look_ahead(self, kind: int) -> None:
        """Computes what could be added after one more pung or kong of a class, before the key for it comes."""
        if self._ahead == kind:
            return
        reasons = self._reasons
        self._reasons = self._reasons_ahead = {}
        self._ahead = kind
        self.made.sets.append(kind | PUNG_SHOWN)
        for other in (SIMPLE, MAJOR, DRAGON) + self.kinds:
            self.why_not_add(other, False)
            self.why_not_add(other, True)
        self.why_no_suit()
        self.made.sets.pop()
        self._reasons = reasons

    def pair_of(self, kind: int) -> int:
        """Returns the pair of a class, which of two seat winds is that of the seat itself."""
        return PAIR | (BOTH if kind == SEAT and self.seat == self.round_wind else kind)

    def why_not_add(self, kind: int, pair: bool) -> "Reason | None":
        """Returns why one more pung or kong of a class is impossible, or one more pair."""
        # One way stands for all four: the same reasons exclude them.
        item = self.pair_of(kind) if pair else kind | PUNG_SHOWN
        if pair:
            # If the round wind is kept apart, the other wind of two players scores nothing as a pair.
            other = kind == SEAT and self.kinds == (SEAT, BOTH)
            if other or class_of(item) not in self.pairs:
                return "pair-scores-nothing"
        if item not in self._reasons:
            self.made.sets.append(item)
            self._reasons[item] = self.problem_so_far()
            self.made.sets.pop()
        return self._reasons[item]

    def why_not_kind(self, kind: int) -> "Reason | None":
        """Returns why no set or pair of this class can be added."""
        reason = self.why_not_add(kind, False)
        return reason if reason and self.why_not_add(kind, True) else None

    def kind_of(self, tile: int) -> int:
        """Returns the class of a set of this tile."""
        if tile < HONOURS:
            return MAJOR if tile % 9 in (0, 8) else SIMPLE
        if tile >= WHITE:
            return DRAGON
        wind = SEAT_WINDS[tile - HONOURS]
        return next((of for of, winds in zip(self.kinds, self.winds) if wind in winds), MAJOR)

    def doubles_twice(self, kind: int) -> bool:
        """True if a set of this class is of the seat wind and of the round wind, and doubles for both."""
        return kind == BOTH and self.rules.knows("round-wind")

    # ---- the whole hand ----

    def why_no_suit(self) -> "Reason | None":
        """Returns why no suit can be chosen: the hand cannot be of one suit, or that does not count."""
        if SUIT not in self._reasons:
            made = self.made
            reason: "Reason | None" = "losers-card"
            if (self.winner or made.sets) and "thirteen_orphans" not in made.special:
                for suit in SUIT_ROWS:
                    if reason and self._suit_counts(suit):
                        reason = self.why_not_suit(suit)
            self._reasons[SUIT] = reason
        return self._reasons[SUIT]

    def _suit_counts(self, suit: str) -> bool:
        doubling = SUIT_ROWS[suit]
        if suit == "honours" and self.winner and "all_honours" in self.rules.hands:
            return True
        return any(row.id == doubling for row in self.rules.doublings_of[self.winner])

    def why_not_suit(self, suit: str) -> "Reason | None":
        """Returns why the hand cannot be of this suit, or why the suit does not count."""
        if suit != "mixed" and not self.winner and not self._suit_counts(suit):
            return "losers-card"
        if suit != "mixed" and self.tiles:
            suits = sum([letter in self.tiles for letter in "mps"])
            if suits > (suit != "honours") or (suit == "full" and "z" in self.tiles):
                return "tiles-tell"
        return self._problem_with("suit", suit)

    def counts_flowers(self) -> bool:
        """True if flowers of this hand count."""
        return self.rules.on("flowers") not in (False, "off") and self.entered.dead in (None, "short")

    # ---- what the last tile completed ----

    def why_not_last_set(self, last_set: str) -> "Reason | None":
        """Returns why the winning tile cannot have completed this set or pair. If it completed a pair, and the hand
        has a scoring pair, they are the same pair."""
        made = self.made
        sets, filled = made.sets, last_set[:4] == "pair"
        made.last_set = last_set
        reason: "Reason | None" = None
        if self.rules.pair_filled and filled:
            if made.pairs() and last_set != self._pair_named():
                reason = "last-set-other-pair"
            else:
                made.sets = [item for item in sets if not item & PAIR]
        reason = reason or self._problem()
        wrong = self._misnamed()
        if not reason and wrong and wrong[1] == "last_set":
            reason = wrong[0]
        if not reason and made.fourth and filled:
            reason = "fourth-chow"
        made.last_set, made.sets = None, sets
        return reason

    def _pair_named(self) -> "str | None":
        """Returns the last_set that stands for the scoring pair, or None without such a pair."""
        pairs = self.made.pairs()
        if not pairs or of_pairs(self.made, self.rules):
            return None
        return "pair-seat" if pairs & BOTH else "pair-major"

    def pairs_filled(self) -> "list[str]":
        """Returns the pairs that the last tile may have completed. A scoring pair is entered already."""
        named = self._pair_named()
        pairs = ("pair-simple", "pair-major", "pair-seat") if named is None else (named,)
        return [pair for pair in pairs if not self.why_not_last_set(pair)]

    def check_last_set(self) -> None:
        """Forgets what the last tile completed, if that is no longer possible."""
        last_set = self.entered.last_set
        if self.winner and last_set and not self.entry.whole(self.player) and self.why_not_last_set(last_set):
            self.entered.last_set = None

    # ---- done ----

    def why_not_done(self) -> "Reason | None":
        """Returns why the hand cannot be accepted as it is."""
        reason = self._problem()
        if not reason and self.win is not None:
            wrong = self._misnamed()
            if wrong:
                return self.not_this(self.made.special[int(wrong[1][8:])])  # the index in "special/0"
            wrong = check.check_won(self.win, self.made, self.seat, self.rules)
            reason = wrong and wrong[0]
            if reason == "loose-without-kong" and self.counts_flowers():
                reason = "loose-without-flower"
        elif not reason and self.lacks_robbed_pung():
            reason = "rob-no-pung"
        return reason

    def lacks_robbed_pung(self) -> bool:
        """True if the hand of the robbed player lacks the exposed pung that the tile would have made a kong."""
        return self.robbed and check.lacks_robbed_pung(self.made, self.entry.won().special, self.rules)
