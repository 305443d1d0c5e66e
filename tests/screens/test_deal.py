"""A deal as a player enters it: by keys, read from the screen."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random
from typing import Any

import pytest
from help.intent import DRAGON, MAJOR, OWN_WIND, SIMPLE, said
from help.playing import WIDE, again, lay, play, text_after
from help.seeds import SEED
from help.walking import Walk, go, walks
from mingg import lang
from mingg.evening.beside import pay
from mingg.evening.evening import keep_draft
from mingg.hal.store import Store
from mingg.ui.screens.result.saved import just_saved
from mingg_host.device.headless import Device, Headless
from screens.goldens import ENGLISH, LANGUAGES, speaking
from screens.screens_deal import HARR, LAST_HANDS
from screens.screens_deal import PICTURED as WINNERS_HAND

# the deal of the manual, which screens_deal.py has; and all of it, to the payments
PICTURED = LAST_HANDS + "a a "
KEYS = {"PICTURED": PICTURED, "LAST_HANDS": LAST_HANDS, "WINNERS_HAND": WINNERS_HAND, "HARR": HARR, "DRAWN": "a up a"}
KEYS |= {"LONG_DOWN": "hold down 1500ms", "LONG_UP": "hold up 1500ms"}
KEYS["ROUND"] = " ".join(said(f"{side}< x4 a NEXT") for side in ("up", "left", "down", "right"))
# Ann, who sits below, won with so much that it takes more than one page; Result is on the screen.
KEYS["PAGES"] = "down a down right right down right left up left left x4 a hold:a down"


@walks("""
Harr's Example 5 scores 192, and all players pay East 384
    # drawn, the only place; 2-8, two majors, a dragon, all exposed; one suit and honours
    WITH harr: Ann<! (pung simple) x2 (pung major) (pung dragon) hold:a HALF_SUIT x4 a | 3 x 384
    WHY | 192
    b NEXT | 3152 ; 3 x 1616
B shows the hand before and then takes back its last entry
    PICTURED | keep saved
    UNDO | B back ; A save ; Bo
    b | B undo ; A done ; Ann ; 6 # a pung of 1 9 wind and a pair of dragons
    b | B undo ; A done ; 4 # the pair is gone, and nothing else
    pair dragon a a | is saved
A change of winner keeps the sets of all hands
    LAST_HANDS wait:1500 REBOOT b left right | Di ; 48 ; 24 x2 # Di's dragons, and not the winner's only place
    x3 a | Cy ; 24 x4 # Cy's three sets: 8 + 8 + 8, two doublings
B takes back the last set and only that one
    Cy<Bo (pung simple) pung simple | keep two
    (kong dragon) b | undone: dragon kong
    READ | is two
B leaves the tiles for the page before and takes nothing away
    Cy< pung dragon | keep card
    hold:a | keep more
    a b | is more
    b | is card
    b | undone: dragon pung
An impossible choice shows a reason and changes nothing
    Cy<Bo x4 (pung simple) | 38
    left | four sets are in
    up | four sets are in
    right left | four sets are in # only a pair of dragons may still come
    b | 38
Dragons are counted over all hands
    Cy<Bo x3 (pung dragon) a right | 3 dragon sets are in
A second scoring pair of a winner is refused
    Cy<Bo pair dragon pair wind | one pair only
A loser has thirteen tiles
    Cy<Bo a x5 pair dragon right | 12 # six pairs of dragons
    left | 13 tiles are in
A loose tile without a kong is refused at done
    up rare:loose a | loose tile: after a kong
    (kong simple) a | Di
How names the key of the rare ways
    WITH RULES: up | Cy wins ; how? ; SAID
    KEY | loose ; tile
    b | Cy wins
    = RULES / KEY / SAID
    = harr / hold:a / hold A: rare
    = harr-limit / a / rare
    = babcock / hold:a / hold A: rare
    = chinese / a / rare
A robbed kong asks whose kong it was
    up rare right | whose kong? ; Bo ; Ann ; Di
    up | whose kong? # nobody robs themselves
    b | loose
    b | Cy wins # nothing was said
    rare:robbed:right | 30 # 20, robbed kong 10
Lucky thirteen asks whose tile it was
    up rare a | lucky 13: how? ; drew it ; Bo
    up | 100
    b rare a | drew it # the same key again takes it back
    rare:lucky:right | 100
Harr has no robbed kong
    WITH harr: up rare | loose ; tile ; ! robbed
    right | nothing; hold B: keys
A saved deal survives a power cut
    PICTURED REBOOT | have 1640 1796 2736 1828
    LAST_DEAL | 368
A saved deal shows its result again and is not saved twice
    PICTURED WHY | 184
    b NEXT | have 1640 1796 2736 1828
    PICTURED NEXT | 3 ; 3472 # two deals are played
A half-entered deal comes back where it was
    WINNERS_HAND a (pung dragon) a wait:1500 | keep card
    REBOOT | begun ; deal 1 ; Bo not entered
    a | is card
A draft at the last hand is checked again after a change of how the deal was won
    up right x3 a wait:1500 REBOOT b up rare:loose wait:1500 REBOOT | Di not entered ; Ann not entered ; Bo not entered
    a a | loose tile: after a kong
A rare way stands when its arrow is pressed again
    up rare:loose left up b b up left up | 38 # still a loose tile
    b b rare:loose | drew it # the same key again takes it back
    up left up | 30 # plain: drawn 2, kong 8
A set that was taken back is not in the draft
    Cy<Bo (pung simple) wait:1500 b wait:1500 REBOOT a | 30
The menu goes back to the screen on which it was opened
    Cy<Bo! | keep card
    HANDS | keep hands
    MENU LEAVE_MENU | is hands
    b LEAVE_PART | is card
    right MENU | menu
    LEAVE_MENU | dragon? ; kong exposed
A game ends after four rounds, in which the player across from East wins
    x4 ROUND | game over
    b | end
    up | game over
    a a | 4 x 2000 # the next game
More on Table says where the menu is
    a | hold B: keys, menu
    b DRAW a | hold B: keys, menu # once a deal was played, too
A key that stays down while the screen changes does nothing on the next one
    PAGES | keep top
    b LONG_DOWN | is top # the list opens while the key is down, and must not scroll
A held arrow moves through a list, and stops at its end
    PAGES | keep top ; mah-jong
    LONG_DOWN | ! mah-jong
    LONG_UP | is top
    up down | is top # a tap goes on at the other end
An arrow on the payments names the next winner
    PICTURED wait:1500 | saved
    right | Bo wins ; how? ; ! 368
    b | have 1640 1796 2736 1828 # Table lies under it
B on saved takes the deal back to the hand that it was entered on
    LAST_HANDS a | keep hand ; Bo
    a UNDO | undone: A saves again ; Bo ; record undo 1 ; record on 0
    READ | is hand
    a | saved ; record winner "W"
    NEXT | have 1640 1796 2736 1828
    DEALS | ~ Cy from Bo
The winner's card says that the win was rare
    up rare:WAY:left | WORD ; 4 chows
    pung dragon | ~ WORD # in place of the chows where the hand doubles
    kong simple a | ! WORD # nothing of it on a loser's card
    = WAY / WORD
    = loose / loose
    = last / last 10
    = robbed / rob 10
A plain draw is no word on the card
    Cy< | ! loose ; ! last 10 ; ! rob 10
Taking a deal back is reported once
    up right x4 a UNDO | undone: A saves again
    b | ! undone: A saves again # any key reads it
A draw that is taken back does not claim that A saves it
    DRAWN UNDO | draw, the wall is out ; ! undone: A saves again
A deal that was taken back is half entered when the power goes at once
    PICTURED UNDO REBOOT | begun ; deal 1
    a right x4 a | 368
B on older payments only goes back
    LAST_HANDS a a NEXT | keep table
    LAST_DEAL | ^ payments / B back
    b b | is table ; record winner "W"
Why leads from saved to the result and B back
    PICTURED | keep saved
    WHY | 184 ; +736
    up | 46 x4
    b b | is saved ; B undo # the way to the reasons is not the end of that
A deal waits if the flash cannot be written
    LAST_HANDS a wait:1500 | flash gone
    a | ~ not saved ; flash back
    a | saved
""")
def test_deal(device: Headless, walk: Walk) -> None:
    go(device, walk, KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_of_a_failed_write_is_shown_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """The numbers are ENOSPC, EROFS, EACCES, EIO and one of littlefs."""

    def fail(*_: object) -> None:
        raise OSError(code, "no")

    for code in (28, 30, 13, 5, 84):
        flash = tmp_path / str(code)
        flash.mkdir()
        with Headless(speaking(flash, language)) as device, monkeypatch.context() as failing:
            failing.setattr(Store, "replace", fail)
            why = lang.say({28: "flash full", 30: "flash locked", 13: "flash locked"}.get(code, "flash fails"))
            assert lang.say("draft not kept", why) in text_after(device, "up wait:1500"), code
            assert lang.say("not saved", why) in text_after(device, PICTURED.removeprefix("up")), code
            assert not any(sign.isdigit() for sign in why)


@pytest.mark.parametrize("winner", ["up", "right", "down", "left"])
def test_how_fits_on_the_panel_with_the_widest_names(tmp_path: Path, winner: str) -> None:
    with Headless(lay(tmp_path, "chinese", names=WIDE[:4])) as device:
        play(device, winner)
        app: Any = device.app
        won_by = app.play.entry.winner
        ways = [("rob", player, False, opening) for player in range(4) for opening in (None, "thirteen")]
        ways += [("discard", player, False, "first-discard") for player in range(4)]
        for way in [way for way in ways if way[1] != won_by] + [("loose", None, True, "thirteen", True)]:
            app.play.entry.set_way(*way)
            app.show("deal.how.How")
            device.wait(50)
            for language in LANGUAGES:
                again(device, language)
                assert type(app.screen).__name__ == "How"
                assert device.rig.outside == [], (way, language)


@pytest.mark.parametrize(
    "sets",
    ["pung dragon", "(kong dragon) (pung major)", "pung dragon x2 pung simple", "x3 (pung simple)"],
)
def test_the_hint_for_a_held_arrow_stays_until_the_pair_is_entered(device: Device, sets: str) -> None:
    play(device, "up right")
    hint = [text for text in device.texts if text[2] in ("hold", "pair")]
    assert len(hint) == 2
    play(device, said(sets))
    assert [text for text in device.texts if text[2] in ("hold", "pair")] == hint, "it neither moves nor shrinks"
    assert not {"hold", "pair"} & set(text_after(device, "hold:right"))


@pytest.mark.parametrize("language", [ENGLISH, Random(SEED).choice(LANGUAGES[1:])])
@pytest.mark.parametrize("kong", [False, True], ids=["pungs", "kongs"])
def test_a_full_card_says_where_its_pair_is_entered(tmp_path: Path, language: str, kong: bool) -> None:
    """A pair of dragons is still possible on all of these cards, and their arrow alone enters it."""
    classes = [SIMPLE] * 4 + [MAJOR] * 4 + [DRAGON] * 2 + [OWN_WIND]
    cards = sorted(set(itertools.combinations(classes, 4)))
    with Headless(speaking(tmp_path, language)) as device:
        play(device, "up right")
        pair = lang.say("pair")
        for card in cards:
            for kind in card:
                play(device, f"{kind} {'down' if kong else 'left'}")
            assert pair in device.text(), (card, device.text())
            assert pair not in text_after(device, "right"), "it is in"
            play(device, "x5 b")
    assert len(cards) == 21


def test_a_power_cut_between_the_draft_and_the_undo_leaves_the_deal_saved(tmp_path: Path) -> None:
    """The draft is written first. It must not look like a half-entered next deal."""
    with Headless(tmp_path) as device:
        play(device, PICTURED)
        app: Any = device.app
        evening = app.play.evening
        keep_draft(evening, app.play.undoable[0].pack(), (evening.ledger.number, evening.top))
        device.reboot()
        assert "begun" not in device.text()
        assert {"2736", "1640"} <= set(device.text())


def test_after_a_change_of_the_evening_b_on_saved_takes_nothing_back(tmp_path: Path) -> None:
    with Headless(tmp_path) as device:
        play(device, PICTURED)
        app = device.app
        pay(app.play.evening, [(0, 1, 20)])
        app.display.stale = True
        assert not just_saved(app.play)
