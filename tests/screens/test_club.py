"""A device at a club table: requests through power cuts, and a sitting that is over."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from help.clubbing import PAY, SIT, join, start
from mingg.evening.save import save
from mingg.hal.store import Store
from mingg.records.parse import read_kept
from mingg.ui.battery import Battery
from mingg_host.device.headless import Headless

DRAWN = {"winner": None, "hands": {}}


class PowerCut(BaseException):
    """Ends the firmware in the middle of what it does."""


@contextmanager
def power_fails(at: int, *, before: bool) -> Iterator[list[str]]:
    """The power fails at a change of the flash (from 0): before it, or right after it. Yields the changes so far."""
    changes: list[str] = []

    def failing(method: Callable[..., Any]) -> Callable[..., Any]:
        def change(store: Store, name: str, *data: bytes) -> None:
            if len(changes) == at and before:
                raise PowerCut
            changes.append(name)
            method(store, name, *data)
            if len(changes) == at + 1 and not before:
                raise PowerCut

        return change

    append, replace = failing(Store.append), failing(Store.replace)
    with mock.patch.object(Store, "append", append), mock.patch.object(Store, "replace", replace):
        yield changes


def deal(device: Headless) -> None:
    save(device.app.play.evening, read_kept(DRAWN, device.app.play.evening.session))


def give(device: Headless, request: dict[str, object], word: str = "a1") -> None:
    """Gives the device a request, as the broker does: one that is done is answered again."""
    device.app.club.link._hear(f"mingg/tuesday/table/3/ask/{word}", json.dumps(request).encode(), False)
    device.wait(4000)


def paid(device: Headless) -> bool:
    return bool(device.app.play.evening.session.balances[0] < 2000)


def done(device: Headless) -> bool:
    return isinstance(device.app.club.link.memo.done.get("a1"), int)


@pytest.mark.parametrize("before", [True, False])
def test_a_payment_is_answered_as_done_exactly_if_it_was_booked_wherever_the_power_fails(
    tmp_path: Path, before: bool
) -> None:
    """The power fails while the payment is booked, again at the next start, which has no network, and at a deal."""
    for first in count():
        for second in range(4):
            folder = tmp_path / f"{first}-{second}"
            join(folder)
            device = start(folder)
            deal(device)
            ended = True
            with power_fails(first, before=before):
                try:
                    give(device, PAY)
                except PowerCut:
                    ended = False
            for at in (second, 99):
                with power_fails(at, before=before):
                    try:
                        device = start(folder)
                        deal(device)
                    except PowerCut:
                        pass
            device = start(folder)
            assert done(device) == paid(device), (first, second)
            give(device, PAY)
            assert done(device)
            assert device.app.play.evening.session.balances == [1880, 2120, 2000, 2000], (first, second)
        if ended:
            break
    assert first >= 3


def test_a_sitting_that_could_not_be_written_is_not_answered_as_begun(tmp_path: Path) -> None:
    join(tmp_path)
    device = start(tmp_path)
    deal(device)
    give(device, SIT)
    replace = Store.replace

    def full(store: Store, name: str, data: bytes) -> None:
        if name.startswith("0"):
            raise OSError(28)
        replace(store, name, data)

    with mock.patch.object(Store, "replace", full):
        device.press("a")
    assert device.app.play.evening.moment() == (1, 2)
    deal(device)
    again = start(tmp_path)
    assert not done(again)
    assert again.app.club.link.memo.sitting is None


@pytest.mark.parametrize("low", [True, False])
def test_a_device_says_whether_its_battery_is_low(tmp_path: Path, low: bool) -> None:
    join(tmp_path)
    device = start(tmp_path)
    assert "low" not in device.app.club._tell()
    device.app.battery = Battery(device.app, lambda: 2900 if low else 4000, 3000)
    device.app.battery.check()
    assert device.app.club._tell()["low"] is low
