"""Saved: shows that the deal is in the ledger, and who pays whom. Opened again later, it shows the payments."""

from mingg.core.deal.deal import OUT
from mingg.evening.evening import last_deal
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.memory import DEAL, MOVING
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen, link
from mingg.ui.screens import counters, deal, history, result

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal, Payment
    from mingg.evening.evening import Last
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link

BIG = 3  # payments in the left column, which are the winner's
SHORT = 4  # letters of a name if there is little room
FOOT = 56
ROWS = 5  # rows above the foot


def save(app: "App", page: "Link", ended: "Deal | None") -> None:
    """Saves a deal that ended without a winner, or the entry if `ended` is None, and shows that. If it fails, `page`
    shows why."""
    entry = app.entry
    finished = ended or entry.deal(app.playing.table)
    finished.goulash = app.playing.goulash  # the draw before may have been taken back since the entry began
    if not app.save(finished):
        app.keep(())
        app.go(page[0], *page[1])
        return
    app.forget_entry()
    app.undoable = entry, app.evening.moment(), page
    payments(app)
    if entry is not None and ended is not None:
        app.show_text(say("half dropped"))


def undo(app: "App") -> None:
    """Takes back the deal that was just saved, and goes to the page where it was entered."""
    page = app.undoable and app.undoable[2]
    try:
        app.meanwhile(app.undo)
    except (ValueError, OSError) as error:
        payments(app)
        app.refuse_error(error) if isinstance(error, OSError) else app.refuse("cannot be changed")
    else:
        app.keep(())
        app.back_to(page)
        if page and page[0] is deal.show_page:
            app.show_text(say("taken back"))


def payments(app: "App") -> None:
    """Shows who paid whom in the last deal. Goes to Table if that cannot be read."""
    try:
        last = last_deal(app.evening)  # it is read again after a correction
    except OSError as error:
        app.table()
        app.refuse_error(error, "not read")
        return
    if last is None:
        app.table()
    else:
        app.show(Saved(app, last))


class Saved(Screen):
    """The payments of the last deal. If it was just saved, B takes it back; later the left arrow does."""

    bar_y = 52
    holds = (A,)
    hint = A

    def __init__(self, app: "App", last: "Last") -> None:
        super().__init__(app)
        self.last = last
        self.saved = app.just_saved()
        if not self.saved:
            self.words = ("deals",)
        self.link = link(result.payments)
        self._names: "dict[str, str]" = {}
        self.keeps = MOVING if self._moves() else DEAL

    def draw(self, canvas: "Canvas") -> None:
        moves = self._moves()
        undo = say("B undo saved") if self.saved else ""
        act = self.does(A)
        word = act[0] if isinstance(act, tuple) else self.leave
        right = say("A next deal" if word == "next deal" else word)
        canvas.header(say("saved" if self.saved else "payments"), right, "", "" if moves else undo)
        x = 127
        if not self.saved:
            undo = say("undo it")
            canvas.arrow(LEFT, 118 - canvas.width(undo), FOOT + 1)
        if moves or not self.saved:
            x = 125 - canvas.width(undo)
            canvas.text(undo, 125, FOOT, ALIGN_RIGHT)
        elif self.saved:
            x = 125 - canvas.width(say("next won"))
            canvas.text(say("next won"), x, FOOT)
            for key, left, below in ((LEFT, 17, 1), (UP, 13, 0), (DOWN, 13, 5), (RIGHT, 7, 1)):
                canvas.arrow(key, x - left, FOOT + below)
            x -= 17
        self._draw_foot(canvas, x - 5)
        self._draw_payments(canvas)

    def _draw_foot(self, canvas: "Canvas", room: int) -> None:
        """Draws what A held does; of five players, if another one sits out now, who that is."""
        out = self.app.playing.table.sitting_out()
        text = say("hold A why")
        played = [player for seat, player in self.last.players.items() if seat != OUT]
        if self.saved and out in played:
            text = say("out now", canvas.fit(self.app.name(out or 0), room - canvas.width(say("out now", ""))))
        canvas.text(text, 2, FOOT)

    def _draw_payments(self, canvas: "Canvas") -> None:
        payments = self.last.answer.payments
        if not payments:
            deal = self.last.deal
            lines = [say("no payments")]
            if deal.winner is None and deal.ending is None:
                lines.insert(0, say("a draw"))
                if self.saved and self.app.playing.goulash:
                    lines += say("next goulash").split("|")
            for i, line in enumerate(lines):
                canvas.text(line, 2, 13 + 10 * i)
        elif len(payments) <= 2 * BIG and (
            self._fits_columns(canvas, payments, 99) or self._fits_columns(canvas, payments, SHORT)
        ):
            self._draw_columns(canvas, payments)
        elif len(payments) <= ROWS:
            self._draw_rows(canvas, payments)
        else:
            self._draw_many(canvas, payments)

    def _moves(self) -> bool:
        """True if counters move and it is known which."""
        evening = self.app.evening
        known = evening.due is not None or evening.held_before is not None
        return known and evening.session.counted() and bool(self.last.answer.payments)

    def get_ready(self) -> bool:
        self.app.room()  # Table needs it
        return False

    def idle(self) -> None:
        # worked out while the players read: it may take a third of a second
        if self._moves():
            self.app.settle()

    def _fits_columns(self, canvas: "Canvas", payments: "list[Payment]", letters: int) -> bool:
        """True if names of `letters` letters leave room for the sums. Keeps the names at that length."""
        self._names = {seat: self.app.name(player)[:letters] for seat, player in self.last.players.items()}
        for i, payment in enumerate(payments):
            points = str(payment.points)
            width = canvas.width(self._names[payment.source]) + 9 + canvas.width(self._names[payment.to])
            width += canvas.figures_width(points, False) if i < BIG else canvas.width(points)
            if width > (68 if i < BIG else 51):
                return False
        return True

    def _fit_names(self, canvas: "Canvas", room: int) -> None:
        self._names = {seat: canvas.fit(self.app.name(player), room) for seat, player in self.last.players.items()}

    def _draw_names(self, canvas: "Canvas", payment: "Payment", x: int, y: int) -> str:
        """Draws who pays whom. Returns the points."""
        x = canvas.text(self._names[payment.source], x, y)
        canvas.arrow(RIGHT, x + 2, y + 1)
        canvas.text(self._names[payment.to], x + 7, y)
        return str(payment.points)

    def _draw_many(self, canvas: "Canvas", payments: "list[Payment]") -> None:
        """Draws two columns of small rows: for wide sums, or if a fifth player is paid too."""
        wide = max([canvas.width(str(payment.points)) for payment in payments])
        self._fit_names(canvas, min(17, (52 - wide) // 2))
        for i, payment in enumerate(payments):
            x, y = (1, 66)[i // ROWS], 11 + 9 * (i % ROWS)
            canvas.text(self._draw_names(canvas, payment, x, y), x + 60, y, ALIGN_RIGHT)

    def _draw_columns(self, canvas: "Canvas", payments: "list[Payment]") -> None:
        for i, payment in enumerate(payments):
            y = 12 + (i % BIG) * 14
            points = self._draw_names(canvas, payment, 1 if i < BIG else 76, y + 3)
            if i < BIG:
                canvas.figures(points, 68, y, ALIGN_RIGHT, False)
            else:
                canvas.text(points, 126, y + 3, ALIGN_RIGHT)
        if len(payments) > BIG:
            canvas.box(72, 12, 1, 41)

    def _draw_rows(self, canvas: "Canvas", payments: "list[Payment]") -> None:
        wide = max([canvas.width(str(payment.points), True) for payment in payments])
        self._fit_names(canvas, (108 - wide) // 2)
        for i, payment in enumerate(payments):
            y = 11 + 9 * i
            canvas.text(self._draw_names(canvas, payment, 2, y), 125, y, ALIGN_RIGHT, True)

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        if held:
            return "why", app.open, result.why
        if key == B:
            return ("take back", app.open, result.undo) if self.saved else super().does(key)
        if key == LEFT and not self.saved:
            return "take back", app.open, history.undo_newest
        if self._moves():
            return ("A counters", app.open, counters.of_deal) if key == A else "counters first"
        if not self.saved:
            return super().does(key)
        if key == A:
            return ("A go on", app.open, history.Over) if app.playing.table.over() else ("next deal", app.table)
        player = app.player_at(key)
        return "nobody there" if player is None else ("next winner", self._ask_table, key)

    def _ask_table(self, key: int) -> None:
        """Goes to Table and presses an arrow there, which says who won the next deal: the players need not leave this
        screen first."""
        self.app.table()
        self.app.screen.press(key)
