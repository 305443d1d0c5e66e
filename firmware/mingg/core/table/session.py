"""A session: the same people play deal after deal at one table, by one rule set. The table: who is East, who sits out,
which round it is, and when the game is over.

Players are numbers: 0 is the first East, then to the right.
"""

from collections import namedtuple
from typing import Any

from mingg.core.counters.sets import Holdings
from mingg.core.deal.deal import OUT, PASSES, ROUNDS, STAYS, Answer, Deal, seats
from mingg.core.rules import Rules

START = 2000  # points of each player at the start
# The kinds of a session's lines; each kind but DEAL is also the key that marks such a line in a file.
DEAL, CORRECT, PAY, COUNT, UNDO = "deal", "correct", "pay", "count", "undo"
# More kinds of the lines of an evening. LOST: one or more damaged records, of which only the standings before and after
# them are known. LOAN: a count by which one player lent another counters. SWAP: two people change places in all deals.
LOST, LOAN, SWAP = "lost", "loan", "swap"
# A key of a payment that takes an earlier one back: which of the payments that stand it is, from 1.
BACK = "back"
BOX, LENT = "box", "lent"  # keys of a count

# The state between two lines: deals played; East, a player; the round, from 0; the balances; East's wins in a row;
# whether the next deal is a Goulash; `sits`, as in Session; the Holdings of counters (None: there are none, or they are
# unknown).
Standing = namedtuple("Standing", ("deals", "east", "round", "balances", "streak", "goulash", "sits", "held"))


def person_of(sits: "list[int] | None", player: int) -> int:
    """The person that a player is, as an index of the names. sits: of a standing or a session."""
    return sits[player] if sits else player


def player_of(sits: "list[int] | None", person: int) -> int:
    """The player that a person is: the reverse of person_of()."""
    return sits.index(person) if sits else person


def difference(before: Standing, after: Standing) -> "list[int]":
    """What each player gains between two standings."""
    return [now - then for then, now in zip(before.balances, after.balances)]


class Table:
    """players  how many
    rounds   how many rounds make a game
    order    the players in play in this round, from its first East to the right
    east     the player who deals
    round    from 0
    streak   how many deals in a row East has won
    """

    def __init__(self, players: int, round_number: int = 0, rounds: int = 0) -> None:
        self.seats = seats(players)
        self.players = players
        self.rounds = rounds or len(ROUNDS[players])
        self.round = round_number
        self.streak = 0
        self._begin_round()

    def _begin_round(self) -> None:
        # Of five players, number 4 sits out the first round, then number 0, 1 and so on. After the end of the game they
        # sit as in the last round.
        first = min(self.round, self.rounds - 1) % self.players if self.players == 5 else 0
        self.order = [(first + i) % self.players for i in range(len(self.seats))]
        self.east = self.order[0]

    def resume(self, east: int, round_number: int, streak: int) -> None:
        """Continues with this East in this round."""
        self.round = round_number
        self._begin_round()
        self.east = east
        self.streak = streak

    def sitting_out(self) -> "int | None":
        """The player of five who does not play this round; None if all play."""
        return (self.order[0] + 4) % 5 if self.players == 5 else None

    def sits_out_next(self) -> "tuple[int, int] | None":
        """Of five players: (how many more times East must pass, the player who sits out then); else None."""
        if self.players != 5 or self.round >= self.rounds - 1:
            return None
        return 4 - self.order.index(self.east), self.order[0]

    def round_wind(self) -> str:
        """The round wind; after the end of the game that of the last round."""
        return ROUNDS[self.players][min(self.round, self.rounds - 1)]

    def over(self) -> bool:
        """Whether all rounds have been played."""
        return self.round == self.rounds

    def seat(self, player: int) -> str:
        """The seat wind of a player in this deal; ValueError if the player sits out."""
        return self.seats[(self.order.index(player) - self.order.index(self.east)) % len(self.seats)]

    def player(self, seat: str) -> int:
        """The player with a seat wind in this deal."""
        return self.order[(self.seats.index(seat) + self.order.index(self.east)) % len(self.order)]

    def advance(self, winner: "str | None", deals_next: str) -> None:
        """Moves the table after a deal: East stays, passes to the right, or goes to the seat `deals_next`. The round
        ends when East passes from the last player of `order`."""
        self.streak = self.streak + 1 if winner == "E" else 0
        if deals_next == STAYS:
            return
        self.streak = 0
        if deals_next != PASSES:
            self.east = self.player(deals_next)
        elif self.east != self.order[-1]:
            self.east = self.order[(self.order.index(self.east) + 1) % len(self.order)]
        else:
            self.round += 1
            if not self.over():
                self._begin_round()


class Session:
    """names     the players: the first East, then to the right
    rules     the Rules in force
    counters  "none", "babcock", "harr", or a set of the players' own, as in the interchange format
    rounds    how many rounds the players agreed on; 0: all
    table     the Table
    balances  points by player, 2,000 each at the start
    deals     how many have been played
    goulash   the next deal is a Goulash
    sits      after a swap, the person that each player is, as an index of `names`; None: everyone is as at the start
    start     the Standing at its start, if it goes on from another session, whose rules were others; else None
    earlier   how many deals were played in that session, and before it: their numbers go on
    """

    start: "Standing | None" = None
    earlier = 0

    def __init__(
        self, names: "list[str]", rules: "Rules", counters: "str | dict[str, Any]" = "none", rounds: int = 0
    ) -> None:
        self.names = names
        self.rules = rules
        self.counters = counters
        self.rounds = rounds
        self.table = Table(len(names), 0, rounds)
        self.balances = [START] * len(names)
        self.deals = 0
        self.goulash = False
        self.sits: "list[int] | None" = None

    def counted(self) -> bool:
        """Whether the session has counters, besides balances."""
        return self.counters != "none"

    def answer(self, deal: "Deal") -> "Answer":
        """The Answer to a deal if it were played now. Changes only deal.streak."""
        # Imported here: while a deal is entered a board needs the memory for something else.
        from mingg.core.settle.settle import answer, prepare

        prepare(self.rules)
        # A deal of the device has the sets of its tiles already.
        if any(hand.tiles is not None and hand.faces is None for hand in deal.hands.values()):
            from mingg.core.hand.complete import complete

            complete(deal, self.rules, self.table.round_wind())
        deal.streak = self.table.streak + 1 if deal.winner == "E" else 0
        return answer(deal, self.rules)

    def player(self, seat: str) -> int:
        """The player at a seat in this deal; OUT: the player who sits out."""
        out = self.table.sitting_out()
        return out if seat == OUT and out is not None else self.table.player(seat)

    def standing(self, held: "Holdings | None" = None) -> Standing:
        """The present Standing; held: the counters, which only the caller knows."""
        table = self.table
        return Standing(
            self.deals, table.east, table.round, list(self.balances), table.streak, self.goulash, self.sits, held
        )

    def resume(self, standing: Standing) -> None:
        """Continues from a standing."""
        self.table.resume(standing.east, standing.round, standing.streak)
        self.balances = list(standing.balances)
        self.deals = standing.deals
        self.goulash = standing.goulash
        self.sits = standing.sits

    def begin_at(self, start: "Standing | None") -> None:
        """Lets the session begin at a standing."""
        self.start = start
        if start is not None:
            self.earlier = start.deals
            self.resume(start)

    def begun(self) -> "Session":
        """A session of the same players and rules, at its start."""
        session = Session(self.names, self.rules, self.counters, self.rounds)
        session.begin_at(self.start)
        return session

    def at(self, standing: Standing) -> "Session":
        """A session of the same players and rules at another standing."""
        session = self.begun()
        session.resume(standing)
        return session

    def copy(self) -> "Session":
        """A session at the same standing, which plays on independently."""
        return self.at(self.standing())

    def pay(self, source: int, to: int, points: int) -> None:
        """Makes a payment between two players, outside any deal."""
        self.balances[source] -= points
        self.balances[to] += points

    def swap(self, one: int, other: int) -> None:
        """Lets two players change places in all deals: each is from now on the person that the other was."""
        sits = list(self.sits or range(len(self.names)))
        sits[one], sits[other] = sits[other], sits[one]
        self.sits = sits if sits != sorted(sits) else None

    def correct(self, before: "Session", gained: "list[int]", deal: "Deal") -> "Answer":
        """Replaces a deal where it was played, and returns the new Answer. Later deals keep their players, seats and
        payments; only the last deal also decides who deals next.

        before: the session before that deal, which does not change. gained: what the replaced deal gave each player.
        """
        now = before.copy()
        answer = now.apply(deal)
        for player, balance in enumerate(before.balances):
            self.balances[player] += now.balances[player] - balance - gained[player]
        if now.deals == self.deals:
            self.table, self.goulash = now.table, now.goulash
        return answer

    def gains(self, answer: "Answer") -> "list[int]":
        """What an Answer gives each player, by player; the session is as it was before the deal."""
        gains = [0] * len(self.names)
        for seat, gain in answer.net.items():
            gains[self.player(seat)] += gain
        return gains

    def apply(self, deal: "Deal", result: "Answer | None" = None) -> "Answer":
        """Plays a deal: changes balances, East and round. Returns its Answer; result: that Answer if it is known
        already. ValueError: the game is over."""
        if self.table.over():
            raise ValueError("the game is over")
        if result is None:
            result = self.answer(deal)
        for player, gain in enumerate(self.gains(result)):
            self.balances[player] += gain
        self.table.advance(deal.winner, result.deals_next)
        self.deals += 1
        self.goulash = self.rules.goulash_follows(deal)
        return result
