"""Plays a session's file: the first line names rules and players, each other is a deal or changes earlier ones."""

from collections import namedtuple

from mingg.core.counters.bank import new_bank
from mingg.core.interchange.held import BOX, LENT, read_count
from mingg.core.interchange.json_in import BadInput, a_count, an_object, read_pay
from mingg.core.interchange.stood import AFTER, MOST_POINTS, read_standing
from mingg.core.interchange.tables import read_session
from mingg.core.settlement.settle import Unpayable
from mingg.core.table.session import BACK, CORRECT, COUNT, DEAL, PAY
from mingg.core.values import is_count

from mingg_host.scoring.interchange.answers import write_answer
from mingg_host.scoring.interchange.exchanges import write_bank, write_moved
from mingg_host.scoring.interchange.reasons import read_deal

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Answer, Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session, Standing

_STAYS = 3  # since this edition a correction changes its own deal alone

# A deal that stands.
# line      the number of the line that entered it
# record    the number of the line that has it as it stands now
# value     the object of that line
# before    the Session as it was when the deal was entered: nothing changes where it was played
# deal, answer  as it stands now
# moved     the exchanges of counters as write_moved() gives them: of the deal, then of each correction
Played = namedtuple("Played", ("line", "record", "value", "before", "deal", "answer", "moved"))

# A line that stands.
# number    of the line
# kind      DEAL, CORRECT, PAY or COUNT
# before    the Standing before it
# value     PAY: (source, to, points), and the number of the payment that it takes back, if any
#           CORRECT: (the index of the deal, the Played that it replaces, the points beside
#           that deal by player); else None. Those points are None unless the line has a standing that its deal does
#           not explain: see SessionPlay.line().
Entry = namedtuple("Entry", ("number", "kind", "before", "value"))


class BadLine(ValueError):
    """A line is wrong. line: its number, from 1. pointer, message: as in BadInput."""

    def __init__(self, line: int, pointer: str, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.pointer = pointer
        self.message = message


class SessionPlay:
    """Plays a session line by line. A line that is impossible after the lines before it raises BadLine, and changes
    nothing.

    session, bank  the state; bank is None without counters
    played         a Played for each deal that stands
    entries        an Entry for each line that stands
    """

    def __init__(self, head: "Any", number: int = 1) -> None:
        """head: the first line, with rules and players."""
        try:
            self.session = read_session(head)
        except BadInput as error:
            raise BadLine(number, error.pointer, error.message)
        self.bank = new_bank(self.session) if self.session.counted() else None
        self.played: "list[Played]" = []
        self.entries: "list[Entry]" = []

    def line(self, value: object, number: int) -> None:
        """Plays a line. number: of the line, for messages. Raises BadLine.

        A correction of a ledger may have the key `after`: the standing that the firmware recorded. Firmware before
        edition 3 counted later deals again, perhaps for other players. Such a standing stays as it was recorded.
        """
        keys = value if isinstance(value, dict) else {}
        try:
            if "undo" in keys:
                self._undo(value)
            elif CORRECT in keys:
                self._correct(value, number)
            elif PAY in keys:
                an_object(value, "", (PAY, BACK))
                self._pay(read_pay(keys[PAY], self.session), keys.get(BACK), number)
            elif COUNT in keys:
                an_object(value, "", (COUNT, BOX, LENT))
                counted = read_count(keys, self.session)
                self._enter(number, COUNT)
                if self.bank is not None:
                    self.bank.counted(*counted)
            else:
                self._deal(value, number)
        except BadInput as error:
            raise BadLine(number, error.pointer, error.message)

    def _standing(self) -> "Standing":
        return self.session.standing(None if self.bank is None else self.bank.holdings())

    def _stand(self, standing: "Standing") -> None:
        self.session.resume(standing)
        if self.bank is not None and standing.held is not None:
            self.bank.resume(standing.held)

    def _enter(self, number: int, kind: str, value: "Any" = None) -> None:
        self.entries.append(Entry(number, kind, self._standing(), value))

    def _moved(self, before: "list[int]") -> "list[Json]":
        """Moves the counters. before: the balances before the line. Returns the exchange, if there are counters."""
        if self.bank is None:
            return []
        gains = [now - then for now, then in zip(self.session.balances, before)]
        return [write_moved(self.bank.apply(gains), self.bank, self.session.names)]

    def _deal(self, value: object, number: int) -> None:
        session = self.session
        if session.table.over():
            raise BadInput("", "the game is over. Leave this line out.")
        deal, answer = _read(value, session)
        before = session.copy()
        self._enter(number, DEAL)
        session.apply(deal, answer)
        moved = self._moved(before.balances)
        self.played.append(Played(number, number, value, before, deal, answer, moved))

    def _pay(self, payment: "tuple[int, int, int]", back: object, number: int) -> None:
        if payment[2] + max([abs(balance) for balance in self.session.balances]) > MOST_POINTS:
            raise BadInput("/pay/points", "no evening has so many points. Use fewer.")
        if back is None:
            self._enter(number, PAY, payment)
        else:
            source, to, points = payment
            payments = [entry.value for entry in self.entries if entry.kind == PAY]
            at = a_count(back, "/back")
            if not 1 <= at <= len(payments):
                raise BadInput("/back", "there is no payment %d. Use 1 to the number of valid payments." % at)
            if payments[at - 1][:3] != (to, source, points):
                raise BadInput("/back", "payment %d is not the opposite of this one. Name another one." % at)
            if any(value[3:] == (at,) for value in payments):
                raise BadInput("/back", "payment %d is taken back already. Leave this line out." % at)
            self._enter(number, PAY, payment + (at,))
        before = list(self.session.balances)
        self.session.pay(*payment)
        self._moved(before)

    def _undo(self, value: object) -> None:
        count = an_object(value, "", ("undo",))["undo"]
        if not is_count(count) or count != 1:
            raise BadInput("/undo", "this must be 1: only the last valid line can be taken back")
        if not self.entries:
            raise BadInput("/undo", "no line is left to take back. Leave this out.")
        entry = self.entries.pop()
        if entry.kind == DEAL:
            self.played.pop()
        elif entry.kind == CORRECT:
            index, replaced, _ = entry.value
            self.played[index] = replaced
        self._stand(entry.before)

    def _correct(self, value: object, number: int) -> None:
        keys = an_object(value, "", (CORRECT, "deal", AFTER))
        if "deal" not in keys:
            raise BadInput("/deal", "the corrected deal is missing. Add it.")
        deal_number = a_count(keys[CORRECT], "/correct")
        if not 1 <= deal_number <= len(self.played):
            raise BadInput("/correct", "there is no deal %d. Use 1 to the number of valid deals." % deal_number)
        old: Played = self.played[deal_number - 1]
        deal, answer = _read(keys["deal"], old.before)
        session, beside = self.session, None
        recorded = read_standing(keys[AFTER], "/after", session, session.deals) if AFTER in keys else None
        if recorded is not None and recorded.deals != session.deals:
            raise BadInput("/after/deals", "a correction does not change the number of deals")
        before = self._standing()
        session.correct(old.before, old.before.gains(old.answer), deal)
        own = session.standing(recorded and recorded.held)
        if recorded is not None and recorded != own and session.rules.edition >= _STAYS:
            self._stand(before)
            raise BadInput("/after", "the deal does not lead to this standing. Leave it out.")
        session.resume(recorded or own)
        moved = self._moved(before.balances)
        if recorded is not None:
            other = recorded.held is not None and self.bank is not None and recorded.held != self.bank.holdings()
            if other or recorded != own:
                beside = [then - now for now, then in zip(own.balances, recorded.balances)]
            self._stand(recorded)
        self.entries.append(Entry(number, CORRECT, before, (deal_number - 1, old, beside)))
        self.played[deal_number - 1] = Played(
            old.line, number, keys["deal"], old.before, deal, answer, old.moved + moved
        )

    def stands(self) -> "Json":
        """The answer of every deal, the balances, who deals next, the round, and whether the game is over. With
        counters, also the counters of all players."""
        session = self.session
        answers = []
        for played in self.played:
            entry = write_answer(played.answer, played.deal)
            entry["east"] = session.names[played.before.table.east]
            entry["round"] = played.before.table.round_wind()
            if played.moved:
                entry["exchange"] = played.moved[0]
                if played.moved[1:]:
                    entry["corrections"] = played.moved[1:]
            answers.append(entry)
        stands = {
            "deals": answers,
            "balances": {name: session.balances[i] for i, name in enumerate(session.names)},
            "east": session.names[session.table.east],
            "round": session.table.round_wind(),
            "over": session.table.over(),
        }
        if self.bank is not None:
            stands.update(write_bank(self.bank, session.names))
        return stands


def _read(value: object, session: "Session") -> "tuple[Deal, Answer]":
    """Reads a deal, and scores it. session: as it is before the deal. Raises BadInput."""
    deal = read_deal(value, session.rules, session.table.round_wind())
    try:
        return deal, session.answer(deal)
    except Unpayable as error:
        raise BadInput("/" + error.key, str(error))
