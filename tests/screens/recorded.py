"""All golden screens: the keys that lead there, and what else happens to the device."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from help import clubbing
from help.intent import said
from help.named_keys import DRAW
from help.playing import play, spelled
from help.selftesting import SELF_TEST, OnTest
from mingg.hal.keys import B
from mingg.lang import say
from mingg.ui.kit.canvas import BACK
from mingg_host.device.headless import Device, Headless
from screens import screens_device
from screens.goldens import ENGLISH, LANGUAGES, speaking
from screens.screens_deal import PICTURED
from screens.screens_setup import HOUSE_SCREENS, furnished

HERE = Path(__file__).parent


class Recorded(NamedTuple):
    """A golden screen.

    keys     the script, with names as in spelling.py
    before   prepares the folder that stands for the flash
    after    what happens after the keys
    start    switches the device on
    on_vm    whether it can be shown on MicroPython, too
    instead  scripts for languages in which other keys lead there
    """

    keys: str
    before: Callable[[Path], object] = lambda folder: None
    after: Callable[[Device], object] = lambda device: None
    start: Callable[[Path], Headless] = Headless
    on_vm: bool = True
    instead: Mapping[str, str] = {}


class Place(NamedTuple):
    """What is the same for a screen in all languages: its class, the keys that do something, and whether a bar covers
    it."""

    screen: str
    keys: tuple[tuple[int, bool], ...]
    bar: bool


def _torn(device: Device) -> None:
    ledger = next(device.ledger.glob("*0001-00.txt"))
    ledger.write_bytes(ledger.read_bytes()[:-9])
    device.reboot()


# From a new device: "subject/name" and the keys.
_SCRIPTS: dict[str, str] = {}
for _path in sorted(HERE.glob("screens_*.py")):
    _SCRIPTS |= importlib.import_module(f"screens.{_path.stem}").SCREENS
SCREENS = {name: spelled(keys) for name, keys in _SCRIPTS.items()}

RECORDED = {
    **{name: Recorded(keys) for name, keys in _SCRIPTS.items()},
    **{name: Recorded(keys, partial(furnished, screen=name)) for name, keys in HOUSE_SCREENS.items()},
    **{name: Recorded(keys, start=partial(OnTest, **wrong), on_vm=False) for name, (keys, wrong) in SELF_TEST.items()},
    **{
        name: Recorded("", clubbing.join, after, clubbing.start, on_vm=False)
        for name, after in clubbing.SCREENS.items()
    },
    "deal/draft": Recorded(PICTURED + said("a (pung dragon) a wait:1500"), after=Device.reboot),
    "system/language-chosen": Recorded(SCREENS["system/language-chosen"], instead=screens_device.CHOSEN),
    "system/ledger-torn": Recorded(f"{DRAW}{DRAW}", after=_torn),
}


def second_language(name: str) -> str:
    """Returns the language beside English in which the keys of a screen are pressed."""
    return LANGUAGES[1 + zlib.crc32(name.encode()) % (len(LANGUAGES) - 1)]


def prepared(screen: Recorded, flash: Path, language: str = ENGLISH) -> Path:
    """Returns a new folder that stands for the flash of a device for a screen."""
    flash.mkdir()
    screen.before(flash)
    return speaking(flash, language)


def switched_on(screen: Recorded, flash: Path, language: str = ENGLISH) -> Headless:
    """Switches on a device for a screen, in a new folder."""
    return screen.start(prepared(screen, flash, language))


def lead(device: Device, screen: Recorded, language: str = ENGLISH) -> Device:
    """Leads a device that speaks a language to a screen."""
    play(device, spelled(screen.instead.get(language, screen.keys), language))
    screen.after(device)
    return device


def names_back(device: Headless) -> bool:
    """Returns True if a screen says what B does, or if B does nothing there. A bar may cover it."""
    app: Any = device.app
    if not hasattr(app, "screen") or app.display.bar is not None:
        return True
    words = [word for key, held, word in app.screen.own_keys() if key == B and not held]
    if not words or words[0][:2] != "B ":
        return True
    return any(say(words[0]) in text or BACK in text or text == "B" for text in device.text())


def place(device: Headless) -> Place:
    """Returns where a device is."""
    app: Any = device.app
    screen = getattr(app, "screen", app)  # the self-test is its own application
    keys = tuple((key, held) for key, held, _ in screen.keymap())
    return Place(type(screen).__name__, keys, getattr(app, "bar", None) is not None)
