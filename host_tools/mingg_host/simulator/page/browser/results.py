"""The present evening as a table, for the page's spreadsheet and for its page to print."""

import json

from mingg import lang
from mingg.core.table.session import DEAL, PAY
from mingg.lang import letters, named
from mingg.ui.screens.history.deals import Deals

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening.history.history import Line
    from mingg.ui.app import App


def of(app: "App") -> str:
    """Returns JSON: {"rules": title, "names": [...], "balances": [...], "rows": [[number of the deal, round, East, what
    happened, score, [gain, ...]], ...]}. Gains and balances are in the order of the names. A corrected deal is as it
    stands, so corrections have no row."""
    evening = app.evening
    names, session = evening.called, evening.session
    rows = []
    deals = Deals(app)
    lang.use(Deals.words)
    for index in range(len(deals.items) - 1, -1, -1):
        line = deals.items[index]
        words, people, score = deals.look_up(index)
        gains, wind, east = _gains(deals, line, len(names))
        if gains is not None:
            text = words % tuple(people) if people else words
            rows.append([line.number or "", wind, east if east is None else names[east], text, score, gains])
    lang.use(app.screen.words)
    title = named("book", session.rules.title)
    return json.dumps({"rules": title, "names": names, "balances": session.balances, "rows": rows})


def _gains(deals: Deals, line: "Line", players: int) -> "tuple[list[int] | None, str, int | None]":
    """Returns what each player gained, the round wind, and East; None for a line that moves no points itself."""
    gains = [0] * players
    if line.kind == DEAL:
        deal, session = deals.past().deal(line.number)
        net = session.answer(deal).net
        for seat in net:
            gains[session.player(seat)] += net[seat]
        return gains, letters(session.table.round_wind()), session.table.east
    if line.kind != PAY:
        return None, "", None
    value: Any = line.value
    for source, to, points in value if isinstance(value, list) else [value]:
        gains[source] -= points
        gains[to] += points
    return gains, "", None
