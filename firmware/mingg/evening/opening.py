"""Opens an evening as it was left: the latest one at the start, or an old one to look at."""

from mingg.evening.saving import play
from mingg.evening.state import LOST, TORN, TORN_MORE, UNCOUNTED

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.evening.state import State


def open_evening(state: "State", number: int, when_read: "Callable[[], object] | None" = None) -> None:
    """Opens a ledger in a new state. number: of the ledger; 0: the latest.

    when_read is called before the last deal is played. It may unload modules: a board has no room at once for those
    that read a ledger and those that settle a deal.
    """
    useless: "list[int]" = []
    while True:
        # Forgotten at once: a function keeps its module. Called from here: it needs much of a board's stack.
        from mingg.evening.reading import read

        last = read(state, number, useless)
        del read
        if when_read is not None:
            when_read()
        if last.deal is None:
            break
        try:
            play(state, last.deal, state.session.answer(last.deal))
            break
        except ValueError:
            useless.append(last.record)
    if last.torn:
        state.notices.append((TORN if last.torn == 1 else TORN_MORE, state.deal_number()))
    if last.damaged or not state.ledger.whole():
        from mingg.evening.history.losses import losses

        state.notices.extend([(LOST, deal) for deal in losses(state, last.damaged)])
    if not number and state.session.counted() and state.held is None:
        # Old ledgers do not have the holdings.
        from mingg.evening.holdings import settle

        if not settle(state):
            state.notices.append((UNCOUNTED, state.deal_number()))
