"""Counters: which counters each player puts in the middle and takes out of it, if all payments are made at once. Or the
payments pair by pair, as the books make them."""

from typing import Any

from mingg.core.counters.pairwise import BOX, Pairwise
from mingg.core.counters.sets import Holdings, smallest, worth
from mingg.evening.counters import holdings
from mingg.evening.evening import last_deal
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import SHORTER, say
from mingg.ui.app import App
from mingg.ui.kit.payments import Payments
from mingg.ui.kit.tables import Columns, split
from mingg.ui.kit.view import Foot, Key, Line, Part, Parts, Title, View
from mingg.ui.screens.counters.bank import Bank, debts, notes

Transfers = list[tuple[int, int, int]]  # (source, to, points) each

SEEN = 4  # rows above a last line
COUNTERS = "counters.counters.Counters"


class Counters(Bank):
    """Shows how counters move, from `before` to where they are now. Up and down turn the pages; the last one says what
    could not be paid in counters, and why.

    payments  the winner's first, for the order of the books
    of_deal   they are those of the last deal, after which the next one follows
    rows      (label, cells, whether the label stands in a full box) each
    pages     (the first row, the columns) each
    most      rows of a page
    paired    they are the payments one by one
    lent      what the box lends
    """

    most = SEEN + 1  # rows of a page; so many leave no room for a last line
    paired = False
    lent = ""

    def begin(self, before: "Holdings", payments: "Transfers", of_deal: bool) -> None:
        self.take()
        self.before, self.payments, self.of_deal = before, payments, of_deal
        self.held = holdings(self.play.evening)
        self.opened = sum([points for points in self.held.open if points > 0])
        self.asks = "A next deal" if of_deal and not self.play.playing.table.over() else "A go on"
        self.heading, self.rows = self.read()
        self.heads = [str(value) for value in self.values]
        self.pages: "list[tuple[int, list[int]]]" = []
        if any(any(row[1]) for row in self.rows):
            columns = split(self.app.display.canvas, self.heads, [row[1] for row in self.rows])
            self.pages = [(first, shown) for first in range(0, len(self.rows), self.most) for shown in columns]

    def read(self) -> "tuple[str, list[tuple[str, list[str], bool]]]":
        """Returns the title and the rows."""
        held, before, name = self.held, self.before, self.play.name
        rows = []
        for player, tray in enumerate(held.trays):
            moves = [now - old for now, old in zip(tray, before.trays[player])]
            rows.append((name(player), moves, held.loans[player] > 0))
        moves = [now - old for now, old in zip(held.box, before.box)]
        if any(moves):
            rows.append((say("box"), moves, False))
        lent = [(name(player), loan - old) for player, (loan, old) in enumerate(zip(held.loans, before.loans))]
        self.lent = notes([("lends" if loan > 0 else "repays", (name,), abs(loan)) for name, loan in lent if loan])
        heading = say("moved", sum([max(0, -count) for row in rows for count in row[1]]))
        return heading, [(label, ["%+d" % n if n else "" for n in moves], owes) for label, moves, owes in rows]

    def view(self) -> "Parts":
        at, pages, opened = self.current, len(self.pages), self.opened
        parts: "list[Part]" = [Key(A, self.asks, self.go_on)]
        if at:
            parts.append(Key(UP, "page", self.move_to, at - 1))
        if at == pages:
            return View(*parts, *self._owed())
        if at + 1 < pages or opened:
            parts.append(Key(DOWN, "page", self.move_to, at + 1))
        if opened and len(self.held.trays) + (self.held.box != self.before.box) > SEEN:
            # so many rows leave no room to show that there is more
            parts[0] = Key(A, self.asks, self.move_to, pages)
        last: "tuple[Any, ...]" = ("", "")
        if self.paired:
            parts.append(Key(LEFT, "B back", self.back))
        elif self.payments:
            moves = self.before, self.payments, self.of_deal
            parts.append(Key(RIGHT, "in pairs", "counters.counters.InPairs", moves))
            last = say("in pairs"), "", RIGHT
        if opened and at + 1 == pages:
            last = say("left open", opened), "", DOWN
        elif self.lent:
            last = self.lent, ""
        first, shown = self.pages[at]
        rows = [
            (label, [cells[column] for column in shown] if cells else [], owes)
            for label, cells, owes in self.rows[first : first + self.most]
        ]
        signs = self.lent if self.lent and opened else say("signs")
        if len(rows) < SEEN and not self.paired:
            parts.append(Foot(signs.split(SHORTER)[0], last))
        elif len(rows) == SEEN and not self.paired:
            parts.append(Foot((last[0], signs + SHORTER) + last[2:]))
        words, _, number = self.heading.rpartition(" ")
        title, turned = self.heading + SHORTER + number, ""
        if pages > 1:
            title, turned = words.rstrip(":"), "%d/%d" % (at + 1, pages)
        return View(Title(title, turned), Columns([self.heads[column] for column in shown], rows), *parts)

    def _owed(self) -> "list[Part]":
        """Returns the last page."""
        play, held = self.play, self.held
        parts: "list[Part]" = [Title(say("counters"))]
        if self.pages:
            parts.append(Key(B, "B back", self.move_to, 0))
        # The player who owes it has too little; or it is less than the smallest counter; or there is no change.
        least = smallest(self.values, held.trays + [held.box])
        why = say("nobody has change")
        if any(worth(tray, self.values) < -points for tray, points in zip(held.trays, held.open)):
            why = say("too little to pay")
            if not any(held.box):  # the bank could lend what a player lacks
                parts.append(Foot((say("stock bank"), "", DOWN)))
                parts.append(Key(DOWN, "stock bank", "counters.trays.TrayCount", None))
        elif max([abs(points) for points in held.open]) < least:
            why = say("less than a counter", least)
        owed = [(play.name(debtor), play.name(creditor), points) for debtor, creditor, points in debts(held.open)]
        return parts + [Line(why), Line(say("waits")), Payments(owed)]

    def go_on(self) -> None:
        app, play = self.app, self.play
        if not self.of_deal:
            if self.paired:
                app.back()
            app.back()
        elif play.playing.table.over():
            app.show("history.evenings.Over")
        else:
            play.table()


class InPairs(Counters):
    """The payments one by one, in the order of the books."""

    paired = True

    def read(self) -> "tuple[str, list[tuple[str, list[str], bool]]]":
        name = self.play.name
        in_pairs = Pairwise(self.values, self.payments, self.before.trays, self.before.box)
        rows: "list[tuple[str, list[str], bool]]" = []
        for giver, taker, handed in in_pairs.steps:
            sides = [say("box") if side == BOX else name(side)[:3] for side in (giver, taker)]
            label = SHORTER.join([">".join([side[:letters] for side in sides]) for letters in (8, 3, 2, 1)])
            rows.append((label, [str(count) if count else "" for count in handed], False))
        for player, points in enumerate(in_pairs.unpaid):
            if points:
                rows.append((say("owes", name(player), points), [], False))
        return say("pairs", in_pairs.handled), rows


def of_deal(app: "App") -> None:
    """Shows the counters of the last deal. It must be known where they were before it."""
    evening = app.play.evening
    if evening.due is not None:
        app.display.meanwhile(app.play.settle)
    before, last = evening.held_before, last_deal(evening)
    if before is not None:
        paid = [(last.players[pays.source], last.players[pays.to], pays.points) for pays in last.answer.payments]
        app.show(COUNTERS, before, paid, True)


def of_change(app: "App", before: "Holdings", payments: "Transfers", text: str) -> None:
    """Shows the counters that a line other than a deal moved, if any. text: says that the line is saved. A bar that
    says more stays."""
    now: "Holdings | Any" = holdings(app.play.evening)
    if now.trays != before.trays or now.open != before.open:
        app.show(COUNTERS, before, payments, False)
    if app.display.bar is None:
        app.display.show_text(text)
