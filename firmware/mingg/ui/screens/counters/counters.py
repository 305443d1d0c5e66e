"""Counters: which counters each player puts in the middle and takes out of it, if all payments are made at once. Or the
payments pair by pair, as the books make them."""

from mingg.core.counters.pairwise import BOX, Pairwise
from mingg.core.counters.sets import counters_of, smallest, worth
from mingg.evening.counters import holdings
from mingg.evening.evening import last_deal
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import SHORTER, say
from mingg.ui.kit.payments import Payments
from mingg.ui.kit.tables import Columns, split
from mingg.ui.kit.view import Foot, Key, Line, Screen, Title, View
from mingg.ui.screens.counters.sticks import debts, notes

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.counters.sets import Holdings
    from mingg.ui.app import App
    from mingg.ui.kit.view import Part, Parts

    Transfers = list[tuple[int, int, int]]  # (source, to, points) each

SEEN = 5  # rows of a list
COUNTERS, OWED = "counters.counters.Counters", "counters.counters.Owed"


class _Moves(Screen):
    """Counters that move, from `before` to where they are now. of_deal: those of the last deal, after which the next
    one follows."""

    words = ("bank",)

    def __init__(self, app: "App", before: "Holdings", of_deal: bool) -> None:
        super().__init__(app)
        self.before, self.of_deal = before, of_deal
        evening = self.play.evening
        session = evening.session
        counter_set = counters_of(session.counters, len(session.names))
        self.values: "list[int]" = counter_set.values if counter_set is not None else []
        self.held: "Holdings | Any" = holdings(evening)
        over = self.play.playing.table.over()
        self.asks = "A next deal" if of_deal and not over else "A go on"

    def key_a(self, quiet: bool = True) -> Key:
        trays, box = self.held[:2]
        if any(self.held.open) and len(trays) + (box != self.before[1]) > SEEN and not isinstance(self, Owed):
            # so many rows leave no room to show that there is more
            return Key(A, "page", OWED, (self.before, self.of_deal), quiet=True)
        return Key(A, self.asks, self.go_on, quiet=quiet)

    def go_on(self) -> None:
        app, play = self.app, self.play
        if not self.of_deal:
            while app.navigator.below() == COUNTERS:
                app.back()
            app.back()
        elif play.playing.table.over():
            app.show("history.over.Over")
        else:
            play.table()


class Counters(_Moves):
    """Shows how counters move. payments: the winner's first, for the order of the books."""

    def __init__(self, app: "App", before: "Holdings", payments: "Transfers", of_deal: bool) -> None:
        super().__init__(app, before, of_deal)
        self.payments = payments
        trays, box, loans, self.open = self.held[:4]
        rows = []
        for player, tray in enumerate(trays):
            moves = [now - old for now, old in zip(tray, before[0][player])]
            rows.append((self.play.name(player), moves, loans[player] > 0))
        moves = [now - old for now, old in zip(box, before[1])]
        if any(moves):
            rows.append((say("box"), moves, False))
        self.heading = say("moved", sum([max(0, -count) for row in rows for count in row[1]]))
        self.rows = [(name, ["%+d" % n if n else "" for n in moves], owes) for name, moves, owes in rows]
        lent = [(self.play.name(player), loan - old) for player, (loan, old) in enumerate(zip(loans, before[2]))]
        self.lent = notes([("lends" if loan > 0 else "repays", (name,), abs(loan)) for name, loan in lent if loan])
        heads = [str(value) for value in self.values]
        self.pages = split(app.display.canvas, self.heading, heads, [row[1] for row in self.rows])
        self.page = 0

    def state(self) -> "tuple[int]":
        return (self.page,)

    def resume(self, state: "tuple[int]") -> None:
        self.page = state[0]

    def view(self) -> "Parts":
        page, shown = self.page, self.pages[self.page]
        rows = [(label, [cells[column] for column in shown], owes) for label, cells, owes in self.rows]
        title = self.heading + SHORTER + self.heading.split(" ")[-1]
        parts: "list[Part]" = [Columns(title, [str(self.values[column]) for column in shown], rows)]
        if len(rows) <= SEEN:
            last = self._last_line()
            signs = [self.lent if self.lent and any(self.open) else say("signs")]
            parts.append(Foot(*(signs + [last] if len(rows) < SEEN else [last])))
        parts.append(self.key_a())
        if self.payments:
            parts.append(
                Key(RIGHT, "in pairs", "counters.counters.InPairs", (self.before, self.payments, self.of_deal))
            )
        if page:
            parts.append(Key(UP, "page", self.turn_to, page - 1))
        if page + 1 < len(self.pages):
            parts.append(Key(DOWN, "page", self.turn_to, page + 1))
        elif any(self.open):
            parts.append(Key(DOWN, "page", OWED, (self.before, self.of_deal)))
        return View(*parts)

    def _last_line(self) -> "tuple[Any, ...]":
        """The page, or what is left open, or what the box lends, or else the way to the pairs; and what A does."""
        asks, page, pages = say(self.asks), self.page, len(self.pages)
        if pages == 1 and self.lent and not any(self.open):
            return self.lent, ""
        if page + 1 < pages or (page and not any(self.open)):
            return "%d/%d" % (page + 1, pages), asks, UP if page else DOWN
        if any(self.open):
            return say("left open", sum([points for points in self.open if points > 0])), asks, DOWN
        return (say("in pairs"), asks, RIGHT) if self.payments else ("", asks)

    def turn_to(self, page: int) -> None:
        self.page = page


class InPairs(_Moves):
    """The payments one by one, in the order of the books."""

    def __init__(self, app: "App", before: "Holdings", payments: "Transfers", of_deal: bool) -> None:
        super().__init__(app, before, of_deal)
        name = self.play.name
        in_pairs = Pairwise(self.values, payments, *before[:2])
        self.heading = say("pairs", in_pairs.handled)
        self.rows: "list[tuple[str, list[str], bool]]" = []
        for giver, taker, handed in in_pairs.steps:
            sides = [say("box") if side == BOX else name(side)[:3] for side in (giver, taker)]
            label = SHORTER.join([">".join([side[:letters] for side in sides]) for letters in (8, 3, 2, 1)])
            self.rows.append((label, [str(count) if count else "" for count in handed], False))
        for player, points in enumerate(in_pairs.unpaid):
            if points:
                self.rows.append((say("owes", name(player), points), [], False))
        self.heads = [str(value) for value in self.values]
        self.shown = split(app.display.canvas, self.heading, self.heads, [row[1] for row in self.rows])[0]

    def view(self) -> "Parts":
        at, count = self.current, len(self.rows)
        rows = [
            (label, [cells[column] for column in self.shown] if cells else [], owes)
            for label, cells, owes in self.rows[at : at + SEEN]
        ]
        keys = [self.key_a(), Key(LEFT, "B back", self.back)]
        if at:
            keys.append(Key(UP, "scroll", self.move_to, at - 1, True))
        if at + SEEN < count:
            keys.append(Key(DOWN, "scroll", self.move_to, at + 1, True))
        place = "%d/%d" % (min(at + SEEN, count), count) if count > SEEN else ""
        title = self.heading + SHORTER + self.heading.split(" ")[-1]
        heads = [self.heads[column] for column in self.shown]
        return View(Columns(title, heads, rows), *keys, Foot((place, say(self.asks))))


class Owed(_Moves):
    """What could not be paid in counters, and why."""

    def view(self) -> "Parts":
        play, held = self.play, self.held
        owed, keys = debts(held.open), [self.key_a(False)]
        # The player who owes it has too little; or it is less than the smallest counter; or there is no change.
        least = smallest(self.values, held.trays + [held.box])
        foot = []
        if any(worth(tray, self.values) < -points for tray, points in zip(held.trays, held.open)):
            why = say("too little to pay")
            if not any(held.box):  # the bank could lend what a player lacks
                foot.append(Foot((say("stock bank"), "", DOWN)))
                keys.append(Key(DOWN, "stock bank", "counters.trays.TrayCount", None))
        elif max([abs(points) for points in held.open]) < least:
            why = say("less than a counter", least)
        else:
            why = say("nobody has change")
        if self.app.navigator.on_path(COUNTERS):
            keys.append(Key(UP, "page", self.back))
        payments = Payments([(play.name(debtor), play.name(creditor), points) for debtor, creditor, points in owed])
        return View(Title(say("counters")), *keys, *foot, Line(why), Line(say("waits")), payments)


def of_deal(app: "App") -> None:
    """Shows the counters of the last deal. It must be known where they were before it."""
    evening = app.play.evening
    if evening.due is not None:
        app.display.meanwhile(app.play.settle)
    before, last = evening.held_before, last_deal(evening)
    app.back()
    if before is not None:
        paid = [(last.players[pays.source], last.players[pays.to], pays.points) for pays in last.answer.payments]
        _show(app, before, paid, True)


def of_change(app: "App", before: "Holdings", payments: "Transfers", text: str) -> None:
    """Shows the counters that a line other than a deal moved, if any. text: says that the line is saved. A bar that
    says more stays, and one would cover loans, or what waits, or below a full list figures."""
    now: "Holdings | Any" = holdings(app.play.evening)
    app.back()
    free = True
    if now is not None and (now.trays != before[0] or now.open != before[3]):
        free = _show(app, before, payments, False)
    if app.display.bar is None and free:
        app.display.show_text(text)


def _show(app: "App", before: "Holdings", payments: "Transfers", of_deal: bool) -> bool:
    """Shows which counters move; if none do, what waits. Returns whether a bar would cover nothing."""
    now: "Holdings | Any" = holdings(app.play.evening)
    if now.trays == before[0] and now.box == before[1]:
        app.show(OWED, before, of_deal)
        return False
    app.show(COUNTERS, before, payments, of_deal)
    return bool(now.loans == before[2] and len(now.trays) + (now.box != before[1]) < SEEN)
