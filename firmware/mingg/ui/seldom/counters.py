"""Counters: who puts which in the middle and takes which out of it, all payments made at once; or pair by pair, as the
books do it."""

from mingg.core.counters import counters_of
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.modules import ENTERING, MOVING, SETTLING, let_go_of
from mingg.ui.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.seldom.sticks import heads, pages, right_edges

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.core.bank import Holdings
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas

    Row = tuple[str, list[int], bool]  # who ("": the box), counters by value, whether he stands in a full box

PITCH = 9
TOP = 12
SEEN = 5  # rows of a list
SHORT = 23  # columns that a name needs


class Counters(Screen):
    """How counters move from how they lay to how they lie now. payments: (source, to, points) each, the winner's first,
    for the books' order; asks: what A does; go_on, back: what A and B do."""

    bar_y = 52
    repeats = (UP, DOWN)
    words = ("bank",)

    def __init__(
        self,
        app: "App",
        before: "Holdings",
        payments: "list[tuple[int, int, int]]",
        asks: str,
        go_on: "Callable[[], None]",
        back: "Callable[[], None]",
    ) -> None:
        super().__init__(app)
        self.before = before
        self.payments = payments
        self.asks = asks
        self.go_on = go_on
        self.back = back
        session = app.evening.session
        found = counters_of(session.counters, len(session.names))
        self.values: "list[int]" = found.values if found is not None else []
        self.pairs: "list[Row] | None" = None  # the steps of the books' order, while they are shown
        self.handled = 0
        self.top = 0
        self.pages: "list[list[int]]" = [[]]  # more columns than there is room for
        self.page = 0
        trays, box, loans, self.open = app.evening.holdings() or before
        self.rows: "list[Row]" = []
        for player, tray in enumerate(trays):
            moves = [now - was for now, was in zip(tray, before[0][player])]
            self.rows.append((app.name(player), moves, loans[player] > 0))
        gives = [was - now for now, was in zip(box, before[1])]
        self.moved = sum([max(0, -count) for _, moves, _ in self.rows for count in moves] + [max(0, n) for n in gives])
        if any(gives):
            self.rows.append(("", [-count for count in gives], False))
        self.lent = [loan - was for loan, was in zip(loans, before[2])]

    # ---- what is drawn ----

    def draw(self, canvas: "Canvas") -> None:
        if self.pairs is not None:
            seen = self.pairs[self.top : self.top + SEEN]
            self._draw_table(canvas, say("pairs", self.handled), seen, False)
            if len(self.pairs) > SEEN:
                canvas.text("%d/%d" % (min(self.top + SEEN, len(self.pairs)), len(self.pairs)), 2, 56)
            canvas.arrow(LEFT, 60, 58)
            canvas.text(self.asks, 125, 56, ALIGN_RIGHT)
        elif any(self.open) and not self.moved:
            self._draw_open(canvas)
        else:
            self._draw_table(canvas, say("moved", self.moved), self.rows, True)
            if len(self.rows) < SEEN:
                canvas.text(say("signs"), 2, 47)
            if len(self.rows) <= SEEN:
                self._draw_foot(canvas)

    def _draw_table(self, canvas: "Canvas", title: str, rows: "list[Row]", signed: bool) -> None:
        written = [[(("%+d" if signed else "%d") % n) if n else "" for n in moves] for _, moves, _ in rows]
        shown = list(range(len(self.values)))
        self.pages = [[]]
        edges = right_edges(canvas, [str(value) for value in self.values], written)
        if edges[0] < SHORT:  # only those that move
            shown = [at for at in shown if any(moves[at] for _, moves, _ in rows)]
            some = [str(self.values[at]) for at in shown]
            self.pages = pages(canvas, some, [[row[at] for at in shown] for row in written], SHORT)
            self.page = min(self.page, len(self.pages) - 1)
            shown = [shown[at] for at in self.pages[self.page]]
        values = [str(self.values[at]) for at in shown]
        written = [[row[at] for at in shown] for row in written]
        edges = right_edges(canvas, values, written)
        heads(canvas, title, values, edges)
        for i, (who, moves, owes) in enumerate(rows):
            y = TOP + PITCH * i
            if not signed and not any(moves):
                canvas.text(canvas.fit(who, 124), 2, y)
                continue
            who = canvas.fit(who or say("box"), edges[0] - 4, True)
            if owes:
                canvas.box(0, y - 1, canvas.width(who, True) + 4, 9)
            canvas.text(who, 2, y, 0, True, 0 if owes else 1)
            for count, edge in zip(written[i], edges[1:]):
                if count:
                    canvas.text(count, edge, y, ALIGN_RIGHT, count[0] != "-")
                else:
                    canvas.box(edge - 3, y + 3, 1, 1)

    def _draw_foot(self, canvas: "Canvas") -> None:
        """More columns; what is lent or given back; else the way to the pairs."""
        if len(self.pages) > 1:
            canvas.arrow(UP if self.page else DOWN, 2, 58)
            canvas.text("%d/%d" % (self.page + 1, len(self.pages)), 10, 56)
            canvas.text(self.asks, 125, 56, ALIGN_RIGHT)
            return
        said = [say("lends" if loan > 0 else "repays", name, abs(loan)) for name, loan in self._loans()]
        if said:
            canvas.text(canvas.fit("  ".join(said), 124), 2, 56)
            return
        canvas.text(self.asks, 125, 56, ALIGN_RIGHT)
        if self.payments:
            x = canvas.text(say("in pairs"), 2, 56)
            canvas.arrow(RIGHT, x + 3, 58)

    def _loans(self) -> "list[tuple[str, int]]":
        return [(self.app.name(player), loan) for player, loan in enumerate(self.lent) if loan]

    def _draw_open(self, canvas: "Canvas") -> None:
        canvas.header(say("counters"), self.asks)
        for i, line in enumerate(say("no change to make").split("|")):
            canvas.text(line, 2, 12 + 9 * i)
        app = self.app
        owed = [(app.name(player), points) for player, points in enumerate(self.open) if points]
        for i, (name, points) in enumerate(owed):
            x, y = 66 * (i % 2), 34 + 10 * (i // 2)
            written = "%+d" % points
            canvas.text(canvas.fit(name, 54 - canvas.width(written, True)), x + 2, y)
            canvas.text(written, x + 58, y, ALIGN_RIGHT, True)

    # ---- keys ----

    def press(self, key: int) -> None:
        app = self.app
        if key == A:
            self.go_on()
        elif key == B and self.pairs is None:
            self.back()
        elif key in (B, LEFT) and self.pairs is not None:
            self.pairs = None
            self.page = 0
        elif key == RIGHT and self.pairs is None and self.payments:
            self._find_pairs()
        elif key in (UP, DOWN) and self.pairs is not None:
            top = self.top + (1 if key == DOWN else -1)
            if 0 <= top <= len(self.pairs) - SEEN:
                self.top = top
            else:
                app.refuse(say("no more"))
        elif key in (UP, DOWN) and 0 <= self.page + (1 if key == DOWN else -1) < len(self.pages):
            self.page += 1 if key == DOWN else -1
        else:
            app.refuse(say("no more"))

    def _find_pairs(self) -> None:
        from mingg.core.pairwise import BOX, Pairwise

        name = self.app.name
        trays, box, _, _ = self.before
        paid = Pairwise(self.values, self.payments, trays, box)
        self.handled = paid.handled
        self.top = self.page = 0
        self.pairs = []
        for giver, taker, counters in paid.steps:
            both = [say("box") if who == BOX else name(who)[:3] for who in (giver, taker)]
            self.pairs.append((">".join(both), counters, False))
        for player, points in enumerate(paid.unpaid):
            if points:
                self.pairs.append((say("owes", name(player), points), [0] * len(self.values), True))
        let_go_of(MOVING)


def of_deal(app: "App", saved: bool) -> Screen:
    """Of the last deal, whose payments are shown; it is known how the counters lay before it."""
    evening = app.evening
    if evening.due is not None:
        app.meanwhile(app.settle)
    let_go_of(ENTERING, SETTLING)
    before, last = evening.was, evening.last
    if before is None:
        raise ValueError("nobody knows how they lay")

    def back() -> None:
        from mingg.ui.screens.payments import Payments

        app.show(Payments(app, saved))

    def go_on() -> None:
        if not saved:
            from mingg.ui.seldom.wall import WallScreen

            app.show(WallScreen(app))
        elif app.playing.table.over():
            from mingg.ui.seldom.over import Over

            app.show(Over(app))
        else:
            app.table()

    asks = "A wall" if not saved else "A go on" if app.playing.table.over() else "A next deal"
    payments = [(last.players[each.source], last.players[each.to], each.points) for each in last.answer.payments]
    return Counters(app, before, payments, say(asks), go_on, back)


def of_change(
    app: "App", before: "Holdings | None", go_on: "Callable[[], None]", payments: "list[tuple[int, int, int]]"
) -> bool:
    """After a line that is no deal: whether it moved counters, and that is shown now."""
    now = app.evening.holdings()
    if before is None or now is None or (now[0] == before[0] and now[3] == before[3]):
        return False
    let_go_of(MOVING)
    app.show(Counters(app, before, payments, say("A go on"), go_on, go_on))
    return True
