"""Explanations, the rules in force, a known count, and what the menu changes: by keys, read from the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from help.intent import A_PUNG
from help.named_keys import (
    DEALS,
    DRAW,
    HALF_RULES,
    LEAVE_LIST,
    LEAVE_MENU,
    LEAVE_PART,
    MENU,
    NEW,
    THE_RULES,
    UNDO,
    rare,
    to_result,
    to_saved,
    to_table,
)
from help.playing import Box, apart, play, records, text_after, wind_of
from help.seeds import SEED
from mingg import lang
from mingg.core.explain import sheet
from mingg.core.rules import load
from mingg.core.rules.books import RULE_SETS
from mingg.core.rules.options import offered
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg_host.device.headless import Device, Headless
from screens.goldens import LANGUAGES, speaking
from screens.screens_deal import RESULT
from screens.screens_explain import NAMES, RULES, TURN
from screens.screens_setup import NAMES as NAMES_ROW

ALL_SETS = RULE_SETS

KNOWN = "hold:a down "  # on the winner's card, if no special hand can be entered
PEOPLE = ["Ann", "Bo", "Cy", "Di", "Eve"]
LONGEST_EXPLANATION = 100  # more lines than any explanation has

Table = Callable[..., Device]


@pytest.fixture
def device_with(switch_on: Callable[..., Device], tmp_path: Path) -> Table:
    """Returns a device whose session has these rules."""

    def start(rules: str, players: int = 4, **options: Any) -> Device:
        session = Session(PEOPLE[:players], load(rules, options, players))
        begin(open_evening(Store(str(tmp_path), None)), session, 0)
        return switch_on(tmp_path)

    return start


def title(device: Device) -> str:
    return device.text()[0]


def scrolled(device: Device, end: str = "nothing more") -> Iterator[list[str]]:
    """Scrolls an explanation line by line. Yields the texts on the screen before each step, and those at the end."""
    for _ in range(LONGEST_EXPLANATION):
        yield device.text()
        if end in play(device, "down").text():
            yield device.text()
            return
    pytest.fail(f"the end of the explanation does not come: {device.text()}")


def explanation(device: Device, end: str = "nothing more") -> list[str]:
    """Returns the lines of an explanation without the key that it names; scrolls to its end."""
    first, *screens, _ = scrolled(device, end)
    lines = list(first)
    for texts in screens:
        lines += [text for text in texts if text not in lines]
    return [line for line in lines if line not in ("B back", "B <")]


def pages_of_result(device: Device) -> Iterator[None]:
    """Opens each page of each hand of a result, and leads back to the result."""
    play(device, RESULT)
    for player in ("up", "left", "right", "down"):
        for turns in ("", "right ", "right right "):
            play(device, f"{player} {turns}")
            yield
            assert title(play(device, "b")) != "menu"


# ---- explain ----


def test_a_explains_a_line_and_b_leads_back_to_it(device: Device) -> None:
    list_ = play(device, RESULT + "up down down").picture()
    lines = explanation(play(device, "a"))
    assert lines[:2] == ["pung of dragons", "8"]
    assert " ".join(lines[2:5]) == "A concealed pung of a one, nine, wind or dragon."
    assert lines[5:9] == ["doubles the hand", "x2", "exposed pung of 2-8", "2"]
    assert lines[-1] == "Babcock p.34"
    assert play(device, "b").picture() == list_


def test_the_explanation_of_a_set_shows_its_doubling(device: Device) -> None:
    play(device, RESULT + "up down down a")
    page_text = " ".join(device.text())
    assert "doubles the hand x2" in page_text
    assert "doubles" not in " ".join(explanation(play(device, "b down down a"))), "a kong of 2-8 does not"


def test_an_own_wind_in_its_own_round_doubles_twice(device_with: Table) -> None:
    device = device_with("chinese", round_wind=True)
    play(device, f"down right down left a {A_PUNG} {to_result(number=3)} down down a")
    assert "pung of seat wind" in device.text()
    assert "x4" in explanation(device)


def test_every_line_of_a_result_is_explained_with_its_page(device: Device) -> None:
    explained = 0
    for _ in pages_of_result(device):
        seen = []
        while device.picture() not in seen:
            before = device.picture()
            seen.append(before)
            play(device, "a")
            if "nothing more" in device.text():
                assert "not doubled" in device.text() or "nothing" in device.text()
            else:
                assert explanation(device)[-1].startswith("Babcock p."), device.text()
                explained += 1
                assert play(device, "b").picture() == before
            if "nothing more" in play(device, "down").text():  # a single line
                break
    assert explained == 8 + 3 + 12, "items, doublings, and each of six payments from both sides"


def test_left_and_right_lead_from_items_to_doublings_to_payments_and_b_to_the_result(device: Device) -> None:
    result = play(device, RESULT).picture()
    assert {"46", "x2"} <= set(text_after(device, "up right"))
    assert "from Ann" in text_after(device, "right")
    assert "nothing; hold B: keys" in text_after(device, "right")
    assert {"46", "x2"} <= set(text_after(device, "left"))
    assert "mah-jong" in text_after(device, "left")
    assert play(device, "left").picture() == result
    assert play(device, "up right right b").picture() == result


def test_added_points_are_in_the_chain_and_explained(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, f"up {rare('opening')} a {A_PUNG} {to_result(number=3)} up right")
    assert {"20", "+150", "170", "first discard"} <= set(device.text())
    lines = explanation(play(device, "a"))
    assert {"20 +150", "170"} <= set(lines)
    assert lines[-1] == "Harr p.62, 5"


def test_a_special_hand_and_the_limit_are_explained_with_what_the_hand_would_have_counted(device: Device) -> None:
    assert "Hand from Heaven" in text_after(device, f"down {rare('opening')} {to_result()} down")
    first = explanation(play(device, "a"))
    lines = explanation(play(device, "b right a"))
    assert sorted(lines) == sorted(first)
    assert "Won by East with the" in lines
    assert lines[lines.index("counted") + 1] == "30"
    lines = explanation(
        play(
            device,
            f"b b b {UNDO} b b b b b "
            + to_result("up right down down right down right down right down")
            + " up right x9 down a",
        )
    )
    assert lines[0] == "limit 300"
    assert {"counted 158 x16", "2528"} <= set(lines)


def test_the_explanation_of_a_dead_hand(device: Device) -> None:
    play(device, to_result("up right a hold:a down right a", 3) + " left")
    assert "A dead hand scores" in text_after(device, "a")
    assert "nothing more" in text_after(device, "b b right a"), "an empty hand is just that"


def test_the_explanation_of_a_payment_lists_its_parts(device_with: Table) -> None:
    device = device_with("babcock", new_method=True, round_to_ten=True)
    play(device, to_result("up right right left right left") + " right right right")
    assert {"pays Cy", "-220"} <= set(device.text()), "112 twice, rounded"
    lines = explanation(play(device, "a"))
    assert {"112", "x2", "220", "Babcock p.25", "Babcock p.78-79", "Babcock p.82"} <= set(lines)


# ---- a count that is known ----


def test_a_known_count_begins_at_the_count_of_the_card_and_is_paid_as_dialled(device: Device) -> None:
    assert "30" in text_after(device, "up right " + KNOWN)
    assert "64" in text_after(device, "right right right up up")
    play(device, "a " + "hold:a down down right right up")
    assert {"N", "Di", "12"} <= set(device.text())
    assert {"+256", "-28"} <= set(text_after(device, to_result(number=3))), (
        "64 from two, 128 from East; Di's 12 once and twice"
    )
    assert {"counted by hand", "64"} <= set(text_after(device, "up"))
    lines = explanation(play(device, "a"))
    assert "counted by hand" in lines
    assert "saved" in text_after(device, "b b b")
    hands = records(device)[-1]["hands"]
    assert (hands["W"], hands["N"]) == ({"score": 64}, {"score": 12})


def test_a_known_count_reaches_the_limit_and_the_points_for_mah_jong(device: Device) -> None:
    assert {"300", "limit 300"} <= set(text_after(device, f"up right {KNOWN} up x30 right"))
    assert {"20", "mah-jong alone is 20"} <= set(text_after(device, "down x30 left"))


def test_the_sets_come_back_when_a_known_count_is_taken_back(device: Device) -> None:
    card = play(device, "up right right left left up").picture()
    play(device, KNOWN + "right right")
    assert play(device, "hold:a").picture() == card


def test_a_known_count_survives_going_back_and_forward_and_a_power_cut(device: Device) -> None:
    dialled = play(device, "up right " + KNOWN + "right right wait:1500").picture()
    assert "how?" in text_after(device, "b")
    assert play(device, "right").picture() == dialled
    device.wait(1500)
    device.reboot()
    assert play(device, "a").picture() == dialled
    assert play(device, f"a {LEAVE_LIST}").picture() == dialled


def test_a_saved_deal_with_a_known_count_is_opened_and_corrected(device: Device) -> None:
    play(device, "up right " + KNOWN + f"right a {to_table(number=3)} {DEALS}a a right")
    assert "40" in device.text()
    play(device, to_saved("up a", 3) + " a")
    assert records(device)[-1]["deal"]["hands"]["W"] == {"score": 42}


def test_an_impossible_count_is_refused(device: Device) -> None:
    play(device, "up right " + KNOWN)
    assert "mah-jong alone is 20" in text_after(device, "left left")
    assert "limit 300" in text_after(device, "x40 right")
    assert "300" in text_after(device, "up")
    assert "nothing more" in text_after(device, "a " + "hold:a down down right down"), "a loser may have nothing"


@pytest.mark.parametrize("players", [2, 5])
def test_the_count_of_a_loser_can_be_known_but_not_the_winners_if_doublings_count(
    device_with: Table, players: int
) -> None:
    device = device_with("babcock", players=players)
    assert "doublings: enter sets" in text_after(device, "up up " + KNOWN)
    if players == 5:
        assert "counted; hold A: sets" in text_after(device, "b a hold:a down down right")
    assert "doublings: enter sets" not in text_after(device_with("harr", players=players), "up up " + KNOWN)


def test_a_known_count_of_a_ninth_win_scores_the_limit(device_with: Table) -> None:
    device = device_with("dmjl")
    play(device, f"{to_table('down down')} " * 8)
    assert "counted; hold A: sets" in text_after(device, "down down hold:a down up right")
    assert {"+3000", "-1000"} <= set(text_after(device, to_result()))
    assert {"East's ninth win", "500", "counted by hand", "44"} <= set(text_after(device, "down"))


def test_a_count_to_which_the_rules_add_half_the_limit_cannot_be_known(device_with: Table) -> None:
    device = device_with("harr-limit")
    assert "half added: enter sets" in text_after(device, f"up {rare('opening')} hold:a down up right")
    device = device_with("harr-limit")
    assert "counted; hold A: sets" in text_after(device, "up right hold:a down up right")
    assert "half added: enter sets" in text_after(device, f"b {rare('opening')} a"), "the way to win came later"


def test_no_question_follows_a_known_count(device_with: Table) -> None:
    device = device_with("chinese", flowers="seasons")
    play(device, "up right hold:a down down down right a")
    assert device.text()[:2] == ["N", "Di"], "neither what the last tile made, nor flowers"
    assert text_after(device, "hold:a down down down down right a")[:2] == ["E", "Ann"]


@pytest.mark.parametrize(
    ("rules", "last_set", "words", "source"),
    [
        ("harr", "a", ["A dead hand scores"], "Harr p.24-25"),
        ("harr-limit", "a", ["A dead hand scores"], "Harr p.24-25"),
        ("chinese", "a", ["With too few tiles a"], "Babcock p.73"),
        ("chinese", "down a", ["With too many tiles a"], "Babcock p.73"),
    ],
)
def test_a_dead_hand_is_explained_by_the_book_in_force(
    device_with: Table, rules: str, last_set: str, words: list[str], source: str
) -> None:
    """The dead hand is Di's. The limit game and the Chinese game first ask what the last tile made."""
    device = device_with(rules)
    play(device, "up right a " + ("left " if rules in ("harr-limit", "chinese") else "") + "hold:a down")
    play(device, to_result((last_set.replace("a", "right") if rules == "chinese" else "right") + " a", 3) + " left a")
    assert {*words, source} <= set(device.text()), device.text()


def test_a_dead_hand_drops_a_known_count(device: Device) -> None:
    play(device, "up right a hold:a down right a hold:a down down right")
    assert "counted; hold A: sets" in device.text()
    assert "dead" not in text_after(device, "hold:a")


# ---- the rules in force ----


def test_the_rules_are_read_during_a_deal_and_nothing_is_lost(device: Device) -> None:
    card = play(device, "up a right right right left up").picture()
    play(device, f"{HALF_RULES}right right down a")
    assert "Babcock p.34" in explanation(device)
    play(device, "b b")
    assert title(device) == "menu"
    assert play(device, LEAVE_PART).picture() == card


def test_every_page_of_the_rules_is_reached_both_ways(device: Device) -> None:
    first = play(device, RULES).picture()
    titles = [title(device)]
    while play(device, "right").picture() != first:
        titles.append(title(device))
    assert titles == [
        "the rules",
        "for mah-jong",
        "sets",
        "doublings",
        "winner x2",
        "special hands",
        "who pays",
    ]
    back = [title(play(device, "left")) for _ in titles]
    assert back == [*titles[:0:-1], titles[0]]


def test_agreed_options_are_among_the_rules(device_with: Table) -> None:
    device = device_with("babcock", flowers="seasons", limit=500, nine_easts=True)
    play(device, RULES)
    assert {"limit", "500", "flowers", "seasons", "East's ninth win"} <= set(device.text())
    lines = explanation(play(device, "down down a"))
    assert "4 each; own x2, both" in lines
    assert lines[-1] == "Babcock p.89-90"


def test_the_rules_during_set_up_are_the_proposed_ones(device: Device) -> None:
    play(device, f"{NEW}down a left")  # Harr
    assert "Harr" in text_after(device, THE_RULES)
    assert "evening" in text_after(device, "b right a")
    assert "Harr" in device.text()


def every_table() -> list[Any]:
    """Yields every rule set with each option alone, and for every number of players."""
    tables = [load(name, {}, players) for name in ALL_SETS for players in (2, 3, 5)]
    for name in ALL_SETS:
        for option, choices, _, _, _ in offered(load(name)):
            tables += [load(name, {option: value}) for value in choices]
    return tables


def open_sheet(device: Headless, rules: Any) -> None:
    device.app.play.playing.rules = rules
    device.app.navigator.show_root()
    device.app.show("system.sheet.Sheet", rules)
    device.wait(20)


class SheetLine(NamedTuple):
    """A line of the score sheet. new: its words are; if not, a line before has them with another figure."""

    rules: Any
    page: int
    row: int
    new: bool


@pytest.fixture(scope="module")
def sheet_lines() -> list[SheetLine]:
    """Every line that some rule set has, once."""
    found: list[SheetLine] = []
    seen = set()
    with Headless() as device:
        for rules in every_table():
            open_sheet(device, rules)
            screen: Any = device.app.screen
            for page, name in enumerate(screen.pages):
                screen.turn_to(page)
                for row, line in enumerate(screen.lines):
                    words = (name, *screen.row(row)[:2])
                    new = words[:2] not in seen or line.kind == sheet.OPTION  # its text may differ with its value
                    if words not in seen:
                        found.append(SheetLine(rules, page, row, new))
                    seen |= {words, words[:2]}
    return found


def looked_at(device: Headless, lines: list[SheetLine]) -> Iterator[SheetLine]:
    """Shows each line, and yields it."""
    screen: Any = None
    for line in lines:
        if screen is None or screen.rules is not line.rules:
            open_sheet(device, line.rules)
        screen = device.app.screen
        if screen.page != line.page:
            screen.turn_to(line.page)
        screen.current = line.row
        device.app.display.stale = True
        device.wait(20)
        yield line


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_every_line_of_every_rule_set_fit(
    sheet_lines: list[SheetLine], boxes: list[Box], language: str
) -> None:
    with Headless() as device:
        lang.choose(language)
        for line in looked_at(device, [line for line in sheet_lines if line.new]):
            apart(boxes)
            assert not device.app.display.canvas.shortened, line


def test_every_line_of_every_rule_set_has_a_reason(sheet_lines: list[SheetLine], boxes: list[Box]) -> None:
    """In English: the lines of a reason are wrapped, so they fit in any language. Of lines that differ in a figure
    alone, each run looks at others."""
    lines = [line for number, line in enumerate(sheet_lines) if line.new or number % 4 == SEED % 4]
    assert len(lines) > 100
    with Headless() as device:
        for line in looked_at(device, lines):
            play(device, "a")
            apart(boxes)
            assert len(explanation(device, lang.say("no more"))) > 2, line
            play(device, "b")
            assert (device.app.screen.page, device.app.screen.current) == (line.page, line.row)


# ---- the compass, and names ----


def test_the_compass_turns_until_the_holder_of_the_device_sits_below(device: Device) -> None:
    play(device, TURN + "up")
    assert text_after(device, "a")[-2:] == ["Cy", "2000"], "below"
    assert wind_of(device, "Cy") == "W"
    play(device, "down")
    assert "Cy wins" in device.text()


def test_a_turned_compass_survives_a_power_cut_and_seats_stay(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    device = switch_on(tmp_path)
    table = play(device, to_table("up right") + " " + f"{TURN}left a").picture()
    winds = {name: wind_of(device, name) for name in PEOPLE[:4]}
    assert winds == {"Bo": "E", "Cy": "S", "Di": "W", "Ann": "N"}
    restarted = switch_on(tmp_path)
    assert restarted.picture() == table
    assert "Di wins" in text_after(restarted, "down")


def test_a_half_entered_deal_continues_after_the_compass_turns(device: Device) -> None:
    play(device, f"up right left left {TURN}left a {LEAVE_PART}")
    assert "Cy" in device.text()
    device.wait(1500)
    device.reboot()
    assert "begun" in device.text()
    assert "Cy won from Bo" in device.text()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_any_number_of_players_can_turn_and_every_arrow_is_tried(device_with: Table, players: int) -> None:
    device = device_with("babcock", players=players)
    names = set(PEOPLE)
    play(device, TURN)
    present = names & set(device.text())
    below = []
    for key in ("right", "up") * 4:
        play(device, key)
        assert names & set(device.text()) == present, "the same people, elsewhere"
        below.append(next(text for _, y, text in device.texts if y > 50 and text in names))
    assert set(below) == present, "everybody held it once"
    assert below[-1] + " wins" in text_after(device, "a down")


def test_a_name_is_changed_while_the_session_goes_on(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    device = switch_on(tmp_path)
    play(device, to_table("up right") + " " + f"{NAMES}right left up left right a")  # Bo: "Bc"
    assert "Bc" in device.text()
    assert {"Bc", "Cy", "Di", "Ann"} <= set(text_after(device, f"a {LEAVE_PART}"))
    restarted = switch_on(tmp_path)
    assert "Bc" in restarted.text()
    assert any("Cy from Bc" in text for text in text_after(restarted, DEALS)), "the deals of before, too"
    assert records(restarted)[-1]["before"]["east"] == "Ann"
    assert "Bc" in " ".join(text_after(restarted, f"b {LEAVE_PART} {NEW}x{NAMES_ROW} down")), "and in the next session"


def test_a_name_of_another_player_is_refused_and_an_empty_one_restores_the_first(device: Device) -> None:
    play(device, NAMES + "right left left left up a")  # "Ab"
    assert "Ab" in device.text()
    assert "Ab: name taken" in text_after(device, "up left left left up a")
    play(device, "b b b")
    assert {"Ab", "Cy"} <= set(device.text())
    play(device, "right left left b a")  # a letter, and taken back
    assert {"Bo", "Cy"} <= set(device.text())


def test_seats_and_names_can_be_changed_before_anything_was_played(device: Device) -> None:
    play(device, TURN + f"right a {NAMES}up left left left up a a {LEAVE_PART}")
    picture = device.picture()
    device.reboot()
    assert device.picture() == picture
    assert "Ab" in device.text()


def test_a_flash_that_cannot_be_written_leaves_seats_and_names_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = __import__("mingg.hal.store", None, None, ["Store"]).Store
    with Headless(tmp_path) as device:
        table = play(device, f"{DRAW} up b").picture()

        def fail(*_: object) -> None:
            raise OSError(28, "no room")

        monkeypatch.setattr(store, "append", fail)
        assert "not saved: flash full" in text_after(device, f"{TURN}right")
        assert "not saved: flash full" in text_after(device, "b down a right left left left up a")
        assert "Bo" in text_after(device, "b b b"), "the letters go one by one, and then nothing was typed"
        assert play(device, f"b {LEAVE_PART}").picture() == table


def test_b_leads_back_to_the_menu_and_the_row_it_came_from(device: Device) -> None:
    for row, keys in (("left", "b"), ("left down", "b"), ("left down", "a"), ("down down", "b")):
        play(device, DRAW + f"{MENU} {row}")
        choices = device.picture()
        assert play(device, "a " + keys).picture() == choices, row
        play(device, LEAVE_PART)


def test_the_rules_can_be_read_during_a_correction(device: Device) -> None:
    play(device, f"{to_table('up right')} {DEALS}a a")
    before = device.picture()
    assert "leave deal 1 as it was" in text_after(device, MENU)
    assert "book" in text_after(device, "right")
    assert play(device, f"b {LEAVE_MENU}").picture() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_a_hand_name_their_keys(tmp_path: Path, language: str, boxes: list[Box]) -> None:
    """A explains, and arrows in the title point to the pages beside."""
    with Headless(speaking(tmp_path, language)) as device:
        play(device, RESULT)
        for key, left, right in (("up", False, True), ("right", True, True), ("right", True, False)):
            texts = play(device, key).text()
            arrows = {box[4] for box in boxes if box[1] < 9}
            assert ("arrow left" in arrows, "arrow right" in arrows) == (left, right)
            assert any(text.startswith("A ") for text in texts)


def test_pages_and_reasons_name_the_key_that_leads_back(device: Device) -> None:
    for _ in pages_of_result(device):
        assert {"B back", "B <"} & set(device.text())
        play(device, "a")
        if "nothing more" not in device.text():
            assert {"B back", "B <"} & set(device.text())
            play(device, "b")


def test_the_title_of_a_short_explanation_stays_in_the_header(device: Device) -> None:
    play(device, f"{RESULT} up up a")
    assert device.text()[:3] == ["kong of 2-8", "8", "B back"]


def test_a_hand_without_items_offers_no_explanation(device: Device) -> None:
    assert not any(text.startswith("A ") for text in play(device, RESULT + "right").text())
