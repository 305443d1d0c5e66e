"""How the deal was won: from whom, or drawn; whether it was the only place; the rare ways behind a held arrow."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.memory import DEAL
from mingg.ui.screen import Screen, link
from mingg.ui.screens import deal
from mingg.ui.widgets.layout import arm, words

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.entry.entry import Entry
    from mingg.ui.panel.canvas import Canvas


def rare_words(entry: "Entry") -> "str | None":
    """The words of the rare way that stands in an entry, or None where it was won as most deals are."""
    if (entry.way, entry.last, entry.opening, entry.hidden) in (
        ("draw", False, None, False),
        ("discard", False, None, False),
        (None, False, None, False),
    ):
        return None
    return deal.standing()(entry)


class How(Screen):
    keeps = DEAL
    holds = (LEFT, RIGHT, UP, DOWN)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.again = link(deal.How)
        self.rare = rare_words(app.entry)
        rules = app.playing.rules
        # Where the shape of the last set counts, it is asked for later, and the only place is nothing of its own.
        self.asks_place = rules.knows("only-place")

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        table = app.playing.table
        canvas.header(say("wins", app.name(entry.winner)), say("how?"), table.seat(entry.winner))
        for player in table.order:
            stands = entry.drawn() if player == entry.winner else entry.claimed_from(player)
            side = app.side(player)
            if side is not None:
                arm(canvas, side, self._lines(canvas, player, side, stands), stands)
        if self.asks_place:
            self._draw_only_place(canvas, entry.only_place)

    def _lines(self, canvas: "Canvas", player: int, side: int, stands: bool) -> "list[tuple[str, bool]]":
        app, entry = self.app, self.app.entry
        rare = self.rare if stands else None
        if player == entry.winner:
            return words(side, rare or say("drew it"))
        said = words(side, rare or say("from"))
        # Above and below it stands beside the words, and a rare way has many.
        room = 27 if side in (LEFT, RIGHT) else min(50, 108 - canvas.width(said[0][0]))
        return said + [(canvas.fit(app.name(player), room, True), True)]

    def _draw_only_place(self, canvas: "Canvas", marked: bool) -> None:
        """The box that A ticks, in the middle."""
        ink = 0 if marked else 1
        if marked:
            canvas.box(36, 23, 57, 21)
            canvas.box(38, 28, 9, 9, 0)
            canvas.text("A", 40, 29)
            canvas.tick(52, 30, 0)
        else:
            canvas.key("A", 38, 28)
        canvas.frame(50, 28, 9, 9, ink)
        canvas.text(say("only"), 63, 25, 0, False, ink)
        canvas.text(say("place"), 63, 34, 0, False, ink)

    def press(self, key: int) -> None:
        app, entry = self.app, self.app.entry
        if key == B:
            app.table()
        elif key == A:
            if not self.asks_place:
                app.refuse(say("asked later"))
                return
            entry.only_place = not entry.only_place
            app.changed()
        else:
            player = app.player_at(key)
            # The arrow of what stands goes on with it, a rare way included.
            if player is None:
                app.refuse(say("nobody there"))
                return
            if player == entry.winner:
                if not entry.drawn():
                    entry.set_way("draw")
            elif not entry.claimed_from(player):
                entry.set_way("discard", player)
            go_on(app)

    def hold(self, key: int) -> None:
        app = self.app
        player = app.player_at(key)
        if player is None:
            app.refuse(say("nobody there"))
            return
        rare = deal.Rare()(app, player)
        if rare.ways:
            app.show(rare)
        else:
            app.refuse(say("nothing rare"))


def go_on(app: "App") -> None:
    """How it was won is said: on to the winner's card."""
    if any(app.entry.beside) or any(app.entry.tiles):
        from mingg.ui.screens.tiles.tiles_hand import read_all

        read_all(app.entry, app.playing)
    app.go(deal.show_page, 0, 0)
