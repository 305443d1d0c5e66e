"""Runs the main loop in the page, as main.py and a timer do on a board. The page calls tick() every 10 ms."""

import json

import page
from mingg import lang
from mingg.hal.keys import Keys
from mingg.hal.signals import Signals
from mingg.hal.store import Store
from mingg.ui.app import App
from mingg.ui.kit.canvas import Canvas
from mingg.ui.screens.system import keys

from browser import dice, storage
from browser.panel import Panel

storage.mount()
_panel = Panel()
_canvas = Canvas(_panel.buffer)
_canvas.texts = _panel.texts
_signals = Signals(page.tone, sounds=False)  # a page is silent until the user switches sounds on
_store = Store(storage.ROOT + "/ledger", storage.sync)
_app = App(_panel, Keys(), _store, _canvas, dice.roll, _signals)

_asked = page.membership()
if _asked or _store.read("club.txt") is not None:
    from browser import club

    club.begin(_app, _store, _asked)

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
    """Returns the present evening as a table: see browser/results.py."""
    from browser.results import of

    return of(_app)


def _tell_keys() -> None:
    """Sends the captions of the keys to the page if they changed, and whether letters type."""
    global _shown_keys
    screen = _app.screen
    now = screen.words, screen.keymap(), lang.spoken()
    if now != _shown_keys:
        _shown_keys = now
        page.keys(json.dumps(keys.lines(screen)), lang.spoken(), screen.keys_of("a") is not None)
