"""The screens on which a hand is entered tile by tile. Each function loads one of them, for App.open() and link()."""

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.ui.app import App
    from mingg.ui.screens.tiles import board


def Board() -> "type[board.Board]":
    from mingg.ui.screens.tiles.board import Board

    return Board


def LastTile() -> "type[board.LastTile]":
    from mingg.ui.screens.tiles.board import LastTile

    return LastTile


def SetChoice() -> "Callable[[App, int, int], board.SetChoice]":
    from mingg.ui.screens.tiles.board import set_choice_again

    return set_choice_again


def Kong() -> "Callable[[App, int, int], board.Kong]":
    from mingg.ui.screens.tiles.board import kong_again

    return kong_again


def ByCard() -> "type[board.ByCard]":
    from mingg.ui.screens.tiles.board import ByCard

    return ByCard
