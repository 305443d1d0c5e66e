"""The screens that show saved deals and evenings. Each function loads one of them, for App.open() and link()."""

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.core.deal.deal import Deal
    from mingg.ui.app import App
    from mingg.ui.screen import Link, Screen, Under
    from mingg.ui.screens.history import code, deals, evenings, over, pool, preview


def Code() -> "type[code.Code]":
    from mingg.ui.screens.history.code import Code

    return Code


def Deals() -> "type[deals.Deals]":
    from mingg.ui.screens.history.deals import Deals

    return Deals


def undo_newest() -> "Callable[[App], None]":
    from mingg.ui.screens.history.deals import undo_newest

    return undo_newest


def left() -> "Callable[[App, int], None]":
    from mingg.ui.screens.history.deals import left

    return left


def Evenings() -> "type[evenings.Evenings]":
    from mingg.ui.screens.history.evenings import Evenings

    return Evenings


def look_away() -> "Callable[[App, Under, int], evenings.Standing]":
    from mingg.ui.screens.history.evenings import look_away

    return look_away


def play_on() -> "Callable[[App, int], None]":
    from mingg.ui.screens.history.evenings import play_on

    return play_on


def Over() -> "type[over.Over]":
    from mingg.ui.screens.history.over import Over

    return Over


def PayBack() -> "type[preview.PayBack]":
    from mingg.ui.screens.history.preview import PayBack

    return PayBack


def payer() -> "Callable[[App], Screen]":
    from mingg.ui.screens.history.pay import payer

    return payer


def lender() -> "Callable[[App], Screen]":
    from mingg.ui.screens.history.pay import lender

    return lender


def Pool() -> "type[pool.Pool]":
    from mingg.ui.screens.history.pool import Pool

    return Pool


def replace() -> "Callable[[App, int, Deal, Link | None], None]":
    from mingg.ui.screens.history.correcting import replace

    return replace


def Undo() -> "type[preview.Undo]":
    from mingg.ui.screens.history.preview import Undo

    return Undo


def correct() -> "Callable[[App, int, Link | None], None]":
    from mingg.ui.screens.history.correcting import correct

    return correct
