"""What may still be said about one hand of an entry: legality is asked with one more set, and answers with a reason."""

from mingg.core import legality
from mingg.ui.entry import DRAGON, MAJOR, OWN, PAIR, PUNG_TABLE, SIMPLE, lay, lift

MYPY = False
if MYPY:
    from mingg.core.session import Session
    from mingg.ui.entry import Entry


class Choices:
    """The hand of one player in an entry as it stands now; asked again after every change.

    Every question answers None, or the reason why not: a key of reasons.REASONS, or one of the device's own.
    """

    def __init__(self, entry: "Entry", player: int, session: "Session") -> None:
        table = session.table
        self.rules = session.rules
        self.round_wind = table.round_wind()
        self.seat = table.seat(player)
        self.winner = player == entry.winner
        self.win = entry.win(table) if self.winner else None
        self.robbed = entry.way == "rob" and entry.source == player
        self.cards = {table.seat(other): entry.card(other, table, False) for other in range(len(table.seats))}
        self.card = self.cards[self.seat]

    def _problem(self) -> "str | None":
        wrong: "tuple[str, ...] | None" = legality.check_card(
            self.card, self.seat, self.round_wind, self.winner, self.rules
        )
        if not wrong:
            wrong = legality.check_together(self.cards, self.round_wind, self.rules)
        return wrong[0] if wrong else None

    def _problem_so_far(self) -> "str | None":
        reason = self._problem()
        # All honours needs four sets, which may still come: asked when the card is done.
        return None if reason == "honours-chow" else reason

    def why_not_add(self, kind: int, way: int) -> "str | None":
        """Why there cannot be one more such set."""
        if way == PAIR and kind in (SIMPLE, MAJOR):
            return "pair-scores-nothing"
        own_round = self.seat == self.round_wind
        lay(self.card, kind, way, own_round)
        reason = self._problem_so_far()
        lift(self.card, kind, way, own_round)
        return reason

    def why_not_kind(self, kind: int) -> "str | None":
        """Why nothing of this class can be added."""
        reason = self.why_not_add(kind, PUNG_TABLE)
        if reason and kind in (OWN, DRAGON) and not self.why_not_add(kind, PAIR):
            return None
        return reason

    def why_not_suit(self, suit: str) -> "str | None":
        """Why the hand cannot be of this suit."""
        before = self.card.suit
        self.card.suit = suit
        reason = self._problem_so_far()
        self.card.suit = before
        return reason

    def why_not_done(self) -> "str | None":
        """Why the card cannot stand as it is."""
        reason = self._problem()
        if not reason and self.win is not None:
            wrong = legality.check_win(self.win, self.card)
            reason = wrong[0] if wrong else None
        elif not reason and self.robbed:
            reason = None if self.card.exposed_pungs() else "rob-no-pung"
        return reason
