"""How the deal was won: from whom, or drawn; and whether it was the only place. Rare ways have a page of their own."""

from typing import Any

from mingg.entry.entry import FILLED
from mingg.hal.keys import UP, A
from mingg.lang import say
from mingg.ui.kit.canvas import ALIGN_CENTRE, ALIGN_LEFT
from mingg.ui.kit.view import HOLD, Arm, Key, Otherwise, Page, Parts, Screen, Title, View

Asked = tuple[str, "str | None", str]

# What makes a win rare: for all players; for East; and for another player, who claims East's first discard.
_RARE = "loose", "last", "lucky_thirteen", "rob"
_RARE_OF_EAST, _RARE_OF_OTHERS = ("original", "heaven"), ("earth", "first-discard")


class How(Screen):
    """An arrow chooses the player who discarded the tile, or the winner, who drew it. A ticks that there was only one
    place for the tile; A held shows the rare ways. If the place is not asked, A shows them at once.

    asked: None, or a rare way that needs to know whose tile it was: its way, "" for any; its opening; its words.
    """

    next = "deal.card.Card"

    def begin(self, asked: "Asked | None" = None) -> None:
        self.asked = asked
        entry, session = self.play.entry, self.play.playing
        rules = session.rules
        self.robs = asked is not None and bool(asked[0])
        self.rare = ""  # the words of the rare way that is entered
        if asked is not None:
            self.rare = say(asked[2]) if self.robs else ""
        elif entry.way in ("loose", "rob") or entry.last or entry.opening or entry.hidden:
            from mingg.entry.rare_ways import standing

            self.rare = standing(entry)
        # If the shape of the last set counts, it is asked later, and the only place does not count.
        self.asks_place = rules.knows("only-place")
        others = _RARE_OF_EAST if entry.winner == session.table.east else _RARE_OF_OTHERS
        self.knows_rare = any(rules.knows(item) for item in _RARE + others) or rules.knows_hidden
        # Where both count, A ticks the place, both, the pair and none in turn, since a tile that fills a pair mostly
        # had only that place. So a deal in which it did not is asked nothing more.
        self.asks_pair = self.asks_place and rules.table["shape_counts"]

    def view(self) -> "Parts":
        play, winner = self.play, self.play.entry.winner
        seat = play.playing.table.seat(winner)
        if self.asked is not None:
            return View(Title(say("whose kong?" if self.robs else "lucky: how?"), "", seat))
        return View(Title(say("wins", "%s"), say("how?"), seat, play.name(winner)))

    def below(self) -> "Parts":
        entry, table = self.play.entry, self.play.playing.table
        only, filled = entry.won().only_place, entry.fills_pair()
        rare: "Any" = "seldom.rare.Rare" if self.knows_rare else "nothing rare"
        if self.asked is not None:
            rare = self.back
        # nobody robs themselves
        parts: "list[Any]" = [self._arm(player) for player in table.order if not self.robs or player != entry.winner]
        if self.asks_place:
            lines = [say("only"), say("place")]
            word = " ".join(lines) + (", " + say("pair") if self.asks_pair else "")
            if filled:
                lines = [say("only"), "+ " + say("pair")] if only else [say("pair")]
            hint = "hold rare"
            if self.asks_pair and not filled:
                hint = "A again: pair" if only else "pair, hold rare"
            # an arm of three lines at a side leaves no room below it
            high = any(arm.key < UP and arm.text.count("|") + bool(arm.first) > 1 for arm in parts)
            tick = Tick(A, ["", word], self.tick)
            tick.marked, tick.lines = only or filled, lines
            tick.hint = say(hint) if self.knows_rare and not high else ""
            parts += [tick, Key(HOLD | A, "rare ways", rare, quiet=True)]
        elif self.knows_rare:
            parts.append(Arm(A, say("rare"), rare))
        else:
            parts.append(Key(A, "", "asked later"))
        return View(*parts, Otherwise("whose kong?" if self.robs else "nobody there"))

    def _arm(self, player: int) -> Arm:
        """Returns the answer of a player: who drew the tile, or discarded it."""
        play = self.play
        chosen = self.asked is None and self._stands(player)
        side, rare = play.side(player) or 0, self.rare if chosen or self.robs else ""
        if player == play.entry.winner:
            return Arm(side, rare or say("drew it"), self.take, player, "", chosen)
        return Arm(side, rare or say("from"), self.take, player, play.name(player), chosen, True)

    def _stands(self, player: int) -> bool:
        entry = self.play.entry
        return entry.way is not None and entry.source == (None if player == entry.winner else player)

    def tick(self) -> None:
        """Changes whether there was only one place, or whether the tile filled a pair."""
        hand, filled = self.play.entry.won(), self.play.entry.fills_pair()
        if not self.asks_pair or hand.only_place == filled:
            hand.only_place = not hand.only_place
        else:
            hand.last_set = None if filled else FILLED
        self.play.changed()

    def take(self, player: int) -> None:
        entry = self.play.entry
        way, source = ("draw", None) if player == entry.winner else ("discard", player)
        if self.asked is not None:
            rare, opening, _ = self.asked
            entry.set_way(way if source is None else rare or way, source, False, opening)
        # the arrow of the present choice goes on with it, also if it is a rare way
        elif not self._stands(player):
            entry.set_way(way, source)
        self.show("deal.card.go_on")


class Tick(Key):
    """The box in the middle that A ticks, with one or two lines that say what the tick means, and a hint below it. The
    arms at its sides are placed after it."""

    marked = False
    hint = ""
    lines: "list[str]"

    def place(self, page: "Page") -> None:
        canvas, ink, page.aside = page.canvas, 1, 27
        if self.marked:  # a full box: to invert an empty one takes ten times as long
            ink = 0
            canvas.box(36, 23, max(57, 28 + max([canvas.width(line) for line in self.lines])), 21)
        canvas.key("A", 38, 28, ink)
        canvas.frame(50, 28, 9, 9, ink)
        y = 25 if len(self.lines) > 1 else 29
        for line in self.lines:
            canvas.text(line, 63, y, ALIGN_LEFT, False, ink)
            y += 9
        if self.marked:
            canvas.tick(52, 30, 0)  # after the words, where a screen reader says it
        canvas.text(page.fit(self.hint, 108), 64, 45, ALIGN_CENTRE)
