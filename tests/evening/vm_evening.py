"""A whole evening on littlefs in memory, with power cuts, and with the flash full.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import vfs
from help.banking import Bank
from help.scratch import Flash, every_cut, mount
from mingg.core.counters.sets import counters_of
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
WORTH = (30, 48, 112)  # the score of a hand with so many exposed dragon pungs, won on a discard, by Babcock's rules
NAMES = ["Ann", "Bo", "Cy", "Di"]


def _deal(seat, dragons):
    hands = {}
    if seat:
        hands[seat] = Hand([PUNG_SHOWN | DRAGON] * dragons)
        hands[seat].named = "(555z) 345m 678s 999s 55p" * 3
    return Deal(seat, Win("discard") if seat else None, hands)


# ---- the expected state: the lines that stand, and a recount that uses nothing of the firmware ----


class Model:
    """number: of the ledger; lines: those that stand; draft: the half entered deal, if it was not saved since."""

    def __init__(self):
        self.number = 1
        self.lines = []
        self.draft = None
        self.old = 0  # evenings before this one
        self.counters = False  # as the first session, which nobody began

    def copy(self):
        copy = Model()
        copy.number, copy.lines, copy.draft, copy.old = self.number, list(self.lines), self.draft, self.old
        copy.counters = self.counters
        return copy

    def do(self, step):
        kind, arguments = step[0], step[1:]
        if kind == "draft":
            self.draft = arguments[0]
            return
        if kind in ("begin", "deal", "correct"):
            self.draft = None  # it was of the deal that is saved, or of a session that is over
        if kind == "begin":
            self.counters = True
            self.old += bool(self.lines)
            self.number += bool(self.lines)
            self.lines = []
        elif kind == "undo":
            self.lines.pop()
        elif kind == "remove":
            self.old -= 1
        else:
            self.lines.append(step)

    def stands(self):
        """(balances, deals, East, holdings)"""
        balances, east, deals = [2000] * 4, 0, []  # deals: East, and what each player gained
        bank = Bank(counters_of("babcock", 4), 4)
        for line in self.lines:
            if line[0] == "count":
                bank.counted({line[1]: line[2]}, None)
                continue
            gains = [0] * 4
            if line[0] == "pay":
                gains[line[1]] -= line[3]
                gains[line[2]] += line[3]
            else:
                # A correction counts its deal where it was played. Only the last deal decides who is East.
                number = line[1] - 1 if line[0] == "correct" else len(deals)
                seat, dragons = line[-2:]
                dealer, before = (east, gains) if number == len(deals) else deals[number]
                new = _gains(dealer, seat, dragons)
                gains = [new[i] - before[i] for i in range(4)]
                deals[number : number + 1] = [(dealer, new)]
                if number == len(deals) - 1:
                    east = dealer if seat in (None, "E") else (dealer + 1) % 4
            balances = [balances[i] + gains[i] for i in range(4)]
            bank.apply(gains)
        return balances, len(deals), east, bank.holdings() if self.counters else None


def _gains(east, seat, dragons):
    """What each player gains by a deal that a seat won; None: nobody did."""
    gains = [0] * 4
    if seat is not None:
        winner = (east + SEATS.index(seat)) % 4
        for player in range(4):
            if player != winner:
                points = WORTH[dragons] * (2 if east in (player, winner) else 1)
                gains[player] -= points
                gains[winner] += points
    return gains


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
    draft = read_draft(evening)
    session = evening.session
    return (
        evening.ledger.number,
        (session.balances, session.deals, session.table.east, holdings(evening)),
        None if draft is None else draft["entered"],
    )


def _expected(model):
    return model.number, model.stands(), model.draft


def _boot(data):
    """(flash, path, evening)"""
    flash = Flash(data=data)
    path = mount(flash)
    return flash, path, open_evening(Store(path))


def _cut(cut, image, model, step):
    """Makes a step on the image, with power cuts; returns the image after the step."""
    new = model.copy()
    new.do(step)
    before, after = _expected(model), _expected(new)
    results = [after]
    if step[0] == "correct":
        results.append(after[:2] + before[2:])  # what waited for it was not dropped yet

    def change(flash, on):
        path = mount(flash)
        evening = open_evening(Store(path))
        assert _found(evening) == before, step
        on(flash)
        saved = []
        try:
            _do(evening, step, saved)
        except OSError:
            assert flash.operations_left == -2
        vfs.umount(path)
        return saved

    def look(path, moment):
        """Returns the evening, and whether the step is done."""
        evening = open_evening(Store(path))
        found = _found(evening)
        assert found == before or found in results, (step, moment, found)
        assert evening.notices == [], (step, moment, evening.notices)
        numbers = [number for number, _ in evenings(evening)]
        assert len(numbers) >= min(model.old, new.old), (step, moment)
        for number in numbers:
            assert summary(evening, number) is not None, (step, moment, number)
        return evening, found in results and (step[0] != "remove" or step[1] not in numbers)

    def check(left, saved, moment):
        path = mount(Flash(data=left))
        evening, is_done = look(path, moment)
        assert is_done or (moment and not saved), (step, moment, "told as done, and gone")
        if not is_done:
            _do(evening, step)
            evening, is_done = look(path, moment)
            assert is_done, (step, moment)
        assert len(Lines(evening)) == len(new.lines)
        vfs.umount(path)

    return cut(image, change, check), new


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
    image, model, segments = bytes(flash.data), Model(), 0
    for step in _session():
        image, model = _cut(cut, image, model, step)
        _, path, evening = _boot(image)
        segments = max(segments, len(evening.ledger.parts))
        vfs.umount(path)
    assert segments >= 3


# ---- a full flash ----


def test_a_full_flash_is_announced_long_before_and_loses_nothing():
    flash = Flash(blocks=40)
    path = mount(flash, new=True)
    evening = open_evening(Store(path))
    rooms, model, free = [], Model(), 0
    begin(evening, Session(list(NAMES), load("babcock"), "babcock"))

    def play(limit):
        """Plays deals, each with its draft, while there is room for more than `limit` deals."""
        played = 0
        while room(evening) > limit:
            step = ("deal", "EES"[played % 3] if not evening.session.table.over() else None, 1)
            if evening.session.table.over() or evening.session.deals == 40:
                model.do(("begin",))
                _do(evening, ("begin",))
            keep_draft(evening, {"entered": "x" * 600})
            _do(evening, step)
            model.do(step)
            rooms.append(room(evening))
            played += 1
        return played

    play(20)
    warned = play(0)
    assert warned >= 20, warned
    # There is still room for the current deal, an undo and a correction.
    for step in (("draft", "x" * 900), ("deal", "W", 2), ("undo",), ("deal", "S", 1), ("correct", 1, "N", 1)):
        _do(evening, step)
        model.do(step)
        assert room(evening) == 0
    assert (evening.ledger.number, model.stands()) == (model.number, _found(evening)[1])
    # Players who go on lose nothing: a deal without room is refused.
    while True:
        before = _found(evening)[:2]
        try:
            save(evening, _deal("E", 1))
            free += 1
        except OSError:
            break
        if evening.session.deals > 60:
            model.do(("begin",))
            begin(evening, Session(list(NAMES), load("babcock"), "babcock"))
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
