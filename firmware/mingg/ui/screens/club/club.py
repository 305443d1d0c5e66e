"""A club night on this device: what the director asks and says, and where the players sit."""

from mingg.core.table.session import Session
from mingg.hal.keys import LEFT, A, B
from mingg.lang import letters, named, say
from mingg.ui.kit.canvas import ALIGN_RIGHT, Canvas
from mingg.ui.kit.lists import Row, Rows, Text, wrap
from mingg.ui.kit.tables import standing
from mingg.ui.kit.view import HOLD, Act, Foot, Key, Parts, Picture, Screen, Title, View
from mingg.ui.seating import drawn, lacks_letters


class Requests(Screen):
    """The state of the link. The first rows call the director and show where to sit next; the others are requests that
    wait."""

    words = ("club",)

    def begin(self) -> None:
        club = self.app.club
        self.rows: "list[tuple[str, Act, object]]" = [(say("club call"), club.link.call, "")]
        if club.places:
            self.rows.append((say("club go"), "club.club.Go", ()))
        ask: "Act" = self.ask_again if self.play.entry is None else "no half entered"
        self.rows += [(say("club asks", word), ask, ()) for word in club.requests()]
        self.places = len(self.rows)

    def view(self) -> "Parts":
        link = self.app.club.link
        _, act, argument = self.rows[self.current]
        if self.current == 0 and link.calling is not None:
            act = "club calls"
        return View(
            Title(link.joined.club),
            Key(A, "A choose", act, argument),
            Foot(
                say("club is", link.joined.table, say("club " + link.state)),
                say("club queued", link.queued(self.play.evening.ledger)),
            ),
            Rows(self, len(self.rows), self.row),
        )

    def row(self, index: int) -> "Row":
        calls = index == 0 and self.app.club.link.calling is not None
        return self.rows[index][0], say("club calls") if calls else ""

    def ask_again(self) -> None:
        self.app.club.later = ""
        self.play.table()


class Go(Screen):
    """Where the players of this table sit next: table and seat in large figures."""

    words = ("club",)

    def view(self) -> "Parts":
        return View(Title(say("club go")), Key(A, "A go on", self.play.table), Picture(self.draw))

    def draw(self, canvas: "Canvas") -> None:
        for i, (name, table, seat) in enumerate(self.app.club.places):
            x, y = 1 + 65 * (i & 1), 13 + 26 * (i >> 1)
            right = canvas.figures(str(table), x, y) + 2
            if not lacks_letters(name):
                canvas.text(canvas.fit(name, x + 61 - right, True), right, y + 1, 0, True)
            canvas.wind(seat, right, y + 10, seat == "E")


class Show(Screen):
    """A message of the director."""

    words = ("club",)

    def begin(self, text: str) -> None:
        self.lines = wrap(self.app.display.canvas, text)

    def view(self) -> "Parts":
        return View(Title(say("club director")), Key(A, "A go on", self.back), Text(self, self.lines))


class Over(Screen):
    """The sitting is over: how the players stand. They wait for the director, who says where they go next."""

    words = ("club",)

    def view(self) -> "Parts":
        club, evening = self.app.club, self.play.evening
        sitting, balances = club.link.memo.sitting, evening.session.balances
        text = say("club beyond", evening.session.deals) if club.beyond() > 0 else say("club over")
        return View(
            Title(say("club sit", sitting[0] if sitting else 0)),
            Key(A, "A go on", "club.club.Go" if club.places else self.back),
            Foot(text),
            standing(drawn(evening.called), balances),
        )


class Sit(Screen):
    """A new sitting: who plays here, East first, by which rules. A begins it, B puts it off, and the left arrow, held,
    says that these are other players: a tap is not enough, since the director then has to act."""

    words = ("club",)

    def begin(self, word: str, session: "Session", sitting: int, deals: int) -> None:
        self.word, self.session, self.sitting, self.deals = word, session, sitting, deals

    def view(self) -> "Parts":
        club = self.app.club
        return View(
            Title(say("club sit", self.sitting)),
            Key(A, "A sit", club.sit, (self.word, self.session, self.sitting, self.deals)),
            Key(B, "B back", club.put_off, self.word),
            Key(LEFT, "", "no tap declines"),
            Key(HOLD | LEFT, "club not us", club.decline, self.word),
            Picture(self.draw),
        )

    def draw(self, canvas: "Canvas") -> None:
        session = self.session
        names, order = drawn(session.names), session.table.order
        for i, name in enumerate(names):
            y = 12 + 11 * i
            canvas.text(letters(session.table.seat(order[i])), 2, y, 0, True)
            canvas.text(canvas.fit(name, 60, True), 13, y, 0, True)
        canvas.text(canvas.fit(named("book", session.rules.title), 48), 126, 12, ALIGN_RIGHT)
        canvas.text(say("club deals", self.deals), 126, 22, ALIGN_RIGHT)
