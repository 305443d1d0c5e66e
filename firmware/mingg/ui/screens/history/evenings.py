"""The end of a game: the standing, the pool, and the way to the next game. The evenings that are kept, each with its
final standing."""

from typing import Any

from mingg.core.counters.sets import remainders
from mingg.core.table.session import PAY, Session
from mingg.evening.evening import Evening, room
from mingg.evening.evenings import evenings, remove, summary
from mingg.evening.lines import Lines
from mingg.hal.keys import DOWN, UP, A
from mingg.lang import SHORTER, named, say
from mingg.ui.kit.forms import Hints, Throws
from mingg.ui.kit.lists import Row, Rows, Text, start_after
from mingg.ui.kit.tables import standing
from mingg.ui.kit.view import HOLD, Foot, Key, Parts, Screen, Title, View
from mingg.ui.screens.history.deals import Reading
from mingg.ui.seating import drawn

PLENTY = 1000  # deals; of more room than this the exact number does not matter
DIGITS = 9  # of the number of an evening that are shown


def pool(evening: "Evening") -> int:
    """Returns the points in the pool, which the players throw dice for; 0 if there are none, or if a player has taken
    them. Raises OSError."""
    points_over = remainders(evening.session.balances)
    lines = Lines(evening)
    taken = len(lines) > 0 and lines[-1].kind == PAY and sum(1 for points in points_over if points) < 2
    return 0 if taken else sum(points_over)


class Over(Screen):
    """The standing after the last round, or earlier if the players end the game."""

    words = ("over",)

    def begin(self) -> None:
        try:
            self.pool = pool(self.play.evening)
        except OSError:
            self.pool = 0

    def view(self) -> "Parts":
        evening = self.play.evening
        keys = [Key(DOWN, "QR", "history.code.Code")]
        if self.pool:
            keys.insert(0, Key(UP, ["pool of", self.pool], "history.evenings.Pool"))
        return View(
            Title(say("game over")),
            Key(A, "A next game", "history.evenings.NextGame"),
            Hints("", keys),
            standing(drawn(evening.called), evening.session.balances),
        )


class NextGame(Screen):
    """Begins the next game: with the same people and rules in a new ledger, or with a new table."""

    words = ("over",)

    def view(self) -> "Parts":
        evening = self.play.evening
        rules = evening.session.rules
        limit = say("no limit") if rules.limit is None else say("limit is", rules.limit)
        return View(
            Title(say("next game")),
            Key(A, "A choose", self.start if not self.current else "setup.setup.NewSession"),
            Foot((named("book", rules.title), limit), say("East first", self.play.name(0)), say("starts")),
            Rows(self, 2, lambda index: (say(("same table", "set up anew")[index]), "")),
        )

    def start(self) -> None:
        from mingg.ui.begin import new_session

        play = self.play
        last = play.evening.session
        session = Session(list(play.evening.called), last.rules, last.counters, last.rounds)
        new_session(self.app, session, play.evening.turn)


class Pool(Throws):
    """The players throw for the pool: the highest throw takes it (Babcock p.82). Or an arrow says who threw most."""

    words = ("over",)
    takes = "takes it"

    def begin(self) -> None:
        self.throwing = list(range(len(self.play.evening.called)))

    def view(self) -> "Parts":
        play = self.play
        people = [(play.side(player), player, play.name(player)) for player in range(len(play.evening.called))]
        return View(Title(say("pool of", sum(remainders(play.evening.session.balances)))), *self.answers(people))

    def take(self, player: int) -> None:
        """Shows what it does to the balances if a player takes the pool."""
        points_over = enumerate(remainders(self.play.evening.session.balances))
        payments = [(source, player, points) for source, points in points_over if points and source != player]
        row = say("takes the pool", self.play.name(player)), ""
        self.show("history.change.Pay", say("pool"), row, payments)


class Evenings(Reading):
    """The evenings: the present one, then the newest first. A opens one; A held asks whether to remove it."""

    words = ("over",)

    def begin(self) -> None:
        super().begin()
        self.numbers: "list[int]" = []
        try:
            listed = sorted([(played, number) for number, played in evenings(self.play.evening)], reverse=True)
            self.numbers = [number for _, number in listed]
        except OSError:
            pass  # no evening is shown, and A says so
        self.count = len(self.numbers)
        left = room(self.play.evening)
        self.left = [] if left is None else [say("room", left) if left < PLENTY else say("plenty")]
        self.move_to(0)

    def read(self, index: int) -> "Row":
        number = self.numbers[index]
        try:
            read = summary(self.play.evening, number)
        except OSError:
            read = None
        self.app.navigator.make_room_here()  # each evening may have loaded other rules
        shown = str(number)[-DIGITS:]
        if read is None:
            return say("cannot be read"), "", shown, None
        names, _, deals, _, over = read
        names = drawn(names)
        return (" ".join(["%s"] * len(names)), names), say("ended" if over else "deals so far", deals), shown, read

    def view(self) -> "Parts":
        number, read = 0, None
        if self.numbers:
            number, read = self.numbers[self.current], self.row(self.current)[3]
        opens = Key(A, "A open", "history.evenings.Standing", (number, read)) if read else Key(A, "", "cannot be read")
        held, foot = Key(HOLD | A, "hint removes", "history.evenings.Remove", number), self.left
        if not self.current:
            held, foot = Key(HOLD | A, "", "played now"), [say("now and new")] + foot
        rows = Rows(self, self.count, self.row, start_after(max(self.numbers + [0])))
        return View(Title(say("evenings")), opens, held, Foot(*foot), rows)


class Standing(Screen):
    """The standing of an evening. Down shows its deals; A goes on with it. read: what summary() says of it."""

    words = ("over",)

    def begin(self, number: int, read: "Any") -> None:
        self.number, self.read = number, read

    def view(self) -> "Parts":
        names, title, deals, balances, over = self.read
        play, played = self.play, self.number == self.play.evening.ledger.number
        progress = say("ended after" if over else "so far", deals)
        down, go_on = Key(DOWN, "its deals", self.look), Key(A, "A play on", self.play_on)
        if played:
            go_on = Key(A, "A done", self.back)
        elif self.app.club is not None:
            down, go_on = Key(DOWN, "", "no other evening"), Key(A, "", "no other evening")
        elif play.entry is not None:
            go_on = Key(A, "", "no half entered")
        text = named("book", title) + ", " + progress + SHORTER + progress
        title = Title(say("evening", self.number) + SHORTER + str(self.number))
        return View(title, go_on, Hints(text, [down]), standing(drawn(names), balances))

    def look(self) -> None:
        from mingg.ui.opening import look_at

        play = self.play
        if self.number == play.evening.ledger.number or self.app.display.stored("not read", look_at, play, self.number):
            self.show("history.deals.Deals")

    def play_on(self) -> None:
        # Imported here: the list of evenings would have no room for it.
        from mingg.ui.opening import play_on

        play_on(self.play, self.number)


class Remove(Screen):
    """Asks before it removes an evening."""

    words = ("over",)

    def begin(self, number: int) -> None:
        self.number = number

    def view(self) -> "Parts":
        return View(
            Title(say("evening", self.number)),
            Key(A, "A removes", self.remove),
            Text(self, (say("remove?"), say("gone for good"))),
        )

    def remove(self) -> None:
        app = self.app
        if app.display.stored("not removed", remove, self.play.evening, self.number):
            self.app.navigator.show_root()
            self.show("history.evenings.Evenings")
            app.display.show_text(say("removed"))
