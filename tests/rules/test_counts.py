"""What hands count, and what is refused, in the rows of oracles/hands.txt: rows.py explains them."""

from help.answers import ask, by_sets
from help.rows import deal, outcome, rows
from mingg_scoring.interchange.answers import read_standalone

HANDS = "oracles/hands.txt"


def test_a_hand_counts_as_its_row_says_or_is_refused_at_the_place():
    wrong = []
    for rules, how, hands, expected in rows(HANDS):
        found = outcome(rules, how, hands)
        if found != expected:
            wrong.append((rules, how, hands, expected, found))
    assert not wrong, wrong


def test_the_sets_of_tiles_count_as_the_tiles():
    asked = 0
    for rules, how, hands, expected in rows(HANDS):
        if expected[0] != "/" and hands[0] in "([123456789":
            tiles, seat = deal(rules, how, hands)
            sets = by_sets(read_standalone(tiles)[2].hands[seat])
            answers = [ask(dict(tiles, hands={seat: held})) for held in (tiles["hands"][seat], sets)]
            if "error" not in answers[0]:  # the hand of a loser, without its winner
                scored, again = [answer["hands"][seat] for answer in answers]
                for key in ("score", "points", "doublings", "limit", "special"):
                    assert again.get(key) == scored.get(key), (rules, how, hands)
                asked += 1
    assert asked > 100, asked
