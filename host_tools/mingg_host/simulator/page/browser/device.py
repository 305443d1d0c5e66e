"""Runs the main loop in the page, as main.py and a timer do on a board. The page calls tick() every 10 ms."""

import json
import os

import page
from browser import storage
from browser.speech import TICKED, Spoken
from mingg import lang
from mingg.hal.dice import die
from mingg.hal.keys import Keys
from mingg.hal.signals import Signals
from mingg.hal.store import Store
from mingg.settings import FILE, Settings
from mingg.ui.app import App
from mingg.ui.screens.system import keys
from uctypes import addressof

_LINE = 4  # texts whose tops are at most this far apart are on one line


class Panel:
    """128x64 pixels, MONO_VLSB, 1024 bytes. JavaScript reads them directly from the VM's memory. A page never rests:
    it has no sleep().

    texts: of the canvas. fresh: True after show(), until the reader sets it to False.
    """

    def __init__(self) -> None:
        self.buffer = bytearray(1024)
        self.texts: list[tuple[int, int, str]] = []
        self.fresh = False

    def show(self) -> None:
        self.fresh = True
        page.show(addressof(self.buffer))
        display = getattr(_app, "display", None)
        barred = display is not None and display.bar is not None
        page.said("\n".join(self._lines()), lang.spoken(), "\n".join(_canvas.said(barred)))

    def contrast(self, level: int) -> None:
        page.shine(level)

    def _lines(self) -> "list[str]":
        """Returns the texts line by line from the top, each line from the left."""
        lines: list[list[tuple[int, str]]] = []
        top = -_LINE
        for y, x, text in sorted([(y, x, text) for x, y, text in self.texts if text != TICKED]):
            if not lines or y - top > _LINE:
                lines.append([])
                top = y
            lines[-1].append((x, text))
        return [" ".join([text for _, text in sorted(line)]) for line in lines]


class Dice:
    """Throws the page's dice. This VM has no os.urandom(), so the browser makes the random bytes."""

    def __init__(self) -> None:
        self._faces: list[int] = []

    def source(self, count: int) -> bytes:
        """Returns random bytes, as os.urandom() does on a board."""
        return bytes([page.random() for _ in range(count)])

    def fall(self, faces: str) -> None:
        """Sets the next throws, one digit for each die. Later throws are random again."""
        self._faces.extend([int(face) for face in faces])

    def roll(self) -> int:
        """Throws a die, 1 to 6."""
        return self._faces.pop(0) if self._faces else die(self.source)


storage.mount()
_panel = Panel()
_dice = Dice()
fall = _dice.fall
_canvas = Spoken(_panel.buffer)
_panel.texts = _canvas.texts
_signals = Signals(page.tone, sounds=False)  # a page is silent until the user switches sounds on
_store = Store(storage.ROOT + "/ledger", storage.sync)


def _begin() -> None:
    """Lets a new device speak the language of the browser, if it has it."""
    language = page.language()
    if language != lang.ENGLISH and _store.read(FILE) is None and language + ".txt" in os.listdir(lang.HERE[:-1]):
        try:
            Settings(_store).put("language", language)
        except OSError:
            pass  # the browser stores nothing, and the page says so


_begin()
_app = App(_panel, Keys(), _store, _canvas, _dice.roll, _signals)

if page.more():
    __import__(page.more(), None, None, ("begin",)).begin(_app, _store, _dice.source)

_shown_keys: "object" = None  # the captions that the page shows


def tick(now_ms: int, mask: int) -> None:
    """Runs the main loop once. mask: the keys that are down. now_ms wraps as time.ticks_ms() does."""
    _app.turn(mask, now_ms)
    if _panel.fresh:
        _panel.fresh = False
        _tell_keys()


def keys_of(letter: str) -> str:
    """Returns the keys that type a letter on the present screen, as JSON; [] if there are none."""
    return json.dumps(_app.screen.keys_of(letter) or [])


def results() -> str:
    """Returns the present evening as a table: see browser/evenings.py."""
    from browser.evenings import table_of

    return table_of(_app)


def sheet() -> str:
    """Returns the score sheet of the last deal: see browser/evenings.py."""
    from browser.evenings import sheet_of

    return sheet_of(_app)


def speak(language: str) -> None:
    """Stores another language, for the next start."""
    Settings(_store).put("language", language)


def play_by(rules: str) -> None:
    """Begins an evening of the same people by a rule set. If deals are played, the device proposes it."""
    from mingg.ui.begin import new_session
    from mingg.ui.screens.setup.setup import Proposal

    play = _app.play
    if play.evening is None or play.aside is not None:
        return
    proposal = Proposal(play.evening, [])
    proposal.take_rules(rules)
    play.set_up = proposal
    if play.entry is None and play.evening.session.deals == play.evening.session.earlier:
        new_session(_app, proposal.session(), proposal.turn())
    else:
        play.table()
        _app.show("setup.setup.NewSession")


def _tell_keys() -> None:
    """Sends the captions of the keys to the page if they changed, and what it shows beside the device."""
    global _shown_keys
    screen = _app.screen
    evening = getattr(_app.play, "evening", None)
    state: dict[str, object] = {"plays": False, "last": None, "rules": "", "seated": False}
    if evening is not None:
        session = evening.session
        state["plays"] = session.deals > 0 or _app.play.entry is not None
        state["seated"] = evening.club is not None
        if session.deals > session.earlier:
            state["last"] = [session.deals, evening.moment()]
        if session.rules.house is None:
            state["rules"] = session.rules.id
    now = screen.words, screen.keymap(), lang.spoken(), state
    if now != _shown_keys:
        _shown_keys = now
        page.keys(json.dumps(keys.lines(screen)), lang.spoken(), screen.keys_of("a") is not None, json.dumps(state))
