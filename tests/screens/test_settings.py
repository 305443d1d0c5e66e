"""The settings, by keys: a change is seen or heard at once, and survives a power cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from help.named_keys import SETTINGS
from help.playing import play
from help.walking import Check, Walk, go, walks
from mingg.hal.signals import CLICK, REFUSED, SAVED
from mingg.ui.kit.rest import LEVELS
from mingg_host.device.headless import Device, Headless

FILE = "settings.txt"


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
    heard: list[int] = []
    collect(device, "tone", heard)
    return heard


def collect(device: Headless, name: str, into: list[int]) -> None:
    """Adds each tone, or each level of the light, to a list from now on."""
    signals = device.rig.signals
    act = getattr(signals, name)
    setattr(signals, name, lambda level: (into.append(level) if level else None, act(level)))


def damaged(device: Headless, _: str) -> bool:
    path = device.ledger / FILE
    path.write_bytes(path.read_bytes().replace(b"middle", b"muddle"))
    return True


HEARD: list[int] = []
SHONE: list[int] = []
SIGNALS = {"click": CLICK, "saved": SAVED, "refused": REFUSED}


def sounds(device: Headless, signal: str) -> bool:
    """Whether this signal was the last since it was asked before; "": none."""
    wanted = [hz for hz, _ in SIGNALS.get(signal, ()) if hz]
    heard = HEARD[-len(wanted) :] if wanted else [*HEARD]
    HEARD.clear()
    return heard == wanted


def shone(device: Headless, often: str) -> bool:
    before = bool(SHONE)
    SHONE.clear()
    return before == bool(often)


CHECKS: dict[str, Check] = {
    "sounds": sounds,
    "shone": shone,
    "clicked": lambda device, _: [CLICK[0][0]] == HEARD and sounds(device, "click"),
    "ended": lambda device, _: device.rig.hz == device.rig.lit == 0,
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
A key clicks once however long it is down
    up | clicked
    HELD | clicked
A saved deal sounds rising and a refusal low
    up right a a a | sounds click
    a wait:500 | saved ; sounds saved
    NEXT OTHER wait:100 a wait:500 | choose with the arrows ; sounds refused
Everything that is written to the ledger sounds as saved
    NOBODY a wait:500 | sounds saved
    b b DRAW DEALS hold:a a wait:500 | sounds saved
    b b b b NEW a wait:500 | sounds saved
Every tone ends
    up wait:500 | ended
    left right wait:500 | ended
    b b wait:500 | ended
    DRAW wait:500 | ended
Sound and light are heard and seen when they are on, and not when they are off
    SETTINGS x3 down | sounds click ; shone yes
    left wait:500 | sounds ; shone yes
    down left wait:500 | sounds ; shone yes
    up up down wait:500 | sounds ; shone
    right wait:500 | sounds saved ; shone
Deleting an old evening is no error
    DRAW NEW a EVENINGS down hold:a wait:500 | sounds click
    a wait:500 | deleted ; clicked
""")
def test_settings(headless: Headless, walk: Walk) -> None:
    HEARD.clear()
    SHONE.clear()
    collect(headless, "tone", HEARD)
    collect(headless, "light", SHONE)
    go(headless, walk, {"HELD": "hold a 900ms"}, CHECKS)


# ---- the list ----


def test_settings_stay_in_force_if_they_cannot_be_stored(headless: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    store: Any = headless.rig.app.store
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
    rig = headless.rig
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
