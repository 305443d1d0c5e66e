"""The present evening as a table, for the page's spreadsheet and for its page to print."""

import json

from mingg import lang
from mingg.core.table.session import DEAL, PAY
from mingg.lang import letters, named
from mingg.ui.screens.history.deals import Deals

MYPY = False
if MYPY:
    from mingg.ui.app import App


def of(app: "App") -> str:
    """Returns JSON: {"rules": title, "names": [...], "balances": [...], "rows": [[number of the deal, round, East, what
    happened, score, [gain, ...]], ...]}. Gains and balances are in the order of the names. A corrected deal is as it
    stands, so corrections have no row. Neither have lost deals."""
    evening = app.evening
    names, session = evening.called, evening.session
    rows = []
    deals = Deals(app)
    lang.use(Deals.words)
    for index in range(len(deals.items) - 1, -1, -1):
        line = deals.line(index)
        wind, east = "", None
        if line.kind == DEAL:
            try:
                before, gains = deals.past().gained(line.number)
            except ValueError:
                continue  # it is lost
            wind, east = letters(before.table.round_wind()), names[before.table.east]
        elif line.kind == PAY:
            paid = deals.past().record(line.record)
            gains = [paid.points * ((player == paid.to) - (player == paid.source)) for player in range(len(names))]
        else:
            continue
        words, people, score = deals.look_up(index)
        text = words % tuple(people) if people else words
        rows.append([deals.number(index), wind, east, text, int(score) if score.strip("+-") else "", gains])
    lang.use(app.screen.words)
    title = named("book", session.rules.title)
    return json.dumps({"rules": title, "names": names, "balances": session.balances, "rows": rows})
