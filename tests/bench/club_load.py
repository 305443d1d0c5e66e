"""A club night with hundreds of tables: one Mosquitto, the host with its pages, and light clients as devices.

The time from a device's publication of a deal to its arrival at an open room page; memory and processor of the host.
Each light client has a connection of its own and publishes a real ledger of the firmware. Needs Debian's Mosquitto.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiomqtt
from mingg_club import decisions, topics
from mingg_club.brokers import Address, Broker, Credentials, free_port
from mingg_club.course import open_course
from mingg_club.host import Host
from mingg_club.night import Plan
from mingg_club.records import Book
from mingg_club.web.serving import serve
from mingg_host.common import programs
from mingg_host.common.web import listen
from mingg_host.evenings.archive import Archive

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from help.brokers import until
from help.club_devices import CLUB, Device

LOCAL = "127.0.0.1"
SIZES = (10, 50, 200, 500)
SPREAD_S = 15.0  # in which each table publishes a deal; people take minutes
PATIENCE_S = 40.0
KEY = "key"
MB = 1024 * 1024


def measure(folder: Path, line: Callable[[str, str], None]) -> None:
    print(f"A club night: each table publishes a deal within {SPREAD_S:g} s; one Mosquitto, one host, one room page")
    if programs.find() is None:
        print("  not measured: this machine has no mosquitto")
        return
    for tables in SIZES:
        for what, value in asyncio.run(_Night(tables, folder / f"club-{tables}").run()).items():
            line(f"{tables} tables: {what}", value)


TIMES, DEALS = "from a device to the room page, p50; p99, ms", "deals that the page has"


def _quantiles(times: list[float]) -> str:
    """times: in s, sorted."""
    p50, p99 = (1000 * times[int(len(times) * part)] if times else 0.0 for part in (0.5, 0.99))
    return f"{p50:,.0f}; {p99:,.0f}"


class _Night:
    """A night with so many tables. Its host is a process of its own."""

    def __init__(self, tables: int, folder: Path) -> None:
        self.tables = tables
        self.folder = folder
        folder.mkdir(parents=True)
        self.users = Credentials(CLUB)
        self.users.add(tables)
        self.page_port = 0
        self.names: dict[int, list[str]] = {}  # by table, as the page shows them
        self.sent: dict[int, float] = {}  # by table, when its deal was published
        self.seen: dict[int, float] = {}  # and when the page had it
        self.ready = 0
        self.plays = asyncio.Event()

    def times(self) -> list[float]:
        """Returns how long each deal took to the page, in s, sorted."""
        return sorted(self.seen[table] - at for table, at in self.sent.items() if table in self.seen)

    async def run(self) -> dict[str, str]:
        files = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
        self.page_port = free_port()
        self.broker = Broker(self.users, self.folder / "broker", free_port(), 0, LOCAL)
        self.broker.start()
        host = subprocess.Popen(
            [sys.executable, __file__, str(self.tables), str(self.broker.port), str(self.page_port),
             self.users.passwords[topics.DIRECTOR], str(self.folder)], stdout=subprocess.DEVNULL,
        )  # fmt: skip
        page = asyncio.create_task(self._page())
        tables = [asyncio.create_task(self._table(number)) for number in range(1, self.tables + 1)]
        try:
            return await self._measured(host.pid)
        finally:
            for task in [page, *tables]:
                task.cancel()
            await asyncio.gather(page, *tables, return_exceptions=True)
            host.terminate()
            host.wait()
            self.broker.stop()
            resource.setrlimit(resource.RLIMIT_NOFILE, files)

    async def _measured(self, host: int) -> dict[str, str]:
        await self._until(lambda: self.ready >= self.tables)
        await asyncio.sleep(2)
        began, busy = time.monotonic(), _processor_s(host)
        self.plays.set()
        await asyncio.sleep(SPREAD_S)
        await self._until(lambda: len(self.seen) >= self.tables)
        busy = (_processor_s(host) - busy) / (time.monotonic() - began)
        return {
            TIMES: _quantiles(self.times()),
            DEALS: f"{len(self.seen)} of {len(self.sent)}",
            "memory of the host, MB": f"{_memory(host) // MB}",
            "processor of the host": f"{100 * busy:.0f} %",
        }

    async def _until(self, check: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not check() and time.monotonic() < end:
            await asyncio.sleep(0.05)

    async def _page(self) -> None:
        """An open room page."""
        while True:
            try:
                reader, writer = await asyncio.open_connection(LOCAL, self.page_port, limit=1 << 24)
            except OSError:
                await asyncio.sleep(0.1)
                continue
            try:
                writer.write(f"GET /events HTTP/1.1\r\nHost: {LOCAL}\r\n\r\n".encode())
                async for data in reader:
                    if not data.startswith(b"data: "):
                        continue
                    now = time.monotonic()
                    for table in _tables(json.loads(data[6:])):
                        self.names[table["number"]] = [person["name"] for person in table["players"]]
                        if table["played"]:
                            self.seen.setdefault(table["number"], now)
            finally:
                writer.close()

    async def _table(self, number: int) -> None:
        """A device: takes its seats, plays a deal, publishes."""
        device = Device(number, f"{number:08x}")
        user = topics.table_user(number)
        await self._until(lambda: number in self.names)
        async with aiomqtt.Client(
            LOCAL, self.broker.port, username=user, password=self.users.passwords[user], timeout=PATIENCE_S
        ) as client:
            await client.subscribe(topics.of_table(CLUB, number, topics.ASK, "+"), qos=1)
            message = await anext(aiter(client.messages))
            id = str(message.topic).rpartition("/")[2]
            device.seat(self.names[number], ask=id)
            for topic, payload in [device.answer(id), *device.published(), device.here()]:
                await client.publish(topic, payload, qos=1, retain=True)
            known = set(device.published())
            self.ready += 1
            await self.plays.wait()
            await asyncio.sleep(SPREAD_S * random.random())
            device.deal("E", 1 + number % 3)
            news = [one for one in device.published() if one not in known] + [device.here()]
            self.sent[number] = time.monotonic()
            for topic, payload in news:
                await client.publish(topic, payload, qos=1, retain=True)
            await asyncio.Event().wait()


def _tables(value: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the tables of an event: all of them, or those that changed."""
    found: Any = value.get("tables", [])
    return list(found["changed"] if isinstance(found, dict) else found)


def _memory(process: int) -> int:
    """Returns the bytes that a process has in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def _processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _host(tables: int, port: int, page_port: int, password: str, folder: Path) -> None:
    """The host of such a night, until it is ended."""
    players = tuple(f"Player {number}" for number in range(1, 4 * tables + 1))
    plan = Plan("Load", CLUB, "fixed", 1, 4, players=players)
    course = open_course(Book(folder / "night.sqlite"), {1: decisions.new(plan, "2026-01-01T20:00:00+00:00")}, "a")
    host = Host(course, Address(LOCAL, port, topics.DIRECTOR, password), None, Archive(folder / "archive.sqlite"))
    running = asyncio.ensure_future(host.run())
    await until(lambda: not host.trouble, "the host is connected")
    await host.act({"do": "propose"})
    await host.act({"do": "start"})
    await asyncio.gather(running, serve(host, listen(LOCAL, page_port), LOCAL, KEY))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(_host(*map(int, sys.argv[1:4]), sys.argv[4], Path(sys.argv[5])))
