"""The device as tests use it: on CPython and on the MicroPython VM, and screens compared with those on record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mingg_host.headless import Device, Headless, HeadlessVM

BACKENDS = [pytest.param(Headless, id="cpython"), pytest.param(HeadlessVM, id="micropython", marks=pytest.mark.vm)]
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(params=BACKENDS)
def switch_on(request: pytest.FixtureRequest) -> Iterator[Callable[..., Device]]:
    """Switches a device on; with a ledger's folder, the one that left it."""
    devices: list[Device] = []

    def start(ledger: Path | None = None) -> Device:
        device: Device = request.param(ledger)
        devices.append(device)
        return device

    yield start
    for device in devices:
        device.close()


@pytest.fixture
def device(switch_on: Callable[..., Device]) -> Device:
    """A device fresh from the box, on its first screen."""
    return switch_on()


@pytest.fixture
def same_as_golden(request: pytest.FixtureRequest) -> Callable[[Device, str], None]:
    """Compares a screen, its texts and every pixel, with the one on record under a name."""

    def compare(device: Device, name: str) -> None:
        path = GOLDEN / f"{name}.txt"
        shown = "\n".join([*device.text(), "", *(line.rstrip() for line in device.picture())]) + "\n"
        if request.config.getoption("--record"):
            path.write_text(shown, encoding="utf-8")
        assert path.exists(), f"no golden screen {name}; look at it, then: pytest tests/ui --record"
        assert shown == path.read_text(encoding="utf-8"), f"the screen {name} has changed"

    return compare
