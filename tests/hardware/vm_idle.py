"""While nobody presses a key, the main loop takes no memory from the heap, on a bright, a dim and a dark panel.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import gc
import sys

from help.scratch import folder
from help.virtual_displays import VirtualSSD1306
from mingg import memory
from mingg.hal import frame, ssd1306
from mingg.hal.keys import A, Keys
from mingg.hal.signals import Signals
from mingg.hal.store import Store
from mingg.ui.app import App


class Board:
    """The parts of main.py: the real driver, the application, signals. The test makes the turns of the loop."""

    def __init__(self):
        self.now = 1000
        self.display = VirtualSSD1306()
        frame.ticks_ms = self.time
        self.panel = ssd1306.SSD1306(self.bus)
        signals = Signals(self.nothing, self.nothing)
        self.app = App(self.panel, Keys(), Store(folder()), signals=signals)

    def time(self):
        return self.now

    def bus(self):
        return self.display

    def nothing(self, level):
        pass

    def turn(self, turns, ms):
        for _ in range(turns):
            self.now += ms
            self.app.turn(0, self.now)
            self.panel.show()


GARBAGE, MOMENTS = 20000, 4000


def _renewed(board):
    """There is less to do for a hundred turns than it takes until the next page is renewed."""
    sent = board.display.bytes_sent
    while board.display.bytes_sent == sent:
        board.turn(1, 2)


def _taken(board):
    """The bytes of the heap that a hundred turns take with nothing to do."""
    _renewed(board)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    board.turn(100, 2)
    after = gc.mem_alloc()
    gc.enable()
    return after - before


def _brings_a_collection(board):
    """Whether a hundred turns take a part of the heap for a moment only, such as a frame too large for the stack:
    all that is taken counts towards the next collection, for which a key would have to wait."""
    _renewed(board)
    gc.collect()
    gc.threshold(GARBAGE + MOMENTS)
    bytearray(GARBAGE)  # a collection frees it
    before = gc.mem_alloc()
    board.turn(100, 2)
    after = gc.mem_alloc()
    gc.threshold(-1)
    return after < before


def test_an_idle_turn_takes_nothing_from_the_heap():
    assert sys.implementation.name == "micropython"
    board = Board()
    board.turn(200, 8)
    assert _taken(board) == 0
    assert not _brings_a_collection(board)
    level = board.display.contrast()
    board.turn(60 * 3, 1000)
    assert board.display.on
    assert board.display.contrast() < level
    assert _taken(board) == 0
    board.turn(60 * 30, 1000)
    assert not board.display.on
    assert _taken(board) == 0


def _press(board, key):
    """Holds a key down until another screen is shown."""
    screen = board.app.screen
    while board.app.screen is screen:
        board.now += 8
        board.app.turn(1 << key, board.now)


def test_no_key_waits_for_a_collection_that_the_idle_loop_has_nearly_brought():
    board = Board()
    board.turn(200, 8)
    _press(board, A)  # loads what the screen needs
    board.app.play.table()
    board.turn(200, 8)
    memory._resident.add("")  # a small heap
    try:
        memory.collect()
        gc.collect()
        for _ in range(memory.COLLECT_AFTER // 1100):
            bytearray(1000)
        before = gc.mem_alloc()
        _press(board, A)
        assert gc.mem_alloc() > before
    finally:
        memory._resident.clear()
        gc.threshold(-1)


def _gaps(highest):
    """How many small objects fill gaps in the heap before one comes to lie above this place."""
    gaps = 0
    while id((gaps,)) < highest:
        gaps += 1
    return gaps


def test_after_a_collection_the_gaps_between_the_objects_that_stay_are_filled():
    """To seek room past them takes a board longer than to make an object of a view."""
    gc.collect()
    objects = [(number,) for number in range(2 * memory.GAPS)]
    stay = objects[::2]
    objects = None
    highest = max([id(item) for item in stay])
    gc.collect()
    before = _gaps(highest)
    assert before >= memory.GAPS - 2
    memory._resident.add("")  # a small heap
    try:
        memory.collect()
    finally:
        memory._resident.clear()
        gc.threshold(-1)
    assert _gaps(highest) <= before - memory.GAPS + 2
