"""A broker in memory, and a device that it links: a club's table without network and without waiting.

The device is the firmware on its own clock, and its MQTT client is the real one: the broker reads and writes packets.
The tests of real brokers have what only those do: credentials, disks, websockets.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help.brokers import BASE, CLUB, TABLE, USERS, lines, member, three
from mingg.link.link import RECORD
from mingg_club import topics
from mingg_club.joining import write
from mingg_club.records import Book
from mingg_host.device.headless import Headless

PORT = 1883
CONNECT, PUBLISH, SUBSCRIBE, PING = 1, 3, 8, 12
PATIENCE_S = 60  # of the device's clock


class MemoryBroker:
    """every: all messages of devices, in their order. latest: the retained message of each topic."""

    def __init__(self) -> None:
        self.latest: dict[str, bytes] = {}
        self.every: list[tuple[str, bytes]] = []
        self.runs, self.hangs = True, False
        self.book: Book | None = Book(None)  # of the host, which says what it has; None: no host runs
        self._wires: list[_Wire] = []

    def dial(self, address: str, port: int) -> _Wire:
        """Opens a connection, as mingg.link.wire.Wire does."""
        if not self.runs or port != PORT:
            raise OSError(111)  # ECONNREFUSED
        self._wires.append(_Wire(self))
        return self._wires[-1]

    def kill(self, *, forget: bool = False) -> None:
        """forget: it loses its messages, too."""
        self.runs = self.hangs = False
        for wire in self._wires:
            wire.broken = True
        self._wires = []
        if forget:
            self.latest.clear()

    def start(self) -> None:
        self.runs = True

    def pause(self, on: bool) -> None:
        """Connections stay open, but nothing answers; or it goes on."""
        self.hangs = on
        for wire in list(self._wires):
            wire.serve()

    def publish(self, topic: str, payload: bytes) -> None:
        """Publishes a retained message of the director."""
        self._keep(topic, payload)
        for wire in self._wires:
            wire.bring(topic, payload, retained=False)

    def ask(self, word: str, **request: object) -> None:
        self.publish(f"{BASE}ask/{word}", json.dumps(request).encode())

    def answer(self, word: str) -> dict[str, Any]:
        """Returns the answer to a request, {} before it has come."""
        result: dict[str, Any] = json.loads(self.latest.get(f"{BASE}answer/{word}", b"{}"))
        return result

    def here(self) -> dict[str, Any]:
        """Returns the state that the device published last."""
        result: dict[str, Any] = json.loads(self.latest.get(f"{BASE}here", b"{}"))
        return result

    def records(self, device: str = "") -> dict[tuple[int, int, int], bytes]:
        """Returns the records that it holds by (evening, segment, number). device: of this one alone."""
        start = f"{BASE}record/{device}"
        return {three(topic): line for topic, line in self.latest.items() if topic.startswith(start)}

    def take(self, topic: str, payload: bytes, retained: bool) -> None:
        """Takes a message of a device."""
        self.every.append((topic, payload))
        if retained:
            self._keep(topic, payload)
        self.tell(topic, payload)

    def tell(self, topic: str, payload: bytes) -> None:
        """The host takes a message, and tells the device what is kept."""
        named = topics.parse(CLUB, topic)
        if self.book is None or named is None or named.kind not in (topics.RECORD, topics.HERE):
            return
        if named.kind == topics.RECORD:
            self.book.take(named, payload)
        said = {} if named.kind == topics.RECORD else json.loads(payload)
        device = named.device or said["device"]
        kept = json.dumps(self.book.kept(TABLE, device, said.get("evening", 0), said.get("records", 0))).encode()
        topic = topics.kept(CLUB, TABLE, device)
        if self.latest.get(topic) != kept and said.get("state") != "away":
            self.publish(topic, kept)

    def _keep(self, topic: str, payload: bytes) -> None:
        self.latest.pop(topic, None)
        if payload:
            self.latest[topic] = payload

    def ended(self, wire: _Wire) -> None:
        """A device went away without a word, so its will counts."""
        if wire in self._wires:
            self._wires.remove(wire)
            if wire.will is not None:
                self.take(*wire.will, True)


class _Wire:
    """A connection to the broker in memory, which answers at once unless it hangs."""

    def __init__(self, broker: MemoryBroker) -> None:
        self.broken = False
        self.will: tuple[str, bytes] | None = None
        self._broker = broker
        self._in = self._out = b""
        self._topics: list[str] = []

    def ready(self) -> bool:
        return not self._broker.hangs

    def send(self, data: bytes | memoryview) -> int:
        if self.broken:
            raise OSError(104)
        self._in += bytes(data)
        self.serve()
        return len(data)

    def receive(self, buffer: bytearray) -> int:
        if self.broken:
            raise OSError(104)
        part = b"" if self._broker.hangs else self._out[: len(buffer)]
        self._out = self._out[len(part) :]
        buffer[: len(part)] = part
        return len(part)

    def close(self) -> None:
        self._broker.ended(self)

    def serve(self) -> None:
        """Reads all whole packets."""
        while not self._broker.hangs and (at := _end_of_length(self._in)):
            length = sum((digit & 127) << 7 * i for i, digit in enumerate(self._in[1:at]))
            if len(self._in) < at + length:
                return
            first, body = self._in[0], self._in[at : at + length]
            self._in = self._in[at + length :]
            self._packet(first, body)

    def _packet(self, first: int, body: bytes) -> None:
        kind = first >> 4
        if kind == CONNECT:
            _, topic, will, user, password = _strings(body[10:])
            known = USERS.get(user.decode()) == password.decode()
            self.will = (topic.decode(), will) if known else None
            self._out += bytes((0x20, 2, 0, 0 if known else 5))
        elif kind == PUBLISH:
            (topic,), rest = _strings(body, 1), body[2 + (body[0] << 8 | body[1]) :]
            self._broker.take(topic.decode(), rest[2:], bool(first & 1))
            self._out += b"\x40\x02" + rest[:2]
        elif kind == SUBSCRIBE:
            self._topics.append(_strings(body[2:], 1)[0].decode())
            self._out += b"\x90\x03" + body[:2] + b"\x01"
            for name, payload in list(self._broker.latest.items()):
                self.bring(name, payload, retained=True)
        elif kind == PING:
            self._out += b"\xd0\x00"

    def bring(self, topic: str, payload: bytes, retained: bool) -> None:
        """Brings a message to the device if it has asked for its topic."""
        if any(
            wanted in (topic, topic.rpartition("/")[0] + "/+") for wanted in self._topics
        ):  # the only kinds that devices ask for
            name = topic.encode()
            body = len(name).to_bytes(2, "big") + name + b"\x00\x01" + payload
            digits, length = b"", len(body)
            while length > 127:
                digits, length = digits + bytes((length & 127 | 128,)), length >> 7
            self._out += bytes((0x33 if retained else 0x32,)) + digits + bytes((length,)) + body


def _end_of_length(data: bytes) -> int:
    """Returns where the length of a packet ends, 0 if it has not come."""
    return next((i + 1 for i in range(1, min(len(data), 5)) if not data[i] & 128), 0)


def _strings(body: bytes, most: int = 9) -> list[bytes]:
    """Returns the strings at the start, each with its length before it."""
    found: list[bytes] = []
    while body and len(found) < most:
        end = 2 + (body[0] << 8 | body[1])
        found.append(body[2:end])
        body = body[end:]
    return found


class PowerCut(BaseException):
    """The power fails in the middle of what the firmware does."""


class Table:
    """A device with its link, its flash in a folder. Its membership may be changed. dies: where its power fails, see
    break_at()."""

    def __init__(self, flash: Path, broker: MemoryBroker, dies: str = "", **changes: Any) -> None:
        write(flash, member(**{"port": PORT, **changes}))
        self.flash, self.broker = flash, broker
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("mingg.link.wire.Wire", broker.dial)
            self.device = Headless(flash)
        if dies:
            break_at(self.app, dies)

    @property
    def app(self) -> Any:
        return self.device.app

    @property
    def link(self) -> Any:
        return self.app.club.link

    @property
    def moment(self) -> tuple[int, int]:
        moment: tuple[int, int] = self.app.play.evening.moment()
        return moment

    @property
    def balances(self) -> list[int]:
        return list(self.app.play.evening.session.balances)

    @property
    def shown(self) -> str:
        """The name of the screen."""
        return type(self.app.screen).__name__

    def wait(self, seconds: float) -> None:
        self.device.wait(int(1000 * seconds))

    def press(self, *keys: str) -> None:
        self.device.press(*keys)

    def until(self, check: Callable[[], Any], what: str) -> Any:
        """Lets time pass until check() is true, and returns its result."""
        for _ in range(20 * PATIENCE_S):
            if result := check():
                return result
            self.device.wait(50)
        raise AssertionError(f"not within {PATIENCE_S} s: {what}; on the screen: {' / '.join(self.device.text())}")

    def on(self) -> None:
        self.until(lambda: self.link.state == "on", "the link is on")

    def screen(self, name: str) -> set[str]:
        """Waits for a screen, and returns its texts."""
        self.until(lambda: self.shown == name, name)
        self.device.wait(50)
        return set(self.device.text())

    def arrived(self, since: int = 1) -> None:
        """Waits until the broker has the ledger, byte for byte."""
        self.until(
            lambda: self.broker.records(self.link.device) == lines(self.flash, since), "the broker has the ledger"
        )

    def answer(self, word: str) -> dict[str, Any]:
        """Waits for the answer to a request."""
        result: dict[str, Any] = self.until(lambda: self.broker.answer(word), f"an answer to {word}")
        return result

    def says(self, **expected: object) -> dict[str, Any]:
        """Waits until the device has published this state."""
        result: dict[str, Any] = self.until(
            lambda: expected.items() <= self.broker.here().items() and self.broker.here(), f"it says {expected}"
        )
        return result

    def draw(self) -> None:
        """Enters a deal that nobody won, and goes back to Table."""
        self.enter_draw()
        self.press("a")
        self.screen("TableScreen")

    def enter_draw(self) -> None:
        """Enters a deal that nobody won."""
        before = self.moment
        self.screen("TableScreen")
        self.press("a", "up", "a")
        self.until(lambda: self.moment != before, "the deal is saved")

    def dies(self, *keys: str) -> None:
        """Presses keys, and lets time pass until the power fails."""
        try:
            self.press(*keys)
            self.wait(PATIENCE_S)
        except PowerCut:
            self.cut()
        else:
            raise AssertionError("the power did not fail")

    def cut(self) -> None:
        """Cuts the power."""
        self.device.close()


def break_at(app: Any, where: str) -> None:
    """Lets the power fail where a record is on the flash and is about to leave (committed), its packet has left
    (published), the broker has acknowledged it (acknowledged); where a request is about to be carried out (noted), or
    was, but that is not written (done)."""
    link = app.club.link
    client, fly = link.client, link._fly

    def cut(*_: object) -> None:
        raise PowerCut(where)

    def then_cut(owner: Any, name: str, when: Callable[..., object] = lambda *_: True) -> None:
        does = getattr(owner, name)

        def broken(*words: Any) -> Any:
            result = does(*words)
            return cut() if when(*words) else result

        setattr(owner, name, broken)

    if where == "committed":
        link._fly = lambda topic, *rest: cut() if topic.startswith("record/") else fly(topic, *rest)
    elif where in ("published", "acknowledged"):
        taken = client._taken

        def is_taken(identifier: int) -> None:
            # The head of a ledger is no deal that could be lost.
            is_record = max(link._counts.values(), default=0) > 0 and any(
                flying[0] == identifier and flying[1] == RECORD for flying in link._flying
            )
            if is_record and where == "published":
                cut()
            taken(identifier)
            if is_record:
                cut()

        client._taken = is_taken
    elif where == "noted":
        then_cut(app.club, "_note")
    else:
        link.finish = cut
