"""A device and its link: the whole firmware, and a broker in memory.

What the broker has must in the end be the lines of the device's ledger, byte for byte, whatever failed meanwhile. With
real sockets and Mosquitto, on the VM, the link runs once as it ships; `make prove` also lets everything fail there.
"""

from __future__ import annotations

import itertools
import json
import random
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from help import clubbing
from help.brokers import BASE, TABLE, Broker, lines, member
from help.club_walks import Steps
from help.memory_broker import MemoryBroker, Table
from help.seeds import SEED, TIMES
from help.walking import Walk, walks
from mingg.evening.change import swap, undo
from mingg.evening.evenings import sit
from mingg.evening.save import save
from mingg.records.parse import read_kept
from mingg.ui.begin import new_session
from mingg_club.devices import told
from mingg_club.joining import FILE, content, write
from mingg_club.records import Book
from mingg_host.common import places
from mingg_host.device.headless import Headless, HeadlessVM
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import in_path

SEAT = {**clubbing.SEAT, "sitting": 1, "names": ["Eve", "Fay", "Gus", "Hal"], "deals": 2}
PAY = {"do": "pay", "from": "Ann", "to": "Bo", "points": 30}
REQUESTS = {"SEAT": SEAT, "PAY": PAY, "GO": clubbing.GO}
NO_REQUESTS = [
    *(b"\xff\xfe", b"[]", b"3", b"{", b"[" * 4000, b'{"do": 5}', b'{"do": "dance"}', b'{"do": "' + b"x" * 5000 + b'"}'),
    *(b'{"do": "show"}', b'{"do": "end"}', b'{"do": "correct"}', b'{"do": "undo"}'),
]
DRAW = {"winner": None, "hands": {}}
FIRST = {"do": "correct", "evening": 1, "record": 1, "deal": 1, "to": DRAW}
WRONG: list[tuple[dict[str, Any], dict[str, list[Any]]]] = [  # requests, and values that make them impossible
    ({"do": "show", "text": "x"}, {"text": [5], "called": [{"Zed": "Zoe"}, {"Ann": 7}, ["Ann"]]}),
    (clubbing.GO, {"places": [[], [["Ann", 0, "E"]], [["Ann", 1000, "E"]], [["Ann", 2, "Q"]], {"Ann": 2}]}),
    (FIRST, {"deal": [7, True], "to": [{"winner": "Q"}, []], "evening": [None]}),
    (PAY, {"to": ["Zed", "", "Ann"], "points": [7, -20, 1e9], "from": [["Ann"]]}),
    (SEAT, {"names": [["Eve"], list("ABCDE"), ["Eve", "Eve", "Fay", "Gus"], "Eve", ["x" * 500] * 4, [1, 2, 3, 4]]}),
    (SEAT, {"rules": ["poker", None], "options": [{"no such": 1}], "counters": ["gold"], "deals": [0, "4"]}),
    (SEAT, {"sitting": [None], "house": [5]}),
]
IMPOSSIBLE = [{**one, key: value} for one, keys in WRONG for key, values in keys.items() for value in values]
EVEN = [2000] * 4
DRAWN = "a", "up", "a", "a"  # a deal that nobody won, and back to Table
Start = Callable[..., Table]


@pytest.fixture
def broker() -> MemoryBroker:
    return MemoryBroker()


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    return tmp_path / "flash"


@pytest.fixture
def start(flash: Path, broker: MemoryBroker) -> Iterator[Start]:
    """Returns a function that switches the device on, and waits until it has the broker if that runs. dies: see
    memory_broker.py. Its membership may be changed."""
    tables = []

    def begin(dies: str = "", *, place: Path = flash, **changes: Any) -> Table:
        table = Table(place, broker, dies, **changes)
        tables.append(table)
        if broker.runs and not changes:
            table.on()
        return table

    yield begin
    for table in tables:
        table.cut()


# ---- records ----


def test_a_record_is_published_as_it_is_on_the_flash(start: Start, broker: MemoryBroker) -> None:
    table = start()
    for _ in range(3):
        table.draw()
    table.arrived()
    assert len(lines(table.flash)) == 4
    here = table.says(state="on", evening=1, records=3, screen="table", queued=0)
    assert len(here["device"]) == 8
    read = {field.name for field in fields(told(here, here["device"], b"", 0.0))}
    assert set(here) <= read, "what the host does not read need not be sent"


def test_the_state_comes_after_the_records_that_it_counts(start: Start, broker: MemoryBroker) -> None:
    """Otherwise the room would see after each deal that a record is missing."""
    table = start()
    for _ in range(5):
        table.draw()
        table.says(records=table.moment[1] - 1, queued=0)
    came = -1
    for topic, payload in broker.every:
        if "/record/" in topic:
            came = max(came, int(topic.rpartition("/")[2]))
        elif topic.endswith("/here"):
            assert json.loads(payload)["records"] <= came


def test_two_devices_of_one_table_overwrite_nothing(start: Start, broker: MemoryBroker, tmp_path: Path) -> None:
    """Both count their evenings from 1. The names of their records differ by the number of the device."""
    first, second = start(), start(place=tmp_path / "second")
    assert first.link.device != second.link.device
    first.draw()
    for _ in range(2):
        second.draw()
    first.arrived()
    second.arrived()
    assert len({topic for topic in broker.latest if "/record/" in topic}) == 5


@pytest.mark.parametrize("moved", [False, True], ids=["same-evening", "next-evening"])
@pytest.mark.parametrize("host", [False, True], ids=["host-lost-it", "host-has-it"])
@pytest.mark.parametrize("forget", [False, True], ids=["data-kept", "data-lost"])
def test_what_the_broker_acknowledged_is_forgotten_only_when_the_host_has_it(
    start: Start, broker: MemoryBroker, forget: bool, host: bool, moved: bool
) -> None:
    """A payment after the last deal of a sitting, which the broker has, and loses while the next sitting begins."""
    table = start()
    table.draw()
    table.arrived()
    kept, broker.book = broker.book, None
    table.draw()
    table.arrived()
    assert broker.here()["unkept"] == {"1": 2}
    broker.kill(forget=forget)
    table.until(lambda: table.link.state == "away", "the link is away")
    if moved:
        new_session(table.app, table.app.play.evening.session.begun(), 0)
        table.draw()
    broker.book = kept if host else Book(None)
    broker.start()
    table.on()
    table.draw()
    records = table.app.play.evening.ledger.records - 1  # the word from before the deal may still be there
    table.says(records=records, queued=0, unkept={})
    on_flash = {name[::2]: line for name, line in lines(table.flash).items() if name[2]}
    has = {
        (ledger.name.evening, number): line.data
        for ledger in broker.book.of_table(TABLE)
        for number, line in ledger.records.items()
    }
    assert has == on_flash


def test_the_room_sees_a_device_that_lost_its_power(start: Start, broker: MemoryBroker) -> None:
    table = start()
    own = table.says(state="on")["device"]
    table.cut()
    assert broker.here() == {"state": "away", "device": own}
    assert start().says(state="on")["device"] == own


def test_a_device_says_again_and_again_that_it_is_here(start: Start, broker: MemoryBroker) -> None:
    """So nobody takes the last word of a dead device, which a broker may have, for that of a living one."""

    def said() -> list[bytes]:
        return [payload for topic, payload in broker.every if topic.endswith("/here")]

    table = start()
    table.wait(2)
    before = said()
    table.wait(92)
    assert said()[len(before) :] == [before[-1]] * 3


def test_a_wrong_password_is_refused_and_play_goes_on(start: Start, broker: MemoryBroker) -> None:
    table = start(password="wrong")
    table.until(lambda: table.link.state == "refused", "it is refused")
    table.draw()
    table.wait(1)
    assert broker.latest == {}


def test_whatever_fails_the_host_has_the_ledger_in_the_end(
    start: Start, broker: MemoryBroker, flash: Path, tell: Callable[[str], None]
) -> None:
    """The power of the device fails, the broker is killed with and without its data, or hangs: at random moments."""
    chance = random.Random(SEED)
    table = start()
    faults = 0
    for _ in range(60 * TIMES):
        what = chance.randrange(8)
        if what == 0:
            table.cut()
            table = start(place=flash, address="127.0.0.1")
        elif what in (1, 2) and not broker.hangs:
            broker.kill(forget=what == 2)
            table.wait(3 * chance.random())
            broker.start()
        elif what == 3:
            broker.pause(not broker.hangs)
        else:
            table.draw()
            faults -= 1
        faults += 1
        table.wait(chance.random() ** 4 * 20)
    broker.pause(False)
    table.on()
    table.says(queued=0, records=table.moment[1] - 1)
    assert broker.book is not None
    (ledger,) = broker.book.of_table(TABLE)
    assert {number: line.data for number, line in ledger.records.items()} == {
        number: line for (_, _, number), line in lines(flash).items() if number
    }
    tell(f"link: {faults} faults in {len(lines(flash))} records")


# ---- requests ----


class DeviceSteps(Steps):
    """Steps at a table: `start noted` switches a device on, see memory_broker.break_at(); `ask a1 pay from=Ann` is a
    request of the director, also one of REQUESTS; other words are methods of Table."""

    def __init__(self, start: Start) -> None:
        self.start = start
        self.table: Any = None

    def do(self, word: str, given: list[Any], keys: dict[str, Any]) -> None:
        if self.table is None or word == "start":
            self.table = self.start(*(given if word == "start" else ()))
        if word != "start":
            (getattr(self, word, None) or getattr(self.table, word))(*given, **keys)

    def ask(self, id: str, do: str, **keys: Any) -> None:
        self.table.broker.ask(id, **{**REQUESTS.get(do, {"do": do}), **keys})

    def withdraw(self, id: str) -> None:
        self.table.broker.publish(f"{BASE}ask/{id}", b"")
        self.table.until(lambda: not self.table.link.waiting, "it is withdrawn")

    def reads(self, *words: str) -> None:
        """Waits for a text on the screen."""
        self.table.until(lambda: " ".join(map(str, words)) in self.table.device.text(), f"{words}")

    def answered(self, id: str, **keys: object) -> None:
        """Waits for an answer."""
        self.table.until(lambda: keys.items() <= self.table.broker.answer(id).items(), f"{id}: {keys}")

    def hold(self, key: str) -> None:
        self.table.device.hold(key)

    def swap(self, one: int, other: int) -> None:
        swap(self.table.app.play.evening, one, other)

    def rename(self, *names: str) -> None:
        sit(self.table.app.play.evening, 0, list(names))

    def save(self) -> None:
        """A deal is saved that nobody has won."""
        evening = self.table.app.play.evening
        save(evening, read_kept({"winner": None, "hands": {}}, evening.session))

    def undo(self) -> None:
        undo(self.table.app.play.evening)

    def forget(self, id: str) -> None:
        self.table.link.memo.oldest = id

    def spoil(self, file: str) -> None:
        (self.table.flash / file).write_bytes(b"0000 damaged\n")

    def names(self) -> dict[str, Any]:
        table, evening = self.table, self.table.app.play.evening
        calls = [json.loads(payload) for topic, payload in table.broker.every if topic == f"{BASE}call"]
        return {
            **{"table": table, "shown": table.shown, "moment": table.moment, "balances": table.balances},
            **{"texts": set(table.device.text()), "waiting": list(table.link.waiting), "own": table.link.device},
            **{"names": evening.session.names, "called": evening.called, "answer": table.answer, "calls": calls},
            "easts": lambda: [deal.east for deal in Evening(in_path(table.flash)[1]).deals],
            "latest": table.broker.latest,
        }


@walks("""
A power cut loses no record
    start MOMENT ; screen TableScreen ; dies a up a ; start ; arrived | moment == (1, 2)
    draw ; arrived
    = MOMENT
    = committed
    = published
    = acknowledged
A sitting begins when the players confirm it
    draw ; ask a1 SEAT options={"east_passes":true} ; screen Sit | moment == (1, 2)
    | {"Eve", "Fay", "Gus", "Hal", "sitting 1", "Babcock"} <= texts
    press a ; screen TableScreen | (moment, names) == ((2, 1), ["Eve", "Fay", "Gus", "Hal"])
    | answer("a1") == {"device": own, "done": True, "record": 0}
    draw ; enter_draw ; press a ; screen Over | "sitting 1" in texts ; easts() == ["Eve", "Fay"]
    says over=true ; arrived ; press a ; ask a2 SEAT sitting=2 ; screen Sit ; press a ; answered a2 done=true
    says over=false ; arrived
Players put a sitting off, or decline it
    ask a1 SEAT ; screen Sit ; press b ; screen TableScreen ; wait 5
    | (shown, waiting, "!" in texts) == ("TableScreen", ["a1"], True)
    draw ; screen Sit ; press left ; reads hold it to decline | waiting == ["a1"]  # after a deal they are asked again
    hold left ; screen TableScreen | answer("a1")["why"] == "the players declined"
    ask a2 SEAT ; screen Sit ; withdraw a2 ; press a ; screen TableScreen ; wait 5
    | (moment[0], "!" in texts) == (1, False)
A request waits until the deal is entered
    draw ; press up ; ask a1 PAY ; wait 5 | (waiting, balances, shown) == (["a1"], [2000] * 4, "How")
The director pays, corrects and takes back
    draw ; ask a1 PAY ; answered a1 record=2 ; reads director: 30 paid | balances == [1970, 2030, 2000, 2000]
    ask a2 undo evening=1 record=2 ; answered a2 record=3 | balances == [2000] * 4
    ask a3 correct evening=1 deal=1 record=1 to={"winner":"E","win":{"by":"draw"},"hands":{"E":{"sets":[]}}}
    answered a3 record=4 ; reads deal 1 was corrected | balances == [2132, 1956, 1956, 1956]
    arrived
A request for lines that the director has not seen is declined
    draw ; draw ; ask a1 WHAT ; answered a1 done=false
    | (answer("a1")["why"], moment) == ("the table has gone on", (1, 3))
    = WHAT
    = undo evening=1 record=1
    = undo evening=2 record=2
    = correct evening=1 deal=1 record=2 to={"winner":null,"hands":{}}
    = correct evening=2 deal=1 record=1 to={"winner":null,"hands":{}}
A request for the last line is carried out, and so is one from a host that lacks the line
    draw ; draw ; ask a1 undo evening=1 record=2 ; answered a1 record=3
    ask a2 correct evening=1 deal=1 record=0 to={"winner":null,"hands":{}} ; answered a2 record=4
A power cut begins a sitting once
    start MOMENT ; draw ; ask a1 SEAT ; screen Sit ; dies a ; start ; AGAIN ; answered a1 done=true record=0
    | (moment, names) == ((2, 1), ["Eve", "Fay", "Gus", "Hal"])  # a sitting begins without a record
    says sitting=1 over=false ; enter_draw ; press a ; enter_draw ; press a ; screen Over
    = MOMENT / AGAIN
    = noted / screen Sit ; press a
    = done / wait 0
Players read what the director says and where they go, and the director ends a sitting
    ask a1 show text="Tea is ready.\\u001b[31m Next sitting at nine, please be in time for it" ; screen Show
    | "\\x1b" not in "".join(texts) ; answer("a1")["done"]
    press a ; ask a2 GO ; screen Go | {"Ann", "2", "Bo", "12", "Cy", "103", "Di", "4"} <= texts
    press a ; ask a3 SEAT ; screen Sit ; press a ; draw ; ask a4 end ; screen Over ; answered a4 done=true
    says over=true ; ask a5 GO ; screen Go | {"Ann", "2"} <= texts ; answer("a5")["done"]  # without a key
    press a ; reads who won? ; ask a6 GO ; screen Go ; ask a7 SEAT sitting=2 ; press a ; screen Sit
Deals after the end of a sitting are shown, and do not count
    ask a1 SEAT ; screen Sit ; press a ; draw ; save ; screen Over ; press b ; reads who won?
    save ; reads deal 3 does not count
    press b ; undo ; undo ; reads who won? ; save ; screen Over  # the last deal is played again
After the director has ended a sitting no deal counts
    ask a1 SEAT ; screen Sit ; press a ; draw ; ask a2 end ; screen Over ; press b ; save ; reads deal 2 does not count
A substitute has their name in the seat that they have taken, whatever players call it, and wherever it is after a swap
    draw ; swap 0 1 ; rename Robert Ann Cy Di ; ask a1 show text="Zoe plays" called={"Bo":"Zoe"} ; screen Show
    press a ; screen TableScreen | "Zoe" in texts ; called == ["Zoe", "Ann", "Cy", "Di"]
    cut ; start | called == ["Zoe", "Ann", "Cy", "Di"]
    ask a2 PAY from=Bo to=Cy ; answered a2 done=true | balances == [1970, 2000, 2030, 2000]  # Bo is the first now
    arrived
The menu calls the director
    hold b ; press a ; screen Menu ; press right | "club night" in table.screen("Menu")
    press a ; screen Requests | {"call the director", "tuesday", "table 3: connected"} <= texts
    press a ; wait 10 | calls == [{"device": own, "at": ""}]
    | "mingg/tuesday/table/3/call" not in latest  # a host that comes later does not hear it
After the position is lost old requests are declined
    ask a1 PAY ; answered a1 done=true ; cut ; spoil link.txt ; start ; answered a1 done=false
    ask a2 PAY from=Cy ; answered a2 done=true | balances == [1970, 2060, 1970, 2000]
    forget a2 ; draw ; says oldest=a2 ; arrived
""")
def test_at_a_table(start: Start, walk: Walk) -> None:
    DeviceSteps(start).go(walk)


def test_impossible_requests_are_declined_and_change_nothing(start: Start, broker: MemoryBroker) -> None:
    table = start()
    table.draw()
    before = lines(table.flash)
    asked = [*NO_REQUESTS, *(json.dumps(request).encode() for request in IMPOSSIBLE)]
    for i, payload in enumerate(asked):
        word = f"b{i:02}"
        broker.publish(f"{BASE}ask/{word}", payload)
        answer = table.answer(word)
        assert answer["done"] is False, payload
        assert answer["why"], payload
        broker.publish(f"{BASE}ask/{word}", b"")
    assert table.shown == "TableScreen"
    assert lines(table.flash) == before


def test_messages_that_are_no_requests_are_ignored(start: Start, broker: MemoryBroker) -> None:
    table = start()
    pay = json.dumps(PAY).encode()
    for topic in ("ask/a b", "ask/" + "x" * 17, "ask/a-b", "ask/", "ask/\u00e9", "ask/a1/b"):
        broker.publish(BASE + topic, pay)
    broker.publish(f"mingg/tuesday/table/{TABLE + 1}/ask/a1", pay)
    broker.publish("mingg/friday/table/3/ask/a1", pay)
    table.draw()
    table.says(queued=0, records=1)
    assert (list(table.link.waiting), table.balances) == ([], EVEN)
    assert not [topic for topic in broker.latest if "/answer/" in topic]


def test_more_requests_than_there_is_room_for_come_later(start: Start, broker: MemoryBroker) -> None:
    table = start()
    table.device.hold("b")
    table.screen("Keys")  # nothing is carried out here
    for i in range(18):
        broker.ask(f"c{i:02}", **{**PAY, "points": 10})
    table.until(lambda: len(table.link.waiting) == 12, "requests wait")
    table.press("b")
    assert [table.answer(f"c{i:02}")["record"] for i in range(18)] == list(range(1, 19))
    assert table.balances == [1820, 2180, 2000, 2000]
    table.arrived()


# ---- what is no club ----


def test_a_damaged_file_is_reported_and_play_goes_on(flash: Path) -> None:
    flash.mkdir()
    (flash / FILE).write_bytes(content(member(1883))[:-9] + b"\n")
    with Headless(flash) as device:
        device.wait(1000)
        assert "club.txt is damaged" in device.text()
        assert device.app.club is None
        device.press("a", "up", "a", "a")
        assert len(lines(flash)) == 2


@pytest.mark.vm
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


def test_a_picture_is_drawn_before_the_link_goes_on(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy link takes one step per turn of the main loop, after the picture."""
    table = start()
    done: list[str] = []

    def note(owner: Any, name: str) -> None:
        does = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *words: [done.append(name), does(*words)][1])

    for owner, name in ((table.app, "turn"), (table.app.display.panel, "show"), (table.link, "step")):
        note(owner, name)
    for _ in range(4):
        table.draw()
        table.link._records.go(1)
    assert done.count("step") == done.count("turn")
    assert "show" in done
    assert all(before == "turn" for before, event in itertools.pairwise(done) if event == "show")


# ---- on the VM, with Mosquitto ----


@pytest.mark.vm
@pytest.mark.mosquitto
def test_the_firmware_as_it_ships_has_the_link(linked_firmware: Path, flash: Path, real_broker: Broker) -> None:
    """The build shortens names: those of sockets and of MicroPython's modules must stay."""
    reader = real_broker.reader()
    write(flash, member(real_broker.port))
    with HeadlessVM(flash, firmware=linked_firmware) as device:
        reader.beside = lambda: device.wait(100)
        reader.here(state="on")
        device.press(*DRAWN)
        reader.ask("a1", **SEAT)
        reader.until(lambda: "sitting 1" in device.text(), "the sitting is on the screen")
        device.press("a")
        assert reader.answer("a1")["done"]
        reader.ask("a2", do="pay", **{"from": "Eve", "to": "Fay", "points": 20})
        assert reader.answer("a2")["done"]
        reader.until(lambda: reader.records() == lines(flash), "the broker has the ledger")


@pytest.mark.prove
@pytest.mark.vm
@pytest.mark.mosquitto
def test_whatever_fails_mosquitto_has_the_ledger_of_the_vm_in_the_end(
    compiled: Path, real_broker: Broker, flash: Path, tell: Callable[[str], None]
) -> None:
    """As above, with real sockets."""
    chance = random.Random(SEED)

    def begin() -> HeadlessVM:
        write(flash, member(real_broker.port))
        return HeadlessVM(flash, firmware=compiled)

    device = begin()
    paused, faults = False, 0
    end = time.monotonic() + 20 * TIMES
    while time.monotonic() < end:
        what = chance.randrange(8)
        if what == 0:
            device.close()
            device = begin()
        elif what in (1, 2) and not paused:
            real_broker.kill(forget=what == 2)
            real_broker.start()
        elif what == 3:
            paused = not paused
            real_broker.pause(paused)
        else:
            device.press(*DRAWN)
            faults -= 1
        faults += 1
        for _ in range(chance.randrange(30)):
            device.wait(100)
            time.sleep(0.01)
    real_broker.pause(False)
    reader = real_broker.reader()
    reader.beside = lambda: device.wait(100)
    own = str(reader.here(state="on")["device"])
    reader.publish(f"{BASE}kept/{own}", b"{}")  # a host that has nothing
    reader.until(lambda: reader.records() == lines(flash), "the broker has the ledger")
    device.close()
    tell(f"{faults} faults in {len(lines(flash))} records")
