"""A player's part in a result: what the hand counts, its doublings as a chain, and the player's payments.

Left and right go from one page to the next, A explains a line, B goes back.
"""

from typing import Any

from mingg.core.deal.deal import Count, Doubling, Item, Payment
from mingg.core.deal.hand import DRAGON, OF_ROUND, OWN, Hand
from mingg.core.explain import explain, paid
from mingg.core.score.facts import Seated
from mingg.evening.evening import Last
from mingg.hal.keys import LEFT, RIGHT, A
from mingg.lang import because, named, say
from mingg.ui.kit.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import Key, Page, Part, Parts, Placed, Screen, Title, View, signed
from mingg.ui.screens.result.result import Paragraphs, item_row, made_words, of_why, tiles_of

# Doublings that a set gives, and the classes of such sets.
OF_SETS = {"dragon": DRAGON, "seat-wind": OWN, "round-wind": OF_ROUND}
NOTHING = ("nothing", "not doubled", "no payments")  # by page: the row if there are no others
ITEMS, CHAIN, PAID = range(3)  # the pages


class Counted(Screen):
    """A player's hand in a result, as three pages.

    figure  stands in the title, between the arrows to the other pages
    rows    of the page: what Rows shows, then the function that explains it, and its arguments
    added   the shares of the limit that come after the doublings
    """

    next = "result.result.Explanation"

    def begin(self, of: "Last", player: int) -> None:
        self.of, self.player = of, player
        self.seat = next(seat for seat, who in of.players.items() if who == player)
        self.count: "Count" = of.answer.counts[self.seat]
        self.hand = of.deal.hands.get(self.seat) or Hand()
        win = of.deal.win if self.seat == of.deal.winner else None
        # The round wind is left out, since no reason depends on it.
        self.seated = Seated(self.hand, self.seat, win, self.play.playing.rules, of.deal.streak)
        self.added = explain.of_added(self.seated, self.count) if self.count.special in (None, "purity") else []
        self.turn_to(ITEMS)

    def turn_to(self, page: int) -> None:
        """Turns to a page. Left of the first one is the result."""
        if page < 0:
            self.back()
            return
        super().turn_to(page)
        self.rows: "list[tuple[Any, ...]]" = (self.items, self.chain, self.paid)[page]()
        self.figure = (self.formula(), "", signed(self.of.answer.net[self.seat]))[page]

    def view(self) -> "Parts":
        name, rows = self.play.name(self.player), self.rows
        title = Title("%s", "", self.seat, name)
        title.keeps = 14 + self.app.display.canvas.width(self.figure)
        at = self.page
        # left of the first page is the result
        parts: "list[Part]" = [title, Key(LEFT, "page", self.turn_to, at - 1, True)]
        parts += [Key(RIGHT, "page", self.turn_to, at + 1, True)] if at < PAID else []
        parts += [Placed(place_turns, at, self.figure), Key(A, "A why", self.explain if rows else "no more")]
        start = 2
        if at == CHAIN:
            parts.append(Placed(place_steps, self.count, sum([added.points for added in self.added])))
            start = 30 if self.added else 20
        parts.append(Rows(self, max(1, len(rows)), self.row, start))
        return View(*parts)

    def row(self, index: int) -> "tuple[Any, ...]":
        row: "tuple[Any, ...]" = self.rows[index][0] if self.rows else (say(NOTHING[self.page]), "")
        return row

    def explain(self) -> None:
        row, why = self.rows[self.current][:2]
        figure = row[1] or row[2] or str(self.count.score)
        self.show("result.result.Explanation", row[0], figure, why(*self.rows[self.current][2:]))

    # ---- the rows of the pages ----

    def items(self) -> "list[tuple[Any, ...]]":
        """Lists the special hand, which is the count itself, then the items. For a dead hand the only item is its
        kind."""
        count = self.count
        rows: "list[tuple[Any, ...]]" = []
        if count.special:
            rows.append(((named("special", count.special), str(count.score)), self.why_score))
        for item in count.items:
            row = item_row(item.id, item.slot, item.word, item.points, explain.OF_CLASS.get(item.of))
            rows.append((row, self.why_item, item))
        kind = self.hand.dead
        if kind and not rows:
            rows.append(((say("nothing"), "0"), lambda: of_why(paid.dead(kind, self.seated.rules), [])))
        return rows

    def chain(self) -> "list[tuple[Any, ...]]":
        """Lists the doublings, then the other reasons of the score in the order of explain."""
        count = self.count
        points = count.points
        rows: "list[tuple[Any, ...]]" = []
        sets = {id_: self.sets_of(id_) for id_ in OF_SETS}
        for doubling in count.doubled:
            words = say("by " + doubling.id)
            if doubling.id in OF_SETS:
                words = words % say(sets[doubling.id].pop(0).id if sets[doubling.id] else "set")
            rows.append(((words, "", "x%d" % (1 << doubling.times)), self.why_doubling, doubling, points))
            points <<= doubling.times
        for added in self.added:
            figure = "+%d" % added.points
            steps = "%d %s" % (points, figure)
            points += added.points
            rows.append(((say("added " + added.id), "", figure), of_why, added.why, [(steps, str(points))]))
        if count.special or count.limit:
            words = named("special", count.special) if count.special else say("limit is", count.score)
            rows.append(((words, "", ""), self.why_score))
        return rows

    def paid(self) -> "list[tuple[Any, ...]]":
        """Lists what the player pays and gets."""
        rows: "list[tuple[Any, ...]]" = []
        for payment in self.of.answer.payments:
            if self.seat in (payment.source, payment.to):
                pays = payment.source == self.seat
                other = self.play.name(self.of.players[payment.to if pays else payment.source])
                words = say("pays to" if pays else "gets from", other)
                rows.append(((words, signed(-payment.points if pays else payment.points)), self.why_paid, payment))
        return rows

    # ---- why ----

    def formula(self) -> str:
        count = self.count
        return "%d x%d" % (count.points, 1 << count.doublings) if count.doublings else str(count.points)

    def why_score(self) -> "Paragraphs":
        """Explains the score of a special hand, or a score at the limit, with what the hand counts as any other."""
        count, seated = self.count, self.seated
        points = count.points << count.doublings
        ordinary = ""
        if count.doublings or self.added:
            ordinary = " " + self.formula()
        for added in self.added:
            ordinary += " +%d" % added.points
            points += added.points
        steps = [(say("counted") + ordinary, str(points))]
        if seated.rules.table["patterns"]:
            steps = tiles_of(count.special or "", seated.rules) + steps
        return of_why(explain.of_score(count, seated) or explain.of_limit(seated.rules), steps)

    def why_item(self, item: "Item") -> "Paragraphs":
        seated = self.seated
        steps = made_words(explain.made(item.id, item.slot, seated.won(), seated.rules))
        # how many doublings the set gives beside its points: first, where it is read without scrolling
        doubled = {d.id for d in self.count.doubled if d.id in OF_SETS}
        rows: "list[Any]" = [row for row in seated.rules.doublings_of[seated.won()] if row.id in doubled]
        times = sum(
            [explain.worths(row)[-1 if item.id == "kong" else 0] for row in rows if item in self.sets_of(row.id)]
        )
        if times:
            steps.insert(0, (say("and doubles"), "x%d" % (1 << times)))
        return of_why(explain.of_item(item, seated.rules), steps)

    def why_doubling(self, doubling: "Doubling", points: int) -> "Paragraphs":
        steps = [("%d x%d" % (points, 1 << doubling.times), str(points << doubling.times))]
        return of_why(explain.of_doubling_row(doubling.row, self.seated.rules), steps)

    def why_paid(self, payment: "Payment") -> "Paragraphs":
        lines: "Paragraphs" = []
        source = ""
        for step in paid.steps(payment, self.of.deal, self.seated.rules):
            if step.why.source != source:
                if source:
                    lines.append((source, ""))
                source = step.why.source
            lines.append((because(step.why.key, step.why.figures), step.shown))
        return lines + [(source, "")]

    # ---- sets ----

    def sets_of(self, doubling: str) -> "list[Item]":
        """Returns the sets that give a doubling."""
        return [item for item in self.count.items if item.slot >= 0 and item.of & OF_SETS[doubling]]


def place_turns(page: "Page", at: int, figure: str) -> None:
    """Draws the arrows to the other pages, around the figure in the title."""
    canvas, x = page.canvas, page.after - 2
    if at:
        canvas.arrow(LEFT, x, 2, 0)
        x += 5
    x = canvas.text(figure, x, 1, ink=0) + 2
    if at < PAID:
        canvas.arrow(RIGHT, x, 2, 0)


def place_steps(page: "Page", count: "Count", added: int) -> None:
    """Draws the way to the score: points x2 -> x2 -> score. A step for each doubling, or one for all if they do not
    fit. added: points that come last."""
    canvas, score = page.canvas, str(count.score)
    big = len(score) < 4
    for doublings in ([doubling.times for doubling in count.doubled], [count.doublings]):
        points, figures, steps = count.points, [str(count.points)], []
        for times in doublings:
            points <<= times
            figures.append(str(points))
            steps.append("x%d" % (1 << times))
        if added:
            steps.append("+%d" % added)
        elif steps:
            figures.pop()  # the last figure is the score
        wide = 9 * len("".join(figures)) + 8 * len(steps) + sum([max(9, canvas.width(step)) for step in steps])
        if wide <= 120 - canvas.figures_width(score, big):
            break
    x = 1
    for i, figure in enumerate(figures):
        x = canvas.figures(figure, x, 17, ALIGN_LEFT, False)
        if i < len(steps):
            wide = max(9, canvas.width(steps[i]))
            canvas.text(steps[i], x + 3, 14)
            canvas.box(x + 3, 25, wide, 1)
            canvas.arrow(RIGHT, x + 2 + wide, 23)
            x += 8 + wide
    canvas.figures(score, 124, 13 if big else 17, ALIGN_RIGHT, big)
    canvas.box(0, 38, 128, 1)
    page.y = 41
