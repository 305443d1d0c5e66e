"""How the deal was won: from whom, or drawn; whether it was the only place; the rare ways behind a held arrow."""

from collections import namedtuple

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.layout import arm, centre_key, words
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas
    from mingg.ui.entry import Entry

ARROWS = (LEFT, RIGHT, UP, DOWN)

# A rare way: what the rules must know of it, its words (those of a claimed tile have a short form for beside a name),
# and what it records.
Way = namedtuple("Way", ("known", "words", "way", "last", "opening"))
LOOSE = Way("loose", "loose tile", "loose", False, None)
LAST = Way("last", "last tile", "draw", True, None)
LOOSE_LAST = Way("last", "loose + last", "loose", True, None)
FIRST_HAND = Way("original", "first hand", "draw", False, "original")
LUCKY_DRAWN = Way("lucky_thirteen", "lucky 13", "draw", False, "thirteen")
ROBBED = Way("rob", "robbed kong", "rob", False, None)
FIRST_DISCARD = Way("earth", "first discard", "discard", False, "first-discard")
LUCKY_CLAIMED = Way("lucky_thirteen", "lucky 13", "discard", False, "thirteen")
WAYS = (LOOSE, LAST, LOOSE_LAST, FIRST_HAND, LUCKY_DRAWN, ROBBED, FIRST_DISCARD, LUCKY_CLAIMED)


def _standing(entry: "Entry") -> "Way | None":
    """The rare way that has been said, or None."""
    for way in WAYS:
        if (way.way, way.last, way.opening) == (entry.way, entry.last, entry.opening):
            return way
    return None


class How(Screen):
    holds = ARROWS

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        table = app.evening.session.table
        canvas.header(say("wins", app.name(entry.winner)), say("how?"), table.seat(entry.winner))
        for player in range(4):
            stands = entry.drawn() if player == entry.winner else entry.claimed_from(player)
            arm(canvas, app.side(player), self._lines(player, stands), stands)
        self._draw_only_place(canvas, entry.only_place)

    def _lines(self, player: int, stands: bool) -> "list[tuple[str, bool]]":
        app, entry = self.app, self.app.entry
        rare = _standing(entry) if stands else None
        if player == entry.winner:
            return words(app.side(player), say(rare.words if rare else "drew it"))
        return [(say("short " + rare.words if rare else "from"), False), (app.name(player), True)]

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
            entry.only_place = not entry.only_place
            app.changed()
        else:
            player = app.player_at(key)
            # The arrow of what stands goes on with it, a rare way included.
            if player == entry.winner:
                if not entry.drawn():
                    entry.set_way("draw")
            elif not entry.claimed_from(player):
                entry.set_way("discard", player)
            go_on(app)

    def hold(self, key: int) -> None:
        app = self.app
        player = app.player_at(key)
        rare = Rare(app, player)
        if rare.ways:
            app.show(rare)
        else:
            app.refuse(say("nothing rare"))


def go_on(app: "App") -> None:
    """How it was won is said: on to the winner's card."""
    from mingg.ui.screens.card import CardScreen

    app.entry.at = 0
    app.changed()
    app.show(CardScreen(app, 0))


class Rare(Screen):
    """The rare ways of one arrow: those that the rules in force know."""

    def __init__(self, app: "App", player: int) -> None:
        super().__init__(app)
        self.player = player
        session, entry = app.evening.session, app.entry
        east = session.table.east
        if player == entry.winner:
            lucky = FIRST_HAND if player == east else LUCKY_DRAWN
            ways: "dict[int, Way]" = {UP: LAST, LEFT: LOOSE, RIGHT: lucky, DOWN: LOOSE_LAST}
        else:
            ways = {LEFT: ROBBED, UP: LUCKY_CLAIMED}
            if player == east:
                ways[RIGHT] = FIRST_DISCARD
        self.ways = {key: way for key, way in ways.items() if session.rules.knows(way.known)}

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        drew = self.player == entry.winner
        title = say("drew" if drew else "claimed", app.name(entry.winner))
        canvas.header(title, say("rare"), app.evening.session.table.seat(entry.winner))
        for key, way in self.ways.items():
            arm(canvas, key, words(key, say(way.words)))
        centre_key(canvas, say("plain"))

    def press(self, key: int) -> None:
        app, entry = self.app, self.app.entry
        source = None if self.player == entry.winner else self.player
        if key == B:
            app.show(How(app))
        elif key == A:
            entry.set_way("draw" if source is None else "discard", source)
            go_on(app)
        elif key in self.ways:
            way = self.ways[key]
            entry.set_way(way.way, source, way.last, way.opening)
            go_on(app)
        else:
            app.refuse(say("no more"))
