"""A whole night on the real firmware while everything fails: devices, network, broker, host.

Afterwards the host has every record of every table, byte for byte, and the standing is that of the ledgers alone.
MINGG_TIMES: how long things fail, as a multiple of 6 s; MINGG_SEED repeats a run.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from help.brokers import Broker
from help.club_failing import OF_TABLES, FailingTable, differences
from help.seeds import TIMES
from mingg_club import decisions, joining, nights, rehearsal, topics
from mingg_club.brokers import Address, Credentials
from mingg_club.course import open_course
from mingg_club.host import Host, retained
from mingg_club.night import Plan
from mingg_club.records import Book
from mingg_club.rehearsal import Tables
from mingg_club.running import found
from mingg_club.tasks import ended
from mingg_club.view import DEVICES, MOVING, WAITING, ActionError, TableView
from mingg_host.evenings.archive import Archive

pytestmark = [pytest.mark.mosquitto, pytest.mark.prove]

CLUB = "friday"
TABLES = 12
DEALS = 3
PATIENCE_S = 120.0
STALLS_S = 5.0  # a table that stands still for so long needs the director
BROKER, FORGETFUL, HANGING = "broker", "broker without its data", "a broker that hangs"
HOST, SECOND_HOST, CLOCK = "host", "a second host", "a wrong clock"
OF_COMPUTERS = (BROKER, FORGETFUL, HANGING, HOST, SECOND_HOST, CLOCK)


class Computers:
    """The night's computers: a broker and a host, which can be replaced. clock: seconds by which the clocks of the
    hosts that begin from now on are wrong. confirmed: actions of which a host said that they are done."""

    def __init__(self, folder: Path, users: Credentials, broker: Broker, plan: Plan, dice: random.Random) -> None:
        self.folder = folder
        self.broker = broker
        self.dice = dice
        self.address = Address("127.0.0.1", broker.port, "director", users.passwords["director"])
        self.archive = Archive(folder / "archive.sqlite")
        self._names = (f"host-{number}" for number in itertools.count())
        self.confirmed: list[str] = []
        self.known = {1: decisions.new(plan, nights.now())}
        self.host, self.running = self._start(self.broker, next(self._names))

    def _start(self, broker: Broker | None, name: str) -> tuple[Host, asyncio.Future[None]]:
        """Starts a host on the computer with this name, which may have the book of an earlier one. It takes over."""
        book = Book(self.folder / f"{name}.sqlite")
        host = Host(open_course(book, self.known, name, self.dice), self.address, broker, self.archive)
        return host, asyncio.ensure_future(host.run())

    async def replace(self) -> None:
        """Kills the host, and starts another one: on this computer, or on another one if the broker has all
        decisions."""
        there, name = await self._published(), self.host.course.host
        await self._kill(self.host, self.running)
        if there is not None:
            self.known, name = there, next(self._names)
        self.host, self.running = self._start(self.broker, name)

    async def add(self) -> bool:
        """A second host on another computer takes over. Some time later one of the two is killed: the first one, if the
        second one has all decisions by then."""
        there = await self._published()
        if there is None:
            return False
        self.known = there
        second = self._start(None, next(self._names))
        await asyncio.sleep(0.5 + 1.5 * self.dice.random())
        hosts = [second, (self.host, self.running)]
        await asyncio.gather(*(self.act(host) for host, _ in hosts))
        if self.dice.random() < 0.7 and second[0].course.directs and second[0].course.night == self.host.course.night:
            hosts.reverse()
        dead, (self.host, self.running) = hosts
        await self._kill(*dead)
        self.host.broker = self.broker
        if not self.host.course.directs:
            with suppress(ActionError):
                await self.host.act({"do": "take_over"})
        return True

    async def _published(self) -> dict[int, bytes] | None:
        """Returns the decisions that the broker has, None unless they are all. Tries for some seconds."""
        for _ in range(5):
            with suppress(Exception):
                there = found(CLUB, await asyncio.wait_for(retained(self.address, CLUB), 10))
                if there.course.book.decisions == self.host.course.book.decisions:
                    return there.course.book.decisions
        return None

    async def _kill(self, host: Host, running: asyncio.Future[None]) -> None:
        """Ends a host as a power cut does: it settles nothing, and its book loses what was not committed."""
        nothing = lambda *_, **__: None  # noqa: E731
        vars(host).update(_settle=nothing, _fill_archive=nothing)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        host.course.book.close()

    async def stop(self) -> None:
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        self.host.course.book.close()

    async def act(self, host: Host) -> None:
        """Acts at a host. It may refuse; what it confirms must last."""
        key = f"{len(self.confirmed)}:{self.dice.random()}"
        with suppress(ActionError):
            await host.act({"do": "dismiss", "key": key})
            self.confirmed.append(key)

    def vanished(self) -> list[str]:
        """Returns the confirmed actions that no decision has."""
        there = b"".join(self.host.course.book.decisions.values()).decode()
        return [f"{key} was confirmed and has vanished" for key in self.confirmed if key not in there]

    async def hang(self) -> bool:
        """The broker neither answers nor ends for some seconds, while the director acts."""
        if not self.broker.is_running():
            return False
        self.broker.pause(True)
        acting = asyncio.ensure_future(self.act(self.host))
        await asyncio.sleep(self.dice.choice((1, 4, 12)))
        self.broker.pause(False)
        await acting
        return True

    async def kill_broker(self, forget: bool) -> bool:
        if not self.broker.is_running():
            return False
        self.broker.kill(forget=forget)
        return True


class Director:
    """Directs the night to its end, whichever host it has. ids: of the devices that count, by table.

    Of two devices the director chooses the right one. A table that does not go on is seated again, or ended if its
    deals are played. Nobody waits for records of a twin that has gone: another computer may lack them for ever.

    closing: the present sitting is the last one.
    """

    closing = False

    def __init__(self, computers: Computers, tables: Tables, ids: dict[int, str]) -> None:
        self.computers = computers
        self.tables = tables
        self.ids = ids
        self._stands: dict[int, tuple[object, float]] = {}

    async def run(self) -> None:
        while True:
            host = self.computers.host
            directing = asyncio.ensure_future(rehearsal.direct(host, self.tables, lambda _: None, self._waits))
            done, _ = await asyncio.wait([directing], timeout=0.5)
            await ended([directing])  # wait_for() may lose the cancellation, and then it directs a killed host for ever
            with suppress(ActionError):
                if done and directing.result() is None and host is self.computers.host:
                    return
            with suppress(ActionError):
                await self._help(self.computers.host)

    def _waits(self, host: Host, table: TableView) -> bool:
        """Whether records of a table may still come. Until a night that closes is over, they may: so no other sitting
        begins."""
        return (self.closing and not host.course.is_over()) or self._is_behind(host, table)

    def _is_behind(self, host: Host, table: TableView) -> bool:
        there = {self.ids[table.number], *host.course.at_once(table.number)}
        ledgers = [ledger for ledger in host.course.watched(table.number) if ledger.name.device in there]
        return bool(table.queued or any(map(host.course.missing, ledgers)))

    async def _help(self, host: Host) -> None:
        for message in host.view().messages:
            for button in message.buttons if message.kind == DEVICES else ():
                if button.send.get("device") == self.ids[message.table]:
                    await host.act(button.send)
        shown = host.view()
        if self.closing and shown.state == MOVING and not any(self._is_behind(host, table) for table in shown.tables):
            await host.act({"do": "close"})
        now = time.monotonic()
        for table in shown.tables:
            count = len(host.course.night.sittings)
            waits = any((ask.what["do"], ask.state) == ("seat", WAITING) for ask in table.asked)
            records = sum(len(ledger.records) for ledger in host.course.watched(table.number))
            is_here = self.ids[table.number] in host.course.at_once(table.number)
            stand = (count, table.played, records, waits, is_here, table.done)
            before, since = self._stands.get(table.number, (None, now))
            self._stands[table.number] = stand, since if stand == before else now
            if stand == before and now - since > STALLS_S and is_here and not (waits or table.done):
                self._stands.pop(table.number)
                is_played = host.course.result(host.course.table_at(table.number, count)).done
                await host.act({"do": "end" if is_played else "reseat", "table": table.number})


def unfinished(host: Host, tables: list[FailingTable]) -> str:
    clubs = [(type(table.device.app.screen).__name__, table.device.app.club) for table in tables]
    devices = [(screen, club.link.state, club.link.memo.sitting) for screen, club in clubs]
    waits = [vars(table) for table in host.view().tables if not table.done or table.behind or table.queued]
    return f"{host.trouble}; {waits}; {devices}; without a result {host.course.lacking()}"


def test_twelve_tables_play_a_night_while_everything_fails(
    tmp_path: Path, tell: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = 6 * TIMES
    seed = int(os.environ.get("MINGG_SEED", "0")) or random.randrange(10**6)
    dice = random.Random(seed)
    names = tuple(f"{letter}{number}" for number in range(1, TABLES + 1) for letter in "ABCD")
    plan = Plan("Friday", CLUB, "progressive", 0, DEALS, players=names)
    users = Credentials(CLUB)
    users.add(TABLES)
    broker = Broker(tmp_path / "broker", users)
    all_tables = [
        FailingTable(
            *(number, tmp_path / f"{number}", joining.member(users, number, "127.0.0.1", broker.port)),
            *(0.3, random.Random(dice.random())),
        )
        for number in range(1, TABLES + 1)
    ]
    ids = {table.number: table.id() for table in all_tables}
    tables = Tables(list(all_tables))
    clock = 0.0
    monkeypatch.setattr(topics, "time", SimpleNamespace(time=lambda: max(0.0, time.time() + clock)))
    done = Counter(dict.fromkeys((*OF_TABLES, *OF_COMPUTERS), 0))
    confirmed: list[str] = []

    def happened() -> Counter[str]:
        return sum((table.done for table in all_tables), done)

    def lacking() -> list[str]:
        """Kinds that have not happened yet: each happens at least once."""
        return [what for what in (*OF_TABLES, *OF_COMPUTERS) if not happened()[what]]

    async def fail(computers: Computers, what: str) -> bool:
        """Returns False if this cannot fail now."""
        nonlocal clock
        if what == SECOND_HOST:
            return await computers.add()
        if what == HANGING:
            return await computers.hang()
        if what in (BROKER, FORGETFUL):
            return await computers.kill_broker(what == FORGETFUL)
        if what == CLOCK:
            clock = dice.choice((-2e9, -86400.0, 0.0, 86400.0, 2e9))
        await computers.replace()
        return True

    async def over(directing: asyncio.Future[None], computers: Computers) -> None:
        """Waits until the night is over. A night that stands still does not end."""
        began = since = time.monotonic()
        before: object = None
        while not directing.done():
            await asyncio.wait([directing], timeout=1)
            course = computers.host.course
            stand = len(course.night.sittings), sum(len(ledger.records) for ledger in course.book.ledgers.values())
            before, since = stand, since if stand == before else time.monotonic()
            if time.monotonic() > min(began + max(PATIENCE_S, 2 * seconds), since + PATIENCE_S):
                pytest.fail(f"the night does not end; seed {seed}: {unfinished(computers.host, all_tables)}")
        directing.result()

    async def night() -> list[str]:
        computers = Computers(tmp_path, users, broker, plan, dice)
        director = Director(computers, tables, ids)
        directing = asyncio.ensure_future(director.run())
        end = time.monotonic() + seconds
        last = end + max(PATIENCE_S, 2 * seconds)
        while time.monotonic() < (last if lacking() else end):
            await asyncio.sleep(0.1 + 0.3 * dice.random())
            if dice.random() < 0.2:
                await computers.act(computers.host)
            usual = dice.choices(list(done), [3] * len(OF_TABLES) + [1] * len(OF_COMPUTERS))
            (what,) = [dice.choice(lacking())] if lacking() and dice.random() < 0.8 else usual
            if what in OF_TABLES:
                dice.choice([table for table in all_tables if not table.fault] or all_tables).fault = what
            else:
                failing = asyncio.ensure_future(fail(computers, what))
                await asyncio.wait([failing], timeout=PATIENCE_S)
                assert failing.done(), f"{what} does not end; seed {seed}: {unfinished(computers.host, all_tables)}"
                done[what] += failing.result()
        director.closing = True
        await over(directing, computers)
        tables.stop()
        await computers.stop()
        confirmed.extend(computers.confirmed)
        assert confirmed or TIMES < 10, "a short night may end before an action is confirmed"
        return differences(computers.host, computers.archive, all_tables, ids) + computers.vanished()

    tables.start()
    began = time.monotonic()
    try:
        assert asyncio.run(night()) == [], f"seed {seed}"
    finally:
        broker.stop()
        tables.stop()
    assert not lacking(), f"seed {seed}: these have not happened"
    faults = ", ".join(f"{what} {happened()[what]}" for what in done) + f"; {len(confirmed)} actions confirmed"
    tell(f"{TABLES} tables, {time.monotonic() - began:.0f} s: {faults}; seed {seed}")
