"""Starts Mingg. board.py says which pin does what; everything else is in the package mingg."""

import time

from machine import reset
from mingg.hal import crash, device
from mingg.hal.ticks import ticks_ms

import board


def main() -> None:
    panel, keys, store, signals = device.build(board)
    try:
        program: "App | SelfTest"
        if device.test_wanted():
            from mingg.hal.probe import Probe
            from mingg.ui.screens.system.selftest import SelfTest

            program = SelfTest(panel, keys, store, Probe(board, panel), reset, signals)
        else:
            from mingg.ui.app import App

            program = App(panel, keys, store, signals=signals)
        program.step(ticks_ms())
        panel.show()
        store.get_ready()  # may take a moment, so the players see the first picture before it
        while True:
            program.step(ticks_ms())
            panel.show()  # in every turn: it also searches for a display that was unplugged
            time.sleep_ms(2)
    except Exception as error:  # noqa: BLE001 - reports every error, then waits for a key and restarts
        crash.report(error, panel, keys, store, reset)


main()
