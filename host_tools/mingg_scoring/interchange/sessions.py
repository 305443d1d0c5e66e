"""Plays a session's file on the firmware's evening: the first line names rules and players, each other is a deal or
changes earlier ones."""

from io import BytesIO

from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.tables import read_session
from mingg.core.table.session import CORRECT, COUNT, DEAL, LOAN, PAY, UNDO, difference
from mingg.evening.begin import begin
from mingg.evening.beside import count, pay
from mingg.evening.change import correct, undo
from mingg.evening.corrected import after_correct
from mingg.evening.counters import holdings, moved
from mingg.evening.evening import Evening
from mingg.evening.lines import STAYS, Chain
from mingg.evening.save import save
from mingg.records.kinds import AFTER
from mingg.records.parse import read_kept, read_line, read_standing

from mingg_scoring.interchange.answers import payable, read_deal, write_answer
from mingg_scoring.interchange.exchanges import write_holdings, write_moved

MYPY = False
if MYPY:
    from typing import Any, Iterator

    from mingg.core.deal.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session, Standing


class BadLine(BadInput):
    """A line is wrong. line: its number, from 1."""

    def __init__(self, line: int, error: BadInput) -> None:
        BadInput.__init__(self, error.pointer, error.message)
        self.line = line


class MemoryStore:
    """A store as mingg.evening.evening needs it. files: by name."""

    def __init__(self, files: "dict[str, bytes] | None" = None) -> None:
        self.files = dict(files or {})

    def read(self, name: str) -> "bytes | None":
        return self.files.get(name)

    def lines(self, name: str) -> "Iterator[bytes]":
        return BytesIO(self.files.get(name, b""))

    def append(self, name: str, data: bytes) -> None:
        self.files[name] = self.files.get(name, b"") + data

    def prepare(self, name: str) -> None:
        pass

    def replace(self, name: str, data: bytes) -> None:
        self.files[name] = data

    def remove(self, name: str) -> None:
        self.files.pop(name, None)

    def names(self) -> "list[str]":
        return sorted(self.files)

    def free(self) -> "int | None":
        return None


class _Lines(Chain):
    """The lines that stand, with their records."""

    def __init__(self, session: "Session") -> None:
        Chain.__init__(self, session)
        self.records: "dict[int, Any]" = {}

    def record(self, number: int) -> "Any":
        return self.records[number]


class SessionPlay:
    """Plays a session line by line. A line that is impossible after the lines before it raises BadLine, and changes
    nothing.

    evening  the state; its ledger is in `files`
    lines    the lines that stand
    """

    def __init__(self, head: "Any", number: int = 1) -> None:
        """head: the first line, with rules and players."""
        try:
            session = read_session(head)
        except BadInput as error:
            raise BadLine(number, error)
        store = MemoryStore()
        self.files = store.files
        self.evening = Evening(store)
        begin(self.evening, session)
        self.lines = _Lines(session)

    def line(self, value: "Any", number: int) -> None:
        """Plays a line. number: of the line, for messages. Raises BadLine.

        A correction of a ledger may have the key `after`: the standing that the firmware recorded. Firmware before
        edition 3 counted later deals again, perhaps for other players. Such a standing stays as it was recorded.
        """
        try:
            session, after = self.evening.session, None
            if isinstance(value, dict) and CORRECT in value and AFTER in value:
                after = read_standing(value[AFTER], "/after", session, session.deals)
                value = {key: value[key] for key in value if key != AFTER}
            record = read_line(value, session)
            if record.kind == CORRECT:
                record = self._correct(record, after)
            else:
                record = self._PLAYS[record.kind](self, record)
            self.lines.records[record.number] = record
            self.lines.follow(record)
        except BadInput as error:
            raise BadLine(number, error)

    def _deal(self, record: "Any") -> "Any":
        evening = self.evening
        session = evening.session
        if session.table.over():
            raise BadInput("", "the game is over. Leave this line out.")
        deal = _read(record.keys, session)
        return payable(save, evening, deal)

    def _correct(self, record: "Any", after: "Standing | None") -> "Any":
        evening, lines, number = self.evening, self.lines, record.target
        session = evening.session
        if not 1 <= number <= lines.deals():
            raise BadInput("/correct", "there is no deal %d. Use 1 to the number of valid deals." % number)
        if after and after.deals != session.deals:
            raise BadInput("/after/deals", "a correction does not change the number of deals")
        before, _ = lines.find(number)
        deal = _read(record.keys, before)
        own = payable(after_correct, evening, number, deal, lines)
        if session.at(after or own).standing() != own and session.rules.edition >= STAYS:
            raise BadInput("/after", "the deal does not lead to this standing. Leave it out.")
        return correct(evening, number, deal, after or own)

    def _pay(self, record: "Any") -> "Any":
        evening, back = self.evening, record.back
        if back:
            payments = [self.lines.record(line.record) for line in self.lines if line.kind == PAY]
            if back > len(payments):
                raise BadInput("/back", "there is no payment %d. Use 1 to the number of valid payments." % back)
            paid = payments[back - 1]
            if (paid.source, paid.to, paid.points) != (record.to, record.source, record.points):
                raise BadInput("/back", "payment %d is not the opposite of this one. Name another one." % back)
            if any(other.back == back for other in payments):
                raise BadInput("/back", "payment %d is taken back already. Leave this line out." % back)
        return pay(evening, [(record.source, record.to, record.points)], back)

    def _count(self, record: "Any") -> "Any":
        return count(self.evening, record.trays, record.box, record.lent)

    def _undo(self, record: "Any") -> "Any":
        if not self.evening.top:
            raise BadInput("/undo", "no line is left to take back. Leave this out.")
        return undo(self.evening)

    _PLAYS = {DEAL: _deal, PAY: _pay, COUNT: _count, LOAN: _count, UNDO: _undo}

    def stands(self) -> "Json":
        """The answer of every deal, the balances, who deals next, the round, and whether the game is over. With
        counters, also the exchanges, and the counters of all players."""
        session, names = self.evening.session, self.evening.session.names
        answers: "list[Json]" = []
        befores: "list[Session]" = []
        for line in self.lines:
            if line.kind not in (DEAL, CORRECT):
                continue
            record = self.lines.record(line.record)
            if line.kind == DEAL:
                befores.append(session.at(record.before))
                answers.append({})
            before, entry = befores[line.number - 1], answers[line.number - 1]
            deal = read_kept(record.keys, before)
            entry.update(write_answer(before.answer(deal), deal))
            entry["east"], entry["round"] = names[before.table.east], before.table.round_wind()
            if record.before.held is not None:
                exchange, held = moved(session, record.before.held, difference(record.before, record.after))
                exchanged = write_moved(exchange, held, names)
                if line.kind == DEAL:
                    entry["exchange"] = exchanged
                else:
                    entry.setdefault("corrections", []).append(exchanged)
        stands = {
            "deals": answers,
            "balances": {name: session.balances[i] for i, name in enumerate(names)},
            "east": names[session.table.east],
            "round": session.table.round_wind(),
            "over": session.table.over(),
        }
        last = holdings(self.evening)
        if last is not None:
            stands.update(write_holdings(last, names))
        return stands


def _read(value: object, session: "Session") -> "Deal":
    """Reads a deal. session: as it is before the deal. Raises BadInput."""
    return read_deal(value, session.rules, session.table.round_wind())
