"""The page of keys, behind B held: what the keys of the screen below do. They do not act here."""

from mingg import lang
from mingg.hal.keys import DOWN, UP, A, B
from mingg.lang import say
from mingg.ui.keymap import grouped
from mingg.ui.screen import Screen, link
from mingg.ui.screens import system
from mingg.ui.screens.deal.table import TableScreen
from mingg.ui.widgets.texts import TextScreen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.keymap import Line
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Under

HALF = 66  # the x where the second line of a row begins


class Keys(TextScreen):
    """Lists the keys of the screen below. B goes back there, A goes to the menu.

    of: the groups of messages of the screen below, its title (a message or a text), its keymap(), and whether it has a
    menu.
    """

    mapped = False
    empty = "B back"

    def __init__(self, app: "App", under: "Under", *of: "Any") -> None:
        super().__init__(app, under)
        self.of = of
        words, self.title, keymap, self.menu = of
        if isinstance(under, TableScreen):
            keymap = under.own_keys()  # the menu may have turned the compass since
        self.words = words + ("keys",)
        lang.use(self.words)  # the lines are measured before the screen is shown
        self.choice = "A menu" if self.menu else ""
        self.lines: "list[Any]" = []  # rows of one line, or of two short ones
        beside = False
        lines = grouped(keymap)
        entry = app.entry
        if self.menu and entry is not None and not isinstance(under, TableScreen):  # how players leave the deal
            lines.insert(0, ([], False, say("menu leaves" if app.correcting is None else "menu left")))
        for line in lines:
            short = self._draw_line(None, line, 0, 0) < HALF - 3
            if short and beside:
                self.lines[-1].append(line)
                beside = False
            else:
                self.lines.append([line])
                beside = short

    def _draw_line(self, canvas: "Canvas | None", line: "Line", x: int, y: int) -> int:
        """Draws a line of the page, or only measures it if `canvas` is None. Returns the x where the line ends."""
        keys, held, text = line
        width = self.app.canvas.width
        if held:
            word = say("held")
            if canvas is not None:
                canvas.text(word, x, y)
            x += width(word) + 4
        for key in keys:
            if key in (A, B):
                letter = "A" if key == A else "B"
                if canvas is not None:
                    canvas.text(letter, x, y, 0, True)
                x += width(letter, True) + 3
            else:
                if canvas is not None:
                    canvas.arrow(key, x, y + (2 if key in (UP, DOWN) else 1))
                x += 7 if key in (UP, DOWN) else 5
        if canvas is not None:
            canvas.text(canvas.fit(text, 126 - x), x + 1, y)  # a name may be long
        return x + 1 + width(text)

    def draw(self, canvas: "Canvas") -> None:
        hint, title = say(self.choice or self.leave), say("keys")
        room = 115 - canvas.width(title, True) - canvas.width(hint)
        if self.choice:
            room -= canvas.width(say(self.leave)) + 14
        screen = lang.at_hand(self.title) or self.title
        canvas.header(title, hint, "", screen if canvas.width(screen) <= room else "")
        self.draw_lines(canvas)

    def draw_lines(self, canvas: "Canvas") -> None:
        y = self.first
        for row in self.lines[self.current : self.current + self.room]:
            x = 2
            for line in row:
                self._draw_line(canvas, line, x, y)
                x = HALF
            y += self.pitch
        self.draw_more(canvas)

    def accept(self) -> None:
        """Goes to the menu. From a screen of the menu it goes back to the menu that led there."""
        below = self.before
        while isinstance(below, Screen):
            below = below.leads_back()
        # The registry `system` is resident. One that was loaded again would hold another Menu. A second menu would then
        # open over the first.
        if below is not None and below[0] is system.Part:
            menu, _, set_up = below[1]
            below = link(system.Menu, menu[1][0], "", set_up)
        if below is not None and below[0] is system.Menu:
            self.app.back_to(below)
        else:
            under = self.before.returns_to() if isinstance(self.before, Screen) else self.before
            self.app.open(system.Menu, link(system.Keys, under, *self.of))
