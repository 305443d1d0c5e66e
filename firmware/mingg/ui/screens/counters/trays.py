"""The trays of all players, and the box. A tray can be counted again if it is not what the device thinks. What each
player receives before a session."""

from mingg.core.counters.sets import worth
from mingg.evening import beside
from mingg.evening.counters import holdings
from mingg.hal.keys import DOWN, LEFT, RIGHT, A
from mingg.lang import SHORTER, say
from mingg.ui.kit.canvas import ALIGN_RIGHT
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.tables import Columns, right_edges
from mingg.ui.kit.view import HOLD, LINE, Foot, Key, Otherwise, Page, Parts, Title, View
from mingg.ui.screens.counters.bank import STICK, Bank, Note, debts, notes, stick

MOST = 999
SEEN = 5  # values on the panel; the arrow below, held, shows the sixth
BESIDE, BELOW = 56, 118  # the room of a line beside the counts of a tray, and below them


class TrayColumns(Columns):
    """A column for each tray, under the name of its player, which is cut so that the counters have room."""

    def __init__(self, bank: "Bank", trays: "list[list[int]]", names: "list[str]", box: str) -> None:
        self.bank, self.names, self.box = bank, names, box
        self.rows = []
        for i in range(bank.current, min(bank.current + SEEN, len(bank.values))):
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
        if room + 4 >= STICK:
            stick(canvas, bank.values[i], bank.marks[i], 0, y)
        if room + 4 >= self.figures:
            canvas.text(str(bank.values[i]), self.figures - 1, y, ALIGN_RIGHT)


class Tray(Rows):
    """The counters of one tray, a row for each value: its stick, the value, and the number. At the right what they are
    worth, a word with a figure, and lines at the bottom, which may have shorter forms.

    still: no number can be changed
    """

    def __init__(
        self, bank: "Bank", tray: "list[int]", word: str, figure: "int | None", lines: "list[str]", still: bool = False
    ) -> None:
        self.bank, self.tray, self.word, self.figure, self.lines = bank, tray, word, figure, lines
        self.screen, self.count, self.still = bank, len(tray), still

    def place(self, page: "Page") -> None:
        canvas, values, count = page.canvas, self.bank.values, self.count
        y = 13 if count < 6 else 11
        for i, value in enumerate(values):
            ink = 1
            if i == self.bank.current and not self.still:
                ink = 0
                canvas.box(0, y - 1, 70, 9)
                canvas.arrow(LEFT, 46, y + 1, 0)
                canvas.arrow(RIGHT, 66, y + 1, 0)
            stick(canvas, value, self.bank.marks[i], 2, y, ink)
            canvas.text(str(value), 43, y, ALIGN_RIGHT, ink=ink)
            canvas.text(str(self.tray[i]), 64, y, ALIGN_RIGHT, True, ink)
            y += LINE
        canvas.figures(str(worth(self.tray, values)), 126, 13, ALIGN_RIGHT, False)
        if self.figure is not None:
            canvas.text(self.word, 126, 29, ALIGN_RIGHT)
            canvas.text(str(self.figure), 126, 38, ALIGN_RIGHT, True)
        y = 65 - LINE * len(self.lines)
        for line in self.lines:
            canvas.text(page.fit(line, BESIDE if count >= y // LINE else BELOW), 126, y, ALIGN_RIGHT)
            y += LINE


class Trays(Bank):
    """A column for each tray. An arrow opens the tray of the player on its side, A the box, and A held the tray of the
    player who sits out."""

    def begin(self) -> None:
        self.take()
        self.held = holdings(self.play.evening)

    def view(self) -> "Parts":
        play, held, box = self.play, self.held, say("box")
        table = play.playing.table
        names = [play.name(player) for player in range(table.players)]
        out = table.sitting_out()
        sides = [(play.side(player) or 0, player, names[player]) for player in table.order]
        keys = say("hint trays" if any(held.box) else "bank empty")
        if out is not None:
            sides.append((HOLD | A, out, names[out]))
            keys = say("hint trays of five", names[out])
        found, most = notes(self._notes(names)) or keys, len(self.values)
        return View(
            Title(say("counters")),
            TrayColumns(self, held.trays + [held.box], names, box),
            Key(A, ["", "A " + box], "counters.trays.TrayCount", None),
            *[Key(key, ["count this", name], "counters.trays.TrayCount", who, quiet=True) for key, who, name in sides],
            *[Foot(found)] if most < SEEN else [],
            *[Key(HOLD | DOWN, "line", self.move_to, SEEN - self.current, quiet=True)] if most > SEEN else [],
            Otherwise("nobody there"),
        )

    def _notes(self, names: "list[str]") -> "list[Note]":
        """Returns loans and missing points, then who owes whom."""
        held = self.held
        found: "list[Note]" = []
        for player, tray in enumerate(held.trays):
            if held.loans[player]:
                found.append(("owes box", (names[player],), held.loans[player]))
            wrong = beside.drift(self.session, held, player, tray)
            if wrong:
                found.append(("off", (names[player],), wrong))
        owed = [(borrower, lender, points) for lender, borrower, points in held.lent] + debts(held.open)
        return found + [("owes whom", (names[debtor], names[creditor]), points) for debtor, creditor, points in owed]


class TrayCount(Bank):
    """Enters the real number of counters: up and down choose the value, left and right change its number.

    player: None is the box.
    """

    lasting = "tray", "current"

    def begin(self, player: "int | None") -> None:
        self.take()
        self.player = player
        self.held = holdings(self.play.evening)
        self.start: "list[int]" = self.held.box if player is None else self.held.trays[player]
        self.tray = list(self.start)

    def view(self) -> "Parts":
        count, player = self.tray[self.current], self.player
        keys = [
            Key(LEFT, "less", self._add if count else "none left", -1, True),
            Key(A, "A counted", self.accept),
        ]
        if count < MOST:
            keys.append(Key(RIGHT, "more", self._add, 1, True))
        name, balance, lines = say("box"), None, []
        if player is not None:
            name, balance, lines = self.play.name(player), self.session.balances[player], self._lines(player)
        tray = Tray(self, self.tray, say("by balance"), balance, lines)
        hint = [] if lines or len(self.tray) > 5 else [Foot((say("which"), "", DOWN))]
        return View(Title(say("count this"), name=name), *keys, *hint, tray)

    def _lines(self, player: int) -> "list[str]":
        """Returns what a player owes the box, and then what is missing, or else what is open."""
        held, lines = self.held, []
        loan, left, wrong = held.loans[player], held.open[player], beside.drift(self.session, held, player, self.tray)
        if loan:
            lines.append(say("loan", loan) + SHORTER + "%s %+d" % (say("box"), -loan))
        if left and not (loan and wrong):
            lines.append(say("still open", left) + SHORTER + "%+d" % left)
        if wrong:
            lines.append(say("too much" if wrong > 0 else "too little", abs(wrong)) + SHORTER + "%+d" % wrong)
        return lines

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


class Receives(Bank):
    """Shows the counters of a session. If it is the proposed session, A begins it."""

    def begin(self, proposed: bool = False) -> None:
        self.proposed = proposed
        self.take(self.play.set_up.session() if proposed else None)

    def view(self) -> "Parts":
        tray = Tray(self, self.set.start, say("box"), worth(self.set.box, self.values), [], True)
        return View(Title(say("each receives")), Key(A, "A go on", self.go_on), tray)

    def go_on(self) -> None:
        if self.proposed:
            from mingg.ui.begin import new_session

            new_session(self.app, self.session, self.play.set_up.turn())
        else:
            self.back()
