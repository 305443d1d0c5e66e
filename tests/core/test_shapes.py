"""Special hands by their tiles, as in the books, and hands that lack one tile."""

from mingg.core.tiles import shapes
from mingg.core.tiles.hand import parse
from mingg.core.tiles.tiles import KINDS, name

ORPHANS = "19m 19p 19s 1234567z"


def _counts(text):
    return parse(text).counts


def _names(tiles):
    return " ".join([name(tile) for tile in tiles])


def test_all_majors_are_terminals_and_honours():
    """Babcock p.55."""
    for tile in range(KINDS):
        held = bytearray(KINDS)
        held[tile] = 1
        assert shapes.is_all_majors(held) == (name(tile)[1] == "z" or name(tile)[0] in "19"), name(tile)


def test_four_winds_are_three_sets_and_a_pair_of_the_fourth():
    """Babcock p.53-54; Harr p.63."""
    for winds, right in (
        ("111222333z 44z", True),
        ("11z 222333444z", True),
        ("11112222333344z", True),
        ("111222z 33344z 4z", True),
        ("111222z 3344z", False),
        ("111222333z 4z", False),
        ("111222333z", False),
        ("11z 22z 33z 44z", False),
    ):
        assert shapes.has_four_winds(_counts(winds)) == right, winds
        assert shapes.has_four_winds(_counts(winds + " 555z 666z")) == right, winds


def test_nine_gates_are_of_any_suit_and_the_fourteenth_any_tile_of_it():
    """Babcock p.56."""
    for suit in "mps":
        for last in range(1, 10):
            counts = _counts(f"1112345678999{suit} {last}{suit}")
            tile = _counts(f"{last}{suit}").index(1)
            assert shapes.is_nine_gates(counts, tile)
            assert shapes.is_nine_gates(counts, -1)
            other = tile - 1 if last > 1 else tile + 1
            assert not shapes.is_nine_gates(counts, other), "it was not waited for"
    for text in ("1112345678999m 1p", "1112345678999m", "11122233344455m", "111222333444z 55z"):
        assert not shapes.is_nine_gates(_counts(text), -1), text


def test_thirteen_orphans_are_one_of_each_and_any_twice():
    """Harr p.62; Babcock p.60."""
    for tile in shapes.MAJORS:
        assert shapes.orphans_pair(_counts(ORPHANS + " " + name(tile))) == tile
    for text in (ORPHANS, ORPHANS + " 5m", ORPHANS + " 1m 1m", "19m 19p 19s 1234566z 1m"):
        assert shapes.orphans_pair(_counts(text)) == -1, text


def test_thirteen_orphans_wait_for_the_one_that_lacks_or_for_any():
    assert _names(shapes.orphans_waits(_counts(ORPHANS))) == _names(shapes.MAJORS)
    assert _names(shapes.orphans_waits(_counts("19m 19p 19s 1234566z"))) == "7z"
    for text in ("19m 19p 19s 123456z", "19m 19p 19s 123456z 5m", "19m 19p 19s 1234555z", ORPHANS + " 1m"):
        assert shapes.orphans_waits(_counts(text)) == [], text


def test_seven_twins_are_pairs_four_alike_two_of_them():
    """Babcock p.61."""
    assert _names(shapes.twins(_counts("1155m 2288p 33s 1177z"))) == "1m 5m 2p 8p 3s 1z 7z"
    assert _names(shapes.twins(_counts("1111m 2288p 33s 1177z"))) == "1m 1m 2p 8p 3s 1z 7z"
    for text in ("1155m 2288p 33s 1167z", "1155m 2288p 33s 11z", "1115m 2288p 33s 1177z"):
        assert shapes.twins(_counts(text)) == [], text


def test_seven_twins_wait_for_the_tile_that_has_no_twin():
    assert _names(shapes.twins_waits(_counts("1155m 2288p 33s 117z"))) == "7z"
    assert _names(shapes.twins_waits(_counts("1115m 2288p 33s 11z"))) == "", "two of them lack one"
    for text in ("1155m 2288p 33s 1z", "1155m 2288p 33s 1167z", "155m 2288p 33s 1167z"):
        assert shapes.twins_waits(_counts(text)) == [], text
