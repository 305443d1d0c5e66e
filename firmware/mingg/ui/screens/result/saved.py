"""Saves a deal, shows that it is in the ledger and who pays whom, and takes it back. Opened again later, it shows the
payments."""

from collections.abc import Sequence

from mingg.core.deal.deal import OUT, Deal
from mingg.evening.evening import Last, keep_draft, last_deal, room
from mingg.evening.save import save as save_deal
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import SHORTER, say
from mingg.ui.app import App
from mingg.ui.kit.canvas import Canvas
from mingg.ui.kit.payments import Payments
from mingg.ui.kit.view import HOLD, Foot, Key, Line, Otherwise, Part, Parts, Picture, Screen, Title, View
from mingg.ui.play import Play

Arrows = Sequence[tuple[int, int, int]]  # in the last line: the key, how far before the word, the y

WINNERS: "Arrows" = ((LEFT, 17, 57), (UP, 13, 56), (DOWN, 13, 61), (RIGHT, 7, 57))
UNDO: "Arrows" = ((LEFT, 7, 57),)


def payments(app: "App") -> "Saved | None":
    """Shows who paid whom in the last deal. Goes to Table if that cannot be read."""
    try:
        last = last_deal(app.play.evening)  # it is read again after a correction
    except OSError as error:
        app.play.table()
        app.display.refuse_error(error, "not read")
        return None
    if last is None:
        app.play.table()
        return None
    return Saved(app, last)


class Saved(Screen):
    """The payments of the last deal. If it was just saved, B takes it back; later the left arrow does."""

    def begin(self, last: "Last") -> None:
        self.last = last
        self.saved = just_saved(self.play)
        if not self.saved:
            self.words = ("deals",)
        self.next = "counters.counters.of_deal" if self._moves() else ""

    def _moves(self) -> bool:
        """Returns whether counters move and it is known which."""
        evening = self.play.evening
        known = evening.due is not None or evening.held_before is not None
        return known and evening.session.counted() and bool(self.last.answer.payments)

    def view(self) -> "Parts":
        play, saved = self.play, self.saved
        table = play.playing.table
        parts: "list[Part]" = [Key(HOLD | A, "why", "result.result.of_last", quiet=True)]
        right = ""
        arrows: "Arrows" = ()  # what stands in the last line after the word for A held
        if saved:
            parts.append(Key(B, "B undo", "result.saved.undo"))
        else:
            parts.append(Key(LEFT, "take back", "history.deals.undo_newest", quiet=True))
            right, arrows = say("undo it"), UNDO
        if self._moves():
            parts += [Key(A, "A counters", "counters.counters.of_deal"), Otherwise("counters first")]
        elif saved and table.over():
            parts.append(Key(A, "A go on", self.end))
        elif saved:
            parts.append(Key(A, "A next deal", play.table))
            parts += [Key(play.side(p) or 0, ["next winner", play.name(p)], self.win, p) for p in table.order]
            parts.append(Otherwise("nobody there"))
            right, arrows = say("next won"), WINNERS
        out = table.sitting_out()
        if saved and out is not None and self.last.players.get(OUT) != out:
            name = play.name(out)
            right, arrows = say("out now", name) + SHORTER + name, ()
        last_line = Foot((say("hold A why"), right)), Picture(draw_arrows, right, arrows)
        return View(Title(say("saved" if saved else "payments")), *last_line, *parts)

    def below(self) -> "Parts":
        last, name = self.last, self.play.name
        if last.answer.payments:
            paid = [(name(last.players[p.source]), name(last.players[p.to]), p.points) for p in last.answer.payments]
            return [Payments(paid, True)]
        lines = [say("no payments")]
        if last.deal.winner is None and last.deal.ending is None:
            lines.insert(0, say("a draw"))
            if self.saved and self.play.playing.goulash:
                lines += say("next goulash").split("|")
        return [Line(line) for line in lines]

    def end(self) -> None:
        """The game is over: the way back leads to Table."""
        self.play.table()
        self.show("history.evenings.Over")

    def win(self, player: int) -> None:
        """A player won the next deal: the players need not go to Table first."""
        self.play.table()
        self.show("deal.table.win", player)

    def get_ready(self) -> bool:
        room(self.play.evening)  # Table needs it
        return False

    def idle(self) -> None:
        # worked out while the players read: it may take a third of a second
        if self._moves():
            self.play.settle()


def draw_arrows(canvas: "Canvas", word: str, arrows: "Arrows") -> None:
    """Draws arrows before the word for what they do, in the last line."""
    x = 125 - canvas.width(word)
    for key, left, y in arrows:
        canvas.arrow(key, x - left, y)


def save(app: "App", ended: "Deal | None" = None) -> None:
    """Saves a deal that ended without a winner, or the entry if `ended` is None, and shows that. If it fails, goes back
    and shows why."""
    play = app.play
    entry = play.entry
    deal = ended or entry.deal(play.playing)
    deal.goulash = play.playing.goulash
    try:
        save_deal(play.evening, deal)
    except OSError as error:
        app.back()
        app.display.refuse_error(error)
        play.unsaved = app.display.bar
        return
    except ValueError:
        app.back()
        app.display.refuse("no deal")
        return
    play.forget_entry()
    play.undoable = entry, play.evening.moment(), app.navigator.path_before()
    app.navigator.show_root()
    app.show("result.saved.payments")
    if entry is not None and ended is not None:
        app.display.show_text(say("half dropped"))


def just_saved(play: "Play") -> bool:
    """Returns whether the last deal was saved just now, so that undo() takes it back."""
    return play.undoable is not None and play.undoable[1] == play.evening.moment()


def _take_back(play: "Play") -> None:
    """Takes back the deal that was just saved: it is half entered again. If OSError is raised, nothing has changed."""
    from mingg.evening.change import undo

    evening = play.evening
    entry = play.undoable and play.undoable[0]
    if entry is not None:
        # Stored with the moment before that deal, the draft is valid only when the deal is taken back: a power cut
        # between these two writes loses nothing.
        keep_draft(evening, entry.pack(), (evening.ledger.number, evening.top))
    undo(evening)
    play.undoable = None
    play.entry, play.playing = entry, evening.session
    if entry is not None:
        play.changed()


def undo(app: "App") -> None:
    """Takes back the deal that was just saved, and goes to the page where it was entered."""
    play = app.play
    undoable, last = play.undoable, play.evening.last
    if undoable is None or last is None:
        app.back()
        return
    try:
        app.display.meanwhile(lambda: _take_back(play))
    except (ValueError, OSError) as error:
        app.back()
        app.display.refuse_error(error) if isinstance(error, OSError) else app.display.refuse("cannot be changed")
    else:
        app.navigator.show_path(undoable[2])
        if last.deal.winner is not None:
            app.display.show_text(say("taken back"))
