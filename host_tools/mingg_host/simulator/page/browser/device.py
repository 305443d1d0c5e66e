"""What main.py and the device's timer do on a board: here the page calls tick() every 10 ms."""

import json

import page
from mingg import lang
from mingg.hal.keys import Keys
from mingg.hal.signals import Signals
from mingg.hal.store import Store
from mingg.ui import keymap
from mingg.ui.app import App
from mingg.ui.panel.canvas import Canvas

from browser import dice, storage
from browser.panel import Panel

storage.mount()
_panel = Panel()
_canvas = Canvas(_panel.buffer)
_canvas.said = _panel.said
_signals = Signals(page.tone, sounds=False)  # a page is quiet until somebody wants it otherwise
_app = App(_panel, Keys(), Store(storage.ROOT + "/ledger", storage.sync), _canvas, dice.roll, _signals)


_told: "object" = None  # what the captions of the keys were made of


def tick(now_ms: int, mask: int) -> None:
    """One turn of the main loop. mask: the keys that are down; now_ms wraps as time.ticks_ms() does."""
    _app.turn(mask, now_ms)
    if _panel.fresh:
        _panel.fresh = False
        _tell_keys()


def _tell_keys() -> None:
    """Tells the page what the keys do, where they do something else than before."""
    global _told
    screen = _app.screen
    now = screen.words, screen.keymap(), lang.spoken()
    if now != _told:
        _told = now
        page.keys(json.dumps(keymap.lines(screen)), lang.spoken())
