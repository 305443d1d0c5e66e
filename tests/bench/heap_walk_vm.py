"""A board without its edges, whose keys are pressed at random; heap_walk.mjs runs it and collects garbage."""

import gc
import json
import random
import sys

from help.unseen import MASKS, Panel

KEYS = "luurrddaaaaaab"  # how likely each key is
TAP, HELD, IDLE = 24, 600, 400  # ms
SAMPLE = 8  # ms
PICO = 240 * 1024  # bytes


class Pico:
    """The collector of the firmware: with the heap of a Pico it unloads modules."""

    collect = gc.collect
    mem_alloc = gc.mem_alloc

    @staticmethod
    def mem_free():
        return PICO - gc.mem_alloc()

    @staticmethod
    def threshold(_):
        pass


class Board:
    def __init__(self, root):
        from mingg.hal.keys import Keys
        from mingg.hal.store import Store
        from mingg.ui.app import App

        self.now = 0
        self.app = App(Panel(), Keys(), Store(root, None))

    def run(self, mask, ms):
        for _ in range(0, ms, SAMPLE):
            self.now += SAMPLE
            self.app.turn(mask, self.now)


_boards = []
_most = {}
sys.modules["gc"] = Pico
_before = gc.mem_alloc()


def start(root):
    random.seed(1)
    _boards.append(Board(root))


def press():
    board = _boards[0]
    board.run(MASKS[random.choice(KEYS)], HELD if random.random() < 0.15 else TAP)
    board.run(0, random.choice((TAP, TAP, TAP, IDLE)))


def note(name=""):
    used = gc.mem_alloc() - _before
    name = name or type(_boards[0].app.screen).__name__
    _most[name] = max(used, _most.get(name, 0))


def show():
    print(json.dumps(_most))
