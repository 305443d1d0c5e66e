"""A new session that is set up by keys: rule set, options, limit, players, names, East, counters."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from goldens import LANGUAGES, speaking
from messages import section
from mingg import lang
from mingg.hal.keys import KEY_NAMES
from mingg.records.line import seal, unseal
from mingg_host.device.headless import Device, Headless
from named_keys import (
    DRAW,
    END,
    EVENINGS,
    LANGUAGE,
    LEAVE_MENU,
    LEAVE_PART,
    MENU,
    NEW,
    OTHER,
    PAYMENT,
    THE_RULES,
    TURN,
    to_table,
)
from named_keys import HALF_TABLE as TO_TABLE
from named_keys import NAMES as RENAME
from playing import Box, apart, current, head, lay, play, text_after, throws_of
from screens_setup import BEGIN, COUNTERS, EAST, LIMIT, NAMES, OPTIONS, PLAYERS, RULES, SCREENS, SEATS, SETUP, row
from spelling import alphabet, letters, spelled

# the commonest given names of England and of Turkey, over many years, in plain letters
ENGLISH = (
    "James Mary John Anna Robert Linda David Emma Mike Sarah Tom Alice Paul Kate Peter Lucy Mark Julia George "
    "Laura Ben Emily Sam Grace Jack Chloe Harry Sophie Oliver Amy Jane Ann Bob Bill Sue Charlie Daniel Olivia "
    "Lily Ella Max Leo Noah Adam Eric Frank Henry Helen Ruth Alex"
)
TURKISH = (
    "Mehmet Fatma Mustafa Ayse Ahmet Emine Ali Hatice Huseyin Zeynep Hasan Elif Ibrahim Meryem Ismail Serife "
    "Osman Sultan Yusuf Zehra Murat Hanife Omer Merve Ramazan Havva Halil Zeliha Suleyman Esra Abdullah "
    "Fadime Mahmut Ozlem Recep Hacer Salih Yasemin Fatih Hulya Kadir Cemile Emre Sevim Hakan Gulsum Can Dilek "
    "Deniz Ebru"
)


def keys_of(name: str) -> list[str]:
    """Returns the keys for a name on the screen where it is typed, with its A, in the language of this process."""
    return [*letters(name, lang.spoken()), "a"]


def on_a_grid(name: str, around: bool) -> int:
    """Returns the presses for a name if a cursor moves over three rows of nine; the last place is "done"."""
    x = y = presses = 0
    for place in [*(ord(letter) - ord("a") for letter in name.lower()), 26]:
        across, down = abs(place % 9 - x), abs(place // 9 - y)
        if around:
            across, down = min(across, 9 - across), min(down, 3 - down)
        presses += across + down + 1
        x, y = place % 9, place // 9
    return presses


TO_OPTIONS = f"x{OPTIONS - RULES} down"  # from the row of rules
TO_NAMES = row(NAMES - PLAYERS)  # from the row of players


def setting(device: Device, words: str) -> str:
    """Returns what a row of the proposal or of the options shows at the right."""
    text = device.text()
    return text[text.index(words) + 1]


def test_the_number_of_players_says_that_an_arrow_chooses_it(device: Device) -> None:
    assert "arrow: choose" in text_after(device, SETUP + row(PLAYERS))


def test_the_menu_shows_all_choices_of_a_part_and_a_new_evening_comes_first(device: Device) -> None:
    assert {"evenings", "new, old"} <= set(text_after(device, MENU))
    assert text_after(device, "right")[3:] == ["new evening", "evenings"]
    assert "A begin" in text_after(device, "a")
    assert "evenings" in text_after(device, "b")
    assert "evenings" in text_after(device, "up"), "the last line is next to the first"


def test_two_presses_in_the_menu_play_the_same_again(device: Device) -> None:
    texts = text_after(device, SETUP + "a")
    assert {"Ann", "Bo", "Cy", "Di"} <= set(texts)
    assert texts.count("2000") == 4
    begun = head(device)
    assert (begun["rules"], begun["names"]) == ("babcock", ["Ann", "Bo", "Cy", "Di"])


@pytest.mark.parametrize("line", [0, 1, COUNTERS, SEATS])
def test_a_held_begins_from_every_line_and_the_screen_says_so(device: Device, line: int) -> None:
    play(device, SETUP + row(PLAYERS) + "up " + "up " * PLAYERS + "down " * line)
    assert "hold A: begin" in device.text()
    assert "who won?" in text_after(device, "hold:a")
    assert head(device)["names"] == ["Ann", "Bo", "Di"]


def test_the_last_set_up_is_proposed_again_also_after_a_power_cut(device: Device) -> None:
    play(device, SETUP + row(RULES) + "up " + row(PLAYERS - RULES) + "up " + row(COUNTERS - PLAYERS) + "right")
    play(device, f"x{COUNTERS} up a a")
    play(device, SETUP + f"x{COUNTERS} down")
    assert setting(device, "rules") == "Harr limit"
    assert setting(device, "players") == "3"
    device.reboot()
    play(device, SETUP + f"x{COUNTERS} down")
    assert setting(device, "players") == "3"
    assert setting(device, "counters") == "Harr's"
    play(device, f"x{COUNTERS} up a a")
    assert head(device)["counters"] == "harr"


def test_the_proposal_shows_what_happens_to_the_present_evening(device: Device) -> None:
    assert "2000 each" in text_after(device, SETUP)
    assert "2000 each" in text_after(device, f"b {LEAVE_PART} {DRAW}{NEW}")
    assert "drops deal 2" in text_after(device, f"b {LEAVE_PART} up right {NEW}")
    assert text_after(device, "a").count("2000") == 4
    assert "the old evening is kept" in device.text()
    device.reboot()
    assert "begun" not in device.text()


def test_a_failed_write_leaves_everything_as_it_was(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    device = switch_on(tmp_path / "flash")
    play(device, DRAW + NEW + row(RULES) + "left")
    blocked = tmp_path / "gone"
    device.ledger.rename(blocked)
    device.ledger.write_bytes(b"")  # a file where the folder was: nothing can be written
    texts = text_after(device, "up a")
    assert any(text.startswith("not saved") for text in texts)
    assert "new evening" in texts
    assert setting(device, "rules") == "Harr"
    device.ledger.unlink()
    blocked.rename(device.ledger)
    play(device, "a")
    assert head(device)["rules"] == "harr"


# ---- rule set, limit, options ----


@pytest.mark.parametrize(
    ("key", "title", "rules", "limit"),
    [
        ("left", "Harr", "harr", "none"),
        ("up", "Harr limit", "harr-limit", "300"),
        ("right", "Babcock", "babcock", "300"),
        ("down", "Chinese", "chinese", "300"),
    ],
)
def test_each_arrow_chooses_a_rule_set(device: Device, key: str, title: str, rules: str, limit: str) -> None:
    play(device, SETUP + row(RULES) + key)
    assert setting(device, "rules") == title
    play(device, f"x{LIMIT - RULES} down")
    assert setting(device, "limit") == limit
    play(device, BEGIN)
    assert head(device)["rules"] == rules


GO_ON = f"{NEW} up a "  # the last row; then the rows are: begin, rules, options, limit, begin anew


def test_an_evening_goes_on_under_another_limit_from_the_next_deal_on(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    device = play(switch_on(tmp_path), f"{DRAW}{to_table('up right')} {to_table('left left')} {TURN}right a")
    before = device.text()
    assert "change: evening" in play(device, THE_RULES).text()
    play(device, f"b b {LEAVE_MENU} {GO_ON}")
    assert {"balances stay", "rules", "options", "limit"} <= set(device.text())
    assert "players" not in device.text()
    play(device, f"x3 down a right a {BEGIN}")
    assert device.text() == before, "the same number, people, seats, East, round and balances"
    device = switch_on(tmp_path)
    assert device.text() == before
    assert head(device)["options"] == {"limit": 400}
    play(device, f"{THE_RULES}")
    assert "400" in device.text()


def test_what_goes_on_keeps_its_people_and_drops_what_was_proposed_for_others(device: Device) -> None:
    play(device, DRAW + NEW + row(PLAYERS) + "left " + row(EAST - PLAYERS) + "up")
    play(device, f"x{SEATS + 1 - EAST} down a")
    assert play(device, BEGIN).text()[0] == "2"
    assert head(device)["names"] == ["Ann", "Bo", "Cy", "Di"]
    assert head(device)["start"]["east"] == "Ann"
    assert "names" in play(device, OTHER).text(), "no deal of this part can be looked at"
    assert "last deal" not in device.text()
    play(device, NEW)
    assert "go on by other rules" not in play(device, "up").text(), "nothing was played yet: this is a new evening"


def test_an_evening_that_does_not_go_on_begins_anew(device: Device) -> None:
    play(device, DRAW + GO_ON + f"up a {BEGIN}")
    assert "start" not in head(device)


def test_another_rule_set_keeps_the_options_it_has_and_drops_the_rest(device: Device) -> None:
    # four winds, which Harr does not have; and insurance, which any table can agree on
    options = option_rows("babcock")
    play(device, SETUP + row(OPTIONS) + to(options, "four_winds") + "right ")
    play(device, to(options, "insurance", "four_winds") + "right b")
    assert setting(device, "options") == "2 agreed"
    play(device, f"x{OPTIONS - RULES} up a left {TO_OPTIONS}")
    assert setting(device, "options") == "1 agreed"
    play(device, BEGIN)
    assert head(device)["options"] == {"insurance": True}


def test_an_option_that_another_rule_set_always_has_is_dropped_there(device: Device) -> None:
    options = option_rows("harr-limit")
    play(device, SETUP + row(RULES) + f"up {TO_OPTIONS} a " + to(options, "mahjong") + "right b down")
    assert (setting(device, "options"), setting(device, "limit")) == ("1 agreed", "400")
    play(device, f"x{LIMIT - RULES} up a down {TO_OPTIONS}")
    assert setting(device, "options") == "as the book"


def test_the_limit_changes_by_hundreds_to_none_and_to_that_of_the_book(device: Device) -> None:
    assert "300" in text_after(device, SETUP + row(LIMIT))
    assert {"600", "700", "500"} <= set(text_after(device, "right right right"))
    assert "2000" in text_after(device, "x14 right")
    assert "no higher limit" in text_after(device, "right")
    assert "no lower limit" in text_after(device, "x20 left")
    assert text_after(device, "up").count("none") == 2
    play(device, "a")
    assert setting(device, "limit") == "none"
    play(device, "a down b")
    assert setting(device, "limit") == "300"
    play(device, f"a right a {BEGIN}")
    assert head(device)["options"] == {"limit": 400}


def test_a_player_who_pauses_for_an_evening_of_three_keeps_their_name(device: Device) -> None:
    play(device, SETUP + row(PLAYERS) + "up " + BEGIN)
    assert "Cy" not in device.text()
    play(device, f"{TURN}right a")  # the compass turns, so that another player has Cy's chair
    device.reboot()
    assert "Ann Bo Cy Di" in text_after(device, SETUP + row(PLAYERS) + "right x2 down")


def test_three_players_have_babcocks_limit_of_600(device: Device) -> None:
    play(device, SETUP + row(PLAYERS) + f"up x{LIMIT - PLAYERS} down")
    assert setting(device, "limit") == "600"


def test_every_option_is_shown_and_goes_around_its_values(device: Device) -> None:
    names = section("options")
    for key, rules in (("left", "harr"), ("down", "chinese")):
        options = option_rows(rules)
        play(device, SETUP + row(RULES) + f"{key} {TO_OPTIONS} a")
        for option in options:
            before = setting(device, names["option " + option])
            assert names["option " + option] in device.text()
            values = {before}
            for _ in range(6):
                device.press("right")
                texts = device.text()
                refused = "there is no limit" in texts
                if refused:
                    break
                values.add(setting(device, names["option " + option]))
                if setting(device, names["option " + option]) == before:
                    break
            assert refused or len(values) >= 2, option
            device.press("down")
        assert current(device) == names["option " + options[0]], "all lines were tried"
        play(device, f"b b {LEAVE_PART}")


def test_left_goes_through_the_values_the_other_way(device: Device) -> None:
    play(device, SETUP + row(OPTIONS))
    values = []
    for _ in range(4):
        device.press("left")
        values.append(setting(device, "flowers"))
    assert values == ["own", "Shanghai", "seasons", "off"]


def test_an_option_that_needs_a_limit_is_refused_without_one(device: Device) -> None:
    options = option_rows("harr")
    play(device, SETUP + row(RULES) + f"left {TO_OPTIONS} a " + to(options, "false_win"))
    assert setting(device, "false mah-jong") == "off"
    play(device, "right")
    assert setting(device, "false mah-jong") == "100"
    play(device, "right")
    assert setting(device, "false mah-jong") == "off", "half and all of no limit are passed over"
    assert "there is no limit" in text_after(device, to(options, "nine_easts", "false_win") + "right")


@pytest.mark.parametrize(
    ("first", "other", "why"),
    [
        ("thirteen_orphans", "nine_mummies", "not with 13 orphans"),
        ("nine_mummies", "thirteen_orphans", "not with nine mummies"),
        ("winner_deals", "east_passes", "not if winner deals"),
        ("east_passes", "winner_deals", "not if East passes"),
    ],
)
@pytest.mark.parametrize(("key", "rules"), [("right", "babcock"), ("down", "chinese")])
def test_the_second_of_two_exclusive_options_is_refused(
    device: Device, key: str, rules: str, first: str, other: str, why: str
) -> None:
    names = section("options")
    options = option_rows(rules)
    play(device, SETUP + row(RULES) + f"{key} {TO_OPTIONS} a " + to(options, first) + "right")
    rows = options.index(other) - options.index(first)
    assert why in text_after(device, f"x{abs(rows)} {'down' if rows > 0 else 'up'} right")
    assert why in text_after(device, "left")
    assert setting(device, names["option " + other]) == "off"
    play(device, "b " + BEGIN)
    assert head(device)["options"] == {first: True}


def test_harrs_limit_game_has_no_nine_mummies_and_drops_them(device: Device) -> None:
    """It always has thirteen orphans."""
    assert "nine_mummies" not in option_rows("harr-limit")
    assert "washing" in option_rows("harr-limit")
    play(device, SETUP + row(OPTIONS) + to(option_rows("babcock"), "nine_mummies") + "right b")
    assert setting(device, "options") == "1 agreed"
    play(device, f"x{OPTIONS - RULES} up a up {TO_OPTIONS}")
    assert setting(device, "options") == "as the book"
    texts = text_after(device, "a " + to(option_rows("harr-limit"), "washing"))
    assert "nine mummies" not in texts
    assert setting(device, "washing") == "on"


def test_an_option_whose_limit_was_removed_is_reported_at_the_start(device: Device) -> None:
    options = option_rows("babcock")
    play(device, SETUP + row(OPTIONS) + to(options, "four_kongs") + "right b down a up a")
    texts = text_after(device, BEGIN)
    assert "there is no limit" in texts
    assert setting(device, "four kongs") == "on"
    texts = text_after(device, "right b " + BEGIN)
    assert texts.count("2000") == 4


def option_rows(rules: str) -> list[str]:
    """Returns the options in the order of the list."""
    rule_sets = importlib.import_module("mingg.core.rules")
    options = importlib.import_module("mingg.core.rules.options")
    return [option[0] for option in options.offered(rule_sets.load(rules)) if option[0] != "limit"]


def to(options: list[str], name: str, start: str = "") -> str:
    rows = options.index(name) - (options.index(start) if start else 0)
    return f"x{rows} down " if rows else ""


# ---- people ----


def type_name(device: Device, arrow: str, name: str) -> list[str]:
    return text_after(device, arrow + " " + " ".join(keys_of(name)))


@pytest.mark.parametrize("name", ["Zeynep", "Quentin8", "Ann2", "Bo", "X", "Frederik"])
def test_a_name_is_typed_and_played_under(device: Device, name: str) -> None:
    play(device, SETUP + row(NAMES))
    texts = type_name(device, "up", name)
    assert name in texts
    if name == "Bo":
        assert "Bo: name taken" in texts
        texts = text_after(device, "b b b")
        assert "Cy" in texts, "as it was"
        return
    play(device, "a " + BEGIN)
    assert head(device)["names"] == ["Ann", "Bo", name, "Di"]


def test_a_letter_takes_two_or_three_presses_and_a_name_a_third_of_those_on_a_grid() -> None:
    names = [*ENGLISH.split(), *TURKISH.split()]
    assert len(ENGLISH.split()) == len(TURKISH.split()) == 50
    letters = sum(map(len, names))
    presses = sum(len(keys_of(name)) for name in names)
    assert (presses - len(names)) / letters < 2.13
    assert presses / len(names) < 11.5
    assert sum(on_a_grid(name, False) for name in names) / len(names) > 32
    assert sum(on_a_grid(name, True) for name in names) / len(names) > 23


def test_every_letter_and_digit_can_be_typed() -> None:
    for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        assert len(keys_of(sign)) <= 4
        assert len(keys_of("A" + sign.lower())) <= 6
    for digit in "0123456789":
        assert len(keys_of("A" + digit)) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_keyboard_types_every_letter_in_both_cases(tmp_path: Path, language: str) -> None:
    with Headless(speaking(tmp_path, language)) as device:
        play(device, SETUP + row(NAMES) + "up")

        def typed(letter: str) -> str:
            keys = device.app.screen.keys_of(letter)
            device.press(*(KEY_NAMES[key] for key in keys))
            return device.app.screen.typed[-1]

        answers = [" ".join(alphabet(language, capitals)).split(" ") for capitals in (True, False)]
        for capital, small in [pair for answer in zip(*answers, strict=True) for pair in zip(*answer, strict=False)]:
            assert typed(small) == capital
            assert typed(capital) == small
            play(device, "b b")


def test_a_keyboard_leaves_a_group_of_letters_first() -> None:
    with Headless() as device:
        play(device, SETUP + row(NAMES) + "up left")
        device.press(*(KEY_NAMES[key] for key in device.app.screen.keys_of("z")))
        assert "Z" in device.text()
        assert device.app.screen.keys_of("?") == []
        device.wait(8)
        assert "no letter there" in device.text()


def test_b_erases_the_last_letter_and_at_last_leaves_the_name_as_it_was(device: Device) -> None:
    play(device, SETUP + row(NAMES) + "up " + " ".join(keys_of("Max")[:-1]))
    assert "Max" in device.text()
    assert "Ma" in text_after(device, "b")
    play(device, "b b")
    assert "Cy" not in device.text()
    assert "whose name?" in text_after(device, "b")
    assert "Cy" in device.text()


def test_b_among_the_letters_goes_back_to_the_groups(device: Device) -> None:
    groups = text_after(device, SETUP + row(NAMES) + "up")
    assert text_after(device, "down down b b") == groups


def test_a_held_key_types_one_letter(device: Device) -> None:
    play(device, SETUP + row(NAMES) + "up left")
    device.hold("left", 3000)
    assert "A" in device.text()


def test_a_ninth_letter_is_refused(device: Device) -> None:
    play(device, SETUP + row(NAMES) + "up " + " ".join(keys_of("Frederik")[:-1]))
    assert "eight letters at most" in text_after(device, "left")
    assert "Frederik" in device.text()


@pytest.mark.parametrize("other", ["Nan", "NAN", "n a n", "Nàn"])
def test_capitals_and_blanks_make_no_other_name(tmp_path: Path, other: str) -> None:
    with Headless(lay(tmp_path, "babcock", 4, [other, "Bo", "Cy", "Di"])) as device:
        for keys in (RENAME, f"{TO_TABLE} {SETUP}{row(NAMES)}"):
            play(device, keys)
            assert ("Nan: name taken" in type_name(device, "left", "Nan")) == (other != "Nàn")


def test_letters_that_only_differ_in_size_are_the_same_beyond_ascii_too() -> None:
    people = importlib.import_module("mingg.ui.screens.setup.people")
    for name in ("Ärger Öl", "Žižek ŠĆ", "Ñandú", "Łódź"):
        assert people.same(name) == people.same(name.lower()) == people.same(f" {name.upper()}")
    assert people.same("Öl") != people.same("Ol")


def test_a_name_with_letters_that_the_font_lacks_is_shown_by_the_seat(tmp_path: Path) -> None:
    """The ledger keeps it. A new evening is played by people without names."""
    names = ["Άννα", "Борис", "李小龙", "Di"]
    with Headless(lay(tmp_path, "babcock", 4, names)) as device:
        for keys in ("", DRAW, END, EVENINGS, f"{EVENINGS}a", "up", "right right right", f"{NEW}{row(NAMES)}"):
            play(device, f"{TO_TABLE} {keys}")
            assert all(max(text) <= "\u024f" for text in device.text()), keys
        assert head(device)["names"] == names
        assert {"E", "S", "W", "Di"} <= set(device.text())
        play(device, f"{TO_TABLE} {LANGUAGE}up a {TO_TABLE}")
        assert lang.spoken() == "de"
        assert "E" not in device.text(), "the player without letters is East"


def test_a_player_without_a_name_has_the_name_of_the_seat(device: Device) -> None:
    # Bo and Di are cleared: a letter, taken off again
    play(device, SETUP + row(NAMES) + "right left left b a left left left b a a " + BEGIN)
    assert head(device)["names"] == ["Ann", "S", "Cy", "N"]
    # the letters go with the seats
    play(device, SETUP + row(EAST) + "up " + BEGIN)
    assert head(device)["names"] == ["Cy", "S", "Ann", "N"]


def test_a_name_that_is_the_seat_of_another_player_is_refused_at_the_start(device: Device) -> None:
    # South has no name, North is called N; with Cy as East, the player without a name is North
    play(device, SETUP + row(NAMES) + "right left left b a ")
    type_name(device, "left", "N")
    texts = text_after(device, "a " + row(EAST - NAMES) + "up hold:a")
    assert "N: name taken" in texts
    assert "names" in texts
    type_name(device, "a left", "Nan")
    play(device, "a " + BEGIN)
    assert head(device)["names"] == ["Cy", "Nan", "Ann", "N"]


def test_a_set_up_waits_while_the_menu_is_open(device: Device) -> None:
    play(device, SETUP + row(RULES) + "down b a")
    assert setting(device, "rules") == "Chinese"
    play(device, f"down a {MENU} right a")
    assert setting(device, "rules") == "Chinese"
    play(device, f"x5 b {LEAVE_PART}")
    assert device.text().count("2000") == 4
    play(device, SETUP)
    assert setting(device, "rules") == "Chinese", "it waits until a deal is saved"
    play(device, f"b {LEAVE_PART} {DRAW} {SETUP}")
    assert setting(device, "rules") == "Babcock"


@pytest.mark.parametrize("half", ["", "up right left left "], ids=["alone", "beside a half-entered deal"])
def test_a_set_up_comes_back_after_a_power_cut(switch_on: Callable[..., Device], tmp_path: Path, half: str) -> None:
    zoe = " ".join(keys_of("Zoe"))
    keys = f"{row(RULES)}down {row(OPTIONS - RULES)}right b x{OPTIONS - NAMES} up a up {zoe} a "
    device = play(switch_on(tmp_path), f"{DRAW}{half}{SETUP}{keys}wait:1500")
    device = switch_on(tmp_path)
    assert setting(device, "rules") == "Chinese"
    assert "Zoe" in setting(play(device, f"x{NAMES} down"), "names")
    if half:
        assert "deal 2" in play(device, "b").text(), "the half-entered deal is below it"
        play(device, f"a {MENU} right a")
    play(device, BEGIN)
    assert head(device)["rules"] == "chinese"
    assert head(device)["names"][2] == "Zoe"
    assert not (device.ledger / "draft.txt").exists()
    assert {"who won?", "Zoe"} <= set(switch_on(tmp_path).text())


def test_a_set_up_outlasts_a_payment_that_is_made_above_it(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    play(switch_on(tmp_path), f"{SETUP}{row(RULES)}down {PAYMENT}up right up a wait:1500")
    assert setting(play(switch_on(tmp_path), SETUP), "rules") == "Chinese"


def test_a_set_up_that_was_left_for_table_is_not_shown_at_the_start(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    device = play(switch_on(tmp_path), f"{SETUP}{row(RULES)}down b {LEAVE_PART} wait:1500")
    table = device.text()
    device = switch_on(tmp_path)
    assert device.text() == table
    assert setting(play(device, SETUP), "rules") == "Chinese"


def test_a_set_up_without_a_change_is_no_draft(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    device = play(switch_on(tmp_path), f"{SETUP}down down up wait:1500")
    assert not (device.ledger / "draft.txt").exists()


@pytest.mark.parametrize(
    "damage",
    [('"rules": "chinese"', '"rules": "none"'), ('"players": 4', '"players": 7'), ('"people": [', '"people": [5, ')],
)
def test_a_set_up_that_makes_no_sense_is_begun_anew(
    switch_on: Callable[..., Device], tmp_path: Path, damage: tuple[str, str]
) -> None:
    device = play(switch_on(tmp_path), f"{SETUP}{row(RULES)}down wait:1500")
    _, text = unseal((device.ledger / "draft.txt").read_bytes()) or (0, "")
    assert damage[0] in text
    device = switch_on(tmp_path)
    (device.ledger / "draft.txt").write_bytes(seal(0, text.replace(*damage)))
    device.reboot()
    assert setting(device, "rules") in ("Babcock", "Chinese")
    assert setting(device, "players") == "4"


def test_a_first_east_whose_chair_goes_is_another(device: Device) -> None:
    play(device, SETUP + row(EAST) + f"up x{EAST - PLAYERS} up a up {BEGIN}")
    assert device.text().count("2000") == 3


@pytest.mark.parametrize(
    "keys",
    [row(EAST), row(COUNTERS) + f"left {BEGIN}", row(SEATS) + "a a a a a", row(RULES) + f"{THE_RULES} left"],
    ids=["the first East", "each receives", "the draw for seats", "the rules"],
)
def test_a_new_evening_from_within_a_set_up_goes_back_to_that_set_up(device: Device, keys: str) -> None:
    title = text_after(device, SETUP)[0]
    assert text_after(device, keys)[0] != title
    assert text_after(device, NEW)[0] in (title, title.split()[-1])
    play(device, f"b {LEAVE_PART}")
    assert device.text().count("2000") == 4


def test_the_score_sheet_shows_the_rules_over_which_it_was_opened(device: Device) -> None:
    sheet = text_after(device, f"{THE_RULES} left")
    play(device, NEW + row(RULES) + "left")
    assert text_after(device, THE_RULES) != sheet, "those of the set-up"
    assert text_after(device, f"b {LEAVE_MENU} b {LEAVE_PART}") == sheet, "those that are in force"


def test_a_or_b_leaves_a_rosette_as_it_is(device: Device) -> None:
    for number in (RULES, PLAYERS, COUNTERS):
        for key in ("a", "b") if number != RULES else ("b", "a b b"):  # there A leads to other rules
            before = text_after(device, SETUP + f"x{number} down")
            assert text_after(device, "a " + key) == before
            play(device, f"b {LEAVE_PART}")


@pytest.mark.parametrize(
    ("players", "chairs"),
    [("left", ("down", "up")), ("up", ("down", "right", "left")), ("right", ("down", "right", "up", "left"))],
)
def test_names_go_around_from_east_to_the_right(device: Device, players: str, chairs: tuple[str, ...]) -> None:
    people = dict(zip(chairs, ("Max", "Lea", "Kim", "Tom"), strict=False))
    for first in chairs:
        play(device, SETUP + row(PLAYERS) + f"{players} {TO_NAMES}")
        for arrow, name in people.items():
            type_name(device, arrow, name + "0")
            type_name(device, arrow, name)
        play(device, f"a down a {first} {BEGIN}")
        position = chairs.index(first)
        assert head(device)["names"] == [people[arrow] for arrow in chairs[position:] + chairs[:position]]
        # and Table shows them where they were placed
        shown = {text: (x, y) for x, y, text in device.texts}
        places = {"down": lambda x, y: y > 45, "up": lambda x, y: y < 16}
        for arrow, name in people.items():
            x, y = shown[name]
            if arrow in places:
                assert places[arrow](x, y), (arrow, x, y)
            else:
                assert 16 < y < 45, (arrow, x, y)
                assert (x < 64) == (arrow == "left")


def test_empty_chairs_are_refused(device: Device) -> None:
    play(device, SETUP + row(PLAYERS) + f"left {TO_NAMES}")
    assert "nobody sits there" in text_after(device, "left")
    assert "nobody sits there" in text_after(device, "right")
    assert "nobody sits there" in text_after(device, "a down a right")


def test_with_five_players_the_fifth_is_named_too(device: Device) -> None:
    assert "5 sits out" in text_after(device, SETUP + row(PLAYERS) + f"down {TO_NAMES}")
    assert "Eve sits out" in type_name(device, "a", "Eve")
    play(device, f"b down a right {BEGIN}")
    assert head(device)["names"] == ["Bo", "Cy", "Di", "Ann", "Eve"]
    play(device, SETUP + row(PLAYERS) + "right " + BEGIN)
    assert head(device)["names"] == ["Bo", "Cy", "Di", "Ann"]


def test_the_device_throws_for_east_until_one_is_highest(device: Device) -> None:
    texts = text_after(device, SETUP + row(EAST) + "a")
    for _ in range(50):
        if "A done" in texts:
            break
        assert "tie: they throw again" in texts
        texts = text_after(device, "a")
    name = next(text for text in texts if text.endswith(" is East")).split(" ")[0]
    play(device, "a")
    assert setting(device, "East first") == name
    play(device, BEGIN)
    assert head(device)["names"][0] == name


@pytest.mark.parametrize("rules", ["left", "right"])
@pytest.mark.parametrize(("players", "many"), [("left", 2), ("up", 3), ("right", 4), ("down", 5)])
def test_the_draw_for_seats_seats_the_players_and_names_east(
    device: Device, rules: str, players: str, many: int
) -> None:
    # Bo has no name, and has the letter of the seat that they draw
    play(device, SETUP + row(RULES) + f"{rules} {row(NAMES - RULES)}right left left b a a ")
    play(device, f"x{NAMES - PLAYERS} up a {players} {row(SEATS - PLAYERS)}")
    for _ in range(40):
        if "A accept" in device.text():
            break
        device.press("a")
    device.press("a")
    assert "A begin" in device.text()
    play(device, f"x{EAST} down")
    east = setting(device, "East first")
    names = {"Ann", "Bo", "Cy", "Di", "5", "E", "S", "W", "N"}
    play(device, f"x{EAST} up a")
    seated = head(device)["names"]
    assert seated[0] == east
    assert len(seated) == many == len(set(seated))
    assert set(seated) <= names


def test_only_tied_players_throw_again() -> None:
    with throws_of(5, 3, 4, 4, 6, 2, 1, 1, 6, 6, 5, 6, 6, 6, 3, 4, 5, 5) as device:
        texts = text_after(device, SETUP + row(EAST) + "a")
        assert {"5+3", "4+4", "6+2", "1+1", "tie: they throw again"} <= set(texts)
        texts = text_after(device, "a")
        assert {"6+6", "5+6", "11", "12", "2"} <= set(texts)
        assert "1+1" not in texts
        texts = text_after(device, "a")
        assert {"3+4", "5+5", "Cy is East"} <= set(texts)
        assert text_after(device, "b b")[-3] != "Cy", "B: as it was"


def test_many_throws_fit_on_the_screen() -> None:
    with throws_of(*([3] * 200)) as device:
        play(device, SETUP + row(EAST) + "x20 a")
        assert "3+3" in device.text()


# ---- what is drawn ----


def long_names() -> Iterator[tuple[str, str]]:
    yield from zip(("down", "right", "up", "left"), ("Mehmetmm", "Wwwwwwww", "Mmmmmmmm", "Nmmmmmmm"), strict=True)


def test_names_of_eight_wide_letters_fit(boxes: list[Box]) -> None:
    with throws_of(*([6, 5, 6, 6] * 9)) as device:
        play(device, SETUP + row(PLAYERS) + f"down {TO_NAMES}")
        for arrow, name in long_names():
            type_name(device, arrow, name)
            apart(boxes)
        type_name(device, "a", "Qmmmmmmm")
        apart(boxes)
        play(device, "b")
        apart(boxes)
        play(device, "down")
        apart(boxes)
        play(device, "a")
        apart(boxes)
        for _ in range(5):
            play(device, "a")
            apart(boxes)


def test_names_from_elsewhere_may_be_longer(boxes: list[Box]) -> None:
    with throws_of(*([6, 5, 6, 6] * 9)) as device:
        session = device.app.play.evening.session
        session.names[:] = ["Wilhelmina-Charlotte", "Maximilian-Frederik", "Bartholomew the Great", "Constantinople"]
        for script in (SETUP, row(NAMES), "up", "b b", "x1 down a", "a", "a"):
            play(device, script)
            apart(boxes)
        play(device, "b b " + BEGIN)
        assert head(device)["names"][1] == "Maximilian-Frederik"


@pytest.mark.parametrize("rules", ["left", "up", "right", "down"])
def test_every_setting_of_every_option_fits_with_what_it_does(boxes: list[Box], rules: str) -> None:
    with Headless() as device:
        play(device, SETUP + row(RULES) + f"{rules} {TO_OPTIONS} a")
        names = section("options")
        for _ in device.app.screen.options:
            for _ in range(5):
                device.press("right")
                if not {"there is no limit", "4 concealed includes it"} & set(device.text()):
                    apart(boxes)
            assert any(name in device.text() for name in names.values())
            device.press("down")


def test_a_refusal_fits(device: Device) -> None:
    assert "nobody sits there" in text_after(device, f"{SETUP}{row(PLAYERS)}left {TO_NAMES}left")


def test_b_leads_back_from_everywhere(device: Device) -> None:
    for script in map(spelled, SCREENS.values()):
        play(device, DRAW + script)
        for _ in range(16):
            if "2000" in device.text():
                break
            device.press("b")
        assert device.text().count("2000") == 4, script
