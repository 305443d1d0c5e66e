"""Screens on record of the settings; see test_screens.py."""

SETTINGS = "hold:b x12 down up a "  # the last but one in the menu

SCREENS = {
    "settings": SETTINGS,
    "settings-between": SETTINGS + "left",
    "settings-refused": SETTINGS + "right",
    "settings-never": SETTINGS + "x2 down x2 right",
    "settings-off": SETTINGS + "x4 down left",
}
