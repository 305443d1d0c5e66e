"""The page's panel never rests. Its buzzer is silent until the user turns the sound on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from mingg.ui.kit.rest import SLEEPS

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

# A clock that a test can advance.
CLOCK = """
window.ahead = window.turns = 0;
const now = performance.now.bind(performance);
performance.now = () => {
  window.turns++; // the main loop asks once a turn
  return now() + window.ahead;
};
"""
# Records the frequencies of all tones, in Hz.
SOUND = """
window.tones = [];
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (hz, ...at) {
  window.tones.push(hz);
  return set.call(this, hz, ...at);
};
"""
TURNS = 10  # of the main loop: it does one thing in each turn, and checks the minutes last


def minutes(device: Any, number: int) -> None:
    """Lets so many minutes pass without a key."""
    for _ in range(number):
        turns = device.page.evaluate("window.ahead += 60500, window.turns") + TURNS
        assert device.becomes_true(lambda turns=turns: device.page.evaluate("window.turns") >= turns)


def brightest(device: Any) -> int:
    """Returns the brightest green on the panel, 0 to 255."""
    return int(
        device.page.locator("#panel").evaluate(
            """canvas => canvas.getContext("2d").getImageData(0, 0, 128, 64).data
                 .reduce((most, value, i) => i % 4 === 1 && value > most ? value : most, 0)"""
        )
    )


def test_the_page_never_rests(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.add_init_script(CLOCK)
    device = visitor.open()
    device.waits_for("Ann 2000")
    pixels, bright = device.pixels(), brightest(device)
    minutes(device, SLEEPS + 1)
    assert device.shows(pixels)
    assert brightest(device) == bright
    device.press("up")
    device.waits_for("Cy wins")
    assert device.complaints == []


def test_sound_is_off_until_turned_on_and_stays_on_after_a_reload(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.add_init_script(SOUND)
    device = visitor.open()
    device.menu()
    device.press("down", "down", "a", "down")
    device.waits_for("sound off")
    assert device.page.evaluate("window.tones") == []
    device.press("right")
    device.waits_for("sound on")
    assert device.becomes_true(lambda: device.page.evaluate("window.tones.length") >= 2)
    device.press("b", "b")
    device.page.reload()
    device.waits_for("Ann 2000")
    device.press("up")
    assert device.becomes_true(lambda: device.page.evaluate("window.tones.length") > 0)
    assert device.page.evaluate("window.tones.length") == 1
    assert device.complaints == []
