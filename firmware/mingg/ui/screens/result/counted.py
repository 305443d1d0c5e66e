"""A player's part in a result: what the hand counts, its doublings as a chain, and the player's payments.

Left and right go from one page to the next, A explains a line, B goes back.
"""

from mingg.core.deal.card import MAJOR_EXPOSED, Card
from mingg.core.deal.winds import WINDS
from mingg.core.scoring.score import Item
from mingg.hal.keys import LEFT, RIGHT, A
from mingg.lang import named, say
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
    from mingg.evening.evening import Last
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Screen
    from mingg.ui.screens.result.explain import Paragraphs
    from mingg.ui.screens.result.result import Result


def item_words(item: "Item") -> str:
    """Returns an item in words. For a pung or kong they name the class of its tiles, as on the cards."""
    if item.slot >= 0:
        kind = {DRAGON: "dragon", OWN: "seat-wind", ROUND: "round-wind", MAJOR: "major"}.get(item.face)
        return say("by " + (kind or ("simple" if item.slot < MAJOR_EXPOSED else "honour")), say(item.id))
    if item.id == "pair":
        return say("pair " + item.word)
    return say("loose-tile" if item.id == "loose" else item.id)


class _Page(ListScreen):
    """A page about one player's hand in a result.

    of      the result
    before  the screen that B goes back to
    items   the rows; [None] if there are none
    """

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
        """Returns what the rows stand for."""
        raise NotImplementedError

    def times(self) -> str:
        return "x%d" % (1 << self.count.doublings) if self.count.doublings else ""

    def name(self, room: int) -> str:
        return self.app.canvas.fit(self.app.name(self.player), room, True)

    def draw_header(self, canvas: "Canvas", title: str, right: str, mid: str = "") -> None:
        """Draws a header with arrows to the pages beside this one, and what A does: in short if there is little
        room."""
        page, edge = PAGES.index(type(self)), 125
        if page + 1 < len(PAGES):
            edge = 118
        x = edge - canvas.width(right) - (8 if page else 2)
        if not mid and self.items[0] is not None:
            room = x - 24 - canvas.width(title, True)
            for mid in (say(self.choice), "A ?", ""):
                if canvas.width(mid) <= room:
                    break
        canvas.header(title, "", self.seat, mid)
        canvas.text(right, edge, 1, ALIGN_RIGHT, False, 0)
        if page:
            canvas.arrow(LEFT, x, 2, 0)
        if edge < 125:
            canvas.arrow(RIGHT, 122, 2, 0)

    def hand(self) -> "Hand":
        """Returns the hand as it was counted. The round wind is left out, since no reason depends on it."""
        from mingg.core.scoring.facts import Hand

        deal = self.of.deal
        win = deal.win if self.seat == deal.winner else None
        return Hand(self.card, self.seat, "", win, self.app.playing.rules, deal.streak)

    def explain(self, index: int) -> "tuple[str, str, Any, Paragraphs | None]":
        """Explains a row: returns a title, a figure, the reason, and the steps to the figure. If the steps are None,
        the third value is the whole text."""
        raise NotImplementedError

    def added(self) -> "list[Any]":
        """Returns what is added after the doublings."""
        from mingg.core.explanation.explain import of_added

        return of_added(self.hand(), self.count) if self.count.special in (None, "purity") else []

    def explain_score(self, words: str) -> "tuple[str, str, Any, Paragraphs | None]":
        """Explains the score of a special hand, or a score at the limit, with what the hand counts as any other."""
        from mingg.core.explanation import explain

        count, hand = self.count, self.hand()
        points = count.points << count.doublings
        ordinary = " %d %s" % (count.points, self.times()) if count.doublings else ""
        for added in self.added():
            ordinary = (ordinary or " %d" % count.points) + " +%d" % added.points
            points += added.points
        steps = [(say("counted") + ordinary, str(points))]
        if "patterns" in hand.rules.table:
            from mingg.ui.screens.result.explain import tiles_of

            steps = tiles_of(count.special or "", hand.rules) + steps
        return words, str(count.score), explain.of_score(count, hand) or explain.of_limit(hand.rules), steps

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and self.items[0] is None:
            return "no more"
        if key in (LEFT, RIGHT):
            page = PAGES.index(type(self)) + (1 if key == RIGHT else -1)
            if page < 0:
                return self.leave, self.back
            if page < len(PAGES):
                return PAGE_WORDS[page], self.app.show_new, PAGES[page], self.of, self.player, self.before
        return super().does(key)

    def accept(self) -> None:
        from mingg.ui.screens.result.explain import Explanation, of_why

        title, figure, why, steps = self.explain(self.current)
        self.app.show(Explanation(self.app, self, title, figure, why if steps is None else of_why(why, steps)))


class Items(_Page):
    """The special hand, which is the count itself, then the items. For a dead hand the only item is its kind."""

    scrolls = True

    def find(self) -> "list[Any]":
        count = self.count
        if count.special:
            return [count] + count.items
        kind: "Any" = self.of.deal.dead.get(self.seat)
        return count.items or ([kind] if kind else [])

    def row(self, index: int) -> "tuple[str, str]":
        count, item = self.count, self.items[index]
        if item is count:
            return named("special", count.special or ""), str(count.score)
        return (item_words(item), str(item.points)) if count.items else (say("nothing"), "0")

    def set_shown(self, index: int) -> "tuple[str, int] | None":
        item = self.items[index]
        return (item.id, item.slot) if isinstance(item, Item) and item.slot >= 0 else None

    def draw(self, canvas: "Canvas") -> None:
        count = self.count
        points = ("%d %s" % (count.points, self.times())).strip()
        score = " %d" % count.score
        name = self.name(97 - canvas.width(points) - canvas.width(score, True))
        self.draw_header(canvas, name + score, points)
        self.draw_rows(canvas)

    def explain(self, index: int) -> "tuple[str, str, Any, Paragraphs | None]":
        item = self.items[index]
        if item is self.count:
            return self.explain_score(self.row(index)[0])
        if not self.count.items:
            from mingg.core.explanation.paid import dead

            return say("nothing"), "0", dead(item, self.app.playing.rules), []
        from mingg.core.explanation import explain
        from mingg.ui.screens.result.explain import made_words

        hand = self.hand()
        steps = made_words(explain.made(item.id, item.slot, hand.won(), hand.rules))
        times = self._doubles(item)
        if times:  # first, where it is read without scrolling
            steps.insert(0, (say("and doubles"), "x%d" % (1 << times)))
        return item_words(item), str(item.points), explain.of_item(item, hand), steps

    def _doubles(self, item: "Item") -> int:
        """Returns how many doublings a set gives beside its points."""
        times = 0
        for doubling in {doubling.id: doubling for doubling in self.count.doubled}.values():
            if item.slot >= 0 and doubling.id in OF_SETS and item.face in _faces_of(doubling.id, self.card):
                times += doubling.times
        return times


OF_SETS = ("dragon", "seat-wind", "round-wind")  # doublings that a set gives


class Chain(_Page):
    """The points, the doublings and other reasons, and the score."""

    room = 2
    pitch = 11
    first = 43
    bar_y = 52

    def find(self) -> "list[Any]":
        """Lists the doublings, then the other reasons of the score in the order of explain: (figure, words) each."""
        card, count = self.card, self.count
        self.additions = self.added()
        reasons: "list[tuple[str, str]]" = []
        nth: "dict[str, int]" = {}
        for doubling in count.doubled:
            words = "by " + doubling.id
            if doubling.id in OF_SETS:
                number = nth[doubling.id] = nth.get(doubling.id, -1) + 1
                words = say(words, _word_of_set(card, _faces_of(doubling.id, card), number))
            else:
                words = say(words)
            reasons.append(("x%d" % (1 << doubling.times), words))
        for addition in self.additions:
            reasons.append(("+%d" % addition.points, say("added " + addition.id)))
        if count.special:
            reasons.append(("", named("special", count.special)))
        elif count.limit:
            reasons.append(("", say("limit is", count.score)))
        return reasons

    def draw(self, canvas: "Canvas") -> None:
        right, place = say("doubled"), self.where()
        name = self.name(min(60, 90 - canvas.width(right) - canvas.width(place)))
        self.draw_header(canvas, name, right, place)
        _draw_chain(canvas, self.count, sum([addition.points for addition in self.additions]))
        canvas.box(0, 38, 128, 1)
        self.draw_rows(canvas)

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        figure, words = self.items[index] or ("", say("not doubled"))
        x = canvas.text(figure, 2, y, ALIGN_LEFT, True, ink)
        canvas.text(words, max(20, x + 5) if figure else 2, y, ALIGN_LEFT, False, ink)

    def explain(self, index: int) -> "tuple[str, str, Any, Paragraphs | None]":
        from mingg.core.explanation import explain

        count, hand = self.count, self.hand()
        figure, words = self.items[index]
        points = count.points
        for place, doubling in enumerate(count.doubled):
            before, points = points, points << doubling.times
            if place == index:
                steps = [("%d x%d" % (before, 1 << doubling.times), str(points))]
                return words, figure, explain.of_doubling(doubling, hand), steps
        for place, added in enumerate(self.additions, len(count.doubled)):
            before, points = points, points + added.points
            if place == index:
                return words, figure, added.why, [("%d +%d" % (before, added.points), str(points))]
        return self.explain_score(words)


class Paid(_Page):
    """What the player pays and gets."""

    def find(self) -> "list[Any]":
        return [payment for payment in self.of.answer.payments if self.seat in (payment.source, payment.to)]

    def row(self, index: int) -> "tuple[str, str]":
        payment = self.items[index]
        if payment is None:
            return say("no payments"), ""
        pays = payment.source == self.seat
        other = self.app.name(self.of.players[payment.to if pays else payment.source])
        return say("pays to" if pays else "gets from", other), signed(-payment.points if pays else payment.points)

    def draw(self, canvas: "Canvas") -> None:
        net = signed(self.of.answer.net[self.seat])
        self.draw_header(canvas, self.name(90 - canvas.width(net)), net)
        self.draw_rows(canvas)

    def explain(self, index: int) -> "tuple[str, str, Any, Paragraphs | None]":
        from mingg.core.explanation.paid import steps
        from mingg.lang import because

        lines: "Paragraphs" = []
        source = ""
        for step in steps(self.items[index], self.of.deal, self.of.answer, self.app.playing.rules):
            if step.why.source != source:
                if source:
                    lines.append((source, ""))
                source = step.why.source
            lines.append((because(step.why.key, step.why.figures), step.shown))
        words, points = self.row(index)
        return words, points, lines + [(source, "")], None


PAGES: "tuple[type[_Page], ...]" = (Items, Chain, Paid)
PAGE_WORDS = ("points", "doubled", "payments")  # the word of the arrow to a page


def _lay_kinds(card: "Card | Any", count: "Count", rules: "Rules", seat: str) -> None:
    """Renames the sets of a hand that was entered tile by tile. Its card and its count name them by tiles; from now on
    both name them by classes, as the cards of the device do."""
    winds = rules.own_winds(seat)
    round_winds = [doubling.face for doubling in count.doubled if doubling.id == "round-wind"]

    def kind(face: "Any") -> "Any":
        if not isinstance(face, str):
            return face
        if face[1] != "z":
            return MAJOR if face[0] in ("1", "9") else SIMPLE
        if face > "4z":
            return DRAGON
        if WINDS[int(face[0]) - 1] in winds:
            return OWN
        return ROUND if face in round_winds else MAJOR

    card.faces = [[kind(face) for face in faces] for faces in card.faces or ()]
    count.items = [Item(item.id, item.points, item.slot, item.word, kind(item.face)) for item in count.items]


def _faces_of(doubling: str, card: "Card | Any") -> "tuple[int, ...]":
    """Returns the classes of the sets that give a doubling."""
    if doubling == "dragon":
        return (DRAGON,)
    faces = card.faces or ()
    if doubling == "round-wind":
        return (ROUND,) if any(ROUND in kinds for kinds in faces) else (OWN,)
    # With two players, one of a player's two winds may be the round wind.
    return (OWN, ROUND) if card.seat_wind > sum([kinds.count(OWN) for kinds in faces]) else (OWN,)


def _word_of_set(card: "Card | Any", faces: "tuple[int, ...]", nth: int) -> str:
    """Returns "pung" or "kong" for the nth set of these classes on the card, in the order of the items."""
    count = 0
    for slot in range(8):
        for kind in (card.faces or [()] * 8)[slot]:
            if kind in faces:
                if count == nth:
                    return say("pung" if slot < 4 else "kong")
                count += 1
    return say("set")


def _draw_chain(canvas: "Canvas", count: "Count", added: int) -> None:
    """Draws points x2 -> x2 -> score: a step for each doubling, or one step for all if they do not fit. Added points
    come last."""
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
