"""Below a screen things change by the menu: a new evening, other rules, other names. B leads back over every screen.

A pair is a golden screen and a change. The quick run takes a hundred pairs by the seed of the run, and random ways
through the set-up of a new evening. `make prove` takes all pairs.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help import clubbing
from help.named_keys import (
    DEALS,
    DRAW,
    EVENINGS,
    HALF_DROP,
    HANDS,
    LANGUAGE,
    LEAVE_MENU,
    LEAVE_PART,
    MENU,
    NAMES,
    NEW,
    PAYMENT,
    SETTINGS,
    TRAYS,
    TURN,
    rare,
)
from help.playing import lay, spelled
from help.seeds import SEED, TIMES
from mingg import lang
from mingg.evening.lines import Lines
from mingg.hal.keys import KEY_NAMES, B
from mingg.ui.kit.view import EVERY, spoken
from mingg.ui.play import Play
from mingg.ui.screens.history.correct import correct
from mingg.ui.screens.system.keys import lines
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from screens.recorded import RECORDED, lead
from screens.screens_setup import BEGIN, COUNTERS, PLAYERS, RULES, SEATS, row

PAIRS = 100 * TIMES
WAYS, STAGES = 8 * min(TIMES, 25), 10  # devices, and ways through the set-up on each
BACKS = 120  # presses of B from any screen to Table: B takes back each tile of a hand, then each entry of earlier hands

CHANGES = {
    "other rules": f"{NEW}{row(RULES)}left",
    "rules of the other book": f"{NEW}{row(RULES)}right",
    "rules with a limit": f"{NEW}{row(RULES)}up",
    "modern rules": f"{NEW}{row(RULES)}a x2 down a",
    "two players": f"{NEW}{row(PLAYERS)}left",
    "three players": f"{NEW}{row(PLAYERS)}up",
    "five players": f"{NEW}{row(PLAYERS)}down",
    "counters": f"{NEW}{row(COUNTERS)}left",
    "own counters": f"{NEW}{row(COUNTERS)}up a",
    "counters are shown": f"{NEW}{row(COUNTERS)}left {BEGIN}",
    "a new evening": f"{NEW}{BEGIN}",
    "a new evening by other rules": f"{NEW}{row(RULES)}left {BEGIN}",
    "a new evening of three": f"{NEW}{row(PLAYERS)}up {BEGIN}",
    "the evening goes on by other rules": f"{NEW}up a {row(RULES)}left {BEGIN}",
    "a draw for seats": f"{NEW}x{SEATS} down a a a a a",
    "another language": f"{LANGUAGE}down a",
    "an older evening": f"{EVENINGS}down a down a",
    "an older evening goes on": f"{EVENINGS}down a a",
    "a deal is taken back": f"{DEALS}hold:a a",
    "a deal becomes a draw": f"{DEALS}down hold:a a",
    "a deal is corrected": f"{DEALS}a a up",
    "wide names": f"{NAMES}down type:Wmmmmmmm a up type:Mmmmmmmm a",
    "short names": f"{NAMES}down type:I a up type:J a",
    "another one holds the device": f"{TURN}right a",
    "a payment": f"{PAYMENT}up right up up a",
    "counters are counted": f"{TRAYS}up right a",
    "won in another way": f"{HANDS}up a left",
    "another hand": f"{HANDS}down a left right right up up left",
    "the deal is dropped": f"{HALF_DROP}hold:a",
    "settings": f"{SETTINGS}right down right",
}


def step(device: Headless, script: str) -> None:
    """Presses keys. After each, every key of the screen has a word, or a reason why it does nothing."""
    for press in parse(spelled(script, lang.spoken())):
        perform([press], device)
        screen: Any = device.app.screen
        for key in EVERY:
            found = screen.find(key)
            assert found.works() or spoken(found.act), f"{KEY_NAMES[key & 7]} has no reason on {type(screen).__name__}"
        lines(screen)


def home(device: Headless) -> None:
    """Goes back to Table."""
    for _ in range(BACKS):
        if device.app.is_at_table() and device.app.play.correcting is None:
            return
        step(device, KEY_NAMES[B])
    raise AssertionError(f"B does not lead back from {type(device.app.screen).__name__}")


def pairs(amount: int) -> list[tuple[str, str]]:
    every = [(screen, change) for screen in RECORDED if "selftest" not in screen for change in CHANGES]
    return random.Random(SEED).sample(every, min(amount, len(every)))


def failures(tries: list[tuple[str, Callable[[Path], object]]], folder: Path) -> list[str]:
    """Tries one thing after the other, each on an empty flash, and returns what went wrong."""
    wrong = []
    for number, (name, go) in enumerate(tries):
        flash = folder / str(number)
        flash.mkdir()
        try:
            go(flash)
        except Exception as error:  # noqa: BLE001 - all are told at the end
            at = error.__traceback__
            while at is not None and at.tb_next is not None:
                at = at.tb_next
            where = f"{Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}" if at is not None else ""
            wrong.append(f"{name}: {type(error).__name__} {error} ({where})")
        if lang.spoken() != lang.ENGLISH:
            lang.choose(lang.ENGLISH)
    return wrong


@pytest.mark.long(20)
def test_the_way_back_leads_over_every_screen_whatever_changed_below_it(
    tmp_path: Path, tell: Callable[[str], None]
) -> None:
    def pair(screen: str, change: str) -> Callable[[Path], None]:
        def go(flash: Path) -> None:
            recorded = RECORDED[screen]
            recorded.before(flash)
            with recorded.start(flash) as device:
                lead(device, recorded)
                step(device, CHANGES[change])
                home(device)
                step(device, "a right a")
                home(device)

        return go

    chosen = pairs(PAIRS)
    tell(f"way back: {len(chosen)} pairs, MINGG_SEED={SEED}")
    wrong = failures([(f"{screen}, {change}", pair(screen, change)) for screen, change in chosen], tmp_path)
    assert not wrong, f"MINGG_SEED={SEED}\n" + "\n".join(wrong)


def correct_first(play: Play) -> None:
    correct(play, 1, *Lines(play.evening).deal(1))


@pytest.mark.parametrize("goes", [Play.forget_entry, correct_first], ids=["dropped", "replaced"])
def test_a_screen_whose_deal_is_gone_goes_with_it(goes: Callable[[Play], None], tmp_path: Path) -> None:
    with Headless(tmp_path) as device:
        step(device, f"{DRAW} up right right right {NEW}")
        goes(device.app.play)
        step(device, LEAVE_PART)
        step(device, "b")
        assert device.app.is_at_table(), "and not on the card"


def test_the_cursor_stays_on_what_can_be_said_of_a_hand_that_was_won_in_another_way(tmp_path: Path) -> None:
    with Headless(lay(tmp_path, "bmja")) as device:
        step(device, f"up {rare('loose')} hold:a down up")
        assert device.app.screen.current == 18
        step(device, f"{HANDS}up a left b b {LEAVE_PART}")
        assert device.app.screen.current == 16
        home(device)


def test_the_cursor_stays_on_the_requests_when_one_is_withdrawn(tmp_path: Path) -> None:
    clubbing.join(tmp_path)
    with clubbing.start(tmp_path) as device:
        device.wait(2000)
        clubbing.asked((clubbing.GO, "a"), (clubbing.SIT, "b"))(device)
        step(device, f"{NEW}down down {MENU}")  # in a club the requests are the first of their part
        device.app.club.link.waiting.clear()
        step(device, LEAVE_MENU)
        assert type(device.app.screen).__name__ == "Requests"


ARROWS = ("left", "right", "up", "down")
KEYS = (*ARROWS, "a", "a", "b", "hold:a")


@pytest.mark.long(10)
def test_every_way_through_a_set_up_leads_to_a_new_evening_or_back(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """From its rows in any order, with any keys on their screens."""

    def way(chance: random.Random) -> Callable[[Path], None]:
        def go(flash: Path) -> None:
            with Headless(flash) as device:
                device.app.throw = lambda: chance.randint(1, 6)
                for _ in range(STAGES):
                    step(device, chance.choice((NEW, DRAW + NEW)))  # after a deal the evening can go on
                    for _ in range(chance.randint(2, 8)):
                        step(device, f"x{chance.randint(1, SEATS)} {chance.choice(('up', 'down'))} a")
                        # mostly one answer, which leads back
                        some = chance.choices(ARROWS if chance.random() < 0.7 else KEYS, k=chance.choice((1, 1, 1, 6)))
                        step(device, " ".join(some))
                        while not device.app.is_at_table() and type(device.app.screen).__name__ != "NewSession":
                            step(device, "b")
                        if device.app.is_at_table():
                            break
                    else:
                        step(device, "hold:a")
                    home(device)

        return go

    tell(f"set-up: {WAYS} ways, MINGG_SEED={SEED}")
    wrong = failures([(f"way {number}", way(random.Random(SEED + number))) for number in range(WAYS)], tmp_path)
    assert not wrong, f"MINGG_SEED={SEED}\n" + "\n".join(wrong)
