"""A device that was started with A and B held, and its golden screens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mingg.hal.keys import KEY_NAMES, Keys
from mingg.hal.store import Store
from mingg.ui.app import App
from mingg.ui.screens.system.selftest import SelfTest
from mingg_host.device.headless import Frame, Headless

# name: the keys that lead there after A and B are released, and what is wrong from the start
SELF_TEST: dict[str, tuple[str, dict[str, Any]]] = {
    "system/selftest-edges": ("", {}),
    "system/selftest-all-lit": ("a", {}),
    "system/selftest-chequer": ("a a", {}),
    "system/selftest-all-dark": ("a a a", {}),
    "system/selftest-wire": ("a a a a", {}),
    "system/selftest-keys": ("a a a a b", {}),
    "system/selftest-keys-some": ("a a a a b left up a", {}),
    "system/selftest-key-down": ("a a a a b up wait:1000", {"stuck": ("down",)}),
    "system/selftest-key-down-supply": ("a a a a b up b wait:1000", {"stuck": ("right",), "to_supply": True}),
    "system/selftest-found": ("a a a a b left right up down a b", {}),
    "system/selftest-found-missing": ("a a a a b left right hold:a", {"address": None}),
    "system/selftest-flash-fails": ("a a a a b hold:a", {"flash": 5}),
    "system/selftest-flash-differs": ("a a a a b left right up down a hold:b", {"differs": True}),
}
KIB = 1024


class FakeProbe:
    """A probe of a board with these attributes."""

    def __init__(self) -> None:
        self.to_supply = False
        self.address: str | None = "0x3C"
        self.wrong: str | None = None
        self.takes_fast = True
        self.uses_fast = False

    def pin(self, key: int) -> str:
        return f"GP{10 + key}"

    def wires(self) -> tuple[str, str] | None:
        return None if self.address == "SPI" else ("GP4", "GP5")

    def display(self) -> str | None:
        return self.address

    def fault(self) -> str | None:
        return self.wrong

    def use_fast(self, on: bool) -> None:
        self.uses_fast = on

    def fast(self) -> bool:
        return self.uses_fast and self.takes_fast

    def micropython(self) -> str:
        return "1.29.0"

    def clock(self) -> int:
        return 200

    def memory(self) -> int:
        return 152 * KIB + 7


class Flash(Store):
    """A store with some room, which may fail with an error or read something else."""

    error = 0
    differs = False

    def free(self) -> int | None:
        return 812 * KIB + 300

    def replace(self, name: str, data: bytes) -> None:
        if self.error:
            raise OSError(self.error, "no flash")
        super().replace(name, data)

    def read(self, name: str) -> bytes | None:
        data = super().read(name)
        return data[:-1] if data is not None and self.differs and name == "test.txt" else data


class Restarted(Exception):
    """Raised in place of the restart, which does not return."""


def _restart() -> None:
    raise Restarted


class _Turned(SelfTest):
    """The self-test in a main loop like the application's."""

    turn = App.turn
    club = None


class OnTest(Headless):
    """The self-test on CPython.

    stuck                      keys that are always down
    flash                      the error of every write
    address, wrong, to_supply, takes_fast  the answers of the probe
    """

    def __init__(
        self,
        ledger: Path | None = None,
        *,
        stuck: tuple[str, ...] = (),
        flash: int = 0,
        differs: bool = False,
        **probed: Any,
    ) -> None:
        self.stuck = sum(1 << KEY_NAMES.index(key) for key in stuck)
        self.probe = FakeProbe()
        vars(self.probe).update(probed)
        self._flash = flash, differs
        super().__init__(ledger)

    def _start(self) -> Frame:
        super()._start()
        rig = self.rig
        rig.keys = Keys()
        store = Flash(str(self.ledger), None)
        rig.app = _Turned(rig.panel, rig.keys, store, self.probe, _restart, rig.signals, rig.app.display.canvas)
        store.error, store.differs = self._flash
        run: Callable[[int, int], None] = rig.run
        rig.run = lambda mask, ms: run(mask | self.stuck, ms)  # type: ignore[method-assign]
        rig.run(0b110000, 400)
        rig.run(0, 100)
        return self._look()
