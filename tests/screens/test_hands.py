"""The list of hands in the menu: one is looked up or changed, and the entry goes on where it was."""

from __future__ import annotations

from help.playing import play
from help.walking import Check, Walk, go, walks
from mingg_host.device.headless import Headless
from screens.screens_deals import CORRECTED, CY_FROM_BO

# Cy claims Bo's tile and has a pung; Di's dragons are entered; Ann's hand is shown, and Bo's is to come.
KEYS = {"AT_ANN": "up right left right a right left a", "CY_FROM_BO": CY_FROM_BO, "CORRECTED": CORRECTED}
KEYS |= {"TO_THE_WINNER": "x2 up a", "TO_HOW": "x3 up a", "LEAVE": "b b b"}  # a part of the menu, and the menu


def card_of(device: Headless, name: str) -> bool:
    """True if the card of this player is shown."""
    texts = device.text()
    return name in texts[:2] and ("1 9 wind" in texts or "dragon" in texts)


CHECKS: dict[str, Check] = {"card": card_of}


@walks("""
The list shows how the deal was won and what each hand counts
    AT_ANN HANDS | ^ deal 1 / B back / A open / Cy won from Bo / Cy / 24 / Di / 8 / Ann / 0 / Bo not entered
No hand counts as entered before how the deal was won is known
    Cy<Bo b b HANDS | Cy not entered ; Di not entered ; Ann not entered ; Bo not entered
Table is reached from a hand and the deal waits
    AT_ANN | keep card
    HALF_TABLE | begun ; B undo ; A go on
    a | is card
A half-entered deal is dropped only by holding A
    DRAW AT_ANN HALF_DROP | drop deal 2? ; Cy won from Bo ; hold A: drop it
    a a up left | drop deal 2?
    hold:a | who won? ; A more ; deal 2 was dropped
    up | how? # a new entry
    left | 4 chows # without the sets of the old one
    REBOOT | who won?
B on Table asks whether to drop the deal
    AT_ANN HALF_TABLE | keep table
    b | drop deal 1? ; hold A: drop it
    b | is table
    b hold:a | deal 1 was dropped
The page of keys says how to leave a hand
    AT_ANN KEYS | to Table
    LEAVE_KEYS HALF_TABLE KEYS | ! to Table # it is Table
Another winner is announced only when it changes
    AT_ANN HALF_TABLE left | now Di wins
    b MENU b b left | ! now Di wins
A drop is left with nothing changed
    AT_ANN | keep card
    HALF_DROP LEAVE | is card
While a saved deal is corrected nothing can be dropped
    DRAW DEALS a a MENU | ! drop this deal
The list is left the way it was reached with nothing changed
    AT_ANN | keep card
    MENU | keep menu
    a | keep part ; hands of this deal
    a | keep hands
    TO_HOW b | A open
    x3 down a b | A open # Ann's hand, which is empty
    down a b | A open # Bo's
    up | is hands
    b | is part
    b | is menu
    b | is card
An earlier hand can be changed and the entry continues
    AT_ANN HANDS TO_THE_WINNER | Cy ; 24
    left right | 28
    a | card Ann # not Di, whose hand comes after the winner's
    a a | record hands.W.sets ["pung simple", "pung simple"] ; record hands.N.sets ["(pung dragon)"]
A later hand can be entered first and none is skipped
    Cy<Bo HANDS x3 down a | card Bo
    right left wait:1500 REBOOT | begun
    a | card Cy # back to the winner's hand
    a | card Di
    a a | Bo ; 8 ; ! saved # and Bo's dragons are in
    a | record hands.S {"sets": ["(pung dragon)"]} ; record hands.N null
Looking up the last hand saves nothing, when it is left by the menu and then finished
    Cy<Bo HANDS x3 down a right left THEN a | card Cy
    = THEN
    = wait:20
    = HANDS LEAVE
    = HANDS x2 down a HANDS LEAVE
    = b HANDS x2 up a HANDS x3 down a HANDS LEAVE
How can be changed and the entry continues
    AT_ANN HANDS TO_HOW down | card Cy
    a | card Ann
    a a | record win.from "E"
After a robbed kong all hands come again: the robbed player's hand needs a pung then
    AT_ANN HANDS TO_HOW rare:robbed:left a | card Di
    b a | enter exposed pung
The robbed player's card asks for the exposed pung before A is refused
    up rare:robbed:left a | + robbed pung
    pung simple | + robbed pung # one in the hand is not it
    a | enter exposed pung # an instruction, and the card stays
    (pung simple) | B undo ; A done
    a | ! + robbed pung # nothing of the sort is asked of Ann
A robbed player whose hand is dead need not have a pung
    up rare:robbed:left a hold:a LIST right a | ! + robbed pung
    a | Ann ; B back ; A none
A hand is corrected from the list
    CY_FROM_BO DEALS a a | Cy wins
    HANDS_OF_CORRECTION x2 up a b right right a | card Bo # Di's dragons, now concealed; on with the last hand
    a | A accept ; +24
    a LEAVE_LIST | who won?
A correction from the list is the same as hand by hand
    CY_FROM_BO DEALS CORRECTED | keep result
    b HANDS_OF_CORRECTION b b a | is result
The menu offers the hands only while there are some
    MENU a | ! hands of this deal
    b LEAVE_MENU up MENU a | ! hands of this deal
    LEAVE_PART b up right x4 a MENU a | ! hands of this deal
Only players in play are listed
    WITH babcock players=MANY: down down HANDS | Ann ; LISTED
    = MANY / LISTED
    = 2 / Bo not entered ; ! Cy
    = 3 / Cy not entered ; ! Di
    = 5 / Di not entered ; ! Eve
""")
def test_hands(device: Headless, walk: Walk) -> None:
    go(device, walk, KEYS, CHECKS)


def test_no_arrow_is_covered_by_what_announces_another_winner(device: Headless) -> None:
    play(device, f"{KEYS['AT_ANN']} hold:b hold:b left")
    where = {text: y for _, y, text in device.texts}
    assert not any(abs(where[name] - where["now Di wins"]) < 9 for name in ("Cy", "Bo", "Ann"))
