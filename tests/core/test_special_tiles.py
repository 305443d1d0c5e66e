"""Special hands of the books by their tiles, and the tiles that hands of thirteen wait for."""

from mingg.core.hand.hand import parse
from mingg.core.hand.special import Tiles, is_special, pattern_of, waits
from mingg.core.hand.tiles import KINDS, is_major, name
from mingg.core.rules import load

RULES = load("babcock")
ORPHANS = "19m 19p 19s 1234567z"
MAJORS = [tile for tile in range(KINDS) if is_major(tile)]


def _is(hand, text, last=-1, drawn=True):
    return is_special(pattern_of(hand, RULES), Tiles(parse(text), last, drawn))


def _waits(hand, text):
    return " ".join([name(tile) for tile in waits(pattern_of(hand, RULES), Tiles(parse(text)))])


def test_nine_gates_are_of_any_suit_and_the_fourteenth_any_tile_of_it():
    """Babcock p.56."""
    for suit in "mps":
        for last in range(1, 10):
            text = f"1112345678999{suit} {last}{suit}"
            tile = parse(f"{last}{suit}").counts.index(1)
            assert _is("nine_gates", text, tile)
            assert _is("nine_gates", text)
            other = tile - 1 if last > 1 else tile + 1
            assert not _is("nine_gates", text, other), "it was not waited for"
    for text in ("1112345678999m 1p", "11122233344455m", "111222333444z 55z", "(111m) 23456789999m"):
        assert not _is("nine_gates", text), text


def test_thirteen_orphans_are_one_of_each_and_any_twice():
    """Harr p.62; Babcock p.60."""
    for tile in MAJORS:
        assert _is("thirteen_orphans", ORPHANS + " " + name(tile))
    for text in (ORPHANS, ORPHANS + " 5m", ORPHANS + " 1m 1m", "19m 19p 19s 1234566z 1m"):
        assert not _is("thirteen_orphans", text), text


def test_thirteen_orphans_wait_for_the_one_that_lacks_or_for_any():
    assert _waits("thirteen_orphans", ORPHANS) == " ".join([name(tile) for tile in MAJORS])
    assert _waits("thirteen_orphans", "19m 19p 19s 1234566z") == "7z"
    for text in ("19m 19p 19s 123456z", "19m 19p 19s 123456z 5m", "19m 19p 19s 1234555z", ORPHANS + " 1m"):
        assert _waits("thirteen_orphans", text) == "", text


def test_seven_twins_are_pairs_four_alike_two_of_them():
    """Babcock p.61."""
    for text in ("1155m 2288p 33s 1177z", "1111m 2288p 33s 1177z"):
        assert _is("seven_twins", text), text
    for text in ("1155m 2288p 33s 1167z", "1155m 2288p 33s 11z", "1115m 2288p 33s 1177z", "[1111m] 2288p 33s 1177z 5z"):
        assert not _is("seven_twins", text), text


def test_pungs_are_no_single_tiles():
    for text, buried in (
        ("111m 555m 777m 999m 11z", True),
        ("123m 555m 777m 999m 11z", False),
        ("11122m 5555m 777m 99m", False),
    ):
        assert _is("buried_treasure", text) == buried, text


def test_only_an_end_of_the_gates_of_heaven_may_be_claimed():
    for tile, drawn, may in ((0, False, True), (8, False, True), (4, False, False), (1, False, False), (4, True, True)):
        assert _is("gates_of_heaven", "11123455678999m", tile, drawn) == may, tile


def test_seven_twins_wait_for_the_tile_that_has_no_twin():
    assert _waits("seven_twins", "1155m 2288p 33s 117z") == "7z"
    assert _waits("seven_twins", "1111m 2222m 3333m 7p") == "7p"
    for text in ("1115m 2288p 33s 11z", "1155m 2288p 33s 1z", "1155m 2288p 33s 1167z", "155m 2288p 33s 1167z"):
        assert _waits("seven_twins", text) == "", text


def test_nobody_waits_for_a_fifth_tile():
    assert _waits("seven_twins", "1111m 22m 33m 44m 55m 6m") == "6m"
    assert _waits("winds_and_dragons", "[1111z] 222z 33z 44z 555z") == "3z 4z"
