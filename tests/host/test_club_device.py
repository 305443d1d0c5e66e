"""A device and its link: the MicroPython VM, real sockets, Debian's Mosquitto.

What the broker has must in the end be the lines of the device's ledger, byte for byte, whatever failed meanwhile."""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from brokers import BASE, CLUB, KEYS, TABLE, Broker, Device, Reader, joined, lines, member
from mingg_host.club import topics
from mingg_host.club.joining import FILE, content, write
from mingg_host.club.records import Book
from mingg_host.common import places
from mingg_host.device.headless import Headless, HeadlessVM
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import in_path
from seeds import TIMES

pytestmark = [pytest.mark.vm, pytest.mark.mosquitto]

SEAT: dict[str, Any] = {
    "do": "seat",
    "sitting": 1,
    "names": ["Eve", "Fay", "Gus", "Hal"],
    "rules": "babcock",
    "options": {},
    "counters": "none",
    "deals": 2,
}


@pytest.fixture
def broker(mosquitto: Path, tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(mosquitto, tmp_path / "broker")
    yield broker
    broker.close()


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    return tmp_path / "flash"


@pytest.fixture
def start(micropython: Path, compiled: Path, flash: Path, broker: Broker) -> Iterator[Callable[..., Device]]:
    """Returns a function that switches the device on. dies: see linked_vm.py. Its membership may be changed."""
    devices = []

    def begin(dies: str = "", port: int = broker.port, **changes: Any) -> Device:
        write(flash, member(port, **changes))
        device = Device(micropython, compiled, flash, dies)
        devices.append(device)
        return device

    yield begin
    for device in devices:
        device.cut()


def on(device: Device) -> None:
    device.until(lambda state: state["link"] == "on", "the link is on")


def arrived(reader: Reader, device: Device, since: int = 1) -> None:
    reader.until(lambda: reader.records() == lines(device.flash, since), "the broker has the ledger")


# ---- records ----


def test_a_record_is_published_as_it_is_on_the_flash(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    for _ in range(3):
        device.draw()
    arrived(reader, device)
    assert len(lines(device.flash)) == 4
    here = reader.here(state="on", evening=1, records=3, deal=4, screen="table", queued=0)
    assert len(here["device"]) == 8


def test_the_state_comes_after_the_records_that_it_counts(start: Callable[..., Device], broker: Broker) -> None:
    """Otherwise the room would see after each deal that a record is missing."""
    reader = broker.reader()
    device = start()
    on(device)
    for last in (3, 4, 5):
        while device.state()["moment"][1] <= last:
            device.draw()
        reader.here(records=last, queued=0)
    came = -1
    for topic, payload in reader.every:
        if "/record/" in topic:
            came = max(came, int(topic.rpartition("/")[2]))
        elif topic.endswith("/here"):
            assert json.loads(payload)["records"] <= came


def test_the_firmware_as_it_ships_has_the_link(
    micropython: Path, linked_firmware: Path, flash: Path, broker: Broker
) -> None:
    """The build shortens names: those of sockets and of MicroPython's modules must stay."""
    reader = broker.reader()
    with joined(micropython, linked_firmware, flash, broker.port) as device:
        on(device)
        device.draw()
        arrived(reader, device)
        reader.ask("a1", **SEAT)
        device.screen("Sit")
        device.press("a")
        assert reader.answer("a1")["done"]
        reader.ask("a2", do="pay", **{"from": "Eve", "to": "Fay", "points": 20})
        assert reader.answer("a2")["done"]
        arrived(reader, device)


def test_two_devices_of_one_table_overwrite_nothing(
    start: Callable[..., Device], broker: Broker, micropython: Path, compiled: Path, tmp_path: Path
) -> None:
    """Both count their evenings from 1. The names of their records differ by the number of the device."""
    reader = broker.reader()
    first = start()
    on(first)
    first.draw()
    with joined(micropython, compiled, tmp_path / "second", broker.port) as second:
        on(second)
        for _ in range(2):
            second.draw()
        numbers = [device.state()["device"] for device in (first, second)]
        assert numbers[0] != numbers[1]
        for number, device in zip(numbers, (first, second), strict=True):
            reader.until(
                lambda number=number, device=device: reader.records(number) == lines(device.flash),
                "the broker has both ledgers",
            )
    assert len({topic for topic in reader.latest if "/record/" in topic}) == 5


def test_an_older_ledger_under_a_known_name_is_kept_beside_the_newer_one(
    start: Callable[..., Device], broker: Broker, flash: Path, tmp_path: Path
) -> None:
    """Someone puts an older copy of the flash back, and the table plays on: the host has both, and says so."""
    reader = broker.reader()
    device = start()
    on(device)
    device.draw()
    arrived(reader, device)
    device.cut()
    shutil.copytree(flash, tmp_path / "copy")
    device = start()
    on(device)
    device.draw()
    arrived(reader, device)
    newer = lines(flash)
    device.cut()
    shutil.rmtree(flash)
    shutil.copytree(tmp_path / "copy", flash)
    device = start()
    on(device)
    reader.ask("a1", do="pay", **{"from": "Ann", "to": "Bo", "points": 30})
    assert reader.answer("a1") == {"device": device.state()["device"], "done": True, "record": 2}
    arrived(reader, device)
    book = Book(None)
    for name, line in reader.every:
        topic = topics.parse(CLUB, name)
        if topic is not None and topic.kind == topics.RECORD:
            book.take(topic, line)
    (ledger,) = book.ledgers.values()
    assert ledger.conflicts() == [2]
    assert [version.line for version in ledger.records[2]] == [newer[1, 0, 2], lines(flash)[1, 0, 2]]
    book.close()


def test_records_stay_with_the_broker_for_later_readers(start: Callable[..., Device], broker: Broker) -> None:
    device = start()
    on(device)
    device.draw()
    device.until(lambda state: not state["queued"], "all is acknowledged")
    late = broker.reader()
    arrived(late, device)


def test_a_table_that_played_alone_catches_up(start: Callable[..., Device], broker: Broker) -> None:
    broker.kill()
    device = start()
    for _ in range(4):
        device.draw()
    assert device.state()["link"] == "away"
    assert device.state()["queued"] == 5
    broker.start()
    arrived(broker.reader(), device)


@pytest.mark.parametrize("moment", ["committed", "published", "acknowledged"])
def test_a_power_cut_loses_no_record(start: Callable[..., Device], broker: Broker, moment: str) -> None:
    reader = broker.reader()
    device = start(moment)
    on(device)
    device.enter_draw()
    device.dies()
    assert len(lines(device.flash)) == 2
    again = start()
    arrived(reader, again)
    again.draw()
    arrived(reader, again)


def test_after_a_restart_only_what_is_missing_is_published(start: Callable[..., Device], broker: Broker) -> None:
    device = start()
    on(device)
    for _ in range(3):
        device.draw()
    device.until(lambda state: not state["queued"], "all is acknowledged")
    kept = device.flash / "link.txt"
    eventually_kept = lambda: b'"record": 3' in kept.read_bytes() if kept.exists() else False  # noqa: E731
    reader = broker.reader()
    reader.until(eventually_kept, "the position is written", 30)
    device.cut()
    before = len(reader.every)
    again = start()
    on(again)
    again.draw()
    reader.until(lambda: reader.records() == lines(again.flash), "the broker has the ledger")
    came = [topic for topic, _ in reader.every[before:] if "/record/" in topic]
    assert [topic.rpartition("/")[2] for topic in came] == ["0", "4"]  # a copy of the head comes before it


@pytest.mark.parametrize("forget", [False, True], ids=["data-kept", "data-lost"])
def test_a_broker_that_is_killed_delays_records_only(
    start: Callable[..., Device], broker: Broker, forget: bool
) -> None:
    device = start()
    on(device)
    device.draw()
    broker.kill(forget=forget)
    device.until(lambda state: state["link"] == "away", "the link is away")
    device.draw()
    broker.start()
    on(device)
    device.draw()
    reader = broker.reader()
    device.until(lambda state: not state["queued"], "all is acknowledged")
    reader.run(0.3)
    if reader.records() != lines(device.flash):  # the host sees the gap by the numbers, and asks
        reader.ask("a1", do="again", evening=1, **{"from": 0})
        assert reader.answer("a1")["done"]
    arrived(reader, device)


def test_a_broker_that_hangs_is_noticed_and_left(start: Callable[..., Device], broker: Broker) -> None:
    device = start()
    on(device)
    broker.pause(True)
    device.draw()
    device.until(lambda state: state["link"] == "away", "the link is away", 30)
    device.draw()
    broker.pause(False)
    on(device)
    arrived(broker.reader(), device)


def test_the_room_sees_a_device_that_lost_its_power(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    own = reader.here(state="on")["device"]
    device.cut()
    assert reader.here(state="away") == {"state": "away", "device": own}
    start()
    reader.here(state="on", device=own)


def test_a_device_says_again_and_again_that_it_is_here(broker: Broker, flash: Path) -> None:
    """So nobody takes the last word of a dead device, which a broker may have, for that of a living one."""
    reader = broker.reader()
    flash.mkdir()
    write(flash, member(broker.port))
    with Headless(flash) as device:

        def passes(seconds: int) -> None:
            for _ in range(4 * seconds):
                device.wait(250)
                reader.run(0.01)

        def said() -> list[bytes]:
            return [payload for topic, payload in reader.every if topic.endswith("/here")]

        reader.until(lambda: device.wait(50) or any(b'"on"' in state for state in said()), "here")
        passes(2)
        before = len(said())
        passes(92)
        reader.until(lambda: len(said()) >= before + 3, "three more times")
        assert set(said()[before:]) == {said()[before - 1]}


def test_a_wrong_password_is_refused_and_play_goes_on(start: Callable[..., Device], broker: Broker) -> None:
    device = start(password="wrong")
    device.until(lambda state: state["link"] == "refused", "it is refused")
    device.draw()
    reader = broker.reader()
    reader.run(0.3)
    assert reader.records() == {}


def test_records_of_earlier_evenings_stay_at_home(
    start: Callable[..., Device], broker: Broker, micropython: Path, compiled: Path, flash: Path
) -> None:
    flash.mkdir()
    with Device(micropython, compiled, flash) as alone:
        alone.draw()
    head, *_ = (line for line in (flash / "0001-00.txt").read_bytes().split(b"\n"))
    (flash / "0002-00.txt").write_bytes((head + b"\n") * 2)
    reader = broker.reader()
    device = start()
    on(device)
    device.draw()
    arrived(reader, device, 2)
    reader.ask("a1", do="again", evening=1, **{"from": 0})
    assert reader.answer("a1") == {"device": device.state()["device"], "done": False, "why": "no such evening"}


@pytest.mark.long(40)
def test_whatever_fails_the_broker_has_the_ledger_in_the_end(
    start: Callable[..., Device], broker: Broker, flash: Path, tell: Callable[[str], None]
) -> None:
    """The power of the device fails, the broker is killed with and without its data, or hangs: at random moments."""
    seed = int(os.environ.get("MINGG_SEED", "0")) or random.randrange(10**6)
    chance = random.Random(seed)
    device = start()
    paused, faults = False, 0
    end = time.monotonic() + 20 * TIMES
    while time.monotonic() < end:
        what = chance.randrange(8)
        if what == 0:
            device.cut()
            device = start()
        elif what in (1, 2) and not paused:
            broker.kill(forget=what == 2)
            time.sleep(chance.random())
            broker.start()
        elif what == 3:
            paused = not paused
            broker.pause(paused)
        else:
            device.draw()
            faults -= 1
        faults += 1
        time.sleep(chance.random() * 0.3)
    if paused:
        broker.pause(False)
    device.until(lambda state: state["link"] == "on", "the link is on", 60)
    reader = broker.reader()
    device.until(lambda state: not state["queued"], "all is acknowledged", 60)
    reader.run(0.5)
    missing = len(lines(flash)) - len(reader.records())
    if missing:
        reader.ask("a1", do="again", evening=1, **{"from": 0})
        assert reader.answer("a1")["done"], seed
    arrived(reader, device)
    tell(
        f"{faults} faults in {len(lines(flash))} records, {missing} lost by the broker and published again; seed {seed}"
    )


# ---- requests ----


def test_a_sitting_begins_when_the_players_confirm_it(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    device.draw()
    reader.ask("a1", **SEAT)
    texts = device.screen("Sit")["texts"]
    assert {"Eve", "Fay", "Gus", "Hal", "sitting 1", "Babcock"} <= set(texts)
    assert device.state()["moment"] == [1, 2]
    device.press("a")
    state = device.screen("TableScreen")
    assert (state["moment"], state["names"]) == ([2, 1], SEAT["names"])
    assert reader.answer("a1") == {"device": state["device"], "done": True, "record": 0}
    device.draw()
    device.enter_draw()
    device.until(lambda state: state["moment"] == [2, 3], "the second deal is saved")
    device.press("a")
    assert "sitting 1" in device.screen("Over")["texts"]
    reader.here(over=True)
    arrived(reader, device)
    device.press("a")
    device.screen("TableScreen")
    reader.ask("a2", **{**SEAT, "sitting": 2})
    device.screen("Sit")
    device.press("a")
    assert reader.answer("a2")["done"]
    reader.here(over=False)
    arrived(reader, device)


def test_in_progressive_play_each_player_is_east_once(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    reader.ask("a1", **{**SEAT, "options": {"east_passes": True}, "deals": 4})
    device.screen("Sit")
    device.press("a")
    device.screen("TableScreen")
    for deal in range(4):
        device.enter_draw()
        device.until(lambda state, deal=deal: state["moment"] == [1, 2 + deal], "the deal is saved")
        device.press("a")
        device.screen("TableScreen" if deal < 3 else "Over")
    reader.here(over=True)
    arrived(reader, device)
    (played,) = in_path(device.flash)
    evening = Evening(played)
    assert [deal.east for deal in evening.deals] == SEAT["names"]
    assert evening.options["east_passes"] is True
    assert (evening.east, evening.round) == (SEAT["names"][0], "S")


def test_players_put_a_sitting_off_or_decline_it(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    reader.ask("a1", **SEAT)
    device.screen("Sit")
    device.press("b")
    device.screen("TableScreen")
    time.sleep(1)
    assert device.state()["screen"] == "TableScreen"
    assert device.state()["waiting"] == ["a1"]
    device.draw()  # after a deal they are asked again
    device.screen("Sit")
    device.press("left")  # a tap only says to hold it
    device.until(lambda state: "hold it to decline" in state["texts"], "the reason")
    assert device.state()["waiting"] == ["a1"]
    device.tell({"hold": KEYS["left"]})
    device.screen("TableScreen")
    assert reader.answer("a1")["why"] == "the players declined"
    reader.ask("a2", **SEAT)
    device.screen("Sit")
    reader.publish(f"{BASE}ask/a2", b"")
    device.until(lambda state: not state["waiting"], "it is withdrawn")
    device.press("a")
    assert device.screen("TableScreen")["moment"][0] == 1


def test_a_request_waits_until_the_deal_is_entered(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    device.draw()
    device.press("up")
    device.screen("How")
    reader.ask("a1", do="pay", **{"from": "Ann", "to": "Bo", "points": 30})
    device.until(lambda state: state["waiting"], "it has come")
    time.sleep(1)
    assert device.state()["balances"] == [2000] * 4
    assert device.state()["screen"] == "How"


def test_the_director_pays_corrects_and_takes_back(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    device.draw()
    reader.ask("a1", do="pay", **{"from": "Ann", "to": "Bo", "points": 30})
    assert reader.answer("a1")["record"] == 2
    assert device.state()["balances"] == [1970, 2030, 2000, 2000]
    assert "director: 30 paid" in device.state()["texts"]
    reader.ask("a2", do="undo", evening=1, record=2)
    assert reader.answer("a2")["record"] == 3
    assert device.state()["balances"] == [2000] * 4
    hands = {seat: {"card": {}} for seat in "ESWN"}
    reader.ask(
        "a3", do="correct", evening=1, deal=1, record=1, to={"winner": "E", "win": {"by": "draw"}, "hands": hands}
    )
    assert reader.answer("a3") == {"device": device.state()["device"], "done": True, "record": 4}
    balances = device.state()["balances"]
    assert sum(balances) == 8000
    assert balances[0] > 2000 > balances[1] == balances[2] == balances[3]
    assert "deal 1 was corrected" in device.state()["texts"]
    arrived(reader, device)


def test_a_request_for_lines_that_the_director_has_not_seen_is_declined(
    start: Callable[..., Device], broker: Broker
) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    device.draw()
    device.draw()
    before = lines(device.flash)
    to = {"winner": None, "hands": {}}
    for number, what in enumerate(
        (
            {"do": "undo", "evening": 1, "record": 1},
            {"do": "undo", "evening": 2, "record": 2},
            {"do": "correct", "evening": 1, "deal": 1, "record": 2, "to": to},
            {"do": "correct", "evening": 2, "deal": 1, "record": 1, "to": to},
        )
    ):
        reader.ask(f"a{number}", **what)
        assert reader.answer(f"a{number}")["why"] == "the table has gone on", what
    assert lines(device.flash) == before
    reader.ask("b1", do="undo", evening=1, record=2)
    assert reader.answer("b1")["record"] == 3
    reader.ask("b2", do="correct", evening=1, deal=1, record=0, to=to)
    assert reader.answer("b2")["record"] == 4


@pytest.mark.parametrize("moment", ["noted", "done"])
def test_a_power_cut_carries_a_request_out_once(start: Callable[..., Device], broker: Broker, moment: str) -> None:
    reader = broker.reader()
    device = start(moment)
    on(device)
    reader.ask("a1", do="pay", **{"from": "Ann", "to": "Bo", "points": 30})
    device.dies()
    assert len(lines(device.flash)) == (0 if moment == "noted" else 2)
    again = start()
    assert reader.answer("a1")["done"]
    assert again.until(lambda state: "a1" in state["done"], "done")["balances"] == [1970, 2030, 2000, 2000]
    again.cut()
    third = start()  # the request is still with the broker
    on(third)
    reader.ask("a2", do="show", text="Welcome")
    third.screen("Show")
    assert third.state()["balances"] == [1970, 2030, 2000, 2000]
    arrived(reader, third)


@pytest.mark.parametrize("moment", ["noted", "done"])
def test_a_power_cut_begins_a_sitting_once(start: Callable[..., Device], broker: Broker, moment: str) -> None:
    reader = broker.reader()
    device = start(moment)
    on(device)
    device.draw()
    reader.ask("a1", **SEAT)
    device.screen("Sit")
    device.press("a")
    device.dies()
    again = start()
    on(again)
    if moment == "noted":
        again.screen("Sit")
        again.press("a")
    assert reader.answer("a1")["done"]
    assert again.until(lambda state: state["moment"] == [2, 1], "the sitting")["names"] == SEAT["names"]
    reader.here(sitting=1)


def test_impossible_requests_are_declined_and_change_nothing(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    device.draw()
    before = lines(device.flash)
    asked: list[bytes] = [
        b"\xff\xfe",
        b"[]",
        b"3",
        b"{",
        b'{"do": 5}',
        b'{"do": "dance"}',
        b'{"do": "' + b"x" * 5000 + b'"}',
        b"[" * 4000,
        b'{"do": "again"}',
        b'{"do": "again", "evening": "1", "from": 0}',
        b'{"do": "again", "evening": 9, "from": 0}',
        b'{"do": "show"}',
        b'{"do": "show", "text": 5}',
        b'{"do": "go", "places": []}',
        b'{"do": "go", "places": [["Ann", 0, "E"]]}',
        b'{"do": "go", "places": [["Ann", 2, "Q"]]}',
        b'{"do": "go", "places": {"Ann": 2}}',
        b'{"do": "end"}',
        b'{"do": "correct"}',
        b'{"do": "correct", "evening": 1, "record": 0, "deal": 7, "to": {"winner": null, "hands": {}}}',
        b'{"do": "correct", "evening": 1, "record": 1, "deal": true, "to": {}}',
        b'{"do": "correct", "evening": 1, "record": 1, "deal": 1, "to": {"winner": "Q"}}',
        b'{"do": "correct", "evening": 1, "record": 1, "deal": 1, "to": []}',
        b'{"do": "correct", "deal": 1, "to": {"winner": null, "hands": {}}}',
        b'{"do": "undo"}',
        b'{"do": "pay", "from": "Ann", "to": "Zed", "points": 20}',
        b'{"do": "pay", "from": "Ann", "to": "", "points": 20}',
        b'{"do": "pay", "from": "Ann", "to": "Ann", "points": 20}',
        b'{"do": "pay", "from": "Ann", "to": "Bo", "points": 7}',
        b'{"do": "pay", "from": "Ann", "to": "Bo", "points": -20}',
        b'{"do": "pay", "from": "Ann", "to": "Bo", "points": 1e9}',
        b'{"do": "pay", "from": ["Ann"], "to": "Bo", "points": 20}',
        *(
            json.dumps({**SEAT, **wrong}).encode()
            for wrong in (
                {"names": ["Eve"]},
                {"names": ["Eve", "Eve", "Fay", "Gus"]},
                {"names": "Eve"},
                {"names": ["x" * 500] * 4},
                {"names": [1, 2, 3, 4]},
                {"rules": "poker"},
                {"rules": None},
                {"options": {"no such": 1}},
                {"counters": "gold"},
                {"deals": 0},
                {"deals": "4"},
                {"sitting": None},
                {"house": 5},
            )
        ),
    ]
    for i, payload in enumerate(asked):
        word = f"b{i:02}"
        reader.publish(f"{BASE}ask/{word}", payload)
        answer = reader.answer(word)
        assert answer["done"] is False, payload
        assert answer["why"], payload
        reader.publish(f"{BASE}ask/{word}", b"")
    assert device.state()["screen"] == "TableScreen"
    assert lines(device.flash) == before


def test_messages_that_are_no_requests_are_ignored(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    pay = b'{"do": "pay", "from": "Ann", "to": "Bo", "points": 20}'
    for topic in ("ask/a b", "ask/" + "x" * 17, "ask/a-b", "ask/", "ask/\u00e9", "ask/" + "x" * 400, "ask/a1/b"):
        reader.publish(BASE + topic, pay)
    reader.publish(f"mingg/tuesday/table/{TABLE + 1}/ask/a1", pay)
    reader.publish("mingg/friday/table/3/ask/a1", pay)
    device.draw()
    reader.here(queued=0, records=1)
    assert device.state()["waiting"] == []
    assert device.state()["balances"] == [2000] * 4
    assert not [topic for topic in reader.latest if "/answer/" in topic]


def test_more_requests_than_there_is_room_for_come_later(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    device.tell({"hold": KEYS["b"]})
    device.screen("Keys")  # nothing is carried out here
    for i in range(18):
        reader.ask(f"c{i:02}", do="pay", **{"from": "Ann", "to": "Bo", "points": 10})
    assert len(device.until(lambda state: len(state["waiting"]) > 11, "requests wait")["waiting"]) == 12
    device.press("b")
    state = device.until(lambda state: len(state["done"]) == 18, "all are carried out", 40)
    assert state["balances"] == [1820, 2180, 2000, 2000]
    assert all(reader.answer(f"c{i:02}")["record"] == i + 1 for i in range(18))
    arrived(reader, device)


def test_show_go_and_end(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    reader.ask("a1", do="show", text="Tea is ready.\x1b[31m Next sitting at nine, please be in time for it")
    texts = device.screen("Show")["texts"]
    assert "\x1b" not in "".join(texts)
    assert reader.answer("a1")["done"]
    device.press("a")
    places = [["Ann", 2, "E"], ["Bo", 12, "S"], ["Cy", 103, "W"], ["Di", 4, "N"]]
    reader.ask("a2", do="go", places=places)
    texts = device.screen("Go")["texts"]
    assert {"Ann", "2", "Bo", "12", "Cy", "103", "Di", "4"} <= set(texts)
    device.press("a")
    device.screen("TableScreen")
    reader.ask("a3", **SEAT)
    device.screen("Sit")
    device.press("a")
    assert reader.answer("a3")["done"]
    reader.ask("a4", do="end")
    device.screen("Over")
    assert reader.answer("a4")["done"]
    reader.here(over=True)
    reader.ask("a5", do="go", places=places)
    assert {"Ann", "2"} <= set(device.screen("Go")["texts"])  # without a key
    assert reader.answer("a5")["done"]
    reader.ask("a6", **{**SEAT, "sitting": 2})
    device.press("a")  # they have read where to go
    device.screen("Sit")


def test_the_menu_calls_the_director(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    device.tell({"hold": KEYS["b"]})
    device.screen("Keys")
    device.press("a")
    device.screen("Menu")
    device.press("right")
    device.until(lambda state: "club night" in state["texts"], "the second page of the menu")
    device.press("a")
    texts = device.screen("Requests")["texts"]
    assert "call the director" in texts
    assert {"tuesday", "table 3: connected"} <= set(texts)
    device.press("a")
    reader.until(lambda: f"{BASE}call" in reader.latest, "a call")
    assert json.loads(reader.latest[f"{BASE}call"]) == {"device": device.state()["device"], "at": ""}


def test_after_the_position_is_lost_old_requests_are_declined(start: Callable[..., Device], broker: Broker) -> None:
    reader = broker.reader()
    device = start()
    on(device)
    reader.ask("a1", do="pay", **{"from": "Ann", "to": "Bo", "points": 30})
    assert reader.answer("a1")["done"]
    device.cut()
    (device.flash / "link.txt").write_bytes(b"0000 damaged\n")
    again = start()
    on(again)
    reader.until(lambda: b'"done": false' in reader.latest[f"{BASE}answer/a1"], "it is declined")
    assert again.state()["balances"] == [1970, 2030, 2000, 2000]
    reader.ask("a2", do="pay", **{"from": "Ann", "to": "Bo", "points": 30})
    assert reader.answer("a2")["done"]
    arrived(reader, again)


# ---- brokers that are none ----


def test_a_party_that_sends_anything_does_not_disturb_play(
    start: Callable[..., Device], flash: Path, broker: Broker
) -> None:
    """Something else listens at the broker's address: it sends bytes, or nothing, or ends the connection."""
    pieces = [b"", b"\x20\x02\x00\x00" + b"\x00" * 500, b"HTTP/1.1 200 OK\r\n\r\n", b"\x20\x02\x00\x05", b"\xff" * 5000]
    pieces.append(b"\x20\x02\x00\x00\x30\xff\xff\xff\x7f" + b"a" * 100000)
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.2)
    served = []
    ended = threading.Event()

    def serve() -> None:
        while not ended.is_set():
            try:
                other, _ = listener.accept()
            except TimeoutError:
                continue
            with other:
                other.settimeout(1)
                try:
                    other.recv(1000)
                    other.sendall(pieces[len(served) % len(pieces)])
                    time.sleep(0.2)
                except OSError:
                    pass
                served.append(1)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        device = start(port=listener.getsockname()[1])
        for _ in range(3):
            device.draw()
        device.until(lambda _: len(served) >= 4, "some tries")
        assert len(lines(flash)) == 4
        assert device.state()["link"] in ("away", "refused", "on")
    finally:
        ended.set()
        thread.join()
        listener.close()


# ---- a device without a club ----


def test_without_its_file_nothing_of_the_link_is_loaded(linked_firmware: Path, tmp_path: Path) -> None:
    """And such a device has the same heap as one whose firmware has no link at all."""
    full, bare = tmp_path / "full", tmp_path / "bare"  # of the same length: a module keeps its path
    shutil.copytree(linked_firmware, full)
    shutil.copytree(linked_firmware, bare)
    names = {"club", *(path.stem for path in (places.package() / "link").glob("[!_]*.py"))}
    for path in [path for path in bare.rglob("*.mpy") if path.stem.rpartition("_")[2] in names]:
        path.unlink()
    assert len(list(bare.rglob("*.mpy"))) < len(list(full.rglob("*.mpy"))) - 3
    heaps = []
    for build in (full, bare):
        with HeadlessVM(firmware=build) as device:
            device.press("a", "up", "a")
            device.wait(1000)
            heaps.append(device.heap().used)
    assert heaps[0] == heaps[1]


def test_a_damaged_file_is_reported_and_play_goes_on(start: Callable[..., Device], flash: Path) -> None:
    device = start()
    device.cut()
    (flash / FILE).write_bytes(content(member(1883))[:-9] + b"\n")
    micropython, compiled = device.started_with
    with Device(micropython, compiled, flash) as again:
        state = again.until(lambda state: "club.txt is damaged" in state["texts"], "it says so")
        assert not state["club"]
        again.draw()


# ---- keys ----


def test_a_picture_is_drawn_before_the_link_goes_on(
    linked_firmware: Path, micropython: Path, broker: Broker, flash: Path
) -> None:
    """A busy link takes one step per turn of the main loop, after the picture. How long a step takes is measured by
    tests/bench/link_keys.py."""
    with joined(micropython, linked_firmware, flash, broker.port) as device:
        on(device)
        for _ in range(4):
            device.draw()
        device.tell("again")
        device.until(lambda state: state["again"], "records are published again")
        pictures = device.ask({"times": 6, "keys": [KEYS["a"], KEYS["b"]]})
        assert device.state()["steps"] > 6
    assert pictures
    for _, turns, steps in pictures:
        assert 0 <= steps < turns
