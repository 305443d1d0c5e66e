"""Result: what each player gains in a deal, and the way to the reasons."""

from mingg.core.deal.deal import OUT
from mingg.evening.evening import last_deal, played
from mingg.hal.keys import A
from mingg.lang import SHORTER, say
from mingg.ui.kit.canvas import ALIGN_CENTRE
from mingg.ui.kit.compass import Compass
from mingg.ui.kit.view import Key, Otherwise, Screen, Title, View, signed
from mingg.ui.seating import order_without

MYPY = False
if MYPY:
    from mingg.evening.evening import Last
    from mingg.ui.app import App
    from mingg.ui.kit.view import Page, Parts


class Scores(Compass):
    """What the players gain, around a full box with the winner's score. below: a line under the score."""

    def __init__(self, people: "list[tuple[int, str, str, str]]", score: str, below: str) -> None:
        self.people, self.score, self.below = people, score, below

    def place(self, page: "Page") -> None:
        canvas, score, below = page.canvas, self.score, self.below
        big = len(score) < 4 and not below
        below = page.fit(below, 44)
        width = max(canvas.figures_width(score, big), canvas.width(below)) + 6
        self.box = room = min(width, 122 - 2 * max([canvas.width(person[3]) for person in self.people]))
        super().place(page)
        canvas.box(64 - room // 2, 24, room, 25)
        if room < width:
            canvas.text(score, 64, 26 if below else 33, ALIGN_CENTRE, True, 0)
        else:
            canvas.figures(score, 64, 25 if below else 26 if big else 30, ALIGN_CENTRE, big, 0)
        canvas.text(page.fit(below, room - 2), 64, 40, ALIGN_CENTRE, False, 0)


class Result(Screen):
    """Shows why a saved deal pays what it pays. number: of the deal in the evening."""

    words = ("saved",)
    next = "result.counted.Items"

    def __init__(self, app: "App", last: "Last", number: int) -> None:
        super().__init__(app)
        self.last, self.number = last, number

    def view(self) -> "Parts":
        play, last = self.play, self.last
        order = order_without(play.playing.table.players, last.players.get(OUT))
        people, keys, out = [], [], ""
        for seat, player in last.players.items():
            name, gain = play.name(player), signed(last.answer.net[seat])
            if seat == OUT:
                out = name + " " + gain + SHORTER + name[:3] + " " + gain
                continue
            side = play.side(player, order) or 0
            people.append((side, name, seat, gain))
            keys.append(Key(side, "a hand", "result.counted.Items", (last, player)))
        score = last.answer.counts[last.deal.winner].score if last.deal.winner else 0
        correct = Key(A, "A correct", "history.change.correct_by_hand", self.number)
        if self.app.play.looks_back:
            correct = Key(A, "", "no looking")
        return View(Title(say("why?")), correct, *keys, Otherwise("nobody there"), Scores(people, str(score), out))


def of_last(app: "App") -> Result:
    """Shows the result of the last deal."""
    evening = app.play.evening
    return Result(app, last_deal(evening), evening.session.deals)


def of_deal(app: "App", number: int) -> "Result | None":
    """Shows the result of a deal of the evening. If it cannot be read, goes back."""
    from mingg.evening.lines import Lines  # the last deal, which most players ask for, is known without

    try:
        deal, session = Lines(app.play.evening).deal(number)
    except ValueError:
        app.back()
        app.display.refuse("deal lost")
    except OSError as error:
        app.back()
        app.display.refuse_error(error, "not read")
    else:
        app.show("result.result.Result", played(deal, session), number)
    return None
