"""Every screen on record: the keys that lead there, and what happens to the device besides."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import housing
from intent import DRAGON, TABLE
from mingg_host.device.headless import Device, Headless
from named_keys import DRAW
from playing import Box, play
from screens_deal import PICTURED
from selftesting import SELF_TEST, OnTest

HERE = Path(__file__).parent


class Recorded(NamedTuple):
    """keys: the script; before: puts into the folder what the device finds on its flash; after: what happens once the
    keys are pressed; start: switches the device on. on_vm: whether it can be shown on MicroPython, too."""

    keys: str
    before: Callable[[Path], object] = lambda folder: None
    after: Callable[[Device], object] = lambda device: None
    start: Callable[[Path], Headless] = Headless
    on_vm: bool = True


class Seen(NamedTuple):
    """A screen of Headless: as it is written down, where its texts stand, what was cut of them."""

    shown: str
    boxes: list[Box]
    cut: list[str]


def _torn(device: Device) -> None:
    ledger = next(device.ledger.glob("*0001-00.txt"))
    ledger.write_bytes(ledger.read_bytes()[:-9])
    device.reboot()


# From a device just out of the box: "subject/name" and the keys.
SCREENS: dict[str, str] = {}
for _path in sorted(HERE.glob("screens_*.py")):
    SCREENS |= importlib.import_module(_path.stem).SCREENS

RECORDED = {
    **{name: Recorded(keys) for name, keys in SCREENS.items()},
    **{name: Recorded(keys, partial(housing.furnished, screen=name)) for name, keys in housing.SCREENS.items()},
    **{name: Recorded(keys, start=partial(OnTest, **wrong), on_vm=False) for name, (keys, wrong) in SELF_TEST.items()},
    "deal/draft": Recorded(PICTURED.done().pung(DRAGON, TABLE).done() + "wait:1500", after=Device.reboot),
    "system/ledger-torn": Recorded(f"{DRAW}{DRAW}", after=_torn),
}


def lead(device: Device, screen: Recorded) -> Device:
    """Leads a device to a screen."""
    play(device, screen.keys)
    screen.after(device)
    return device
