"""Runs the firmware in a terminal, in real time."""

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

BEHIND_S = 0.1  # a device that is later than this does not catch up
GLANCE_S = 0.25  # each step of a script stays visible for this time; the device's time stands still
PUBLISH_S = 2.0  # at the end, for records that a club waits for
KEYS = "arrows   Enter: A   Backspace: B   m: menu   Shift+key: held   ?: help   q: end"
TYPING = "letters: the name   Enter: A   Backspace: B   arrows   Ctrl-C: end"
DARK = ["0" * WIDTH] * HEIGHT
ASLEEP = "The display sleeps. Any key wakes it.   q: end"
HELP = """The device's six keys

  arrows         the answers around the centre
  Enter, x, a    A: yes, continue
  Backspace, Esc, z, b
                 B: one step back
  m              hold B: the keys of this screen, and the menu
  Shift+arrow    hold an arrow; also Ctrl or Alt
  A, B           capital letters: hold A or B
  h, then a key  hold that key, in any terminal

  While a name is typed, letters and digits type.

  ?              back to the device
  q, Ctrl-C      end; the device keeps all input"""


class Stopped(Exception):
    """The firmware raised an error. The message has the traceback."""


class _Ended(Exception):
    """The user ended the program."""


class TerminalDevice(Headless):
    """A device that runs in real time and draws every picture.

    stop(): returns True to end it. recording: gets all keys and dice. ledger, sync: see headless.Headless.
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
        """Plays a script, then the keys that are typed, until the user ends it. Then saves the last input.

        folder: for the script's screenshots. Raises Stopped, keyscript.ScriptError.
        """
        try:
            steps = list(keyscript.one_by_one(script))
            for number, step in enumerate(steps, 1):
                self._below = f"{number} of {len(steps)}: {step.text()}   q: end"
                keyscript.perform([step], self, folder)
                self._glance()
            while True:
                mask = self._keyboard.mask(self.rig.now, self.app.screen)
                self._below = TYPING if self._keyboard.types() else KEYS
                self._do([(mask, SAMPLE_MS)])
        except _Ended:
            self.settle()
            self._publish()
        except keyscript.ScriptError:
            self.settle()
            raise

    def settle(self) -> None:
        self._guarded(super()._run, [(0, 2 * IDLE_MS)])

    def queued(self) -> int:
        """Returns how many records of this evening the broker of the club does not have yet; 0 without a club."""
        club = self.app.club
        return 0 if club is None else int(club.link.queued(self.app.play.evening.ledger))

    def _publish(self) -> None:
        """Gives the link to a club a moment to publish what is queued."""
        end = time.monotonic() + PUBLISH_S
        while self.queued() and self.app.club.link.state == "on" and time.monotonic() < end:
            self._guarded(super()._run, [(0, SAMPLE_MS)])
            time.sleep(SAMPLE_MS / 1000)

    def _start(self) -> Frame:
        return self._guarded(super()._start)

    def _run(self, steps: list[Step]) -> Frame:
        frame = self._frame
        for mask, ms in steps:
            for _ in range(0, ms, SAMPLE_MS):
                self._recording.add(mask, SAMPLE_MS)
                frame = self._guarded(super()._run, [(mask, SAMPLE_MS)])
                self._recording.thrown(self.rig.thrown)
                self._draw(frame)
                self._pass()
        return frame

    def _guarded(self, run: Callable[..., Frame], *steps: list[Step]) -> Frame:
        try:
            return run(*steps)
        except Exception as error:
            raise Stopped(traceback.format_exc()) from error

    def _draw(self, frame: Frame) -> None:
        self._frame = frame
        helping, asleep = self._keyboard.help, self.rig.panel.asleep
        try:
            picture = frame.pixels, helping, asleep, self._below, self._screen.size()
            if picture == self._seen:
                return
            self._seen = picture
            if helping:
                self._screen.show_text(HELP)
            elif asleep:
                self._screen.show(DARK, ASLEEP)
            else:
                self._screen.show(self.pixels(), self._below)
        except OSError:
            self._keyboard.ended = True  # the terminal was closed

    def _pass(self) -> None:
        """Waits for the next sample and reads the keyboard. Drops keys if the terminal is too small for the device."""
        self._due = max(self._due + SAMPLE_MS / 1000, time.monotonic() - BEHIND_S)
        self._listen(self._due)
        if not self._screen.shown:
            self._keyboard.forget()

    def _glance(self) -> None:
        self._listen(time.monotonic() + GLANCE_S)
        self._keyboard.forget()  # keys belong to the script now
        self._due = time.monotonic()

    def _listen(self, until: float) -> None:
        while True:
            left = until - time.monotonic()
            self._keyboard.read(max(0.0, left))
            if self._keyboard.ended or self._ends():
                raise _Ended
            if left <= 0:
                return
