"""A player's part in a result: what the hand counts, its doublings as a chain, and the player's payments.

Left and right go from one page to the next, A explains a line, B goes back.
"""

from mingg.core.deal.card import MAJOR_EXPOSED, Card
from mingg.core.deal.winds import WINDS
from mingg.core.explanation import explain, paid
from mingg.core.scoring.facts import Hand
from mingg.core.scoring.score import Item
from mingg.entry.entry import DRAGON, MAJOR, OWN, ROUND, SIMPLE
from mingg.hal.keys import RIGHT, A
from mingg.lang import SHORTER, because, named, say
from mingg.ui.kit.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.kit.lists import Pages, Rows
from mingg.ui.kit.view import Key, Part, Screen, Title, View, signed
from mingg.ui.screens.result.explain import made_words, of_why, tiles_of

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Count
    from mingg.core.rules import Rules
    from mingg.evening.evening import Last
    from mingg.ui.app import App
    from mingg.ui.kit.view import Page, Parts
    from mingg.ui.screens.result.explain import Paragraphs

OF_SETS = ("dragon", "seat-wind", "round-wind")  # doublings that a set gives
PAGES = ("result.counted.Items", "result.counted.Chain", "result.counted.Paid")


def item_words(item: "Item") -> str:
    """Returns an item in words. For a pung or kong they name the class of its tiles, as on the cards."""
    if item.slot >= 0:
        kind = {DRAGON: "dragon", OWN: "seat-wind", ROUND: "round-wind", MAJOR: "major"}.get(item.face)
        return say("by " + (kind or ("simple" if item.slot < MAJOR_EXPOSED else "honour")), say(item.id))
    if item.id == "pair":
        return say("pair " + item.word)
    return say("loose-tile" if item.id == "loose" else item.id)


class _Page(Screen):
    """A page about one player's hand in a result.

    number   of the page
    nothing  the row if there are no items
    start    see Rows
    items    what the rows stand for
    """

    number = 0
    nothing = "nothing"
    start = 2
    next = "result.explain.Explanation"

    def __init__(self, app: "App", of: "Last", player: int) -> None:
        super().__init__(app)
        self.of, self.player = of, player
        self.seat = next(seat for seat, who in of.players.items() if who == player)
        self.count: "Count" = of.answer.counts[self.seat]
        self.card = of.deal.cards.get(self.seat) or Card()
        rules = self.play.playing.rules
        self.counted: "list[Item]" = [
            Item(item.id, item.points, item.slot, item.word, _kind(item.face, self.seat, rules, self.count))
            for item in self.count.items
        ]
        self.sets = [item for item in self.counted if item.slot >= 0]
        win = of.deal.win if self.seat == of.deal.winner else None
        # The round wind is left out, since no reason depends on it.
        self.hand = Hand(self.card, self.seat, "", win, rules, of.deal.streak)
        special = self.count.special
        self.added = explain.of_added(self.hand, self.count) if special in (None, "purity") else []
        self.items = self.listed()

    def listed(self) -> "list[Any]":
        """Returns what the rows stand for."""
        raise NotImplementedError

    def heading(self) -> str:
        return self.play.name(self.player)

    def figure(self) -> str:
        """Returns what stands between the arrows to the other pages."""
        raise NotImplementedError

    def row_of(self, item: "Any") -> "tuple[Any, ...]":
        raise NotImplementedError

    def why(self, index: int) -> "Paragraphs":
        """Explains a row."""
        raise NotImplementedError

    def above(self) -> "list[Part]":
        """Returns what stands above the rows."""
        return []

    def view(self) -> "Parts":
        some = bool(self.items)
        return View(
            Title(self.heading(), say("A why") + SHORTER + "A ?" if some else "", self.seat),
            Pages(self.number, len(PAGES), self.turn_to, self.figure()),
            Key(A, "A why", self.explain if some else "no more", quiet=True),
            *self.above(),
            Rows(self, max(1, len(self.items)), self.row, self.start),
        )

    def row(self, index: int) -> "tuple[Any, ...]":
        return self.row_of(self.items[index]) if self.items else (say(self.nothing), "")

    def turn_to(self, page: int) -> None:
        self.back()  # the other page takes the place of this one
        if page >= 0:
            self.show(PAGES[page], self.of, self.player)

    def explain(self) -> None:
        row = self.row(self.current)
        figure = row[1] or (row[2] if self.start > 2 else "") or str(self.count.score)
        self.show("result.explain.Explanation", row[0], figure, self.why(self.current))

    def formula(self) -> str:
        count = self.count
        return "%d x%d" % (count.points, 1 << count.doublings) if count.doublings else str(count.points)

    def why_score(self) -> "Paragraphs":
        """Explains the score of a special hand, or a score at the limit, with what the hand counts as any other."""
        count, hand = self.count, self.hand
        points = count.points << count.doublings
        ordinary = ""
        if count.doublings or self.added:
            ordinary = " " + self.formula()
        for added in self.added:
            ordinary += " +%d" % added.points
            points += added.points
        steps = [(say("counted") + ordinary, str(points))]
        if "patterns" in hand.rules.table:
            steps = tiles_of(count.special or "", hand.rules) + steps
        return of_why(explain.of_score(count, hand) or explain.of_limit(hand.rules), steps)

    def sets_of(self, doubling: str) -> "list[Item]":
        """Returns the sets that give a doubling."""
        faces = [item.face for item in self.sets]
        kinds: "tuple[int, ...]" = (DRAGON,)
        if doubling == "round-wind":
            kinds = (ROUND,) if ROUND in faces else (OWN,)
        elif doubling == "seat-wind":
            # With two players, one of a player's two winds may be the round wind.
            kinds = (OWN, ROUND) if self.card.seat_wind > faces.count(OWN) else (OWN,)
        return [item for item in self.sets if item.face in kinds]


class Items(_Page):
    """The special hand, which is the count itself, then the items. For a dead hand the only item is its kind."""

    def listed(self) -> "list[Any]":
        count = self.count
        if count.special:
            return [count] + self.counted
        kind: "Any" = self.of.deal.dead.get(self.seat)
        return self.counted or ([kind] if kind else [])

    def figure(self) -> str:
        return self.formula()

    def heading(self) -> str:
        name = self.play.name(self.player)
        return SHORTER.join(["%s %d" % (name[:letters], self.count.score) for letters in (8, 5, 3)])

    def row_of(self, item: "Any") -> "tuple[Any, ...]":
        count = self.count
        if item is count:
            return named("special", count.special or ""), str(count.score)
        if not count.items:
            return say("nothing"), "0"
        row = item_words(item), str(item.points)
        return row + ((4 if item.id == "kong" else 3, item.slot % 2 == 1),) if item.slot >= 0 else row

    def why(self, index: int) -> "Paragraphs":
        item, hand = self.items[index], self.hand
        if item is self.count:
            return self.why_score()
        if not self.count.items:
            return of_why(paid.dead(item, hand.rules), [])
        steps = made_words(explain.made(item.id, item.slot, hand.won(), hand.rules))
        times = self._doubles(item)
        if times:  # first, where it is read without scrolling
            steps.insert(0, (say("and doubles"), "x%d" % (1 << times)))
        return of_why(explain.of_item(item, hand), steps)

    def _doubles(self, item: "Item") -> int:
        """Returns how many doublings a set gives beside its points."""
        doubled = {doubling.id: doubling.times for doubling in self.count.doubled}
        return sum([doubled[id_] for id_ in OF_SETS if id_ in doubled and item in self.sets_of(id_)])


class Chain(_Page):
    """The points, the doublings and other reasons, and the score."""

    number = 1
    nothing = "not doubled"
    start = 20

    def listed(self) -> "list[Any]":
        """Lists the doublings, then the other reasons of the score in the order of explain: (figure, words) each."""
        count = self.count
        reasons: "list[tuple[str, str]]" = []
        sets = {id_: self.sets_of(id_) for id_ in OF_SETS}
        for doubling in count.doubled:
            words = say("by " + doubling.id)
            if doubling.id in OF_SETS:
                words = words % say(sets[doubling.id].pop(0).id if sets[doubling.id] else "set")
            reasons.append(("x%d" % (1 << doubling.times), words))
        for added in self.added:
            reasons.append(("+%d" % added.points, say("added " + added.id)))
            self.start = 30
        if count.special:
            reasons.append(("", named("special", count.special)))
        elif count.limit:
            reasons.append(("", say("limit is", count.score)))
        return reasons

    def figure(self) -> str:
        return say("doubled")

    def above(self) -> "list[Part]":
        return [Steps(self.count, sum([added.points for added in self.added]))]

    def row_of(self, item: "Any") -> "tuple[Any, ...]":
        return item[1], "", item[0]

    def why(self, index: int) -> "Paragraphs":
        count = self.count
        points = count.points
        for doubling in count.doubled:
            before, points = points, points << doubling.times
            if not index:
                steps = [("%d x%d" % (before, 1 << doubling.times), str(points))]
                return of_why(explain.of_doubling(doubling, self.hand), steps)
            index -= 1
        for added in self.added:
            before, points = points, points + added.points
            if not index:
                return of_why(added.why, [("%d +%d" % (before, added.points), str(points))])
            index -= 1
        return self.why_score()


class Paid(_Page):
    """What the player pays and gets."""

    number = 2
    nothing = "no payments"

    def listed(self) -> "list[Any]":
        return [payment for payment in self.of.answer.payments if self.seat in (payment.source, payment.to)]

    def figure(self) -> str:
        return signed(self.of.answer.net[self.seat])

    def row_of(self, item: "Any") -> "tuple[Any, ...]":
        pays = item.source == self.seat
        other = self.play.name(self.of.players[item.to if pays else item.source])
        return say("pays to" if pays else "gets from", other), signed(-item.points if pays else item.points)

    def why(self, index: int) -> "Paragraphs":
        lines: "Paragraphs" = []
        source = ""
        for step in paid.steps(self.items[index], self.of.deal, self.of.answer, self.hand.rules):
            if step.why.source != source:
                if source:
                    lines.append((source, ""))
                source = step.why.source
            lines.append((because(step.why.key, step.why.figures), step.shown))
        return lines + [(source, "")]


class Steps(Part):
    """The way to the score: points x2 -> x2 -> score. A step for each doubling, or one for all if they do not fit.
    added: points that come last."""

    def __init__(self, count: "Count", added: int) -> None:
        self.count, self.added = count, added

    def place(self, page: "Page") -> None:
        canvas, count, added = page.canvas, self.count, self.added
        score = str(count.score)
        big = len(score) < 4
        steps = [("x%d" % (1 << doubling.times), doubling.times) for doubling in count.doubled]
        digits, points = 0, count.points
        for _, times in steps if added else steps[:-1]:
            points <<= times
            digits += len(str(points))
        wide = (
            9 * (len(str(count.points)) + digits) + 20 * len(steps) + (11 + canvas.width("+%d" % added) if added else 0)
        )
        if wide > 120 - canvas.figures_width(score, big):
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
        canvas.box(0, 38, 128, 1)
        page.y = 41


def _kind(face: "Any", seat: str, rules: "Rules", count: "Count") -> "Any":
    """Returns the class of a set that is named by a tile. Cards of the device name sets by classes."""
    if not isinstance(face, str):
        return face
    if face[1] != "z":
        return MAJOR if face[0] in ("1", "9") else SIMPLE
    if face > "4z":
        return DRAGON
    if WINDS[int(face[0]) - 1] in rules.own_winds(seat):
        return OWN
    return ROUND if any(d.id == "round-wind" and d.face == face for d in count.doubled) else MAJOR
