"""Presses keys at random on the device in the MicroPython VM: `micropython monkey.py FOLDERS SEED PRESSES [FOLDER]`.

FOLDERS: the folders of the modules, separated by colons. The flash is littlefs in memory with the geometry of a Pico.
With FOLDER it is that folder of the PC, and the caller sets a heap as small as a board's.

The sessions have any rule set, number of players and language. Keys bounce, jam and are pressed together. At times the
flash writes only a part, or reports an error after it wrote everything. The power fails now and then. Any error ends in
an exception.

At the end it prints which screens it saw and how often, and how often the device had no room.
"""

import json
import os
import random
import sys

sys.path[1:1] = sys.argv[1].split(":")

# Other modules of the firmware are imported inside functions: here they would stay in the small heap.
from help import depth  # noqa: E402 - the path comes first
from mingg import memory  # noqa: E402
from rig import Rig  # noqa: E402

KEYS = "luurrddaaaaaab"  # each letter is a key; its count is its weight; see MASKS
MASKS = {"l": 1, "r": 2, "u": 4, "d": 8, "a": 16, "b": 32}
TAP, HELD, PAUSE = 24, 600, 400  # ms; in a pause the device is idle
JAMMED = 12000  # ms
SAMPLE = 8  # ms
AWAY = 2400  # ms; long enough for slow work while nobody presses a key
SMALL = len(sys.argv) > 4
START = 2000
KEPT = 40  # evenings; more would fill a Pico's flash
EIO, NO_SPACE = 5, 28
NAMES = ("Wilhelm", "Bo", "Mmmmmmm", "Di", "Evelyn")
# The most presses of B from any screen to Table: B takes back each tile of a hand, then each entry of earlier hands.
BACKS = 120
# Sets of the players' own: one with a full box; one where hardly anybody has change; one that can pay little.
COUNTERS = (
    "none",
    "babcock",
    "harr",
    {"values": [1000, 500, 100, 50, 10, 2], "start": [0, 1, 9, 8, 16, 20], "box": [20, 20, 20, 20, 20, 20]},
    {"values": [500, 100, 2], "start": [2, 9, 50], "box": [0, 2, 40], "marks": ["red", "", "blue"]},
    {"values": [100, 10], "start": [3, 12], "box": [0, 5]},
)
# House rules for any rule set. The first one is also in the store.
HOUSES = (
    {
        "name": "Tuesday club",
        "points": {"mahjong": 30, "pair": {"dragon": 4}, "no-chows": False, "rob": 12},
        "factors": {"half-suit": 4, "round-wind": 2},
        "special": {"four_kongs": "half", "heaven": False},
    },
    {
        "name": "W" * 14,
        "points": {"pung": [4, 8, 8, 16], "only-place": 4, "flower": 10},
        "factors": {"fourth": 2, "three-concealed": 2, "dragon": 4},
        "added": {"first-discard": "third"},
    },
    None,
    None,
)
# Keys that only a ledger has, not the interchange format.
OURS = ("before", "after", "named", "on", "ledger", "turn", "called", "first")


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def stripped(text):
    """Returns a record as the interchange format has it."""
    record = json.loads(text)
    for key in OURS:
        record.pop(key, None)
    if "deal" in record:
        record["deal"].pop("named", None)
    return record


class Flaky:
    """Writes files, and fails in `ill` of ten calls: before it writes, half way, or afterwards."""

    def __init__(self, write):
        self.write = write
        self.ill = 0
        self.failed = 0

    def __call__(self, path, mode, data, file=None):
        if random.random() * 10 >= self.ill:
            self.write(path, mode, data, file)
            return
        self.failed += 1
        length = random.choice((0, len(data) // 2, len(data)))
        if length:
            self.write(path, mode, data[:length], file)
        elif file is not None:
            file.close()
        raise OSError(random.choice((EIO, NO_SPACE)))


class Monkey:
    def __init__(self, seed):
        random.seed(seed)
        from mingg.hal import store

        self.flaky = store.write_file = Flaky(store.write_file)
        self.accidents = 0
        self.pressed = 0
        self.seen = {}
        self.chosen = {}  # by screen, how often each key was pressed, tapped and held
        self.powers = self.saved = self.counted = 0
        self.read = None  # the head and the record that were read last
        self.reopened = 0
        self.rig = self.app = None
        if SMALL:
            self.path = sys.argv[4]
        else:
            from help.scratch import Flash, mount

            self.path = mount(Flash(blocks=352), new=True)
        self.on()
        from mingg.records.line import seal

        stored = {"rules": "babcock", "options": {"limit": 500}, "house": HOUSES[0]}
        self.app.play.evening.store.replace("house-tuesday-club.txt", seal(0, json.dumps(stored)))

    def on(self):
        self.off()
        self.rig = Rig(self.path, lambda: random.randint(1, 6))
        self.rig.now = random.choice((0, (1 << 29) - 3000, (1 << 30) - 5000))  # near the wrap of the clock
        self.app = self.rig.app

    def off(self):
        """Drops all state, like a power cut."""
        if self.app is not None:
            self.reopened += self.app.reopened
            self.app.display.canvas.forget()  # modules outlast the power cut here, and would keep what they hold
        self.rig = self.app = None
        memory.keep()

    def accident(self, mask):
        """Presses a key that bounces, jams, or is pressed together with others."""
        self.accidents += 1
        kind = random.randint(0, 2)
        if kind == 0:
            for _ in range(random.randint(2, 12)):
                self.rig.run(random.choice((0, mask)), SAMPLE)
        elif kind == 1:
            self.rig.run(mask, random.choice((HELD, 1500, JAMMED)))
        else:
            for _ in range(random.randint(1, 6)):
                mask ^= 1 << random.randint(0, 5)
                self.rig.run(mask, random.choice((SAMPLE, TAP, TAP, HELD)))

    def press(self, key, ms=TAP):
        if (self.flaky.ill and random.random() < 0.1) or random.random() < 0.02:
            self.accident(MASKS[key])
        else:
            self.rig.run(MASKS[key], ms)
        self.rig.run(0, TAP if random.random() < 0.9 else PAUSE if random.random() < 0.9 else AWAY)
        self.pressed += 1
        name = self.screen()
        self.seen[name] = self.seen.get(name, 0) + 1
        expect(not self.rig.outside, f"{name} drew outside the panel: {self.rig.outside}")
        balances = self.app.play.evening.session.balances
        expect(sum(balances) == START * len(balances), f"balances {balances}")

    def choose(self):
        """Chooses a random key, or the one that was pressed least on this kind of screen: so few presses come far, and
        deals still end."""
        if random.random() < 0.55:
            return random.choice(KEYS), HELD if random.random() < 0.04 else TAP
        name = self.screen()
        counts = self.chosen.setdefault(name, bytearray(2 * len(MASKS)))
        least = random.choice([index for index in range(len(counts)) if counts[index] == min(counts)])
        counts[least] = min(counts[least] + 1, 255)
        return sorted(MASKS)[least >> 1], HELD if least & 1 else TAP

    def back(self):
        """Checks that B leads back to Table from anywhere."""
        for _ in range(BACKS):
            if self.at_table():
                return
            self.press("b")
        raise AssertionError(f"B does not lead back from {self.screen()}")

    def at_table(self):
        return self.app.is_at_table() and self.app.play.playing is self.app.play.evening.session

    def screen(self):
        """Returns the name of the screen, as the navigator knows it."""
        return self.app.navigator._path[-1][0]

    def power(self):
        """Cuts the power, and checks that everything saved is there again."""
        from mingg.evening.counters import holdings
        from mingg.evening.evenings import evenings, remove

        self.powers += 1
        self.app.play.look_away()  # the players may be reading another evening
        evening = self.app.play.evening
        self.app.play.settle()
        before = evening.session.balances, evening.session.rules.id, evening.deal_number(), holdings(evening)
        del evening
        self.on()
        evening = self.app.play.evening
        after = evening.session.balances, evening.session.rules.id, evening.deal_number(), holdings(evening)
        expect(before == after, f"{before} before the power went, {after} after")
        if not SMALL:
            self.recount()  # a board never holds a whole evening
        for number, is_open in evenings(evening)[:-KEPT]:
            if not is_open:
                remove(evening, number)  # as players do before the flash is full

    def recount(self):
        """Checks that the lines of the ledger, replayed on the host, give the balances on the screen. The replay judges
        each deal: the device trusts that nobody can enter an impossible one."""
        from mingg.evening.counters import holdings
        from mingg.records.line import parse
        from mingg.records.parse import Reader, records_in
        from mingg_scoring.interchange.sessions import SessionPlay

        evening = self.app.play.evening
        if evening.ledger.parts:
            replay = SessionPlay(stripped(evening.ledger.head))
            count, stand = 0, []  # the records that stand, and whether each is a swap
            lines = (line for _, name in evening.ledger.parts for line in evening.store.lines(name))
            for number, text in records_in(Reader().read(lines)):
                count += 1
                expect(number == count, f"record {number} follows {count - 1}")
                line, is_swap = parse(text), '"swap"' in text
                while stand and stand[-1][0] > line.get("on", number - 1):
                    is_swap = stand.pop()[1] if "undo" in line else is_swap
                if "undo" not in line:
                    stand.append((number, is_swap))
                if not is_swap:  # a session has no swaps: it names the players as they sit at the end
                    self.read = evening.ledger.head, text
                    replay.line(stripped(text))
            self.saved += count
            expect(replay.evening.session.balances == evening.session.balances, "the recount differs")
            state, held = replay.stands(), holdings(evening)
            if held is not None:
                self.counted += 1
                names = evening.session.names
                counters = [state["trays"][name] for name in names], state["box"]
                unsettled = [[state.get(key, {}).get(name, 0) for name in names] for key in ("loans", "open")]
                lent = [
                    (names.index(loan["from"]), names.index(loan["to"]), loan["points"])
                    for loan in state.get("lent", ())
                ]
                known = counters == held[:2] and unsettled == list(held[2:4]) and lent == held.lent
                expect(known, f"the counters differ: {held}, {state}")

    def begin(self):
        """Begins a session of any rule set with any options that set-up offers."""
        self.app.navigator.make_room()  # what follows is no turn of the device, which would find room later
        from mingg.core.rules import RULE_SETS, load
        from mingg.core.rules.agreed import BadRules
        from mingg.core.rules.options import load_keeping, offered, why_not
        from mingg.core.table.session import Session
        from mingg.ui.begin import new_session

        rules, players = random.choice(RULE_SETS), random.randint(2, 5)
        options = {}
        rows = offered(load(rules))
        for row in rows:
            if random.random() < 0.3:
                changed = dict(options)
                changed[row[0]] = random.choice(row.choices)
                try:
                    changed_rules = load(rules, changed, players)
                except BadRules:
                    continue  # another option excludes it
                if not any(why_not(option, changed_rules) for option in rows):
                    options = changed
        names = [name[: random.randint(1, 8)] + str(number) for number, name in enumerate(NAMES[:players])]
        counters = random.choice(COUNTERS)
        house = random.choice(HOUSES)
        session = Session(names, load_keeping(rules, options, players, house), counters)
        new_session(self.app, session, random.randint(0, 3))
        if random.random() < 0.3:
            self.speak()

    def speak(self):
        """Changes the language, as its screen does."""
        from mingg import lang

        language = random.choice(sorted(file[:-4] for file in os.listdir(lang.HERE[:-1]) if file[-4:] == ".txt"))
        self.app.settings.set("language", language)
        self.app.navigator.make_room()
        expect(lang.choose(language), "no " + language)
        self.app.play.table()

    def run(self, presses):
        while self.pressed < presses:
            if random.random() < 0.2:
                self.begin()
            self.flaky.ill = random.choice((1, 3, 10)) if random.random() < 0.25 else 0
            for _ in range(random.randint(20, 400)):
                self.press(*self.choose())
            self.flaky.ill = 0
            self.back()
            if random.random() < 0.5:
                self.power()
        self.off()


cramped = 0
left = []  # the screens that found no room in an emptied heap, or whose key had changed something


def count_lacks_of_room():
    """Counts how often there was no room. A wrapped step() would make the stack deeper than it is on a board."""
    App = __import__("mingg.ui.app", None, None, ["App"]).App
    find = App._find_room

    def counted(self):
        global cramped
        cramped += 1
        name = self.navigator._path[-1][0]
        before, reopened = len(self.navigator._path), self.reopened
        find(self)
        if self.reopened > reopened or len(self.navigator._path) < before:
            left.append(name)

    App._find_room = counted


if SMALL:
    depth.watch()
    count_lacks_of_room()
monkey = Monkey(int(sys.argv[2]))
try:
    monkey.run(int(sys.argv[3]))
except BaseException:
    print(f"after {monkey.pressed} presses, on {monkey.app and monkey.screen()}; the last record read: {monkey.read}")
    raise
print(f"{monkey.pressed} presses, {monkey.powers} losses of power", end=", ")
print(f"no room {cramped} times, opened again for it {monkey.reopened} times", end=", ")
print(f"{monkey.accidents} badly pressed keys, {monkey.flaky.failed} writes failed", end=", ")
print(f"{monkey.saved} lines recounted, {monkey.counted} times with counters")
print("screens: " + ", ".join(f"{name} {monkey.seen[name]}" for name in sorted(monkey.seen)))
print(f"stack at the deepest import: {depth.deepest} of {depth.MOST} bytes, {depth.where}")
expect(depth.deepest <= depth.MOST, "an import overruns the stack of a board: " + depth.where)
print("left: " + ", ".join(left))
expect(not monkey.reopened, "there was no room, and the evening was opened again")
expect(not left, "there was no room for a screen")
