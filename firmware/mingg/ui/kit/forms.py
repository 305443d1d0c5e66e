"""Parts that enter a number or a letter; throws of the device's dice."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mingg.hal import dice
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import SHORTER, say
from mingg.ui.kit.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT, Canvas
from mingg.ui.kit.view import HOLD, Arm, Centre, Key, Otherwise, Page, Part, Screen, spoken

if TYPE_CHECKING:
    from mingg.ui.app import App

LAST_WHEEL = 3


class Big(Arm):
    """An arm with a few letters at double size."""

    PLACES = ((8, 30), (119, 30), (64, 12), (64, 48), (70, 30))  # by key: where the text begins, ends or has its centre

    def place(self, page: "Page") -> None:
        canvas, side = page.canvas, self.key
        x, y = self.PLACES[side]
        half = canvas.width(self.text)
        canvas.twice(self.text, x, y, (ALIGN_LEFT, ALIGN_RIGHT)[side] if side < UP else ALIGN_CENTRE)
        if side == A:
            canvas.key("A", x - half - 12, y + 4)
        else:
            canvas.arrow(side, (2, 123)[side] if side < UP else x - half - 9, y + (5 if side < UP else 6))


def draw_figure(canvas: "Canvas", text: str) -> None:
    """Draws a number in large figures in the middle, or a word at double size."""
    if text.isdigit():
        canvas.figures(text, 64, 24, ALIGN_CENTRE)
    else:
        canvas.twice(canvas.fit(text, 40), 64, 26, ALIGN_CENTRE)


class Dial(Part):
    """A throw of two dice that left and right enter; 0: none yet. The first one is the commonest.

    take: gets the throw. note: what it means, at the right
    """

    repeats = True

    def __init__(self, throw: int, take: "Callable[[int], object]", note: str = "") -> None:
        self.throw, self.take, self.note = throw, take, note

    def on(self, key: int) -> "Key | None":
        if key not in (LEFT, RIGHT):
            return None
        step = 1 if key == RIGHT else -1
        throw = 2 + (self.throw - 2 + step) % 11 if self.throw else 7 if key == RIGHT else 6
        return Key(key, "dial", self.take, throw)

    def place(self, page: "Page") -> None:
        canvas, x, y = page.canvas, page.left, page.y
        canvas.arrow(LEFT, x - 1, y + 4)
        if self.throw:
            x = canvas.figures(str(self.throw), x + 6, y, ALIGN_LEFT, False) + 2
        else:
            x = canvas.text(say("enter"), x + 6, y + 3) + 3
        canvas.arrow(RIGHT, x, y + 4)
        if self.note:
            canvas.text(page.fit(self.note, 120 - x, True), 126, y + 3, ALIGN_RIGHT, True)
        page.y += 14


def roll(app: "App") -> int:
    """Rolls a die: 1 to 6. Raises OSError."""
    return app.throw() if app.throw is not None else dice.roll()


def roll_two(app: "App") -> "tuple[int, int] | None":
    """Rolls two dice. If the device cannot, shows that and returns None."""
    try:
        return roll(app), roll(app)
    except OSError:
        app.display.refuse("no dice")
        return None


class Throws(Screen):
    """A throws two dice for each player, and after a tie again for those with the most. When one is left, A takes that
    player. An arrow takes any player. A subclass takes them in take(). One who sits out throws, too.

    takes     the message of A when one is left
    sums      what each player threw
    throwing  the players who throw now; at last the one who is left
    """

    lasting = "sums", "throwing"
    takes = ""
    sums: "dict[int, int]" = {}
    throwing: "list[int]" = []

    def take(self, player: int) -> None:
        raise NotImplementedError

    def answers(self, people: "Sequence[tuple[int | None, int, str]]", stands: "int | None" = None) -> "list[Any]":
        """Returns the parts. people: the arrow, the number and the name of each; who sits out has no arrow. stands: who
        is taken now."""
        parts: "list[Any]" = [Arm(A, say("tie again" if self.sums else "all throw"), self.throw)]
        for side, player, name in people:
            thrown = str(self.sums.get(player, ""))
            if self.throwing == [player]:
                stands, parts[0] = player, Arm(A, say(self.takes, name), self.take, player)
            if side is None:
                parts.append(Key(HOLD | A, ["", name], self.take, player, False, True))
                parts.append(Centre(say("hold A", name) + (thrown and " " + thrown)))
            else:
                parts.append(Arm(side, thrown, self.take, player, name, player == stands))
        return parts + [Otherwise("nobody there")]

    def throw(self) -> None:
        throws = [roll_two(self.app) for _ in self.throwing]
        if None not in throws:
            self.sums = {player: sum(dice) for player, dice in zip(self.throwing, throws) if dice}
            most = max(self.sums.values())
            self.throwing = [player for player in self.throwing if self.sums[player] == most]


class Wheels(Part):
    """A number on four wheels: left and right choose one, up and down turn it. The last wheel has only what counters
    can pay: 0 2 4 6 8.

    screen: has the number in `points`, and the position of the current wheel in `current`.
    """

    repeats = True

    def __init__(self, screen: "Any") -> None:
        self.screen = screen

    def on(self, key: int) -> "Key | None":
        at = self.screen.current
        if key in (UP, DOWN):
            step = 2 if at == LAST_WHEEL else 1
            return Key(key, "change", self._turn, step if key == UP else -step)
        if key not in (LEFT, RIGHT):
            return None
        to = at + (1 if key == RIGHT else -1)
        found = Key(key, "field", self.screen.move_to, to) if 0 <= to <= LAST_WHEEL else Key(key, "", "no more")
        found.wraps = True
        return found

    def _turn(self, step: int) -> None:
        screen, unit = self.screen, 10 ** (LAST_WHEEL - self.screen.current)
        digit = screen.points // unit % 10
        screen.points += ((digit + step) % 10 - digit) * unit

    def place(self, page: "Page") -> None:
        canvas, at, x = page.canvas, self.screen.current, 40
        for digit in "%04d" % self.screen.points:
            canvas.figures(digit, x, 31, ALIGN_CENTRE)
            x += 16
        x = 38 + 16 * at
        canvas.arrow(UP, x, 26)
        canvas.arrow(DOWN, x, 55)
        if at:
            canvas.arrow(LEFT, 26, 39)
        if at < LAST_WHEEL:
            canvas.arrow(RIGHT, 99, 39)


class Hints(Part):
    """The last line: a text, then keys with their arrows and words."""

    def __init__(self, text: str, keys: "list[Key]") -> None:
        self.text, self.keys = text, keys

    def on(self, key: int) -> "Key | None":
        for hint in self.keys:
            if hint.key == key:
                return hint
        return None

    def place(self, page: "Page") -> None:
        canvas = page.canvas
        shown = [(hint.key, spoken(hint.label())) for hint in self.keys if hint.works()]
        for bold in (True, False):
            room = 126 - sum([canvas.width(word, bold) + 13 for _, word in shown])
            if canvas.width(self.text.partition(SHORTER)[0]) <= room:
                break
        x = canvas.text(page.fit(self.text, room), 2, 56) + 6 if self.text else 2
        for key, word in shown:
            canvas.arrow(key, x, 57 if key < UP else 58)
            x = canvas.text(word, x + 7, 56, ALIGN_LEFT, bold) + 6
