"""Result: what each player gains in a deal, and the way to the reasons. Explanation: why something counts."""

from mingg.core.deal.deal import MAJOR_EXPOSED, OUT
from mingg.core.explain.explain import Why
from mingg.core.rules import Rules
from mingg.core.rules.rows import OURS
from mingg.evening.evening import Last, last_deal, played
from mingg.hal.keys import A
from mingg.lang import SHORTER, because, say
from mingg.ui.app import App
from mingg.ui.kit.canvas import ALIGN_CENTRE, Canvas
from mingg.ui.kit.compass import Compass
from mingg.ui.kit.lists import Row, Text, wrap
from mingg.ui.kit.view import Key, Otherwise, Page, Parts, Screen, Title, View, signed
from mingg.ui.seating import order_without

Paragraphs = list[tuple[str, str]]  # words, which are wrapped, and a figure after them

TITLE = 97  # pixels of a title and its figure, beside the sign of B


class Scores(Compass):
    """What the players gain, around a full box with the winner's score. below: a line under the score."""

    asks = True

    def __init__(self, people: "list[tuple[int, str, str, str]]", score: str, below: str) -> None:
        self.people, self.score, self.below = people, score, below

    def place(self, page: "Page") -> None:
        canvas, score, below = page.canvas, self.score, self.below
        big = len(score) < 4 and not below
        below = page.fit(below, 44)
        width = max(canvas.figures_width(score, big), canvas.width(below)) + 6
        self.box = room = min(width, 118 - 2 * max([canvas.width(person[3]) for person in self.people]))
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
    next = "result.counted.Counted"

    def begin(self, last: "Last", number: int) -> None:
        self.last, self.number = last, number

    def view(self) -> "Parts":
        play, last = self.play, self.last
        order = order_without(play.playing.table.players, last.players.get(OUT))
        people, keys, out = [], [], ""
        for seat, player in last.players.items():
            name, gain = play.name(player), signed(last.answer.net[seat])
            if seat == OUT:
                out = SHORTER.join([name[:letters] + " " + gain for letters in (8, 3, 2, 1)])
                continue
            side = play.side(player, order) or 0
            people.append((side, name, seat, gain))
            keys.append(Key(side, ["hand of", name], "result.counted.Counted", (last, player)))
        score = last.answer.counts[last.deal.winner].score if last.deal.winner else 0
        correct = Key(A, "A correct", "history.correct.by_hand", self.number)
        if self.play.aside is not None:
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
        del Lines  # it would keep its module
        app.navigator.make_room_here()  # what read the deal is needed no more
        app.show("result.result.Result", played(deal, session), number)
    return None


def of_why(why: "Why", figures: "Paragraphs") -> "Paragraphs":
    """Returns the lines of a reason: its sentence, the figures, the page."""
    source = say(OURS) if why.source == OURS else why.source
    return [(because(why.key, why.figures), "")] + figures + ([(source, "")] if source else [])


def tiles_of(special: str, rules: "Rules") -> "Paragraphs":
    """Returns a line with the tiles of a special hand, if house rules define it."""
    hand = rules.table["patterns"].get(special)
    return [] if hand is None else [(hand["tiles"], "")]


def item_row(id_: str, slot: int, word: "str | None", points: int, kind: "str | None" = None) -> "Row":
    """Returns an item that is counted, as a row. kind: the class of the tiles of a pung or kong, if it is known."""
    if slot >= 0:
        words = say("by " + (kind or ("simple" if slot < MAJOR_EXPOSED else "honour")), say(id_))
        return words, str(points), (4 if id_ == "kong" else 3, slot % 2)
    return say("pair %s" % word if id_ == "pair" else "loose-tile" if id_ == "loose" else id_), str(points)


def made_words(steps: "list[tuple[str, str]]") -> "Paragraphs":
    """Returns the steps to the points of a set in words (core/explain/explain.made)."""
    return [(say("made " + step), figure) for step, figure in steps]


def lines_of(canvas: "Canvas", paragraphs: "Paragraphs") -> "Paragraphs":
    """Returns the lines of paragraphs, each with the figure after its last line."""
    lines: "Paragraphs" = []
    for words, value in paragraphs:
        wrapped = wrap(canvas, words, 114 - canvas.width(value, True) if value else 118)
        lines += [(line, "") for line in wrapped[:-1]] + [(wrapped[-1], value)]
    return lines


class Explanation(Screen):
    """An explanation, from which A and B go back to the screen before. The last line is the place in the book."""

    def begin(self, title: str, figure: str, paragraphs: "Paragraphs") -> None:
        self.heading, self.figure = title, figure
        canvas = self.app.display.canvas
        lines = lines_of(canvas, paragraphs)
        if canvas.width(title) + canvas.width(figure) > TITLE:
            # a title that is too long for the header comes first below it
            self.heading = ""
            lines = lines_of(canvas, [(title, "")]) + lines
        self.lines = lines

    def view(self) -> "Parts":
        title = Title(self.heading, self.figure)
        title.keeps = 1
        return View(title, Key(A, "A done", self.back, quiet=True), Text(self, self.lines))
