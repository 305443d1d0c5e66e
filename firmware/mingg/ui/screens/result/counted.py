"""A player's part in a result: his items as the books print them, his doublings as a chain, what he pays and gets.

Left and right lead from one to the next, A says why a line is so, B leads back.
"""

from mingg.core.deal.card import MAJOR_EXPOSED, Card
from mingg.hal.keys import LEFT, RIGHT, A, B
from mingg.lang import say
from mingg.modules import SELDOM, let_go_of
from mingg.ui.entry.entry import DRAGON, OWN, ROUND
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screens import result
from mingg.ui.widgets.layout import signed
from mingg.ui.widgets.rows import Rows

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.scoring.facts import Hand
    from mingg.core.scoring.score import Count, Item
    from mingg.evening.state import Last
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Screen
    from mingg.ui.screens.result.explain import Told
    from mingg.ui.screens.result.result import Result


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


def item_words(item: "Item") -> str:
    if item.slot >= 0:
        return _set_words(item)
    if item.id == "pair":
        return say("pair " + item.word)
    return say("loose-tile" if item.id == "loose" else item.id)


class _OfOneResult(Rows):
    """A page about one player's hand in a result, `of`; opener: the screen that B goes back to."""

    def __init__(self, app: "App", of: "Result | Last", player: int, opener: "Screen") -> None:
        super().__init__(app)
        self.of = of
        self.player = player
        self.opener = opener
        self.seat = next(seat for seat, who in of.players.items() if who == player)
        self.count: "Count" = of.answer.counts[self.seat]
        if self.seat in of.deal.tiles:
            from mingg.ui.screens.tiles.tiles_named import lay_kinds

            lay_kinds(of.deal, self.seat, self.count, app.playing.rules)

    def times(self) -> str:
        return "x%d" % (1 << self.count.doublings) if self.count.doublings else ""

    def hand(self) -> "Hand":
        """The hand as it was counted; no reason asks in which round that was."""
        from mingg.core.scoring.facts import Hand

        deal = self.of.deal
        win = deal.win if self.seat == deal.winner else None
        return Hand(deal.cards.get(self.seat) or Card(), self.seat, "", win, self.app.playing.rules, deal.streak)

    def turn_to(self, page: "type[_OfOneResult]") -> None:
        self.app.show(page(self.app, self.of, self.player, self.opener))

    def close(self) -> None:
        self.app.show(self.opener)
        let_go_of(SELDOM)

    def explain(self, index: int) -> "tuple[str, str, Told] | None":
        """Of a line: a title, a figure, and why; None where there is nothing to say."""
        raise NotImplementedError

    def press(self, key: int) -> None:
        if key == B:
            self.close()
        elif key == A:
            found = self.explain(self.current)
            if found is None:
                self.app.refuse(say("no more"))
            else:
                self.app.go(result.Explanation, self, *found)
        else:
            self.move(key)


class Items(_OfOneResult):
    def rows(self) -> int:
        return len(self.count.items) or 1

    def row(self, index: int) -> "tuple[str, str]":
        if not self.count.items:
            return say("nothing"), "0"
        item = self.count.items[index]
        return item_words(item), str(item.points)

    def draw(self, canvas: "Canvas") -> None:
        count = self.count
        points = ("%d %s" % (count.points, self.times())).strip()
        score = " %d" % count.score
        room = 103 - canvas.width(points) - canvas.width(score, True)
        canvas.header(canvas.fit(self.app.name(self.player), room, True) + score, points, self.seat)
        self.draw_rows(canvas)

    def press(self, key: int) -> None:
        if key == RIGHT:
            self.turn_to(Chain)
        elif key == LEFT:
            self.close()
        else:
            super().press(key)

    def explain(self, index: int) -> "tuple[str, str, Told] | None":
        from mingg.core.explanation import explain
        from mingg.ui.screens.result.explain import made_words, of_why

        if not self.count.items:
            kind = self.of.deal.dead.get(self.seat)
            if kind is None:
                return None
            from mingg.core.explanation.paid import dead

            return say("nothing"), "0", of_why(dead(kind, self.app.playing.rules), [])
        item, hand = self.count.items[index], self.hand()
        figures = made_words(explain.made(item.id, item.slot, hand.won(), hand.rules))
        times = self._doubles(item, hand.card)
        if times:
            figures.append((say("and doubles"), "x%d" % (1 << times)))
        return item_words(item), str(item.points), of_why(explain.of_item(item, hand), figures)

    def _doubles(self, item: "Item", card: Card) -> int:
        """How often a set doubles the hand beside its points."""
        times = 0
        for doubling in {each.id: each for each in self.count.doubled}.values():
            if item.slot >= 0 and doubling.id in OF_SETS and item.face in _faces_of(doubling.id, card):
                times += doubling.times
        return times


OF_SETS = ("dragon", "seat-wind", "round-wind")  # doublings for a set


class Chain(_OfOneResult):
    """The points, what doubled them, and what came of it."""

    room = 2
    pitch = 11
    first = 43
    bar_y = 52

    def __init__(self, app: "App", of: "Result | Last", player: int, opener: "Screen") -> None:
        super().__init__(app, of, player, opener)
        from mingg.core.explanation.explain import of_added

        self.added = of_added(self.hand()) if self.count.special is None else []
        self.reasons = self._reasons()

    def _reasons(self) -> "list[tuple[str, str]]":
        """Every doubling and whatever else made the score: (figure, words); the others come in the order of explain."""
        card = self.of.deal.cards.get(self.seat) or Card()
        count = self.count
        reasons = []
        told: "dict[str, int]" = {}
        for doubling in count.doubled:
            kinds: "tuple[str, ...]" = ()
            if doubling.id in OF_SETS:
                nth = told.get(doubling.id, 0)
                told[doubling.id] = nth + 1
                kinds = (_word_of_set(card, _faces_of(doubling.id, card), nth),)
            reasons.append(("x%d" % (1 << doubling.times), say("by " + doubling.id, *kinds)))
        reasons += [("+%d" % each.points, say("added " + each.id)) for each in self.added]
        if count.special:
            reasons.append(("", say("special " + count.special)))
        elif count.limit:
            reasons.append(("", say("limit is", count.score)))
        return reasons

    def rows(self) -> int:
        return len(self.reasons) or 1

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(canvas.fit(self.app.name(self.player), 60, True), say("doubled"), self.seat, self.where())
        _draw_chain(canvas, self.count, sum([each.points for each in self.added]))
        canvas.box(0, 38, 128, 1)
        self.draw_rows(canvas)

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        figure, words = self.reasons[index] if self.reasons else ("", say("not doubled"))
        x = canvas.text(figure, 2, y, ALIGN_LEFT, True, ink)
        canvas.text(words, max(20, x + 5) if figure else 2, y, ALIGN_LEFT, False, ink)

    def press(self, key: int) -> None:
        if key == RIGHT:
            self.turn_to(Paid)
        elif key == LEFT:
            self.turn_to(Items)
        else:
            super().press(key)

    def explain(self, index: int) -> "tuple[str, str, Told] | None":
        if not self.reasons:
            return None
        from mingg.core.explanation import explain
        from mingg.ui.screens.result.explain import of_why

        count, hand = self.count, self.hand()
        figure, words = self.reasons[index]
        points = count.points
        for at, doubling in enumerate(count.doubled):
            if at == index:
                came = [("%d x%d" % (points, 1 << doubling.times), str(points << doubling.times))]
                return words, figure, of_why(explain.of_doubling(doubling, hand), came)
            points <<= doubling.times
        ordinary = " %d %s" % (count.points, self.times()) if count.doublings else ""
        for at, added in enumerate(self.added):
            if at + len(count.doubled) == index:
                came = [("%d +%d" % (points, added.points), str(points + added.points))]
                return words, figure, of_why(added.why, came)
            points += added.points
            ordinary = (ordinary or " %d" % count.points) + " +%d" % added.points
        why = explain.of_score(count, hand) or explain.of_limit(hand.rules)
        return words, str(count.score), of_why(why, [(say("counted") + ordinary, str(points))])


class Paid(_OfOneResult):
    """What he pays, and what he gets."""

    def __init__(self, app: "App", of: "Result | Last", player: int, opener: "Screen") -> None:
        super().__init__(app, of, player, opener)
        self.payments = [each for each in of.answer.payments if self.seat in (each.source, each.to)]

    def rows(self) -> int:
        return len(self.payments) or 1

    def row(self, index: int) -> "tuple[str, str]":
        if not self.payments:
            return say("no payments"), ""
        payment = self.payments[index]
        if payment.source == self.seat:
            return say("pays to", self._name(payment.to)), signed(-payment.points)
        return say("gets from", self._name(payment.source)), signed(payment.points)

    def _name(self, seat: str) -> str:
        return self.app.name(self.of.players[seat])

    def draw(self, canvas: "Canvas") -> None:
        net = signed(self.of.answer.net[self.seat])
        name = canvas.fit(self.app.name(self.player), 90 - canvas.width(net), True)
        canvas.header(name, net, self.seat)
        self.draw_rows(canvas)

    def press(self, key: int) -> None:
        if key == LEFT:
            self.turn_to(Chain)
        else:
            super().press(key)

    def explain(self, index: int) -> "tuple[str, str, Told] | None":
        if not self.payments:
            return None
        from mingg.core.explanation.paid import steps
        from mingg.lang import because

        told: "Told" = []
        source = ""
        for step in steps(self.payments[index], self.of.deal, self.of.answer, self.app.playing.rules):
            if step.why.source != source:
                if source:
                    told.append((source, ""))
                source = step.why.source
            told.append((because(step.why.key, step.why.figures), step.shown))
        words, points = self.row(index)
        return words, points, told + [(source, "")]


def _faces_of(doubling: str, card: Card) -> "tuple[int, ...]":
    """The faces of the sets that double by this name."""
    return (DRAGON,) if doubling == "dragon" else _winds(card, doubling == "round-wind")


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


def _draw_chain(canvas: "Canvas", count: "Count", added: int) -> None:
    """points x2 -> x2 -> score: a step a doubling where they fit, one step for all of them where not; at last what was
    added."""
    score = str(count.score)
    big = len(score) < 4
    steps = [("x%d" % (1 << doubling.times), doubling.times) for doubling in count.doubled]
    if _chain_width(canvas, count.points, steps, added) > 120 - canvas.figures_width(score, big):
        steps = [("x%d" % (1 << count.doublings), count.doublings)]
    if added:
        steps.append(("+%d" % added, 0))
    value = count.points
    x = canvas.figures(str(value), 1, 17, ALIGN_LEFT, False)
    for i, (text, times) in enumerate(steps):
        wide = max(9, canvas.width(text))
        canvas.text(text, x + 3, 14)
        canvas.box(x + 3, 25, wide, 1)
        canvas.arrow(RIGHT, x + 2 + wide, 23)
        x += 8 + wide
        value <<= times
        if i < len(steps) - 1:
            x = canvas.figures(str(value), x, 17, ALIGN_LEFT, False)
    canvas.figures(score, 124, 13 if big else 17, ALIGN_RIGHT, big)


def _chain_width(canvas: "Canvas", points: int, steps: "list[tuple[str, int]]", added: int) -> int:
    width = canvas.figures_width(str(points), False)
    for i, (_, times) in enumerate(steps):
        points <<= times
        width += 20
        if added or i < len(steps) - 1:
            width += canvas.figures_width(str(points), False)
    return width + (11 + canvas.width("+%d" % added) if added else 0)
