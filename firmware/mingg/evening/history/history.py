"""Replays the lines of an evening that stand."""

from mingg.core.interchange.stood import AFTER, read_pay, read_standing
from mingg.core.replay import LOST, Line, Replay, deals_of
from mingg.core.table.session import CORRECT, COUNT, DEAL, PAY
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


class History(Replay):
    """The lines of an evening that stand, read from its ledger.

    played: the lines in the order in which they are played. Line.value of a COUNT: the first player who was counted, or
    None for the box.

    Only the Lines stay in memory; a record is read again when it is needed. The record of a deal has the standing
    before the deal, so most deals need no replay from the start.
    """

    def __init__(self, state: "State", bank: "Bank | None" = None) -> None:
        Replay.__init__(self, state.session.begun(), bank)
        self._ledger = state.ledger
        self._firsts: "list[int]" = []  # by part: the lowest number that a record in it can have
        # How far record() has read: the part, the number of the last record, and its text. The next record that is
        # wanted usually comes later in the same part.
        self._part = -1
        self._number = 0
        self._text = ""
        self._reading: "Iterator[tuple[int, str]]" = iter(())
        self._next = 0  # index in `played` of the line to play next; beyond the end after _resume()
        self._scan(state.top)
        self.played = self.order()

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
            return Line(PAY, 0, read_pay(record[PAY], self.session), number)
        if COUNT in record:
            from mingg.core.interchange.held import read_count

            trays = read_count(record, self.session)[0]
            return Line(COUNT, 0, next(iter(trays)) if trays else None, number)
        if CORRECT not in record:
            return Line(DEAL, 0, None, number)
        if type(record[CORRECT]) is not int or AFTER not in record:
            raise ValueError("no deal")
        # Raises ValueError for a bad standing: lost() needs both if the deal to correct is lost.
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

    def read(self, line: Line) -> "Deal":
        return read_deal(self.record(line.record), self.session)

    def take(self, line: Line) -> "Standing | None":
        if line.kind == LOST:
            from mingg.evening.history.lost import pass_over

            before, after = line.value
            pass_over(self.session, before, after)
            known: "Standing" = after
            return known
        if self.bank is None:
            return None
        record = self.record(line.record)
        known = read_standing(record[AFTER], AFTER, self.session)
        if known.held is None:
            from mingg.core.interchange.held import read_count

            self.bank.counted(*read_count(record, self.session))
        return known

    def lost(self, line: Line) -> Line:
        record = self.record(line.record)
        standings = (
            standing_before(record, line.record, self.session),
            standing_after(record, line.record, self.session),
        )
        return Line(LOST, 0, standings, line.record)

    # ---- playing lines ----

    def deal(self, number: int) -> "tuple[Deal, Session]":
        """See Evening.deal()."""
        try:
            place = self.go_to(number)
            if place == len(self.played) or self.played[place].kind != DEAL:
                raise ValueError("no deal %d to be opened" % number)
            return self.read(self.played[place]), self.session.copy()
        finally:
            self.close()

    def go_to(self, number: int) -> int:
        """Sets the session to the standing before a deal; after all lines if there is no such deal. Returns the index
        of the deal in `played`, or len(played). If there is a bank, sets it too, and can be called only once."""
        from mingg.core.scoring.score import prepare

        prepare(self.session.rules)  # loads what is needed before the calls below take much of a board's stack
        deals = place = 0
        for line in self.played:
            deals += deals_of(line)
            if deals == number and deals_of(line) == 1:
                if self._resume(line):
                    self._next = len(self.played) + 1
                    return place
                break
            place += 1
        # Plays from where the last call ended, or from the start if that is too far.
        if self._next > place:
            self.session = self.session.begun()
            self._next = 0
        while self._next < place:
            self.play(self.played[self._next])
            self._next += 1
        return place

    def _resume(self, line: Line) -> bool:
        """Sets the session to the standing in the first record of a deal. Returns False if that is impossible: an
        earlier deal was corrected later, so the standing is no longer true, or it lacks the holdings."""
        first: Line = line.value if line.kind == DEAL and line.value else line
        for other in self.standing:
            if other.kind == CORRECT and other.record > first.record and other.number < line.number:
                return False
        standing = self.below(first)
        if self.bank is not None:
            if standing.held is None:
                return False
            self.bank.resume(standing.held)
        self.session.resume(standing)
        return True
