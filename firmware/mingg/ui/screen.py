"""What a screen is. One is alive at a time; the application hands it keys and asks it to draw itself."""

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas


class Screen:
    """A base that answers every key with nothing.

    holds    keys that mean something else when held: their tap waits until the key is let go (B always does)
    repeats  keys that go on acting while they are down
    bar_y    where a refusal is written across the screen
    menu     B held opens the menu from here
    """

    holds: "tuple[int, ...]" = ()
    repeats: "tuple[int, ...]" = ()
    bar_y = 11
    menu = True

    def __init__(self, app: "App") -> None:
        self.app = app

    def draw(self, canvas: "Canvas") -> None:
        """Draws everything on a cleared canvas."""

    def press(self, key: int) -> None:
        """A key was pressed, B among them."""

    def hold(self, key: int) -> None:
        """A key of `holds` was held."""
