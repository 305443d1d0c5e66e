"""Shows what a change would do to the balances before it is made: the balance now and then, and the difference."""

from mingg.hal.keys import RIGHT, A, B
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.widgets.layout import draw_lines, signed

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Link


SHORT = 18  # the room of a short name


class Change(Screen):
    """A makes the change; B goes back.

    A subclass describes the change in heading() and foot(). after() returns the balances as they would be, make()
    commits the change (OSError: nothing has changed), and made() goes on.

    before  a link that makes the screen before again: the heap has no room for both screens
    then    the balances as they would be, by player
    error   why the change is impossible, or None
    """

    hint = A
    choice = "A accept"
    bar_y = 52
    beside = True
    words: "tuple[str, ...]" = ("deals",)

    def __init__(self, app: "App", before: "Link | None") -> None:
        super().__init__(app, before)
        self.then: "list[int]" = []
        self.error: "ValueError | OSError | None" = None
        try:
            self.then = app.meanwhile(self.after)
        except (ValueError, OSError) as error:
            self.error = error
            self.hint, self.choice = B, ""

    def after(self) -> "list[int]":
        raise NotImplementedError

    def why_not(self, error: "ValueError | OSError") -> str:
        """Returns the reason in words; a "|" ends a line."""
        return say("cannot read", error.errno or 0) if isinstance(error, OSError) else say("cannot be changed")

    def heading(self) -> str:
        raise NotImplementedError

    def foot(self, canvas: "Canvas") -> str:
        return ""

    def make(self) -> None:
        raise NotImplementedError

    def made(self) -> None:
        raise NotImplementedError

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, self.heading())
        if self.error:
            draw_lines(canvas, self.why_not(self.error), 14)
            return
        self._draw_balances(canvas)
        canvas.text(self.foot(canvas), 2, 56)

    def _draw_balances(self, canvas: "Canvas") -> None:
        balances = self.app.evening.session.balances
        differences = [signed(then - now) for now, then in zip(balances, self.then)]
        then_x = 122 - max([canvas.width(text, True) for text in differences])
        now_x = then_x - 7 - max([canvas.width(str(balance)) for balance in self.then])
        room = now_x - 4 - max([canvas.width(str(balance)) for balance in balances])
        # Where the sums are long, the names come before the balance now, and before the balance then.
        shows_now, shows_then = room >= SHORT, now_x > SHORT
        if not shows_now:
            room = (now_x if shows_then else then_x) - 1
        y, pitch = (13, 10) if len(balances) < 5 else (12, 9)
        for player, now in enumerate(balances):
            canvas.text(canvas.fit(self.app.name(player), room), 2, y)
            changes = now != self.then[player]
            if shows_now:
                canvas.text(str(now), now_x, y, ALIGN_RIGHT)
            if not changes:
                canvas.text("=", 125, y, ALIGN_RIGHT)
            else:
                canvas.text(differences[player], 125, y, ALIGN_RIGHT, True)
                if shows_then:
                    canvas.arrow(RIGHT, now_x + 3, y + 1)
            if shows_then and (changes or not shows_now):
                canvas.text(str(self.then[player]), then_x, y, ALIGN_RIGHT)
            y += pitch

    def accept(self) -> None:
        app = self.app
        try:
            app.meanwhile(self.make)
        except OSError as error:
            app.refuse_error(error)
        except ValueError:
            app.refuse("no deal")
        else:
            self.made()
