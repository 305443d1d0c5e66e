"""The six keys, and scripts of them: one small language for `mingg press`, `mingg play` and `mingg sim`.

    up a x3 right       # taps; x3 repeats the next word three times
    hold b  hold b 2s   # holds a key; for longer
    wait 2s             # lets time pass (500ms, 1.5s)
    dice 3 4            # the next throws of the device's dice
    screenshot menu.png # saves the screen as a picture; menu.txt: as text

See docs/key-scripts.md. A script does the same everywhere, because its times are in the device's own time.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mingg.hal.keys import HOLD_MS, KEY_NAMES, REPEAT_EVERY_MS, REPEAT_MS
from mingg.hal.store import is_name
from mingg.ui.app import IDLE_MS

from mingg_host.common.disk import no_links, put, why
from mingg_host.common.output import Failure

if TYPE_CHECKING:
    from mingg_host.device.headless import Device

KEYS: tuple[str, ...] = KEY_NAMES  # in the order of their bits in a mask
TAP_MS = 40  # of a short press: long enough for several samples of the key
HELD_MS = HOLD_MS + 100  # of a long press
SETTLE_MS = 2 * IDLE_MS  # after this time without keys all input is saved
PAUSE_MS = 1000  # shorter pauses are not recorded

PRESS, HOLD, WAIT, DICE, SCREENSHOT = "press", "hold", "wait", "dice", "screenshot"
SUFFIXES = (".png", ".txt")
FACES = "123456"
MOST_TIMES = 10_000
LONGEST_MS = 3_600_000

_KEYS = " ".join(KEYS)
_WORDS = f"{_KEYS}, hold up, wait 2s, x3 before one of these, dice 3 4, screenshot name.png"
# A comment, a name in quotes, or a word; `hold:b` is `hold b`.
_TOKEN = re.compile(r'#[^\n]*|"(?P<quoted>[^"\n]*)"|(?P<unclosed>")|(?P<word>(?:hold|wait|dice|screenshot):|[^\s"]+)')
_WORDS_A_LINE = 12  # of a recording
_PARTED = re.compile(r"[\s#]")
_TIME = re.compile(r"(\d{1,8}(?:\.\d{1,3})?)(ms|s)?")


def mask(key: str) -> int:
    """Returns a key as the firmware's Keys.sample() takes it. Raises ValueError for another name."""
    if key not in KEYS:
        raise ValueError(f"{key!r} is not a key. The keys are: {', '.join(KEYS)}")
    return 1 << KEYS.index(key)


# ---- scripts ----


class ScriptError(Failure):
    """A mistake in a script, or a step that failed. The message begins with line and column, from 1. Line 0: of keys
    that were typed, which have no lines."""

    def __init__(self, line: int, column: int, message: str) -> None:
        self.line, self.column, self.mistake = line, column, message
        super().__init__(f"line {line}, column {column}: {message}" if line else message)


class Step(NamedTuple):
    """line, column: its place in the script, from 1, or line 0. kind: PRESS, HOLD, WAIT, DICE or SCREENSHOT. of: the
    key, the ms, the faces or the file name. times: how often to do it. ms: for how long HOLD holds the key."""

    line: int
    column: int
    kind: str
    of: str | int | tuple[int, ...]
    times: int = 1
    ms: int = HELD_MS

    def text(self) -> str:
        """The step as a script has it, without `times`."""
        if self.kind == PRESS:
            return str(self.of)
        if isinstance(self.of, int):
            return f"wait {_time(self.of)}"
        if isinstance(self.of, tuple):
            return " ".join(["dice", *map(str, self.of)])
        if self.kind == HOLD and self.ms != HELD_MS:
            return f"hold {self.of} {_time(self.ms)}"
        return f'{self.kind} "{self.of}"' if _PARTED.search(str(self.of)) else f"{self.kind} {self.of}"


def parse(text: str, *, below: bool = False) -> list[Step]:
    """Returns the steps of a script. Raises ScriptError for the first mistake.

    below: refuses screenshots outside the folder that the script is played in.
    """
    words = deque(_words(text))
    steps = []
    while words:
        times, first = 1, words[0]
        if re.fullmatch(r"x\d{1,9}", first.text):
            words.popleft()
            times = int(first.text[1:])
            if not 0 < times <= MOST_TIMES:
                raise first.wrong(f"{first.text!r} is out of range. Write x1 to x{MOST_TIMES}")
            if not words:
                raise first.wrong(f"nothing follows {first.text!r}. Write a key, hold or wait after it.")
        word = words.popleft()
        step = _step(word, words)
        if times > 1 and step.kind in (DICE, SCREENSHOT):
            raise first.wrong(f"{first.text!r} cannot repeat {step.kind}. Write a key, hold or wait after it.")
        if below and step.kind == SCREENSHOT and not all(map(is_name, Path(str(step.of)).parts)):
            raise word.wrong(f"{step.of!r} is outside the folder of the script. Name a file without .. or a leading /.")
        steps.append(step._replace(times=times))
    return steps


def of_file(path: str | Path, data: bytes) -> list[Step]:
    """Returns the steps of a script in a file. Other people may have written it, so its screenshots stay below the
    folder. Raises ScriptError."""
    try:
        return parse(data.decode("utf-8-sig"), below=True)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise ScriptError(line, column, f"{path} is not UTF-8 text. Save it as UTF-8.") from None


def one_by_one(steps: Iterable[Step]) -> Iterator[Step]:
    """Yields each step as often as its `times` says."""
    for step in steps:
        for _ in range(step.times):
            yield step._replace(times=1)


def perform(steps: Iterable[Step], device: Device) -> None:
    """Plays a script. Its screenshots go to the current folder.

    Raises ScriptError if a screenshot cannot be written, and the errors of the device.
    """
    for step in one_by_one(steps):
        if isinstance(step.of, tuple):
            device.dice(*step.of)
        elif isinstance(step.of, int):
            device.wait(step.of)
        elif step.kind == PRESS:
            device.press(step.of)
        elif step.kind == HOLD:
            device.hold(step.of, step.ms)
        else:
            try:
                check_links(step.of)
                device.screenshot(Path(step.of))
            except OSError as error:
                raise ScriptError(step.line, step.column, why(error, step.of)) from error


def check_links(name: str) -> None:
    """Raises OSError if the name of a screenshot leads through a link: no script writes elsewhere than it says."""
    path = Path(name)
    no_links(path, path.parent if path.is_absolute() else Path())


class _Word(NamedTuple):
    text: str
    line: int
    column: int

    def wrong(self, message: str) -> ScriptError:
        return ScriptError(self.line, self.column, message)


def _words(text: str) -> Iterator[_Word]:
    for line, row in enumerate(text.split("\n"), 1):
        for token in _TOKEN.finditer(row):
            word = token["quoted"] if token["quoted"] is not None else token["word"]
            if token["unclosed"]:
                raise ScriptError(line, token.start() + 1, 'the " is not closed on this line. Close it.')
            if word is not None:
                yield _Word(word, line, token.start() + 1)


def _step(word: _Word, words: deque[_Word]) -> Step:
    """Returns the step that begins with this word, and takes the words that belong to it."""

    def following(wanted: str) -> _Word:
        if not words:
            raise word.wrong(f"{word.text!r} must be followed by {wanted}")
        return words.popleft()

    command = word.text.removesuffix(":")
    place = word.line, word.column
    if word.text in KEYS:
        return Step(*place, PRESS, word.text)
    if command == HOLD:
        key = following(f"a key to hold: {_KEYS}")
        if key.text not in KEYS:
            raise key.wrong(f"{key.text!r} is not a key. Hold one of: {_KEYS}")
        ms = _ms(words.popleft()) if words and words[0].text[:1].isdigit() else HELD_MS
        return Step(*place, HOLD, key.text, ms=ms)
    if command == WAIT:
        return Step(*place, WAIT, _ms(following("a time: 2s, 500ms")))
    if command == DICE:
        faces: list[int] = []
        while words and words[0].text and set(words[0].text) <= set(FACES):
            faces += map(int, words.popleft().text)
        if not faces:
            raise word.wrong("'dice' must be followed by faces from 1 to 6: dice 3 4")
        return Step(*place, DICE, tuple(faces))
    if command == SCREENSHOT:
        name = following("a file name: screenshot name.png")
        path = Path(name.text)
        if path.suffix not in SUFFIXES or not is_name(path.name) or not name.text.isprintable():
            raise name.wrong(f"{name.text!r} cannot be a screenshot. Name a picture, name.png, or a text, name.txt")
        return Step(*place, SCREENSHOT, name.text)
    raise word.wrong(f"{word.text!r} is not a key. Write {_WORDS}")


def _time(ms: int) -> str:
    return f"{ms}ms" if ms % 1000 else f"{ms // 1000}s"


def _ms(word: _Word) -> int:
    time = _TIME.fullmatch(word.text)
    if time is None:
        raise word.wrong(f"{word.text!r} is not a time. Write 2s, 1.5s, 500ms, or milliseconds alone")
    ms = round(float(time[1]) * (1000 if time[2] == "s" else 1))
    if ms > LONGEST_MS:
        raise word.wrong(f"{word.text!r} is too long. Write at most an hour.")
    return ms


# ---- recordings ----


def _counts(ms: int) -> int:
    """Returns how often a key has counted again, as HOLD or REPEAT, that has been down for so long."""
    return (ms >= HOLD_MS) + max(0, (ms - REPEAT_MS) // REPEAT_EVERY_MS + 1)


class Recording:
    """Records keys, times and dice as a script that does the same. It is written as it grows: a crash loses nothing.

    path: None records nothing; a pipe gets the whole script at the end. A failure is tried again with the next change.
    error: that of the last attempt.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.error: OSError | None = None
        self._path = path
        self._words: list[str] = []
        self._mask = self._ms = 0
        self._dice: list[int] = []

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self._write(at_the_end=True)

    def add(self, mask: int, ms: int) -> None:
        """Adds ms for which the key of this mask is down; the mask has at most one key. Call it before the device gets
        the key, so that the script contains a key that makes the firmware fail."""
        if self._path is None:
            return
        is_new = mask != self._mask
        if is_new:
            self._words += self._begun()
            self._mask, self._ms = mask, 0
        self._ms += ms
        if is_new or (mask and _counts(self._ms) > _counts(self._ms - ms)):
            self._write()

    def thrown(self, dice: Sequence[int]) -> None:
        """Sets all throws of the dice so far."""
        if len(dice) > len(self._dice):
            self._dice = list(dice)
            self._write()

    def script(self) -> str:
        """Returns the whole script, with the key that is still down."""
        words = self._words + (self._begun() if self._mask else [])
        lines = [["dice", *map(str, self._dice)]] if self._dice else []
        lines += [words[start : start + _WORDS_A_LINE] for start in range(0, len(words), _WORDS_A_LINE)]
        return "".join(f"{' '.join(line)}\n" for line in lines)

    def _begun(self) -> list[str]:
        """Returns the words for the current key or pause."""
        if self._mask:
            key = KEYS[self._mask.bit_length() - 1]
            if not _counts(self._ms):
                return [key]
            return [f"hold {key}" if _counts(self._ms) == _counts(HELD_MS) else f"hold {key} {self._ms}ms"]
        return [f"wait {self._ms - TAP_MS}ms"] if self._ms >= PAUSE_MS and self._words else []

    def _write(self, at_the_end: bool = False) -> None:
        if self._path is None:
            return
        data = self.script().encode()
        try:
            if self._path.is_file() or not self._path.exists():
                put(self._path, data, make_folders=False)
            elif at_the_end:
                self._path.write_bytes(data)
            self.error = None
        except OSError as error:
            self.error = error
