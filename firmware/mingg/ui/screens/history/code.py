"""The standing and the last deal as a QR code, for a phone, and the same text beside it.

Each player has a word: the seat (X for the one who sits out), an asterisk for the winner of the last deal, the balance,
and what the last deal changed: "E*2204+512 S1700-128". The letters of the seats are those of the language.
"""

from mingg.evening.evening import last_deal
from mingg.lang import letters, say
from mingg.ui.kit import qr
from mingg.ui.kit.canvas import ALIGN_RIGHT, HEIGHT
from mingg.ui.kit.view import Picture, Screen, View

MYPY = False
if MYPY:
    from mingg.core.table.session import Session
    from mingg.evening.evening import Last
    from mingg.ui.app import App
    from mingg.ui.kit.canvas import Canvas
    from mingg.ui.kit.view import Parts

OUT = "X"
MODULE = 2  # pixels
QUIET = (HEIGHT - MODULE * qr.SIZE) // 2  # pixels around the code; the standard wants 8
LEFT = HEIGHT + 2  # of the text
WIDE = 62  # pixels of the text


def words(session: "Session", last: "Last | None") -> "list[str]":
    """Returns the words of the players, from East; last: the deal to name, or None."""
    table = session.table
    seats = [(seat, table.player(seat)) for seat in table.seats]
    out = table.sitting_out()
    if out is not None:
        seats.append((OUT, out))
    gains: "dict[int | None, int]" = {}
    winner: "int | None" = None
    if last is not None:
        gains = {last.players[seat]: gain for seat, gain in last.answer.net.items()}
        winner = last.players.get(last.deal.winner or "")
    results = []
    for seat, player in seats:
        own, gain = letters(seat), gains.get(player, 0)
        word = (own if own in qr.LETTERS else seat) + ("*" if player == winner else "")
        results.append("%s%d%s" % (word, session.balances[player], "%+d" % gain if gain else ""))
    return results


class Code(Screen):
    """Dark modules on a lit background, which a camera needs. A code that cannot hold all leaves out the blanks, and
    then the last deal.

    players  the words beside the code
    text     what the code says; "" if the balances are too long for one
    """

    words = ("over",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        evening = self.play.evening
        full, short = words(evening.session, last_deal(evening)), words(evening.session, None)
        self.players, self.text = short, ""
        for players, blank in ((full, " "), (full, ""), (short, " "), (short, "")):
            text = blank.join(players)
            if len(text) <= qr.ROOM and max([app.display.canvas.width(word) for word in players]) <= WIDE:
                self.players, self.text = players, text
                break
        self.rows = qr.symbol(self.text) if self.text else []

    def title(self) -> str:
        return say("code")

    def view(self) -> "Parts":
        return View(Picture(self.draw))

    def draw(self, canvas: "Canvas") -> None:
        if self.rows:
            canvas.box(0, 0, HEIGHT, HEIGHT)
        else:
            canvas.text(say("code too long"), 2, 27)
        y = QUIET
        for row in self.rows:
            x = QUIET
            while row:
                if row & 1:
                    canvas.box(x, y, MODULE, MODULE, 0)
                row >>= 1
                x += MODULE
            y += MODULE
        canvas.text(say("code"), LEFT, 1, 0, True)
        for i, word in enumerate(self.players):
            canvas.text(canvas.fit(word, WIDE), LEFT, 11 + 9 * i)
        canvas.text(say("B back"), 125, 56, ALIGN_RIGHT)
