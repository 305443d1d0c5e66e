"""The main loop of `mingg panel`. firmware/main.py is the same on a board."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from mingg.hal.keys import Keys
from mingg.hal.ticks import ticks_add, ticks_diff, ticks_ms
from mingg.ui.app import IDLE_MS, App
from mingg.ui.kit.view import Screen

from mingg_host.device.flash_folder import FlashFolder, to_disk
from mingg_host.device.panel.glass import Glass
from mingg_host.device.vm.rig import WatchedStore

SAMPLE_S = 0.005


class Reader(Protocol):
    """Reads keys. mask(): bit 1 << key of mingg.hal.keys is set while that key is down. screen: it gets the keys."""

    def mask(self, now_ms: int, screen: Screen) -> int: ...


def play(
    glass: Glass,
    readers: Iterable[Reader],
    ledger: Path,
    going: Callable[[], bool],
    now: Callable[[], int] = ticks_ms,
    sleep: Callable[[float], object] = time.sleep,
    unkept: dict[str, int] | None = None,
) -> None:
    """Runs the firmware while going() is true, then until it has saved the last input. At last the display goes dark.

    ledger: the folder of the evenings; a missing one is made. unkept: gets what could not be written, see WatchedStore.
    Raises flash_folder.InUse, and OSError if the folder cannot be made.
    """
    with FlashFolder(ledger):
        store = WatchedStore(str(ledger), to_disk)
        try:
            _play(glass, tuple(readers), store, going, now, sleep)
        finally:
            glass.sleep(True)
            if unkept is not None:
                unkept.update(store.unkept)


def _play(
    glass: Glass,
    readers: tuple[Reader, ...],
    store: WatchedStore,
    going: Callable[[], bool],
    now: Callable[[], int],
    sleep: Callable[[float], object],
) -> None:
    app = App(glass, Keys(), store)
    app.join_club()

    def step(mask: int) -> None:
        app.turn(mask, now())
        glass.show()
        sleep(SAMPLE_S)

    while going():
        time_ms = now()
        mask = 0
        for reader in readers:
            mask |= reader.mask(time_ms, app.screen)
        step(mask)
    end = ticks_add(now(), 2 * IDLE_MS)
    while ticks_diff(end, now()) > 0:
        step(0)
