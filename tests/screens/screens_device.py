"""Golden screens of languages, settings and the QR code; see test_screens.py."""

from __future__ import annotations

from collections.abc import Iterable

from help.named_keys import CODE, LANGUAGE, SETTINGS
from screens.goldens import ENGLISH, LANGUAGES
from screens.screens_deals import CY_FROM_BO, FIVE, GAME


def to_language(language: str, spoken: str = ENGLISH, offered: Iterable[str] = LANGUAGES) -> str:
    """The keys that choose a language in the list, which is sorted by code and begins at the language spoken now."""
    codes = sorted(offered)
    steps = codes.index(language) - codes.index(spoken)
    return f"x{abs(steps)} {'down' if steps > 0 else 'up'} a "


GERMAN, TURKISH = to_language("de"), to_language("tr")

# A on the language of the device leaves the list, so a German device chooses English.
CHOSEN = {spoken: LANGUAGE + to_language(ENGLISH if spoken == "de" else "de", spoken) for spoken in LANGUAGES}

SCREENS = {
    "history/code-before-a-deal": CODE,
    "history/code": CY_FROM_BO + CODE,
    "history/code-of-five": FIVE + CODE,
    "history/code-at-the-end": GAME + "a down",
    "system/settings": SETTINGS,
    "system/settings-never": SETTINGS + "x2 down x2 right",
    "system/settings-off": SETTINGS + "x4 down left",
    "system/language": LANGUAGE,
    "system/language-chosen": LANGUAGE + GERMAN,
}
