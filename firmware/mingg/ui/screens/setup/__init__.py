"""The screens that set up a session. Each function loads one of them, for App.open() and link()."""

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.ui.app import App
    from mingg.ui.screen import Link
    from mingg.ui.screens.setup import first_east, houses, names, options, own_set, rosettes, seats, setup, turn


def FirstEast() -> "type[first_east.FirstEast]":
    from mingg.ui.screens.setup.first_east import FirstEast

    return FirstEast


def Houses() -> "type[houses.Houses]":
    from mingg.ui.screens.setup.houses import Houses

    return Houses


def Names() -> "type[names.Names]":
    from mingg.ui.screens.setup.names import Names

    return Names


def renaming() -> "Callable[[App, Link], names.Names]":
    from mingg.ui.screens.setup.names import renaming

    return renaming


def OptionList() -> "type[options.OptionList]":
    from mingg.ui.screens.setup.options import OptionList

    return OptionList


def OwnSet() -> "type[own_set.OwnSet]":
    from mingg.ui.screens.setup.own_set import OwnSet

    return OwnSet


def Counters() -> "type[rosettes.Counters]":
    from mingg.ui.screens.setup.rosettes import Counters

    return Counters


def Limit() -> "type[rosettes.Limit]":
    from mingg.ui.screens.setup.rosettes import Limit

    return Limit


def Players() -> "type[rosettes.Players]":
    from mingg.ui.screens.setup.rosettes import Players

    return Players


def RuleSets() -> "type[rosettes.RuleSets]":
    from mingg.ui.screens.setup.rosettes import RuleSets

    return RuleSets


def DrawSeats() -> "type[seats.DrawSeats]":
    from mingg.ui.screens.setup.seats import DrawSeats

    return DrawSeats


def NewSession() -> "type[setup.NewSession]":
    from mingg.ui.screens.setup.setup import NewSession

    return NewSession


def Turn() -> "type[turn.Turn]":
    from mingg.ui.screens.setup.turn import Turn

    return Turn
