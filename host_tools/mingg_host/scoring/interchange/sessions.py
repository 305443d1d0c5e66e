"""Replays a session's file: the first line names rules and players, each other is a deal or changes earlier ones."""

from mingg.core.counters.bank import new_bank
from mingg.core.interchange.held import read_count
from mingg.core.interchange.json_in import BadInput, a_count, an_object
from mingg.core.interchange.stood import read_pay
from mingg.core.interchange.tables import read_session
from mingg.core.replay import Line, Replay
from mingg.core.table.session import CORRECT, COUNT, DEAL, PAY
from mingg.core.values import is_count

from mingg_host.scoring.interchange.answers import answer_deal, write_answer
from mingg_host.scoring.interchange.exchanges import write_bank, write_moved
from mingg_host.scoring.interchange.reasons import read_deal

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.counters.exchange import Exchange
    from mingg.core.deal.deal import Answer, Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Standing


class BadLine(ValueError):
    """A line is wrong. line: its number, from 1. pointer, message: as in BadInput."""

    def __init__(self, line: int, pointer: str, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.pointer = pointer
        self.message = message


class SessionReplay(Replay):
    """Plays a session line by line. A line that is impossible after the lines before it raises BadLine, and changes
    nothing."""

    def __init__(self, head: "Any", number: int = 1) -> None:
        """head: the first line, with rules and players."""
        try:
            Replay.__init__(self, read_session(head))
        except BadInput as error:
            raise BadLine(number, error.pointer, error.message)
        self.objects: "dict[int, Any]" = {}  # of the deals, by line
        self._counts: "dict[int, Standing]" = {}  # by line: the standing after a physical count
        self.restart()

    def restart(self) -> None:
        """Goes back to the start of the session."""
        self.session = self.session.begun()
        self.bank = new_bank(self.session) if self.session.counted() else None
        self.answers: "list[Json]" = []

    def line(self, value: object, number: int) -> None:
        """Plays a line. number: of the line, for messages. Raises BadLine."""
        keys = value if isinstance(value, dict) else {}
        try:
            if "undo" in keys:
                self._undo(value)
            elif CORRECT in keys:
                self._correct(value, number)
            elif PAY in keys:
                an_object(value, "", (PAY,))
                self._add(Line(PAY, 0, read_pay(keys[PAY], self.session), number))
            elif COUNT in keys:
                an_object(value, "", (COUNT, "box"))
                self._add(Line(COUNT, 0, read_count(keys, self.session), number))
            else:
                self.objects[number] = value
                self._add(Line(DEAL, self.deals() + 1, None, number))
        except BadInput as error:
            raise BadLine(number, error.pointer, error.message)

    def _add(self, line: Line) -> None:
        self.standing.append(line)
        self.play(line)

    def _undo(self, value: object) -> None:
        count = an_object(value, "", ("undo",))["undo"]
        if not is_count(count) or count != 1:
            raise BadInput("/undo", "this must be 1: only the last valid line can be taken back")
        if not self.standing:
            raise BadInput("/undo", "no line is left to take back. Leave this out.")
        self.standing.pop()
        self._recount()

    def _correct(self, value: object, number: int) -> None:
        keys = an_object(value, "", (CORRECT, "deal"))
        if "deal" not in keys:
            raise BadInput("/deal", "the corrected deal is missing. Add it.")
        deal = a_count(keys[CORRECT], "/correct")
        if not 1 <= deal <= self.deals():
            raise BadInput("/correct", "there is no deal %d. Use 1 to the number of valid deals." % deal)
        self.objects[number] = keys["deal"]
        self.standing.append(Line(CORRECT, deal, None, number))
        self._recount()

    def _recount(self) -> None:
        """Plays all valid lines again."""
        self.restart()
        for line in self.order():
            try:
                self.play(line)
            except BadInput as error:
                raise BadLine(line.record, error.pointer, error.message)

    # ---- the contents of lines ----

    def read(self, line: Line) -> "Deal":
        session = self.session
        if session.table.over():
            raise BadInput("", "the game is over. Leave this line out.")
        round_wind = session.table.round_wind()
        deal = read_deal(self.objects[line.record], session.rules, round_wind)
        answer_deal(deal, session.rules, round_wind)  # a deal that cannot be paid is not played
        return deal

    def take(self, line: Line) -> "Standing | None":
        if self.bank is None:
            return None
        known = self._counts.get(line.record)
        if known is None:
            self.bank.counted(*line.value)
            self._counts[line.record] = self.session.standing(self.bank.holdings())
        return known

    # ---- answers ----

    def before_deal(self, line: Line, deal: "Deal", answer: "Answer") -> None:
        table = self.session.table
        entry = write_answer(answer, deal)
        entry["east"] = self.session.names[table.east]
        entry["round"] = table.round_wind()
        self.answers.append(entry)

    def play(self, line: Line, deal: "Deal | None" = None) -> "Exchange | None":
        moved = Replay.play(self, line, deal)
        if line.kind == DEAL and moved is not None and self.bank is not None:
            self.answers[-1]["exchange"] = write_moved(moved, self.bank, self.session.names)
        return moved

    def stands(self) -> "Json":
        """Returns the answer of every deal, the balances, who deals next, the round, and whether the game is over. With
        counters, also the counters of all players."""
        session = self.session
        stands = {
            "deals": self.answers,
            "balances": {name: session.balances[i] for i, name in enumerate(session.names)},
            "east": session.names[session.table.east],
            "round": session.table.round_wind(),
            "over": session.table.over(),
        }
        if self.bank is not None:
            stands.update(write_bank(self.bank, session.names))
        return stands
