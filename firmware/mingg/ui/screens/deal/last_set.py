"""What the last tile made, where the shape of it counts (Harr p.65-66; Babcock p.69-72)."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP
from mingg.lang import say
from mingg.ui.screens.deal.card import LAST_SET, OfOneHand, go_back, go_on
from mingg.ui.widgets.rosette import words

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.widgets.rosette import Lines

PAIR = "pair"  # which one is still to be said


class LastSet(OfOneHand):
    """A pung, or something that does not count, is A: most of all, it is what the cards say already."""

    words = ("cards",)
    answers = {UP: "chow-middle", LEFT: "chow-end", RIGHT: "chow-open", DOWN: PAIR}
    choice = "none"

    def __init__(self, app: "App", turn: int = 0) -> None:
        super().__init__(app, turn)
        stands = app.entry.last_set
        if stands is not None and self.choices.why_not_last_set(stands):
            self._set(None)

    def _pairs(self) -> "list[str]":
        """What the last tile may have made where it made the pair; on the card it stands already if it scores."""
        named = self.choices.pair_named()
        pairs = list(PairMade.answers.values()) if named is None else [named]
        return [pair for pair in pairs if not self.choices.why_not_last_set(pair)]

    def draw(self, canvas: "Canvas") -> None:
        name, title = self.app.name(self.player), say("last tile made", self.app.name(self.player))
        if canvas.width(title, True) <= 112:
            canvas.header(title, "", self.seat)
        else:
            canvas.header(name, say("winning tile"), self.seat)
        self.draw_arms(canvas)

    def arm(self, canvas: "Canvas", key: int, answer: str) -> "tuple[Lines, bool] | None":
        if self.why_not(answer):
            return None
        stands = self.app.entry.last_set or ""
        return words(key, say("the pair" if answer == PAIR else answer)), stands[: len(answer)] == answer

    def centre(self, canvas: "Canvas") -> str:
        return say("a pung" if self.choices.card.sets() else "none")

    def back(self) -> None:
        go_back(self.app, self.turn, LAST_SET)

    def why_not(self, answer: str) -> "str | None":
        if answer == PAIR:
            if self._pairs():
                return None
            answer = self.choices.pair_named() or "pair-major"
        return self.choices.why_not_last_set(answer)

    def take(self, answer: str) -> None:
        if answer == PAIR:
            pairs = self._pairs()
            if len(pairs) > 1:
                self.app.show(PairMade(self.app, self.turn))
                return
            answer = pairs[0]
        self._set(answer)
        go_on(self.app, self.turn, LAST_SET)

    def accept(self) -> None:
        self._set(None)
        go_on(self.app, self.turn, LAST_SET)

    def _set(self, last_set: "str | None") -> None:
        entry = self.app.entry
        entry.last_set = last_set
        entry.filled = (
            last_set is not None
            and last_set[:4] == PAIR
            and bool(self.choices.card.pairs)
            and self.session.rules.knows_pair_filled()
        )


class PairMade(LastSet):
    """What the pair is of that the last tile made."""

    answers = {LEFT: "pair-simple", RIGHT: "pair-major", DOWN: "pair-seat"}
    choice = ""

    def centre(self, canvas: "Canvas") -> str:
        return ""

    def back(self) -> None:
        self.app.show(LastSet(self.app, self.turn))
