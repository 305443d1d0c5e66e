"""The page's panel dims and goes dark as the board's does, and its buzzer is silent until somebody wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from mingg.ui.panel.rest import DIMS, SLEEPS

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

DARK_ROWS = ["0" * 128] * 64
# A clock that a test can put forward.
CLOCK = """
window.ahead = window.turns = 0;
const now = performance.now.bind(performance);
performance.now = () => {
  window.turns++; // the main loop asks once a turn
  return now() + window.ahead;
};
"""
# What sounds, Hz.
SOUND = """
window.heard = [];
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (hz, ...at) {
  window.heard.push(hz);
  return set.call(this, hz, ...at);
};
"""
TURNS = 10  # of the main loop: it does one thing a turn, and looks at the minutes when there is nothing else


def minutes(device: Any, number: int) -> None:
    """Nobody presses for so long."""
    for _ in range(number):
        turns = device.page.evaluate("window.ahead += 60500, window.turns") + TURNS
        while device.page.evaluate("window.turns") < turns:
            device.page.wait_for_timeout(10)


def brightest(device: Any) -> int:
    """The lightest green on the panel."""
    return int(
        device.page.locator("#panel").evaluate(
            """canvas => canvas.getContext("2d").getImageData(0, 0, 128, 64).data
                 .reduce((most, value, i) => i % 4 === 1 && value > most ? value : most, 0)"""
        )
    )


def test_it_dims_goes_dark_and_is_woken_by_a_key_that_does_nothing_else(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.add_init_script(CLOCK)
    device = visitor.open()
    device.waits_for("Ann 2000")
    pixels, bright = device.pixels(), brightest(device)
    minutes(device, DIMS)
    assert brightest(device) < bright
    assert device.shows(pixels)
    minutes(device, SLEEPS - DIMS)
    assert device.shows(DARK_ROWS)
    device.waits_for("any key wakes it")
    device.press("up")
    assert device.shows(pixels)
    assert brightest(device) == bright
    device.waits_for("Ann 2000")
    device.press("up")
    device.waits_for("Cy wins")
    assert device.complaints == []


def test_it_makes_no_sound_until_somebody_wants_it_and_keeps_that(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.add_init_script(SOUND)
    device = visitor.open()
    device.menu()
    device.press(*["down"] * 12, "up", "a", *["down"] * 3)
    device.waits_for("sound off")
    assert device.page.evaluate("window.heard") == []
    device.press("right")
    device.waits_for("sound on")
    device.page.wait_for_timeout(500)
    assert len(device.page.evaluate("window.heard")) >= 2
    device.press("b", "b")
    device.page.reload()
    device.waits_for("Ann 2000")
    device.press("up")
    assert len(device.page.evaluate("window.heard")) == 1
    assert device.complaints == []
