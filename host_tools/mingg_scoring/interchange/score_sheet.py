"""The score sheet of a deal: each hand's items in the order of the books, the doublings, the payments.

It has words where JSON has keys: *white dragon* for `5z`. The catalogues of the device have them, and so its words are
those of the device.
"""

from collections import namedtuple
from typing import Any, Iterator

from mingg.core.deal.deal import MAJOR_EXPOSED
from mingg.core.explain import explain, paid
from mingg.core.explain.explain import OF_CLASS
from mingg.core.interchange import keys

from mingg_scoring.interchange.tiles import arrangement, tile_of

# Sections of the catalogues with the words of a sheet.
SECTIONS = ("score sheet", "tiles", "options")
ORDER = ("E", "S", "W", "N", "out")  # MicroPython's dictionaries have none
TIMES = 3  # doublings up to so many have a word

# Colours only repeat what the words say.
GAINS, LOSES, MIND = "green", "red", "yellow"
SUM, DOUBLED, SPECIAL = "bold", "cyan", "bold magenta"

# A line with two columns: words, and a figure; of a doubling, the points so far. note: lines under the words, of a hand
# the reason and the page. style: of both columns; figure_style: of the figure, if it has another.
Line = namedtuple("Line", ("words", "figure", "note", "style", "figure_style"))
# Lines with a heading; None is a blank line. mark: a remark in the heading, with its style. tiles: of a hand, as they
# were arranged.
Part = namedtuple("Part", ("heading", "lines", "mark", "tiles"))
# A deal as it is shown. head, foot: sentences, each with its style.
Sheet = namedtuple("Sheet", ("head", "parts", "foot"))


def line(words: str, figure: "int | str" = "", note: str = "", style: str = "", figure_style: str = "") -> Line:
    """A line with what most lines lack."""
    return Line(words, figure, note, style, figure_style)


def capital(words: str) -> str:
    """Words at the beginning of a line."""
    return words[:1].upper() + words[1:]


class ScoreSheet:
    """Writes score sheets. words: says texts, as `mingg.lang` does, which has SECTIONS in memory. explained: with the
    reasons."""

    def __init__(self, words: "Any", explained: bool = False) -> None:
        self.say = words.say
        self.named = words.named
        self.because = words.because
        self.explained = explained

    # ---- words ----

    def tile(self, tile: str) -> str:
        """A tile in words: "dots 2", "white dragon", "flower 3"."""
        number, kind = int(tile[0]), tile[1]
        if kind == "f":
            return "%s %d" % (self.say("flower"), number)
        text: str = self.say("tile " + tile) if kind == "z" else self.say("tile " + kind, number)
        return text

    def seat(self, seat: str) -> str:
        """The player in a seat."""
        text: str = self.say("seat " + seat)
        return text

    def item(self, item: "Any", tile: "str | None") -> str:
        """An item of an answer in words. tile: its own, if it is known."""
        say, name = self.say, item.id
        if tile is not None and name == "flower":
            return self.tile(tile)
        if item.slot >= 0:
            if tile is not None:
                words = say("of tile", say(name), self.tile(tile))
            else:
                kind = "simple" if item.slot < MAJOR_EXPOSED else OF_CLASS.get(item.of, "honour")
                words = say("by " + kind, say(name))
            return "%s, %s" % (words, say("hand" if item.slot % 2 else "table"))
        words = say("pair " + item.word if name == "pair" else "loose-tile" if name == "loose" else name)
        return words if tile is None else "%s, %s" % (words, self.tile(tile))

    def doubling(self, doubling: "Any", tile: "str | None") -> str:
        """A doubling in words. tile: its own, if it is known."""
        words: str = self.say("by " + doubling.id)
        if "%s" in words:
            words = words % self.say("set")
        return words if tile is None else "%s, %s" % (words, self.tile(tile))

    def special(self, special: str) -> str:
        """The name of a special hand."""
        text: str = self.named("special", special)
        return text

    def ending(self, deal: "Any", names: "dict[str, str]") -> str:
        """Says how a deal ended. deal: of the core. names: of the players by seat."""
        say = self.say
        text: str
        if deal.ending is not None:
            ending, seat, majors = deal.ending
            text = say("ended " + ending)
            return text % ((names[seat], majors) if "%d" in text else names[seat])
        if deal.winner is None:
            text = say("a draw")
            return "%s, %s" % (text, say("kongs", deal.kongs)) if deal.kongs else text
        win = deal.win
        won, winner = "won " + (win.opening or win.by), names[deal.winner]
        of_whom = win.source is not None and win.opening is None
        parts = [say(won + " of", winner, names[win.source]) if of_whom else say(won, winner)]
        if win.last:
            parts.append(say("last drawn" if win.drawn() else "last claimed"))
        return ", ".join(parts + [say(row.key) for row in keys.WIN if row.rows and getattr(win, row.name)])

    def agreed(self, rules: "Any") -> str:
        """The options in force without the limit, which is printed elsewhere."""
        parts = []
        for name in sorted(rules.options):
            value = rules.options[name]
            if name == "limit" or value is False:
                continue
            words = self.say("option " + name)
            if value is not True:
                words = "%s: %s" % (words, self.say("value " + value) if isinstance(value, str) else value)
            parts.append(words)
        return ", ".join(parts)

    def rules(self, rules: "Any") -> str:
        """A rule set and its limit."""
        limit = self.say("no limit") if rules.limit is None else self.say("limit is", rules.limit)
        return "%s, %s" % (self.named("book", rules.title), limit)

    def liable(self, deal: "Any", names: "dict[str, str]") -> "list[str]":
        """A sentence for each liable player. deal, names: as in ending()."""
        return [
            self.say(
                "liable " + ("full" if each.share == "full" else "half") + (" fed" if each.why == "feeding" else ""),
                names[each.seat],
            )
            for each in deal.liable
        ]

    def following(self, deals_next: str, names: "dict[str, str]") -> str:
        """Says who deals next."""
        say = self.say
        text: str = say("next passes") if deals_next == "passes" else ""
        return text or (say("next stays", names["E"]) if deals_next == "stays" else say("next is", names[deals_next]))

    # ---- the lines of a hand ----

    def lines(self, counted: "Any", seat: str) -> "Iterator[Line | None]":
        """Yields the lines of a hand, without the score at the end; None for a line across."""
        say, rules, note = self.say, counted.rules, self._note
        count, hand = counted.answer.counts[seat], counted.deal.hands.get(seat)
        for item in count.items:
            yield line(self.item(item, tile_of(item, hand)), item.points, note(explain.of_item, item, rules))
        if len(count.items) > 1:
            yield None
            yield line(say("sum"), count.points, "", SUM)
        total = count.points
        for doubling in count.doubled:
            times = doubling.times
            total <<= times
            words = self.doubling(doubling, tile_of(doubling, hand))
            words = say("doubled %d" % times, words) if times <= TIMES else say("doubled n", times, words)
            yield line(words, total, note(explain.of_doubling_row, doubling.row, rules), DOUBLED)
        share, score = counted.points_of_special(seat), counted.why_score(seat)
        if share is not None:
            total = share
            yield line(self.special(count.special), share, self._because(score), SPECIAL)
        for added in counted.added(seat):
            total += added.points
            words = say("added n", added.points, say("added " + added.id))
            yield line(words, total, self._because(added.why), SPECIAL)
        if share is not None:
            if total != count.score:
                yield line(say("the limit"), count.score, note(explain.of_limit, rules), SPECIAL)
        elif score is not None:
            words = say("the limit") if count.special is None else self.special(count.special)
            yield line(words, count.score, self._because(score), SPECIAL)

    def _note(self, why: "Any", *of: "Any") -> str:
        return self._because(why(*of)) if self.explained else ""

    def _because(self, why: "Any") -> str:
        """A reason with the place in its book."""
        return "%s %s" % (self.because(why.key, why.figures), why.source) if self.explained else ""

    # ---- the sheet ----

    def sheet(self, counted: "Any", names: "dict[str, str] | None" = None) -> Sheet:
        """A deal as it is shown. names: of the players by seat; without them it has the seats."""
        rules, deal, answer = counted.rules, counted.deal, counted.answer
        known = names or {seat: self.seat(seat) for seat in answer.net}
        head = [("%s: %s" % (self.rules(rules), self.ending(deal, known)), "bold")]
        agreed = self.agreed(rules)
        if agreed:
            head.append((self.say("agreed", agreed), ""))
        parts = []
        for seat in [seat for seat in ORDER if seat in answer.counts]:
            lines = list(self.lines(counted, seat))
            if lines or seat == deal.winner or seat in deal.hands:
                heading = "%s (%s)" % (names[seat], self.seat(seat)) if names else known[seat]
                parts.append(self._hand(counted, seat, heading, lines))
        parts.append(self._payments(counted, known))
        after = self.following(answer.deals_next, known)
        if rules.goulash_follows(deal):
            after += " " + self.say("goulash follows")
        return Sheet(head, parts, [(sentence, "") for sentence in self.liable(deal, known) + [after]])

    def _hand(self, counted: "Any", seat: str, heading: str, lines: "list[Line | None]") -> Part:
        wins, hand = seat == counted.deal.winner, counted.deal.hands.get(seat)
        mark = (" " + self.say("hand wins"), "bold " + GAINS) if wins else ("", "")
        if not wins and hand is not None and hand.dead:
            mark = ", " + self.say("hand " + hand.dead), "bold " + LOSES
        notes = "\n".join([self._because(why) for why in counted.dropped(seat)])
        score = counted.answer.counts[seat].score
        last = line(self.say("hand score"), score, notes, "bold " + GAINS if wins else "bold")
        between: "list[Line | None]" = [None] if lines else []
        return Part(heading, lines + between + [last], mark, (hand and arrangement(hand)) or "")

    def _payments(self, counted: "Any", names: "dict[str, str]") -> Part:
        say, answer = self.say, counted.answer
        table: "list[Line | None]" = []
        for payment in answer.payments:
            steps = paid.steps(payment, counted.deal, counted.rules) if self.explained else []
            note = "\n".join(["%s: %s" % (step.shown, self._because(step.why)) for step in steps])
            table.append(line(capital(say("pays", names[payment.source], names[payment.to])), payment.points, note))
        if self.explained:
            table += [line(say("even"), 0, self._because(why)) for why in counted.even()]
        table += [None] if table else [line(say("no payments")), None]
        for seat in [seat for seat in ORDER if seat in answer.net]:
            gain = answer.net[seat]
            words = capital(say("loses" if gain < 0 else "gains", names[seat]))
            table.append(line(words, abs(gain), "", "", LOSES if gain < 0 else GAINS if gain else ""))
        return Part(say("sheet payments"), table, ("", ""), "")
