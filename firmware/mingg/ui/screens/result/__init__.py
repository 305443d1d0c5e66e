"""The screens that show what a deal counts and who pays. Each function loads one of them, for App.open() and link()."""

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.ui.app import App
    from mingg.ui.screen import Link, Screen
    from mingg.ui.screens.result import counted, explain, result


def Items() -> "type[counted.Items]":
    from mingg.ui.screens.result.counted import Items

    return Items


def Explanation() -> "type[explain.Explanation]":
    from mingg.ui.screens.result.explain import Explanation

    return Explanation


def payments() -> "Callable[[App], None]":
    from mingg.ui.screens.result.saved import payments

    return payments


def save() -> "Callable[[App, Link, Deal | None], None]":
    from mingg.ui.screens.result.saved import save

    return save


def undo() -> "Callable[[App], None]":
    from mingg.ui.screens.result.saved import undo

    return undo


def Result() -> "type[result.Result]":
    from mingg.ui.screens.result.result import Result

    return Result


def why() -> "Callable[[App], Screen]":
    from mingg.ui.screens.result.result import of_last

    return of_last


def of_deal() -> "Callable[[App, int, Deal, Session, Link], Screen]":
    from mingg.ui.screens.result.result import of_deal

    return of_deal
