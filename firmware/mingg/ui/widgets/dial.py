"""A dial for a throw of two dice: the device rolls it, or the left and right arrows enter it."""

from mingg.hal.keys import LEFT, RIGHT
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_LEFT

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

MIDDLE = 7  # the commonest sum of two dice


def dialled(throw: "int | None", key: int) -> int:
    """Returns a throw after the left or right arrow. None: nothing was entered yet."""
    if throw is None:
        return MIDDLE if key == RIGHT else MIDDLE - 1
    return 2 + (throw - 2 + (1 if key == RIGHT else -1)) % 11


def rolled(app: "App") -> "int | None":
    """Rolls two dice and returns their sum. If the device cannot roll, shows that and returns None."""
    try:
        return app.roll() + app.roll()
    except OSError:
        app.refuse("no dice")
        return None


def draw_dial(canvas: "Canvas", throw: "int | None", x: int, y: int) -> None:
    """Draws a throw between the arrows that enter it."""
    canvas.arrow(LEFT, x, y + 4)
    x += 7
    if throw is None:
        x = canvas.text(say("enter"), x, y + 3) + 3
    else:
        x = canvas.figures(str(throw), x, y, ALIGN_LEFT, False) + 2
    canvas.arrow(RIGHT, x, y + 4)
