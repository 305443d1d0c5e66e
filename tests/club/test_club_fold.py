"""Whatever happens at two tables, in whatever order it arrives, the standing is that of what was played.

Random steps of players, devices and the director. What each device played is noted beside its ledger, and counted here
once more in the plainest way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from help.club_devices import CLUB, Device
from help.club_room import NIGHT, Room
from help.seeds import SEED, TIMES
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from mingg.evening.beside import pay
from mingg.evening.change import undo
from mingg.evening.evenings import sit
from mingg_club import running, view
from mingg_club.course import open_course
from mingg_club.records import Book
from mingg_club.view import ActionError

SEATED = NIGHT.players[:4]
SPARE = ("Yan", "Zoe")
PLAN = replace(NIGHT, deals=3, sittings=3, players=NIGHT.players + SPARE)
OF_DIRECTOR = ("choose", "reseat", "left", "came", "sub", "end")
STEPS = (
    ("deal",) * 5
    + ("seat",) * 3
    + ("pay", "undo_deal", "rename", "twin", "away", "paper", "next", "undo", *OF_DIRECTOR)
)


@dataclass
class Seating:
    """A request that seated players. chosen: the device that the director named. subs: deal, old, new."""

    id: str
    names: list[str]
    chosen: str = ""
    subs: list[tuple[int, str, str]] = field(default_factory=list)


@dataclass
class Sat:
    """A table of a sitting."""

    seatings: list[Seating]
    paper: dict[str, int] | None = None
    choice: str = ""


class Evening:
    """A night, and what was played and decided. decided: by sitting and table; played: by device and request, each
    line with True for a deal, and its points. stops: the device that ended a sitting for the director, and after how
    many lines, by sitting and table from 0."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.room = Room(PLAN)
        self.twins = [Device(number, f"0badf00{number}") for number in (1, 2)]
        self.decided: list[list[Sat]] = []
        self.before: list[list[list[Sat]]] = []  # what an undo brings back
        self.played: dict[tuple[str, str], list[tuple[bool, dict[str, int]]]] = {}
        self.at: dict[str, Seating] = {}  # by device, where it plays
        self.answered: dict[str, str] = {}
        self.ends: dict[str, tuple[int, int]] = {}  # by request, which sitting and table
        self.stops: dict[tuple[int, int], tuple[str, int]] = {}
        self.away: set[str] = set()
        for name in SPARE:
            self.room.act("player", name=name, state=view.LATE)

    def step(self, what: str) -> None:
        room, number = self.room, self.dice.choice((1, 2))
        device = self.dice.choice((room.devices, room.devices, self.twins))[number - 1]
        before = self._earlier()
        with suppress(ActionError):
            getattr(self, f"_{what}")(number, device)
        assert what not in OF_DIRECTOR or self._earlier() == before, (
            f"{what} changed what was played in earlier sittings"
        )
        self._send(device)

    def _earlier(self) -> list[dict[str, int]]:
        course = self.room.course
        return [course.result(table).won for table in course.night.tables() if table.sitting < len(self.decided)]

    def _send(self, device: Device) -> None:
        if device.id in self.away:
            return
        for evening in range(1, device.playing.ledger.number + 1):
            self.room.send(*device.published(evening))
        self.room.send(device.here())
        for (by, id), _ in self.played.items():
            if by == device.id and self.room.course.night.ask(device.table, id):
                self.room.send(device.answer(id))
                self.answered.setdefault(id, by)
        self._ends(device)
        self.room.deliver()

    def _ends(self, device: Device) -> None:
        """A device ends the sitting that it is in."""
        for id, _ in self.room.asks(device.table, "end"):
            at, seating = self.ends[id], self.at.get(device.id)
            last = self.decided[at[0]][at[1]].seatings[-1]
            if seating is not None and seating.id == last.id and at not in self.stops:
                self.room.send(device.answer(id))
                self.stops[at] = device.id, len(self.played[device.id, seating.id])

    # ---- at the tables ----

    def _away(self, _: int, device: Device) -> None:
        self.away ^= {device.id}

    def _seat(self, number: int, device: Device) -> None:
        """A device that is away has heard of the request before."""
        for id, what in self.room.asks(number, "seat"):
            if (device.id, id) not in self.played:
                device.seat(what["names"], what["options"], id)
                self.played[device.id, id] = []
                self.at[device.id] = Seating(id, what["names"])

    def _twin(self, number: int, _: Device) -> None:
        twin = self.twins[number - 1]
        self._seat(number, twin)
        self._send(twin)

    def _change(self, device: Device, do: Callable[[], object], takes_back: bool = False) -> None:
        seating, session = self.at.get(device.id), device.playing.session
        if seating is None or session.table.over():
            return
        deals, balances = session.deals, list(session.balances)
        do()
        now = device.playing.session
        log = self.played[device.id, seating.id]
        if takes_back:
            log.pop()
            for at, (by, lines) in self.stops.items():
                if by == device.id and self.decided[at[0]][at[1]].seatings[-1].id == seating.id:
                    self.stops[at] = by, min(lines, len(log))
        else:
            net = [after - then for after, then in zip(now.balances, balances, strict=True)]
            log.append((now.deals > deals, dict(zip(seating.names, net, strict=True))))

    def _deal(self, _: int, device: Device) -> None:
        winner, pungs = self.dice.choice(("E", "S", None)), self.dice.randint(1, 3)
        self._change(device, lambda: device.deal(winner, pungs))

    def _pay(self, _: int, device: Device) -> None:
        self._change(device, lambda: pay(device.playing, [(0, 1, 2 * self.dice.randint(1, 9))]))

    def _rename(self, _: int, device: Device) -> None:
        """Names on a device are labels: players may also exchange them, or take those of another table."""
        if device.id in self.at:
            names = device.playing.session.names
            sit(device.playing, 0, self.dice.sample([*PLAN.players, "W", "X", "Y", "Z"], len(names)))

    def _undo_deal(self, _: int, device: Device) -> None:
        if device.id in self.at and self.played[device.id, self.at[device.id].id]:
            self._change(device, lambda: undo(device.playing), takes_back=True)

    # ---- the director ----

    def _act(self, do: str, **keys: Any) -> None:
        before = deepcopy(self.decided)
        self.room.act(do, **keys)
        self.before.append(before)
        for number in (1, 2):
            for id, _ in self.room.asks(number, "end"):
                self.ends.setdefault(id, (len(self.decided) - 1, number - 1))

    def _sat(self, number: int) -> Sat:
        if not self.decided:
            raise ActionError("no sitting")
        return self.decided[-1][number - 1]

    def _next(self, *_: Any) -> None:
        if not self.room.course.is_done():
            self._act("end_all")
        self._act("propose")
        self._act("start")
        choices = [sat.choice for sat in self.decided[-1]] if self.decided else ["", ""]
        asks = [self.room.asks(number, "seat")[-1] for number in (1, 2)]
        sats = [
            Sat([Seating(id, what["names"], chosen)], None, chosen)
            for (id, what), chosen in zip(asks, choices, strict=True)
        ]
        self.decided.append(sats)

    def _reseat(self, number: int, _: Device, do: str = "reseat", **keys: str) -> None:
        sat = self._sat(number)
        self._act(do, table=number, **keys)
        ((id, what),) = self.room.asks(number, "seat")[-1:]
        sat.seatings.append(Seating(id, what["names"]))
        sat.choice = ""

    def _left(self, number: int, device: Device) -> None:
        names = self.room.course.night.sittings[-1].tables[number - 1].names if self.decided else [""]
        self._reseat(number, device, "leaves", left=self.dice.choice(names))

    def _came(self, number: int, device: Device) -> None:
        free = self.room.course.free() if self.decided else []
        self._reseat(number, device, "comes", came=self.dice.choice(free or [""]))

    def _sub(self, number: int, _: Device) -> None:
        sat = self._sat(number)
        table, deal = self.room.course.night.sittings[-1].tables[number - 1], self.dice.randint(1, 4)
        free = self.room.course.free()
        if free:
            old, new = self.dice.choice(table.names), free[0]
            self._act("substitute", table=number, player=old, by=new, deal=deal, own=True)
            sat.seatings[-1].subs.append((deal, old, new))

    def _paper(self, number: int, _: Device) -> None:
        sat = self._sat(number)
        labels = self.room.course.night.sittings[-1].tables[number - 1].labels()
        row = dict.fromkeys(labels, 0) | {labels[0]: 8, labels[-1]: -8}
        self._act("paper", table=number, rows=[row], deals=3)
        sat.paper = row

    def _end(self, number: int, _: Device) -> None:
        self._act("end", table=number)

    def _choose(self, number: int, device: Device) -> None:
        sat = self._sat(number)
        self._act("device", table=number, device=device.id)
        sat.choice = sat.seatings[-1].chosen = device.id

    def _undo(self, *_: Any) -> None:
        if self.before:
            self.room.act("undo")
            self.decided = self.before.pop()

    # ---- what counts ----

    def counts(self, sat: Sat, at: tuple[int, int]) -> Counter[str]:
        points, before = Counter[str](), 0
        if sat.paper is not None:
            return Counter(sat.paper)
        for seating in sat.seatings:
            devices = [by for by, id in self.played if id == seating.id]
            first = [
                each for each in (seating.chosen, self.answered.get(seating.id), *sorted(devices)) if each in devices
            ]
            log, deals = self.played[first[0], seating.id] if first else [], 0
            by, stop = self.stops.get(at, ("", 0))
            is_stopped = bool(first) and seating is sat.seatings[-1] and by == first[0]
            for line, (is_deal, net) in enumerate(log):
                deals += is_deal
                if is_deal and (before + deals > PLAN.deals or (is_stopped and line >= stop)):
                    continue
                for label, gained in net.items():
                    name = label
                    for deal, old, new in seating.subs:
                        name = new if name == old and deal <= before + deals else name
                    points[name] += gained
            before += deals
        return points


@seed(SEED)
@settings(max_examples=100 * TIMES)
@given(st.lists(st.sampled_from(STEPS), min_size=10, max_size=60), st.integers(0, 2**32))
def test_the_standing_is_that_of_what_was_played_in_whatever_order_it_arrives(steps: list[str], dice: int) -> None:
    night = Evening(Random(dice))
    night.step("next")
    for device in night.room.devices:
        night._seat(device.table, device)
    for what in steps:
        night.step(what)
    night.away.clear()
    devices = [*night.room.devices, *night.twins]
    for device in devices:
        night._send(device)
    course = night.room.course
    sats = [((count, number), sat) for count, sats in enumerate(night.decided) for number, sat in enumerate(sats)]
    for result, (at, sat) in zip(course.results().results, sats, strict=True):
        assert sum(result.won.values()) == 0
        if sat.paper is None or not any(seating.subs for seating in sat.seatings):
            assert Counter(result.won) == night.counts(sat, at)
    other = open_course(Book(None), running.found(CLUB, night.room.retained).course.book.decisions, "b")
    messages = [
        message
        for device in devices
        for evening in range(1, device.playing.ledger.number + 1)
        for message in device.published(evening)
    ]
    night.dice.shuffle(messages)
    for message in messages:
        other.take(*message)
    assert (other.night, other.results()) == (course.night, course.results())
