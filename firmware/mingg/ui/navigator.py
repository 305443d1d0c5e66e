"""Goes from screen to screen: loads the next one, and unloads the modules that its place does not need."""

import gc

from mingg import lang, memory
from mingg.ui.display import Display
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from typing import Callable

    from typing_extensions import TypeVarTuple, Unpack

    from mingg.hal.keys import Keys
    from mingg.ui.display import Panel, Signals
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Link, Loader, Maker, Under

    Arguments = TypeVarTuple("Arguments")


def find(name: "str") -> "Callable[..., Screen | None]":
    """Loads the class or function that a name such as "setup.names.Typing" means: Typing of the module
    mingg.ui.screens.setup.names. In strings of this form a build puts the names that the board has. The part before the
    first dot stays: it is the folder."""
    module, _, name = name[name.find(":") + 1 :].rpartition(".")
    return getattr(__import__("mingg.ui.screens." + module, None, None, (name,)), name)  # type: ignore[no-any-return]


class Navigator(Display):
    """Opens screens and keeps the right modules loaded.

    screen: the screen that has the keys.

    A place is a group of screens that need the same modules: one of the lists in memory.py.

    A registry, ui/screens/*/__init__.py, has a loader for each screen: a function without arguments that imports the
    screen's module. It returns the screen's class, or a function that makes or opens the screen. go(), open(), ask(),
    cover() and link() take the loader, then the arguments for that class or function (without the App, which is first).
    """

    def __init__(self, panel: "Panel", keys: "Keys", canvas: "Canvas | None", signals: "Signals | None") -> None:
        super().__init__(panel, keys, canvas, signals)
        self.screen: "Screen"
        self._next: "Link | None" = None  # the screen to open when the present key is handled
        self._staying: "tuple[str, ...] | None" = ()  # the modules that stay loaded when it opens; None: all
        self._strayed = False  # modules of other places than the present one may be loaded too
        self._kept: "tuple[str, ...]" = ()  # the modules of the present place

    def table(self) -> None:
        """Shows Table."""
        raise NotImplementedError

    def go(self, load: "Loader[Unpack[Arguments]]", *arguments: "Unpack[Arguments]") -> None:
        """Shows a screen at once. All loaded modules stay."""
        self.show_new(load(), *arguments)

    def show_new(self, make: "Maker[Unpack[Arguments]]", *arguments: "Unpack[Arguments]") -> None:
        """Shows the screen that a class or a function makes, if it makes one."""
        screen = make(self, *arguments)
        if screen is not None:
            self.show(screen)

    def open(self, load: "Loader[Unpack[Arguments]]", *arguments: "Unpack[Arguments]") -> None:
        """Shows a screen as soon as the present key is handled. The present screen and its modules are unloaded first,
        since a board has no room for both."""
        self._next = load, arguments
        self._staying = ()

    def ask(self, load: "Loader[Unpack[Arguments]]", *arguments: "Unpack[Arguments]") -> None:
        """Like open(), but the modules of the present place stay loaded."""
        self._next = load, arguments
        self._staying = self._kept

    def cover(self, load: "Loader[Unpack[Arguments]]", *arguments: "Unpack[Arguments]") -> None:
        """Like open(), but unloads nothing. For a screen that refers to the present one: the present screen keeps its
        modules in memory in any case, and would load a second copy of unloaded ones."""
        self._next = load, arguments
        self._staying = None

    def open_next(self) -> None:
        """Opens the screen that a key asked for, if any."""
        while self._next is not None:
            (load, arguments), self._next = self._next, None
            staying = self._staying
            if staying is not None:
                self.show_nothing(staying)
            self._strayed = staying != ()
            self.go(load, *arguments)

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
        """Begins a place. names: its modules, one of the lists in memory.py. Unloads the modules of other places."""
        self._kept = names
        self._strayed = False
        memory.keep(names)

    def back_to(self, under: "Under") -> None:
        """Goes back to a screen: the kept object, or one that a link makes again. None: Table."""
        if under is None:
            self.table()
        elif isinstance(under, tuple):
            self.open(under[0], *under[1])
        else:
            self.show(under)
