"""Special hands of house rules on the device: entered by card and by tiles, named, explained, and kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from help.intent import DRAGON, HAND, MAJOR, SIMPLE, TABLE, won
from help.named_keys import HALF_RULES, THE_RULES
from help.playing import Box, apart, choose, head, play, records, text_after
from help.tiling import loser_script, whole_hand
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg_host.device.headless import Device, Headless
from mingg_host.scoring import house
from screens.goldens import LANGUAGES, speaking

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
def device(switch_on: Callable[..., Device], tmp_path: Path) -> Device:
    return switch_on(laid(tmp_path / "flash", SEASONAL))


def test_a_card_names_a_hand_of_the_house(device: Device) -> None:
    play(device, f"{won('Cy').from_('Bo')} {LIST}")
    assert "yes" in choose(device, "Even steps", "right").text()
    assert "500" in text_after(device, "a")
    assert "saved" in text_after(device, f"a {LOSERS}")
    assert records(device)[-1]["hands"]["W"] == {"sets": [], "special": ["Even steps"]}
    device.reboot()
    assert head(device)["house"]["hands"] == SEASONAL.changes["hands"]
    assert "4000" in device.text(), "500 from Bo and Di, 1000 from Ann"


def test_a_card_cannot_be_what_the_win_excludes(device: Device) -> None:
    play(device, f"{won('Cy').from_('Bo')} {LIST}")
    texts = choose(device, "Blossom walk", "right").text()
    assert "not that hand" in texts
    assert "yes" not in texts
    play(device, f"b b b b {won('Cy').drew()} {LIST}")
    assert "yes" in choose(device, "Blossom walk", "right").text()


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
def test_tiles_are_a_hand_of_the_house(device: Device, tiles: str, last: str, name: str, score: str) -> None:
    play(device, f"{won('Cy').drew()} {BOARD} {whole_hand(tiles, last)}")
    assert score in device.text()
    assert "saved" in text_after(device, f"a {LOSERS}")
    assert records(device)[-1]["win"]["tile"] == last
    play(device, "hold:a up right up")
    assert name in device.text()
    assert SEASONAL.changes["hands"][name]["tiles"] in " ".join(text_after(device, "a x3 down"))


def test_the_flowers_of_a_hand_are_asked_for(device: Device) -> None:
    play(device, f"{won('Cy').drew()} {BOARD} {whole_hand('123s 456s 789s 1z 2z 3z 4z 6z', '1s')}")
    assert "600" not in device.text()
    assert "flowers are missing" in text_after(device, "a")
    assert "608" in text_after(device, "hold:left up"), "600, and 4 for the own flower, doubled"
    assert "saved" in text_after(device, f"a {LOSERS}")


def test_a_loser_who_waits_for_a_hand_of_the_house_is_paid(device: Device) -> None:
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND))
    play(device, f"a {BOARD} {loser_script('22m 44m 66m 88m 22p 44p 6p')}")
    assert "saved" in text_after(device, LOSERS)
    assert records(device)[-1]["hands"]["N"]["tiles"].startswith("22m")
    # Cy has 34 from Bo and Di, 68 from Ann; Di has 200 from Bo and 400 from Ann.
    assert {"2136", "2566", "1766", "1532"} <= set(text_after(device, "a"))


def test_the_sheet_lists_the_hands_with_figure_and_tiles(device: Device) -> None:
    play(device, THE_RULES)
    while "special hands" not in device.text():
        play(device, "right")
    play(device, "x18 down")
    assert {"Blossom walk", "400"} <= set(device.text())
    texts = text_after(device, "a")
    assert "123456789a nnb nnc dz" in " ".join(texts)
    assert "Four seasons" in texts


def test_the_widest_name_leaves_room_on_every_screen(tmp_path: Path, boxes: list[Box]) -> None:
    wide = {"tiles": "147a 258b 369c 1234z dz", "score": 100000}
    rules = house.House("bmja", {"limit": 1000000}, {"name": "Wide", "hands": {"W" * 14: wide}})
    for language in LANGUAGES:
        with Headless(speaking(laid(tmp_path / language, rules), language)) as device:
            for keys in (f"{won('Cy').drew()} {LIST}", "down down right", "a", "hold:a", f"b {HALF_RULES}"):
                play(device, keys)
                apart(boxes)
            play(device, "x10 right")
            for keys in ("x20 down", "a"):
                play(device, keys)
                apart(boxes)


def test_a_kong_that_is_entered_doubles_more_often(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    kongs = house.House("babcock", {}, {"name": "Kongs", "doublings": {"dragon": {"pung": 2, "kong": 4}}})
    device = switch_on(laid(tmp_path / "flash", kongs))
    play(device, won("Cy").from_("Bo").kong(DRAGON, TABLE).pung(DRAGON, TABLE))
    assert "saved" in text_after(device, f"a {LOSERS}")
    assert records(device)[-1]["hands"]["W"] == {"sets": ["(kong dragon)", "(pung dragon)"]}
