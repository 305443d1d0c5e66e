"""The wall to open and the dead wall, as the books' figures show them."""

from help.checks import facts, refuses
from mingg.core.rules.books import BOOKS, MODERN
from mingg.core.table.wall import (
    CHINESE,
    DEAD_WALLS,
    FOURTEEN,
    PLAYED_OUT,
    SIXTEEN,
    babcock_wall,
    dead_tiles,
    harr_wall,
    moved_tiles,
    wall_of,
)

# Every wall that the books know, by the seats in play.
WALLS = [
    build(seats, flowers)
    for build in (harr_wall, babcock_wall)
    for seats in ("ESWN", "ESN", "EW")
    for flowers in (0, 1)
]


FACTS = facts()


def _check_opening(name, wall):
    fact = FACTS[name]
    second = fact.get("second_throw", {})
    opening = wall.opening(fact["first_throw"]["sum"], second.get("sum"))
    assert len(wall.sides) == fact["walls"]
    assert wall.stacks == (fact["stacks"],) * fact["walls"]
    assert opening.side == fact["side"]
    assert opening.opener == second.get("by", opening.side)
    assert opening.count == fact["loose_stack"]
    assert opening.loose == (fact["side"], fact["loose_stack"])
    assert opening.start == (fact["side"], fact["loose_stack"] + 1)


def _check_sides(name, wall):
    for side, throws in FACTS[name]["sides"].items():
        for throw in throws:
            assert wall.side(throw) == side, throw


def test_babcocks_figures_11_and_12():
    _check_opening("babcock-fig-11-wall", babcock_wall("ESWN"))


def test_the_first_draw_goes_round_the_corner_to_the_left():
    # Fig. 12: East takes stacks 13 and 14, South 15 and 16, West 17 "and the first pair around the corner", North's.
    wall = babcock_wall("ESWN")
    assert [wall.place("E", stack) for stack in range(13, 19)] == [
        ("E", 13),
        ("E", 14),
        ("E", 15),
        ("E", 16),
        ("E", 17),
        ("N", 1),
    ]


def test_harrs_illustrations_6_and_7():
    _check_opening("harr-illustration-7-wall", harr_wall("ESWN"))


def test_one_throw_for_both():
    for wall in (harr_wall("ESWN"), babcock_wall("ESWN")):
        _check_opening("babcock-p86-one-throw", wall)


def test_the_side_that_a_throw_points_at():
    for wall in (harr_wall("ESWN"), babcock_wall("ESWN")):
        _check_sides("babcock-dice-four", wall)


def test_three_by_babcock_play_at_a_triangle():
    fact = FACTS["babcock-dice-three"]
    wall = babcock_wall("".join(fact["seats"]))
    assert wall.tiles() == fact["tiles"]
    assert wall.sides == "ESN"
    assert wall.stacks == (fact["stacks"],) * fact["walls"]
    assert [wall.opener(side) for side in wall.sides] == fact["seats"]
    _check_sides("babcock-dice-three", wall)
    assert wall.opening(12, 12).loose == ("S", 2)  # North's side, and round the corner to his left


def test_two_by_babcock_each_act_for_the_side_to_the_right():
    fact = FACTS["babcock-two-players"]
    wall = babcock_wall("".join(fact["seats"]))
    assert wall.tiles() == fact["tiles"]
    assert wall.stacks == (fact["stacks"],) * fact["walls"]
    assert [wall.opener(side) for side in "ESWN"] == ["E", "E", "W", "W"]
    assert wall.opening(2, 9).opener == "E"
    assert wall.opening(4, 9).opener == "W"


def test_east_throws_for_harrs_dummies():
    fact = FACTS["harr-three-two-players"]
    seats = {3: "ESN", 2: "EW"}
    openers = {3: ["E", "S", "E", "N"], 2: ["E", "E", "W", "E"]}
    for players in fact["players"]:
        wall = harr_wall(seats[players])
        assert wall.tiles() == fact["tiles"]
        assert len(wall.sides) == fact["walls"]
        assert [wall.opener(side) for side in "ESWN"] == openers[players]
    assert harr_wall("ESN").opening(7, 7).opener == "E"
    assert harr_wall("ESN").opening(7, 7).side == "W"


def test_the_dummy_wall_is_at_the_free_seat():
    # Chairs counter-clockwise: Ann 0, Bo 1, nobody 2, Cy 3. Each in turn is East; the throw counts walls, not people.
    for east, walls in ((0, "ESEN"), (1, "EESN"), (3, "ESNE")):
        wall = harr_wall("ESN", False, (2 - east) % 4)
        assert "".join([wall.opener(side) for side in "ESWN"]) == walls
        for first in range(2, 13):
            chair = (east + first - 1) % 4
            assert wall.opening(first, 2).opener == walls[(chair - east) % 4]
    for dummy in (0, 4):
        assert refuses(harr_wall, "ESN", False, dummy)


def test_each_rule_set_has_its_wall_and_its_dead_wall():
    assert [DEAD_WALLS[rules] for rules in BOOKS] == [PLAYED_OUT, FOURTEEN, FOURTEEN, CHINESE]
    assert [len(wall_of(rules, "ESN").sides) for rules in BOOKS] == [4, 4, 3, 3]
    # The modern rule sets are silent on fewer than four players: four walls, all tiles.
    assert [DEAD_WALLS[rules] for rules in MODERN] == [FOURTEEN, SIXTEEN]
    assert [len(wall_of(rules, "ESN", True).sides) for rules in MODERN] == [4, 4]
    assert [wall_of(rules, "ESWN", True).tiles() for rules in MODERN] == [144, 144]
    assert wall_of("harr-limit", "ESN", True, 1).openers == "EESN"
    assert wall_of("chinese", "EW").openers == "EEWW"
    assert [wall_of(rules, "ESWN", True).tiles() for rules in BOOKS] == [144] * 4


def test_flowers_make_each_side_of_four_longer():
    fact = FACTS["babcock-seasons-wall"]
    for wall in (harr_wall("ESWN", True), harr_wall("ESN", True), harr_wall("EW", True), babcock_wall("ESWN", True)):
        assert wall.tiles() == fact["tiles"]
        assert wall.stacks == (fact["stacks"],) * fact["walls"]
        assert wall.place("E", 18) == ("E", 18)
        assert wall.place("E", 19) == ("N", 1)


def test_three_by_babcock_with_flowers_lose_the_west_winds_alone():
    wall = babcock_wall("ESN", True)
    assert wall.tiles() == 144 - 4
    assert wall.opening(10, 12).loose == ("E", 22)
    assert wall.opening(11, 12).loose == ("S", 23)
    assert wall.opening(12, 12).loose == ("S", 1)


def test_every_opening_of_every_wall_against_one_laid_out_stack_by_stack():
    opened = 0
    for wall in WALLS:
        # All stacks in the order in which they are drawn, East's right end first: E, then the players to the left.
        ring = []
        for step in range(len(wall.sides)):
            side = wall.sides[-step]
            ring += [(side, stack + 1) for stack in range(wall.stacks[wall.sides.index(side)])]
        assert 2 * len(ring) == wall.tiles()
        for first in range(2, 13):
            counted = [wall.sides[step % len(wall.sides)] for step in range(first)]
            for second in (None, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12):
                opening = wall.opening(first, second)
                assert opening.side == counted[-1]
                assert opening.opener == wall.opener(opening.side)
                position = ring.index((opening.side, 1)) + first + (second or 0) - 1
                assert opening.loose == ring[position % len(ring)]
                assert opening.start == ring[(position + 1) % len(ring)]
                # Fourteen tiles are the loose ones and six stacks to the right of them.
                assert wall.last_live(opening, FOURTEEN) == ring[(position - 7) % len(ring)]
                opened += 1
    assert opened == 12 * 11 * 12, opened


def test_the_dividing_line_moves_with_the_loose_tiles():
    wall = babcock_wall("ESWN")
    opening = wall.opening(5, 7)
    # By stacks where the Chinese play, by tiles otherwise; the wall played to its end has none.
    assert [wall.last_live(opening, CHINESE, loose)[1] for loose in range(4)] == [5, 4, 3, 2]
    assert [wall.last_live(opening, FOURTEEN, loose)[1] for loose in range(4)] == [5, 5, 4, 4]
    assert [wall.last_live(opening, PLAYED_OUT, loose)[1] for loose in range(4)] == [12, 12, 11, 11]
    assert wall.last_live(opening, CHINESE) == ("E", 5)
    assert wall.last_live(wall.opening(5), FOURTEEN) == ("S", 15)


def test_the_chinese_dead_wall_of_figure_15():
    fact = FACTS["chinese-dead-wall-fig-15"]
    assert [dead_tiles(CHINESE, kongs) for kongs in fact["kongs"]] == fact["dead_tiles"]
    assert [moved_tiles(CHINESE, kongs) for kongs in fact["kongs"]] == fact["live_tiles_moved"]


def test_the_other_dead_walls_stay_as_they_are():
    assert [dead_tiles(dead_wall) for dead_wall in (PLAYED_OUT, FOURTEEN, CHINESE)] == [0, 14, 14]
    for loose in range(5):
        assert dead_tiles(FOURTEEN, loose) == 14
        assert dead_tiles(PLAYED_OUT, loose) == 0
        assert moved_tiles(FOURTEEN, loose) == moved_tiles(PLAYED_OUT, loose) == loose


def test_impossible_throws_of_two_dice_are_refused():
    wall = babcock_wall("ESWN")
    for throw in (-1, 0, 1, 13):
        assert refuses(wall.opening, throw), throw
        assert refuses(wall.opening, throw, 7), throw
        assert refuses(wall.opening, 7, throw), throw


def test_seats_that_no_wall_is_built_for():
    for seats in ("", "E", "ES", "ESW", "SEWN", "ESWNE"):
        assert refuses(harr_wall, seats), seats
        assert refuses(babcock_wall, seats), seats


def test_every_fact_of_the_books_is_asked_somewhere():
    elsewhere = {"harr-seats-illustration-1", "babcock-counters"}  # test_discs.py, test_progressive.py
    asked_here = {
        "babcock-fig-11-wall",
        "harr-illustration-7-wall",
        "babcock-p86-one-throw",
        "babcock-dice-four",
        "babcock-dice-three",
        "babcock-two-players",
        "harr-three-two-players",
        "babcock-seasons-wall",
        "chinese-dead-wall-fig-15",
    }
    assert set(FACTS) == asked_here | elsewhere
