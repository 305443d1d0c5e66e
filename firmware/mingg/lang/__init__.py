"""What the device says, one catalogue a language."""

import sys

from mingg.lang import en

_catalogue = en.TEXT
# A module keeps the table of constants it was loaded with: memory, for nothing once the catalogue is made.
del en, sys.modules["mingg.lang.en"]


def say(key: str, *words: object) -> str:
    """The message `key`, with `words` in its places; KeyError where no catalogue has it."""
    text = _catalogue[key]
    return text % words if words else text
