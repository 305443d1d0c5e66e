"""Screens on record of the choice of a language; see test_screens.py."""

from named_keys import MENU

LANGUAGE = f"{MENU} x12 down a "  # the last one in the menu
GERMAN, TURKISH = "x9 up a ", "x9 down a "  # in the list, from wherever it stands

SCREENS = {
    "system/language": LANGUAGE,
    "system/language-chosen": LANGUAGE + GERMAN,
}
