"""Golden screens of the choice of a language; see test_screens.py."""

from named_keys import LANGUAGE

GERMAN, TURKISH = "up a ", "down a "  # from English, which stands between them

# on a German device another language is chosen: A on its own language leaves the list
ANOTHER = {"de": LANGUAGE + "up a "}

SCREENS = {
    "system/language": LANGUAGE,
    "system/language-chosen": LANGUAGE + GERMAN,
}
