"""The lines of an evening that stand, read from its ledger."""

from collections import namedtuple

from mingg.core.interchange.json_in import read_pay
from mingg.core.interchange.stood import AFTER, MOST_DEALS
from mingg.core.table.session import BACK, CORRECT, COUNT, DEAL, LOAN, LOST, PAY
from mingg.core.values import is_count
from mingg.evening.history.records import parse, read_deal, standing_after, standing_before
from mingg.ledger.reader import Opened
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from typing import Iterator

    from mingg.core.counters.bank import Bank
    from mingg.core.deal.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session, Standing
    from mingg.evening.state import State

_NOT_PLAIN = ('"undo"', '"correct"', '"pay"', '"count"', '"on"')

# What a record adds to a session. It stands until it is taken back.
# kind    DEAL, CORRECT, PAY, COUNT, LOAN or LOST
# number  DEAL: of the deal; CORRECT: of the deal that it replaces; LOST: of the first lost deal (0: no deal was lost);
#         PAY: of the payment that it takes back (0: of none); else 0
# value   PAY: (source, to, points); LOAN: (lender, borrower, points); COUNT: the first player who was counted, or None
#         for the box; LOST: the Standings (before, after); else None
# record  the number of the record; LOST: of the first record
Line = namedtuple("Line", ("kind", "number", "value", "record"))


def deals_of(line: Line) -> int:
    """The number of deals in a line: 0 or 1, for LOST possibly more."""
    if line.kind == LOST:
        before, after = line.value
        return int(after.deals - before.deals)
    return int(line.kind == DEAL)


class History:
    """standing: the lines that stand, oldest first.

    Only the Lines stay in memory; a record is read again when it is needed. The record of a deal has the standing
    before the deal: it says where the deal was played, and no correction of another deal changes that.
    """

    def __init__(self, state: "State") -> None:
        self.session = state.session.begun()
        self.standing: "list[Line]" = []
        self._ledger = state.ledger
        self._firsts: "list[int]" = []  # by part: the lowest number that a record in it can have
        # How far record() has read: the part, the number of the last record, and its text. The next record that is
        # wanted usually comes later in the same part.
        self._part = -1
        self._number = 0
        self._text = ""
        self._reading: "Iterator[tuple[int, str]]" = iter(())
        self._balances = state.session.balances
        self._scan(state.top)

    # ---- which lines stand ----

    def _scan(self, top: int) -> None:
        number, previous_text = 0, ""
        for part in range(len(self._ledger.parts)):
            self._firsts.append(number + 1)
            for record_number, text in Opened().read(self._ledger.lines(part)):
                if record_number <= number:
                    continue
                try:
                    self._add(record_number, text, number, previous_text)
                except ValueError:
                    continue  # an invalid record counts as lost
                number, previous_text = record_number, text
        # The evening went on from the record `top`: the lines of later records do not stand.
        while self.standing and self.standing[-1].record > top:
            self.standing.pop()

    def _add(self, number: int, text: str, previous: int, previous_text: str) -> None:
        """Reads one record: drops the lines that it takes back, then adds its own line, if it has one. A LOST line
        stands for damaged records between two lines.

        previous, previous_text: the valid record before it; 0 and "" for the first. Raises ValueError if the record is
        invalid.
        """
        standing = self.standing
        if (
            number - 1 == (standing[-1].record if standing else 0)
            and '"before"' in text
            and not any(word in text for word in _NOT_PLAIN)
        ):
            # A plain deal that follows the last line: parsing it can wait.
            standing.append(Line(DEAL, self.deals() + 1, None, number))
            return
        record = parse(text, number)
        on = record[ON]  # the number of the record that it follows
        line = self._line(number, record)
        keep = len(standing)
        while keep and standing[keep - 1].record > on:
            keep -= 1
        gap = None  # the standings before and after lost lines
        if (standing[keep - 1].record if keep else 0) != on:
            # The line that this record follows is lost. The gap begins at the last standing that is known before it.
            after = standing_before(record, number, self.session)
            if keep < len(standing):
                before = self.below(standing[keep])
            elif previous:
                before = standing_after(parse(previous_text, previous), previous, self.session)
            else:
                before = self.session.standing()
            # If there were fewer deals after the gap, the lost record took lines back.
            while keep and after.deals < before.deals:
                keep -= 1
                before = self.below(standing[keep])
            if self.deals(keep) + after.deals - before.deals > MOST_DEALS:
                raise ValueError("no evening has so many deals")
            gap = before, after
        del standing[keep:]
        if gap is not None:
            number = self.deals() + 1
            standing.append(Line(LOST, number if after.deals > before.deals else 0, gap, on))
        if line is not None:
            standing.append(line if line.kind != DEAL else Line(DEAL, self.deals() + 1, None, line.record))

    def _line(self, number: int, record: "Json") -> "Line | None":
        """The line that a record adds (a deal without its number), or None for an undo. Raises ValueError if the record
        is invalid."""
        if "undo" in record:
            return None
        if PAY in record:
            back = record.get(BACK)
            return Line(PAY, back if is_count(back) else 0, read_pay(record[PAY], self.session), number)
        if COUNT in record:
            from mingg.core.interchange.held import read_count

            trays, _, lent = read_count(record, self.session)
            if lent:
                return Line(LOAN, 0, lent, number)
            return Line(COUNT, 0, next(iter(trays)) if trays else None, number)
        if CORRECT not in record:
            return Line(DEAL, 0, None, number)
        if type(record[CORRECT]) is not int or AFTER not in record:
            raise ValueError("no deal")
        # Raises ValueError for a bad standing.
        standing_before(record, number, self.session)
        standing_after(record, number, self.session)
        return Line(CORRECT, record[CORRECT], None, number)

    def lines(self) -> "list[Line]":
        """The lines that stand, oldest first. Each lost deal has a LOST line of its own."""
        lines: "list[Line]" = []
        for line in self.standing:
            if line.kind == LOST:
                for i in range(max(1, deals_of(line))):
                    lines.append(Line(LOST, line.number and line.number + i, None, line.record))
            else:
                lines.append(line)
        return lines

    # ---- the records of lines ----

    def record(self, number: int) -> "Json":
        """Reads a record again. Raises ValueError if it is lost."""
        if number != self._number:
            part = len(self._firsts) - 1
            while part > 0 and self._firsts[part] > number:
                part -= 1
            if part != self._part or number < self._number:
                self._part = part
                self._reading = Opened().read(self._ledger.lines(part))
            for read_number, text in self._reading:
                self._number, self._text = read_number, text
                if read_number >= number:
                    break
        if number != self._number:
            self.close()
            raise ValueError("lost")
        return parse(self._text, number)

    def close(self) -> None:
        """Closes the file that record() reads, since some systems cannot replace an open file."""
        self._part = -1
        self._number = 0
        self._text = ""
        self._reading = iter(())

    def below(self, line: Line) -> "Standing":
        """The standing before a line."""
        if line.kind == LOST:
            standing: "Standing" = line.value[0]
            return standing
        return standing_before(self.record(line.record), line.record, self.session)

    # ---- deals ----

    def deals(self, upto: "int | None" = None) -> int:
        """The number of deals that stand; upto: in so many lines."""
        i = len(self.standing) if upto is None else upto
        while i:
            i -= 1
            line = self.standing[i]
            if line.kind in (DEAL, LOST) and line.number:
                return int(line.number) + deals_of(line) - 1
        return 0

    def find(self, number: int) -> "tuple[Session, Line]":
        """The session before a deal, and the line that has the deal as it stands now, or a LOST line. Raises
        ValueError if it is unknown where the deal was played."""
        session = found = None
        for line in self.standing:
            if line.number == number and line.kind == CORRECT:
                found = line
            elif line.number == number and deals_of(line) == 1:
                session, found = self.session.begun(), line
                session.resume(self.below(line))
        if session is None or found is None:
            raise ValueError("no deal %d to be opened" % number)
        return session, found

    def deal(self, number: int) -> "tuple[Deal, Session]":
        """See Evening.deal()."""
        try:
            session, line = self.find(number)
            if line.kind == LOST:
                raise ValueError("deal %d is lost" % number)
            return read_deal(self.record(line.record), session), session
        finally:
            self.close()

    def gained(self, number: int) -> "tuple[Session, list[int]]":
        """The session before a deal, and what each player gained by the deal as it stands now. A lost deal gave what
        the standings around it say."""
        from mingg.core.scoring.score import prepare

        prepare(self.session.rules)  # loads what is needed before the calls below take much of a board's stack
        try:
            session, line = self.find(number)
            if line.kind == LOST:
                before, after = line.value
                return session, [then - now for now, then in zip(before.balances, after.balances)]
            return session, session.gains(session.answer(read_deal(self.record(line.record), session)))
        finally:
            self.close()

    # ---- counters ----

    def move(self, bank: "Bank") -> bool:
        """Moves the counters of all lines, from the start of the session, for a ledger that lacks them. Returns False
        if the lines do not lead to the present balances."""
        from mingg.core.interchange.held import read_count
        from mingg.core.scoring.score import prepare

        session, balances = self.session, None
        prepare(session.rules)  # loads what is needed before the calls below take much of a board's stack
        try:
            for line in self.standing:
                record: "Json" = {}
                if line.kind == LOST:
                    before, after = line.value
                else:
                    record = self.record(line.record)
                    before = standing_before(record, line.record, session)
                    after = standing_after(record, line.record, session)
                if before.held is not None:
                    bank.resume(before.held)
                if after.held is not None:
                    bank.resume(after.held)
                elif COUNT in record:
                    bank.counted(*read_count(record, session))
                else:
                    bank.apply([then - now for now, then in zip(before.balances, after.balances)])
                balances = after.balances
        except ValueError:
            return False
        finally:
            self.close()
        return balances == self._balances
