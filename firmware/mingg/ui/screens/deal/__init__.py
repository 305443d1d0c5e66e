"""The screens on which a deal is entered. Each function loads one of them, for App.open() and link().

The last two load functions that screens call.
"""

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.core.deal.deal import Deal
    from mingg.ui.app import App
    from mingg.ui.entry.entry import Entry
    from mingg.ui.screen import Screen
    from mingg.ui.screens.deal import (
        card,
        draft,
        endings,
        flowers,
        how,
        known,
        last_set,
        liable,
        other,
        rare,
        special,
        winds,
    )


def show_page() -> "Callable[[App, int, int], None]":
    from mingg.ui.screens.deal.card import show_page

    return show_page


def CardScreen() -> "type[card.CardScreen]":
    from mingg.ui.screens.deal.card import CardScreen

    return CardScreen


def Kind() -> "type[card.Kind]":
    from mingg.ui.screens.deal.card import Kind

    return Kind


def Draft() -> "type[draft.Draft]":
    from mingg.ui.screens.deal.draft import Draft

    return Draft


def Drop() -> "type[draft.Drop]":
    from mingg.ui.screens.deal.draft import Drop

    return Drop


def Hands() -> "type[draft.Hands]":
    from mingg.ui.screens.deal.draft import Hands

    return Hands


def NobodyWon() -> "type[endings.NobodyWon]":
    from mingg.ui.screens.deal.endings import NobodyWon

    return NobodyWon


def Other() -> "type[other.Other]":
    from mingg.ui.screens.deal.other import Other

    return Other


def ended() -> "Callable[[App, Deal], None]":
    from mingg.ui.screens.deal.endings import ended

    return ended


def Flowers() -> "type[flowers.Flowers]":
    from mingg.ui.screens.deal.flowers import Flowers

    return Flowers


def How() -> "type[how.How]":
    from mingg.ui.screens.deal.how import How

    return How


def Known() -> "type[known.Known]":
    from mingg.ui.screens.deal.known import Known

    return Known


def LastSet() -> "type[last_set.LastSet]":
    from mingg.ui.screens.deal.last_set import LastSet

    return LastSet


def Liability() -> "type[liable.Liability]":
    from mingg.ui.screens.deal.liable import Liability

    return Liability


def More() -> "Callable[[App, int], Screen]":
    from mingg.ui.screens.deal.more import more

    return more


def Rare() -> "type[rare.Rare]":
    from mingg.ui.screens.deal.rare import Rare

    return Rare


def SpecialHands() -> "type[special.SpecialHands]":
    from mingg.ui.screens.deal.special import SpecialHands

    return SpecialHands


def Winds() -> "type[winds.Winds]":
    from mingg.ui.screens.deal.winds import Winds

    return Winds


def standing() -> "Callable[[Entry], str]":
    from mingg.ui.screens.deal.rare import standing

    return standing
