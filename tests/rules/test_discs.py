"""The draw for seats by discs, wind box and dice, as in Harr's illustration and Babcock's text."""

from help.checks import facts
from mingg.core.table.discs import BY_MINGG, BY_TILES, BY_WIND_BOX, EAST, FIRST, THROWS, Draw

# Places of the first draw, counter-clockwise.
ANN, BO, CY, DI = range(4)


def drawn(steps, thrower, throws, discs, box=0):
    """Returns a draw whose discs are all taken."""
    draw = Draw(steps, len(discs), thrower)
    throwing = [step for step in steps if step in THROWS]
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
