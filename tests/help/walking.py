"""Walks: keys and what the screen shows after them, as text.

    A player without a name has the name of the seat
        SETUP [names] right left left b a a BEGIN | head names ["Ann", "S", "Cy", "Di"]

Left of the bar are keys as `mingg press` takes them, and

    WITH harr players=3 +washing: ...             a session with these rules begins
    Cy<Bo (pung simple)   what intent.said() takes, with the names of the file's KEYS
    {(345m) 77z OUT}      enters groups on the board of tiles, and leaves it
    @5p  ?5p              goes to that tile there; names it as the one that won
    <limit> [limit]       goes to that row of the list; and presses A
    "Max"  type:Max       types a name on the keyboard of names, with A at the end or without
    REBOOT                cuts the power

Right of it stands what is then true, with ; between:

    Cy                    a text on the screen; ! Cy: no such text; 2 x none: so many of it
    limit = 300           the text behind another
    ~ 2 Cy from Bo        these words in a row; !~ not in a row
    ^ a / b  $ a / b      the first texts, and the last
    score 48              what the hand counts so far, on its card, its flowers and its board
    keep card  is card    keeps a picture of the screen; the screen is the one that was kept
    head names [...]      what the head of the ledger has; null: no such entry
    record hands.W {...}  what the last record has
    have 2000 1966        the balances that Table shows, in the order of the names
    seats E S W N         the winds of Ann, Bo, Cy and Di
    stands 2000 1966      the balances of the ledger, when it is replayed
    replays               the ledger has the same balances
    files 0001-00.txt     the ledgers on the flash
    flash gone            from now on the flash cannot be written; flash back: it can again
    unreadable draft.txt  from now on this file cannot be read; lost 0001-00.txt: it is gone

A walk may end with a table, whose lines begin with =: the first has words, and the walk is walked with the values of
each other line in their place. A reason stands behind #.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from help.intent import WORDS, said
from help.playing import PEOPLE, balances, current, head, lay, letters, play, records, replayed, wind_of
from help.tiling import entries_of, leave, on_board, path
from mingg import lang
from mingg.core.hand.hand import tile_of
from mingg_host.device.headless import Headless

Walk = list[tuple[str, list[str]]]
Check = Callable[[Headless, str], object]
TOKEN = re.compile(rf'x\d+ |<[^>]+>|\[[^\]]+\]|"[^"]+"|\{{[^}}]+\}}|WITH [^:]*:|{WORDS}')
FOUR_SETS = "111m 222m 333m 444m"


def walks(text: str) -> pytest.MarkDecorator:
    """Returns the walks of a text, as the parameter `walk` of a test."""
    return pytest.mark.parametrize("walk", [pytest.param(walk, id=title) for title, walk in _read(text)])


def _read(text: str) -> Iterator[tuple[str, Walk]]:
    for part in re.split(r"\n(?=\S)", text.strip()):
        lines = [line.partition(" # ")[0].strip() for line in part.split("\n")]
        table = [line[2:].split(" / ") for line in lines if line.startswith("= ")]
        names, *rows = table or [[], []]
        for number, row in enumerate(rows, 1):
            values = dict(zip(names, row, strict=True))
            filled = [
                re.sub(r"\b[A-Z]+\b", lambda word, values=values: values.get(word[0], word[0]), line) for line in lines
            ]
            steps = [f" {line}".partition(" | ") for line in filled[1:] if not line.startswith("= ")]
            name = f"{lines[0]} {number}" if table else lines[0]
            yield name, [(keys, [word.strip() for word in shown.split(" ; ")]) for keys, _, shown in steps]


def go(
    device: Headless,
    walk: Walk,
    keys: Mapping[str, str] | None = None,
    checks: Mapping[str, Check] | None = None,
    then: Callable[[], object] = lambda: None,
) -> None:
    """Walks on a device. keys: the names of the file; checks: what else may be true, by its first word; then: is called
    after each step."""
    known, kept = {**CHECKS, **(checks or {})}, {}
    for script, expected in walk:
        tokens = iter(TOKEN.findall(script))
        for token in tokens:
            times = int(token[1:]) if re.fullmatch(r"x\d+ ", token) else 1
            word = next(tokens) if times > 1 else token
            for _ in range(times):
                _press(device, word, keys or {})
        for words in filter(None, expected):
            word, _, rest = words.partition(" ")
            if word == "keep":
                kept[rest] = device.picture()
                continue
            is_true = (
                device.picture() == kept[rest]
                if word == "is"
                else known[word](device, rest)
                if word in known
                else _is_shown(device, words)
            )
            assert is_true, (script, words, device.text())
        then()


def _press(device: Headless, token: str, keys: Mapping[str, str]) -> None:
    if token == "REBOOT":
        device.reboot()
    elif token.startswith("WITH "):
        _begin(device, *" ".join(keys.get(word, word) for word in token[:-1].split()[1:]).split())
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
    elif token[0] == "{":
        for group in token[1:-1].split():
            _enter(device, group)
    elif token[0] == "@":
        play(device, " ".join(path(device.app.screen.current, tile_of(token[1:]))))
    elif token[0] == "?":
        while (device.app.screen.match or ("",))[0] != tile_of(token[1:]):
            play(device, "right")
        play(device, "a")
    else:
        play(device, said(token, keys))


def _enter(device: Headless, group: str) -> None:
    if group == "OUT":
        play(device, leave(device.app.screen.current))
        return
    for entry in entries_of(group):
        prior = FOUR_SETS if "add a pair" in device.text() else ""
        play(device, " ".join(on_board([entry], device.app.screen.current, prior=prior)))


def _begin(device: Headless, rules: str, *words: str) -> None:
    settings: dict[str, Any] = {}
    for word in words:
        key, _, value = word.removeprefix("+").partition("=")
        settings[key] = int(value) if value.isdigit() else value.split(",") if key == "names" else value or True
    lay(device.ledger, rules, **settings)
    device.reboot()


def _is_shown(device: Headless, expected: str) -> bool:
    texts = device.text()
    word, _, rest = expected.partition(" ")
    if word == "!":
        return not any(rest in text for text in texts)
    if word in ("~", "!~"):
        return (rest in " ".join(texts)) is (word == "~")
    if word in ("^", "$"):
        wanted = rest.split(" / ")
        return texts[: len(wanted)] == wanted if word == "^" else texts[-len(wanted) :] == wanted
    if rest.startswith("x "):
        return texts.count(rest[2:]) == int(word)
    if " = " in expected:
        label, _, value = expected.partition(" = ")
        return label in texts[:-1] and texts[texts.index(label) + 1] == value
    return expected in texts


def score(device: Headless) -> str:
    """Returns what the hand counts so far: at the left of Card, in the header of the board; "" if it is not shown."""
    found = [(y != 14, text) for x, y, text in device.texts if (x, y) == (1, 14) or (y == 1 and text.isdigit())]
    return min(found)[1] if found else ""


def _has(record: Any, entry: str) -> bool:
    """Whether a record has a value: `hands.W {"score": 64}`."""
    path, _, value = entry.partition(" ")
    for key in path.split("."):
        record = record.get(key)
    return bool(record == json.loads(value))


def _flash(device: Headless, state: str) -> bool:
    """Puts a file in the place of the folder, so that nothing can be written; or the folder back."""
    ledger, beside = device.ledger, device.ledger.with_name("beside")
    if state == "gone":
        ledger.rename(beside)
        ledger.touch()
    else:
        ledger.unlink()
        beside.rename(ledger)
    return True


def _lost(device: Headless, name: str, unreadable: bool = False) -> bool:
    path = device.ledger / name
    path.unlink()
    if unreadable:
        path.mkdir()  # no machine can read a folder
    return True


CHECKS: dict[str, Check] = {
    "files": lambda device, names: sorted(path.name for path in device.ledger.glob("0*")) == names.split(),
    "flash": _flash,
    "lost": _lost,
    "unreadable": lambda device, name: _lost(device, name, True),
    "head": lambda device, entry: _has(head(device), entry),
    "record": lambda device, entry: _has(records(device)[-1], entry),
    "have": lambda device, points: list(balances(device).values()) == list(map(int, points.split())),
    "score": lambda device, points: score(device) == points,
    "seats": lambda device, winds: [wind_of(device, name) for name in PEOPLE] == winds.split(),
    "stands": lambda device, points: list(replayed(device)["balances"].values()) == list(map(int, points.split())),
    "replays": lambda device, _: replayed(device)["balances"] == balances(device),
}
