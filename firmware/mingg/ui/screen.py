"""The base class of all screens. One screen is alive at a time: the application gives it the keys and asks it to
draw."""

from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ui.panel.canvas import BACK
from mingg.ui.widgets.layout import draw_back

MYPY = False
if MYPY:
    from typing import Any, Callable, Union

    from typing_extensions import TypeVarTuple, Unpack

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

    # What a key does: (word, function, *arguments). If it does nothing now, the message that says why: a str, or
    # [message, *words].
    Act = Union[tuple[Any, ...], str, list[Any]]
    Arguments = TypeVarTuple("Arguments")
    # The class of a screen, or a function that makes or opens one: it takes the App, then the arguments.
    Maker = Callable[[Any, Unpack[Arguments]], Union["Screen", None]]
    Loader = Callable[[], Maker[Unpack[Arguments]]]  # a function of a registry: see Navigator
    Link = tuple[Callable[[], Callable[..., "Screen | None"]], tuple[Any, ...]]  # a loader and the arguments
    Under = Union["Screen", Link, None]  # the screen that B leads back to; None: Table


def link(load: "Loader[Unpack[Arguments]]", *arguments: "Unpack[Arguments]") -> "Link":
    """Returns a link to a screen. App.open() and App.back_to() make the screen from it."""
    return load, arguments


class Screen:
    """A screen on which B goes back, and A accepts if it has a word.

    A subclass overrides does() for its other keys. What does() returns handles the key, and describes it on the page of
    keys.

    title    message in the header
    hint     the key whose word stands at the right end of the header
    leave    the word of B
    choice   the word of A, which calls accept(); "" if A does nothing
    empty    the message for a key that does nothing
    holds    keys that do something else when held. Their tap counts when they are released, and so does that of B
    repeats  keys that repeat while they are down
    bar_y    the row of the bar that says why a key did nothing
    beside   the last line has room for the word of B beside other words
    mapped   holding B shows the page of the screen's keys
    menu     on that page A leads to the menu
    words    the groups of messages that the screen uses (see lang)
    current  the position of its cursor
    before   where B leads: a screen, or a link that makes one; None: Table
    keeps    the modules of its place, one of the lists in memory.py; None: the place does not change
    link     opens the screen anew when the players return from the menu; None: the screen itself is kept
    """

    title = ""
    hint = B
    leave = "B back"
    choice = ""
    empty = "no key"
    holds: "tuple[int, ...]" = ()
    repeats: "tuple[int, ...]" = ()
    bar_y = 11
    beside = False
    mapped = True
    menu = True
    words: "tuple[str, ...]" = ()
    link: "Link | None" = None
    keeps: "tuple[str, ...] | None" = None
    current = 0

    def __init__(self, app: "App", before: "Under" = None) -> None:
        self.app = app
        self.before: "Any" = before

    def header(self, canvas: "Canvas", title: str = "", mid: str = "", wind: str = "") -> None:
        """Draws the header. `title` replaces the screen's own message."""
        act = self.does(self.hint)
        canvas.header(title or say(self.title), say(act[0] if isinstance(act, tuple) else self.choice), wind, mid)

    def prepare(self) -> None:
        """Called before draw(), for work with deep calls: inside draw() a board has too little stack left for them."""

    def draw(self, canvas: "Canvas") -> None:
        """Draws the screen on a cleared canvas."""

    def paint(self, canvas: "Canvas") -> None:
        """Draws the whole screen: what draw() draws; then, if there is room, what B does, unless the header says it."""
        canvas.clear()
        self.prepare()
        self.draw(canvas)
        act = self.does(B)
        if isinstance(act, tuple) and act[0][:2] == "B ":
            text = say(act[0])
            if text not in canvas.hint and BACK not in canvas.hint:
                self.name_back(canvas, text)

    def name_back(self, canvas: "Canvas", text: str) -> None:
        """Draws what B does where there is room."""
        draw_back(canvas, text, self.beside)

    def does(self, key: int, held: bool = False) -> "Act":
        """Returns what a key does now: (word, function, *arguments). If it does nothing, returns the reason: a message,
        or [message, *words]. The word is a message or [message, *words] too; the page of keys shows it.

        does() must be quick. It must not change, load or read anything: that is the work of the returned function.
        """
        if key == B:
            return self.leave, self.back
        return (self.choice, self.accept) if key == A and self.choice else self.empty

    def keymap(self) -> "list[tuple[int, bool, Any]]":
        """Lists all keys that do something now: (key, held, word). Like does(), it changes and loads nothing."""
        return self.own_keys() + [(B, True, "keys")] if self.mapped else self.own_keys()

    def own_keys(self) -> "list[tuple[int, bool, Any]]":
        """Lists the keys without the one that shows the page of keys."""
        tries = [(key, False) for key in range(B + 1)] + [(key, True) for key in self.holds]
        acts = [(key, held, self.does(key, held)) for key, held in tries]
        return [(key, held, act[0]) for key, held, act in acts if isinstance(act, tuple)]

    def move_to(self, index: int) -> None:
        """Moves the cursor."""
        self.current = index

    def accept(self) -> None:
        """A was pressed."""
        self.back()

    def back(self) -> None:
        """Goes back to the screen before."""
        self.app.back_to(self.leads_back())

    def leads_back(self) -> "Under":
        """Returns where B leads."""
        return self.before  # type: ignore[no-any-return]

    def press(self, key: int) -> None:
        """A key was pressed, B among them."""
        self.act(self.does(key))

    def repeat(self, key: int) -> None:
        """A key of `repeats` is down for longer."""
        self.press(key)

    def hold(self, key: int) -> None:
        """A key of `holds` was held."""
        self.act(self.does(key, True))

    def act(self, act: "Act") -> None:
        if isinstance(act, tuple):
            act[1](*act[2:])
        elif isinstance(act, str):
            self.app.refuse(act)
        else:
            self.app.refuse(*act)

    def foresee(self, key: int) -> "Screen | None":
        """Returns the screen that a tap of this key will show, or None if the tap does anything else. Called when the
        key goes down, if its tap counts only when it is released: until then App draws that screen ahead."""
        return None

    def returns_to(self) -> "Under":
        """Returns where B leads from a menu over this screen: the screen itself, or a link that makes it again. A large
        screen needs a link, because the heap has no room for it and the menu."""
        return self.link or self

    def keys_of(self, letter: str) -> "list[int] | None":
        """Returns the keys that type a letter, for devices with a keyboard. None: the screen takes no text."""
        return None

    def get_ready(self) -> bool:
        """Prepares one thing that the next key may need. Called repeatedly while no key is down, until it returns
        False: nothing is left to do."""
        return False

    def idle(self) -> None:
        """Called once after each pause of IDLE_MS without a key, for slow work."""
