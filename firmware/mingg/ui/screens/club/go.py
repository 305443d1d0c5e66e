"""Where the players of this table sit next: table and seat in large figures."""

from mingg.hal.keys import DOWN, UP
from mingg.lang import say
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

_SHOWN = 4  # players at once


class Go(Screen):
    """Four players at once; up and down show the fifth."""

    title = "club go"
    choice = "A go on"
    words = ("club",)
    bar_y = 52

    def __init__(self, app: "App", before: "Under" = None) -> None:
        super().__init__(app, before)
        self.places = app.club.places

    def draw(self, canvas: "Canvas") -> None:
        left = len(self.places) - self.current
        canvas.header(
            say(self.title),
            say(self.leave),
            "",
            "%d/%d" % (self.current + 1, len(self.places)) if left > _SHOWN else "",
        )
        for i, (name, table, seat) in enumerate(self.places[self.current : self.current + _SHOWN]):
            x, y = 1 + 65 * (i & 1), 13 + 26 * (i >> 1)
            right = canvas.figures(str(table), x, y) + 2
            canvas.text(canvas.fit(name, x + 61 - right, True), right, y + 1, 0, True)
            if seat:
                canvas.wind(seat, right, y + 10, seat == "E")

    def does(self, key: int, held: bool = False) -> "Act":
        first = self.current + (_SHOWN if key == DOWN else -_SHOWN)
        if key in (UP, DOWN) and 0 <= first < len(self.places):
            return "line", self.move_to, first
        return super().does(key)
