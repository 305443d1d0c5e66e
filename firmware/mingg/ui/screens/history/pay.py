"""Payments between players outside any deal: who pays, who gets it, and how much on four wheels. So are loans of
counters. Also asks which two players change places."""

from mingg.evening.beside import lend, pay
from mingg.evening.counters import holdings
from mingg.lang import say
from mingg.ui.app import App
from mingg.ui.kit.people import Amount, Who, between
from mingg.ui.kit.view import Line

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

    def begin(self, givers: "list[int] | None" = None) -> None:
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
        self.show("history.pay.how_much", self.texts, self.givers or others, players or others)


class Lender(Payer):
    """Asks who lends counters, and then to whom."""

    name = "history.pay.Lender"
    texts = LENDS


class Swapper(Who):
    """Asks for two players who change places. one: the first of them, if they are known."""

    name = "history.pay.Swapper"

    def begin(self, one: "int | None" = None) -> None:
        self.about = say("who swaps?")
        if one is not None:
            self.but, self.about, self.asks = [one], say("swaps with whom?"), self.play.name(one)
        self.one = one

    def take(self, players: "list[int]") -> None:
        if self.one is None:
            self.show(self.name, players[0])
        else:
            self.show("history.change.Swap", self.one, players[0])


def how_much(app: "App", texts: "tuple[str, ...]", givers: "list[int]", takers: "list[int]") -> Amount:
    """Asks how much each of the givers gives each of the takers."""
    line = Line(between(app.play, givers, takers))
    return Amount(app, texts[0 if len(givers + takers) == 2 else 3], line, texts[4], give, (app, texts, givers, takers))


def give(app: "App", texts: "tuple[str, ...]", givers: "list[int]", takers: "list[int]", points: int) -> None:
    """Makes the payments or loans."""
    play, pays = app.play, texts[0] == PAYS[0]
    given = [(source, to, points) for source in givers for to in takers]
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
    text = say("paid" if pays else "lent", str(points) if len(given) == 1 else "%d x %d" % (len(given), points))
    play.table()
    if held is None:
        app.display.show_text(text)
    else:
        app.show("counters.counters.of_change", held, given if pays else [], text)
