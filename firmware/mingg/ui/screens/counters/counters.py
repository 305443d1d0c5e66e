"""Counters: which counters each player puts in the middle and takes out of it, if all payments are made at once. Or the
payments pair by pair, as the books make them."""

from mingg.core.counters.sets import counters_of, smallest, worth
from mingg.evening.counters import holdings
from mingg.evening.evening import last_deal
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.screens import counters, history, result
from mingg.ui.screens.counters.sticks import debts, heads, notes, pages, right_edges, title_room

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.core.counters.sets import Holdings
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link
    from mingg.ui.screens.counters.sticks import Note

    # the name ("": the box), counters by value, whether the name stands in a full box
    Row = tuple[str, list[int], bool]

PITCH = 9
TOP = 12
SEEN = 5  # rows of a list
SHORT = 23  # the least columns of a name


class Counters(Screen):
    """Shows how counters move: from `before` to where they are now.

    payments  (source, to, points) each, the winner's first, for the order of the books
    asks      the word of A; go_on: what A does
    back      what B does
    """

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
        self.held_before = before
        self.payments = payments
        self.asks = asks
        self.go_on = go_on
        self.done = back
        session = app.evening.session
        counter_set = counters_of(session.counters, len(session.names))
        self.values: "list[int]" = counter_set.values if counter_set is not None else []
        self.pairs: "list[Row] | None" = None  # the payments in the order of the books, while they are shown
        self.handled = 0
        self.pages: "list[list[int]]" = [[]]  # the columns of each page; a page with open payments follows
        self.page = 0
        self.held: "Holdings" = holdings(app.evening) or before
        trays, box, loans, self.open = self.held[:4]
        self.rows: "list[Row]" = []
        for player, tray in enumerate(trays):
            moves = [now - old for now, old in zip(tray, before[0][player])]
            self.rows.append((app.name(player), moves, loans[player] > 0))
        gives = [old - now for now, old in zip(box, before[1])]
        if any(gives):
            self.rows.append(("", [-count for count in gives], False))
        self.moved = sum([max(0, -count) for _, moves, _ in self.rows for count in moves])
        self.lent = [loan - old for loan, old in zip(loans, before[2])]

    # ---- what is drawn ----

    def draw(self, canvas: "Canvas") -> None:
        self.beside = len(self.rows) <= SEEN or self.pairs is not None or self._is_open_shown()
        if self.pairs is not None:
            rows = self.pairs[self.current : self.current + SEEN]
            self._draw_table(canvas, say("pairs", self.handled), rows, False)
            if len(self.pairs) > SEEN:
                canvas.text("%d/%d" % (min(self.current + SEEN, len(self.pairs)), len(self.pairs)), 2, 56)
            canvas.arrow(LEFT, 40, 58)
            canvas.text(say(self.asks), 125, 56, ALIGN_RIGHT)
        elif self._is_open_shown():
            self._draw_open(canvas)
        else:
            fits = self._draw_table(canvas, say("moved", self.moved), self.rows, True)
            lent = self._lent(canvas)
            if len(self.rows) < SEEN:
                signs = say("signs") if fits else say("signs of", self.moved)
                canvas.text(lent if lent and any(self.open) else canvas.fit(signs, 124), 2, 47)
            if len(self.rows) <= SEEN:
                self._draw_foot(canvas, lent)

    def _is_open_shown(self) -> bool:
        """True on the page after the last page of counters. If no counters move, it is the only page."""
        return any(self.open) and (not self.moved or self.page == len(self.pages))

    def _someone_lacks(self) -> bool:
        """True if a player has too little to pay what is open."""
        return any(worth(tray, self.values) < -points for tray, points in zip(self.held.trays, self.open))

    def _can_stock(self) -> bool:
        """True if the bank is empty, and could lend what a player lacks."""
        return self._someone_lacks() and not any(self.held.box)

    def _draw_table(self, canvas: "Canvas", title: str, rows: "list[Row]", signed: bool) -> bool:
        """Draws the table. Returns whether the whole title fitted."""
        cells = [[(("%+d" if signed else "%d") % n) if n else "" for n in moves] for _, moves, _ in rows]
        shown = list(range(len(self.values)))
        self.pages = [[]]
        edges = right_edges(canvas, [str(value) for value in self.values], cells)
        if edges[0] < SHORT or canvas.width(title) > title_room(edges):  # shows only the counters that move
            shown = [column for column in shown if any(moves[column] for _, moves, _ in rows)]
            heads_shown = [str(self.values[column]) for column in shown]
            self.pages = pages(canvas, heads_shown, [[row[column] for column in shown] for row in cells], SHORT)
            self.page = min(self.page, len(self.pages) - 1)
            shown = [shown[column] for column in self.pages[self.page]]
        values = [str(self.values[column]) for column in shown]
        cells = [[row[column] for column in shown] for row in cells]
        edges = right_edges(canvas, values, cells)
        heads(canvas, title, values, edges)
        for i, (label, moves, owes) in enumerate(rows):
            y = TOP + PITCH * i
            if not signed and not any(moves):
                canvas.text(canvas.fit(label, 124), 2, y)
                continue
            for letters in () if signed else (3, 2, 1):  # both names of a pair are shortened alike
                if canvas.width(label, True) > edges[0] - 4:
                    label = ">".join([name[:letters] for name in label.split(">")])
            label = canvas.fit(label or say("box"), edges[0] - 4, True)
            if owes:
                canvas.box(0, y - 1, canvas.width(label, True) + 4, 9)
            canvas.text(label, 2, y, 0, True, 0 if owes else 1)
            for count, edge in zip(cells[i], edges[1:]):
                if count:
                    canvas.text(count, edge, y, ALIGN_RIGHT, count[0] != "-")
                else:
                    canvas.box(edge - 3, y + 3, 1, 1)
        return canvas.width(title) <= title_room(edges)

    def _draw_foot(self, canvas: "Canvas", lent: str) -> None:
        """Draws the foot: the page, or what is left open, or what the box lends, or else the way to the pairs."""
        if len(self.pages) == 1 and lent and not any(self.open):
            canvas.text(lent, 2, 56)
            return
        canvas.text(say(self.asks), 125, 56, ALIGN_RIGHT)
        room = 113 - canvas.width(say(self.asks))
        if self.page + 1 < len(self.pages) or (self.page and not any(self.open)):
            canvas.arrow(UP if self.page else DOWN, 2, 58)
            canvas.text("%d/%d" % (self.page + 1, len(self.pages)), 10, 56)
        elif any(self.open):
            canvas.arrow(DOWN, canvas.text(canvas.fit(say("left open", self._left_open()), room), 2, 56) + 3, 58)
        elif self.payments:
            canvas.arrow(RIGHT, canvas.text(canvas.fit(say("in pairs"), room), 2, 56) + 3, 58)

    def _left_open(self) -> int:
        return sum([points for points in self.open if points > 0])

    def _lent(self, canvas: "Canvas") -> str:
        """Returns what the box lends, and what it gets back."""
        lent = [(player, loan) for player, loan in enumerate(self.lent) if loan]
        lines: "list[Note]" = [
            ("lends" if loan > 0 else "repays", (self.app.name(player),), abs(loan)) for player, loan in lent
        ]
        return notes(canvas, lines)

    def _draw_open(self, canvas: "Canvas") -> None:
        app = self.app
        canvas.header(say("counters"), say(self.asks))
        # The player who owes it has too little; or it is less than the smallest counter; or there is no change.
        least = smallest(self.values, self.held.trays + [self.held.box])
        if self._someone_lacks():
            why = say("too little to pay")
        elif max([abs(points) for points in self.open]) < least:
            why = say("less than a counter", least)
        else:
            why = say("nobody has change")
        canvas.text(canvas.fit(why, 124), 2, 12)
        canvas.text(canvas.fit(say("waits"), 124), 2, 21)
        owed = debts(self.open)
        wide, rows = (125, 3) if len(owed) < 4 else (58, 2)
        for i, (debtor, creditor, points) in enumerate(owed):
            x, y = 66 * (i // rows), 31 + 8 * (i % rows)
            room = (wide - 12 - canvas.width(str(points), True)) // 2
            end = canvas.text(canvas.fit(app.name(debtor), room), x + 2, y)
            canvas.arrow(RIGHT, end + 2, y + 1)
            canvas.text(canvas.fit(app.name(creditor), room), end + 8, y)
            canvas.text(str(points), x + wide, y, ALIGN_RIGHT, True)
        if self._can_stock():
            canvas.arrow(DOWN, 2, 58)
            canvas.text(say("stock bank"), 10, 56)

    # ---- keys ----

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A:
            if any(self.open) and len(self.rows) > SEEN and not self._is_open_shown():
                # with so many rows the screen had no room to show that there is more
                return "page", self._turn_to, len(self.pages)
            return self.asks, self.go_on
        step = 1 if key == DOWN else -1
        if self.pairs is not None:
            if key == LEFT:
                return self.leave, self.back
            if key in (UP, DOWN) and 0 <= self.current + step <= len(self.pairs) - SEEN:
                return "scroll", self.move_to, self.current + step
        elif key == RIGHT and self.payments:
            return "in pairs", self._find_pairs
        elif key == DOWN and self._is_open_shown() and self._can_stock():
            return "stock bank", self.app.open, counters.Stock
        elif key in (UP, DOWN) and 0 <= self.page + step <= self._last_page():
            return "page", self._turn_to, self.page + step
        return super().does(key)

    def back(self) -> None:
        if self.pairs is not None or (self.page and self._is_open_shown()):
            self._turn_to(0)
        else:
            self.done()

    def _turn_to(self, page: int) -> None:
        self.pairs = None
        self.page = page

    def _last_page(self) -> int:
        """Returns the number of the last page. If no counters move, the page of open payments is the only one."""
        if any(self.open):
            return len(self.pages) if self.moved else 0
        return len(self.pages) - 1

    def _find_pairs(self) -> None:
        from mingg.core.counters.pairwise import BOX, Pairwise

        name = self.app.name
        trays, box = self.held_before[:2]
        in_pairs = Pairwise(self.values, self.payments, trays, box)
        self.handled = in_pairs.handled
        self.current = self.page = 0
        self.pairs = []
        for giver, taker, handed in in_pairs.steps:
            sides = [say("box") if side == BOX else name(side)[:3] for side in (giver, taker)]
            self.pairs.append((">".join(sides), handed, False))
        for player, points in enumerate(in_pairs.unpaid):
            if points:
                self.pairs.append((say("owes", name(player), points), [0] * len(self.values), True))


def of_deal(app: "App") -> Screen:
    """Shows the counters of the last deal. It must be known where they were before it."""
    evening = app.evening
    if evening.due is not None:
        app.meanwhile(app.settle)
    before, last = evening.held_before, last_deal(evening)
    if before is None:
        raise ValueError("nobody knows how they lay")

    def go_on() -> None:
        if app.playing.table.over():
            app.open(history.Over)
        else:
            app.table()

    asks = "A go on" if app.playing.table.over() else "A next deal"
    payments = [(last.players[pays.source], last.players[pays.to], pays.points) for pays in last.answer.payments]
    return Counters(app, before, payments, asks, go_on, lambda: app.open(result.payments))


def of_change(
    app: "App",
    before: "Holdings",
    payments: "list[tuple[int, int, int]]",
    next_screen: "Link | None",
    text: str,
) -> "Counters | None":
    """Shows the counters that a line other than a deal moved, if any. Then goes on to `next_screen`.

    text: says that the line is saved. A bar that says more stays, and below a full list it would cover figures.
    """
    now = holdings(app.evening)

    def go_on() -> None:
        app.back_to(next_screen)

    if now is None or (now[0] == before[0] and now[3] == before[3]):
        screen = None
        go_on()
    else:
        screen = Counters(app, before, payments, "A go on", go_on, go_on)
    if app.bar is None and (screen is None or len(screen.rows) < SEEN):
        app.show_text(text)
    return screen
