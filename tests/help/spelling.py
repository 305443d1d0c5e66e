"""Types names with keys. The keys of a letter depend on the alphabet of the language that the device speaks.

In the script of a recorded screen `type:Ann` stands for the letters of a name.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable

from mingg_host.common import places
from screens.goldens import ENGLISH

ARROWS = ("left", "up", "right", "down", "a")


@functools.cache
def alphabet(language: str, capitals: bool) -> list[str]:
    """Returns the groups of letters that the screen shows first."""
    text = (places.package() / "lang" / f"{language}.txt").read_text(encoding="utf-8")
    match = re.search(rf"^{'capitals' if capitals else 'letters'} = (.*)$", text, re.MULTILINE)
    assert match is not None
    return match[1].split("|")


def letters(name: str, language: str = ENGLISH) -> list[str]:
    """Returns the keys for the letters of a name, on the screen where it is typed."""
    split: Callable[[str], list[str]] = importlib.import_module("mingg.ui.screens.setup.people").split
    keys = []
    for i, letter in enumerate(name):
        answers = alphabet(language, capitals=not i)
        while letter not in answers:
            position = next(index for index, answer in enumerate(answers) if letter in answer)
            keys.append(ARROWS[position])
            answers = split(answers[position])
        keys.append(ARROWS[answers.index(letter)])
    return keys


def spelled(script: str, language: str = ENGLISH) -> str:
    """Returns a script with keys in the place of its names."""
    return re.sub(r"type:(\w+)", lambda name: " ".join(letters(name[1], language)), script)
