"""Plays by keys and reads the screen: functions that the tests of the screens share."""

from __future__ import annotations

import functools
import importlib
import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mingg import lang
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.evenings import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.records.line import seal, segment_name, segment_of
from mingg_host.common import places
from mingg_host.device.headless import Device, Headless
from mingg_host.device.keyscript import parse, perform
from mingg_scoring.interchange.sessions import SessionPlay
from screens.goldens import ENGLISH, LANGUAGES

Box = tuple[int, int, int, int, str]  # x, y, width and height of a text or a key, and the text
CATALOGUES = (places.package() / "lang").glob("*.txt")
BOXES = {line[6:] for path in CATALOGUES for line in path.read_text("utf-8").split("\n") if line.startswith("box = ")}
OURS = ("before", "after", "named", "on")  # keys of a record beside its line
PEOPLE = ("Ann", "Bo", "Cy", "Di")
NAMES = {"Ann", "Bo", "Cy", "Di", "5"} | BOXES  # may be cut
# names that leave the least room: eight of the widest letters
WIDE = ["Wmmmmmmm", "Mmmmmmmm", "Nmmmmmmm", "Qmmmmmmm", "Gmmmmmmm"]


def lay(folder: Path, rules: str, players: int = 4, names: list[str] | None = None, **options: Any) -> Path:
    """Returns a folder that stands for a flash on which a session with these rules has begun."""
    session = Session(names or ["Ann", "Bo", "Cy", "Di", "Eve"][:players], load(rules, options, players))
    begin(open_evening(Store(str(folder), None)), session, 0)
    return folder


def after(folder: Path, deals: int, names: list[str], number: int = 1, east: int = 0) -> Path:
    """Returns a folder that stands for a flash with an evening of `deals` deals; only the last two are in its
    ledger."""
    head = {"mingg": 1, "edition": 1, "ledger": 1, "rules": "babcock", "names": names}
    data = seal(0, json.dumps(head)) * 2
    for segment, record in enumerate((1, deals - 1, deals)):
        before = {"deals": record - 1, "east": names[east], "round": 0, "balances": [2000 for _ in names]}
        if segment == 1:
            (folder / segment_name(number, 0)).write_bytes(data)
            data = seal(0, json.dumps({**head, "first": record}))
        deal = {"winner": None, "hands": {}, "before": before, "after": {**before, "deals": record}}
        data += seal(record, json.dumps(deal))
    (folder / segment_name(number, 1)).write_bytes(data)
    return folder


def play(device: Device, script: str) -> Device:
    """Presses the keys of a script, as `mingg press` takes it."""
    perform(parse(script), device)
    return device


def text_after(device: Device, script: str) -> list[str]:
    """Returns the texts of the screen after a script."""
    return play(device, script).text()


def wind_of(device: Device, name: str) -> str:
    """Returns the seat wind beside a name."""
    texts = device.texts
    x, y, _ = next(text for text in texts if text[2] == name)
    winds = [text for text in texts if text[2] in ("E", "S", "W", "N")]
    return min(winds, key=lambda wind: abs(wind[0] - x) + abs(wind[1] - y))[2]


def balances(device: Device) -> dict[str, int]:
    """Returns the balances on Table. They stand beside the names, or below them at the sides."""
    texts = device.texts
    by_name = {}
    for x, y, name in texts:
        if name in PEOPLE:
            sums = [
                (abs(y - sum_y) + abs(x - sum_x) // 4, text)
                for sum_x, sum_y, text in texts
                if text.lstrip("-").isdigit()
            ]
            sums = [(far, text) for far, text in sums if len(text) > 2]
            by_name[name] = int(min(sums)[1])
    return {name: by_name[name] for name in PEOPLE if name in by_name}


def records(device: Device) -> list[dict[str, Any]]:
    """Returns the records of the present ledger as they are written, its head first and once."""
    segments = sorted((segment_of(path.name), path) for path in device.ledger.iterdir() if segment_of(path.name))
    paths = [path for (ledger, _), path in segments if ledger == segments[-1][0][0]]
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    results = [json.loads(line.split(" ", 2)[2]) for line in lines]
    return [results[0], *(record for record in results if "mingg" not in record)]


def head(device: Device) -> dict[str, Any]:
    """Returns the head of the present ledger."""
    return records(device)[0]


def replayed(device: Device) -> dict[str, Any]:
    """Returns what `mingg replay` prints for the lines of the ledger."""
    head, *lines = records(device)
    replay = SessionPlay({key: head[key] for key in head if key not in ("ledger", "turn", "called")})
    for line in lines:
        line = {key: line[key] for key in line if key not in OURS}
        line.get("deal", {}).pop("named", None)
        replay.line(line)
    return dict(replay.stands())


def throws_of(*dice: int) -> Headless:
    """Returns a device whose dice fall like this."""
    device = Headless()
    device.dice(*dice)
    return device


def current(device: Device) -> str:
    """Returns the words of the current line of a list: a bar behind them is lit."""
    row = next(y for y in (13, 23, 33, 43, 53) if device.pixels()[y - 1][1] == "1")
    return next(text for x, y, text in device.texts if (x, y) == (2, row))


def choose(device: Device, words: str, key: str = "a") -> Device:
    """Moves to a line of a list, and presses a key: A, or right to change it."""
    for _ in range(50):
        if current(device) == words:
            return play(device, key)
        play(device, "down")
    raise AssertionError(words)


def again(device: Headless, language: str) -> None:
    """Shows the same screen in another language."""
    app: Any = device.app
    lang.choose(language)
    step = app.navigator._path[-1]
    step[2] = app.screen.state()
    app.navigator._make(step)
    device.wait(24)


def is_of_names(text: str) -> bool:
    """True if a text consists of names, which may be cut, or of the word for the bank."""
    return set(re.split("[ ,>]+", text)) <= NAMES


def apart(boxes: list[Box]) -> None:
    """Checks that every text is on the panel as a whole, and that none touches another."""
    assert boxes
    for x, y, w, h, text in boxes:
        assert x >= 0, text
        assert y >= 0, text
        assert x + w <= 128, text
        assert y + h <= 64, text
    for (x, y, w, h, text), (u, v, m, n, second_text) in itertools.combinations(boxes, 2):
        assert x + w < u or u + m < x or y + h <= v or v + n <= y, (text, second_text)


def fits(device: Headless, boxes: list[Box]) -> None:
    """Checks the same in every language."""
    for language in LANGUAGES:
        again(device, language)
        apart(boxes)
    again(device, ENGLISH)


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
