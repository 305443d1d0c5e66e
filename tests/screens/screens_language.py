"""Golden screens of the choice of a language; see test_screens.py."""

from __future__ import annotations

from collections.abc import Iterable

from help.named_keys import LANGUAGE
from screens.goldens import ENGLISH, LANGUAGES


def to_language(language: str, spoken: str = ENGLISH, offered: Iterable[str] = LANGUAGES) -> str:
    """The keys that choose a language in the list, which is sorted by code and begins at the language spoken now."""
    codes = sorted(offered)
    steps = codes.index(language) - codes.index(spoken)
    return f"x{abs(steps)} {'down' if steps > 0 else 'up'} a "


GERMAN, TURKISH = to_language("de"), to_language("tr")

# A on the language of the device leaves the list, so a German device chooses English.
CHOSEN = {spoken: LANGUAGE + to_language(ENGLISH if spoken == "de" else "de", spoken) for spoken in LANGUAGES}

SCREENS = {
    "system/language": LANGUAGE,
    "system/language-chosen": LANGUAGE + GERMAN,
}
