"""The evening so far, read again from its ledger: the lines that stand, a deal as it was, what a change would make.

Of each line only its kind and its record's number are held; a segment is read when a deal of it is wanted.
What a damaged record did is known from how things stood before it and after it; a recount keeps that.
"""

import json
from collections import namedtuple

from mingg.core.answer import deals_next
from mingg.core.interchange.kept import AFTER, BEFORE, read_kept, write_kept, write_standing
from mingg.core.interchange.tables import read_pay, read_stood
from mingg.core.outcome import PASSES, STAYS
from mingg.core.replay import CORRECT, COUNT, DEAL, PAY
from mingg.core.seal import ON
from mingg.core.session import Session
from mingg.core.table import Table
from mingg.evening import LOST, UNREADABLE, Evening, Last
from mingg.segments import segments

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.bank import Bank, Holdings
    from mingg.core.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.interchange.tables import Stood
    from mingg.core.ledger import Opened

    Kept = tuple[int, str, Any]  # record, kind, value

# kind: DEAL, CORRECT, PAY or LOST; number: a deal's, the one that a CORRECT corrects, the one that was LOST (0 where it
# was none); value: a PAY's (source, to, points), who was counted in a COUNT (None: the box)
Line = namedtuple("Line", ("kind", "number", "value"))


def _copy(session: Session) -> Session:
    copy = Session(session.names, session.rules, session.counters)
    copy.resume(session.standing(), session.deals)
    return copy


def _fresh(evening: Evening) -> Session:
    session = evening.session
    return Session(session.names, session.rules, session.counters)


def _bank(evening: Evening, held: "Holdings | None" = None) -> "Bank":
    """The bank of a session that has counters, as they lay at its start, or lie so."""
    from mingg.holdings import new_bank

    bank = new_bank(evening.session)
    if held is not None:
        bank.resume(held)
    return bank


# ---- one record ----


def _read(text: str, number: int) -> "Json":
    """A record that is one; ValueError."""
    record = json.loads(text)
    if not isinstance(record, dict) or not (AFTER in record or BEFORE in record):
        raise ValueError("no record")
    on = record.setdefault(ON, number - 1)
    if type(on) is not int or not 0 <= on < number:
        raise ValueError("no record to follow")
    return record


def _is_plain(text: str) -> bool:
    """A deal that was played on the line before it: nothing more need be read to know that."""
    return '"before"' in text and not any(word in text for word in ('"undo"', '"correct"', '"pay"', '"count"', '"on"'))


def _below(record: "Json", number: int, session: Session) -> "Stood":
    """How things stood on the line below a record's: what is so when its line is taken back."""
    if BEFORE in record:
        return read_stood(record[BEFORE], BEFORE, session, number - 1)
    (east, round_number, streak, balances), deals, _ = read_stood(record[AFTER], AFTER, session)
    if PAY in record:
        source, to, points = read_pay(record[PAY], session)
        balances[source] += points
        balances[to] -= points
    return (east, round_number, streak, balances), deals, None


def _after(record: "Json", number: int, session: Session) -> "Stood":
    """How things stood once a record was played."""
    if AFTER in record:
        return read_stood(record[AFTER], AFTER, session)
    session.resume(*read_stood(record[BEFORE], BEFORE, session, number - 1)[:2])
    session.apply(read_kept(record, session, (BEFORE, ON)))
    return session.standing(), session.deals, None


def _find(evening: Evening, number: int) -> "Json | None":
    """A record, looked for from the end; None where it is damaged."""
    ledger = evening.ledger
    for at in range(len(ledger.parts) - 1, -1, -1):
        records = ledger.part(at).records
        if records and records[0][0] <= number:
            for found, text in records:
                if found == number:
                    try:
                        return _read(text, number)
                    except ValueError:
                        return None
            return None
    return None


# ---- for the Evening ----


def losses(evening: Evening, told: "list[tuple[Opened, list[int]]]") -> "list[int]":
    """What is lost: a deal's number where that can be known, else that of the deal after which it was."""
    deals: "list[int]" = []
    ledger = evening.ledger
    gone = 0
    for at, (segment, _) in enumerate(ledger.parts):
        if segment - at > gone:  # segments before this one
            stood = _next_told(ledger.part(at), 0, [], evening)
            deals.extend([evening.session.deals if stood is None else stood[0]] * (segment - at - gone))
            gone = segment - at
    late = 0  # lost after the record that the evening goes on from
    for opened, bad in told:
        for lost in sorted(opened.lost + bad):
            stood = _next_told(opened, lost, bad, evening)
            if stood is None:
                deals.append(evening.deal_number() + late)
                late += 1
            else:
                deals.append(stood[0] - (stood[1] - 1 - lost))
    return [max(1, number) for number in sorted(deals)]


def _next_told(opened: "Opened", lost: int, bad: "list[int]", evening: Evening) -> "tuple[int, int] | None":
    """How many deals stood before the next record that tells, and its number."""
    for number, text in opened.records:
        if number > lost and number not in bad:
            try:
                return _below(_read(text, number), number, evening.session)[1], number
            except ValueError:
                continue
    return None


def below(evening: Evening) -> "tuple[Stood, int]":
    """How things stand when the last line is taken back, and the record of the line that is the last one then."""
    if not evening.top:
        raise ValueError("nothing is left to take back")
    record = _find(evening, evening.top)
    if record is not None:
        try:
            return _below(record, evening.top, evening.session), record[ON]
        except ValueError:
            pass
    return Past(evening).below()


def last(evening: Evening) -> "Last | None":
    """The last deal that stands; None where there is none, or it is lost."""
    try:
        return _last(evening)
    except ValueError:
        return None


def _last(evening: Evening) -> "Last | None":
    top, session = evening.top, _fresh(evening)
    while top:
        record = _find(evening, top)
        if record is None or CORRECT in record:
            break  # what stood before the last deal is not what its record says
        if PAY in record or COUNT in record:
            top = record[ON]
            continue
        session.resume(*_below(record, top, session)[:2])
        return _played(read_kept(record, session, (BEFORE, ON)), session)
    if not evening.session.deals:
        return None
    return _played(*Past(evening).deal(evening.session.deals))


def _played(deal: "Deal", session: Session) -> "Last":
    answer = session.answer(deal)
    return Last(deal, answer, {seat: session.player(seat) for seat in answer.net})


def undo(evening: Evening) -> None:
    (standing, deals, held), on = below(evening)
    after = write_standing(evening.session, standing, deals, held)
    evening.commit([{"undo": 1, ON: on, AFTER: after}], on)
    evening.stands(standing, deals, held)


def _correction(evening: Evening, number: int, deal: "Deal") -> "Json":
    now = evening.session
    before = write_standing(now, now.standing(), now.deals, evening.holdings())
    return {CORRECT: number, "deal": write_kept(deal), BEFORE: before}


def after_correct(evening: Evening, number: int, deal: "Deal") -> "tuple[list[int], int | None]":
    record = json.dumps(_correction(evening, number, deal))
    then, moved, held = Past(evening).recount(number, deal)
    evening.recounted = record, evening.moment(), then.standing(), then.deals, held
    return list(then.balances), moved


def correct(evening: Evening, number: int, deal: "Deal") -> None:
    record = _correction(evening, number, deal)
    if evening.recounted is None or evening.recounted[:2] != (json.dumps(record), evening.moment()):
        after_correct(evening, number, deal)  # mostly that was asked just before
    standing, deals, held = evening.recounted[2:]
    record[AFTER] = write_standing(evening.session, standing, deals, held)
    evening.commit([record])
    evening.stands(standing, deals, held)


def pay(evening: Evening, payments: "list[tuple[int, int, int]]") -> None:
    session = evening.session
    then = _copy(session)
    held = evening.holdings()
    bank = None if held is None else _bank(evening, held)
    records: "list[Json]" = []
    for source, to, points in payments:
        keys = {"from": session.names[source], "to": session.names[to], "points": points}
        record: "Json" = {PAY: keys}
        if bank is not None:
            # How counters lay cannot be told from how they lie.
            record[BEFORE] = write_standing(then, then.standing(), then.deals, held)
            gains = [0] * len(session.names)
            gains[source], gains[to] = -points, points
            bank.apply(gains)
            held = bank.holdings()
        then.pay(*read_pay(keys, session))
        record[AFTER] = write_standing(then, then.standing(), then.deals, held)
        records.append(record)
    if records:
        evening.commit(records)
        session.balances = then.balances
        evening.held, evening.was = held, None


def evenings(evening: Evening) -> "list[tuple[int, bool]]":
    numbers = sorted({ledger for ledger, _, _ in segments(evening.store)})
    return [(number, number == evening.ledger.number) for number in numbers]


def summary(evening: Evening, number: int) -> "tuple[list[str], str, int, list[int], bool] | None":
    kept = Evening(evening.store, number)
    if not kept.ledger.parts or (UNREADABLE, number) in kept.notices:
        return None
    session = kept.session
    return session.names, session.rules.title, session.deals, session.balances, session.table.over()


def remove(evening: Evening, number: int) -> None:
    if number == evening.ledger.number:
        raise ValueError("the evening at hand")
    parts = [(segment, name) for ledger, segment, name in segments(evening.store) if ledger == number]
    for _, name in sorted(parts, reverse=True):
        evening.store.remove(name)


# ---- all of it ----


class Past:
    """The lines of an evening that stand.

    A line is (record, kind, value): a CORRECT's value is the number it corrects, a PAY's (source, to, points), a LOST's
    how things stood below it and on it.
    """

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._ledger = evening.ledger
        self._session = _fresh(evening)  # to read standings with
        self._standing: "list[Kept]" = []
        self._firsts: "list[int]" = []  # the first record of each part
        self._held: "tuple[int, Opened | None]" = (-1, None)
        self._left: "tuple[Session, int] | None" = None  # how far it was played, and how things stood there
        self._scan()

    def _scan(self) -> None:
        number, last = 0, ""
        for at in range(len(self._ledger.parts)):
            opened = self._part(at)
            self._firsts.append(opened.records[0][0] if opened.records else number + 1)
            for each, text in opened.records:
                if each <= number:
                    continue
                try:
                    self._take(each, text, number, last)
                except ValueError:
                    continue  # as good as lost
                number, last = each, text
        # What the evening goes on from; a last record that makes no sense is not that.
        while self._standing and self._standing[-1][0] > self._evening.top:
            self._standing.pop()

    def _take(self, number: int, text: str, before: int, last: str) -> None:
        standing = self._standing
        keep = len(standing)
        if _is_plain(text) and number - 1 == (standing[-1][0] if standing else 0):
            standing.append((number, DEAL, None))
            return
        record = _read(text, number)
        line, on = self._line(number, record), record[ON]
        while keep and standing[keep - 1][0] > on:
            keep -= 1
        more: "list[Kept]" = []
        if (standing[keep - 1][0] if keep else 0) != on:
            # The line that this record is on is lost.
            after = _below(record, number, self._session)
            fresh = _fresh(self._evening)
            if keep < len(standing):
                stood = self._below(standing[keep])
            elif before:
                stood = _after(_read(last, before), before, fresh)
            else:
                stood = fresh.standing(), fresh.deals, None
            while keep and after[1] < stood[1]:
                keep -= 1
                stood = self._below(standing[keep])
            more.append((on, LOST, (stood, after)))
        if line is not None:
            more.append(line)
        standing[keep:] = more

    def _line(self, number: int, record: "Json") -> "Kept | None":
        """The line that a record adds."""
        if "undo" in record:
            return None
        if PAY in record:
            return number, PAY, read_pay(record[PAY], self._session)
        if COUNT in record:
            from mingg.core.interchange.held import read_count

            trays = read_count(record, self._session)[0]
            return number, COUNT, next(iter(trays)) if trays else None
        if CORRECT not in record:
            return number, DEAL, None
        if type(record[CORRECT]) is not int:
            raise ValueError("no deal")
        return number, CORRECT, record[CORRECT]

    def _part(self, at: int) -> "Opened":
        if self._held[0] != at:
            self._held = -1, None  # no two of them at once
            self._held = at, self._ledger.part(at)
        return self._held[1]  # type: ignore[return-value]  # just put there

    def _record(self, number: int) -> "Json":
        at = len(self._firsts) - 1
        while at > 0 and self._firsts[at] > number:
            at -= 1
        for found, text in self._part(at).records:
            if found == number:
                return _read(text, number)
        raise ValueError("lost")

    def _below(self, line: "Kept") -> "Stood":
        number, kind, value = line
        if kind == LOST:
            stood: "Stood" = value[0]
            return stood
        return _below(self._record(number), number, self._session)

    def below(self) -> "tuple[Stood, int]":
        standing = self._standing
        if not standing:
            raise ValueError("nothing is left to take back")
        return self._below(standing[-1]), standing[-2][0] if len(standing) > 1 else 0

    def lines(self) -> "list[Line]":
        lines: "list[Line]" = []
        deals = 0
        for _, kind, value in self._standing:
            if kind == DEAL:
                deals += 1
                lines.append(Line(DEAL, deals, None))
            elif kind == LOST:
                more = value[1][1] - value[0][1]
                for i in range(more):
                    lines.append(Line(LOST, deals + 1 + i, None))
                if not more:
                    lines.append(Line(LOST, 0, None))
                deals += more
            else:
                lines.append(Line(kind, value, None) if kind == CORRECT else Line(kind, 0, value))
        return lines

    def _played(self) -> "list[Kept]":
        """What is to be played, in order: each deal in its last correction, whose value is what it corrects."""
        played: "list[Kept]" = []
        deals: "list[int]" = []  # where the deals are in `played`
        for line in self._standing:
            number, kind, value = line
            if kind == CORRECT:
                if 1 <= value <= len(deals) and _is_deal(played[deals[value - 1]]):
                    at = deals[value - 1]
                    played[at] = number, DEAL, played[at]
                    continue
                # What it corrects is lost among others: what it did is kept.
                record = self._record(number)
                value = _below(record, number, self._session), _after(record, number, self._session)
                line, kind = (number, LOST, value), LOST
            deals.extend([len(played)] * (1 if kind == DEAL else value[1][1] - value[0][1] if kind == LOST else 0))
            played.append(line)
        return played

    def _kept(self, number: int, session: Session) -> "Deal":
        """The deal of a record, at the table as it stands."""
        record = self._record(number)
        if CORRECT in record:
            return read_kept(record["deal"], session)
        return read_kept(record, session, (BEFORE, ON))

    def deal(self, number: int) -> "tuple[Deal, Session]":
        played = self._played()
        session, at = self._before(number, played)
        if at < len(played) and played[at][1] == DEAL:
            return self._kept(played[at][0], session), session
        raise ValueError("no deal %d to be opened" % number)

    def _before(self, number: int, played: "list[Kept]", bank: "Bank | None" = None) -> "tuple[Session, int]":
        """A Session as it stands before a deal, and where that is in what is played; after all where there is none.
        The counters of a bank are moved until then."""
        session = _fresh(self._evening)
        deals = 0
        for at, line in enumerate(played):
            if line[1] == LOST:
                deals += line[2][1][1] - line[2][0][1]
            elif line[1] == DEAL:
                deals += 1
            if deals == number and _is_deal(line):
                first = line
                while first[1] == DEAL and first[2] is not None:
                    first = first[2]
                if not any(kind == CORRECT and n > first[0] and value < number for n, kind, value in self._standing):
                    # As it stood when it was played first: nothing before it was corrected since.
                    standing, deals, held = self._below(first)
                    if bank is not None:
                        if held is None:
                            break
                        bank.resume(held)
                    session.resume(standing, deals)
                    return session, at
                break
        # Played from the start, or from where it was left the time before.
        if self._left is not None and self._left[0].deals < number and bank is None:
            session, start = _copy(self._left[0]), self._left[1]
        else:
            start = 0
        for at in range(start, len(played)):
            if session.deals + 1 == number and played[at][1] != PAY and _is_deal(played[at]):
                self._left = _copy(session), at
                return session, at
            self._play(played[at], session, bank)
        return session, len(played)

    def _play(self, line: "Kept", session: Session, bank: "Bank | None" = None, deal: "Deal | None" = None) -> None:
        number, kind, value = line
        before = session.balances
        if bank is not None:
            session.balances = list(before)
        if kind == PAY:
            session.pay(*value)
        elif kind == LOST:
            _pass_over(session, value[0], value[1])
        elif kind == DEAL:
            session.apply(deal or self._kept(number, session))
        if bank is not None:
            self._move(line, before, session.balances, bank)

    def _move(self, line: "Kept", before: "list[int]", after: "list[int]", bank: "Bank") -> None:
        """Moves the counters of a line by which balances change so."""
        number, kind, value = line
        if kind == COUNT:
            record = self._record(number)
            stood = read_stood(record[AFTER], AFTER, self._session)
            if stood[2] is None:
                from mingg.core.interchange.held import read_count

                bank.counted(*read_count(record, self._session))
                return
        elif kind == LOST:
            stood = value[1]
        if kind in (COUNT, LOST) and stood[2] is not None:
            bank.lie(stood[2], [now - then for now, then in zip(after, stood[0][3])])
        else:
            bank.apply([now - then for now, then in zip(after, before)])

    def lie(self) -> "Bank":
        """How the counters lie, found out by playing it all again; ValueError."""
        bank = _bank(self._evening)
        session = self._before(0, self._played(), bank)[0]
        if session.balances != self._evening.session.balances:
            raise ValueError("not what stands")
        return bank

    def recount(self, number: int, deal: "Deal") -> "tuple[Session, int | None, Holdings | None]":
        """How things stand when a deal is another; the first deal after it in which East is somebody else; and how
        the counters lie then."""
        played = self._played()
        bank = _bank(self._evening) if self._evening.session.counted() else None
        session, start = self._before(number, played, bank)
        was: "Table | None" = None  # the table as it stood without the change
        moved = None
        for line in played[start:]:
            at = session.deals + 1
            if moved is None and was is not None and was.east != session.table.east:
                moved = at
            try:
                if at == number and _is_deal(line):
                    was = Table(session.table.players)
                    was.resume(*session.standing()[:3])
                    self._advance(was, line, session)
                    before = list(session.balances)
                    session.apply(read_kept(write_kept(deal), session))
                    if bank is not None:
                        self._move((0, DEAL, None), before, session.balances, bank)
                elif line[1] == DEAL:
                    found = self._kept(line[0], session)
                    if was is not None:
                        _advance(was, found, session)
                    self._play(line, session, bank, found)
                else:
                    if was is not None and line[1] == LOST:
                        _move(was, session.rules, line[2][0], line[2][1])
                    self._play(line, session, bank)
            except ValueError as error:
                raise ValueError("deal %d: %s" % (at, error))
        if was is None:
            raise ValueError("no deal %d stands" % number)
        if moved is None and was.east != session.table.east and not session.table.over():
            moved = session.deals + 1
        return session, moved, None if bank is None else bank.holdings()

    def _advance(self, table: Table, line: "Kept", session: Session) -> None:
        """Moves a table on as the deal of a line did."""
        if line[1] == LOST:
            _move(table, session.rules, line[2][0], line[2][1])
        else:
            _advance(table, self._kept(line[0], session), session)


def _is_deal(line: "Kept") -> bool:
    """One deal, whether it can be read or not."""
    return line[1] == DEAL or (line[1] == LOST and line[2][1][1] - line[2][0][1] == 1)


def _advance(table: Table, deal: "Deal", session: Session) -> None:
    if not table.over():
        table.advance(deal.winner, deals_next(deal, session.rules), not session.rules.on("winner_deals"))


def _pass_over(session: Session, before: "Stood", after: "Stood") -> None:
    """What a lost line did to the balances and the table."""
    if after[1] > before[1] and session.table.over():
        raise ValueError("the game is over")
    for i, balance in enumerate(after[0][3]):
        session.balances[i] += balance - before[0][3][i]
    session.deals += after[1] - before[1]
    _move(session.table, session.rules, before, after)


def _move(table: Table, rules: "Any", before: "Stood", after: "Stood") -> None:
    """Moves a table on as a lost line did: as it stood then, or by one deal in the same way."""
    (east, round_number, streak, _), deals, _ = before
    next_east, next_round, next_streak, _ = after[0]
    if after[1] - deals == 1 and (table.east, table.round, table.streak) != (east, round_number, streak):
        then = Table(table.players)
        then.resume(east, round_number, streak)
        winner = "E" if next_streak > streak else None
        if next_round != round_number:
            moves = PASSES
        elif next_east == east:
            moves = STAYS
        else:
            seat = then.seat(next_east)
            moves = PASSES if seat == then.seats[1] else seat
        table.advance(winner, moves, not rules.on("winner_deals"))
    elif (east, round_number, streak) != (next_east, next_round, next_streak):
        table.resume(next_east, next_round, next_streak)
