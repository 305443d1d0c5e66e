"""The list of deals. Each can be opened and corrected, and the newest line taken back after a look at the result."""

from typing import Any

from mingg import lang
from mingg.core.deal.deal import DRAWN, ENDINGS, Deal
from mingg.core.table.session import CORRECT, COUNT, DEAL, LOAN, LOST, PAY, SWAP, Session, person_of, player_of
from mingg.core.values import a_word
from mingg.evening.lines import Line, Lines
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ui.app import App
from mingg.ui.kit.lists import Row, Rows, Text, start_after
from mingg.ui.kit.people import between
from mingg.ui.kit.view import HOLD, Foot, Key, Part, Parts, Screen, Title, View, signed
from mingg.ui.play import Play

# By kind of line: what A does, and what A held does on a line that is not the newest.
HINTS = {
    DEAL: ("hint deal", "hint draw"),
    CORRECT: ("hint corrected", "hint older"),
    PAY: ("hint payment", "hint undo"),
    COUNT: ("hint counted", "hint count"),
    LOAN: ("hint loan", "hint kept"),
    SWAP: ("hint swap", "hint kept"),
    LOST: ("hint lost", "hint kept"),
}
UNDO = "history.change.Undo"
AROUND = 3  # rows before and after the current one that the panel may show


class Reading(Screen):
    """A list whose rows are read from the flash: those around the cursor, before they are drawn. count: of all rows."""

    count = 0

    def begin(self) -> None:
        self._rows: "dict[int, Row]" = {}

    def read(self, index: int) -> "Row":
        """Returns a row, or one that says that it cannot be read."""
        raise NotImplementedError

    def row(self, index: int) -> "Row":
        return self._rows[index]

    def move_to(self, index: int) -> None:
        self.current = index = max(0, min(index, self.count - 1))
        kept, self._rows = self._rows, {}
        for i in range(min(index + AROUND, self.count - 1), max(index - AROUND, 0) - 1, -1):
            self._rows[i] = kept[i] if i in kept else self.read(i)

    def resume(self, state: "tuple[Any, ...]") -> None:
        super().resume(state)
        self.move_to(self.current)


class Deals(Reading):
    """All lines that stand, the newest first. A opens a deal, and there corrects it. A held takes the newest line back,
    or replaces an older deal by a draw. While the players look at another evening, it changes nothing."""

    words = ("deals",)

    def begin(self) -> None:
        super().begin()
        self.error: "OSError | None" = None
        try:
            self.lines = Lines(self.play.evening)
            self.count = len(self.lines)
        except OSError as error:
            self.error = error
        self.move_to(0)

    def line(self, index: int) -> "Line":
        """Returns the line of a row."""
        return self.lines[self.count - 1 - index]

    def read(self, index: int) -> "Row":
        line = self.line(index)
        number = str(line.number) if line.number and line.kind in (DEAL, LOST) else ""
        try:
            return row_of(self.play, self.lines, line) + (number,)
        except (ValueError, OSError):
            return say("line lost"), "", number

    def move_to(self, index: int) -> None:
        super().move_to(index)
        try:
            if self.count:
                self.lines.close()  # which reads on, and so may fail
        except OSError:
            self._rows = {i: (say("line lost"), "", "") for i in self._rows}

    def view(self) -> "Parts":
        looks_back = self.play.aside is not None
        parts: "list[Part]" = [Title(say("deals")), Key(B, "B back", self._back)]
        if not self.count:
            text = say("cannot read", self.error.errno or 0) if self.error else say("nothing played")
            parts += [Key(A, "", "nothing to open"), Key(HOLD | A, "", "nothing played")]
            return View(*parts, Text(self, text.split("|")))
        line = self.line(self.current)
        opens, keeps = HINTS[line.kind]
        if line.kind in (DEAL, CORRECT):
            parts.append(Key(A, "A open", "result.result.of_deal", line.number))
        else:
            parts.append(Key(A, "", "nothing to open"))
        if looks_back:
            opens = HINTS[CORRECT][0] if line.kind == DEAL else opens
            parts += [Key(HOLD | A, "", "no looking"), Foot(say(opens))]
        else:
            held = self._held(line)
            parts += [Foot(say(opens)) if held.works() else Foot(say(opens), say(keeps)), held]
        return View(*parts, Rows(self, self.count, self.row, start_after(self.count)))

    def _back(self) -> None:
        self.play.look_away()
        self.back()

    def _held(self, line: "Line") -> Key:
        """Returns what A held does on the current line."""
        if not self.current:
            return Key(HOLD | A, "hint undo", UNDO, undo_newest_of(self.lines, self.row(0)))
        if line.kind == DEAL:
            return Key(HOLD | A, "hint draw", "history.correct.replace", (line.number, Deal()))
        if line.kind == PAY:
            return Key(HOLD | A, "hint undo", self._pay_back, (line,))
        return Key(HOLD | A, "", "only newest")

    def _pay_back(self, line: "Line") -> None:
        lines = self.lines
        payments = [other for other in lines if other.kind == PAY]
        first = end = payments.index(line)
        try:
            while lines.record(payments[first].record).joined:
                first -= 1
            end += 1
            while end < len(payments) and lines.record(payments[end].record).joined:
                end += 1
            paid = [lines.record(other.record) for other in payments[first:end]]
            lines.close()
        except (ValueError, OSError):
            self.app.display.refuse("line lost")
            return
        if line.number or any(first < other.number <= end for other in payments):
            self.app.display.refuse("back already")
            return
        back = [(to, source, points) for source, to, points in [record.what[0] for record in paid]]
        self.show("history.change.Pay", say("undo pay"), of_all(self.play, paid), back, first + 1)


def undo_newest_of(lines: Lines, row: "Row") -> "tuple[Any, ...]":
    """Returns the arguments of Undo for the newest line. row: of that line."""
    at = len(lines) - 1
    kind, number, record = lines[at]
    while at and lines[at - 1].record == record:
        at -= 1  # lost in the same gap
    return kind, lines[at].number, number, row[:2]


def undo_newest(app: "App") -> None:
    """Asks whether to take the last deal back; shows the deals if another line is newer, or they cannot be read."""
    app.show("history.deals.Deals")
    lang.use(Deals.words)
    try:
        lines = Lines(app.play.evening)
        newest = lines[len(lines) - 1] if len(lines) else None
        if newest is not None and newest.kind == DEAL:
            row = row_of(app.play, lines, newest)
            lines.close()
            app.show(UNDO, *undo_newest_of(lines, row))
    except (ValueError, OSError):
        pass  # the list says it


# ---- the texts of a line ----


def row_of(play: "Play", lines: Lines, line: "Line") -> "tuple[Any, str]":
    """Returns the left and the right of the row of a line. Raises ValueError if it is lost, and OSError."""
    if line.kind == CORRECT:
        return say("line corrected", line.number), ""
    if line.kind == LOST:
        return say("line lost"), ""
    if line.kind == DEAL:
        return ended(play, *lines.result(line.number))
    record, name = lines.record(line.record), play.name
    if line.kind == SWAP:
        sits, now = record.before.sits, play.evening.session.sits
        people = [player_of(now, person_of(sits, player)) for player in record.what[0]]
        return ("%s <> %s", [name(player) for player in people]), ""
    if line.kind == COUNT:
        counted = [name(player) for player in record.what[0]][:1] or [say("line box")]
        return (say("line counted", "%s"), counted), ""
    lent = line.kind == LOAN
    source, to, points = record.what[2 if lent else 0]
    words = say("line lent" if lent else "line back", "%s", "%s") if lent or line.number else "%s > %s"
    return (words, [name(source), name(to)]), str(points)


def of_all(play: "Play", records: "list[Any]") -> "tuple[Any, str]":
    """Returns the left and the right of a row for payments or loans that were entered together."""
    given = [record.what[2 if record.kind == LOAN else 0] for record in records]
    sides: "list[list[int]]" = [[], []]
    for transfer in given:
        for side in (0, 1):
            if transfer[side] not in sides[side]:
                sides[side].append(transfer[side])
    points = str(given[0][2])
    return between(play, *sides), points if len(given) == 1 else "%d x %s" % (len(given), points)


def ended(play: "Play", keys: "Any", session: "Session", gains: "list[int] | None") -> "tuple[Any, str]":
    """Returns in a row how a deal ended, and what it gave the winner, or who ended it. keys: the object of the deal,
    which nobody has checked; session: before the deal. Raises ValueError if the object makes no sense."""

    def player(seat: "Any") -> int:
        return session.player(a_word(seat, "", session.table.seats, "seat"))

    if not isinstance(keys, dict):
        raise ValueError("no deal")
    win = keys.get("win")
    who: "list[int]" = []
    if keys.get("winner") is not None and isinstance(win, dict):
        who = [player(keys["winner"])]
        words = "line drew" if win.get("by") in DRAWN else "line won"
        if win.get("from") is not None:
            who.append(player(win["from"]))
            words = "line robbed" if win.get("by") == "rob" else "line from"
    else:
        words = "line draw"
        for ending in ENDINGS:
            seat = keys.get(ending)
            if seat is not None:
                who = [player(seat["seat"] if isinstance(seat, dict) and "seat" in seat else seat)]
                words = "line " + ending
    gain = gains[who[0]] if who and gains else 0
    text = say(words, *["%s"] * len(who))
    return (text, [play.name(one) for one in who]) if who else text, signed(gain) if gain else "-"
