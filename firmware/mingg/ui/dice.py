"""Throws of the device's dice."""

from mingg.hal import dice
from mingg.ui.app import App


def roll(app: "App") -> int:
    """Rolls a die: 1 to 6. Raises OSError."""
    return app.throw() if app.throw is not None else dice.roll()


def roll_two(app: "App") -> "tuple[int, int] | None":
    """Rolls two dice. If the device cannot, shows that and returns None."""
    try:
        return roll(app), roll(app)
    except OSError:
        app.display.refuse("no dice")
        return None
