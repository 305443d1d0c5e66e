"""From screen to screen: loads the next one, and unloads what its place does not need."""

import gc

from mingg import lang, memory
from mingg.ui.display import Display
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from typing import Any, Callable

    from typing_extensions import TypeVarTuple, Unpack

    from mingg.hal.keys import Keys
    from mingg.ui.display import Panel, Signals
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Link, Under

    Made = TypeVarTuple("Made")


class Navigator(Display):
    """screen: the one that is alive.

    A screen is named by its function in the registry, ui/screens/*/__init__.py, which loads its class, or a function
    that makes the screen, or that itself shows or opens one. What it is made of follows."""

    def __init__(self, panel: "Panel", keys: "Keys", canvas: "Canvas | None", signals: "Signals | None") -> None:
        super().__init__(panel, keys, canvas, signals)
        self.screen: "Screen"
        self._next: "Link | None" = None  # what is to be opened
        self._asks = False  # from a place whose modules stay
        self._strayed = False  # other modules may have been loaded since
        self._kept: "tuple[str, ...]" = ()

    def table(self) -> None:
        """Shows Table."""
        raise NotImplementedError

    def go(self, load: "Callable[[], Callable[[Any, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]") -> None:
        """Shows a screen at once; all that is loaded stays."""
        self.show_new(load(), *made_of)

    def show_new(self, make: "Callable[[Any, Unpack[Made]], Screen | None]", *made_of: "Unpack[Made]") -> None:
        """Shows a screen that a class or a function makes, if it makes one."""
        screen = make(self, *made_of)
        if screen is not None:
            self.show(screen)

    def open(
        self, load: "Callable[[], Callable[[Any, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]"
    ) -> None:
        """Shows a screen when the present key is handled: by then the present screen and its modules are gone, since a
        board has no room for both."""
        self._next = load, made_of
        self._asks = False

    def ask(self, load: "Callable[[], Callable[[Any, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]") -> None:
        """Like open(), but what this place keeps stays loaded."""
        self._next = load, made_of
        self._asks = True

    def open_next(self) -> None:
        """Opens what a key asked for."""
        while self._next is not None:
            (load, made_of), self._next = self._next, None
            asks = self._asks
            self.show_nothing(self._kept if asks else ())
            self._strayed = asks
            self.go(load, *made_of)

    def show_nothing(self, names: "tuple[str, ...]" = ()) -> None:
        """Leaves the present screen, and unloads every module but the resident ones and these."""
        self.show(Screen(self.screen.app))
        self.canvas.forget()
        self.keep(names)
        gc.collect()

    def show(self, screen: Screen) -> None:
        """Makes a screen the one that is alive."""
        self.screen = screen
        self._next = None
        self.foresee(None)  # nothing holds the screen that is left
        lang.use(screen.words)
        self.redraw()
        keeps = screen.keeps
        if keeps is not None and (self._strayed or keeps is not self._kept):
            self.keep(keeps)

    def keep(self, names: "tuple[str, ...]") -> None:
        """A place begins whose screens need these modules, one of memory's lists: unloads those of other places."""
        self._kept = names
        self._strayed = False
        memory.keep(names)

    def back_to(self, under: "Under") -> None:
        """Back to a screen: one that is kept, or is made again; Table where there is none."""
        if under is None:
            self.table()
        elif isinstance(under, tuple):
            self.open(under[0], *under[1])
        else:
            self.show(under)
