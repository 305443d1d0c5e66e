"""A Pico, emulated with a genuine MicroPython: its clocks, a deal that is played on it, and its power that is cut
while its flash is busy."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import evenings
import pytest
from help import pico
from help.chip import Chip, PowerLost
from help.named_keys import EVENINGS, NEXT, SAVE, hands
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.evenings import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg_host.deploy import firmware
from mingg_host.device.headless import Headless
from screens.goldens import ENGLISH, drawn, file, pixels, read

pytestmark = [pytest.mark.uf2, pytest.mark.xdist_group("emulated")]

# As in the screens on record: Cy claims Bo's tile, the only place; Di has dragons, Ann majors and a pair of dragons.
WINNER = "up a right right right down right left up"
LOSERS = f"a right left a up left right a {hands(1)}"  # the hand of the last one is to be left
IDLE_MS = 900  # what was entered is kept by then
SLOW_MS = 4000
PARTS = (0.0, 0.4, 0.9)
MARGIN = 400  # bytes of the stack that nothing may reach


@dataclass
class Played:
    """A Pico on which a deal is played and the next one begun, until its power is cut.

    pictures: by the names of the golden screens; files: the file system before the deal was saved; operations:
    of the flash since then, the last one in part; reported: how many were done when the display showed that the deal is
    saved; after: the file system without power.
    """

    pictures: dict[str, list[str]] = field(default_factory=dict)
    files: bytes = b""
    operations: list[Any] = field(default_factory=list)
    reported: int = 0
    after: bytes = b""
    pico: Any = None


def on_record(name: str) -> list[str]:
    return pixels(read(file(name))[ENGLISH])


@pytest.fixture(scope="module")
def played() -> Played:
    result = Played()
    board = result.pico = pico.Pico(pico.file_system(pico.built()))

    def look(name: str) -> None:
        board.shows(on_record(name), within=SLOW_MS)
        result.pictures[name] = board.picture()

    look("table")
    board.play(WINNER)
    look("card-winner-count")
    board.play(LOSERS)
    board.settle(IDLE_MS)
    result.files, begun = board.chip.files, len(board.chip.operations)
    board.play(f"{hands(1)} {SAVE}")
    look("saved")
    result.reported = len(board.chip.operations) - begun
    board.play(NEXT)
    look("next-deal")
    # The power goes while a place is erased for the next deal's draft.
    board.chip.cut_at, board.chip.cut_part = len(board.chip.operations), PARTS[1]

    def begin_the_next() -> None:
        board.press("up", "right")
        board.settle(SLOW_MS)  # nobody presses: what was entered is kept

    with pytest.raises(PowerLost):
        begin_the_next()
    result.operations, result.after = board.chip.operations[begun:], board.chip.files
    return result


def test_the_display_shows_the_golden_screen(played: Played) -> None:
    for name, rows in played.pictures.items():
        assert drawn(rows) == drawn(on_record(name)), name
    assert played.pico.oled.glass.unanswered == [], "it was found at its first address, and answered ever since"


def test_an_emulated_pico_reports_no_error(played: Played) -> None:
    """An error in the timer that samples the keys would only be printed."""
    assert bytes(played.pico.chip.printed) == b""


def test_after_a_power_cut_the_flash_holds_all_completed_writes(played: Played) -> None:
    """Keeps all operations, so that the test can check every moment of a power cut without playing again."""
    torn = played.pico.chip.torn(played.files, played.operations, PARTS[1])
    assert torn == played.after


def test_a_deal_shown_as_saved_survives_a_power_cut_at_any_moment(played: Played, tmp_path: Path) -> None:
    assert 0 < played.reported < len(played.operations)
    results = []
    for count, part in itertools.product(range(1, len(played.operations) + 1), PARTS):
        files = played.pico.chip.torn(played.files, played.operations[:count], part)
        evening = open_evening(Store(str(pico.kept(files, tmp_path / f"{count}-{part}")), None))
        assert evening.notices == [], f"{part} of operation {count}: nothing is torn"
        results.append(evening.top)
        assert evening.top == 1 or count <= played.reported, f"{part} of operation {count}: saved, and lost"
        draft = evening.store.read("draft.txt")
        assert evening.top == 1 or draft, f"{part} of operation {count}: neither a deal nor its draft"
    assert results == sorted(results), "once it is there it stays"
    assert set(results) == {0, 1}


@pytest.mark.parametrize("when", ["while it was being saved", "after it was saved"])
def test_a_pico_that_lost_its_power_shows_what_its_flash_holds(played: Played, tmp_path: Path, when: str) -> None:
    if when == "after it was saved":
        files, top = played.after, 1
    else:
        files, top = played.pico.chip.torn(played.files, played.operations[:1], PARTS[2]), 0
    ledger = pico.kept(files, tmp_path / "before")
    with Headless(ledger) as device:
        expected = device.pixels()
        assert ("2736" in device.text()) == bool(top), "what the winner has after the deal"
    restarted = pico.Pico(files, address=0x3D)
    restarted.shows(expected, within=SLOW_MS)
    assert drawn(restarted.picture()) == drawn(expected)
    assert restarted.oled.glass.unanswered == [0x3C], "where it is not, and nowhere since"
    assert open_evening(Store(str(pico.kept(restarted.chip.files, tmp_path / "after")), None)).top == top


def test_the_screens_with_the_deepest_imports_leave_room_on_the_stack(tmp_path: Path) -> None:
    """Deals and evenings load the modules that read a ledger, score a deal and settle it, inside many calls."""
    rules = load("babcock", {"nine_mummies": "bonus"}, house={"name": "Tuesday club", "factors": {"half-suit": 4}})
    evening = open_evening(Store(str(tmp_path), None))
    names = ["Ann", "Bo", "Cy", "Di"]
    begin(evening, Session(names, rules, "babcock"), 0)
    for number in range(3):
        evenings.play(evening, number)
    begin(evening, Session(names, load("babcock", {"four_winds": True}), "babcock"), 0)
    evenings.play(evening, 0)
    board = pico.Pico(pico.file_system(pico.built(), tmp_path))
    board.settle(SLOW_MS)
    used = {}
    for name, keys in (("evenings", EVENINGS), ("deals", "b b up a"), ("a deal", "a")):
        board.paint_stack()
        board.play(keys)
        board.settle(IDLE_MS)
        used[name] = board.stack_used()
    assert max(used.values()) < pico.STACK - MARGIN, used
    assert bytes(board.chip.printed) == b""


def test_one_file_on_an_empty_flash_starts_to_table(tmp_path: Path) -> None:
    """The file of MicroPython and Mingg: nothing else is needed."""
    made = firmware.make(pico.BOARD, tmp_path / "pico", stock=pico.image())
    board = pico.Pico(None, uf2=tmp_path / "pico" / "mingg-pico.uf2")
    assert board.chip.files == pico.file_system(made.files)
    board.shows(on_record("table"), within=SLOW_MS)
    assert drawn(board.picture()) == drawn(on_record("table"))
    assert bytes(board.chip.printed) == b""


# Prints how many microseconds a loop takes, and a sleep of 100 ms, at 125 and at 200 MHz.
PROGRAM = b"""
import machine
import time

def loop():
    begun = time.ticks_us()
    for i in range(2000):
        pass
    return time.ticks_diff(time.ticks_us(), begun)

for mhz in (125, 200):
    machine.freq(mhz * 1000000)
    print("clock", machine.freq() // 1000000)
    print("loop", loop())
    print("asleep")
    begun = time.ticks_us()
    time.sleep_ms(100)
    print("slept", time.ticks_diff(time.ticks_us(), begun))
print("done")
"""
SOON_MS, STEP_MS = 3000, 0.5


def words(chip: Chip, name: bytes) -> list[int]:
    lines = [line.split() for line in bytes(chip.printed).splitlines()]
    return [int(line[1]) for line in lines if line[:1] == [name]]


def test_a_faster_clock_makes_the_program_faster_and_no_sleep_shorter() -> None:
    chip = Chip(pico.image(), pico.file_system({"main.py": PROGRAM}), pico.flash())
    begun, slept = [], []  # ms outside the chip
    while b"done" not in chip.printed and chip.ms < SOON_MS:
        chip.run(STEP_MS)
        if chip.printed.count(b"asleep") > len(begun):
            begun.append(chip.ms)
        if chip.printed.count(b"slept") > len(slept):
            slept.append(chip.ms - begun[-1])
    assert words(chip, b"clock") == [125, 200]
    assert chip.time.mhz == 200
    slow, fast = words(chip, b"loop")
    assert slow / fast == pytest.approx(200 / 125, rel=0.02)
    assert words(chip, b"slept") == pytest.approx([100_000, 100_000], rel=0.01)
    assert slept == pytest.approx([100, 100], abs=2 * STEP_MS)
