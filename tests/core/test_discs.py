"""The draw for seats by discs, wind box and dice, as in Harr's illustration and Babcock's text."""

from checks import facts, refuses
from mingg.core.table.discs import (
    disc_drawn,
    draw_by_mingg,
    draw_by_wind_box,
    first_east,
    may_draw_again,
    pointed_at,
    seated,
    takers,
)

# Places of the first draw, counter-clockwise.
ANN, BO, CY, DI = range(4)


def test_harrs_illustration_1():
    fact = facts()["harr-seats-illustration-1"]
    places = "ABCD"
    second = pointed_at(places.index(fact["thrower"]), fact["throw"], 4)
    assert places[second] == fact["second"]
    first = pointed_at(second, fact["second_throw"], 4)
    assert [places[place] for place in takers(first, 4)] == fact["indicators"]
    box = fact["indicators"].index(fact["wind_box_with"])
    assert box == 1  # "the wind box in second position"
    drawn = draw_by_wind_box(places.index(fact["thrower"]), fact["throw"], fact["second_throw"], "SNEW", box)
    assert places[drawn.east_at] == fact["wind_box_with"]
    # D, A, B, C take South, North, East, West.
    assert "".join([places[player] for player in drawn.players]) == "BDCA"


def test_the_wind_box_goes_with_the_disc_on_it_and_east_sits_there():
    for box, place in enumerate((DI, ANN, BO, CY)):
        drawn = draw_by_wind_box(CY, 7, 8, "ESWN", box)
        assert drawn.east_at == place
        assert drawn.players == [DI, ANN, BO, CY]  # which disc a person takes does not depend on the place


def test_babcocks_mingg_marks_a_seat_and_the_second_throw_the_first_disc():
    # Ann throws 5: the Mingg stays with her. She throws 2: Bo, at her right, takes disc No. 1.
    drawn = draw_by_mingg(ANN, 5, 2, "WNES")
    assert drawn.east_at == ANN
    assert drawn.players == [DI, ANN, BO, CY]  # West Bo, North Cy, East Di, South Ann
    # Di throws 12, to her left, for the Mingg, and 11, across, for the discs.
    drawn = draw_by_mingg(DI, 12, 11, "ESWN")
    assert drawn.east_at == CY
    assert drawn.players == [BO, CY, DI, ANN]


def test_babcocks_numbers_mean_the_same_in_all_three_throws():
    # p.64-65: 5 or 9 is the thrower; 2, 6, 10 the person to the right; 3, 7, 11 opposite; 4, 8, 12 to the left
    steps = {0: (5, 9), 1: (2, 6, 10), 2: (3, 7, 11), 3: (4, 8, 12)}
    for step, throws in steps.items():
        for throw in throws:
            for thrower in range(4):
                assert draw_by_mingg(thrower, throw, 5, "ESWN").east_at == (thrower + step) % 4
                assert draw_by_mingg(thrower, 5, throw, "ESWN").players[0] == (thrower + step) % 4
            east = first_east(draw_by_mingg(ANN, 5, 5, "ESWN"), throw)
            assert (east.players[0], east.east_at) == (step, step)


def test_the_first_east_is_thrown_for_and_no_player_moves():
    drawn = draw_by_mingg(BO, 9, 6, "NSEW")
    for throw in range(2, 13):
        started = first_east(drawn, throw)
        before = {(drawn.east_at + seat) % 4: player for seat, player in enumerate(drawn.players)}
        after = {(started.east_at + seat) % 4: player for seat, player in enumerate(started.players)}
        assert before == after
        assert started.players[0] == drawn.players[(throw - 1) % 4]


def test_three_and_two_count_by_their_own_number():
    drawn = draw_by_mingg(0, 3, 5, "NES")
    assert (drawn.east_at, drawn.players) == (2, [2, 0, 1])
    drawn = draw_by_wind_box(1, 2, 2, "WE", 0)
    assert (drawn.east_at, drawn.players) == (1, [0, 1])
    assert first_east(drawn, 2).players == [1, 0]


def test_every_disc_is_as_likely_as_the_others():
    for discs in ("ESWN", "ESN", "EW", "W"):
        at_once = []
        for face in range(1, 7):
            throws = [1, face]  # throws again if the face points at no disc
            disc = disc_drawn(discs, throws.pop)
            if throws:
                at_once.append(disc)
            else:
                assert disc == discs[0]
        assert [at_once.count(disc) for disc in discs] == [6 // len(discs)] * len(discs), discs


def test_seats_may_be_drawn_at_most_three_times():
    assert [may_draw_again(draws, False) for draws in (1, 2, 3)] == [True, True, False]
    assert not may_draw_again(1, True)


def test_discs_that_are_no_set():
    for discs in ("ESWW", "ESW", "EN", "ESWNF", "S", "", "NWS"):
        assert refuses(seated, takers(0, len(discs)), discs, 0), discs
    assert refuses(seated, [0, 1, 2], "ESWN", 0)


def test_impossible_throws_and_places_are_refused():
    for throw in (0, 1, 13):
        assert refuses(draw_by_mingg, 0, throw, 7, "ESWN")
        assert refuses(draw_by_mingg, 0, 7, throw, "ESWN")
        assert refuses(draw_by_wind_box, 0, throw, 7, "ESWN", 0)
        assert refuses(draw_by_wind_box, 0, 7, throw, "ESWN", 0)
        assert refuses(first_east, draw_by_mingg(0, 7, 7, "ESWN"), throw)
    assert refuses(draw_by_wind_box, 0, 7, 7, "ESWN", 4)
    assert refuses(draw_by_wind_box, 0, 7, 7, "ESWN", -1)
