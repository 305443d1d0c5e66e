"""The flowers of one hand. An arrow stands for a number; it points to the player whose wind has that number. A goes on
as A on the card does, so that the flowers take no press more than their own."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import letters, say
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import link
from mingg.ui.screens import deal
from mingg.ui.screens.deal.card import HandScreen, finish
from mingg.ui.seating import SIDES
from mingg.ui.widgets.rosette import name_header

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act

WINDS = "ESWN"
# where the arrow of a number stands; beside it are the number, and which of the two flowers the hand has
ARROW = {UP: (68, 14), LEFT: (44, 34), RIGHT: (124, 34), DOWN: (68, 58)}
HELD_WORDS = ("", "green", "red", "both")


def numbers(app: "App") -> "dict[int, int]":
    """Returns the number of each arrow. The numbers of winds without a player take the free sides."""
    table = app.playing.table
    keys: "dict[int, int]" = {}
    for player in table.order:
        side = app.side(player)
        if side is not None:
            keys[side] = WINDS.index(table.seat(player)) + 1
    # from East's right on, in the order of the winds
    east = app.side(table.east)
    start = SIDES.index(DOWN if east is None else east)
    free = [side for side in SIDES[start:] + SIDES[:start] if side not in keys]
    for number in range(1, 5):
        if number not in keys.values():
            keys[free.pop(0)] = number
    return keys


class Flowers(HandScreen):
    words = ("cards",)
    bar_y = 21

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app, turn)
        self.link = link(deal.Flowers, turn)
        self.numbers = numbers(app)
        # it does not lead back to the card, so it says where
        follows = turn == app.entry.at and turn + 1 < len(self.session.table.order)
        self.done = "A next hand" if follows else "A done"

    def _holder(self, flower: int) -> "int | None":
        """Returns the other player who has a flower, or None."""
        for player, flowers in enumerate(self.app.entry.flowers):
            if flower in flowers and player != self.player:
                return player
        return None

    def _held(self, number: int) -> int:
        """Returns which of the two flowers of a number the hand has: 1 green, 2 red, 3 both."""
        mine = self.app.entry.flowers[self.player]
        return (number in mine) + 2 * (number + 4 in mine)

    def draw(self, canvas: "Canvas") -> None:
        name_header(canvas, "flowers of", self.app.name(self.player), say(self.done), self.seat)
        self.draw_count(canvas)
        for key, number in self.numbers.items():
            held = self._held(number)
            if not held and self._holder(number) is not None and self._holder(number + 4) is not None:
                continue
            text = "%d %s" % (number, letters(self.seat)) if WINDS[number - 1] == self.seat else str(number)
            x, y = ARROW[key]
            canvas.arrow(key, x, y)
            if key in (UP, DOWN):
                x = canvas.text(text, x + 8, y - 2, ALIGN_LEFT, True) + 6
                align, y = ALIGN_LEFT, y - 2
            else:
                x, align = (x + 6, ALIGN_LEFT) if key == LEFT else (x - 3, ALIGN_RIGHT)
                canvas.text(text, x, y - 1, align, True)
                y += 8
            if held:
                canvas.text(say(HELD_WORDS[held]), x, y, align)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A:
            reason = self.hand.why_not_done()
            return "no " + reason if reason else (self.done, finish, self.app, self.turn, self.hand)
        if key not in self.numbers:
            return super().does(key)
        number = self.numbers[key]
        held_after, taken = self._after(number)
        return (
            taken if held_after == self._held(number) else (["flower n", number], self._set, number, held_after, taken)
        )

    def _after(self, number: int) -> "tuple[int, list[Any]]":
        """Returns the next possible choice of green, red, both and none, and a message about a flower that another hand
        has."""
        held = self._held(number)
        taken: "list[Any]" = []
        for _ in range(4):
            held = (held + 1) % 4
            for i in (0, 1):
                holder = self._holder(number + 4 * i) if held >> i & 1 else None
                if holder is not None:
                    kind, canvas = say(HELD_WORDS[i + 1]), self.app.canvas
                    room = 118 - canvas.width(say("flower held", "", kind, number))
                    taken = ["flower held", canvas.fit(self.app.name(holder), room), kind, number]
                    break
            else:
                break
        return held, taken

    def _set(self, number: int, held: int, taken: "list[Any]") -> None:
        app = self.app
        flowers = [flower for flower in app.entry.flowers[self.player] if flower % 4 != number % 4]
        flowers += [number + 4 * i for i in (0, 1) if held >> i & 1]
        app.entry.flowers[self.player] = sorted(flowers)
        app.changed()
        self.hand.look()
        if taken:
            app.refuse(*taken)
