"""What the device says, one catalogue a language."""

import sys

from mingg.lang import en

_catalogue = en.TEXT
# A module keeps the table of constants it was loaded with: memory, for nothing once the catalogue is made.
del en, sys.modules["mingg.lang.en"]


def say(key: str, *words: object) -> str:
    """The message `key`, with `words` in its places; KeyError where no catalogue has it."""
    text = _catalogue.get(key) or _seldom(key)
    return text % words if words else text


def _seldom(key: str) -> str:
    from mingg.lang import en_seldom

    text = en_seldom.TEXT[key]
    # A board does not keep for ever what it said once.
    sys.modules.pop("mingg.lang.en_seldom", None)
    globals().pop("en_seldom", None)
    return text


def because(key: str, figures: "tuple[int, ...]" = ()) -> str:
    """The sentence that says why something is counted (core/explain.py); KeyError where no catalogue has it."""
    # Loaded when somebody asks: a board has better uses for the room.
    from mingg.lang import why_en

    text = why_en.TEXT[key]
    return text % figures if figures else text


def option_does(name: str) -> str:
    """What an option of a rule set does, in a line; KeyError where no catalogue has it."""
    from mingg.lang import options_en

    return options_en.TEXT[name]
