"""The best sets of a tile hand, as the books describe it: oracles/sets.txt. Each heading names the place.

rule sets | who won and how, as in rows.py | the tiles | what the sets say, and behind : how the tiles are arranged
"""

from help.answers import by_sets
from help.rows import deal, rows
from mingg.core.deal.deal import Win
from mingg.core.hand import analysis
from mingg.core.hand.arrange import Concealed
from mingg.core.hand.hand import name, parse
from mingg.core.interchange import keys
from mingg.core.interchange.keys import write_set
from mingg.core.rules import load
from mingg.core.score.score import count
from mingg_scoring.interchange.tiles import arrangement


def _words(hand):
    """What a hand says, in the words of rows.py."""
    words = []
    said = by_sets(hand)
    for key, held in [(row.key, said[row.key]) for row in keys.HAND if row.key in said]:
        if key == "sets":
            for item in sorted(set(held)):
                number = held.count(item)
                words.append(str(number) + " " + item if number > 1 else item)
        elif held is True:
            words.append(key)
        else:
            if isinstance(held, list):
                held = ("," if isinstance(held[0], str) else "").join([str(value) for value in held])
            words.append(key + "=" + str(held))
    return ", ".join(words)


def _found(rules, how, tiles):
    """What the analysis finds in tiles."""
    asked, seat = deal(rules, how, tiles)
    in_force = load(rules, asked["options"], asked.get("players", 4))
    place = (seat, asked.get("round", "E"), in_force)
    if seat != asked["winner"]:
        return _words(analysis.losing(parse(tiles), *place))
    won = asked["win"]
    win = Win(won["by"])
    win.hidden, win.opening, win.tile = won.get("hidden", False), won.get("opening"), won.get("tile")
    try:
        hand, counted = analysis.winning(parse(tiles), win, *place)
    except (analysis.NotComplete, analysis.WrongTile) as error:
        return "! " + str(error).partition(". ")[0]
    again = count(hand, seat, win, in_force)
    assert (again.score, again.points, again.doublings) == (counted.score, counted.points, counted.doublings)
    return (_words(hand) + " : " + arrangement(hand)).strip()


def test_the_best_sets_of_tiles_are_found():
    wrong = []
    for rules, how, tiles, expected in rows("oracles/sets.txt"):
        found = _found(rules, how, tiles)
        if found != expected:
            wrong.append((rules, how, tiles, expected, found))
    assert not wrong, wrong


def _places(text, *hands):
    rules = load("babcock", dict.fromkeys(hands, True))
    return " ".join([name(tile) for tile in analysis.places(parse(text), rules)])


def test_places_over_every_arrangement():
    """Babcock p.46 Fig. 21, p.47 Fig. 22, p.50 Fig. 25, p.56 Fig. 29, p.72 Fig. 37."""
    assert _places("(789s) 67m 234p 22234s") == "5m 8m"
    assert _places("(567m) 89s 234p 22234s") == "7s"
    assert _places("(789s) 57m 234p 22234s") == "6m"
    assert _places("(567m) (789s) 34p 22234s") == "2p 5p"
    assert _places("(567m) (789s) 24p 22234s") == "3p"
    assert _places("(567m) (789s) 234p 2234s") == "2s 5s"
    assert _places("(9999p) [1111m] 2345678m") == "2m 5m 8m"
    assert _places("(555p) (123m) 4445678s") == "3s 5s 6s 8s 9s"
    assert _places("1112345678999m") == "1m 2m 3m 4m 5m 6m 7m 8m 9m"
    assert _places("(345p) (678s) (567p) 1234m") == "1m 4m"


def test_thirteen_tiles_with_one_over_in_every_suit_wait_for_nothing():
    assert _places("1m 1112p 1112s 1112z") == ""


def test_a_fifth_of_a_kind_completes_nothing():
    assert Concealed(parse("1111m 222p 333p 444p").counts).waits() == []


def test_places_of_pairs_and_single_tiles():
    assert _places("(123m) (456m) (789p) (111z) 5z") == "5z"
    assert _places("(123m) (456m) (789p) 11z 55z") == "1z 5z"
    assert _places("(123m) (456m) (789p) 11z 55s") == "5s 1z"
    assert _places("(123m) (456m) (789p) 11z 5s") == "", "not ready"
    assert _places("147m 258p 369s 1234z") == ""


def test_shapes_in_force_are_places_too():
    """Babcock p.60-61."""
    orphans, twins = "thirteen_orphans", "seven_twins"
    assert _places("19m 19p 19s 1234567z", orphans) == "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"
    assert _places("19m 19p 19s 1234567z") == ""
    assert _places("119m 1p 19s 1234567z", orphans) == "9p"
    assert _places("114488m 55p 33s 44z 1p", twins) == "1p"
    assert _places("114488m 55p 33s 44z 1p", orphans) == ""
    assert _places("112233m 445566p 7s", twins) == "7s"
    assert _places("112233m 44556p 77s") == "3p 6p"
    assert _places("112233m 44556p 77s", twins) == "3p 6p"
    assert _places("1111m 2222m 3333m 7p", twins) == "7p"


def _won(text, tile, by):
    win = Win(by)
    win.tile = tile
    return analysis.winning(parse(text), win, "S", "S", load("babcock"))


def test_faces_name_the_sets_and_the_pairs():
    hand = _won("(666m) (2222z) [7777z] 222m 55z", "2m", "loose")[0]
    sets = [write_set(item) for item in hand.sets]
    assert sorted([name(hand.faces[place]) + " " + sets[place] for place in range(len(sets))]) == [
        "2m pung simple",
        "2z (kong both)",
        "5z pair dragon",
        "6m (pung simple)",
        "7z kong dragon",
    ]
    for text in ("(222p) (666m) 1f", "(666m) (222p) 1f"):
        assert analysis.losing(parse(text), "S", "E", load("babcock")).faces == [5, 10]


def test_tiles_are_a_hand_or_not():
    for text, rules, makes in (
        ("(123m) 444p 777s 111z 99s", "bmja", True),
        ("(123m) 456p 777s 111z 99s", "bmja", False),
        ("123m 456p 777s 111z 99s", "bmja", False),
        ("(123m) 456p 789s 111z 99s", "babcock", True),
        ("123m 444p 777s 111z 99s", "bmja", True),
        ("(444p) 777s 111z 222z 3z 9s", "bmja", False),
        ("19m 19p 19s 12345677z", "bmja", True),
        ("11223344556677m", "bmja", False),
    ):
        assert analysis.makes_hand(parse(text), load(rules)) == makes, (text, rules)


def test_a_hand_waits_for_what_its_chows_allow():
    for text, waits in (
        ("(123m) 444p 777s 11z 99s", "9s 1z"),
        ("(123m) 444p 78s 111z 99s", ""),
        ("123m 444p 78s 111z 99s", ""),
        ("444p 78s 111z 222z 99s", "6s 9s"),
    ):
        assert " ".join([name(tile) for tile in analysis.places(parse(text), load("bmja"))]) == waits, text


def test_a_loser_waits_for_purity_only_where_it_is_played_and_waiting_counts():
    hand = parse("111m 222m 444m 777m 9m")
    unplayed = {"name": "Ours", "factors": {"purity": False}}
    without = {"name": "Ours", "waiting": {row.id: False for row in load("bmja").waiting}}
    assert "purity" in analysis.waits_for(hand, load("bmja"))
    assert analysis.waits_for(hand, load("bmja", None, 4, without)) == []
    assert "purity" not in analysis.waits_for(hand, load("bmja", None, 4, unplayed))
