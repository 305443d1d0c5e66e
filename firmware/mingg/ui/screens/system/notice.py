"""What has to be told before play goes on, in plain words."""

from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.settings import DAMAGED, UNREAD
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas


class _Told(Screen):
    """Up to five lines of text under a header; A goes on."""

    menu = False
    about = "ledger"
    answer = "A go on"

    def lines(self) -> "list[str]":
        raise NotImplementedError

    def go_on(self) -> None:
        raise NotImplementedError

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say(self.about), say(self.answer))
        for i, line in enumerate(self.lines()):
            canvas.text(line, 2, 13 + 10 * i)

    def press(self, key: int) -> None:
        if key in (A, B):
            self.go_on()


class Notices(_Told):
    """Each notice of the evening in turn."""

    def __init__(self, app: "App", notices: "list[tuple[str, int]]") -> None:
        super().__init__(app)
        self.notices = notices
        if notices[0][0] in (DAMAGED, UNREAD):
            self.about = "settings"
            self.words = ("settings",)

    def lines(self) -> "list[str]":
        what, number = self.notices[0]
        text = say(what)
        return (text % number if "%d" in text else text).split("|")

    def go_on(self) -> None:
        if len(self.notices) > 1:
            self.app.show(Notices(self.app, self.notices[1:]))
        else:
            self.app.start()


class Unreadable(_Told):
    """The flash cannot be read at all: nothing can be kept, so nothing is played. A tries again."""

    answer = "A again"

    def __init__(self, app: "App", error: int) -> None:
        super().__init__(app)
        self.error = error

    def lines(self) -> "list[str]":
        return say("no flash", self.error).split("|")

    def go_on(self) -> None:
        self.app.boot()


class ShortOfRoom(_Told):
    """The flash will be full; said while there is time to do something about it."""

    def __init__(self, app: "App", room: int) -> None:
        super().__init__(app)
        self.room = room

    def lines(self) -> "list[str]":
        return say("short of room", self.room).split("|")

    def go_on(self) -> None:
        self.app.table()
