"""The PC's keyboard as the six keys. A terminal tells what was typed, and nothing of how long: each is a short press,
with Shift a long one."""

from __future__ import annotations

import os
import re
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mingg.hal.keys import HOLD_MS, KEY_NAMES
from mingg.hal.ticks import ticks_add, ticks_diff

TAP_MS, UP_MS = 40, 40  # several samples each
LONG_MS = HOLD_MS + 100
ESCAPE_MS = 100  # what a terminal sends for one key comes within that time; Esc alone is followed by nothing
MOST_WAITING = 6  # presses of one key: a terminal repeats a key that is held down faster than it can be pressed
QUIT, HELP_KEY, LONG = "quit", "help", "long"

_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_TYPED = {"\r": "a", "\n": "a", " ": "a", "a": "a", "x": "a", "\x7f": "b", "\b": "b", "b": "b", "z": "b", "\x1b": "b"}
_TYPED.update({"q": QUIT, "\x03": QUIT, "\x04": QUIT, "?": HELP_KEY, "h": LONG})
_TYPED.update({f"\x1b[{letter}": key for letter, key in _ARROWS.items()})
_TYPED.update({f"\x1bO{letter}": key for letter, key in _ARROWS.items()})
_HELD = {"A": "a", "X": "a", "B": "b", "Z": "b", "m": "b"}
_HELD.update({f"\x1b[1;{mod}{letter}": key for letter, key in _ARROWS.items() for mod in "235"})  # Shift, Alt, Control
_ESCAPE = "\x1b"
# What comes of one key: a sequence (begun, where the text ends in it), Esc, Alt and a letter, a letter.
_ONE = re.compile(r"\x1b(?:\[\[.?|\[[0-?]*[ -/]*[@-~]?|O[@-~]?|[^\x1b])?|[^\x1b]", re.DOTALL)
_BEGUN = re.compile(r"\x1b(?:\[\[?[0-?]*[ -/]*|O)?")
# What Windows tells of keys that type nothing: these follow "\0" or "\xe0".
_WINDOWS = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D"}

HELP = (
    "Arrow keys; Enter or a is A, Backspace or b is B. A press with Shift is a long one: Shift+arrow, or the capitals A"
    " and B; or h, then the key. m is B held: the keys, the menu. q ends."
)


class Typed:
    """What was typed, as keys that are down. ended: somebody asked for the end; help: and, an odd number of times, for
    help, where there is any to be seen (helps)."""

    def __init__(self, helps: bool = False) -> None:
        self.ended = False
        self._helps = helps
        self.help = False
        self._rest = ""
        self._rest_until: int | None = None
        self._long = False
        self._steps: deque[tuple[int, int]] = deque()  # keys down as a mask, and for how many ms
        self._until: int | None = None

    def type(self, text: str) -> None:
        """Takes what a terminal sent. What means nothing is passed over."""
        if not text:
            return
        text, self._rest, self._rest_until = self._rest + text, "", None
        for found in _ONE.finditer(text):
            typed = found[0]
            if found.end() == len(text) and _BEGUN.fullmatch(typed):
                self._rest = typed  # the rest of it may be on its way
            elif typed in _TYPED or typed in _HELD:
                self._take(typed)

    def mask(self, now_ms: int) -> int:
        """The keys that are down now, as mingg.hal.keys takes them."""
        self._escape(now_ms)
        while self._steps:
            if self._until is None:
                self._until = ticks_add(now_ms, self._steps[0][1])
            if ticks_diff(now_ms, self._until) < 0:
                return self._steps[0][0]
            self._steps.popleft()
            self._until = None
        return 0

    def waits(self) -> bool:
        """Keys that were typed are down, or still to go down."""
        return bool(self._steps)

    def forget(self) -> None:
        """Nothing is pressed any more."""
        self._steps.clear()
        self._until = None

    def _escape(self, now_ms: int) -> None:
        """Nothing followed: it was Esc."""
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
            pass  # it is read, and the device not seen
        elif key == LONG:
            self._long = True
        else:
            step = 1 << KEY_NAMES.index(key), LONG_MS if typed in _HELD or self._long else TAP_MS
            self._long = False
            waiting = list(self._steps)[-2 * MOST_WAITING :: 2]
            if waiting != [step] * MOST_WAITING:
                self._steps += [step, (0, UP_MS)]


class Terminal(Typed):
    """The keyboard of the terminal that the command was started in; none where it was not."""

    def mask(self, now_ms: int) -> int:
        self.read()
        return super().mask(now_ms)

    def read(self, wait_s: float = 0) -> None:
        """Takes what was typed since, or what is within that time. A terminal that is gone is the end."""
        typed = read_typed(wait_s)
        if typed is None:
            self.ended = True
        else:
            self.type(typed)


@contextmanager
def terminal(helps: bool = False) -> Iterator[Terminal]:
    """Meanwhile the terminal tells every key at once, Ctrl-C as well, and shows none of them."""
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
        with suppress(termios.error):  # where it is gone
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def read_typed(wait_s: float) -> str | None:
    """What was typed since, without waiting longer for more; None where nothing can come any more."""
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
