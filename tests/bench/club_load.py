"""A club night with hundreds of tables: one Mosquitto, the host with its pages, and light clients as devices.

The time from a device's publication of a deal to its arrival at an open room page; bytes of a deal; memory, also of
both pages in Chromium. Each light client has a connection of its own and publishes a real ledger of the firmware. A
club has at most 999 tables, so 2,000 are ten clubs on one computer. Needs Debian's Mosquitto, and Chromium for the
pages.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiomqtt
from mingg_host.club import brokers, document, topics
from mingg_host.club.brokers import MOSQUITTO, Address, Broker, Credentials, free_port
from mingg_host.club.course import open_course
from mingg_host.club.host import Host
from mingg_host.club.night import Plan
from mingg_host.club.records import Book
from mingg_host.club.running import connected
from mingg_host.club.web.serving import serve
from mingg_host.common.web import listen
from mingg_host.evenings.archive import Archive
from playwright.async_api import async_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from help.club_devices import CLUB, Device

LOCAL = "127.0.0.1"
SIZES = (10, 50, 200, 500)
IN_CHROMIUM = 200  # the size whose pages are opened in a browser, too
SPREAD_S = 15.0  # in which each table publishes a deal; people take minutes
PATIENCE_S = 40.0
CLUBS, TABLES_OF_EACH = 10, 200
LONG_SPREAD_S, LONG_PATIENCE_S = 240.0, 400.0  # for many clubs: as fast as quick people play
APART_S = 5.0  # between the beginnings of two clubs
KEY = "key"
KB = 1024


def measure(folder: Path, line: Callable[[str, str], None]) -> None:
    print(f"A club night: each table publishes a deal within {SPREAD_S:g} s; one Mosquitto, one host, one room page")
    if brokers.find(MOSQUITTO) is None:
        print("  not measured: this machine has no mosquitto")
        return
    for tables in SIZES:
        night = _Night(tables, folder / f"club-{tables}", SPREAD_S, PATIENCE_S)
        for what, value in asyncio.run(night.run(chromium=tables == IN_CHROMIUM)).items():
            line(f"{tables} tables: {what}", value)
    print(f"{CLUBS} such nights at once on this computer: each table publishes a deal within {LONG_SPREAD_S:g} s")
    for what, value in asyncio.run(_side_by_side(folder)).items():
        line(f"{CLUBS * TABLES_OF_EACH:,} tables: {what}", value)


async def _side_by_side(folder: Path) -> dict[str, str]:
    nights = [
        _Night(TABLES_OF_EACH, folder / f"clubs-{number}", LONG_SPREAD_S, LONG_PATIENCE_S) for number in range(CLUBS)
    ]
    # one after the other begins, as clubs would: to seat 2,000 tables at once takes this computer minutes
    await asyncio.gather(*(night.run(wait_s=APART_S * number) for number, night in enumerate(nights)))
    times = sorted(time for night in nights for time in night.times())
    deals = sum(len(night.sent) for night in nights)
    return {TIMES: _quantiles(times), DEALS: f"{len(times)} of {deals:,}"}


TIMES, DEALS = "from a device to the room page, p50; p99, ms", "deals that the page has"


def _quantiles(times: list[float]) -> str:
    """times: in s, sorted."""
    p50, p99 = (1000 * times[int(len(times) * part)] if times else 0.0 for part in (0.5, 0.99))
    return f"{p50:,.0f}; {p99:,.0f}"


class _Night:
    """A night with so many tables. Its host is a process of its own."""

    def __init__(self, tables: int, folder: Path, spread_s: float, patience_s: float) -> None:
        self.tables = tables
        self.spread_s, self.patience_s = spread_s, patience_s
        self.folder = folder
        folder.mkdir(parents=True)
        self.users = Credentials(CLUB)
        self.users.add(tables)
        self.page_port = 0
        self.names: dict[int, list[str]] = {}  # by table, as the page shows them
        self.sent: dict[int, float] = {}  # by table, when its deal was published
        self.seen: dict[int, float] = {}  # and when the page had it
        self.sent_bytes = self.page_bytes = self.page_size = self.failed = 0
        self.ready = 0
        self.plays = asyncio.Event()

    def times(self) -> list[float]:
        """Returns how long each deal took to the page, in s, sorted."""
        return sorted(self.seen[table] - at for table, at in self.sent.items() if table in self.seen)

    async def run(self, wait_s: float = 0.0, chromium: bool = False) -> dict[str, str]:
        await asyncio.sleep(wait_s)
        files = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
        self.page_port = free_port()
        self.broker = Broker(self.users, self.folder / "broker", free_port(), 0, LOCAL, MOSQUITTO)
        self.broker.start()
        host = subprocess.Popen(
            [sys.executable, __file__, str(self.tables), str(self.broker.port), str(self.page_port),
             self.users.passwords[topics.DIRECTOR], str(self.folder)], stdout=subprocess.DEVNULL,
        )  # fmt: skip
        page = asyncio.create_task(self._page())
        tables = [asyncio.create_task(self._table(number)) for number in range(1, self.tables + 1)]
        try:
            result = await self._measured(host.pid)
            return result | (await _heaps(f"http://{LOCAL}:{self.page_port}") if chromium else {})
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
        began, busy, before = time.monotonic(), _processor_s(host), self.page_bytes
        self.plays.set()
        await asyncio.sleep(self.spread_s)
        await self._until(lambda: len(self.seen) >= self.tables)
        busy = (_processor_s(host) - busy) / (time.monotonic() - began)
        deals = max(1, len(self.sent))
        return {
            TIMES: _quantiles(self.times()),
            DEALS: f"{len(self.seen)} of {deals}",
            "bytes of a deal to the broker; to a page": (
                f"{self.sent_bytes // deals:,}; {(self.page_bytes - before) // deals:,}"
            ),
            "memory of the host, kB; the whole night on a page, kB": (
                f"{_memory(host) // KB:,}; {self.page_size // KB:,}"
            ),
            "processor of the host": f"{100 * busy:.0f} %",
        }

    async def _until(self, check: Callable[[], bool]) -> None:
        end = time.monotonic() + self.patience_s
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
                    self.page_bytes += len(data)
                    if not data.startswith(b"data: "):
                        continue
                    self.page_size = max(self.page_size, len(data))
                    now = time.monotonic()
                    for table in _tables(json.loads(data[6:])):
                        self.names[table["number"]] = [person["name"] for person in table["players"]]
                        if table["played"]:
                            self.seen.setdefault(table["number"], now)
            finally:
                writer.close()

    async def _table(self, number: int) -> None:
        """A device: takes its seats, plays a deal, publishes."""
        device = Device(number, f"{number:08x}", names_itself=True)
        user = topics.table_user(number)
        await self._until(lambda: number in self.names)
        async with aiomqtt.Client(
            LOCAL, self.broker.port, username=user, password=self.users.passwords[user], timeout=self.patience_s
        ) as client:
            await client.subscribe(topics.of_table(CLUB, number, topics.ASK, "+"), qos=1)
            message = await anext(aiter(client.messages))
            device.seat(self.names[number])
            id = str(message.topic).rpartition("/")[2]
            for topic, payload in [device.answer(id), *device.published(), device.here()]:
                await client.publish(topic, payload, qos=1, retain=True)
            known = set(device.published())
            self.ready += 1
            await self.plays.wait()
            await asyncio.sleep(self.spread_s * random.random())
            device.deal("E", 1 + number % 3)
            news = [one for one in device.published() if one not in known] + [device.here()]
            self.sent_bytes += sum(len(topic) + len(payload) for topic, payload in news)
            self.sent[number] = time.monotonic()
            for topic, payload in news:
                await client.publish(topic, payload, qos=1, retain=True)
            await asyncio.Event().wait()


async def _heaps(address: str) -> dict[str, str]:
    """Returns the memory of the scripts of both pages in Chromium, after a collection."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        return {"heap of the room page; of the director's page": "not measured: no Chromium"}
    heaps = []
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for path in ("/", f"/director#{KEY}"):
            page = await chromium.new_page()
            await page.goto(address + path)
            await page.locator("#tables", has_text="Player 1").wait_for(state="attached")
            session = await page.context.new_cdp_session(page)
            await session.send("HeapProfiler.collectGarbage")
            used = await session.send("Runtime.getHeapUsage")
            heaps.append(f"{int(used['usedSize']) // KB:,}")
        await chromium.close()
    return {"heap of the room page; of the director's page, kB": "; ".join(heaps)}


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
    course = open_course(Book(folder / "night.sqlite"), document.new(plan, "2026-01-01T20:00:00+00:00", "a"), "a")
    host = Host(course, Address(LOCAL, port, topics.DIRECTOR, password), None, Archive(folder / "archive.sqlite"))
    running = asyncio.ensure_future(host.run())
    await connected(host)
    await host.act({"do": "propose"})
    await host.act({"do": "start"})
    await asyncio.gather(running, serve(host, listen(LOCAL, page_port), LOCAL, KEY))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(_host(*map(int, sys.argv[1:4]), sys.argv[4], Path(sys.argv[5])))
