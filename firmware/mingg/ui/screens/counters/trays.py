"""The trays of all players, and the box. A tray can be counted again if it is not what the device thinks."""

from mingg.core.counters.sets import Holdings, counters_of, worth
from mingg.evening import beside
from mingg.evening.counters import holdings
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import SHORTER, say
from mingg.ui.kit.canvas import ALIGN_RIGHT
from mingg.ui.kit.tables import Columns, right_edges
from mingg.ui.kit.view import HOLD, LINE, Foot, Key, Otherwise, Picture, Screen, Title, View
from mingg.ui.screens.counters.sticks import STICK, debts, notes, stick

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.canvas import Canvas
    from mingg.ui.kit.view import Page, Part, Parts
    from mingg.ui.screens.counters.sticks import Note

MOST = 999
BESIDE = 55  # columns of pixels beside the counts of a tray
COUNT = "counters.trays.TrayCount"


class _Bank(Screen):
    """Keeps the counters of all players: their values; their marks, "" for one without; and who holds them."""

    words = ("bank",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        evening = self.play.evening
        self.held: "Holdings" = holdings(evening) or Holdings([], [], [], [], [])
        self.session = evening.session
        counter_set = counters_of(self.session.counters, len(self.session.names))
        self.values: "list[int]" = counter_set.values if counter_set is not None else []
        self.marks: "list[str]" = (counter_set is not None and counter_set.marks) or [""] * len(self.values)


class TrayColumns(Columns):
    """A column for each tray, under the name of its player, which is cut so that the counters have room."""

    def __init__(self, bank: "_Bank", names: "list[str]", box: str) -> None:
        self.bank, self.names, self.box = bank, names, box
        self.title = ""
        trays = bank.held.trays + [bank.held.box]
        self.rows = []
        for i in range(len(bank.values)):
            counts = [tray[i] for tray in trays]
            cells = [str(count) if count < 1000 else "%dk" % min(count // 1000, 99) for count in counts]
            self.rows.append((str(i), cells, False))
        self.bold = all(len(count) < 3 for row in self.rows for count in row[1])
        self.gap = 4 if self.bold else 2

    def place(self, page: "Page") -> None:
        canvas, rows = page.canvas, [row[1] for row in self.rows]
        self.figures = STICK + 3 + canvas.width(str(self.bank.values[0]))
        for letters, room in [(n, self.figures) for n in range(8, 1, -1)] + [(n, STICK + 1) for n in range(8, 0, -1)]:
            self.heads = [name[:letters] for name in self.names] + [self.box]
            if right_edges(canvas, self.heads, rows, self.gap, self.bold)[0] >= room:
                break
        super().place(page)

    def place_label(self, page: "Page", label: str, y: int, room: int, boxed: bool, bold: bool) -> None:
        canvas, bank = page.canvas, self.bank
        i = int(label)
        if len(bank.values) > 5:
            y -= 1
        if room + 4 >= STICK:
            stick(canvas, bank.values[i], bank.marks[i], 0, y)
        if room + 4 >= self.figures:
            canvas.text(str(bank.values[i]), self.figures - 1, y, ALIGN_RIGHT)


class Trays(_Bank):
    """A column for each tray. An arrow opens the tray of the player on its side, A the box, and A held the tray of the
    player who sits out."""

    def view(self) -> "Parts":
        play = self.play
        table = play.playing.table
        names = [play.name(player) for player in range(table.players)]
        parts: "list[Part]" = [TrayColumns(self, names, say("box")), self._key(A, None, say("box"))]
        parts += [self._key(play.side(player) or 0, player, names[player]) for player in table.order]
        out = table.sitting_out()
        if out is not None:
            parts.append(self._key(HOLD | A, out, names[out]))
        if len(self.values) < 6:
            parts.append(Foot(*self._foot(names, out)))
        return View(*parts, Otherwise("nobody there"))

    def _key(self, key: int, player: "int | None", name: str) -> Key:
        return Key(key, ["count this", name], COUNT, player, quiet=True)

    def _foot(self, names: "list[str]", out: "int | None") -> "list[Any]":
        """Returns the lines of the foot: loans and missing points, then open payments, then what the keys do, as far as
        there is room."""
        held = self.held
        lines: "list[Note]" = []
        for player, tray in enumerate(held.trays):
            if held.loans[player]:
                lines.append(("owes box", (names[player],), held.loans[player]))
            wrong = beside.drift(self.session, held, player, tray)
            if wrong:
                lines.append(("off", (names[player],), wrong))
        owed = [(borrower, lender, points) for lender, borrower, points in held.lent] + debts(held.open)
        keys = say("hint trays" if any(held.box) else "bank empty")
        if out is not None:
            keys = say("hint trays of five", names[out])
        whom: "list[Note]" = [
            ("owes whom", (names[debtor], names[creditor]), points) for debtor, creditor, points in owed
        ]
        if len(self.values) > 4:
            return [notes(lines + whom) or keys]
        if len(owed) < 2:
            text = notes(lines + whom)
            return [text, keys] if text else [keys, ""]
        first = 0 if lines else 2 if len(owed) > 2 else len(owed)
        rest = _in_short(owed[first:], names)
        return [notes(lines) if lines else _in_short(owed[:first], names), rest or keys]


def _in_short(owed: "list[tuple[int, int, int]]", names: "list[str]") -> str:
    """Returns a line that says who owes whom; if there is no room for that, how much is open."""
    if not owed:
        return ""
    forms = [
        " ".join(["%s>%s %d" % (names[debtor][:n], names[creditor][:n], points) for debtor, creditor, points in owed])
        for n in (3, 2, 1)
    ]
    return SHORTER.join(forms + [say("left open", sum([points for _, _, points in owed]))])


class TrayCount(_Bank):
    """Enters the real number of counters: up and down choose the value, left and right change its number.

    player: None is the box.
    """

    def __init__(self, app: "App", player: "int | None") -> None:
        super().__init__(app)
        self.player = player
        self.start: "list[int]" = self.held.box if player is None else self.held.trays[player]
        self.tray = list(self.start)

    def state(self) -> "tuple[Any, ...]":
        return self.tray, self.current

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.tray, self.current = state

    def view(self) -> "Parts":
        row, count = self.current, self.tray[self.current]
        keys = [
            Key(LEFT, "less", self._add if count else "none left", -1, True),
            Key(A, "A counted", self.accept),
        ]
        if count < MOST:
            keys.append(Key(RIGHT, "more", self._add, 1, True))
        if row:
            keys.append(Key(UP, "counter", self.move_to, row - 1, True))
        if row + 1 < len(self.tray):
            keys.append(Key(DOWN, "counter", self.move_to, row + 1, True))
        name = say("box") if self.player is None else self.play.name(self.player)
        return View(Title(say("count this"), name=name), *keys, Picture(self.draw))

    def draw(self, canvas: "Canvas") -> None:
        values = self.values
        y = 13 if len(values) < 6 else 11
        for i, value in enumerate(values):
            ink = 1
            if i == self.current:
                ink = 0
                canvas.box(0, y - 1, 70, 9)
                canvas.arrow(LEFT, 46, y + 1, 0)
                canvas.arrow(RIGHT, 66, y + 1, 0)
            stick(canvas, value, self.marks[i], 2, y, ink)
            canvas.text(str(value), 43, y, ALIGN_RIGHT, ink=ink)
            canvas.text(str(self.tray[i]), 64, y, ALIGN_RIGHT, True, ink)
            y += LINE
        held, player = self.held, self.player
        canvas.figures(str(worth(self.tray, values)), 126, 13, ALIGN_RIGHT, False)
        if player is None:
            self._draw_hint(canvas)
            return
        wrong = beside.drift(self.session, held, player, self.tray)
        canvas.text(say("by balance"), 126, 29, ALIGN_RIGHT)
        canvas.text(str(self.session.balances[player]), 126, 38, ALIGN_RIGHT, True)
        loan, left = held.loans[player], held.open[player]
        y = 47
        if loan:
            self._draw_words(canvas, say("loan", loan), "%s %+d" % (say("box"), -loan), y)
            y = 56
        if left and not (loan and wrong):
            self._draw_words(canvas, say("still open", left), "%+d" % left, y)
        if wrong:
            words = say("too much" if wrong > 0 else "too little", abs(wrong))
            self._draw_words(canvas, words, "%+d" % wrong, 56)
        elif not left and not loan:
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

    def _count(self) -> None:
        player, tray = self.player, self.tray
        beside.count(self.play.evening, {} if player is None else {player: tray}, tray if player is None else None)

    def _add(self, step: int) -> None:
        self.tray[self.current] += step

    def accept(self) -> None:
        app = self.app
        if self.tray == self.start:
            self.back()
            app.display.refuse("as before")
        elif app.display.stored("not saved", self._count):
            if self.play.entry is not None:
                self.play.changed()  # a draft belongs to one moment of the ledger
            self.play.table()
            self.show("counters.trays.Trays")
            app.display.refuse("counted")
