"""Explanations, the rules in force, a known count, and what the menu changes: by keys, read from the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from help.named_keys import DRAW, LEAVE_PART, to_table
from help.playing import Box, apart, play, text_after
from help.seeds import SEED
from help.texts import every_table
from help.walking import Check, Walk, go, walks
from mingg import lang
from mingg.core.explain import sheet
from mingg.core.rules import RULE_SETS
from mingg_host.device.headless import Device, Headless
from screens.goldens import LANGUAGES
from screens.screens_deal import RESULT
from screens.screens_explain import RULES, TURN

ALL_SETS = RULE_SETS
PEOPLE = ["Ann", "Bo", "Cy", "Di", "Eve"]
LONGEST_EXPLANATION = 100  # more lines than any explanation has
KEYS = {"KNOWN": "hold:a down", "DEAD": "hold:a down right"}
KEYS |= {"PICTURED": RESULT, "EAST_DREW": to_table("down down")}


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


CHECKS: dict[str, Check] = {
    # lines of the explanation, which is scrolled to its end; its first lines, and its last line
    "says": lambda device, lines: set(lines.split(" / ")) <= set(explanation(device)),
    "begins": lambda device, lines: " ".join(explanation(device)).startswith(lines),
    "ends": lambda device, line: explanation(device)[-1] == line,
}


@walks("""
A explains a line and B leads back to it
    PICTURED up down down | keep list
    a | ~ doubles the hand x2
    | begins pung of dragons 8 A concealed pung of a one, nine, wind or dragon. doubles the hand x2
    | ends Babcock p.34
    b | is list
    down down a | !~ doubles # a kong of 2-8 does not
A seat wind in its own round doubles twice
    WITH chinese +round_wind: down right down left a A_PUNG x3 a WHY down down a | pung of seat wind ; says x4
Left and right lead from items to doublings to payments, and B to the result
    PICTURED | keep result
    up right | 46 ; x2
    right | from Ann
    right | nothing; hold B: keys
    left | 46 ; x2
    left | mah-jong
    left | is result
    up right right b | is result
Added points are in the chain and explained
    WITH harr-limit: up rare:opening a A_PUNG x3 a WHY up right | 20 ; +150 ; 170 ; first discard
    a | says 20 +150 / 170 ; ends Harr p.62, 5
A special hand and the limit are explained with what the hand would have counted
    down rare:opening x4 a WHY down | Hand from Heaven
    a | ~ Won by East with the ; ~ counted 30
    b right a | ~ Won by East with the ; ~ counted 30
    b b b UNDO x5 b up right down down right down right down right down x4 a WHY up right x9 down a | limit 300
    | says counted 158 x16 / 2528
The explanation of a dead hand
    up right a DEAD a x3 a WHY left a | A dead hand scores
    b b right a | nothing more # an empty hand is just that
The explanation of a payment lists its parts
    WITH babcock +new_method +round_to_ten: up right right left right left x4 a WHY x3 right | pays Cy ; -220
    a | says 112 / x2 / 220 / Babcock p.25 / Babcock p.78-79 / Babcock p.82
A known count begins at the count of the card and is paid as dialled
    up right KNOWN | 30
    x3 right up up | 64
    a hold:a down down right right up | N ; Di ; 12
    x3 a WHY | +256 ; -28 # 64 from two, 128 from East; Di's 12 once and twice
    up | counted by hand ; 64
    a | says counted by hand
    b b b | saved ; record hands.W {"score": 64} ; record hands.N {"score": 12}
A known count reaches the limit and the points for mah-jong
    up right KNOWN | 30
    left left | mah-jong alone is 20
    x40 right | limit 300
    up | 300
    down x30 left | 20 ; mah-jong alone is 20
    a hold:a down down right down | nothing more # a loser may have nothing
The sets come back when a known count is taken back
    up right right left left up | keep card
    KNOWN right right hold:a | is card
A known count survives going back and forward and a power cut
    up right KNOWN right right wait:1500 | keep dialled
    b | how?
    right | is dialled
    wait:1500 REBOOT a | is dialled
    a b | is dialled
A saved deal with a known count is opened and corrected
    up right KNOWN right a x3 a NEXT DEALS a a right | 40
    up a x3 a a | record deal.hands.W {"score": 42}
The count of a loser can be known, but not the winner's if doublings count
    WITH babcock players=2: up up KNOWN | doublings: enter sets
    WITH harr players=MANY: up up KNOWN | ! doublings: enter sets
    WITH babcock players=5: up up KNOWN | doublings: enter sets
    b a hold:a down down right | counted; hold A: sets
    = MANY
    = 2
    = 5
A known count of a ninth win scores the limit
    WITH dmjl: x8 EAST_DREW down down hold:a down up right | counted; hold A: sets
    x4 a WHY | +3000 ; -1000
    down | East's ninth win ; 500 ; counted by hand ; 44
A count to which the rules add half the limit cannot be known
    WITH harr-limit: up rare:opening hold:a down up right | half added: enter sets
    WITH harr-limit: up right hold:a down up right | counted; hold A: sets
    b rare:opening a | half added: enter sets # the way to win came later
No question follows a known count
    WITH chinese flowers=seasons: up right hold:a x3 down right a | ^ N / Di # neither the last tile, nor flowers
    hold:a x4 down right a | ^ E / Ann
A dead hand is explained by the book in force
    WITH RULES: up right a LAST hold:a down DEAD a x3 a WHY left a | WORDS ; SOURCE
    = RULES / LAST / DEAD / WORDS / SOURCE
    = harr /  / right / A dead hand scores / Harr p.24-25
    = harr-limit / left / right / A dead hand scores / Harr p.24-25
    = chinese / left / right / With too few tiles a / Babcock p.73
    = chinese / left / down right / With too many tiles a / Babcock p.73
A dead hand drops a known count
    up right a DEAD a hold:a down down right | counted; hold A: sets
    hold:a | ! dead
The rules are read during a deal and nothing is lost
    up a x3 right left up | keep card
    HALF_RULES right right down a | says Babcock p.34
    b b | ^ menu
    LEAVE_PART | is card
Agreed options are among the rules
    WITH babcock flowers=seasons limit=500 +nine_easts: THE_RULES | limit ; 500 ; flowers ; seasons
    | East's ninth win
    down down a | 4 each; own x2, both ; ends Babcock p.89-90
The rules during set-up are the proposed ones
    NEW down a left THE_RULES | Harr
    b right a | evening ; Harr
The compass turns until the holder of the device sits below
    TURN up a | $ Cy / 2000 ; seats E S W N
    down | Cy wins
A turned compass survives a power cut, and seats stay
    up right x4 a NEXT TURN left a | keep table ; seats N E S W
    REBOOT | is table
    down | Di wins
A half-entered deal continues after the compass turns
    up right left left TURN left a LEAVE_PART | Cy
    wait:1500 REBOOT | begun ; Cy won from Bo
A name is changed while the session goes on
    up right x4 a NEXT NAMES right "Bc" | Bc
    a LEAVE_PART | Bc ; Cy ; Di ; Ann
    REBOOT | Bc ; record before.east "Ann"
    DEALS | ~ Cy from Bc # the deals of before, too
    b LEAVE_PART NEW <names> | ~ Bc # and in the next session
A name of another player is refused and an empty one restores the first
    NAMES right "Ab" | Ab
    up "Ab" | Ab: name taken
    b b b | Ab ; Cy
    right x3 left b b a | Bo ; Cy # a letter, and taken back
Seats and names can be changed before anything was played
    TURN right a NAMES up "Ab" a LEAVE_PART | Ab ; keep table
    REBOOT | is table
The rules can be read during a correction
    up right x4 a NEXT DEALS a a | keep deal
    MENU | leave deal 1 as it was
    right | book
    b LEAVE_MENU | is deal
The title of a short explanation stays in the header
    PICTURED up up a | ^ kong of 2-8 / 8 / B back
A hand without items offers no explanation
    PICTURED right | !~ A explain
""")
def test_explained(device: Headless, walk: Walk) -> None:
    go(device, walk, KEYS, CHECKS)


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


def test_every_page_of_the_rules_is_reached_both_ways(device: Device) -> None:
    first = play(device, RULES).picture()
    titles = [title(device)]
    while play(device, "right").picture() != first:
        titles.append(title(device))
    assert titles == ["the rules", "for mah-jong", "sets", "doublings", "winner x2", "special hands", "who pays"]
    back = [title(play(device, "left")) for _ in titles]
    assert back == [*titles[:0:-1], titles[0]]


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


@pytest.mark.parametrize("players", [2, 3, 5])
def test_any_number_of_players_can_turn_and_every_arrow_is_tried(device: Headless, players: int) -> None:
    go(device, [(f"WITH babcock players={players}:", [])])
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
