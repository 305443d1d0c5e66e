"""A club night over a real broker: credentials, a killed host, a killed broker with and without its data.

`make prove` has whole nights that fail, and three NATS servers as one.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import aiomqtt
import pytest
from help.brokers import Broker, end_broker, until
from help.club_cluster import NATS, Cluster
from help.club_devices import CLUB, Device
from help.club_failing import FailingTable, differences
from help.club_page import act
from help.club_room import NAMES, NIGHT, SINCE
from help.commands import run
from mingg_club import brokers, decisions, joining, rehearsal, topics
from mingg_club import host as host_module
from mingg_club.brokers import Address, Credentials, NoConnection, free_port
from mingg_club.course import open_course
from mingg_club.host import Host, _client, retained
from mingg_club.night import Plan
from mingg_club.records import Book
from mingg_club.running import found
from mingg_club.tasks import ended
from mingg_club.view import ActionError
from mingg_host.common import programs
from mingg_host.common.output import Refused
from mingg_host.evenings.archive import Archive

PATIENCE_S = 30.0

pytestmark = [pytest.mark.mosquitto, pytest.mark.usefixtures("quick_host")]


@pytest.fixture
def broker(tmp_path: Path, users: Credentials) -> Iterator[Broker]:
    own = Broker(tmp_path / "broker", users)
    yield own
    own.stop()


def login(broker: Broker, users: Credentials, user: str, password: str | None = None) -> aiomqtt.Client:
    word = users.passwords[user] if password is None else password
    return aiomqtt.Client("127.0.0.1", broker.port, username=user, password=word, timeout=5)


def address(broker: Broker, users: Credentials) -> Address:
    return Address("127.0.0.1", broker.port, "director", users.passwords["director"])


@asynccontextmanager
async def hosting(host: Host) -> Any:
    task = asyncio.ensure_future(host.run())
    try:
        await until(lambda: not host.trouble, "the host is connected")
        yield host
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def send(client: aiomqtt.Client, *messages: tuple[str, bytes]) -> None:
    for topic, payload in messages:
        await client.publish(topic, payload, qos=1, retain=True)


# ---- credentials ----


def test_each_user_may_publish_and_read_what_is_theirs_and_nothing_else(broker: Broker, users: Credentials) -> None:
    allowed = [
        ("table-3", f"mingg/{CLUB}/table/3/record/5f0d8a1c-1/0/1"),
        ("table-3", f"mingg/{CLUB}/table/3/here"),
        ("table-3", f"mingg/{CLUB}/table/3/answer/0a"),
        ("director", f"mingg/{CLUB}/table/3/ask/0a"),
        ("director", f"mingg/{CLUB}/night/decision/7"),
        ("director", f"mingg/{CLUB}/night/lease"),
        ("director", f"mingg/{CLUB}/table/3/record/5f0d8a1c-1/0/2"),
    ]
    forbidden = [
        ("table-3", f"mingg/{CLUB}/table/2/record/5f0d8a1c-1/0/1"),
        ("table-3", f"mingg/{CLUB}/table/33/here"),
        ("table-3", f"mingg/{CLUB}/table/3/ask/0b"),
        ("table-3", f"mingg/{CLUB}/night/decision/7"),
        ("table-3", f"mingg/{CLUB}/night/lease"),
        ("table-3", "mingg/monday/table/3/here"),
        ("table-3", "elsewhere"),
        ("director", f"mingg/{CLUB}/table/3/here"),
        ("room", f"mingg/{CLUB}/night/decision/8"),
        ("room", f"mingg/{CLUB}/table/1/call"),
        ("room", f"mingg/{CLUB}/table/3/record/5f0d8a1c-1/0/1"),
        ("room", f"mingg/{CLUB}/night/lease"),
    ]

    async def attack() -> None:
        for user, topic in allowed + forbidden:
            try:
                async with login(broker, users, user) as client:
                    await client.publish(topic, f"by {user}".encode(), qos=1, retain=True)
            except aiomqtt.MqttError:
                pass  # some brokers end the connection
        async with login(broker, users, "room") as reader:
            wanted = "mingg/#"
            assert await read(reader, wanted) == {topic: f"by {user}".encode() for user, topic in allowed}
        for wanted in (
            f"mingg/{CLUB}/#",
            "#",
            f"mingg/{CLUB}/night/#",
            f"mingg/{CLUB}/table/+/ask/#",
            f"mingg/{CLUB}/table/2/ask/#",
        ):
            async with login(broker, users, "table-3") as table:
                assert set(await read(table, wanted)) <= {f"mingg/{CLUB}/table/3/ask/0a"}
        async with login(broker, users, "table-3") as table:
            assert set(await read(table, f"mingg/{CLUB}/table/3/ask/+")) == {f"mingg/{CLUB}/table/3/ask/0a"}

    async def read(client: aiomqtt.Client, wanted: str) -> dict[str, bytes]:
        """Mosquitto has sent what is retained before it answers the next packet."""
        with suppress(aiomqtt.MqttError):
            await client.subscribe(wanted, qos=1)
            await client.unsubscribe(wanted)
        found = {}
        with suppress(asyncio.TimeoutError, aiomqtt.MqttError):
            while True:
                message = await asyncio.wait_for(anext(client.messages), 0.02)
                found[str(message.topic)] = bytes(message.payload)  # type: ignore[arg-type]
        return found

    asyncio.run(attack())


def test_nobody_logs_in_without_a_password(broker: Broker, users: Credentials) -> None:
    async def attack() -> None:
        other = Credentials("monday")  # a club on the same computer
        other.add(3)
        strangers = ("table-3", ""), ("table-3", "wrong"), ("table-9", "x"), ("", ""), *other.passwords.items()
        for user, password in strangers:
            with pytest.raises(aiomqtt.MqttError):
                async with login(broker, users, user, password):
                    pass

    asyncio.run(attack())


# ---- faults ----


def new_host(broker: Broker, users: Credentials, tmp_path: Path, name: str = "a") -> Host:
    own = broker if name == "a" else None
    return Host(open_course(Book(tmp_path / f"{name}.sqlite"), {1: decisions.new(NIGHT, SINCE)}, name),
                address(broker, users), own, Archive(tmp_path / "archive.sqlite"))  # fmt: skip


async def tell(broker: Broker, users: Credentials, device: Device, *messages: tuple[str, bytes]) -> None:
    """A device publishes this, or how it stands."""
    async with login(broker, users, topics.table_user(device.table)) as client:
        await send(client, *messages, device.here())


async def begin(host: Host, devices: list[Device], broker: Broker, users: Credentials) -> None:
    """Seats the players: the devices carry out their requests."""
    for device in devices:
        await tell(broker, users, device)
    await host.act({"do": "propose"})
    await host.act({"do": "start"})
    for device, ask in zip(devices, list(host.course.night.asks), strict=True):
        device.seat(ask.what["names"], ask=ask.id)
        await tell(broker, users, device, device.answer(ask.id), *device.published())
    await until(lambda: all(host.course.here(table).evening for table in (1, 2)), "all devices have begun")
    await until(lambda: not host.course.night.asks, "the answers are noted")


async def play(devices: list[Device], broker: Broker, users: Credentials, deals: int = 1) -> None:
    for device in devices:
        for _ in range(deals):
            device.deal("E", 1 + device.table % 3)
        await tell(broker, users, device, *device.published())


def counts(host: Host) -> dict[str, int]:
    return {rank.name: rank.points for rank in host.course.ranks()}


def of_ledgers(devices: list[Device]) -> dict[str, int]:
    found = {}
    for device in devices:
        session = device.playing.session
        found.update({name: points - 2000 for name, points in zip(session.names, session.balances, strict=True)})
    return found


@pytest.mark.parametrize("keeps_data", [True, False])
def test_a_broker_that_is_killed_costs_nothing(
    broker: Broker, users: Credentials, tmp_path: Path, keeps_data: bool
) -> None:
    devices = [Device(1, "00000001"), Device(2, "00000002")]

    async def night() -> None:
        async with hosting(new_host(broker, users, tmp_path)) as host:
            await begin(host, devices, broker, users)
            await play(devices[:1], broker, users)
            await until(lambda: host.view().tables[0].played == 1, "the first deal has come")
            await host.act({"do": "show", "text": "hello", "table": 2})
            await until(lambda: not host.course.outgoing, "the request is sent")
            broker.kill(forget=not keeps_data)
            await until(lambda: host.view().broker, "the host notices")
            await until(lambda: not host.view().broker, "the host starts the broker again")
            await play(devices[1:], broker, users)
            await tell(broker, users, devices[0])
            await until(lambda: counts(host) == of_ledgers(devices), "the standing is that of the ledgers")
            await until(lambda: not host.course.outgoing, "the broker has what it lost")
            async with login(broker, users, "table-2") as client:
                await client.subscribe(topics.of_table(CLUB, 2, "ask", "+"), qos=1)
                message = await asyncio.wait_for(anext(aiter(client.messages)), 10)
                assert b"hello" in bytes(message.payload)  # type: ignore[arg-type]
        there = found(CLUB, await retained(address(broker, users), CLUB))
        assert there.course.book.decisions == host.course.book.decisions

    asyncio.run(night())
    kept = Archive(tmp_path / "archive.sqlite").evenings()
    assert len(kept) == 2


def test_a_second_computer_takes_over_and_the_first_one_obeys(
    broker: Broker, users: Credentials, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks first, however slowly it reads who directs."""
    monkeypatch.setattr(host_module, "QUIET_S", 0.0)
    devices = [Device(1, "00000001"), Device(2, "00000002")]

    async def night() -> None:
        async with hosting(new_host(broker, users, tmp_path)) as host:
            await begin(host, devices, broker, users)
            await play(devices, broker, users)
            await until(lambda: counts(host) == of_ledgers(devices), "the first host has all")
            there = found(CLUB, await retained(address(broker, users), CLUB))
            course = open_course(Book(tmp_path / "b.sqlite"), there.course.book.decisions, "b")
            other = Host(course, address(broker, users), takes=False)
            async with hosting(other):
                assert counts(other) == of_ledgers(devices)
                with pytest.raises(ActionError, match="a directs this night"):
                    await other.act({"do": "end_all"})
                await other.act({"do": "take_over"})
                with pytest.raises(ActionError, match="b directs this night"):
                    await host.act({"do": "end_all"})
                await other.act({"do": "penalty", "name": "A1", "points": 4})
                await until(lambda: host.course.night == course.night, "the first host shows it")
                await play(devices, broker, users)
                await until(lambda: other.view().state == "moving", "the sitting ends")
                await other.act({"do": "propose"})
                await until(lambda: host.view().open, "the first host shows it")
                await host.act({"do": "take_over"})
                await host.act({"do": "undo"})
                await until(lambda: not other.view().open, "the second host shows it")

    asyncio.run(night())


def test_a_host_without_its_broker_decides_nothing_and_says_why(
    broker: Broker, users: Credentials, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broker that hangs acknowledges nothing. What it has stored after all is on the pages as soon as it answers."""
    monkeypatch.setattr(host_module, "ACT_S", 0.5)

    async def night() -> None:
        begins = new_host(broker, users, tmp_path)
        with pytest.raises(ActionError, match="nothing can be decided: not connected yet"):
            await begins.act({"do": "penalty", "name": "A1", "points": 1})
        async with hosting(begins) as host:
            await host.act({"do": "penalty", "name": "A1", "points": 2})
            broker.pause(True)
            try:
                with pytest.raises(ActionError, match="has not confirmed this"):
                    await host.act({"do": "penalty", "name": "A1", "points": 4})
                with pytest.raises(ActionError, match="no connection to the broker, so nothing can be decided"):
                    await host.act({"do": "penalty", "name": "A1", "points": 8})
                assert [one.points for one in host.course.night.penalties] == [2]
            finally:
                broker.pause(False)
            await until(lambda: not host.trouble, "the host has its broker again")
            await host.act({"do": "penalty", "name": "A1", "points": 16})
            points = [one.points for one in host.course.night.penalties]
            assert points in ([2, 16], [2, 4, 16])
            there = found(CLUB, await retained(address(broker, users), CLUB))
            assert there.course.night == host.course.night

    asyncio.run(night())


def test_a_device_that_never_stops_publishing_keeps_no_host_from_its_broker(broker: Broker, users: Credentials) -> None:
    """A host reads all that a broker has kept before it acts, however long that takes; new messages never end."""

    async def chatter() -> None:
        async with login(broker, users, "table-1") as client:
            while True:
                await send(client, Device(1, "00000001").here())

    async def night() -> None:
        chattering = asyncio.ensure_future(chatter())
        host = Host(open_course(Book(None), {1: decisions.new(NIGHT, SINCE)}, "a"), address(broker, users))
        async with hosting(host):
            assert host.course.directs
        await ended([chattering])

    asyncio.run(night())


def test_a_host_whose_subscription_is_refused_says_so_and_tries_again(
    broker: Broker, users: Credentials, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some brokers do so in their first seconds."""
    subscribe, refusals = aiomqtt.Client.subscribe, 2

    async def refuses(client: aiomqtt.Client, *words: Any, **named: Any) -> Any:
        nonlocal refusals
        refusals -= 1
        return (0x80,) if refusals >= 0 else await subscribe(client, *words, **named)

    monkeypatch.setattr(aiomqtt.Client, "subscribe", refuses)

    async def night() -> list[str]:
        nonlocal refusals
        host = Host(open_course(Book(None), {1: decisions.new(NIGHT, SINCE)}, "a"), address(broker, users))
        running, troubles = asyncio.ensure_future(host.run()), [host.trouble]
        while troubles[-1]:
            host._latest_view()
            await asyncio.sleep(0.01)
            troubles += [host.trouble] if host.trouble != troubles[-1] else []
        assert host._latest_view().broker == "", "what begins to watch now sees no trouble that is over"
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        refusals = 1
        with pytest.raises(NoConnection, match="refuses"):
            await retained(address(broker, users), CLUB)
        assert await retained(address(broker, users), CLUB)
        return troubles

    connecting, refused, connected = asyncio.run(asyncio.wait_for(night(), PATIENCE_S))
    assert (connecting, "refuses" in refused, connected) == (host_module.CONNECTING, True, "")


def test_what_a_broker_has_is_read_while_a_table_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    marks = []

    async def subscribes(client: object, club: str, mark: str) -> None:
        marks.append(mark)

    async def goes_on() -> AsyncIterator[Any]:
        yield SimpleNamespace(topic=marks[0], payload=b"mark", retain=False)
        while True:
            await asyncio.sleep(0.01)
            yield SimpleNamespace(topic=topics.of_table(CLUB, 2, topics.CALL), payload=b"{}", retain=False)

    @asynccontextmanager
    async def client(at: Address) -> AsyncIterator[Any]:
        yield SimpleNamespace(messages=goes_on())

    monkeypatch.setattr(host_module, "_subscribe_all", subscribes)
    monkeypatch.setattr(host_module, "_client", client)
    there = asyncio.run(asyncio.wait_for(retained(Address("", 1883, "", ""), CLUB), 10))
    assert set(there) <= {topics.of_table(CLUB, 2, topics.CALL)}


def test_no_connection_gets_the_port_of_a_broker_that_starts_again() -> None:
    """A connection at this port would keep the broker away for as long as it lasts."""
    given = []
    for _ in range(100):
        with socket.socket() as connection:
            connection.bind(("127.0.0.1", 0))  # as for a connection: the system chooses
            given.append(connection.getsockname()[1])
    assert not set(given) & set(brokers.PORTS)
    assert free_port() in brokers.PORTS


def test_a_broker_listens_at_one_address_of_this_computer(users: Credentials, tmp_path: Path) -> None:
    own = brokers.Broker(users, tmp_path / "broker", free_port(), 0, "127.0.0.2")
    own.start()
    try:
        assert own.is_running()
        assert not brokers.answers(own.port)
        at = Address(own.host, own.port, "director", users.passwords["director"])
        assert asyncio.run(retained(at, CLUB)) == {}
    finally:
        own.stop()


def test_a_broker_that_a_killed_host_left_learns_the_passwords_of_new_tables(
    users: Credentials, tmp_path: Path
) -> None:
    port = free_port()
    left = brokers.Broker(users, tmp_path / "broker", port, 0, "127.0.0.1")
    left.start()
    assert left.process is not None
    users.add(5)
    own = brokers.Broker(users, tmp_path / "broker", port, 0, "127.0.0.1")
    own.start()
    try:
        left.process.wait(1)

        async def publish() -> None:
            async with login(own, users, "table-5") as client:
                await send(client, (topics.of_table(CLUB, 5, topics.HERE), b"{}"))

        asyncio.run(publish())
    finally:
        own.stop()
    assert not brokers.answers(port)


def test_another_program_on_the_port_is_not_taken_for_the_broker(users: Credentials, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        port = stranger.getsockname()[1]
        own = brokers.Broker(users, tmp_path / "broker", port, 0, "127.0.0.1")
        (own.folder / "broker.pid").write_text(f"{os.getpid()}\n")  # the number belongs to another program by now
        with pytest.raises(Refused, match=f"Another program listens on port {port}"):
            own.start()
        assert not own.is_running()


def test_no_message_tells_the_name_with_which_the_host_logs_in(users: Credentials) -> None:
    """A broker ends the connection of the client whose name another one takes."""

    async def names() -> list[str]:
        return [_client(Address("127.0.0.1", 1883)).identifier for _ in range(2)]

    one, other = asyncio.run(names())
    assert one != other
    assert re.fullmatch("mingg-[0-9a-f]{16}", one)


@pytest.mark.prove
@pytest.mark.skipif(not programs.find(NATS), reason="no nats-server here")
def test_a_cluster_that_loses_a_server_and_acknowledged_records_costs_nothing(
    users: Credentials, tmp_path: Path
) -> None:
    """The first records are lost after they were acknowledged, as it was seen in the first seconds of a cluster. The
    killed server is that of all connections; devices then take some time to connect again."""
    cluster = Cluster(users, tmp_path / "cluster")
    cluster.start()
    asyncio.run(cluster.serves())
    plan = Plan("Friday", CLUB, "fixed", 1, 2, players=NAMES)
    all_tables = [
        FailingTable(
            number, tmp_path / f"{number}", joining.member(users, number, "127.0.0.1", cluster.port), 0.3, Random(1)
        )
        for number in (1, 2)
    ]
    tables = rehearsal.Tables(all_tables)
    ids, archive = {table.number: table.id() for table in all_tables}, Archive(tmp_path / "archive.sqlite")
    cluster_address = Address("127.0.0.1", cluster.port, "director", users.passwords["director"])

    def new(name: str, known: dict[int, bytes]) -> Host:
        return Host(open_course(Book(tmp_path / f"{name}.sqlite"), known, name), cluster_address, archive=archive)

    async def night() -> list[str]:
        first = new("a", {1: decisions.new(plan, "2026")})
        async with hosting(first):
            directing = asyncio.ensure_future(rehearsal.direct(first, tables, lambda _: None))
            await until(lambda: sum(table.played > 0 for table in first.view().tables) == 2, "first deals have come")
            directing.cancel()
        names = [(number, ledger.name) for ledger in first.course.book.ledgers.values() for number in (0, 1)]
        await cluster.lose([topics.record(CLUB, at.table, at.evening, 0, number, at.device) for number, at in names])
        second = new("b", first.course.book.decisions)
        async with hosting(second):
            assert any(table.behind for table in second.view().tables), "the first records are missing"
            await cluster.kill()
            cluster.start()
            try:
                await asyncio.wait_for(rehearsal.direct(second, tables, lambda _: None), 60)
            except asyncio.TimeoutError:
                pytest.fail(f"not complete: {second.view()}")
            tables.stop()
        return differences(second, archive, all_tables, ids)

    tables.start()
    try:
        assert asyncio.run(night()) == []
    finally:
        tables.stop()
        cluster.stop()


# ---- the command ----


def test_a_killed_run_continues_and_its_broker_lives_on(tmp_path: Path) -> None:
    night = tmp_path / "friday.toml"
    run("club", "new", "-o", str(night), "--club", CLUB, "--players", "8", "--sittings", "1", "--movement", "fixed")
    port, page = free_port(), free_port()
    keys: list[str] = []
    words = ["club", "run", str(night), "--folder", str(tmp_path / "club"), "--port", str(port), "--web-port", "0",
             "--bind", "127.0.0.1", "--page-port", str(page), "--device-port", "0",
             "--archive", str(tmp_path / "archive.sqlite")]  # fmt: skip
    code = "from mingg_club import host; host.QUIET_S = 0.1"
    code += "; from mingg_host.entry import main; main()"

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen([sys.executable, "-u", "-c", code, *words], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        for line in process.stdout:
            keys.extend([line] if line.startswith("Key:") else [])
            if line.startswith(("The first sitting", "Sitting")):
                return process
        raise AssertionError("it did not begin")

    first = start()
    done = act(page, keys[0].split()[1], {"do": "propose"}, {"do": "start"})
    assert done == ["Next seats decided by the movement", "Sitting 1 begun"]
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert brokers.answers(port), "the broker is a process of its own"
    second = start()
    assert len(set(keys)) == 1, "the director's page opens with the same key"
    try:
        status, text, errors = run("club", "standing", str(night), "--json", "--folder", str(tmp_path / "club"))
        assert status == 0, errors
        assert len(json.loads(text)["players"]) == 8
        second.send_signal(signal.SIGINT)
        assert second.stdout is not None
        rest = second.stdout.read()
        assert second.wait(20) == 0
        assert "Everything is kept" in rest
    finally:
        second.kill()
        end_broker(tmp_path)
        for process in (first, second):
            if process.stdout is not None:
                process.stdout.close()


def test_a_rehearsal_plays_a_night_on_the_real_firmware() -> None:
    status, text, errors = run(
        "club", "rehearse", "--tables", "2", "--sittings", "2", "--pace", "0.02", "--seed", "1", "--page-port", "0"
    )
    assert status == 0, errors
    assert text.count("deals, 2 of 2 tables here") > 1
    assert re.search("Rehearsal.* penalty", " ".join(text.split())), "the standing"
    assert "no device yet. Let a phone" not in text, "it begins when all devices are here"


def test_ctrl_c_ends_a_rehearsal_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    direct = rehearsal.direct

    async def interrupted(host: Host, tables: rehearsal.Tables, told: Callable[[str], None]) -> None:
        await direct(host, tables, lambda text: os.kill(os.getpid(), signal.SIGINT))

    monkeypatch.setattr(rehearsal, "direct", interrupted)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    status, text, errors = run("club", "rehearse", "--tables", "2", "--pace", "5", "--page-port", "0")
    assert (status, "Nothing is left." in text, "Traceback" in errors) == (0, True, False)
    assert not list(tmp_path.iterdir())


def test_a_broker_with_files_of_an_earlier_version_is_named_and_nothing_is_decided(
    broker: Broker, users: Credentials, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It acknowledges what it refuses."""
    monkeypatch.setattr(host_module, "ACT_S", 0.3)
    acl = broker.folder / "acl"
    acl.write_text("\n".join(line for line in acl.read_text().splitlines() if "/night/" not in line))
    assert broker.process is not None
    broker.process.send_signal(signal.SIGHUP)

    async def night() -> None:
        host = new_host(broker, users, tmp_path)
        running = asyncio.ensure_future(host.run())
        await until(lambda: "mingg club mosquitto" in host.trouble, "it says what to do")
        with pytest.raises(ActionError):
            await host.act({"do": "penalty", "name": "A1", "points": 2})
        assert not host.course.night.penalties
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(night())
