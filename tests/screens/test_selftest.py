"""The self-test: what it shows, prints and finds. Its screens are golden screens like all others."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from help.playing import Box, play
from help.selftesting import OnTest, Restarted
from mingg import VERSION
from mingg.hal.keys import KEY_NAMES
from mingg.hal.store import Store
from mingg.settings import FAST_WIRE, Settings
from mingg.ui.screens.system.selftest import BLINKS
from screens.goldens import LANGUAGES, speaking

TO_WIRE = "a a a a "
TO_KEYS = TO_WIRE + "b "
ALL = "left right up down a b "


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_touches_the_frame_of_the_first_picture(boxes: list[Box], tmp_path: Path, language: str) -> None:
    with OnTest(speaking(tmp_path, language)):
        assert boxes
        assert all(x > 1 and x + w < 127 for x, _, w, _, _ in boxes)


def test_the_keys_that_started_the_test_choose_nothing() -> None:
    with OnTest() as device:
        assert "self-test" in device.text()
        assert "A go on" in device.text()


def test_every_pixel_is_lit_then_every_other_one_then_none() -> None:
    with OnTest() as device:
        assert set(play(device, "a").pixels()) == {"1" * 128}
        rows = play(device, "a").pixels()
        assert set(rows) == {"10" * 64, "01" * 64}
        assert all(row != next_row for row, next_row in itertools.pairwise(rows))
        assert set(play(device, "a").pixels()) == {"0" * 128}
        assert set(play(device, "b b").pixels()) == {"1" * 128}


def fast_wire(ledger: Path) -> bool:
    """What the next start reads."""
    return Settings(Store(str(ledger))).get(FAST_WIRE, False)


def test_the_fast_wire_shows_a_pattern_and_a_keeps_it(tmp_path: Path) -> None:
    with OnTest(tmp_path) as device:
        play(device, "a a a")
        assert not device.probe.fast()
        assert "A yes, B no" in play(device, "a").text()
        assert device.probe.fast()
        assert "press each key" in play(device, "a").text()
        assert device.probe.fast()
    assert fast_wire(tmp_path)


def test_b_goes_back_to_the_slow_wire(tmp_path: Path) -> None:
    with OnTest(tmp_path) as device:
        play(device, TO_WIRE + "a")
    with OnTest(tmp_path) as device:
        assert "press each key" in play(device, TO_WIRE + "b").text()
        assert not device.probe.fast()
    assert not fast_wire(tmp_path)


def test_without_an_answer_the_slow_wire_stays(tmp_path: Path) -> None:
    with OnTest(tmp_path) as device:
        play(device, TO_WIRE).wait(9000)
        assert device.probe.fast()
        device.wait(1500)
        assert "press each key" in device.text()
        assert not device.probe.fast()
    assert not fast_wire(tmp_path)


def test_a_display_that_does_not_answer_the_fast_wire_is_not_asked_about(tmp_path: Path) -> None:
    with OnTest(tmp_path, takes_fast=False) as device:
        assert "press each key" in play(device, TO_WIRE).text()
    assert not fast_wire(tmp_path)


def test_on_spi_there_is_no_faster_wire(tmp_path: Path) -> None:
    with OnTest(tmp_path, address="SPI") as device:
        assert "press each key" in play(device, TO_WIRE).text()


def test_each_key_is_ticked_and_the_last_one_shows_the_results() -> None:
    with OnTest() as device:
        play(device, TO_KEYS)
        for key in ("right", "up", "b", "left", "a"):
            assert "press each key" in device.text()
            device.press(key)
        assert "all six" in play(device, "down").text()


@pytest.mark.parametrize("key", KEY_NAMES)
def test_a_dead_key_is_named_by_its_pin(key: str) -> None:
    with OnTest() as device:
        play(device, TO_KEYS + ALL.replace(key + " ", ""))
        assert "press each key" in device.text()
        play(device, "hold:b" if key == "a" else "hold:a")
        assert f"GP{10 + KEY_NAMES.index(key)}" in device.text()


@pytest.mark.parametrize("key", KEY_NAMES)
def test_a_key_that_is_down_from_the_start_is_named_by_its_pin(key: str) -> None:
    with OnTest(stuck=(key,)) as device:
        play(device, TO_WIRE if key != "a" else "up up up up")
        play(device, "b" if key != "b" else "up")
        device.wait(6000)
        assert f"GP{10 + KEY_NAMES.index(key)} touches GND?" in device.text()


def test_keys_that_are_released_late_are_not_stuck() -> None:
    with OnTest() as device:
        device.wait(6000)
        assert "press each key" in play(device, TO_KEYS).text()


def test_the_results_are_printed_too(capsys: pytest.CaptureFixture[str]) -> None:
    with OnTest() as device:
        play(device, TO_KEYS + "left hold:a")
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == f"Mingg {VERSION} self-test"
    assert "left GP10" in printed
    assert printed[-6:] == [
        "display 0x3C",
        "silent GP11 GP12 GP13 GP14 GP15",
        "flash 812 kB free",
        "memory 152 kB free",
        "MicroPython 1.29.0",
        f"Mingg {VERSION} 200 MHz",
    ]


def test_the_self_test_does_not_change_the_flash(tmp_path: Path) -> None:
    (tmp_path / "0001-00.txt").write_bytes(b"kept")
    before = {path.name for path in tmp_path.iterdir()}
    with OnTest(tmp_path) as device:
        before |= {path.name for path in tmp_path.iterdir()}
        assert "812 kB free" in play(device, TO_KEYS + ALL).text()
        assert {path.name for path in tmp_path.iterdir()} == before
    assert (tmp_path / "0001-00.txt").read_bytes() == b"kept"


def test_at_the_end_a_starts_the_device_again() -> None:
    with OnTest() as device:
        play(device, TO_KEYS + ALL)
        with pytest.raises(Restarted):
            device.press("a")


def test_at_the_end_b_goes_back_to_the_keys() -> None:
    with OnTest() as device:
        assert "press each key" in play(device, TO_KEYS + "left hold:a b").text()


@pytest.mark.parametrize("fault", BLINKS)
def test_without_a_display_the_light_counts_and_the_wire_is_printed(
    capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    with OnTest(wrong=fault, address=None) as device:
        device.wait(1500)
        while device.rig.lit or lit_for(device, 8) == 0:
            pass  # up to the beginning of a count
        device.wait(6000)
        while dark_for(device) < 1000:
            pass
        flashes = 1
        while (dark := dark_for(device)) < 1000:
            assert 150 < dark < 250
            flashes += 1
        assert flashes == BLINKS[fault]
        printed = capsys.readouterr().out
        assert printed.count("SDA GP4 SCL GP5") == 1, "once, as long as it stays the same"
        device.probe.wrong, device.probe.address = None, "0x3D"
        device.wait(2000)
        assert "display 0x3D" in capsys.readouterr().out


def lit_for(device: OnTest, ms: int) -> int:
    """Lets time pass. Returns how long the light was on."""
    lit = 0
    for _ in range(0, ms, 8):
        device.wait(8)
        lit += 8 * device.rig.lit
    return lit


def dark_for(device: OnTest) -> int:
    """Returns how long the light is off between two flashes. It is on, or will be."""
    while device.rig.lit:
        lit_for(device, 8)
    dark = 0
    while not device.rig.lit:
        lit_for(device, 8)
        dark += 8
    return dark


def test_the_test_can_be_done_without_a_display(capsys: pytest.CaptureFixture[str]) -> None:
    with OnTest(wrong="silent", address=None) as device:
        play(device, TO_KEYS + ALL)
    assert "display none" in capsys.readouterr().out


def test_the_self_test_speaks_the_chosen_language(tmp_path: Path) -> None:
    with OnTest(speaking(tmp_path, "de")) as device:
        assert "Selbsttest" in device.text()
