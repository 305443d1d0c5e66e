"""What the last tile made, where the shape of it counts (Harr p.65-66; Babcock p.69-72)."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.screens.deal.card import LAST_SET, OfOneHand, go_back, go_on
from mingg.ui.widgets.layout import arm, centre_key, words

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

CHOWS = {UP: "chow-middle", LEFT: "chow-end", RIGHT: "chow-open"}
PAIRS = {LEFT: "pair-simple", RIGHT: "pair-major", DOWN: "pair-seat"}


class LastSet(OfOneHand):
    """A pung, or something that does not count, is A: most of all, it is what the cards say already."""

    words = ("cards",)

    def __init__(self, app: "App", turn: int = 0) -> None:
        super().__init__(app, turn)
        stands = app.entry.last_set
        if stands is not None and self.choices.why_not_last_set(stands):
            self._set(None)

    def _pairs(self) -> "list[str]":
        """What the last tile may have made where it made the pair; on the card it stands already if it scores."""
        named = self.choices.pair_named()
        pairs = list(PAIRS.values()) if named is None else [named]
        return [pair for pair in pairs if not self.choices.why_not_last_set(pair)]

    def draw_title(self, canvas: "Canvas") -> None:
        name = self.app.name(self.player)
        if canvas.width(say("last tile made", name), True) <= 112:
            canvas.header(say("last tile made", name), "", self.seat)
        else:
            canvas.header(name, say("last tile").replace("|", " "), self.seat)

    def draw(self, canvas: "Canvas") -> None:
        stands = self.app.entry.last_set
        self.draw_title(canvas)
        for key, chow in CHOWS.items():
            if not self.choices.why_not_last_set(chow):
                arm(canvas, key, words(key, say(chow)), stands == chow)
        if self._pairs():
            arm(canvas, DOWN, words(DOWN, say("the pair")), stands is not None and stands[:4] == "pair")
        centre_key(canvas, say("a pung" if self.choices.card.sets() else "none"))

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            go_back(app, self.turn, LAST_SET)
        elif key == A:
            self.choose(None)
        elif key in CHOWS:
            reason = self.choices.why_not_last_set(CHOWS[key])
            if reason:
                self.why_not(reason)
            else:
                self.choose(CHOWS[key])
        else:
            self._pair()

    def _pair(self) -> None:
        pairs = self._pairs()
        if not pairs:
            self.why_not(self.choices.why_not_last_set(self.choices.pair_named() or "pair-major") or "last-set-pair")
        elif len(pairs) == 1:
            self.choose(pairs[0])
        else:
            self.app.show(PairMade(self.app, self.turn))

    def _set(self, last_set: "str | None") -> None:
        entry = self.app.entry
        entry.last_set = last_set
        entry.filled = (
            last_set is not None
            and last_set[:4] == "pair"
            and bool(self.choices.card.pairs)
            and self.session.rules.knows_pair_filled()
        )

    def choose(self, last_set: "str | None") -> None:
        self._set(last_set)
        go_on(self.app, self.turn, LAST_SET)


class PairMade(LastSet):
    """What the pair is of that the last tile made."""

    def draw(self, canvas: "Canvas") -> None:
        stands = self.app.entry.last_set
        self.draw_title(canvas)
        for key, pair in PAIRS.items():
            if not self.choices.why_not_last_set(pair):
                arm(canvas, key, words(key, say(pair)), stands == pair)

    def press(self, key: int) -> None:
        if key == B:
            self.app.show(LastSet(self.app, self.turn))
        elif key in PAIRS:
            reason = self.choices.why_not_last_set(PAIRS[key])
            if reason:
                self.why_not(reason)
            else:
                self.choose(PAIRS[key])
        else:
            self.app.refuse(say("no more"))
