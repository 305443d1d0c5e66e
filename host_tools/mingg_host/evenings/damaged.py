"""Reads evenings that lost records: the deals that are still readable, and the balances in every record.

It uses the firmware's own code, as a board does.
"""

from __future__ import annotations

from dataclasses import replace

from mingg.core.deal.deal import Answer, Deal
from mingg.core.replay import LOST, Line, Replay, deals_of
from mingg.core.table.session import CORRECT, DEAL, PAY, Session
from mingg.evening.evening import Evening as Playing
from mingg.evening.history.history import History
from mingg.evening.history.lost import pass_over
from mingg.evening.state import UNREADABLE
from mingg.ledger.reader import segment_of

from mingg_host.evenings.characters import of_name, whole_files
from mingg_host.evenings.evening import Evening, Gap, Paid, PlayedDeal, known_tiles, of_source, played, session_of
from mingg_host.evenings.memory_store import MemoryStore
from mingg_host.evenings.records import Ledger, Remark, WrongLine, called, plain, stripped
from mingg_host.evenings.sources import Source


def as_known(source: Source) -> Evening:
    """Returns an evening, whole or not. Its `damage` and `gaps` say what is missing.

    Raises EveningError if even the players and the rules are unknown.
    """
    try:
        return of_source(source)
    except WrongLine as error:
        ledger = source.ledger()
        if ledger is None or ledger.head is None:
            raise
        evening = _Finding(ledger, source.files or {}).evening(source, ledger.damaged or [error.remark])
        if evening is None:
            raise
        return replace(evening, when=source.when)


class _Finding(Replay):
    """Plays the lines that are still readable. Each deal starts from the standing in its own record."""

    def __init__(self, ledger: Ledger, files: dict[str, bytes]) -> None:
        self._ledger = ledger
        segment = segment_of(next(iter(files)))
        self._playing = Playing(MemoryStore(whole_files(plain(files))), segment[0] if segment else 0)
        self._names = list(called(ledger.head or {}).values())
        self._history = History(self._playing)
        super().__init__(self._history.session.begun())
        self._line_number = 0  # the number of the current line
        self._deals: list[PlayedDeal] = []
        self._payments: list[Paid] = []
        self._gaps: list[Gap] = []

    def evening(self, source: Source, damage: list[Remark]) -> Evening | None:
        """Returns the evening, or None if a board would not open it."""
        playing = self._playing
        if any(kind == UNREADABLE for kind, _ in playing.notices):
            return None
        self._find()
        session = playing.session
        head = session_of(self._ledger)[0][1]
        return Evening(
            name=of_name(source.name),
            number=source.number,
            rules=session.rules.id,
            title=session.rules.title,
            options=head.get("options", {}),
            names=self._names,
            lines=[head],
            deals=self._deals,
            undone=[],
            payments=self._payments,
            balances=self._by_name(session),
            east=self._names[session.table.east],
            round=session.table.round_wind(),
            over=session.table.over(),
            damage=damage,
            gaps=self._gaps,
        )

    def _by_name(self, session: Session) -> dict[str, int]:
        return dict(zip(self._names, session.balances, strict=True))

    def _gap(self, first: int, deals: int) -> None:
        self._gaps.append(Gap(first, deals, self._line_number, self._by_name(self.session)))

    def _find(self) -> None:
        number = 0  # of the deal
        for line in self._history.played:
            self._line_number += 1
            if line.kind == DEAL:
                number += 1
                try:
                    deal, self.session = self._history.deal(number)
                    self.play(line, deal)
                    self._deals.append(self._played_deal)
                except ValueError:
                    self._gap(number, 1)
            else:
                self.play(line)
                if line.kind == PAY:
                    source, to, points = line.value
                    names, balances = self._names, self._by_name(self.session)
                    self._payments.append(Paid(number, names[source], names[to], points, self._line_number, balances))
                elif line.kind == LOST:
                    lost = deals_of(line)
                    self._gap(number + 1, lost)
                    number += lost
        self._line_number += 1
        now = self._playing.session
        if self.session.balances != now.balances or self.session.deals != now.deals:
            missing = max(0, now.deals - number)
            self.session = now
            self._gap(number + 1, missing)

    # ---- lines ----

    def take(self, line: Line) -> None:
        if line.kind == LOST:
            pass_over(self.session, *line.value)

    def before_deal(self, line: Line, deal: Deal, answer: Answer) -> None:
        record = self._history.record(line.record)
        value = stripped(record)
        self._played_deal = played(
            self.session,
            self._names,
            deal,
            answer,
            value=value["deal"] if CORRECT in record else value,
            line=self._line_number,
            corrected=line.value is not None,
            known=known_tiles(record),
        )
