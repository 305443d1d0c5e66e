"""A session's file: its first line seats the table, each further one is a deal, or changes what was played."""

from mingg.core.interchange.deals import read_deal
from mingg.core.interchange.held import read_count
from mingg.core.interchange.json_in import BadInput, a_count, an_object
from mingg.core.interchange.stood import read_pay
from mingg.core.interchange.tables import read_session
from mingg.core.replay import Lines, NothingStands
from mingg.core.values import is_count
from mingg.ledger.kinds import CORRECT, COUNT, DEAL, PAY

from mingg_host.scoring.interchange.answers import answer_deal, write_answer
from mingg_host.scoring.interchange.exchanges import open_bank, play, write_bank

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.interchange.json_in import Json
    from mingg.core.replay import Line


class BadLine(ValueError):
    """A line that is wrong: line is its number; at and message as in BadInput."""

    def __init__(self, line: int, at: str, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.at = at
        self.message = message


def _read_correct(value: object) -> "tuple[int, Any]":
    keys = an_object(value, "", ("correct", "deal"))
    if "deal" not in keys:
        raise BadInput("/deal", "the deal as it should be is missing")
    return a_count(keys["correct"], "/correct"), keys["deal"]


class Replay:
    """A session played line by line. Every line is wrong or right as things stand when it comes; a wrong one raises
    BadLine and is not played."""

    def __init__(self, head: object, number: int = 1) -> None:
        """head: the first line, which seats the table."""
        self._head = head
        self._lines = Lines()
        try:
            self._start()
        except BadInput as error:
            raise BadLine(number, error.at, error.message)

    def _start(self) -> None:
        self.session = read_session(self._head)
        self._bank = open_bank(self.session.counters, len(self.session.names))
        self._told: "list[Json]" = []

    def line(self, value: object, number: int) -> None:
        """Plays one more line; `number` names it where it is wrong."""
        keys = value if isinstance(value, dict) else {}
        try:
            if "undo" in keys:
                self._undo(value)
            elif "correct" in keys:
                self._correct(value, number)
            elif "pay" in keys:
                an_object(value, "", ("pay",))
                self._play(self._lines.add(PAY, number, read_pay(keys["pay"], self.session)))
            elif "count" in keys:
                an_object(value, "", ("count", "box"))
                told: "dict[str, Any]" = {"counted": read_count(keys, self.session)}
                self._play(self._lines.add(COUNT, number, told))
            else:
                self._lines.add(DEAL, number, value)
                self._play(self._lines.standing[-1])
        except BadInput as error:
            raise BadLine(number, error.at, error.message)

    def _undo(self, value: object) -> None:
        told = an_object(value, "", ("undo",))["undo"]
        if not is_count(told) or told != 1:
            raise BadInput("/undo", "1: the last line that stands")
        try:
            self._lines.undo()
        except NothingStands as error:
            raise BadInput("/undo", str(error))
        self._recount()

    def _correct(self, value: object, number: int) -> None:
        try:
            self._lines.add(CORRECT, number, _read_correct(value))
        except NothingStands as error:
            raise BadInput("/correct", str(error))
        self._recount()

    def _recount(self) -> None:
        """Plays from the first line on whatever stands now."""
        self._start()
        for line in self._lines.played():
            try:
                self._play(line)
            except BadInput as error:
                raise BadLine(line.place, error.at, error.message)

    def _play(self, line: "Line") -> None:
        session = self.session
        if line.kind == COUNT:
            self._count(line.value)
            return
        if line.kind == PAY:
            source, to, points = line.value
            session.pay(source, to, points)
            if self._bank is not None:
                gains = [0] * len(session.names)
                gains[source], gains[to] = -points, points
                self._bank.apply(gains)
            return
        if session.table.over():
            raise BadInput("", "the game is over")
        round_wind = session.table.round_wind()
        deal = read_deal(line.value, session.rules, round_wind)
        answer_deal(deal, session.rules, round_wind)  # where nothing can be paid, nothing is played
        east = session.names[session.table.east]
        before = list(session.balances)
        found = write_answer(session.apply(deal), deal)
        found["east"] = east
        found["round"] = round_wind
        if self._bank is not None:
            gains = [now - before[player] for player, now in enumerate(session.balances)]
            found["exchange"] = play(self._bank, gains, session.names)
        self._told.append(found)

    def _count(self, told: "dict[str, Any]") -> None:
        """The counters lie as they were counted, whatever is corrected before it afterwards."""
        bank, balances = self._bank, self.session.balances
        if bank is None:
            return  # read_count has said so
        if "holdings" in told:
            bank.lie(told["holdings"], [now - then for now, then in zip(balances, told["balances"])])
        else:
            bank.counted(*told["counted"])
            told["holdings"], told["balances"] = bank.holdings(), list(balances)

    def stands(self) -> "Json":
        """Every deal's answer, what everybody has, who deals next, in which round, and whether the game is over; with
        counters, what everybody holds."""
        session = self.session
        stands = {
            "deals": self._told,
            "balances": {name: session.balances[i] for i, name in enumerate(session.names)},
            "east": session.names[session.table.east],
            "round": session.table.round_wind(),
            "over": session.table.over(),
        }
        if self._bank is not None:
            stands.update(write_bank(self._bank, session.names))
        return stands
