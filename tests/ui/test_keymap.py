"""The list of a screen's keys is true on every recorded screen: they do something, and no other key does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mingg.hal.keys import KEY_NAMES
from mingg.ui.screen import Screen
from mingg_host.device.headless import Device, Headless
from recorded import RECORDED, Recorded, lead

HELD = 600


def _screen(device: Device) -> Any:
    return device.app.screen


def _declares(screen: object) -> bool:
    """The screen says in does() what its keys do."""
    return isinstance(screen, Screen) and type(screen).press is Screen.press and type(screen).hold is Screen.hold


def _press(device: Device, key: int, held: bool) -> None:
    if held:
        device.hold(KEY_NAMES[key], HELD)
    else:
        device.press(KEY_NAMES[key])


def _state(device: Device) -> tuple[object, ...]:
    """What a key may change: which screen is shown, its picture without a refusal, and what is kept."""
    app = device.app
    app.bar = None
    app.redraw()
    device.wait(24)
    entry = None if app.entry is None else app.entry.pack()
    return id(app.screen), device.pixels(), entry, app.evening.moment()


def _start(recorded: Recorded, folder: Path) -> Headless:
    folder.mkdir()
    recorded.before(folder)
    device = recorded.start(folder)
    lead(device, recorded)
    return device


def listed_keys(screen: Screen) -> set[tuple[int, bool]]:
    """The keys that do something now; the words for that are named."""
    acts = {(key, held): screen.does(key, held) for key, held in _tries(screen)}
    keys = {each: act for each, act in acts.items() if not isinstance(act, str)}
    assert all(isinstance(act[0], str) and act[0] for act in keys.values())
    return set(keys)


def _tries(screen: Screen) -> list[tuple[int, bool]]:
    return [(key, False) for key in range(6)] + [(key, True) for key in screen.holds]


# What is wrong is found out when it is tried: this cannot be paid, such a set cannot be made, that name is taken.
REFUSED_LATER = {
    "deal/ended-unpayable",
    "setup/setup-counters-own-wrong",
    "setup/setup-houses-damaged",
    "setup/setup-name-taken",
    "setup/setup-option-covered",
    "setup/setup-option-excluded",
}
CASES = [pytest.param(screen, id=name) for name, screen in RECORDED.items() if screen.on_vm]


@pytest.mark.parametrize("recorded", CASES)
def test_the_listed_keys_do_something_and_no_others(recorded: Recorded, tmp_path: Path) -> None:
    with _start(recorded, tmp_path / "first") as device:
        screen = _screen(device)
        if not _declares(screen):
            pytest.skip("says nothing of its keys yet")
        listed = listed_keys(screen)
        before = _state(device)
        for key, held in _tries(screen):
            if (key, held) not in listed:
                _press(device, key, held)
                assert device.app.bar is not None, f"{KEY_NAMES[key]} says nothing"
                assert _state(device) == before, KEY_NAMES[key]
    if recorded in map(RECORDED.get, REFUSED_LATER):
        return
    for key, held in listed:
        with _start(recorded, tmp_path / f"{KEY_NAMES[key]}-{held}") as device:
            before = _state(device)
            _press(device, key, held)
            assert _state(device) != before, KEY_NAMES[key]
