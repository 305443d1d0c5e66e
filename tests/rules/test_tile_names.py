"""Tiles as numbers and by name."""

from mingg.core.hand import tiles


def test_every_tile_has_a_name_of_its_own_that_is_read_back():
    names = [tiles.name(tile) for tile in range(tiles.KINDS)]
    assert names[0] == "1m"
    assert names[9] == "1p"
    assert names[26] == "9s"
    assert names[27:] == ["1z", "2z", "3z", "4z", "5z", "6z", "7z"]
    assert [tiles.tile_of(name) for name in names] == list(range(tiles.KINDS))


def _refused(text):
    try:
        tiles.tile_of(text)
    except ValueError as error:
        return str(error)
    raise AssertionError(text)


def test_an_unknown_tile_is_refused_and_named():
    for text in ("", "m", "5", "0m", "8z", "9z", "1f", "5x", "5mm", "55m", "m5", "5M", " 5m", "²m"):
        assert _refused(text) == "no tile: " + text + ". Use 1m-9m, 1p-9p, 1s-9s or 1z-7z."


def test_classes_of_tiles():
    majors = [tiles.name(tile) for tile in range(tiles.KINDS) if tiles.is_major(tile)]
    assert majors == ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"]
    for tile in range(tiles.KINDS):
        assert tiles.is_major(tile) == (tile >= tiles.HONOURS or tiles.name(tile)[0] in "19")
        assert tiles.name(tile) == "123456789"[tile % 9] + "mpsz"[tile // 9]


def test_winds_are_tiles():
    assert [tiles.name(tiles.wind(seat)) for seat in "ESWN"] == ["1z", "2z", "3z", "4z"]
