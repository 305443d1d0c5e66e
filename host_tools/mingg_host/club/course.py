"""The course of a night without a network: takes messages, carries out actions, and says what to publish.

A `Course` knows three things: the document of the night, the received records, and what each device last said. It does
nothing by a clock of its own: `tick()` gets the time.
"""

from __future__ import annotations

import copy
import json
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.kept import read_kept
from mingg.link.memo import rank

from mingg_host.club import document, movements, topics
from mingg_host.club.document import Ask, Document, Penalty, Played, Table
from mingg_host.club.movements.seating import WINDS, Given, NoSeating, Seating, Sitting, drawn
from mingg_host.club.night import why_no_player
from mingg_host.club.records import CONFLICT, DAMAGED, NEW, Book, BookError, Kept, Name
from mingg_host.club.standing import NightResults, Result, standing, won
from mingg_host.club.view import LATE, LEFT, PRESENT, REFUSED, WAITING, ActionError, Rank
from mingg_host.evenings.evening import Evening, PlayedDeal, of_lines
from mingg_host.evenings.records import Place, WrongLine
from mingg_host.scoring.json_text import parse

Json = dict[str, Any]

MOST_UNDO = 20
MOST_DONE = 50
PATIENCE_S = 3.0  # a record may be on its way for so long before the host asks for it
AGAIN_S = 15.0  # a device has so much time to send records again
REPEAT_S = 15.0  # a request that waits is published again: a broker may have lost it, or passed it to nobody
MOST_LEARNED = topics.MOST_ID - 4  # letters of an id: a table cannot use up all ids
MOST_DEVICES = 20  # of a table in a night
MOST_TEXT = 80  # letters of a message on a device
MOST_POINTS = 1_000_000
UNLIMITED = 999  # deals of a sitting that the director ends
DOCUMENT, UNDO = "document", "undo"  # notes in the book
RIVAL = "Another night of this club runs: {}, begun at {}. This one has stopped; everything so far is kept."


@dataclass
class Here:
    """What a device last said, as in its topic `here`."""

    state: str = "away"
    device: str = ""
    version: str = ""
    evening: int = 0
    records: int = 0
    queued: int = 0
    screen: str = ""
    deal: int = 0
    error: str = ""


@dataclass
class Seen:
    """What the host knows of a table besides records. here: by device. latest: the device that reported last. call:
    what the players wrote when they called, None if they did not. damaged: messages that were no records. sittings: the
    sitting that a device named for a ledger. lacking, asked: since when records are missing, and when the host
    requested them, by ledger. told: when a request that waits was published, by id."""

    here: dict[str, Here] = field(default_factory=dict)
    latest: str = ""
    call: str | None = None
    damaged: int = 0
    sittings: dict[tuple[str, int], int] = field(default_factory=dict)
    lacking: dict[Name, float] = field(default_factory=dict)
    asked: dict[Name, float] = field(default_factory=dict)
    told: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Publication:
    """A message to publish, QoS 1, retained. An empty payload withdraws it."""

    topic: str
    payload: bytes


class _Done(NamedTuple):
    """An action of the director. text: in words. before: the document before it. asks: its requests, as (id, what)."""

    text: str
    before: Json
    asks: list[list[str]]


class Course:
    """A night. book: the received records. host: the name of this computer. dice: throws and draws.

    outgoing: what to publish, oldest first; the caller takes it from there.
    """

    def __init__(self, night: Document, book: Book, host: str, dice: Random | None = None) -> None:
        self.night = night
        self.book = book
        self.host = host
        self.dice = dice or Random()
        self.outgoing: deque[Publication] = deque()
        self.seen: dict[int, Seen] = {}
        self.asks_seen: set[tuple[int, str]] = set()
        self._greatest: dict[int, str] = {}  # by table, the greatest id of a request
        self.change = 0
        self.calls = 0
        self.rival: Document | None = None  # another night of this club, which counts instead of this one
        self._has_night = False  # the broker has the document of a night
        self._is_settled = True
        self._undo: list[_Done] = [_Done(*done) for done in json.loads(book.note(UNDO) or "[]")]

    @property
    def club(self) -> str:
        return self.night.plan.club

    # ---- messages ----

    def take(self, name: str, payload: bytes) -> None:
        """Takes a message from the broker. Messages that mean nothing are ignored."""
        topic = topics.parse(self.club, name)
        if topic is None or self.rival is not None:
            return
        if topic.kind in (topics.ASK, topics.ANSWER):
            self._learn(topic.table, topic.id)
        if topic.kind == topics.RECORD:
            self._record(topic, payload)
        elif topic.kind == topics.HERE:
            self._here(topic.table, payload)
        elif topic.kind == topics.ANSWER:
            self._answer(topic.table, topic.id, payload)
        elif topic.kind == topics.CALL:
            value = _object(payload)
            self.calls += 1
            self._seen(topic.table).call = _text(value.get("at"), 20)
        elif topic.kind == topics.NIGHT:
            self._document(payload)
        elif payload:
            self.asks_seen.add((topic.table, topic.id))
            if not any(ask.id == topic.id and ask.table == topic.table for ask in self.night.asks):
                return  # of another computer, whose document will follow
        self.change += 1

    def _seen(self, table: int) -> Seen:
        return self.seen.setdefault(table, Seen())

    def _record(self, topic: topics.Topic, line: bytes) -> None:
        seen = self._seen(topic.table)
        if not line:
            return  # a device has cleared an old record; the book keeps it
        outcome = self.book.take(topic, line, topic.device or seen.latest)
        if outcome == DAMAGED:
            seen.damaged += 1
        if outcome in (NEW, CONFLICT):
            self._assign(topic.table)

    def _here(self, table: int, payload: bytes) -> None:
        value = _object(payload)
        device, state = value.get("device"), value.get("state")
        if state not in ("on", "away") or not isinstance(device, str) or not topics.is_device(device):
            return
        seen = self._seen(table)
        if device not in seen.here and len(seen.here) >= MOST_DEVICES:
            return
        before = seen.here.get(device, Here())
        if state == "away":
            before.state = "away"
            seen.here[device] = before
            return
        seen.latest = device
        has_evening = value.get("records") != -1  # otherwise nothing of it is on the device's flash
        seen.here[device] = Here(
            "here",
            device,
            version=_text(value.get("version"), 20),
            evening=_number(value.get("evening"), topics.MOST_EVENING) if has_evening else 0,
            records=_number(value.get("records"), topics.MOST_RECORD),
            queued=_number(value.get("queued"), topics.MOST_RECORD),
            screen=_text(value.get("screen"), 20),
            deal=_number(value.get("deal"), topics.MOST_RECORD),
            error=_text(value.get("error"), 60),
        )
        sitting, evening = _number(value.get("sitting"), topics.MOST_EVENING), seen.here[device].evening
        if sitting and evening:
            self._bind(table, (device, evening), sitting)

    def _answer(self, table: int, id: str, payload: bytes) -> None:
        ask = next((ask for ask in self.night.asks if ask.id == id and ask.table == table), None)
        value = _object(payload)
        if ask is None or "done" not in value or ask.state == REFUSED:
            return
        if value["done"] is True:
            self.night.asks.remove(ask)
        else:
            ask.state, ask.why = REFUSED, _text(value.get("why"), 60) or "without a reason"
        self._withdraw(ask)
        self._changed()

    def _learn(self, table: int, id: str) -> None:
        """Notes the greatest id that a table has seen. Its device demands greater ones, and this computer's clock, from
        which ids are made, may be wrong. What a table says does not change the ids of others."""
        if len(id) <= MOST_LEARNED and id == id.lower():
            self._greatest[table] = max(self._greatest.get(table, ""), id, key=rank)

    def _document(self, payload: bytes) -> None:
        """Adopts a newer document of this night from another computer. A night that has not begun gives way to a night
        of the same name; otherwise two nights never mix: the later one counts, and the other one stops."""
        if not payload:
            return
        try:
            other = document.of_json(json.loads(payload))
        except (ValueError, RecursionError):  # DocumentError is one
            return
        if other.plan.club != self.club:
            return
        self._has_night = True
        mine = self.night
        if other.host == self.host:
            return
        if other.since == mine.since:
            if (other.change, other.host) > (mine.change, mine.host):
                self._adopt(other)
        elif other.over:
            pass  # it ended before this one began, whatever the clocks say
        elif mine.is_fresh and other.plan.name == mine.plan.name and (not other.is_fresh or other.since > mine.since):
            self._adopt(other)
        elif other.is_fresh and other.plan.name == mine.plan.name and not mine.over:
            self._is_settled = False  # its host did not know this night: it gives way when it sees this document
        elif other.since > mine.since:
            self.rival = other
            self.outgoing.clear()

    def _adopt(self, other: Document) -> None:
        """Adopts a document, and takes back what this computer has published or wanted to publish against it. Raises
        BookError; then it counts, and settle() keeps it later."""
        wanted = {topics.ask(self.club, ask.table, ask.id): ask for ask in other.asks if ask.state == WAITING}
        sent = {publication.topic: publication.payload for publication in self.outgoing}
        self.outgoing.clear()
        for ask in self.night.asks:
            topic = topics.ask(self.club, ask.table, ask.id)
            if topic in wanted and wanted[topic].what != ask.what:
                self.outgoing.append(Publication(topic, _bytes(wanted[topic].what)))
            elif topic in wanted and topic in sent:
                self.outgoing.append(Publication(topic, sent[topic]))
            elif topic not in wanted:
                self._withdraw(ask)
        self.outgoing.extend(
            Publication(topic, payload) for topic, payload in sent.items() if not payload and topic not in wanted
        )
        self.night = other
        self._undo = []
        for number in self.tables():
            self._assign(number)
        try:
            self._keep()
        except BookError:
            self._is_settled = False
            raise

    # ---- what the ledgers say ----

    def tables(self) -> range:
        """Returns the numbers of all tables that any sitting had."""
        return range(1, max((len(played.tables) for played in self.night.sittings), default=0) + 1)

    def sitting(self) -> Played | None:
        """Returns the present sitting; None before the first one."""
        return self.night.sittings[-1] if self.night.sittings else None

    def evenings(self, number: int, table: Table) -> list[Evening]:
        """Returns the evenings of a table's sitting that are known."""
        return [evening for _, evening in self.played(number, table)]

    def played(self, number: int, table: Table) -> list[tuple[Name, Evening]]:
        """Returns the evenings of a table's sitting that are known, with their ledgers; the present one is the last."""
        chosen = self.night.chosen.get(number, "")
        found = ((name, self.book.evening(name, chosen)) for name in document.ledgers(number, table.ledgers))
        return [(name, evening) for name, evening in found if evening is not None]

    def last_record(self, number: int, table: Table) -> int:
        """Returns the number of the last record of a table's present ledger that the host has; 0 if it has none."""
        names = document.ledgers(number, table.ledgers)
        ledger = self.book.ledgers.get(names[-1]) if names else None
        return max(ledger.records, default=0) if ledger else 0

    def result(self, sitting: int, number: int) -> Result:
        """Returns what a table has played. sitting and number from 1."""
        table = self.night.sittings[sitting - 1].tables[number - 1]
        points = dict.fromkeys(table.names, 0)
        deals = 0
        evenings = self.evenings(number, table)
        for evening in evenings:
            for name, gained in won(evening).items():
                if name in points:
                    points[name] += gained
            deals += len(evening.deals) + sum(gap.deals for gap in evening.gaps)
        plan = self.night.plan
        wanted = plan.deals_at(len(table.names))
        is_game_over = len(evenings) == table.seated and bool(evenings) and evenings[-1].over
        done = table.ended or bool(wanted and deals >= wanted) or is_game_over
        return Result(sitting, number, points, deals, done, plan.table_points)

    def results(self) -> NightResults:
        """Returns the results of all tables in all sittings."""
        results = [
            self.result(sitting, number)
            for sitting, played in enumerate(self.night.sittings, 1)
            for number in range(1, len(played.tables) + 1)
        ]
        penalties: dict[str, int] = {}
        for penalty in self.night.penalties:
            penalties[penalty.name] = penalties.get(penalty.name, 0) + penalty.points
        return NightResults(self.night.plan.name, results, penalties, tuple(self.night.players))

    def ranks(self) -> list[Rank]:
        """Returns the standing, best first."""
        return standing([self.results()], self.night.plan.rank)

    def is_done(self) -> bool:
        """True if the present sitting is over at all tables, or none has begun."""
        count = len(self.night.sittings)
        return not count or all(self.result(count, n + 1).done for n in range(len(self.night.sittings[-1].tables)))

    def is_last(self) -> bool:
        """True if no further sitting is planned."""
        return 0 < self.night.plan.sittings <= len(self.night.sittings)

    def is_over(self) -> bool:
        """True if the director has closed the night, or the last sitting that is planned is over at all tables."""
        return self.night.over or (self.is_last() and self.is_done())

    def past(self) -> list[Sitting]:
        """Returns the sittings so far, as movements need them."""
        return [
            Sitting(
                Seating([table.names for table in played.tables], played.out),
                [self.result(count, number + 1).won for number in range(len(played.tables))],
                [table.throws for table in played.tables],
            )
            for count, played in enumerate(self.night.sittings, 1)
        ]

    def tied(self, number: int) -> list[str]:
        """Returns the players of a table (from 1) who must throw dice; [] before the sitting is over there."""
        count = len(self.night.sittings)
        if not count or not self.result(count, number).done or self.is_last():
            return []
        played = self.night.sittings[-1]
        won: list[dict[str, int]] = [{} for _ in played.tables]
        won[number - 1] = self.result(count, number).won
        throws = [table.throws for table in played.tables]
        sitting = Sitting(Seating([table.names for table in played.tables], played.out), won, throws)
        return movements.tied(self.night.plan.movement, sitting, number - 1)

    def here(self, number: int) -> Here | None:
        """Returns what the device of a table last said; None if none ever did."""
        seen = self.seen.get(number)
        if seen is None or not seen.here:
            return None
        chosen = self.night.chosen.get(number, seen.latest)
        return seen.here.get(chosen) or next(iter(seen.here.values()))

    def at_once(self, number: int) -> list[str]:
        """Returns the devices that say they are at a table now."""
        seen = self.seen.get(number, Seen())
        return sorted(device for device, here in seen.here.items() if here.state == "here")

    def missing(self, ledger: Kept) -> list[int]:
        """Returns the missing records of a ledger, with those at its end that its device has reported."""
        seen = self.seen.get(ledger.name.table, Seen())
        last = 0
        for here in seen.here.values():
            if here.evening == ledger.name.evening and ledger.name.device in ("", here.device):
                last = max(last, here.records)
        return ledger.missing(last)

    def watched(self, number: int) -> list[Kept]:
        """Returns the ledgers of a table that belong to this night: those of its sittings, and the present one."""
        names = {
            name
            for played in self.night.sittings
            if number <= len(played.tables)
            for name in document.ledgers(number, played.tables[number - 1].ledgers)
        }
        for device, here in self._seen(number).here.items():
            if here.evening and here.state == "here":
                known = [Name(number, device, here.evening), Name(number, "", here.evening)]
                names.add(next((name for name in known if name in self.book.ledgers), known[0]))
        return [self.book.ledgers.get(name) or Kept(name) for name in sorted(names)]

    def others(self, number: int) -> list[Kept]:
        """Returns ledgers that a table began in this night, and that count for none of its sittings: other players have
        played, or the sitting has another ledger already."""
        seats = self._seats_at(number)
        if not seats:
            return []
        chosen = self.night.chosen.get(number, "")
        known = {key for _, table in seats for key in table.ledgers} | set(seats[0][1].before)
        return [
            ledger
            for ledger in self.book.of_table(number)
            if ledger.records and ledger.name[1:] not in known and (not chosen or ledger.name.device in ("", chosen))
        ]

    def _seats_at(self, number: int) -> list[tuple[int, Table]]:
        """Returns the sittings of a table with what each was there."""
        return [
            (count, played.tables[number - 1])
            for count, played in enumerate(self.night.sittings, 1)
            if number <= len(played.tables)
        ]

    def _assign(self, number: int) -> None:
        """Notes which ledgers belong to which sitting of a table: to that which the device names, otherwise the first
        one with these players that lacks a ledger. A ledger may come late, after its sitting."""
        seats = self._seats_at(number)
        taken = {key for _, table in seats for key in table.ledgers}
        chosen = self.night.chosen.get(number, "")
        named = self._seen(number).sittings
        for ledger in self.book.of_table(number) if seats else ():
            key = ledger.name.device, ledger.name.evening
            if key in taken or (chosen and ledger.name.device not in ("", chosen)):
                continue
            for count, table in seats:
                has_room = len(table.ledgers) < table.seated and key not in table.before
                if has_room and named.get(key, count) == count and ledger.names(chosen) == table.names:
                    table.ledgers.append(key)
                    self._changed()
                    break

    def _bind(self, number: int, key: tuple[str, int], sitting: int) -> None:
        """A device says to which sitting its evening belongs."""
        named = self._seen(number).sittings
        if named.get(key) == sitting:
            return
        named[key] = sitting
        seats = dict(self._seats_at(number))
        if sitting not in seats or key in seats[sitting].ledgers or key in seats[sitting].before:
            return
        if len(seats[sitting].ledgers) < seats[sitting].seated:
            for table in seats.values():
                if key in table.ledgers and table.names == seats[sitting].names:
                    table.ledgers.remove(key)
                    self._changed()
            self._assign(number)

    # ---- time ----

    def tick(self, now: float) -> None:
        """Asks for records that have been missing for some seconds, and repeats requests that nobody answered. now:
        seconds of any clock that never goes back."""
        if self.rival is not None:
            return
        self._repeat(now)
        for number in self.tables():
            for ledger in self.watched(number):
                seen = self._seen(number)
                missing = self.missing(ledger)
                if not missing:
                    seen.lacking.pop(ledger.name, None)
                    seen.asked.pop(ledger.name, None)
                    continue
                since = seen.lacking.setdefault(ledger.name, now)
                asks = [ask for ask in self.night.asks if ask.table == number and ask.what["do"] == "again"]
                waits = any(ask.state == WAITING for ask in asks)
                asked = seen.asked.get(ledger.name, now - AGAIN_S)
                if now - since >= PATIENCE_S and now - asked >= AGAIN_S and not waits and self.at_once(number):
                    seen.asked[ledger.name] = now
                    for ask in asks:  # refused ones: a new request replaces them
                        if ask.what.get("evening") == ledger.name.evening:
                            self.night.asks.remove(ask)
                    self._ask(number, {"do": "again", "evening": ledger.name.evening, "from": missing[0]})
                    self._changed()

    def _repeat(self, now: float) -> None:
        """Publishes requests again that have waited for some seconds at tables that are here. While a cluster of NATS
        servers handles a subscription, some 70 ms, it passes no message to this client. A device that has a request
        ignores it, and one that has done it answers again."""
        tables: dict[int, list[Ask]] = {}
        for ask in self.night.asks:
            if ask.state == WAITING and self.at_once(ask.table):
                tables.setdefault(ask.table, []).append(ask)
        for number, seen in self.seen.items():
            seen.told = {ask.id: seen.told.get(ask.id, now) for ask in tables.get(number, ())}
            for ask in tables.get(number, ()):
                if now - seen.told[ask.id] >= REPEAT_S:
                    seen.told[ask.id] = now
                    self.outgoing.append(Publication(topics.ask(self.club, number, ask.id), _bytes(ask.what)))

    def lacks(self, ledger: Kept, now: float) -> bool:
        """True if records of a ledger have been missing for some seconds."""
        since = self._seen(ledger.name.table).lacking.get(ledger.name)
        return since is not None and now - since >= PATIENCE_S

    def connected(self) -> None:
        """Publishes what the broker does not have, the document with the next settle(). Call it when all retained
        messages of the broker were taken."""
        if self.rival is not None:
            return
        for ask in self.night.asks:
            if ask.state == WAITING and (ask.table, ask.id) not in self.asks_seen:
                self.outgoing.append(Publication(topics.ask(self.club, ask.table, ask.id), _bytes(ask.what)))
        wanted = {(ask.table, ask.id) for ask in self.night.asks if ask.state == WAITING}
        # Requests without their night: it may come late, and a night that has not begun must not withdraw them.
        unwanted = self.asks_seen - wanted if self._has_night or not self.night.is_fresh else set()
        for table, id in sorted(unwanted):
            self.outgoing.append(Publication(topics.ask(self.club, table, id), b""))
        self._is_settled = False

    def resume(self) -> None:
        """Begins, or continues a night of the book: finds the ledgers of its tables, and keeps the document."""
        for number in self.tables():
            self._assign(number)
        self._is_settled = True
        self._keep()

    def disconnected(self) -> None:
        self.asks_seen.clear()
        self._has_night = False

    # ---- requests ----

    def _ask(self, table: int, what: Json) -> str:
        id = topics.next_id(self.night.last)
        greatest = self._greatest.get(table, "")
        if rank(id) > rank(greatest):
            self.night.last = id
        else:
            id = topics.next_id(greatest)
        self._greatest[table] = id
        self.night.asks.append(Ask(id, table, what, WAITING))
        self.outgoing.append(Publication(topics.ask(self.club, table, id), _bytes(what)))
        return id

    def _withdraw(self, ask: Ask) -> None:
        self.asks_seen.discard((ask.table, ask.id))
        self.outgoing.append(Publication(topics.ask(self.club, ask.table, ask.id), b""))

    def _changed(self) -> None:
        self.night.change += 1
        self.night.host = self.host
        self.change += 1
        self._is_settled = False

    def settle(self) -> None:
        """Keeps and publishes the document if it has changed. Call it after some messages: after each one would take
        too long with hundreds of tables. What a killed host has not settled, it finds again in the broker's messages.
        """
        if not self._is_settled:
            self._keep()
            self._is_settled = True
            if self.rival is None:
                self._publish()

    def _keep(self) -> None:
        self.book.write(**{DOCUMENT: self._document_text()})

    def _document_text(self) -> str:
        return json.dumps(self.night.as_json(), ensure_ascii=False)

    def _publish(self) -> None:
        self.outgoing.append(Publication(topics.night(self.club), _bytes(self.night.as_json())))

    # ---- actions ----

    def act(self, action: Json) -> str:
        """Carries out an action of the director, see view.Night.act. Raises ActionError and BookError; then nothing has
        changed."""
        if self.rival is not None:
            raise ActionError(RIVAL.format(self.rival.plan.name, self.rival.since))
        do = action.get("do") if isinstance(action, dict) else None
        known = _ACTIONS.get(do) if isinstance(do, str) else None
        if known is None and do != "undo":
            raise ActionError(f"There is no such action. Choose one of {', '.join(_ACTIONS)}, undo.")
        before, asks_seen, is_settled = copy.deepcopy(self.night), set(self.asks_seen), self._is_settled
        queued = len(self.outgoing)
        try:
            text, undo = self._undone() if known is None else self._done(known, action)
            self.night.done = [*before.done, secrets.token_hex(4)][-MOST_DONE:]
            self._changed()
            self.book.write(**{UNDO: json.dumps(undo, ensure_ascii=False), DOCUMENT: self._document_text()})
        except (ActionError, BookError):
            self.night, self.asks_seen, self._is_settled = before, asks_seen, is_settled
            while len(self.outgoing) > queued:
                self.outgoing.pop()
            raise
        self._undo = undo
        self._is_settled = True
        self._publish()
        return text

    def _done(self, known: Callable[[Course, Json], str], action: Json) -> tuple[str, list[_Done]]:
        """Carries out an action. Returns it in words, and the actions that undo takes back, the last one last."""
        before = self.night.as_json()
        old = {ask.id for ask in self.night.asks}
        text = known(self, action)
        if action["do"] in _FACTS:
            return text, self._undo
        asks = [[ask.id, ask.what["do"]] for ask in self.night.asks if ask.id not in old]
        return text, [*self._undo, _Done(text, before, asks)][-MOST_UNDO:]

    def undoable(self) -> str:
        """Returns the last action in words; "" if there is none."""
        return self._undo[-1].text if self._undo else ""

    def _undone(self) -> tuple[str, list[_Done]]:
        """Takes back the last action. Returns what _done() returns. Raises ActionError if a device has carried it out
        already."""
        if not self._undo:
            raise ActionError("There is nothing to take back.")
        done = self._undo[-1]
        before = document.of_json(done.before)
        waiting = {ask.id for ask in self.night.asks}
        if any(id not in waiting and do in _LASTING for id, do in done.asks):
            raise ActionError(f"{done.text}: the device has done this already. Change it by another action.")
        begun = self.night.sittings[len(before.sittings) :]
        for number, table in ((n, table) for sitting in begun for n, table in enumerate(sitting.tables, 1)):
            if table.ledgers and self.result(len(self.night.sittings), number).deals:
                raise ActionError(f"Table {number} has begun to play. End the sitting instead.")
        made = {id for id, _ in done.asks}
        for ask in self.night.asks:
            if ask.id in made:
                self._withdraw(ask)
        # What devices have answered, and what the host has asked for since then, stays; ledgers are not the director's
        # doing either.
        before.asks = [ask for ask in self.night.asks if ask.id not in made]
        for old_sitting, sitting in zip(before.sittings, self.night.sittings, strict=False):
            for number, (old_table, table) in enumerate(zip(old_sitting.tables, sitting.tables, strict=True), 1):
                if before.chosen.get(number) == self.night.chosen.get(number):
                    old_table.ledgers = table.ledgers
        before.change, before.last = self.night.change, self.night.last
        self.night = before
        for number in self.tables():
            self._assign(number)
        return f"Taken back: {done.text}", self._undo[:-1]

    # seats

    def _given(self) -> Given:
        order = [rank.name for rank in self.ranks()]
        present = [name for name, state in self.night.players.items() if state == PRESENT]
        return Given(present, self.past(), order, self.night.plan.odd, self.night.plan.is_long)

    def _ready(self) -> None:
        if self.night.over:
            raise ActionError("The night is over.")
        if not self.is_done():
            raise ActionError("This sitting is not over at all tables. Wait for them, or end it there.")
        if self.is_last():
            raise ActionError("This was the last sitting of the night.")

    def _seated(self, seating: Seating, basis: str = "") -> None:
        for table in seating.tables:
            self._check_size(len(table))
        self.night.proposal, self.night.out, self.night.basis = seating.tables, seating.out, basis

    def _check_size(self, size: int) -> None:
        if not 3 <= size <= 5:
            raise ActionError(f"A table takes three, four or five players, not {size}.")
        try:
            self.night.plan.in_force(size)
        except ValueError as error:
            raise ActionError(f"These rules have no table of {size}: {error}.") from None

    def _draw(self, _: Json) -> str:
        self._ready()
        try:
            self._seated(drawn(self._given(), self.dice))
        except NoSeating as error:
            raise ActionError(str(error)) from None
        return "Seats drawn by lot"

    def _propose(self, _: Json) -> str:
        self._ready()
        movement, given = self.night.plan.movement, self._given()
        try:
            self._seated(movements.next_seating(movement, given, self.dice), movements.basis(movement, given))
        except NoSeating as error:
            raise ActionError(str(error)[:1].upper() + str(error)[1:]) from None
        return "Next seats decided by the movement"

    def _place(self, action: Json) -> str:
        self._ready()
        tables = action.get("tables")
        if not isinstance(tables, list) or not all(isinstance(table, list) for table in tables) or not tables:
            raise ActionError("Name the players of each table.")
        names = [name for table in tables for name in table]
        for name in names:
            if not isinstance(name, str) or name not in self.night.players:
                raise ActionError(f"{name} is no player of this night. Add the player first.")
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ActionError(f"{twice} has two seats.")
        if len(tables) > topics.MOST_TABLES:
            raise ActionError(f"A night has at most {topics.MOST_TABLES} tables.")
        present = [name for name, state in self.night.players.items() if state == PRESENT]
        self._seated(Seating([list(table) for table in tables], [name for name in present if name not in names]))
        for name in names:
            self.night.players[name] = PRESENT
        return "Seats decided by hand"

    def _start(self, _: Json) -> str:
        self._ready()
        if self.night.proposal is None:
            raise ActionError("Decide the seats first: draw, propose or place.")
        if self.is_outdated():
            raise ActionError("The results have changed since the seats were decided. Decide them again.")
        number = len(self.night.sittings) + 1
        now = {name: n for n, table in enumerate(self.night.proposal, 1) for name in table}
        sitting = self.sitting()
        for n, table in enumerate(sitting.tables if sitting else [], 1):
            places = [[name, now[name], self.seat_of(name)] for name in table.names if name in now]
            if any(place[1] != n for place in places):
                self._ask(n, {"do": "go", "places": places})
        tables = []
        for n, names in enumerate(self.night.proposal, 1):
            before = [(ledger.name.device, ledger.name.evening) for ledger in self.book.of_table(n)]
            here = self.here(n)
            if here is not None and here.evening:
                before += [(here.device, here.evening), ("", here.evening)]
            tables.append(Table(names, self._ask(n, self._seat(number, names)), before=before))
        self.night.sittings.append(Played(tables, self.night.out))
        self.night.proposal, self.night.out = None, []
        return f"Sitting {number} begun"

    def is_outdated(self) -> bool:
        """True if the movement decided the next seats by results that have changed since."""
        if self.night.proposal is None or not self.night.basis:
            return False
        return movements.basis(self.night.plan.movement, self._given()) != self.night.basis

    def _seat(self, sitting: int, names: list[str]) -> Json:
        plan = self.night.plan
        what: Json = {
            "do": "seat",
            "sitting": sitting,
            "names": names,
            "rules": plan.rules,
            "options": plan.options,
            "counters": "none",
            "deals": plan.deals_at(len(names)) or UNLIMITED,
        }
        return what if plan.house is None else {**what, "house": plan.house}

    def seat_of(self, name: str) -> str:
        """Returns the wind of a player's seat at the start of the proposed sitting; "" for a fifth player."""
        for table in self.night.proposal or []:
            if name in table:
                return WINDS[len(table)][table.index(name)]
        return ""

    def _reseat(self, action: Json) -> str:
        number, table = self._table(action)
        result = self.result(len(self.night.sittings), number)
        if result.done:
            raise ActionError(f"The sitting is over at table {number}.")
        evenings = self.evenings(number, table)
        east = evenings[-1].east if evenings else ""
        if east in table.names and len(table.names) < 5:  # play goes on with the next East
            first = table.names.index(east)
            table.names = table.names[first:] + table.names[:first]
        what = self._seat(len(self.night.sittings), table.names)
        if self.night.plan.deals:
            what["deals"] -= result.deals
        for ask in [ask for ask in self.night.asks if ask.table == number and ask.what["do"] == "seat"]:
            self.night.asks.remove(ask)
            self._withdraw(ask)
        table.before = [(ledger.name.device, ledger.name.evening) for ledger in self.book.of_table(number)]
        table.seated = len(table.ledgers) + 1
        table.ask = self._ask(number, what)
        self.night.chosen.pop(number, None)
        return f"Table {number} seated again"

    # results

    def _table(self, action: Json) -> tuple[int, Table]:
        sitting = self.sitting()
        number = action.get("table")
        if sitting is None:
            raise ActionError("No sitting has begun.")
        if type(number) is not int or not 1 <= number <= len(sitting.tables):
            raise ActionError(f"There is no such table. Name one of 1 to {len(sitting.tables)}.")
        return number, sitting.tables[number - 1]

    def _throw(self, action: Json) -> str:
        number, table = self._table(action)
        tied = self.tied(number)
        if not tied:
            raise ActionError(f"Nobody is tied at table {number}.")
        given = action.get("throws")
        if given is None:
            throws = {name: self.dice.randint(1, 6) + self.dice.randint(1, 6) for name in tied}
        else:
            if not isinstance(given, dict) or sorted(given) != sorted(tied):
                raise ActionError(f"Enter the throws of {', '.join(tied)}.")
            throws = {name: _sum_of_dice(value) for name, value in given.items()}
        table.throws.append(throws)
        return f"Table {number}: {', '.join(f'{name} throws {points}' for name, points in throws.items())}"

    def _correct(self, action: Json) -> str:
        number, deal, to, evening = self._correction(action)
        # The device declines if this is another deal by now. A ledger with gaps does not tell the number of a record.
        record = 0 if evening.gaps else next(played.line for played in evening.deals if played.number == deal)
        what = {"do": "correct", "evening": evening.number, "deal": deal, "record": record, "to": to}
        self._ask(number, what)
        return f"Table {number}: correction of deal {deal} requested"

    def _correction(self, action: Json) -> tuple[int, int, Json, Evening]:
        """Returns the table, the deal, its new content, and the evening of a correction. Raises ActionError."""
        number, table = self._table(action)
        played = self.played(number, table)
        deal, to = action.get("deal"), action.get("to")
        if not played:
            raise ActionError(f"Table {number} has no such deal.")
        name, evening = played[-1]
        if (action.get("device", name.device), action.get("evening", name.evening)) != (name.device, name.evening):
            raise ActionError("The device with this deal is not at the table any more, so nobody can correct it there.")
        shown = next((one for one in evening.deals if one.number == deal), None)
        if shown is None or type(deal) is not int:
            raise ActionError(f"Table {number} has no such deal.")
        if not isinstance(to, dict):
            raise ActionError("The corrected deal is missing.")
        self._check_deal(to, table.names, shown.players)
        return number, deal, to, evening

    def count(self, action: Json) -> PlayedDeal:
        """Returns how a deal would count if it were corrected. action: as for "correct". Raises ActionError."""
        number, deal, to, evening = self._correction(action)
        if evening.gaps:
            raise ActionError(f"Records of table {number} are missing. They must come first.")
        place = Place("correction", 1)
        lines = [*evening.lines, {"correct": deal, "deal": to}]
        try:
            corrected = of_lines([(place, line) for line in lines], evening.name)
        except WrongLine as error:
            raise ActionError(f"This deal is impossible: {error.remark.message}") from None
        return next(one for one in corrected.deals if one.number == deal)

    def _check_deal(self, deal: Json, names: list[str], players: dict[str, str]) -> None:
        """names: of the table. players: names by seat in this deal."""
        from mingg.core.table.session import Session

        try:
            read_kept(parse(json.dumps(deal).encode()), Session(list(names), self.night.plan.in_force(len(names))))
        except BadInput as error:
            raise ActionError(f"This deal is impossible. {_place(error.pointer, players)}: {error.message}") from None
        except (ValueError, TypeError, RecursionError) as error:
            raise ActionError(f"This deal is impossible: {error}") from None

    def _pay(self, action: Json) -> str:
        number, table = self._table(action)
        source, to = action.get("from"), action.get("to")
        if source not in table.names or to not in table.names or source == to:
            raise ActionError(f"Name two players of table {number}: {', '.join(table.names)}.")
        points = _points(action)
        if points % 2:
            raise ActionError("Enter an even number of points: the smallest counter is 2.")
        self._ask(number, {"do": "pay", "from": source, "to": to, "points": points})
        return f"Table {number}: {source} pays {points} to {to}, requested"

    def _penalty(self, action: Json) -> str:
        name = self._player_of(action)
        points = _points(action)
        self.night.penalties.append(Penalty(name, points, _text(action.get("why"), MOST_TEXT)))
        return f"{name} loses {points} points"

    def _undo_deal(self, action: Json) -> str:
        number, table = self._table(action)
        last = self.last_record(number, table)
        if not last:
            raise ActionError(f"Table {number} has nothing to take back.")
        if action.get("record", last) != last:
            raise ActionError(f"Table {number} has gone on. Look at its last deal again.")
        self._ask(number, {"do": "undo", "evening": table.ledgers[-1][1], "record": last})
        return f"Table {number}: undo requested"

    def _end(self, action: Json) -> str:
        sitting = self.sitting()
        if "table" in action or sitting is None:
            numbers = [self._table(action)[0]]
        else:
            numbers = list(range(1, len(sitting.tables) + 1))
        count = len(self.night.sittings)
        open_tables = [number for number in numbers if not self.result(count, number).done]
        if not open_tables:
            raise ActionError("The sitting is over there already.")
        for number in open_tables:
            self.night.sittings[-1].tables[number - 1].ended = True
            for ask in [ask for ask in self.night.asks if ask.table == number and ask.what["do"] == "seat"]:
                self.night.asks.remove(ask)
                self._withdraw(ask)
            self._ask(number, {"do": "end"})
        return f"Sitting {count} ended at {'all tables' if len(numbers) > 1 else f'table {numbers[0]}'}"

    def _show(self, action: Json) -> str:
        text = _text(action.get("text"), MOST_TEXT)
        if not text:
            raise ActionError("Write a message first.")
        sitting = self.sitting()
        tables = range(1, len(sitting.tables) + 1) if sitting else range(1, 1)
        numbers = [self._table(action)[0]] if "table" in action else list(tables)
        for number in numbers:
            self._ask(number, {"do": "show", "text": text})
        return f"Message sent to {'all tables' if 'table' not in action else f'table {numbers[0]}'}"

    def _again(self, action: Json) -> str:
        number = action.get("table")
        if type(number) is not int or number not in self.tables():
            raise ActionError("There is no such table.")
        here = self.here(number)
        self._ask(number, {"do": "again", "evening": here.evening if here else 0, "from": 0})
        return f"Table {number}: all records requested again"

    # people and devices

    def _player_of(self, action: Json) -> str:
        name = action.get("name")
        if not isinstance(name, str) or name not in self.night.players:
            raise ActionError("There is no such player.")
        return name

    def _player(self, action: Json) -> str:
        name, state = action.get("name"), action.get("state")
        if state not in (LATE, PRESENT, LEFT):
            raise ActionError(f"A player is {LATE}, {PRESENT} or has {LEFT}.")
        wrong = why_no_player(name)
        if wrong:
            raise ActionError(f"The name: {wrong}")
        is_new = name not in self.night.players
        if is_new and any(str(name).casefold() == known.casefold() for known in self.night.players):
            raise ActionError("Another player has this name. Write it differently.")
        self.night.players[str(name)] = str(state)
        if self.night.proposal is not None:
            self.night.proposal, self.night.out = None, []  # it had other players
        return f"{name} is {'new' if is_new else state}"

    def _device(self, action: Json) -> str:
        number, table = self._table(action)
        device = action.get("device")
        if not isinstance(device, str) or device not in self._seen(number).here:
            raise ActionError(f"Table {number} has no such device.")
        self.night.chosen[number] = device
        if not all(known in ("", device) for known, _ in table.ledgers):
            table.ledgers = []
            self._assign(number)
        return f"Table {number}: device {device} counts"

    def _ledger(self, action: Json) -> str:
        """A ledger that was read from a device after its sitting counts for that sitting. If there is no room, it takes
        the place of another one of this device."""
        number, sitting, evening = action.get("table"), action.get("sitting"), action.get("evening")
        if type(number) is not int or type(sitting) is not int or type(evening) is not int:
            raise ActionError("Name the table, the sitting and the evening.")
        count = len(self.night.sittings[sitting - 1].tables) if 0 < sitting <= len(self.night.sittings) else 0
        if not 1 <= number <= count:
            raise ActionError(f"There is no table {number} in sitting {sitting}.")
        name = Name(number, _text(action.get("device"), 8), evening)
        ledger, table = self.book.ledgers.get(name), self.night.sittings[sitting - 1].tables[number - 1]
        if ledger is None or sorted(ledger.names()) != sorted(table.names):
            raise ActionError(f"Table {number} has no ledger of these players with this number.")
        key = name.device, name.evening
        for played in self.night.sittings:
            for other in played.tables[number - 1 : number]:
                if key in other.ledgers:
                    other.ledgers.remove(key)
        if len(table.ledgers) >= table.seated:
            table.ledgers = [other for other in table.ledgers if other[0] != name.device]
        if len(table.ledgers) >= table.seated:
            raise ActionError(f"Table {number} has another ledger of sitting {sitting}.")
        table.ledgers.append(key)
        for ask in [ask for ask in self.night.asks if ask.table == number and ask.id == table.ask]:
            self.night.asks.remove(ask)
            self._withdraw(ask)
        return f"Table {number}: evening {evening} counts for sitting {sitting}"

    def _withdraw_one(self, action: Json) -> str:
        number, _ = self._table(action)
        ask = next((ask for ask in self.night.asks if ask.table == number and ask.id == action.get("id")), None)
        if ask is None:
            raise ActionError("This request does not wait any more.")
        self.night.asks.remove(ask)
        self._withdraw(ask)
        return f"Request {ask.what['do']} withdrawn at table {number}"

    def _dismiss(self, action: Json) -> str:
        key = action.get("key")
        if not isinstance(key, str) or len(key) > 100:
            raise ActionError("There is no such message.")
        self.night.dismissed = [*self.night.dismissed, key][-100:]
        number = int(key.split(":")[1]) if key.startswith("call:") and key.split(":")[1].isdecimal() else 0
        if number in self.seen:
            self.seen[number].call = None
        return "Message hidden"

    def _close(self, _: Json) -> str:
        if not self.is_done():
            raise ActionError("This sitting is not over at all tables. Wait for them, or end it there.")
        self.night.over = True
        return "The night is over"


_FACTS = ("ledger",)  # what ledgers say is not the director's doing: undo leaves it out
_LASTING = ("correct", "pay", "undo", "end")  # requests that change a ledger or its sitting

_ACTIONS: dict[str, Callable[[Course, Json], str]] = {
    "draw": Course._draw,
    "propose": Course._propose,
    "place": Course._place,
    "start": Course._start,
    "reseat": Course._reseat,
    "throw": Course._throw,
    "correct": Course._correct,
    "pay": Course._pay,
    "penalty": Course._penalty,
    "undo_deal": Course._undo_deal,
    "end": Course._end,
    "show": Course._show,
    "again": Course._again,
    "player": Course._player,
    "device": Course._device,
    "ledger": Course._ledger,
    "withdraw": Course._withdraw_one,
    "dismiss": Course._dismiss,
    "close": Course._close,
}


def open_course(book: Book, night: Document, host: str, dice: Random | None = None) -> Course:
    """Returns the course of a night, and keeps it in its book. The newer document counts: this one, or the book's."""
    note = book.note(DOCUMENT)
    if note:
        try:
            kept = document.of_json(json.loads(note))
            night = max(night, kept, key=lambda each: (each.since, each.change, each.host))
        except ValueError:
            pass  # another version of Mingg wrote it; the given document is that of the broker, or a new one
    course = Course(night, book, host, dice)
    course.resume()
    return course


def _bytes(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _object(payload: bytes) -> Json:
    try:
        value = json.loads(payload) if len(payload) <= 4096 else None
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _text(value: object, most: int) -> str:
    """Returns a text from elsewhere without control characters, shortened; "" if it is none."""
    return "".join(sign for sign in value if sign.isprintable())[:most] if isinstance(value, str) else ""


def _number(value: object, most: int) -> int:
    return value if type(value) is int and 0 <= value <= most else 0


def _points(action: Json) -> int:
    points = action.get("points")
    if type(points) is not int or not 1 <= points <= MOST_POINTS:
        raise ActionError(f"Enter a number of points from 1 to {MOST_POINTS}.")
    return points


def _place(pointer: str, players: dict[str, str]) -> str:
    """Returns the place of a JSON Pointer into a deal in words: whose hand, or the keys."""
    keys = pointer.split("/")[1:]
    if keys[:1] == ["hands"] and keys[1:] and keys[1] in players:
        return f"The hand of {players[keys[1]]}"
    return ", ".join(keys) or "The deal"


def _sum_of_dice(value: object) -> int:
    faces = value if isinstance(value, list) else [value]
    if not faces or not all(type(face) is int and 1 <= face <= 36 for face in faces):
        raise ActionError("A throw is a number of pips, or a list of dice such as [3, 6].")
    return sum(faces)
