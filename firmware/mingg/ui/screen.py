"""What a screen is. One is alive at a time; the application hands it keys and asks it to draw itself."""

from mingg.hal.keys import A, B
from mingg.lang import say

MYPY = False
if MYPY:
    from typing import Any, Callable, Union

    from typing_extensions import TypeVarTuple, Unpack

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

    # What a key does: a word for it, a function, its arguments; or the message that says why it does nothing now, alone
    # or in a list with its words.
    Act = Union[tuple[Any, ...], str, list[Any]]
    Made = TypeVarTuple("Made")
    Link = tuple[Callable[[], Callable[..., "Screen | None"]], tuple[Any, ...]]
    Under = Union["Screen", Link, None]  # what lies beneath a screen; None: Table


def link(load: "Callable[[], Callable[[App, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]") -> "Link":
    """A screen that is made when it is needed: see App.open() and App.back_to()."""
    return load, made_of


class Screen:
    """A base whose keys are B, and A where it has a word.

    A subclass says in does() what each key does. Keys are answered by that, and keymap() lists them by it.

    title    message in the header
    hint     the key whose word stands at the right end of the header
    leave    the word of B; choice: that of A, which calls accept(); "" where A does nothing
    empty    the message where a key does nothing
    holds    keys that mean something else when held: their tap waits until the key is let go (B always does)
    repeats  keys that go on acting while they are down
    bar_y    where a refusal is written across the screen
    mapped   B held shows its keys; menu: from there A leads to the menu
    of_menu  the menu led here: opened again, it goes back to what lay beneath it, and not here
    words    groups of messages that the screen says (see lang)
    current  where its cursor stands
    before   where B leads: a screen, or a link that makes one; None: Table
    keeps    one of memory's lists: modules that its place needs; None: the place before goes on
    again    a link that makes the screen again when the player comes back to it from the menu; None: it is kept
    """

    title = ""
    hint = B
    leave = "B back"
    choice = ""
    empty = "no more"
    holds: "tuple[int, ...]" = ()
    repeats: "tuple[int, ...]" = ()
    bar_y = 11
    mapped = True
    menu = True
    of_menu = False
    words: "tuple[str, ...]" = ()
    again: "Link | None" = None
    keeps: "tuple[str, ...] | None" = None
    current = 0

    def __init__(self, app: "App", before: "Under" = None) -> None:
        self.app = app
        self.before: "Any" = before

    def header(self, canvas: "Canvas", title: str = "", mid: str = "", wind: str = "") -> None:
        """The bar on top; a title in place of the screen's own message."""
        act = self.does(self.hint)
        canvas.header(title or say(self.title), say(act[0] if isinstance(act, tuple) else self.choice), wind, mid)

    def draw(self, canvas: "Canvas") -> None:
        """Draws everything on a cleared canvas."""

    def does(self, key: int, held: bool = False) -> "Act":
        """What a key does now: (word, function, *arguments); or why it does nothing: a message, or [message, *words].
        The word is a message, or [message, *words]: the page of keys says it. Asking is quick, and changes, loads and
        reads nothing: what takes longer is found out by the function."""
        if key == B:
            return self.leave, self.back
        return (self.choice, self.accept) if key == A and self.choice else self.empty

    def keymap(self) -> "list[tuple[int, bool, Any]]":
        """All keys that do something now: (key, held, word). Like does(), it changes and loads nothing."""
        return self.own_keys() + [(B, True, "keys")] if self.mapped else self.own_keys()

    def own_keys(self) -> "list[tuple[int, bool, Any]]":
        """Its keymap, but for the key that shows it."""
        tries = [(key, False) for key in range(B + 1)] + [(key, True) for key in self.holds]
        acts = [(key, held, self.does(key, held)) for key, held in tries]
        return [(key, held, act[0]) for key, held, act in acts if isinstance(act, tuple)]

    def move_to(self, to: int) -> None:
        """Moves the cursor."""
        self.current = to

    def accept(self) -> None:
        """A was pressed."""
        self.back()

    def back(self) -> None:
        """To the screen before."""
        self.app.back_to(self.before)

    def press(self, key: int) -> None:
        """A key was pressed, B among them."""
        self.act(self.does(key))

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
        """A key went down whose tap is known when it ends: the screen that the tap shows, where it does nothing else.
        It is drawn meanwhile."""
        return None

    def get_ready(self) -> bool:
        """No key is down: time to work out something that the next one may need. False where nothing is left."""
        return False

    def idle(self) -> None:
        """Nobody has pressed a key for a moment: time for what may take another."""
