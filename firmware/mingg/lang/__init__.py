"""What the device says, one catalogue a language: what every deal says stays in memory, a group of seldom messages is
there while a screen is shown that names it, and what is refused is looked up when it is said."""

import sys

from mingg.lang import en
from mingg.modules import let_go

_catalogue = en.TEXT
# A module keeps the table of constants it was loaded with: memory, for nothing once the catalogue is made.
del en, sys.modules["mingg.lang.en"]

_groups: "tuple[str, ...]" = ()
_grouped: "dict[str, str]" = {}


def use(groups: "tuple[str, ...]") -> None:
    """Keeps the messages of these groups at hand, and no others."""
    global _groups, _grouped
    if groups == _groups:
        return
    _groups, _grouped = groups, {}
    for group in groups:
        _grouped.update(_text_of("en_" + group))


def _text_of(name: str) -> "dict[str, str]":
    """A part of the catalogue; the module it stands in is let go again."""
    text: "dict[str, str]" = __import__("mingg.lang." + name, None, None, ("TEXT",)).TEXT
    let_go("mingg.lang." + name)
    return text


def say(key: str, *words: object) -> str:
    """The message `key`, with `words` in its places; KeyError where no catalogue has it."""
    text = _catalogue.get(key) or _grouped.get(key) or _text_of("en_no" if key[:3] == "no " else "en_seldom")[key]
    return text % words if words else text


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
