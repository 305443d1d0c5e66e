"""Goes from screen to screen: loads the next one, and unloads the modules that its place does not need."""

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
    """Opens screens and keeps the right modules loaded.

    screen: the screen that has the keys.

    A registry, ui/screens/*/__init__.py, has a function for each screen. The function loads and returns the screen's
    class, or a function that makes the screen or opens one. The arguments for that class or function follow it in go(),
    open(), ask() and link().
    """

    def __init__(self, panel: "Panel", keys: "Keys", canvas: "Canvas | None", signals: "Signals | None") -> None:
        super().__init__(panel, keys, canvas, signals)
        self.screen: "Screen"
        self._next: "Link | None" = None  # the screen to open when the present key is handled
        self._stays: "tuple[str, ...] | None" = ()  # the modules that stay loaded when it opens; None: all
        self._strayed = False  # modules of another place may have been loaded since
        self._kept: "tuple[str, ...]" = ()

    def table(self) -> None:
        """Shows Table."""
        raise NotImplementedError

    def go(self, load: "Callable[[], Callable[[Any, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]") -> None:
        """Shows a screen at once. All loaded modules stay."""
        self.show_new(load(), *made_of)

    def show_new(self, make: "Callable[[Any, Unpack[Made]], Screen | None]", *made_of: "Unpack[Made]") -> None:
        """Shows the screen that a class or a function makes, if it makes one."""
        screen = make(self, *made_of)
        if screen is not None:
            self.show(screen)

    def open(
        self, load: "Callable[[], Callable[[Any, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]"
    ) -> None:
        """Shows a screen as soon as the present key is handled. The present screen and its modules are unloaded first,
        since a board has no room for both."""
        self._next = load, made_of
        self._stays = ()

    def ask(self, load: "Callable[[], Callable[[Any, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]") -> None:
        """Like open(), but the modules of the present place stay loaded."""
        self._next = load, made_of
        self._stays = self._kept

    def cover(
        self, load: "Callable[[], Callable[[Any, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]"
    ) -> None:
        """Like open(), but nothing is unloaded: the new screen refers to the present one, which keeps its modules in
        memory anyway, and would load them a second time."""
        self._next = load, made_of
        self._stays = None

    def open_next(self) -> None:
        """Opens the screen that a key asked for, if any."""
        while self._next is not None:
            (load, made_of), self._next = self._next, None
            stays = self._stays
            if stays is not None:
                self.show_nothing(stays)
            self._strayed = stays != ()
            self.go(load, *made_of)

    def show_nothing(self, names: "tuple[str, ...]" = ()) -> None:
        """Leaves the present screen. Unloads all modules except the resident ones and those named."""
        self.show(Screen(self.screen.app))
        self.canvas.forget()
        self.keep(names)
        gc.collect()

    def show(self, screen: Screen) -> None:
        """Shows a screen and gives it the keys."""
        self.screen = screen
        self._next = None
        self.foresee(None)  # drops the last reference to the screen that is left
        lang.use(screen.words)
        self.redraw()
        keeps = screen.keeps
        if keeps is not None and (self._strayed or keeps is not self._kept):
            self.keep(keeps)

    def keep(self, names: "tuple[str, ...]") -> None:
        """Begins a place whose screens need these modules, one of memory's lists. Unloads the modules of other
        places."""
        self._kept = names
        self._strayed = False
        memory.keep(names)

    def back_to(self, under: "Under") -> None:
        """Goes back to a screen that was kept, or that a link makes again. None leads to Table."""
        if under is None:
            self.table()
        elif isinstance(under, tuple):
            self.open(under[0], *under[1])
        else:
            self.show(under)
