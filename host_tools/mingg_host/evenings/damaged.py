"""Evenings that lost some of their records: the deals that can still be read, and the balances that every record has.

The firmware's own code recovers them, as on a board.
"""

from __future__ import annotations

from dataclasses import replace

from mingg.core.replay import LOST, deals_of
from mingg.core.table.session import CORRECT, DEAL, PAY, Session
from mingg.evening.evening import Evening as Playing
from mingg.evening.history.history import History
from mingg.evening.history.lost import pass_over
from mingg.evening.state import UNREADABLE
from mingg.ledger.reader import segment_of

from mingg_host.evenings.characters import of_name, whole_files
from mingg_host.evenings.evening import Evening, Gap, Paid, PlayedDeal, known_tiles, of_source, played, session_of
from mingg_host.evenings.memory_store import MemoryStore
from mingg_host.evenings.records import Ledger, Remark, WrongLine, plain, stripped
from mingg_host.evenings.sources import Source


def as_known(source: Source) -> Evening:
    """The evening that was found somewhere, whole or not: `damage` and `gaps` say what it lacks. Raises EveningError
    where not even is known who played what."""
    try:
        return of_source(source)
    except WrongLine as error:
        ledger = source.ledger()
        if ledger is None or ledger.head is None:
            raise
        found = _Finding(ledger, source.files or {}).evening(source, ledger.damaged or [error.remark])
        if found is None:
            raise
        return replace(found, when=source.when)


class _Finding:
    def __init__(self, ledger: Ledger, files: dict[str, bytes]) -> None:
        self._ledger = ledger
        segment = segment_of(next(iter(files)))
        self._playing = Playing(MemoryStore(whole_files(plain(files))), segment[0] if segment else 0)
        self._names: list[str] = self._playing.called
        self._history = History(self._playing)
        self._deals: list[PlayedDeal] = []
        self._payments: list[Paid] = []
        self._gaps: list[Gap] = []

    def evening(self, source: Source, damage: list[Remark]) -> Evening | None:
        """None where it is no evening that a board opens."""
        playing, session = self._playing, self._playing.session
        if any(what == UNREADABLE for what, _ in playing.notices):
            return None
        self._find()
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

    def _find(self) -> None:
        history = self._history
        session = history.session.begun()
        at = number = 0  # of the line, of the deal
        for at, each in enumerate(history.played, 1):
            if each.kind == DEAL:
                number += 1
                try:
                    deal, session = history.deal(number)
                    answer = session.answer(deal)
                    told = history.record(each.record)
                    found = played(
                        session,
                        self._names,
                        deal,
                        answer,
                        value=stripped(told)["deal"] if CORRECT in told else stripped(told),
                        line=at,
                        corrected=each.value is not None,
                        known=known_tiles(told),
                    )
                    session.apply(deal, answer)
                    self._deals.append(found)
                except ValueError:
                    self._gaps.append(Gap(number, 1, at, self._by_name(session)))
            elif each.kind == PAY:
                source, to, points = each.value
                session.pay(source, to, points)
                balances = self._by_name(session)
                self._payments.append(Paid(number, self._names[source], self._names[to], points, at, balances))
            elif each.kind == LOST:
                lost = deals_of(each)
                pass_over(session, *each.value)
                self._gaps.append(Gap(number + 1, lost, at, self._by_name(session)))
                number += lost
        now = self._playing.session
        if session.balances != now.balances or session.deals != now.deals:
            self._gaps.append(Gap(number + 1, max(0, now.deals - number), at + 1, self._by_name(now)))
