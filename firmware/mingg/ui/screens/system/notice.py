"""Notices that the players must read before they go on."""

from mingg import lang
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.settings import DAMAGED, UNREAD
from mingg.ui.kit.lists import Text
from mingg.ui.kit.view import Key, Screen, Title, View

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts


class _Notice(Screen):
    """Up to five lines of text under a title; A and B go on."""

    menu = False
    about = "ledger"
    asks = "A go on"
    text = ""

    def view(self) -> "Parts":
        return View(
            Title(say(self.about)),
            Key(A, self.asks, self.go_on),
            Key(B, self.asks, self.go_on),
            Text(self, self.text.split("|")),
        )

    def go_on(self) -> None:
        self.back()


class Notices(_Notice):
    """Shows the notices of the evening one after the other: (kind, number) each."""

    def __init__(self, app: "App", notices: "list[tuple[str, int]]") -> None:
        super().__init__(app)
        self.notices = notices
        kind, number = notices[0]
        if kind in (DAMAGED, UNREAD):
            self.about = "settings"
            self.words = ("settings",)
            lang.use(self.words)
        text = say(kind)
        self.text = text % number if "%d" in text else text

    def go_on(self) -> None:
        if len(self.notices) > 1:
            self.app.show("system.notice.Notices", self.notices[1:])
        else:
            self.play.start()


class Unreadable(_Notice):
    """The flash cannot be read at all: nothing can be kept, so nobody can play. A tries again."""

    asks = "A again"

    def __init__(self, app: "App", error: int) -> None:
        super().__init__(app)
        self.text = say("no flash", error)

    def go_on(self) -> None:
        self.play.boot()


class ShortOfRoom(_Notice):
    """Warns that the flash will be full, while there is time to make room."""

    def __init__(self, app: "App", room: int) -> None:
        super().__init__(app)
        self.text = say("short of room", room)
