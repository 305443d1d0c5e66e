"""The standing and the last deal as a QR code, for a phone, and the same beside it, with seats in place of names.

Each player has a name, an asterisk if they won the last deal, the balance, and what the last deal changed:
"ANN*2204+512 BO 1700-128". Beside the code a seat stands for a name, X for the player who sits out.
"""

from collections.abc import Sequence

from mingg.core.table.session import Session
from mingg.evening.evening import Last, last_deal
from mingg.lang import letters, say
from mingg.ui.kit import qr
from mingg.ui.kit.canvas import HEIGHT, Canvas
from mingg.ui.kit.view import Parts, Picture, Screen, Title, View

OUT = "X"
MODULE = 2  # pixels
QUIET = (HEIGHT - MODULE * qr.SIZE) // 2  # pixels around the code; the standard wants 8
LEFT = HEIGHT + 2  # of the text
WIDE = 62  # pixels of the text
# What the code may say, the best first: with the last deal or without, and how many letters of each name; 0: its seat.
FORMS = (True, 8), (True, 5), (True, 3), (False, 8), (False, 5), (False, 3), (False, 0)
# A code has no other letters than the first of each group.
_GROUPS = (
    "AÀÁÂÃÄÅàáâãäå",
    "CÇç",
    "EÈÉÊËèéêë",
    "GĞğ",
    "IÌÍÎÏİìíîïı",
    "NÑñ",
    "OÒÓÔÕÖØòóôõöø",
    "SŞşŠšß",
    "UÙÚÛÜùúûü",
    "YÝýÿ",
    "ZŽž",
)


def plain(name: str) -> str:
    """Returns what a code can say of a name."""
    text = ""
    for ch in name:
        for group in _GROUPS:
            if ch in group:
                ch = group[0]
        if "a" <= ch <= "z":
            ch = chr(ord(ch) - 32)
        if ch in qr.LETTERS:
            text += ch
    return text


def words(session: "Session", last: "Last | None", names: "Sequence[str]" = ()) -> "list[str]":
    """Returns the words of the players, from East. last: the deal to name, or None. names: by player; without them the
    words have the seats."""
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
        word = own if own in qr.LETTERS else seat
        if names:
            word = names[player] or word
        word += "*" if player == winner else " " if names else ""
        results.append("%s%d%s" % (word, session.balances[player], "%+d" % gain if gain else ""))
    return results


class Code(Screen):
    """Dark modules on a lit background, for a camera. A code that cannot hold all cuts the names, or leaves out
    the last deal.

    players  the words beside the code
    text     what the code says; "" if the balances are too long for one
    """

    words = ("over",)

    def begin(self) -> None:
        evening, canvas = self.play.evening, self.app.display.canvas
        session, last = evening.session, last_deal(evening)
        names = [plain(name) for name in evening.called]
        self.text = ""
        for deal, most in FORMS:
            text = " ".join(words(session, last if deal else None, [name[:most] for name in names]))
            if len(text) <= qr.ROOM:
                self.text = text
                break
        self.players = words(session, last)
        if max([canvas.width(word) for word in self.players]) > WIDE:
            self.players = words(session, None)
        self.rows = qr.symbol(self.text) if self.text else []

    def view(self) -> "Parts":
        title = Title(say("code"))
        title.start = LEFT
        return View(title, Picture(self.draw))

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
        for i, word in enumerate(self.players):
            canvas.text(canvas.fit(word, WIDE), LEFT, 11 + 9 * i)
