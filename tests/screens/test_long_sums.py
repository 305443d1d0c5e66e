"""Sums of many digits on the panel."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from mingg.ui import navigator
from mingg.ui.screens.history.change import Change
from mingg_host.device.headless import Headless


@pytest.mark.parametrize("digits", [4, 6, 7, 9])
def test_a_change_of_long_balances_stays_on_the_panel(digits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit, doublings make balances of many digits. The names and the differences are shown in any case."""

    def large(app: Any) -> Change:
        balances = [-(10**digits) + 1, 10**digits - 1, 2000, 6000]
        then = SimpleNamespace(balances=balances, east=app.play.playing.table.east, sits=None)
        return Change(app, "deal 1", ("", ""), then)

    with Headless() as device:
        app: Any = device.app
        app.play.evening.session.balances[:] = [10**digits - 1, -(10**digits) + 1, 2000, 6000]
        monkeypatch.setattr(navigator, "find", lambda name: large)
        app.show("history.change.Large")
        device.wait(100)
        texts = device.text()
        names = [text for x, _, text in device.texts if x == 2][1:]
        assert not device.rig.outside
    assert str(-2 * 10**digits + 2) in texts
    assert "+" + str(2 * 10**digits - 2) in texts
    assert texts.count("=") == 2
    assert len(names) == 4
    assert all(names), names
    assert ("9" * digits in texts) == (digits < 7)
