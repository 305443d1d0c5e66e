"""The modern rule sets on the device: a deal that needs nothing extra, by cards and tile by tile."""

from __future__ import annotations

from pathlib import Path

import pytest
from help.playing import current, lay, play
from help.tiling import typed
from help.walking import Walk, go, walks
from mingg import lang
from mingg_host.device.headless import Headless
from screens.goldens import LANGUAGES, speaking

# Cy claims Bo's tile: 20 + 2 + 4 + 8, one chow; a loose tile, with kongs for every hand that needs one
KEYS = {"CARD": "up right left left left right up right", "LOOSE": "up hold:a left left up up up right left"}
KEYS |= {"REOPEN": "a left hold:a a", "GOULASH": "a up a a"}  # from Table to the last deal, to be corrected


@walks("""
A card counts by the British rules, and a second chow is refused
    WITH bmja: Cy<Bo (pung simple) pung simple a | one chow at most
    pung major | 34 # 20 + 2 + 4 + 8
    x4 a | saved ; record win {"by": "discard", "from": "S"}
    a | have 1932 1966 2136 1966
A card counts by the German rules
    WITH dmjl: up a | A again: + pair
    a a right (pung simple) pung simple pung major a | pair ; of 2-8
    # 20 + 2 + 4 + 8, and 2 for a pair of 2-8 that the claimed tile filled, which had also another place
    left x3 a | saved ; record hands.W.last_set "pair-simple"
    a | have 1928 1964 2144 1964
A deal without extras takes as many presses as by Babcock's rules
    WITH RULES: CARD x4 a | saved
    = RULES
    = bmja
    = dmjl
    = babcock
A special hand and a loser who waits count after a restart as before
    WITH bmja: Cy<Bo hold:up {11m 99m 11p 99p 11s 99s 44z} ?4z | 500
    a hold:up {22z 33z 55z 66z 77z 1z 2m 3m} x3 a | saved ; record hands.N {"tiles": "1z 22z 2m 33z 3m 55z 66z 77z"}
    | record hands.W {"tiles": "11m 11p 11s 44z 99m 99p 99s"} ; record hands.E null ; record hands.S null
    a | have 988 1494 4000 1518
    REBOOT | have 988 1494 4000 1518
The tiles of a loser who waits are paid
    WITH bmja: CARD a hold:up {11m 99m 11p 99p 11s 99s 4z} | 200 ; pairs +1 # the card knows what the tiles wait for
    x3 a | saved # Di waits for seven pairs of 1 9 honour: 200 from Bo, and double from Ann, who is East
    a | have 1532 1766 2136 2566
The tiles of a set of the card may complete the hand of a loser who waits
    WITH bmja: CARD a right right hold:up {222s 333s 444s 6s 666z} | 400 # waits for imperial jade
Flowers of a hand count
    WITH bmja: CARD FLOWERS up | 76 # (34 + 4) x2 for the own flower
    x4 a | saved ; record hands.W.flowers [3]
What the hand can be stands first, and a hand whose sets are not entered says so
    WITH bmja: Cy<Bo x4 (pung major) hold:a LIST down down | only 1 9 honours ; ! enter its sets first
    <Heads and Tails> right a | 1000
    x5 b hold:a LIST <Imperial Jade> right | enter its sets first
A special hand is chosen and saved, and opened again as it was; B takes it back
    WITH bmja: Cy<Bo hold:a LIST <NAME> right a | SCORE
    b READ | ! SCORE
    hold:a LIST <NAME> right x5 a | saved ; record hands.W.special ["KEY"]
    NEXT REOPEN right | SCORE
    = NAME / SCORE / KEY
    = thirteen orphans / 1000 / thirteen_orphans
    = Wriggling Snake / 1000 / wriggling_snake
    = All Pair Honours / 500 / all_pair_honours
    = Triple Knitting / 500 / triple_knitting
All concealed and drawn doubles, and is on the list only then
    WITH dmjl: Cy<Bo hold:a LIST | ! all concealed
    b b b up | 44 # (20 + 2) x2: no points of sets and pair
    hold:a LIST <all concealed> right a | 88
The last discard and an original call are kept
    WITH dmjl: Cy<Bo hold:a LIST <last discard> right <original call> right a | 160 # 20 x8
    x4 a | saved ; record win {"by": "discard", "from": "S", "last": true, "call": true}
    REBOOT REOPEN | last ; discard # How names it
    right | 160
A loose tile may be plum blossom or the second one
    WITH bmja: LOOSE pung dragon hold:a LIST <Twofold Fortune> right a | 1000
    b hold:a LIST <Plum Blossom> right a | 1000
    x4 a | saved ; record hands.W.special ["plum"]
A score known is accepted with the second of two loose tiles
    WITH bmja: LOOSE hold:a LIST <Twofold Fortune> right a hold:a LIST <score known> right x4 a | saved
    | record win {"by": "loose", "twofold": true}
The second loose tile is forgotten when the tile was no loose one
    WITH bmja: LOOSE pung dragon hold:a LIST <Twofold Fortune> right a | 1000
    x4 a | saved
    NEXT REOPEN right | ! 1000 # from Bo
    x5 a | record deal.win {"by": "discard", "from": "S"}
A loser says on the card what they wait for
    WITH bmja: CARD a | hold A: waits?
    hold:a right a | 400 ; orphans
    wait:1500 REBOOT a | 400 ; orphans
    b READ | 0 ; ! orphans
    hold:a right a FLOWERS down | 404 # 4 for a flower beside it
    x3 a | saved ; record hands.N {"sets": [], "fishing": "thirteen_orphans", "flowers": [1]}
    REBOOT REOPEN right a | 404
Little winds of a loser double by the German rules
    WITH dmjl: Cy<Bo (pung simple) a x3 (pung major) | 12
    hold:a right a | 24
    x3 a | saved ; record hands.N.sets ["(pung wind)", "(pung wind)", "(pung wind)", "pair wind"]
A kong that a loser claimed counts as concealed by the German rules
    WITH dmjl: Cy<Bo (pung simple) a pung simple pung major (kong simple) | 20
    hold:a <kongs from discards> right a | 40
The deal after a draw is a Goulash, and East stays
    WITH bmja: wait:20 | ! Goulash
    a up a | Goulash next: same East ; and wild bamboo 2
    NEXT | 2 ; Goulash ; seats E S W N
    REBOOT | Goulash
    CARD x4 a | saved ; record goulash true
    NEXT | ! Goulash ; seats N E S W
A draw that is taken back makes no Goulash
    WITH bmja: a up a b b | ! Goulash
A hand that was begun as a Goulash is none if the draw is taken back
    WITH bmja: GOULASH CARD DEALS hold:a a LEAVE_LIST | ! Goulash
    a right x4 a | saved ; record goulash null
Then the hands may no longer have more dragons than there are
    WITH bmja: GOULASH Cy<Bo x2 (pung dragon) (pung simple) a x2 (pung dragon) DEALS hold:a a LEAVE_LIST
    a right a | 3 dragon sets are in ; ! saved
Also if the power goes before the draft is written again
    WITH bmja: GOULASH Cy<Bo x2 (pung dragon) (pung simple) a x2 (pung dragon) wait:1500 DEALS hold:a a REBOOT
    a right a | 3 dragon sets are in ; ! saved
A Goulash that was a draw is one, too, when it is corrected into a win
    WITH bmja: GOULASH GOULASH REOPEN Cy<Bo x2 (pung dragon) (pung simple) a x2 (pung dragon) x3 a a
    | record deal.goulash true
Other rules play no Goulash
    WITH dmjl: GOULASH | ! Goulash
In a Goulash two hands may have the same dragons
    WITH bmja: GOULASH Cy<Bo (pung dragon) (pung dragon) (pung simple) a (pung dragon) (pung dragon) x3 a | saved
The device begins an evening by a modern rule set
    WITH babcock: NEW down a a | BMJA ; DMJL ; up to 1000
    down a | DMJL
    x6 down | 500
""")
def test_modern_rules(device: Headless, walk: Walk) -> None:
    go(device, walk, KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_with_a_second_chow_say_why_they_are_no_hand(tmp_path: Path, language: str) -> None:
    with Headless(lay(speaking(tmp_path, language), "bmja")) as device:
        play(device, "up right hold:up " + typed("(222p) (345m) 678s 999s 55z"))
        assert lang.say("no too-many-chows") in device.text()


def test_the_list_of_special_hands_shows_the_tiles_of_the_current_one(tmp_path: Path) -> None:
    def tiles_shown() -> bool:
        return any("1" in row for row in device.pixels()[45:])  # below the three lines of the list

    with Headless(lay(tmp_path, "bmja")) as device:
        play(device, "up right hold:a down")
        assert current(device) == "last discard"
        assert not tiles_shown(), "it has none of its own"
        shown = set()
        for _ in range(14):
            play(device, "down")
            if current(device) not in ("original call", "count known"):
                assert tiles_shown(), current(device)
                shown.add(current(device))
        assert {"thirteen orphans", "Knitting", "Fourfold Plenty"} <= shown
