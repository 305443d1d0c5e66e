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
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from random import Random
from typing import Any

import aiomqtt
import pytest
from help.brokers import Broker, end_broker, in_a_loop, runs, until
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


class Club:
    """A broker of a club with three tables, and who is at it."""

    def __init__(self, folder: Path, users: Credentials) -> None:
        self.folder = folder
        self.users = users
        self.broker = Broker(folder / "broker", users)
        self.address = Address("127.0.0.1", self.broker.port, "director", users.passwords["director"])
        self.archive = Archive(folder / "archive.sqlite")

    def login(self, user: str, password: str | None = None) -> aiomqtt.Client:
        word = self.users.passwords[user] if password is None else password
        return aiomqtt.Client("127.0.0.1", self.broker.port, username=user, password=word, timeout=5)

    def host(self, name: str = "a", known: decisions.Decisions | None = None, **more: Any) -> Host:
        """Returns the host on a computer with this name; `a` has started the broker."""
        course = open_course(Book(self.folder / f"{name}.sqlite"), known or {1: decisions.new(NIGHT, SINCE)}, name)
        return Host(course, self.address, self.broker if name == "a" else None, self.archive, **more)

    async def decisions(self, host: Host) -> decisions.Decisions:
        """Returns those that the broker has, when this host has sent all."""
        await until(lambda: not host.course.outgoing, "all is sent")
        return found(CLUB, await retained(self.address, CLUB)).course.book.decisions

    async def tell(self, device: Device, *messages: tuple[str, bytes]) -> None:
        """A device publishes this, and how it stands."""
        async with self.login(topics.table_user(device.table)) as client:
            for topic, payload in (*messages, device.here()):
                await client.publish(topic, payload, qos=1, retain=True)

    async def begin(self, host: Host, devices: list[Device]) -> None:
        """Seats the players: the devices carry out their requests."""
        for device in devices:
            await self.tell(device)
        await host.act({"do": "propose"})
        await host.act({"do": "start"})
        for device, ask in zip(devices, list(host.course.night.asks), strict=True):
            device.seat(ask.what["names"], ask=ask.id)
            await self.tell(device, device.answer(ask.id), *device.published())
        await until(lambda: all(host.course.here(table).evening for table in (1, 2)), "all devices have begun")
        await until(lambda: not host.course.night.asks, "the answers are noted")

    async def play(self, *devices: Device) -> None:
        for device in devices:
            device.deal("E", 1 + device.table % 3)
            await self.tell(device, *device.published())


@pytest.fixture
def club(tmp_path: Path, users: Credentials) -> Iterator[Club]:
    club = Club(tmp_path, users)
    yield club
    club.broker.stop()


@pytest.fixture
def devices() -> list[Device]:
    return [Device(1, "00000001"), Device(2, "00000002")]


@asynccontextmanager
async def hosting(host: Host) -> AsyncIterator[Host]:
    async with runs(host):
        await until(lambda: not host.trouble, "the host is connected")
        yield host


def counts(host: Host) -> dict[str, int]:
    return {rank.name: rank.points for rank in host.course.ranks()}


def of_ledgers(devices: list[Device]) -> dict[str, int]:
    sessions = [device.playing.session for device in devices]
    return {name: points - 2000 for one in sessions for name, points in zip(one.names, one.balances, strict=True)}


# ---- credentials ----


@in_a_loop
async def test_each_user_may_publish_and_read_what_is_theirs_and_nothing_else(club: Club) -> None:
    here = f"mingg/{CLUB}/"
    allowed = {
        "table-3": "table/3/record/5f0d8a1c-1/0/1 table/3/here table/3/answer/0a",
        "director": "table/3/ask/0a night/decision/7 night/lease table/3/record/5f0d8a1c-1/0/2",
    }
    forbidden = {
        "table-3": "table/2/record/5f0d8a1c-1/0/1 table/33/here table/3/ask/0b night/decision/7 night/lease",
        "director": "table/3/here",
        "room": "night/decision/8 table/1/call table/3/record/5f0d8a1c-1/0/1 night/lease",
    }
    own = [(user, here + topic) for user, names in allowed.items() for topic in names.split()]
    others = [(user, here + topic) for user, names in forbidden.items() for topic in names.split()]
    others += [("table-3", "mingg/monday/table/3/here"), ("table-3", "elsewhere")]

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

    for user, topic in own + others:
        with suppress(aiomqtt.MqttError):  # some brokers end the connection
            async with club.login(user) as client:
                await client.publish(topic, f"by {user}".encode(), qos=1, retain=True)
    async with club.login("room") as reader:
        assert await read(reader, "mingg/#") == {topic: f"by {user}".encode() for user, topic in own}
    for wanted in ("#", f"{here}#", f"{here}night/#", f"{here}table/+/ask/#", f"{here}table/2/ask/#"):
        async with club.login("table-3") as table:
            assert set(await read(table, wanted)) <= {f"{here}table/3/ask/0a"}
    async with club.login("table-3") as table:
        assert set(await read(table, f"{here}table/3/ask/+")) == {f"{here}table/3/ask/0a"}


@in_a_loop
async def test_nobody_logs_in_without_a_password(club: Club) -> None:
    other = Credentials("monday")  # a club on the same computer
    other.add(3)
    strangers = ("table-3", ""), ("table-3", "wrong"), ("table-9", "x"), ("", ""), *other.passwords.items()
    for user, password in strangers:
        with pytest.raises(aiomqtt.MqttError):
            async with club.login(user, password):
                pass


# ---- faults ----


@pytest.mark.parametrize("keeps_data", [True, False])
@in_a_loop
async def test_a_broker_that_is_killed_costs_nothing(club: Club, devices: list[Device], keeps_data: bool) -> None:
    async with hosting(club.host()) as host:
        await club.begin(host, devices)
        await club.play(devices[0])
        await until(lambda: host.view().tables[0].played == 1, "the first deal has come")
        await host.act({"do": "show", "text": "hello", "table": 2})
        await until(lambda: not host.course.outgoing, "the request is sent")
        club.broker.kill(forget=not keeps_data)
        await until(lambda: host.view().broker, "the host notices")
        await until(lambda: not host.view().broker, "the host starts the broker again")
        await club.play(devices[1])
        await club.tell(devices[0])
        await until(lambda: counts(host) == of_ledgers(devices), "the standing is that of the ledgers")
        await until(lambda: not host.course.outgoing, "the broker has what it lost")
        async with club.login("table-2") as client:
            await client.subscribe(topics.of_table(CLUB, 2, "ask", "+"), qos=1)
            message = await asyncio.wait_for(anext(aiter(client.messages)), 10)
            assert b"hello" in bytes(message.payload)
        assert await club.decisions(host) == host.course.book.decisions
    assert len(club.archive.evenings()) == 2


@in_a_loop
async def test_a_second_computer_takes_over_and_the_first_one_obeys(
    club: Club, devices: list[Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks first, however slowly it reads who directs."""
    monkeypatch.setattr(host_module, "QUIET_S", 0.0)
    async with hosting(club.host()) as host:
        await club.begin(host, devices)
        await club.play(*devices)
        await until(lambda: counts(host) == of_ledgers(devices), "the first host has all")
        async with hosting(club.host("b", await club.decisions(host), takes=False)) as other:
            assert counts(other) == of_ledgers(devices)
            with pytest.raises(ActionError, match="a directs this night"):
                await other.act({"do": "end_all"})
            await other.act({"do": "take_over"})
            with pytest.raises(ActionError, match="b directs this night"):
                await host.act({"do": "end_all"})
            await other.act({"do": "penalty", "name": "A1", "points": 4})
            await until(lambda: host.course.night == other.course.night, "the first host shows it")
            await club.play(*devices)
            await until(lambda: other.view().state == "moving", "the sitting ends")
            await other.act({"do": "propose"})
            await until(lambda: host.view().open, "the first host shows it")
            await host.act({"do": "take_over"})
            await host.act({"do": "undo"})
            await until(lambda: not other.view().open, "the second host shows it")


@in_a_loop
async def test_what_was_decided_before_is_at_the_broker_first(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    sent, send = asyncio.Event(), Host._send

    async def later(host: Host, client: aiomqtt.Client) -> None:
        await sent.wait()
        await send(host, client)

    monkeypatch.setattr(Host, "_send", later)
    monkeypatch.setattr(host_module, "ACT_S", 0.5)
    async with hosting(club.host()) as host:
        with pytest.raises(ActionError, match="does not take what was decided before"):
            await host.act({"do": "penalty", "name": "A1", "points": 4})
        sent.set()
        await until(lambda: not host.course.is_deciding(), "the first decision is sent")
        await host.act({"do": "penalty", "name": "A1", "points": 4})
        assert [one.points for one in host.course.night.penalties] == [4]
        assert await club.decisions(host) == host.course.book.decisions


@in_a_loop
async def test_a_host_without_its_broker_decides_nothing_and_says_why(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broker that hangs acknowledges nothing. What it has stored after all is on the pages as soon as it answers."""
    monkeypatch.setattr(host_module, "ACT_S", 0.5)
    host = club.host()

    async def loses(points: int, why: str = "") -> list[int]:
        with pytest.raises(ActionError, match=why) if why else nullcontext():
            await host.act({"do": "penalty", "name": "A1", "points": points})
        return [one.points for one in host.course.night.penalties]

    await loses(1, "nothing can be decided: not connected yet")
    async with hosting(host):
        await loses(2)
        club.broker.pause(True)
        try:
            await loses(4, "has not confirmed this")
            assert await loses(8, "no connection to the broker, so nothing can be decided") == [2]
        finally:
            club.broker.pause(False)
        await until(lambda: not host.trouble, "the host has its broker again")
        assert await loses(16) in ([2, 16], [2, 4, 16])
        assert decisions.fold(await club.decisions(host)) == host.course.night


@in_a_loop
async def test_a_device_that_never_stops_publishing_keeps_no_host_from_its_broker(
    club: Club, devices: list[Device]
) -> None:
    """A host reads all that a broker has kept before it acts, however long that takes; new messages never end."""

    async def chatter() -> None:
        topic, here = devices[0].here()
        async with club.login("table-1") as client:
            while True:
                await client.publish(topic, here, qos=1, retain=True)

    chattering = asyncio.ensure_future(chatter())
    async with hosting(club.host()) as host:
        assert host.course.directs
        assert await asyncio.wait_for(retained(club.address, CLUB), 10)
        assert not chattering.done()
    await ended([chattering])


@in_a_loop
async def test_a_host_whose_subscription_is_refused_says_so_and_tries_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some brokers do so in their first seconds."""
    subscribe, refusals = aiomqtt.Client.subscribe, 2

    async def refuses(client: aiomqtt.Client, *words: Any, **named: Any) -> Any:
        nonlocal refusals
        refusals -= 1
        return (0x80,) if refusals >= 0 else await subscribe(client, *words, **named)

    monkeypatch.setattr(aiomqtt.Client, "subscribe", refuses)
    host, troubles = club.host(), [host_module.CONNECTING]
    async with runs(host):
        end = time.monotonic() + PATIENCE_S
        while troubles[-1]:
            assert time.monotonic() < end, troubles
            host._latest_view()
            await asyncio.sleep(0.01)
            troubles += [host.trouble] if host.trouble != troubles[-1] else []
        assert host._latest_view().broker == "", "what begins to watch now sees no trouble that is over"
    assert [("refuses" in trouble, bool(trouble)) for trouble in troubles[1:]] == [(True, True), (False, False)]
    refusals = 1
    with pytest.raises(NoConnection, match="refuses"):
        await retained(club.address, CLUB)
    assert await retained(club.address, CLUB)


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


@in_a_loop
async def test_a_broker_that_a_killed_host_left_learns_the_passwords_of_new_tables(
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

        async with aiomqtt.Client("127.0.0.1", port, username="table-5", password=users.passwords["table-5"]):
            pass
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


@in_a_loop
async def test_a_broker_with_files_of_an_earlier_version_is_named_and_nothing_is_decided(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It acknowledges what it refuses."""
    monkeypatch.setattr(host_module, "ACT_S", 0.3)
    acl = club.broker.folder / "acl"
    acl.write_text("\n".join(line for line in acl.read_text().splitlines() if "/night/" not in line))
    assert club.broker.process is not None
    club.broker.process.send_signal(signal.SIGHUP)
    host = club.host()
    async with runs(host):
        await until(lambda: "mingg club mosquitto" in host.trouble, "it says what to do")
        with pytest.raises(ActionError):
            await host.act({"do": "penalty", "name": "A1", "points": 2})
        assert not host.course.night.penalties
