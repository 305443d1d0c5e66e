"""The terminal of a device that runs on this PC: its keyboard plays the six keys, letters show the panel's pixels.

Terminals with the keyboard protocol of kitty report when a key is released, so a key is down for as long as it is
held. Others report which key was typed, but not for how long: there a key is a short press, and with Shift a long one.
While the device's screen takes text, letters type.
"""

from __future__ import annotations

import os
import sys
import textwrap
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mingg_host.device.headless import HEIGHT, WIDTH, braille, half
from mingg_host.device.keyscript import HELD_MS, KEYS, TAP_MS

if TYPE_CHECKING:
    import blessed
    from blessed.keyboard import Keystroke

    from mingg_host.device.live import LiveDevice

ESCAPE_S = 0.1  # a terminal sends all bytes of one key within this time. Nothing follows Esc alone
ANSWER_S = 1  # a terminal that has not said by then what it can do gets the simplest way
MOST_WAITING = 6  # presses of one key in the queue: a terminal repeats a held key faster than the device can take it

# A key by its name in blessed, and by its letter. With Shift, Alt or Ctrl a named key is held.
_NAMED = {"UP": "up", "DOWN": "down", "LEFT": "left", "RIGHT": "right", "ENTER": "a", "BACKSPACE": "b", "ESCAPE": "b"}
_LETTERS = {" ": "a", "a": "a", "x": "a", "b": "b", "z": "b"}
_HELD = {"A": "a", "X": "a", "B": "b", "Z": "b", "m": "b"}
_MODIFIERS = {"SHIFT", "ALT", "CTRL"}
_QUITS = ("KEY_CTRL_C", "KEY_CTRL_D")

HALF, BRAILLE = "half", "braille"
CELLS = {HALF: (128, 32), BRAILLE: (64, 16)}  # columns and rows that the panel needs
_DRAW = {HALF: half, BRAILLE: braille}
_DARK = ["0" * WIDTH] * HEIGHT

PLAYING = "arrows   Enter: A   Backspace: B   m: menu   Shift+key: held   ?: help   q: end"
TYPING = "letters: the name   Enter: A   Backspace: B   arrows   Ctrl-C: end"
ASLEEP = "The display sleeps. Any key only wakes it."
HELP = """The device's six keys

  arrows         the answers around the centre
  Enter, x, a    A: yes, continue
  Backspace, Esc, z, b
                 B: one step back
  m              hold B: the keys of this screen, and the menu
  m m            hold B again: Table
  Shift+arrow    hold an arrow; also Ctrl or Alt
  A, B           capital letters: hold A or B
  h, then a key  hold that key, in any terminal
  a key kept down
                 holds it, if the terminal tells when it comes up,
                 such as kitty, foot and Ghostty

  While a name is typed, letters and digits type.

  q, Ctrl-C      end; the device keeps all input"""
BACK = "  ?              back to the device"


# ---- keys ----


@dataclass
class _Press:
    """key: its number in KEYS, or a letter to type. ms: how long it is still down, at least. name: of the key in the
    terminal that keeps it down until it comes up."""

    key: int | str
    ms: int = 0
    name: str | None = None
    pause_ms: int = TAP_MS


class Keyboard:
    """Turns typed keys into keys of the device that are down.

    terminal: None for no keys. helps: a key shows help, and hides it. releases: the terminal tells when a key comes up.
    ended: True after the key that ends the program. help: True while help is shown. keys_of: returns the keys that type
    a letter on the device's screen, or None where letters do not type.
    """

    def __init__(
        self, terminal: blessed.Terminal | None = None, *, helps: bool = False, releases: bool = False
    ) -> None:
        self.ended = False
        self.help = False
        self.keys_of: Callable[[str], Sequence[int] | None] = lambda letter: None
        self._terminal = terminal
        self._helps = helps
        self._releases = releases
        self._long = False
        self._queue: deque[_Press] = deque()

    def read(self, wait_s: float = 0) -> None:
        """Takes the typed keys, and waits at most this time for the first. A closed terminal ends the program."""
        if self._terminal is None:
            time.sleep(wait_s)
            return
        try:
            while key := self._terminal.inkey(timeout=wait_s, esc_delay=ESCAPE_S):
                if key.name == "CSI":
                    self._terminal.flushinp()  # an unknown key: what else it has sent is no letter
                self.take(key)
                wait_s = 0
        except (OSError, EOFError):
            self.ended = True

    def types(self) -> bool:
        """True while letters type."""
        return not self.help and self.keys_of("a") is not None

    def take(self, key: Keystroke) -> None:
        """Takes a key of the terminal. Skips unknown ones."""
        name = (key.name or "").removesuffix("_RELEASED").removesuffix("_REPEATED")
        *modifiers, base = name.split("_")
        if key.released:
            self._release(base)
            return
        letter = "" if base in _NAMED or (_MODIFIERS - {"SHIFT"}) & {*modifiers} else key.value
        if self.types() and letter and letter.isprintable():
            self._add(_Press(letter))
        elif key.repeated:
            pass  # it is still down
        elif name in _QUITS or letter == "q":
            self.ended = True
        elif letter == "?":
            self.help = self._helps and not self.help
        elif self.help:
            pass  # the user reads the help and does not see the device
        elif letter == "h":
            self._long = True
        elif which := _NAMED.get(base) or _LETTERS.get(letter) or _HELD.get(letter):
            is_long = self._long or letter in _HELD or bool(_MODIFIERS & {*modifiers})
            self._long = False
            self._release()  # that of the key before may be lost
            press = _Press(KEYS.index(which), HELD_MS if is_long else TAP_MS)
            if self._releases and not is_long:
                press.name = base or None
            self._add(press)

    def mask(self, ms: int) -> int:
        """Returns the key that is down for the next ms, as a mask of mingg.hal.keys."""
        while self._queue:
            press = self._queue[0]
            if isinstance(press.key, str):
                self._queue.popleft()
                self._queue.extendleft(_Press(key, TAP_MS) for key in reversed(self.keys_of(press.key) or []))
            elif press.ms > 0 or press.name is not None:
                press.ms -= ms
                return 1 << press.key
            elif press.pause_ms > 0:
                press.pause_ms -= ms
                return 0
            else:
                self._queue.popleft()
        return 0

    def forget(self) -> None:
        """Releases all keys and empties the queue."""
        self._queue.clear()

    def _release(self, name: str | None = None) -> None:
        for press in self._queue:
            if name in (press.name, None):
                press.name = None

    def _add(self, press: _Press) -> None:
        last = [*self._queue][-MOST_WAITING:]
        if len(last) < MOST_WAITING or any(other.key != press.key for other in last):
            self._queue.append(press)


@contextmanager
def keyboard(helps: bool = False) -> Iterator[Keyboard]:
    """Makes the terminal report every key at once, also Ctrl-C, and show none of them. Restores it at the end. Without
    a terminal there are no keys."""
    stream = next((out for out in (sys.__stdout__, sys.__stderr__) if out and out.isatty()), None)
    if stream is None or not (sys.stdin and sys.stdin.isatty()):
        yield Keyboard()
        return
    closed: tuple[type[Exception], ...] = (OSError,)  # what a closed terminal raises
    if sys.platform != "win32":
        from termios import error

        closed += (error,)
    os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", str(ANSWER_S))
    import blessed  # here, because it takes 0.2 s

    terminal = blessed.Terminal(stream=stream)
    modes = ExitStack()
    try:
        modes.enter_context(terminal.raw())
        if terminal.get_kitty_keyboard_state() is not None:
            reports = terminal.enable_kitty_keyboard(report_events=True, report_all_keys=True, report_text=True)
            modes.enter_context(reports)
        state = terminal.get_kitty_keyboard_state()
        yield Keyboard(terminal, helps=helps, releases=state is not None and state.report_events)
    finally:
        with suppress(*closed):
            modes.close()


# ---- the screen ----

# Switches to the alternate screen, hides the cursor, and stops line breaks after the last column; and back. All
# terminals know these sequences. blessed gives none where the user wants no colours (NO_COLOR).
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[0m\x1b[2J"
_LEAVE = "\x1b[0m\x1b[2J\x1b[?7h\x1b[?25h\x1b[?1049l"
_LIT, _PLAIN, _FAINT = "\x1b[0;97;40m", "\x1b[0m", "\x1b[0;2m"  # the panel is white on black


def chosen(size: tuple[int, int], draw: str | None) -> str | None:
    """Returns `draw`, or the largest way to draw that fits into so many columns and rows. None: it does not fit."""
    ways = [draw] if draw else [*CELLS]
    return next((way for way in ways if size[0] >= CELLS[way][0] and size[1] >= CELLS[way][1]), None)


def too_small(size: tuple[int, int], draw: str | None) -> str:
    """Returns the message for a terminal that is too small."""
    columns, rows = CELLS[draw or BRAILLE]
    larger = "" if draw else f" ({CELLS[HALF][0]} x {CELLS[HALF][1]} for large pixels)"
    hint = " Or omit --draw half." if draw == HALF else ""
    return (
        f"This terminal is {size[0]} x {size[1]}. The device needs {columns} columns and {rows} rows{larger}. Make the"
        f" window larger, or its letters smaller.{hint} q ends."
    )


class Screen:
    """Shows the device in the whole terminal. Draws only changed lines, and restores the terminal at the end.

    draw: HALF or BRAILLE; None: by the size of the terminal.
    """

    def __init__(self, out: int, draw: str | None = None) -> None:
        self._out = out
        # On Windows it takes UTF-8, which os.write() does not.
        self._raw = open(out, "wb", buffering=0, closefd=False)  # noqa: SIM115 - as long as the terminal
        self._draw = draw
        self._size: tuple[int, int] = 0, 0
        self._lines: list[str] = []
        self._seen: object = None

    def __enter__(self) -> Screen:
        self._write(_ENTER)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a closed terminal
            self._write(_LEAVE)

    def show(self, device: LiveDevice) -> bool:
        """Shows the panel in the middle, and a text below it if there is room. Returns False if the terminal is too
        small for it. Raises OSError for a closed terminal."""
        size = os.get_terminal_size(self._out)
        way = chosen(size, self._draw)
        state = device.rig.panel.shown, device.keyboard.help, device.rig.panel.asleep, device.below, size
        if state != self._seen:
            self._seen = bytes(device.rig.panel.shown), *state[1:]
            if device.keyboard.help:
                self._put(size, _written(size, f"{HELP}\n{BACK}"))
            elif way is None:
                self._put(size, _written(size, too_small(size, self._draw)))
            elif device.rig.panel.asleep:
                self._put(size, _panel(size, _DRAW[way](_DARK), f"{ASLEEP}   q: end"))
            else:
                self._put(size, _panel(size, _DRAW[way](device.pixels()), device.below))
        return way is not None

    def _put(self, size: tuple[int, int], lines: list[str]) -> None:
        """Draws the lines that differ from those on the screen. Each is complete, with its escape sequences."""
        before = self._lines if size == self._size else [""] * len(lines)
        out = "" if size == self._size else f"{_PLAIN}\x1b[2J"
        for row, (old, new) in enumerate(zip(before, lines, strict=True), 1):
            out += "" if old == new else f"\x1b[{row};1H\x1b[2K{new}{_PLAIN}"
        self._size, self._lines = size, lines
        self._write(out)

    def _write(self, text: str) -> None:
        data = text.encode()
        while data:
            data = data[self._raw.write(data) :]


def _panel(size: tuple[int, int], drawn: list[str], below: str) -> list[str]:
    columns, rows = size
    words = textwrap.wrap(below, columns - 1)[: rows - len(drawn)]
    gap = [""] * (len(drawn) + len(words) < rows)
    lines = [" " * ((columns - len(text)) // 2) + _LIT + text for text in drawn] + gap
    lines += [" " * ((columns - len(text)) // 2) + _FAINT + text for text in words]
    return _filled([""] * ((rows - len(lines)) // 2) + lines, rows)


def _written(size: tuple[int, int], text: str) -> list[str]:
    columns, rows = size
    return _filled(
        [line for part in text.split("\n") for line in textwrap.wrap(part, max(1, columns - 1)) or [""]], rows
    )


def _filled(lines: list[str], rows: int) -> list[str]:
    return lines[:rows] + [""] * (rows - len(lines))
