"""Every part of a screen has a box of its own: with the longest names, for two to five players and in every language
nothing is cut off, nothing leaves the panel, and no two texts touch."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from help.named_keys import CODE, DEALS, END, EVENINGS, NAMES, NEW, OTHER, PAYMENT, TURN, WHY
from help.playing import WIDE, Box, again, apart, fits, lay, play
from help.walking import Walk, go, walks
from mingg import lang
from mingg.core.rules import RULE_SETS
from mingg.ui import navigator
from mingg.ui.screens.history.change import Change
from mingg_host.device.headless import Headless
from screens.goldens import LANGUAGES
from screens.screens_setup import OPTIONS, row

# The way through an evening: each script leads on from the screen before.
_FROM_LEFT = {2: "up", 3: "left", 4: "left", 5: "left"}  # who discards
SCREENS = {
    "table": "",
    "other": OTHER,
    "names": f"b {NAMES}",
    "typing": "down",
    "turn": f"b b b b {TURN}",
    "payer": f"b b b {PAYMENT}",
    "whom": "down",
    "how": "b b b b down",
    "card": "{left}",
    "kind": "right",
    "card with a set": "left",
    "loser": "a",
    "hands": "hold:b a a a",
    "half": "b b b b hold:b hold:b",
    "saved": "a a a a a",
    "result": WHY,
    "items": "down",
    "doubled": "right",
    "paid": "right",
    "why": "a",
    "deals": f"b b b b {DEALS}",
    "undo": "hold:a",
    "opened": "b a",
    "evenings": f"b b b b {EVENINGS}",
    "standing": "a",
    "code": f"b b b b {CODE}",
    "over": f"b b b b {END}",
    "new evening": f"b b b b {NEW}",
    "first East": "x5 down a",
}


def touch(boxes: list[Box], pixels: list[str]) -> None:
    """Checks that a blank line is between a text and the one below it, where both have ink."""
    for (x, y, w, h, text), (u, v, m, _, other) in itertools.permutations(boxes, 2):
        if y + h == v and h < 20:
            for column in range(max(x, u), min(x + w, u + m)):
                assert not (pixels[v - 1][column] == pixels[v][column] == "1"), (text, other)


KEYS = {"FIVE": f"players=5 names={','.join(WIDE)}", "FOUR": f"names={','.join(WIDE[:4])}", "SETUP": NEW}
KEYS["DICE"] = f"dice {'6 5 6 6 ' * 50}"


@walks("""
Several names of a payment
    WITH babcock FIVE: PAYMENT
    NAMED
    a
    down
    = NAMED
    = down hold:left
    = a
    = hold:left hold:a
Sums of thousands of an ending
    WITH chinese FOUR limit=2000 nine_mummies=bonus +dead_hand_pays_limit +washing +not_touching: ENDING | SUMS
    a | saved
    a DEALS
    = ENDING / SUMS
    = ended_by:2 right / +2000 ; -4000 ; +1000
    = ended_by:2 down / -6000 ; +2000
    = ended_by:3 right / +4000 ; -8000 ; +2000
    = ended_by:5 down a / +150 ; -50
Payments of thousands, of losers with four kongs
    WITH babcock PLAYERS limit=2000: down rare:opening
    a
    right up x6 up
    a
    x6 up
    a
    a | ^ saved ; 3 x 4000 ; 48 ; 80 ; 128 ; OTHERS x 20
    a | 14000
    = PLAYERS / OTHERS
    = FOUR / 0
    = FIVE / 3
Settings
    SETTINGS left
    down
    down
    down
    down
Names of eight wide letters, and many throws
    DICE SETUP [players] down [names]
    down "Mehmetmm"
    right "Wwwwwwww"
    up "Mmmmmmmm"
    left "Nmmmmmmm"
    a "Qmmmmmmm"
    b
    down
    a
    a
    x9 a
    x9 a
""")
def test_nothing_touches(device: Headless, boxes: list[Box], walk: Walk) -> None:
    go(device, walk, KEYS, then=lambda: fits(device, boxes))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_text_is_cut_or_touches_another(players: int, tmp_path: Path, boxes: list[Box]) -> None:
    wrong = []
    with Headless(lay(tmp_path, "babcock", players, WIDE[:players])) as device:
        for name, script in SCREENS.items():
            lang.choose(lang.ENGLISH)
            play(device, script.replace("{left}", _FROM_LEFT[players]))
            device.app.display.bar = None
            for language in LANGUAGES:
                again(device, language)
                place = f"{name}, {language}"
                try:
                    apart(list(boxes))
                    touch(list(boxes), device.pixels())
                except AssertionError as error:
                    wrong.append((place, str(error).split("\nassert")[0]))
                cut = [text for text in device.app.display.canvas.shortened if not set(text.split(" ")) & set(WIDE)]
                if cut:
                    wrong.append((place, cut))
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_arrows_stand_beside_the_value_of_each_option(rules: str, tmp_path: Path, boxes: list[Box]) -> None:
    with Headless(lay(tmp_path, rules)) as device:
        play(device, NEW + row(OPTIONS))
        for _ in device.app.screen.options:
            for _ in range(2):
                device.press("right")
                device.app.display.bar = None
                for language in LANGUAGES:
                    again(device, language)
                    apart(list(boxes))
                    assert [box[4] for box in boxes].count("arrow left") == 1, (language, device.text())
                    assert [box[4] for box in boxes].count("arrow right") == 1, (language, device.text())
                    assert not device.app.display.canvas.shortened, language
                lang.choose(lang.ENGLISH)
            device.press("down")


def test_a_score_of_four_digits_leaves_room_for_its_words(tmp_path: Path, boxes: list[Box]) -> None:
    with Headless(lay(tmp_path, "harr", 4, WIDE[:4])) as device:
        play(device, "up up hold:a down hold right 60s hold right 60s a a a a hold:a up")
        assert any(len(text) == 4 and text.isdigit() for text in device.text())
        for language in LANGUAGES:
            again(device, language)
            apart(list(boxes))
            assert not [text for text in device.app.display.canvas.shortened if text not in WIDE], language


def test_the_hint_of_flowers_stays_while_sets_come_in(tmp_path: Path, boxes: list[Box]) -> None:
    with Headless(lay(tmp_path, "bmja")) as device:
        play(device, "up right")
        places: dict[str, set[tuple[int, ...]]] = {language: set() for language in LANGUAGES}
        for script in ("", "up up", "right up", "up up", "up up"):
            play(device, script)
            for language in LANGUAGES:
                again(device, language)
                apart(list(boxes))
                places[language] |= {(x, y) for x, y, _, _, text in boxes if 20 <= y < 25 and text == "arrow left"}
        assert [len(each) for each in places.values()] == [1] * len(LANGUAGES), places


def test_five_players_have_figures_of_one_size(tmp_path: Path, boxes: list[Box]) -> None:
    with Headless(lay(tmp_path, "babcock", 5, ["Ann", "Bo", "Cy", "Di", "5"])) as device:
        assert {"out 5", "next Ann, 4"} <= set(device.text())
        assert [box[3] for box in boxes if box[4] == "2000"] == [7] * 5


@pytest.mark.parametrize("digits", [4, 6, 7, 9])
def test_a_change_of_long_balances_stays_on_the_panel(digits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit, doublings make balances of many digits. The names and the differences are shown in any case."""

    def large(app: Any) -> Change:
        balances = [-(10**digits) + 1, 10**digits - 1, 2000, 6000]
        then = SimpleNamespace(balances=balances, east=app.play.playing.table.east, sits=None)
        change = Change(app)
        change.compare("deal 1", ("", ""), then, lambda evening: None)
        return change

    with Headless() as device:
        app: Any = device.app
        app.play.evening.session.balances[:] = [10**digits - 1, -(10**digits) + 1, 2000, 6000]
        monkeypatch.setattr(navigator, "find", lambda name: large)
        app.show("history.change.Large")
        device.wait(100)
        texts = device.text()
        names = [text for x, _, text in device.texts if x == 2][1:]
        assert not device.rig.outside
    assert str(-2 * 10**digits + 2) in texts
    assert "+" + str(2 * 10**digits - 2) in texts
    assert texts.count("=") == 2
    assert len(names) == 4
    assert all(names), names
    assert ("9" * digits in texts) == (digits < 7)
