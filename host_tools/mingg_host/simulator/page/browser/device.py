"""What main.py and the device's timer do on a board: here the page calls tick() every 10 ms."""

import page
from mingg.hal.keys import Keys
from mingg.hal.signals import Signals
from mingg.hal.store import Store
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


def tick(now_ms: int, mask: int) -> None:
    """One turn of the main loop. mask: the keys that are down; now_ms wraps as time.ticks_ms() does."""
    _app.turn(mask, now_ms)
