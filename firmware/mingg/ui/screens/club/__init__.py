"""The screens of a club night. Each function loads one of them, for App.open() and link()."""

MYPY = False
if MYPY:
    from mingg.ui.screens.club import go, requests, show, sit


def ClubScreen() -> "type[requests.ClubScreen]":
    from mingg.ui.screens.club.requests import ClubScreen

    return ClubScreen


def Go() -> "type[go.Go]":
    from mingg.ui.screens.club.go import Go

    return Go


def Over() -> "type[show.Over]":
    from mingg.ui.screens.club.show import Over

    return Over


def Show() -> "type[show.Show]":
    from mingg.ui.screens.club.show import Show

    return Show


def Sit() -> "type[sit.Sit]":
    from mingg.ui.screens.club.sit import Sit

    return Sit
