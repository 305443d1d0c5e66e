"""The main loop, as firmware/main.py has it on a board."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from mingg.hal.keys import Keys
from mingg.hal.store import Store
from mingg.hal.ticks import ticks_add, ticks_diff, ticks_ms
from mingg.ui.app import IDLE_MS, App

from mingg_host.flash_folder import to_disk
from mingg_host.panel.glass import Glass

SAMPLE_S = 0.005


class Reader(Protocol):
    """Something with keys. mask: bit 1 << key of mingg.hal.keys is set while that key is down."""

    def mask(self, now_ms: int) -> int: ...


def play(
    glass: Glass,
    readers: Iterable[Reader],
    ledger: Path,
    going: Callable[[], bool],
    now: Callable[[], int] = ticks_ms,
    sleep: Callable[[float], object] = time.sleep,
) -> None:
    """Runs the firmware while going() says so, and then until what was entered is kept; the display is dark in the end.

    ledger: the folder of the evenings, made where there is none. Raises OSError where it cannot be.
    """
    ledger.mkdir(parents=True, exist_ok=True)
    keys = Keys()
    app = App(glass, keys, Store(str(ledger), to_disk))
    several = tuple(readers)

    def step(mask: int) -> None:
        keys.sample(mask, now())
        app.step(now())
        glass.show()
        sleep(SAMPLE_S)

    try:
        while going():
            at = now()
            mask = 0
            for reader in several:
                mask |= reader.mask(at)
            step(mask)
        end = ticks_add(now(), 2 * IDLE_MS)
        while ticks_diff(end, now()) > 0:
            step(0)
    finally:
        glass.sleep(True)
