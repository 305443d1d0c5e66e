"""The end of a game: the standing, the pool, and the way to the next game."""

from mingg.core.counters.sets import remainders
from mingg.core.rules import EDITION
from mingg.core.table.session import PAY, Session
from mingg.evening.lines import Lines
from mingg.hal.keys import DOWN, UP, A
from mingg.lang import named, say
from mingg.ui.kit.forms import Hints
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.tables import standing
from mingg.ui.kit.view import HOLD, NOTHING, Arm, Centre, Foot, Key, Otherwise, Screen, Title, View
from mingg.ui.screens.history.change import Pays

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening.evening import Evening
    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts


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

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        try:
            self.pool = pool(self.play.evening)
        except OSError:
            self.pool = 0

    def view(self) -> "Parts":
        evening = self.play.evening
        keys = [Key(DOWN, "QR", "history.code.Code")]
        if self.pool:
            keys.insert(0, Key(UP, ["pool of", self.pool], "history.over.Pool"))
        return View(
            Title(say("game over")),
            Key(A, "A next game", "history.over.NextGame"),
            Hints("", keys),
            standing(evening.called, evening.session.balances),
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
            Key(A, "A choose", self.begin if not self.current else "setup.setup.NewSession", NOTHING, False, True),
            Foot((named("book", rules.title), limit), say("East first", evening.called[0]), say("starts")),
            Rows(self, 2, lambda index: (say(("same table", "set up anew")[index]), "")),
        )

    def begin(self) -> None:
        play = self.play
        last = play.evening.session
        rules = last.rules
        if rules.edition != EDITION:
            # A new game has the newest edition of the rules. Few evenings are older.
            from mingg.core.rules.options import load_keeping

            rules = load_keeping(rules.id, rules.options, rules.players, rules.house)
        play.begin(Session(list(play.evening.called), rules, last.counters, last.rounds), play.evening.turn)


class Pool(Screen):
    """The players throw for the pool with the device's dice, and again after a tie; the highest throw takes it (Babcock
    p.82). Or an arrow says who threw most.

    sums      what each player threw
    throwing  the players who throw now; at last the one who takes the pool
    """

    words = ("over",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.sums: "dict[int, int]" = {}
        self.throwing = list(range(len(self.play.evening.called)))

    def view(self) -> "Parts":
        play, table = self.play, self.play.playing.table
        taker = self.throwing[0] if self.sums and len(self.throwing) == 1 else None
        middle = Arm(A, say("tie again" if self.sums else "all throw"), self.throw)
        if taker is not None:
            middle = Arm(A, say("takes it", play.name(taker)), "history.over.PoolTaken", taker)
        parts: "list[Any]" = [Title(say("pool of", sum(remainders(play.evening.session.balances)))), middle]
        for player in table.order:
            side, thrown = play.side(player) or 0, str(self.sums.get(player, ""))
            parts.append(Arm(side, thrown, "history.over.PoolTaken", player, play.name(player), player == taker))
        out = table.sitting_out()
        if out is not None:
            parts.append(Key(HOLD | A, ["", play.name(out)], "history.over.PoolTaken", out, False, True))
            thrown = " %d" % self.sums[out] if out in self.sums else ""
            parts.append(Centre(say("hold A", play.name(out)) + thrown, ""))
        return View(*parts, Otherwise("nobody there"))

    def throw(self) -> None:
        play = self.play
        try:
            self.sums = {player: play.roll() + play.roll() for player in self.throwing}
        except OSError:
            self.app.display.refuse("no dice")
            return
        most = max(self.sums.values())
        self.throwing = [player for player in self.throwing if self.sums[player] == most]

    def state(self) -> "tuple[Any, ...]":
        return self.sums, self.throwing

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.sums, self.throwing = state


class PoolTaken(Pays):
    """A player takes the pool."""

    words = ("deals", "over")

    def __init__(self, app: "App", player: int) -> None:
        points_over = remainders(app.play.evening.session.balances)
        self.player = player
        self.payments = [
            (source, player, points) for source, points in enumerate(points_over) if points and source != player
        ]
        super().__init__(app)

    def heading(self) -> str:
        return say("pool")

    def reason(self) -> "tuple[Any, str]":
        return say("takes the pool", self.play.name(self.player)), ""

    def leave(self) -> None:
        self.show("history.over.Over")
