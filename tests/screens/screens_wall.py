"""Golden screens of the wall to open and of the draw for seats, with all dice and discs entered; see
test_screens.py."""

from help.named_keys import FIRST_WALL
from screens.screens_setup import BEGIN, OPTIONS, PLAYERS, RULES, SEATS, SETUP

HARR, LIMIT, BABCOCK, CHINESE = "left", "up", "right", "down"
FLOWERS = {HARR: "right", LIMIT: "down right", BABCOCK: "right"}  # in the list of options
TWO, THREE, FOUR, FIVE = "left", "up", "right", "down"


def proposal(rules: str = BABCOCK, players: str = FOUR, flowers: bool = False) -> str:
    """From a new device to the proposal of such a session, with its row of players current."""
    to_players = f"x{PLAYERS - RULES} down"
    if flowers:
        to_players = f"x{OPTIONS - RULES} down a {FLOWERS[rules]} b x{OPTIONS - PLAYERS} up"
    return f"{SETUP} down a {rules} {to_players} a {players} "


def session(rules: str = BABCOCK, players: str = FOUR, flowers: bool = False) -> str:
    """To Table of such a session."""
    return proposal(rules, players, flowers) + BEGIN


def seats(rules: str = BABCOCK, players: str = FOUR) -> str:
    return proposal(rules, players) + f"x{SEATS - PLAYERS} down a "


def throw(number: int) -> str:
    """Enters a throw of two dice."""
    return "right " * (number - 6) if number > 6 else "left " * (7 - number)


def opened(first: int, second: int) -> str:
    """Opens the wall from Table before the first deal."""
    return f"{FIRST_WALL} {throw(first)} a {throw(second)} a "


BOX = seats(HARR) + throw(7) + "a "  # Harr's illustration No. 1; Ann is C there
BOX_DISCS = BOX + "right a " + throw(8) + "a "
MINGG = seats() + throw(5) + "a " + throw(2) + "a "
SEATED = "left up right " + "a " + throw(6) + "a "

# the rules of the DMJL, which are the second on the list of other rules
MODERN_RULES = f"{SETUP} down a a down a "
MODERN_SESSION = MODERN_RULES + "up a "
TILES = MODERN_RULES + f"x{SEATS - RULES} down a "

SCREENS = {
    "wall/seats-tiles": TILES,
    "wall/seats-tiles-drawn": TILES + "down right left",
    "wall/seats-tiles-seated": TILES + "down right left a",
    "wall/wall-dmjl": MODERN_SESSION + opened(4, 9),
    "wall/wall": FIRST_WALL,
    "wall/wall-first-throw": f"{FIRST_WALL} " + throw(7),
    "wall/wall-second-to-throw": f"{FIRST_WALL} " + throw(7) + "a",
    "wall/wall-throws-again": f"{FIRST_WALL} " + throw(5) + "a",
    "wall/wall-second-throw": f"{FIRST_WALL} " + throw(7) + "a " + throw(9),
    "wall/wall-how-entered": f"{FIRST_WALL} up",
    "wall/wall-opened": opened(2, 11),
    "wall/wall-last-of-its-side": opened(5, 12),
    "wall/wall-round-the-corner": opened(11, 12),
    "wall/wall-one-throw": f"{FIRST_WALL} " + throw(2) + "hold:a",
    "wall/wall-loose-tiles": opened(4, 9) + "x3 up",
    "wall/wall-no-loose-tile": opened(4, 9) + "down",
    "wall/wall-flowers": session(flowers=True) + opened(3, 11),
    "wall/wall-five": session(players=FIVE) + opened(7, 9),
    "wall/wall-three": session(players=THREE) + opened(9, 10),
    "wall/wall-three-second-to-throw": session(players=THREE) + f"{FIRST_WALL} " + throw(8) + "a",
    "wall/wall-three-round-the-corner": session(players=THREE) + opened(12, 12),
    "wall/wall-three-flowers": session(players=THREE, flowers=True) + opened(8, 10),
    "wall/wall-two": session(players=TWO) + opened(5, 9),
    "wall/wall-two-to-the-right": session(players=TWO) + opened(4, 9),
    "wall/wall-harr": session(HARR) + opened(8, 6),
    "wall/wall-harr-none-dead": session(HARR) + opened(8, 6) + "up",
    "wall/wall-harr-flowers": session(LIMIT, flowers=True) + opened(6, 12),
    "wall/wall-harr-dummy": session(HARR, THREE) + opened(7, 4),
    "wall/wall-harr-dummy-to-throw": session(LIMIT, THREE) + f"{FIRST_WALL} " + throw(7) + "a",
    "wall/wall-harr-three-flowers": session(LIMIT, THREE, True) + opened(10, 4),
    "wall/wall-harr-next-is-dummy": session(LIMIT, THREE) + opened(8, 12),
    "wall/wall-harr-two": session(HARR, TWO) + opened(6, 4),
    "setup/seats-wind-box": seats(HARR),
    "setup/seats-wind-box-thrown": seats(HARR) + throw(7),
    "setup/seats-wind-box-laid": BOX + "right",
    "setup/seats-wind-box-throw": BOX + "right a " + throw(8),
    "setup/seats-wind-box-discs": BOX_DISCS + "down",
    "setup/seats-wind-box-all-taken": BOX_DISCS + "down up right",
    "setup/seats-wind-box-drawn": BOX_DISCS + "down up right a",
    "setup/seats-mingg": seats(),
    "setup/seats-mingg-second-throw": seats() + throw(5) + "a",
    "setup/seats-mingg-discs": MINGG,
    "setup/seats-mingg-disc-taken": MINGG + "left left",
    "setup/seats-mingg-first-east": MINGG + "left up right a " + throw(6),
    "setup/seats-mingg-drawn": MINGG + SEATED,
    "setup/seats-mingg-stands": MINGG + SEATED + "up",
    "setup/seats-of-two": seats(players=TWO) + throw(4) + "a " + throw(7) + "a left a " + throw(9) + "a",
    "setup/seats-of-three": seats(players=THREE) + throw(4) + "a " + throw(8) + "a right",
    "setup/seats-of-three-no-west": seats(players=THREE) + throw(4) + "a " + throw(8) + "a left",
    "setup/seats-of-three-drawn": seats(players=THREE) + throw(4) + "a " + throw(8) + "a up down a " + throw(5) + "a",
    "setup/seats-of-five-drawn": seats(players=FIVE)
    + throw(4)
    + "a "
    + throw(8)
    + "a up down left a "
    + throw(5)
    + "a",
    "setup/seats-proposed": MINGG + SEATED + "a x6 down",
}
