"""The screens of the menu, and those that it opens. Each function loads one of them, for App.open() and link()."""

MYPY = False
if MYPY:
    from mingg.ui.screens.system import keys, language, menu, notice, settings, sheet


def Keys() -> "type[keys.Keys]":
    from mingg.ui.screens.system.keys import Keys

    return Keys


def Language() -> "type[language.Language]":
    from mingg.ui.screens.system.language import Language

    return Language


def Menu() -> "type[menu.Menu]":
    from mingg.ui.screens.system.menu import Menu

    return Menu


def Part() -> "type[menu.Part]":
    from mingg.ui.screens.system.menu import Part

    return Part


def Notices() -> "type[notice.Notices]":
    from mingg.ui.screens.system.notice import Notices

    return Notices


def Unreadable() -> "type[notice.Unreadable]":
    from mingg.ui.screens.system.notice import Unreadable

    return Unreadable


def ShortOfRoom() -> "type[notice.ShortOfRoom]":
    from mingg.ui.screens.system.notice import ShortOfRoom

    return ShortOfRoom


def SettingsScreen() -> "type[settings.SettingsScreen]":
    from mingg.ui.screens.system.settings import SettingsScreen

    return SettingsScreen


def Sheet() -> "type[sheet.Sheet]":
    from mingg.ui.screens.system.sheet import Sheet

    return Sheet
