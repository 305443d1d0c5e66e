"""How the deal was won: from whom, or drawn; and whether it was the only place. Rare ways have a page of their own."""

from mingg.hal.keys import LEFT, RIGHT, A
from mingg.lang import say
from mingg.memory import DEAL
from mingg.ui.entry.entry import FILLED
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import link
from mingg.ui.screens import deal
from mingg.ui.widgets.rosette import People, asking_header, words

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.entry.entry import Entry
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines

    Asked = tuple[str, "str | None", str]

# What makes a win rare: for all players; for East; and for another player, who claims East's first discard.
_RARE = "loose", "last", "lucky_thirteen", "rob"
_RARE_OF_EAST, _RARE_OF_OTHERS = ("original", "heaven"), ("earth", "first-discard")


def rare_words(entry: "Entry") -> "str | None":
    """Returns the words of the rare way in an entry, or None if the win was an ordinary one."""
    if (entry.way, entry.last, entry.opening, entry.hidden) in (
        ("draw", False, None, False),
        ("discard", False, None, False),
        (None, False, None, False),
    ):
        return None
    return deal.standing()(entry)


class How(People):
    """An arrow chooses the player who discarded the tile, or the winner, who drew it. A ticks that there was only one
    place for the tile; A held shows the rare ways. If the place is not asked, A shows them at once.

    asked: None, or a rare way that needs to know whose tile it was: its way, "" for any; its opening; its words.
    """

    keeps = DEAL
    bar_y = 43  # above it are the words of three arrows

    def __init__(self, app: "App", asked: "Asked | None" = None) -> None:
        super().__init__(app)
        self.link = link(deal.How, asked)
        self.asked = asked
        self.rare = rare_words(app.entry)
        rules = app.playing.rules
        # If the shape of the last set counts, it is asked later, and the only place does not count.
        self.asks_place = rules.knows("only-place")
        others = _RARE_OF_EAST if app.entry.winner == app.playing.table.east else _RARE_OF_OTHERS
        self.knows_rare = any(rules.knows(item) for item in _RARE + others) or rules.knows_hidden()
        # Where both count, A ticks the place, both, the pair and none in turn, since a tile that fills a pair mostly
        # had only that place. So a deal in which it did not is asked nothing more.
        self.asks_pair = self.asks_place and rules.table["shape_counts"]
        if self.asks_place:
            self.holds = (A,)
        if asked is not None and asked[0]:
            del self.answers[app.side(app.entry.winner) or 0]
            self.empty = "whose kong?"

    def word(self, answer: "Any") -> "Any":
        return "take"  # the arrow's own words are used

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        name, seat = app.name(entry.winner), app.playing.table.seat(entry.winner)
        if self.asked is None:
            asking_header(canvas, "wins", name, say("how?"), say(self.leave), seat)
        else:
            canvas.header("", say(self.leave), seat, say("whose kong?" if self.asked[0] else "lucky: how?"))
        self.draw_arms(canvas)
        if self.asks_place:
            only, filled = entry.only_place, entry.fills_pair()
            lines = [say("only"), say("place")]
            if filled:
                lines = [say("only"), "+ " + say("pair")] if only else [say("pair")]
            hint = "hold rare"
            if self.asks_pair and not filled:
                hint = "A again: pair" if only else "pair, hold rare"
            hint = say(hint)
            self._draw_only_place(canvas, only or filled, lines)
            if self.knows_rare and canvas.width(hint) <= self._room_for_hint(canvas):
                canvas.text(hint, 64, 45, ALIGN_CENTRE)

    def centre(self, canvas: "Canvas") -> str:
        return say("rare") if self.knows_rare and not self.asks_place else ""

    def _room_for_hint(self, canvas: "Canvas") -> int:
        """Returns the room between the sides for the hint. The lines of a rare way that is chosen reach further down
        than others."""
        room = 128
        for key in (LEFT, RIGHT):
            lines = self.arm(canvas, key, self.answers[key])[0] if key in self.answers else []
            if len(lines) > 2:
                room = min(room, 106 - 2 * max([canvas.width(text, bold) for text, bold in lines]))
        return room

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool]":
        chosen = self._stands(answer)
        rare = self.rare if chosen else None
        if self.asked is not None:
            rare, chosen = say(self.asked[2]) if self.asked[0] else None, False
        if answer == self.app.entry.winner:
            return words(key, rare or say("drew it")), chosen
        lines = words(key, rare or say("from"))
        # above and below, the name stands beside the words, which are many for a rare way
        room = 27 if key in (LEFT, RIGHT) else min(50, 108 - canvas.width(lines[0][0]))
        return lines + [(canvas.fit(self.app.name(answer), room, True), True)], chosen

    def _stands(self, player: int) -> bool:
        entry = self.app.entry
        return bool(entry.drawn() if player == entry.winner else entry.claimed_from(player))

    def _draw_only_place(self, canvas: "Canvas", marked: bool, lines: "list[str]") -> None:
        """Draws the box that A ticks, in the middle, and what the tick means."""
        ink = 0 if marked else 1
        if marked:
            canvas.box(36, 23, max([57] + [28 + canvas.width(line) for line in lines]), 21)
            canvas.box(38, 28, 9, 9, 0)
            canvas.text("A", 40, 29)
            canvas.tick(52, 30, 0)
        else:
            canvas.key("A", 38, 28)
        canvas.frame(50, 28, 9, 9, ink)
        for i, line in enumerate(lines):
            canvas.text(line, 63, (25 if len(lines) > 1 else 29) + 9 * i, 0, False, ink)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and not held and self.asks_place:
            place = say("only") + " " + say("place")
            return ["", place + ", " + say("pair") if self.asks_pair else place], self._tick
        if key == A:
            if self.knows_rare:
                return "rare ways", self.app.go, deal.Rare, self.asked
            return "nothing rare" if held else "asked later"
        return super().does(key)

    def back(self) -> None:
        if self.asked is None:
            self.app.back_to(self.app.looked_up)
        else:
            self.app.go(deal.Rare)

    def _tick(self) -> None:
        entry = self.app.entry
        if not self.asks_pair or entry.only_place == entry.fills_pair():
            entry.only_place = not entry.only_place
        else:  # the first, both, the second, none
            entry.last_set = None if entry.fills_pair() else FILLED
        self.app.changed()

    def take(self, answer: int) -> None:
        entry = self.app.entry
        if self.asked is not None:
            way, opening, _ = self.asked
            if answer == entry.winner:
                entry.set_way("draw", None, False, opening)
            else:
                entry.set_way(way or "discard", answer, False, opening)
        # the arrow of the present choice goes on with it, also if it is a rare way
        elif not self._stands(answer):
            if answer == entry.winner:
                entry.set_way("draw")
            else:
                entry.set_way("discard", answer)
        go_on(self.app)


def go_on(app: "App") -> None:
    """Goes on to the winner's card when it is known how the deal was won. All hands follow. If this screen was
    looked up, only the winner's hand follows; after a robbed kong all do, since the robbed player's hand may now
    lack a pung."""
    entry = app.entry
    if any(entry.beside) or any(entry.tiles):
        from mingg.ui.screens.tiles.tiles_hand import read_all

        read_all(entry, app.playing)
    if app.looked_up is None or entry.at < 0 or entry.way == "rob":
        app.looked_up = None
        entry.at = 0
    app.go(deal.show_page, 0, 0)
