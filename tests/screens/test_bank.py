"""The counters, by keys: which move after a deal, the trays, trays that are counted again, own sets."""

from __future__ import annotations

from pathlib import Path

from help.intent import said
from help.named_keys import LEAVE_PART, NEXT
from help.playing import WIDE, Box, apart, play, records, replayed
from help.walking import Check, Walk, go, walks
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.evenings import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.ui.kit.canvas import BOLD, TEXT
from mingg_host.device.headless import Device, Headless
from mingg_scoring.interchange.sessions import answer_exchange
from screens import screens_bank
from screens.screens_bank import BABCOCK, BEGIN, FOUR, INTO_COUNTERS, LARGE, LOSES, PICTURED, SETUP, TRAYS
from screens.screens_bank import session as session_with
from screens.screens_setup import OPTIONS, agree
from screens.screens_setup import row as into

# three rounds of three: the player to the right of East draws and wins, in the last deal from a discard
_ROUNDS = " ".join(said(f"{side}< x3 a NEXT NEXT") for side in ("right", "left", "down") * 3).rsplit("down down", 1)
KEYS = {
    **vars(screens_bank),
    "LARGE": f"{SETUP}{INTO_COUNTERS}{LARGE}a {BEGIN}",
    "COUNTERS": SETUP + INTO_COUNTERS,
    "PLAYED": f"{FOUR}{PICTURED}{NEXT} {NEXT} ",  # the deal of the pictures, and on to Table
    "GAME": session_with(BABCOCK, "up", "left") + _ROUNDS[0] + "down left left up x3 a a a",
    "SECOND": "up right left left right left a right left x3 a a",
    "ROUNDED": f"{SETUP}{into(OPTIONS)}{agree('round_to_ten')}b",
}
BELOW_ROWS = ("- in", "- puts in", "in pairs", "owed", "lends", "repays")  # in lines that are no rows


def table(device: Device) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Returns what a screen of columns shows: the heads, and the first text and the cells of each row."""
    texts_drawn = device.texts
    heads = {x + TEXT.width(text): text for x, y, text in texts_drawn if y == 10}
    rows: list[tuple[str, list[str]]] = []
    for y in sorted({y for _, y, _ in texts_drawn if y > 10}):
        texts = sorted((x, text) for x, text_y, text in texts_drawn if text_y == y)
        if any(words in text for _, text in texts for words in BELOW_ROWS):
            continue
        cells = {x + face.width(text): text for x, text in texts for face in (TEXT, BOLD)}
        rows.append((texts[0][1], [cells.get(edge, "") for edge in sorted(heads)]))
    return [heads[edge] for edge in sorted(heads)], rows


def shown(device: Device) -> dict[str, dict[int, int]]:
    """Returns the exchange on the screen: by name, what the player puts (below zero) and takes of each value."""
    heads, rows = table(device)
    return {
        name: {int(head): int(cell) for head, cell in zip(heads, cells, strict=True) if cell and head.isdigit()}
        for name, cells in rows
    }


def computed(device: Device) -> dict[str, dict[int, int]]:
    """Returns the exchange as `mingg exchange` computes it, from the trays before the last deal."""
    head, *_, last = records(device)
    values = [500, 100, 10, 2] if head["counters"] == "babcock" else [1000, 500, 100, 10, 2]
    held = last["before"]["held"]
    replay = replayed(device)["deals"][-1]
    east = head["names"].index(replay["east"])
    names = [head["names"][(east + i) % 4] for i in range(4)]
    exchanged = answer_exchange(
        {
            "values": values,
            "trays": dict(zip(head["names"], held["trays"], strict=True)),
            "box": held["box"],
            "net": {name: replay["net"].get(seat, 0) for seat, name in zip("ESWN", names, strict=True)},
        }
    )
    zeros = [0] * len(values)
    return {
        name: {
            value: take - put
            for value, put, take in zip(
                values, exchanged["put"].get(name, zeros), exchanged["take"].get(name, zeros), strict=True
            )
            if take != put
        }
        for name in head["names"]
    }


LEAVE_TRAYS = f"b {LEAVE_PART}"  # to the screen below the menu


def trays(device: Device) -> dict[str, list[int]]:
    """Reads the trays from the screen, and leaves it. By the first two letters of a name."""
    play(device, TRAYS)
    heads, rows = table(device)
    counts = [cells for _, cells in rows if all(cells)]  # rows below may show open payments
    by_name = {
        "box" if head == "bank" else head[:2]: [int(cells[index]) for cells in counts]
        for index, head in enumerate(heads)
    }
    play(device, LEAVE_TRAYS)
    return by_name


def same_as_replay(device: Headless, _: str = "") -> bool:
    replay = replayed(device)
    return trays(device) == {**{name[:2]: tray for name, tray in replay["trays"].items()}, "box": replay["box"]}


def moves_of(device: Headless, text: str) -> bool:
    """Whether these counters move, and no others: `Bo 10=2, Cy 10=-2 500=1`."""
    expected = {}
    for part in text.split(", "):
        name, *moves = part.split()
        expected[name] = {int(value): int(number) for value, number in (move.split("=") for move in moves)}
    return {name: moves for name, moves in shown(device).items() if moves} == expected


def puts(device: Headless, text: str) -> bool:
    """Whether a player puts counters of these points, or takes them: `Bo -2000`."""
    name, points = text.split()
    return sum(value * count for value, count in shown(device)[name].items()) == int(points)


def has(device: Headless, text: str) -> bool:
    """Whether the tray of a player, or the bank, has these counters."""
    name, *numbers = text.split()
    return trays(device)[name] == list(map(int, numbers))


CHECKS: dict[str, Check] = {
    "computed": lambda device, _: shown(device) == computed(device),
    "moves": moves_of,
    "puts": puts,
    "tray": has,
    "held": same_as_replay,  # by the records
    "lent": lambda device, points: replayed(device)["lent"] == [{"from": "Ann", "to": "Bo", "points": int(points)}],
    "lines": lambda device, number: len(records(device)) == int(number),
}


@walks("""
After a deal the counters that move are shown
    FOUR PICTURED | saved ; A counters
    a | computed ; to move: 14
    NEXT | held
Payments are shown again on the way back and from Table
    FOUR PICTURED NEXT b | ^ saved
    a NEXT LAST_DEAL a | computed
    NEXT | 2736
The order of the books is another page
    FOUR PICTURED NEXT right | in pairs ; 1/2 ; Ann>Cy ; Bo>Cy ; Di>Cy
    down | 2/2
    left | to move: 14
    a | 1640
Without counters no screen mentions them
    PICTURED | ^ saved / B undo ; record before.held null
    a MENU up | ! counters
A draw moves no counters and asks no more presses
    FOUR DRAW | 2000 ; tray An 2 9 8 10 ; tray Bo 2 9 8 10 ; tray Cy 2 9 8 10 ; tray Di 2 9 8 10 ; tray box 0 0 0 0
The counters are shown after a power cut
    FOUR PICTURED REBOOT | held
    LAST_DEAL a | computed
The fifth player who sits out is paid
    FIVE Cy<Bo x4 a NEXT | puts 5 80 ; stands 1900 1950 2120 1950 2080
    NEXT | held
    TRAYS hold:a right a | record count {"5": [2, 1, 5, 7, 5]}
The bank lends and is repaid first
    LENT | bank lends Cy 2352 ; puts Cy -2000
    NEXT TRAYS | ~ Cy owes 2352
    up | owes bank 2352 ; -2352 ; 0
    b b LEAVE_PART PAYMENT_BESIDE_COUNTERS down up x2 up a | Cy repays 20
    NEXT | held
A player with too little pays all they have and the rest stays open
    POOR | 7056 owed ; puts Bo -2000 ; puts Cy -2000 ; puts Di -2000
    down | Not enough to pay with. ; ~ Bo Ann 2352 Cy Ann 2352 Di Ann 2352
    b | 7056 owed
    NEXT | held
    TRAYS | B>A 2352  C>A 2352 ..
    up | owed -2352 ; 0
    REBOOT | held
Less than a counter stays open until the next deal
    OPEN | 6 owed
    down | Less than 10 is left. ; Left for the next deal: ; $ Bo / Cy / 4 / Di / Cy / 2
    up | to move: 11
    NEXT TRAYS | Bo>Cy 4  Di>Cy 2
    b LEAVE_PART | held
    PAYMENT_BESIDE_COUNTERS right up up right x2 up a | moves Bo 10=-2, Cy 10=2
    down | ~ Di Bo 2
    NEXT | held
A payment without change stays open
    LARGE PICTURED a | moves Ann 500=-1, Cy 500=1
    down | Nobody has change.
    NEXT | held
Without room for a hint A leads to the open payments first
    POOR_FIVE down | bank
    up a | Not enough to pay with.
    b right a | Not enough to pay with.
    NEXT | held
Open payments are taken back with their deal
    OPEN NEXT DEALS hold:a a NEXT LEAVE_LIST | held
    TRAYS | ! open
Undo puts the counters back
    FOUR PICTURED NEXT NEXT DEALS hold:a a | puts Cy -736
    a LEAVE_LIST | tray An 2 9 8 10 ; held
A correction shows the counters that still have to move
    PLAYED SECOND NEXT DEALS down hold:a a | puts Cy -736 # the first deal counts as a draw
    a LEAVE_LIST | held
A payment by hand moves counters, and no message covers those of five players
    FOUR PAYMENT_BESIDE_COUNTERS up right x2 up a | moves Bo 10=2, Cy 10=-2
    a | 1980 ; held
    FIVE PAYMENT_BESIDE_COUNTERS down right x2 up a | ~ saved ; moves Ann 10=-2, Bo 10=2
The pool at the end moves counters
    GAME | game over
    up right a | ! game over
    a | game over
    b | held
Players lend to each other in one entry and give it back
    FOUR LOAN down right left x2 up a | to move: 2 ; 200 lent: saved
    a TRAYS | Bo owes Ann 200 ; !~ +200 ; !~ -200 # no tray is wrong
    | stands 2000 2000 2000 2000 ; lent 200
    x5 b LOAN right down left up a a DEALS | ~ Bo lent Ann 100 ; lent 100
    hold:a | undo loan
    a | to move: 1 ; lent 200 # the counters go back; a loan is taken back like any line
Nobody lends more than they have
    FOUR LOAN down right left left x3 up a | no counters for that ; lines 1
An empty bank can be stocked where a player has too little
    FOUR LOAN down right left left x2 up a a PAYMENT_BESIDE_COUNTERS down left left up a | Not enough to pay with.
    | stock the bank
    down | bank
    right a | record box [1, 0, 0, 0]
A tray is counted and balances stay
    PLAYED TRAYS up | ^ count Cy / B < / A confirm ; $ which ; 2736 ; balance
    left | 500 less than balance
    left down right | 1836 ; 900 less than balance
    a | counted: saved ; record count {"Cy": [1, 12, 11, 13]}
    b | 2736 ; held
    REBOOT | tray Cy 1 12 11 13
    TRAYS | ~ Cy -900
B does not change a tray
    FOUR DRAW TRAYS up left b b LEAVE_PART | tray Cy 2 9 8 10 ; lines 2
    TRAYS up a | nothing has changed ; lines 2
The bank is counted and a count is taken back
    FOUR DRAW TRAYS a right a LEAVE_LIST | tray box 1 0 0 0 ; held
    DEALS | bank counted
    hold:a a LEAVE_LIST | tray box 0 0 0 0 ; held
A correction of a deal before a count is paid after the count
    PLAYED TRAYS right down right a b DRAW DEALS down down hold:a a | puts Cy -736 # the first deal counts as a draw
    a LEAVE_LIST | held
A half-entered deal waits while a tray is counted
    FOUR Cy<Bo (pung simple) wait:1000 TRAYS right left a wait:1000 REBOOT | begun
A new session first shows the counters that each receives
    COUNTERS BABCOCK PROPOSED | ^ each gets ; ~ 500 2 ; ~ 100 9 ; ~ 10 8 ; ~ 2 10 ; bank ; 0 ; 2000
    b x3 down | evening ; Babcock's # the proposal is as it was
    PROPOSED a | head counters "babcock"
The menu shows what each receives and what the bank has
    THREE RECEIVES | ^ each gets ; bank ; 2000 # the fourth share of the set
    a | ^ menu
Players define a set of their own
    COUNTERS OWN | each has 2000
    right up x3 right down right x3 down x2 right up | 2 x red # 3 of 500; for 100 there are 6 of 50, red
    a | own set
    BEGIN DRAW | head counters.values [500, 50, 10, 2] ; head counters.start [3, 6, 8, 10]
    | head counters.box [0, 0, 0, 0] ; head counters.marks ["", "red", "", ""] ; held
A set without small counters warns of open payments
    COUNTERS NO_TWOS | 2000; below 10 owed
    a | below 10 stays owed
With payments rounded to ten, tens are small enough
    ROUNDED x3 up a NO_TWOS | each has 2000
    a | ! open ; ! owed
    BEGIN PICTURED a | ! open ; ! owed
An impossible set is refused
    COUNTERS OWN MORE | WHY
    = MORE / WHY
    = x4 right up a / 200 does not fit 500
    = x4 right x2 up a / largest first
    = x5 down a / largest first
Leaving the editor changes nothing
    COUNTERS OWN right up b b | counters = none
""")
def test_counters(device: Headless, walk: Walk) -> None:
    go(device, walk, KEYS, CHECKS)


WIDEST = {"values": [5000, 1000, 500, 100, 50, 10], "start": [0, 1, 1, 3, 3, 5], "box": [1, 0, 1, 0, 3, 1]}


def test_six_values_and_the_widest_names_are_shown_completely(tmp_path: Path, boxes: list[Box]) -> None:
    """The screen shows loans, open and missing points, with another page for the columns and one for the open
    payments."""
    session = Session(WIDE[:4], load("babcock", {"limit": None}), WIDEST)
    begin(open_evening(Store(str(tmp_path), None)), session)
    with Headless(tmp_path) as device:
        play(device, LOSES + NEXT)
        apart(boxes)
        heads = table(device)[0] + table(play(device, "down"))[0]
        apart(boxes)
        assert heads == ["5000", "1000", "500", "100", "50", "10"]
        assert "Not enough to pay with." in play(device, "down").text()
        apart(boxes)
        texts = [row[0] for row in table(play(device, "b right"))[1]]
        apart(boxes)
        assert texts[:4] == ["M>W", "b>W", "N>W", "Q>W"], "of whom to whom"
        play(device, f"{NEXT} {TRAYS}")
        apart(boxes)
        assert {"bank -1890", "owed -462"} <= set(play(device, "up").text())
        apart(boxes)
        assert {"bank -1890", "+5000"} <= set(play(device, "right").text())
        apart(boxes)
