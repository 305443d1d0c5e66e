"""The menu entry *club*: the state of the link, what is queued, what the director asked for, and a call for them."""

from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.screen import link
from mingg.ui.screens import club
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

CALL, GO = "club call", "club go"


class ClubScreen(ListScreen):
    """The first rows call the director and show where to sit next; the others are requests that wait."""

    words = ("club",)
    room = 3

    def __init__(self, app: "App", before: "Under" = None) -> None:
        items = [CALL] + ([GO] if app.club.places else []) + app.club.requests()
        super().__init__(app, before, items)

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, canvas.fit(self.app.club.link.joined.club, 76, True), self.where())
        self.draw_rows(canvas)
        self.draw_foot(canvas)

    def row(self, index: int) -> "tuple[str, str]":
        item = self.items[index]
        if item == CALL:
            return say(CALL), say("club calls") if self.app.club.link.calling is not None else ""
        if item == GO:
            return say(GO), ""
        return say("club asks", item), ""

    def foot(self) -> "tuple[str, str]":
        running = self.app.club.link
        return (
            say("club is", running.joined.table, say("club " + running.state)),
            say("club queued", running.queued(self.app.evening.ledger)),
        )

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and self.items[self.current] == CALL and self.app.club.link.calling is not None:
            return "club calls"
        return super().does(key, held)

    def accept(self) -> None:
        app, item = self.app, self.items[self.current]
        if item == CALL:
            app.club.link.call("")
        elif item == GO:
            app.open(club.Go, link(club.ClubScreen, self.before))
        else:
            self._open(item)

    def _open(self, word: str) -> None:
        """Opens a request that the players put off; others are carried out at Table."""
        app = self.app
        if app.entry is None:
            app.club.later = ""
            app.table()
        else:
            app.refuse("no half entered")
