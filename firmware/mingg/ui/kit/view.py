"""What a screen shows and what its keys do, as one value: Screen.view() returns parts.

The kit places the parts, fits their texts, runs the keys and lists them. A screen measures no text and names no pixel,
except in a Picture. The parts here are those of a deal; lists.py and forms.py have more.

A text may have shorter forms, longest first, with SHORTER between them ("^" in a catalogue): the kit takes the longest
that fits.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Union

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import SHORTER, joined, say
from mingg.ui.kit.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT, BACK, ON, WIDTH, Canvas

if TYPE_CHECKING:
    from mingg.ui.app import App
    from mingg.ui.play import Play

# What a key does: a function; the name of a screen, "folder.file.Class"; or, if it does nothing now, the message
# that says why, or [message, *words].
Act = Union[Callable[..., object], str, list[Any]]
Word = Union[str, list[Any]]  # a message; [message, *words]; or ["", text]
Parts = Sequence["Part"]

HOLD = 8  # added to a key: it is held
EVERY = bytes([key | held for held in (0, HOLD) for key in (LEFT, RIGHT, UP, DOWN, A, B)])
NOTHING = object()  # in place of an argument
LINE = 9  # pixels from one line of text to the next
FLOOR = 64  # where the panel ends
EDGE = 126  # where the title ends
GAP = 6  # pixels between two words of the title
LEAST = 20  # pixels of a name in the title


class Part:
    """Something that a screen shows, or a key.

    early    it is placed before the parts that take the room that is left
    repeats  its keys repeat while they are down

    A board makes parts for each picture. So a constructor takes plain arguments, keeps them, and does nothing else.
    """

    early = repeats = False

    def on(self, key: int) -> "Key | None":
        """Returns what a key does, if this part says so. key: a key, or HOLD + a key."""
        return None

    def place(self, page: "Page") -> None:
        """Draws the part."""


def View(*parts: "Part") -> "tuple[Part, ...]":
    """Returns the parts of a screen. MicroPython has no "*" in a list; in a call it has."""
    return parts


class Key(Part):
    """A key: its word, and what it does. The right end of the title says what B and A do, and the last line what a held
    key does.

    word      for the screen; the page of keys has a longer one if the catalogue has `key ` + word
    argument  of the function or the screen; a tuple stands for several
    quiet     only the page of keys shows the word
    wraps     it goes from one end of a list to the other: not while it repeats
    """

    early = True
    quiet = wraps = False
    argument: object = NOTHING

    def __init__(
        self, key: int, word: "Word", act: "Act", argument: object = NOTHING, repeats: bool = False, quiet: bool = False
    ) -> None:
        self.key, self.word, self.act, self.argument = key, word, act, argument
        if repeats:
            self.repeats = True
        if quiet:
            self.quiet = True

    def on(self, key: int) -> "Key | None":
        return self if key == self.key else None

    def works(self) -> bool:
        """Returns whether the key does something now."""
        act = self.act
        return not isinstance(act, list) and (not isinstance(act, str) or "." in act)

    def label(self) -> "Word":
        """Returns the word for the page of keys."""
        return self.word

    def place(self, page: "Page") -> None:
        key = self.key
        if key < A or self.quiet:
            return
        text = (say(self.word) if isinstance(self.word, str) else spoken(self.word)) if self.works() else ""
        if key & HOLD:
            if text:
                page.foot.append(text if key & 7 >= A else (key & 7, text))
        elif key == A:
            page.accept = text
        else:
            page.leave = text


class Otherwise(Part):
    """Why all other keys do nothing: a message. It is the last part that has keys."""

    def __init__(self, reason: "Act") -> None:
        self.reason = reason

    def on(self, key: int) -> "Key | None":
        return Key(key, "", self.reason) if key != B else None


class Title(Part):
    """The bar on top: a wind, a text, a word after it if there is room.

    name: goes into the "%s" of the text. If there is no room, the name stands alone, and at last it is cut.
    start: where the text begins, if there is no wind.
    bold: in bold letters.
    keeps: pixels that it leaves after the text for another part; or 1: the word after it does not give way.
    """

    early = bold = True
    keeps = 0
    start = 2

    def __init__(self, text: str, after: str = "", wind: str = "", name: str = "") -> None:
        self.text, self.after, self.wind, self.name = text, after, wind, name

    def place(self, page: "Page") -> None:
        page.title = self


class Foot(Part):
    """Lines at the bottom: each a text, or one at the left and one at the right.

    The left one may be (words, names). It gives way, unless the right one has shorter forms. A third value is a key,
    whose arrow stands after the left text.
    """

    early = True

    def __init__(self, *lines: "str | tuple[Any, ...]") -> None:
        self.lines = lines

    def place(self, page: "Page") -> None:
        page.foot += self.lines


class Arm(Key):
    """An answer at the side of its arrow, if it does something now; that of A stands in the middle, with its key: the
    title has no room for an answer.

    text    of the answer; at the sides a "|" breaks its line
    first   a bold text before it, or above it at the sides; after it or below it if `last`
    chosen  it has a frame
    """

    early = last = False

    def __init__(
        self,
        key: int,
        text: str,
        act: "Act",
        argument: object = NOTHING,
        first: str = "",
        chosen: bool = False,
        last: bool = False,
    ) -> None:
        self.key, self.text, self.act, self.argument, self.first, self.chosen = key, text, act, argument, first, chosen
        if last:
            self.last = True

    def label(self) -> "Word":
        first, text = (self.text, self.first) if self.last else (self.first, self.text)
        return ["", first + "|" + text if first and text else first or text]

    def place(self, page: "Page") -> None:
        canvas, side, text, first = page.canvas, self.key, self.text, self.first
        beside = side < UP
        texts: "list[str]" = []
        if text:
            texts += text.split("|") if beside else [joined(text)]
        if first:
            texts.append(first)  # a name gives way to a text beside it
        wide = 0
        room = 120 if not beside else 106 - page.beside if page.beside else 66
        for i in range(len(texts)):
            bold = texts[i] is first
            width = canvas.width(texts[i], bold)
            most = page.aside if bold and beside and page.aside else room
            if width > most or SHORTER in texts[i]:
                texts[i] = page.fit(texts[i], most, bold)
                width = canvas.width(texts[i], bold)
                if bold:
                    first = texts[i]
            if not beside:
                room -= width + 6
                wide += width + 6
            elif width > wide:
                wide = width
        if first and not self.last:
            texts = texts[-1:] + texts[:-1]
        if beside:
            page.beside = wide
            if len(texts) > 1:
                page.between = 62
            y = max(33 - LINE * len(texts) // 2, 28 - LINE * len(texts) // 4)
            x, edge, arrow, align = 8, 0, 2, ALIGN_LEFT
            if side == RIGHT:
                x, edge, arrow, align = 119, WIDTH - wide - 10, 123, ALIGN_RIGHT
            if self.chosen:
                canvas.frame(edge, y - 2, wide + 10, LINE * len(texts) + 3)
            if self.works():
                canvas.arrow(side, arrow, y + (LINE * len(texts) - 6) // 2)
        else:
            x, y, align = (WIDTH - 2 - wide) // 2, 12 if side == UP else 55 - LINE * len(page.foot), ALIGN_LEFT
            if side == A:
                y = 44
                page.centre = 20
                if self.chosen:
                    canvas.frame(x - 5, 40, wide + 15, 15)
                x = canvas.key("A", x - 2, 43) + 3
            else:
                if self.chosen:
                    around = min(3, x)
                    canvas.frame(x - around, y - 2, wide + 2 + 2 * around, 11)
                if self.works():
                    canvas.arrow(side, x, y + 2)
                x += 8
        for text in texts:
            end = canvas.text(text, x, y, align, text is first)
            if beside:
                y += LINE
            else:
                x = end + 6


class Centre(Part):
    """One or two lines in the middle, below the arms at the sides. If A has an arm, one line between them."""

    bold = False

    def __init__(self, *lines: "str | tuple[str, Sequence[str]]") -> None:
        self.lines = lines

    def place(self, page: "Page") -> None:
        y = page.centre if len(self.lines) == 1 else 35
        if y < 24 and page.between < 124:
            y = 24  # in the first line of the arms
        for text in self.lines:
            page.canvas.text(page.fit(text, page.between if y < 25 else 124, self.bold), 64, y, ALIGN_CENTRE, self.bold)
            y += 8


class Line(Part):
    """A line of text, or of (words, names), below what was placed before. name: bold, before it, and cut. Without both:
    a rule."""

    def __init__(self, text: "str | tuple[str, Sequence[str]]" = "", name: str = "") -> None:
        self.text, self.name = text, name

    def place(self, page: "Page") -> None:
        canvas, x, y = page.canvas, page.left, page.y
        if self.name:
            room = 122 - x - canvas.width(self.text)  # type: ignore[arg-type]
            x = canvas.text(page.fit(self.name, room, True), x, y, ALIGN_LEFT, True) + 4
        if self.text:
            canvas.text(page.fit(self.text, 126 - x), x, y)
        elif not self.name:
            canvas.box(0, y + 1, WIDTH, 1)
            page.y -= 5
        page.y += LINE


class Picture(Part):
    """Draws itself, within its own rectangle: draw(canvas, *arguments)."""

    def __init__(self, draw: "Callable[..., object]", *arguments: object) -> None:
        self.draw, self.arguments = draw, arguments

    def place(self, page: "Page") -> None:
        self.draw(page.canvas, *self.arguments)


class Placed(Picture):
    """The same beside other parts: draw(page, *arguments)."""

    def place(self, page: "Page") -> None:
        self.draw(page, *self.arguments)


def spoken(word: "Word") -> str:
    """Returns the text of a word."""
    if isinstance(word, str):
        return say(word)
    return say(*word) if word[0] else str(word[1])


def signed(points: int) -> str:
    """Formats points with their sign: "+20", "-4", "0"."""
    return ("+%d" if points > 0 else "%d") % points


class Page:
    """One drawing of a view.

    fit     see Canvas.fit()
    y       where the next line goes; left: where it begins
    floor   where the lines at the bottom begin
    beside  the width of the arm that was placed at a side; the other one has the rest
    aside   the room of a name at a side, if something wide stands between the arms
    centre  where a line in the middle goes; between: its room, if arms stand beside it
    accept  the word of A, and leave that of B; "" for a key that does nothing
    after   where the title goes on
    """

    # Of the class: most pictures change few of them.
    accept = ""
    beside = aside = _room = 0
    left = after = 2
    y, centre, between = 11, 44, 124
    title: "Title | None" = None

    def __init__(self, canvas: "Canvas", screen: "Screen") -> None:
        self.canvas = canvas
        self.fit = canvas.fit
        self.foot: "list[Any]" = []
        self.leave = say("B back")
        canvas.clear()
        parts = screen.view()
        self._place(parts, True)
        if self.title is not None:
            self._head(self.title)
        if canvas.ends is not None:
            canvas.end_part(None)
        below = screen.below()
        self._place(below, True)
        self.floor = FLOOR - LINE * len(self.foot) - (2 if self.foot else 0)
        self._place(parts, False)
        self._place(below, False)
        if self.foot:
            self._draw_foot()
        screen.parts = View(*parts, *below)

    def _place(self, parts: "Parts", early: bool) -> None:
        canvas = self.canvas
        for part in parts:
            if part.early is early:
                part.place(self)
                if canvas.ends is not None:
                    canvas.end_part(part)

    def _head(self, title: "Title") -> None:
        """Draws the title. What gives way, in this order: the word of B, the word after the title, bold letters, the
        verb after a name, the end of a name, the word of A, the end of the text."""
        canvas = self.canvas
        width, keeps = canvas.width, title.keeps
        start = 14 if title.wind else title.start
        forms = (title.text % title.name, title.name) if title.name else title.text.split(SHORTER)
        afters = title.after.split(SHORTER)
        after = width(afters[-1]) + GAP if title.after else keeps
        leave, accept, bold, form = self.leave, self.accept, title.bold, ""
        back, short = (width(leave) + GAP, width(BACK) + GAP) if leave else (0, 0)
        room = EDGE - start - (width(accept) + GAP if accept else 0)  # for the text, the word after it, and B
        beside = wide = 0
        for form in forms:
            bold, wide, beside = title.bold, width(form, title.bold), after
            if wide + beside + short > room and not keeps:
                beside = 0
            if wide + beside + short > room and bold:
                bold, wide = False, width(form)
            if wide + beside + short <= room:
                break
        else:
            if title.name and room > beside + short + LEAST:
                form = canvas.cut(form, room - beside - short)
            elif accept:
                accept = ON
                room = EDGE - start - width(ON) - GAP
                bold = title.bold and width(form, True) + beside + short <= room
            wide = width(form, bold)
            if wide + beside + short > room:
                form = canvas.cut(form, room - beside - short)
                wide = width(form)
        if wide + beside + back > room:
            leave, back = leave and BACK, short
        room -= wide + back
        after_text = ""
        if title.after:
            for after_text in afters:
                if width(after_text) + GAP <= room:
                    break
            else:
                after_text = ""
        self.after, self._room = start + wide + GAP, 0 if after_text or keeps else room - GAP
        canvas.header(form, leave, accept, title.wind, after_text, bold, start)

    def add_to_title(self, text: str) -> None:
        """Adds a word to the title, if it has room."""
        if self.canvas.width(text) <= self._room:
            self.canvas.text(text, self.after, 1, ink=0)
            self._room = 0

    def heads(self, texts: "Sequence[str]", edges: "Sequence[int]") -> None:
        """Draws the heads of columns below the title, as a part of its bar. edges: where each column ends."""
        canvas = self.canvas
        canvas.box(0, 10, WIDTH, LINE, 1)
        for text, edge in zip(texts, edges):
            canvas.text(text, edge, 10, ALIGN_RIGHT, ink=0)
        self.y = 20

    def _draw_foot(self) -> None:
        canvas, y = self.canvas, FLOOR + 1 - LINE * len(self.foot)
        for line in self.foot:
            left, right = (line, "") if isinstance(line, str) else line[:2]
            x = 2
            if isinstance(left, int):  # an arrow to hold
                x = canvas.text(say("hold"), x, y) + 4
                canvas.arrow(left, x, y + 1)
                x, left, right = x + 6, right, ""
            if SHORTER in right:
                right = self.fit(right, 118 - canvas.width(left) - (11 if len(line) > 2 else 0))
            canvas.text(right, 125, y, ALIGN_RIGHT)
            x = canvas.text(self.fit(left, 128 - x - (canvas.width(right) + 3 if right else 0)), x, y)
            if len(line) == 3 and isinstance(line, tuple):
                canvas.arrow(line[2], x + 3, y + (1 if line[2] < UP else 2))
            y += LINE


class Screen:
    """A subclass returns its parts in view(). B goes back unless a part says otherwise.

    words    the groups of messages that it uses (see lang)
    next     the screen that its functions mostly show: the navigator may load it ahead
    menu     the page of its keys leads to the menu
    mapped   B held shows the page of its keys
    passing  the screens that it shows lead back to the one before it
    through  keys that are those of the screen below: pressed, they go back there first
    page     of several, the one that is shown
    current  the position of its cursor; top: the first row of its list that is seen
    places   how many there are for it, if they can become fewer while the players are elsewhere; else 0
    lasting  names of the attributes that state() keeps

    A screen lives while it is shown. The navigator keeps its name, its arguments and its state() on the path, and makes
    it again when the players come back.
    """

    words: "tuple[str, ...]" = ()
    next = ""
    menu = mapped = True
    passing = False
    through: "tuple[int, ...]" = ()
    page = current = top = places = 0
    lasting: "tuple[str, ...]" = ("page", "current", "top")
    parts: "Parts" = ()  # what was drawn last, until a key does something

    def __init__(self, app: "App", *arguments: object) -> None:
        self.app = app
        self.play: "Play" = app.play
        self.arguments = arguments

    def begin(self, *arguments: "Any", **_: "Any") -> None:
        """Takes the arguments of the screen, and reads what it shows. A subclass names its own arguments. The navigator
        calls it: within a constructor it would take more of a board's stack."""

    def view(self) -> "Parts":
        """Returns what the screen shows and what its keys do now. It changes, loads and reads nothing."""
        return ()

    def below(self) -> "Parts":
        """Returns more parts, after those of view(). They are made when the title is on the panel: so the players see
        sooner that a key was taken. No title needs them, nor a word in it."""
        return ()

    def state(self) -> "tuple[Any, ...]":
        """Returns what resume() needs when the players come back."""
        return tuple([getattr(self, name) for name in self.lasting])

    def resume(self, state: "tuple[Any, ...]") -> None:
        for name, value in zip(self.lasting, state):
            if name == "page" and value:
                self.turn_to(value)
            elif name == "current" and value >= self.places > 0:
                self.current = self.places - 1
            else:
                setattr(self, name, value)

    def show(self, name: str, *arguments: object) -> None:
        """Shows another screen: "folder.file.Class"."""
        self.app.show(name, *arguments)

    def back(self) -> None:
        """Goes back to the screen before."""
        self.app.back()

    def move_to(self, index: int) -> None:
        """Moves the cursor."""
        self.current = index

    def turn_to(self, page: int) -> None:
        """Turns to another page."""
        self.page = page
        self.current = self.top = 0

    def get_ready(self) -> bool:
        """Prepares one thing that the next key may need. Called repeatedly while no key is down, until it returns
        False: nothing is left to do."""
        return False

    def idle(self) -> None:
        """Called once after each pause of IDLE_MS without a key, for slow work."""

    def keys_of(self, letter: str) -> "list[int] | None":
        """Returns the keys that type a letter, for devices with a keyboard. None: the screen takes no text."""
        return None

    # ---- for the App ----

    def paint(self, canvas: "Canvas") -> None:
        """Draws the screen."""
        Page(canvas, self)

    def drawn(self) -> "Parts":
        """Returns the parts as they were drawn last; after a key did something, those that will be drawn."""
        if not self.parts:
            self.parts = View(*self.view(), *self.below())
        return self.parts

    def find(self, key: int) -> Key:
        """Returns what a key does. key: a key, or HOLD + a key."""
        for part in self.drawn():
            found = part.on(key)
            if found is not None:
                return found
        return Key(B, "B back", self.back) if key == B else Key(key, "", "no key")

    def press(self, key: int) -> None:
        self.run(self.find(key))

    def repeat(self, key: int) -> None:
        """A key is down for longer."""
        found = self.find(key)
        if not found.wraps:
            self.run(found)

    def run(self, found: Key) -> None:
        argument = found.argument
        act: "Any" = found.act
        arguments = () if argument is NOTHING else argument if isinstance(argument, tuple) else (argument,)
        if not found.works():
            self.app.display.refuse(*([act] if isinstance(act, str) else act))
            return
        self.parts = ()
        if isinstance(act, str):
            self.app.show(act, *arguments)
        else:
            act(*arguments)

    def holds(self, key: int) -> bool:
        """Returns whether a key does something else when held: its tap counts when it is released."""
        for part in self.drawn():
            if part.on(key | HOLD) is not None:
                return not isinstance(part, Otherwise)
        return False

    def repeats(self, key: int) -> bool:
        """Returns whether a key repeats while it is down."""
        return any(part.repeats and part.on(key) is not None for part in self.drawn())

    def title(self) -> str:
        """Returns the title, for the page of keys."""
        for part in self.drawn():
            if isinstance(part, Title):
                return (part.text % part.name if part.name else part.text).partition(SHORTER)[0]
        return ""

    def keymap(self) -> "list[tuple[int, bool, Word]]":
        """Lists all keys that do something now: (key, held, word)."""
        return self.own_keys() + [(B, True, "keys")] if self.mapped else self.own_keys()

    def own_keys(self) -> "list[tuple[int, bool, Word]]":
        """Lists the keys without the one that shows the page of keys."""
        listed = []
        for key in EVERY:
            found = self.find(key)
            if found.works():
                listed.append((key & 7, key >= HOLD, found.label()))
        return listed
