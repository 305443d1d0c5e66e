"""A hand as it was counted: its items as the books print them, its doublings as a chain."""

from mingg.core.card import MAJOR_EXPOSED
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.entry import DRAGON, OWN, ROUND
from mingg.ui.layout import ROWS, row
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.card import Card
    from mingg.core.score import Count, Item
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas
    from mingg.ui.screens.result import Result


def _set_words(item: "Item") -> str:
    """A pung or kong in words: what, of what, where."""
    if item.face == DRAGON:
        of = say("dragon")
    elif item.face == OWN:
        of = say("own wind")
    elif item.face == ROUND:
        of = say("round wind")
    else:
        of = say("simple" if item.slot < MAJOR_EXPOSED else "major")
    return say("set of", say(item.id), of, say("hand" if item.slot % 2 else "table"))


def _item_words(item: "Item") -> str:
    if item.slot >= 0:
        return _set_words(item)
    if item.id == "pair":
        return say("pair " + item.word)
    return say("loose-tile" if item.id == "loose" else item.id)


class _OfOneResult(Screen):
    """A page about one player's hand in a result."""

    def __init__(self, app: "App", result: "Result", player: int) -> None:
        super().__init__(app)
        self.result = result
        self.player = player
        self.seat = next(seat for seat, who in result.players.items() if who == player)
        self.count = result.answer.counts[self.seat]
        self.top = 0

    def times(self) -> str:
        return "x%d" % (1 << self.count.doublings) if self.count.doublings else ""

    def scroll(self, key: int, rows: int, room: int) -> None:
        """Up and down, a row a press, where there is more than fits."""
        step = 1 if key == DOWN else -1
        if 0 <= self.top + step <= max(0, rows - room):
            self.top += step


class Items(_OfOneResult):
    repeats = (UP, DOWN)

    def draw(self, canvas: "Canvas") -> None:
        count = self.count
        title = "%s %d" % (self.app.name(self.player), count.score)
        points = ("%d %s" % (count.points, self.times())).strip()
        canvas.header(title, points, self.seat)
        if not count.items:
            row(canvas, 0, say("nothing"), "0")
        for i, item in enumerate(count.items[self.top : self.top + ROWS]):
            row(canvas, i, _item_words(item), str(item.points))

    def press(self, key: int) -> None:
        app = self.app
        if key in (UP, DOWN):
            self.scroll(key, len(self.count.items), ROWS)
        elif key in (RIGHT, A):
            app.show(Chain(app, self.result, self.player))
        elif key in (LEFT, B):
            app.show(self.result)


class Chain(_OfOneResult):
    """The points, what doubled them, and what came of it."""

    repeats = (UP, DOWN)
    ROOM = 2

    def _reasons(self) -> "list[tuple[str, str, str]]":
        """Every doubling and whatever else made the score: (times, words)."""
        card = self.result.deal.cards.get(self.seat)
        reasons: "list[tuple[str, str, str]]" = []
        for doubling in self.count.doubled:
            what = say("by " + doubling.id)
            if doubling.id in ("dragon", "seat-wind", "round-wind"):
                faces = (DRAGON,) if doubling.id == "dragon" else _winds(card, doubling.id == "round-wind")
                nth = sum(1 for words in reasons if words[2] == doubling.id)
                what = what % _word_of_set(card, faces, nth)
            reasons.append(("x%d" % (1 << doubling.times), what, doubling.id))
        if self.count.special:
            reasons.append(("", say("special " + self.count.special), ""))
        elif self.count.limit:
            reasons.append(("", say("limit is", self.count.score), ""))
        return reasons

    def draw(self, canvas: "Canvas") -> None:
        count = self.count
        canvas.header(self.app.name(self.player), say("doubled"), self.seat)
        _draw_chain(canvas, count)
        canvas.box(0, 38, 128, 1)
        reasons = self._reasons() or [("", say("not doubled"), "")]
        for i, (times, words, _) in enumerate(reasons[self.top : self.top + self.ROOM]):
            canvas.text(times, 2, 43 + 11 * i, ALIGN_LEFT, True)
            canvas.text(words, 20 if times else 2, 43 + 11 * i)
        if len(reasons) > self.top + self.ROOM:
            canvas.arrow(DOWN, 122, 59)
        if self.top:
            canvas.arrow(UP, 122, 42)

    def press(self, key: int) -> None:
        app = self.app
        if key in (UP, DOWN):
            self.scroll(key, len(self._reasons()), self.ROOM)
        elif key in (LEFT, B):
            app.show(Items(app, self.result, self.player))
        else:
            app.show(self.result)


def _winds(card: "Card | Any", of_round: bool) -> "tuple[int, ...]":
    """The faces of the sets that double as own winds, or as the wind of the round."""
    faces = card.faces or ()
    if of_round:
        return (ROUND,) if any(ROUND in each for each in faces) else (OWN,)
    # Of two own winds one may be the round's.
    return (OWN, ROUND) if card.seat_wind > sum([each.count(OWN) for each in faces]) else (OWN,)


def _word_of_set(card: "Card | Any", faces: "tuple[int, ...]", nth: int) -> str:
    """Pung or kong: the nth set of these faces on the card, in the order in which the items stand."""
    found = 0
    for slot in range(8):
        for of in (card.faces or [()] * 8)[slot]:
            if of in faces:
                if found == nth:
                    return say("pung" if slot < 4 else "kong")
                found += 1
    return say("set")


def _draw_chain(canvas: "Canvas", count: "Count") -> None:
    """points x2 -> x2 -> score: a step a doubling where they fit, one step for all of them where not."""
    score = str(count.score)
    big = len(score) < 4
    room = 120 - canvas.figures_width(score, big)
    steps = [doubling.times for doubling in count.doubled]
    width = canvas.figures_width(str(count.points), False)
    value = count.points
    for i, times in enumerate(steps):
        width += 20
        value <<= times
        if i < len(steps) - 1:
            width += canvas.figures_width(str(value), False)
    if width > room:
        steps = [count.doublings]
    x = canvas.figures(str(count.points), 1, 17, ALIGN_LEFT, False)
    value = count.points
    for i, times in enumerate(steps):
        canvas.text("x%d" % (1 << times), x + 3, 14)
        canvas.box(x + 3, 25, 9, 1)
        canvas.arrow(RIGHT, x + 11, 23)
        x += 17
        value <<= times
        if i < len(steps) - 1:
            x = canvas.figures(str(value), x, 17, ALIGN_LEFT, False)
    canvas.figures(score, 124, 13 if big else 17, ALIGN_RIGHT, big)
