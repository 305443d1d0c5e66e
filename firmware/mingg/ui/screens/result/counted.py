"""A player's part in a result: his items as the books print them, his doublings as a chain, what he pays and gets.

Left and right lead from one to the next, A says why a line is so, B leads back.
"""

from mingg.core.deal.card import MAJOR_EXPOSED, Card
from mingg.core.deal.winds import WINDS
from mingg.core.scoring.score import Item
from mingg.hal.keys import LEFT, RIGHT, A
from mingg.lang import say
from mingg.ui.entry.entry import DRAGON, MAJOR, OWN, ROUND, SIMPLE
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.widgets.layout import signed
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Count
    from mingg.core.rules import Rules
    from mingg.core.scoring.facts import Hand
    from mingg.evening.state import Last
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Screen
    from mingg.ui.screens.result.explain import Told
    from mingg.ui.screens.result.result import Result


def item_words(item: "Item") -> str:
    """An item in words; of a pung or kong what it is and of what, as the cards call it."""
    if item.slot >= 0:
        of = {DRAGON: "dragon", OWN: "seat-wind", ROUND: "round-wind", MAJOR: "major"}.get(item.face)
        return say("by " + (of or ("simple" if item.slot < MAJOR_EXPOSED else "honour")), say(item.id))
    if item.id == "pair":
        return say("pair " + item.word)
    return say("loose-tile" if item.id == "loose" else item.id)


class _Page(ListScreen):
    """A page about one player's hand in a result, `of`; before: the screen that B goes back to. Where there are no
    items the only one is None."""

    choice = "A why"

    def __init__(self, app: "App", of: "Result | Last", player: int, before: "Screen") -> None:
        super().__init__(app, before)
        self.of = of
        self.player = player
        self.seat = next(seat for seat, who in of.players.items() if who == player)
        self.count: "Count" = of.answer.counts[self.seat]
        self.card = of.deal.cards.get(self.seat) or Card()
        if self.seat in of.deal.tiles:
            _lay_kinds(self.card, self.count, app.playing.rules, self.seat)
        self.items = self.find() or [None]

    def find(self) -> "list[Any]":
        """What the rows are of."""
        raise NotImplementedError

    def times(self) -> str:
        return "x%d" % (1 << self.count.doublings) if self.count.doublings else ""

    def name(self, room: int) -> str:
        return self.app.canvas.fit(self.app.name(self.player), room, True)

    def hand(self) -> "Hand":
        """The hand as it was counted; no reason asks in which round that was."""
        from mingg.core.scoring.facts import Hand

        deal = self.of.deal
        win = deal.win if self.seat == deal.winner else None
        return Hand(self.card, self.seat, "", win, self.app.playing.rules, deal.streak)

    def explain(self, index: int) -> "tuple[str, str, Any, Told | None]":
        """Of a row: a title, a figure, why, and the steps to the figure; or what is to be shown, and None."""
        raise NotImplementedError

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and self.items[0] is None:
            return "no more"
        if key in (LEFT, RIGHT):
            page = PAGES.index(type(self)) + (1 if key == RIGHT else -1)
            if page < 0:
                return self.leave, self.back
            if page < len(PAGES):
                return "page", self.app.show_new, PAGES[page], self.of, self.player, self.before
        return super().does(key)

    def accept(self) -> None:
        from mingg.ui.screens.result.explain import Explanation, of_why

        title, figure, why, steps = self.explain(self.current)
        self.app.show(Explanation(self.app, self, title, figure, why if steps is None else of_why(why, steps)))


class Items(_Page):
    """What the hand was counted for; of a dead one the only item is of which kind it is."""

    def find(self) -> "list[Any]":
        kind = self.of.deal.dead.get(self.seat)
        if kind and not self.count.items:
            return [kind]
        return self.count.items

    def row(self, index: int) -> "tuple[str, str]":
        if not self.count.items:
            return say("nothing"), "0"
        item = self.count.items[index]
        return item_words(item), str(item.points)

    def lies(self, index: int) -> "tuple[str, int] | None":
        item = self.items[index]
        return (item.id, item.slot) if self.count.items and item.slot >= 0 else None

    def draw(self, canvas: "Canvas") -> None:
        count = self.count
        points = ("%d %s" % (count.points, self.times())).strip()
        score = " %d" % count.score
        name = self.name(103 - canvas.width(points) - canvas.width(score, True))
        canvas.header(name + score, points, self.seat)
        self.draw_rows(canvas)

    def explain(self, index: int) -> "tuple[str, str, Any, Told | None]":
        if not self.count.items:
            from mingg.core.explanation.paid import dead

            return say("nothing"), "0", dead(self.items[0], self.app.playing.rules), []
        from mingg.core.explanation import explain
        from mingg.ui.screens.result.explain import made_words

        item, hand = self.count.items[index], self.hand()
        steps = made_words(explain.made(item.id, item.slot, hand.won(), hand.rules))
        times = self._doubles(item)
        if times:
            steps.append((say("and doubles"), "x%d" % (1 << times)))
        return item_words(item), str(item.points), explain.of_item(item, hand), steps

    def _doubles(self, item: "Item") -> int:
        """How often a set doubles the hand beside its points."""
        times = 0
        for doubling in {each.id: each for each in self.count.doubled}.values():
            if item.slot >= 0 and doubling.id in OF_SETS and item.face in _faces_of(doubling.id, self.card):
                times += doubling.times
        return times


OF_SETS = ("dragon", "seat-wind", "round-wind")  # doublings for a set


class Chain(_Page):
    """The points, what doubled them, and what came of it."""

    room = 2
    pitch = 11
    first = 43
    bar_y = 52

    def find(self) -> "list[Any]":
        """Every doubling and whatever else made the score, (figure, words) each; the others come in the order of
        explain."""
        from mingg.core.explanation.explain import of_added

        card, count = self.card, self.count
        self.added = of_added(self.hand()) if count.special is None else []
        reasons: "list[tuple[str, str]]" = []
        told: "dict[str, int]" = {}
        for doubling in count.doubled:
            words = "by " + doubling.id
            if doubling.id in OF_SETS:
                nth = told[doubling.id] = told.get(doubling.id, -1) + 1
                words = say(words, _word_of_set(card, _faces_of(doubling.id, card), nth))
            else:
                words = say(words)
            reasons.append(("x%d" % (1 << doubling.times), words))
        for each in self.added:
            reasons.append(("+%d" % each.points, say("added " + each.id)))
        if count.special:
            reasons.append(("", say("special " + count.special)))
        elif count.limit:
            reasons.append(("", say("limit is", count.score)))
        return reasons

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(self.name(60), say("doubled"), self.seat, self.where())
        _draw_chain(canvas, self.count, sum([each.points for each in self.added]))
        canvas.box(0, 38, 128, 1)
        self.draw_rows(canvas)

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        figure, words = self.items[index] or ("", say("not doubled"))
        x = canvas.text(figure, 2, y, ALIGN_LEFT, True, ink)
        canvas.text(words, max(20, x + 5) if figure else 2, y, ALIGN_LEFT, False, ink)

    def explain(self, index: int) -> "tuple[str, str, Any, Told | None]":
        from mingg.core.explanation import explain

        count, hand = self.count, self.hand()
        figure, words = self.items[index]
        points = count.points
        for at, doubling in enumerate(count.doubled):
            before, points = points, points << doubling.times
            if at == index:
                steps = [("%d x%d" % (before, 1 << doubling.times), str(points))]
                return words, figure, explain.of_doubling(doubling, hand), steps
        ordinary = " %d %s" % (count.points, self.times()) if count.doublings else ""
        for at, added in enumerate(self.added, len(count.doubled)):
            before, points = points, points + added.points
            if at == index:
                return words, figure, added.why, [("%d +%d" % (before, added.points), str(points))]
            ordinary = (ordinary or " %d" % count.points) + " +%d" % added.points
        why = explain.of_score(count, hand) or explain.of_limit(hand.rules)
        return words, str(count.score), why, [(say("counted") + ordinary, str(points))]


class Paid(_Page):
    """What he pays, and what he gets."""

    def find(self) -> "list[Any]":
        return [each for each in self.of.answer.payments if self.seat in (each.source, each.to)]

    def row(self, index: int) -> "tuple[str, str]":
        payment = self.items[index]
        if payment is None:
            return say("no payments"), ""
        pays = payment.source == self.seat
        other = self.app.name(self.of.players[payment.to if pays else payment.source])
        return say("pays to" if pays else "gets from", other), signed(-payment.points if pays else payment.points)

    def draw(self, canvas: "Canvas") -> None:
        net = signed(self.of.answer.net[self.seat])
        canvas.header(self.name(90 - canvas.width(net)), net, self.seat)
        self.draw_rows(canvas)

    def explain(self, index: int) -> "tuple[str, str, Any, Told | None]":
        from mingg.core.explanation.paid import steps
        from mingg.lang import because

        told: "Told" = []
        source = ""
        for step in steps(self.items[index], self.of.deal, self.of.answer, self.app.playing.rules):
            if step.why.source != source:
                if source:
                    told.append((source, ""))
                source = step.why.source
            told.append((because(step.why.key, step.why.figures), step.shown))
        words, points = self.row(index)
        return words, points, told + [(source, "")], None


PAGES: "tuple[type[_Page], ...]" = (Items, Chain, Paid)


def _lay_kinds(card: "Card | Any", count: "Count", rules: "Rules", seat: str) -> None:
    """A hand that was read tile by tile names its sets by tiles. From now on its card and its count call them as the
    cards of the device do, by their classes."""
    winds = rules.own_winds(seat)
    around = [doubling.face for doubling in count.doubled if doubling.id == "round-wind"]

    def kind(face: "Any") -> "Any":
        if not isinstance(face, str):
            return face
        if face[1] != "z":
            return MAJOR if face[0] in ("1", "9") else SIMPLE
        if face > "4z":
            return DRAGON
        if WINDS[int(face[0]) - 1] in winds:
            return OWN
        return ROUND if face in around else MAJOR

    card.faces = [[kind(face) for face in faces] for faces in card.faces or ()]
    count.items = [Item(item.id, item.points, item.slot, item.word, kind(item.face)) for item in count.items]


def _faces_of(doubling: str, card: "Card | Any") -> "tuple[int, ...]":
    """The faces of the sets that double by this name."""
    if doubling == "dragon":
        return (DRAGON,)
    faces = card.faces or ()
    if doubling == "round-wind":
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
