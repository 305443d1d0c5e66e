"""What the keys of a screen do, in words: for the page of keys, the manual and the captions of the page."""

from mingg import lang
from mingg.lang import say

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.screen import Screen

    Line = tuple[list[int], bool, str]  # keys that do the same, whether they are held, and the word for it


def lines(screen: "Screen") -> "list[Line]":
    """The keys of a screen that do something now, in words."""
    lang.use(screen.words + ("keys",))
    said = grouped(screen.keymap())
    lang.use(screen.words)
    return said


def grouped(keymap: "list[tuple[int, bool, Any]]") -> "list[Line]":
    """What Screen.keymap() lists, in words. Keys that do the same share a line."""
    found: "list[Line]" = []
    for key, held, word in keymap:
        text = spoken(word)
        for keys, as_held, same in found:
            if as_held == held and same == text:
                keys.append(key)
                break
        else:
            found.append(([key], held, text))
    return found


def spoken(word: "Any") -> str:
    """A word of Screen.does(): a message, or [message, *words]. The letter of the key before it is left out."""
    text = (say(*word) if isinstance(word, list) else say(word)).replace("|", " ")
    return text[2:] if text[:2] in ("A ", "B ") else text
