"""The list of a screen's keys is true on every recorded screen: they do something, no other key does, and asking for it
changes nothing."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path
from typing import Any

import pytest
from mingg.hal.keys import KEY_NAMES, A, B
from mingg.ui.screen import Screen
from mingg.ui.screens.system.keys import Keys
from mingg_host.device.headless import Device, Headless
from recorded import RECORDED, Recorded, lead
from selftesting import SELF_TEST

HELD = 600


def _screen(device: Headless) -> Any:
    app: Any = device.app
    return getattr(app, "screen", app)  # the self-test is its own application


def _press(device: Device, key: int, held: bool) -> None:
    if held:
        device.hold(KEY_NAMES[key], HELD)
    else:
        device.press(KEY_NAMES[key])


def _state(device: Headless) -> tuple[object, ...]:
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
    """The keys that do something now, but for the one that lists them; each has a word."""
    keymap = screen.keymap()
    assert all(word for _, _, word in keymap)
    assert ((B, True, "keys") in keymap) == screen.mapped
    return {(key, held) for key, held, _ in screen.own_keys()}


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
CASES = [pytest.param(screen, id=name) for name, screen in RECORDED.items() if name not in SELF_TEST]
ALL = [pytest.param(screen, id=name) for name, screen in RECORDED.items()]


@pytest.mark.parametrize("recorded", CASES)
def test_the_listed_keys_do_something_and_no_others(recorded: Recorded, tmp_path: Path) -> None:
    with _start(recorded, tmp_path / "first") as device:
        screen = _screen(device)
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


@pytest.mark.parametrize("recorded", CASES)
def test_b_held_shows_the_keys_and_b_leads_back_with_nothing_changed(recorded: Recorded, tmp_path: Path) -> None:
    with _start(recorded, tmp_path / "device") as device:
        screen = _screen(device)
        before = _state(device)[1:]
        if screen.mapped:
            device.hold("b", HELD)
            assert isinstance(_screen(device), Keys)
        elif isinstance(screen, Keys):
            return
        device.press("b")
        assert type(_screen(device)) is type(screen)
        assert _state(device)[1:] == before


@pytest.mark.parametrize("recorded", ALL)
def test_asking_what_keys_do_changes_loads_and_reads_nothing(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _start(recorded, tmp_path / "device") as device:
        app, screen = device.app, _screen(device)
        assert type(screen).press is Screen.press, "keys are answered by does()"
        assert type(screen).hold is Screen.hold
        entry = getattr(app, "entry", None)
        packed = None if entry is None else entry.pack()
        shown, bar = device.pixels(), getattr(app, "bar", None)
        loaded = set(sys.modules)
        load = builtins.__import__

        def no_load(name: str, *args: Any) -> Any:
            # A board may have forgotten a module that is loaded here.
            assert not name.startswith("mingg.ui.") or name in (screen.keeps or ()), name
            return load(name, *args)

        def no_read(*args: object) -> Any:
            raise AssertionError("the flash is read")

        with monkeypatch.context() as watched:
            watched.setattr(builtins, "__import__", no_load)
            for method in ("read", "lines", "names", "free", "append", "replace", "remove"):
                watched.setattr(device.rig.store, method, no_read)
            first = [screen.does(key, held)[:2] for key, held in _tries(screen)]
            assert [screen.does(key, held)[:2] for key, held in _tries(screen)] == first
        assert set(sys.modules) == loaded
        assert _screen(device) is screen
        assert getattr(app, "bar", None) == bar
        assert not getattr(app, "stale", False)
        assert entry is None or (entry.pack() == packed and entry is app.entry)
        device.wait(24)
        assert device.pixels() == shown


def test_the_self_test_lists_its_keys() -> None:
    taps = {(key, False) for key in range(6)}
    pages = {"edges": taps - {(B, False)}, "all-dark": taps, "keys": taps | {(A, True), (B, True)}, "found": taps}
    for page, keys in pages.items():
        with RECORDED["system/selftest-" + page].start(None) as device:  # type: ignore[arg-type]
            lead(device, RECORDED["system/selftest-" + page])
            assert {(key, held) for key, held, _ in _screen(device).keymap()} == keys
