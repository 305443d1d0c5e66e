"""What was played in an evening: a deal as it stands now, and the table before it."""

from mingg.core.interchange.kept import read_kept
from mingg.core.interchange.stood import BEFORE
from mingg.core.table.session import Session
from mingg.evening.history.records import fresh, stood_after, stood_below
from mingg.evening.state import LOST
from mingg.ledger.kinds import CORRECT, DEAL, PAY
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.core.counters.bank import Bank
    from mingg.core.deal.deal import Deal
    from mingg.evening.history.lines import Kept, Lines


class Played:
    """order: the lines that stand, each deal in its last correction, whose value is the line that it corrects."""

    def __init__(self, lines: "Lines") -> None:
        self.lines = lines
        self.order = self._order()
        self._left: "tuple[Session, int] | None" = None  # how far it was played, and how things stood there

    def _order(self) -> "list[Kept]":
        lines = self.lines
        order: "list[Kept]" = []
        deals: "list[int]" = []  # where the deals are in `order`
        for line in lines.standing:
            number, kind, value = line
            if kind == CORRECT:
                if 1 <= value <= len(deals) and is_deal(order[deals[value - 1]]):
                    at = deals[value - 1]
                    order[at] = number, DEAL, order[at]
                    continue
                # What it corrects is lost among others: what it did is kept.
                record = lines.record(number)
                value = stood_below(record, number, lines.session), stood_after(record, number, lines.session)
                line, kind = (number, LOST, value), LOST
            deals.extend([len(order)] * (1 if kind == DEAL else value[1][1] - value[0][1] if kind == LOST else 0))
            order.append(line)
        return order

    def kept(self, number: int, session: Session) -> "Deal":
        """The deal of a record, at the table as it stands."""
        record = self.lines.record(number)
        if CORRECT in record:
            return read_kept(record.get("deal"), session)
        return read_kept(record, session, (BEFORE, ON))

    def deal(self, number: int) -> "tuple[Deal, Session]":
        """A deal as it stands now, and a Session that stands as before it; ValueError where it is lost."""
        session, at = self.before(number)
        if at < len(self.order) and self.order[at][1] == DEAL:
            return self.kept(self.order[at][0], session), session
        raise ValueError("no deal %d to be opened" % number)

    def before(self, number: int, bank: "Bank | None" = None) -> "tuple[Session, int]":
        """A Session as it stands before a deal, and where that is in the order; after all where there is none. The
        counters of a bank are moved until then."""
        lines, order = self.lines, self.order
        session = fresh(lines.session)
        deals = 0
        for at, line in enumerate(order):
            if line[1] == LOST:
                deals += line[2][1][1] - line[2][0][1]
            elif line[1] == DEAL:
                deals += 1
            if deals == number and is_deal(line):
                first = line
                while first[1] == DEAL and first[2] is not None:
                    first = first[2]
                if not any(kind == CORRECT and n > first[0] and value < number for n, kind, value in lines.standing):
                    # As it stood when it was played first: nothing before it was corrected since.
                    standing, deals, held = lines.below(first)
                    if bank is not None:
                        if held is None:
                            break
                        bank.resume(held)
                    session.resume(standing, deals)
                    return session, at
                break
        # Played from the start, or from where it was left the time before.
        start = 0
        if self._left is not None and self._left[0].deals < number and bank is None:
            session, start = _copy(self._left[0]), self._left[1]
        for at in range(start, len(order)):
            if session.deals + 1 == number and order[at][1] != PAY and is_deal(order[at]):
                self._left = _copy(session), at
                return session, at
            self.play(order[at], session, bank)
        return session, len(order)

    def play(self, line: "Kept", session: Session, bank: "Bank | None" = None, deal: "Deal | None" = None) -> None:
        """Plays a line, moving the counters of a bank; `deal`: what it was, where that is known."""
        number, kind, value = line
        before = session.balances
        if bank is not None:
            session.balances = list(before)
        if kind == PAY:
            session.pay(*value)
        elif kind == LOST:
            from mingg.evening.history.lost import pass_over

            pass_over(session, value[0], value[1])
        elif kind == DEAL:
            session.apply(deal or self.kept(number, session))
        if bank is not None:
            from mingg.evening.history.moved import move

            move(self.lines, line, before, session.balances, bank)


def _copy(session: Session) -> Session:
    copy = fresh(session)
    copy.resume(session.standing(), session.deals)
    return copy


def is_deal(line: "Kept") -> bool:
    """One deal, whether it can be read or not."""
    return line[1] == DEAL or (line[1] == LOST and line[2][1][1] - line[2][0][1] == 1)
