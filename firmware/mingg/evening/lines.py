"""The lines of an evening that stand, and the deals in them, read from its ledger."""

from collections import namedtuple
from typing import Any, Iterator

from mingg.core.deal.deal import Deal
from mingg.core.table.session import CORRECT, COUNT, DEAL, LOAN, LOST, PAY, SWAP, UNDO, Session, Standing, difference
from mingg.evening.evening import Evening
from mingg.records.parse import MOST_DEALS, Reader, last_before, read_kept, read_record, records_in

_KINDS = (DEAL, CORRECT, PAY, COUNT, LOAN, SWAP, LOST)
_SHIFT = len(_KINDS)
_MANY = 4  # lost deals in a row
_NOT_PLAIN = ('"undo"', '"correct"', '"pay"', '"count"', '"on"')

# What a record adds to a session. It stands until it is taken back.
# kind    DEAL, CORRECT, PAY, COUNT, LOAN, SWAP or LOST
# number  DEAL: of the deal; CORRECT: of the deal that it replaces; LOST: of the lost deal (0: no deal was lost);
#         PAY: of the payment that it takes back (0: of none); else 0
# record  the number of the record; LOST: of the first record that is lost
Line = namedtuple("Line", ("kind", "number", "record"))


class Chain:
    """The lines that stand, oldest first: len(), and [i]. Each lost deal has a line of its own.

    Two numbers of each line stay in memory; its record is read again when it is needed. The record of a deal has the
    standing before the deal: it says where the deal was played, and no correction of another deal changes that.
    """

    def __init__(self, session: "Session") -> None:
        """session: of the evening, at any standing."""
        self.session = session.begun()
        self._lines: "list[int]" = []  # the number of the record and the kind
        self._numbers: "list[int]" = []  # as in Line
        self._lost: "dict[int, tuple[Standing, Standing]]" = {}  # by record of a LOST line: before and after the gap
        self._last = 0  # the record that was followed last

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, i: int) -> Line:
        record, kind = divmod(self._lines[i], _SHIFT)
        return Line(_KINDS[kind], self._numbers[i], record)

    def __iter__(self) -> "Iterator[Line]":
        for i in range(len(self)):
            yield self[i]

    def record(self, number: int) -> "Any":
        """A record that was followed before. Raises ValueError if it is lost."""
        raise NotImplementedError

    def close(self) -> None:
        """Closes what record() has opened."""

    # ---- which lines stand ----

    def _push(self, kind: str, number: int, record: int) -> None:
        self._lines.append(record * _SHIFT + _KINDS.index(kind))
        self._numbers.append(number)

    def _cut(self, keep: int) -> None:
        del self._lines[keep:]
        del self._numbers[keep:]

    def follow(self, record: "Any") -> None:
        """Adds the line of a record, after it has dropped those that the record takes back. LOST lines stand for
        damaged records between two lines. ValueError: the record is impossible here."""
        keep = len(self)
        while keep and self[keep - 1].record > record.on:
            keep -= 1
        gap = None  # the standings before and after lost lines
        if (self[keep - 1].record if keep else 0) != record.on:
            # The line that this record follows is lost. The gap begins at the last standing that is known before it.
            after = record.after if record.kind == UNDO else record.before
            if keep < len(self):
                before = self.below(self[keep])
            elif self._last:
                before = self.record(self._last).after
            else:
                before = self.session.standing()
            # If there were fewer deals after the gap, the lost record took lines back.
            while keep and after.deals < before.deals:
                keep -= 1
                while keep and self._lines[keep - 1] == self._lines[keep]:
                    keep -= 1  # lost in the same gap
                before = self.below(self[keep])
            deals = after.deals - before.deals
            if deals > 0 and self.deals(keep) + deals > MOST_DEALS:  # deals() looks through all payments
                raise ValueError("no evening has so many deals")
            gap = before, after
        self._cut(keep)
        if gap is not None:
            self._lost[record.on] = gap
            for _ in range(max(1, deals)):
                self._push(LOST, self.deals() + 1 if deals > 0 else 0, record.on)
        if record.kind == DEAL:
            self._push(DEAL, self.deals() + 1, record.number)
        elif record.kind == CORRECT:
            self._push(CORRECT, record.what[0], record.number)
        elif record.kind != UNDO:
            self._push(record.kind, record.what[1] if record.kind == PAY else 0, record.number)
        self._last = record.number

    def deals(self, upto: "int | None" = None) -> int:
        """The number of the last deal that stands; upto: in so many lines."""
        i = len(self) if upto is None else upto
        while i:
            i -= 1
            if self._lines[i] % _SHIFT in (0, _SHIFT - 1) and self._numbers[i]:
                return self._numbers[i]
        return self.session.earlier

    def below(self, line: Line) -> "Standing":
        """The standing before a line."""
        before: "Standing" = self._lost[line.record][0] if line.kind == LOST else self.record(line.record).before
        return before

    def gap(self, line: Line) -> "tuple[Standing, Standing]":
        """The standings before and after the gap of a LOST line."""
        return self._lost[line.record]

    def lost_deals(self) -> "list[int]":
        """The numbers of the lost deals, in their order; of many in a row, the last one. For another lost record, the
        number of the deal before it."""
        found, deals = [], self.session.earlier
        for i, line in enumerate(self):
            if line.kind in (DEAL, LOST):
                deals = line.number or deals
            if line.kind == LOST and (
                self._lost_in(line) < _MANY or self._lines[i + 1 : i + 2] != self._lines[i : i + 1]
            ):
                found.append(deals)
        return found

    def _lost_in(self, line: Line) -> int:
        """How many deals are lost in the gap of a LOST line; below 0: lines were taken back there."""
        before, after = self._lost[line.record]
        return int(after.deals - before.deals)

    # ---- deals ----

    def _about(self, number: int) -> "list[int]":
        """The indexes of the lines that may be about a deal."""
        return [i for i in range(len(self)) if self._numbers[i] == number]

    def find(self, number: int) -> "tuple[Session, Line]":
        """The session before a deal, and the line that has the deal as it stands now, or a LOST line. Raises
        ValueError if it is unknown where the deal was played."""
        session: "Any" = None
        found: "Any" = None
        for i in self._about(number):
            line = self[i]
            if line.kind == CORRECT:
                found = line
            elif line.kind == DEAL or (line.kind == LOST and self._lost_in(line) == 1):
                found, session = line, self.session.at(self.below(line))
        if session is None:
            raise ValueError("no deal %d to be opened" % number)
        return session, found

    def deal(self, number: int) -> "tuple[Deal, Session]":
        """A deal as last corrected, and a Session as it was before that deal. Raises ValueError if the deal is lost."""
        try:
            session, line = self.find(number)
            if line.kind == LOST:
                raise ValueError("deal %d is lost" % number)
            return read_kept(self.record(line.record).what[-1], session), session
        finally:
            self.close()

    def gained(self, number: int) -> "tuple[Session, list[int]]":
        """The session before a deal, and what each player gained by the deal as it stands now. A lost deal gave what
        the standings around it say."""
        try:
            session, line = self.find(number)
            if line.kind == LOST:
                return session, difference(*self._lost[line.record])
            return session, session.gains(session.answer(read_kept(self.record(line.record).what[-1], session)))
        finally:
            self.close()


class Lines(Chain):
    """The lines of an evening, read from its ledger."""

    def __init__(self, evening: "Evening") -> None:
        """Raises OSError."""
        Chain.__init__(self, evening.session)
        self._evening = evening
        self._firsts: "list[int]" = []  # by part: the lowest number that a record in it can have
        # How far record() has read: the part, and the last record. The next record that is wanted usually comes later
        # in the same part.
        self._part = -1
        self._record = 0, ""
        self._reading: "Iterator[tuple[int, str]]" = iter(())
        for _, name in evening.ledger.parts:
            self._firsts.append(self._last + 1)
            for number, text in records_in(Reader().read(evening.store.lines(name))):
                if number > self._last:
                    self._add(number, text)
        self.close()
        # The evening went on from the record `top`: the lines of later records do not stand.
        while len(self) and self[-1].record > evening.top:
            self._cut(len(self) - 1)

    def _add(self, number: int, text: str) -> None:
        top = self[-1].record if len(self) else 0
        if number - 1 == top and '"winner":' in text and not any(word in text for word in _NOT_PLAIN):
            # A plain deal that follows the last line: parsing it can wait.
            self._push(DEAL, self.deals() + 1, number)
            self._last = number
            return
        try:
            self.follow(read_record(number, text, self.session))
        except ValueError:
            pass  # an invalid record counts as lost

    def record(self, number: int) -> "Any":
        """Reads a record again. Raises ValueError if it is lost."""
        if number != self._record[0]:
            part = len(self._firsts) - 1
            while self._firsts[part] > number:
                part -= 1
            if part != self._part or number < self._record[0]:
                self.close()
                self._part = part
                evening = self._evening
                self._reading = records_in(Reader().read(evening.store.lines(evening.ledger.parts[part][1])))
            for record in self._reading:
                self._record = record
                if record[0] >= number:
                    break
        if number != self._record[0]:
            self.close()
            raise ValueError("lost")
        return read_record(number, self._record[1], self.session)

    def result(self, number: int) -> "tuple[Any, Session, list[int]]":
        """How a deal ended, without scoring it: its object as last corrected, which is not checked; the session before
        it; and what each player gained, by the standings around it and around its corrections. Raises ValueError if the
        deal is lost.

        close() is up to the caller, who may want more records."""
        session, found = self.find(number)
        if found.kind == LOST:
            raise ValueError("deal %d is lost" % number)
        gains = [0] * len(session.names)
        for i in self._about(number):
            if self[i].kind not in (DEAL, CORRECT, LOST):
                continue
            after = self.below(self[i + 1]) if i + 1 < len(self) else self._evening.session.standing()
            gains = [gain + more for gain, more in zip(gains, difference(self.below(self[i]), after))]
        return self.record(found.record).what[-1], session, gains

    def close(self) -> None:
        """Reads on to the end of the file that record() reads, which closes it: some systems cannot replace an open
        file."""
        reading, self._reading = self._reading, iter(())
        self._part, self._record = -1, (0, "")
        for _ in reading:
            pass


def find(evening: "Evening", number: int) -> "Any":
    """A record, searched from the end of the ledger; None if it is damaged."""
    found, text = last_before(evening.ledger, number + 1)
    try:
        return read_record(number, text, evening.session) if found == number else None
    except ValueError:
        return None


def read_last(evening: "Evening") -> "tuple[Deal, Session]":
    """The last deal, and a Session as it was before that deal. Raises ValueError if it is lost, and OSError."""
    record = find(evening, evening.top)
    if record is None or record.kind != DEAL:
        return Lines(evening).deal(evening.session.deals)
    session = evening.session.at(record.before)
    return read_kept(record.what[0], session), session


# ---- what a correction would leave ----


def leaves(evening: "Evening", number: int, deal: "Deal", lines: "Chain | None" = None) -> "tuple[Standing, bool]":
    """The standing that correct() would leave, without holdings; and whether the next deal keeps an East or a round to
    which the corrected deal does not lead. Raises ValueError as correct() does, and OSError. lines: of the evening, if
    they are known."""
    session, lines = evening.session.copy(), lines or Lines(evening)
    before, gained = lines.gained(number)
    answer = session.correct(before, gained, deal)
    keeps = False
    if number < session.deals:
        after = before.copy()
        after.apply(deal, answer)
        try:
            following = lines.find(number + 1)[0].table
            keeps = (following.east, following.round) != (after.table.east, after.table.round)
        except ValueError:
            pass  # it is lost
        lines.close()
    return session.standing(), keeps
