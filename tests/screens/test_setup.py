"""A new session that is set up by keys: rule set, options, limit, players, names, East, counters."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from help.named_keys import (
    DRAW,
    END,
    EVENINGS,
    LANGUAGE,
    LEAVE_PART,
    MENU,
    NEW,
    OTHER,
    PAYMENT,
    THE_RULES,
    TURN,
)
from help.named_keys import HALF_TABLE as TO_TABLE
from help.named_keys import NAMES as RENAME
from help.playing import Box, alphabet, apart, current, head, lay, letters, play, text_after, throws_of
from help.texts import section
from help.walking import Walk, go, walks
from mingg import lang
from mingg.hal.keys import KEY_NAMES
from mingg.records.line import seal, unseal
from mingg_host.device.headless import Device, Headless
from screens.goldens import LANGUAGES, speaking
from screens.screens_setup import BEGIN, NAMES, OPTIONS, PLAYERS, RULES, SETUP, row

# the commonest given names of England and of Turkey, in plain letters
COMMON = (
    "James Mary John Anna Robert Linda David Emma Mike Sarah Tom Alice Paul Kate Peter Lucy Mark Julia George "
    "Laura Ben Emily Sam Grace Jack Chloe Harry Sophie Oliver Amy Jane Ann Bob Bill Sue Charlie Daniel Olivia "
    "Mehmet Fatma Mustafa Ayse Ahmet Emine Ali Hatice Huseyin Zeynep Hasan Elif Ibrahim Meryem Ismail Serife "
    "Osman Sultan Yusuf Zehra Murat Hanife Omer Merve Ramazan Havva Halil Zeliha Suleyman Esra Abdullah Fadime"
)
KEYS = {
    **{"SETUP": SETUP, "BEGIN": BEGIN, "DRAW": DRAW, "LEAVE": LEAVE_PART, "MENU": MENU, "NEW": NEW, "TURN": TURN},
    **{"GO_ON": f"{NEW} up a ", "OTHER": OTHER, "PAYMENT": PAYMENT, "SHEET": THE_RULES, "WRITTEN": "wait:1500"},
    "DICE": "dice 5 3 4 4 6 2 1 1 6 6 5 6 6 6 3 4 5 5",
}


@walks("""
The number of players says that an arrow chooses it
    SETUP [players] | arrow: choose
The menu shows all choices of a part, and a new evening comes first
    MENU | evenings ; new, old
    right | $ new evening / evenings
    a | A begin
    b | evenings
    up | evenings
Two presses in the menu play the same again
    SETUP a | Ann ; Bo ; Cy ; Di ; 4 x 2000 ; head rules "babcock" ; head names ["Ann", "Bo", "Cy", "Di"]
A held begins from every line, and the screen says so
    SETUP [players] up <ROW> | hold A: begin
    BEGIN | who won? ; head names ["Ann", "Bo", "Di"]
    = ROW
    = begin
    = rules
    = counters
    = draw for seats
The last set-up is proposed again, also after a power cut
    SETUP [rules] up [players] up [counters] right <begin> a a | head counters "harr"
    SETUP <counters> | rules = Harr limit ; players = 3
    REBOOT SETUP <counters> | players = 3 ; counters = Harr's
The proposal shows what happens to the present evening
    SETUP | 2000 each
    b LEAVE DRAW NEW | 2000 each
    b LEAVE up right NEW | drops deal 2
    a | 4 x 2000 ; the old evening is kept
    REBOOT | ! begun
An evening that does not go on begins anew
    DRAW GO_ON up a BEGIN | head start null
What goes on keeps its people, and drops what was proposed for others
    DRAW NEW [players] left [East first] up <begin> up a BEGIN | ^ 2 ; head names ["Ann", "Bo", "Cy", "Di"]
    OTHER | names ; ! last deal
    b NEW up | ! go on by other rules
Each arrow chooses a rule set
    SETUP [rules] KEY | rules = TITLE
    <limit> | limit = LIMIT
    BEGIN | head rules "ID"
    = KEY / TITLE / LIMIT / ID
    = left / Harr / none / harr
    = up / Harr limit / 300 / harr-limit
    = right / Babcock / 300 / babcock
    = down / Chinese / 300 / chinese
Another rule set keeps the options that it has, and drops the rest
    SETUP [options] <four winds> right <insurance> right b | options = 2 agreed
    [rules] left <options> | options = 1 agreed
    BEGIN | head options {"insurance": true}
An option that another rule set always has is dropped there
    SETUP [rules] up [options] <mah-jong> right b down | options = 1 agreed ; limit = 400
    [rules] down <options> | options = as the book
The limit changes by hundreds, to none, and to that of the book
    SETUP [limit] | 300
    right right right | 600 ; 700 ; 500
    x14 right | 2000
    right | no higher limit
    x20 left | no lower limit
    up | 2 x none
    a | limit = none
    a down b | limit = 300
    a right a BEGIN | head options {"limit": 400}
A player who pauses for an evening of three keeps their name, though the compass turns
    SETUP [players] up BEGIN | ! Cy
    TURN right a REBOOT SETUP [players] right <names> | Ann Bo Cy Di
The first player is East if the chair of East falls empty
    SETUP [East first] up | East first = Cy
    [players] up <East first> | East first = Ann
    BEGIN | 3 x 2000
Three players have Babcock's limit of 600
    SETUP [players] up <limit> | limit = 600
Left goes through the values the other way
    SETUP [options] left | flowers = own
    left | flowers = Shanghai
    left | flowers = seasons
    left | flowers = off
An option that needs a limit is refused without one; half and all of no limit are passed over
    SETUP [rules] left [options] <false mah-jong> | false mah-jong = off
    right | false mah-jong = 100
    right | false mah-jong = off
    <East's ninth win> right | there is no limit
The second of two options that exclude each other is refused
    SETUP [rules] KEY [options] <FIRST> right <OTHER> right | WHY
    left | WHY ; OTHER = off
    b BEGIN | head options {"ID": true}
    = KEY / FIRST / OTHER / WHY / ID
    = right / thirteen orphans / nine mummies / not with 13 orphans / thirteen_orphans
    = right / nine mummies / thirteen orphans / not with nine mummies / nine_mummies
    = right / winner deals / East passes / not if winner deals / winner_deals
    = right / East passes / winner deals / not if East passes / east_passes
    = down / thirteen orphans / nine mummies / not with 13 orphans / thirteen_orphans
    = down / nine mummies / thirteen orphans / not with nine mummies / nine_mummies
    = down / winner deals / East passes / not if winner deals / winner_deals
    = down / East passes / winner deals / not if East passes / east_passes
Harr's limit game always has thirteen orphans: it drops nine mummies
    SETUP [options] <nine mummies> right b | options = 1 agreed
    [rules] up <options> | options = as the book
    a <washing> | ! nine mummies ; washing = on
An option whose limit was removed is reported at the start
    SETUP [options] <four kongs> right b [limit] up a BEGIN | there is no limit ; four kongs = on
    right b BEGIN | 4 x 2000
An option that three players do not have does not stand in the way of their evening
    SETUP [options] <four winds> right b [limit] up a [players] up BEGIN | 3 x 2000
A name is typed, and played under
    SETUP [names] up "NAME" | NAME
    a BEGIN | head names ["Ann", "Bo", "NAME", "Di"]
    = NAME
    = Zeynep
    = Quentin8
    = Ann2
    = X
    = Frederik
A name that another player has is refused
    SETUP [names] up "Bo" | Bo: name taken
    b b b | Cy
B erases the last letter, and at last leaves the name as it was
    SETUP [names] up type:Max | Max
    b | Ma
    b b | ! Cy
    b | whose name? ; Cy
B among the letters goes back to the groups
    SETUP [names] up | FGHIJKL ; ABCDE ; MNOPQR
    down down b b | FGHIJKL ; ABCDE ; MNOPQR
A held key types one letter
    SETUP [names] up left hold:left | A
A ninth letter is refused
    SETUP [names] up type:Frederik left | eight letters at most ; Frederik
A player without a name has the name of the seat, and the letters go with the seats
    SETUP [names] right left left b a left left left b a a BEGIN | head names ["Ann", "S", "Cy", "N"]
    SETUP [East first] up BEGIN | head names ["Cy", "S", "Ann", "N"]
A name that is the seat of another player is refused at the start
    SETUP [names] right left left b a left "N" a [East first] up hold:a | N: name taken ; names
    a left "Nan" a BEGIN | head names ["Cy", "Nan", "Ann", "N"]
A failed write leaves everything as it was
    DRAW NEW [rules] left | flash gone
    up a | ~ not saved ; new evening ; rules = Harr ; flash back
    a | head rules "harr"
A set-up waits while the menu is open
    SETUP [rules] down b a | rules = Chinese
    down a MENU right a | rules = Chinese
    x5 b LEAVE | 4 x 2000
    SETUP | rules = Chinese
    b LEAVE DRAW SETUP | rules = Babcock
A set-up comes back after a power cut
    DRAW HALF SETUP [rules] down [options] right b [names] up "Zoe" a WRITTEN | names = Ann Bo Zoe Di
    REBOOT <names> | rules = Chinese ; names = Ann Bo Zoe Di
    BEGIN | head rules "chinese" ; head names ["Ann", "Bo", "Zoe", "Di"]
    REBOOT | who won? ; Zoe
    = HALF
    = b
    = up right left left
A half-entered deal is below a set-up that comes back
    DRAW up right left left SETUP [rules] down WRITTEN REBOOT | rules = Chinese
    b | deal 2
A set-up outlasts a payment that is made above it
    SETUP [rules] down PAYMENT up right up a WRITTEN REBOOT SETUP | rules = Chinese
A set-up that was left for Table is not shown at the start
    SETUP [rules] down b LEAVE WRITTEN REBOOT | who won? ; 4 x 2000
    SETUP | rules = Chinese
A new evening from within a set-up goes back to that set-up
    SETUP KEYS NEW | hold A: begin
    b LEAVE | 4 x 2000
    = KEYS
    = [East first]
    = [counters] left BEGIN
    = [draw for seats] a a a a a
    = [rules] SHEET left
A or B leaves a rosette as it is
    SETUP [ROW] OUT | ROW = VALUE
    = ROW / OUT / VALUE
    = rules / b / Babcock
    = rules / a b b / Babcock
    = players / a / 4
    = players / b / 4
    = counters / a / none
    = counters / b / none
Empty chairs are refused
    SETUP [players] left [names] left | nobody sits there
    right | nobody sits there
    a [East first] right | nobody sits there
With five players the fifth is named, too
    SETUP [players] down [names] | 5 sits out
    a "Eve" | Eve sits out
    b [East first] right BEGIN | head names ["Bo", "Cy", "Di", "Ann", "Eve"]
    SETUP [players] right BEGIN | head names ["Bo", "Cy", "Di", "Ann"]
An evening goes on under another limit from the next deal on
    DRAW up right x4 a NEXT left left x4 a NEXT TURN right a | keep table # number, people, seats, East, round, balances
    SHEET | change: evening
    b b LEAVE_MENU GO_ON | balances stay ; ! players
    <limit> a right a BEGIN | head options {"limit": 400} ; is table
    REBOOT | is table
    SHEET | 400
The score sheet shows the rules over which it was opened
    SHEET left | keep sheet
    NEW [rules] left SHEET | Harr # those of the set-up
    b LEAVE_MENU b LEAVE | is sheet # those that are in force
Only tied players throw again
    DICE SETUP [East first] a | 8 ; 2 ; tie: again
    a | 12 ; 11 ; 12
    a | 7 ; 10 ; Cy is East
    a | East first = Cy
""")
def test_set_up(device: Device, walk: Walk) -> None:
    go(device, walk, KEYS)


def setting(device: Device, words: str) -> str:
    """Returns what a row of the proposal or of the options shows at the right."""
    text = device.text()
    return text[text.index(words) + 1]


@pytest.mark.parametrize(
    "damage",
    [('"rules": "chinese"', '"rules": "none"'), ('"players": 4', '"players": 7'), ('"people": [', '"people": [5, ')],
)
def test_a_set_up_that_makes_no_sense_is_begun_anew(device: Device, damage: tuple[str, str]) -> None:
    go(device, [("SETUP [rules] down WRITTEN", [])], KEYS)
    draft = device.ledger / "draft.txt"
    _, text = unseal(draft.read_bytes()) or (0, "")
    assert damage[0] in text
    draft.write_bytes(seal(0, text.replace(*damage)))
    device.reboot()
    assert setting(device, "rules") in ("Babcock", "Chinese")
    assert setting(device, "players") == "4"


def test_a_set_up_without_a_change_is_no_draft(device: Device) -> None:
    play(device, f"{SETUP}down down up wait:1500")
    assert not (device.ledger / "draft.txt").exists()


@pytest.mark.parametrize(
    ("key", "rules"), [("left", "harr"), ("up", "harr-limit"), ("right", "babcock"), ("down", "chinese")]
)
def test_every_option_goes_around_its_values_and_fits_with_what_it_does(
    device: Device, boxes: list[Box], key: str, rules: str
) -> None:
    names = section("options")
    rule_sets = importlib.import_module("mingg.core.rules")
    offered = importlib.import_module("mingg.core.rules.options").offered(rule_sets.load(rules))
    options = [names["option " + option[0]] for option in offered if option[0] != "limit"]
    play(device, f"{SETUP}{row(RULES)}{key} x{OPTIONS - RULES} down a")
    for option in options:
        assert current(device) == option
        values = [setting(device, option)]
        while (
            not (refused := {"there is no limit", "4 concealed includes it"} & {*text_after(device, "right")})
            and setting(device, option) != values[0]
        ):
            apart(boxes)
            values.append(setting(device, option))
            assert len(values) <= 6, option
        assert refused or len(values) >= 2, option
        assert {*names.values()} & {*device.text()}, option
        play(device, "down")
    assert current(device) == options[0], "all lines were tried"


# ---- people ----


def test_a_letter_takes_two_or_three_presses() -> None:
    names = COMMON.split()
    assert sum(len(letters(name)) for name in names) / sum(map(len, names)) < 2.13
    assert all(len(letters(sign)) <= 3 and len(letters("A" + sign.lower())) <= 5 for sign in map(chr, range(65, 91)))
    assert all(len(letters("A" + digit)) == 6 for digit in "0123456789")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_keyboard_types_every_letter_in_both_cases_and_leaves_a_group_first(tmp_path: Path, language: str) -> None:
    with Headless(speaking(tmp_path, language)) as device:
        play(device, SETUP + row(NAMES) + "up")

        def typed(letter: str) -> str:
            device.press(*(KEY_NAMES[key] for key in device.app.screen.keys_of(letter)))
            return device.app.screen.typed[-1]

        answers = [" ".join(alphabet(language, capitals)).split(" ") for capitals in (True, False)]
        for capital, small in [pair for answer in zip(*answers, strict=True) for pair in zip(*answer, strict=False)]:
            assert (typed(small), typed(capital)) == (capital, small)
            play(device, "b b")
        play(device, "left")
        assert typed("z") == "Z"
        assert device.app.screen.keys_of("?") == []
        device.wait(8)
        if language == "en":
            assert "no letter there" in device.text()


@pytest.mark.parametrize("other", ["Nan", "NAN", "n a n", "Nàn"])
def test_capitals_and_blanks_make_no_other_name(tmp_path: Path, other: str) -> None:
    with Headless(lay(tmp_path, "babcock", 4, [other, "Bo", "Cy", "Di"])) as device:
        for keys in (RENAME, f"{TO_TABLE} {SETUP}{row(NAMES)}"):
            play(device, keys)
            assert ("Nan: name taken" in text_after(device, f"left {' '.join(letters('Nan'))} a")) == (other != "Nàn")


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


@pytest.mark.parametrize(
    ("players", "chairs"), [("left", "down up"), ("up", "down right left"), ("right", "down right up left")]
)
def test_names_go_around_from_east_to_the_right_and_stand_where_they_sit(
    device: Device, players: str, chairs: str
) -> None:
    people = dict(zip(chairs.split(), ("Max", "Lea", "Kim", "Tom"), strict=False))
    stands = {
        "down": lambda x, y: y > 45,
        "up": lambda x, y: y < 16,
        "left": lambda x, y: x < 64 and 16 < y < 45,
        "right": lambda x, y: x >= 64 and 16 < y < 45,
    }
    for first in people:
        play(device, SETUP + row(PLAYERS) + f"{players} {row(NAMES - PLAYERS)}")
        for arrow, name in people.items():
            for typed in (name + "0", name):
                play(device, " ".join([arrow, *letters(typed), "a"]))
        play(device, f"a down a {first} {BEGIN}")
        position = list(people).index(first)
        assert head(device)["names"] == [*people.values()][position:] + [*people.values()][:position]
        places = {text: (x, y) for x, y, text in device.texts}
        assert [arrow for arrow, name in people.items() if not stands[arrow](*places[name])] == []


def drawn(device: Device, script: str, end: str, most: int = 50) -> list[str]:
    """Throws until it is decided."""
    texts = text_after(device, script)
    for _ in range(most):
        if any(text.endswith(end) for text in texts):
            break
        texts = text_after(device, "a")
    return texts


@pytest.mark.parametrize("rules", ["left", "right"])
@pytest.mark.parametrize(("players", "many"), [("left", 2), ("up", 3), ("right", 4), ("down", 5)])
def test_the_draw_for_seats_seats_the_players_and_names_east(
    device: Device, rules: str, players: str, many: int
) -> None:
    walk = f"SETUP [rules] {rules} [names] right left left b a a [players] {players} [draw for seats]"
    go(device, [(walk, [])], KEYS)  # Bo has no name, and has the letter of the seat that they draw
    drawn(device, "", "A accept")
    go(device, [("a", ["A begin"]), ("<East first>", [])], KEYS)
    east = setting(device, "East first")
    go(device, [("[begin]", [])], KEYS)
    seated = head(device)["names"]
    assert (seated[0], len(seated), len(set(seated))) == (east, many, many)
    assert set(seated) <= {"Ann", "Bo", "Cy", "Di", "5", "E", "S", "W", "N"}


# ---- what is drawn ----


def test_names_from_elsewhere_may_be_longer(boxes: list[Box]) -> None:
    with throws_of(*([6, 5, 6, 6] * 9)) as device:
        session = device.app.play.evening.session
        session.names[:] = ["Wilhelmina-Charlotte", "Maximilian-Frederik", "Bartholomew the Great", "Constantinople"]
        for keys in (SETUP, row(NAMES), "up", "b b", "x1 down a", "a", "a"):
            play(device, keys)
            apart(boxes)
        play(device, "b " + BEGIN)
        assert head(device)["names"][1] == "Maximilian-Frederik"
