"""Scripts of keys: one small language for `mingg press`, `mingg play` and `mingg sim`.

    up a x3 right       # taps; x3: three times what follows
    hold b  wait 2s     # a key held; time that passes (500ms, 1.5s)
    dice 3 4            # how the dice fall that the device throws next
    screenshot menu.png # what the screen shows then; menu.txt: as text

See docs/key-scripts.md. A script means the same wherever it is played: time is the device's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

from mingg.hal.keys import KEY_NAMES

from mingg_host.common.disk import why

PRESS, HOLD, WAIT, DICE, SCREENSHOT = "press", "hold", "wait", "dice", "screenshot"
SUFFIXES = (".png", ".txt")
FACES = "123456"
MOST_TIMES = 10_000
LONGEST_MS = 3_600_000

_KEYS = " ".join(KEY_NAMES)
_WORDS = f"{_KEYS}, hold up, wait 2s, x3 before one of these, dice 3 4, screenshot name.png"
# A comment, a name in quotes, or a word; `hold:b` is `hold b`.
_TOKEN = re.compile(r'#[^\n]*|"(?P<quoted>[^"\n]*)"|(?P<unclosed>")|(?P<word>(?:hold|wait|dice|screenshot):|[^\s"]+)')
_PARTED = re.compile(r"[\s#]")
_TIME = re.compile(r"(\d{1,8}(?:\.\d{1,3})?)(ms|s)?")


class ScriptError(ValueError):
    """A script that cannot be played, or something in it that failed; the message begins with line and column."""

    def __init__(self, line: int, column: int, message: str) -> None:
        self.line, self.column = line, column
        super().__init__(f"line {line}, column {column}: {message}")


class Step(NamedTuple):
    """line, column: where it stands in the script, from 1. what: PRESS, HOLD, WAIT, DICE or SCREENSHOT; of: the key,
    the ms, the faces, the file's name; times: how often."""

    line: int
    column: int
    what: str
    of: str | int | tuple[int, ...]
    times: int = 1

    def said(self) -> str:
        """As a script has it, without how often."""
        if self.what == PRESS:
            return str(self.of)
        if isinstance(self.of, int):
            return f"wait {self.of // 1000}s" if self.of % 1000 == 0 else f"wait {self.of}ms"
        if isinstance(self.of, tuple):
            return " ".join(["dice", *map(str, self.of)])
        return f'{self.what} "{self.of}"' if _PARTED.search(str(self.of)) else f"{self.what} {self.of}"


class Player(Protocol):
    """What a script is played on; see mingg_host.device.headless.Device."""

    def press(self, *keys: str) -> None: ...
    def hold(self, key: str) -> None: ...
    def wait(self, ms: int) -> None: ...
    def dice(self, *faces: int) -> None: ...
    def screenshot(self, path: Path) -> None: ...


def parse(text: str, *, below: bool = False) -> list[Step]:
    """The steps of a script. Raises ScriptError at the first word that means nothing.

    below: its screenshots may go nowhere but below the folder that it is played in.
    """
    words = _Words(text)
    steps = []
    while (word := words.next()) is not None:
        times, first = 1, word
        if re.fullmatch(r"x\d{1,9}", word.text):
            times = int(word.text[1:])
            if not 0 < times <= MOST_TIMES:
                raise word.wrong(f"{word.text!r} is not how often: x1 to x{MOST_TIMES}")
            following = words.next()
            if following is None:
                raise word.wrong(f"nothing follows {word.text!r}")
            word = following
        step = _step(word, words)
        if times > 1 and step.what in (DICE, SCREENSHOT):
            raise first.wrong(f"{first.text!r} stands before a key, hold or wait, and not before {step.what}")
        if below and step.what == SCREENSHOT and _leads_elsewhere(Path(str(step.of))):
            raise word.wrong(f"a script writes below the folder that it is played in, and {step.of!r} is not there")
        steps.append(step._replace(times=times))
    return steps


def of_file(path: str | Path, data: bytes) -> list[Step]:
    """The steps of a script's file, which somebody else may have written: see parse, below. Raises ScriptError."""
    try:
        return parse(data.decode("utf-8-sig"), below=True)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise ScriptError(line, column, f"{path} is no text (UTF-8)") from None


def one_by_one(steps: Iterable[Step]) -> Iterator[Step]:
    """Each as often as it is to be done."""
    for step in steps:
        for _ in range(step.times):
            yield step._replace(times=1)


def perform(
    steps: Iterable[Step], player: Player, folder: Path | None = None, after: Callable[[Step], object] | None = None
) -> None:
    """Plays a script. folder: where its screenshots go, here where none is named; after(step): called when one is done.

    Raises ScriptError where a screenshot cannot be written, and what the player raises.
    """
    for step in one_by_one(steps):
        if isinstance(step.of, tuple):
            player.dice(*step.of)
        elif isinstance(step.of, int):
            player.wait(step.of)
        elif step.what == PRESS:
            player.press(step.of)
        elif step.what == HOLD:
            player.hold(step.of)
        else:
            path = (folder or Path()) / step.of
            try:
                player.screenshot(path)
            except OSError as error:
                raise ScriptError(step.line, step.column, why(error, path)) from error
        if after is not None:
            after(step)


class _Word(NamedTuple):
    text: str
    line: int
    column: int

    def wrong(self, message: str) -> ScriptError:
        return ScriptError(self.line, self.column, message)


class _Words:
    """The words of a script, one after the other; next() is None after the last."""

    def __init__(self, text: str) -> None:
        self._words = list(_words(text))[::-1]

    def next(self) -> _Word | None:
        return self._words.pop() if self._words else None

    def peek(self) -> str:
        return self._words[-1].text if self._words else ""


def _words(text: str) -> Iterator[_Word]:
    for line, row in enumerate(text.split("\n"), 1):
        for found in _TOKEN.finditer(row):
            word = found["quoted"] if found["quoted"] is not None else found["word"]
            if found["unclosed"]:
                raise ScriptError(line, found.start() + 1, 'the " is not closed')
            if word is not None:
                yield _Word(word, line, found.start() + 1)


def _step(word: _Word, words: _Words) -> Step:
    what = word.text.removesuffix(":")
    place = word.line, word.column
    if word.text in KEY_NAMES:
        return Step(*place, PRESS, word.text)
    if what == HOLD:
        key = _following(word, words, f"a key to hold: {_KEYS}")
        if key.text not in KEY_NAMES:
            raise key.wrong(f"{key.text!r} is no key to hold: {_KEYS}")
        return Step(*place, HOLD, key.text)
    if what == WAIT:
        return Step(*place, WAIT, _ms(_following(word, words, "how long: 2s, 500ms")))
    if what == DICE:
        faces = []
        while words.peek() and set(words.peek()) <= set(FACES):
            faces += [int(face) for face in _following(word, words, "").text]
        if not faces:
            raise word.wrong("'dice' is followed by faces, 1 to 6: dice 3 4")
        return Step(*place, DICE, tuple(faces))
    if what == SCREENSHOT:
        name = _following(word, words, "a file's name: screenshot name.png")
        path = Path(name.text)
        if path.suffix not in SUFFIXES or not path.stem.strip(".") or not name.text.isprintable():
            raise name.wrong(f"a screenshot is a picture, name.png, or a text, name.txt; this is {name.text!r}")
        return Step(*place, SCREENSHOT, name.text)
    raise word.wrong(f"{word.text!r} is no key: {_WORDS}")


def _leads_elsewhere(path: Path) -> bool:
    return path.is_absolute() or bool(path.drive) or ".." in path.parts


def _following(word: _Word, words: _Words, wanted: str) -> _Word:
    found = words.next()
    if found is None:
        raise word.wrong(f"{word.text!r} is followed by {wanted}")
    return found


def _ms(word: _Word) -> int:
    found = _TIME.fullmatch(word.text)
    if found is None:
        raise word.wrong(f"{word.text!r} is no time: 2s, 1.5s, 500ms, or the milliseconds alone")
    ms = round(float(found[1]) * (1000 if found[2] == "s" else 1))
    if ms > LONGEST_MS:
        raise word.wrong(f"{word.text!r} is longer than an hour")
    return ms
