"""The screens that show counters. Each function loads one of them, for App.open() and link()."""

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.core.counters.sets import Holdings
    from mingg.ui.app import App
    from mingg.ui.screen import Link, Screen
    from mingg.ui.screens.counters import receives, trays


def of_change() -> "Callable[[App, Holdings, list[tuple[int, int, int]], Link | None, str], Screen | None]":
    from mingg.ui.screens.counters.counters import of_change

    return of_change


def of_deal() -> "Callable[[App], Screen]":
    from mingg.ui.screens.counters.counters import of_deal

    return of_deal


def Receives() -> "type[receives.Receives]":
    from mingg.ui.screens.counters.receives import Receives

    return Receives


def Stock() -> "Callable[[App], Screen]":
    from mingg.ui.screens.counters.trays import stock

    return stock


def Trays() -> "type[trays.Trays]":
    from mingg.ui.screens.counters.trays import Trays

    return Trays
