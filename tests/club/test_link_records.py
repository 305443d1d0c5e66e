"""What the link reads and keeps: records in their order, what the host has, the requests. Runs under pytest and,
unchanged, on MicroPython."""

import json
from binascii import crc32

from help.stores import MemoryStore
from mingg.link import mqtt
from mingg.link.joined import Joined
from mingg.link.link import UNREADABLE, UNWRITABLE, WAITING_BYTES, Link, is_id
from mingg.link.memo import FILE, REMEMBERED, Memo, rank
from mingg.link.records import Records
from mingg.records.ledger import Ledger
from mingg.records.line import seal, unseal

CLUB = {"club": "tuesday", "table": 3, "address": "192.168.4.1", "port": 1883, "user": "table-3", "password": "x"}


def refused(data):
    try:
        Joined(data)
    except ValueError:
        return True
    return False


def joined(**changes):
    keys = dict(CLUB)
    keys.update(changes)
    return Joined(seal(0, json.dumps(keys)))


def ledger_of(store, number, records, text="%d is long enough to fill segments " + "x" * 300):
    ledger = Ledger(store, number)
    ledger.head = json.dumps({"mingg": 1, "evening": number})
    ledger.append([])
    for i in range(records):
        ledger.append([json.dumps({"n": text % i})])
    return ledger


def read_all(records, ledger, steps=2000):
    """The records that come until all are read: [(evening, segment, number, line)]."""
    found = []
    for _ in range(steps):
        record = records.next(ledger)
        if record is not None:
            found.append(record)
        elif records.all_read:
            return found
    raise AssertionError("it does not end")


def in_files(store, since=1):
    """What is to be published, read in another way: valid lines, without heads that repeat the one before."""
    found = []
    for name in sorted(store.files):
        if not name[0].isdigit() or int(name[:4]) < since:
            continue
        last = b""
        for line in store.files[name].split(b"\n"):
            if unseal(line) and not (line == last and line[:5] == b"0000 "):
                found.append((int(name[:4]), int(name[5:7]), int(line.split()[0]), line))
            if line[:5] == b"0000 ":
                last = line
    return found


def test_every_line_of_every_segment_comes_in_order():
    store = MemoryStore()
    ledger_of(store, 1, 30)
    ledger = ledger_of(store, 2, 25)
    assert len(store.files) > 5
    found = read_all(Records(store, 1), ledger)
    assert found == in_files(store)
    assert len(found) > 55


def test_damaged_and_torn_lines_are_left_out_and_the_rest_comes():
    store = MemoryStore()
    ledger = ledger_of(store, 1, 8)
    name = sorted(store.files)[0]
    lines = store.files[name].split(b"\n")
    third = [line[:5] for line in lines].index(b"0003 ")
    lines[third] = lines[third][:-3] + b"???"
    store.files[name] = b"\n".join(lines) + lines[5][:40]
    found = read_all(Records(store, 1), ledger)
    assert [record[2] for record in found] == [0, 1, 2, 4, 5, 6, 7, 8]


def test_a_last_line_without_its_end_is_published_once():
    store = MemoryStore()
    ledger = ledger_of(store, 1, 3)
    name = sorted(store.files)[-1]
    store.files[name] = store.files[name][:-1]
    records = Records(store, 1)
    assert [record[2] for record in read_all(records, ledger)] == [0, 1, 2, 3]
    ledger.ends = False
    ledger.append(["{}"])
    assert [record[2] for record in read_all(records, ledger)] == [4]


def test_an_evening_that_was_deleted_is_passed_over():
    store = MemoryStore()
    ledger_of(store, 1, 8)
    ledger_of(store, 2, 8)
    ledger = ledger_of(store, 4, 2)
    records = Records(store, 1)
    for _ in range(8):
        records.next(ledger)
    for name in list(store.files):
        if name[:4] in ("0001", "0002"):
            store.remove(name)
    ledger.append(["{}"])
    assert {record[0] for record in read_all(records, ledger)} == {4}


def test_a_flash_that_fails_for_a_while_loses_nothing():
    store = MemoryStore()
    ledger = ledger_of(store, 1, 12)
    records = Records(store, 1)
    found = []
    for i in range(3000):
        store.unreadable = i % 7 == 0
        try:
            record = records.next(ledger)
        except OSError:
            continue
        if record is not None:
            found.append(record)
    assert found == in_files(store)


class Connected:
    """A link whose broker takes every message at once. sent: (topic, payload) of what it published."""

    def __init__(self, store):
        self.store = store
        self.memo = Memo(store, joined(), 1)
        self.memo.lost = False
        self.link = Link(joined(), store, "5f0d8a1c", self.memo, None)
        self.sent = []
        self.now = 0
        client = self.link.client
        client.state = mqtt.ON
        client.free = lambda: True
        client.step = lambda now_ms: False
        client.publish = self._publish
        client.subscribe = lambda topics: None

    def _publish(self, topic, payload, retained):
        self.sent.append((topic, payload))
        return len(self.sent)

    def run(self, ledger, calm=True, steps=60):
        for _ in range(steps):
            self.now += 400
            before = len(self.sent)
            self.link.step(self.now, ledger, calm, lambda: self._tell(ledger))
            for i in range(before, len(self.sent)):
                self.link._taken(i + 1)

    def _tell(self, ledger):
        return {"n": self.link.queued(ledger), "error": self.link.error}

    def here(self):
        return json.loads([payload for topic, payload in self.sent if topic.endswith("here")][-1])


def linked(records, before=0):
    """A flash with an evening of so many records, also with one before it; the evening, and its link, which has sent
    all."""
    store = MemoryStore()
    if before:
        ledger_of(store, 1, before)
    ledger = ledger_of(store, 2 if before else 1, records)
    table = Connected(store)
    table.run(ledger, steps=200)
    return store, ledger, table


def kept(table, **evenings):
    """The host says what it has: by evening, {e1: number}."""
    told = {}
    for name, number in evenings.items():
        check = 0
        for evening, _, at, line in in_files(table.store):
            if evening == int(name[1:]) and 0 < at <= number:
                check = crc32(line, check)
        told[name[1:]] = [number, f"{check:08x}"]
    table.link._hear("mingg/tuesday/table/3/kept/5f0d8a1c", json.dumps(told).encode(), False)


def numbers(table, since):
    """(evening, number) of the records that were sent, without heads."""
    parts = [topic.split("/") for topic, _ in table.sent[since:] if "/record/" in topic]
    return [(int(each[5][9:]), int(each[7])) for each in parts if each[7] != "0"]


def reconnected(table):
    table.link.client.state = mqtt.OFF
    table.link._lost(table.now)
    table.link.client.state = mqtt.ON
    return len(table.sent)


def test_what_the_broker_has_acknowledged_waits_until_the_host_has_it():
    store, ledger, table = linked(3)
    assert (table.link.queued(ledger), table.here()["n"]) == (3, 3)
    kept(table, e1=2)
    assert table.link.unkept(ledger) == {1: 3}
    kept(table, e1=3)
    table.run(ledger)
    assert (table.link.queued(ledger), table.here()["n"]) == (0, 0)
    ledger.change_head(json.dumps({"mingg": 1, "called": "Zoe"}))
    before = len(table.sent)
    table.run(ledger)
    assert [topic for topic, _ in table.sent[before:] if topic.endswith("/0")]
    ledger.append([json.dumps({"later": 1})])
    assert table.link.queued(ledger) == 1
    ledger = ledger_of(store, 2, 2)
    table.run(ledger)
    assert table.link.unkept(ledger) == {1: 4, 2: 2}


def test_a_connection_begins_where_the_host_is():
    _, ledger, table = linked(4, 5)
    for told, sent in (
        ({}, [(1, n) for n in range(1, 6)] + [(2, n) for n in range(1, 5)]),
        ({"e1": 3}, [(1, 4), (1, 5)] + [(2, n) for n in range(1, 5)]),
        ({"e1": 5, "e2": 2}, [(2, 3), (2, 4)]),
        ({"e1": 5, "e2": 4}, []),
    ):
        kept(table, **told)
        before = reconnected(table)
        table.run(ledger, steps=200)
        assert numbers(table, before) == sent, told


def test_a_host_that_says_nothing_new_gets_what_it_lacks():
    _, ledger, table = linked(4)
    kept(table, e1=2)
    before = len(table.sent)
    table.run(ledger)
    assert numbers(table, before) == []
    kept(table, e1=2)  # the broker lost 3 and 4 on their way
    table.run(ledger)
    assert numbers(table, before) == [(1, 3), (1, 4)]
    before = len(table.sent)
    kept(table)  # another host, which has nothing
    table.run(ledger)
    assert numbers(table, before) == [(1, n) for n in range(1, 5)]


def test_a_host_with_another_ledger_of_this_name_gets_all_of_it():
    """As after an older copy was put back: its record may have the same number, but not the same content."""
    store = MemoryStore()
    ledger = ledger_of(store, 1, 4)
    for number in (9, 3):
        table = Connected(store)
        told = json.dumps({"1": [number, "00000000"]}).encode()
        table.link._hear("mingg/tuesday/table/3/kept/5f0d8a1c", told, True)
        table.run(ledger)
        assert {n for _, n in numbers(table, 0)} == {1, 2, 3, 4}, number
        assert table.link.queued(ledger) == 4


def test_a_new_night_leaves_the_last_one_alone_once_the_host_has_it():
    store, ledger, table = linked(2)
    assert not table.link.has_all(ledger)
    kept(table, e1=2)
    assert table.link.has_all(ledger)
    ledger = ledger_of(store, 2, 2)
    table.link.begin_night(2)
    kept(table)
    before = reconnected(table)
    table.run(ledger)
    assert numbers(table, before) == [(2, 1), (2, 2)]


def test_what_is_no_word_of_the_host_changes_nothing():
    _, ledger, table = linked(2)
    kept(table, e1=2)
    for data in (b"x", b"[]", b'{"1": 2}', b'{"x": [1, "a"]}', b'{"1": ["x", "a"]}', b'{"1": [1]}', b"\xff"):
        table.link._hear("mingg/tuesday/table/3/kept/5f0d8a1c", data, False)
        assert table.link.queued(ledger) == 0, data


def test_a_request_that_comes_while_a_key_is_pressed_writes_nothing_yet():
    store, ledger, table = linked(1)
    table.memo.oldest = "0toz6pu"
    table.link.keep(0)
    before = dict(store.files)
    assert "link.txt" in before, "written from the start on: else nobody knows which requests are done"
    table.link._hear("mingg/tuesday/table/3/ask/0toz6pt", b'{"do": "show", "text": "x"}', True)
    table.run(ledger, False)
    assert table.sent[-1][0].endswith("answer/0toz6pt")
    answer = json.loads(table.sent[-1][1])
    assert answer["done"] is False
    assert store.files == before
    table.link.keep(60000)
    assert "0toz6pt" in Memo(store, joined(), 1).done
    del store.files["link.txt"]
    table.link.keep(120000)
    assert "link.txt" not in store.files, "nothing is new: that would wear the flash"


def test_requests_wait_while_there_is_memory_for_them():
    _, _, table = linked(1)
    for word in "abc":
        table.link._hear("mingg/tuesday/table/3/ask/" + word, b"x" * (WAITING_BYTES // 2), False)
    assert sorted(table.link.waiting) == ["a", "b"]


def test_a_flash_that_fails_is_told_until_it_works():
    store, ledger, table = linked(3)
    assert table.here()["error"] == ""
    ledger.append([json.dumps({"later": 1})])
    store.unreadable = True
    table.run(ledger)
    assert table.here() == {"n": 4, "error": UNREADABLE}
    store.unreadable = False
    table.run(ledger)
    assert table.here() == {"n": 4, "error": ""}
    table.memo.fresh = True
    store.fail = "before"
    table.link.keep(0)
    table.run(ledger)
    assert table.here()["error"] == UNWRITABLE
    store.fail = None
    table.link.keep(60000)
    table.run(ledger)
    assert table.here()["error"] == ""


def test_requests_are_kept():
    store = MemoryStore()
    memo = Memo(store, joined(), 4)
    assert memo.lost
    memo.note("a1", 19)
    memo.note("a2", "no such deal")
    memo.doing, memo.sitting = ["a3", 4, 20, 2, 4], [1, 4, 0, 4]
    memo.keep()
    again = Memo(store, joined(), 9)
    assert not again.lost
    assert again.since == 4
    assert again.done == {"a1": 19, "a2": "no such deal"}
    assert (again.doing, again.sitting) == (["a3", 4, 20, 2, 4], [1, 4, 0, 4])
    assert not again.fresh


def test_another_club_or_table_begins_anew():
    store = MemoryStore()
    memo = Memo(store, joined(), 1)
    memo.note("a1", 1)
    memo.keep()
    for changes in ({"club": "friday"}, {"table": 4}):
        other = Memo(store, joined(**changes), 6)
        assert (other.since, other.done, other.lost) == (6, {}, False)


def test_a_damaged_file_is_noticed():
    store = MemoryStore()
    Memo(store, joined(), 1).keep()
    whole = store.files[FILE]
    for data in (whole[:-5], whole.replace(b"since", b"sinec"), b"", b"\xff" * 20, seal(0, "[]"), seal(0, "{}")):
        store.files[FILE] = data
        memo = Memo(store, joined(), 5)
        assert memo.lost, data
        assert memo.since == 5


def test_old_requests_are_forgotten_and_never_carried_out_again():
    memo = Memo(MemoryStore(), joined(), 1)
    for i in range(3 * REMEMBERED):
        memo.note(str(i), i)
    assert len(memo.done) == REMEMBERED
    assert memo.forgotten("0")
    assert memo.forgotten(str(2 * REMEMBERED - 1))
    assert not memo.forgotten(str(2 * REMEMBERED))
    assert not memo.forgotten("1000")


def test_longer_ids_are_later():
    assert sorted(["10", "9", "zz", "a", "100"], key=rank) == ["9", "a", "10", "zz", "100"]


def test_an_id_has_letters_and_digits():
    assert all(is_id(word) for word in ("a", "Z9", "0123456789abcdef"))
    assert not any(is_id(word) for word in ("", "a/b", "a b", "é", "0123456789abcdefg", "+", "#", "a-b", "\x00"))


def test_a_membership_is_read_whole_or_not_at_all():
    whole = joined(ssid="Café", key="secret")
    assert (whole.club, whole.table, whole.ssid, whole.key) == ("tuesday", 3, "Café", "secret")
    assert [joined(club=name).club for name in ("x", "x" * 24)] == ["x", "x" * 24]
    wrong = {
        "club": ("Tuesday", "", "x" * 25, "a/b", "a+"),
        "table": (0, 1000, "3", True),
        "port": (0, 65536),
        "address": ("broker.local", "1.2.3", "1.2.3.256", "1.2.3.+4"),
        "user": (3,),
        "password": (None,),
    }
    for key in wrong:
        for value in wrong[key]:
            keys = dict(CLUB)
            keys[key] = value
            assert refused(seal(0, json.dumps(keys))), (key, value)
    assert refused(b"")
    assert refused(seal(0, "[]"))
    assert refused(seal(0, json.dumps(CLUB))[:-2])
