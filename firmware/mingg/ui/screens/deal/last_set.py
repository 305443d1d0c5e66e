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
    made = CHOWS

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

    def draw(self, canvas: "Canvas") -> None:
        name, title = self.app.name(self.player), say("last tile made", self.app.name(self.player))
        if canvas.width(title, True) <= 112:
            canvas.header(title, "", self.seat)
        else:
            canvas.header(name, say("last tile").replace("|", " "), self.seat)
        stands = self.app.entry.last_set
        for key, made in self.made.items():
            if not self.choices.why_not_last_set(made):
                arm(canvas, key, words(key, say(made)), stands == made)
        self.draw_rest(canvas, stands)

    def draw_rest(self, canvas: "Canvas", stands: "str | None") -> None:
        if self._pairs():
            arm(canvas, DOWN, words(DOWN, say("the pair")), stands is not None and stands[:4] == "pair")
        centre_key(canvas, say("a pung" if self.choices.card.sets() else "none"))

    def press(self, key: int) -> None:
        if key == B:
            go_back(self.app, self.turn, LAST_SET)
        elif key == A:
            self.choose(None)
        elif key in CHOWS:
            self.choose(CHOWS[key])
        else:
            pairs = self._pairs()
            if len(pairs) > 1:
                self.app.show(PairMade(self.app, self.turn))
            elif pairs:
                self.choose(pairs[0])
            else:
                made = self.choices.pair_named() or "pair-major"
                self.why_not(self.choices.why_not_last_set(made) or "last-set-pair")

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
        """On with what the last tile made, or why it cannot have."""
        reason = None if last_set is None else self.choices.why_not_last_set(last_set)
        if reason:
            self.why_not(reason)
        else:
            self._set(last_set)
            go_on(self.app, self.turn, LAST_SET)


class PairMade(LastSet):
    """What the pair is of that the last tile made."""

    made = PAIRS

    def draw_rest(self, canvas: "Canvas", stands: "str | None") -> None:
        pass  # only pairs

    def press(self, key: int) -> None:
        if key == B:
            self.app.show(LastSet(self.app, self.turn))
        elif key in PAIRS:
            self.choose(PAIRS[key])
        else:
            self.app.refuse(say("no more"))
