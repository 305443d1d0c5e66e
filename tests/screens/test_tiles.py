"""Hands that are entered tile by tile: the board, what follows from the tiles, and the way between tiles and card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from help.answers import read_deal
from help.named_keys import DEALS, TAKE_OFF_TILE
from help.playing import lay, play
from help.tiling import START, path, typed, whole_hand
from help.walking import Check, Walk, go, walks
from mingg.core.deal.hand import DRAGON, PAIR
from mingg.core.hand.hand import tile_of
from mingg.entry.reopened import unpack
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.hal.store import Store
from mingg.ui.kit.canvas import TEXT
from mingg.ui.screens.deal.board import LAST
from mingg_host.device.headless import Device, Headless

BOARD = "up right hold:up "  # Cy claimed Bo's tile: the board of their hand
DRAGON_PAIR = DRAGON | PAIR
WHOLE = "(345m) (222p) 567s 777z 99p", "5s"
KEYS = {"BOARD": BOARD, "WHOLE": whole_hand(*WHOLE), "LOSER": "a hold:up"}
KEYS |= {"LONG": "hold right 700ms", "HELD": "hold left 900ms", "RELEASED": "hold right 900ms"}


def usual(device: Device) -> str:
    """Returns how the set that A held enters is pictured in the header, after its words."""
    x, _, text = next(item for item in device.texts if item[2].startswith("hold A: "))
    rows = [row[x + TEXT.width(text) + 2 :][:13] for row in device.pixels()[2:8]]
    full = ["1" + "0001" * 3] * 6
    hollow = ["1" + "0" * 10 + "11"] + ["1" + "011" * 4] * 4 + ["1" + "0" * 10 + "11"]
    return "concealed" if rows == full else "exposed" if rows == hollow else "\n".join(rows)


def cell(device: Device, tile: int) -> list[str]:
    """Returns the picture of one tile on the board, with or without the cursor."""
    x, y = 1 + 14 * (tile % 9), 11 + 13 * (tile // 9)
    rows = [row[x : x + 13] for row in device.pixels()[y : y + 13]]
    return [row.translate({48: "1", 49: "0"}) for row in rows] if is_cursor(device, tile) else rows


def framed(device: Device, tile: int) -> bool:
    """True if the tile has a frame, since it is in the set in question."""
    x, y = 1 + 14 * (tile % 9), 11 + 13 * (tile // 9)
    return device.pixels()[y][x : x + 13] == "1" * 13 and device.pixels()[y + 12][x : x + 13] == "1" * 13


def is_cursor(device: Device, tile: int) -> bool:
    x, y = 1 + 14 * (tile % 9), 11 + 13 * (tile // 9)
    return device.pixels()[y + 9][x : x + 13] == "1" * 13  # below the face, where a frame has only its sides


def cursor(device: Device) -> int:
    return next(tile for tile in range(35) if is_cursor(device, tile))


def marks(device: Device, tile: int) -> tuple[int, int]:
    """Returns how many of a tile are marked as this hand's, and as other hands'."""
    upper, lower = cell(device, tile)[10:12]
    mine = [upper[x] == "1" for x in (1, 4, 7, 10)]
    any_hand = [lower[x] == "1" for x in (1, 4, 7, 10)]
    return sum(mine), sum(any_hand) - sum(mine)


def counted(tiles: str) -> Iterator[tuple[int, int]]:
    """Yields tiles and numbers: `3p=2 7z=1`."""
    for tile, _, number in (item.partition("=") for item in tiles.split()):
        yield tile_of(tile), int(number)


def framed_alone(device: Headless) -> list[int]:
    return [tile for tile in range(34) if framed(device, tile) and not is_cursor(device, tile)]


def goes(device: Headless, words: str) -> bool:
    """Whether an arrow, pressed again and again, leads to these tiles."""
    arrow, *tiles = words.split()
    return [cursor(play(device, arrow)) for _ in tiles] == list(map(tile_of, tiles))


def pair(device: Headless, way: str) -> bool:
    """Whether the pair of dragons counts as filled by the last tile, or as a pair beside."""
    app = device.app
    counted = app.play.entry.counted_hand(2, app.play.playing.rules)
    return DRAGON_PAIR in app.play.entry.hands[2].sets and (DRAGON_PAIR in counted.sets) == (way == "beside")


def pictured(device: Headless, place: str) -> bool:
    """Whether the card has the picture of a pair there."""
    x, y = map(int, place.split())
    return {row[x : x + 7] for row in device.pixels()[y : y + 7]} == {"1110111"}


CHECKS: dict[str, Check] = {
    "goes": goes,
    "pair": pair,
    "pictured": pictured,
    "drawn": lambda device, _: sorted(device.app.screen.sets) == sorted(device.app.play.entry.hands[2].sets),
    "kept": lambda device, groups: device.app.play.entry.hands[2].in_tiles() == groups.split(),
    "usual": lambda device, lie: usual(device) == lie,
    "cursor": lambda device, tile: cursor(device) == tile_of(tile),
    "framed": lambda device, tile: framed_alone(device) == [tile_of(tile)],
    "mine": lambda device, tiles: all(marks(device, tile)[0] == number for tile, number in counted(tiles)),
    "others": lambda device, tiles: all(marks(device, tile)[1] == number for tile, number in counted(tiles)),
}


@walks("""
B on the card of a hand in tiles leads to the board, and takes nothing back
    BOARD WHOLE | keep card
    b | complete
    {OUT} | is card
B on the board asks no more whether to drop tiles that are gone
    BOARD WHOLE right | drops these tiles:
    left x6 b b | Cy ; B back ; A done
The board says what B takes back
    BOARD hold:a up up left a up b | undone: white dragon
    b | undone: dots 3
A held and A open the board; B and the last cell lead back
    up right hold:a a | hold A: chow ; B back ; done
    b | Cy
    b b right hold:up {OUT} | Cy
Arrows go around in rows and columns, and beside the honours is the cell that leads to the card
    BOARD KEYS a | NAME
    = KEYS / NAME
    = x3 left / dots 9
    = x7 right / dots 1
    = up up / West Wind
    = x3 left x3 down / characters 9
    = x3 down / characters 3
    = x5 right up / characters 8
    = down down left left / East Wind
    = down down x4 left / red dragon
    = LONG / dots 7
The board shows the score so far, and what the hand lacks
    BOARD | score  ; ! lacks
    {(345m)} | ^ 30 / add 3 sets # before the words: behind them it would read as a part of them
    {(222p)} | ^ 22 / add 2 sets
    {567s} | add 1 set
    {777z} | ^ 60 / add a pair
    {9p} | lacks 1 tile
    {8p} | not a hand
Tiles that are no sets yet are counted
    BOARD {(345m) 1s 4s} | lacks 9 tiles
Marks show how many tiles are in this hand and in others
    BOARD WHOLE LOSER {(888s) 66z} | mine 8s=3 6z=2 2p=0 7z=0 ; others 8s=0 2p=3 7z=3 5s=1 1m=0
Each key enters its set for a tile of a suit
    BOARD a KEY | mine 3p=MANY 4p=NEXT ; score POINTS
    = KEY / MANY / NEXT / POINTS
    = left / 3 / 0 / 22
    = right / 3 / 0 / 24
    = hold:left / 4 / 0 / 28
    = hold:right / 4 / 0 / 36
    = up / 1 / 1 / 30
    = down / 1 / 1 / 30
    = a / 2 / 0 / 30
    = hold:a / 1 / 0 / 30
A key that entered a set and stays down moves no cursor
    BOARD @3p a RELEASED | mine 3p=4 ; cursor 3p
    b @7z a HELD | mine 7z=3 ; cursor 7z
A held takes the first tile of a chow in the hand, and the cursor goes on behind it
    BOARD | hold A: chow ; usual concealed
    hold:a | mine 3p=1 4p=1 5p=1 ; add 3 sets ; cursor 6p
    right a up | cursor 9p # at the edge: the last one
A held takes an honour for an exposed pung
    BOARD down down right right | hold A: pung ; usual exposed
    hold:a | score 48 # 20 + 4, doubled: the pung of dragons lies open
A held asks what a tile is if its usual set is impossible
    BOARD {(777p) 7p} | ! dots 5
    @5p hold:a | dots 5 ; pung
A pair is entered at once if nothing else is missing
    BOARD {(345m) (222p) 567s 777z} @9p a | winning tile?
    b b | add a pair
    hold:a | dots 9 ; pair, hold: one tile # A held asks
The tile at the cursor is named while no key is pressed, once the cursor has moved
    BOARD hold:a wait:1000 | add 3 sets
    up wait:1000 | characters 6
    down down | add 3 sets
    wait:1000 | bamboo 6
Up and down enter kongs of an honour
    BOARD down down a up | score 72 # 20 + 16, doubled
    b a down | score 104 # 20 + 32, doubled
The chow of an eight or a nine is the last one
    BOARD @7p a up | mine 7p=1 8p=1 9p=1
    b @8p a up | mine 7p=1 8p=1 9p=1
A claimed kong is asked only of a winner, and only if that counts
    WITH babcock +three_concealed: BOARD a hold:left | added ; discard
    right {222m 333s} | score 72 # 20 + 8 + 4 + 4, three concealed: doubled
    {OUT} LOSER a hold:left | ! added
B takes back the last entry, and the cursor goes to it
    BOARD {(555p) 777z 5p (345m)} | mine 5p=4 7z=3 3m=1 4m=1 5m=1 ; score 60 ; B undo
    left b wait:20 | mine 5p=4 7z=3 3m=0 4m=0 5m=0 ; score 60 ; cursor 3m
    b wait:20 | mine 5p=3 7z=3 ; score 60
    left b wait:20 | mine 5p=3 7z=0 ; score 22 ; cursor 7z
    b wait:20 | mine 5p=0 7z=0 ; score  ; ! B undo ; cursor 5p
    b | Cy # with nothing in, B leads to the card
B takes back one of several tiles that became a set
    BOARD {77z 7z} | score 56 # 20 + 8, doubled: a pung of dragons
    b | mine 7z=2 ; score 22 # a pair of dragons
B takes back tiles that a set of the card was given
    up right left left hold:up a left | add 3 sets
    b | name 1 set ; score 22 # the set is on the card as before
B takes back tiles beside a set of the card of the same class
    BOARD {(555p) OUT} left left hold:up {(345m)} | name 1 set ; score 24
    b | name 1 set ; score 24 # the chow is gone alone
    b | name 1 set ; score 22
B takes back the winning tile before a set
    BOARD WHOLE hold:up | complete
    b | winning tile? ; mine 9p=2 # the pair that was said last is there
    b | mine 9p=0 ; add a pair
The last entry is known after a power cut
    BOARD {777z (345m) (555p)} wait:1500 REBOOT a hold:up b | mine 7z=3 3m=1 5p=0
    b | mine 7z=3 3m=0 5p=0
A fifth of a kind, and a chow of which a tile is gone are refused
    BOARD {[5555p]} a | all four are in
    @3p a up | all four are in
A fifth of a kind over all hands is refused
    BOARD WHOLE LOSER @7z a | ! pung # three of the red dragons are Cy's
    left | only 1 left
    a a | all four are in
Three players have no West Winds
    WITH babcock players=3: down right hold:up @3z a | no West Winds here
A fifth set is refused, and more tiles than a hand has
    BOARD {(345m) (222p) 567s 777z} up hold:a left | four sets are in
    b @9p {9p 8s} left a | 14 tiles are in
    {OUT} LOSER {(111m) (999m) (111p) (999p) 1s} hold:up a | 13 tiles are in
The board shows for how many tiles there is room
    BOARD b LOSER {(111m) (999m) (111p) 5z 6z} left a left | room for 2
An opening hand has no exposed sets
    down rare:opening hold:up a left | first hand: concealed
A set that the other cards exclude is refused
    up right right left right left right left LOSER @5z a left | 3 dragon sets are in
In Babcock's game East's seat wind is the wind that no card names, the round wind
    down right down right LOSER @1z a left | that wind is in
A set in tiles also excludes one on a later card
    right down hold:up @1z a left {OUT} x3 a down left | Ann
    a | that wind is in
The last tile is asked when the hand is complete, and nobody forgets it
    BOARD {(345m) (222p) 567s 777z 99p} | winning tile?
    b {OUT} | winning tile?
No tile is named by pressing A again
    BOARD {(345m) (222p) 567s 777z 99p} a | arrows: which tile won?
    a right | winning tile? ; cursor 5s # the same board, behind the pair that was said last
    left a | in tiles # the pair after all
B and A name the tile named last
    BOARD {(345m) (222p) 567s 777z 99p} b a hold:up right | framed 9p
A complete hand shows its winning tile and how to change it
    BOARD WHOLE hold:up right | framed 5s ; complete
    @5s | winning tile
    right | A: winning tile
    a hold:up right | framed 6s
A drawn last tile is not in an exposed set, and a claimed one in no kong: it is not asked
    up up hold:up {(345m) (222p) (567s) (777z) 99p} | Cy ; in tiles
    b b b b b b b b right hold:up {(3333m) (222+2p) [5555s] [7777z] 99p} | in tiles
A claimed last tile may be in an exposed set: it scores as a tile of the hand
    BOARD {(345m) (222p) 567s 777z 99p} ?2p | score 60 ; in tiles # 20 + 2 + 8, doubled
    x4 a | record hands.W {"tiles": "(345m) 222p 567s 777z 99p"} ; record win.tile "2p"
A set that a claimed tile completed is exposed
    up up hold:up {123m 456p 789s 111z 55z} ?1z | score 32 # 20 + 2 + 8 + 2
    wait:1500 REBOOT b up left | score 26 # how it was won has changed: the pung lies open, nothing was drawn
The only place follows from the tiles, and the last tile can be changed on the board
    BOARD {(345m) (789p) 123s 456s 22p} ?2p | score 22 # 20, only place
    hold:up | complete
    @1s a | score 30 # a one of bamboo, where a four would have done as well: nothing counts
    hold:up @2p a wait:1500 REBOOT b up | only
The robbed player has an exposed pung of that tile
    up rare:robbed:left hold:up {234m 456p 789s 222m 55z} ?4m a | 0 # Di, who was robbed
    a | enter exposed pung
    up left a | enter exposed pung # of a major
    b left left a | Ann
A loose tile may follow a flower
    WITH babcock flowers=seasons: up rare:loose hold:up {123m 456p 789s 111z 55z} ?5z a | after a kong or flower
    FLOWERS | Cy: flowers
    up a | Di
Marks that follow from tiles cannot be changed
    WITH babcock +four_winds: BOARD WHOLE hold:a up | follows from the tiles
    down right | follows from the tiles
Sets of the card are given their tiles
    up right left left right right hold:up | name 2 sets ; score 60 # 20 + 2 + 8, doubled
    a left | name 1 set ; score 60 # the set is the one that was there
    down down right right a right | add 2 sets ; score 60
A kong of the card stays when its tiles are taken back
    WITH babcock +three_concealed: up right left up | keep card
    hold:up | name 1 set
    a hold:left MADE | add 3 sets
    b | name 1 set
    {OUT} | is card
    = MADE
    = right
    = left
Another set is added to those of the card, which take their room
    up right left left hold:up a right | name 1 set ; score 26 # 20 + 2 + 4
    b b left left left left left left hold:up a right | name the card's sets
    left | name 3 sets
Sets in tiles are taken off and added to on the card
    BOARD {(222p) 777z OUT} b | score 22 # the pung of dragons is gone, and nothing else
    hold:up | add 3 sets
    {OUT} left left hold:up | name 1 set
The tiles that the card would drop are shown first
    BOARD WHOLE left | drops these tiles:
    b | in tiles
    left left | complete # to the tiles: nothing is dropped
    {OUT} left right | 2-8? # on by the card, to what was pressed
    b | score 60 ; ! in tiles
    hold:up | add 2 sets # the sets have kept their tiles
A set is taken back on the card after the other tiles are dropped
    BOARD WHOLE left right b b | score 22 # 20 + 2
A change of winner keeps the tiles of both
    BOARD WHOLE wait:1500 REBOOT b right down hold:up | B back ; mine 2p=0 ; others 2p=3
    b a hold:up | mine 2p=3 ; 14/13
    a | 13 tiles are in
    b | 12/13
A half-entered hand survives a power cut
    BOARD {(345m) (222p) 567s} wait:1500 REBOOT a hold:up | add 1 set ; mine 3m=1 2p=3 5s=1
    {777z 99p} ?5s wait:1500 REBOOT a | score 60 ; in tiles
The menu leads back to the board
    BOARD {(345m)} MENU LEAVE_MENU | add 3 sets ; mine 3m=1
A whole hand is kept as tiles and the rest as cards, and is corrected with its tiles
    BOARD WHOLE LOSER {(111m) 66z 4p OUT} a left left x2 a | saved ; record win.tile "5s"
    | record hands.W {"tiles": "(222p) (345m) 567s 777z 99p"} ; record named {"N": "(111m) 66z 4p"}
    | record hands.N {"sets": ["(pung major)", "pair dragon"]}
    NEXT | replays
    DEALS a a right | score 60 ; in tiles
    hold:up | complete
    {OUT} a hold:up | 6/13 ; mine 1m=3 6z=2 4p=1 7z=0 ; others 7z=3
A deal that is read again names its sets
    BOARD WHOLE x4 a WHY up | $ mah-jong / 20 / pung of 2-8 / 2 / pung of dragons / 8
    b a a REBOOT DEALS a up | $ mah-jong / 20 / pung of 2-8 / 2 / pung of dragons / 8
    right | pung of dragons
A corrected hand is saved with its tiles
    BOARD WHOLE x4 a NEXT DEALS a a right hold:up b b {99s} b x7 a | record correct 1
    | record deal.hands.W {"tiles": "(222p) (345m) 567s 777z 99s"}
The card does not ask of a kong whose tiles tell that it was claimed, and takes it back as one entry
    WITH babcock +three_concealed: up right left up hold:up a hold:left right {OUT} | keep card
    hold:a down right | 1 ; follows from the tiles
    b b hold:up b | name 1 set
    WITH babcock +three_concealed: up right left up hold:up a hold:left right {OUT} b | undone: 2-8 kong ; ! discard 1
A winner's hand that contradicts the way comes again, whichever way players leave it
    WITH chinese: KEYS a | Cy ; REFUSAL
    = KEYS / REFUSAL
    = up up right left a up x2 hold:b up a hold:a x3 down right x2 hold:b a / first hand: concealed
    = up a hold:a x3 down right a up a up HANDS up a right left x2 hold:b a / first hand: concealed
    = up a left right up a up HANDS up a x5 b a / loose tile: after a kong
    = up up right left a up HANDS up up a a hold:a x3 down right a x4 b a / first hand: concealed
Arrows go from candidate to candidate of the last tile: of the pair, of every chow and pung; in each row the nearest
    BOARD {(345m) (222p) 567s 777z 99p} | goes right 5s 6s 7s 7z 3m 4m 5m 2p 9p ; goes down 7s 7z 5m
A robbed tile is the only one of its kind
    up rare:robbed:right hold:up {234m 456p 789s 222m 55z} | goes right 3m 4m 4p 5p 6p 7s 8s 9s
B makes the set of a claimed tile exposed again
    BOARD {(345m) (222p) 567s 777z 99p} ?3m hold:up b | winning tile?
    x4 b {OUT} | kept (345m)
A pair that the last tile made stands on the card
    WITH RULES: BOARD {(345m) (222p) 567s 111p 77z} ?7z | in tiles ; pair WAY
    = RULES / WAY
    = babcock / beside
    = harr / beside
    = harr-limit / filled
    = chinese / beside
The card of a whole hand shows the pair that scores nothing: two of three fours are the pair of the last
    BOARD {TILES} ?5s | in tiles ; pictured PLACE
    = TILES / PLACE
    = (345m) (222p) 567s 777z 99p / 69 20
    = (345m) (222p) 567s 777z 44p / 67 38
    = (345m) (222p) 567s 777z 22z / 69 20
    = (345m) 222p 567s 345m 44m / 68 38
No other pair is drawn: the pair scores, and is a set of the card
    WITH babcock OPTION: BOARD {TILES} ?LAST | drawn
    = OPTION / TILES / LAST
    = limit=300 / (345m) (222p) 567s 111p 66z / 5s
    = +thirteen_orphans / 19m 19p 19s 1234567z 1m / 1m
    = +seven_twins / 2233m 4455p 6677s 88s / 8s
""")
def test_tiles(device: Headless, walk: Walk) -> None:
    go(device, walk, KEYS, CHECKS)


def test_the_title_is_whole_while_the_cursor_moves() -> None:
    """Letters have tails in the last rows of the title, where the picture of the tiles begins that is kept."""
    with Headless() as device:
        play(device, "up up hold:a a")
        for key in ["up", "up", "left", "left", "left", "left", "down", "right"]:
            title = play(device, key).pixels()[:10]
            device.app.screen.picture = None
            device.app.display.stale = True
            device.wait(20)
            assert device.pixels()[:10] == title, key


def test_every_tile_is_reached_and_named(device: Device) -> None:
    play(device, BOARD)
    names = [f"{suit} {rank}" for suit in ("characters", "dots", "bamboo") for rank in range(1, 10)]
    names += [wind + " Wind" for wind in ("East", "South", "West", "North")]
    names += [color + " dragon" for color in ("white", "green", "red")]
    position = START
    for tile, name in enumerate(names):
        device.press(*path(position, tile), "a")
        assert device.text()[0] == name
        device.press("b")
        position = tile


def test_marks_of_exposed_tiles_are_hollow(device: Device) -> None:
    """A hand may hold both: a pung on the table, and a fourth tile in a concealed chow."""
    play(device, BOARD + typed("(222p) 234p [7777z]"))
    ring, full = ("111", "101", "111"), ("110", "110", "000")

    def drawn(tile: int, i: int) -> tuple[str, ...]:
        return tuple(row[1 + 3 * i : 4 + 3 * i] for row in cell(device, tile)[10:13])

    assert [drawn(10, i) for i in range(4)] == [ring, ring, ring, full]
    assert drawn(11, 0) == full
    assert drawn(33, 0) == full, "a concealed kong"


def test_no_two_tiles_look_alike(device: Device) -> None:
    play(device, BOARD)
    assert len({tuple(cell(device, tile)) for tile in range(34)}) == 34


def test_a_draft_without_an_order_opens(device: Device) -> None:
    play(device, BOARD + typed("777z (345m)"))
    app = device.app  # type: ignore[attr-defined]
    draft = app.play.entry.pack()
    for hand in draft["hands"]:
        hand.pop("said", None)
    entry = unpack(draft, app.play.playing)
    assert entry.hands[2].in_tiles() == ["777z", "(345m)"]
    app.play.entry = entry
    app.play.changed()
    play(device, "wait:1500")
    device.reboot()
    play(device, f"a hold:up {TAKE_OFF_TILE}")
    assert [marks(device, tile)[0] for tile in (33, 2)] == [3, 0]


def test_a_concealed_and_an_exposed_tile_may_each_have_been_the_last(device: Device) -> None:
    play(device, BOARD + typed("(345m) (567m) 222p 777z 55m"))
    framed_tiles = set()
    for _ in range(9):
        play(device, "right")
        if cursor(device) == 4:
            framed_tiles.add(tuple(i for i in (2, 3, 5, 6) if framed(device, i)))
    assert framed_tiles == {(), (2, 3), (5, 6)}, "the pair, one chow, the other"


def test_a_deal_that_another_program_wrote_opens_with_its_tiles(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    folder = lay(tmp_path, "babcock")
    evening = open_evening(Store(str(folder), None))
    hands = {"W": {"tiles": "(345m)(222p)567s777z99p"}, "N": {"tiles": "123m111z 22z 3456p9s"}}
    deal = {"winner": "W", "win": {"by": "discard", "from": "S", "tile": "5s"}, "hands": hands}
    save(evening, read_deal(deal, evening.session.rules))
    device = switch_on(folder)
    play(device, f"{DEALS} a a right")
    assert {"60", "in tiles"} <= set(device.text())
    play(device, "hold:up")
    assert [marks(device, tile)[0] for tile in (2, 10, 22, 33, 17)] == [1, 3, 1, 3, 2]
    play(device, f"{TAKE_OFF_TILE} {TAKE_OFF_TILE}")
    assert [marks(device, tile)[0] for tile in (2, 3, 4, 24)] == [1, 1, 1, 0], "the winning tile, and a single one"


def test_the_last_tile_is_asked_again_when_the_hand_changed_meanwhile() -> None:
    """The menu keeps a link with the tile that was chosen. Other hands may change before it is opened again."""
    with Headless() as device:
        play(device, BOARD + typed(WHOLE[0]))
        app: Any = device.app
        device.wait(100)
        board = app.screen
        match = board.matches[0]
        for kept, expected in ((match, match), ((match[0], "(123m)"), None), ((33, "(777z)"), None)):
            board.resume((match[0], match[0], False, LAST, kept))
            assert board.match == expected


def test_tiles_of_a_goulash_beyond_the_fourth_have_no_mark() -> None:
    """Wild tiles may stand for them. The nine of characters is at the right edge."""
    with Headless() as device:
        play(device, BOARD)
        app: Any = device.app
        app.screen.hand.elsewhere[8] = 6
        boxes: list[tuple[int, ...]] = []
        canvas = SimpleNamespace(**dict.fromkeys(("frame", "box"), lambda *box: boxes.append(box)))
        canvas.text = canvas.face = lambda *_: None
        app.screen._draw_tiles(canvas)
        assert max(x + width for x, _, width, _ in boxes) <= 128
