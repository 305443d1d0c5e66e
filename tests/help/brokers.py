"""What the tests of the link share: Mosquitto on a free port, and a client."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mingg.link.mqtt import ON, Client
from mingg.link.wire import Wire
from mingg_club import brokers
from mingg_club.brokers import Credentials, free_port
from mingg_club.joining import Membership
from mingg_club.tasks import threads_ended

PATIENCE_S = 60.0
CLUB, TABLE = "tuesday", 3
BASE = f"mingg/{CLUB}/table/{TABLE}/"
USERS = {f"table-{TABLE}": "tabular", "director": "directs", "table-4": "other"}


def eventually(check: Callable[[], Any], what: str, seconds: float = PATIENCE_S) -> Any:
    """Returns the result of check() as soon as it is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = check()
        if result:
            return result
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds:g} s: {what}")


async def until(check: Callable[[], Any], what: str = "it does not come true", seconds: float = PATIENCE_S) -> None:
    """Waits in an event loop until check() is true."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, what
        await asyncio.sleep(0.01)


def in_a_loop(test: Callable[..., Any]) -> Callable[..., None]:
    """Returns a test that runs in an event loop of its own."""

    async def whole(given: dict[str, Any]) -> None:
        await test(**given)
        await threads_ended()

    @functools.wraps(test)
    def runs(**given: Any) -> None:
        asyncio.run(whole(given))

    return runs


@asynccontextmanager
async def runs(host: Any) -> AsyncIterator[None]:
    """Runs a host, until the end of the block."""
    task = asyncio.ensure_future(host.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Broker(brokers.Broker):
    """The broker that `mingg club run` starts, which tests kill or stop for a while. users: those of a club; by default
    of the one with the table of a device."""

    def __init__(self, folder: Path, users: Credentials | None = None) -> None:
        super().__init__(users or Credentials(CLUB, USERS), folder, free_port(), 0, "127.0.0.1")
        self._readers: list[Reader] = []
        self.start()

    def kill(self, *, forget: bool = False) -> None:
        """Kills it with signal 9. forget: removes its data, too."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        if forget:
            (self.folder / "mosquitto.db").unlink(missing_ok=True)

    def reader(self, user: str = "director") -> Reader:
        """Returns a client that reads everything, until close()."""
        reader = Reader(self.port, user)
        self._readers.append(reader)
        return reader

    def close(self) -> None:
        self.kill()
        for reader in self._readers:
            reader.close()

    def pause(self, on: bool) -> None:
        """Stops the broker: connections stay open, but nothing answers. Or lets it go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)


class Reader:
    """A client that collects messages. latest: the last payload of each topic. beside: what else runs while it waits,
    such as a device with a clock of its own."""

    def __init__(self, port: int, user: str = "director", topics: tuple[str, ...] = ("mingg/#",)) -> None:
        self.latest: dict[str, bytes] = {}
        self.taken: list[int] = []
        self.beside: Callable[[], object] = lambda: None
        name = f"reader{os.urandom(4).hex()}"
        self._client = Client(name, user, USERS[user], (f"x/{name}", b""), self._hear, self.taken.append)
        self._client.dial(Wire("127.0.0.1", port), self._now())
        eventually(lambda: self._step() or self._client.state == ON, "the reader is connected")
        if topics:
            self._client.subscribe(topics)
            self.run(0.05)

    def _now(self) -> int:
        return time.monotonic_ns() // 1_000_000 % (1 << 29)

    def _step(self) -> None:
        self._client.step(self._now())

    def _hear(self, topic: str, payload: bytes | None, retained: bool) -> None:
        self.latest[topic] = payload or b""

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self._client.step(self._now()):
                time.sleep(0.001)

    def until(self, check: Callable[[], Any], what: str, seconds: float = PATIENCE_S) -> Any:
        def looked() -> Any:
            self.run(0.01)
            self.beside()
            return check()

        return eventually(looked, what, seconds)

    def publish(self, topic: str, payload: bytes, retained: bool = True) -> None:
        self.until(self._client.free, "a packet can be sent")
        number = self._client.publish(topic, payload, retained)
        self.until(lambda: number in self.taken, f"{topic} is acknowledged")

    def ask(self, word: str, **request: object) -> None:
        """Publishes a request."""
        self.publish(f"{BASE}ask/{word}", json.dumps(request).encode())

    def answer(self, word: str) -> dict[str, Any]:
        """Waits for the answer to a request."""
        topic = f"{BASE}answer/{word}"
        self.until(lambda: topic in self.latest, f"an answer to {word}")
        result: dict[str, Any] = json.loads(self.latest[topic])
        return result

    def records(self, device: str = "") -> dict[tuple[int, int, int], bytes]:
        """Returns the latest payload by (evening, segment, number). device: of this one alone."""
        start = f"{BASE}record/{device}"
        found = {topic[len(start) :]: line for topic, line in self.latest.items() if topic.startswith(start)}
        return {three(name): line for name, line in found.items()}

    def here(self, **expected: object) -> dict[str, Any]:
        """Waits until the latest state that the device published has all of `expected`; returns it. Name all that a
        test asks for: otherwise it may take an older state for the one that it waits for."""

        def latest() -> dict[str, Any]:
            state: dict[str, Any] = json.loads(self.latest.get(f"{BASE}here", b"{}"))
            return state if all(state.get(key) == value for key, value in expected.items()) else {}

        result: dict[str, Any] = self.until(latest, f"the device says {expected}")
        return result

    def close(self) -> None:
        self._client.drop()


def three(name: str) -> tuple[int, int, int]:
    evening, segment, number = map(int, name.rpartition("-")[2].split("/"))
    return evening, segment, number


def lines(folder: Path, since: int = 1) -> dict[tuple[int, int, int], bytes]:
    """Returns the lines of the ledgers in a folder by (evening, segment, number): of several heads the last one."""
    results = {}
    for path in sorted(folder.glob("*-*.txt")):
        evening, segment = int(path.stem.partition("-")[0]), int(path.stem.partition("-")[2])
        if evening < since:
            continue
        for line in path.read_bytes().split(b"\n"):
            if line:
                results[evening, segment, int(line.partition(b" ")[0])] = line
    return results


def member(port: int, **changes: Any) -> Membership:
    user = f"table-{TABLE}"
    return Membership(CLUB, TABLE, "127.0.0.1", port, user, USERS[user])._replace(**changes)


def end_broker(folder: Path) -> None:
    """Ends the broker that the killed host left: its command line names this test's folder."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if str(folder).encode() in line and (b"mosquitto" in line or b"nats" in line):
                os.kill(int(entry.name), signal.SIGTERM)
