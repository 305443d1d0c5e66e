"""What the host knows of a night: takes messages, says how the tables stand, and what the broker has to have. It has no
network and no clock of its own: `tick()` gets the time. What the director does is in course.py.

The night is the fold of the director's decisions, and its results are those of the ledgers. A decision counts when it
has come back from the broker. So all hosts fold the same ones, in the order in which the broker has them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from mingg_host.evenings.evening import Evening, Paid, PlayedDeal

from mingg_club import decisions, movements, topics
from mingg_club.decisions import Ask, Paper, Played, Table, written
from mingg_club.devices import Here, Seen, number_of, object_of, plain_text, told
from mingg_club.link import is_later, won
from mingg_club.movements.seating import Seating, Sitting
from mingg_club.records import Book, BookError, Kept, Name
from mingg_club.standing import NightResults, Result, standing
from mingg_club.view import WAITING, Rank

Json = dict[str, Any]

SILENT_S = 90.0  # a device says every 30 s that it is here; a broker that was killed still has its last word
REPEAT_S = 10.0  # what waits is published again: a broker may have lost it, or passed it to nobody
MOST_LEARNED = topics.MOST_ID - 4  # letters of an id: a table cannot use up all ids
MOST_DEVICES = 20  # of a table in a night
MOST_OTHERS = 50  # ledgers of a table that count for nothing, of which the page tells
MOST = topics.MOST_NUMBER
MOST_ANSWERS = 50  # of a table to requests that this host does not know, or not yet


@dataclass(frozen=True)
class Publication:
    """A message to publish, QoS 1, retained. An empty payload withdraws it."""

    topic: str
    payload: bytes


class Lease(NamedTuple):
    """Who directs: the host with the greatest term. A term is one more than all before, so no clock decides."""

    term: int = 0
    host: str = ""

    def payload(self) -> bytes:
        return written({"host": self.host, "term": self.term})


def lease_of(payload: bytes) -> Lease:
    """Reads a lease; one that nobody has if this is none."""
    value = object_of(payload)
    term, host = number_of(value.get("term"), topics.MOST_NUMBER), plain_text(value.get("host"), 60)
    return Lease(term, host) if term and host else Lease()


class Dealt(NamedTuple):
    """A deal with its ledger. number: in its sitting. On its device it may have another one: after players were seated
    again, that counts from 1. A substitute who plays for themselves has another's name there, and their own here.
    counts: it was not taken back, and the sitting was not over."""

    ledger: Name
    number: int
    deal: PlayedDeal
    counts: bool


class Entry(NamedTuple):
    """What changed the points of a table, unless counts is False. net: what each player got, also a substitute in the
    seat of another one. times: how many deals it is. dealt: None for payments, lost deals, and paper."""

    net: dict[str, int]
    times: int
    counts: bool = True
    dealt: Dealt | None = None


class NightState:
    """What is known of a night: its decisions, the received records, and what each device last said. book: the
    decisions and records. host: the name of this computer. keeps: what it says is kept; a book in memory keeps nothing.

    night     the fold of the decisions; directs: this host makes them
    lease     the greatest that is known; mine: that of this host
    outgoing  what to publish, oldest first; the caller takes it from there
    """

    def __init__(self, book: Book, host: str) -> None:
        """Raises DecisionError if the book has no night."""
        self.book = book
        self.host = host
        self.night = decisions.fold(book.decisions)
        self.directs = True
        self.lease = self.mine = Lease(1, host)
        self._other = -1, ""  # the term of the decisions of another night, with its name and when it began
        self.outgoing: deque[Publication] = deque()
        self.seen: dict[int, Seen] = {}
        self._there: dict[str, bytes] = {}  # what the broker has of what only the director's host publishes
        self._is_settled = False  # the broker has to have something else
        self._replaced: dict[int, bytes] = {}  # decisions that counted until those of a later lease came
        self._untold: set[tuple[int, str]] = set()  # tables and devices that may not know what is kept
        self._told: dict[tuple[int, str], bytes] = {}  # what was published to them
        self._greatest: dict[int, str] = {}  # by table, the greatest id of a request
        self._newest: dict[int, str] = {}  # by table, the greatest id of an answer
        self.keeps = book.path is not None
        self._entries: dict[int, tuple[list[Evening], list[Entry]]] = {}  # by table, until the next decision
        self._stored: dict[Name, set[str]] = {}  # by ledger, records that the broker may have in vain
        self._ours: set[Name] = set()  # ledgers of this night
        self._spent: dict[str, tuple[int, str]] = {}  # topics of answers, with their requests, and of what is no record
        self.change = 0
        self.calls = 0
        self._now = self.wall = 0.0  # of the last tick
        self._hears = False  # whether this connection has had a tick
        self._repeated: float | None = None  # when requests were published again
        self.is_live = False  # all that the broker had has come

    @property
    def club(self) -> str:
        return self.night.plan.club

    @property
    def rival(self) -> str:
        """Another night of this club, which counts instead of this one: its name, and when it began; "" without one."""
        return "" if self.directs or self._other[0] < self.lease.term else self._other[1]

    # ---- messages ----

    def take(self, name: str, payload: bytes, retained: bool = False) -> None:
        """Takes a message from the broker. Messages that mean nothing are ignored. retained: the broker had it. Raises
        BookError: then a decision does not count."""
        topic = topics.parse(self.club, name)
        if topic is not None:
            with self.book.aside.handling(f"a message *{topic.kind}*", topic.table, BookError):
                self._take(name, topic, payload, retained)

    def _take(self, name: str, topic: topics.Topic, payload: bytes, retained: bool) -> None:
        if topic.kind in (topics.ASK, topics.ANSWER):
            self._learn(topic.table, topic.id)
        if topic.kind in (topics.ASK, topics.DECISION, topics.LEASE):
            self._is_settled = False
            self._there[name] = payload
            if not payload:
                del self._there[name]
        if topic.kind == topics.RECORD:
            self._record(name, topic, payload)
        elif topic.kind == topics.HERE:
            if not self._here(topic.table, payload, retained):
                return
        elif topic.kind == topics.ANSWER:
            if not payload:
                self._spent.pop(name, None)  # it was removed there
                return
            self._spent[name] = topic.table, topic.id
            if _exceeds(topic.id, self._newest.get(topic.table, "")):
                self._newest[topic.table] = topic.id
            answers = self._seen(topic.table).answers
            answers[topic.id] = object_of(payload)
            while len(answers) > MOST_ANSWERS:
                del answers[next(iter(answers))]
        elif topic.kind == topics.CALL:
            value = object_of(payload)
            self.calls += 1
            self._seen(topic.table).call = plain_text(value.get("at"), 20)
        elif topic.kind == topics.LEASE:
            self._lease(lease_of(payload))
        elif topic.kind == topics.DECISION:
            self._decision(topic.number, payload)
        self.change += 1

    # ---- decisions ----

    def _lease(self, lease: Lease) -> None:
        self.lease = max(self.lease, lease)
        if self.directs and self.lease != self.mine:
            self.directs = False
            self.outgoing.clear()

    def _decision(self, number: int, payload: bytes) -> None:
        """Takes a decision that the broker has. Those of a later lease replace others; one that comes under an earlier
        lease was confirmed to nobody. An empty one was never made: its host could not keep it."""
        known, keys = self.book.decisions.get(number), decisions.read(payload)
        if payload == known:
            return
        self._entries.clear()
        if keys is not None and keys["since"] != self.night.since:
            plan = keys.get("plan")
            if isinstance(plan, dict):
                name, since = plain_text(plan.get("name"), 60), plain_text(keys["since"], 40)
                self._other = max(self._other, (keys["term"], f"{name}, begun at {since}"))
        elif keys is not None and self._counts(number, keys):
            if known is not None:
                self._replaced[number] = known
            self.book.decide(number, payload)
            if known is None and number == max(self.book.decisions) and keys.get("do") != decisions.UNDO:
                self.night.take(number, keys)
            else:
                self.night = decisions.fold(self.book.decisions)
            if keys.get("do") == "dismiss":
                self._dismissed(str(keys.get("key")))
        elif not payload and known is not None and not self.directs and not self.rival and number > 1:
            self.book.forget(number)
            self.night = decisions.fold(self.book.decisions)

    def _counts(self, number: int, keys: Json) -> bool:
        mine = decisions.read(self.book.decisions.get(number, b""))
        if mine is not None and (keys["term"], not self.directs) <= (mine["term"], False):
            return False
        return bool(keys["term"] >= self.lease.term or not (self.directs or self.is_live))

    def unshared(self) -> dict[int, str]:
        """Returns what counted on this computer, in words, and does not count where the night is directed: the broker
        lost it before another computer took over."""
        if self.directs or self.rival or not self.is_live:
            return {}
        own = self.book.decisions.items()
        lacks = {number: line for number, line in own if topics.decision(self.club, number) not in self._there}
        texts = {number: (decisions.read(line) or {}).get("text") for number, line in (self._replaced | lacks).items()}
        return {number: str(text) for number, text in texts.items() if text}

    def _dismissed(self, key: str) -> None:
        number = key.split(":")[1] if key.startswith("call:") else ""
        if number.isdecimal() and int(number) in self.seen:
            self.seen[int(number)].call = None

    def look(self) -> None:
        """This host only looks, until it directs."""
        self.lease = self.mine = Lease()
        self.directs = False

    def claim(self) -> Lease:
        """Returns the lease with which this host directs, once it has come back from the broker. The broker may have
        lost those before; each decision names its own, and the first one of a night that with which it begins."""
        if not self.mine.term or self.mine != self.lease:
            made = ((number, decisions.read(line) or {}) for number, line in self.book.decisions.items())
            terms = (keys.get("term", 0) + (number > 1) for number, keys in made)
            self.mine = Lease(max(self.lease.term + 1, *terms), self.host)
        return self.mine

    def begin(self) -> None:
        """This host directs now."""
        self.directs, self._is_settled, self.lease = True, False, self.mine
        self._told.clear()
        self._tell_all()
        self.change += 1

    def settle(self) -> None:
        """Publishes what the broker does not have, and withdraws what it should not have."""
        if self._is_settled or not self.directs:
            return
        self._is_settled = True
        wanted = {topics.decision(self.club, number): line for number, line in self.book.decisions.items()}
        for ask in self.night.asks:
            if ask.state == WAITING:
                wanted[topics.ask(self.club, ask.table, ask.id)] = written(ask.what)
        wanted[topics.lease(self.club)] = self.mine.payload()
        for topic, payload in wanted.items():
            if self._there.get(topic) != payload:
                self._publish(topic, payload)
        for topic in sorted(self._there.keys() - wanted.keys()):
            self._publish(topic, b"")

    def is_deciding(self) -> bool:
        """True if the broker does not have all decisions yet."""
        start = topics.decision(self.club, "")
        return any(one.topic.startswith(start) for one in self.outgoing)

    def _publish(self, topic: str, payload: bytes) -> None:
        self._there[topic] = payload
        if not payload:
            del self._there[topic]
        self.outgoing.append(Publication(topic, payload))

    def _seen(self, table: int) -> Seen:
        return self.seen.setdefault(table, Seen())

    def _record(self, name: str, topic: topics.Topic, line: bytes) -> None:
        """Keeps a record."""
        ledger = Name(topic.table, topic.device, topic.evening)
        if not line:  # it was removed there; the book keeps it
            self._spent.pop(name, None)
            self._stored.get(ledger, set()).discard(name)
            return
        self._untold.add((topic.table, topic.device))
        if not self.book.take(topic, line):
            self._spent[name] = topic.table, ""
            return
        if ledger not in self._ours:
            self._stored.setdefault(ledger, set()).add(name)

    def clear(self) -> None:
        """Removes from the broker answers for which nothing waits, what is no record, and records of other nights: a
        table could fill it up. Call it after everything was written: the book has the records. Those of this night
        stay, for a computer that takes over. So does a table's answer with the greatest id: the requests of the next
        night need greater ones."""
        if not self.directs or not self.is_live:
            return
        for topic, (table, id) in list(self._spent.items()):
            ask = self.night.ask(table, id)
            if (ask is None or ask.state != WAITING) and (not id or id != self._newest.get(table)):
                del self._spent[topic]
                self.outgoing.append(Publication(topic, b""))
        if not self.keeps:
            return
        for number in {name.table for name in self._stored}:
            self._ours.update(ledger.name for ledger in self.others(number))
            for played in self.night.sittings:
                for at in played.tables[number - 1 : number]:
                    self._ours.update(name for id in at.seats for name in self.book.of_seat(number, id))
        for name, records in self._stored.items():
            self.outgoing += [Publication(topic, b"") for topic in sorted(records) if name not in self._ours]
        self._stored.clear()

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
        self._learn(table, seen.here[device].oldest)
        self._untold.add((table, device))
        return True

    def _answered(self) -> list[tuple[Ask, Json]]:
        """Returns the requests that wait, with the answers of their devices, which no decision has yet."""
        return [
            (ask, value)
            for ask in self.night.asks
            if ask.state == WAITING and (value := self._seen(ask.table).answers.get(ask.id)) and "done" in value
        ]

    def _learn(self, table: int, id: str) -> None:
        """Notes the greatest id that a table has seen. Its device demands greater ones, and this computer's clock, from
        which ids are made, may be wrong. What a table says does not change the ids of others."""
        if _exceeds(id, self._greatest.get(table, "")):
            self._greatest[table] = id

    # ---- what the ledgers say ----

    def numbers(self) -> range:
        """Returns the numbers of all tables that any sitting had."""
        return range(1, max((len(played.tables) for played in self.night.sittings), default=0) + 1)

    def sitting(self) -> Played | None:
        """Returns the present sitting; None before the first one."""
        return self.night.sittings[-1] if self.night.sittings else None

    def evenings(self, table: Table) -> list[Evening]:
        """Returns the evenings of a table's sitting that are known."""
        return [evening for _, _, evening in self.played(table)]

    def deals(self, table: Table) -> list[Dealt]:
        """Returns all deals of a table's sitting in order of entry, also those taken back."""
        return [each.dealt for each in self.entries(table) if each.dealt is not None]

    def played(self, table: Table) -> list[tuple[str, Name, Evening]]:
        """Returns the evenings of a table's sitting that are known, with their requests and ledgers; the present one
        is the last. A ledger with contradicting heads may name other players: then nobody knows whose points they
        are."""
        found = [(id, name, self.book.evening(name)) for id, name in self._ledgers(table)]
        return [
            (id, name, evening)
            for id, name, evening in found
            if evening is not None and sorted(evening.names) == sorted(table.who[id])
        ]

    def ledgers(self, table: Table) -> list[Name]:
        return [name for _, name in self._ledgers(table)]

    def _ledgers(self, table: Table) -> list[tuple[str, Name]]:
        """Returns the ledgers of a table's sitting: of each request that seated its players, that of the device which
        carried it out, unless the director has chosen another one."""
        names = []
        for id, device in table.seats.items():
            found = {name.device: name for name in sorted(self.book.of_seat(table.number, id))}
            name = found.get(table.chosen.get(id, "")) or found.get(device) or next(iter(found.values()), None)
            names += [(id, name)] if name else []
        return names

    def last_record(self, table: Table) -> int:
        """Returns the number of the last record of a table's present ledger that the host has; 0 if it has none."""
        names = self.ledgers(table)
        ledger = self.book.ledgers.get(names[-1]) if names else None
        return max(ledger.records, default=0) if ledger else 0

    def result(self, table: Table) -> Result:
        """Returns what a table has played."""
        plan, entries, beyond = self.night.plan, self.entries(table), 0
        if table.paper is not None:
            deals, done = table.paper.deals, True
        else:
            evenings = self.evenings(table)
            deals, wanted = sum(map(_deals, evenings)), plan.deals_at(len(table.names))
            beyond = sum(not (each.counts or (each.dealt and each.dealt.deal.undone)) for each in entries)
            is_game_over = len(evenings) == len(table.seats) and bool(evenings) and evenings[-1].over
            done = table.ended or bool(wanted and deals >= wanted) or is_game_over
        points, played = dict.fromkeys(table.names, 0), dict.fromkeys(table.names, 0)
        for each in entries:
            for name, gained in each.net.items() if each.counts else ():
                points[name] = points.get(name, 0) + gained
                played[name] = played.get(name, 0) + each.times
        lines = {name: sum(points.get(one, 0) for one in table.line_of(name)) for name in table.names}
        return Result(
            *(table.sitting, table.number, points, deals - beyond, done, plan.table_points, beyond),
            *(lines, played),
        )

    def entries(self, table: Table) -> list[Entry]:
        """Returns all that changed the points of a table in order, also deals that do not count."""
        if table.paper is not None:
            return list(_on_paper(table, table.paper))
        played = self.played(table)
        evenings = [evening for _, _, evening in played]
        known = self._entries.get(id(table))
        if known is None or known[0] != evenings:
            known = self._entries[id(table)] = evenings, list(self._entries_of(table, played))
        return known[1]

    def _entries_of(self, table: Table, played: list[tuple[str, Name, Evening]]) -> Iterator[Entry]:
        """Yields the entries of these ledgers. Deals after the agreed number do not count, nor those after the device
        had ended the sitting for the director."""
        wanted, before = self.night.plan.deals_at(len(table.names)), 0
        for id, name, evening in played:
            rest, last = won(evening), before
            stop = table.last if name == played[-1][1] and name.device == table.by else MOST
            for event in evening.history:
                if isinstance(event, PlayedDeal):
                    at = before + event.number
                    counts = not (event.undone or 0 < wanted < at or event.line > stop)
                    dealt = Dealt(name, at, event.named(table.named(event.before.names, at, id)), counts)
                    yield Entry(table.shared(event.net, at, id), 1, counts, dealt)
                    if event.undone:
                        continue
                    last = at
                elif isinstance(event, Paid):  # it counts for those who have played the deal before it
                    yield Entry(table.shared(event.net, last, id), 0)
                else:
                    continue
                rest = {label: points - event.net.get(label, 0) for label, points in rest.items()}
            before += _deals(evening)
            yield Entry(table.shared(rest, before, id), sum(gap.deals for gap in evening.gaps))

    def results(self) -> NightResults:
        """Returns the results of all tables in all sittings."""
        penalties: dict[str, int] = {}
        for penalty in self.night.penalties:
            penalties[penalty.name] = penalties.get(penalty.name, 0) + penalty.points
        night = self.night
        known = tuple(night.players), frozenset(night.guests), night.plan.numbers
        return NightResults(night.plan.name, list(map(self.result, night.tables())), penalties, *known)

    def ranks(self) -> list[Rank]:
        """Returns the standing, best first; when the night is over, without players who have not played."""
        return standing([self.results()], self.night.plan.rank, everyone=not self.is_over())

    def is_done(self) -> bool:
        """True if the present sitting is over at all tables, or none has begun."""
        sitting = self.sitting()
        return sitting is None or all(map(self.is_final, sitting.tables))

    def is_final(self, table: Table) -> bool:
        """True if the present sitting is over at a table, and all that its device has told is here; or if the director
        has ended it there."""
        if table.ended or table.paper is not None:
            return True
        return self.result(table).done and not any(map(self.missing, self.watched(table.number)))

    def is_last(self) -> bool:
        """True if no further sitting is planned."""
        return self.night.over or 0 < self.night.plan.sittings <= len(self.night.sittings)

    def is_over(self) -> bool:
        """True if the director has closed the night, or the last sitting that is planned is over at all tables, and
        none lacks its result, or that someone looks at it once more."""
        return self.night.over or (self.is_last() and self.is_done() and not self.lacking() and not self.unchecked())

    def unchecked(self) -> list[Table]:
        """Returns the tables with a result from paper at which nobody has looked once more."""
        return [table for table in self.night.tables() if table.paper is not None and not table.paper.checked]

    def lacking(self) -> list[Table]:
        """Returns the tables that have no deal, although their sitting is over, and of which the director has not said
        that they have no result."""
        now = len(self.night.sittings)
        ended = [each for each in self.night.tables() if (each.ended or each.sitting < now) and each.paper is None]
        return [table for table in ended if not self.result(table).deals]

    def past(self) -> list[Sitting]:
        """Returns the sittings so far, as movements need them."""
        return list(map(self._past, self.night.sittings))

    def _past(self, played: Played, alone: Table | None = None) -> Sitting:
        """Returns a sitting with its results, or with that of one table alone."""
        return Sitting(
            Seating([table.names for table in played.tables], played.out),
            [_ranked(self.result(table), table) if alone is None or alone is table else {} for table in played.tables],
            [table.throws for table in played.tables],
        )

    def tied(self, number: int) -> list[str]:
        """Returns the players of a table (from 1) who must throw dice; [] before the sitting is over there."""
        sitting = self.sitting()
        if sitting is None or self.is_last():
            return []
        table = sitting.tables[number - 1]
        result = self.result(table)
        if not result.done or not (result.deals or table.paper):
            return []
        return movements.tied(self.night.plan.movement, self._past(sitting, table), number - 1)

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
        last = self.night.had.get(ledger.name, 0)
        here = seen.here.get(ledger.name.device, Here())
        if here.evening == ledger.name.evening:
            last = max(last, here.records)
        return ledger.missing(max(last, here.unkept.get(ledger.name.evening, 0)))

    def watched(self, number: int) -> list[Kept]:
        """Returns the ledgers of a table that belong to this night: those of its sittings, all that a device has which
        is here, and all of which a device has said that they are not kept."""
        names = self._counted(number) | {Name(*name) for name in self.night.had if name[0] == number}
        for device, here in self._seen(number).here.items():
            names.update(Name(number, device, evening) for evening in here.unkept)
            if here.evening and here.state == "here":
                names.add(Name(number, device, here.evening))
        return [self.book.ledgers.get(name) or Kept(name) for name in sorted(names)]

    def others(self, number: int) -> list[Kept]:
        """Returns ledgers that a device of this table began after it had seated the players of a sitting, and that
        count for none."""
        counted = self._counted(number)
        first = {name.device: name.evening for name in sorted(counted, reverse=True)}
        begun = (ledger for ledger in self.book.of_table(number) if ledger.records and ledger.name not in counted)
        return [ledger for ledger in begun if ledger.name.evening > first.get(ledger.name.device, MOST)]

    def _counted(self, number: int) -> set[Name]:
        """Returns the ledgers of all sittings of a table."""
        tables = (table for played in self.night.sittings for table in played.tables[number - 1 : number])
        return {name for table in tables for name in self.ledgers(table)}

    # ---- time ----

    def tick(self, now: float, wall: float) -> None:
        """Notes devices that are silent, and repeats what nobody answered. now: seconds of any clock that never goes
        back; wall: since 1970."""
        self.wall = wall
        self._miss(now)
        if self._repeated is None:
            self._repeated = now
        elif now - self._repeated >= REPEAT_S:
            self._repeated = now
            self._repeat()

    def _repeat(self) -> None:
        """Publishes again requests that wait at tables that are here, and what is kept of devices whose records are
        missing. While a cluster of brokers handles a subscription, some 70 ms, it passes no message to this client. A
        device that has a request ignores it, one that has done it answers again, and all send what is not kept."""
        for ask in self.night.asks:
            if ask.state == WAITING and self.at_once(ask.table):
                self._there.pop(topics.ask(self.club, ask.table, ask.id), None)
                self._is_settled = False
        for number in self.numbers():
            with self.book.aside.trying("a look for missing records", number, BookError):
                devices = self.at_once(number)
                for ledger in self.watched(number):
                    if ledger.name.device in devices and self.missing(ledger):
                        self._told.pop((number, ledger.name.device), None)
                        self._untold.add((number, ledger.name.device))

    def tell_kept(self) -> None:
        """Tells devices what is on this computer's disk. Call it after everything was written."""
        if not self.keeps or not self.directs:
            return
        for table, device in sorted(self._untold):
            here = self._seen(table).here.get(device, Here())
            payload = written(self.book.kept(table, device, here.evening, here.records))
            if self._told.get((table, device)) != payload:
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

    def connected(self) -> None:
        """A connection begins. Call it when all retained messages of the broker were taken."""
        self._hears, self.is_live, self._is_settled = False, True, False
        self._tell_all()

    def _tell_all(self) -> None:
        self._untold.update((name.table, name.device) for name in self.book.ledgers)
        self._untold.update((table, device) for table, seen in self.seen.items() for device in seen.here)

    def disconnected(self) -> None:
        self.is_live = False
        self.outgoing.clear()
        self._there.clear()
        self._stored.clear()
        self._spent.clear()
        self._told.clear()


def _exceeds(id: str, greatest: str) -> bool:
    """True if an id of a request may be one of a host, and is greater."""
    return topics.is_id(id) and len(id) <= MOST_LEARNED and id == id.lower() and is_later(id, greatest)


def _ranked(result: Result, table: Table) -> dict[str, int]:
    """Returns what ranks the players of a table when they move."""
    first, second = (table.paper.movers if table.paper else ()) or ("", "")
    if not first:
        return result.lines
    others = len(table.names) - 2
    return {name: {first: 2 * others, second: others}.get(name, -3) for name in table.names}


def _on_paper(table: Table, paper: Paper) -> Iterator[Entry]:
    """Yields the lines of a result from paper, as NightState.entries does. A sum counts for those who sit there now."""
    is_sum = len(paper.rows) < paper.deals
    for deal, row in enumerate(paper.rows, 1):
        at = paper.deals if is_sum else deal
        yield Entry(table.shared(row, at), paper.deals if is_sum else 1)


def _deals(evening: Evening) -> int:
    return len(evening.deals) + sum(gap.deals for gap in evening.gaps)
