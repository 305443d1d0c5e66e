"""The screens that show what a deal counts and who pays: each function loads one, for App.open() and link()."""

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.ui.app import App
    from mingg.ui.screen import Screen
    from mingg.ui.screens.result import counted, explain, payments, result


def Items() -> "type[counted.Items]":
    from mingg.ui.screens.result.counted import Items

    return Items


def Explanation() -> "type[explain.Explanation]":
    from mingg.ui.screens.result.explain import Explanation

    return Explanation


def Payments() -> "type[payments.Payments]":
    from mingg.ui.screens.result.payments import Payments

    return Payments


def Result() -> "type[result.Result]":
    from mingg.ui.screens.result.result import Result

    return Result


def of_deal() -> "Callable[[App, int, Deal, Session, tuple[int, int]], Screen]":
    from mingg.ui.screens.result.result import of_deal

    return of_deal
