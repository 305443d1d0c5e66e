"""Walks: keys and what the screen shows after them, as text.

    A player without a name has the name of the seat
        SETUP [names] right left left b a a BEGIN | head names ["Ann", "S", "Cy", "Di"]

Left of the bar are keys as `mingg press` takes them, and

    SETUP MENU ...        a name of KEYS
    <limit> [limit]       goes to that row of the list; and presses A
    "Max"  type:Max       types a name on the keyboard of names, with A at the end or without
    REBOOT                cuts the power

Right of it stands what is then true, with ; between:

    Cy                    a text on the screen; ! Cy: no such text; 2 x none: so many of it
    limit = 300           the text behind another
    ~ 2 Cy from Bo        these words in a row
    first a / b           the first texts, or the last
    head names [...]      what the head of the ledger has; ! head start: no such entry
    have 2000 1966        the balances that Table shows, in the order of the names

A walk may end with a table, whose lines begin with =: the first has words, and the walk is walked with the values of
each other line in their place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from help.playing import balances, current, head, play
from help.spelling import letters
from mingg import lang
from mingg_host.device.headless import Device

Walk = list[tuple[str, list[str]]]
TOKEN = re.compile(r'<[^>]+>|\[[^\]]+\]|"[^"]+"|x\d+ \S+|\S+')


def walks(text: str) -> pytest.MarkDecorator:
    """Returns the walks of a text, as the parameter `walk` of a test."""
    return pytest.mark.parametrize("walk", [pytest.param(walk, id=title) for title, walk in _read(text)])


def _read(text: str) -> Iterator[tuple[str, Walk]]:
    for part in re.split(r"\n(?=\S)", text.strip()):
        lines = [line.strip() for line in part.split("\n")]
        table = [line[2:].split(" / ") for line in lines if line.startswith("= ")]
        names, *rows = table or [[], []]
        for number, row in enumerate(rows, 1):
            values = dict(zip(names, row, strict=True))
            filled = [
                re.sub(r"\b[A-Z]+\b", lambda word, values=values: values.get(word[0], word[0]), line) for line in lines
            ]
            steps = [line.partition(" | ") for line in filled[1:] if not line.startswith("= ")]
            name = f"{lines[0]} {number}" if table else lines[0]
            yield name, [(keys, [word.strip() for word in shown.split(";")]) for keys, _, shown in steps]


def go(device: Device, walk: Walk, keys: dict[str, str]) -> None:
    """Walks on a device. keys: the names that this walk may use."""
    for script, expected in walk:
        for token in TOKEN.findall(script):
            _press(device, token, keys)
        for word in filter(None, expected):
            assert _is_true(device, word), (script, word, device.text())


def _press(device: Device, token: str, keys: dict[str, str]) -> None:
    if token == "REBOOT":
        device.reboot()
    elif token[0] == '"' or token.startswith("type:"):
        name, end = (token[1:-1], ["a"]) if token[0] == '"' else (token[5:], [])
        play(device, " ".join([*letters(name, lang.spoken()), *end]))
    elif token[0] in "<[":
        seen = set()
        while (row := current(device)) != token[1:-1]:
            assert row not in seen, (token, device.text())
            seen.add(row)
            play(device, "down")
        play(device, "a" if token[0] == "[" else "")
    else:
        play(device, keys.get(token, token))


def _is_true(device: Device, expected: str) -> bool:
    texts = device.text()
    word, _, rest = expected.partition(" ")
    if expected.startswith("! head "):
        return expected.split()[2] not in head(device)
    if word == "~":
        return rest in " ".join(texts)
    if word == "have":
        return list(balances(device).values()) == [int(number) for number in rest.split()]
    if word == "!":
        return not any(rest in text for text in texts)
    if word == "head":
        key, _, value = rest.partition(" ")
        return bool(head(device)[key] == json.loads(value))
    if word in ("first", "last"):
        wanted = rest.split(" / ")
        return texts[: len(wanted)] == wanted if word == "first" else texts[-len(wanted) :] == wanted
    if rest.startswith("x "):
        return texts.count(rest[2:]) == int(word)
    if " = " in expected:
        label, _, value = expected.partition(" = ")
        return label in texts[:-1] and texts[texts.index(label) + 1] == value
    return expected in texts
