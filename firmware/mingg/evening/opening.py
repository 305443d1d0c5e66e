"""Opens an evening as it was left: at the start, and to look at an old one."""

from mingg.evening.saving import play
from mingg.evening.state import LOST, TORN, TORN_MORE, UNCOUNTED

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.evening.reading import Found
    from mingg.evening.state import State


def open_evening(state: "State", number: int, when_read: "Callable[[], object] | None" = None) -> None:
    """Opens a ledger in a new state: that of this number, or the latest (0). when_read is called before the last deal
    is played: a board has not the room for what reads a ledger and what settles a deal at once."""
    useless: "list[int]" = []
    while True:
        found = _read(state, number, useless)
        if when_read is not None:
            when_read()
        if found.deal is None:
            break
        try:
            play(state, found.deal, state.session.answer(found.deal))
            break
        except ValueError:
            useless.append(found.record)
    if found.torn:
        state.notices.append((TORN if found.torn == 1 else TORN_MORE, state.deal_number()))
    if found.damaged or not state.ledger.whole():
        from mingg.evening.history.losses import losses

        state.notices.extend([(LOST, deal) for deal in losses(state, found.damaged)])
    if not number and state.session.counted() and state.held is None:
        # A ledger of the time before holdings were kept.
        from mingg.evening.holdings import settle

        if not settle(state):
            state.notices.append((UNCOUNTED, state.deal_number()))


def _read(state: "State", number: int, useless: "list[int]") -> "Found":
    from mingg.evening.reading import read

    return read(state, number, useless)
