"""The end of a deal in one line."""

from mingg.lang import say
from mingg.ui.widgets.layout import signed

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.ui.app import App

    Outcome = tuple[str, list[str], str]  # words with places for names, the names, the score


def outcome(app: "App", deal: "Deal", session: "Session") -> "Outcome":
    """Returns how a deal ended. session: the session before that deal."""
    name = app.name
    if deal.winner is None:
        if deal.ending is None:
            return say("line draw"), [], "-"
        ending, seat, _ = deal.ending
        gain = session.answer(deal).net[seat]
        return say("line " + ending, "%s"), [name(session.player(seat))], signed(gain) if gain else "-"
    score = str(session.answer(deal).counts[deal.winner].score)
    winner, win = name(session.player(deal.winner)), deal.win
    if win.source is None:
        return say("line drew" if win.drawn() else "line won", "%s"), [winner], score
    words = say("line robbed" if win.by == "rob" else "line from", "%s", "%s")
    return words, [winner, name(session.player(win.source))], score
