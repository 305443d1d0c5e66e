"""What the keys of a screen do, in words: for the page of keys, the manual and the captions of the web page."""

from mingg import lang
from mingg.lang import at_hand, joined, say

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.kit.view import Screen

    Line = tuple[list[int], bool, str]  # the keys, whether they are held, and the word for what they do


def lines(screen: "Screen") -> "list[Line]":
    """Lists the keys of a screen that do something now, in words."""
    lang.use(screen.words + ("keys",))
    listed = grouped(screen.keymap())
    lang.use(screen.words)
    return listed


def grouped(keymap: "list[tuple[int, bool, Any]]") -> "list[Line]":
    """Turns what Screen.keymap() lists into words. Keys that do the same share a line."""
    listed: "list[Line]" = []
    for key, held, word in keymap:
        text = spoken(word)
        for keys, line_held, line_text in listed:
            if line_held == held and line_text == text:
                keys.append(key)
                break
        else:
            listed.append(([key], held, text))
    return listed


def spoken(word: "Any") -> str:
    """Returns the text of a word of Screen.keymap(), which is a message, [message, *words] or ["", text]. A message for
    the page of keys replaces one that is short for a header. Leaves out a leading letter of the key."""
    if isinstance(word, list):
        text = say(*word) if word[0] else word[1]
    else:
        text = at_hand("key " + word) or say(word)
    text = joined(text)
    return text[2:] if text[:2] in ("A ", "B ") else text
