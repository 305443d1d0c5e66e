"""A session: the same people play deal after deal. In JSON each line is an object; the first one has the players.

Also the counters that move, in a session or without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from mingg_scoring.answers import Answer, SeatOrOut
from mingg_scoring.deals import _NOTHING_AGREED, House, RuleSetName, Seat, SessionDeal
from mingg_scoring.forms import NOTHING, Count, Document, Form, Json, Points, decoded
from mingg_scoring.options import Options

Tray = tuple[Count, ...]


# ---- counters ----


class ExchangeRequest(Document):
    """Who gains what, and who has which counters."""

    values: Annotated[tuple[Points, ...], "The values of the counters: they fall, and each divides the one before."]
    trays: Annotated[Mapping[str, Tray], "The counters of each player: how many of each value."]
    net: Annotated[Mapping[str, int], "What each player gains: 0 in all."]
    box: Annotated[Tray | None, "The counters of the bank; without it, none."] = None

    @staticmethod
    def _check(keys: Any) -> None:
        from mingg_scoring.interchange.sessions import answer_exchange

        answer_exchange(keys)


class Exchange(Document):
    """Which counters move."""

    put: Annotated[Mapping[str, Tray], "What each player puts in the middle."]
    take: Annotated[Mapping[str, Tray], "What each player takes out of it."]
    moved: Annotated[Count, "How many counters are put in the middle, by the players and by the bank."]
    loans: Annotated[Mapping[str, Points], "What the bank lends each player."]
    box: Annotated[tuple[int, ...], "What the bank gives of each value; what it receives is negative."]
    repaid: Annotated[Mapping[str, Points], "What each player gives back of earlier loans."] = NOTHING
    open: Annotated[Mapping[str, int], "In a session: what could not be paid yet."] = NOTHING


# ---- between two lines ----


class Holdings(Form):
    """The counters of all players, in the order of their names."""

    trays: Annotated[tuple[Tray, ...], "Their counters."]
    box: Annotated[Tray, "The counters of the bank."]
    loans: Annotated[tuple[Points, ...] | None, "What each player owes the bank."] = None
    open: Annotated[tuple[int, ...] | None, "What could not be paid yet."] = None
    lent: Annotated[
        tuple[tuple[Count, Count, Points], ...], "What players lent each other: who lent, who owes it, points."
    ] = ()


class Standing(Form):
    """A session between two lines."""

    east: Annotated[str, "Who deals next."]
    round: Annotated[Count, "The round, from 0."]
    balances: Annotated[tuple[int, ...], "The points of the players, in the order of their names."]
    deals: Annotated[Count | None, "How many deals stand."] = None
    streak: Annotated[Count, "East's wins in a row."] = 0
    goulash: Annotated[bool, "The next deal is a Goulash."] = False
    held: Annotated[Holdings | None, "The counters."] = None


# ---- the first line ----


class Transfer(Form):
    """Points from one player to another."""

    from_: Annotated[str, "Who gives."]
    to: Annotated[str, "Who receives."]
    points: Annotated[Points, "How many."]


class CounterSet(Form):
    """Counters of the players' own."""

    values: Annotated[tuple[Points, ...], "Their values: they fall, and each divides the one before."]
    start: Annotated[Tray, "What each player has at the start: how many of each value."]
    box: Annotated[Tray | None, "What the bank has at the start; without it, nothing."] = None
    marks: Annotated[tuple[str, ...] | None, "A word for each value, such as a colour: at most 12 letters."] = None


class SessionHead(Form):
    """The first line of a session."""

    mingg: Annotated[Literal[1], "The format."] = 1
    rules: Annotated[RuleSetName, "The rule set."]
    names: Annotated[tuple[str, ...], "The players: the first East, then to the right."]
    options: Annotated[Options, "What the players agreed on."] = _NOTHING_AGREED
    house: Annotated[House | None, "House rules."] = None
    edition: Annotated[Literal[1] | None, "The edition of the rules. Without it, the present one."] = None
    counters: Annotated[Literal["none", "babcock", "harr"] | CounterSet, "The counters that the players pay with."] = (
        "none"
    )
    rounds: Annotated[Literal[1, 2, 3, 4, 5] | None, "How many rounds they agreed on; without it, a game."] = None
    start: Annotated[Standing | None, "Where it begins, if it goes on from another session."] = None


# ---- the other lines ----


class Undo(Form):
    """Takes back the last line that stands."""

    undo: Annotated[Literal[1], "One line."] = 1


class Correct(Form):
    """Replaces a deal."""

    correct: Annotated[Count, "The number of a deal that stands: from 1, or from the one after those of `start`."]
    deal: Annotated[SessionDeal, "What the deal was."]


class Pay(Form):
    """A payment beside the deals."""

    pay: Annotated[Transfer, "Who pays whom."]
    back: Annotated[Count | None, "It takes back this one of the payments that stand, from 1."] = None


class CountedTrays(Form):
    """The counters that players really have."""

    count: Annotated[Mapping[str, Tray], "The counters of each player: how many of each value."]
    box: Annotated[Tray | None, "The counters of the bank."] = None
    lent: Annotated[Transfer | None, "One player lent another these points in counters."] = None


Line = Undo | Correct | Pay | CountedTrays | SessionDeal
SessionLine = SessionHead | Line


class Session(SessionHead):
    """A whole session. lines: all but the first."""

    lines: tuple[Line, ...] = ()

    def _lines(self) -> list[Any]:
        """Returns the lines, the first one with the players."""
        head = {key: item for key, item in self._keys().items() if key != "lines"}
        return [head, *(self.lines if isinstance(self.lines, tuple) else [self.lines])]  # what is no line is refused

    def to_json(self) -> list[Json]:
        """Returns a list with an object for each line."""
        from mingg_scoring import json_answers

        return [line for _, line in json_answers.lines_of(self._lines())]

    @classmethod
    def from_json(cls, value: str | bytes | Iterable[Json]) -> Session:
        """Reads JSON Lines: a text, or a list with an object for each line. Raises MinggError."""
        from mingg_scoring import json_answers

        lines: list[Any] = []

        def read() -> Iterator[tuple[int, Any]]:
            for number, line in json_answers.lines_of(value):
                lines.append(line)
                yield number, line

        json_answers.replay(read())  # each line before the next one is read
        session: Session = decoded(cls, {**lines[0], "lines": lines[1:]})
        return session


# ---- how it stands ----


class ReplayedDeal(Answer):
    """The answer to a deal of a session."""

    number: Annotated[int, "Its number, from 1, or from the one after those of `start`."]
    winner: Annotated[str | None, "Who won; null: nobody."]
    seats: Annotated[Mapping[SeatOrOut, str], "Who sat where; `out`: the fifth player, who sat out."]
    balances: Annotated[Mapping[str, int], "The points of each player after it."]
    east: Annotated[str, "Who was East."]
    round: Annotated[Seat, "The round wind."]
    exchange: Annotated[Exchange | None, "With counters: which ones move."] = None
    corrections: Annotated[tuple[Exchange, ...], "With counters: which ones moved for each correction."] = ()


class ReplayedPayment(Transfer):
    """A payment beside the deals of a session."""

    after: Annotated[Count, "The number of the last deal before it; without one, of those before this session."]
    balances: Annotated[Mapping[str, int], "The points of each player after it."]


class Replay(Document):
    """How a session stands. `course` has deals and payments in their order."""

    deals: Annotated[tuple[ReplayedDeal, ...], "The deals that stand."]
    payments: Annotated[tuple[ReplayedPayment, ...], "The payments beside them that stand."]
    balances: Annotated[Mapping[str, int], "The points of each player; they began with 2,000."]
    east: Annotated[str, "Who deals next."]
    round: Annotated[Seat, "The round wind of the next deal."]
    over: Annotated[bool, "The game is over."]
    trays: Annotated[Mapping[str, Tray] | None, "With counters: those of each player."] = None
    box: Annotated[Tray | None, "With counters: those of the bank."] = None
    loans: Annotated[Mapping[str, Points], "What each player owes the bank."] = NOTHING
    open: Annotated[Mapping[str, int], "What could not be paid yet."] = NOTHING
    lent: Annotated[tuple[Transfer, ...], "What players lent each other."] = ()

    @property
    def course(self) -> tuple[ReplayedDeal | ReplayedPayment, ...]:
        """The deals and the payments in their order: each has the balances after it."""
        steps = [(deal.number, 0, deal) for deal in self.deals] + [(pay.after, 1, pay) for pay in self.payments]
        return tuple(step for _, _, step in sorted(steps, key=lambda step: step[:2]))
