"""House rules on the device: offered beside the books, used for scoring, and kept with the evening. Their special
hands: entered by card and by tiles, named, explained, and kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from help.intent import said
from help.named_keys import EVENINGS, HALF_RULES, LEAVE_MENU, LEAVE_PART, NEW, THE_RULES
from help.playing import Box, apart, choose, current, head, play, records, text_after
from help.tiling import loser_script, whole_hand
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg_host.device.headless import Device, Headless
from mingg_host.scoring import house
from screens.goldens import LANGUAGES, speaking
from screens.screens_setup import (
    BEGIN,
    CHOSEN,
    HOUSES,
    OPTIONS,
    PLAYED,
    PLAYERS,
    RULES,
    SETUP,
    TUESDAY,
    WIDEST,
    damage,
    furnished,
    row,
)

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


SEASONAL = house.read(Path(__file__).parents[1] / "oracles" / "seasonal.toml")
HANDS = [row.id for row in SEASONAL.rules().special if row.id in SEASONAL.changes["hands"]]
LIST = "hold:a down"
BOARD = "hold:up"
LOSERS = "a a a"  # over three cards without sets


def laid(folder: Path, rules: house.House) -> Path:
    """Returns a folder that stands for a flash on which a session with house rules has begun."""
    begin(open_evening(Store(str(folder), None)), Session(["Ann", "Bo", "Cy", "Di"], rules.rules(), "none"), 0)
    return folder


@pytest.fixture
def seasonal(switch_on: Callable[..., Device], tmp_path: Path) -> Device:
    return switch_on(laid(tmp_path / "flash", SEASONAL))


def test_a_card_names_a_hand_of_the_house(seasonal: Device) -> None:
    play(seasonal, f"up right {LIST}")
    assert "yes" in choose(seasonal, "Even steps", "right").text()
    assert "500" in text_after(seasonal, "a")
    assert "saved" in text_after(seasonal, f"a {LOSERS}")
    assert records(seasonal)[-1]["hands"]["W"] == {"sets": [], "special": ["Even steps"]}
    seasonal.reboot()
    assert head(seasonal)["house"]["hands"] == SEASONAL.changes["hands"]
    assert "4000" in seasonal.text(), "500 from Bo and Di, 1000 from Ann"


def test_a_card_cannot_be_what_the_win_excludes(seasonal: Device) -> None:
    play(seasonal, f"up right {LIST}")
    texts = choose(seasonal, "Blossom walk", "right").text()
    assert "not that hand" in texts
    assert "yes" not in texts
    play(seasonal, f"b b b b up up {LIST}")
    assert "yes" in choose(seasonal, "Blossom walk", "right").text()


@pytest.mark.parametrize(
    ("tiles", "last", "name", "score"),
    [
        ("22m 44m 66m 88m 22p 44p 66p", "2m", "Even steps", "500"),
        ("1p 4p 7p 2m 5m 8m 3s 6s 9s 1z 2z 3z 4z 7z", "1p", "Wild geese", "600"),
        ("[5555p] 66p 77p 88p 99p 5z 6z 7z", "5z", "Sunflower", "700"),
        ("[4444s] 333s 22s 1s 55z 111z", "1s", "Falling leaves", "1000"),
        ("(222m) (222p) 222s (777z) 44z", "4z", "Midsummer", "1000"),
    ],
)
def test_tiles_are_a_hand_of_the_house(seasonal: Device, tiles: str, last: str, name: str, score: str) -> None:
    play(seasonal, f"up up {BOARD} {whole_hand(tiles, last)}")
    assert score in seasonal.text()
    assert "saved" in text_after(seasonal, f"a {LOSERS}")
    assert records(seasonal)[-1]["win"]["tile"] == last
    play(seasonal, "hold:a up right up")
    assert name in seasonal.text()
    assert SEASONAL.changes["hands"][name]["tiles"] in " ".join(text_after(seasonal, "a x3 down"))


def test_the_flowers_of_a_hand_are_asked_for(seasonal: Device) -> None:
    play(seasonal, f"up up {BOARD} {whole_hand('123s 456s 789s 1z 2z 3z 4z 6z', '1s')}")
    assert "600" not in seasonal.text()
    assert "flowers are missing" in text_after(seasonal, "a")
    assert "608" in text_after(seasonal, "hold:left up"), "600, and 4 for the own flower, doubled"
    assert "saved" in text_after(seasonal, f"a {LOSERS}")


def test_a_loser_who_waits_for_a_hand_of_the_house_is_paid(seasonal: Device) -> None:
    play(seasonal, said("Cy<Bo (pung simple) pung simple pung major"))
    play(seasonal, f"a {BOARD} {loser_script('22m 44m 66m 88m 22p 44p 6p')}")
    assert "saved" in text_after(seasonal, LOSERS)
    assert records(seasonal)[-1]["hands"]["N"]["tiles"].startswith("22m")
    # Cy has 34 from Bo and Di, 68 from Ann; Di has 200 from Bo and 400 from Ann.
    assert {"2136", "2566", "1766", "1532"} <= set(text_after(seasonal, "a"))


def test_the_sheet_lists_the_hands_with_figure_and_tiles(seasonal: Device) -> None:
    play(seasonal, THE_RULES)
    while "special hands" not in seasonal.text():
        play(seasonal, "right")
    play(seasonal, "x18 down")
    assert {"Blossom walk", "400"} <= set(seasonal.text())
    texts = text_after(seasonal, "a")
    assert "123456789a nnb nnc dz" in " ".join(texts)
    assert "Four seasons" in texts


def test_the_widest_name_of_a_hand_leaves_room_on_every_screen(tmp_path: Path, boxes: list[Box]) -> None:
    wide = {"tiles": "147a 258b 369c 1234z dz", "score": 100000}
    rules = house.House("bmja", {"limit": 1000000}, {"name": "Wide", "hands": {"W" * 14: wide}})
    for language in LANGUAGES:
        with Headless(speaking(laid(tmp_path / language, rules), language)) as seasonal:
            for keys in (f"up up {LIST}", "down down right", "a", "hold:a", f"b {HALF_RULES}"):
                play(seasonal, keys)
                apart(boxes)
            play(seasonal, "x10 right")
            for keys in ("x20 down", "a"):
                play(seasonal, keys)
                apart(boxes)


def test_a_kong_that_is_entered_doubles_more_often(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    kongs = house.House("babcock", {}, {"name": "Kongs", "doublings": {"dragon": {"pung": 2, "kong": 4}}})
    seasonal = switch_on(laid(tmp_path / "flash", kongs))
    play(seasonal, said("Cy<Bo (kong dragon) (pung dragon)"))
    assert "saved" in text_after(seasonal, f"a {LOSERS}")
    assert records(seasonal)[-1]["hands"]["W"] == {"sets": ["(kong dragon)", "(pung dragon)"]}
