"""Cards by different rule sets, and what few hands have: by keys, read from the screen."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help.playing import lay, play, text_after
from help.walking import Walk, go, walks
from mingg import lang
from mingg.entry.entry import OF_WIN
from mingg.evening.evening import keep_draft
from mingg.ui.screens.deal.table import win
from mingg_host.device.headless import Headless
from screens.goldens import LANGUAGES, speaking

LISTED = "hold:a down "  # the list of what else may be said
KEYS = {f"LISTED{row}": f"{LISTED} {'down ' * row} right" for row in range(6)}
KEYS |= {"SPECIAL": "+four_winds +all_majors +nine_gates +thirteen_orphans +seven_twins +three_concealed"}


@walks("""
The last tile is asked only if its shape counts
    WITH babcock: Cy<Bo a | Di
A that is pressed again and again answers nothing about the winning tile
    WITH harr-limit: Cy< (pung simple) x5 a | winning tile ; choose with the arrows
    A_PUNG | Di
    b b a NO_CHOW x3 a | winning tile ; choose with the arrows
    b | both ends
A fourth set removes the entered chow
    WITH chinese: Cy<Bo x3 (pung simple) a BETWEEN b b | score 28 # 20, three pungs, a chow filled in the middle
    (pung simple) | score 38 # 20, four pungs, no chows: and no chow filled
    a | ! one end ; a pung ; pair ; of 2-8
Another way of drawing takes back that the tile was not shown
    WITH babcock: up rare:list right a rare:loose b rare:loose | drew it
A first hand goes with nothing else
    WITH babcock: down rare:list right down right down down down right | 1 x yes
Flowers are behind the held left arrow if they are played
    WITH babcock flowers=seasons: Cy<Bo | hold
    FLOWERS | Cy: flowers ; A next
    x2 up | 3 W ; red ; 68 # 20, nothing else 10, a flower 4: x2 for the seat's own
    a | Di
    b | 1
Without flowers the held left arrow does nothing
    WITH babcock: Cy<Bo | ! flower
    hold:left | 2-8?
A flower goes through green, red, both and none, and takes no press more
    WITH babcock flowers=seasons: Cy<Bo FLOWERS down | green
    down | red
    down | both
    down | ! green ; ! red ; ! both
    down a | Di
A flower that another player holds is refused by name
    WITH babcock flowers=seasons: Cy<Bo FLOWERS down a FLOWERS down | Cy has green 1 ; red
    b b FLOWERS down down | ! both
A flower may be what a loose tile replaced
    WITH babcock flowers=seasons: up rare:loose a | after a kong or flower
    FLOWERS left a | Di
Without West three and four keep their sides
    WITH babcock players=3 flowers=seasons: Ann<Bo FLOWERS x3 up left right down | 1 x both ; 3 x green
Two players have two seat winds each, of which the seat wind alone makes a pair
    WITH babcock players=2: Ann<up down | pair E
    a b | undone: seat ES pair
    (pung wind) (pung wind) | score 112 # 28 x4
    down | seat wind is in
Two players win only with two doublings
    WITH babcock players=2: Ann<up (pung wind) a | win: x4 or special hand
Winds are taken back as they came
    WITH harr-limit: Cy<Bo (pung round) (pung wind) b | score 14 # the round wind stays
Nine gates are of one suit; what was named and is no more is refused at the end
    WITH babcock SPECIAL: Cy<Bo LISTED2 a | 300 ; limit ; one suit
    hold:a HALF_SUIT a | not nine gates
A special hand that its sets contradict is refused, and one that they show cannot be entered
    WITH babcock SPECIAL: Cy<Bo LISTED0 | not four winds
    b b x3 (pung major) (pung dragon) hold:a HONOURS right hold:a LIST down right | follows from the sets
Thirteen orphans have no sets
    WITH babcock SPECIAL: Cy<Bo LISTED3 a | 300 ; limit ; orphans
    left | that hand has no sets
    right | pair of dragons # nothing else is possible: it is not asked
    a | Di
Seven twins may hold more pairs than one
    WITH babcock SPECIAL: Cy<Bo LISTED4 a right right down | score 150 # half the limit
    LISTED4 | one pair only
A kong that was claimed onto three counts as concealed
    WITH babcock +three_concealed: Cy<Bo pung simple pung simple (kong simple) | score 36
    LISTED0 a | discard 1 ; score 72
    b | score 36 # it was not claimed
    LISTED0 a (pung simple) b b b | score 28 # the kong is gone, too
    LISTED0 | no exposed kong
A chow with the fourth of an open pung doubles
    WITH harr-limit: Cy<Bo (pung simple) LISTED3 a | fourth ; score 24
    a | a pung # and not: a pung / the pair
    b b b LISTED3 | no such exposed pung
A dead hand scores nothing and may be made alive again
    WITH babcock: Cy<Bo a (pung simple) LISTED0 a | dead ; score 0
    LISTED0 a | score 2
In the Chinese game a hand with too few tiles is scored, and a suit doubles the winner alone
    WITH chinese: Cy<Bo a A_PUNG (pung simple) LISTED0 a | too few ; score 2
    LISTED1 a | too many ; score 0
    LISTED1 a | score 2
    hold:a HALF_SUIT | only a winner's
Two players may be liable for half
    WITH babcock +insurance: Cy<Bo hold:a ONE_SUIT a x2 right | half
    left | 2 x half
    down | two at most
    right | 1 x half
    a b | 1 x half # it stands when B leads back
By the DMJL nobody is liable for half
    WITH dmjl: Cy<Bo hold:a ONE_SUIT a A_PUNG right | pays all
    right | ! pays all ; ! half
By Harr only the player who discarded can be liable
    WITH harr-limit: Cy<Bo hold:a ONE_SUIT a A_PUNG left | only the discarder
    right | pays all
    x4 b up hold:a ONE_SUIT a A_PUNG | Di # nobody discarded: nothing is asked
    x3 a WHY | 2 x -160 ; -320
Liability is asked for the four kinds of hand in the books
    WITH harr-limit: Cy<Bo SETS a LAST | SHOWN
    WITH babcock +insurance: Cy<Bo SETS a | SHOWN
    = SETS / LAST / SHOWN
    = x2 (pung dragon) / A_PUNG / ! liable?
    = x3 (pung dragon) / A_PUNG / liable?
    = x4 (pung major) / up / ! liable?
    = x4 (pung major) right / up / liable?
    = hold:a HALF_SUIT / A_PUNG / ! liable?
    = hold:a ONE_SUIT / A_PUNG / liable?
Feeding is asked of the player to the left if four sets may be exposed
    WITH babcock +feeding: Cy<Bo a | ^ N / Di # another tile would have won: more were in the hand
    b b a right pung simple a | ^ N / Di # a pung in the hand
    b b a | liable?
    left | only the left neighbour
    right | fed them
    a pung dragon x3 a WHY | 1 x +88 ; 1 x -88 ; ! -44 # 22, 22 and 44 from Bo; losers do not settle
Nobody fed a hand with a concealed set
    WITH babcock +feeding: Cy<Bo pung simple hold:a LIST right right | needs 4 exposed sets ; A nobody
A liability is removed with its hand
    WITH harr-limit: Cy<Bo hold:a ONE_SUIT a A_PUNG right a b | pays all
    x4 b left hold:a ONE_SUIT a A_PUNG | ! pays all ; A nobody # it was Di who discarded
A page of liability that is no longer asked leads on and back
    WITH babcock +insurance: Cy<Bo LISTED0 right a a x2 right | A nobody
    b | Cy
    a | Di
A winner's card offers a suit until one is entered
    WITH RULES: Cy<Bo | SUIT
    (pung simple) (pung dragon) pung major | SUIT
    hold:a HALF_SUIT | ! SUIT ; suit+hon.
    = RULES / SUIT
    = harr / hold A: suit?
    = harr-limit / hold A: suit?
    = babcock / hold A: suit?
    = chinese / hold A: suit?
No suit is offered if the sets cannot be of one
    WITH babcock: Cy<Bo hold:up {(222p) OUT} | hold A: suit?
    hold:up {(333m) OUT} | ! hold A: suit? # dots and characters
    hold:a HALF_SUIT | follows from the tiles
    WITH babcock +thirteen_orphans: Cy<Bo LISTED0 a | ! hold A: suit?
A suit that the sets exclude says why
    WITH babcock: Cy<Bo SETS hold:a SUIT | REASON
    = SETS / SUIT / REASON
    = (pung simple) / right / all honours: no 2-8
    = (pung dragon) / up / one suit: no honours
A suit that the tiles contradict can be taken back
    WITH babcock: Cy<Bo hold:a SUIT hold:up {TILES OUT} hold:a SUIT | ! suit+hon. ; ! one suit ; ! honours
    = SUIT / TILES
    = right / (789m)
    = up / 44m 22p
    = left / 44m 22p
A loser is offered a suit if it doubles the hand
    WITH RULES: Cy<Bo a | ! hold A: suit? # there is nothing to double
    (pung simple) | hold A: suit?
    b | ! hold A: suit?
    hold:right | hold A: suit? # a pair of dragons
    = RULES
    = harr
    = babcock
By other rules no suit is offered to a loser
    WITH RULES: Cy<Bo a A_PUNG (pung simple) | Di ; ! hold A: suit?
    = RULES
    = harr-limit
    = chinese
A suit that was changed is the last entry
    WITH babcock: Cy<Bo hold:a HALF_SUIT (pung simple) | suit+hon.
    hold:a ONE_SUIT | one suit
    b READ | hold A: suit? ; score 22 # mixed again, and the pung stands
The order of the entries is kept in the draft
    WITH babcock: Cy<Bo (pung simple) hold:a HALF_SUIT (pung dragon) wait:1500 REBOOT a b | score 44 # 22 and the suit
    b READ | hold A: suit?
    b | B back ; A done
A held arrow enters the pair at once
    WITH babcock: Cy< | hold ; pair
    hold:right | score 24 # 20, drawn 2, the pair 2
    hold:down | one pair only
    b hold:down | score 24 # the seat wind
    b (pung dragon) | hold ; pair # beside the set of dragons
    WITH harr-limit: Cy< (pung seat) hold:down | score 32 # 10, the seat wind 4, the pair of the round's 2: x2
A question with one answer is not asked
    WITH harr-limit: Cy<Bo down | winds?
    down | seat W?
    left down | round E? # the seat wind is in
    left x2 (pung simple) right | pair of dragons ; B undo ; A done # four sets are in
Long names leave room for the hints of keys
    WITH chinese names=Wolfgang,Maximili,Bernhard,Wilhelmi flowers=own +insurance: Cy<Bo hold:a ONE_SUIT | B < ; A done
    a | winning tile
    A_PUNG | Maximili ; A nobody
    a | B < ; A none
The chain names the set that doubled
    WITH chinese +round_wind: Cy<Bo (pung round) (kong wind) a A_PUNG x3 a WHY | +640
    up right | pung of round wind ; kong of seat wind
    left | pung of round wind
B goes back hand by hand, without the flowers
    WITH chinese flowers=own: Cy<Bo a BOTH_ENDS FLOWERS down a a | Bo
    b | Ann ; ! flowers
    b | Di ; ! flowers
    b | winning tile
    b | Cy ; ! flowers
    b | Cy wins
The card shows what the missing sets are taken for
    WITH babcock: Cy<Bo | 4 chows
    (pung simple) | 3 chows
    (pung simple) | 2 chows
    (pung simple) | 1 chow
    (pung simple) | no chows
    a | ! chow # a loser's sets are those that are entered
B takes back exactly the last entry
    WITH babcock SPECIAL: Cy<Bo | keep nothing ; B back ; A done
    (kong simple) | keep kong ; B undo ; A done
    hold:a HALF_SUIT | keep suit
    pung major | keep pung
    LISTED5 a | keep claimed
    hold:right | keep pair
    (pung simple) b READ | is pair ; B undo ; A done
    b READ | is claimed
    b READ | is pung
    b READ | is suit
    b READ | is kong
    b READ | is nothing ; B back ; A done
    LISTED3 a | orphans
    b READ | is nothing
    a | keep loser
    (pung simple) LISTED0 a | dead
    b b READ | is loser
    b | is nothing # B without entries is the screen before
Every entry comes back with the draft
    WITH chinese flowers=seasons +insurance +round_wind: up rare:list right x2 down right a up hold:a up hold:left up a
    x2 down x2 right a x2 left hold:a down right a hold:left x3 left wait:1500 | Di: flowers ; both ; keep flowers
    REBOOT a hold:left | is flowers
    x4 b | Ann ; half # the entries of Di's hand are taken back
    b | Cy ; one suit
    b b | hidden last
""")
def test_card(device: Headless, walk: Walk) -> None:
    go(device, walk, KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_flowers_of_every_number_stand_on_the_panel(language: str, tmp_path: Path) -> None:
    with Headless(speaking(lay(tmp_path, "babcock", flowers="seasons"), language)) as device:
        for winner, turn in itertools.product(range(4), repeat=2):  # each player is at each side
            app = device.app
            win(app, winner)
            app.play.entry.set_way("draw", None)
            app.play.evening.turn = turn
            app.play.entry.hands[winner].flowers = list(range(1, 9))
            app.show("seldom.flowers.Flowers", 0)
            device.wait(20)
            assert device.text().count(lang.say("both")) == 4
            app.play.forget_entry()
            app.navigator.show_root()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_with_a_long_name_fits_the_panel(tmp_path: Path, language: str) -> None:
    lay(tmp_path, "babcock", names=["Ann", "Bo", "W" * 8, "Di"], flowers="seasons")
    with Headless(speaking(tmp_path, language)) as device:
        texts = text_after(device, "up right hold:left x2 down a hold:left x2 down")
    assert any(text.startswith("WWW") and "1" in text for text in texts), "the number is read, whatever the name"


SPOILT = [
    *({"winner": winner} for winner in ("x", None, 4, -9, [])),
    *({"hands": hands} for hands in (5, [5] * 4)),
    *({"hands": [{"sets": sets}] * 4} for sets in (5, [25], [3], ["x"], [{}])),
    *({"hands": [{"sets": [129], "groups": groups}] * 4} for groups in (["(22p"], [5], 5)),
    {"hands": [{"sets": [129], "order": 5}] * 4},
    *({"hands": [{key: value}] * 4} for key in ("beside", "said") for value in (["(22p"], 5, [None], [5])),
    *({"hands": [{"score": score}] * 4} for score in ("x", -2, 1.5)),
    *({"hands": [{"flowers": flowers}] * 4} for flowers in (5, "x", [9])),
    *({"hands": [{key: "x"}] * 4} for key in ("suit", "dead", "special", "fishing", "last_set", "only_place")),
    *({"hands": [{key: "x"}] * 4} for key in ("fourth", "wind_sets", *OF_WIN)),
    *({key: value} for key in ("liable", "source") for value in (5, "x", [[9], [9], [9], [9]])),
    *({key: "x"} for key in ("way", "opening", "at", "correcting", "hidden")),
    *({"at": 9}, {"correcting": 7}, {"last_tile": "0z"}, {"shelved": 5}, {"shelved": {"winner": "x"}}),
    *(5, "x", [], {}),
]


@pytest.mark.parametrize("spoilt", SPOILT, ids=str)
def test_a_draft_that_cannot_be_read_is_lost_and_named(
    switch_on: Callable[..., Headless], tmp_path: Path, spoilt: Any
) -> None:
    device = switch_on(lay(tmp_path, "babcock", flowers="own"))
    play(device, "right up left left a right left")
    entry = {**device.app.play.entry.pack(), **spoilt} if spoilt and isinstance(spoilt, dict) else spoilt
    keep_draft(device.app.play.evening, entry)
    restarted = switch_on(tmp_path)
    assert {"Deal 1 was half", "Enter it again."} <= set(restarted.text())
    play(restarted, "a")
    assert restarted.app.is_at_table()
    assert restarted.app.play.entry is None
