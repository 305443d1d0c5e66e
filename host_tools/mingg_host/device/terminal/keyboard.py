"""Turns the PC's keyboard into the six keys.

A terminal reports which key was typed, but not for how long. So a key is a short press, and with Shift a long one.
While the device's screen takes text, letters type.
"""

from __future__ import annotations

import os
import re
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mingg.hal.keys import HOLD_MS, KEY_NAMES
from mingg.hal.ticks import ticks_add, ticks_diff
from mingg.ui.kit.view import Screen

TAP_MS, UP_MS = 40, 40  # several samples each
LONG_MS = HOLD_MS + 100
ESCAPE_MS = 100  # a terminal sends all bytes of one key within this time. Nothing follows Esc alone
MOST_WAITING = 6  # presses of one key in the queue: a terminal repeats a held key faster than the device can take it
QUIT, HELP_KEY, LONG = "quit", "help", "long"

_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_TYPED = {"\r": "a", "\n": "a", " ": "a", "a": "a", "x": "a", "\x7f": "b", "\b": "b", "b": "b", "z": "b", "\x1b": "b"}
_TYPED.update({"q": QUIT, "\x03": QUIT, "\x04": QUIT, "?": HELP_KEY, "h": LONG})
_TYPED.update({f"\x1b[{letter}": key for letter, key in _ARROWS.items()})
_TYPED.update({f"\x1bO{letter}": key for letter, key in _ARROWS.items()})
_HELD = {"A": "a", "X": "a", "B": "b", "Z": "b", "m": "b"}
_HELD.update({f"\x1b[1;{mod}{letter}": key for letter, key in _ARROWS.items() for mod in "235"})  # Shift, Alt, Control
_ESCAPE = "\x1b"
# The bytes of one key: a sequence (or the start of one, at the end of the text), Esc, Alt and a letter, or a letter.
_ONE = re.compile(r"\x1b(?:\[\[.?|\[[0-?]*[ -/]*[@-~]?|O[@-~]?|[^\x1b])?|[^\x1b]", re.DOTALL)
_BEGUN = re.compile(r"\x1b(?:\[\[?[0-?]*[ -/]*|O)?")
# Windows reports keys without a letter as "\0" or "\xe0" and one of these.
_WINDOWS = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D"}

HELP = (
    "Arrow keys; Enter or a is A, Backspace or b is B. Shift makes a long press: Shift+arrow, or capital A and B; or"
    " type h, then the key. m holds B: the keys, the menu. q or Ctrl-C ends. While a name is typed, letters type."
)


class Typed:
    """Turns typed text into keys that are down.

    ended: True after the key that ends the program. help: True while help is shown; the help key changes it if `helps`.
    """

    def __init__(self, helps: bool = False) -> None:
        self.ended = False
        self._helps = helps
        self.help = False
        self._rest = ""
        self._rest_until: int | None = None
        self._long = False
        self._steps: deque[tuple[int, int] | str] = deque()  # a letter, or keys down as a mask, and for how many ms
        self._until: int | None = None
        self._screen: Screen | None = None

    def type(self, text: str) -> None:
        """Takes text that a terminal sent. Skips unknown keys."""
        if not text:
            return
        text, self._rest, self._rest_until = self._rest + text, "", None
        for match in _ONE.finditer(text):
            typed = match[0]
            if match.end() == len(text) and _BEGUN.fullmatch(typed):
                self._rest = typed  # its other bytes may follow
            elif self.types() and typed.isprintable():
                self._queue(typed)
            elif typed in _TYPED or typed in _HELD:
                self._take(typed)

    def types(self) -> bool:
        """True while letters type."""
        return not self.help and self._screen is not None and self._screen.keys_of("a") is not None

    def mask(self, now_ms: int, screen: Screen | None = None) -> int:
        """The keys that are down now, as a mask of mingg.hal.keys. screen: the one that gets them."""
        self._screen = screen
        self._escape(now_ms)
        while self._steps:
            step = self._steps[0]
            if isinstance(step, str):
                self._steps.popleft()
                keys = (screen and screen.keys_of(step)) or []
                self._steps.extendleft(reversed([down for key in keys for down in ((1 << key, TAP_MS), (0, UP_MS))]))
                continue
            if self._until is None:
                self._until = ticks_add(now_ms, step[1])
            if ticks_diff(now_ms, self._until) < 0:
                return step[0]
            self._steps.popleft()
            self._until = None
        return 0

    def waits(self) -> bool:
        """True while typed keys are down or still in the queue."""
        return bool(self._steps)

    def forget(self) -> None:
        """Releases all keys and empties the queue."""
        self._steps.clear()
        self._until = None

    def _escape(self, now_ms: int) -> None:
        """Takes Esc if no other byte follows in time."""
        if not self._rest:
            return
        if self._rest_until is None:
            self._rest_until = ticks_add(now_ms, ESCAPE_MS)
        elif ticks_diff(now_ms, self._rest_until) >= 0:
            if self._rest == _ESCAPE:
                self._take(_ESCAPE)
            self._rest = ""

    def _take(self, typed: str) -> None:
        key = _HELD.get(typed) or _TYPED[typed]
        if key == QUIT:
            self.ended = True
        elif key == HELP_KEY:
            self.help = self._helps and not self.help
        elif self.help:
            pass  # the user reads the help and does not see the device
        elif key == LONG:
            self._long = True
        else:
            step = 1 << KEY_NAMES.index(key), LONG_MS if typed in _HELD or self._long else TAP_MS
            self._long = False
            self._queue(step, (0, UP_MS))

    def _queue(self, *steps: tuple[int, int] | str) -> None:
        if list(self._steps)[-len(steps) * MOST_WAITING :] != [*steps] * MOST_WAITING:
            self._steps += steps


class Terminal(Typed):
    """The keyboard of the terminal that runs the command. Without a terminal there are no keys."""

    def mask(self, now_ms: int, screen: Screen | None = None) -> int:
        self.read()
        return super().mask(now_ms, screen)

    def read(self, wait_s: float = 0) -> None:
        """Takes the typed keys, and waits at most this time for the first. A closed terminal ends the program."""
        typed = read_typed(wait_s)
        if typed is None:
            self.ended = True
        else:
            self.type(typed)


@contextmanager
def terminal(helps: bool = False) -> Iterator[Terminal]:
    """Makes the terminal report every key at once, also Ctrl-C, and show none of them. Restores it at the end."""
    if os.name == "nt" or not sys.stdin.isatty():
        yield Terminal(helps)
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        mode = termios.tcgetattr(sys.stdin)
        mode[3] &= ~termios.ISIG
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mode)
        yield Terminal(helps)
    finally:
        with suppress(termios.error):  # a closed terminal
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def read_typed(wait_s: float) -> str | None:
    """Returns the typed text, and waits at most wait_s for it. None: the terminal was closed."""
    if not sys.stdin.isatty():
        return ""
    if sys.platform == "win32":
        import msvcrt

        typed = ""
        while msvcrt.kbhit():
            ch = msvcrt.getwch()
            typed += _WINDOWS.get(msvcrt.getwch(), "") if ch in ("\0", "\xe0") else ch
        return typed
    import select

    if not select.select([sys.stdin], [], [], wait_s)[0]:
        return ""
    try:
        typed_bytes = os.read(sys.stdin.fileno(), 1024)
    except OSError:
        return None
    return typed_bytes.decode(errors="ignore") if typed_bytes else None
