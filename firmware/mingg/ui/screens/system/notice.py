"""Notices that the players must read before they go on."""

from mingg import lang
from mingg.lang import say
from mingg.settings import DAMAGED, UNREAD
from mingg.ui.widgets.texts import TextScreen, of_message

MYPY = False
if MYPY:
    from mingg.ui.app import App


class _Notice(TextScreen):
    """Up to five lines of text under a header; A and B go on."""

    title = "ledger"
    leave = "A go on"
    menu = False
    repeats = ()
    first = 13
    pitch = 10


class Notices(_Notice):
    """Shows the notices of the evening one after the other."""

    def __init__(self, app: "App", notices: "list[tuple[str, int]]") -> None:
        super().__init__(app)
        self.notices = notices
        kind, number = notices[0]
        if kind in (DAMAGED, UNREAD):
            self.title = "settings"
            self.words = ("settings",)
            lang.use(self.words)  # they are needed before the screen is shown
        text = say(kind)
        self.lines = of_message(text % number if "%d" in text else text)

    def back(self) -> None:
        if len(self.notices) > 1:
            self.app.show(Notices(self.app, self.notices[1:]))
        else:
            self.app.start()


class Unreadable(_Notice):
    """The flash cannot be read at all: nothing can be kept, so nobody can play. A tries again."""

    choice = leave = "A again"

    def __init__(self, app: "App", error: int) -> None:
        super().__init__(app)
        self.lines = of_message(say("no flash", error))

    def back(self) -> None:
        self.app.boot()


class ShortOfRoom(_Notice):
    """Warns that the flash will be full, while there is time to make room."""

    def __init__(self, app: "App", room: int) -> None:
        super().__init__(app)
        self.lines = of_message(say("short of room", room))
