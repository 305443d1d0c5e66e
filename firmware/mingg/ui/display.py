"""What the players see and hear: the picture, a line of text over it, and the signals."""

from mingg import memory
from mingg.lang import say
from mingg.ui.panel.canvas import Canvas
from mingg.ui.panel.rest import ASIDE, Rest
from mingg.ui.widgets import layout

MYPY = False
if MYPY:
    from typing import Any, Callable, Protocol

    from mingg.hal.keys import Keys
    from mingg.ui.panel.canvas import Picture
    from mingg.ui.screen import Screen

    class Panel(Protocol):
        buffer: bytearray

        def show(self) -> None: ...
        def contrast(self, level: int) -> None: ...
        def sleep(self, on: bool) -> None: ...

    class Signals(Protocol):
        tone: Callable[[int], object] | None
        light: Callable[[int], object] | None
        sounds: bool
        shines: bool

        def step(self, now_ms: int) -> None: ...
        def click(self) -> None: ...
        def saved(self) -> None: ...
        def refused(self) -> None: ...


_ENOSPC = 28  # MicroPython ports do not all name error numbers
_EACCES = 13
_EROFS = 30


class Display:
    """What the players see and hear.

    canvas    what screens draw on
    bar       a line over the picture until the next key, or None
    stale     the picture must be drawn again
    rest      dims the panel while nobody presses a key
    signals   sound and light; None on a board that has neither
    foreseen  the screen that the pressed key will show when it is released, if that is known
    picture   the picture of the foreseen screen, drawn ahead; None until then
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
        self.foreseen: "Screen | None" = None
        self.picture: "Picture | None" = None
        self._bar_y = 0
        self._show_first = getattr(panel, "show_first", None)  # only a panel that is slow has it

    def redraw(self) -> None:
        self.stale = True

    def answer_key(self) -> None:
        """A key went down: clicks, and removes the bar, which the players have read by now."""
        if self.signals is not None:
            self.signals.click()
        if self.bar is not None:
            self.bar = None
            self.stale = True

    def foresee(self, screen: "Screen | None", picture: "Picture | None" = None) -> None:
        self.foreseen, self.picture = screen, picture

    def refuse(self, message: str, *words: object) -> None:
        """Shows why a key did nothing. Nothing else changes."""
        self.show_text(say(message, *words))
        if self.signals is not None:
            self.signals.refused()

    def show_text(self, text: str) -> None:
        """Shows a line of text until the next key."""
        self.bar = text
        self.stale = True

    def refuse_error(self, error: OSError, failure: str = "not saved") -> None:
        """Shows what the store could not do, and why."""
        why = "flash fails"
        if error.errno == _ENOSPC:
            why = "flash full"
        elif error.errno in (_EACCES, _EROFS):
            why = "flash locked"
        self.refuse(failure, say(why))

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
        layout.bar(self.canvas, say("moment"), self._bar_y)
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
        memory.unload(ASIDE)
        return self.rest.wake()

    def draw(self, screen: "Screen") -> None:
        """Draws a screen and sends it to the panel. A foreseen screen was drawn ahead: its picture is used."""
        canvas = self.canvas
        self._bar_y = screen.bar_y
        if self.picture is None or self.foreseen is not None:
            if self.bar is None and not self.rest.place:
                canvas.begun = self._show_first
            screen.paint(canvas)
            canvas.begun = None
        else:
            canvas.put(self.picture)
            self.picture = None
        if self.bar is not None:
            layout.bar(canvas, self.bar, self._bar_y)
        if self.rest.place:
            from mingg.ui.panel.aside import move

            move(canvas, self.rest.place)
        self.panel.show()
        self.stale = False

    def draw_ahead(self, screen: "Screen") -> None:
        """Draws the picture of the foreseen screen ahead. If the heap has no room for it, no screen is foreseen."""
        canvas = self.canvas
        try:
            shown = canvas.picture()
            screen.paint(canvas)
            self.picture = canvas.picture()
            canvas.put(shown)
        except MemoryError:
            self.foresee(None)
            self.stale = True
