"""The course of a night without a network: makes decisions of what the director does, and of what devices answer."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from mingg_host.common.output import counted

from mingg_club import actions, decisions, movements, topics
from mingg_club.decisions import UNLIMITED, Decisions, Table, written
from mingg_club.devices import number_of, plain_text
from mingg_club.link import MOST_RECORD, is_later, rank
from mingg_club.movements.seating import WINDS, Given
from mingg_club.records import Book
from mingg_club.state import MOST_OTHERS, NightState
from mingg_club.view import PRESENT, ActionError, Button

Json = dict[str, Any]

MOST_BYTES = 1_000_000  # of a decision, see brokers.MOST_MESSAGE
# What tables read when the time is over, by whether one more deal is played. A player who enters a deal reads it later.
TIME = ("Time: stop. A deal that is not finished does not count.", "Time: finish this deal, and play one more.")
RIVAL = "Another night of this club runs: {}. This one has stopped; everything so far is kept."
LOOKS = "{} directs this night, and this computer looks. Take over first."


class Made(NamedTuple):
    """A decision that counts when it has come back from the broker. text: what was done, in words."""

    number: int
    topic: str
    payload: bytes
    text: str


class Course(NightState):
    """A night and its director. dice: throws and draws."""

    def __init__(self, book: Book, host: str, dice: Random | None = None) -> None:
        super().__init__(book, host)
        self.dice = dice or Random()
        self._asks: list[list[object]] = []  # requests of the decision that is being made

    # ---- decisions ----

    def decide(self, action: Json) -> Made:
        """Returns the decision of an action of the director, see actions.py. Nothing has changed yet. Raises
        ActionError."""
        why = self.why_not()
        if why or not isinstance(action, dict):
            raise ActionError(why or "Send an action.")
        self._asks = []
        return self._made(*actions.done(self, action))

    def buttons(self, *names: str, **keys: Any) -> list[Button]:
        """Returns buttons for those of these actions that are possible now. keys: of the actions."""
        found = []
        for do in names if not self.why_not() else ():
            with suppress(ActionError):
                _, button = actions.begun(self, do, keys)
                found.append(replace(button, send={"do": do, **keys}))
        return found

    def why_not(self) -> str:
        """Returns why this host decides nothing; "" if it directs."""
        if self.rival:
            return RIVAL.format(self.rival)
        return "" if self.directs else LOOKS.format(self.lease.host or "Nobody")

    def facts(self) -> Made | None:
        """Returns the decision that notes what devices have answered, or gives a signal of the timer; None if there is
        neither."""
        if not self.directs or self.rival:
            return None
        answered = self._answered()
        if not answered:
            return self._signal()
        self._asks, answers = [], []
        for ask, value in answered:
            device = plain_text(value.get("device"), 8)
            done: str | int = plain_text(value.get("why"), 60) or "without a reason"
            if value["done"] is True:
                done = number_of(value.get("record"), MOST_RECORD)
            answers.append([ask.table, ask.id, device, done])
        return self._made(decisions.ANSWERS, "", {"answers": answers})

    def _signal(self) -> Made | None:
        """Returns the decision that tells the tables which still play how much time is left; None if it is not time."""
        timer, sitting = self.night.timer, self.sitting()
        due = self.signal_due()
        if timer is None or sitting is None or due <= timer.told:
            return None
        self._asks = []
        text = f"{counted(timer.warn // 60, 'minute')} left." if due == 1 else TIME[timer.more]
        for table in sitting.tables:
            if self.here(table.number) is not None and not self.is_final(table):
                self.ask(table.number, {"do": "show", "text": text})
        return self._made(decisions.SIGNAL, "", {"told": due, "ends": timer.ends})

    def signal_due(self) -> int:
        """Returns 1 from the signal of the timer on, 2 when its time is over, 0 before or without one."""
        timer = self.night.timer
        if timer is None or self.is_done():
            return 0
        return 2 if self.wall >= timer.ends else int(self.wall >= timer.ends - timer.warn)

    def is_made(self, made: Made) -> bool:
        """True if a decision counts."""
        return self.book.decisions.get(made.number) == made.payload

    def _made(self, kind: str, text: str, keys: Json) -> Made:
        number = max(self.book.decisions) + 1
        known = {"do": kind, "since": self.night.since, "term": self.mine.term, "text": text}
        payload = written({**known, **keys, **({"asks": self._asks} if self._asks else {})})
        if len(payload) > MOST_BYTES:
            raise ActionError("This is too long. Do less at once.")
        return Made(number, topics.decision(self.club, number), payload, text)

    def ask(self, table: int, what: Json) -> None:
        """Adds a request to the decision. Its id is greater than all that the table has seen."""
        made = [str(ask[1]) for ask in self._asks if len(str(ask[1])) <= topics.ID_DIGITS]
        id = topics.next_id(max([self.night.last, *made], key=rank))
        greatest = self._greatest.get(table, "")
        if not is_later(id, greatest):
            id = topics.next_id(greatest)
        self._asks.append([table, id, what])

    # ---- what actions need ----

    def ready(self) -> None:
        """Raises ActionError if no sitting can begin now."""
        if self.night.over:
            raise ActionError("The night is over.")
        if not self.is_done():
            raise ActionError("This sitting is not over at all tables. Wait for them, or end it there.")
        if self.is_last():
            raise ActionError("The night is over: this was its last sitting. `mingg club run` begins the next night.")

    def check_size(self, size: int) -> None:
        """Raises ActionError if no table can have so many players."""
        if size not in WINDS:
            raise ActionError(f"A table takes three or four players, not {size}.")
        try:
            self.night.plan.in_force(size)
        except ValueError as error:
            raise ActionError(f"These rules have no table of {size}: {error}.") from None

    def table_at(self, number: object, sitting: object = None) -> Table:
        """Returns a table of a sitting, by default of the present one. Raises ActionError."""
        played = self.night.sittings
        at = len(played) if sitting is None else sitting
        if type(at) is not int or not 1 <= at <= len(played):
            raise ActionError("There is no such sitting." if played else "No sitting has begun.")
        tables = played[at - 1].tables
        if type(number) is not int or not 1 <= number <= len(tables):
            raise ActionError(f"There is no such table. Name one of 1 to {len(tables)}.")
        return tables[number - 1]

    def player(self, name: object) -> str:
        """Returns the state of a player. Raises ActionError."""
        if not isinstance(name, str) or name not in self.night.players:
            raise ActionError("There is no such player.")
        return self.night.players[name]

    def present(self) -> list[str]:
        return [name for name, state in self.night.players.items() if state == PRESENT]

    def free(self) -> list[str]:
        """Returns the players who have no seat in this sitting, those who are here first."""
        seated = {name for table in self.night.sittings[-1].tables for name in table.names}
        free = [(state != PRESENT, name) for name, state in self.night.players.items() if name not in seated]
        return [name for _, name in sorted(free, key=lambda each: each[0])]

    def given(self) -> Given:
        return Given(self.present(), self.past(), self.night.plan.odd)

    def had(self) -> list[list[object]]:
        """Returns the last record of each ledger of this night that this host has, also of those that do not count."""
        names = {name for number in self.numbers() for name in self._counted(number)}
        names.update(ledger.name for number in self.numbers() for ledger in self.others(number)[:MOST_OTHERS])
        return [[*name, max(ledger.records)] for name in sorted(names) if (ledger := self.book.ledgers[name]).records]

    def is_outdated(self) -> bool:
        """True if the movement decided the next seats by results that have changed since."""
        if self.night.proposal is None or not self.night.basis:
            return False
        return movements.basis(self.night.plan.movement, self.given()) != self.night.basis

    def seat(self, sitting: int, names: list[str]) -> Json:
        """Returns the request that seats players."""
        plan = self.night.plan
        what = {"do": "seat", "sitting": sitting, "names": names, "rules": plan.rules, "options": plan.options}
        what |= {"counters": "none", "deals": plan.deals_at(len(names)) or UNLIMITED}
        return what if plan.house is None else {**what, "house": plan.house}

    def seat_of(self, name: str) -> str:
        """Returns the wind of a player's seat at the start of the proposed sitting."""
        for table in self.night.proposal or []:
            if name in table:
                return WINDS[len(table)][table.index(name)]
        return ""

    def deals_before(self, table: Table) -> int:
        """Returns how many deals a table played before its players were seated for the last time."""
        return sum(len(each.deals) for each in self.evenings(table)[: len(table.seats) - 1])

    def with_device(self) -> list[int]:
        """Returns the numbers of the tables that have a device now."""
        return [number for number in sorted(self.seen) if self.at_once(number)]

    def is_carried_out(self, table: int, id: str) -> bool:
        """True if a device has carried a request out, or declined it."""
        return self.night.ask(table, id) is None or id in self._seen(table).answers


def open_course(book: Book, known: Decisions, host: str, dice: Random | None = None) -> Course:
    """Returns the course of a night, and keeps it in its book. known: its decisions, as far as this computer or the
    broker has them. Raises DecisionError."""
    for number, payload in known.items():
        if number not in book.decisions:
            book.decide(number, payload)
    return Course(book, host, dice)
