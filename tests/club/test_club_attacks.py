"""What one table sends to a running night through its broker changes no record, no archive, no standing and no page.

Credentials alone are tested in test_club_broker.py, and what a course does with single messages in test_club_course.py.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from help.brokers import until
from help.club_devices import CLUB, Device
from mingg_club import decisions, topics
from mingg_club.brokers import Address, Broker, Credentials, free_port
from mingg_club.course import open_course
from mingg_club.host import Host
from mingg_club.night import Plan
from mingg_club.records import Book
from mingg_club.view import HERE
from mingg_club.web.feed import for_room
from mingg_host.evenings.archive import Archive

NAMES = ("<script>alert()</script>", "a/b#+", "$SYS", "=1+1", "Eve", "Flo", "Gus", "Hal")
HOST = "127.0.0.1"
RECORD = topics.record(CLUB, 1, 1, 0, 1, "00000001")
Message = tuple[str, bytes]

pytestmark = [pytest.mark.mosquitto, pytest.mark.usefixtures("quick_host")]


@pytest.fixture
def broker(tmp_path: Path, users: Credentials) -> Iterator[Broker]:
    own = Broker(
        users,
        tmp_path / "broker",
        free_port(),
        0,
        HOST,
    )
    own.start()
    yield own
    own.stop()


async def publish(broker: Broker, user: str, password: str, messages: list[Message], retain: bool = True) -> None:
    """Publishes each message with a connection of its own: a broker may end it."""
    for topic, payload in messages:
        try:
            async with aiomqtt.Client(HOST, broker.port, username=user, password=password, timeout=3) as client:
                sent = asyncio.ensure_future(client.publish(topic, payload, qos=1, retain=retain))
                await asyncio.wait({sent, client._disconnected}, timeout=2, return_when=asyncio.FIRST_COMPLETED)
                sent.cancel()
                await asyncio.gather(sent, return_exceptions=True)
        except (aiomqtt.MqttError, OSError, ValueError, asyncio.TimeoutError):
            pass


def state(host: Host) -> dict[str, Any]:
    """Returns all that an attack must not change: records, results, requests, and what the room sees of them."""
    host.course.change += 1
    shown = for_room(host.view())
    return {
        "records": {name: dict(ledger.records) for name, ledger in host.course.book.ledgers.items() if ledger.records},
        "ranks": host.course.ranks(),
        "night": repr(host.course.night),
        # Who sends junk is in doubt, and the room may see that.
        "tables": [{**table, "look": "", "words": ""} for table in shown["tables"]],
        "standing": shown["standing"],
    }


def junk(devices: list[Device]) -> list[Message]:
    """Returns messages that the device of table 1 may send, and that mean nothing, or nothing new."""
    base = topics.of_table(CLUB, 1)
    line = devices[0].published()[1][1]
    return [
        (f"{base}/record", b"x"),
        (f"{base}/record/1/0/1/2", line),
        (f"{base}/record/01/0/1", line),
        (f"{base}/record/1/0/-1", line),
        (f"{base}/record/$SYS/0/1", line),
        (f"{base}/record/../../2/0/1", line),
        (f"{base}/record/9/0/{10**15}", line),
        (f"{base}/record/1/10000/1", line),
        (f"{base}/record/{'9' * 400}/0/1", line),
        (f"{base}/record/" + "/".join("x" * 50), b"deep"),
        (f"{base}/record/\u202e<b>/0/1", line),
        (RECORD, b""),
        (RECORD, line[:-1]),
        (RECORD, line + b"\n" + line),
        (RECORD, b"\x00" * 300),
        (RECORD, b"1 " + b"[" * 100_000),
        (RECORD, b"x" * 1_000_000),
        (f"{base}/answer/zzzzzzz", b'{"done": true, "record": 1}'),
        (f"{base}/answer/{'z' * 17}", b'{"done": true}'),
        (f"{base}/answer/\u001b[2J", b'{"done": false, "why": "\\u001b[2J"}'),
        *devices[0].published(),
        *reversed(devices[0].published()),
    ]


async def night(broker: Broker, users: Credentials, folder: Path) -> None:
    """Plays a deal at both tables, attacks, and compares."""
    devices = [Device(1, "00000001"), Device(2, "00000002")]
    plan = Plan("Friday", CLUB, "fixed", 1, 2, players=NAMES)
    archive = Archive(folder / "archive.sqlite")
    host = Host(
        open_course(Book(folder / "a.sqlite"), {1: decisions.new(plan, "2026")}, "a"),
        Address(HOST, broker.port, topics.DIRECTOR, users.passwords[topics.DIRECTOR]),
        archive=archive,
    )
    task = asyncio.ensure_future(host.run())
    try:
        await until(lambda: not host.trouble, "the host is connected")
        await host.act({"do": "propose"})
        await host.act({"do": "start"})
        ids = {ask.table: ask.id for ask in host.course.night.asks}
        for device, names in zip(devices, (NAMES[:4], NAMES[4:]), strict=True):
            device.seat(list(names), ask=ids[device.table])
            device.deal("E", device.table)
            user = topics.table_user(device.table)
            messages = [device.answer(ids[device.table]), *device.published(), device.here()]
            await publish(broker, user, users.passwords[user], messages)
        await until(lambda: sum(table.played for table in host.view().tables) == 2 and not host.course.night.asks)
        await until(lambda: not host.course.outgoing and all(table.state == HERE for table in host.view().tables))
        before = state(host)
        messages = [*junk(devices), devices[0].answer(ids[1], "no"), devices[0].here()]
        messages += [(forbidden, b"x") for forbidden in ("a\x00b", "+/#", "mingg/#")]
        await publish(broker, "table-1", users.passwords["table-1"], messages)
        await publish(broker, "table-2", users.passwords["table-2"], [(topics.of_table(CLUB, 2, "call"), b"{}")], False)
        await until(lambda: host.course.calls and host.course.seen[2].call is not None)  # so the rest has come, too
        assert state(host) == before
        text = json.dumps(for_room(host.view()), ensure_ascii=False)
        assert not any(sign in text for sign in "\x1b\x00\u202e")
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    evenings = archive.evenings()
    assert len(evenings) == 2
    points = {rank.name: rank.points for rank in host.course.ranks()}
    assert points == {
        name: balance - 2000
        for device in devices
        for name, balance in zip(device.playing.session.names, device.playing.session.balances, strict=True)
    }


def test_junk_of_a_table_and_its_old_messages_change_nothing(
    broker: Broker, users: Credentials, tmp_path: Path
) -> None:
    asyncio.run(night(broker, users, tmp_path))
