"""What has to be told before play goes on, in plain words."""

from mingg import lang
from mingg.lang import say
from mingg.settings import DAMAGED, UNREAD
from mingg.ui.widgets.texts import TextScreen, of_message

MYPY = False
if MYPY:
    from mingg.ui.app import App


class _Notice(TextScreen):
    """Up to five lines of text under a header; A goes on, and so does B."""

    title = "ledger"
    leave = "A go on"
    menu = False
    repeats = ()
    first = 13
    pitch = 10


class Notices(_Notice):
    """Each notice of the evening in turn."""

    def __init__(self, app: "App", notices: "list[tuple[str, int]]") -> None:
        super().__init__(app)
        self.notices = notices
        what, number = notices[0]
        if what in (DAMAGED, UNREAD):
            self.title = "settings"
            self.words = ("settings",)
            lang.use(self.words)  # they are said before the screen is shown
        text = say(what)
        self.lines = of_message(text % number if "%d" in text else text)

    def back(self) -> None:
        if len(self.notices) > 1:
            self.app.show(Notices(self.app, self.notices[1:]))
        else:
            self.app.start()


class Unreadable(_Notice):
    """The flash cannot be read at all: nothing can be kept, so nothing is played. A tries again."""

    choice = leave = "A again"

    def __init__(self, app: "App", error: int) -> None:
        super().__init__(app)
        self.lines = of_message(say("no flash", error))

    def back(self) -> None:
        self.app.boot()


class ShortOfRoom(_Notice):
    """The flash will be full; said while there is time to do something about it."""

    def __init__(self, app: "App", room: int) -> None:
        super().__init__(app)
        self.lines = of_message(say("short of room", room))
