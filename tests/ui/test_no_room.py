"""The heap is full: the evening is opened again as after a loss of power, and nothing that was entered is lost."""

from __future__ import annotations

from typing import Any

import pytest
from mingg_host.headless import Headless
from mingg_host.press_command import actions

HALF_ENTERED = "up right right right down right"
ENTERED = HALF_ENTERED + " up right left up right a a a a a"


def app_of(device: Headless, script: str) -> Any:
    for act in actions(script.split()):
        act(device)
    assert device._rig is not None
    return device._rig.app


def fails(*_: object) -> None:
    raise MemoryError("memory allocation failed")


def test_what_was_half_entered_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with Headless() as device:
        app = app_of(device, HALF_ENTERED)
        entered = app.entry.pack()
        monkeypatch.setattr(app.screen, "press", fails)
        device.press("up")
        assert "no room: opened anew" in device.text()
        assert app.entry.pack() == entered
        device.press("a")
        assert type(app.screen).__name__ == "CardScreen"


def test_a_deal_whose_saving_had_landed_is_not_saved_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    with Headless() as device:
        app = app_of(device, ENTERED)
        assert type(app.screen).__name__ == "Result"
        monkeypatch.setattr(app, "forget_entry", fails)
        device.press("a")
        monkeypatch.undo()
        assert app.entry is None
        assert type(app.screen).__name__ == "TableScreen"
        assert app.evening.deal_number() == 2


def test_a_deal_whose_saving_had_not_begun_is_there_to_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    with Headless() as device:
        app = app_of(device, ENTERED)
        monkeypatch.setattr(app, "save", fails)
        device.press("a")
        monkeypatch.undo()
        assert app.evening.deal_number() == 1
        device.press("a")
        device.press("a")
        assert app.evening.deal_number() == 2
