"""How a deal ended, in a line, the names in it as long as there is room for them."""

from mingg.lang import say
from mingg.ui.widgets.layout import signed

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

    Told = tuple[str, list[str], str]  # words with places for names, the names, the score

LONGEST = 8  # letters of a name


def told(app: "App", deal: "Deal", session: "Session") -> "Told":
    """How a deal ended, at the table as it stood before it."""
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


def fitted(canvas: "Canvas", words: str, names: "list[str]", room: int) -> str:
    """Words with names in their places, the names as long as the room lets them be."""
    for letters in range(LONGEST, 0, -1):
        text = words % tuple([name[:letters] for name in names])
        if canvas.width(text) <= room:
            break
    return canvas.fit(text, room)
