"""What a screen is. One is alive at a time; the application hands it keys and asks it to draw itself."""

MYPY = False
if MYPY:
    from typing import Any, Callable, Union

    from typing_extensions import TypeVarTuple, Unpack

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

    Made = TypeVarTuple("Made")
    Link = tuple[Callable[[], Callable[..., "Screen | None"]], tuple[Any, ...]]
    Under = Union["Screen", Link, None]  # what lies beneath a screen; None: Table


def link(load: "Callable[[], Callable[[App, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]") -> "Link":
    """A screen that is made when it is needed: see App.open() and App.back_to()."""
    return load, made_of


class Screen:
    """A base that answers every key with nothing.

    holds    keys that mean something else when held: their tap waits until the key is let go (B always does)
    repeats  keys that go on acting while they are down
    bar_y    where a refusal is written across the screen
    menu     B held opens the menu from here
    words    groups of messages that the screen says (see lang)
    keeps    one of memory's lists: modules that its place needs; None: the place before goes on
    again    a link that makes the screen again when the player comes back to it from the menu; None: it is kept
    """

    holds: "tuple[int, ...]" = ()
    repeats: "tuple[int, ...]" = ()
    bar_y = 11
    menu = True
    words: "tuple[str, ...]" = ()
    keeps: "tuple[str, ...] | None" = None

    def __init__(self, app: "App") -> None:
        self.app = app
        self.again: "Link | None" = None

    def draw(self, canvas: "Canvas") -> None:
        """Draws everything on a cleared canvas."""

    def press(self, key: int) -> None:
        """A key was pressed, B among them."""

    def foresee(self, key: int) -> "Screen | None":
        """A key went down whose tap is known when it ends: the screen that the tap shows, where it does nothing else.
        It is drawn meanwhile."""
        return None

    def hold(self, key: int) -> None:
        """A key of `holds` was held."""

    def get_ready(self) -> bool:
        """No key is down: time to work out something that the next one may need. False where nothing is left."""
        return False

    def idle(self) -> None:
        """Nobody has pressed a key for a moment: time for what may take another."""
