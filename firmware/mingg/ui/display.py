"""What the players see and hear: the picture, a line of text over it, and the signals."""

from typing import Any, Callable, Protocol

from mingg.hal.keys import Keys
from mingg.hal.signals import Signals
from mingg.lang import say
from mingg.settings import Settings
from mingg.ui.kit.canvas import ALIGN_CENTRE, WIDTH, Canvas
from mingg.ui.kit.rest import Rest
from mingg.ui.kit.view import Screen


class Panel(Protocol):
    buffer: bytearray

    def show(self) -> None: ...
    def contrast(self, level: int) -> None: ...


# ENOSPC, EACCES and EROFS: MicroPython ports do not all name error numbers
_WHY = {28: "flash full", 13: "flash locked", 30: "flash locked"}


class Display:
    """What the players see and hear.

    canvas    what screens draw on
    bar       a line in place of the title until the next key, or None
    stale     the picture must be drawn again
    rest      dims the panel while nobody presses a key
    signals   sound and light; None on a board that has neither
    """

    def __init__(
        self, panel: "Panel", keys: "Keys", canvas: "Canvas | None" = None, signals: "Signals | None" = None
    ) -> None:
        self.panel = panel
        self.keys = keys
        self.canvas = canvas or Canvas(panel.buffer)
        self.signals = signals
        self.rest = Rest(panel)
        self.bar: "str | None" = None
        self.stale = True
        self._show_first = getattr(panel, "show_first", None)  # only a panel that is slow has it

    def answer_key(self) -> None:
        """A key went down: clicks, and removes the bar, which the players have read by now."""
        if self.signals is not None:
            self.signals.click()
        if self.bar is not None:
            self.bar = None
            self.stale = True

    def refuse(self, message: str, *words: object) -> None:
        """Shows why a key did nothing. Nothing else changes. If the text is too long, the first word is cut."""
        text = say(message, *words)
        for letters in range(7, 0, -1):
            if not words or not isinstance(words[0], str) or self.canvas.width(text) <= WIDTH - 10:
                break
            text = say(message, words[0][:letters], *words[1:])
        self.show_text(text)
        if self.signals is not None:
            self.signals.refused()

    def show_text(self, text: str) -> None:
        """Shows a line of text until the next key."""
        self.bar = text
        self.stale = True

    def refuse_error(self, error: OSError, failure: str = "not saved") -> None:
        """Shows what the store could not do, and why."""
        self.refuse(failure, say(_WHY.get(error.errno or 0, "flash fails")))

    def stored(self, failure: str, work: "Callable[..., Any]", *arguments: object) -> bool:
        """Runs `work`, which writes to the store. Returns False if that raised OSError: then nothing has changed, and
        the bar shows `failure`."""
        try:
            work(*arguments)
        except OSError as error:
            self.refuse_error(error, failure)
            return False
        return True

    def meanwhile(self, work: "Callable[[], Any]") -> "Any":
        """Runs `work`, which takes a while. Shows "one moment" over the present picture, and drops the keys that are
        pressed meanwhile."""
        self._draw_bar(say("moment"))
        self.panel.show()
        self.bar = None
        try:
            return work()
        finally:
            self.stale = True
            self.keys.clear()

    def wake(self) -> bool:
        """A key went down after a minute or more. Returns True if the panel was dark: then the key only wakes it."""
        self.stale = True
        return self.rest.wake()

    def use(self, settings: "Settings") -> None:
        """Puts the settings into force."""
        self.rest.use(settings)
        if self.signals is not None:
            self.signals.sounds = settings.get("sound", self.signals.sounds)
            self.signals.shines = settings.get("light", self.signals.shines)

    def draw(self, screen: "Screen") -> None:
        """Draws a screen and sends it to the panel."""
        canvas = self.canvas
        if self.bar is None and not self.rest.place:
            canvas.begun = self._show_first
        screen.paint(canvas)
        canvas.begun = None
        if self.bar is not None:
            self._draw_bar(self.bar)
        if self.rest.place:
            from mingg.ui.kit.moved import move  # a deal needs the room

            move(canvas, self.rest.place)
        self.panel.show()
        self.stale = False

    def _draw_bar(self, text: str) -> None:
        """Draws a line of text in place of the title: nothing else is covered."""
        canvas = self.canvas
        text = canvas.fit(text, WIDTH - 10)
        half = canvas.width(text) // 2 + 4
        canvas.box(0, 0, WIDTH, 10)
        canvas.box(64 - half, 0, 2 * half, 10, 0)
        canvas.text(text, 64, 1, ALIGN_CENTRE)
