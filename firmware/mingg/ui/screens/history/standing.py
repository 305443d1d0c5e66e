"""The standing of a game: all players in order."""

from mingg.core.table.session import START
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.widgets.layout import signed

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas


def draw_standing(canvas: "Canvas", names: "list[str]", balances: "list[int]") -> None:
    """Draws the players in order of their balances, each with the balance and what they have won or lost."""
    order = sorted(range(len(names)), key=lambda player: (-balances[player], player))
    gains = [signed(balance - START) for balance in balances]
    sum_x = 116 - max([canvas.width(gain, True) for gain in gains])
    room = sum_x - 4 - max([canvas.width(str(balance)) for balance in balances])
    y, pitch = (13, 10) if len(names) < 5 else (12, 9)
    for player in order:
        canvas.text(canvas.fit(names[player], room, True), 2, y, 0, True)
        canvas.text(str(balances[player]), sum_x, y, ALIGN_RIGHT)
        canvas.text(gains[player], 125, y, ALIGN_RIGHT, True)
        y += pitch
