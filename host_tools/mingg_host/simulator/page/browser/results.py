"""The present evening as a table, for the page's spreadsheet and for its page to print."""

import json

from mingg import lang
from mingg.core.table.session import DEAL, PAY
from mingg.evening.lines import Lines
from mingg.lang import letters, named
from mingg.ui.screens.history.deals import Deals, row_of

MYPY = False
if MYPY:
    from mingg.ui.app import App


def of(app: "App") -> str:
    """Returns JSON: {"rules": title, "names": [...], "balances": [...], "rows": [[number of the deal, round, East, what
    happened, score, [gain, ...]], ...]}. Gains and balances are in the order of the names. A corrected deal is as it
    stands, so corrections have no row. Neither have lost deals."""
    evening = app.play.evening
    names, session = evening.called, evening.session
    rows = []
    lines = Lines(evening)
    lang.use(Deals.words)
    for line in lines:
        if line.kind not in (DEAL, PAY):
            continue
        number, wind, east = "", "", None
        try:
            left, score = row_of(app.play, lines, line)
            if line.kind == DEAL:
                deal, before = lines.deal(line.number)
                answer = before.answer(deal)
                gains = before.gains(answer)
                number, wind, east = str(line.number), letters(before.table.round_wind()), names[before.table.east]
                if deal.winner is not None:
                    score = str(answer.counts[deal.winner].score)
            else:
                paid = lines.record(line.record)
                gains = [paid.points * ((player == paid.to) - (player == paid.source)) for player in range(len(names))]
        except ValueError:
            continue  # it is lost
        text = left if isinstance(left, str) else left[0] % tuple(left[1])
        rows.append([number, wind, east, text, int(score) if score.strip("+-") else "", gains])
    lang.use(app.screen.words)
    title = named("book", session.rules.title)
    return json.dumps({"rules": title, "names": names, "balances": session.balances, "rows": rows})
