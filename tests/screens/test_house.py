"""House rules on the device: offered beside the books, used for scoring, and kept with the evening. Their special
hands: entered by card and by tiles, named, explained, and kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from help.intent import said
from help.named_keys import EVENINGS, HALF_RULES, LEAVE_MENU, LEAVE_PART, THE_RULES
from help.playing import Box, current, fits, head, play, records, text_after
from help.walking import Walk, go, walks
from mingg.core.table.session import Session
from mingg.evening.evenings import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg_host.device.headless import Device, Headless
from mingg_host.scoring import house
from screens.screens_setup import (
    CHOSEN,
    HOUSES,
    OPTIONS,
    PLAYED,
    RULES,
    SETUP,
    TUESDAY,
    WIDEST,
    damage,
    furnished,
    row,
)


@pytest.fixture
def furnished_device(switch_on: Callable[..., Headless], tmp_path: Path) -> Headless:
    return switch_on(furnished(tmp_path / "flash"))


def house_is(device: Headless, changes: str) -> bool:
    """Whether the evening has these house rules: Tuesday's."""
    begun = head(device)
    return {key: begun.get(key) for key in ("rules", "options", "house")} == TUESDAY.keys()


def damaged(device: Headless, _: str) -> bool:
    damage(device.ledger)
    return True


def removed(device: Headless, _: str) -> bool:
    """The evening does not need the files of house rules."""
    for path in device.ledger.glob("house-*"):
        path.unlink()
    return True


KEYS = {"HOUSES": HOUSES, "CHOSEN": CHOSEN, "PLAYED": PLAYED}
# Cy from Bo: a concealed pung of dragons, a pair of the seat wind
KEYS |= {"WON": "up right right right down a"}


@walks("""
House rules are offered
    NEW [rules] | A others
    a | Grandmother's ; Tuesday club ; Harr limit, up to 400
    down | Babcock, up to 500
    b | Babcock
House rules count before and after a power cut
    WITH babcock: WON | score 60 # (20 + 8 + 2) x2, by the book
    PLAYED | tuesday
    WON | score 80 # (30 + 8 + 2) x2
    x5 a | removed
    REBOOT MENU a x2 down | ~ Tuesday club
    LEAVE_PART WON | score 80
The next session proposes the same house rules and a book replaces them
    PLAYED NEW | Tuesday club
    down a right | ! Tuesday club
    up a | head house null
More or fewer players keep the house rules
    CHOSEN down a up hold:a | head names ["Ann", "Bo", "Di"] ; head house.name "Tuesday club"
Damaged house rules are reported and refused
    wait:20 | damaged
    HOUSES | grandmother-s ; 1 x cannot be read
    a | ~ others # the list stays
    b | Babcock
""")
def test_house_rules(furnished_device: Headless, walk: Walk) -> None:
    go(furnished_device, walk, KEYS, {"tuesday": house_is, "damaged": damaged, "removed": removed})


def test_without_house_rules_none_are_offered(device: Headless) -> None:
    assert "B back" in text_after(device, SETUP + row(RULES))
    assert "which rules?" not in text_after(device, "a")


def test_the_widest_name_leaves_room_on_every_screen(tmp_path: Path, boxes: list[Box]) -> None:
    begin(open_evening(Store(str(tmp_path), None)), Session(list("ABCD"), WIDEST.rules(), "none"))
    name, data = WIDEST.stored()
    (tmp_path / name).write_bytes(data)
    with Headless(tmp_path) as device:
        for script in (HOUSES, f"b b {LEAVE_PART} {THE_RULES}", "a", "b", f"b {LEAVE_MENU} {EVENINGS}", "a"):
            play(device, script)
            fits(device, boxes)
        assert set("ABCD") <= set(device.text()), "the evening, opened"


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
def seasonal(switch_on: Callable[..., Headless], tmp_path: Path) -> Headless:
    return switch_on(laid(tmp_path / "flash", SEASONAL))


@walks("""
A card names a hand of the house
    Cy<Bo hold:a LIST <Even steps> right | Even steps = yes
    a | 500
    x4 a | saved ; record hands.W {"sets": [], "special": ["Even steps"]}
    REBOOT | 4000 ; seasonal # 500 from Bo and Di, 1000 from Ann
A card cannot be what the win excludes
    Cy<Bo hold:a LIST <Blossom walk> right | not that hand ; ! yes
    x4 b Cy< hold:a LIST <Blossom walk> right | Blossom walk = yes
Tiles are a hand of the house
    Cy< hold:up {TILES} ?LAST | SCORE
    x4 a | saved ; record win.tile "LAST"
    WHY up right up | NAME
    = TILES / LAST / NAME / SCORE
    = 22m 44m 66m 88m 22p 44p 66p / 2m / Even steps / 500
    = 1p 4p 7p 2m 5m 8m 3s 6s 9s 1z 2z 3z 4z 7z / 1p / Wild geese / 600
    = [5555p] 66p 77p 88p 99p 5z 6z 7z / 5z / Sunflower / 700
    = [4444s] 333s 22s 1s 55z 111z / 1s / Falling leaves / 1000
    = (222m) (222p) 222s (777z) 44z / 4z / Midsummer / 1000
The flowers of a hand are asked for
    Cy< hold:up {123s 456s 789s 1z 2z 3z 4z 6z} ?1s | ! 600
    a | flowers are missing
    FLOWERS up | 608 # 600, and 4 for the own flower, doubled
    x4 a | saved
A loser who waits for a hand of the house is paid
    Cy<Bo (pung simple) pung simple pung major a hold:up {22m 44m 66m 88m 22p 44p 6p} x3 a | saved
    | record hands.N {"tiles": "22m 22p 44m 44p 66m 6p 88m"}
    a | have 1532 1766 2136 2566 # Cy has 34 from Bo and Di, 68 from Ann; Di has 200 from Bo and 400 from Ann
The sheet lists the hands with figure and tiles
    THE_RULES x5 right | special hands
    x18 down | Blossom walk ; 400
    a | ~ 123456789a nnb nnc dz ; Four seasons
""")
def test_hands_of_the_house(seasonal: Headless, walk: Walk) -> None:
    changes = SEASONAL.changes["hands"]
    go(seasonal, walk, checks={"seasonal": lambda device, _: head(device)["house"]["hands"] == changes})


def test_the_widest_name_of_a_hand_leaves_room_on_every_screen(tmp_path: Path, boxes: list[Box]) -> None:
    wide = {"tiles": "147a 258b 369c 1234z dz", "score": 100000}
    rules = house.House("bmja", {"limit": 1000000}, {"name": "Wide", "hands": {"W" * 14: wide}})
    with Headless(laid(tmp_path, rules)) as seasonal:
        for keys in (f"up up {LIST}|x2 down right|a|hold:a|b {HALF_RULES}|x10 right|x20 down|a").split("|"):
            play(seasonal, keys)
            fits(seasonal, boxes)


def test_a_kong_that_is_entered_doubles_more_often(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    kongs = house.House("babcock", {}, {"name": "Kongs", "factors": {"dragon": {"pung": 2, "kong": 4}}})
    seasonal = switch_on(laid(tmp_path / "flash", kongs))
    play(seasonal, said("Cy<Bo (kong dragon) (pung dragon)"))
    assert "saved" in text_after(seasonal, f"a {LOSERS}")
    assert records(seasonal)[-1]["hands"]["W"] == {"sets": ["(kong dragon)", "(pung dragon)"]}
