"""How the deal was won: from whom, or drawn; whether it was the only place. An arrow held is a rare way of it."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.memory import DEAL
from mingg.ui.screen import link
from mingg.ui.screens import deal
from mingg.ui.widgets.rosette import People, name_header, words

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.entry.entry import Entry
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines


# What makes a win rare: of a drawn tile, of a claimed one; and where East drew it, or claimed East's.
_RARE = ("loose", "last", "lucky_thirteen"), ("rob", "lucky_thirteen")
_RARE_OF_EAST = ("original", "heaven"), ("earth", "first-discard")


def knows_hidden(rules: "Rules") -> bool:
    """Whether something is lost where the winning tile was mixed in unshown."""
    return any(row.fact[-6:] == "_shown" for row in rules.points + rules.doublings)


def rare_words(entry: "Entry") -> "str | None":
    """The words of the rare way that stands in an entry, or None where it was won as most deals are."""
    if (entry.way, entry.last, entry.opening, entry.hidden) in (
        ("draw", False, None, False),
        ("discard", False, None, False),
        (None, False, None, False),
    ):
        return None
    return deal.standing()(entry)


class How(People):
    """The arrow towards a player; held, the rare ways of it. A ticks that there was only one place for the tile."""

    keeps = DEAL
    holds = (LEFT, RIGHT, UP, DOWN)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.again = link(deal.How)
        self.rare = rare_words(app.entry)
        rules = app.playing.rules
        # Where the shape of the last set counts, it is asked for later, and the only place is nothing of its own.
        self.asks_place = rules.knows("only-place")

    def word(self, answer: "Any") -> "Any":
        return "take"  # as it reads beside its arrow

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        name, seat = app.name(entry.winner), app.playing.table.seat(entry.winner)
        known = any(self._has_rare(player) for player in self.answers.values())
        hint = say("hold rare" if known else "how?")
        fits = canvas.width(say("wins", name), True) <= 107 - canvas.width(hint)
        name_header(canvas, "wins" if fits else "", name, hint, seat)
        self.draw_arms(canvas)
        if self.asks_place:
            self._draw_only_place(canvas, entry.only_place)

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool]":
        stands = self._stands(answer)
        rare = self.rare if stands else None
        if answer == self.app.entry.winner:
            return words(key, rare or say("drew it")), stands
        said = words(key, rare or say("from"))
        # Above and below it stands beside the words, and a rare way has many.
        room = 27 if key in (LEFT, RIGHT) else min(50, 108 - canvas.width(said[0][0]))
        return said + [(canvas.fit(self.app.name(answer), room, True), True)], stands

    def _stands(self, player: int) -> bool:
        entry = self.app.entry
        return bool(entry.drawn() if player == entry.winner else entry.claimed_from(player))

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

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A:
            return ("only", self._tick) if self.asks_place else "asked later"
        if held and key in self.answers:
            player = self.answers[key]
            return ("rare", self.app.go, deal.Rare, player) if self._has_rare(player) else "nothing rare"
        return super().does(key)

    def _has_rare(self, player: int) -> bool:
        """Whether the rules in force know a rare way for this arrow."""
        app = self.app
        rules = app.playing.rules
        claimed = player != app.entry.winner
        items: "tuple[str, ...]" = _RARE[claimed]
        if player == app.playing.table.east:
            items += _RARE_OF_EAST[claimed]
        return any(rules.knows(item) for item in items) or (not claimed and knows_hidden(rules))

    def _tick(self) -> None:
        entry = self.app.entry
        entry.only_place = not entry.only_place
        self.app.changed()

    def take(self, answer: int) -> None:
        entry = self.app.entry
        # The arrow of what stands goes on with it, a rare way included.
        if not self._stands(answer):
            if answer == entry.winner:
                entry.set_way("draw")
            else:
                entry.set_way("discard", answer)
        go_on(self.app)


def go_on(app: "App") -> None:
    """How it was won is said: on to the winner's card."""
    if any(app.entry.beside) or any(app.entry.tiles):
        from mingg.ui.screens.tiles.tiles_hand import read_all

        read_all(app.entry, app.playing)
    app.go(deal.show_page, 0, 0)
