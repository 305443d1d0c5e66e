"""The heap is full: the evening is opened again as after a loss of power, and nothing that was entered is lost."""

from __future__ import annotations

import copy
import errno
from collections.abc import Callable
from typing import Any

import pytest
from mingg_host.device.headless import Headless
from named_keys import to_saved
from playing import play, records

HALF_ENTERED = "up right right right down right "  # Bo won from Cy: two sets of his are in
ENTERED = HALF_ENTERED + to_saved("up right left up right", 3) + " "
SAID = "memory full: restarted"


@pytest.fixture
def device() -> Any:
    with Headless() as found:
        yield found


def fails(*_: object) -> None:
    raise MemoryError("memory allocation failed")


def once(app: Any, name: str, monkeypatch: pytest.MonkeyPatch, first: Callable[[], object] = lambda: None) -> None:
    """The next time this is asked of the application there is no room, after `first`."""
    whole = getattr(app, name)

    def act(*_: object) -> None:
        monkeypatch.setattr(app, name, whole)
        first()
        fails()

    monkeypatch.setattr(app, name, act)


def test_what_was_half_entered_comes_back(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    play(device, HALF_ENTERED)
    app: Any = device.app
    entered = copy.deepcopy(app.entry.pack())
    monkeypatch.setattr(app.screen, "foresee", fails)
    device.press("up")
    assert SAID in device.text()
    assert app.reopened == 1
    assert app.entry is not None
    assert app.entry.pack() == entered
    device.press("a")
    assert type(app.screen).__name__ == "CardScreen"
    assert app.entry.pack() == entered


def test_a_key_just_before_is_not_forgotten(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was entered, but no draft kept it yet: nobody had stopped pressing."""
    play(device, HALF_ENTERED)
    app: Any = device.app
    device.wait(1000)
    kept = copy.deepcopy(app.entry.pack())
    device.press("right", "right")
    entered = copy.deepcopy(app.entry.pack())
    assert entered != kept
    monkeypatch.setattr(app.screen, "press", fails)
    device.press("up")
    assert app.entry.pack() == entered


def test_a_deal_whose_saving_had_landed_is_not_saved_twice(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    play(device, ENTERED)
    app: Any = device.app
    assert type(app.screen).__name__ == "CardScreen"
    once(app, "forget_entry", monkeypatch)
    device.press("a")
    assert app.reopened == 1
    assert app.entry is None
    assert type(app.screen).__name__ == "TableScreen"
    assert app.evening.deal_number() == 2
    assert len([record for record in records(device) if "winner" in record]) == 1


def test_a_deal_whose_saving_had_not_begun_is_there_to_be_saved(
    device: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(device, ENTERED)
    app: Any = device.app
    once(app, "save", monkeypatch)
    device.press("a")
    assert app.reopened == 1
    assert app.entry is not None
    assert app.evening.deal_number() == 1
    device.press("a")
    assert type(app.screen).__name__ == "CardScreen"
    device.press("a")
    assert app.entry is None
    assert app.evening.deal_number() == 2


def test_where_even_that_finds_no_room_it_is_for_who_started_the_program(
    device: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    app: Any = device.app
    monkeypatch.setattr(app.screen, "press", fails)
    monkeypatch.setattr(app, "boot", fails)
    with pytest.raises(MemoryError):
        device.press("up")


def test_that_a_deal_is_not_saved_stays_said_when_its_draft_cannot_be_kept_either(
    device: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no room")

    play(device, "down down a a a")
    evening: Any = device.app.evening
    with monkeypatch.context() as patch:
        patch.setattr(evening, "save", full)
        patch.setattr(evening, "keep_draft", full)
        device.press("a")
        device.wait(1500)
        assert "not saved: flash full" in device.text()
    device.press("a")
    assert "saved" in device.text()
