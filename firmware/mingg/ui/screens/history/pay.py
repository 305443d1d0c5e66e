"""Payments between players outside any deal: who pays, who gets it, and how much on four wheels. So are loans of
counters."""

from mingg.evening.beside import lend, pay
from mingg.evening.counters import holdings
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.kit.forms import Wheels
from mingg.ui.kit.people import Who
from mingg.ui.kit.view import Key, Line, Screen, Title, View

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts

TENS = 2  # the wheel that is current at first
# The messages of a payment and of a loan of counters: the title, who gives, who gets, the title if there are several,
# what A does.
PAYS = "menu pay", "who pays?", "pays whom?", "pay each", "A pays"
LENDS = "a loan", "who lends?", "lends whom?", "lend each", "A lends"


class Payer(Who):
    """Asks who pays, and then who gets it.

    givers: who pays, if that is known; none of them: all but the one who gets it
    """

    name = "history.pay.Payer"
    texts = PAYS

    def __init__(self, app: "App", givers: "list[int] | None" = None) -> None:
        super().__init__(app)
        self.givers = givers
        self.several = givers is None or len(givers) == 1
        self.about, self.asks = say(self.texts[1]), say(self.texts[0])
        if givers is not None:
            self.but, self.about = givers, say(self.texts[2])
            self.asks = " ".join([self.play.name(giver) for giver in givers]) or say("all others")

    def take(self, players: "list[int]") -> None:
        if self.givers is None:
            self.show(self.name, players)
            return
        others = [other for other in range(len(self.play.evening.called)) if other not in self.givers + players]
        self.show("history.pay.Sum", self.texts, self.givers or others, players or others)


class Lender(Payer):
    """Asks who lends counters, and then to whom."""

    name = "history.pay.Lender"
    texts = LENDS


class Sum(Screen):
    """Asks how much each of the givers gives each of the takers."""

    words = ("menu",)
    lasting = "points", "current"

    def __init__(self, app: "App", texts: "tuple[str, ...]", givers: "list[int]", takers: "list[int]") -> None:
        super().__init__(app)
        self.texts = texts
        self.givers, self.takers = givers, takers
        self.points = 0
        self.current = TENS

    def view(self) -> "Parts":
        texts, names = self.texts, [self.play.name(player) for player in self.givers + self.takers]
        line = " ".join(["%s"] * len(self.givers)) + " > " + " ".join(["%s"] * len(self.takers))
        return View(
            Title(say(texts[0 if len(names) == 2 else 3])),
            Key(A, texts[4], self.give) if self.points else Key(A, "", "no points"),
            Line((line, names)),
            Wheels(self),
        )

    def give(self) -> None:
        app, play, pays = self.app, self.play, self.texts[0] == PAYS[0]
        points = self.points
        given = [(source, to, points) for source in self.givers for to in self.takers]
        try:
            held = holdings(play.evening)
            (pay if pays else lend)(play.evening, given)
        except OSError as error:
            app.display.refuse_error(error)
            return
        except ValueError:
            app.display.refuse("cannot lend")
            return
        if play.entry is not None:
            play.changed()  # a draft belongs to one moment of the ledger
        text = say("paid" if pays else "lent", points)
        play.table()
        if held is None:
            app.display.show_text(text)
        else:
            self.show("counters.counters.of_change", held, given if pays else [], text)
