"""The texts of the device in each language, whichever language a device in this process shows."""

from __future__ import annotations

import os
from functools import cache
from itertools import chain

from mingg import lang

from mingg_scoring.interchange.score_sheet import SECTIONS, ScoreSheet

# Where a text is looked for: in the order in which a device does, then what only a report says.
ORDER = ("deal", *SECTIONS, "seldom", "report")


@cache
def languages() -> tuple[str, ...]:
    """Returns the languages that have a catalogue."""
    return tuple(sorted(name[:-4] for name in os.listdir(lang.HERE) if name.endswith(".txt")))


@cache
def _sections(language: str) -> dict[str, dict[str, str]]:
    with open(f"{lang.HERE}{language}.txt", encoding="utf-8") as file:
        parts = file.read().split("\n[")[1:]
    lines = {part.partition("]")[0]: part.splitlines()[1:] for part in parts}
    return {
        name: {key: text for key, is_text, text in (line.partition(" = ") for line in lines[name]) if is_text}
        for name in lines
    }


@cache
def _texts(language: str) -> dict[str, str]:
    sections = _sections(language)
    return dict(chain.from_iterable(sections[name].items() for name in reversed(ORDER)))


def because(key: str, figures: tuple[int, ...] = (), language: str = lang.ENGLISH) -> str:
    """Returns the sentence that says why something counts (core/explain/explain.py)."""
    return lang.put(_sections(language)["why"][key], figures)


def option_does(name: str) -> str:
    """Returns one line on what an option of a rule set does. Raises KeyError if there is none."""
    return _sections(lang.ENGLISH)["options"]["does " + name]


class Words:
    """Says the texts of a language, as `mingg.lang` says those of the device."""

    def __init__(self, language: str = lang.ENGLISH) -> None:
        self.language = language

    def say(self, key: str, *words: object) -> str:
        """Returns a text with words in its places. Raises KeyError if there is none."""
        return lang.put(_texts(self.language)[key], words)

    def named(self, kind: str, name: str) -> str:
        """Returns the name of a rule set or a special hand; of house rules, what the players wrote."""
        return _texts(self.language).get(f"{kind} {name}", name)

    def note(self, key: str, of: str) -> str:
        """Returns an assumption about a typed deal. of: its tile, or its seats."""
        sheet = ScoreSheet(self)
        return self.say(f"typed {key}", sheet.tile(of) if key == "tile" else ", ".join(map(sheet.seat, of)))

    def because(self, key: str, figures: tuple[int, ...] = ()) -> str:
        """Returns the sentence that says why something counts."""
        return because(key, figures, self.language)
