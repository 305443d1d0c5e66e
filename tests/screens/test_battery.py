"""Table shows a low battery."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from help.playing import play
from mingg import lang
from mingg.ui.battery import Battery
from mingg_host.device.headless import Headless
from screens.goldens import LANGUAGES

CORNER = range(56, 63)  # rows of the sign


class Powered(Headless):
    """A device with a battery that is low below 3000 mV, from the first call of battery() until it is switched off."""

    def battery(self, mv: int) -> None:
        self.mv = mv
        if self.app.battery is None:
            self.app.battery = Battery(self.app, lambda: self.mv, 3000)


def lit(device: Headless) -> int:
    return sum(row[:13].count("1") for y, row in enumerate(device.pixels()) if y in CORNER)


@pytest.fixture
def device() -> Iterator[Powered]:
    with Powered() as device:
        play(device, "a b")
        yield device


def test_a_full_battery_shows_nothing(device: Powered) -> None:
    before = device.pixels()
    device.battery(4500)
    play(device, "a b")
    device.wait(1000)
    assert device.pixels() == before


def test_a_low_battery_is_said_once_and_then_a_sign(device: Powered) -> None:
    device.battery(2999)
    play(device, "a b")
    device.wait(1000)
    assert "battery low: all saved" in device.text()
    play(device, "a b")
    device.wait(1000)
    assert "battery low: all saved" not in device.text()
    assert lit(device)


def test_a_voltage_near_the_limit_does_not_flicker(device: Powered) -> None:
    for mv, low in ((3000, False), (2999, True), (3050, True), (3099, True), (3100, False), (3050, False)):
        device.battery(mv)
        play(device, "a b")
        device.wait(1000)
        assert device.app.battery.low == low, mv
        assert bool(lit(device)) == low


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_warning_fits_in_every_language(device: Powered, language: str) -> None:
    lang.choose(language)
    warning = lang.say("battery low")
    device.battery(2500)
    play(device, "a b")
    device.wait(1000)
    assert warning in device.text()


def test_a_low_battery_refuses_no_deal(device: Powered) -> None:
    device.battery(1900)
    play(device, "a up a")
    assert device.app.play.evening.session.deals == 1
    device.reboot()
    assert device.app.play.evening.session.deals == 1


def test_a_device_that_does_not_measure_loads_nothing(device: Powered) -> None:
    assert device.app.battery is None
