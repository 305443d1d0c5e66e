"""The program of a board: the application, or the self-test. main.py starts it."""

import time
from typing import Callable

from mingg.hal.crash import report
from mingg.hal.device import Board, build, sample_keys, test_wanted, use_fast
from mingg.hal.ticks import ticks_ms
from mingg.ui.app import App
from mingg.ui.screens.system.selftest import SelfTest


def run(board: "Board", reset: "Callable[[], object]") -> None:
    """Runs the application, or the self-test if A and B are down. Does not return.

    reset: restarts the board; called after an error, when a key is pressed. Raises ValueError for a wrong board.py.
    """
    panel, keys, store, signals = build(board)
    try:
        program: "App | SelfTest"
        app: "App | None" = None
        if test_wanted():
            from mingg.hal.probe import Probe
            from mingg.ui.screens.system.selftest import SelfTest

            program = SelfTest(panel, keys, store, Probe(board, panel), reset, signals)
        else:
            from mingg.ui.app import App

            program = app = App(panel, keys, store, signals=signals)
            use_fast(program.fast_wire)
            if getattr(board, "BATTERY", None) is not None:
                _measure(app, board)
        program.step(ticks_ms())
        panel.show()
        store.get_ready()  # after the first picture, since it may take a moment
        if app is not None:
            app.join_club()
        while True:
            program.step(ticks_ms())
            panel.show()  # even if nothing changed: it also looks for a display that was unplugged
            time.sleep_ms(1)
            sample_keys()
    except Exception as error:  # noqa: BLE001 - nothing above could handle it: report() waits for a key and restarts
        report(error, panel, keys, store, reset)


def _measure(app: "App", board: "Board") -> None:
    """Lets Table show whether the battery is low."""
    from mingg.hal.battery import meter
    from mingg.ui.battery import Battery

    gpio, upper, lower, limit = board.BATTERY  # type: ignore[misc]
    app.battery = Battery(app, meter(gpio, upper, lower), limit)
