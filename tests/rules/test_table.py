"""The table: seats, rounds, who sits out, when the game is over, the draw for seats, and the wall. test_settlement.py
has when East passes."""

from help.checks import facts, refused
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import Hand
from mingg.core.interchange.tables import read_session, write_session
from mingg.core.rules import BOOKS, MODERN, load
from mingg.core.table.session import START, Session, Table
from mingg.core.table.wall import (
    BY_MINGG,
    BY_TILES,
    BY_WIND_BOX,
    EAST,
    FIRST,
    Draw,
    babcock_wall,
    dead_tiles,
    harr_wall,
    moved_tiles,
    wall_of,
)

PLAYED_OUT, FOURTEEN, CHINESE, SIXTEEN = (0, 1), (14, 1), (14, 2), (16, 1)  # dead walls
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]
ROUNDS = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWNE"}
SEATS = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWN"}


def _session(players=4, rules="babcock", **options):
    return Session(NAMES[:players], load(rules, options, players))


def _win(seat):
    return Deal(seat, Win("draw"), {seat: Hand()})


def _draw(kongs=0):
    deal = Deal()
    deal.kongs = kongs
    return deal


def _ended(ending, seat, majors=0):
    deal = Deal()
    deal.ending = ending, seat, majors
    return deal


def _east_and_round(session):
    return session.names[session.table.east], session.table.round_wind()


def test_a_game_is_as_many_rounds_as_it_has_and_every_player_is_east_once_in_each():
    for players, winds in ROUNDS.items():
        session = _session(players)
        in_play = len(SEATS[players])
        for number, wind in enumerate(winds):
            easts = []
            for _ in range(in_play):
                assert session.table.round_wind() == wind
                assert not session.table.over()
                easts.append(session.table.east)
                session.apply(_win(SEATS[players][-1]))
            first = number % 5 if players == 5 else 0
            assert easts == [(first + i) % players for i in range(in_play)], (players, number)
        assert session.table.over()
        balances = list(session.balances)
        refused(session.apply, _win("E"))
        assert session.balances == balances
        assert session.table.round_wind() == winds[-1], "the last one's, once the game is over"


def test_payments_of_an_ending_go_to_people():
    session = _session(rules="harr-limit")
    session.apply(_win("S"))
    session.apply(_ended("washing", "N", 9))  # Bo is East now and Ann North
    gains = [after - START for after in session.balances]
    # A drawn hand without other points: 20 points, East pays twice.
    assert gains == [-40 + 150, 80 - 50, -20 - 50, -20 - 50]


def test_in_progressive_play_each_player_is_east_once_in_four_deals():
    for deal in (lambda: _win("E"), lambda: _win("S"), _draw, lambda: _ended("false_win", "E")):
        session = _session(east_passes=True)
        easts = []
        for _ in range(4):
            assert session.table.round_wind() == "E"
            easts.append(session.names[session.table.east])
            session.apply(deal())
        assert easts == ["Ann", "Bo", "Cy", "Di"]
        assert _east_and_round(session) == ("Ann", "S")


def test_where_east_passes_always_a_game_has_as_many_deals_as_rounds_and_seats():
    for players in SEATS:
        session = _session(players, east_passes=True)
        deals = 0
        while not session.table.over():
            session.apply(_win("E"))
            deals += 1
        assert deals == {2: 4, 3: 9, 4: 16, 5: 20}[players], players
        assert session.table.streak == 0


def test_who_sits_out_next_is_told_until_the_last_round():
    session = _session(5)
    table, rounds = session.table, 0
    while not table.over():
        told = []
        for _ in range(4):
            told.append(table.sits_out_next())
            session.apply(_win("S"))
        rounds += 1
        later = None if rounds == 5 else table.sitting_out()
        assert told == [None] * 4 if later is None else told == [(deals, later) for deals in (4, 3, 2, 1)], rounds
    assert rounds == 5
    assert _session(4).table.sits_out_next() is None


def test_streaks():
    session = _session(nine_easts=True)
    for number in range(1, 10):
        result = session.apply(_win("E"))
        assert result.counts["E"].score == (300 if number == 9 else 22), number
    assert session.table.streak == 9
    assert session.apply(_win("E")).counts["E"].score == 22, "the ninth win alone"
    session = _session(nine_easts=True)
    for _ in range(8):
        session.apply(_win("E"))
    session.apply(_win("S"))
    assert session.apply(_win("E")).counts["E"].score == 22, "another East begins anew"


def test_a_streak_is_of_wins_running():
    for between in (_draw(), _ended("false_win", "S")):
        session = _session(rules="chinese", nine_easts=True)
        for _ in range(8):
            session.apply(_win("E"))
        session.apply(between)
        assert session.apply(_win("E")).counts["E"].limit is False


def test_a_game_has_as_many_rounds_as_were_agreed():
    for rounds in (1, 2, 3):
        session = read_session({"mingg": 1, "rules": "babcock", "names": list("abcde"), "rounds": rounds})
        for number in range(4 * rounds):
            assert not session.table.over(), number
            session.apply(_win("S"))
        last = session.copy()
        last.table.resume(last.table.east, rounds - 1, 0)
        assert session.table.over()
        assert session.copy().table.over()
        assert (session.table.sitting_out(), session.table.round_wind()) == (
            last.table.sitting_out(),
            last.table.round_wind(),
        )
        assert write_session(session)["rounds"] == rounds


def test_a_number_of_rounds_that_cannot_be_is_refused():
    for players in SEATS:
        line = {"mingg": 1, "rules": "babcock", "names": NAMES[:players]}
        for rounds in (1, len(ROUNDS[players])):
            assert read_session(dict(line, rounds=rounds)).rounds == rounds
        for keys in [{"rounds": rounds} for rounds in (0, len(ROUNDS[players]) + 1, True, 1.5, "2", None)] + [
            {"rounds": 1, "options": {"winner_deals": True}}
        ]:
            assert refused(read_session, dict(line, **keys)).pointer == "/rounds", (players, keys)


def test_five_sit_as_in_the_last_round_once_the_game_is_over():
    last, over = Table(5), Table(5)
    last.resume(4, 4, 0)
    over.resume(4, 5, 0)
    assert over.over()
    assert (over.order, over.sitting_out(), over.round_wind()) == (last.order, last.sitting_out(), last.round_wind())
    assert last.order != Table(5).order


# Places of the first draw, counter-clockwise.
ANN, BO, CY, DI = range(4)


def drawn(steps, thrower, throws, discs, box=0):
    """Returns a draw whose discs are all taken."""
    draw = Draw(steps, len(discs), thrower)
    throwing = [step for step in steps if step not in ("box", "discs", "seated")]
    for i in range(len(throws)):
        draw.throws[throwing[i]] = throws[i]
    draw.box = box
    for disc in discs[:-1]:
        draw.take(disc)
    assert draw.taken() == discs
    return draw


def seats_of(draw):
    """Returns the place of the preliminary East, and the people by seat."""
    draw.throws[EAST] = 5 if draw.people == 4 else draw.people + 1  # the one who throws
    people, east_at = draw.seats()
    return east_at, people[east_at:] + people[:east_at]


def test_harrs_illustration_1():
    fact = facts()["harr-seats-illustration-1"]
    places = "ABCD"
    box = fact["indicators"].index(fact["wind_box_with"])
    assert box == 1  # "the wind box in second position"
    draw = drawn(BY_WIND_BOX, places.index(fact["thrower"]), (fact["throw"], fact["second_throw"]), "SNEW", box)
    assert places[draw.throws_for(FIRST)] == fact["second"]
    assert [places[place] for place in draw.takers()] == fact["indicators"]
    east_at, people = seats_of(draw)
    assert places[east_at] == fact["wind_box_with"]
    # D, A, B, C take South, North, East, West.
    assert "".join([places[player] for player in people]) == "BDCA"


def test_the_wind_box_goes_with_the_disc_on_it_and_east_sits_there():
    for box, place in enumerate((DI, ANN, BO, CY)):
        # which disc a person takes does not depend on the place
        assert seats_of(drawn(BY_WIND_BOX, CY, (7, 8), "ESWN", box)) == (place, [DI, ANN, BO, CY])


def test_babcocks_mingg_marks_a_seat_and_the_second_throw_the_first_disc():
    # Ann throws 5: the Mingg stays with her. She throws 2: Bo, at her right, takes disc No. 1: West Bo, North Cy, East
    # Di, South Ann.
    assert seats_of(drawn(BY_MINGG, ANN, (5, 2), "WNES")) == (ANN, [DI, ANN, BO, CY])
    # Di throws 12, to her left, for the Mingg, and 11, across, for the discs.
    assert seats_of(drawn(BY_MINGG, DI, (12, 11), "ESWN")) == (CY, [BO, CY, DI, ANN])


def test_babcocks_numbers_mean_the_same_in_all_three_throws():
    # p.64-65: 5 or 9 is the thrower; 2, 6, 10 the person to the right; 3, 7, 11 opposite; 4, 8, 12 to the left
    steps = {0: (5, 9), 1: (2, 6, 10), 2: (3, 7, 11), 3: (4, 8, 12)}
    for step, throws in steps.items():
        for throw in throws:
            for thrower in range(4):
                assert seats_of(drawn(BY_MINGG, thrower, (throw, 5), "ESWN"))[0] == (thrower + step) % 4
                assert seats_of(drawn(BY_MINGG, thrower, (5, throw), "ESWN"))[1][0] == (thrower + step) % 4
            assert drawn(BY_MINGG, ANN, (5, 5, throw), "ESWN").seats() == ([ANN, BO, CY, DI], step)


def test_the_first_east_is_thrown_for_and_no_player_moves():
    seated = seats_of(drawn(BY_MINGG, BO, (9, 6), "NSEW"))[1]
    places = []
    for throw in range(2, 13):
        draw = drawn(BY_MINGG, BO, (9, 6, throw), "NSEW")
        people, east_at = draw.seats()
        places.append(people)
        assert people[east_at] == draw.points_at(EAST) == seated[(throw - 1) % 4]
    assert places == places[:1] * 11


def test_three_and_two_count_by_their_own_number():
    assert seats_of(drawn(BY_MINGG, 0, (3, 5), "NES")) == (2, [2, 0, 1])
    assert seats_of(drawn(BY_WIND_BOX, 1, (2, 2), "WE", 0)) == (1, [0, 1])
    draw = drawn(BY_MINGG, 1, (3, 3, 2), "WE")
    assert (draw.throws_for(EAST), draw.points_at(EAST)) == (0, 1)


def test_who_takes_the_tile_of_east_keeps_that_place():
    assert drawn(BY_TILES, BO, (), "SWEN").seats() == ([BO, CY, ANN, DI], DI)


def test_every_disc_is_as_likely_as_the_others():
    for taken, left in (("", "ESWN"), ("W", "ESN"), ("NS", "EW")):
        at_once = []
        for face in range(1, 7):
            draw = Draw(BY_TILES, 4, 0)
            for disc in taken:
                draw.take(disc)
            throws = [1, face]  # throws again if the face points at no disc
            draw.take_unseen(throws.pop)
            disc = draw.taken()[len(taken)]
            if throws:
                at_once.append(disc)
            else:
                assert disc == left[0]
        assert [at_once.count(disc) for disc in left] == [6 // len(left)] * len(left), left


def test_a_disc_that_was_drawn_comes_again_after_it_was_put_back():
    draw = Draw(BY_TILES, 4, 0)
    draw.take_unseen([3].pop)
    drawn_first = draw.taken()
    draw.shown -= 1
    assert draw.taken() == ""
    draw.take_unseen([].pop)  # throws nothing
    assert draw.taken() == drawn_first


# Every wall that the books know, by the seats in play.
WALLS = [
    build(seats, flowers)
    for build in (harr_wall, babcock_wall)
    for seats in ("ESWN", "ESN", "EW")
    for flowers in (0, 1)
]


FACTS = facts()


def _check_sides(name, wall):
    for side, throws in FACTS[name]["sides"].items():
        for throw in throws:
            assert wall.side(throw) == side, throw


def test_walls_open_as_in_the_illustrations():
    for name, builds in (
        ("babcock-fig-11-wall", (babcock_wall,)),
        ("harr-illustration-7-wall", (harr_wall,)),
        ("babcock-p86-one-throw", (harr_wall, babcock_wall)),
    ):
        fact = FACTS[name]
        second, side, loose = fact.get("second_throw", {}), fact["side"], fact["loose_stack"]
        for build in builds:
            wall = build("ESWN")
            opening = wall.opening(fact["first_throw"]["sum"], second.get("sum"))
            assert wall.stacks == (fact["stacks"],) * fact["walls"]
            assert (opening.side, opening.opener, opening.count) == (side, second.get("by", side), loose)
            assert (opening.loose, opening.start) == ((side, loose), (side, loose + 1))


def test_the_first_draw_goes_round_the_corner_to_the_left():
    # Fig. 12: East takes stacks 13 and 14, South 15 and 16, West 17 "and the first pair around the corner", North's.
    wall = babcock_wall("ESWN")
    assert [wall.place("E", stack) for stack in range(16, 19)] == [("E", 16), ("E", 17), ("N", 1)]


def test_the_side_that_a_throw_points_at():
    for wall in (harr_wall("ESWN"), babcock_wall("ESWN")):
        _check_sides("babcock-dice-four", wall)


def test_three_by_babcock_play_at_a_triangle():
    fact = FACTS["babcock-dice-three"]
    wall = babcock_wall("".join(fact["seats"]))
    assert 2 * sum(wall.stacks) == fact["tiles"]
    assert wall.sides == "ESN"
    assert wall.stacks == (fact["stacks"],) * fact["walls"]
    assert [wall.opener(side) for side in wall.sides] == fact["seats"]
    _check_sides("babcock-dice-three", wall)
    assert wall.opening(12, 12).loose == ("S", 2)  # North's side, and round the corner to his left


def test_two_by_babcock_each_act_for_the_side_to_the_right():
    fact = FACTS["babcock-two-players"]
    wall = babcock_wall("".join(fact["seats"]))
    assert 2 * sum(wall.stacks) == fact["tiles"]
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
        assert 2 * sum(wall.stacks) == fact["tiles"]
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


def test_each_rule_set_has_its_wall_and_its_dead_wall():
    books, modern = [load(name) for name in BOOKS], [load(name) for name in MODERN]
    assert [rules.table["dead_wall"] for rules in books] == [PLAYED_OUT, FOURTEEN, FOURTEEN, CHINESE]
    assert [len(wall_of(rules, "ESN", False).sides) for rules in books] == [4, 4, 3, 3]
    # The modern rule sets are silent on fewer than four players: four walls, all tiles.
    assert [rules.table["dead_wall"] for rules in modern] == [FOURTEEN, SIXTEEN]
    assert [len(wall_of(rules, "ESN", True).sides) for rules in modern] == [4, 4]
    assert [2 * sum(wall_of(rules, "ESWN", True).stacks) for rules in modern] == [144, 144]
    assert wall_of(books[1], "ESN", True, 1).openers == "EESN"
    assert wall_of(books[1], "ESN", False).openers == "ESEN", "the free seat is opposite East"
    assert wall_of(books[3], "EW", False).openers == "EEWW"
    assert [2 * sum(wall_of(rules, "ESWN", True).stacks) for rules in books] == [144] * 4


def test_flowers_make_each_side_of_four_longer():
    fact = FACTS["babcock-seasons-wall"]
    for wall in (harr_wall("ESWN", True), harr_wall("ESN", True), harr_wall("EW", True), babcock_wall("ESWN", True)):
        assert 2 * sum(wall.stacks) == fact["tiles"]
        assert wall.stacks == (fact["stacks"],) * fact["walls"]
        assert wall.place("E", 18) == ("E", 18)
        assert wall.place("E", 19) == ("N", 1)


def test_three_by_babcock_with_flowers_lose_the_west_winds_alone():
    wall = babcock_wall("ESN", True)
    assert 2 * sum(wall.stacks) == 144 - 4
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
        assert len(ring) == sum(wall.stacks)
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
        assert dead_tiles(SIXTEEN, loose) == 16
        assert moved_tiles(FOURTEEN, loose) == moved_tiles(PLAYED_OUT, loose) == moved_tiles(SIXTEEN, loose) == loose


def test_every_fact_of_the_books_is_asked_somewhere():
    elsewhere = {"harr-seats-illustration-1", "babcock-counters"}  # above, test_progressive.py
    asked_here = (
        "babcock-fig-11-wall harr-illustration-7-wall babcock-p86-one-throw babcock-dice-four babcock-dice-three "
    )
    asked_here += "babcock-two-players harr-three-two-players babcock-seasons-wall chinese-dead-wall-fig-15"
    assert set(FACTS) == set(asked_here.split()) | elsewhere
