"""Runs the firmware in real time, with a display and keys: in a terminal, or on a display that is wired to this PC."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from mingg_host.common.output import Failure
from mingg_host.device import keyscript
from mingg_host.device.flash_folder import FlashFolder, to_disk
from mingg_host.device.headless import Frame, Headless, Step
from mingg_host.device.terminal import PLAYING, TYPING, Keyboard
from mingg_host.device.vm.rig import SAMPLE_MS

BEHIND_S = 0.1  # a device that is later than this does not catch up
GLANCE_S = 0.25  # each step of a script stays visible for this time; the device's time stands still
PUBLISH_S = 2.0  # at the end, for records that a club waits for

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class _Ended(Exception):
    """The user ended the program."""


class Display(Protocol):
    """show(): called after each sample of the keys. Returns False while nobody sees the device, which then gets no
    keys. Raises OSError if the display is gone for ever."""

    def show(self, device: LiveDevice) -> bool: ...


@contextmanager
def asked_to_end() -> Iterator[Callable[[], bool]]:
    """Yields a function that returns True after a signal to end. Meanwhile such signals do nothing else, so that a
    command can save its data and restore the terminal first."""
    received = []
    before = {number: signal.signal(number, lambda number, frame: received.append(number)) for number in _SIGNALS}
    try:
        yield lambda: bool(received)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class LiveDevice(Headless):
    """A device that runs in real time and shows every picture.

    stop(): returns True to end it. pins(): the mask of keys that are wired to this machine. recording: gets all keys
    and dice. below: what the display may say about the device.
    """

    def __init__(
        self,
        ledger: Path | FlashFolder,
        display: Display,
        keyboard: Keyboard,
        stop: Callable[[], bool],
        pins: Callable[[], int] = int,
        recording: keyscript.Recording | None = None,
    ) -> None:
        self.keyboard = keyboard
        self.below = PLAYING
        self._display = display
        self._stops = stop
        self._pins = pins
        self._recording = recording or keyscript.Recording()
        self._due = time.monotonic()
        super().__init__(ledger, strict=False, sync=to_disk)
        keyboard.keys_of = lambda letter: self.app.screen.keys_of(letter)

    def play(self, script: Sequence[keyscript.Step] = ()) -> None:
        """Plays a script, then the keys that are typed, until the user ends it. Then saves the last input.

        Raises Failure, keyscript.ScriptError.
        """
        try:
            steps = list(keyscript.one_by_one(script))
            for number, step in enumerate(steps, 1):
                self.below = f"{number} of {len(steps)}: {step.text()}   q: end"
                keyscript.perform([step], self)
                self._listen(time.monotonic() + GLANCE_S)
                self.keyboard.forget()  # keys belong to the script now
                self._due = time.monotonic()
            while True:
                self.below = TYPING if self.keyboard.types() else PLAYING
                self._do([(self.keyboard.mask(SAMPLE_MS) | self._pins(), SAMPLE_MS)])
        except _Ended:
            self.settle()
            self._publish()
        except keyscript.ScriptError:
            self.settle()
            raise

    def settle(self) -> None:
        self._guarded(super()._run, [(0, keyscript.SETTLE_MS)])

    def queued(self) -> int:
        """Returns how many records the host of the club does not have yet; 0 without a club."""
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
        """Draws after each sample. Waits for the next one meanwhile, and reads the keyboard."""
        frame = self._frame
        for mask, ms in steps:
            for _ in range(0, ms, SAMPLE_MS):
                self._recording.add(mask, SAMPLE_MS)
                self._frame = frame = self._guarded(self._sampled, [(mask, SAMPLE_MS)])
                self._recording.thrown(self.rig.thrown)
                try:
                    is_seen = self._display.show(self)
                except OSError as error:  # the terminal was closed
                    raise _Ended from error
                self._due = max(self._due + SAMPLE_MS / 1000, time.monotonic() - BEHIND_S)
                self._listen(self._due)
                if not is_seen:
                    self.keyboard.forget()
        return frame

    def _sampled(self, steps: list[Step]) -> Frame:
        """Stores what was entered at once: a disk is fast, and the program may be killed."""
        frame = super()._run(steps)
        self.app.play.keep_input()
        return frame

    def _guarded(self, run: Callable[..., Frame], *steps: list[Step]) -> Frame:
        try:
            return run(*steps)
        except Exception as error:
            raise Failure(
                f"The firmware had an internal error. Every deal that was shown as saved is in {self.ledger}.",
                "Please send the lines below to its developers.",
                *traceback.format_exc().split("\n"),
            ) from error

    def _listen(self, until: float) -> None:
        while True:
            left = until - time.monotonic()
            self.keyboard.read(max(0.0, left))
            if self.keyboard.ended or self._stops():
                raise _Ended
            if left <= 0:
                return
