"""What the host knows of a night: takes messages, says how the tables stand, and what to publish. It has no network and
no clock of its own: `tick()` gets the time. What the director does is in course.py."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from typing import Any

from mingg_host.club import document, movements, topics
from mingg_host.club.devices import Here, Seen, number_of, object_of, plain_text, told
from mingg_host.club.document import Ask, Document, Played, Table
from mingg_host.club.link import MOST_RECORD, is_later, won
from mingg_host.club.movements.seating import Seating, Sitting
from mingg_host.club.records import CONFLICT, NEW, Book, BookError, Kept, Name
from mingg_host.club.standing import NightResults, Result, standing
from mingg_host.club.view import REFUSED, WAITING, Rank
from mingg_host.evenings.evening import Evening, PlayedDeal

Json = dict[str, Any]

PATIENCE_S = 3.0  # a record may be on its way for so long before the host asks for it
AGAIN_S = 15.0  # a device has so much time to send records that are missing
SILENT_S = 90.0  # a device says every 30 s that it is here; a broker that was killed still has its last word
REPEAT_S = 15.0  # a request that waits is published again: a broker may have lost it, or passed it to nobody
MOST_LEARNED = topics.MOST_ID - 4  # letters of an id: a table cannot use up all ids
MOST_DEVICES = 20  # of a table in a night
MOST_OTHERS = 50  # ledgers of a table that count for nothing: a table cannot make the document grow without end
_HARMLESS = ("show", "go")  # requests that may be carried out twice
DOCUMENT = "document"  # a note in the book


@dataclass(frozen=True)
class Publication:
    """A message to publish, QoS 1, retained. An empty payload withdraws it."""

    topic: str
    payload: bytes


class NightState:
    """What is known of a night: its document, the received records, and what each device last said. book: the received
    records. host: the name of this computer. keeps: what it says is kept; a book in memory keeps nothing.

    outgoing: what to publish, oldest first; the caller takes it from there.
    """

    def __init__(self, night: Document, book: Book, host: str) -> None:
        self.night = night
        self.book = book
        self.host = host
        self.outgoing: deque[Publication] = deque()
        self.seen: dict[int, Seen] = {}
        self.asks_seen: set[tuple[int, str]] = set()
        self._untold: set[tuple[int, str]] = set()  # tables and devices that may not know what is kept
        self._told: dict[tuple[int, str], bytes] = {}  # what was published to them
        self._greatest: dict[int, str] = {}  # by table, the greatest id of a request
        self.keeps = book.path is not None
        self.change = 0
        self.calls = 0
        self._now = 0.0  # of the last tick
        self._hears = False  # whether this connection has had a tick
        self.rival: Document | None = None  # another night of this club, which counts instead of this one
        self._has_night = False  # the broker has the document of a night
        self.is_settled = True

    @property
    def club(self) -> str:
        return self.night.plan.club

    # ---- messages ----

    def take(self, name: str, payload: bytes, retained: bool = False) -> None:
        """Takes a message from the broker. Messages that mean nothing are ignored. retained: the broker had it."""
        topic = topics.parse(self.club, name)
        if topic is not None and self.rival is None:
            with self.book.aside.handling(f"a message *{topic.kind}*", topic.table, BookError):
                self._take(topic, payload, retained)

    def _take(self, topic: topics.Topic, payload: bytes, retained: bool) -> None:
        if topic.kind in (topics.ASK, topics.ANSWER):
            self._learn(topic.table, topic.id)
        if topic.kind == topics.RECORD:
            self._record(topic, payload)
        elif topic.kind == topics.HERE:
            if not self._here(topic.table, payload, retained):
                return
        elif topic.kind == topics.ANSWER:
            self._answer(topic.table, topic.id, payload)
        elif topic.kind == topics.CALL:
            value = object_of(payload)
            self.calls += 1
            self._seen(topic.table).call = plain_text(value.get("at"), 20)
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
        self._untold.add((topic.table, topic.device))
        if self.book.take(topic, line, topic.device or seen.latest) in (NEW, CONFLICT):
            self._assign(topic.table, self.book.ledgers[Name(topic.table, topic.device, topic.evening)])

    def _here(self, table: int, payload: bytes, retained: bool) -> bool:
        """Returns False if this is nothing new."""
        value = object_of(payload)
        device, state = value.get("device"), value.get("state")
        if state not in ("on", "away") or not isinstance(device, str) or not topics.is_device(device):
            return False
        seen = self._seen(table)
        if device not in seen.here and len(seen.here) >= MOST_DEVICES:
            return False
        before = seen.here.get(device, Here())
        if before.said == payload and (retained or (before.state == "here" and seen.latest == device)):
            before.heard = before.heard if retained else self._now
            return False
        before.said = payload
        if state == "away":
            before.state = "away"
            seen.here[device] = before
            return True
        seen.latest = device
        seen.here[device] = told(value, device, payload, self._now)
        self._untold.add((table, device))
        sitting, evening = number_of(value.get("sitting"), topics.MOST_NUMBER), seen.here[device].evening
        if sitting and evening:
            self._bind(table, (device, evening), sitting)
        return True

    def _answer(self, table: int, id: str, payload: bytes) -> None:
        ask = next((ask for ask in self.night.asks if ask.id == id and ask.table == table), None)
        value = object_of(payload)
        if ask is None or "done" not in value or ask.state == REFUSED:
            return
        if value["done"] is True:
            self.night.asks.remove(ask)
            for each in (each for _, each in self._seats_at(table) if each.end == id):
                each.last = number_of(value.get("record"), MOST_RECORD)
        elif self._is_outrun(ask, value.get("last")):
            self.night.asks.remove(ask)
            again = self._ask(table, ask.what)
            for each in (each for count, each in self._seats_at(table) if each.ask == id):
                each.ask = again
        else:
            ask.state, ask.why = REFUSED, plain_text(value.get("why"), 60) or "without a reason"
        self._withdraw(ask)
        self._changed()

    def _is_outrun(self, ask: Ask, last: object) -> bool:
        """True if a device declined a request because it has had later ones, and may get it once more. This computer's
        clock may be wrong, and its broker new. What changes a ledger is left to the director: it may be done."""
        if not isinstance(last, str) or not topics.is_id(last) or is_later(ask.id, last):
            return False
        self._learn(ask.table, last)
        if is_later(last, self._greatest.get(ask.table, "")):
            return False  # no id that a host makes
        seats = [table for _, table in self._seats_at(ask.table) if table.ask == ask.id]
        return ask.what["do"] in _HARMLESS or bool(seats and not seats[0].ledgers)

    def _learn(self, table: int, id: str) -> None:
        """Notes the greatest id that a table has seen. Its device demands greater ones, and this computer's clock, from
        which ids are made, may be wrong. What a table says does not change the ids of others."""
        if len(id) <= MOST_LEARNED and id == id.lower() and is_later(id, self._greatest.get(table, "")):
            self._greatest[table] = id

    def _document(self, payload: bytes) -> None:
        """Adopts a newer document of this night from another computer. A night that has not begun gives way to a night
        of the same name, unless it follows that one; otherwise two nights never mix: the later one counts, and the
        other one stops."""
        if not payload:
            return
        other = document.of_message(payload)
        if other is None or other.plan.club != self.club:
            return
        self._has_night = True
        mine = self.night
        if other.host == self.host:
            return
        if other.since == mine.since:
            if (other.change, other.host) > (mine.change, mine.host):
                self._adopt(other)
        elif other.over or other.since <= mine.after:
            pass  # it ended before this one began, whatever the clocks say
        elif mine.is_fresh and other.plan.name == mine.plan.name and (not other.is_fresh or other.since > mine.since):
            self._adopt(other)
        elif other.is_fresh and other.plan.name == mine.plan.name and other.after < mine.since and not mine.over:
            self.is_settled = False  # its host did not know this night: it gives way when it sees this document
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
        for number in self.tables():
            self._assign(number)
        try:
            self._keep()
        except BookError:
            self.is_settled = False
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
        """Returns the evenings of a table's sitting that are known, with their ledgers; the present one is the last. A
        ledger with contradicting heads may name other players: then nobody knows whose points they are."""
        chosen, seated = self.night.chosen.get(number, ""), sorted(table.names)
        found = ((name, self.book.evening(name, chosen)) for name in document.ledgers(number, table.ledgers))
        return [(name, evening) for name, evening in found if evening is not None and sorted(evening.names) == seated]

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
                points[name] += gained
            deals += _deals(evening)
        plan = self.night.plan
        wanted = plan.deals_at(len(table.names))
        beyond = self.beyond(number, table) if table.last or (wanted and deals > wanted) else []
        for _, deal in beyond:
            for name, gained in deal.net.items():
                points[name] -= gained
        is_game_over = len(evenings) == table.seated and bool(evenings) and evenings[-1].over
        done = table.ended or bool(wanted and deals >= wanted) or is_game_over
        return Result(sitting, number, points, deals - len(beyond), done, plan.table_points, len(beyond))

    def beyond(self, number: int, table: Table) -> list[tuple[Name, PlayedDeal]]:
        """Returns the deals of a table's sitting that do not count, with their ledgers: those after the agreed number,
        and those after the device had ended the sitting for the director."""
        wanted = self.night.plan.deals_at(len(table.names))
        played = self.played(number, table)
        found, before = [], 0
        for name, evening in played:
            last = table.last if name == played[-1][0] else 0
            found += [
                (name, deal)
                for deal in evening.deals
                if (wanted and before + deal.number > wanted) or (last and deal.line > last)
            ]
            before += _deals(evening)
        return found

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
        """Returns the standing, best first; when the night is over, without players who have not played."""
        return standing([self.results()], self.night.plan.rank, everyone=not self.is_over())

    def is_done(self) -> bool:
        """True if the present sitting is over at all tables, or none has begun."""
        sitting = self.sitting()
        return sitting is None or all(self.is_final(number) for number in range(1, len(sitting.tables) + 1))

    def is_final(self, number: int) -> bool:
        """True if the present sitting is over at a table, and all that its device has told is here; or if the director
        has ended it there."""
        if self.night.sittings[-1].tables[number - 1].ended:
            return True
        is_done = self.result(len(self.night.sittings), number).done
        return is_done and not any(map(self.missing, self.watched(number)))

    def is_last(self) -> bool:
        """True if no further sitting is planned."""
        return 0 < self.night.plan.sittings <= len(self.night.sittings)

    def is_over(self) -> bool:
        """True if the director has closed the night, or the last sitting that is planned is over at all tables."""
        return self.night.over or (self.is_last() and self.is_done())

    def past(self) -> list[Sitting]:
        """Returns the sittings so far, as movements need them."""
        return [self._past(count, played) for count, played in enumerate(self.night.sittings, 1)]

    def _past(self, count: int, played: Played) -> Sitting:
        results = [self.result(count, number) for number in range(1, len(played.tables) + 1)]
        return Sitting(
            Seating([table.names for table in played.tables], played.out),
            [result.won for result in results],
            [table.throws for table in played.tables],
            tuple(number for number, result in enumerate(results) if not result.deals),
        )

    def tied(self, number: int) -> list[str]:
        """Returns the players of a table (from 1) who must throw dice; [] before the sitting is over there."""
        sitting = self.sitting()
        count = len(self.night.sittings)
        if sitting is None or self.is_last():
            return []
        result = self.result(count, number)
        if not result.done or not result.deals:
            return []
        won: list[dict[str, int]] = [{} for _ in sitting.tables]
        won[number - 1] = result.won
        throws = [table.throws for table in sitting.tables]
        seating = Seating([table.names for table in sitting.tables], sitting.out)
        return movements.tied(self.night.plan.movement, Sitting(seating, won, throws), number - 1)

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

    def missing(self, ledger: Kept) -> list[range]:
        """Returns the missing records of a ledger as Kept.missing() does, with those at its end that its device has
        reported, or that any computer had."""
        seen = self.seen.get(ledger.name.table, Seen())
        last = self._noted(ledger.name)
        for here in seen.here.values():
            if here.evening == ledger.name.evening and ledger.name.device in ("", here.device):
                last = max(last, here.records)
            if ledger.name.device == here.device:
                last = max(last, here.unkept.get(ledger.name.evening, 0))
        return ledger.missing(last)

    def watched(self, number: int) -> list[Kept]:
        """Returns the ledgers of a table that belong to this night: those of its sittings, all that a device has which
        is here, and all of which a device has said that they are not kept."""
        devices = self.at_once(number)
        noted = document.noted(self.night, number)
        names = self._counted(number).union(name for name in noted if name.device in devices)
        for device, here in self._seen(number).here.items():
            names.update(Name(number, device, evening) for evening in here.unkept)
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

    def _counted(self, number: int) -> set[Name]:
        """Returns the ledgers of all sittings of a table."""
        return {name for _, table in self._seats_at(number) for name in document.ledgers(number, table.ledgers)}

    def _assign(self, number: int, only: Kept | None = None) -> None:
        """Notes which ledgers belong to which sitting of a table: to that which the device names, otherwise the first
        one with these players that lacks a ledger. A ledger may come late, after its sitting. only: looks at no other
        ledger, of which a table may have very many."""
        seats = self._seats_at(number)
        taken = {key for _, table in seats for key in table.ledgers}
        chosen = self.night.chosen.get(number, "")
        named = self._seen(number).sittings
        ledgers = self.book.of_table(number) if only is None else iter((only,))
        for ledger in ledgers if seats else ():
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
        self._miss(now)
        self._repeat(now)
        for number in self.tables():
            with self.book.aside.trying("a look for missing records", number, BookError):
                self._tick_table(number, now)

    def _tick_table(self, number: int, now: float) -> None:
        self._note_end(number)
        devices = self.at_once(number)
        for ledger in self.watched(number):
            seen = self._seen(number)
            missing = self.missing(ledger)
            if not missing:
                seen.lacking.pop(ledger.name, None)
                seen.asked.pop(ledger.name, None)
                continue
            since = seen.lacking.setdefault(ledger.name, now)
            asked = seen.asked.get(ledger.name, now - AGAIN_S)
            if now - since >= PATIENCE_S and now - asked >= AGAIN_S and ledger.name.device in devices:
                seen.asked[ledger.name] = now
                self._told.pop((number, ledger.name.device), None)  # what is kept once more: a device sends the rest
                self._untold.add((number, ledger.name.device))

    def tell_kept(self) -> None:
        """Tells devices what is on this computer's disk. Call it after everything was written."""
        if not self.keeps or self.rival is not None:
            return
        for table, device in sorted(self._untold):
            here = self._seen(table).here.get(device, Here())
            payload = _bytes(self.book.kept(table, device, here.evening, here.records)) if device else b""
            if device and self._told.get((table, device)) != payload:
                self._told[table, device] = payload
                self.outgoing.append(Publication(topics.kept(self.club, table, device), payload))
        self._untold.clear()

    def _miss(self, now: float) -> None:
        """Notes that devices are away which were not heard for a long time. It begins with each connection."""
        self._now = now
        for seen in self.seen.values():
            for here in seen.here.values():
                if not self._hears:
                    here.heard = now
                elif here.state == "here" and now - here.heard > SILENT_S:
                    here.state = "away"
                    self.change += 1
        self._hears = True

    def _note_end(self, number: int) -> None:
        """Publishes the document with the number of the last record, when a table has played its sitting: the device
        may be switched off then. If it was seated again, it has another evening, so each record may be the last one."""
        sitting = self.sitting()
        table = sitting.tables[number - 1] if sitting and number <= len(sitting.tables) else None
        if table is None:
            return
        for name in document.ledgers(number, table.ledgers):
            ledger = self.book.ledgers.get(name)
            count = len(ledger.records) if ledger else 0
            if count > self._noted(name):
                may_be_over = count >= self.night.plan.deals
                if table.seated > 1 or (may_be_over and self.result(len(self.night.sittings), number).done):
                    self._changed()

    def _noted(self, name: Name) -> int:
        return self.night.records.get(name.table, {}).get(document.key(name), 0)

    def _note_records(self) -> None:
        """Notes the last record of each ledger of this night, also of those that do not count."""
        for number in self.tables():
            others = [ledger.name for ledger in self.others(number)][:MOST_OTHERS]
            for name in self._counted(number).union(others):
                ledger = self.book.ledgers.get(name)
                last = max(ledger.records, default=0) if ledger else 0
                if last > self._noted(name):
                    self.night.records.setdefault(number, {})[document.key(name)] = last

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
        self._hears = False
        self._untold.update((name.table, name.device) for name in self.book.ledgers)
        self._untold.update((table, device) for table, seen in self.seen.items() for device in seen.here)
        for ask in self.night.asks:
            if ask.state == WAITING and (ask.table, ask.id) not in self.asks_seen:
                self.outgoing.append(Publication(topics.ask(self.club, ask.table, ask.id), _bytes(ask.what)))
        wanted = {(ask.table, ask.id) for ask in self.night.asks if ask.state == WAITING}
        # Requests without their night: it may come late, and a night that has not begun must not withdraw them.
        unwanted = self.asks_seen - wanted if self._has_night or not self.night.is_fresh else set()
        for table, id in sorted(unwanted):
            self.outgoing.append(Publication(topics.ask(self.club, table, id), b""))
        self.is_settled = False

    def resume(self) -> None:
        """Begins, or continues a night of the book: finds the ledgers of its tables, and keeps the document."""
        for number in self.tables():
            self._assign(number)
        self.is_settled = True
        self._keep()

    def disconnected(self) -> None:
        self.asks_seen.clear()
        self._told.clear()
        self._has_night = False

    # ---- requests ----

    def _ask(self, table: int, what: Json) -> str:
        id = topics.next_id(self.night.last)
        greatest = self._greatest.get(table, "")
        if is_later(id, greatest):
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

    def _drop(self, ask: Ask) -> None:
        """Forgets a request that waits, and withdraws it from the broker."""
        self.night.asks.remove(ask)
        self._withdraw(ask)

    def _changed(self) -> None:
        self.night.change += 1
        self.night.host = self.host
        self.change += 1
        self.is_settled = False

    def settle(self) -> None:
        """Keeps and publishes the document if it has changed. Call it after some messages: after each one would take
        too long with hundreds of tables. What a killed host has not settled, it finds again in the broker's messages.
        """
        if not self.is_settled:
            self._note_records()
            self._keep()
            self.is_settled = True
            if self.rival is None:
                self._publish()

    def _keep(self) -> None:
        self.book.write(**{DOCUMENT: self._document_text()})

    def _document_text(self) -> str:
        return json.dumps(self.night.as_json(), ensure_ascii=False)

    def _publish(self) -> None:
        self.outgoing.append(Publication(topics.night(self.club), _bytes(self.night.as_json())))


def _deals(evening: Evening) -> int:
    return len(evening.deals) + sum(gap.deals for gap in evening.gaps)


def _bytes(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
