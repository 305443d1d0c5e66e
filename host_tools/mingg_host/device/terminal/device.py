"""The device in the terminal: the firmware at the pace of the clock on the wall, seen and pressed there."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from mingg.ui.app import IDLE_MS

from mingg_host.device import keyscript
from mingg_host.device.flash_folder import FlashFolder
from mingg_host.device.headless import HEIGHT, WIDTH, Frame, Headless, Step
from mingg_host.device.terminal.keyboard import Terminal
from mingg_host.device.terminal.recording import Recording
from mingg_host.device.terminal.screen import Screen
from mingg_host.device.vm.rig import SAMPLE_MS

BEHIND_S = 0.1  # a device that was held up so long does not make up for it
GLANCE_S = 0.25  # a key of a script is seen so long; for the device no time passes
KEYS = "arrows   Enter: A   Backspace: B   m: menu   Shift+key: held   ?: help   q: end"
DARK = ["0" * WIDTH] * HEIGHT
ASLEEP = "The display sleeps. Any key wakes it.   q: end"
HELP = """The device's six keys

  the arrows     the answers round the centre
  Enter, x, a    A: yes, go on
  Backspace, Esc, z, b
                 B: one step back
  m              B held: the keys, and the menu
  Shift+arrow    an arrow held; or Ctrl, or Alt
  A, B           the capitals: A or B held
  h, then a key  that key held, in any terminal

  ?              back to the device
  q, Ctrl-C      end; what was entered is kept"""


class Stopped(Exception):
    """The firmware met something it was not made for; the message holds the traceback."""


class _Ended(Exception):
    """Somebody asked for the end."""


class TerminalDevice(Headless):
    """A device whose time passes as on the wall, and whose every picture is drawn.

    stop(): whether it is to end; see headless.Headless for ledger and sync. recording: is told of all keys and dice.
    """

    def __init__(
        self,
        ledger: Path | FlashFolder,
        screen: Screen,
        keyboard: Terminal,
        stop: Callable[[], bool],
        sync: Callable[[str], object] | None = None,
        recording: Recording | None = None,
    ) -> None:
        self._screen = screen
        self._keyboard = keyboard
        self._ends = stop
        self._recording = recording or Recording()
        self._below = KEYS
        self._seen: object = None
        self._due = time.monotonic()
        super().__init__(ledger, strict=False, sync=sync)

    def play(self, script: Sequence[keyscript.Step] = (), folder: Path | None = None) -> None:
        """Plays a script, then what is typed, until the end; and then until what was entered is kept.

        folder: where the script's screenshots go. Raises Stopped, keyscript.ScriptError.
        """
        try:
            steps = list(keyscript.one_by_one(script))
            for at, step in enumerate(steps, 1):
                self._below = f"{at} of {len(steps)}: {step.said()}   q: end"
                keyscript.perform([step], self, folder)
                self._glance()
            self._below = KEYS
            while True:
                self._do([(self._keyboard.mask(self.rig.now), SAMPLE_MS)])
        except _Ended:
            self.settle()
        except keyscript.ScriptError:
            self.settle()
            raise

    def settle(self) -> None:
        self._told(super()._run, [(0, 2 * IDLE_MS)])

    def _start(self) -> Frame:
        return self._told(super()._start)

    def _run(self, steps: list[Step]) -> Frame:
        frame = self._frame
        for mask, ms in steps:
            for _ in range(0, ms, SAMPLE_MS):
                self._recording.add(mask, SAMPLE_MS)
                frame = self._told(super()._run, [(mask, SAMPLE_MS)])
                self._recording.thrown(self.rig.thrown)
                self._draw(frame)
                self._pass()
        return frame

    def _told(self, does: Callable[..., Frame], *what: list[Step]) -> Frame:
        try:
            return does(*what)
        except Exception as error:
            raise Stopped(traceback.format_exc()) from error

    def _draw(self, frame: Frame) -> None:
        self._frame = frame
        helping, asleep = self._keyboard.help, self.rig.panel.asleep
        try:
            seen = frame.pixels, helping, asleep, self._below, self._screen.size()
            if seen == self._seen:
                return
            self._seen = seen
            if helping:
                self._screen.tell(HELP)
            elif asleep:
                self._screen.show(DARK, ASLEEP)
            else:
                self._screen.show(self.pixels(), self._below)
        except OSError:
            self._keyboard.ended = True  # the terminal is gone

    def _pass(self) -> None:
        """Until the next sample is due; what is typed meanwhile is taken, where it is seen what it does."""
        self._due = max(self._due + SAMPLE_MS / 1000, time.monotonic() - BEHIND_S)
        self._listen(self._due)
        if not self._screen.shown:
            self._keyboard.forget()

    def _glance(self) -> None:
        self._listen(time.monotonic() + GLANCE_S)
        self._keyboard.forget()  # the script has the keys
        self._due = time.monotonic()

    def _listen(self, until: float) -> None:
        while True:
            left = until - time.monotonic()
            self._keyboard.read(max(0.0, left))
            if self._keyboard.ended or self._ends():
                raise _Ended
            if left <= 0:
                return
