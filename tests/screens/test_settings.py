"""The settings, by keys: a change is seen or heard at once, and survives a power cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from help.named_keys import DEALS, NEXT, NOBODY, OTHER, SETTINGS, to_saved
from help.playing import Box, apart, play
from help.walking import Check, Walk, go, walks
from mingg.ui.kit.rest import LEVELS
from mingg_host.device.headless import Device, Headless
from mingg_host.device.vm.rig import Rig
from screens.screens_deals import DRAW, EVENINGS, NEW

DIMS, SLEEPS, SOUND, LIGHT = "x1 down ", "x2 down ", "x3 down ", "x4 down "  # from the first row to these rows
FILE = "settings.txt"


def rig_of(device: Device) -> Rig:
    assert isinstance(device, Headless)
    return device.rig


def row(device: Device, words: str) -> str:
    """Returns the text to the right of these words in the list."""
    words_y = next(y for _, y, text in device.texts if text == words)
    return next(text for x, y, text in device.texts if y == words_y and x > 64)


@pytest.fixture
def headless() -> Iterator[Headless]:
    with Headless() as device:
        yield device


def tones(device: Headless) -> list[int]:
    """Collects the tones from now on, in Hz."""
    results: list[int] = []
    rig_of(device).signals.tone = lambda hz: results.append(hz) if hz else None
    return results


def damaged(device: Headless, _: str) -> bool:
    path = device.ledger / FILE
    path.write_bytes(path.read_bytes().replace(b"middle", b"muddle"))
    return True


CHECKS: dict[str, Check] = {
    "level": lambda device, level: device.rig.panel.level == LEVELS[level],
    "damaged": damaged,
}


@walks("""
Brightness is seen at once, and goes around
    SETTINGS | brightness = high ; level high
    left | brightness = medium ; level middle
    left | brightness = low ; level low
    right right right | brightness = low ; level low
    right right left | brightness = medium ; level middle
    left hold:right | ^ settings ; brightness = medium # a held arrow does not go around
    a | ^ menu
Settings are there after power on
    SETTINGS left down x2 right down x2 right down left down left b b REBOOT SETTINGS | level middle
    | $ brightness / medium / dims after / 5 min / dark after / never / sound / off / light / off
Settings are stored as soon as no key is pressed, and when the menu is opened over them
    SETTINGS left wait:500 REBOOT SETTINGS | brightness = medium
    left MENU REBOOT SETTINGS | brightness = low
B goes back by the menu to the screen below
    up right left left | keep card
    SETTINGS left b | ^ menu
    LEAVE_PART | is card
A half set-up session is not lost
    NEW down a left SETTINGS left MENU right a | rules = Harr
Damaged settings are reported and play goes on
    SETTINGS left b b | damaged
    REBOOT | ^ settings ; The settings were
    a SETTINGS | brightness = high
    left b b REBOOT | ! The settings were
""")
def test_settings(headless: Headless, walk: Walk) -> None:
    go(headless, walk, checks=CHECKS)


# ---- the list ----


def test_looking_alone_writes_nothing(device: Device) -> None:
    play(device, SETTINGS + "left right wait:500")
    before = (device.ledger / FILE).read_bytes()
    play(device, "left right down up wait:500 b b b")
    assert (device.ledger / FILE).read_bytes() == before


def test_settings_stay_in_force_if_they_cannot_be_stored(headless: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    store: Any = rig_of(headless).app.store
    replace = store.replace

    def full(name: str, data: bytes) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr(store, "replace", full)
    play(headless, SETTINGS + "left wait:500")
    assert "not saved: flash full" in headless.text()
    assert row(headless, "brightness") == "medium"
    play(headless, "b")
    assert {"menu", "not saved: flash full"} <= set(headless.text())
    monkeypatch.setattr(store, "replace", replace)
    play(headless, "a b")  # now it is stored
    headless.reboot()
    assert row(play(headless, SETTINGS), "brightness") == "medium"


def test_parts_that_a_board_lacks_are_not_listed(headless: Headless) -> None:
    rig = rig_of(headless)
    rig.signals.tone = None
    assert "sound" not in play(headless, SETTINGS).text()
    assert "light" in headless.text()
    play(headless, "b b b b")
    rig.signals.light = None
    assert {"sound", "light"}.isdisjoint(play(headless, SETTINGS).text())
    play(headless, "b b b b")
    rig.app.display.signals = None
    assert {"sound", "light"}.isdisjoint(play(headless, SETTINGS + "left").text())
    assert row(headless, "brightness") == "medium"


def test_nothing_touches(headless: Headless, boxes: list[Box]) -> None:
    for script in (SETTINGS + "left", *["down"] * 4):
        play(headless, script)
        apart(boxes)


# ---- sound and light ----


def test_a_key_clicks_once_however_long_it_is_down(headless: Headless) -> None:
    heard = tones(headless)
    headless.press("up")
    click = list(heard)
    assert len(click) == 1
    headless.hold("a", 900)
    assert heard == click * 2


def test_a_saved_deal_sounds_rising_and_a_refusal_low(headless: Headless) -> None:
    heard = tones(headless)
    play(headless, to_saved("up right", 3))
    assert len(set(heard)) == 1
    click = heard[0]
    heard.clear()
    play(headless, "a wait:500")
    assert "saved" in headless.text()
    low, high = heard[-2:]
    assert low < high
    play(headless, NEXT)
    heard.clear()
    play(headless, f"{OTHER} wait:100 a wait:500")
    assert "choose with the arrows" in headless.text()
    assert heard[-1] < low
    assert click not in (low, high, heard[-1])


@pytest.mark.parametrize("script", [f"{NOBODY} a", f"{DRAW}{DEALS}hold:a a", f"{NEW}a"])
def test_everything_written_to_the_ledger_sounds_as_saved(headless: Headless, script: str) -> None:
    """A draw, its undo, and a new session."""
    play(headless, script.strip().rpartition(" ")[0])
    heard = tones(headless)
    play(headless, script.strip().rpartition(" ")[2] + " wait:500")
    assert len(heard) >= 2
    assert heard[-2] < heard[-1]


def test_every_tone_ends(headless: Headless) -> None:
    for script in ("up", "left right", "b b", DRAW):
        play(headless, script + " wait:500")
        assert rig_of(headless).hz == rig_of(headless).lit == 0


def test_sound_and_light_are_heard_and_seen_when_switched_on_and_silent_when_off(headless: Headless) -> None:
    play(headless, SETTINGS + SOUND)
    heard = tones(headless)
    shone: list[int] = []
    rig_of(headless).signals.light = lambda level: shone.append(level) if level else None
    play(headless, "left wait:500")
    assert heard[1:] == []  # the key's click, which had begun
    assert shone
    heard.clear()
    play(headless, "down left wait:500")
    shone.clear()
    play(headless, "up up down wait:500")
    assert heard == shone == []
    play(headless, "right wait:500")
    assert len(heard) >= 2
    assert shone == []


def test_deleting_an_old_evening_is_no_error(headless: Headless) -> None:
    play(headless, DRAW + NEW + "a " + EVENINGS + "down hold:a")
    heard = tones(headless)
    play(headless, "a wait:500")
    assert "deleted" in headless.text()
    assert len(heard) == 1
