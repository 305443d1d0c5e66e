"""The self-test: what it shows, says and finds. Its screens are on record like all others."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from goldens import LANGUAGES, speaking
from mingg import VERSION
from mingg.hal.keys import KEY_NAMES
from mingg.ui.screens.system.selftest import BLINKS
from playing import Box, play
from selftesting import OnTest, Restarted

TO_KEYS = "a a a a "
ALL = "left right up down a b "


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_lies_on_the_line_that_goes_round_the_first_picture(
    boxes: list[Box], tmp_path: Path, language: str
) -> None:
    with OnTest(speaking(tmp_path, language)):
        assert boxes
        assert all(x > 1 and x + w < 127 for x, _, w, _, _ in boxes)


def test_the_keys_that_were_held_to_come_here_choose_nothing() -> None:
    with OnTest() as device:
        assert "self-test" in device.text()
        assert "A go on" in device.text()


def test_every_pixel_is_lit_then_every_other_one_then_none() -> None:
    with OnTest() as device:
        assert set(play(device, "a").pixels()) == {"1" * 128}
        rows = play(device, "a").pixels()
        assert set(rows) == {"10" * 64, "01" * 64}
        assert all(one != other for one, other in itertools.pairwise(rows))
        assert set(play(device, "a").pixels()) == {"0" * 128}
        assert set(play(device, "b b").pixels()) == {"1" * 128}


def test_each_key_is_ticked_and_after_the_last_one_comes_what_was_found() -> None:
    with OnTest() as device:
        play(device, TO_KEYS)
        for key in ("right", "up", "b", "left", "a"):
            assert "press each key" in device.text()
            device.press(key)
        assert "all six" in play(device, "down").text()


@pytest.mark.parametrize("key", KEY_NAMES)
def test_a_key_that_is_dead_is_named_by_its_pin(key: str) -> None:
    with OnTest() as device:
        play(device, TO_KEYS + ALL.replace(key + " ", ""))
        assert "press each key" in device.text()
        play(device, "hold:b" if key == "a" else "hold:a")
        assert f"GP{10 + KEY_NAMES.index(key)}" in device.text()


@pytest.mark.parametrize("key", KEY_NAMES)
def test_a_key_that_is_down_from_the_start_is_said_with_its_pin(key: str) -> None:
    with OnTest(stuck=(key,)) as device:
        play(device, "a a a a" if key != "a" else "up up up up")
        device.wait(6000)
        assert f"GP{10 + KEY_NAMES.index(key)} touches GND?" in device.text()


def test_keys_let_go_late_are_not_stuck() -> None:
    with OnTest() as device:
        device.wait(6000)
        assert "press each key" in play(device, TO_KEYS).text()


def test_what_is_found_is_printed_too(capsys: pytest.CaptureFixture[str]) -> None:
    with OnTest() as device:
        play(device, TO_KEYS + "left hold:a")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"Mingg {VERSION} self-test"
    assert "left GP10" in said
    assert said[-6:] == [
        "display 0x3C",
        "silent GP11 GP12 GP13 GP14 GP15",
        "flash 812 kB free",
        "memory 152 kB free",
        "MicroPython 1.29.0",
        f"Mingg {VERSION}",
    ]


def test_flash_is_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "0001-00.txt").write_bytes(b"kept")
    before = {path.name for path in tmp_path.iterdir()}
    with OnTest(tmp_path) as device:
        before |= {path.name for path in tmp_path.iterdir()}
        assert "812 kB free" in play(device, TO_KEYS + ALL).text()
        assert {path.name for path in tmp_path.iterdir()} == before
    assert (tmp_path / "0001-00.txt").read_bytes() == b"kept"


def test_at_the_end_a_key_starts_the_device_anew() -> None:
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
            pass  # to the beginning of a count
        device.wait(6000)
        while dark_for(device) < 1000:
            pass
        flashes = 1
        while (dark := dark_for(device)) < 1000:
            assert 150 < dark < 250
            flashes += 1
        assert flashes == BLINKS[fault]
        said = capsys.readouterr().out
        assert said.count("SDA GP4 SCL GP5") == 1, "once, as long as it stays the same"
        device.probe.wrong, device.probe.address = None, "0x3D"
        device.wait(2000)
        assert "display 0x3D" in capsys.readouterr().out


def lit_for(device: OnTest, ms: int) -> int:
    """Lets time pass; how much of it the light shone."""
    lit = 0
    for _ in range(0, ms, 8):
        device.wait(8)
        lit += 8 * device.rig.lit
    return lit


def dark_for(device: OnTest) -> int:
    """How long it is dark between one flash and the next; it shines now or will."""
    while device.rig.lit:
        lit_for(device, 8)
    dark = 0
    while not device.rig.lit:
        lit_for(device, 8)
        dark += 8
    return dark


def test_the_test_can_be_gone_through_without_seeing_it(capsys: pytest.CaptureFixture[str]) -> None:
    with OnTest(wrong="silent", address=None) as device:
        play(device, TO_KEYS + ALL)
    assert "display none" in capsys.readouterr().out


def test_a_language_is_spoken_that_was_chosen(tmp_path: Path) -> None:
    with OnTest(speaking(tmp_path, "de")) as device:
        assert "Selbsttest" in device.text()
