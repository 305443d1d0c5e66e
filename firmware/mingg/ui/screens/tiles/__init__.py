"""The screens a hand is entered with tile by tile: each function loads one, for App.open() and link()."""

MYPY = False
if MYPY:
    from mingg.ui.screens.tiles import board


def Board() -> "type[board.Board]":
    from mingg.ui.screens.tiles.board import Board

    return Board


def LastTile() -> "type[board.LastTile]":
    from mingg.ui.screens.tiles.board import LastTile

    return LastTile


def ByCard() -> "type[board.ByCard]":
    from mingg.ui.screens.tiles.board import ByCard

    return ByCard
