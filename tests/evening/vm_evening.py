"""A whole evening on littlefs in memory, with power cuts, and with the flash full.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import vfs
from help.scratch import Flash, every_cut, mount
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, PUNG_SHOWN, Hand
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.beside import count, pay
from mingg.evening.change import correct, undo
from mingg.evening.counters import holdings
from mingg.evening.evening import drop_draft, keep_draft, room
from mingg.evening.evenings import begin, evenings, remove, summary
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening, read_draft
from mingg.evening.save import save
from mingg.hal.store import Store

BLOCKS = 32
SEATS = "ESWN"
NAMES = ["Ann", "Bo", "Cy", "Di"]


def _deal(seat, dragons):
    hands = {}
    if seat:
        hands[seat] = Hand([PUNG_SHOWN | DRAGON] * dragons)
        hands[seat].named = "(555z) 345m 678s 999s 55p" * 3
    return Deal(seat, Win("discard") if seat else None, hands)


def _do(evening, step, saved=None):
    """Makes a step as the app does it; saved: a list that gets the step when the player sees that it is saved."""
    kind, arguments = step[0], step[1:]
    if kind == "draft":
        keep_draft(evening, {"entered": arguments[0]})
    elif kind == "begin":
        begin(evening, Session(list(NAMES), load("babcock"), "babcock"), 2)
    elif kind == "deal":
        save(evening, _deal(*arguments))
    elif kind == "undo":
        undo(evening)
    elif kind == "correct":
        correct(evening, arguments[0], _deal(arguments[1], arguments[2]))
    elif kind == "pay":
        pay(evening, [arguments])
    elif kind == "count":
        count(evening, {arguments[0]: list(arguments[1])}, None)
    else:
        remove(evening, arguments[0])
    if saved is not None:
        saved.append(step)
    if kind in ("begin", "deal", "correct"):
        drop_draft(evening)


def _found(evening):
    """What evenings there are, how this one stands, and the half entered deal, if it was not saved since."""
    draft = read_draft(evening)
    session, numbers = evening.session, [number for number, _ in evenings(evening)]
    stands = session.balances, session.deals, session.table.east, holdings(evening), len(Lines(evening))
    return evening.ledger.number, stands, draft and draft["entered"], numbers


def _cut(cut, image, step):
    """Makes a step on the image, with power cuts; returns the image after the step. What one without a cut leaves is
    what a cut must leave, too, once the player sees the step as done."""
    befores, results = [], []

    def change(flash, on):
        path = mount(flash)
        evening = open_evening(Store(path))
        befores.append(_found(evening))
        on(flash)
        saved = []
        try:
            _do(evening, step, saved)
        except OSError:
            assert flash.operations_left == -2
        if not results:
            results.append(_found(evening))
        vfs.umount(path)
        return saved

    def check(left, saved, moment):
        path = mount(Flash(data=left))
        store = Store(path)
        evening, before, after = open_evening(store), befores[0], results[0]
        found = _found(evening)
        if step[0] == "correct" and found == after[:2] + before[2:]:
            found = after  # what waited for it was not dropped yet
        assert found == after or (moment and not saved and found == before), (step, moment, found, before, after)
        assert found != before or moment, (step, "has no effect")
        assert evening.notices == [], (step, moment, evening.notices)
        for number in found[3]:
            assert summary(evening, number) is not None, (step, moment, number)
        if found != after:
            _do(evening, step)
            assert _found(open_evening(store)) == after, (step, moment)
        vfs.umount(path)

    return cut(image, change, check)


def _session():
    yield ("begin",)
    for i in range(20):
        if i % 3 == 0:
            yield ("draft", i)
        yield ("deal", "EEWNESNWES"[i % 10] if i % 7 else None, i % 3)
        if i == 5:
            yield ("undo",)
            yield ("deal", "S", 1)
        if i == 9:
            yield ("draft", 100)
            yield ("correct", 3, "N", 2)
            yield ("pay", 0, 2, 120)
        if i == 12:
            yield ("pay", 3, 1, 2)
            yield ("undo",)
            yield ("undo",)
            yield ("correct", 12, None, 0)
        if i == 14:
            yield ("count", 2, [1, 9, 8, 12])
            yield ("undo",)
        if i == 18:
            yield ("count", 1, [2, 9, 8, 11])
        if i == 17:
            yield ("correct", 1, "W", 1)
            yield ("undo",)
    yield ("begin",)
    yield ("draft", 200)
    yield ("deal", "E", 2)
    yield ("remove", 1)
    yield ("deal", "S", 0)


@every_cut
def test_an_evening_survives_power_cuts(cut):
    flash = Flash(blocks=BLOCKS)
    vfs.umount(mount(flash, new=True))
    image, segments, stood = bytes(flash.data), 0, []
    for step in _session():
        image = _cut(cut, image, step)
        path = mount(Flash(data=image))
        evening = open_evening(Store(path))
        segments = max(segments, len(evening.ledger.parts))
        stood.append((evening.session.deals, evening.session.balances))
        vfs.umount(path)
    assert segments >= 3
    assert (max(stood), stood[-1]) == ((19, [2188, 1540, 2508, 1764]), (2, [2612, 1896, 1746, 1746])), "recounted"


# ---- a full flash ----


def test_a_full_flash_is_announced_long_before_and_loses_nothing():
    flash = Flash(blocks=40)
    path = mount(flash, new=True)
    evening = open_evening(Store(path))
    rooms, free = [], 0
    _do(evening, ("begin",))

    def play(limit):
        """Plays deals, each with its draft, while there is room for more than `limit` deals."""
        played = 0
        while room(evening) > limit:
            step = ("deal", "EES"[played % 3] if not evening.session.table.over() else None, 1)
            if evening.session.table.over() or evening.session.deals == 40:
                _do(evening, ("begin",))
            keep_draft(evening, {"entered": "x" * 600})
            _do(evening, step)
            rooms.append(room(evening))
            played += 1
        return played

    play(20)
    warned = play(0)
    assert warned >= 20, warned
    # There is still room for the current deal, an undo and a correction.
    for step in (("draft", "x" * 900), ("deal", "W", 2), ("undo",), ("deal", "S", 1), ("correct", 1, "N", 1)):
        _do(evening, step)
        assert room(evening) == 0
    assert _found(open_evening(Store(path))) == _found(evening)
    # Players who go on lose nothing: a deal without room is refused.
    while True:
        before = _found(evening)[:2]
        try:
            save(evening, _deal("E", 1))
            free += 1
        except OSError:
            break
        if evening.session.deals > 60:
            _do(evening, ("begin",))
    assert free > 20
    assert _found(evening)[:2] == before
    vfs.umount(path)
    flash = Flash(data=flash.data)
    path = mount(flash)
    evening = open_evening(Store(path))
    assert _found(evening)[:2] == before
    # Deleting an evening makes room, and play goes on.
    remove(evening, evenings(evening)[0][0])
    save(evening, _deal("E", 1))
    assert open_evening(Store(path)).session.deals == before[1][1] + 1
    vfs.umount(path)
    print("room for", rooms[0], "deals told first;", free, "more found room after it had said 0")


class Blocks(Flash):
    """files: how many blocks of files were erased. The first two hold the folder, which littlefs compacts at times."""

    files = 0

    def ioctl(self, operation, argument):
        if operation == 6 and argument > 1:
            self.files += 1
        return Flash.ioctl(self, operation, argument)


def test_no_deal_of_a_prepared_evening_waits_for_its_block_to_be_erased():
    """Drafts are written between, as in play. Some of these deals begin a segment."""
    flash = Blocks(blocks=64)
    path = mount(flash, new=True)
    store = Store(path, None, True)
    evening = open_evening(store)
    begin(evening, Session(list(NAMES), load("babcock"), "babcock"))
    for number in range(20):
        for size in (150, 300, 450):
            evening.ledger.prepare()
            store.replace("draft.txt", b"x" * size)
        before = flash.files
        save(evening, _deal(SEATS[number % 4], 1))
        assert flash.files == before, number
        store.remove("draft.txt")
    assert len(evening.ledger.parts) > 2
    vfs.umount(path)
