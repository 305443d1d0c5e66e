"""Golden screens of the choice of a language; see test_screens.py."""

from named_keys import MENU

LANGUAGE = f"{MENU} up a "  # the last one in the menu
GERMAN, TURKISH = "x9 up a ", "x9 down a "  # in the list, from any row

# on a German device another language is chosen: A on its own language leaves the list
ANOTHER = {"de": LANGUAGE + TURKISH}

SCREENS = {
    "system/language": LANGUAGE,
    "system/language-chosen": LANGUAGE + GERMAN,
}
