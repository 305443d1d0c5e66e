"""House rules on the device: offered beside the books, used for scoring, and kept with the evening."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from help.housing import CHOSEN, HOUSES, PLAYED, TUESDAY, WIDEST, damage, furnished
from help.named_keys import EVENINGS, HALF_RULES, LEAVE_MENU, LEAVE_PART, NEW, THE_RULES
from help.playing import Box, apart, current, head, play, text_after
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg_host.device.headless import Device, Headless
from screens.goldens import LANGUAGES, speaking
from screens.screens_setup import BEGIN, OPTIONS, PLAYERS, RULES, SETUP, row

WON = "up right right right down a "  # Cy from Bo: a concealed pung of dragons, a pair of the seat wind
BY_THE_BOOK, BY_THE_HOUSE = str((20 + 8 + 2) * 2), str((30 + 8 + 2) * 2)


@pytest.fixture
def furnished_device(switch_on: Callable[..., Device], tmp_path: Path) -> Device:
    return switch_on(furnished(tmp_path / "flash"))


def test_the_widest_name_leaves_room_on_every_screen(tmp_path: Path, boxes: list[Box]) -> None:
    for language in LANGUAGES:
        flash = tmp_path / language
        begin(open_evening(Store(str(flash), None)), Session(list("ABCD"), WIDEST.rules(), "none"))
        name, data = WIDEST.stored()
        (flash / name).write_bytes(data)
        with Headless(speaking(flash, language)) as device:
            play(device, HOUSES)
            apart(boxes)
            play(device, f"b b {LEAVE_PART}")
            for script in (THE_RULES, "a", "b", f"b {LEAVE_MENU} {EVENINGS}", "a"):
                play(device, script)
                apart(boxes)
            assert set("ABCD") <= set(device.text()), "the evening, opened"


def test_house_rules_are_offered_if_there_are_any(device: Device, furnished_device: Device) -> None:
    assert "B back" in text_after(device, SETUP + row(RULES))
    assert "which rules?" not in text_after(device, "a")
    assert "A others" in text_after(furnished_device, SETUP + row(RULES))
    texts = text_after(furnished_device, "a")
    assert {"Grandmother's", "Tuesday club", "Harr limit, up to 400"} <= set(texts)
    assert "Babcock, up to 500" in text_after(furnished_device, "down")
    assert "Babcock" in text_after(furnished_device, "b")


def test_house_rules_count_before_and_after_a_power_cut(device: Device, furnished_device: Device) -> None:
    assert BY_THE_BOOK in text_after(device, WON)
    device = furnished_device
    play(device, PLAYED)
    begun = head(device)
    assert {key: begun[key] for key in ("rules", "options", "house")} == TUESDAY.keys()
    assert BY_THE_HOUSE in text_after(device, WON)
    play(device, "a a a a a")
    for path in device.ledger.glob("house-*"):
        path.unlink()  # the evening does not need them
    device.reboot()
    assert "Tuesday club" in text_after(device, HALF_RULES.removesuffix("a "))
    assert BY_THE_HOUSE in text_after(device, f"{LEAVE_PART} {WON}")


def test_the_next_session_proposes_the_same_house_rules_and_a_book_replaces_them(
    furnished_device: Device,
) -> None:
    device = furnished_device
    play(device, PLAYED + NEW)
    assert "Tuesday club" in device.text()
    play(device, "down a right")
    assert "Tuesday club" not in device.text()
    play(device, "up a")
    assert "house" not in head(device)


def test_more_or_fewer_players_keep_the_house_rules(furnished_device: Device) -> None:
    device = furnished_device
    play(device, CHOSEN + row(PLAYERS - RULES) + "up " + BEGIN)
    assert len(head(device)["names"]) == 3
    assert head(device)["house"] == TUESDAY.changes


def test_options_that_the_house_rules_set_are_not_offered(furnished_device: Device) -> None:
    device = furnished_device
    play(device, SETUP + row(OPTIONS))
    plain = options(device)
    assert "four kongs" in plain
    play(device, f"b x{OPTIONS - RULES} up a a down a {row(OPTIONS - RULES)}")
    assert len(options(device)) == len(plain) - 4  # rob, no chows, kongs, mah-jong


def options(device: Device) -> list[str]:
    """Returns the lines of a list, from the current one on, and goes around it."""
    lines: list[str] = []
    while current(device) not in lines:
        lines.append(current(device))
        device.press("down")
    return lines


def test_damaged_house_rules_are_reported_and_refused(furnished_device: Device) -> None:
    device = furnished_device
    damage(device.ledger)
    texts = text_after(device, HOUSES)
    assert "grandmother-s" in texts
    assert texts.count("cannot be read") == 1
    assert "others" in text_after(device, "a")  # the list stays
    play(device, "b")
    assert "Babcock" in device.text()
