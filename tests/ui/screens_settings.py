"""Golden screens of the settings; see test_screens.py."""

from named_keys import MENU

SETTINGS = f"{MENU} x2 up a "  # the last but one in the menu

SCREENS = {
    "system/settings": SETTINGS,
    "system/settings-between": SETTINGS + "left",
    "system/settings-refused": SETTINGS + "right",
    "system/settings-never": SETTINGS + "x2 down x2 right",
    "system/settings-off": SETTINGS + "x4 down left",
}
