"""Starts Mingg. board.py says which pin does what; everything else is in the package mingg."""

from mingg.hal import clock

import board

clock.start(*board.CLOCK)  # first: all that follows is faster then

import time  # noqa: E402

from machine import reset  # noqa: E402
from mingg.hal.device import build, hasten, report, test_wanted, ticks_ms  # noqa: E402


def main() -> None:
    panel, keys, store, signals = build(board)
    try:
        program: "App | SelfTest"
        if test_wanted():
            from mingg.hal.probe import Probe
            from mingg.ui.screens.system.selftest import SelfTest

            program = SelfTest(panel, keys, store, Probe(board, panel), reset, signals)
        else:
            from mingg.ui.app import App

            program = App(panel, keys, store, signals=signals)
            hasten(program.fast_wire)
        program.step(ticks_ms())
        panel.show()
        store.get_ready()  # after the first picture: this may take a moment
        while True:
            program.step(ticks_ms())
            panel.show()  # also without a change: this finds a display that was plugged in again
            time.sleep_ms(2)
    except Exception as error:  # noqa: BLE001 - every error is reported, then a restart helps
        report(error, panel, keys, store, reset)


main()
