"""Goes from screen to screen. The way from Table to the present screen is the path: back() goes it back.

A screen has a name, "folder.file.Class". It lives while it is shown: the path keeps its name, its arguments and its
state, and it is made again when the players come back. What it needs is an argument, or read when it is made. If its
deal or its session is gone by then, so is the screen: the players come back to the one below.

The rule for memory: a folder of screens is a place. While the players stay in one, all that they loaded stays. On the
way to another, if less than half of the heap is free, everything is unloaded but the resident modules and what the next
screen needs; and so it is when nobody presses a key, but for the screens before and after the present one. The screens
that most likely come next are loaded then, if there is room.
"""

import gc
import sys
from typing import TYPE_CHECKING, Any

from mingg import lang, memory
from mingg.ui.kit.view import Screen

if TYPE_CHECKING:
    from mingg.ui.app import App

Step = list[Any]  # of the path: [name, arguments, state, the entry or session that it was made for]

TABLE = "deal.table.TableScreen"  # where every path begins
MENU = "system.menu.Menu"
SET_UP = "setup.setup.NewSession"  # the set-up of a new session: there is one at a time
WRITES = "result.saved.save", "result.saved.undo"  # they may have written a part when there is no room
LONGEST = 30  # steps of a path besides Table: older ones are forgotten
AHEAD = 3  # how many screens after the present one may be loaded ahead
FREE_AHEAD = 40  # per cent of the heap: if less is free, none is


def module_of(name: str) -> str:
    """Returns the module of a screen's name. In strings such as "setup.people.Typing" a build puts the names that the
    board has. The part before the first dot stays: it is the folder."""
    folder, _, module = name.rpartition(".")[0].partition(":")
    return "mingg." + (module or "ui.screens." + folder)


def find(name: str) -> "Any":
    """Returns what a name stands for: a class of screens, or a function that returns a screen or shows one. Loads its
    module."""
    last = name.rpartition(".")[2]
    return getattr(__import__(module_of(name), None, None, (last,)), last)


class Navigator:
    """screen  the screen that has the keys
    place   the folder of the present screen
    """

    def __init__(self, app: "App") -> None:
        self.app = app
        self._blank = Screen(app)  # stands where there is no screen: it needs no memory when memory is short
        self.screen: "Any" = self._blank
        self._path: "list[Step]" = [[TABLE, (), None, None]]
        self._shown: "Step | None" = None  # the step of the screen that is shown, until the players leave it
        self._due = False  # the last screen of the path has to be made
        self.place = ""
        self._unsorted = True  # modules may be loaded that neither the present screen needs nor those beside it

    def show(self, name: str, *arguments: object) -> None:
        """Shows a screen when the present key is handled. If it is on the path already, goes back to it."""
        self._leave()
        index = self._index(name, arguments)
        if index >= 0:
            del self._path[index + 1 :]
        else:
            self._path.append([name, arguments, None, None])
            del self._path[1:-LONGEST]
        self._due = True

    def back(self) -> None:
        """Goes back to the screen before; from the first one to Table."""
        if len(self._path) > 1:
            self._path.pop()
        self._shown = None
        self._due = True

    def leave(self, name: str) -> None:
        """Goes back to below a screen, wherever it is on the path, above the menu."""
        while self.on_path(name):
            self.back()

    def show_root(self) -> None:
        """Goes back to Table, whatever is on the path."""
        self.show_path([[TABLE, (), None, None]])

    def path_before(self) -> "list[Step]":
        """Returns the path to the screen before the present one, for show_path()."""
        return self._path[:-1]

    def show_path(self, path: "list[Step]") -> None:
        """Goes to the end of a path."""
        self._leave()
        self._path[:] = path
        self._due = True

    def below(self) -> str:
        """Returns the name of the screen that back() leads to."""
        name: str = self._path[-2][0] if len(self._path) > 1 else TABLE
        return name

    def on_path(self, name: str) -> bool:
        """Returns whether a screen is on the path, above the menu; a set-up wherever it is."""
        return self._index(name) >= 0

    def make_room(self) -> None:
        """If the heap has little room, unloads all but the resident modules."""
        gc.collect()
        if memory.is_short():
            self.unload()

    def make_room_here(self, needed: "tuple[str, ...]" = ()) -> bool:
        """If the heap has little room, unloads all that neither the present screen needs nor the one below. needed:
        other modules that stay. Returns whether there was little room."""
        short = memory.is_short()
        if short:
            for name in (self._path[-1][0], self.below()):
                needed += memory.needed_by(module_of(name))
            memory.keep(needed + self._held())
            gc.collect()
        return short

    # ---- for the App ----

    def open_due(self) -> None:
        """Makes the screen that a key asked for, if any."""
        while self._due:
            self._due = False
            self._make(self._path[-1])

    def empty(self) -> None:
        """Leaves all screens without a trace: their memory is needed."""
        self._shown, self.place = None, ""
        self._path[:] = [[TABLE, (), None, None]]
        self._give(self._blank)
        self.unload()

    def make_again(self) -> None:
        """Makes the last screen of the path again, with all the room that there can be."""
        self._leave()
        self.place = ""
        self._give(self._blank)
        self.unload()
        self._due = True

    def give_up(self) -> bool:
        """Goes back to the screen below one that could not be made. Returns False if there is none, or the ledger has
        to be read again."""
        if self._shown is not None or len(self._path) < 2 or self._path[-1][0] in WRITES:
            return False
        self._path.pop()
        self.make_again()
        return True

    def unload(self) -> None:
        """Unloads all but the resident modules."""
        self.app.display.canvas.forget()
        memory.keep(self._held())
        gc.collect()

    def load_ahead(self) -> bool:
        """Loads one screen that may come next. Returns False if there is nothing to load, or little room."""
        name, missing = self.screen.next, ""
        needed: "tuple[str, ...]" = ()
        for _ in range(AHEAD):
            if not name:
                break
            module = module_of(name)
            if module not in sys.modules:
                missing = name
                break
            needed += memory.needed_by(module)
            name = getattr(find(name), "next", "")
        if self._unsorted and self.make_room_here(needed):
            self._unsorted = False
        if not missing or memory.is_short(FREE_AHEAD):
            return False
        if memory.is_short():
            self.app.display.canvas.forget()  # the next screen has other texts
        find(missing)
        return True

    # ---- within ----

    def _index(self, name: str, arguments: "tuple[Any, ...] | None" = None) -> int:
        """Returns where a screen is on the path, -1 for nowhere. What is below the menu stays as it is, whatever the
        players do above it; only a set-up goes on from there."""
        path = self._path
        for index in range(len(path) - 1, -1, -1):
            step = path[index]
            if step[0] == MENU and name != SET_UP:
                break
            if step[0] == name and arguments in (None, step[1]):
                return index
        return -1

    def _held(self) -> "tuple[str, ...]":
        """Returns the modules that a set-up keeps in memory wherever the players are: copies would differ."""
        return () if self.app.play.set_up is None else memory.needed_by(module_of(SET_UP))

    def _leave(self) -> None:
        """Keeps the state of the present screen, which the players leave."""
        step, self._shown = self._shown, None
        if step is not None:
            step[2] = self.screen.state()
            self.screen.parts = ()  # they refer to the screen: so it is gone at once
            if self.screen.passing:
                self._path.remove(step)

    def _make(self, step: "Step") -> None:
        """Makes a screen and gives it the keys. A function may show another one instead, or none."""
        name, arguments, state, made_for = step
        play = self.app.play
        now = play.playing if play.entry is None else play.entry
        if state is None:
            step[3] = now
        elif made_for is not now and name != TABLE:
            self._drop(step)
            return
        folder = name.partition(".")[0]
        if folder != self.place:
            self.place = folder
            self._give(self._blank)  # the present screen would keep its modules in memory
            self._leave_place(module_of(name))
        make = find(name)
        lang.use(getattr(make, "words", ()))
        screen = make(self.app, *arguments)
        if screen is None:
            self._drop(step)
            return
        screen.begin(*screen.arguments)
        if state is not None:
            screen.resume(state)
        self._give(screen)
        self._shown, self._unsorted = step, True

    def _drop(self, step: "Step") -> None:
        self._path[:] = [other for other in self._path if other is not step]
        self._due = True

    def _leave_place(self, module: str) -> None:
        """Makes room on the way to another place. module: of its first screen."""
        if memory.is_short():
            memory.keep(memory.needed_by(module) + self._held())
            if module not in sys.modules:  # else the garbage is collected later: a key waits
                self.app.display.canvas.forget()
                gc.collect()

    def _give(self, screen: Screen) -> None:
        self.screen = screen
        lang.use(screen.words)
        self.app.let_go()
        self.app.display.stale = True
