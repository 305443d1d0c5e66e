"""Golden screens of the settings; see test_screens.py."""

from help.named_keys import SETTINGS

SCREENS = {
    "system/settings": SETTINGS,
    "system/settings-between": SETTINGS + "left",
    "system/settings-refused": SETTINGS + "right",
    "system/settings-never": SETTINGS + "x2 down x2 right",
    "system/settings-off": SETTINGS + "x4 down left",
}
