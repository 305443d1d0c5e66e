"""The trays of all players, and the box. A tray can be counted again if it is not what the device thinks."""

from mingg.core.counters.sets import Holdings, counters_of, worth
from mingg.evening import beside
from mingg.evening.counters import holdings
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.screens.counters.sticks import STICK, debts, heads, notes, right_edges, stick
from mingg.ui.screens.deal.who import away

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under
    from mingg.ui.screens.counters.sticks import Note

MOST = 999
TOP, PITCH = 12, 9
BESIDE = 55  # columns of pixels beside the counts of a tray


class Trays(Screen):
    """A column for each tray. An arrow opens the tray of the player on its side, A the box, and A held the tray of the
    player who sits out."""

    bar_y = 52
    beside = True
    holds = (A,)
    words = ("bank",)

    def __init__(self, app: "App", before: "Under" = None) -> None:
        super().__init__(app, before)
        self.held: "Holdings" = holdings(app.evening) or Holdings([], [], [], [], [])
        session = app.evening.session
        counter_set = counters_of(session.counters, len(session.names))
        self.values: "list[int]" = counter_set.values if counter_set is not None else []
        # the names of counters; "" for one without a name
        self.marks: "list[str]" = (counter_set is not None and counter_set.marks) or [""] * len(self.values)

    def draw(self, canvas: "Canvas") -> None:
        app, values = self.app, self.values
        trays, box = self.held[:2]
        rows = []
        for i in range(len(values)):
            counts = [tray[i] for tray in trays + [box]]
            rows.append([str(count) if count < 1000 else "%dk" % min(count // 1000, 99) for count in counts])
        names = [app.name(player) for player in range(len(trays))]
        figures = STICK + 3 + canvas.width(str(values[0]))
        shown, edges = self._fitted(canvas, names, rows, figures, 2)
        if edges[0] < figures:
            shown, edges = self._fitted(canvas, names, rows, STICK + 1, 1)
        heads(canvas, "", shown, edges)
        for i, value in enumerate(values):
            y = TOP + PITCH * i - (1 if len(values) > 5 else 0)
            if edges[0] >= STICK:
                stick(canvas, value, self.marks[i], 0, y)
            if edges[0] >= figures:
                canvas.text(str(value), figures - 1, y, ALIGN_RIGHT)
            for count, edge in zip(rows[i], edges[1:]):
                canvas.text(count, edge, y, ALIGN_RIGHT, _bold(rows))
        if len(values) < 6:
            self._draw_foot(canvas)

    def _fitted(
        self, canvas: "Canvas", names: "list[str]", rows: "list[list[str]]", room: int, least: int
    ) -> "tuple[list[str], list[int]]":
        """Returns the names, as long as they leave `room` columns but with `least` letters at least, and where the
        columns end."""
        for letters in range(8, least - 1, -1):
            shown = [name[:letters] for name in names] + [say("box")]
            edges = right_edges(canvas, shown, rows, _bold(rows))
            if edges[0] >= room:
                break
        return shown, edges

    def _draw_foot(self, canvas: "Canvas") -> None:
        """Draws the foot: loans, missing points and open payments. What the keys do follows if there is room for
        both."""
        app, held = self.app, self.held
        name = app.name
        lines: "list[Note]" = []
        for player, tray in enumerate(held.trays):
            if held.loans[player]:
                lines.append(("owes box", (name(player),), held.loans[player]))
            wrong = beside.drift(app.evening.session, held, player, tray)
            if wrong:
                lines.append(("off", (name(player),), wrong))
        owed = [(borrower, lender, points) for lender, borrower, points in held.lent] + debts(held.open)
        out = away(app)
        keys = say("hint trays" if any(held.box) else "bank empty")
        if out is not None:
            keys = say("hint trays of five", name(out))
        notice = notes(
            canvas, lines + [("owes whom", (name(debtor), name(creditor)), points) for debtor, creditor, points in owed]
        )
        if owed and notice[-2:] == "..":
            notice, keys = self._in_short(canvas, owed, notes(canvas, lines))
        y = TOP + PITCH * len(self.values)
        if notice:
            canvas.text(notice, 2, min(y, 56))
        if not notice or y < 50:
            canvas.text(canvas.fit(keys, 124), 1, 56 if notice else min(y, 56))

    def _in_short(self, canvas: "Canvas", owed: "list[tuple[int, int, int]]", notice: str) -> "tuple[str, str]":
        """Returns two lines that say who owes whom. notice: the first of them, if it says something else."""
        for letters in (3, 2, 1):
            pairs = [
                "%s>%s %d" % (self.app.name(debtor)[:letters], self.app.name(creditor)[:letters], points)
                for debtor, creditor, points in owed
            ]
            shown = 0 if notice else len(pairs)
            while shown and canvas.width(" ".join(pairs[:shown])) > 124:
                shown -= 1
            rest = " ".join(pairs[shown:])
            if canvas.width(rest) <= 124:
                break
        else:
            rest = say("left open", sum([points for _, _, points in owed]))
        return notice or " ".join(pairs[:shown]), rest

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        if key == B:
            return super().does(key)
        player = None
        if held or key != A:
            player = away(app) if held else app.player_at(key)
            if player is None:
                return "no more" if held else "nobody there"
        name = say("box") if player is None else app.name(player)
        return ["count this", name], app.show_new, TrayCount, self, player


def stock(app: "App") -> Screen:
    """Asks which counters the bank has."""
    return TrayCount(app, Trays(app), None)


def _bold(rows: "list[list[str]]") -> bool:
    return all(len(count) < 3 for row in rows for count in row)


class TrayCount(Screen):
    """Enters the real number of counters: up and down choose the value, left and right change its number.

    player: None is the box.
    """

    choice = "A counted"
    bar_y = 52
    beside = True
    repeats = (LEFT, RIGHT, UP, DOWN)
    words = ("bank",)

    def __init__(self, app: "App", trays: Trays, player: "int | None") -> None:
        super().__init__(app, trays)
        self.trays = trays
        self.player = player
        self.start: "list[int]" = trays.held[1] if player is None else trays.held[0][player]
        self.tray = list(self.start)
        self.current = 0

    def draw(self, canvas: "Canvas") -> None:
        values = self.trays.values
        right = say(self.choice)
        name = say("box") if self.player is None else self.app.name(self.player)
        room = 117 - canvas.width(right) - canvas.width(say("count this", ""), True)
        canvas.header(say("count this", canvas.fit(name, room, True)), right)
        pitch, y = (PITCH, TOP + 1) if len(values) < 6 else (9, 11)
        for i, value in enumerate(values):
            current = i == self.current
            if current:
                canvas.box(0, y - 1, 70, 9)
            ink = 0 if current else 1
            stick(canvas, value, self.trays.marks[i], 2, y, ink)
            canvas.text(str(value), 43, y, ALIGN_RIGHT, ink=ink)
            if current:
                canvas.arrow(LEFT, 46, y + 1, 0)
                canvas.arrow(RIGHT, 66, y + 1, 0)
            canvas.text(str(self.tray[i]), 64, y, ALIGN_RIGHT, True, ink)
            y += pitch
        app, held, player = self.app, self.trays.held, self.player
        points = worth(self.tray, values)
        canvas.figures(str(points), 126, 13, ALIGN_RIGHT, False)
        if player is None:
            self._draw_hint(canvas)
            return
        session = app.evening.session
        wrong = beside.drift(session, held, player, self.tray)
        canvas.text(say("by balance"), 126, 29, ALIGN_RIGHT)
        canvas.text(str(session.balances[player]), 126, 38, ALIGN_RIGHT, True)
        loans, left = held.loans, held.open
        y = 47
        if loans[player]:
            self._draw_words(canvas, say("loan", loans[player]), "%s %+d" % (say("box"), -loans[player]), y)
            y = 56
        if left[player] and not (loans[player] and wrong):
            self._draw_words(canvas, say("still open", left[player]), "%+d" % left[player], y)
        if wrong:
            words = say("too much" if wrong > 0 else "too little", abs(wrong))
            self._draw_words(canvas, words, "%+d" % wrong, 56)
        elif not left[player] and not loans[player]:
            self._draw_hint(canvas)

    def _draw_hint(self, canvas: "Canvas") -> None:
        """Draws what up and down do, if there is room below the counts. Left and right stand beside the number."""
        if len(self.tray) < 6:
            canvas.arrow(UP, 2, 58)
            canvas.arrow(DOWN, 9, 58)
            canvas.text(say("which"), 17, 56)

    def _draw_words(self, canvas: "Canvas", words: str, short: str, y: int) -> None:
        """Draws words at the right. The short form is used if counts stand in the same line."""
        if len(self.tray) >= y // 9 and canvas.width(words) > BESIDE:
            words = short
        canvas.text(words, 126, y, ALIGN_RIGHT)

    def does(self, key: int, held: bool = False) -> "Act":
        row = self.current
        if key == LEFT:
            return ("less", self._add, -1) if self.tray[row] else "none left"
        if key == RIGHT and self.tray[row] < MOST:
            return "more", self._add, 1
        index = row + (1 if key == DOWN else -1)
        if key in (UP, DOWN) and 0 <= index < len(self.tray):
            return "counter", self.move_to, index
        return super().does(key)

    def _count(self) -> None:
        player, tray = self.player, self.tray
        beside.count(self.app.evening, {} if player is None else {player: tray}, tray if player is None else None)

    def _add(self, step: int) -> None:
        self.tray[self.current] += step

    def accept(self) -> None:
        app = self.app
        if self.tray == self.start:
            app.show(self.trays)
            app.refuse("as before")
            return
        if not app.stored("not saved", self._count):
            return
        if app.entry is not None:
            app.changed()  # a draft belongs to one moment of the ledger
        app.show(Trays(app))
        app.refuse("counted")
