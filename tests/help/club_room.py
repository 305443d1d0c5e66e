"""A club night without a network: a course, its devices, and what a broker would hold."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

from help.club_devices import CLUB, Device
from mingg.evening.beside import pay
from mingg.evening.change import undo
from mingg_club import decisions, topics
from mingg_club.course import Course, open_course
from mingg_club.desk import part, shown
from mingg_club.night import Plan
from mingg_club.records import Book
from mingg_club.running import found
from mingg_club.state import Dealt
from mingg_club.view import NightView, Part

NAMES = tuple(f"{letter}{number}" for number in (1, 2) for letter in "ABCD")
NIGHT = Plan("Friday", CLUB, "fixed", 2, 2, players=NAMES)


SINCE = "2026-01-01T20:00:00+00:00"


class Room:
    """A course with its devices, and a broker that holds retained messages in a dict. since: when the night began.
    others: the courses of other computers at this broker."""

    def __init__(
        self, plan: Plan = NIGHT, *, book: Book | None = None, since: str = SINCE, seed: int = 1, tables: int = 0
    ) -> None:
        self.retained: dict[str, bytes] = {}
        self.now = 0.0
        self.others: list[Course] = []
        self.course = open_course(book or Book(None), {1: decisions.new(plan, since)}, "a", Random(seed))
        self.course.keeps = True
        self.told: list[str] = []  # topics, each time that something was published there
        self.course.connected()
        self.deliver()
        tables = tables or len(plan.players) // 4
        self.devices = [Device(number, f"{number:08x}") for number in range(1, tables + 1)]
        for device in self.devices:
            self.send(device.here())

    def act(self, do: str, *, at: Course | None = None, **keys: Any) -> str:
        """at: the course of another computer."""
        course = at or self.course
        made = course.decide({"do": do, **keys})
        self.publish(made.topic, made.payload)
        assert course.is_made(made)
        self.deliver()
        return made.text

    def deliver(self) -> None:
        for course in (self.course, *self.others):
            while made := course.facts():
                self.publish(made.topic, made.payload)
                assert course.is_made(made)
            course.settle()
            course.tell_kept()
            course.clear()
            while course.outgoing:
                one = course.outgoing.popleft()
                self.publish(one.topic, one.payload)

    def publish(self, topic: str, payload: bytes) -> None:
        self.told.append(topic)
        self.retained.pop(topic, None)
        if payload:
            self.retained[topic] = payload
        for course in (self.course, *self.others):
            course.take(topic, payload)

    def look(self, name: str = "b", book: Book | None = None, known: decisions.Decisions | None = None) -> Course:
        """Returns the course of another computer that has what the broker has, and looks."""
        known = known or found(CLUB, self.retained).course.book.decisions
        other = open_course(book or Book(None), known, name)
        other.look()
        said = [message for device in self.devices for message in (device.here(), *device.published())]
        for message in (*said, *self.retained.items()):
            other.take(*message, retained=True)
        other.connected()
        self.others.append(other)
        return other

    def lead(self, other: Course) -> None:
        """Another computer takes over."""
        self.publish(topics.lease(CLUB), other.claim().payload())
        other.begin()
        self.deliver()

    def reconnected(self, retained: dict[str, bytes]) -> None:
        """The broker has gone, and comes back with these messages."""
        self.course.disconnected()
        self.retained = dict(retained)
        for message in retained.items():
            self.course.take(*message, retained=True)
        self.course.connected()
        self.deliver()

    def send(self, *messages: tuple[str, bytes]) -> None:
        for topic, payload in messages:
            self.course.take(topic, payload)

    def asks(self, table: int, do: str = "") -> list[tuple[str, dict[str, Any]]]:
        start = topics.ask(CLUB, table, "")
        found = [
            (topic[len(start) :], json.loads(payload)) for topic, payload in self.retained.items() if start in topic
        ]
        return [(id, what) for id, what in sorted(found) if do in ("", what["do"])]

    def kept(self, table: int) -> dict[str, list[object]]:
        """Returns what the device of a table learned of what is kept, and forgets that it was told."""
        topic = topics.kept(CLUB, table, self.devices[table - 1].id)
        assert topic in self.told
        self.told.clear()
        kept: dict[str, list[object]] = json.loads(self.retained[topic])
        return kept

    def seat(self) -> None:
        """All devices carry out their requests to seat players."""
        for device in self.devices:
            for id, what in self.asks(device.table):
                if what["do"] == "seat":
                    device.seat(what["names"], what["options"], id)
                self.send(device.answer(id), device.here(), *device.published())
        self.deliver()

    def play(self, deals: int = 2, *tables: int) -> None:
        for device in self.devices:
            if not tables or device.table in tables:
                for _ in range(deals):
                    device.deal("E", 1 + device.table % 3)
                self.send(*device.published(), device.here())
        self.deliver()

    def hear(self, *devices: Device) -> None:
        """These devices publish all that they have; by default that of the first table."""
        for device in devices or self.devices[:1]:
            self.send(*device.published(), device.here())
        self.deliver()

    def deal(self, table: int, winner: str | None = "E", pungs: int = 1) -> None:
        self.devices[table - 1].deal(winner, pungs)
        self.hear(self.devices[table - 1])

    def paid(self, table: int, payer: int, to: int, points: int) -> None:
        """payer, to: numbers of the device's players from 0."""
        pay(self.devices[table - 1].playing, [(payer, to, points)])
        self.hear(self.devices[table - 1])

    def took_back(self, table: int) -> None:
        undo(self.devices[table - 1].playing)
        self.hear(self.devices[table - 1])

    def corrected(self, table: int, deal: int, winner: str | None) -> None:
        self.devices[table - 1].correct(deal, winner)
        self.hear(self.devices[table - 1])

    def answer(self, table: int, why: str = "") -> None:
        """A device has carried out all that it is asked for, or declines it."""
        self.send(*(self.devices[table - 1].answer(id, why) for id, _ in self.asks(table)))

    def absent(self, *names: str) -> None:
        for name in names:
            self.act("player", name=name, state="left")

    def tells(self, table: int, state: str = "on", **more: object) -> None:
        self.send(self.devices[table - 1].here(state, **more))

    def remembered(self, table: int) -> None:
        """The broker still has what a device said: its power failed while the broker was dead."""
        self.course.take(*self.devices[table - 1].here(), True)

    def offline(self, seconds: float) -> None:
        """The host loses the broker, and has it again later."""
        self.course.disconnected()
        self.now += seconds
        self.course.connected()

    def without(self, *tables: int) -> None:
        """These tables have no device; by default none has been at any table yet."""
        self.devices = [device for device in self.devices if device.table not in tables]
        for table in tables or list(self.course.seen):
            del self.course.seen[table]

    def another(self, table: int) -> None:
        """A table gets another device, which has said nothing yet."""
        self.devices[table - 1] = Device(table, "0badf00d")

    def twin(self, table: int, winner: str, pungs: int) -> None:
        """A second device of a table carries out the same request, and plays another deal."""
        at = self.course.table_at(table)
        twin = Device(table, "0badf00d")
        twin.seat(at.names, ask=list(at.seats)[-1])
        twin.deal(winner, pungs)
        self.hear(twin)

    def sit(self, table: int, *names: str) -> None:
        """Players sit down whom nobody has seated."""
        self.devices[table - 1].seat(list(names))

    def unsent(self, table: int, winner: str) -> None:
        """A device tells of a deal, and does not send it."""
        self.devices[table - 1].deal(winner)
        self.tells(table)

    def sent(self, table: int, *numbers: int) -> None:
        """A device sends these records of its evening, 0: the head."""
        lines = {int(topic.rpartition("/")[2]): (topic, line) for topic, line in self.devices[table - 1].published()}
        self.send(*(lines[number] for number in numbers))

    def dice(self) -> None:
        """Equals throw dice until they are none."""
        for number in self.course.numbers():
            while self.course.tied(number):
                self.act("roll", table=number)

    def begin(self) -> None:
        """Seats the players of the next sitting. Equals throw dice."""
        self.dice()
        self.act("propose")
        self.act("start")
        self.seat()

    def view(self) -> NightView:
        return shown(self.course)

    def part(self, name: str, join: dict[int, str] | None = None) -> Part | None:
        """Returns a part of the director's page that is shown on demand."""
        return part(self.course, self.view(), name, join or {})

    def deals(self, table: int) -> list[Dealt]:
        return self.course.deals(self.course.table_at(table))

    def kinds(self) -> list[str]:
        return [message.kind for message in self.view().messages]

    def texts(self) -> str:
        """Returns what the director reads, a message a line."""
        return "\n".join(message.text for message in self.view().messages)

    def points(self) -> dict[str, int]:
        """Returns the standing."""
        return {rank.name: rank.points for rank in self.course.ranks()}

    def later(self, seconds: float) -> None:
        self.told.clear()
        for _ in range(int(seconds)):
            self.now += 1
            self.course.tick(self.now, self.now)
        self.deliver()


def begun(**changes: Any) -> Room:
    """Returns a room whose first sitting has begun. changes: of NIGHT."""
    room = Room(replace(NIGHT, **changes))
    room.begin()
    return room
