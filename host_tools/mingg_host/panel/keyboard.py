"""The PC's keyboard as the six keys. A terminal tells what was typed, and nothing of how long: each is a short press,
and with Shift a long one."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from mingg.hal.keys import HOLD_MS, KEY_NAMES
from mingg.hal.ticks import ticks_add, ticks_diff

TAP_MS, UP_MS = 40, 40  # several samples each
LONG_MS = HOLD_MS + 100
QUIT = "quit"

_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_TYPED = {"\r": "a", "\n": "a", " ": "a", "a": "a", "\x7f": "b", "\b": "b", "b": "b", "q": QUIT, "\x03": QUIT}
_TYPED.update({f"\x1b[{letter}": key for letter, key in _ARROWS.items()})
_TYPED.update({f"\x1bO{letter}": key for letter, key in _ARROWS.items()})
_HELD = {"A": "a", "B": "b", **{f"\x1b[1;2{letter}": key for letter, key in _ARROWS.items()}}
_LONGEST = max(map(len, _HELD))
# What Windows tells of keys that type nothing: these follow "\0" or "\xe0".
_WINDOWS = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D"}

HELP = (
    "Arrow keys; Enter or a is A, Backspace or b is B. A press with Shift is a long one: Shift+arrow, or the capitals A"
    " and B. q ends."
)


class Typed:
    """What was typed, as keys that are down. ended: somebody asked for the end."""

    def __init__(self) -> None:
        self.ended = False
        self._rest = ""
        self._steps: deque[tuple[int, int]] = deque()  # keys down as a mask, and for how many ms
        self._until: int | None = None

    def type(self, text: str) -> None:
        """Takes what a terminal sent. What means nothing is passed over."""
        text, self._rest = self._rest + text, ""
        while text:
            size = next(
                (n for n in range(min(len(text), _LONGEST), 0, -1) if text[:n] in _TYPED or text[:n] in _HELD), 0
            )
            if size:
                self._take(text[:size])
            elif any(each.startswith(text) for each in (*_TYPED, *_HELD)):
                self._rest = text  # the rest of it is on its way
                return
            text = text[size or 1 :]

    def mask(self, now_ms: int) -> int:
        """The keys that are down now, as mingg.hal.keys takes them."""
        while self._steps:
            if self._until is None:
                self._until = ticks_add(now_ms, self._steps[0][1])
            if ticks_diff(now_ms, self._until) < 0:
                return self._steps[0][0]
            self._steps.popleft()
            self._until = None
        return 0

    def _take(self, typed: str) -> None:
        key = _HELD.get(typed) or _TYPED[typed]
        if key == QUIT:
            self.ended = True
            return
        self._steps += [(1 << KEY_NAMES.index(key), LONG_MS if typed in _HELD else TAP_MS), (0, UP_MS)]


class Terminal(Typed):
    """The keyboard of the terminal that the command was started in; none where it was not."""

    def mask(self, now_ms: int) -> int:
        self.type(_read())
        return super().mask(now_ms)


@contextmanager
def terminal() -> Iterator[Terminal]:
    """Meanwhile the terminal tells every key at once, Ctrl-C as well, and shows none of them."""
    if os.name == "nt" or not sys.stdin.isatty():
        yield Terminal()
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        mode = termios.tcgetattr(sys.stdin)
        mode[3] &= ~termios.ISIG
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mode)
        yield Terminal()
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _read() -> str:
    """What was typed since, without waiting for more."""
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

    found = select.select([sys.stdin], [], [], 0)[0]
    return os.read(sys.stdin.fileno(), 1024).decode(errors="ignore") if found else ""
