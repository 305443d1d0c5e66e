"""The lines of an evening that stand."""

from collections import namedtuple

from mingg.core.interchange.stood import AFTER, read_pay
from mingg.evening.history.records import fresh, read, stood_after, stood_below
from mingg.evening.state import LOST
from mingg.ledger.kinds import CORRECT, COUNT, DEAL, PAY
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.interchange.json_in import Json
    from mingg.core.interchange.stood import Stood
    from mingg.evening.state import Evening
    from mingg.ledger.reader import Opened

    Kept = tuple[int, str, Any]  # record, kind, value

# kind: DEAL, CORRECT, PAY or LOST; number: a deal's, the one that a CORRECT corrects, the one that was LOST (0 where it
# was none); value: a PAY's (source, to, points), who was counted in a COUNT (None: the box)
Line = namedtuple("Line", ("kind", "number", "value"))


class Lines:
    """standing: (record, kind, value) each; a CORRECT's value is the number it corrects, a PAY's (source, to, points),
    a LOST's how things stood below it and on it. session: not played, to read standings with."""

    def __init__(self, evening: "Evening") -> None:
        self.session = fresh(evening.session)
        self.standing: "list[Kept]" = []
        self._ledger = evening.ledger
        self._firsts: "list[int]" = []  # the first record of each part
        self._held: "tuple[int, Opened | None]" = (-1, None)
        self._scan(evening.top)

    def _scan(self, top: int) -> None:
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
        while self.standing and self.standing[-1][0] > top:
            self.standing.pop()

    def _take(self, number: int, text: str, before: int, last: str) -> None:
        standing = self.standing
        keep = len(standing)
        if _is_plain(text) and number - 1 == (standing[-1][0] if standing else 0):
            standing.append((number, DEAL, None))
            return
        record = read(text, number)
        line, on = self._line(number, record), record[ON]
        while keep and standing[keep - 1][0] > on:
            keep -= 1
        more: "list[Kept]" = []
        if (standing[keep - 1][0] if keep else 0) != on:
            # The line that this record is on is lost.
            after = stood_below(record, number, self.session)
            again = fresh(self.session)
            if keep < len(standing):
                stood = self.below(standing[keep])
            elif before:
                stood = stood_after(read(last, before), before, again)
            else:
                stood = again.standing(), again.deals, None
            while keep and after[1] < stood[1]:
                keep -= 1
                stood = self.below(standing[keep])
            more.append((on, LOST, (stood, after)))
        if line is not None:
            more.append(line)
        standing[keep:] = more

    def _line(self, number: int, record: "Json") -> "Kept | None":
        """The line that a record adds."""
        if "undo" in record:
            return None
        if PAY in record:
            return number, PAY, read_pay(record[PAY], self.session)
        if COUNT in record:
            from mingg.core.interchange.held import read_count

            trays = read_count(record, self.session)[0]
            return number, COUNT, next(iter(trays)) if trays else None
        if CORRECT not in record:
            return number, DEAL, None
        if type(record[CORRECT]) is not int or AFTER not in record:
            raise ValueError("no deal")
        # Both are needed where the deal is lost; ValueError where one cannot be read.
        stood_below(record, number, self.session)
        stood_after(record, number, self.session)
        return number, CORRECT, record[CORRECT]

    def _part(self, at: int) -> "Opened":
        if self._held[0] != at:
            self._held = -1, None  # no two of them at once
            self._held = at, self._ledger.part(at)
        return self._held[1]  # type: ignore[return-value]  # just put there

    def record(self, number: int) -> "Json":
        """A record, read again; ValueError where it is lost."""
        at = len(self._firsts) - 1
        while at > 0 and self._firsts[at] > number:
            at -= 1
        for found, text in self._part(at).records:
            if found == number:
                return read(text, number)
        raise ValueError("lost")

    def below(self, line: "Kept") -> "Stood":
        """How things stood below a line."""
        number, kind, value = line
        if kind == LOST:
            stood: "Stood" = value[0]
            return stood
        return stood_below(self.record(number), number, self.session)

    def lines(self) -> "list[Line]":
        """They, oldest first, as they are told."""
        lines: "list[Line]" = []
        deals = 0
        for _, kind, value in self.standing:
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


def _is_plain(text: str) -> bool:
    """A deal that was played on the line before it: nothing more need be read to know that."""
    return '"before"' in text and not any(word in text for word in ('"undo"', '"correct"', '"pay"', '"count"', '"on"'))
